import { describe, expect, it } from 'vitest';
import { HEAD, isUntaken, lintProgram, locked, toolsOf } from './programs.js';

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
    `import { HarnessAgent } from '@ai-sdk/harness/agent';\nimport { claudeCode } from '@ai-sdk/harness-claude-code';\n${HEAD}export const coder = new HarnessAgent({ harness: claudeCode, permissionMode: 'allow-reads', tools: { refund }${more} });\n`;

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

  it('stay in a container of the operator where their environment says so', async () => {
    const { systems } = await lintProgram(
      made("openai.tools.shell({ environment: { type: 'container_auto' } })"),
    );
    expect(
      systems.flatMap(({ agents }) => agents.flatMap(({ tools }) => tools.map((one) => one.containedBy))),
    ).toEqual([{ by: 'container' }]);
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
      'agent-lint does not read it yet',
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
      [`approval/auto-approved ${SENDS}: approved by \`requireApproval: never\`.`],
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
    const remedy = "Set `requireApproval: 'always'` in this `openai.tools.mcp()`";
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
    const asks = text.replace('{ refund }', "{ refund }, toolApproval: { refund: 'user-approval' }");
    expect(await toolsOf(asks, locked(SEVEN))).toEqual(['refund outward shown human']);
  });
});

/** Findings as `severity rule what is at the place`, and gaps as `? rule`; of guardrails, forged and lost answers none. */
async function reported(text: string, version: string): Promise<string[]> {
  const { findings, notAssessed } = await lintProgram(text, locked(version));
  const isOther = (rule: string) => /^guardrail\/|forgeable|unanswered/.test(rule);
  const lines = text.split('\n');
  return [
    ...findings.flatMap(({ rule, severity, range: { start, end } }) => {
      const at = lines[start.line - 1]?.slice(start.column - 1, end.column - 1);
      return isOther(rule) ? [] : [`${severity} ${rule} ${at}`];
    }),
    ...notAssessed.flatMap((one) => (isOther(one.rule) || isUntaken(one) ? [] : [`? ${one.rule}`])),
  ];
}

const MISSING = (at: string) => [`error approval/missing ${at}`];
const APPROVED = (at: string) => [`error approval/auto-approved ${at}`];
const OPEN_GATE = ['? approval/missing'];
const LISTED = ['? approval/auto-approved'];

describe('an agent of each constructor, whose tools are a map', () => {
  const made = (name: string, tool: string, more = '') =>
    `import { WorkflowAgent } from '@ai-sdk/workflow';\nimport { Agent, Experimental_Agent, streamUI } from 'ai';\n${HEAD}export const made = (messages) => ${name}({ messages, tools: { payOut: ${tool} }${more} });\n`;

  it.each(
    [
      'new ToolLoopAgent',
      'new Experimental_Agent',
      'new Agent',
      'new WorkflowAgent',
      'generateText',
      'streamText',
      'streamUI',
    ].flatMap((name) => [SEVEN, SIX, FIVE].map((version) => [name, version] as const)),
  )('reports the tool at its key unless it has a gate: %s, ai %s', async (name, version) => {
    const loop = name.includes('Workflow') ? ', stopWhen: isStepCount(5)' : '';
    expect(await reported(made(name, 'refund', loop), version)).toEqual(MISSING('payOut'));
    const gated = made(name, '{ ...refund, needsApproval: true }', loop);
    expect(await reported(gated, version)).toEqual(version === FIVE ? MISSING('payOut') : []);
  });
});

