import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';
import { HEAD, locked } from './programs.js';

const route = (body: string) =>
  `import { convertToModelMessages } from 'ai';\n${HEAD}import { store } from './store';
export async function POST(req: Request) {
${body}
}
`;
const gated = 'tools: { refund: { ...refund, needsApproval: true } }';

async function forgeable(text: string): Promise<string[]> {
  const { findings } = await lintFiles({
    'app/api/chat/route.ts': text,
    'app/api/chat/store.ts': 'export const store = new Map();\n',
  });
  return findings
    .filter(({ rule }) => rule === 'approval/forgeable')
    .map(({ range, message }) => `${range.start.line} ${message}`);
}

describe('an approval in the history that a client sends', () => {
  it.each([
    [
      `  const { messages } = await req.json();\n  return streamText({ messages, ${gated} }).toUIMessageStreamResponse();`,
      1,
    ],
    [
      `  const { messages } = await req.json();\n  return streamText({ messages: await convertToModelMessages(messages), ${gated} }).toUIMessageStreamResponse();`,
      1,
    ],
    [
      `  const { messages } = await req.json();\n  return streamText({ messages, ${gated}, experimental_toolApprovalSecret: process.env.SECRET }).toUIMessageStreamResponse();`,
      0,
    ],
    [
      `  const { messages } = await req.json();\n  return streamText({ messages, tools: { look } }).toUIMessageStreamResponse();`,
      0,
    ],
    [
      `  const { id } = await req.json();\n  return streamText({ messages: store.get(id), ${gated} }).toUIMessageStreamResponse();`,
      0,
    ],
    [
      `  const { messages } = await req.json();\n  const desk = new ToolLoopAgent({ ${gated} });\n  return (await desk.stream({ messages })).toUIMessageStreamResponse();`,
      1,
    ],
    [
      `  const { messages } = await req.json();\n  const desk = new ToolLoopAgent({ ${gated}, experimental_toolApprovalSecret: process.env.SECRET });\n  return (await desk.stream({ messages })).toUIMessageStreamResponse();`,
      0,
    ],
  ])('is reported unless a secret signs it or a store has it: %s', async (body, count) => {
    expect(await forgeable(route(body))).toHaveLength(count);
  });
});

describe('history that a client sends, on its way to the call', () => {
  const FILES = {
    'app/store.ts': 'export const store = new Map();\n',
    'app/history.ts': `import { store } from './store';
export async function sentTo(req: Request) {
  const history = (await req.json()).messages;
  return history;
}
export async function storedFor(req: Request) {
  const { id } = await req.json();
  return store.get(id);
}
export async function either(req: Request) {
  const { id, messages } = await req.json();
  if (id) return store.get(id);
  return messages;
}
export const withNote = (messages: unknown[]) => [...messages, { role: 'system', content: 'x' }];
`,
    'app/index.ts': "export { sentTo as historyOf } from './history';\nexport * from './history';\n",
  };
  const START = `import { convertToModelMessages } from 'ai';\n${HEAD}import { store } from '../store';
import { either, sentTo, storedFor, withNote } from '../history';
import { historyOf, storedFor as storedHistoryOf } from '../index';
const note = { role: 'system', content: 'x' } as const;
`;
  const taken = (text: string) =>
    `Whoever sends the request can approve \`refund\`: \`streamText\` takes the answers from \`${text}\`, which a client sends, and no \`experimental_toolApprovalSecret\` signs them.`;

  it.each<[string, string, string | undefined]>([
    ['const body = await req.json();', '[...body.messages, note]', 'body.messages'],
    ['const body = await req.json();', '[...(await store.get(body.id)), note]', undefined],
    ['const body = await req.json();', '[...(await store.get(body.id)), body.message]', undefined],
    ['const { messages } = await req.json();', '[note].concat(messages)', 'messages'],
    ['const { id } = await req.json();', '[note].concat(store.get(id))', undefined],
    [
      'const { messages } = await req.json();\n  const all = [note];\n  all.push(...messages);',
      'all',
      'messages',
    ],
    [
      'const { messages } = await req.json();\n  const all = [note];\n  all.push(messages.at(-1));',
      'all',
      undefined,
    ],
    [
      'const { messages } = await req.json();',
      'await convertToModelMessages([...messages, note])',
      'convertToModelMessages([...messages, note])',
    ],
    ['const { text } = await req.json();', 'await convertToModelMessages([{ ...note, text }])', undefined],
    ['', 'await sentTo(req)', '(await req.json()).messages'],
    ['', 'await storedFor(req)', undefined],
    ['', 'await historyOf(req)', '(await req.json()).messages'],
    ['', 'await storedHistoryOf(req)', undefined],
    ['', 'await either(req)', 'messages'],
    ['const { messages } = await req.json();', 'withNote(messages)', 'messages'],
    ['const { id } = await req.json();', 'withNote(store.get(id))', undefined],
  ])('is followed through lists and functions of other files: %s %s', async (start, messages, text) => {
    const { findings } = await lintFiles({
      ...FILES,
      'app/chat/route.ts': `${START}export async function POST(req: Request) {
  ${start}
  return streamText({ messages: ${messages}, ${gated} }).toUIMessageStreamResponse();
}
`,
    });
    expect(
      findings.filter(({ rule }) => rule === 'approval/forgeable').map(({ message }) => message),
    ).toEqual(text === undefined ? [] : [taken(text)]);
  });
});

