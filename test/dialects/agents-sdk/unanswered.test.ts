import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

/** Findings and gaps of one rule as `line: message` and `line? what is not assessed`. */
async function unanswered(files: Record<string, string>): Promise<string[]> {
  const { findings, notAssessed } = await lintFiles(files);
  return [
    ...findings
      .filter(({ rule }) => rule === 'approval/unanswered')
      .map(({ file, range, message }) => `${file}:${range.start.line} ${message}`),
    ...notAssessed
      .filter(({ rule }) => rule === 'approval/unanswered')
      .map(({ at, message }) => `${at.file}? ${message}`),
  ];
}

const SCRIPT = `import { Agent, Runner, run, tool } from '@openai/agents';
import { z } from 'zod';
const issueRefund = tool({ name: 'issue_refund', description: 'Refund', parameters: z.object({}), needsApproval: true, execute: async () => 'done' });
const refunds = new Agent({ name: 'Refunds', tools: [issueRefund] });
`;

const PYTHON = `from agents import Agent, Runner, function_tool


@function_tool(needs_approval=True)
def issue_refund(charge: str) -> str:
    return charge


refunds = Agent(name="Refunds", tools=[issue_refund])


`;

const DEAD =
  'Nobody can approve `issue_refund`: its request ends the run, and no code of the program reads `interruptions` of the result.';
const OPEN =
  'Whether a person can approve `issue_refund`: the result of a run of `Refunds` goes to code that is not read.';

describe('a gate of a TypeScript program whose requests nobody reads', () => {
  it.each([
    ["const result = await run(refunds, 'x');\nconsole.log(result.finalOutput);\n"],
    ["await run(refunds, 'x');\n"],
    ["const { finalOutput } = await new Runner().run(refunds, 'x');\nconsole.log(finalOutput);\n"],
    [
      'export async function answer(text: string) {\n  const result = await run(refunds, text);\n  return { text: result.finalOutput };\n}\n',
    ],
    [
      'async function ask(text: string) { return run(refunds, text); }\nexport async function answer(text: string) {\n  const result = await ask(text);\n  return result.finalOutput;\n}\n',
    ],
    [
      "const stream = await run(refunds, 'x', { stream: true });\nfor await (const event of stream) {\n  if (event.type === 'raw_model_stream_event') console.log(event.data);\n}\n",
    ],
    [
      "const stream = await run(refunds, 'x', { stream: true });\nstream.toTextStream({ compatibleWithNodeStreams: true }).pipe(process.stdout);\n",
    ],
    [
      "// result.interruptions is read elsewhere\nconst result = await run(refunds, 'x');\nconsole.log(result.finalOutput);\n",
    ],
  ])('is reported: %j', async (rest) => {
    expect(await unanswered({ 'a.ts': SCRIPT + rest })).toEqual([`a.ts:3 ${DEAD}`]);
  });

  it.each([
    ['export const answer = (text: string) => run(refunds, text);\n'],
    [
      "import { send } from 'some-queue';\nexport async function answer(text: string) {\n  const result = await run(refunds, text);\n  await send({ result });\n}\n",
    ],
    [
      'export class Desk {\n  last: unknown;\n  async ask(text: string) {\n    this.last = await run(refunds, text);\n  }\n}\n',
    ],
    [
      'export async function* answer(text: string) {\n  const stream = await run(refunds, text, { stream: true });\n  for await (const event of stream) yield event;\n}\n',
    ],
    [
      "import { save } from 'some-store';\nconst result = await run(refunds, 'x');\nawait save(result.state);\nconsole.log(result.finalOutput);\n",
    ],
  ])('is not assessed where the result goes to code that is not read: %j', async (rest) => {
    expect(await unanswered({ 'a.ts': SCRIPT + rest })).toEqual([`a.ts? ${OPEN}`]);
  });

  it('is not assessed where no run is seen', async () => {
    expect(await unanswered({ 'a.ts': `${SCRIPT}export { refunds };\n` })).toEqual([
      'a.ts? Whether a person can approve `issue_refund`: no run of `Refunds` is seen.',
    ]);
  });

  it.each([
    [
      'the interruptions',
      "const result = await run(refunds, 'x');\nif (result.interruptions.length > 0) throw new Error('ask');\n",
    ],
    [
      'an item of the stream',
      "const stream = await run(refunds, 'x', { stream: true });\nfor await (const event of stream) {\n  if (event.type === 'run_item_stream_event' && event.name === 'tool_approval_requested') console.log(event.item);\n}\n",
    ],
    [
      'a destructured member',
      "const { interruptions, finalOutput } = await run(refunds, 'x');\nconsole.log(interruptions, finalOutput);\n",
    ],
  ])('is none where a program reads %s', async (_, rest) => {
    expect(await unanswered({ 'a.ts': SCRIPT + rest })).toEqual([]);
  });

  it('is none where another file of the program reads them', async () => {
    expect(
      await unanswered({
        'desk.ts': `${SCRIPT}export { refunds };\n`,
        'ask.ts':
          'export function ask(result: { interruptions: unknown[] }) {\n  return result.interruptions;\n}\n',
        'a.ts':
          "import { run } from '@openai/agents';\nimport { ask } from './ask.js';\nimport { refunds } from './desk.js';\nexport const answer = async (text: string) => ask(await run(refunds, text));\n",
      }),
    ).toEqual([]);
  });

  it('is reported where only another program, or a test, reads them', async () => {
    const found = await unanswered({
      'desk.ts': `${SCRIPT}const result = await run(refunds, 'x');\nconsole.log(result.finalOutput);\n`,
      'other.ts': `${SCRIPT}const result = await run(refunds, 'x');\nconsole.log(result.interruptions);\n`,
      'desk.test.ts':
        "import './desk.js';\nexport const seen = (result: { interruptions: [] }) => result.interruptions;\n",
    });
    expect(found).toEqual([`desk.ts:3 ${DEAD}`]);
  });
});

