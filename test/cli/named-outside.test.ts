import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findingsOf, folderWith, runCli } from './run-cli.js';

const servers = JSON.stringify({ mcpServers: { gh: { type: 'http', url: 'https://mcp.example.com/' } } });
const tools = JSON.stringify({
  tools: ['delete_repo', 'list_repos'].map((name) => ({ name, inputSchema: { type: 'object' } })),
});

describe('a file that is named is judged with what its own project says beside it', () => {
  const tree = {
    'here/a.txt': '',
    'there/.mcp.json': servers,
    'there/sub/.mcp.json': servers,
    'there/.agent-lint/tools/gh.json': tools,
  };
  const check = async (folder: string, path: string) =>
    findingsOf(await runCli(join(folder, 'here'), ['check', path, '--format', 'json']));

  it.each([
    ['../there/.mcp.json', '../there/.mcp.json:1:42 warning scope/unrestricted-server'],
    ['../there/sub/.mcp.json', '../there/sub/.mcp.json:1:42 warning scope/unrestricted-server'],
  ])('a saved tool list of another repository: %s', async (path, finding) => {
    const folder = folderWith(tree);
    for (const one of ['here', 'there']) execFileSync('git', ['init', '-q'], { cwd: join(folder, one) });
    expect(await check(folder, path)).toEqual([finding]);
  });

  it('a saved tool list of a folder of the same repository', async () => {
    const folder = folderWith(tree);
    execFileSync('git', ['init', '-q'], { cwd: folder });
    expect(await check(folder, '../there/sub/.mcp.json')).toEqual([
      'there/sub/.mcp.json:1:42 warning scope/unrestricted-server',
    ]);
  });

  it('no list of a folder above its project', async () => {
    const folder = folderWith({
      ...tree,
      '.agent-lint/tools/gh.json': tools,
      'there/.agent-lint/tools/gh.json': '',
    });
    for (const one of ['here', 'there']) execFileSync('git', ['init', '-q'], { cwd: join(folder, one) });
    expect(await check(folder, '../there/.mcp.json')).toEqual([]);
  });

  it('the settings of a client in another folder', async () => {
    const args = ['-y', '@modelcontextprotocol/server-filesystem@2025.8.21', './notes'];
    const files = JSON.stringify({ mcpServers: { notes: { command: 'npx', args } } });
    const settings = JSON.stringify({ permissions: { deny: ['mcp__notes'] } });
    const alone = folderWith({ 'here/a.txt': '', 'there/.mcp.json': files });
    expect(await check(alone, '../there/.mcp.json')).toEqual([
      '../there/.mcp.json:1:35 warning scope/unrestricted-server',
    ]);
    const folder = folderWith({
      'here/a.txt': '',
      'there/.mcp.json': files,
      'there/.claude/settings.json': settings,
    });
    expect(await check(folder, '../there/.mcp.json')).toEqual([]);
  });
});

it('says that what depends on a named file was not checked, where too many files lie around it', async () => {
  const many = Object.fromEntries(Array.from({ length: 20_001 }, (_, n) => [`${n}.txt`, '']));
  const folder = folderWith({ ...many, 'a.session.json': '{ "agent": { "model": "m" } }' });
  const { stderr } = await runCli(folder, ['check', 'a.session.json']);
  expect(stderr).toContain(
    'What depends on a.session.json was not checked: outside a git repository, at most 20,000 files and folders are searched around a named file. Name the folder of the project.',
  );
  expect((await runCli(folder, ['check', '.'])).stderr).not.toContain('depends on');
});
