import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

const HEAD = `import { Agent, tool } from '@openai/agents';
const d = tool({ name: 'delete_user', description: 'x', parameters: {}, execute: async () => 'x' });
const e = tool({ name: 'list_users', description: 'x', parameters: {}, execute: async () => 'x' });
`;

/** Errors as `line:column rule`, the tools of the agent, and what of it was not resolved. */
async function read(files: Record<string, string>): Promise<[string[], string[], string[]]> {
  const { findings, systems } = await lintFiles(files);
  const errors = findings
    .filter(({ severity }) => severity === 'error')
    .map(({ range, rule }) => `${range.start.line}:${range.start.column} ${rule}`);
  const [system] = systems;
  const tools = system?.agents[0]?.tools.map(({ name }) => name) ?? [];
  return [errors, tools, system?.unresolved.map(({ what }) => what) ?? []];
}

const script = (options: string) => ({
  'a.ts': `${HEAD}export const make = (o: Options) => new Agent({ name: 'A', ${options} });\n`,
});
const MISSING = '2:24 approval/missing';

describe('a spread of one object or another', () => {
  it.each([
    ['a choice', 'tools: [d], ...(o.model ? { model: o.model } : {})'],
    ['a choice of two', "tools: [d], ...(o.fast ? { model: 'a' } : { instructions: 'x' })"],
    ['and', 'tools: [d], ...(o.model && { model: o.model })'],
    ['nothing', 'tools: [d], ...(o.model ? { model: o.model } : undefined)'],
  ])('replaces no other member: %s', async (_, options) => {
    expect(await read(script(options))).toEqual([[MISSING], ['delete_user'], []]);
  });

  it('may give lists, which hold what any of them may hold', async () => {
    expect(await read(script('...(o.all ? { tools: [d] } : {})'))).toEqual([[MISSING], ['delete_user'], []]);
    expect(await read(script('tools: [d], ...(o.all ? { tools: [e] } : {})'))).toEqual([
      [MISSING],
      ['delete_user', 'list_users'],
      [],
    ]);
  });

  it('judges what an object that is not known may replace, and leaves it open', async () => {
    expect(await read(script('tools: [d], ...(o.more ? o.more : {})'))).toEqual([
      ['2:24 approval/missing'],
      ['delete_user'],
      ['a tool of `agent`', 'an MCP server of `agent`', 'the handoffs of `agent`'],
    ]);
  });

  it('reports a gate that is off unless a setting is made, and leaves one open that a caller may state', async () => {
    const gate = async (test: string): Promise<unknown[]> => {
      const gated = HEAD.replace("'x' });", `'x', ...(${test} ? { needsApproval: true } : {}) });`);
      const { findings, systems } = await lintFiles({
        'a.ts': `${gated}export const a = new Agent({ name: 'A', tools: [d] });\n`,
      });
      const errors = findings.filter(({ severity }) => severity === 'error');
      return [systems[0]?.agents[0]?.tools[0]?.approval.state, ...errors.map(({ rule }) => rule)];
    };
    expect(await gate('process.env.ASK')).toEqual(['absent', 'approval/missing']);
    expect(await gate('settings.ask')).toEqual(['undecidable']);
  });
});