describe('a gate of a Python program whose requests nobody reads', () => {
  it.each([
    ['result = Runner.run_sync(refunds, "x")\nprint(result.final_output)\n'],
    [
      'import asyncio\n\n\nasync def main():\n    result = await Runner.run(refunds, "x")\n    print(result.final_output)\n\n\nasyncio.run(main())\n',
    ],
    [
      'async def main():\n    result = Runner.run_streamed(refunds, "x")\n    async for event in result.stream_events():\n        if event.type == "raw_response_event":\n            print(event.data)\n',
    ],
    [
      'from fastapi import FastAPI\n\napp = FastAPI()\n\n\n@app.post("/ask")\nasync def ask(text: str):\n    result = await Runner.run(refunds, text)\n    return {"answer": result.final_output}\n',
    ],
  ])('is reported: %j', async (rest) => {
    expect(await unanswered({ 'a.py': PYTHON + rest })).toEqual([`a.py:4 ${DEAD}`]);
  });

  it.each([
    ['async def ask(text: str):\n    return await Runner.run(refunds, text)\n'],
    [
      'async def ask(text: str):\n    result = Runner.run_streamed(refunds, text)\n    async for event in result.stream_events():\n        yield event\n',
    ],
    [
      'from somewhere import handle\n\n\nasync def ask(text: str):\n    result = await Runner.run(refunds, text)\n    handle(result)\n',
    ],
  ])('is not assessed where the result goes to code that is not read: %j', async (rest) => {
    expect(await unanswered({ 'a.py': PYTHON + rest })).toEqual([`a.py? ${OPEN}`]);
  });

  it.each([
    ['result = Runner.run_sync(refunds, "x")\nif result.interruptions:\n    raise SystemExit("Ask.")\n'],
    ['result = Runner.run_sync(refunds, "x")\nprint(len(result.interruptions))\n'],
  ])('is none where a program reads them: %j', async (rest) => {
    expect(await unanswered({ 'a.py': PYTHON + rest })).toEqual([]);
  });

  it('is none for a tool without a gate, and for one that a callback answers', async () => {
    const rest = 'result = Runner.run_sync(refunds, "x")\nprint(result.final_output)\n';
    expect(await unanswered({ 'a.py': PYTHON.replace('(needs_approval=True)', '') + rest })).toEqual([]);
    const shell = `from agents import Agent, Runner, ShellTool


def ask(context, item):
    return {"approve": input("Run it?") == "yes"}


refunds = Agent(name="Refunds", tools=[ShellTool(executor=None, needs_approval=True, on_approval=ask)])
${rest}`;
    expect(await unanswered({ 'a.py': shell })).toEqual([]);
  });
});

