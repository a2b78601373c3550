import { beforeAll, describe, expect, it } from 'vitest';
import { lintWorkspace } from '../../src/lint/lint.js';
import { noConfig } from '../../src/model/memory-config.js';
import { workspaceOf } from '../../src/model/memory-workspace.js';
import { loadParsers } from '../../src/syntax/index.js';

const FILES = '@modelcontextprotocol/server-filesystem';
const TOKEN = `ghp_${'aB3dE5gH7jK9mN1pQ3sT5vW7xY9zA1cD3eF5'}`;

/** Findings of a server in `.mcp.json`, each with the text that it stands at. */
function findings(entry: object): string[] {
  const text = JSON.stringify({ mcpServers: { box: entry } });
  const { findings: found } = lintWorkspace(workspaceOf({ '.mcp.json': text }), noConfig(), {
    asOf: '2026-11-20',
  });
  return found
    .map(({ rule, range }) => `${rule} ${text.slice(range.start.column - 1, range.end.column - 1)}`)
    .sort();
}

const command = (line: readonly (string | undefined)[]) => {
  const [program, ...args] = line;
  return { command: program, args };
};

beforeAll(() => loadParsers(['json']));

describe('one server, however it is started', () => {
  it.each([
    ['npx', '-y', FILES, '/'],
    ['npx', '--loglevel', 'silent', '-y', FILES, '/'],
    ['npm', '--silent', 'exec', '-y', '--', FILES, '/'],
    ['pnpm', '--silent', 'dlx', FILES, '/'],
    ['deno', 'x', '-A', `npm:${FILES}`, '/'],
    ['npx', '-y', `files@npm:${FILES}`, '/'],
    ['cmd', '/d', '/s', '/c', 'npx', '-y', FILES, '/'],
    ['pwsh', '-NoProfile', '-Command', 'npx', '-y', FILES, '/'],
    ['/usr/bin/env', '-u', 'NODE_OPTIONS', 'npx', '-y', FILES, '/'],
    ['env', '-S', 'npx', '-y', FILES, '/'],
    ['sudo', '-u', 'me', 'npx', '-y', FILES, '/'],
    ['timeout', '-k', '5', '30', 'npx', '-y', FILES, '/'],
    ['op', 'run', '--env-file=.env', '--', 'npx', '-y', FILES, '/'],
    ['dotenvx', 'run', '-f', '.env', '--', 'npx', '-y', FILES, '/'],
  ])('%s %s %s %s', (...line) => {
    const named = line.find((word) => word?.endsWith(FILES));
    expect(findings(command(line))).toEqual([
      `mcp/unpinned-package "${named}"`,
      'scope/filesystem-root "/"',
      `scope/unrestricted-server "${line[0]}"`,
    ]);
  });

  it.each([
    ['bash', '-c', `cd /srv && npx -y ${FILES} /`],
    ['sh', '-c', `. ./.env; export A=1; npx -y ${FILES} /`],
    ['dash', '-c', `DEBUG=1 npx -y ${FILES} /`],
    ['cmd', '/c', `npx -y ${FILES} /`],
    ['powershell', '-Command', `npx -y ${FILES} /`],
  ])('%s %s %s', (...line) => {
    expect(findings(command(line))).toEqual([
      `mcp/unpinned-package "${line.at(-1)}"`,
      `scope/filesystem-root "${line.at(-1)}"`,
      `scope/unrestricted-server "${line[0]}"`,
    ]);
  });

  it('is read from one line, before arguments too, and from arguments in one text', () => {
    const line = `npx -y ${FILES} /`;
    const all = [`mcp/unpinned-package "${line}"`, `scope/filesystem-root "${line}"`];
    expect(findings({ command: line })).toEqual([...all, `scope/unrestricted-server "${line}"`]);
    expect(findings({ command: `npx -y ${FILES}`, args: ['/'] })).toEqual([
      `mcp/unpinned-package "npx -y ${FILES}"`,
      'scope/filesystem-root "/"',
      `scope/unrestricted-server "npx -y ${FILES}"`,
    ]);
    expect(findings({ command: 'npx', args: `-y ${FILES} /` })).toEqual([
      `mcp/unpinned-package "-y ${FILES} /"`,
      `scope/filesystem-root "-y ${FILES} /"`,
      'scope/unrestricted-server "npx"',
    ]);
  });

  it('keeps a path together whose folder has a space in its name', () => {
    expect(findings({ command: 'C:\\Program Files\\nodejs\\npx.cmd', args: ['acme@^1'] })).toEqual([
      'mcp/unpinned-package "acme@^1"',
    ]);
  });

  it('takes no folder of uv itself for one of the server', () => {
    const line = ['uv', '--directory', '/', 'run', 'mcp-server-git', '--repository', '/srv/shop'];
    expect(findings(command(line))).toEqual([]);
  });
});

describe('a container', () => {
  it.each([['-v/:/data'], ['-itv', '/:/data'], ['--ipc', 'host', '--pids-limit', '100', '--volume=/:/data']])(
    'is given a folder by %s %s',
    (...options) => {
      const held = options.find((word) => word?.includes(':/data'));
      expect(findings(command(['docker', 'run', '-i', ...options, 'acme/box:1.2.3']))).toEqual([
        `scope/filesystem-root "${held}"`,
      ]);
    },
  );

  it.each([
    ['docker', 'mcp', 'gateway', 'run', '--profile', 'office'],
    ['docker', 'compose', '-f', 'x.yml', 'run', '--rm', 'server'],
  ])('is not what %s %s starts', (...line) => {
    expect(findings(command(line))).toEqual([]);
  });
});

describe('variables of a server', () => {
  it.each([
    [{ env: [`GITHUB_TOKEN=${TOKEN}`] }, `GITHUB_TOKEN=${TOKEN}`],
    [{ env: [{ name: 'GITHUB_TOKEN', value: TOKEN }] }, TOKEN],
    [{ args: `acme@1.2.3 --token ${TOKEN}` }, `acme@1.2.3 --token ${TOKEN}`],
  ])('hold a credential in %o', (more, at) => {
    expect(findings({ command: 'npx', args: ['acme@1.2.3'], ...more })).toEqual([
      `mcp/literal-secret "${at}"`,
    ]);
  });

  it.each([
    [['env', 'GITHUB_READ_ONLY=1', 'npx', 'github-mcp@1.2.3']],
    [['bash', '-c', 'GITHUB_READ_ONLY=1 npx github-mcp@1.2.3']],
    [['bash', '-c', 'export GITHUB_READ_ONLY=1; npx github-mcp@1.2.3']],
  ])('narrow it where they are set before its program: %s', (line) => {
    const text = JSON.stringify({ mcpServers: { box: command(line) } });
    const { systems } = lintWorkspace(workspaceOf({ '.mcp.json': text }), noConfig(), { asOf: '2026-11-20' });
    expect(systems[0]?.agents[0]?.mcpServers[0]?.allowedTools).toMatchObject({
      state: 'shown',
      value: ['GITHUB_READ_ONLY=1'],
    });
  });

  it('for npm two numbers are a range', () => {
    expect(findings({ command: 'npx', args: ['acme@1.2'] })).toEqual(['mcp/unpinned-package "acme@1.2"']);
    expect(findings({ command: 'uvx', args: ['acme==1.2'] })).toEqual([]);
  });
});
