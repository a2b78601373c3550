import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';
import { HEAD, lintProgram, locked } from './programs.js';

const PROGRAM = `import { ToolLoopAgent, tool } from 'ai';
import { z } from 'zod';
const refund = tool({ description: 'Refund', inputSchema: z.object({}), needsApproval: true, execute: async () => 'done' });
export const desk = new ToolLoopAgent({ model: 'openai/gpt-5', tools: { issue_refund: refund } });
`;

it.each([
  ['6.0.312', 1],
  ['6.0.313', 0],
  ['7.0.148', 1],
  ['7.0.149', 0],
])('a gate of the AI SDK in version %s', async (version, expected) => {
  const lock = `lockfileVersion: '9.0'\npackages:\n\n  ai@${version}:\n    resolution: {}\n`;
  const { findings } = await lintFiles({ 'desk.ts': PROGRAM, 'pnpm-lock.yaml': lock });
  const found = findings.filter(({ rule }) => rule === 'approval/broken-version');
  expect(found.map(({ file, range }) => `${file}:${range.start.line}`)).toEqual(
    Array(expected).fill('pnpm-lock.yaml:4'),
  );
  for (const { remediation } of found) expect(remediation).toContain('run `pnpm add ai@');
});

it.each([
  ['issue_refund: refund', 'error'],
  ['issue_refund: refund, get_weather: weather', 'error'],
  ['get_weather: weather', 'info'],
])('a gate that does not hold is an error where its tool acts: %s', async (tools, expected) => {
  const weather = `const weather = tool({ description: 'The weather of a city', inputSchema: z.object({}), needsApproval: true, execute: async () => fetch('https://weather.example.com/now') });\n`;
  const text = PROGRAM.replace('export', `${weather}export`).replace('issue_refund: refund', tools);
  const { findings } = await lintFiles({
    'desk.ts': text,
    'pnpm-lock.yaml': `lockfileVersion: '9.0'\npackages:\n\n  ai@6.0.312:\n    resolution: {}\n`,
  });
  expect(
    findings.flatMap(({ rule, severity }) => (rule === 'approval/broken-version' ? severity : [])),
  ).toEqual([expected]);
});

it.each([
  [['desk.ts'], '7.0.149'],
  [['pay.ts'], '7.0.173'],
  [['desk.ts', 'pay.ts'], '7.0.173'],
  [['desk.ts', 'open.ts'], '7.0.149'],
  [['desk.ts', 'pay.ts', 'open.ts'], '7.0.173'],
])('the programs of a run ask for one version, which mends the gates of all: %o', async (names, expected) => {
  const programs: Record<string, string> = {
    'desk.ts': PROGRAM,
    'pay.ts': PROGRAM.replace('z.object({})', 'z.object({ id: z.string().refine((one) => one !== "") })'),
    'open.ts': PROGRAM.replace('needsApproval: true, ', ''),
  };
  const { findings } = await lintFiles({
    ...Object.fromEntries(names.map((name) => [name, programs[name] ?? ''])),
    'pnpm-lock.yaml': `lockfileVersion: '9.0'\npackages:\n\n  ai@7.0.148:\n    resolution: {}\n`,
  });
  const asked = findings.flatMap(({ remediation }) => /`pnpm add ai@([\d.]+)`/.exec(remediation)?.[1] ?? []);
  expect([...new Set(asked)]).toEqual([expected]);
});

/** What a locked version does not enforce of a program. */
async function broken(text: string, version: string): Promise<string[]> {
  const { findings } = await lintProgram(text, locked(version));
  return findings.flatMap(({ rule, severity, file, message }) =>
    rule === 'approval/broken-version' ? [`${severity} ${file} ${message}`] : [],
  );
}

describe('the schema of a gated tool', () => {
  const gated = (schema: string, own = '', more = '') =>
    `import { z } from 'zod';\n${HEAD}const other = z.string().refine((one) => one.length > 2);\nconst checked = z.object({ id: z.string() }).refine((one) => one.id !== '');\nconst pay = tool({ inputSchema: ${schema}, ${own}execute: refund.execute });\nexport const answer = (messages) => generateText({ messages, tools: { pay }${more} });\n`;
  const DIFFERS = 'the arguments that run differ from those that were approved';
  const MAP = ", toolApproval: { pay: 'user-approval' }";
  const OWN = 'needsApproval: true, ';
  const FOUND = [
    `error package-lock.json \`ai\` \`7.0.172\` does not enforce the gate of \`pay\`: ${DIFFERS}.`,
  ];

  it.each([
    ['z.object({ id: z.string() }).transform((one) => one)', '', MAP, FOUND],
    ['z.object({ id: z.string().refine((one) => true) })', '', MAP, FOUND],
    ['z.object({ id: z.string() }).refine((one) => true)', OWN, '', FOUND],
    ['checked', OWN, '', FOUND],
    ['z.object({ id: z.string() })', '', MAP, []],
    ['z.object({ id: z.string() })', OWN, '', []],
    ['z.object({ id: z.string() }).refine((one) => true)', '', '', []],
  ])('may change what was approved: %s, %s%s', async (schema, own, more, expected) => {
    expect(await broken(gated(schema, own, more), '7.0.172')).toEqual(expected);
    expect(await broken(gated(schema, own, more), '7.0.173')).toEqual([]);
  });
});

