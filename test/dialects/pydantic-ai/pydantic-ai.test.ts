import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

const IMPORTS = `import os
from pydantic_ai import Agent, ApprovalRequiredToolset, FunctionToolset, RunContext, Tool
from pydantic_ai.usage import UsageLimits
`;
const REMOVE = `def remove_file(path: str) -> str:
    os.remove(path)
    return path
`;
const indented = (decorator: string) => `${decorator}\n${REMOVE}`;

/** Findings of a program as \`line severity rule\`, of the rules whose names match. */
async function findings(program: string, rules: RegExp): Promise<string[]> {
  const { findings: all } = await lintFiles({ 'agent.py': `${IMPORTS}${program}` });
  return all
    .filter(({ rule }) => rules.test(rule))
    .map(({ range: { start }, severity, rule }) => `${start.line} ${severity} ${rule}`);
}

const MISSING = 'error approval/missing';

describe('a tool of a Pydantic AI agent', () => {
  it.each([
    ['a function of the list', `${REMOVE}agent = Agent('m', tools=[remove_file])\n`, 4],
    ['a Tool', `${REMOVE}agent = Agent('m', tools=[Tool(remove_file)])\n`, 4],
    [
      'a Tool by the name of its option',
      `${REMOVE}agent = Agent('m', tools=[Tool(function=remove_file)])\n`,
      4,
    ],
    ['a decorator', `agent = Agent('m')\n${indented('@agent.tool_plain')}`, 6],
    ['a decorator that is called', `agent = Agent('m')\n${indented('@agent.tool_plain(retries=2)')}`, 6],
    ['a call of the decorator', `agent = Agent('m')\n${REMOVE}agent.tool_plain(remove_file)\n`, 5],
    [
      'a toolset',
      `files = FunctionToolset([remove_file])\nagent = Agent('m', toolsets=[files])\n`.replace(
        'files',
        `${REMOVE}files`,
      ),
      4,
    ],
    [
      'a decorator of a toolset',
      `files = FunctionToolset()\n${indented('@files.tool')}agent = Agent('m', toolsets=[files])\n`,
      6,
    ],
    [
      'a filtered toolset',
      `files = FunctionToolset()\n${indented('@files.tool')}agent = Agent('m', toolsets=[files.filtered(lambda ctx, t: True)])\n`,
      6,
    ],
  ])('is found as %s, and deletes without a gate', async (_, program, line) => {
    expect(await findings(program, /^approval\//)).toEqual([`${line} ${MISSING}`]);
  });

  it.each([
    ['a function that nobody gives to an agent', `${REMOVE}agent = Agent('m')\n`],
    [
      'a decorator of something else',
      `${indented('@app.tool')}agent = Agent('m')\n`.replace('@app', 'from app import app\n@app'),
    ],
    [
      'a toolset that no agent has',
      `files = FunctionToolset()\n${indented('@files.tool')}agent = Agent('m')\n`,
    ],
    [
      'an Agent of the project',
      `${REMOVE}class Agent:\n    def __init__(self, model, tools): ...\nagent = Agent('m', tools=[remove_file])\n`,
    ],
  ])('is not %s', async (_, program) => {
    expect(await findings(program, /^approval\//)).toEqual([]);
  });

  it.each([
    ['on the decorator', `agent = Agent('m')\n${indented('@agent.tool_plain(requires_approval=True)')}`],
    ['on the Tool', `${REMOVE}agent = Agent('m', tools=[Tool(remove_file, requires_approval=True)])\n`],
    [
      'on the toolset',
      `files = FunctionToolset(requires_approval=True)\n${indented('@files.tool')}agent = Agent('m', toolsets=[files])\n`,
    ],
    [
      'of a wrapper',
      `files = FunctionToolset()\n${indented('@files.tool')}agent = Agent('m', toolsets=[ApprovalRequiredToolset(files)])\n`,
    ],
    [
      'of a method',
      `files = FunctionToolset()\n${indented('@files.tool')}agent = Agent('m', toolsets=[files.approval_required()])\n`,
    ],
    [
      'of a method with a predicate',
      `files = FunctionToolset()\n${indented('@files.tool')}agent = Agent('m', toolsets=[files.approval_required(lambda ctx, t, args: args['path'] != 'a')])\n`,
    ],
  ])('is gated %s', async (_, program) => {
    expect(await findings(program, /^approval\/(?!unanswered)/)).toEqual([]);
  });

  it('runs without a person where the predicate never asks', async () => {
    const program = `files = FunctionToolset()\n${indented('@files.tool')}agent = Agent('m', toolsets=[files.approval_required(lambda ctx, t, args: False)])\n`;
    expect(await findings(program, /^approval\//)).toEqual([`6 ${MISSING}`]);
  });

  it('has an own gate that wins over that of its toolset', async () => {
    const program = `files = FunctionToolset(requires_approval=True)\n${indented('@files.tool(requires_approval=False)')}agent = Agent('m', toolsets=[files])\n`;
    expect(await findings(program, /^approval\//)).toEqual([`6 ${MISSING}`]);
  });
});

describe('a run of a Pydantic AI agent', () => {
  it.each([
    ['', []],
    [', usage_limits=UsageLimits(request_limit=4)', []],
    [', usage_limits=UsageLimits(request_limit=None)', ['5 warning delegation/unbounded-turns']],
  ])('is bounded by its requests: run_sync(text%s)', async (options, expected) => {
    const program = `agent = Agent('m')\nagent.run_sync(input()${options})\n`;
    expect(await findings(program, /^delegation\//)).toEqual(expected);
  });
});
