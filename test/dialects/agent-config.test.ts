import { describe, expect, it } from 'vitest';
import type { Place } from '../../src/model/index.js';
import { readText } from './read-text.js';

const config = `runtime: managed
requirements: { needs: [durable-session], residency: [us] }
headers: { Acme-Beta: agents=v1 }
agent:
  model: some-model
  instructions: Handle refund requests
  tools:
    - type: shell
    - { type: function, name: issue_refund, description: Refund a charge }
  mcp_servers: [{ url: "https://user:pw@billing.example.com/mcp" }]
  handoffs: [billing]
agents:
  billing:
    tools: [{ type: web_search }]
    controls: { guardrails: { input: [pii] } }
environment: { type: hosted }
multi_agent: { enabled: true, max_concurrent_subagents: 4 }
`;

describe('an agent config', () => {
  it('is read with the path and place of each part', async () => {
    const { systems } = await readText('a.agent.yaml', config);
    const [system] = systems;
    const [agent, billing] = system?.agents ?? [];
    const placed = (part: { at: Place } | undefined) => {
      const { line, column } = part?.at.range().start ?? { line: 0, column: 0 };
      return `${part?.at.path} ${line}:${column}`;
    };
    expect(agent?.tools.map(placed)).toEqual(['agent.tools[shell] 8:13', 'agent.tools[issue_refund] 9:31']);
    expect(agent?.mcpServers.map(placed)).toEqual(['agent.mcp_servers[billing.example.com] 10:24']);
    expect(agent?.mcpServers[0]?.address).toBe('https://billing.example.com/mcp');
    expect(placed(agent)).toBe('agent 4:1');
    expect(placed(billing)).toBe('agents.billing 13:3');
    expect(agent?.handoffs.map((one) => one.name)).toEqual(['billing']);
    expect(system?.runtimeAt.range().start).toEqual({ line: 1, column: 10 });
    expect(system?.delegation?.maxConcurrent).toMatchObject({ state: 'shown', value: 4 });
    expect(system?.tracing).toEqual({ state: 'absent' });
    expect(system?.request?.headers).toMatchObject([
      { name: 'Acme-Beta', value: 'agents=v1', dynamic: false },
    ]);
    expect(system?.configIssues).toEqual([]);
    expect(system?.payload?.violations).toEqual([]);
  });

  it.each([
    ['requirments: { beta: allowed }', 'Unknown key `requirments`. Did you mean `requirements`?'],
    [
      'runtime: manged',
      'Unknown runtime `manged`: use managed, framework or responses. Did you mean `managed`?',
    ],
    [
      'requirements: { residency: [uk] }',
      'Unknown region `uk`: use eu, eea, any or two-letter country codes (ISO 3166-1). Did you mean `gb`?',
    ],
    ['runtime: 3', '`runtime` must be managed, framework or responses.'],
    ['headers: [a]', '`headers` must be a map of header names to values.'],
    ['headers: { Acme-Beta: 1 }', 'The value of the header `Acme-Beta` must be a string.'],
    ['agents: [a]', '`agents` must be a map of agent names to agents.'],
  ])('with %s says: %s', async (line, message) => {
    const { systems } = await readText('a.agent.yaml', `${line}\nagent: { model: m }\n`);
    expect(systems[0]?.configIssues.map((issue) => issue.message)).toEqual([message]);
  });

  it('names agents that are not there', async () => {
    const { systems } = await readText(
      'a.agent.yaml',
      'runtime: managed\nagent: { model: m, handoffs: [biling] }\nagents: { billing: { model: m } }\n',
    );
    expect(systems[0]?.configIssues.map((issue) => issue.message)).toEqual([
      'Unknown agent `biling`. Did you mean `billing`?',
    ]);
  });

  it('does not call a misspelt key undocumented as well', async () => {
    const { systems } = await readText(
      'a.agent.yaml',
      'requirments: {}\nmetadata: {}\nagent: { model: m }\n',
    );
    expect(systems[0]?.payload?.undocumented.map((part) => part.name)).toEqual(['metadata']);
  });

  it('leaves a bound of another type to the schema', async () => {
    const { systems } = await readText(
      'a.session.yaml',
      'agent: { model: m }\nmulti_agent: { enabled: true, max_concurrent_subagents: four }\n',
    );
    expect(systems[0]?.delegation?.maxConcurrent).toBeUndefined();
    expect(systems[0]?.payload?.violations.map((one) => one.message)).toEqual([
      '`max_concurrent_subagents` is a string; the spec requires an integer.',
    ]);
  });
});
