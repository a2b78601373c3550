import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/model/index.js';
import { expectCleared } from '../frameworks/fixes.js';
import { lintProgram, HEAD as START } from './programs.js';

const HEAD = `import { openai } from '@ai-sdk/openai';
import { createMCPClient } from '@ai-sdk/mcp';
${START}`;

/** Findings of a program with the locked version; guardrails are of other pages. */
async function read(text: string, version: string, file = 'program.ts'): Promise<Finding[]> {
  const packages = { '': { name: 'desk' }, 'node_modules/ai': { version } };
  const { findings } = await lintProgram(file === 'program.ts' ? text : '', {
    ...(file === 'program.ts' ? {} : { [file]: text }),
    'package.json': '{ "name": "desk", "dependencies": { "ai": "*" } }',
    'package-lock.json': JSON.stringify({ name: 'desk', lockfileVersion: 3, packages }),
  });
  return findings.filter(({ rule }) => !rule.startsWith('guardrail/'));
}

const SEVEN = '7.0.173';
const SIX = '6.0.326';
const FIVE = '5.0.277';
const call = (options: string, before = '') =>
  `${HEAD}${before}export const answer = async (messages) => generateText({ model: 'm', messages, ${options} });\n`;
const PAY = (gate: string) =>
  `const pay = tool({ ${gate}execute: async ({ id }) => fetch('https://pay.example.com/refunds/' + id, { method: 'POST' }) });\n`;
const SHELL = "tools: { shell: openai.tools.localShell({ execute: async () => ({ output: '' }) }) }";

describe('the fix of a finding', () => {
  it.each([
    [
      'a bare tool',
      SEVEN,
      call('tools: { refund }'),
      'approval/missing',
      "Add `toolApproval: { refund: 'user-approval' }` to `generateText()` (",
    ],
    [
      'a bare tool',
      SIX,
      call('tools: { refund }'),
      'approval/missing',
      'Add `needsApproval: true` to this `tool()`: ',
    ],
    [
      'an entry that approves',
      SEVEN,
      call("tools: { refund }, toolApproval: { refund: 'approved' }"),
      'approval/auto-approved',
      "Set `toolApproval: { refund: 'user-approval' }`: ",
    ],
    [
      'a map without it',
      SEVEN,
      call("tools: { refund, look }, toolApproval: { look: 'user-approval' }"),
      'approval/missing',
      "Add `refund: 'user-approval'` to `toolApproval`: ",
    ],
    [
      'a gate that is off',
      SEVEN,
      call('tools: { pay }', PAY('needsApproval: false, ')),
      'approval/missing',
      "Add `toolApproval: { pay: 'user-approval' }` to `generateText()` (",
    ],
    [
      'a gate that is off',
      SIX,
      call('tools: { pay }', PAY('needsApproval: false, ')),
      'approval/missing',
      'Set `needsApproval: true` in this `tool()`: ',
    ],
    [
      'a shell',
      SEVEN,
      call(SHELL),
      'approval/open-ended-tool',
      "Add `toolApproval: { shell: 'user-approval' }` to `generateText()` (",
    ],
    [
      'a shell',
      SIX,
      call(SHELL),
      'approval/open-ended-tool',
      'Add `needsApproval: true` to this `localShell()`: ',
    ],
    ...(
      [
        [SEVEN, 'isStepCount'],
        [SIX, 'stepCountIs'],
      ] as const
    ).map(([version, count]): [string, string, string, string, string] => [
      'a loop without end',
      version,
      call('tools: { look }, stopWhen: isLoopFinished()').replace(
        '{ generateText',
        '{ isLoopFinished, generateText',
      ),
      'delegation/unbounded-turns',
      `Set \`stopWhen: ${count}(20)\`, or the number of turns that the task needs, with \`${count}\` of \`ai\`.`,
    ]),
  ])('clears it, and causes no other: %s (ai %s)', async (_, version, text, rule, remedy) => {
    await expectCleared((one) => read(one, version), text, { rule, remedy });
  });
});

