import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

/** Findings as `file:line rule`, sorted, without what every agent without requirements has. */
async function found(files: Record<string, string>): Promise<string[]> {
  const { findings } = await lintFiles(files);
  return findings
    .filter(({ rule }) => rule !== 'runtime/undecided')
    .map(({ file, range, rule }) => `${file}:${range.start.line} ${rule}`)
    .sort();
}

const GUARD = `{ name: 'g', execute: async () => ({ tripwireTriggered: false, outputInfo: {} }), runInParallel: false }`;
const TOOL = `import { tool } from '@openai/agents';
export const d = tool({ name: 'delete_user', description: 'x', parameters: {}, execute: async () => 'x' });
`;
const AGENT = `import { Agent } from '@openai/agents';
export const a = new Agent({ name: 'A', tools: [], inputGuardrails: [${GUARD}], outputGuardrails: [${GUARD}] });
`;

describe('a program that uses no SDK and imports one that does', () => {
  it('changes the agents of others', async () => {
    const wire = "import { a } from './a';\nimport { d } from './d';\na.tools.push(d);\n";
    expect(await found({ 'a.ts': AGENT, 'd.ts': TOOL })).toEqual([]);
    expect(await found({ 'a.ts': AGENT, 'd.ts': TOOL, 'wire.ts': wire })).toEqual([
      'd.ts:2 approval/missing',
    ]);
  });

  it('runs them, with what the runner says', async () => {
    const runner = (options: string) =>
      `import { Agent, Runner } from '@openai/agents';\nexport const a = new Agent({ name: 'A', tools: [] });\nexport const runner = new Runner({ ${options} });\n`;
    const main = (turns: string) =>
      `import { a, runner } from './runner';\nawait runner.run(a, 'x', { maxTurns: ${turns} });\n`;
    const guards = `inputGuardrails: [${GUARD}], outputGuardrails: [${GUARD}]`;
    expect(await found({ 'runner.ts': runner(guards), 'main.ts': main('5') })).toEqual([]);
    expect(
      await found({ 'runner.ts': runner(`${guards}, tracingDisabled: true`), 'main.ts': main('null') }),
    ).toEqual(['main.ts:2 delegation/unbounded-turns', 'runner.ts:3 tracing/disabled']);
  });

  it('uses the SDK under names that the project hands on', async () => {
    const agent = `import { Agent, tool } from './sdk';
const d = tool({ name: 'delete_user', description: 'x', parameters: {}, execute: async () => 'x' });
new Agent({ name: 'A', tools: [d] });
`;
    for (const sdk of ["export { Agent, tool } from '@openai/agents';", "export * from '@openai/agents';"])
      expect(await found({ 'sdk.ts': sdk, 'agent.ts': agent })).toContain('agent.ts:2 approval/missing');
    const python = {
      'core/__init__.py': 'from .sdk import Agent, function_tool\n',
      'core/sdk.py': 'from agents import Agent, function_tool\n',
      'desk.py':
        'from core import Agent, function_tool\n@function_tool\ndef delete_user(i): ...\nAgent(name="A", tools=[delete_user])\n',
    };
    expect(await found(python)).toContain('desk.py:3 approval/missing');
  });

  it('is no agent where it does nothing with them', async () => {
    const { files } = await lintFiles({
      'a.ts': AGENT,
      'b.ts': "import { a } from './a';\nconsole.log(a.name);\n",
    });
    expect(files.map(({ path }) => path)).toEqual(['a.ts']);
  });
});

describe('a tool that the project makes in a way of its own', () => {
  it('stands where its name is passed', async () => {
    const define = `import { tool } from '@openai/agents';
export const define = ({ name }) => tool({ name, description: 'x', parameters: {}, execute: async () => 'x' });
`;
    const crm = `import { Agent } from '@openai/agents';
import { define } from './define';
const one = define({ name: 'delete_contact' });
const two = define({ name: 'delete_deal' });
new Agent({ name: 'A', tools: [one, two] });
`;
    const { findings } = await lintFiles({ 'define.ts': define, 'crm.ts': crm });
    const places = findings.flatMap(({ rule, file, range: { start } }) =>
      rule === 'approval/missing' ? [`${file}:${start.line}:${start.column}`] : [],
    );
    expect(places).toEqual(['crm.ts:3:28', 'crm.ts:4:28']);
  });

  it.each([
    [
      'a decorator around that of the SDK',
      'def audited(fn):\n    return function_tool(fn, needs_approval=GATE)\n',
    ],
    [
      'a part of it',
      'from functools import partial\naudited = partial(function_tool, needs_approval=GATE)\n',
    ],
  ])('is known by %s', async (_, decorator) => {
    const text = (gate: string) =>
      `from agents import Agent, function_tool\n${decorator.replace('GATE', gate)}@audited\ndef delete_user(i): ...\nAgent(name="A", tools=[delete_user])\n`;
    const missing = async (gate: string) =>
      (await found({ 'a.py': text(gate) })).filter((one) => one.endsWith('approval/missing'));
    expect(await missing('False')).toHaveLength(1);
    expect(await missing('True')).toEqual([]);
  });
});
