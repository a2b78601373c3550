import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

/** The findings on the turns of a program, as `severity: message`. */
async function turnsOf(file: string, text: string): Promise<string[]> {
  const { findings, notAssessed } = await lintFiles({ [file]: text });
  const isAsked = ({ rule }: { rule: string }): boolean => rule === 'delegation/unbounded-turns';
  return [
    ...findings.filter(isAsked).map(({ severity, message }) => `${severity}: ${message}`),
    ...notAssessed.filter(isAsked).map(({ message }) => `? ${message}`),
  ];
}

/** The endless loop in each language around what runs an agent; `body` stands before the run in it. */
const script =
  (head: string, run: string) =>
  (body: string): string =>
    `${head}import { createInterface } from 'node:readline/promises';
const terminal = createInterface({ input: process.stdin, output: process.stdout });
let prompt = 'Look for news.';
while (true) {
  ${body}
  ${run}
}
`;
const python =
  (head: string, run: string) =>
  (body: string): string =>
    `import asyncio
import queue
from inboxes import connect
${head}

class Feed:
    def split(self):
        return open("/dev/tty").readline()


feed = Feed()
tasks = queue.Queue()


async def main(inbox):
    text = "Look for news."
    while True:
        ${body.replaceAll('\n', '\n        ')}
        ${run.replaceAll('\n', '\n        ')}


asyncio.run(main(connect()))
`;

const aiSdk = script(
  "import { ToolLoopAgent } from 'ai';\nconst desk = new ToolLoopAgent({ model: 'm', tools: {} });\n",
  'prompt = (await desk.generate({ prompt })).text;',
);
const generated = script(
  `import { generateText, tool } from 'ai';
import { z } from 'zod';
const look = tool({ description: 'Looks', inputSchema: z.object({}), execute: async () => 'x' });
`,
  "prompt = (await generateText({ model: 'm', prompt, tools: { look } })).text;",
);
const agentsTs = script(
  "import { Agent, run } from '@openai/agents';\nconst desk = new Agent({ name: 'Desk' });\n",
  'prompt = (await run(desk, prompt)).finalOutput;',
);
const mastra = script(
  "import { Agent } from '@mastra/core/agent';\nconst desk = new Agent({ id: 'desk', name: 'Desk', instructions: 'Help.', model: 'm' });\n",
  'prompt = (await desk.generate(prompt)).text;',
);
const claudeTs = script(
  "import { query } from '@anthropic-ai/claude-agent-sdk';\n",
  "for await (const one of query({ prompt, options: { permissionMode: 'default', settingSources: [], maxTurns: 3, tools: ['Bash'] } })) prompt = JSON.stringify(one);",
);
const claudePy = python(
  'from claude_agent_sdk import ClaudeAgentOptions, query',
  'async for one in query(prompt=text, options=ClaudeAgentOptions(permission_mode="default", setting_sources=[], tools=["Bash"], max_turns=3)):\n    text = str(one)',
);
const agentsPy = python(
  'from agents import Agent, Runner\n\ndesk = Agent(name="Desk")',
  'text = (await Runner.run(desk, text)).final_output',
);
const pydantic = python(
  'from pydantic_ai import Agent\n\ndesk = Agent("m", name="Desk")',
  'text = (await desk.run(text)).output',
);

const ASKS_TS = "prompt = await terminal.question('> ');";
const endless = (of: string, text: string): string[] => [
  `warning: \`${of}\` can loop without a turn limit: nothing but the model ends \`${text}\`.`,
];