describe('what `toolApproval` states of a tool', () => {
  const pay = (own: string, more: string) =>
    `import { opaPolicy, optionalOpaPolicy, shadow, wrapMcpTools } from '@ai-sdk/policy-opa';\n${HEAD}const pay = tool({ description: 'x', ${own}execute: refund.execute });\n${call('{ pay }', more, '')}`;
  const OWN = 'needsApproval: true, ';
  const JUDGE =
    "async ({ toolCall }) => { const judged = await generateText({ model: 'm', prompt: toolCall.toolName }); return judged.text === 'yes' ? 'approved' : 'user-approval'; }";

  it.each([
    ['', '', MISSING('pay')],
    ['', ", toolApproval: { pay: 'user-approval' }", []],
    ['', ", toolApproval: { other: 'user-approval' }", MISSING('pay')],
    ['', ", toolApproval: { pay: 'approved' }", APPROVED('pay')],
    ['', ", toolApproval: { pay: 'denied' }", []],
    ['', ", toolApproval: { pay: 'not-applicable' }", MISSING('pay')],
    ['', ", toolApproval: { pay: { type: 'user-approval', reason: 'money' } }", []],
    ['', ", toolApproval: { pay: { type: 'approved', reason: 'money' } }", APPROVED('pay')],
    ['', ", toolApproval: () => 'user-approval'", []],
    ['', ", toolApproval: () => 'approved'", APPROVED("() => 'approved'")],
    ['', ', toolApproval: () => undefined', MISSING('pay')],
    // An entry wins over the tool, and a function for all replaces its gate.
    [OWN, '', []],
    [OWN, ", toolApproval: { pay: 'approved' }", APPROVED('pay')],
    [OWN, ", toolApproval: { other: 'approved' }", []],
    [OWN, ", toolApproval: () => 'approved'", APPROVED("() => 'approved'")],
    [OWN, ', toolApproval: () => undefined', MISSING('pay')],
    // A function in the map decides, also where it returns nothing.
    ['', ", toolApproval: { pay: async (input) => 'user-approval' }", []],
    ['', ", toolApproval: { pay: async (input) => 'approved' }", APPROVED('pay')],
    [OWN, ', toolApproval: { pay: async (input) => { console.log(input); } }', MISSING('pay')],
    [
      OWN,
      ", toolApproval: { pay: (input, { toolContext, messages }) => (messages.length > 9 ? 'denied' : 'user-approval') }",
      [],
    ],
    // A model is no person.
    ['', `, toolApproval: ${JUDGE}`, APPROVED(JUDGE)],
    ['', `, toolApproval: ${JUDGE.replace("judged.text === 'yes'", 'toolCall.input.amount < 5')}`, LISTED],
    // A setting that is off by default.
    ['', ", toolApproval: () => (process.env.GATE ? 'user-approval' : undefined)", MISSING('pay')],
    ['', ", toolApproval: () => (process.env.OPEN ? undefined : 'user-approval')", []],
    // Policies.
    ['', ", toolApproval: opaPolicy({ client, path: 'p' })", OPEN_GATE],
    ['', ", toolApproval: optionalOpaPolicy({ client, path: 'p' })", OPEN_GATE],
    ['', ", toolApproval: shadow({ pay: 'user-approval' })", APPROVED("shadow({ pay: 'user-approval' })")],
    ['', ", toolApproval: shadow({ pay: 'user-approval' }, { enforce: false })", APPROVED('false')],
    ['', ", toolApproval: shadow({ pay: 'user-approval' }, { enforce: true })", []],
    ['', ', toolApproval: wrapMcpTools({ pay }, {}).toolApproval', []],
    [
      '',
      ", toolApproval: wrapMcpTools({ pay }, {}, { default: 'approved' }).toolApproval",
      APPROVED("'approved'"),
    ],
  ])('is what counts in version 7: %s%s', async (own, more, expected) => {
    expect(await reported(pay(own, more), SEVEN)).toEqual(expected);
  });

  it.each([SIX, FIVE])('is not read before: ai %s', async (version) => {
    expect(await reported(pay('', ", toolApproval: { pay: 'user-approval' }"), version)).toEqual(
      MISSING('pay'),
    );
  });
});

