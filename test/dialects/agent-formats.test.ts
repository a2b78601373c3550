import { beforeAll, describe, expect, it } from 'vitest';
import { sourceWords } from '../../src/effects/index.js';
import { lintWorkspace } from '../../src/lint/lint.js';
import { type Agent, type AgentSystem, type Place, type Tool, toolsOf } from '../../src/model/index.js';
import { noConfig } from '../../src/model/memory-config.js';
import { workspaceOf } from '../../src/model/memory-workspace.js';
import { loadParsers } from '../../src/syntax/index.js';
import { readText } from './read-text.js';

beforeAll(() => loadParsers(['json', 'jsonc', 'yaml', 'toml', 'markdown']));

const place = (at: Place) => `${at.range().start.line}:${at.range().start.column}`;

/** A tool as one line: its place, name, kind, effect and gate. */
const line = ({ at, name, kind, effect, approval }: Tool) => {
  const by = 'value' in approval ? ` ${approval.value.by}` : '';
  return `${place(at)} ${name} ${kind} ${effect.effect} ${approval.state}${by}`;
};

const servers = (agent: Agent | undefined) =>
  (agent?.mcpServers ?? []).map(
    ({ at, name, transport, allowedTools, tools }) =>
      `${place(at)} ${name} ${transport} ${allowedTools.state} [${tools.map(line).join(', ')}]`,
  );

const references = (list: Agent['handoffs']) => list.map(({ name, at }) => `${place(at)} ${name}`);

async function systemOf(path: string, text: string, dialect: string): Promise<AgentSystem> {
  const reading = await readText(path, text);
  expect([reading.dialect, reading.systems.length]).toEqual([dialect, 1]);
  const system = reading.systems[0] as AgentSystem;
  expect([system.surface, system.runtime]).toEqual(['product', undefined]);
  return system;
}

/** Findings but infos, by place. */
function found(path: string, text: string): string[] {
  const { findings } = lintWorkspace(workspaceOf({ [path]: text }), noConfig(), { asOf: '2026-11-20' });
  return findings
    .filter(({ severity }) => severity !== 'info')
    .map(({ range, severity, rule }) => `${range.start.line}:${range.start.column} ${severity} ${rule}`);
}

const TEAM = `models:
  fast: { provider: openai, model: m }
mcps:
  tickets:
    remote: { url: "http://tickets.example.com/mcp", headers: { Authorization: "Bearer \${env.TOKEN}" } }
agents:
  root:
    model: fast
    description: Leads
    instruction: Help.
    sub_agents: [coder]
    handoffs: [writer]
    toolsets:
      - type: think
      - type: mcp
        ref: docker:github-official
        tools: [get_issue, delete_repository]
      - type: mcp
        ref: tickets
  coder:
    instruction: Code.
    max_iterations: 30
    toolsets:
      - type: shell
      - type: filesystem
      - type: script
        shell:
          deploy_site: { cmd: "make deploy", description: Deploys the site }
      - type: api
        api_config: { name: create_order, method: POST, endpoint: "https://x.example.com", headers: { X-Api-Key: "sk-abcdefghij0123456789ABCD" } }
  writer:
    instruction: Write.
    hooks:
      user_prompt_submit:
        - { type: command, command: ./check.sh }
`;