describe('an endless loop around a run', () => {
  it.each([
    ['the AI SDK, an agent', 'desk', aiSdk],
    ['the AI SDK, `generateText`', 'generateText', generated],
    ['the Agents SDK for TypeScript', 'Desk', agentsTs],
    ['Mastra', 'Desk', mastra],
    ['the Claude Agent SDK for TypeScript', 'query', claudeTs],
  ])('is reported unless a person writes each turn: %s', async (_, of, program) => {
    expect(await turnsOf('a.ts', program(''))).toEqual(endless(of, 'while (true)'));
    expect(await turnsOf('a.ts', program(ASKS_TS))).toEqual([]);
  });

  it.each([
    ['the Agents SDK for Python', 'Desk', agentsPy],
    ['Pydantic AI', 'Desk', pydantic],
    ['the Claude Agent SDK for Python', 'agent', claudePy],
  ])('is reported unless a person writes each turn: %s', async (_, of, program) => {
    expect(await turnsOf('a.py', program('pass'))).toEqual(endless(of, 'while True'));
    expect(await turnsOf('a.py', program('text = input()'))).toEqual([]);
  });

  const ENDLESS = endless('Desk', 'while True');
  it.each([
    ['a run of an object that is no agent', 'text = inbox.run()', 'text = (await desk.run(text)).output'],
    ['`join` of a queue', 'text = str(tasks.join())', 'text = str(" ".join([text]))'],
    ['a method of a class of the program', 'text = str(feed.split())', 'text = str(text.split())'],
    ['a method of a parameter', 'text = inbox.format()', 'text = "{}.".format(text)'],
  ])('may be fed by %s, and not by a text', async (_, feeding, plain) => {
    expect(await turnsOf('a.py', pydantic(feeding))).toEqual([]);
    expect(await turnsOf('a.py', pydantic(plain))).toEqual(ENDLESS);
  });

  const inside = (more: string) => `import { Agent, run, tool as agentTool } from '@openai/agents';
import { generateText, isStepCount, tool } from 'ai';
import { openai } from '@ai-sdk/openai';
import { z } from 'zod';
import { feed, openFeed } from './feed.js';
let prompt = 'Look for news.';
while (true) {
  ${more}
}
`;
  const GENERATES = (options: string): string =>
    `prompt = (await generateText({ model: 'm', prompt, ${options} })).text;`;
  const LOOK =
    "tool({ description: 'Looks', inputSchema: z.object({ at: z.string().describe('Where') }), execute: async () => 'x' })";
  const ENDLESS_TS = endless('generateText', 'while (true)');
  it.each([
    [GENERATES(`tools: { look: ${LOOK} }`), ENDLESS_TS],
    [GENERATES(`tools: { look: ${LOOK} }, stopWhen: isStepCount(5)`), ENDLESS_TS],
    [GENERATES(`tools: { look: ${LOOK} }`).replace("'m'", "openai('m')"), ENDLESS_TS],
    [GENERATES(`tools: { look: ${LOOK} }`).replace("'m'", 'feed()'), []],
    [GENERATES(`tools: { look: ${LOOK} }, system: z.string().parse(await openFeed())`), []],
    [
      "const look = agentTool({ name: 'look', description: 'Looks', parameters: z.object({}), execute: async () => 'x' });\n  prompt = (await run(new Agent({ name: 'Desk', tools: [look] }), prompt)).finalOutput;",
      endless('Desk', 'while (true)'),
    ],
  ])('is not fed by parts of an agent that are made in it: %s', async (more, expected) => {
    expect(await turnsOf('a.ts', inside(more))).toEqual(expected);
  });

  it.each([
    ['bound = Tool(look)\ntext = text', ENDLESS],
    ['limits = UsageLimits(request_limit=5)', ENDLESS],
    ['text = json.dumps(text)', ENDLESS],
    ['text = datetime.now().isoformat()', []],
    ['text = json.dumps(inbox.read())', []],
  ])('is not fed by them in Python: %s', async (more, expected) => {
    const text = pydantic(more).replace(
      'from pydantic_ai import Agent\n',
      'import json\nfrom datetime import datetime\nfrom pydantic_ai import Agent, Tool, UsageLimits\n\n\ndef look() -> str:\n    return "x"\n\n',
    );
    expect(await turnsOf('a.py', text)).toEqual(expected);
  });

  it('is none where its first round leaves it', async () => {
    const tried = (last: string): string =>
      pydantic('pass').replace(
        /( {8})(text = \(await.*)\n/,
        `$1try:\n$1    $2\n$1    ${last}\n$1except ValueError:\n$1    continue\n`,
      );
    expect(await turnsOf('a.py', tried('break'))).toEqual([]);
    expect(await turnsOf('a.py', tried('continue'))).toEqual(ENDLESS);
  });
});
