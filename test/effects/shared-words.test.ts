import { expect, test } from 'vitest';
import { lintFiles } from '../rules/lint-files.js';

/** A saved list of tools, and a client that has the server. */
const withTools = (names: readonly string[]) =>
  lintFiles({
    '.mcp.json': JSON.stringify({ mcpServers: { desk: { url: 'https://desk.example/mcp' } } }),
    '.agent-lint/tools/desk.json': JSON.stringify({
      server: { name: 'desk' },
      tools: names.map((name) => ({ name, inputSchema: { type: 'object' } })),
    }),
  });

const effectsOf = async (names: readonly string[]) => {
  const { systems } = await withTools(names);
  return systems.flatMap(({ agents }) =>
    agents.flatMap(({ mcpServers }) =>
      mcpServers.flatMap(({ offered }) =>
        (offered?.tools ?? []).map(({ name, effect }) => [name, effect.effect]),
      ),
    ),
  );
};

test('a saved list shows which words its tools share: what follows them is the verb', async () => {
  expect(await effectsOf(['tw_post', 'tw_get'])).toEqual([
    ['tw_post', 'outward'],
    ['tw_get', 'read'],
  ]);
  // Without a shared beginning `tw_post` may be a post of Twitter.
  expect(await effectsOf(['tw_post', 'list_users'])).toEqual([
    ['tw_post', 'unknown'],
    ['list_users', 'read'],
  ]);
});