describe('a team of docker agent', () => {
  it('is read with its toolsets, its servers and who starts whom', async () => {
    const system = await systemOf('agent.yaml', TEAM, 'cagent');
    const [root, coder, writer] = system.agents;
    expect(system.agents.map(({ name, nameAt, model }) => `${place(nameAt)} ${name} ${model}`)).toEqual([
      '7:3 root fast',
      '20:3 coder undefined',
      '31:3 writer undefined',
    ]);
    expect(root?.tools.map(line)).toEqual(['14:15 think function read shown human']);
    expect(servers(root)).toEqual([
      '16:14 github-official stdio shown [17:17 get_issue mcp read shown human, 17:28 delete_repository mcp destructive shown human]',
      '5:20 tickets http absent []',
    ]);
    expect(references(root?.delegatesTo ?? [])).toEqual(['11:18 coder']);
    expect(references(root?.handoffs ?? [])).toEqual(['12:16 writer']);
    expect(coder?.tools.map(line)).toEqual([
      '24:15 shell shell destructive shown human',
      '25:15 filesystem function change shown human',
      '28:11 deploy_site function outward shown human',
      '29:15 create_order function change shown human',
    ]);
    expect(system.turnLimits?.map(({ of, limit }) => [of, limit.state === 'shown' && limit.value])).toEqual([
      ['coder', 30],
    ]);
    expect(writer?.guardrails.input).toMatchObject({ state: 'shown', value: ['./check.sh'] });
    expect(root?.guardrails.input.state).toBe('inexpressible');
  });

  it('asks before it acts: what is left to report is the address, the open server and the key', () => {
    expect(found('agent.yaml', TEAM)).toEqual([
      '5:20 error mcp/plain-http',
      '5:20 warning scope/unrestricted-server',
      '30:114 error mcp/literal-secret',
    ]);
  });

  const withPermissions = (permissions: string) =>
    `agents:\n  root:\n    instruction: Help.\n    toolsets:\n      - type: shell\n      - { type: mcp, name: github, command: gh-mcp }\n      - { type: mcp, name: mail, command: mail-mcp, tools: [send_mail] }\npermissions: ${permissions}\n`;

  it.each([
    ['{ allow: ["*"] }', ['8:24 error scope/wildcard']],
    ['{ allow: [shell] }', ['8:24 error scope/wildcard']],
    ['{ allow: [Shell] }', ['8:24 error scope/wildcard']],
    ['{ allow: ["sh*"] }', ['8:24 error scope/wildcard']],
    ['{ allow: ["shell:cmd=*:cwd=."] }', ['8:24 error scope/wildcard']],
    ['{ allow: ["shell:cwd=."] }', ['8:24 error scope/wildcard']],
    ['{ allow: ["shell:cmd=git push*:cwd=."] }', ['8:24 error approval/auto-approved']],
    ['{ allow: ["shell:cmd=ls*:cwd=.", "shell:cmd=git status"] }', []],
    ['{ allow: ["shell:cmd=rm*"], deny: [shell] }', []],
    ['{ allow: ["shell:cmd=git push*"], deny: ["shell:cmd=git*"] }', []],
    [
      '{ allow: ["shell:cmd=git push*"], ask: ["shell:cmd=git push*"] }',
      ['8:24 error approval/auto-approved'],
    ],
    ['{ allow: ["github_*"] }', ['8:24 error scope/wildcard']],
    ['{ allow: ["mcp:github:*"] }', ['8:24 error scope/wildcard']],
    ['{ allow: ["github_get_*", "github_list_*"] }', []],
    ['{ allow: ["github_delete_*"] }', ['8:24 error approval/auto-approved']],
    ['{ allow: ["mail_*"] }', ['7:61 error approval/auto-approved']],
    ['{ allow: [list_mails] }', []],
    ['{ allow: [write_file] }', ['8:24 warning scope/wildcard']],
    ['{ allow: ["write_file:path=./docs/*", read_file, mcp-remove] }', []],
    ['{ deny: [shell] }', []],
    ['{ ask: [shell] }', []],
  ])('with permissions %s', (permissions, expected) => {
    // That `github` is open is another matter, and the same in each.
    const open = '6:45 warning scope/unrestricted-server';
    expect(found('team.yaml', withPermissions(permissions)).sort()).toEqual([open, ...expected].sort());
  });

  const withRequests = (permissions: string) =>
    `agents:\n  root:\n    instruction: Help.\n    toolsets:\n      - type: api\n        api_config: { name: customer, method: DELETE, endpoint: "https://x.example.com" }\n      - type: api\n        api_config: { name: order, method: GET, endpoint: "https://x.example.com" }\n      - type: api\n        api_config: { name: case, method: POST, endpoint: "https://x.example.com", instruction: Refund the customer }\npermissions: ${permissions}\n`;

  it.each([
    ['{ allow: [customer] }', ['11:24 error approval/auto-approved']],
    ['{ allow: ["cust*"] }', ['11:24 error approval/auto-approved']],
    ['{ allow: [order] }', []],
    ['{ allow: ["o*"] }', []],
    ['{ allow: ["delete_o*"] }', ['11:24 error approval/auto-approved']],
    ['{ allow: [case] }', ['11:24 warning approval/auto-approved']],
    ['{ allow: [customer], deny: [customer] }', []],
    ['{ ask: [customer, case] }', []],
  ])('has requests known by their method, with permissions %s', (permissions, expected) => {
    expect(found('team.yaml', withRequests(permissions))).toEqual(expected);
  });

  it('has requests read with their method and the description for the agent', async () => {
    const system = await systemOf('team.yaml', withRequests('{ ask: [customer] }'), 'cagent');
    expect(
      system.agents[0]?.tools.map(({ name, effect }) => `${name} ${sourceWords(effect.because)}`),
    ).toEqual([
      'customer its HTTP method: "DELETE"',
      'order its HTTP method: "GET"',
      'case its description: "refund"',
    ]);
  });

  const withSafety = (runtime: string, root: string) =>
    `${runtime}agents:\n  root:\n    instruction: Help.\n    ${root}\n    toolsets:\n      - type: shell\n      - { type: mcp, command: mail-mcp, tools: [send_mail] }\n`;

  it('may have a safety mode that answers for people, reported once, at the mode', () => {
    expect(found('team.yaml', withSafety('', 'safety: autonomous'))).toEqual([
      '4:13 error approval/auto-approved',
    ]);
    expect(found('team.yaml', withSafety('runtime: { safety: autonomous }\n', 'max_iterations: 9'))).toEqual([
      '1:20 error approval/auto-approved',
    ]);
    expect(found('team.yaml', withSafety('runtime: { safety: autonomous }\n', 'safety: strict'))).toEqual([]);
    expect(
      found('team.yaml', withSafety('', 'harness: { type: codex, permission_policy: { mode: auto_allow } }')),
    ).toEqual(['4:56 error approval/auto-approved']);
  });

  const withHooks = (hooks: string) =>
    `agents:\n  root:\n    instruction: Help.\n    toolsets:\n      - type: shell\n      - type: filesystem\n      - { type: mcp, name: mail, command: mail-mcp, tools: [send_mail] }\n      - { type: mcp, name: crm, command: crm-mcp }\n    hooks: ${hooks}\n`;
  const hook = (event: string, matcher: string) =>
    `{ ${event}: [{ ${matcher}hooks: [{ type: command, command: ./check.sh }] }] }`;

  it.each([
    ['', ['shell', 'filesystem', 'send_mail']],
    ['matcher: "*", ', ['shell', 'filesystem', 'send_mail']],
    ['matcher: "shell|edit_file", ', ['shell']],
    ['matcher: "write_file|edit_file", ', ['filesystem']],
    ['matcher: mail_send_mail, ', ['send_mail']],
    ['matcher: "mcp:mail:.*", ', []],
  ])('may check the calls of tools, with {%s}', async (matcher, checked) => {
    const { agents } = await systemOf('team.yaml', withHooks(hook('pre_tool_use', matcher)), 'cagent');
    const tools = agents.flatMap(toolsOf);
    expect(
      tools.filter(({ guardrails }) => guardrails?.input.state === 'shown').map(({ name }) => name),
    ).toEqual(checked);
    expect(tools.every(({ approval }) => approval.state === 'shown')).toBe(true);
  });

  it.each([
    ['', ['shell', 'filesystem', 'send_mail', 'crm']],
    ['matcher: "shell|edit_file", ', ['shell', 'filesystem']],
    ['matcher: "crm_.*", ', ['shell', 'filesystem', 'send_mail', 'crm']],
    ['matcher: crm_get_note, ', ['crm']],
  ])('may have a hook that answers instead of a person, with {%s}', async (matcher, open) => {
    const { agents } = await systemOf('team.yaml', withHooks(hook('permission_request', matcher)), 'cagent');
    const gates = [
      ...agents.flatMap(toolsOf),
      ...agents.flatMap(({ mcpServers }) =>
        mcpServers.flatMap(({ name, toolGate }) => (name === 'crm' && toolGate ? { name, ...toolGate } : [])),
      ),
    ];
    expect(gates.filter(({ approval }) => approval.state === 'undecidable').map(({ name }) => name)).toEqual(
      open,
    );
  });

  it('is asked all the same where a hook has nothing to run', async () => {
    const { agents } = await systemOf(
      'team.yaml',
      withHooks('{ permission_request: [{ hooks: [] }] }'),
      'cagent',
    );
    expect(agents.flatMap(toolsOf).every(({ approval }) => approval.state === 'shown')).toBe(true);
  });

  it('has long lists of permissions read up to a limit, and says so', async () => {
    const names = (count: number) =>
      Array.from({ length: count }, (_, index) => `"read_${index}*"`).join(', ');
    const system = await systemOf('team.yaml', withPermissions(`{ allow: [${names(201)}] }`), 'cagent');
    expect(system.unresolved.map(({ what, why }) => `${what}: ${why}`)).toEqual([
      'permissions.allow from its entry 201: the list is longer than what is read',
    ]);
    expect(
      (await systemOf('team.yaml', withPermissions(`{ allow: [${names(200)}] }`), 'cagent')).unresolved,
    ).toEqual([]);
  });

  it('has its limit taken away by zero, unless a budget ends its runs', () => {
    expect(found('team.yaml', withSafety('', 'max_iterations: 0'))).toEqual([
      '4:21 warning delegation/unbounded-turns',
    ]);
    expect(found('team.yaml', withSafety('budget: { max_cost: 1 }\n', 'max_iterations: 0'))).toEqual([]);
  });
});

