/** A program whose fixes are type-checked, with files beside it and the fixes that it has. */
export interface TypeChecked {
  text: string;
  beside?: Record<string, string>;
  /** `rule: title` of each, in the order of the report. */
  fixes: string[];
}

/** A program with what one version of the Agents SDK exports. */
const agents = (names: string, rest: string): string =>
  `import { ${names} } from '@openai/agents';\n${rest.includes('z.object') ? "import { z } from 'zod';\n" : ''}\n${rest}\n`;

const REFUND = `const issueRefund = tool({
  name: 'issue_refund',
  description: 'Refund a charge',
  parameters: z.object({ id: z.string() }),
  execute: async ({ id }) => id,
});`;

export const PROGRAMS: Readonly<Record<string, TypeChecked>> = {
  'a gate that is false': {
    text: agents(
      'Agent, tool',
      `${REFUND.replace('execute', 'needsApproval: false,\n  execute')}\nexport const desk = new Agent({ name: 'Desk', tools: [issueRefund] });`,
    ),
    fixes: ['approval/missing: Set `needsApproval: true` in this `tool()`'],
  },
  'a gate of a function': {
    text: agents(
      'Agent, tool',
      `${REFUND.replace('execute', 'needsApproval: async () => false,\n  execute')}\nexport const desk = new Agent({ name: 'Desk', tools: [issueRefund] });`,
    ),
    fixes: ['approval/missing: Set `needsApproval: true` in this `tool()`'],
  },
  'options of a tool that are typed': {
    text: agents(
      'Agent, tool',
      `const schema = z.object({ id: z.string() });
const options: Parameters<typeof tool<typeof schema>>[0] = {
  name: 'issue_refund',
  description: 'Refund a charge',
  parameters: schema,
  execute: async () => 'done',
};
export const desk = new Agent({ name: 'Desk', tools: [tool(options)] });`,
    ),
    fixes: ['approval/missing: Add `needsApproval: true` to this `tool()`'],
  },
  'a tool of a function of the project': {
    text: agents(
      'Agent, tool',
      `function acting(name: string, description: string) {
  return tool({ name, description, parameters: z.object({ id: z.string() }), execute: async ({ id }) => id });
}
export const desk = new Agent({ name: 'Desk', tools: [acting('issue_refund', 'Refund a charge'), acting('send_mail', 'Send a mail')] });`,
    ),
    fixes: [
      'approval/missing: Add `needsApproval: true` to this `tool()`',
      'approval/missing: Add `needsApproval: true` to this `tool()`',
    ],
  },
  'a tool with a loose schema': {
    text: agents(
      'Agent, tool',
      `const sendMail = tool({
  name: 'send_mail',
  description: 'Send a mail',
  strict: false,
  parameters: { type: 'object', properties: {}, required: [], additionalProperties: true },
  execute: async () => 'sent',
});
export const desk = Agent.create({ name: 'Desk', tools: [sendMail] });`,
    ),
    fixes: ['approval/missing: Add `needsApproval: true` to this `tool()`'],
  },
  'a spread in the options of a tool': {
    text: agents(
      'Agent, tool',
      `const common = { parameters: z.object({ id: z.string() }), needsApproval: false };
const sendMail = tool({ ...common, name: 'send_mail', description: 'Send a mail', execute: async () => 'sent' });
export const desk = new Agent({ name: 'Desk', tools: [sendMail] });`,
    ),
    fixes: ['approval/missing: Set `needsApproval: true` in this `tool()`'],
  },
  'an agent as a tool': {
    text: agents(
      'Agent, tool',
      `${REFUND}
const refunds = new Agent({ name: 'Refunds', tools: [issueRefund] });
export const desk = new Agent({ name: 'Desk', tools: [refunds.asTool({ toolName: 'refunds', toolDescription: 'Refunds' })] });`,
    ),
    fixes: ['approval/missing: Add `needsApproval: true` to this `tool()`'],
  },
  'a shell and a patch': {
    text: agents(
      'Agent, applyPatchTool, type Editor, type Shell, shellTool',
      `declare const shell: Shell;
declare const editor: Editor;
export const desk = new Agent({ name: 'Desk', tools: [shellTool({ shell }), applyPatchTool({ editor }), shellTool({ name: 'sh', shell, needsApproval: true, onApproval: async () => ({ approve: true }) })] });`,
    ),
    fixes: [
      'approval/open-ended-tool: Add `needsApproval: true` to this `shellTool()`',
      'approval/open-ended-tool: Add `needsApproval: true` to this `applyPatchTool()`',
      'approval/auto-approved: Remove `onApproval`',
    ],
  },
  'a computer': {
    text: agents(
      'Agent, type Computer, computerTool',
      `declare const computer: Computer;
export const desk = new Agent({ name: 'Desk', tools: [computerTool({ computer })] });`,
    ),
    fixes: ['approval/open-ended-tool: Add `needsApproval: true` to this `computerTool()`'],
  },
  'hosted servers': {
    text: agents(
      'Agent, hostedMcpTool',
      `export const desk = new Agent({
  name: 'Desk',
  tools: [
    hostedMcpTool({ serverLabel: 'mail', serverUrl: 'https://mail.example.com/mcp', allowedTools: ['send_mail'] }),
    hostedMcpTool({ serverLabel: 'pay', serverUrl: 'https://pay.example.com/mcp', allowedTools: ['issue_refund', 'get_invoice'], requireApproval: { never: { toolNames: ['issue_refund'] } } }),
    hostedMcpTool({ serverLabel: 'git', serverUrl: 'https://git.example.com/mcp', requireApproval: 'never' }),
    hostedMcpTool({ serverLabel: 'files', serverUrl: 'https://files.example.com/mcp', allowedTools: ['delete_file'], requireApproval: 'always', onApproval: async () => ({ approve: true }) }),
  ],
});`,
    ),
    fixes: [
      "approval/missing: Set `requireApproval: 'always'` in this `hostedMcpTool()`",
      "approval/auto-approved: Set `requireApproval: 'always'` in this `hostedMcpTool()`",
      "approval/auto-approved: Set `requireApproval: 'always'` in this `hostedMcpTool()`",
      'approval/auto-approved: Remove `onApproval`',
    ],
  },
  'local servers': {
    text: agents(
      'Agent, createMCPToolStaticFilter, MCPServerStdio, MCPServerStreamableHttp',
      `const notes = new MCPServerStdio({ name: 'notes', fullCommand: 'npx notes-mcp@1.0.0', toolFilter: createMCPToolStaticFilter({ allowed: ['delete_note', 'read_note'] }) });
const pay = new MCPServerStreamableHttp({ name: 'pay', url: 'http://pay.example.com/mcp', toolFilter: { allowedToolNames: ['issue_refund'] } });
const all = new MCPServerStreamableHttp({ name: 'all', url: 'https://all.example.com/mcp' });
export const desk = new Agent({ name: 'Desk', mcpServers: [notes, pay, all] });`,
    ),
    fixes: [
      'approval/not-gateable: Remove `delete_note` from the allow-list of `notes`',
      'approval/not-gateable: Remove `issue_refund` from the allow-list of `pay.example.com`',
    ],
  },
  'turns without a limit': {
    text: agents(
      'Agent, run, Runner, tool',
      `${REFUND.replace('execute', 'needsApproval: true,\n  execute')}
const desk = new Agent({ name: 'Desk', tools: [issueRefund] });
export const one = () => run(desk, 'x', { maxTurns: Infinity });
export const two = () => run(desk, 'x', { maxTurns: 100_000, stream: true });
export const three = () => new Runner().run(desk, 'x', { maxTurns: Number.MAX_SAFE_INTEGER });`,
    ),
    fixes: [
      'delegation/unbounded-turns: Set it to 10',
      'delegation/unbounded-turns: Set it to 10',
      'delegation/unbounded-turns: Set it to 10',
    ],
  },
  'turns without a limit, null': {
    text: agents(
      'Agent, run, tool',
      `${REFUND.replace('execute', 'needsApproval: true,\n  execute')}
const desk = new Agent({ name: 'Desk', tools: [issueRefund] });
const options = { maxTurns: null };
export const one = () => run(desk, 'x', options);
export const two = () => run(desk, 'x', { maxTurns: null });`,
    ),
    fixes: ['delegation/unbounded-turns: Set it to 10', 'delegation/unbounded-turns: Set it to 10'],
  },
  'agents in a cycle': {
    text: agents(
      'Agent, handoff, run',
      `const a: Agent = new Agent({ name: 'A' });
const b: Agent = new Agent({ name: 'B', handoffs: [a] });
a.handoffs.push(handoff(b));
export const one = () => run(a, 'x');`,
    ),
    fixes: ['delegation/handoff-cycle: Set `maxTurns` to 10'],
  },
  'subagents of the operator': {
    text: `import { OpenAIHostedMultiAgentModel } from '@openai/agents-openai/experimental/hosted-multi-agent';
${agents(
  'Agent',
  `type Client = ConstructorParameters<typeof OpenAIHostedMultiAgentModel>[0];
declare const client: Client;
export const desk = new Agent({ name: 'Desk', model: new OpenAIHostedMultiAgentModel(client, 'some-model') });
export const wide = new Agent({
  name: 'Wide',
  model: new OpenAIHostedMultiAgentModel(client, 'some-model', { maxConcurrentSubagents: 64 }),
});`,
)}`,
    fixes: [
      'delegation/unbounded: Set `maxConcurrentSubagents` to 3',
      'delegation/bound-too-high: Set `maxConcurrentSubagents` to 8',
    ],
  },
  'stored answers': {
    text: agents(
      'Agent, run, tool',
      `${REFUND.replace('execute', 'needsApproval: true,\n  execute')}
const desk = new Agent({ name: 'Desk', tools: [issueRefund], modelSettings: { store: true } });
export const one = () => run(desk, 'x');`,
    ),
    beside: { 'agent-lint.config.yaml': 'requirements: { zero_data_retention: true }\n' },
    fixes: ['runtime/stores-state: Set `store` to false'],
  },
  'a Responses request': {
    text: `import OpenAI from 'openai';

const client = new OpenAI();
export const answer = (input: string) =>
  client.responses.create({
    model: 'some-model',
    input,
    store: true,
    previous_response_id: 'resp_1',
    tools: [
      { type: 'function', name: 'issue_refund', parameters: {}, strict: true },
      { type: 'web_search_preview' },
    ],
  });
`,
    beside: { 'agent-lint.config.yaml': 'requirements: { zero_data_retention: true, residency: [eu] }\n' },
    fixes: ['runtime/stores-state: Set `store` to false'],
  },
  'servers of a Responses request': {
    text: `import OpenAI from 'openai';

const client = new OpenAI({ baseURL: 'https://us.api.openai.com/v1' });
export const answer = (input: string) =>
  client.responses.create({
    model: 'some-model',
    input,
    tools: [
      { type: 'mcp', server_label: 'mail', server_url: 'https://mail.example.com/mcp', allowed_tools: ['send_mail'], require_approval: 'never' },
      { type: 'mcp', server_label: 'pay', server_url: 'http://pay.example.com/mcp', allowed_tools: ['issue_refund', 'get_invoice'], require_approval: { never: { tool_names: ['issue_refund'] } } },
      { type: 'mcp', server_label: 'all', server_url: 'https://all.example.com/mcp', require_approval: 'never' },
    ],
  });
`,
    beside: { 'agent-lint.config.yaml': 'requirements: { zero_data_retention: true, residency: [eu] }\n' },
    fixes: [
      'runtime/own-controls: Send the request to `eu.api.openai.com`',
      'runtime/may-store-state: Set `store` to false',
      'approval/auto-approved: Set `require_approval` of `mail` to `always`',
      'mcp/plain-http: Write `https:` in the address',
      'approval/auto-approved: Set `require_approval` of `pay` to `always`',
      'approval/auto-approved: Set `require_approval` of `all` to `always`',
    ],
  },
  'a moderated Responses request': {
    text: `import OpenAI from 'openai';

const client = new OpenAI();
export const answer = (input: string) =>
  client.responses.create({
    model: 'some-model',
    input,
    tools: [{ type: 'function', name: 'create_ticket', parameters: {}, strict: true }],
  });
`,
    beside: { 'package.json': '{ "dependencies": { "openai": "6.46.0" } }' },
    fixes: [
      'guardrail/missing-input: Set `moderation.policy.input.mode` and `moderation.policy.output.mode` to `block`',
    ],
  },
};