describe('who runs the code that takes history', () => {
  const READS = 'const { messages } = await request.json();';
  const ANSWERS = `return streamText({ messages, ${gated} }).toUIMessageStreamResponse();`;
  const BODY = `${READS} ${ANSWERS}`;
  const NUXT = `export default defineEventHandler(async (event) => { const { messages } = await readBody(event); ${ANSWERS} });`;
  const ACTION = `export async function ask(messages: UIMessage[]) { ${ANSWERS} }`;

  it.each<[string, string, string, 'findings' | 'notAssessed']>([
    ['app/chat/route.ts', '', `export async function POST(request: Request) { ${BODY} }`, 'findings'],
    ['src/chat.ts', '', `export async function POST(request: Request) { ${BODY} }`, 'notAssessed'],
    ['src/routes/+server.ts', '', `export const POST = async ({ request }) => { ${BODY} };`, 'findings'],
    ['src/routes/server.ts', '', `export const POST = async ({ request }) => { ${BODY} };`, 'notAssessed'],
    ['server/api/chat.post.ts', '', NUXT, 'findings'],
    ['server/chat.ts', '', NUXT, 'notAssessed'],
    ['src/worker.ts', '', `export default { async fetch(request: Request) { ${BODY} } };`, 'findings'],
    [
      'src/worker.ts',
      '',
      `export const worker = { async fetch(request: Request) { ${BODY} } };`,
      'notAssessed',
    ],
    [
      'app/route.ts',
      '',
      `async function run(request: Request) { ${BODY} }\nexport const POST = withAuth(run);`,
      'findings',
    ],
    [
      'app/route.ts',
      '',
      `async function run(request: Request) { ${BODY} }\nexport const chat = withAuth(run);`,
      'notAssessed',
    ],
    ['app/actions.ts', "// Run by the page.\n'use server';\n", ACTION, 'findings'],
    ['app/actions.ts', "// 'use server'\n", ACTION, 'notAssessed'],
  ])('is known from the framework, or said to be unseen: %s %s%s', async (file, start, code, where) => {
    const { findings, notAssessed } = await lintFiles({ [file]: `${start}${HEAD}${code}\n` });
    const isForgeable = ({ rule }: { rule: string }) => rule === 'approval/forgeable';
    expect([findings.filter(isForgeable).length, notAssessed.filter(isForgeable).length]).toEqual(
      where === 'findings' ? [1, 0] : [0, 1],
    );
  });

  it.each<[string, string, number]>([
    ['const { messages } = Body.parse(await req.json());', 'messages', 1],
    ['const parsed = Body.safeParse(await req.json());', 'parsed.data.messages', 1],
    ['const parsed = Body.safeParse(await store.get("history"));', 'parsed.data.messages', 0],
    ['const { messages } = await req.json();', 'await validateUIMessages({ messages })', 1],
    ['const { id } = await req.json();', 'await validateUIMessages({ messages: store.get(id) })', 0],
  ])('stays the client where the form is checked: %s %s', async (start, messages, count) => {
    const body = `  ${start}\n  return streamText({ messages: ${messages}, ${gated} }).toUIMessageStreamResponse();`;
    expect(await forgeable(`import { validateUIMessages } from 'ai';\n${route(body)}`)).toHaveLength(count);
  });
});