const ADK = (tools: string, more = '') =>
  `# yaml-language-server: $schema=https://example.com/AgentConfig.json\nname: clerk\nmodel: m\ninstruction: Help.\n${more}tools:\n${tools}`;

describe('an agent of ADK', () => {
  it('is read with tools by the last part of their names, agents and servers', async () => {
    const text = ADK(
      [
        '  - name: google_search',
        '  - name: shop.tools.get_order',
        '  - name: shop.tools.RefundTool',
        '  - name: LongRunningFunctionTool',
        '    args: { func: shop.tools.ask_for_approval }',
        '  - name: FunctionTool',
        '    args: { func: shop.tools.cancel_order, require_confirmation: shop.tools.is_large }',
        '  - name: AgentTool',
        '    args: { agent: { config_path: ./delete_all.yaml } }',
        '  - name: McpToolset',
        '    args:',
        '      stdio_connection_params:',
        '        server_params: { command: npx, args: ["-y", "@acme/orders@1.0.0"] }',
        '      tool_filter: [get_order, delete_order]',
        '      require_confirmation: true',
        '',
      ].join('\n'),
      'sub_agents:\n  - config_path: ./billing.yaml\n  - code: shop.agents.writer\nbefore_model_callbacks:\n  - name: shop.checks.no_injection\n',
    );
    const system = await systemOf('clerk.yaml', text, 'adk');
    const [agent] = system.agents;
    expect(agent?.tools.map(line)).toEqual([
      '11:11 google_search function read inexpressible',
      '12:11 get_order function read absent',
      '13:11 RefundTool function outward inexpressible',
      '15:19 ask_for_approval function read inexpressible',
      '17:19 cancel_order function destructive shown conditional',
      '18:11 ./delete_all.yaml agent unknown inexpressible',
    ]);
    expect(servers(agent)).toEqual([
      '23:35 @acme/orders stdio shown [24:21 get_order mcp read shown human, 24:32 delete_order mcp destructive shown human]',
    ]);
    expect(references(agent?.delegatesTo ?? [])).toEqual([
      '6:18 ./billing.yaml',
      '7:11 shop.agents.writer',
      '19:35 ./delete_all.yaml',
    ]);
    expect(agent?.guardrails.input).toMatchObject({ state: 'shown', value: ['shop.checks.no_injection'] });
    expect(found('clerk.yaml', text)).toEqual([]);
  });

  it('names tools alone for a loader of the project', async () => {
    const text = ADK('  - shop.tools:cancel_order\n  - shop.tools.get_order\n', '');
    const system = await systemOf('clerk.yaml', text, 'adk');
    expect(system.agents[0]?.tools.map(line)).toEqual([
      '6:5 cancel_order function destructive inexpressible',
      '7:5 get_order function read inexpressible',
    ]);
    expect(found('clerk.yaml', text)).toEqual([]);
  });

  it.each([
    ['  - name: shop.tools.issue_refund\n', '', ['6:11 error approval/missing']],
    ['  - name: shop.tools.issue_refund\n', 'before_tool_callbacks: [{ name: shop.checks.ask }]\n', []],
    ['  - name: shop.tools.IssueRefund\n', '', []],
    [
      '  - name: FunctionTool\n    args: { func: shop.issue_refund, require_confirmation: false }\n',
      '',
      ['7:19 error approval/missing'],
    ],
    ['  - name: FunctionTool\n    args: { func: shop.issue_refund, require_confirmation: true }\n', '', []],
    [
      '  - name: MCPToolset\n    args:\n      sse_connection_params: { url: "http://mail.example.com/sse" }\n      tool_filter: [send_mail]\n      auth_credential: { oauth2: { client_secret: "sk-abcdefghij0123456789ABCD" } }\n',
      '',
      ['8:37 error mcp/plain-http', '9:21 error approval/missing', '10:51 error mcp/literal-secret'],
    ],
  ])('with the tools %j %s', (tools, more, expected) => {
    expect(found('clerk.yaml', ADK(tools, more))).toEqual(expected);
  });

  it('loops without a limit where a loop states none', () => {
    const loop = 'agent_class: LoopAgent\nname: again\nsub_agents:\n  - config_path: a.yaml\n';
    expect(found('again.yaml', loop)).toEqual(['1:14 warning delegation/unbounded-turns']);
    expect(found('again.yaml', `${loop}max_iterations: 5\n`)).toEqual([]);
  });
});

