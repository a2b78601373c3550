import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { notebook } from './notebook.js';
import { newRepository } from './repository.js';
import { folderWith, runCli } from './run-cli.js';

const TOOL = `from agents import Agent, Runner, function_tool

@function_tool
def issue_refund(order: str) -> str:
    """Sends the "refund" of an order."""
    return stripe.Refund.create(charge=order).id
`;
const DESK = 'desk = Agent(name="desk", tools=[issue_refund])\nawait Runner.run(desk, input("? "))\n';

interface Report {
  findings: {
    rule: string;
    message: string;
    range: { start: { line: number; column: number }; cell?: { number: number; line: number } };
    ignored?: object;
  }[];
  notAssessed: { message: string }[];
  files: { path: string; dialect: string }[];
}

const reportOf = async (files: Record<string, string>, ...args: string[]): Promise<Report> =>
  JSON.parse(
    (await runCli(folderWith(files), ['check', '--allow-none', '--format', 'json', ...args])).stdout,
  );

/** Where a notebook lacks approval, as `line:column, cell N line N`. */
const ungatedIn = async (text: string): Promise<string[]> =>
  (await reportOf({ 'desk.ipynb': text })).findings.flatMap(({ rule, range: { start, cell } }) =>
    rule === 'approval/missing'
      ? [`${start.line}:${start.column}, cell ${cell?.number} line ${cell?.line}`]
      : [],
  );

/** Where the name of the tool is in the text of a file. */
function placeOf(text: string, name = 'issue_refund(order: str)'): string {
  const before = text.slice(0, text.indexOf(name)).split('\n');
  return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
}

