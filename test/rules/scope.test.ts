import { describe, expect, it } from 'vitest';
import { lintFiles, statedFindings } from './lint-files.js';

const URL_OF_SERVER = 'https://issues.example.com/mcp';

const withScope = (scope: string) => ({
  'a.agent.yaml': `agent:
  mcp_servers: [{ url: "${URL_OF_SERVER}" }]
controls:
  mcp_servers:
    "${URL_OF_SERVER}": { allowed_tools: [list_issues], scopes: ["${scope}"] }
`,
});

const isBroad = async (scope: string) =>
  statedFindings(await lintFiles(withScope(scope)), 'scope/broad-oauth').length === 1;

describe('an OAuth scope', () => {
  for (const scope of [
    '*',
    'ALL',
    'admin',
    'admin:org',
    'files:*',
    'db.*',
    'repo',
    'Directory.ReadWrite.All',
    'offline_access',
    'api',
  ]) {
    it(`is broad: ${scope}`, async () => expect(await isBroad(scope)).toBe(true));
  }
  for (const scope of [
    'issues:read',
    'repo:status',
    'openid',
    'administrate',
    'mail.read',
    'read_api',
    'api:read',
  ]) {
    it(`is narrow: ${scope}`, async () => expect(await isBroad(scope)).toBe(false));
  }
});

describe('the allow-list of an MCP server', () => {
  it('may be empty: then the agent has none of its tools', async () => {
    const text = `agent:\n  mcp_servers: [{ url: "${URL_OF_SERVER}" }]\ncontrols:\n  mcp_servers: { "${URL_OF_SERVER}": { allowed_tools: [] } }\n`;
    const result = await lintFiles({ 'a.agent.yaml': text });
    expect(statedFindings(result, 'scope/unrestricted-server')).toEqual([]);
    expect(result.met).toContainEqual({ rule: 'scope/unrestricted-server', shown: 0, attested: 1 });
  });

  it('is missed once for each server, and never prints a credential of its address', async () => {
    const text =
      'agent:\n  mcp_servers: [{ url: "https://a.example.com/mcp?token=1f9c0d7e52ab4c88" }, { url: "https://b.example.com/mcp" }]\n';
    const result = await lintFiles({ 'a.agent.yaml': text });
    const found = result.findings.filter(({ rule }) => rule === 'scope/unrestricted-server');
    expect(found.map(({ message }) => message.split(' ')[0])).toEqual(['`a.example.com`', '`b.example.com`']);
    expect(JSON.stringify(result.findings)).not.toContain('1f9c0d7e52ab4c88');
  });
});

describe('the network of a hosted sandbox', () => {
  it('is not read where no vendor profile documents it', async () => {
    const payload = {
      agent: { model: 'm' },
      environment: { type: 'hosted', network: { access: 'enabled' } },
    };
    const result = await lintFiles({ 'a.session.json': JSON.stringify(payload) });
    expect(statedFindings(result, 'scope/open-network')).toEqual([]);
  });
});