describe('what a person decides, pasted in', () => {
  const desk = (stop: string) =>
    `${HEAD}export const desk = new ToolLoopAgent({ model: 'm', tools: { look }, ${stop} });\n`;
  const server = (tools: string) =>
    `${HEAD}const files = await createMCPClient({ transport: { type: 'http', url: 'https://files.example.com/mcp' } });\nexport const answer = async (messages) => generateText({ model: 'm', messages, tools: await files.${tools} });\n`;
  const OPEN =
    'Decide which tools the task needs. Name them in `schemas` of `tools()`, each with its schema.';
  const SCHEMAS = 'tools({ schemas: { read_file: { inputSchema: {} } } })';
  const nested = (
    outer: string,
    inner: string,
  ) => `${HEAD}${PAY('needsApproval: true, ')}const billing = new ToolLoopAgent({ model: 'm', tools: { ${inner} } });
const ask = tool({ description: 'Asks', execute: async ({ q }) => (await billing.generate({ prompt: q })).text });
const result = await generateText({ model: 'm', prompt: 'x', tools: { ask${outer} } });
for (const part of result.content) if (part.type === 'tool-approval-request') console.log(part);
`;
  const UNANSWERED =
    'Give `pay` to the agent that calls `ask`: the requests of that agent are read. Or ask a person in the body of `pay`, before it acts.';
  const kept = (test: string) => `${HEAD}const approved = new Set<string>();
export async function answer(messages) {
  const result = await generateText({ model: 'm', messages, tools: { refund }, toolApproval: ({ toolCall }) => (${test} ? 'approved' : 'user-approval') });
  for (const part of result.content) if (part.type === 'tool-approval-request' && prompt('Run it?') === 'yes') approved.add(part.toolCall.toolName);
}
`;

  const route = (more: string) =>
    `${HEAD}${PAY('needsApproval: true, ')}export async function POST(req: Request) {
  const { messages } = await req.json();
  return streamText({ model: 'm', messages, tools: { pay }${more} }).toUIMessageStreamResponse();
}
`;
  const SECRET = ', experimental_toolApprovalSecret: process.env.TOOL_APPROVAL_SECRET';
  const traced = (register: string, option: string) =>
    `import { ${register} } from 'ai';\nimport { otel } from './otel.js';\n${HEAD}${register}(otel);\n${call(`tools: { look }, ${option}`).slice(HEAD.length)}`;
  const two = (one: string, other: string) => `${HEAD}
const tickets = await createMCPClient({ transport: { type: 'http', url: 'https://tickets.example.com/mcp' } });
const files = await createMCPClient({ transport: { type: 'http', url: 'https://files.example.com/mcp' } });
const tools = { ...(await tickets.tools(${one})), ...(await files.tools(${other})) };
const result = await generateText({ model: 'm', prompt: 'x', tools, toolApproval: { delete_entry: 'user-approval' } });
for (const part of result.content) if (part.type === 'tool-approval-request') console.log(part);
`;

  it.each([
    [
      'traces that are off',
      SEVEN,
      traced('registerTelemetry', 'telemetry: { isEnabled: false }'),
      traced('registerTelemetry', 'telemetry: {}'),
      'tracing/disabled',
      'Decide where the traces go. Remove `isEnabled: false` from `telemetry`.',
    ],
    [
      'traces that are off',
      SIX,
      traced('registerTelemetryIntegration', 'experimental_telemetry: { isEnabled: false }'),
      traced('registerTelemetryIntegration', 'experimental_telemetry: { isEnabled: true }'),
      'tracing/disabled',
      'Decide where the traces go. Set `isEnabled: true` in `experimental_telemetry`.',
    ],
    [
      'a bare tool',
      FIVE,
      call('tools: { pay }', PAY('')),
      call('tools: { pay }', "const pay = tool({ description: 'Pays' });\n"),
      'approval/missing',
      'Leave out `execute`: the call then waits for the client, which asks a person and runs it.',
    ],
    [
      'a loop without an end',
      SEVEN,
      desk('stopWhen: isLoopFinished()'),
      desk('stopWhen: isStepCount(20)'),
      'delegation/unbounded-turns',
      'Set `stopWhen: isStepCount(20)`, or the number of turns that the task needs, with `isStepCount` of `ai`.',
    ],
    [
      'a loop without an end',
      SIX,
      desk('stopWhen: isLoopFinished()'),
      desk('stopWhen: stepCountIs(20)'),
      'delegation/unbounded-turns',
      'Set `stopWhen: stepCountIs(20)`, or the number of turns that the task needs, with `stepCountIs` of `ai`.',
    ],
    ...[SEVEN, SIX, FIVE].map(
      (version) =>
        [
          'all tools of a server',
          version,
          server('tools()'),
          server(SCHEMAS),
          'scope/unrestricted-server',
          OPEN,
        ] as const,
    ),
    ...[SIX].map(
      (version) =>
        [
          'a request that is lost',
          version,
          nested('', 'pay'),
          nested(', pay', 'look'),
          'approval/unanswered',
          UNANSWERED,
        ] as const,
    ),
    [
      'an approval that is kept',
      SEVEN,
      kept('approved.has(toolCall.toolName)'),
      kept("toolCall.toolName === 'look' && approved.has(toolCall.toolName)"),
      'approval/remembered',
      'Decide which tools may keep an answer: remember the names of tools that only read, and ask a person for each call of the others.',
    ],
  ] as const)(
    'clears it, and causes no other: %s (ai %s)',
    async (_, version, text, pasted, rule, remedy) => {
      const before = await read(text, version);
      expect(before.map((one) => one.rule)).toEqual([rule]);
      expect(before[0]?.remediation.slice(0, remedy.length)).toBe(remedy);
      expect(await read(pasted, version)).toEqual([]);
    },
  );

  it.each([SEVEN, SIX])('signs approvals in a history that a client sends: ai %s', async (version) => {
    const file = 'app/api/chat/route.ts';
    const before = await read(route(''), version, file);
    expect(before.map(({ rule }) => rule)).toEqual(['approval/forgeable']);
    const remedy =
      'Set `experimental_toolApprovalSecret` of this call to a secret of the server, for example `process.env.TOOL_APPROVAL_SECRET`: ';
    expect(before[0]?.remediation.slice(0, remedy.length)).toBe(remedy);
    expect(await read(route(SECRET), version, file)).toEqual([]);
  });

  it('keeps the names of two servers apart', async () => {
    const NAMED = '{ schemas: { delete_entry: { inputSchema: {} } } }';
    const OTHER = '{ schemas: { get_entry: { inputSchema: {} } } }';
    const shared = (all: readonly Finding[]) => all.filter(({ rule }) => rule === 'approval/shared-name');
    const [finding] = shared(await read(two('', ''), SEVEN));
    expect(finding?.remediation).toBe(
      'Decide how the names are kept apart: put the name of the server before those of its tools, list its tools, or save its tool list: `agent-lint snapshot tickets.example.com`.',
    );
    expect(await read(two(NAMED, OTHER), SEVEN)).toEqual([]);
  });
});