describe('what `needsApproval` states', () => {
  const made = (maker: string, gate: string, body = 'execute: refund.execute') =>
    `import { dynamicTool } from 'ai';\n${HEAD}const pay = ${maker}({ description: 'Pays out money', ${gate}${body} });\n${call('{ pay }', '', '')}`;

  it.each(
    ['tool', 'dynamicTool'].flatMap((maker) =>
      (
        [
          [SEVEN, 'needsApproval: true, ', []],
          [SIX, 'needsApproval: true, ', []],
          [FIVE, 'needsApproval: true, ', MISSING('pay')],
          [FOUR, 'needsApproval: true, ', MISSING('pay')],
          [SIX, 'needsApproval: false, ', MISSING('pay')],
          [SIX, '', MISSING('pay')],
          [SIX, 'needsApproval: async ({ amount }) => amount > 9, ', LISTED],
          [SIX, 'needsApproval: async () => false, ', MISSING('pay')],
        ] as const
      ).map((row) => [maker, ...row] as const),
    ),
  )('counts from version 6 on: %s, ai %s, %s', async (maker, version, gate, expected) => {
    expect(await reported(made(maker, gate), version)).toEqual(expected);
  });

  it.each([SEVEN, SIX, FIVE, FOUR])(
    'is not needed where the client runs the tool, which is named: ai %s',
    async (version) => {
      expect(await reported(made('tool', '', ''), version)).toEqual(OPEN_GATE);
      expect(await reported(made('tool', ''), version)).toEqual(MISSING('pay'));
    },
  );
});

describe('the bound of a loop that states none, or one of its own', () => {
  const ENDLESS = ['warning delegation/unbounded-turns isLoopFinished()'];
  const OPEN = ['? delegation/unbounded-turns'];
  const looping = (maker: string, more: string) =>
    `import { Experimental_Agent, hasToolCall } from 'ai';\n${HEAD}export const made = (messages) => ${maker}({ messages, tools: { look }${more} });\n`;

  it.each([
    ['new ToolLoopAgent', SEVEN, ', stopWhen: isLoopFinished()', ENDLESS],
    ['new ToolLoopAgent', SIX, ', stopWhen: isLoopFinished()', ENDLESS],
    ['new ToolLoopAgent', SEVEN, '', []],
    ['new ToolLoopAgent', SIX, '', []],
    ['new Experimental_Agent', SEVEN, ', stopWhen: isLoopFinished()', ENDLESS],
    ['new Experimental_Agent', SEVEN, '', []],
    ['new Experimental_Agent', FIVE, '', []],
    ['streamText', SIX, ', stopWhen: isLoopFinished()', ENDLESS],
    ['streamText', SEVEN, '', []],
    ['streamText', FIVE, '', []],
    // That condition is of later versions: what is imported under its name is not known.
    ['streamText', FIVE, ', stopWhen: isLoopFinished()', OPEN],
    ['streamText', SEVEN, ", stopWhen: hasToolCall('look')", OPEN],
    ['streamText', SEVEN, ', stopWhen: ({ steps }) => steps.length > 9', OPEN],
    ['streamText', SEVEN, ', stopWhen: isStepCount(9)', []],
  ])('is that of the SDK: %s, ai %s%s', async (maker, version, more, expected) => {
    expect(await reported(looping(maker, more), version)).toEqual(expected);
  });
});

describe('the tools of a server that `activeTools` names', () => {
  const server = (more: string, given = '') =>
    call(
      `{ look, ...(await client.tools(${given})) }`,
      more,
      `${PROVIDERS}const client = await createMCPClient({ transport: { type: 'http', url: 'https://mcp.example.com/mcp' } });\n`,
    );
  const ALL = ['warning scope/unrestricted-server client.tools'];

  it.each([
    ['', '', ALL],
    [", activeTools: ['look', 'get_order']", '', []],
    [", activeTools: ['look']", '', []],
    [", activeTools: ['look', 'send_mail']", '', MISSING("'send_mail'")],
    [", activeTools: ['send_mail'], toolApproval: { send_mail: 'user-approval' }", '', []],
    [', activeTools: names', '', ALL],
    [", prepareStep: () => ({ activeTools: ['get_order'] })", '', []],
    [", prepareStep: () => { if (names) return; return { activeTools: ['get_order'] }; }", '', ALL],
    [', prepareStep: () => { if (names) return { activeTools: [] }; }', '', ALL],
    [
      '',
      '{ schemas: { send_mail: { inputSchema: {} }, get_order: { inputSchema: {} } } }',
      MISSING('send_mail'),
    ],
    [
      ", activeTools: ['get_order']",
      '{ schemas: { send_mail: { inputSchema: {} }, get_order: { inputSchema: {} } } }',
      [],
    ],
  ])('are those that the model sees: %s %s', async (more, given, expected) => {
    expect(await reported(server(more, given), SEVEN)).toEqual(expected);
  });

  it.each([SEVEN, SIX, FIVE])('and so in each version: ai %s', async (version) => {
    expect(await reported(server(''), version)).toEqual(ALL);
    expect(await reported(server(", activeTools: ['get_order']"), version)).toEqual([]);
    expect(await reported(server('', '{ schemas: { get_order: { inputSchema: {} } } }'), version)).toEqual(
      [],
    );
  });
});

