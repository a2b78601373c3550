import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

const TOOL = `import { createTool } from '@mastra/core/tools';

export const issueRefund = createTool({
  id: 'issue-refund',
  description: 'Refunds a charge',
  execute: async ({ charge }: { charge: string }) => await fetch(\`https://api.example.com/refunds/\${charge}\`, { method: 'POST' }),
});
`;
const agent = (more = '', before = '') => `import { Agent } from '@mastra/core/agent';
import { issueRefund } from './tools';
${before}
export const support = new Agent({ id: 'support', name: 'Support', model: 'openai/gpt-5', tools: { issueRefund }${more} });
`;
const run = (...options: string[]) => `import { support } from './agent';

${options.map((one) => `await support.generate(process.argv[2] ?? ''${one});`).join('\n')}
await support.approveToolCall({ runId: 'r', approved: window.confirm('Refund?') });
`;

async function read(files: Record<string, string>) {
  return lintFiles({ 'agent.ts': agent(), 'tools.ts': TOOL, 'run.ts': run(''), ...files });
}
async function missing(files: Record<string, string>): Promise<string[]> {
  const { findings } = await read(files);
  return findings.flatMap(({ rule, file, range: { start } }) =>
    rule === 'approval/missing' ? [`${file}:${start.line}`] : [],
  );
}

const MISSING = ['agent.ts:4'];
const ASKS = ', { requireToolApproval: true }';
const DEFAULT = ', defaultOptions: { requireToolApproval: true }';
const hooks = (body: string) => `, hooks: { beforeToolCall: async ({ toolName }) => { ${body} } }`;

describe('a gate of all tools of a Mastra agent', () => {
  it.each([
    ['no run', '', [''], MISSING],
    ['each run', '', [ASKS, ASKS], []],
    ['one of two runs', '', [ASKS, ''], MISSING],
    ['a run with false', '', [', { requireToolApproval: false }'], MISSING],
    ['a run with a function', '', [", { requireToolApproval: ({ toolName }) => toolName !== 'x' }"], []],
    ['a run with a function that never asks', '', [', { requireToolApproval: () => false }'], MISSING],
    ['the default options', DEFAULT, [''], []],
    ['default options with false', ', defaultOptions: { requireToolApproval: false }', [''], MISSING],
    ['default options of a function', DEFAULT.replace('{', 'async () => ({').replace('}', '})'), [''], []],
    ['a function in default options', ', defaultOptions: (() => () => ({ maxSteps: 3 }))()', [''], MISSING],
    ['options of a run that are computed', '', [', JSON.parse(process.argv[3])'], MISSING],
    [
      'a function before each call that asks a person',
      hooks("if (!window.confirm(toolName)) return { proceed: false, output: 'No' };"),
      [''],
      [],
    ],
    [
      'one that asks about another tool',
      hooks("if (toolName === 'look' && !window.confirm(toolName)) return { proceed: false, output: 'No' };"),
      [''],
      MISSING,
    ],
    ['one that only notes the call', hooks('console.log(toolName);'), [''], MISSING],
    ['default options that a run replaces', DEFAULT, [', { requireToolApproval: false }'], MISSING],
  ])('counts where no run is without it: %s', async (_, more, runs, expected) => {
    expect(await missing({ 'agent.ts': agent(more), 'run.ts': run(...runs) })).toEqual(expected);
  });
});

describe('the gate of a tool beside that of all tools', () => {
  const gated = (gate: string) => TOOL.replace("'Refunds a charge',", `'Refunds a charge',${gate}`);

  it.each([
    ['requireApproval: false', '', [ASKS], []],
    ['requireApproval: () => false', '', [ASKS], MISSING],
    ['requireApproval: () => false', DEFAULT, [''], MISSING],
    ['requireApproval: () => true', '', [', { requireToolApproval: false }'], []],
    ["requireApproval: ({ charge }) => charge !== 'test'", '', [ASKS], []],
  ])('wins if a function decides it: %s with %s %s', async (gate, more, runs, expected) => {
    const files = { 'tools.ts': gated(` ${gate},`), 'agent.ts': agent(more), 'run.ts': run(...runs) };
    expect(await missing(files)).toEqual(expected);
  });

  it.each([
    ['generate', []],
    ['stream', []],
    ['network', MISSING],
    ['generateLegacy', MISSING],
    ['streamLegacy', MISSING],
  ])('counts where each run states it and its method reads it: %s', async (method, expected) => {
    const by = (options: string) => run(options).replace('support.generate(', `support.${method}(`);
    expect(await missing({ 'run.ts': by(ASKS) })).toEqual(expected);
    expect(await missing({ 'run.ts': by('') })).toEqual(MISSING);
  });
});

