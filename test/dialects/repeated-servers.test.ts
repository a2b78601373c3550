import { describe, expect, it } from 'vitest';
import { lintFiles } from '../rules/lint-files.js';

const PAY = { type: 'http', url: 'http://pay.example.com/mcp', headers: { 'X-Team': 'a' } };
const FILES = { command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem@2025.8.21', '/'] };
const json = (servers: object, more: object = {}) => JSON.stringify({ ...more, mcpServers: servers });

async function reportedIn(files: Record<string, string>, paths?: string[]): Promise<string[]> {
  const { findings } = await lintFiles(files, {
    only: ['mcp/plain-http', 'scope/filesystem-root'],
    ...(paths ? { paths } : {}),
  });
  return findings.map(({ file, rule }) => `${file} ${rule}`);
}

const SHARED = ['.mcp.json mcp/plain-http', '.mcp.json scope/filesystem-root'];

describe('servers of settings that the project states as well', () => {
  it('are reported once, where the project states them', async () => {
    const servers = { pay: PAY, files: FILES };
    for (const name of ['settings.json', 'settings.local.json'])
      expect(
        await reportedIn({ '.mcp.json': json(servers), [`.claude/${name}`]: json(servers, { env: {} }) }),
      ).toEqual(SHARED);
  });

  it('are known whatever the order of their keys, and in a file without the wrapper', async () => {
    const turned = { files: FILES, pay: { url: PAY.url, headers: PAY.headers, type: 'http' } };
    expect(
      await reportedIn({
        '.mcp.json': JSON.stringify({ pay: PAY, files: FILES }),
        '.claude/settings.json': json(turned, { env: {} }),
      }),
    ).toEqual(SHARED);
  });

  it('are read from no settings: Claude Code reads servers elsewhere', async () => {
    const settings = json({ pay: PAY, files: FILES }, { env: {} });
    expect(await reportedIn({ 'web/.mcp.json': json({}), '.claude/settings.json': settings })).toEqual([]);
    // A named file is checked with what depends on it: the answer is that of a whole run.
    const both = { '.mcp.json': json({ bill: PAY, disk: FILES }), '.claude/settings.json': settings };
    expect(await reportedIn(both, ['.claude/settings.json'])).toEqual(await reportedIn(both));
  });
});

describe('a server that a Compose file of the project starts', () => {
  const compose = (service: string) => `services:\n  app: { image: base }\n  ${service}: { image: jobs }\n`;

  it.each([
    ['http://jobs:8080/mcp', 'jobs', []],
    ['http://jobs:8080/mcp', 'mail', ['.mcp.json mcp/plain-http']],
    ['http://jobs.example.com/mcp', 'jobs', ['.mcp.json mcp/plain-http']],
  ])('is on this machine: %s, %s', async (url, service, found) => {
    const files = {
      '.mcp.json': json({ jobs: { type: 'http', url } }),
      '.devcontainer/compose.yml': compose(service),
    };
    expect(await reportedIn(files)).toEqual(found);
    expect(await reportedIn(files, ['.mcp.json'])).toEqual(found);
  });
});
