import { describe, expect, it } from 'vitest';
import { HEAD, lintProgram, locked, toolsOf } from './programs.js';

const SEVEN = '7.0.173';
const SIX = '6.0.326';
const FIVE = '5.0.277';
const FOUR = '4.3.19';
const PROVIDERS = `import { anthropic } from '@ai-sdk/anthropic';\nimport { openai } from '@ai-sdk/openai';\nimport { createMCPClient } from '@ai-sdk/mcp';\n${HEAD}`;
const call = (tools: string, more = '', head = HEAD) =>
  `${head}export const answer = async (messages) => generateText({ model: 'm', messages, tools: ${tools}${more} });\n`;

/** Findings as `rule message`; those about guardrails are of another page. */
async function found(text: string, version = SEVEN): Promise<string[]> {
  const { findings } = await lintProgram(text, locked(version));
  return findings.flatMap(({ rule, message }) =>
    rule.startsWith('guardrail/') ? [] : [`${rule} ${message.split(' (runs')[0]?.split('. ')[0]}`],
  );
}

/** Limits of turns. */
async function limits(text: string, version: string): Promise<unknown[]> {
  const { systems } = await lintProgram(text, locked(version));
  return systems.flatMap(({ turnLimits = [] }) =>
    turnLimits.map(({ limit }) => (limit.state === 'shown' ? limit.value : limit.state)),
  );
}

describe('a gate of a tool beside one function for all tools', () => {
  const pay = (more: string) =>
    `${HEAD}const pay = tool({ description: 'x', needsApproval: true, execute: refund.execute });\n${call('{ pay }', more, '')}`;

  it.each([
    ['', 'shown human'],
    [', toolApproval: undefined', 'shown human'],
    [', toolApproval: { pay: undefined }', 'shown human'],
    [', toolApproval: {}', 'shown human'],
    [', toolApproval: () => {}', 'absent'],
    [', toolApproval: () => undefined', 'absent'],
    [", toolApproval: () => 'not-applicable'", 'absent'],
    [", toolApproval: () => 'user-approval'", 'shown human'],
    [
      ", toolApproval: ({ toolCall }) => (toolCall.toolName === 'other' ? 'user-approval' : undefined)",
      'absent',
    ],
    [
      ", toolApproval: ({ toolCall }) => (toolCall.toolName === 'pay' ? 'user-approval' : undefined)",
      'shown human',
    ],
  ])('is replaced by what the function says: %s', async (more, gate) => {
    expect(await toolsOf(pay(more), locked(SEVEN))).toEqual([`pay outward ${gate}`]);
  });
});

describe('the host tools of an agent that runs a coding agent', () => {
  const harness = (more: string) =>
    `import { HarnessAgent } from '@ai-sdk/harness/agent';\nimport { claudeCode } from './harness.js';\n${HEAD}export const coder = new HarnessAgent({ harness: claudeCode, permissionMode: 'allow-reads', tools: { refund }${more} });\n`;

  it.each([
    ['', ['approval/missing `refund` pays out money without human approval']],
    [", toolApproval: { refund: 'user-approval' }", []],
    [
      ", toolApproval: { Bash: 'user-approval' }",
      ['approval/missing `refund` pays out money without human approval'],
    ],
  ])('have no gate but `toolApproval`, whatever its mode: %s', async (more, expected) => {
    expect(await found(harness(more))).toEqual(expected);
  });

  it('are all that `toolApproval` covers', async () => {
    const text = harness(", toolApproval: { refund: 'user-approval', Bash: 'user-approval' }");
    expect(await found(text.replace('allow-reads', 'allow-all'))).toEqual([
      'approval/auto-approved `coder` runs everything without human approval, also deletes and pushes (`permissionMode: allow-all`).',
    ]);
  });
});