const flowOf = async (tools: readonly string[], more = '') => {
  const list = tools.map((tool) => `    - ${tool.startsWith('{') ? tool : `{ name: ${tool} }`}\n`).join('');
  const result = await lintFiles({ 'a.agent.yaml': `runtime: framework\nagent:\n  tools:\n${list}${more}` });
  return statedFindings(result, 'scope/toxic-flow').map((one) =>
    one
      .match(/`[^`]+`/g)
      ?.slice(1, 4)
      .join(' '),
  );
};

describe('a server on this machine', () => {
  it('is recognised by what it is called, and not by how the machine is', async () => {
    const settings = (name: string) =>
      JSON.stringify({ mcpServers: { [name]: { url: 'http://host.docker.internal:80/mcp' } } });
    const at = async (name: string) =>
      statedFindings(await lintFiles({ '.mcp.json': settings(name) }), 'scope/unrestricted-server');
    expect(await at('notes')).toEqual([]);
    expect(await at('docker')).toEqual([
      '1:32 warning `docker` has no tool allow-list: `Claude Code` can call every tool it offers, now or later.',
    ]);
  });
});

describe('a toxic flow', () => {
  it('is none where only a number or a yes comes back', async () => {
    const of = async (reader: string) => {
      const tools = [reader, 'get_customer', 'send_mail'].map((name) => ({ type: 'function', name }));
      const text = JSON.stringify({ runtime: 'framework', agent: { tools } });
      return statedFindings(await lintFiles({ 'a.agent.json': text }), 'scope/toxic-flow').length;
    };
    expect(await of('was_email_sent')).toBe(0);
    expect(await of('count_messages')).toBe(0);
    expect(await of('read_email')).toBe(1);
  });

  it('needs two tools only where one reads mail: strangers wrote it and it is private', async () => {
    expect(await flowOf(['read_inbox', 'send_mail'])).toEqual(['`read_inbox` `read_inbox` `send_mail`']);
  });

  it('has a shell as a way out', async () => {
    expect(await flowOf(['search_tickets', '{ type: file_search }', '{ type: shell }'])).toEqual([
      '`search_tickets` `file_search` `shell`',
    ]);
  });

  it('is none without one of its legs', async () => {
    expect(await flowOf(['get_customer', 'send_mail'])).toEqual([]);
    expect(await flowOf(['{ type: web_search }', 'send_mail'])).toEqual([]);
    expect(await flowOf(['read_inbox', 'create_note'])).toEqual([]);
    expect(await flowOf(['{ type: web_search }', '{ type: file_search }'])).toEqual([]);
  });

  it('reads a verb as what the tool does, not as what it reads', async () => {
    expect(await flowOf(['fetch_order', 'send_mail'])).toEqual([]);
    expect(await flowOf(['fetch', 'fetch_order', 'send_mail'])).toEqual([
      '`fetch` `fetch_order` `send_mail`',
    ]);
    expect(await flowOf(['scrape_competitor', 'get_order', 'send_mail'])).toEqual([
      '`scrape_competitor` `get_order` `send_mail`',
    ]);
  });

  it('stays while one of two ways out is ungated', async () => {
    const gate = 'controls: { tools: { send_mail: { approval: { by: human } } } }\n';
    expect(await flowOf(['read_inbox', 'get_customer', 'send_mail', 'post_tweet'], gate)).toEqual([
      '`read_inbox` `get_customer` `post_tweet`',
    ]);
    expect(await flowOf(['read_inbox', 'get_customer', 'send_mail'], gate)).toEqual([]);
  });

  it('counts a gate that a machine answers as none', async () => {
    const gate = 'controls: { tools: { send_mail: { approval: { by: bot } } } }\n';
    expect(await flowOf(['read_inbox', 'send_mail'], gate)).toHaveLength(1);
  });

  it('is not guessed from a server without an allow-list', async () => {
    const text =
      'runtime: framework\nagent:\n  tools: [{ name: get_customer }, { name: send_mail }]\n  mcp_servers: [{ url: "https://mail.example.com/mcp" }]\n';
    expect(statedFindings(await lintFiles({ 'a.agent.yaml': text }), 'scope/toxic-flow')).toEqual([]);
  });

  it('is reported for the agent that has it alone, not for those that reach it', async () => {
    const text = `runtime: framework
agents:
  front: { instructions: Sort., handoffs: [middle] }
  middle: { tools: [{ type: web_search }], delegates_to: [mail] }
  mail: { tools: [{ name: read_inbox }, { name: send_mail }] }
`;
    const { findings } = await lintFiles({ 'a.agent.yaml': text });
    expect(findings.filter(({ rule }) => rule === 'scope/toxic-flow').map(({ agent }) => agent)).toEqual([
      'mail',
    ]);
  });

  it('is reported once for agents in a circle, at the first', async () => {
    const text = `runtime: framework
agents:
  front: { tools: [{ type: web_search }], handoffs: [back] }
  back: { tools: [{ name: get_invoice }, { name: send_mail }], handoffs: [front] }
`;
    const { findings } = await lintFiles({ 'a.agent.yaml': text });
    expect(findings.filter(({ rule }) => rule === 'scope/toxic-flow').map(({ agent }) => agent)).toEqual([
      'front',
    ]);
  });

  it('names the smallest fix: a few gates, else removing the few other tools', async () => {
    const fixOf = async (tools: readonly string[]) => {
      const list = tools.map((name) => `{ name: ${name} }`).join(', ');
      const result = await lintFiles({ 'a.agent.yaml': `runtime: framework\nagent:\n  tools: [${list}]\n` });
      return statedFindings(result, 'scope/toxic-flow')[0]?.split('The smallest fix: ')[1];
    };
    expect(await fixOf(['read_inbox', 'send_mail', 'post_tweet'])).toBe(
      'a human gate on `send_mail` and `post_tweet`.',
    );
    expect(await fixOf(['list_issues', 'get_order', 'send_mail', 'post_tweet', 'send_sms'])).toBe(
      'removing `list_issues`.',
    );
  });
});

describe('a server of a file that has no place for a list', () => {
  it('is listed as what cannot be stated in this file, not as computed at run time', async () => {
    const servers = { mcpServers: { gh: { type: 'http', url: 'https://mcp.example.com/' } } };
    const { notAssessed } = await lintFiles({ '.mcp.json': JSON.stringify(servers) });
    const listed = notAssessed.map(({ rule, evidence, at }) => {
      const { line, column } = at.range().start;
      return `${line}:${column} ${rule} ${evidence}`;
    });
    expect(listed).toEqual(['1:42 scope/unrestricted-server inexpressible']);
  });
});

describe('many agents', () => {
  it('are read in no time, whether they form a chain, a circle or a fan', async () => {
    const count = 1_000;
    const agents = Array.from({ length: count }, (_, at) => {
      const tool = ['{ type: web_search }', '{ name: get_invoice }', '{ name: send_mail }'][at % 3];
      return `  a${at}: { tools: [${tool}], handoffs: [a${(at + 1) % count}, a0] }\n`;
    });
    const text = `runtime: framework\nagents:\n${agents.join('')}`;
    const result = await lintFiles({ 'a.agent.yaml': text }, { withoutFixes: true });
    expect(statedFindings(result, 'scope/toxic-flow')).toHaveLength(1);
    expect(statedFindings(result, 'delegation/handoff-cycle')).toHaveLength(1);
  });
});

describe('a whole tool that runs without approval', () => {
  const skill = (text: string) => `---\nname: x\ndescription: Runs.\nallowed-tools: Bash\n---\n${text}\n`;

  it('is one finding for the copies of a skill', async () => {
    const files = {
      'a/skills/x/SKILL.md': skill('Run it.'),
      'b/skills/x/SKILL.md': skill('Run it.'),
      'c/skills/x/SKILL.md': skill('Run another.'),
    };
    const { findings } = await lintFiles(files, { only: ['scope/wildcard'] });
    expect(findings.map(({ file, related }) => [file, related.map((one) => one.file)])).toEqual([
      ['a/skills/x/SKILL.md', ['b/skills/x/SKILL.md']],
      ['c/skills/x/SKILL.md', []],
    ]);
  });

  it('is replaced by entries of the list that its client has for them', async () => {
    const text = JSON.stringify({ name: 'a', tools: ['shell'], allowedTools: ['shell'] });
    const { findings } = await lintFiles({ '.kiro/agents/a.json': text }, { only: ['scope/wildcard'] });
    expect(findings.map(({ remediation }) => remediation)).toEqual([
      'Decide what the task needs, and replace `shell` with entries of `toolsSettings.shell.allowedCommands`, for example `git status` and `npm test`. Or remove `shell` from `allowedTools`.',
    ]);
  });
});
