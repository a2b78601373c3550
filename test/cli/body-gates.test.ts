import { describe, expect, it } from 'vitest';
import { gatesIn, python, reportedBy, script } from './tool-programs.js';

/** A tool in Python that deletes a folder after some statements. */
const deletes = (name: string, before: string, parameters = 'path: str'): string =>
  `@function_tool\ndef ${name}(${parameters}) -> str:\n    """Tidy."""\n    ${before}\n    shutil.rmtree(path)\n    return "ok"\n`;

const RM = "import { rm } from 'node:fs/promises';";
const byModel = (name: string, parameter: string): string =>
  `${name} | absent | \`${parameter}\` is passed by the model itself`;

describe('what the model passes', () => {
  it('is no gate in Python, whatever its kind and however it is passed on', async () => {
    const program = python(
      [
        deletes('flag', 'if confirm is not True: return "no"', 'path: str, confirm: bool = False'),
        deletes('stated', 'if confidence < 0.9: return "no"', 'path: str, confidence: float'),
        deletes('typed', 'if confirmation != "DELETE": return "no"', 'path: str, confirmation: str'),
        deletes('forced', 'if dry_run: return "no"', 'path: str, dry_run: bool = True'),
        deletes('checked', 'check(approved)', 'path: str, approved: bool'),
        deletes('keyed', 'if not options.get("confirm"): return "no"', 'path: str, options: dict'),
        deletes('inside', 'if not options["flags"]["approved"]: return "no"', 'path: str, options: dict'),
        deletes('plain', 'if not path: return "no"'),
      ].join('\n'),
      'import shutil\n\ndef check(flag):\n    if not flag:\n        raise PermissionError("no")',
    );
    expect(await gatesIn({ 'desk.py': program })).toEqual([
      byModel('flag', 'confirm'),
      byModel('stated', 'confidence'),
      byModel('typed', 'confirmation'),
      byModel('forced', 'dry_run'),
      byModel('checked', 'approved'),
      byModel('keyed', 'confirm'),
      byModel('inside', 'approved'),
      'plain | absent',
    ]);
    expect((await reportedBy({ 'desk.py': program }))[0]).toBe(
      '9 `flag` deletes permanently without human approval (runs `shutil.rmtree(path)` at desk.py:12): `confirm` is passed by the model itself.',
    );
  });

  it('is no gate in TypeScript either', async () => {
    const program = script(
      {
        flag: 'async ({ path, confirm }) => { if (!confirm) return "no"; await rm(path); }',
        member:
          'async (input) => { if (input.options?.confirmed !== true) return "no"; await rm(input.path); }',
        stated: 'async ({ path, confidence }) => { if (confidence < 0.9) return "no"; await rm(path); }',
        checked: 'async ({ path, approved }) => { await check(approved); await rm(path); }',
      },
      `${RM}\nasync function check(ok: boolean) { if (!ok) throw new Error('no'); }`,
    );
    expect(await gatesIn({ 'desk.ts': program })).toEqual([
      byModel('flag', 'confirm'),
      byModel('member', 'confirmed'),
      byModel('stated', 'confidence'),
      byModel('checked', 'approved'),
    ]);
  });
});

describe('an answer that is asked for and not used', () => {
  it('is no gate, and the question is related', async () => {
    const program = python(
      [
        deletes('ignored', 'input("ok?")'),
        deletes('printed', 'answer = click.confirm("ok?"); print(answer)'),
        deletes('branched', 'if questionary.confirm("ok?").ask(): print("yes")'),
        deletes('typed', 'path = input("Which? ")', 'name: str'),
        deletes('shown', 'questionary.print("Deleting")'),
      ].join('\n'),
      'import shutil\nimport click\nimport questionary',
    );
    expect(await reportedBy({ 'desk.py': program })).toEqual([
      '7 `ignored` deletes permanently without human approval (runs `shutil.rmtree(path)` at desk.py:10): the answer to `input("ok?")` does not decide whether it runs.',
      '  9 What looks like the gate of `ignored`.',
      '  10 `ignored` runs `shutil.rmtree(path)`.',
      '14 `printed` deletes permanently without human approval (runs `shutil.rmtree(path)` at desk.py:17): the answer to `click.confirm("ok?")` does not decide whether it runs.',
      '  16 What looks like the gate of `printed`.',
      '  17 `printed` runs `shutil.rmtree(path)`.',
      '21 `branched` deletes permanently without human approval (runs `shutil.rmtree(path)` at desk.py:24): the answer to `questionary.confirm("ok?")` does not decide whether it runs.',
      '  23 What looks like the gate of `branched`.',
      '  24 `branched` runs `shutil.rmtree(path)`.',
      '28 `typed` deletes permanently without human approval (runs `shutil.rmtree(path)` at desk.py:31).',
      '  31 `typed` runs `shutil.rmtree(path)`.',
      '35 `shown` deletes permanently without human approval (runs `shutil.rmtree(path)` at desk.py:38).',
      '  38 `shown` runs `shutil.rmtree(path)`.',
    ]);
  });

  it('is none in TypeScript, also where it is awaited and kept', async () => {
    const program = script(
      {
        ignored: 'async ({ path }) => { await confirm({ message: "ok?" }); await rm(path); }',
        kept: 'async ({ path }) => { const answer = await lines.question("ok?"); await rm(path); return answer; }',
      },
      `${RM}\nimport { createInterface } from 'node:readline/promises';\nimport { confirm } from '@inquirer/prompts';\nconst lines = createInterface({ input: process.stdin });`,
    );
    expect(await gatesIn({ 'desk.ts': program })).toEqual([
      'ignored | absent | the answer to `confirm({ message: "ok?" })` does not decide whether it runs | 7',
      'kept | absent | the answer to `lines.question("ok?")` does not decide whether it runs | 8',
    ]);
  });
});