describe('the bound of a loop by version', () => {
  const END = 'delegation/unbounded-turns `generateText` can loop without a turn limit: ';

  it.each([
    [FOUR, 'maxSteps: Infinity', [`${END}\`maxSteps: Infinity\` sets no limit.`]],
    [
      FOUR,
      'maxSteps: Number.MAX_SAFE_INTEGER',
      [`${END}\`maxSteps: Number.MAX_SAFE_INTEGER\` sets no limit.`],
    ],
    [
      FOUR,
      'maxSteps: 5000',
      [
        'delegation/unbounded-turns `generateText` may run 5000 turns: a limit of 1,000 or more does not bound the cost of a loop.',
      ],
    ],
    [FOUR, 'maxSteps: 8', []],
    // Later versions do not read it: one step without `stopWhen`.
    [FIVE, 'maxSteps: Infinity', []],
    [FOUR, 'stopWhen: isLoopFinished()', []],
    [SIX, 'stopWhen: isLoopFinished()', [`${END}\`isLoopFinished()\` never ends the loop.`]],
    [SEVEN, 'stopWhen: isLoopFinished()', [`${END}\`isLoopFinished()\` never ends the loop.`]],
    [SEVEN, 'stopWhen: [isLoopFinished(), isStepCount(9)]', []],
    [SEVEN, 'stopWhen: []', [`${END}\`stopWhen: []\` has no condition that ends the loop.`]],
    [SEVEN, 'toolCallConcurrency: 4', []],
  ])('is that of ai %s: %s', async (version, option, expected) => {
    expect(await found(call('{ look }', `, ${option}`), version)).toEqual(expected);
  });

  it.each([
    [FOUR, ', maxSteps: 8', [8]],
    [FIVE, ', maxSteps: 8', []],
    [FIVE, ', stopWhen: stepCountIs(8)', [8]],
    [SIX, ', stopWhen: stepCountIs(8)', [8]],
    [SEVEN, ', stopWhen: stepCountIs(8)', [8]],
    [SEVEN, ', stopWhen: isStepCount(8)', [8]],
    [SEVEN, ", stopWhen: hasToolCall('look')", ['undecidable']],
  ])('is read: ai %s%s', async (version, more, expected) => {
    const text = call('{ look }', more).replace('{ generateText,', '{ generateText, hasToolCall,');
    expect(await limits(text, version)).toEqual(expected);
  });

  it.each([
    [FOUR, 'maxSteps: Infinity', 'Set `maxSteps: 20`, or the number of turns that the task needs.'],
    [
      FIVE,
      'stopWhen: stepCountIs(5000)',
      'Set `stopWhen: stepCountIs(20)`, or the number of turns that the task needs, with `stepCountIs` of `ai`.',
    ],
  ])('has a remedy in its own words: ai %s, %s', async (version, option, remedy) => {
    const { findings } = await lintProgram(call('{ look }', `, ${option}`), locked(version));
    const [finding] = findings.filter(({ rule }) => rule === 'delegation/unbounded-turns');
    expect(finding?.remediation).toBe(remedy);
    const [pasted = ''] = /(?<=`)[^`]*(?=`)/.exec(remedy) ?? [];
    expect(await found(call('{ look }', `, ${pasted}`), version)).toEqual([]);
  });

  const workflow = (options: string, run: string) =>
    `import { WorkflowAgent } from '@ai-sdk/workflow';\n${HEAD}const desk = new WorkflowAgent({ id: 'desk', tools: { look }${options} });\nexport const go = (messages) => desk.${run};\n`;
  const OPEN = [
    'delegation/unbounded-turns `desk` can loop without a turn limit: `WorkflowAgent` without `stopWhen` has none.',
  ];

  it.each([
    ['', 'stream({ messages })', OPEN],
    ['', 'stream({ messages, maxSteps: 5 })', OPEN],
    ['', 'stream({ messages, stopWhen: isStepCount(5) })', []],
    [', stopWhen: isStepCount(5)', 'stream({ messages })', []],
    ['', 'generate({ messages })', []],
  ])('of a `WorkflowAgent` is missing only where it streams: %s %s', async (options, run, expected) => {
    expect(await found(workflow(options, run))).toEqual(expected);
  });
});

describe('the tools of a server', () => {
  const server = (given: string) =>
    call(
      `await client.tools(${given})`,
      '',
      `${PROVIDERS}const client = await createMCPClient({ transport: { type: 'http', url: 'https://mcp.example.com/mcp' } });\n`,
    );

  it.each([
    ["{ schemas: 'automatic' }", 1],
    ['{ schemas: { get_order: { inputSchema: {} } } }', 0],
  ])('are all that it has unless `schemas` names them: %s', async (given, expected) => {
    expect(await found(server(given))).toHaveLength(expected);
  });
});

describe('ready-made tools of a provider', () => {
  const made = (one: string, more = '') => call(`{ it: ${one} }`, more, PROVIDERS);
  const runs = (what: string) => [
    `approval/open-ended-tool \`it\` can ${what} without human approval (known from its kind).`,
  ];
  const COMMAND = runs('run any command');
  const FILES = runs('change any file');

  it.each([
    ['openai.tools.shell({ execute })', COMMAND],
    ['openai.tools.localShell({ execute })', COMMAND],
    ['openai.tools.applyPatch({ execute })', FILES],
    ['anthropic.tools.bash_20241022({ execute })', COMMAND],
    ['anthropic.tools.bash_20250124({ execute })', COMMAND],
    ['anthropic.tools.textEditor_20250429({ execute })', FILES],
    ['anthropic.tools.textEditor_20250728({ execute })', FILES],
  ])('act unless a person is asked: %s', async (one, expected) => {
    expect(await found(made(one))).toEqual(expected);
    const gated = one.replace('execute', 'execute, needsApproval: true');
    expect(await found(made(gated))).toEqual([]);
    expect(await found(made(one, ", toolApproval: { it: 'user-approval' }"))).toEqual([]);
    // There is no gate before version 6.
    expect(await found(made(gated), FIVE)).toEqual(expected);
  });

  it.each([
    'openai.tools.webSearch({})',
    'openai.tools.fileSearch({ vectorStoreIds: [] })',
    'openai.tools.codeInterpreter({})',
    'openai.tools.imageGeneration({})',
    'anthropic.tools.webSearch_20250305({})',
    'anthropic.tools.webFetch_20250910({})',
    'anthropic.tools.codeExecution_20250825({})',
    'anthropic.tools.codeExecution_20260120({})',
  ])('of which the provider runs the call need no gate: %s', async (one) => {
    expect(await found(made(one))).toEqual([]);
    expect(await toolsOf(made(one), locked(SEVEN))).toHaveLength(1);
  });

  it('are listed where they are not known', async () => {
    const { systems } = await lintProgram(made('openai.tools.customTool({})'), locked(SEVEN));
    expect(systems.flatMap(({ unresolved }) => unresolved.map(({ why }) => why))).toEqual([
      'computed by openai.tools.customTool()',
    ]);
  });

  const mcp = (more: string) =>
    `openai.tools.mcp({ serverLabel: 'mail', serverUrl: 'https://mcp.example.com/mcp'${more} })`;
  const SENDS =
    '`send_mail` sends something to others without human approval (inferred from its name: "send")';

  it.each([
    [
      '',
      '',
      [
        'scope/unrestricted-server `mcp.example.com` has no tool allow-list: `generateText` can call every tool it offers, now or later.',
      ],
    ],
    [", allowedTools: ['get_mail']", '', []],
    [", allowedTools: ['send_mail']", '', [`approval/missing ${SENDS}.`]],
    [
      ", allowedTools: ['send_mail'], requireApproval: 'never'",
      '',
      [`approval/auto-approved ${SENDS}: approved by \`requireApproval: never\`.`],
    ],
    [", allowedTools: ['send_mail'], requireApproval: 'always'", '', []],
    [
      ", allowedTools: { toolNames: ['send_mail'] }, requireApproval: { never: { toolNames: ['send_mail'] } }",
      '',
      [`approval/auto-approved ${SENDS}: approved by \`never\`.`],
    ],
    [
      ", allowedTools: { toolNames: ['send_mail'] }, requireApproval: { never: { toolNames: ['get_mail'] } }",
      '',
      [],
    ],
    // The provider runs the call: what the call of the model states for its own tools does not reach it.
    [
      ", allowedTools: ['send_mail']",
      ", toolApproval: { send_mail: 'user-approval' }",
      [`approval/missing ${SENDS}.`],
    ],
  ])('may be a server that the provider calls: mcp({ ...%s })%s', async (more, beside, expected) => {
    expect(await found(made(mcp(more), beside))).toEqual(expected);
  });

  it('has a remedy for such a server that clears the finding', async () => {
    const text = made(mcp(", allowedTools: ['send_mail']"));
    const { findings } = await lintProgram(text, locked(SEVEN));
    const [finding] = findings.filter(({ rule }) => rule === 'approval/missing');
    const remedy = "Set `requireApproval: 'always'` in this `openai.tools.mcp()`: ";
    expect(finding?.remediation.slice(0, remedy.length)).toBe(remedy);
    expect(await found(made(mcp(", allowedTools: ['send_mail'], requireApproval: 'always'")))).toEqual([]);
  });
});

describe('what is named as not read', () => {
  it.each([
    [', allowSystemInMessages: true', ['`allowSystemInMessages` of `generateText`']],
    ['', []],
  ])('is listed: %s', async (more, expected) => {
    const { systems } = await lintProgram(call('{ look }', more), locked(SEVEN));
    expect(systems.flatMap(({ unresolved }) => unresolved.map(({ what }) => what))).toEqual(expected);
  });

  it.each([
    ["'m'", ''],
    [
      "wrapLanguageModel({ model: 'm', middleware: guard })",
      "import { wrapLanguageModel } from 'ai';\nimport { guard } from './guard.js';\n",
    ],
  ])('is a guardrail in middleware, which no field states: model: %s', async (model, head) => {
    const { findings, notAssessed } = await lintProgram(
      `${head}${call('{ refund }').replace("'m'", model)}`,
      locked(SEVEN),
    );
    expect(findings.map(({ rule }) => rule)).toEqual(['approval/missing']);
    expect(notAssessed.map(({ rule }) => rule).sort()).toEqual([
      'guardrail/missing-input',
      'guardrail/missing-output',
    ]);
  });

  it('is no gate where a policy only chooses the tools that the model sees', async () => {
    const text = `import { wrapLanguageModel } from 'ai';\nimport { opaCapabilityMiddleware } from '@ai-sdk/policy-opa';\n${call('{ refund }').replace("'m'", "wrapLanguageModel({ model: 'm', middleware: opaCapabilityMiddleware({ path: 'x' }) })")}`;
    expect(await toolsOf(text, locked(SEVEN))).toEqual(['refund outward absent']);
  });
});