describe('a crew', () => {
  it('has agents whose tools stand in Python, and says so', async () => {
    const text =
      'lead:\n  role: lead\n  goal: Lead\n  backstory: long\n  allow_delegation: true\n  max_iter: 12\ncoder:\n  role: coder\n  goal: Code\n  backstory: long\n  tools: [delete_branch]\n';
    const system = await systemOf('agents.yaml', text, 'crewai');
    expect(system.agents.map(({ name, tools }) => [name, tools.map(line)])).toEqual([
      ['lead', []],
      ['coder', ['11:11 delete_branch function destructive inexpressible']],
    ]);
    expect(references(system.agents[0]?.delegatesTo ?? [])).toEqual(['5:21 coder']);
    expect(system.turnLimits?.map(({ limit }) => limit)).toMatchObject([{ state: 'shown', value: 12 }]);
    expect(found('agents.yaml', text)).toEqual([]);
  });

  it('has tasks whose guardrails check what their agents answer', async () => {
    const text =
      'write:\n  description: Write\n  expected_output: A text\n  agent: writer\n  guardrail: No names of people\nread:\n  description: Read\n  expected_output: A list\n  agent: writer\n';
    const system = await systemOf('tasks.yaml', text, 'crewai');
    expect(system.agents.map(({ name, nameAt }) => `${place(nameAt)} ${name}`)).toEqual(['4:3 writer']);
    expect(system.agents[0]?.guardrails.output).toMatchObject({
      state: 'shown',
      value: ['No names of people'],
    });
    expect(system.unresolved.map(({ what, why }) => `${what}: ${why}`)).toEqual([
      'the tools of the tasks: they are given in the Python file of the crew',
    ]);
  });
});

