import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

const RULE = 'runtime/stores-state';
const CONFIG = 'requirements: { zero_data_retention: true, needs: [code-first-control] }\n';

const PYTHON = `from agents import Agent, Runner, OpenAIConversationsSession, SQLiteSession
desk = Agent(name="Desk")
`;
const TYPESCRIPT = `import { Agent, run, MemorySession, OpenAIConversationsSession } from '@openai/agents';
const desk = new Agent({ name: 'Desk' });
`;

async function stored(file: string, text: string, config = CONFIG) {
  const { findings, notAssessed } = await lintFiles(
    { [file]: text, 'agent-lint.config.yaml': config },
    { only: [RULE] },
  );
  return {
    found: findings.map(
      ({ range: { start }, severity, message }) => `${start.line}:${start.column} ${severity} ${message}`,
    ),
    open: notAssessed.filter(({ rule }) => rule === RULE).map(({ at }) => at.range().start.line),
  };
}

const CONVERSATION =
  'makes the operator keep every turn until the conversation is deleted, but zero data retention is required.';
const PREVIOUS = 'continues a response that the operator has kept, but zero data retention is required.';

describe('state that a run makes the operator keep', () => {
  it.each([
    [
      'a.py',
      `${PYTHON}Runner.run_sync(desk, "x", session=OpenAIConversationsSession())\n`,
      `3:36 error \`OpenAIConversationsSession\` ${CONVERSATION}`,
    ],
    [
      'a.py',
      `${PYTHON}session = OpenAIConversationsSession()\nRunner.run_sync(desk, "x", session=session)\n`,
      `4:36 error \`OpenAIConversationsSession\` ${CONVERSATION}`,
    ],
    [
      'a.py',
      `${PYTHON}Runner.run_sync(desk, "x", conversation_id="conv_1")\n`,
      `3:44 error \`conversation_id\` ${CONVERSATION}`,
    ],
    [
      'a.py',
      `${PYTHON}first = Runner.run_sync(desk, "x")\nRunner.run_sync(desk, "y", previous_response_id=first.last_response_id)\n`,
      `4:49 error \`previous_response_id\` ${PREVIOUS}`,
    ],
    [
      'a.py',
      `${PYTHON}Runner.run_sync(desk, "x", auto_previous_response_id=True)\n`,
      `3:54 error \`auto_previous_response_id\` ${PREVIOUS}`,
    ],
    [
      'a.py',
      `${PYTHON}class Desk:\n    def __init__(self):\n        self.sessions = [OpenAIConversationsSession()]\n`,
      `5:26 error \`OpenAIConversationsSession\` ${CONVERSATION}`,
    ],
    [
      'a.ts',
      `${TYPESCRIPT}await run(desk, 'x', { session: new OpenAIConversationsSession() });\n`,
      `3:33 error \`OpenAIConversationsSession\` ${CONVERSATION}`,
    ],
    [
      'a.ts',
      `${TYPESCRIPT}await run(desk, 'x', { conversationId: 'conv_1' });\n`,
      `3:40 error \`conversationId\` ${CONVERSATION}`,
    ],
    [
      'a.ts',
      `${TYPESCRIPT}const first = await run(desk, 'x');\nawait run(desk, 'y', { previousResponseId: first.lastResponseId });\n`,
      `4:44 error \`previousResponseId\` ${PREVIOUS}`,
    ],
  ])('is reported at its option: %s %s', async (file, text, finding) => {
    expect(await stored(file, text)).toEqual({ found: [finding], open: [] });
    expect(await stored(file, text, 'requirements: { needs: [code-first-control] }\n')).toEqual({
      found: [],
      open: [],
    });
  });

  it.each([
    ['a.py', `${PYTHON}Runner.run_sync(desk, "x", session=SQLiteSession("s"))\n`],
    ['a.py', `${PYTHON}Runner.run_sync(desk, "x", conversation_id=None)\n`],
    ['a.py', `${PYTHON}Runner.run_sync(desk, "x", auto_previous_response_id=False)\n`],
    ['a.ts', `${TYPESCRIPT}await run(desk, 'x', { session: new MemorySession() });\n`],
    ['a.ts', `${TYPESCRIPT}await run(desk, 'x', { previousResponseId: undefined });\n`],
    [
      'a.ts',
      "import { Agent, run } from '@openai/agents';\nimport { OpenAIConversationsSession } from './own.js';\nawait run(new Agent({ name: 'Desk' }), 'x', { session: new OpenAIConversationsSession() });\n",
    ],
  ])('is not reported where the project keeps it, or nobody: %s %s', async (file, text) => {
    expect(await stored(file, text)).toEqual({ found: [], open: [] });
  });

  it('is not assessed where the id is computed', async () => {
    const text = `${PYTHON}def ask(text, conversation):\n    Runner.run_sync(desk, text, conversation_id=conversation)\n`;
    expect(await stored('a.py', text)).toEqual({ found: [], open: [4] });
  });

  const loop = (next: string) => `${PYTHON}last: str | None = None
while True:
    result = Runner.run_sync(desk, input(), previous_response_id=last)
    last = ${next}
`;
  it.each<[string, string, string[], number[]]>([
    ['a.py', loop('result.last_response_id'), [`5:66 error \`previous_response_id\` ${PREVIOUS}`], []],
    ['a.py', loop('None'), [], []],
  ])('is reported where some turn has an id: %s %s', async (file, text, found, open) => {
    expect(await stored(file, text)).toEqual({ found, open });
  });
});

describe('a request that continues a former response', () => {
  it.each([
    ['store: false, ', ['6:96 error']],
    ['', ['6:82 error']],
    ['store: true, ', []],
  ])('is reported unless its store is: { %s}', async (store, places) => {
    const text = `import OpenAI from 'openai';
const client = new OpenAI();
const tools = [{ type: 'web_search' }];
const first = await client.responses.create({ model: 'm', input: 'x', store: false, tools });
export const ask = () =>
  client.responses.create({ model: 'm', input: 'y', ${store}tools, previous_response_id: first.id });
`;
    const { found } = await stored('a.ts', text);
    expect(found.filter((one) => one.includes('previous')).map((one) => one.split(' `')[0])).toEqual(places);
  });
});
