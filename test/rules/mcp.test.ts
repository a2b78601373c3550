import { describe, expect, it } from 'vitest';
import { isFilledInLater, isLoopback, isOwnMachine, matchesHost } from '../../src/assess/mcp/hosts.js';
import { lintFiles, statedFindings } from './lint-files.js';

const withServer = (url: string) => ({
  'a.agent.yaml': `agent:\n  mcp_servers: [{ url: ${JSON.stringify(url)} }]\n`,
});

describe('a host', () => {
  it('is loopback only where nothing leaves the machine', () => {
    for (const host of ['localhost', 'mcp.localhost', '127.0.0.1', '127.8.9.10', '::1'])
      expect(isLoopback(host)).toBe(true);
    for (const host of [
      '127.0.0.1.example.com',
      'localhost.example.com',
      '10.0.0.1',
      '0.0.0.0',
      'host.docker.internal',
    ]) {
      expect(isLoopback(host)).toBe(false);
    }
  });

  it('is on this machine where a container reaches its own one', () => {
    for (const host of ['localhost', '0.0.0.0', '::', 'host.docker.internal', 'HOST.docker.internal.'])
      expect(isOwnMachine(host)).toBe(true);
    for (const host of ['10.0.0.1', 'docker.internal', 'host.docker.internal.example.com', 'api', '0.0.0.1'])
      expect(isOwnMachine(host)).toBe(false);
  });

  it('matches a pattern of the configuration', () => {
    expect(matchesHost('example.com', 'example.com')).toBe(true);
    expect(matchesHost('EXAMPLE.com', 'example.com')).toBe(true);
    expect(matchesHost('*.example.com', 'a.b.example.com')).toBe(true);
    expect(matchesHost('*', 'example.org')).toBe(true);
    expect(matchesHost('*.example.com', 'example.com')).toBe(false);
    expect(matchesHost('*.example.com', 'badexample.com')).toBe(false);
    expect(matchesHost('example.com', 'a.example.com')).toBe(false);
    expect(matchesHost('npm:@acme/*', 'example.com')).toBe(false);
  });

  it('may be filled in later', () => {
    expect(isFilledInLater('{{host}}')).toBe(true);
    expect(isFilledInLater('example.com')).toBe(false);
  });
});

describe('an address over plain HTTP', () => {
  it('is not assessed where its host is filled in later', async () => {
    const result = await lintFiles(withServer('http://{{host}}/mcp'));
    expect(statedFindings(result, 'mcp/plain-http')).toEqual([]);
    expect(result.notAssessed.map(({ rule, message }) => [rule, message])).toContainEqual([
      'mcp/plain-http',
      'Whether `{{host}}`, reached over plain HTTP, is on this machine.',
    ]);
  });

  it('is not fooled by a user part that looks like loopback', async () => {
    const result = await lintFiles(withServer('http://localhost@evil.example.com/mcp'));
    expect(statedFindings(result, 'mcp/plain-http')).toHaveLength(1);
  });
});

describe('a literal credential', () => {
  const TOKEN = 'ghp_0123456789abcdefghijABCDEFGHIJ456789';

  it('is found in headers of a server, at its value, and printed nowhere', async () => {
    const text = `agent:
  mcp_servers:
    - url: "https://a.example.com/mcp"
      headers: { Authorization: "Bearer ${TOKEN}", X-Team: blue }
`;
    const result = await lintFiles({ 'a.agent.yaml': text });
    expect(statedFindings(result, 'mcp/literal-secret')).toEqual([
      '4:33 error `a.example.com` has a credential in plain text in `Authorization`: anyone who can read this file can use it.',
    ]);
    expect(JSON.stringify(result.findings)).not.toContain(TOKEN);
  });

  it('is found in an argument that nothing names', async () => {
    const text = `{ "mcpServers": { "files": { "command": "files-mcp", "args": ["${TOKEN}"] } } }`;
    const result = await lintFiles({ '.mcp.json': text });
    expect(statedFindings(result, 'mcp/literal-secret')).toEqual([
      '1:63 error `files` has a credential in plain text in an argument of its command: anyone who can read this file can use it.',
    ]);
  });

  it('stays an error in test files, where other findings are lowered to info', async () => {
    const url = `https://a.example.com/mcp?token=${TOKEN}`;
    const result = await lintFiles({ 'test/a.agent.yaml': withServer(url)['a.agent.yaml'] });
    const severities = new Map(result.findings.map(({ rule, severity }) => [rule, severity]));
    expect(severities.get('mcp/literal-secret')).toBe('error');
    expect(severities.get('scope/unrestricted-server')).toBe('info');
  });

  it('is found in the headers of an agent config', async () => {
    const text = `runtime: managed\nheaders:\n  Acme-Beta: agents=v1\n  Authorization: Bearer ${TOKEN}\nagent: { model: m }\n`;
    const result = await lintFiles({ 'a.agent.yaml': text });
    const found = result.findings.filter(({ rule }) => rule === 'mcp/literal-secret');
    expect(found.map(({ range, path }) => [range.start.line, path])).toEqual([[4, 'headers.Authorization']]);
  });
});