describe('a notebook', () => {
  it('is read as one program of its cells, and a finding has its place in the file and in the cell', async () => {
    const text = notebook(['# Refunds\n', TOOL, DESK], { text: [0] });
    const report = await reportOf({ 'desk.ipynb': text });
    expect(report.files).toEqual([{ path: 'desk.ipynb', dialect: 'agents-sdk' }]);
    const finding = report.findings.find(({ rule }) => rule === 'approval/missing');
    expect(await ungatedIn(text)).toEqual([`${placeOf(text)}, cell 2 line 4`]);
    expect(finding?.message).toBe(
      'Cell 2, line 4: `issue_refund` pays out money without human approval (inferred from its name: "refund").',
    );
  });

  it('has the same places where a cell is one text, and where the whole file is one line', async () => {
    const asText = notebook([TOOL, DESK], { asText: true });
    const asLine = JSON.stringify(JSON.parse(asText));
    for (const text of [asText, asLine])
      expect(await ungatedIn(text)).toEqual([`${placeOf(text)}, cell 1 line 4`]);
  });

  it('is read without the lines and cells that are for IPython or another language', async () => {
    const magics = [
      '%pip install \\\n  openai-agents\n!ls -la "it\'s\n',
      '%%bash\nfrom agents import (\n',
      '%%time\nfiles = !ls\nrows = %sql select "x\n',
      'if rows:\n    %cd (here\nAgent?\n?Agent\nrate = (7\n  % 2)\n',
      '%%writefile other.py\ndef f(:\n',
    ];
    const text = notebook([...magics, TOOL, DESK.replace('await', '%time await')]);
    expect(await ungatedIn(text)).toEqual([`${placeOf(text)}, cell 6 line 4`]);
    expect((await reportOf({ 'desk.ipynb': text })).notAssessed).toEqual([]);
  });

  it('keeps a line of a text or an expression that begins with the mark of a magic', async () => {
    const tool = TOOL.replace('"""Sends the "refund" of an order."""', '"""Pays.\n%pip\n"""').replace(
      'stripe.Refund.create(charge=order).id',
      '("%s"\n% shutil.rmtree(order))',
    );
    const text = notebook([`import shutil\n${tool}`, DESK]);
    expect((await reportOf({ 'desk.ipynb': text })).findings[0]?.message).toContain(
      'runs `shutil.rmtree(order)`',
    );
  });

  it('is read where its kernel names a language whose code is Python, too', async () => {
    const coconut = '"name": "coconut", "mimetype": "text/x-python3"';
    const text = notebook([TOOL, DESK]).replace('"name": "python"', coconut);
    expect(await ungatedIn(text)).toEqual([`${placeOf(text)}, cell 1 line 4`]);
  });

  it('is judged the same whatever its cells have printed', async () => {
    const printed =
      'from agents import Agent\nAgent(name="x", tools=[delete_all])\n# agent-lint-ignore approval/missing -- x';
    const messages = async (text: string) =>
      (await reportOf({ 'desk.ipynb': text })).findings.map(({ message }) => message);
    expect(await messages(notebook([TOOL, DESK], { printed }))).toEqual(
      await messages(notebook([TOOL, DESK])),
    );
    expect((await reportOf({ 'desk.ipynb': notebook(['import os'], { printed }) })).files).toEqual([]);
  });

  it('can have a loop by hand, with the dispatch in a later cell', async () => {
    const text = notebook([
      'import json, shutil\nfrom openai import OpenAI\nclient = OpenAI()\n',
      `def clean(path):
    shutil.rmtree(path)

TOOLS = [{"type": "function", "function": {"name": name}} for name in ("clean", "look")]
RUN = {"clean": clean, "look": open}
`,
      `messages = [{"role": "user", "content": input()}]
while True:
    reply = client.chat.completions.create(model="m", messages=messages, tools=TOOLS).choices[0].message
    for call in reply.tool_calls:
        RUN[call.function.name](**json.loads(call.function.arguments))
`,
    ]);
    const found = (await reportOf({ 'loop.ipynb': text })).findings.map(
      ({ rule, range: { cell } }) => `${cell?.number}:${cell?.line} ${rule}`,
    );
    expect(found).toContain('2:4 approval/missing');
    expect(found).toContain('3:2 delegation/unbounded-turns');
  });

  it('sees the programs beside it, and a run of one file of them is that of all', async () => {
    const files = { 'tools.py': TOOL, 'desk.ipynb': notebook([`from tools import *\n${DESK}`]) };
    const places = async (...args: string[]) =>
      (await reportOf(files, ...args)).findings.map(({ rule, message }) => `${rule} ${message}`);
    expect((await places()).filter((one) => one.startsWith('approval/missing'))).toHaveLength(1);
    expect((await places('tools.py')).filter((one) => one.startsWith('approval/missing'))).toHaveLength(1);
    expect((await places('desk.ipynb')).filter((one) => one.startsWith('guardrail/'))).toEqual(
      (await places()).filter((one) => one.startsWith('guardrail/')),
    );
  });

  it('applies comments in its cells to the next line of code, also where all of it is one line', async () => {
    const ignoring = TOOL.replace('@', '# agent-lint-ignore approval/missing -- "sandbox" only\n@');
    const stray = '# agent-lint-ignore approval/missing -- nothing below\n';
    for (const text of [
      notebook([ignoring, DESK, stray]),
      JSON.stringify(JSON.parse(notebook([ignoring, DESK, stray]))),
    ]) {
      const { findings } = await reportOf({ 'desk.ipynb': text });
      const found = findings.flatMap(({ rule, ignored, range: { cell } }) =>
        /approval|unused/.test(rule) ? [`${rule} cell ${cell?.number} ${ignored ? 'ignored' : ''}`] : [],
      );
      expect(found).toEqual(['approval/missing cell 1 ignored', 'config/unused-ignore cell 3 ']);
    }
  });

  it('has the places of calls in its cells', async () => {
    const paying = TOOL.replace(/ {4}return.*\n?$/, '    requests.post("https://pay.example.com/refunds")\n');
    const text = notebook([`import requests\n`, paying, DESK]);
    const { findings } = await reportOf({ 'my desk.ipynb': text });
    expect(findings.find(({ rule }) => rule === 'approval/missing')?.message).toContain(
      ' at `my desk.ipynb`, cell 2, line 6).',
    );
  });

  it('is fixed in its JSON, which stays valid', async () => {
    const text = notebook([TOOL, DESK]);
    const cwd = folderWith({ 'desk.ipynb': text });
    const run = await runCli(cwd, ['check', '--fix-unsafe', '--format', 'json']);
    expect(run.stderr).toContain('Fixed 1 finding in 1 file.');
    const gated = '    "@function_tool(needs_approval=True)\\n"';
    expect(readFileSync(join(cwd, 'desk.ipynb'), 'utf8')).toBe(
      text.replace('    "@function_tool\\n"', gated),
    );
  });

  it('is checked in a commit, and a gate that it loses is reported', async () => {
    const gated = notebook([TOOL.replace('@function_tool', '@function_tool(needs_approval=True)'), DESK]);
    const repository = newRepository({ 'desk.ipynb': gated });
    repository.write('desk.ipynb', notebook([TOOL, DESK]));
    repository.git('add', '.');
    const run = await repository.run('check', '--staged', '--format', 'compact');
    expect(run.status).toBe(1);
    expect(run.stdout).toContain(': error approval/missing Cell 1, line 4: `issue_refund` pays out money');
  });
});

