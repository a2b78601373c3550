import { describe, expect, it } from 'vitest';
import { lintFiles, statedFindings } from '../../rules/lint-files.js';

const TS = "import { Agent, tool } from '@openai/agents';\n";
const PY = 'from agents import Agent, function_tool\n';

async function lint(file: string, text: string) {
  const result = await lintFiles({ [file]: text });
  return {
    ungated: statedFindings(result, 'approval/missing').map((one) => one.split(' ')[0]),
    agents: result.systems.flatMap(({ agents }) => agents.map(({ name }) => name)),
    open: result.systems.flatMap(({ unresolved }) => unresolved.map(({ why }) => why)),
  };
}

describe('what is made for each item of a list', () => {
  it('is judged where the item names it (TypeScript)', async () => {
    const text = `${TS}const specs = [
  { name: 'get_order', ask: false },
  { name: 'cancel_order', ask: true },
  { name: 'refund_order', ask: false },
];
export const a = new Agent({ name: 'A', tools: specs.map((one) => tool({ name: one.name, description: 'x', parameters: {}, needsApproval: one.ask, execute: async () => 'x' })) });
`;
    expect(await lint('a.ts', text)).toEqual({ ungated: ['5:11'], agents: ['A'], open: [] });
  });

  it('is judged where the function stands (Python)', async () => {
    const text = `${PY}def get_user(i): ...
def delete_user(i): ...
a = Agent(name="A", tools=[function_tool(f) for f in [get_user, delete_user]])
`;
    expect(await lint('a.py', text)).toEqual({ ungated: ['3:5'], agents: ['A'], open: [] });
  });

  it('is an agent each, and none beside them', async () => {
    const python = `${PY}@function_tool
def send_mail(i): ...
SPECS = {"one": [send_mail], "two": []}
a = Agent(name="A", handoffs=[Agent(name=n, tools=t) for n, t in SPECS.items()])
`;
    expect(await lint('a.py', python)).toEqual({ ungated: ['3:5'], agents: ['A', 'one', 'two'], open: [] });
    const script = `${TS}const specs = [{ name: 'one' }, { name: 'two' }];
export const a = new Agent({ name: 'A', handoffs: specs.map(({ name }) => new Agent({ name })) });
`;
    expect(await lint('a.ts', script)).toEqual({ ungated: [], agents: ['A', 'one', 'two'], open: [] });
  });

  it('stays open where a condition leaves some out', async () => {
    const python = `${PY}def delete_user(i): ...
a = Agent(name="A", tools=[function_tool(f) for f in [delete_user] if safe(f)])
`;
    expect(await lint('a.py', python)).toEqual({
      ungated: ['2:5'],
      agents: ['A'],
      open: ['chosen by a condition'],
    });
    const script = `${TS}const t = tool({ name: 'delete_user', description: 'x', parameters: {}, execute: async () => 'x' });
export const a = new Agent({ name: 'A', tools: [t].filter((one) => isSafe(one)) });
`;
    expect(await lint('a.ts', script)).toEqual({
      ungated: ['2:24'],
      agents: ['A'],
      open: ['chosen by a condition'],
    });
  });

  it('is read for a bounded number of items', async () => {
    const specs = Array.from({ length: 300 }, (_, i) => `{ name: 'get_${i}' }`).join(', ');
    const text = `${TS}const specs = [${specs}];
export const a = new Agent({ name: 'A', tools: specs.map((one) => tool({ name: one.name, description: 'x', parameters: {}, execute: async () => 'x' })) });
`;
    expect((await lint('a.ts', text)).open).toEqual(['made for too many items']);
  });
});

describe('a list that is put together of what others hold', () => {
  const REFUND = "tool({ name: 'issue_refund', description: 'x', parameters: {}, execute: async () => 'x' })";
  it.each([
    ['the tools of plug-ins', 'plugins.flatMap((one) => one.tools)', ['2:41']],
    ['one for each', 'plugins.flatMap((one) => one.tools[0])', ['2:41']],
    ['none of them', 'plugins.flatMap(() => [])', []],
  ])('%s', async (_, tools, ungated) => {
    const text = `${TS}const plugins = [{ tools: [${REFUND}] }];
export const a = new Agent({ name: 'A', tools: ${tools} });
`;
    expect(await lint('a.ts', text)).toEqual({ ungated, agents: ['A'], open: [] });
  });

  it('all that a module exports, its own and what it passes on', async () => {
    const files = {
      'a.ts': `${TS}import * as tools from './tools';\nexport const a = new Agent({ name: 'A', tools: Object.values(tools) });\n`,
      'tools.ts': `${TS}export * from './more';\nexport interface Options {}\nconst hidden = ${REFUND};\n`,
      'more.ts': `${TS}export const refund = ${REFUND};\nexport default ${REFUND};\n`,
    };
    const result = await lintFiles(files);
    expect(statedFindings(result, 'approval/missing').map((one) => one.split(' ')[0])).toEqual(['2:36']);
    const outside = { ...files, 'tools.ts': "export * from 'other';\n" };
    const { findings, systems } = await lintFiles(outside, { only: ['approval/missing'] });
    expect(findings).toEqual([]);
    expect(systems.flatMap(({ unresolved }) => unresolved.map(({ why }) => why))).toEqual([
      'computed by Object.values()',
    ]);
  });
});
