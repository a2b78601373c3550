import { expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

const HEAD = `import { Agent, run, tool } from '@openai/agents';
const remove = tool({ name: 'delete_user', needsApproval: true, execute: async () => 1 });
const a = new Agent({ name: 'A', tools: [remove] });
`;
const LONG = `const text = '${'x'.repeat(600)}';`;

/** A loop of runs, with what it does with each request. */
const loop = (each: string, head = 'result.interruptions?.length', between = '\n') =>
  [
    "let result = await run(a, 'x');",
    `while (${head}) {`,
    'for (const item of result.interruptions) {',
    each,
    '}',
    'result = await run(a, result.state);',
    '}',
  ].join(between);

/** How the gate is judged: answered by the program, not assessed, or met. */
async function gate(text: string): Promise<string> {
  const only = ['approval/auto-approved', 'approval/missing'];
  const { findings, notAssessed } = await lintFiles({ 'a.ts': `${HEAD}${text}\n` }, { only });
  return findings[0]?.rule ?? (notAssessed.length > 0 ? 'not assessed' : 'met');
}

it.each([
  ['between the names', loop('result.state /* all */ . /* go */ approve /* now */ (item);')],
  ['in a condition', loop('result.state.approve(item);', 'result./* any */interruptions?.length')],
  ['before it', loop('/* if it must be */ result.state.approve(item);')],
])('an approval without a choice is seen with a comment %s', async (_, text) => {
  expect(await gate(text)).toBe('approval/auto-approved');
});

it.each([
  ['stands in a very long line', `${LONG} ${loop('result.state.approve(item);', undefined, ' ')}`],
  ['follows such a line', `${LONG}\n${loop('result.state.approve(item);')}`],
])('an approval without a choice is seen where it %s', async (_, text) => {
  expect(await gate(text)).toBe('approval/auto-approved');
});

const ASKED = 'if (await confirm(item)) result.state.approve(item); else result.state.reject(item);';

it.each([
  ['beside a comment', loop(`/* a person */ ${ASKED}`)],
  ['beside the mark of one in a text', loop(`note('/*'); ${ASKED} /* x */`)],
  ['in a very long line', `${LONG} ${loop(ASKED, undefined, ' ')}`],
  ['behind such a line', `${LONG}\n${loop(ASKED)}`],
])('a person who is asked is seen %s', async (_, text) => {
  expect(await gate(text)).toBe('met');
});

it('a program without a console is read', async () => {
  const { systems } = await lintFiles({ 'a.pyw': 'from agents import Agent\nAgent(name="A")\n' });
  expect(systems.flatMap(({ agents }) => agents.map(({ name }) => name))).toEqual(['A']);
});

it.each([
  ['./config.yaml', 'imported from `./config.yaml`, which is not a program'],
  ['./config', 'imported from `./config`, which is not found'],
  ['config', 'imported from `config`, outside the project'],
])('what is imported from %s is lost for its reason', async (from, why) => {
  const text = `import { Agent } from '@openai/agents';\nimport config from '${from}';\nnew Agent({ name: 'A', tools: config.tools });\n`;
  const { systems } = await lintFiles({ 'a.ts': text, 'config.yaml': 'tools: []\n' });
  expect(systems[0]?.unresolved.map((one) => one.why)).toEqual([why]);
});
