const VERBS = ['get', 'list', 'update', 'delete', 'send', 'search', 'refund', 'create', 'deploy', 'read'];
const THINGS = [
  'order',
  'invoice',
  'customer',
  'ticket',
  'parcel',
  'contract',
  'report',
  'mailbox',
  'branch',
];

interface AgentSpec {
  model: string;
  tools: object[];
  mcp_servers?: object[];
  handoffs?: string[];
  delegates_to?: string[];
}

/**
 * A system of 60 agents and 500 tools, as one agent config: a front desk hands off to six leads, each lead to eight
 * specialists; every lead delegates to one of its own and may hand back to the front desk.
 */
export function largeSystem(): string {
  const leads = Array.from({ length: 6 }, (_, at) => `lead_${at}`);
  const agents: Record<string, AgentSpec> = {};
  let tools = 0;
  const toolsFor = (owner: string, many: number) =>
    Array.from({ length: many }, (_, at) => {
      tools += 1;
      return {
        type: 'function',
        name: `${VERBS[(tools * 7) % VERBS.length]}_${THINGS[(tools * 5) % THINGS.length]}_${owner}_${at}`,
      };
    });
  const add = (name: string, more: Partial<AgentSpec>) => {
    agents[name] = { model: 'some-model', tools: toolsFor(name, 8), ...more };
  };
  for (const [at, lead] of leads.entries()) {
    const own = Array.from({ length: 8 }, (_, nth) => `specialist_${at}_${nth}`);
    add(lead, {
      handoffs: [...own, 'agent'],
      delegates_to: [`helper_${at % 5}`],
      mcp_servers: [{ url: `https://tools-${at}.example.com/mcp` }],
    });
    for (const [nth, name] of own.entries())
      add(name, nth === 0 ? { mcp_servers: [{ url: 'https://shared.example.com/mcp' }] } : {});
  }
  for (let at = 0; at < 5; at += 1) add(`helper_${at}`, {});
  const agent = { model: 'some-model', tools: toolsFor('front', 500 - tools), handoffs: leads };
  const controls = {
    tools: Object.fromEntries(
      Object.values(agents)
        .flatMap((one) => one.tools as { name: string }[])
        .filter((_, at) => at % 3 === 0)
        .map(({ name }) => [name, { approval: { by: 'human', how: 'desk' } }]),
    ),
    mcp_servers: {
      'https://shared.example.com/mcp': { allowed_tools: ['find_page', 'send_page'], scopes: ['pages:read'] },
    },
  };
  return JSON.stringify({
    runtime: 'framework',
    requirements: { needs: ['custom-orchestration'] },
    agent,
    agents,
    controls,
  });
}

/** A project of 184 systems, each in a file of its own: many are alike, some have no tool and no arrow. */
export function manySystems(): [path: string, text: string][] {
  const kinds = ['refund', 'support', 'billing', 'search', 'report', 'triage'];
  return Array.from({ length: 184 }, (_, at) => {
    const kind = kinds[at % kinds.length] ?? '';
    const names =
      at % 4 === 0
        ? []
        : [
            `get_${kind}`,
            ...(at % 3 === 0 ? [`issue_${kind}_payment`] : []),
            ...(at % 5 === 0 ? [`delete_${kind}`] : []),
          ];
    const agent = {
      model: 'some-model',
      tools: names.map((name) => ({ type: 'function', name })),
      mcp_servers: at % 7 === 0 ? [{ url: `https://${kind}.example.com/mcp` }] : [],
      handoffs: at % 11 === 0 ? ['helper'] : [],
    };
    const agents = at % 11 === 0 ? { helper: { model: 'some-model', tools: [] } } : {};
    const requirements = { needs: [at % 2 === 0 ? 'durable-session' : 'custom-orchestration'] };
    const runtime = at % 2 === 0 ? 'managed' : 'framework';
    const path = `services/${kind}-${at}/${kind}.agent.json`;
    return [path, JSON.stringify({ runtime, requirements, agent, agents })];
  });
}
