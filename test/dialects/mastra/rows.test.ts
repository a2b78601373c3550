import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

const TOOL = (gate: string) => `import { createTool } from '@mastra/core/tools';

export const issueRefund = createTool({
  id: 'issue-refund',
  description: 'Refunds a charge',${gate}
  execute: async ({ charge }: { charge: string }) => await fetch(\`https://api.example.com/refunds/\${charge}\`, { method: 'POST' }),
});
`;
const AGENT = (more: string) => `import { Agent } from '@mastra/core/agent';
import { issueRefund } from './tools';
import { elsewhere } from './elsewhere';

export const support = new Agent({ id: 'support', name: 'Support', model: 'openai/gpt-5', tools: { issueRefund }${more} });
`;
const RUN = (options: string) => `import { elsewhere } from './elsewhere';
import { support } from './agent';

await support.generate(process.argv[2] ?? ''${options});
await support.approveToolCall({ runId: 'r', approved: window.confirm('Refund?') });
`;
const GATE = '\n  requireApproval: true,';

async function read({ gate = GATE, more = '', options = '', files = {} as Record<string, string> }) {
  const { findings, systems } = await lintFiles({
    'tools.ts': TOOL(gate),
    'agent.ts': AGENT(more),
    'run.ts': RUN(options),
    ...files,
  });
  return {
    found: (rule: RegExp) =>
      findings
        .filter((one) => rule.test(one.rule))
        .map(({ file, range: { start }, severity, rule: id }) => `${file}:${start.line} ${severity} ${id}`),
    unread: systems.flatMap(({ unresolved }) => unresolved.map(({ what }) => what)),
  };
}

describe('an option of a Mastra agent that is not read', () => {
  it.each([
    ['durable: { maxSteps: 4 }', '`durable` of `Support`'],
    ['durable: false', undefined],
    ['defaultNetworkOptions: { maxSteps: 4 }', '`defaultNetworkOptions` of `Support`'],
    [
      'defaultOptions: { autoResumeSuspendedTools: true }',
      '`defaultOptions.autoResumeSuspendedTools` of `Support`',
    ],
    ['defaultOptions: { autoResumeSuspendedTools: false }', undefined],
    ['defaultOptions: { stopWhen: elsewhere }', '`defaultOptions.stopWhen` of `Support`'],
    ['defaultOptions: { maxSteps: 4 }', undefined],
    ['workflows: { elsewhere }', '`workflows` of `Support`'],
    ['workspace: elsewhere', 'the tools of `Support`'],
    ['maxProcessorRetries: 2', undefined],
    ['channels: { desk: elsewhere }', '`channels` of `Support`'],
    ['channels: {}', undefined],
    [
      'defaultOptions: { delegation: { onDelegationStart: elsewhere } }',
      '`defaultOptions.delegation` of `Support`',
    ],
    ['defaultOptions: { toolsets: { own: elsewhere } }', '`defaultOptions.toolsets` of `Support`'],
  ])('is listed: %s', async (option, expected) => {
    expect((await read({ more: `, ${option}` })).unread).toEqual(expected === undefined ? [] : [expected]);
  });

  it.each([
    ['autoResumeSuspendedTools: true', '`autoResumeSuspendedTools` of a run of `Support`'],
    ['autoResumeSuspendedTools: false', undefined],
    ['toolsets: { own: elsewhere }', '`toolsets` of a run of `Support`'],
    ['toolsets: {}', undefined],
    ['clientTools: { elsewhere }', '`clientTools` of a run of `Support`'],
    ['stopWhen: elsewhere', '`stopWhen` of a run of `Support`'],
    ['hooks: { beforeToolCall: elsewhere }', '`hooks` of a run of `Support`'],
    ['delegation: { onDelegationStart: elsewhere }', '`delegation` of a run of `Support`'],
    ['toolCallConcurrency: 1', undefined],
  ])('is listed where a run states it: { %s }', async (option, expected) => {
    expect((await read({ options: `, { ${option} }` })).unread).toEqual(
      expected === undefined ? [] : [expected],
    );
  });

  it.each([
    ['', []],
    [', observability: new Observability({ configs: {} })', ['`observability` of `Mastra`']],
    [', observability: undefined', []],
  ])('is listed where it says where traces go: new Mastra({ agents%s })', async (option, expected) => {
    const index = `import { Mastra } from '@mastra/core';
import { Observability } from '@mastra/observability';
import { support } from './agent';

export const mastra = new Mastra({ agents: { support }${option} });
`;
    expect((await read({ files: { 'index.ts': index } })).unread).toEqual(expected);
  });
});

