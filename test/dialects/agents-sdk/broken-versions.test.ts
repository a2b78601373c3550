import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

/** Findings and gaps of the rule, as `file:line what is not enforced`. */
async function broken(files: Record<string, string>): Promise<string[]> {
  const { findings, notAssessed } = await lintFiles(files);
  const wordsOf = (message: string) =>
    message.replace(/^.*?(?:does not enforce|enforces) /, '').replace(/:.*$/, '');
  return [
    ...findings
      .filter(({ rule }) => rule === 'approval/broken-version')
      .map(({ file, range, message }) => `${file}:${range.start.line} ${wordsOf(message)}`),
    ...notAssessed
      .filter(({ rule }) => rule === 'approval/broken-version')
      .map(({ at, message }) => `${at.file}? ${wordsOf(message)}`),
  ];
}

const tool = (gate: string) =>
  `import { Agent, run, tool } from '@openai/agents';
import { z } from 'zod';
const issueRefund = tool({ name: 'issue_refund', description: 'Refund', parameters: z.object({}), ${gate}execute: async () => 'done' });
const refunds = new Agent({ name: 'Refunds', tools: [issueRefund] });
`;

const START = 'export const answer = (text: string) => run(refunds, text);\n';

const NESTED =
  "const desk = new Agent({ name: 'Desk', tools: [refunds.asTool({ toolName: 'refunds' })] });\nexport const answer = (text: string) => run(desk, text);\n";

const python = (gate: string) => `from agents import Agent, Runner, function_tool


@function_tool(${gate})
def issue_refund(charge: str) -> str:
    return charge


refunds = Agent(name="Refunds", tools=[issue_refund])
desk = Agent(name="Desk", tools=[refunds.as_tool(tool_name="refunds", tool_description="x")])


def answer(text: str):
    return Runner.run_sync(desk, text)
`;

const npmLock = (version: string) =>
  JSON.stringify({ packages: { 'node_modules/@openai/agents': { version } } }, undefined, 1);
const uvLock = (version: string) => `[[package]]\nname = "openai-agents"\nversion = "${version}"\n`;

describe('a locked version of the Agents SDK for TypeScript', () => {
  it.each([
    ['0.14.9', 'needsApproval: true, ', START, ['package-lock.json:4 the gate of `issue_refund`']],
    ['0.15.0', 'needsApproval: true, ', START, []],
    ['0.14.9', '', START, []],
    [
      '0.13.0',
      'needsApproval: (_, { a }) => a > 5, ',
      START,
      ['package-lock.json:4 the gate of `issue_refund`'],
    ],
    ['0.4.3', 'needsApproval: true, ', NESTED, ['package-lock.json:4 the gate of `issue_refund`']],
  ])('%s with %s', async (version, gate, rest, expected) => {
    const files = { 'desk.ts': tool(gate) + rest, 'package-lock.json': npmLock(version) };
    expect(await broken(files)).toEqual(expected);
  });

  it.each([
    ['0.4.4', 'false', ['package-lock.json:4 `traceIncludeSensitiveData`']],
    ['0.4.5', 'false', []],
    ['0.4.4', 'true', []],
  ])('%s with traceIncludeSensitiveData: %s', async (version, value, expected) => {
    const runner = `import { Runner } from '@openai/agents';\nexport const runner = new Runner({ traceIncludeSensitiveData: ${value} });\nexport const answer = (text: string) => runner.run(refunds, text);\n`;
    const files = { 'desk.ts': tool('') + runner, 'package-lock.json': npmLock(version) };
    expect(await broken(files)).toEqual(expected);
  });

  it('says everything that happens, and the first version without it', async () => {
    const files = (version: string) => ({
      'desk.ts': tool('needsApproval: true, ') + NESTED,
      'package-lock.json': npmLock(version),
    });
    const of = async (version: string) => {
      const { findings } = await lintFiles(files(version));
      return findings.filter(({ rule }) => rule === 'approval/broken-version');
    };
    const [one] = await of('0.4.3');
    expect(one?.message).toContain(
      'is not resumed after its approval; (2) an approval is not bound to the call',
    );
    expect(one?.remediation).toBe(
      'Update @openai/agents to 0.15.0 or later: run `npm install @openai/agents@0.15.0`. Decide which newer version your program works with.',
    );
    expect(one?.related?.map(({ file, range }) => [file, range.start.line])).toEqual([['desk.ts', 3]]);
    const [fixedNested] = await of('0.4.4');
    expect(fixedNested?.message).not.toContain('is not resumed');
  });

  it('is unknown where a range has versions with the fix and without it', async () => {
    const files = (range: string) => ({
      'desk.ts': tool('needsApproval: true, ') + START,
      'package.json': `{ "dependencies": { "@openai/agents": "${range}" } }`,
    });
    expect(await broken(files('>=0.14.0'))).toEqual(['package.json? the gate of `issue_refund`']);
    expect(await broken(files('^0.14.0'))).toEqual(['package.json:1 the gate of `issue_refund`']);
    expect(await broken(files('^0.15.0'))).toEqual([]);
    expect(await broken({ 'desk.ts': tool('needsApproval: true, ') + START })).toEqual([]);
  });

  it('does not count a gate as met that it does not enforce', async () => {
    const met = async (version: string) => {
      const files = {
        'desk.ts': tool('needsApproval: true, ') + START,
        'package-lock.json': npmLock(version),
      };
      return (await lintFiles(files)).met.filter(({ rule }) => rule === 'approval/missing');
    };
    expect(await met('0.15.0')).not.toEqual([]);
    expect(await met('0.14.9')).toEqual([]);
  });
});

