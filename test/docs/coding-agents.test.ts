import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lint } from '../../src/index.js';
import { BIN, folderWith, runBinary } from '../cli/run-cli.js';

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/coding-agents.md'), 'utf8');

/** The settings of each client, by the file that the page names. */
const snippets = Object.fromEntries(
  [...PAGE.matchAll(/^.+, `(\S+)`:\n\n```\w+\n([^`]+)```$/gm)].map(([, file = '', text = '']) => [
    file,
    text,
  ]),
);

it('check and snapshot have nothing to say of the server of agent-lint, as the page sets it up for each client', async () => {
  expect(Object.keys(snippets)).toEqual([
    '.mcp.json',
    '.codex/config.toml',
    '.vscode/mcp.json',
    '.cursor/mcp.json',
  ]);
  const folder = folderWith(snippets);
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  symlinkSync(BIN, join(folder, 'node_modules/.bin/agent-lint'));
  const before = await lint({ cwd: folder });
  expect(before.files.map(({ path }) => path).sort()).toEqual(Object.keys(snippets).sort());
  expect(before.findings).toEqual([]);
  const snapshot = runBinary(folder, ['snapshot', 'agent-lint'], '', { HOME: folderWith({}) });
  expect(snapshot).toEqual({
    status: 0,
    stdout: 'Wrote 4 tools of agent-lint in .agent-lint/tools/agent-lint.json.\n',
    stderr: 'agent-lint: Starting npx --no-install agent-lint mcp\n',
  });
  const after = await lint({ cwd: folder });
  expect(after.findings).toEqual([]);
  expect(after.notAssessed).toEqual([]);
  expect(after.files).toHaveLength(before.files.length + 1);
  const names = (
    JSON.parse(readFileSync(join(folder, '.agent-lint/tools/agent-lint.json'), 'utf8')) as {
      tools: { name: string }[];
    }
  ).tools.map(({ name }) => name);
  for (const name of names) expect(PAGE).toContain(`| \`${name}\` |`);
});
