import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findingsOf, folderWith, runCli } from './run-cli.js';

const servers = JSON.stringify({ mcpServers: { db: { url: 'http://mcp.example.com/' } } });
const agent = 'agent: { model: m, tools: [{ type: shell }] }\nruntime: managed\n';
const program =
  'from agents import Agent, function_tool\n\n@function_tool\ndef delete_user(key: str) -> None: ...\n\na = Agent(name="a", tools=[delete_user])\n';

/** A project with links, each from its first path to its second, which is relative to the first. */
function project(files: Record<string, string>, links: Record<string, string>): string {
  const folder = folderWith(files);
  for (const [link, target] of Object.entries(links)) {
    mkdirSync(dirname(join(folder, link)), { recursive: true });
    symlinkSync(target, join(folder, link));
  }
  return folder;
}

const errorsIn = async (folder: string, paths: readonly string[] = []) => {
  const run = await runCli(folder, ['check', ...paths, '--format', 'json', '--only', ONLY]);
  return findingsOf(run).map((finding) => finding.split(' ')[0]);
};
const ONLY = 'mcp/plain-http,approval/open-ended-tool,approval/missing';

describe('one file under two names', () => {
  const files = { '.mcp.json': servers, 's/b.agent.yaml': agent, 'p/a.py': program };
  const links = { '.cursor/mcp.json': '../.mcp.json', 'l.agent.yaml': 's/b.agent.yaml', 'p/b.py': 'a.py' };

  it('is judged once, where it lies, and `inspect` says why its other names are left out', async () => {
    const folder = project(files, links);
    expect(await errorsIn(folder)).toEqual(['.mcp.json:1:28', 'p/a.py:4:5', 's/b.agent.yaml:1:36']);
    const { stdout } = await runCli(folder, ['inspect', '--files', '--format', 'json']);
    const { files: seen } = JSON.parse(stdout) as { files: { path: string; reason: string }[] };
    expect(seen.filter(({ path }) => path in links).map(({ path, reason }) => `${path}: ${reason}`)).toEqual([
      '.cursor/mcp.json: a symbolic link to .mcp.json, which is checked there',
      'l.agent.yaml: a symbolic link to s/b.agent.yaml, which is checked there',
      'p/b.py: a symbolic link to p/a.py, which is checked there',
    ]);
  });

  it.each([
    [['.cursor/mcp.json'], ['.cursor/mcp.json:1:28']],
    [
      ['.cursor/mcp.json', '.mcp.json'],
      ['.cursor/mcp.json:1:28', '.mcp.json:1:28'],
    ],
    [['.cursor'], ['.cursor/mcp.json:1:28']],
    [['p/b.py'], ['p/b.py:4:5']],
  ])('%j is judged where it is named, or where its file is not searched', async (paths, expected) => {
    expect(await errorsIn(project(files, links), paths)).toEqual(expected);
  });

  it('is judged under the name that says what it is', async () => {
    const tools = 'tools: [{ type: shell }]';
    const text = `runtime: managed\nagents: { a: { model: m, ${tools} } }\n`;
    const folder = project(
      { 'shared.yaml': 'agents: { a: 1 }\n', 'one.txt': text },
      { 'x.agent.yaml': 'one.txt' },
    );
    expect(await errorsIn(folder)).toEqual(['x.agent.yaml:2:42']);
  });

  it('is judged under a name of its own where the other is excluded, or one of a test', async () => {
    const config = 'exclude: ["shared/**"]\n';
    const kept = {
      'shared/a.agent.yaml': agent,
      'tests/b.agent.yaml': agent,
      'agent-lint.config.yaml': config,
    };
    const folder = project(kept, {
      'a.agent.yaml': 'shared/a.agent.yaml',
      'b.agent.yaml': 'tests/b.agent.yaml',
    });
    expect(await errorsIn(folder)).toEqual([
      'a.agent.yaml:1:36',
      'b.agent.yaml:1:36',
      'tests/b.agent.yaml:1:36',
    ]);
  });
});