describe('a component of Agent Spec', () => {
  const tool = (name: string, more = '') =>
    `    ${name}: { component_type: ServerTool, id: ${name}, name: ${name}${more} }\n`;
  const clerk = (refs: string, components: string) =>
    `component_type: Agent\nid: a\nname: clerk\nsystem_prompt: Help.\ntools: [${refs}]\n$referenced_components:\n${components}agentspec_version: 26.1.0\n`;

  it('has its references resolved, and says which are not in the file', async () => {
    const text = clerk(
      '{ $component_ref: pay }, { $component_ref: gone }',
      tool('pay', ', requires_confirmation: true'),
    ).replace(/^ {4}/gm, '  ');
    const system = await systemOf('clerk.yaml', text, 'agent-spec');
    expect(system.agents[0]?.tools.map(line)).toEqual(['7:53 pay function outward shown human']);
    expect(system.unresolved.map(({ what, why, at }) => `${place(at)} ${what}: ${why}`)).toEqual([
      '5:34 a tool of clerk: the component that it refers to is not in this file',
    ]);
  });

  it.each([
    ['lookup', 'DELETE', ['7:44 error approval/missing']],
    ['lookup', 'GET', []],
    ['delete_order', 'GET', ['7:44 error approval/missing']],
    ['lookup', 'POST', []],
    ['send_order', 'POST', ['7:44 error approval/missing']],
    ['lookup', '"{{method}}"', []],
  ])('has a remote tool %s by %s judged by its method, at its name', (name, method, expected) => {
    const remote = `    t: { component_type: RemoteTool, name: ${name}, id: t, http_method: ${method}, url: "https://x.example.com" }\n`;
    expect(found('clerk.yaml', clerk('{ $component_ref: t }', remote))).toEqual(expected);
  });

  it('may refer to itself in a circle', async () => {
    const text = clerk(
      '{ $component_ref: a1 }',
      '  a1: { $component_ref: a2 }\n  a2: { $component_ref: a1 }\n',
    );
    const system = await systemOf('clerk.yaml', text, 'agent-spec');
    expect(system.agents[0]?.tools).toEqual([]);
  });

  it('is judged for tools, toolboxes and credentials', () => {
    const flawed = `component_type: Agent
id: a
name: clerk
llm_config: { component_type: OpenAiConfig, id: l, name: l, model_id: m, api_key: sk-abcdefghij0123456789ABCD }
tools:
  - { component_type: ServerTool, id: t, name: delete_account }
toolboxes:
  - component_type: MCPToolBox
    id: b
    name: mail
    client_transport: { component_type: StreamableHTTPTransport, id: c, name: c, url: "http://mail.example.com/mcp" }
    tool_filter:
      - list_labels
      - { component_type: MCPToolSpec, id: s, name: send_mail, requires_confirmation: false }
agentspec_version: 26.1.0
`;
    expect(found('clerk.yaml', flawed)).toEqual([
      '4:83 error mcp/literal-secret',
      '6:48 error approval/missing',
      '11:87 error mcp/plain-http',
      '14:53 error approval/missing',
    ]);
    const mended = flawed
      .replace(', api_key: sk-abcdefghij0123456789ABCD', '')
      .replace('name: delete_account', 'name: delete_account, requires_confirmation: true')
      .replace('http:', 'https:')
      .replace('confirmation: false', 'confirmation: true');
    expect(found('clerk.yaml', mended)).toEqual([]);
  });

  it('has managers with workers, and swarms along their pairs', async () => {
    const agent = (name: string) => `    - { component_type: Agent, id: ${name}, name: ${name} }\n`;
    const team = `component_type: ManagerWorkers\nname: team\ngroup_manager: { component_type: Agent, id: boss, name: boss }\nworkers:\n${agent('one')}${agent('two')}agentspec_version: 26.1.0\n`;
    const managed = await systemOf('team.yaml', team, 'agent-spec');
    expect(managed.agents.map(({ name, delegatesTo }) => [name, references(delegatesTo)])).toEqual([
      ['boss', ['5:7 one', '6:7 two']],
      ['one', []],
      ['two', []],
    ]);
    const swarm = `component_type: Swarm\nname: team\nfirst_agent: { $component_ref: one }\nrelationships:\n  - [{ $component_ref: one }, { $component_ref: two }]\n$referenced_components:\n  one: { component_type: Agent, id: one, name: one }\n  two: { component_type: Agent, id: two, name: two }\nagentspec_version: 26.1.0\n`;
    const swarming = await systemOf('team.yaml', swarm, 'agent-spec');
    expect(swarming.agents.map(({ name, handoffs }) => [name, references(handoffs)])).toEqual([
      ['one', ['5:31 two']],
      ['two', []],
    ]);
  });

  it('begins where a swarm says so, in whatever order its components stand', async () => {
    const part = (name: string) => `  ${name}: { component_type: Agent, id: ${name}, name: ${name} }\n`;
    const swarm = (first: string, parts: string) =>
      `component_type: Swarm\nname: team\nfirst_agent: { $component_ref: ${first} }\nrelationships:\n  - [{ $component_ref: one }, { $component_ref: two }]\n  - [{ $component_ref: two }, { $component_ref: one }]\n$referenced_components:\n${parts}agentspec_version: 26.1.0\n`;
    for (const parts of [part('one') + part('two'), part('two') + part('one')]) {
      for (const [first, second] of [
        ['one', 'two'],
        ['two', 'one'],
      ] as const) {
        const text = swarm(first, parts);
        const { agents, entry } = await systemOf('team.yaml', text, 'agent-spec');
        expect([entry, agents.map(({ name }) => name)]).toEqual([first, [first, second]]);
        const { findings } = lintWorkspace(workspaceOf({ 'team.yaml': text }), noConfig(), {
          asOf: '2026-11-20',
        });
        expect(
          findings.filter(({ rule }) => rule === 'delegation/handoff-cycle').map(({ message }) => message),
        ).toEqual([
          `\`${second}\` hands off to \`${first}\`, which closes a cycle: ${first} -> ${second} -> ${first}. No turn limit is stated.`,
        ]);
      }
    }
  });
});