describe('one credential in several files', () => {
  const TOKEN = 'ghp_0123456789abcdefghijABCDEFGHIJ456789';
  const OTHER = 'ghp_9876543210abcdefghijABCDEFGHIJ456789';
  const servers = (token: string) =>
    `{ "mcpServers": { "a": { "command": "a", "env": { "T": "${token}" } } } }`;
  const FILES = {
    '.cursor/mcp.json': servers(TOKEN),
    '.mcp.json': servers(TOKEN),
    'b.agent.yaml': `runtime: managed\nheaders: { Acme-Beta: agents=v1, Authorization: Bearer ${TOKEN} }\nagent: { model: m }\n`,
  };
  const found = async (files: Record<string, string>) =>
    (await lintFiles(files)).findings
      .filter(({ rule, ignored }) => rule === 'mcp/literal-secret' && !ignored)
      .map(({ file, range: { start }, related }) => [
        `${file}:${start.line}:${start.column}`,
        ...related.map((one) => `${one.file}:${one.range.start.line}:${one.range.start.column}`),
      ]);

  it('is one finding at the first, with the others', async () => {
    expect(await found(FILES)).toEqual([['.cursor/mcp.json:1:56', '.mcp.json:1:56', 'b.agent.yaml:2:49']]);
  });

  it('is not joined with another credential, or with a finding that is ignored', async () => {
    expect(await found({ ...FILES, '.mcp.json': servers(OTHER) })).toEqual([
      ['.cursor/mcp.json:1:56', 'b.agent.yaml:2:49'],
      ['.mcp.json:1:56'],
    ]);
    const config =
      'ignore: [{ rule: mcp/literal-secret, files: .cursor/mcp.json, reason: a dummy of the test server }]\n';
    expect(await found({ ...FILES, 'agent-lint.config.yaml': config })).toEqual([
      ['.mcp.json:1:56', 'b.agent.yaml:2:49'],
    ]);
  });
});

describe('the lists of allowed and denied servers', () => {
  const lists = (servers: string) => ({ 'agent-lint.config.yaml': `servers: ${servers}\n` });

  it('let a deny win over an allow', async () => {
    const files = {
      ...withServer('https://a.example.com/mcp'),
      ...lists('{ allow: ["*"], deny: ["*.example.com"] }'),
    };
    expect(statedFindings(await lintFiles(files), 'mcp/not-approved')).toEqual([
      '2:24 error The project denies the server `a.example.com` (`servers.deny` contains `*.example.com`).',
    ]);
  });

  it('allow what they do not deny where nothing is on the allow list', async () => {
    const files = { ...withServer('https://a.example.org/mcp'), ...lists('{ deny: ["*.example.com"] }') };
    expect(statedFindings(await lintFiles(files), 'mcp/not-approved')).toEqual([]);
  });

  it('do not judge a host that is filled in later', async () => {
    const files = { ...withServer('https://{{host}}/mcp'), ...lists('{ allow: ["*.example.com"] }') };
    const result = await lintFiles(files);
    expect(statedFindings(result, 'mcp/not-approved')).toEqual([]);
    expect(result.notAssessed.map(({ rule }) => rule)).toContain('mcp/not-approved');
  });

  it('do not judge what is filled in later, wherever that is', async () => {
    const command = (...words: string[]) => ({ command: words[0], args: words.slice(1) });
    const text = JSON.stringify(
      {
        mcpServers: {
          bridge: command('npx', '-y', 'mcp-remote@0.1.38', '${URL}', '--header', 'X: ${X}'),
          address: { url: '${URL}' },
          package: command('npx', '-y', '${PACKAGE}'),
          program: command('${PROGRAM}'),
          script: command('${workspaceFolder}/server', '${URL}'),
          header: command('npx', '-y', 'mcp-remote@0.1.38', '--header', '${X}'),
        },
      },
      null,
      1,
    );
    const judged = async (configured: string) => {
      const result = await lintFiles({ '.mcp.json': text, ...lists(configured) });
      const open = result.notAssessed.filter(({ rule }) => rule === 'mcp/not-approved');
      return {
        found: statedFindings(result, 'mcp/not-approved').map((one) => one.replace(/ error.*/, '')),
        open: open.map(({ at }) => `${at.range().start.line}:${at.range().start.column}`),
      };
    };
    const open = ['8:5', '14:11', '17:15', '24:15'];
    const { found, open: listed } = await judged('{ allow: ["*.example.com"] }');
    expect(found).toEqual(['28:15', '34:15']);
    expect(listed).toEqual(open);
    expect(await judged('{ deny: ["*.example.com"] }')).toEqual({ found: [], open: ['8:5', '14:11'] });
    expect(await judged('{ deny: ["npm:mcp-remote"] }')).toEqual({
      found: ['8:5', '34:15'],
      open: ['17:15', '24:15'],
    });
    expect(await judged('{ allow: ["npm:mcp-remote"] }')).toMatchObject({ found: ['28:15'] });
  });

  it('know a server by what stands in its `transport`, and say what is none', async () => {
    const text = `{ "mcpServers": {
  "docs": { "transport": { "type": "sse", "url": "http://docs.example.com/sse" }, "disabled": false },
  "box": { "transport": { "type": "stdio", "command": "npx", "args": ["-y", "postmark-mcp@1.0.16"] } },
  "other": { "server": { "command": "npx", "args": ["-y", "acme"] } }
} }`;
    const { findings, systems } = await lintFiles({ '.mcp.json': text });
    expect(
      findings.map(({ rule, range }) => `${range.start.line}:${range.start.column} ${rule}`).sort(),
    ).toEqual(['2:50 mcp/plain-http', '3:77 mcp/known-bad-version']);
    expect(systems[0]?.agents[0]?.mcpServers.map(({ transport }) => transport)).toEqual(['sse', 'stdio']);
    expect(systems[0]?.unresolved.map(({ what, why }) => `${what}: ${why}`)).toEqual([
      'the entry `other`: it is not a server: it has neither a command nor an address',
    ]);
  });
});
