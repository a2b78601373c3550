import { expect, it } from 'vitest';
import { python, script, toolsIn } from './tool-programs.js';

/** A tool in Python that does something with a text. */
const draws = (name: string, body: string): string =>
  `@function_tool\ndef ${name}(name: str, text: str) -> str:\n    """Draw."""\n${body}    return "ok"\n`;

it('destroys nothing in a temporary folder that the body makes, in Python', async () => {
  const program = python(
    [
      draws('joined', '    tmp = tempfile.mkdtemp()\n    open(os.path.join(tmp, name), "w").write(text)\n'),
      draws(
        'added',
        '    tmp = tempfile.mkdtemp()\n    open(tmp + "/x", "w").write(text)\n    shutil.rmtree(tmp)\n',
      ),
      draws('divided', '    tmp = tempfile.mkdtemp()\n    (Path(tmp) / "a" / name).write_text(text)\n'),
      draws(
        'opened',
        '    with tempfile.TemporaryDirectory() as tmp:\n        with open(f"{tmp}/x", "w") as out:\n            out.write(text)\n',
      ),
      draws(
        'named',
        '    with tempfile.NamedTemporaryFile("w", delete=False) as out:\n        out.write(text)\n    os.unlink(out.name)\n',
      ),
      draws('shared', '    open(os.path.join(tempfile.gettempdir(), "x"), "w").write(text)\n'),
      draws(
        'other',
        '    tmp = tempfile.mkdtemp()\n    open(os.path.join("/data", os.path.basename(tmp)), "w").write(text)\n',
      ),
    ].join('\n'),
    'import os\nimport shutil\nimport tempfile\nfrom pathlib import Path',
  );
  const makes = (name: string, call: string, line: number) =>
    `${name} change high: its body, which runs \`${call}\` at desk.py:${line}`;
  expect(await toolsIn({ 'desk.py': program })).toEqual([
    makes('joined', 'tempfile.mkdtemp()', 10),
    makes('added', 'tempfile.mkdtemp()', 17),
    makes('divided', 'tempfile.mkdtemp()', 25),
    makes('opened', 'tempfile.TemporaryDirectory()', 32),
    makes('named', 'tempfile.NamedTemporaryFile("w", delete=False)', 40),
    'shared destructive high: its body, which runs `open(os.path.join(tempfile.gettempdir(), "x"), "w")` at desk.py:48',
    'other destructive high: its body, which runs `open(os.path.join("/data", os.path.basename(tmp)), "w")` at desk.py:55',
  ]);
});

it('destroys nothing in a temporary folder that the body makes, in TypeScript', async () => {
  const program = script(
    {
      joined:
        'async ({ name, text }) => { const dir = mkdtempSync(join(tmpdir(), "a-")); writeFileSync(join(dir, name), text); }',
      written:
        'async ({ text }) => { const dir = await mkdtemp("a-"); await writeFile(`${dir}/x`, text); await rm(dir, { recursive: true }); }',
      shared: 'async ({ text }) => { writeFileSync(join(tmpdir(), "x"), text); }',
    },
    `import { mkdtempSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';`,
  );
  expect(await toolsIn({ 'desk.ts': program })).toEqual([
    'joined change high: its body, which runs `mkdtempSync(join(tmpdir(), "a-"))` (`fs.mkdtempSync`) at desk.ts:7',
    'written change high: its body, which runs `mkdtemp("a-")` (`fs/promises.mkdtemp`) at desk.ts:8',
    'shared destructive high: its body, which runs `writeFileSync(join(tmpdir(), "x"), text)` (`fs.writeFileSync`) at desk.ts:9',
  ]);
});

it('runs what `promisify` is given', async () => {
  const program = script(
    {
      shell: 'async ({ cmd }) => { const { stdout } = await promisify(exec)(cmd); return stdout; }',
      named: 'async ({ cmd }) => { const { stdout } = await run1(cmd); return stdout; }',
      member: 'async ({ cmd }) => (await util.promisify(exec)(cmd)).stdout',
      constant: 'async () => (await run1("git status")).stdout',
      file: 'async ({ path }) => { await promisify(fs.unlink)(path); }',
    },
    `import { exec } from 'node:child_process';
import fs from 'node:fs';
import util, { promisify } from 'node:util';
const run1 = promisify(exec);`,
  );
  const runs = (name: string, call: string, what: string, line: number) =>
    `${name} destructive high: its body, which runs \`${call}\` (\`${what}\`) at desk.ts:${line}`;
  expect(await toolsIn({ 'desk.ts': program })).toEqual([
    runs('shell', 'promisify(exec)(cmd)', 'child_process.exec', 7),
    runs('named', 'run1(cmd)', 'child_process.exec', 8),
    runs('member', 'util.promisify(exec)(cmd)', 'child_process.exec', 9),
    'constant read high: its whole body, which acts on nothing outside the program',
    runs('file', 'promisify(fs.unlink)(path)', 'fs.unlink', 11),
  ]);
});

it('runs code of the model in a page only where the model writes it', async () => {
  const opens = (rest: string) =>
    `async ({ code }) => { const page = await (await chromium.launch()).newPage(); ${rest} }`;
  const program = script(
    {
      title: opens('return await page.evaluate("document.title");'),
      counted: opens('return await page.evaluate(() => document.links.length);'),
      given: opens('return await page.evaluate(code);'),
    },
    "import { chromium } from 'playwright';",
  );
  expect(await toolsIn({ 'desk.ts': program })).toEqual([
    'title unknown low: nothing says what it does',
    'counted unknown low: nothing says what it does',
    'given destructive high: its body, which runs `page.evaluate(code)` (`playwright.chromium.launch().newPage().evaluate`) at desk.ts:6',
  ]);
});