describe('an answer to a request of a Mastra agent', () => {
  const loop = (answer: string) => `import { support } from './agent';

const stream = await support.stream(process.argv[2] ?? '');
for await (const chunk of stream.fullStream) {
  if (chunk.type !== 'tool-call-approval') continue;
  const approved = window.confirm('Refund?');
  ${answer}
}
`;
  const RUN = '{ runId: stream.runId }';
  const THREAD = "threadId: 't', resourceId: 'u'";

  it.each([
    [`if (approved) await support.approveToolCall(${RUN})`, `await support.approveToolCall(${RUN})`],
    [
      `if (approved) await support.approveNetworkToolCall(${RUN})`,
      `await support.approveNetworkToolCall(${RUN})`,
    ],
    [
      `await support.resumeStream({ approved }, ${RUN})`,
      `await support.resumeStream({ approved: true }, ${RUN})`,
    ],
    [
      `await support.resumeStreamUntilIdle({ approved }, ${RUN})`,
      `await support.resumeStreamUntilIdle({ approved: true }, ${RUN})`,
    ],
    [
      `await support.resumeGenerate({ approved }, ${RUN})`,
      `await support.resumeGenerate({ approved: true }, ${RUN})`,
    ],
    [
      `await support.resumeNetwork({ approved }, ${RUN})`,
      `await support.resumeNetwork({ approved: true }, ${RUN})`,
    ],
    [
      `await support.sendToolApproval({ ${THREAD}, approved })`,
      `await support.sendToolApproval({ ${THREAD}, approved: true })`,
    ],
    [`await support.declineToolCall(${RUN})`, `await support.approveToolCall(${RUN})`],
    [
      `await support.sendToolApproval({ ${THREAD}, approved: false })`,
      `await support.sendToolApproval({ ${THREAD}, approved: true })`,
    ],
  ])('is that of a person, or of the program: %s', async (asked, open) => {
    const found = async (answer: string) => {
      const { findings, notAssessed } = await read({
        'tools.ts': TOOL.replace("'Refunds a charge',", "'Refunds a charge', requireApproval: true,"),
        'run.ts': loop(answer),
      });
      return [...findings, ...notAssessed].flatMap(({ rule }) =>
        rule.startsWith('approval/') ? [rule] : [],
      );
    };
    expect(await found(asked)).toEqual([]);
    expect(await found(open)).toEqual(['approval/auto-approved']);
  });
});

describe('an MCP server of a Mastra agent', () => {
  const client = (entry: string) =>
    agent().replace(
      /export const[\s\S]*$/,
      `import { MCPClient } from '@mastra/mcp';
const client = new MCPClient({
  servers: {
    tracker: { url: new URL('https://mcp.example.com/mcp')${entry} },
    files: { command: 'npx', args: ['-y', '@example/files@1.0.0'] },
  },
});
export const support = new Agent({ id: 'support', name: 'Support', model: 'openai/gpt-5', tools: await client.listTools() });
`,
    );
  it.each([
    ['', 'absent'],
    [', requireToolApproval: true', 'shown'],
    [', requireToolApproval: false', 'absent'],
    [', requireToolApproval: ({ toolName }) => toolName.startsWith("delete")', 'shown'],
    [', requireToolApproval: ({ annotations }) => annotations?.destructiveHint === true', 'shown'],
    [', requireToolApproval: () => false', 'absent'],
  ])('is read from the map of servers, with its gate: {%s}', async (entry, expected) => {
    const { systems, findings } = await read({ 'agent.ts': client(entry) });
    const servers = systems.flatMap(({ agents }) => agents.flatMap(({ mcpServers }) => mcpServers));
    expect(servers.map(({ name, toolGate }) => [name, toolGate?.approval.state])).toEqual([
      ['mcp.example.com', expected],
      ['files', 'absent'],
    ]);
    expect(findings.filter(({ rule }) => rule === 'scope/unrestricted-server')).toHaveLength(2);
  });
});