describe('a declarative agent of the Agent Framework', () => {
  const prompt = (mode: string, tools = '[send_mail, list_labels]') =>
    `kind: Prompt\nname: clerk\ninstructions: Help.\nmodel:\n  id: m\n  connection: { kind: key, apiKey: =Env.KEY }\ntools:\n  - kind: mcp\n    name: mail\n    url: https://mail.example.com/mcp\n    allowedTools: ${tools}\n    approvalMode: ${mode}\n  - kind: function\n    name: delete_account\n  - kind: codeInterpreter\n`;

  it('is read with the gates of its servers; its functions ask in the program', async () => {
    const system = await systemOf('clerk.agent.yaml', prompt('always'), 'agent-framework');
    const [agent] = system.agents;
    expect(agent?.model).toBe('m');
    expect(agent?.tools.map(line)).toEqual([
      '14:11 delete_account function destructive inexpressible',
      '15:11 codeInterpreter code_interpreter change inexpressible',
    ]);
    expect(servers(agent)).toEqual([
      '10:10 mail http shown [11:20 send_mail mcp outward shown human, 11:31 list_labels mcp read shown human]',
    ]);
  });

  it.each([
    ['always', []],
    ['{ kind: always }', []],
    ['never', ['11:20 error approval/auto-approved']],
    ['{ kind: never }', ['11:20 error approval/auto-approved']],
    ['{ kind: specify, alwaysRequireApprovalTools: [send_mail] }', []],
    ['{ kind: specify, neverRequireApprovalTools: [send_mail] }', ['11:20 error approval/auto-approved']],
    ['{ kind: specify, alwaysRequireApprovalTools: [list_labels] }', ['11:20 error approval/missing']],
  ])('with approvalMode %s', (mode, expected) => {
    expect(found('clerk.agent.yaml', prompt(mode))).toEqual(expected);
  });

  it('is a workflow that names agents wherever its actions call them', async () => {
    const text =
      'kind: Workflow\ntrigger:\n  kind: OnConversationStart\n  id: t\n  actions:\n    - kind: InvokeAzureAgent\n      agent: { name: Writer }\n    - kind: ConditionGroup\n      conditions:\n        - actions:\n            - kind: InvokeAzureAgent\n              agent:\n                name: Editor\n            - kind: InvokeAzureAgent\n              agent: { name: Writer }\n';
    const system = await systemOf('flow.yaml', text, 'agent-framework');
    expect(system.agents.map(({ name, nameAt }) => `${place(nameAt)} ${name}`)).toEqual([
      '7:22 Writer',
      '13:23 Editor',
    ]);
    expect(found('flow.yaml', text)).toEqual([]);
  });
});

