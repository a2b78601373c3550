import { describe, expect, it } from 'vitest';
import facts from '../../src/assess/scope/sensitive-servers.json' with { type: 'json' };
import { lintFiles } from '../rules/lint-files.js';

/** Findings about the allow-list of a server with this entry in `.mcp.json`: `line:column severity rule`. */
async function foundFor(entry: object, name = 'x') {
  const text = JSON.stringify({ mcpServers: { [name]: entry } }, null, 2);
  const { findings } = await lintFiles({ '.mcp.json': text });
  return findings
    .filter(({ rule }) => rule === 'scope/unrestricted-server')
    .map(({ range, severity, rule }) => `${range.start.line}:${range.start.column} ${severity} ${rule}`);
}

const OPEN = '4:14 warning scope/unrestricted-server';
const OPEN_COMMAND = '4:18 warning scope/unrestricted-server';

describe('a server of the catalogue of sensitive servers', () => {
  // Each row: an address that is reported, and what narrows it or a server of its vendor that only documents.
  it.each([
    ['https://api.githubcopilot.com/mcp/', { url: 'https://api.githubcopilot.com/mcp/readonly' }],
    ['https://api.githubcopilot.com/mcp', { url: 'https://api.githubcopilot.com/mcp/x/issues' }],
    [
      'https://api.githubcopilot.com/mcp',
      { url: 'https://api.githubcopilot.com/mcp', headers: { 'X-MCP-Toolsets': 'issues' } },
    ],
    [
      'https://mcp.supabase.com/mcp?project_ref=abc',
      { url: 'https://mcp.supabase.com/mcp?project_ref=abc&read_only=true' },
    ],
    ['https://mcp.supabase.com/mcp', { url: 'https://mcp.supabase.com/mcp?features=database,docs' }],
    ['https://mcp.supabase.com/mcp?features=all', { url: 'https://mcp.supabase.com/mcp?features=docs' }],
    ['https://gitlab.com/api/v4/mcp', { url: 'https://docs.gitlab.com/mcp' }],
    ['https://mcp.atlassian.com/v1/sse', { url: 'https://developer.example.com/docs/mcp' }],
    ['https://mcp.linear.app/sse', { url: 'https://mcp.context7.com/mcp' }],
    ['https://mcp.notion.com/mcp', { url: 'https://mcp.deepwiki.com/mcp' }],
    ['https://mcp.slack.com/mcp', { url: 'https://learn.microsoft.com/api/mcp' }],
    ['https://mcp.stripe.com', { url: 'https://docs.stripe.com/mcp' }],
    ['https://mcp.vercel.com', { url: 'https://docs.mcp.cloudflare.com/sse' }],
    ['https://bindings.mcp.cloudflare.com/sse', { url: 'https://gitmcp.io/acme/vercel' }],
  ])('is reported at its address: %s, and its twin %j is not', async (url, twin) => {
    expect(await foundFor({ url })).toEqual([OPEN]);
    expect(await foundFor(twin)).toEqual([]);
  });

  it.each([
    ['gitlab-mcp', [], { GITLAB_READ_ONLY_MODE: 'true' }],
    ['mcp-atlassian', [], { READ_ONLY_MODE: 'true' }],
    ['mcp-atlassian', [], { ENABLED_TOOLS: 'jira_search' }],
    ['notion-mcp-server', [], { NOTION_READ_ONLY: 'true' }],
    ['gmail-mcp', ['--read-only'], {}],
    ['google-calendar-mcp', ['--enabled-tools=list-events'], {}],
    ['@stripe/mcp', ['--tools=customers.read'], {}],
    ['@bitwarden/mcp-server', ['--read-only'], {}],
    ['awslabs.aws-api-mcp-server', [], { READ_OPERATIONS_ONLY: 'true' }],
    ['@azure/mcp', ['--read-only'], {}],
    ['kubernetes-mcp-server', ['--read-only'], {}],
    ['mcp-server-kubernetes', [], { ALLOW_ONLY_NON_DESTRUCTIVE_TOOLS: 'true' }],
    ['@supabase/mcp-server-supabase', ['--features=docs'], {}],
    ['postgres-mcp', ['--access-mode=restricted'], {}],
    ['mongodb-mcp-server', ['--readOnly'], {}],
    ['@playwright/mcp', ['--tools=browser_snapshot'], {}],
    ['@modelcontextprotocol/server-filesystem', ['--read-only', './docs'], {}],
    ['ssh-mcp', ['--allowed-tools=uptime'], {}],
  ])('is reported by its package: %s, and not with %j %j', async (name, args, env) => {
    const command = 'npx';
    expect(await foundFor({ command, args: [`${name}@1.0.0`] })).toEqual([OPEN_COMMAND]);
    expect(await foundFor({ command, args: [`${name}@1.0.0`, ...args], env })).toEqual([]);
  });

  it('is known by each word of the catalogue, and none of them is open with a read-only switch', async () => {
    const words = facts.servers.flatMap((row) => row.words);
    const openWith = async (...args: string[]) => {
      const entries = words.map((word, index) => [
        `s${index}`,
        { command: 'npx', args: [`@acme/${word}-mcp@1.0.0`, ...args] },
      ]);
      const text = JSON.stringify({ mcpServers: Object.fromEntries(entries) });
      const { findings } = await lintFiles({ '.mcp.json': text });
      return findings.filter(({ rule }) => rule === 'scope/unrestricted-server').length;
    };
    expect(new Set(words).size).toBe(words.length);
    expect(await openWith()).toBe(words.length);
    expect(await openWith('--read-only')).toBe(0);
  });

  it('names the parameters that narrow it, and `project_ref` is none', async () => {
    const text = '{"mcpServers":{"db":{"url":"https://mcp.supabase.com/mcp?project_ref=abc"}}}';
    const { findings } = await lintFiles({ '.cursor/mcp.json': text });
    const [found] = findings.filter(({ rule }) => rule === 'scope/unrestricted-server');
    expect(found?.remediation).toBe(
      'Decide which tools the task needs. Narrow the server by an option of its own (a read-only switch, a list of tool sets), or in the settings of the client. For this server: add `read_only=true` and `features=` with the groups that the task needs to its address (`--read-only`, `--features=` for the package); `project_ref` narrows no tool.',
    );
  });
});

