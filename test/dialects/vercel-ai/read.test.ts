import { describe, expect, it } from 'vitest';
import { findingsOf, HEAD, lintProgram, rulesOf, toolsOf } from './programs.js';

const PAY = "async ({ id }) => fetch('https://pay.example.com/refunds/' + id, { method: 'POST' })";
const agents = async (text: string, files?: Readonly<Record<string, string>>) => {
  const { systems } = await lintProgram(text, files);
  return systems.map((one) => ({
    dialect: one.dialect,
    agents: one.agents.map(({ name }) => name),
    unresolved: one.unresolved.map(({ what, why }) => `${what}: ${why}`),
  }));
};

describe('an agent of the AI SDK', () => {
  it.each([
    ['new ToolLoopAgent({ id: "desk", tools: { refund } })', 'desk'],
    ['new ToolLoopAgent({ tools: { refund } })', 'made'],
    ['generateText({ messages, tools: { refund } })', 'generateText'],
    ['streamText({ messages, tools: { refund } })', 'streamText'],
  ])('is %s', async (made, name) => {
    expect(
      await agents(`${HEAD}const messages = JSON.parse(process.argv[2]);\nconst made = await ${made};\n`),
    ).toEqual([{ dialect: 'vercel-ai', agents: [name], unresolved: [] }]);
  });

  it.each([
    ["import { Experimental_Agent as Agent } from 'ai';", 'new Agent({ tools: { pay } })'],
    ["import * as ai from 'ai';", 'ai.generateText({ messages: [], tools: { pay } })'],
    ["const { streamText } = require('ai');", 'streamText({ messages: [], tools: { pay } })'],
    ["import { generateText as run } from 'ai';", 'run({ messages: [], tools: { pay } })'],
    ["import { generateText } from './sdk.js';", 'generateText({ messages: [], tools: { pay } })'],
  ])('is known by any import: %s', async (imported, made) => {
    const text = `${imported}\nconst pay = { description: 'Pays', execute: ${PAY} };\nexport const made = ${made};\n`;
    expect(await toolsOf(text, { 'sdk.ts': "export { generateText } from 'ai';\n" })).toEqual([
      'pay outward absent',
    ]);
  });

  it.each([
    "import { generateText } from './own.js';\nexport const made = generateText({ tools: { refund: { execute: () => 1 } } });\n",
    "import { generateText } from 'ai';\nexport const made = (prompt) => generateText({ model: 'm', prompt });\n",
    "import { embed, generateObject } from 'ai';\nexport const made = generateObject({ schema: {}, prompt: 'x' });\n",
  ])('is none without tools, or of another package', async (text) => {
    const { systems, unread } = await lintProgram(text, {
      'own.ts': 'export const generateText = (x) => x;\n',
    });
    expect(systems).toEqual([]);
    expect(unread).toEqual([]);
  });
});