describe('the tools that a Mastra agent takes from a server', () => {
  const client = (
    taken: string,
    tools: string,
    call: string,
    made = 'MCPClient',
  ) => `import { Agent } from '@mastra/core/agent';
import { ${made} } from '@mastra/mcp';

const client = new ${made}({ servers: { tracker: { url: new URL('https://mcp.example.com/mcp') } } });
const ${taken} = await client.${call};
export const support = new Agent({ id: 'support', name: 'Support', model: 'openai/gpt-5', tools: ${tools} });
`;
  it.each([
    ['all', 'all', ['scope/unrestricted-server'], []],
    ['all', '{ ...all }', ['scope/unrestricted-server'], []],
    ['{ tracker_read_issue }', '{ tracker_read_issue }', [], ['the tool `tracker_read_issue` of `Support`']],
    ['all', 'all', ['scope/unrestricted-server'], [], 'listTools().catch(() => ({}))'],
    ['all', 'all', ['scope/unrestricted-server'], [], 'getTools()', 'MCPConfiguration'],
    ['all', 'all', [], ['`client.listResources()` in the tools of `Support`'], 'listResources()'],
  ])(
    'are all, or those that it names, which are listed: %s',
    async (taken, tools, rules, unread, call = 'listTools()', made = 'MCPClient') => {
      const { findings, systems } = await read({ 'agent.ts': client(taken, tools, call, made) });
      expect(findings.flatMap(({ rule }) => (rule === 'scope/unrestricted-server' ? [rule] : []))).toEqual(
        rules,
      );
      expect(systems.flatMap(({ unresolved }) => unresolved.map(({ what }) => what))).toEqual(unread);
    },
  );
});

describe('a processor of a Mastra agent', () => {
  const processors = (strategy: string) =>
    agent(
      `, inputProcessors: [new PromptInjectionDetector({ model: 'openai/gpt-5'${strategy} })]`,
      "import { PromptInjectionDetector } from '@mastra/core/processors';\n",
    );
  it.each([
    ['', 'shown'],
    [", strategy: 'block'", 'shown'],
    [", strategy: 'warn'", 'absent'],
  ])('is a guardrail unless it only warns: {%s}', async (strategy, expected) => {
    const { systems } = await read({ 'agent.ts': processors(strategy) });
    expect(systems[0]?.agents[0]?.guardrails.input.state).toBe(expected);
  });
});

describe('a processor of what a Mastra agent answers', () => {
  const processors = (made: string) =>
    agent(
      `, outputProcessors: [${made}]`,
      "import { ModerationProcessor, PIIDetector } from '@mastra/core/processors';\n",
    );
  it.each([
    ["new PIIDetector({ model: 'openai/gpt-5', strategy: 'redact' })", 'shown'],
    ["new PIIDetector({ model: 'openai/gpt-5', strategy: 'warn' })", 'absent'],
    ["new ModerationProcessor({ model: 'openai/gpt-5', strategy: 'block' })", 'shown'],
    ["new ModerationProcessor({ model: 'openai/gpt-5', strategy: 'warn' })", 'absent'],
    ['', 'absent'],
  ])('is a guardrail unless it only warns: [%s]', async (made, expected) => {
    const { systems } = await read({ 'agent.ts': processors(made) });
    expect(systems[0]?.agents[0]?.guardrails.output.state).toBe(expected);
  });
});

describe('a subagent of a Mastra agent', () => {
  const desk = (agents: string) => `import { Agent } from '@mastra/core/agent';
import { support } from './agent';
export const desk = new Agent({ id: 'desk', name: 'Desk', model: 'openai/gpt-5'${agents} });
`;
  it.each([
    [', agents: { support }', ['Support']],
    ['', []],
  ])('is called by the name of its key: {%s}', async (agents, expected) => {
    const { systems } = await read({ 'desk.ts': desk(agents) });
    const found = systems.flatMap((one) => one.agents).find(({ name }) => name === 'Desk');
    expect(found?.delegatesTo.map(({ name }) => name)).toEqual(expected);
  });
});

describe('a tool that suspends until it is resumed', () => {
  const body = (...lines: string[]) =>
    TOOL.replace(
      /execute: .*/,
      `execute: async ({ charge }: { charge: string }, context) => {
    const { resumeData, suspend } = context.agent ?? {};
    ${lines.join('\n    ')}
  },`,
    );
  const PAYS = "await fetch(`https://api.example.com/refunds/${charge}`, { method: 'POST' });";

  it.each([
    [['if (!resumeData?.approved) return suspend({});', PAYS], []],
    [['if (resumeData === undefined) return suspend({});', 'if (resumeData.approved)', PAYS], []],
    [['if (!context.agent.resumeData) return context.agent.suspend({});', PAYS], []],
    // It acts before, does not use the answer, or tests data of its own by that name.
    [[PAYS, 'if (!resumeData?.approved) return suspend({});'], MISSING],
    [['if (!resumeData) await suspend({});', PAYS], MISSING],
    [['const { resumeData: cv } = context.applicant;', 'if (!cv) return;', PAYS], MISSING],
  ])('asks a person where nothing runs before the answer: %j', async (lines, expected) => {
    expect(await missing({ 'tools.ts': body(...lines) })).toEqual(expected);
  });
});