describe('files that name programs and say nothing of tools', () => {
  it('is an agent card, whose skills are no tools', async () => {
    const card = {
      name: 'clerk',
      supportedInterfaces: [{ url: 'http://localhost:9999' }],
      capabilities: {},
      skills: [{ id: 'delete_all', name: 'Delete all', description: 'Deletes everything' }],
    };
    for (const path of ['.well-known/agent-card.json', 'agent.json']) {
      const system = await systemOf(path, JSON.stringify(card), 'a2a-card');
      expect(system.agents.map(({ name, tools }) => [name, tools])).toEqual([['clerk', []]]);
      expect(system.unresolved.map(({ what, why }) => `${what}: ${why}`)).toEqual([
        'the tools of clerk: a card names skills, not tools',
      ]);
      expect(found(path, JSON.stringify(card))).toEqual([]);
    }
  });

  it('is a deployment of graphs, each with the file that makes it', async () => {
    const text =
      '{\n  // two graphs\n  "dependencies": ["."],\n  "graphs": {\n    "clerk": "./clerk.py:graph",\n    "writer": { "path": "./writer.ts:graph" },\n  },\n  "env": { "API_TOKEN": "sk-abcdefghij0123456789ABCD" }\n}\n';
    const system = await systemOf('langgraph.json', text, 'langgraph');
    expect(system.unresolved.map(({ what, why, at }) => `${place(at)} ${what}: ${why}`)).toEqual([
      '5:14 the tools of clerk: they are in ./clerk.py:graph',
      '6:15 the tools of writer: they are in ./writer.ts:graph',
    ]);
    expect(found('langgraph.json', text)).toEqual(['8:25 error mcp/literal-secret']);
  });
});