describe('tools of a Mastra agent that come from elsewhere', () => {
  it.each([
    [
      'new ToolSearchProcessor({ tools: { issueRefund } })',
      ['`inputProcessors.ToolSearchProcessor.tools` of `Support`'],
    ],
    ['new ToolSearchProcessor({ tools: {} })', []],
    ["new ModerationProcessor({ model: 'openai/gpt-5' })", []],
    ['elsewhere({ tools: { issueRefund } })', []],
  ])('are listed where a processor offers them: %s', async (made, expected) => {
    const program = AGENT(`, inputProcessors: [${made}]`).replace(
      'import { issueRefund }',
      "import { ModerationProcessor, ToolSearchProcessor } from '@mastra/core/processors';\nimport { issueRefund }",
    );
    expect((await read({ files: { 'agent.ts': program } })).unread).toEqual(expected);
  });

  it('are listed where a run takes them from servers', async () => {
    const run = (more: string) => `import { MCPClient } from '@mastra/mcp';
import { support } from './agent';

const client = new MCPClient({ servers: { pay: { url: new URL('https://mcp.example.com/mcp') } } });
await support.generate(process.argv[2] ?? ''${more});
await support.approveToolCall({ runId: 'r', approved: window.confirm('Refund?') });
`;
    const unread = async (more: string) => (await read({ files: { 'run.ts': run(more) } })).unread;
    expect(await unread(', { toolsets: await client.listToolsets() }')).toEqual([
      '`toolsets` of a run of `Support`',
    ]);
    expect(await unread('')).toEqual([]);
  });

  it('are not assessed where the AI SDK makes them with gates of its own', async () => {
    const made = (module: string, gate: string) => `import { createTool, tool } from '${module}';
export const issueRefund = ${module === 'ai' ? 'tool' : 'createTool'}({
  id: 'issue-refund', description: 'Refunds a charge', ${gate}
  execute: async ({ charge }: { charge: string }) => await fetch(\`https://api.example.com/refunds/\${charge}\`, { method: 'POST' }),
});
`;
    const { found, unread } = await read({ files: { 'tools.ts': made('ai', 'needsApproval: true,') } });
    expect([found(/^approval\//), unread]).toEqual([[], []]);
    const own = await read({ files: { 'tools.ts': made('@mastra/core/tools', 'needsApproval: true,') } });
    expect([own.found(/^approval\//), own.unread]).toEqual([['agent.ts:5 error approval/missing'], []]);
  });
});

describe('a gate of a Mastra agent whose runs are not seen', () => {
  it('is not assessed: a handler of chats runs it', async () => {
    const chat = `import { handleChatStream } from '@mastra/ai-sdk';
import { mastra } from './index';

export async function POST(request: Request) {
  return handleChatStream({ mastra, agentId: 'support', params: await request.json() });
}
`;
    const index = `import { Mastra } from '@mastra/core';
import { support } from './agent';

export const mastra = new Mastra({ agents: { support } });
`;
    const unanswered = async (run: string) => {
      const { notAssessed } = await lintFiles({
        'tools.ts': TOOL(GATE),
        'agent.ts': AGENT('').replace("import { elsewhere } from './elsewhere';\n", ''),
        'index.ts': index,
        'run.ts': run,
      });
      return notAssessed.map(({ rule, message }) => `${rule}: ${message}`);
    };
    expect(await unanswered(chat)).toEqual([
      'approval/unanswered: Whether a person can approve `issueRefund`: no run of `Support` is seen.',
    ]);
    const answered = RUN('').replace("import { elsewhere } from './elsewhere';\n", '');
    expect(await unanswered(answered)).toEqual([]);
  });
});

describe('an agent that the function of a tool runs', () => {
  const agent = `import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { issueRefund } from './tools';

const short = new Agent({ id: 'short', name: 'Short', model: 'openai/gpt-5' });
const sum = createTool({
  id: 'sum',
  description: 'Sums up',
  execute: async ({ text }: { text: string }) => {
    const { text: all } = await short.generate(text);
    return all.slice(0, 80).trim();
  },
});
export const support = new Agent({ id: 'support', name: 'Support', model: 'openai/gpt-5', tools: { issueRefund, sum } });
`;

  it('is no run of the agent that has the tool', async () => {
    const { systems, notAssessed } = await lintFiles({ 'tools.ts': TOOL(GATE), 'agent.ts': agent });
    const found = systems.flatMap(({ agents }) => agents).find(({ name }) => name === 'Support');
    expect(found?.delegatesTo.map(({ name }) => name)).toEqual(['Short']);
    expect(
      notAssessed.flatMap(({ message }) => (/whether a person/i.test(message) ? [message] : [])),
    ).toEqual(['Whether a person can approve `issueRefund`: no run of `Support` is seen.']);
  });
});

describe('a bound of a Mastra agent', () => {
  it.each([
    ['', '', []],
    ['', ', { maxSteps: 8 }', []],
    ['', ', { maxSteps: Infinity }', ['run.ts:4 warning delegation/unbounded-turns']],
    [', defaultOptions: { maxSteps: 8 }', '', []],
    [', defaultOptions: { maxSteps: Infinity }', '', ['agent.ts:5 warning delegation/unbounded-turns']],
  ])(
    'is that of the agent or of the run: new Agent({%s}), generate(text%s)',
    async (more, options, expected) => {
      expect((await read({ more, options })).found(/^delegation\//)).toEqual(expected);
    },
  );
});

describe('a tool of an agent that a Mastra agent calls', () => {
  const desk = (agents: string) => ({
    'desk.ts': `import { Agent } from '@mastra/core/agent';
import { support } from './agent';

export const desk = new Agent({ id: 'desk', name: 'Desk', model: 'openai/gpt-5'${agents} });
await desk.network(process.argv[2] ?? '');
`,
  });
  it.each([
    ['', ['agent.ts:5 error approval/missing']],
    [GATE, []],
  ])('keeps its own gate: createTool({%s})', async (gate, expected) => {
    const { found } = await read({ gate, files: desk(', agents: { support }') });
    expect(found(/^approval\/missing$/)).toEqual(expected);
  });
});

describe('a loop over what a run of Mastra waits for', () => {
  const loop = (test: string) => `import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
const issueRefund = createTool({
  id: 'issue_refund',
  description: 'Refund a charge',
  requireApproval: true,
  execute: async ({ charge }) => await fetch(\`https://api.example.com/refunds/\${charge}\`, { method: 'POST' }),
});
const desk = new Agent({ id: 'desk', name: 'Desk', model: 'openai/gpt-5', tools: { issueRefund } });
let result = await desk.generate(process.argv[2] ?? '');
while (result.finishReason === 'suspended' && result.runId) {
  const { runId, suspendPayload: { toolCallId } } = result;
  if (${test}) result = await desk.approveToolCallGenerate({ runId, toolCallId });
  else result = await desk.declineToolCallGenerate({ runId, toolCallId });
}
`;
  it.each([
    ["window.confirm('Refund?')", []],
    ['runId', ['approval/auto-approved']],
    ['true', ['approval/auto-approved']],
  ])('is answered by who decides: %s', async (test, expected) => {
    const { findings, notAssessed } = await lintFiles({ 'desk.ts': loop(test) });
    const about = [...findings, ...notAssessed].map(({ rule }) => rule);
    expect(about.filter((rule) => rule.startsWith('approval/'))).toEqual(expected);
  });
});

describe('a route that answers what a run of Mastra waits for', () => {
  const route = (body: string) => `import { support } from '../../../agent';

export async function POST(request: Request) {
  const { runId, approved, text } = await request.json();
  ${body}
}
`;
  const runs = `import { support } from './agent';

for await (const chunk of (await support.stream(process.argv[2] ?? '')).fullStream)
  if (chunk.type === 'tool-call-approval') console.log(chunk);
`;

  // The run is kept by the server, and the client names it: no answer is in what the client sends of the run.
  it.each([
    ['if (approved) await support.approveToolCall({ runId });', []],
    ['return Response.json(await support.approveToolCall({ runId }));', []],
    ['return Response.json(await support.resumeStream({ approved }, { runId }));', []],
    [
      "for await (const chunk of (await support.stream(text)).fullStream)\n    if (chunk.type === 'tool-call-approval') await support.approveToolCall({ runId: chunk.runId });",
      ['agent.ts:5 error approval/auto-approved'],
    ],
  ])('is answered by who calls it, and not by the run itself: %s', async (body, expected) => {
    const { found } = await read({ files: { 'app/api/answer/route.ts': route(body), 'run.ts': runs } });
    expect(found(/^approval\//)).toEqual(expected);
  });
});

describe('a tool of the AI SDK in a Mastra agent', () => {
  const tools = (given: string) => `import { Agent } from '@mastra/core/agent';
import { openai } from '@ai-sdk/openai';
import { tool } from 'ai';
import { issueRefund } from './tools';

const pay = tool({ description: 'Pays', needsApproval: true, execute: async () => await fetch('https://pay.example.com/refunds', { method: 'POST' }) });
export const support = new Agent({ id: 'support', name: 'Support', model: 'openai/gpt-5', tools: { issueRefund${given} }, defaultOptions: { requireToolApproval: true } });
`;

  it.each([
    ['', []],
    [', shell: openai.tools.shell({})', ['the tool `shell` of `Support`']],
    [", mcp: openai.tools.mcp({ serverUrl: 'https://mcp.example.com' })", ['the tool `mcp` of `Support`']],
    [', pay', []],
  ])('is listed, or not assessed, whoever runs it: tools: { issueRefund%s }', async (given, expected) => {
    const { unread, found } = await read({ files: { 'agent.ts': tools(given) } });
    expect([unread, found(/^approval\//)]).toEqual([expected, []]);
  });
});

describe('the tools of a Mastra agent that a function chooses', () => {
  const tools = (given: string) => ({
    'agent.ts': `import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { issueRefund } from './tools';
import { elsewhere } from './elsewhere';

const look = createTool({ id: 'look', description: 'Looks', execute: async () => 3 + 4 });
export const support = new Agent({ id: 'support', name: 'Support', model: 'openai/gpt-5', tools: ${given} });
`,
  });
  const MISSING = ['agent.ts:7 error approval/missing'];
  const UNREAD = ['the tools of `Support`'];

  it.each([
    ['async () => ({ look, issueRefund })', MISSING, []],
    ["({ requestContext }) => (requestContext.get('a') ? { look } : { issueRefund })", MISSING, []],
    [
      "({ requestContext }) => { if (requestContext.get('a')) return { look, issueRefund }; return { issueRefund }; }",
      MISSING,
      [],
    ],
    ['async () => ({ look })', [], []],
    ['async () => ({ look, ...(await elsewhere()) })', [], UNREAD],
    ['async () => elsewhere()', [], UNREAD],
    ['elsewhere', [], UNREAD],
  ])('are those that it returns: %s', async (given, expected, listed) => {
    const { found, unread } = await read({ gate: '', files: tools(given) });
    expect([found(/^approval\//), unread]).toEqual([expected, listed]);
  });

  it('keep their gates', async () => {
    const { found } = await read({ files: tools('async () => ({ look, issueRefund })') });
    expect(found(/^approval\/missing$/)).toEqual([]);
  });
});

it.each(['createTool', 'new Tool'])('a tool of Mastra may be made by %s', async (maker) => {
  const made = (gate: string) =>
    TOOL(gate)
      .replace('createTool }', `${maker.replace('new ', '')} }`)
      .replace('createTool(', `${maker}(`);
  const missing = async (gate: string) =>
    (await read({ files: { 'tools.ts': made(gate) } })).found(/^approval\/missing$/);
  expect(await missing('')).toEqual(['agent.ts:5 error approval/missing']);
  expect(await missing(GATE)).toEqual([]);
});

it('reads agents that run elsewhere as agents to which a Mastra agent delegates', async () => {
  const desk = `import { AcpAgent } from '@mastra/acp';
import { Agent } from '@mastra/core/agent';

const coder = new AcpAgent({ id: 'coder', name: 'Coder', command: 'acp-agent' });
export const desk = new Agent({ id: 'desk', name: 'Desk', model: 'openai/gpt-5', agents: { coder } });
`;
  const { systems } = await lintFiles({ 'desk.ts': desk });
  const agents = systems.flatMap((one) => one.agents);
  expect(agents.find(({ name }) => name === 'Desk')?.delegatesTo.map(({ name }) => name)).toEqual(['Coder']);
  expect(systems.flatMap(({ unresolved }) => unresolved.map(({ what }) => what))).toEqual([
    '`command` of `Coder`',
  ]);
});
