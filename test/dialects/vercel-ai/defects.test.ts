import { describe, expect, it } from 'vitest';
import { HEAD, isUntaken, lintProgram, locked, rulesOf } from './programs.js';

const START = `import { createInterface } from 'node:readline/promises';
${HEAD}const terminal = createInterface({ input: process.stdin, output: process.stdout });
`;
const pays = (tool: string, more = '') =>
  `${START}const pay = tool({ description: 'Pays', ${tool} });\nexport const answer = (messages) => generateText({ model: 'm', messages, tools: { pay }${more} });\n`;
const POST = "await fetch('https://pay.example.com/refunds/' + id, { method: 'POST' });";
const ASK = "if ((await terminal.question('Run it?')) !== 'yes') return 'no';";
const PLAIN = `execute: async ({ id }) => { ${POST} }`;

/** The findings and gaps of rules about approval: `rule why`, `? rule`. */
async function approvals(text: string, version = '7.0.173'): Promise<string[]> {
  const { findings, notAssessed } = await lintProgram(text, locked(version));
  const reason = (message: string) => /\): (.*)\.$/.exec(message)?.[1] ?? '';
  return [
    ...findings
      .filter(({ rule }) => rule.startsWith('approval/'))
      .map(({ rule, message }) => `${rule} ${reason(message)}`.trimEnd()),
    ...notAssessed
      .filter((one) => one.rule === 'approval/missing' && !isUntaken(one))
      .map(({ rule }) => `? ${rule}`),
  ];
}

describe('a gate of the AI SDK that does not protect', () => {
  it.each([
    ["process.env.AUTO_APPROVE !== '1'", []],
    [
      "(process.env.AUTO_APPROVE ?? '1') !== '1'",
      ['approval/missing its gate is off unless `AUTO_APPROVE` is set'],
    ],
    ["(process.env.AUTO_APPROVE ?? '0') !== '1'", []],
    [
      "process.env.NODE_ENV === 'production'",
      ['approval/missing its gate is off unless `NODE_ENV=production` is set'],
    ],
    ["process.env.NODE_ENV !== 'test'", ['? approval/missing']],
    ['!!process.env.ASK', ['approval/missing its gate is off unless `ASK` is set']],
    ['true', []],
  ])('may be off by the environment: needsApproval: %s', async (gate, expected) => {
    expect(await approvals(pays(`needsApproval: ${gate}, ${PLAIN}`), '6.0.326')).toEqual(expected);
  });

  it.each([
    ["() => (process.env.MODE === 'safe' ? 'user-approval' : undefined)", 'MODE=safe'],
    ["() => (process.env.AUTO_APPROVE === 'false' ? 'user-approval' : undefined)", 'AUTO_APPROVE=false'],
    ["() => (process.env.ASK ? 'user-approval' : undefined)", 'ASK'],
    ["process.env.GATE === '1' ? { pay: 'user-approval' } : {}", 'GATE=1'],
    ["{ pay: process.env.ASK === 'yes' ? 'user-approval' : undefined }", 'ASK=yes'],
  ])('names the value that switches a gate on: toolApproval: %s', async (gates, stated) => {
    expect(await approvals(pays(PLAIN, `, toolApproval: ${gates}`))).toEqual([
      `approval/missing its gate is off unless \`${stated}\` is set`,
    ]);
  });

  it.each([
    [`execute: async ({ id }) => { ${POST} ${ASK} return 'done'; }`, ['approval/missing']],
    [`execute: async ({ id }) => { ${ASK} ${POST} return 'done'; }`, []],
  ])('may ask after the call: %s', async (tool, expected) => {
    expect(await approvals(pays(tool))).toEqual(expected);
  });

  it.each([
    ["toolApproval: { pya: 'user-approval' }", ['approval/missing']],
    ["toolApproval: { pay: 'user-approval' }", []],
  ])('may have the name of no tool: %s', async (option, expected) => {
    expect(await approvals(pays(PLAIN, `, ${option}`))).toEqual(expected);
  });

  it.each([
    ['({ amount }) => amount > 1000', []],
    ['() => false', ['approval/missing']],
  ])('may be a predicate, which counts unless it never asks: %s', async (gate, expected) => {
    expect(await approvals(pays(`needsApproval: ${gate}, ${PLAIN}`))).toEqual(expected);
  });

  const SAID = "'Ask the user for confirmation before you pay.'";
  it.each([
    ['7.0.173', `instructions: ${SAID}`, ['approval/missing', 'approval/prose-only']],
    ['7.0.173', `system: ${SAID}`, ['approval/missing', 'approval/prose-only']],
    ['6.0.326', `system: ${SAID}`, ['approval/missing', 'approval/prose-only']],
    ['5.0.277', `system: ${SAID}`, ['approval/missing', 'approval/prose-only']],
    ['7.0.173', "system: 'Answer in German.'", ['approval/missing']],
    ['7.0.173', `system: ${SAID}, toolApproval: { pay: 'user-approval' }`, []],
  ])('may be a sentence: ai %s, %s', async (version, option, expected) => {
    const { findings } = await lintProgram(pays(PLAIN, `, ${option}`), locked(version));
    const rules = findings.map(({ rule }) => rule).filter((rule) => rule.startsWith('approval/'));
    expect(rules).toEqual(expected);
  });
});

describe('a limit of the AI SDK', () => {
  const nested = (inner: string) =>
    `${HEAD}const sub = new ToolLoopAgent({ id: 'sub', tools: { look }${inner} });\nconst ask = tool({ execute: async ({ q }) => (await sub.generate({ prompt: q })).text });\nexport const go = (prompt) => generateText({ model: 'm', prompt, tools: { ask }, stopWhen: isStepCount(5) });\n`;

  it.each([
    [', stopWhen: isLoopFinished()', ['delegation/unbounded-turns']],
    [', stopWhen: isStepCount(9)', []],
    ['', []],
  ])('of the outer run does not bound an inner one: %s', async (inner, expected) => {
    const rules = await rulesOf(nested(inner), locked('7.0.173'));
    expect(rules.filter((rule) => rule.startsWith('delegation/'))).toEqual(expected);
  });
});