describe('files of other programs', () => {
  it.each([
    ['compose.yaml', 'services:\n  agents:\n    image: x\n    command: run\nx-agents: { instruction: x }\n'],
    ['agents.yaml', 'agents:\n  - name: x\n    instruction: y\n'],
    ['k8s.yaml', 'apiVersion: argoproj.io/v1\nkind: Workflow\nactions: []\nmodel: m\n'],
    ['prompt.yaml', 'apiVersion: v1\nkind: Prompt\ninstructions: x\n'],
    ['flow.yaml', 'kind: Workflow\nname: x\nsteps: []\n'],
    ['training.yaml', 'name: run\nagent_class: DQNAgent\nmodel: mlp\nconfig_path: x\n'],
    ['button.json', '{"component_type": "button", "name": "Save", "id": "b"}'],
    ['team.json', '{"component_type": "team", "provider": "x", "config": {"name": "x"}, "label": "x"}'],
    ['tasks.yaml', 'build:\n  description: builds\n  expected_output: x\ntest:\n  description: tests\n'],
    ['skills.json', '{"name": "x", "skills": [], "capabilities": {}}'],
    ['charts.json', '{"graphs": {"a": "b"}, "dependencies": {"x": "1"}}'],
    ['package.json', '{"name":"langgraph","graphs":{},"dependencies":{"x":"1"}}'],
    ['openapi.yaml', 'openapi: 3.1.0\ncomponents: { schemas: { component_type: { type: string } } }\n'],
  ])('%s is no agent: %j', async (path, text) => {
    const reading = await readText(path, text);
    expect(reading.dialect).toBeUndefined();
  });
});