describe('tools of a provider that act on the screen or on files', () => {
  it.each([
    'computer_20241022',
    'computer_20250124',
    'computer_20251124',
    'textEditor_20241022',
    'textEditor_20250124',
  ])('need a gate, which they take: anthropic.tools.%s', async (maker) => {
    const made = (more: string) =>
      call(`{ it: anthropic.tools.${maker}({ execute${more} }) }`, '', PROVIDERS);
    expect(await reported(made(''), SIX)).toEqual(['error approval/open-ended-tool it']);
    expect(await reported(made(', needsApproval: true'), SIX)).toEqual([]);
    expect(await reported(made(', needsApproval: true'), FIVE)).toEqual([
      'error approval/open-ended-tool it',
    ]);
  });
});

describe('a function that prepares each step', () => {
  it.each([', prepareStep: async ({ messages }) => ({ messages: messages.slice(-9) })', ''])(
    'is no guardrail that a field states, which is named: %s',
    async (more) => {
      const { findings, notAssessed } = await lintProgram(call('{ refund }', more), locked(SEVEN));
      expect(findings.map(({ rule }) => rule)).toEqual(['approval/missing']);
      expect(notAssessed.map(({ rule }) => rule).sort()).toEqual([
        'guardrail/missing-input',
        'guardrail/missing-output',
      ]);
    },
  );
});

describe('gates as real programs write them', () => {
  const GATES = "{ refund: 'user-approval' }";
  const run = (before: string, options: string) =>
    `${HEAD}${before}\nexport const answer = (messages, given) => generateText({ messages, tools: { refund }, ${options} });\n`;
  const gateFor =
    "const gateFor = (names) => ({ toolCall }) => (names.includes(toolCall.toolName) ? 'user-approval' : undefined);";
  const acts = (name: string) =>
    `const ACTS = ['${name}'];\nconst toolApproval = Object.fromEntries(ACTS.map((one) => [one, 'user-approval']));`;
  const wrap = (gate: boolean) =>
    `const gated = (tools) => Object.fromEntries(Object.entries(tools).map(([name, one]) => [name, { ...one, needsApproval: ${gate} }]));`;

  it.each([
    ['a spread', `const common = { toolApproval: ${GATES} };`, '...common', []],
    ['a spread without it', 'const common = { maxRetries: 2 };', '...common', MISSING('refund')],
    [
      'a spread before an option',
      `const common = { toolApproval: ${GATES} };`,
      '...common, toolApproval: {}',
      MISSING('refund'),
    ],
    [
      'a spread that is passed',
      '',
      '...given',
      ['? approval/missing', '? delegation/unbounded-turns', '? approval/missing'],
    ],
    ['a closure', gateFor, "toolApproval: gateFor(['refund'])", []],
    ['a closure for another tool', gateFor, "toolApproval: gateFor(['look'])", MISSING('refund')],
    ['computed names', acts('refund'), 'toolApproval', []],
    ['computed names of other tools', acts('look'), 'toolApproval', MISSING('refund')],
    ['a key twice', '', "toolApproval: { refund: 'approved', refund: 'user-approval' }", []],
    [
      'a key twice, which approves',
      '',
      "toolApproval: { refund: 'user-approval', refund: 'approved' }",
      APPROVED('refund'),
    ],
  ])('are read: %s', async (_, before, options, expected) => {
    expect(await reported(run(before, options), SEVEN)).toEqual(expected);
  });

  it.each([
    [true, []],
    [false, MISSING('tool')],
  ])('are read in a wrapper of all tools: needsApproval: %s', async (gate, expected) => {
    const text = `${HEAD}${wrap(gate)}\nexport const answer = (messages) => generateText({ messages, tools: gated({ refund, look }) });\n`;
    expect(await reported(text, SIX)).toEqual(expected);
  });
});
