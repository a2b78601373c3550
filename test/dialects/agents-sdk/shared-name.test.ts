import { describe, expect, it } from 'vitest';
import { sharedNames } from '../../../src/assess/approval/shared-names.js';
import type { Agent, McpServer, Tool } from '../../../src/model/index.js';

describe('a gate that is found by the name', () => {
  const place = (line: number) => ({
    file: 'a.py',
    path: '',
    range: () => ({ start: { line, column: 1 }, end: { line, column: 2 } }),
  });
  const gated = (keyed: boolean): Tool => ({
    name: 'delete_entry',
    kind: 'function',
    at: place(1),
    effect: { effect: 'destructive', confidence: 'high', because: { from: 'declared' } } as Tool['effect'],
    openEnded: false,
    approval: { state: 'shown', value: { by: 'human', stated: 'x', ...(keyed ? { keyed: true } : {}) } },
  });
  const server = (more: Partial<McpServer>): McpServer => ({
    name: 'files',
    address: 'files',
    transport: 'stdio',
    at: place(2),
    allowedTools: { state: 'absent' },
    tools: [],
    scopes: [],
    values: [],
    ...more,
  });
  const found = (tool: Tool, servers: McpServer[]) =>
    sharedNames({
      name: 'A',
      at: place(9),
      nameAt: place(9),
      tools: [tool],
      mcpServers: servers,
      handoffs: [],
      delegatesTo: [],
      guardrails: { input: { state: 'absent' }, output: { state: 'absent' } },
    } as Agent).map(({ flaw }) => flaw.why);
  const list = (name: string) => ({
    file: 'files.tools.json',
    tools: [{ ...gated(false), name, at: place(5), approval: { state: 'absent' } as const }],
  });

  it.each([
    [
      'a server without a list',
      true,
      {},
      ['the gate is found by the name, and `files` can offer a tool of that name, too'],
    ],
    ['a saved list with the name', true, { offered: list('delete_entry') }, ['`A` has 2 tools of that name']],
    ['a saved list without it', true, { offered: list('get_entry') }, []],
    ['an allow-list', true, { allowedTools: { state: 'shown', value: ['get_entry'] } }, []],
    ['a prefix', true, { names: 'prefixed' }, []],
    ['a gate of the tool itself', false, {}, []],
  ] as const)('beside %s', (_, keyed, more, expected) => {
    expect(found(gated(keyed), [server(more as Partial<McpServer>)])).toEqual(expected);
  });
});