describe('a gate whose requests end a run in the body of another tool', () => {
  const LOST =
    'a.ts:3 Nobody can approve `issue_refund`: its request ends a run in the body of the tool `ask`, which does not read `interruptions` of the result.';
  const OUTER = `const desk = new Agent({ name: 'Desk', tools: [ask] });
let result = await run(desk, 'x');
while (result.interruptions.length > 0) {
  for (const one of result.interruptions) {
    if (prompt('Run it?') === 'yes') result.state.approve(one);
    else result.state.reject(one);
  }
  result = await run(desk, result.state);
}
`;
  const asking = (body: string, before = '') =>
    `${SCRIPT}${before}const ask = tool({ name: 'ask', description: 'Ask', parameters: z.object({ q: z.string() }), execute: async ({ q }) => { ${body} } });\n${OUTER}`;

  it.each([
    ['only runs the agent', asking('const inner = await run(refunds, q); return inner.finalOutput;'), [LOST]],
    [
      'does more than that',
      asking(
        "await fetch('https://log.example.com/x'); const inner = await run(refunds, q); return inner.finalOutput;",
      ),
      [LOST],
    ],
    ['returns the whole result', asking('return run(refunds, q);'), [LOST]],
    [
      'runs it by a helper',
      asking(
        'return help(q);',
        'async function help(q: string) { const inner = await run(refunds, q); return inner.finalOutput; }\n',
      ),
      [LOST],
    ],
    [
      'reads the requests',
      asking(
        "const inner = await run(refunds, q); return inner.interruptions.length > 0 ? 'ask a person first' : inner.finalOutput;",
      ),
      [],
    ],
    [
      'passes the result to a helper that reads them',
      asking(
        'return settle(await run(refunds, q));',
        "const settle = (inner: { interruptions: unknown[] }) => (inner.interruptions.length > 0 ? 'ask' : 'done');\n",
      ),
      [],
    ],
    ['is made by the framework', `${SCRIPT}const ask = refunds.asTool({ toolName: 'ask' });\n${OUTER}`, []],
    [
      'is not the only place of a run',
      `${asking('const inner = await run(refunds, q); return inner.finalOutput;')}const other = await run(refunds, 'x');\nconsole.log(other.interruptions);\n`,
      [],
    ],
    [
      'runs it by a helper that the program calls, too',
      `${asking(
        'return help(q);',
        'async function help(q: string) { const inner = await run(refunds, q); return inner.finalOutput; }\n',
      )}console.log(await help('x'));\n`,
      [],
    ],
    [
      'passes the result to code that is not read',
      asking(
        'const inner = await run(refunds, q); await send(inner); return inner.finalOutput;',
        "import { send } from 'some-queue';\n",
      ),
      [
        'a.ts? Whether a person can approve `issue_refund`: its request ends a run in the body of the tool `ask`, whose result goes to code that is not read.',
      ],
    ],
  ])('depends on what that tool does: it %s', async (_, text, expected) => {
    expect(await unanswered({ 'a.ts': text })).toEqual(expected);
  });

  it.each([
    ['inner.final_output', ['a.py:4']],
    ['str(inner.interruptions) or inner.final_output', []],
  ])('is judged the same in Python: return %s', async (returned, expected) => {
    const text = `${PYTHON}@function_tool
async def ask(q: str) -> str:
    inner = await Runner.run(refunds, q)
    return ${returned}


desk = Agent(name="Desk", tools=[ask])


def main(text: str) -> None:
    result = Runner.run_sync(desk, text)
    while result.interruptions:
        state = result.to_state()
        for request in result.interruptions:
            if input("Run it?") == "yes":
                state.approve(request)
            else:
                state.reject(request)
        result = Runner.run_sync(desk, state)
`;
    expect((await unanswered({ 'a.py': text })).map((one) => one.split(' ')[0])).toEqual(expected);
  });
});