describe('a gated tool with a name that every object inherits', () => {
  const named = (name: string) =>
    `${HEAD}export const answer = (messages) => generateText({ messages, tools: { ['${name}']: refund }, toolApproval: { ['${name}']: 'user-approval' } });\n`;
  const INHERITED = 'a tool that has the name of an inherited property passes its gate';

  it.each([
    ['constructor', true],
    ['toString', true],
    ['valueOf', true],
    ['__proto__', true],
    ['refund', false],
  ])('passes it in ai 7.0.18: %s', async (name, isFound) => {
    const has = async (version: string) =>
      (await broken(named(name), version)).map((one) => one.includes(INHERITED));
    expect([await has('7.0.18'), await has('7.0.19')]).toEqual([[isFound], [false]]);
  });

  it.each([
    ["toolApproval: { other: 'user-approval' }", true],
    ["toolApproval: () => 'user-approval'", false],
    ['', false],
  ])('passes it where approvals are an object by tool: %s', async (more, expected) => {
    const own = `${HEAD}export const answer = (messages) => generateText({ messages, tools: { constructor: { ...refund, needsApproval: true } }, ${more} });\n`;
    expect((await broken(own, '7.0.18')).some((one) => one.includes(INHERITED))).toBe(expected);
  });
});

describe('an approval that a client posts', () => {
  const TOOLS = "model: 'openai/gpt-5', tools: { issue_refund: { ...refund, needsApproval: true } }";
  const APPROVED = 'a client that posts an approved tool part runs any tool with any arguments';
  const route = (messages: string, run: string) =>
    `import { WorkflowAgent } from '@ai-sdk/workflow';\n${HEAD}export async function POST(req) {\n  const messages = ${messages};\n  return (await ${run}).toUIMessageStreamResponse();\n}\n`;
  const has = async (messages: string, run: string, name: string, version: string) => {
    const lock = JSON.stringify({ packages: { [`node_modules/${name}`]: { version } } });
    const { findings } = await lintFiles({
      'app/api/chat/route.ts': route(messages, run),
      'package-lock.json': lock,
    });
    return findings.some(
      ({ rule, severity, message }) =>
        rule === 'approval/broken-version' && severity === 'error' && message.includes(APPROVED),
    );
  };

  it.each([
    ['streamText', `streamText({ messages, ${TOOLS} })`, 'ai', '6.0.201', '6.0.202'],
    ['generateText', `generateText({ messages, ${TOOLS} })`, 'ai', '6.0.201', '6.0.202'],
    ['ToolLoopAgent', `new ToolLoopAgent({ ${TOOLS} }).stream({ messages })`, 'ai', '6.0.201', '6.0.202'],
    [
      'WorkflowAgent',
      `new WorkflowAgent({ ${TOOLS} }).stream({ messages })`,
      '@ai-sdk/workflow',
      '0.9.9',
      '1.0.0',
    ],
  ])('is not checked before the fix: %s', async (_, run, name, before, fixed) => {
    const BODY = '(await req.json()).messages';
    expect(await has(BODY, run, name, before)).toBe(true);
    expect(await has(BODY, run, name, fixed)).toBe(false);
    expect(await has("await fetch('https://store.example.com/chats/1')", run, name, before)).toBe(false);
  });
});

describe('contents that a program keeps out of telemetry', () => {
  const CHANNEL = 'integrations and the channel `ai:telemetry` get the contents anyway';
  const SUBSCRIBED =
    "import { channel } from 'node:diagnostics_channel';\nchannel('ai:telemetry').subscribe((event) => console.log(event));\n";
  const has = async (head: string, option: string, version: string) => {
    const text = `${head}${HEAD}export const answer = (messages) => generateText({ messages, tools: { look }, telemetry: { ${option} } });\n`;
    return (await broken(text, version)).map((one) => one.includes(CHANNEL));
  };

  it.each([
    ['who subscribes to the channel', SUBSCRIBED, ''],
    ['a registered integration', "import { registerTelemetry } from 'ai';\nregisterTelemetry({});\n", ''],
    ['an integration of the call', '', ', integrations: [own]'],
    ['a monitor that the program does not name', '', ''],
  ])('reach %s before ai 7.0.163', async (_, head, more) => {
    for (const option of ['recordInputs', 'recordOutputs']) {
      expect(await has(head, `${option}: false${more}`, '7.0.162')).toEqual([true]);
      expect(await has(head, `${option}: false${more}`, '7.0.163')).toEqual([]);
      expect(await has(head, `${option}: true${more}`, '7.0.162')).toEqual([]);
    }
  });
});