describe('a locked version of the Agents SDK for Python', () => {
  it.each([
    ['0.19.9', 'needs_approval=True', ['uv.lock:3 the gate of `issue_refund`']],
    ['0.20.0', 'needs_approval=True', []],
    ['0.9.0', 'needs_approval=True', ['uv.lock:3 the gate of `issue_refund`']],
    ['0.9.0', '', []],
  ])('%s with %s', async (version, gate, expected) => {
    expect(await broken({ 'desk.py': python(gate), 'uv.lock': uvLock(version) })).toEqual(expected);
  });

  it('reports of a gate in an agent that is a tool only what the program shows', async () => {
    const { findings } = await lintFiles({
      'desk.py': python('needs_approval=True'),
      'uv.lock': uvLock('0.9.0'),
    });
    const [found, ...more] = findings.filter(({ rule }) => rule === 'approval/broken-version');
    expect(more).toEqual([]);
    expect(found?.message).toBe(
      '`openai-agents` `0.9.0` does not enforce the gate of `issue_refund`: an approval is not bound to the call that was approved: in a resumed run it counts for another one.',
    );
  });
});

describe('the remedy of a tool without a gate', () => {
  const remedy = async (files: Record<string, string>) => {
    const { findings } = await lintFiles(files, { only: ['approval/missing'] });
    return findings.map(({ remediation }) => /^.*?(?=: each call)/.exec(remediation)?.[0]);
  };
  const add = 'Add `needsApproval: true` to this `tool()`';

  it.each([
    [
      '0.14.9',
      `First update @openai/agents to 0.15.0 or later (run \`npm install @openai/agents@0.15.0\`): in 0.14.9, an approval is not bound to the call that was approved: in a resumed run it counts for another one. Then: ${add}`,
    ],
    ['0.20.0', add],
  ])('says to update first where the gate would not hold: %s', async (version, expected) => {
    const files = { 'desk.ts': tool('') + START, 'package-lock.json': npmLock(version) };
    expect(await remedy(files)).toEqual([expected]);
  });
});

describe('a locked version of deepagents', () => {
  it('is no defect of the gates beside its subagents', async () => {
    const desk = `from deepagents import create_deep_agent
from langgraph.checkpoint.memory import InMemorySaver


def issue_refund(charge: str) -> str:
    """Refund a charge."""
    return charge


helper = {"name": "helper", "description": "Helps", "system_prompt": "Help.", "interrupt_on": {"issue_refund": True}}
desk = create_deep_agent(
    tools=[issue_refund],
    subagents=[helper],
    interrupt_on={"issue_refund": True},
    checkpointer=InMemorySaver(),
)
`;
    const lock = '[[package]]\nname = "deepagents"\nversion = "0.4.0"\n';
    expect(await broken({ 'desk.py': desk, 'uv.lock': lock })).toEqual([]);
  });
});