describe('a server that only looks something up or only thinks', () => {
  const inFormats = (command: string, args: string[], url: string) => ({
    '.codex/config.toml': `[mcp_servers.a]\ncommand = "${command}"\nargs = ${JSON.stringify(args)}\n[mcp_servers.b]\nurl = "${url}"\n`,
    '.gemini/settings.json': JSON.stringify({ mcpServers: { a: { command, args }, b: { httpUrl: url } } }),
    '.mcp.json': JSON.stringify({ mcpServers: { a: { command, args }, b: { url } } }),
    'x.agent.yaml': `runtime: framework\nagent:\n  mcp_servers: [{ url: "${url}" }]\n`,
  });
  const openIn = async (files: Record<string, string>) =>
    (await lintFiles(files)).findings
      .filter(({ rule }) => rule === 'scope/unrestricted-server')
      .map(({ file, range }) => `${file}:${range.start.line}`)
      .sort();

  it('is reported in no format, by its package and its address', async () => {
    expect(
      await openIn(inFormats('npx', ['-y', '@upstash/context7-mcp@1.0.0'], 'https://mcp.context7.com/mcp')),
    ).toEqual([]);
    expect(
      await openIn(
        inFormats(
          'npx',
          ['-y', '@modelcontextprotocol/server-sequential-thinking@1.0.0'],
          'https://learn.microsoft.com/api/mcp',
        ),
      ),
    ).toEqual([]);
  });

  it('is another one where only its name says so, or its address begins alike', async () => {
    const files = inFormats(
      'npx',
      ['-y', 'context7-like@1.0.0'],
      'https://mcp.context7.com.evil.example/mcp',
    );
    expect(await openIn(files)).toEqual([
      '.codex/config.toml:2',
      '.codex/config.toml:5',
      '.gemini/settings.json:1',
      '.gemini/settings.json:1',
      'x.agent.yaml:3',
    ]);
  });
});