describe('the tools of a map', () => {
  it.each([
    [`{ refund: tool({ execute: ${PAY} }) }`, ['refund outward absent']],
    [`{ refund: dynamicTool({ execute: ${PAY} }) }`, ['refund outward absent']],
    [`{ refund: { description: 'x', execute: ${PAY} } }`, ['refund outward absent']],
    ['{ ...shared, look }', ['refund outward absent', 'look read absent']],
    ['shared', ['refund outward absent']],
    ['process.env.PAYS ? shared : {}', ['refund outward absent']],
    ['{ look, ...(process.env.PAYS ? shared : {}) }', ['look read absent', 'refund outward absent']],
    ['{ refund: tool({ description: "asks the client" }) }', ['refund outward undecidable']],
    ['makeTools("u1")', ['refund outward absent']],
    [
      '{ ...makeTools("u1"), look: { ...look, needsApproval: true } }',
      ['refund outward absent', 'look read shown human'],
    ],
    ['{ refund, look }, activeTools: ["look"]', ['look read absent']],
    ['{ refund, look }, activeTools: names', ['refund outward absent', 'look read absent']],
  ])('are read: %s', async (tools, expected) => {
    const text = `import { dynamicTool } from 'ai';\n${HEAD}const shared = { refund };
const names = JSON.parse(process.argv[2]);
const makeTools = (user) => ({ refund: tool({ execute: ${PAY} }) });
export const answer = (messages) => generateText({ messages, tools: ${tools} });\n`;
    expect(await toolsOf(text)).toEqual(expected);
  });

  it.each([
    ['{ look, ...more }', ['the tools of `generateText`: a parameter of a function']],
    ['more', ['the tools of `generateText`: a parameter of a function']],
    ['{ look, [more]: refund }', ['a tool of `generateText`: a member under a computed key']],
    ['{ look: make() }', ['the tool `look` of `generateText`: computed by make()']],
  ])('are listed where they are not known: %s', async (tools, unresolved) => {
    const text = `import { make } from 'somewhere';\n${HEAD}export const answer = (messages, more) => generateText({ messages, tools: ${tools} });\n`;
    expect(await agents(text)).toEqual([{ dialect: 'vercel-ai', agents: ['generateText'], unresolved }]);
  });

  it.each([
    ['openai.tools.shell({ execute: run })', 'approval/open-ended-tool'],
    ['openai.tools.localShell({ execute: run })', 'approval/open-ended-tool'],
    ['anthropic.tools.bash_20250124({ execute: run })', 'approval/open-ended-tool'],
    ['anthropic.tools.computer_20250124({ execute: run })', 'approval/open-ended-tool'],
    ['openai.tools.webSearch({})', undefined],
    ['anthropic.tools.bash_20250124({ execute: run, needsApproval: true })', undefined],
  ])('may be tools of a provider: %s', async (made, rule) => {
    const text = `import { anthropic } from '@ai-sdk/anthropic';\nimport { openai } from '@ai-sdk/openai';\n${HEAD}import { run } from './run.js';\nexport const answer = (messages) => generateText({ messages, tools: { it: ${made} } });\n`;
    expect(await rulesOf(text)).toEqual(rule === undefined ? [] : [rule]);
  });
});

describe('the bound of a loop', () => {
  it.each([
    ['', []],
    [', stopWhen: isStepCount(5)', [5]],
    [', stopWhen: stepCountIs(5)', [5]],
    [', stopWhen: isLoopFinished()', [null]],
    [', stopWhen: [isLoopFinished(), isStepCount(7)]', [7]],
    [', stopWhen: isStepCount(steps)', ['undecidable']],
    [', stopWhen: ({ steps }) => steps.length > 3', ['undecidable']],
  ])('is what its conditions state: %s', async (more, expected) => {
    const { systems } = await lintProgram(
      `${HEAD}export const answer = (messages, steps) => streamText({ messages, tools: { look }${more} });\n`,
    );
    expect(
      systems.flatMap(({ turnLimits = [] }) =>
        turnLimits.map(({ limit }) => (limit.state === 'shown' ? limit.value : limit.state)),
      ),
    ).toEqual(expected);
  });

  it('is reported where nothing ends the loop', async () => {
    const made = (stops: string) =>
      `${HEAD}export const desk = new ToolLoopAgent({ id: 'desk', tools: { look }, stopWhen: ${stops} });\n`;
    expect(await findingsOf(made('isLoopFinished()'))).toEqual([
      '4:80 warning delegation/unbounded-turns `desk` can loop without a turn limit: `isLoopFinished()` never ends the loop.',
    ]);
    expect(await findingsOf(made('isStepCount(9)'))).toEqual([]);
  });
});

describe('the servers of a program', () => {
  const server = (tools: string) => `import { createMCPClient } from '@ai-sdk/mcp';\n${HEAD}
const client = await createMCPClient({ transport: { type: 'http', url: 'https://mcp.example.com/mcp' } });
export const answer = async (messages) => generateText({ messages, tools: ${tools} });\n`;

  it.each([
    ['await client.tools()', ['scope/unrestricted-server']],
    ['{ look, ...(await client.tools()) }', ['scope/unrestricted-server']],
    ['await client.tools({ schemas: { get_order: { inputSchema: {} } } })', []],
    ['await client.tools({ schemas: { send_mail: { inputSchema: {} } } })', ['approval/missing']],
    [
      "await client.tools({ schemas: { send_mail: { inputSchema: {} } } }), toolApproval: { send_mail: 'user-approval' }",
      [],
    ],
  ])('are known by the call that returns their tools: %s', async (tools, expected) => {
    expect(await rulesOf(server(tools))).toEqual(expected);
  });
});