describe('a gate that a setting switches on', () => {
  const off = (stated: string, line: number): string =>
    `${stated.slice(0, 2).toLowerCase()} | absent | its gate is off unless \`${stated}\` is set | ${line}`;
  const open = (name: string, line: number): string =>
    `${name.toLowerCase()} | undecidable | \`${name}\` may answer in place of a person | ${line}`;

  it('is none where the defaults of Python leave it off, and not known where they leave it on', async () => {
    const tests = {
      A1: 'os.getenv("A1")',
      A2: 'os.environ.get("A2", "").lower() in ("1", "true")',
      A3: 'bool(int(os.getenv("A3", "0")))',
      A4: '"A4" in os.environ',
      A5: '(os.environ.get("A5") or "0") == "1"',
      B1: 'os.getenv("B1", "true").lower() in ("1", "true")',
      B2: 'os.getenv("B2") != "0"',
    };
    const tools = Object.entries(tests).map(([name, test]) => deletes(name.toLowerCase(), `guard(${test})`));
    const program = python(
      tools.join('\n'),
      'import os\nimport shutil\n\ndef guard(flag):\n    if flag and input("ok?") != "y":\n        raise RuntimeError("no")',
    );
    expect(await gatesIn({ 'desk.py': program })).toEqual([
      ...['A1', 'A2=1', 'A3=1', 'A4', 'A5'].map((stated) => off(stated, 6)),
      ...['B1', 'B2'].map((name) => open(name, 6)),
    ]);
  });

  it('is none where the defaults of TypeScript leave it off, and not known where they leave it on', async () => {
    const tests = {
      A1: "process.env.A1?.toLowerCase() === 'true'",
      A2: "(process.env.A2 ?? 'false') === 'true'",
      A3: "['1', 'true'].includes(process.env.A3 ?? '')",
      A4: '!!process.env.A4',
      A5: "Number(process.env.A5 ?? '0') > 0",
      B1: "(process.env.B1 || 'on') === 'on'",
      B2: "process.env.B2 !== 'false'",
    };
    const tools = Object.entries(tests).map(([name, test]) => [
      name.toLowerCase(),
      `async ({ path }) => { await guard(${test}); await rm(path); }`,
    ]);
    const program = script(
      Object.fromEntries(tools),
      `${RM}\nimport { confirm } from '@inquirer/prompts';\nasync function guard(on: boolean) { if (on && !(await confirm({ message: 'ok?' }))) throw new Error('no'); }`,
    );
    expect(await gatesIn({ 'desk.ts': program })).toEqual([
      ...['A1=true', 'A2', 'A3=1', 'A4', 'A5=1'].map((stated) => off(stated, 4)),
      ...['B1', 'B2'].map((name) => open(name, 4)),
    ]);
  });

  it('is none where it is the option of the framework', async () => {
    const before = 'import os\nimport shutil';
    const program = python(
      ['== "1"', '!= "0"']
        .map((test, index) =>
          deletes(`tidy${index}`, 'pass').replace(
            '@function_tool',
            `@function_tool(needs_approval=os.getenv("APPROVE") ${test})`,
          ),
        )
        .join('\n'),
      before,
    );
    expect(await gatesIn({ 'desk.py': program })).toEqual([
      'tidy0 | absent | its gate is off unless `APPROVE=1` is set | 5',
      'tidy1 | shown | needs_approval: true, unless `APPROVE` switches it off | 12',
    ]);
    const tool =
      "tool({ name: 'tidy', description: '', parameters: {}, needsApproval: process.env.APPROVE === 'true', execute: async ({ path }) => rm(path) })";
    const typed = `import { Agent, run, tool } from '@openai/agents';\n${RM}\nconst agent = new Agent({ name: 'Desk', tools: [${tool}] });\nawait run(agent, 'hi');\n`;
    expect(await reportedBy({ 'desk.ts': typed })).toEqual([
      '3 `tidy` deletes permanently without human approval (runs `rm(path)` (`fs/promises.rm`) at desk.ts:3): its gate is off unless `APPROVE=true` is set.',
      '  3 What looks like the gate of `tidy`.',
      '  3 `tidy` runs `rm(path)`.',
    ]);
  });
});