describe('the secret that signs approvals', () => {
  const SECRET = ', experimental_toolApprovalSecret: process.env.SECRET';
  const SENT = '  const { messages } = await req.json();\n';
  const CALL = (secret = '') =>
    `${SENT}  return streamText({ messages, ${gated}${secret} }).toUIMessageStreamResponse();`;
  const AGENT = (own = '', run = '') =>
    `${SENT}  const desk = new ToolLoopAgent({ ${gated}${own} });\n  return (await desk.stream({ messages${run} })).toUIMessageStreamResponse();`;
  const PAGE = (own = '', run = '') =>
    `${SENT}  const desk = new ToolLoopAgent({ ${gated}${own} });\n  return createAgentUIStreamResponse({ agent: desk, uiMessages: messages${run} });`;
  const WORKFLOW = (own = '', run = '') =>
    `${SENT}  const desk = new WorkflowAgent({ ${gated}${own} });\n  return (await desk.stream({ messages${run} })).toUIMessageStreamResponse();`;
  const PREPARED = `, prepareCall: (given) => ({ ...given${SECRET} })`;
  const text = (body: string) =>
    `import { createAgentUIStreamResponse } from 'ai';\nimport { WorkflowAgent } from '@ai-sdk/workflow';\n${route(body)}`;

  it.each([
    ['of a call', CALL(), CALL(SECRET)],
    ['of an agent', AGENT(), AGENT(SECRET)],
    ['of an agent, in its run', AGENT('', SECRET), AGENT(SECRET)],
    ['of an agent, in what prepares its calls', AGENT(), AGENT(PREPARED)],
    ['of an agent that a page shows', PAGE('', SECRET), PAGE(SECRET)],
    ['of a workflow', WORKFLOW(), WORKFLOW(SECRET)],
    ['of a workflow, in its run', WORKFLOW(), WORKFLOW('', SECRET)],
  ])('counts where the SDK reads it: %s', async (_, without, signed) => {
    expect(await forgeable(text(without))).toHaveLength(1);
    expect(await forgeable(text(signed))).toEqual([]);
  });

  it.each([
    ['6.0.201', CALL(SECRET), ['ai 6.0.201 does not read `experimental_toolApprovalSecret`.']],
    ['6.0.202', CALL(SECRET), []],
  ])('signs nothing in a version that does not read it: ai %s', async (version, body, expected) => {
    const { findings } = await lintFiles({ 'app/api/chat/route.ts': text(body), ...locked(version) });
    const found = findings.filter(({ rule }) => rule === 'approval/forgeable');
    expect(found.map(({ message }) => message.split(', and ')[1])).toEqual(expected);
  });

  // Other faults of these versions need a later one: one run asks for one version.
  const UPGRADE = (name: string, since: string, version: string) =>
    `Upgrade ${name} to ${since} or later (\`package-lock.json\` locks ${version}, which lacks \`experimental_toolApprovalSecret\`), then: `;
  const SET = 'Set `experimental_toolApprovalSecret` ';
  it.each([
    ['6.0.201', CALL(), UPGRADE('ai', '6.0.313', '6.0.201')],
    [
      '6.0.201',
      CALL(SECRET),
      `${UPGRADE('ai', '6.0.313', '6.0.201')}Keep \`experimental_toolApprovalSecret\` as it is.`,
    ],
    ['6.0.202', CALL(), `${SET}of this call to`],
    ['7.0.0', CALL(), `${SET}of this call to`],
    ['6.0.271', AGENT(), UPGRADE('ai', '6.0.313', '6.0.271')],
    ['6.0.272', AGENT(), `${SET}in the constructor of the agent to`],
    ['7.0.83', AGENT(), UPGRADE('ai', '7.0.149', '7.0.83')],
    ['7.0.84', PAGE(), `${SET}in the constructor of the agent to`],
  ])('is the remedy where the locked version takes it: %s %s', async (version, body, remedy) => {
    const { findings } = await lintFiles({ 'app/api/chat/route.ts': text(body), ...locked(version) });
    const remedies = findings.flatMap(({ rule, remediation }) =>
      rule === 'approval/forgeable' ? [remediation.slice(0, remedy.length)] : [],
    );
    expect(remedies).toEqual([remedy]);
  });

  const withWorkflow = async (version: string, body: string) => {
    const { findings } = await lintFiles({
      'app/api/chat/route.ts': text(body),
      'package-lock.json': JSON.stringify({ packages: { 'node_modules/@ai-sdk/workflow': { version } } }),
    });
    return findings.filter(({ rule }) => /forgeable|broken/.test(rule));
  };
  const KEPT = (own = '') => WORKFLOW(own).replace('stream({ messages', "stream({ messages: store.get('a')");
  const UPDATE =
    'Update @ai-sdk/workflow to 2.0.16 or later: run `npm install @ai-sdk/workflow@2.0.16`. Decide which newer version your program works with.';
  const SECRET_OF_AGENT =
    "Set `experimental_toolApprovalSecret: { environmentVariable: 'TOOL_APPROVAL_SECRET' }` in the constructor of the agent, with a variable that contains a secret of the server: an approval that the server did not ask for is then refused. Or load the history from a store of the server, and take only the newest message from the client.";
  it.each([
    ['2.0.15', WORKFLOW(), [`error approval/broken-version ${UPDATE} Then: ${SECRET_OF_AGENT}`]],
    [
      '2.0.15',
      WORKFLOW(SECRET),
      [`error approval/broken-version ${UPDATE} Then: Keep \`experimental_toolApprovalSecret\` as it is.`],
    ],
    ['2.0.15', KEPT(), [`error approval/broken-version ${UPDATE}`]],
    ['2.0.16', WORKFLOW(), [`warning approval/forgeable ${SECRET_OF_AGENT}`]],
    ['2.0.16', WORKFLOW(SECRET), []],
    ['2.0.16', KEPT(), []],
  ])('is one finding with a version that takes none: %s %s', async (version, body, expected) => {
    const found = await withWorkflow(version, body);
    expect(found.map(({ rule, severity, remediation }) => `${severity} ${rule} ${remediation}`)).toEqual(
      expected,
    );
  });

  it('stays another finding for another call beside such an agent', async () => {
    const both = `${CALL().replace('return', 'await')}\n${WORKFLOW().replace(SENT, '')}`;
    const found = await withWorkflow('2.0.15', both);
    const said = found.map(
      ({ rule, message }) => `${rule} ${/`streamText`|`stream`|never signed/.exec(message)?.[0]}`,
    );
    expect(said.sort()).toEqual(['approval/broken-version never signed', 'approval/forgeable `streamText`']);
  });
});