describe('a notebook that cannot be read', () => {
  it('as JSON is an error at the first faulty position, if it imports an SDK', async () => {
    const text = notebook([TOOL, DESK]).replace('"metadata": {},', '"metadata": {},,');
    const report = await reportOf({ 'desk.ipynb': text, 'plot.ipynb': '{ "cells": [ "import pandas"' });
    expect(report.findings).toMatchObject([
      {
        rule: 'file/syntax',
        range: { start: { line: 5, column: 19 } },
        message: '`desk.ipynb` does not parse: expected a key in double quotes before ",".',
      },
    ]);
    expect(report.notAssessed).toEqual([]);
  });

  it('in one cell is read in the others, and the cell is listed', async () => {
    const text = notebook(['rates = (', TOOL, 'text = """\nno end\n', DESK]);
    expect(await ungatedIn(text)).toEqual([`${placeOf(text)}, cell 2 line 4`]);
    expect((await reportOf({ 'desk.ipynb': text })).notAssessed.map(({ message }) => message)).toEqual([
      '`desk.ipynb`: read in part: cell 1 has a syntax error in line 1; cell 3 has a syntax error in line 1',
    ]);
  });

  it('because the cell of the agent does not parse is named as not checked', async () => {
    const run = await runCli(
      folderWith({ 'desk.ipynb': notebook([TOOL, 'desk = Agent(tools=[issue_refund]']) }),
      [],
    );
    expect(run.stderr).toContain(
      'agent-lint: desk.ipynb was not checked: read in part: cell 2 has a syntax error in line 1.\n',
    );
  });

  it('because it is in another language is named as not checked if it imports an SDK', async () => {
    const files = {
      'desk.ipynb': notebook(['agents <- reticulate::import("agents")\n'], { language: 'R' }),
      'plot.ipynb': notebook(['library(ggplot2)\n'], { language: 'R' }),
    };
    const run = await runCli(folderWith(files), ['check', '--allow-none']);
    expect(run.status).toBe(0);
    expect(run.stderr).toBe(
      'agent-lint: desk.ipynb was not checked: a notebook in R; only notebooks in Python are read.\n' +
        'agent-lint: No agent configuration found among 2 files.\n',
    );
  });

  it('or has no cells, or other values in their place, is left out', async () => {
    const odd =
      '{"cells": [3, null, {"cell_type": "code"}, {"cell_type": "code", "source": [1, null, "from agents import Agent"]}]}';
    const run = await runCli(folderWith({ 'a.ipynb': '', 'b.ipynb': '[]', 'c.ipynb': odd }), [
      'check',
      '--allow-none',
    ]);
    expect([run.status, run.stderr]).toEqual([
      0,
      'agent-lint: No agent configuration found among 3 files.\n',
    ]);
  });

  it('twice is read once: copies that Jupyter keeps are left out', async () => {
    const text = notebook([TOOL, DESK]);
    expect(
      (await reportOf({ 'desk.ipynb': text, '.ipynb_checkpoints/desk-checkpoint.ipynb': text })).files,
    ).toEqual([{ path: 'desk.ipynb', dialect: 'agents-sdk' }]);
  });
});
