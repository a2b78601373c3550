import { describe, expect, it } from 'vitest';
import { readText } from './read-text.js';

const environment = { type: 'openai_hosted' };
const transport = { type: 'http', server_url: 'https://s.example.com/mcp', authorization: 'abc' };

async function read(path: string, value: unknown) {
  const { systems, dialect } = await readText(
    path,
    typeof value === 'string' ? value : JSON.stringify(value),
  );
  return { system: systems[0], dialect };
}

describe("the public client's shape of a session", () => {
  it('has its MCP servers among the tools, with no gate for what they do', async () => {
    const tools = [
      { type: 'mcp', server_label: 's', transport, allowed_tools: ['send_mail'] },
      {
        type: 'mcp',
        server_label: 'local',
        transport: { type: 'stdio', command: 'npx', args: ['-y', 'files'] },
      },
      { type: 'web_search' },
    ];
    const { system } = await read('a.session.json', { agent: { tools }, environment });
    const [agent] = system?.agents ?? [];
    expect(agent?.tools.map((tool) => tool.name)).toEqual(['web_search']);
    expect(agent?.mcpServers).toMatchObject([
      {
        name: 's.example.com',
        transport: 'http',
        allowedTools: { state: 'shown', value: ['send_mail'] },
        tools: [
          { name: 'send_mail', approval: { state: 'inexpressible' }, server: 'https://s.example.com/mcp' },
        ],
        values: [{ name: 'url' }, { name: 'authorization', value: 'abc' }],
      },
      { name: 'local', address: 'npx -y files', transport: 'stdio', allowedTools: { state: 'absent' } },
    ]);
    expect(agent?.mcpServers[0]?.tools[0]?.ungateable).toBeDefined();
    expect(agent?.mcpServers.map((server) => server.at.path)).toEqual([
      'agent.tools[s]',
      'agent.tools[local]',
    ]);
  });

  it('is read where the address stands in the tool itself, without a word on gates', async () => {
    const tools = [{ type: 'mcp', server_url: 'http://s.example.com/mcp', allowed_tools: ['send_mail'] }];
    const { system } = await read('a.session.json', { agent: { tools }, environment });
    const [server] = system?.agents[0]?.mcpServers ?? [];
    expect(server).toMatchObject({
      name: 's.example.com',
      url: 'http://s.example.com/mcp',
      transport: 'http',
    });
    expect(server?.tools[0]?.approval.state).toBe('inexpressible');
    expect(server?.tools[0]?.ungateable).toBeUndefined();
  });

  it.each([
    ['openai_hosted', 'hosted'],
    ['hosted', 'hosted'],
    ['self_hosted', 'self-hosted'],
    ['none', 'other'],
    ['elsewhere', 'other'],
  ])('an environment of type %s is %s', async (type, kind) => {
    const { system } = await read('a.session.json', { agent: { model: 'm' }, environment: { type } });
    expect(system?.environment?.kind).toBe(kind);
  });

  it('has multi_agent inside the agent, of the same types', async () => {
    const agent = { model: 'm', multi_agent: { enabled: true, max_concurrent_subagents: 'two' } };
    const { system } = await read('a.session.json', { agent, environment });
    expect(system?.delegation?.enabled).toMatchObject({ state: 'shown', value: true });
    expect(system?.payload?.violations.map((one) => `${one.at.path} ${one.message}`)).toEqual([
      'agent.multi_agent.max_concurrent_subagents `max_concurrent_subagents` is a string; the spec requires an integer.',
    ]);
  });

  it.each<[string, unknown, string | undefined]>([
    ['with a known environment', { agent_id: 'agent_1', environment }, 'session'],
    [
      'with an environment of another product',
      { agent_id: 'agent_1', environment: { type: 'staging' } },
      undefined,
    ],
    ['without an environment', { agent_id: 'agent_1', input: 'hi' }, undefined],
  ])('may name a stored agent, %s', async (_, value, dialect) => {
    const found = await read('a.json', value);
    expect(found.dialect).toBe(dialect);
    if (dialect)
      expect(found.system?.unresolved.map((one) => one.what)).toEqual(['the agent that `agent_id` names']);
  });

  it.each([
    ['OpenAI-Beta', 'openai'],
    ['openai-beta', 'openai'],
    ['Acme-Beta', undefined],
  ])('selects its profile by the header %s', async (header, vendor) => {
    const payload = JSON.stringify({ agent: { model: 'm' }, environment });
    const http = await read(
      'a.http',
      `POST https://a.example.com/v1/agents/sessions\n${header}: agents=v1\n\n${payload}\n`,
    );
    expect(http.system?.vendor).toBe(vendor);
    const config = await read('a.agent.yaml', `headers: { ${header}: agents=v1 }\nagent: { model: m }\n`);
    expect(config.system?.vendor).toBe(vendor);
  });
});
