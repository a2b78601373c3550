import { describe, expect, it } from 'vitest';
import { lintProgram, rulesOf } from './programs.js';

const REFUND =
  "tool({ description: 'Pays back', execute: async ({ id }) => fetch('https://pay.example.com/refunds/' + id, { method: 'POST' }) })";

/** The ungated tools of a program, each with its place, and the parts of it that are not read. */
async function ungated(text: string, files: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const { findings, notAssessed } = await lintProgram(text, files);
  return [
    ...findings
      .filter(({ rule }) => rule === 'approval/missing')
      .map(
        ({ file, range: { start }, message }) =>
          `${file}:${start.line} ${message.split(' without human approval')[0]}`,
      ),
    ...notAssessed
      .filter(({ message }) => message.includes('does not parse'))
      .map(({ message }) => `? ${message}`),
  ];
}

const answer = (call: string) =>
  `export const answer = (messages) => ${call}({ model: 'm', messages, tools: { refund } });\n`;
const FOUND = 'program.ts:3 `refund` pays out money';

describe('an AI SDK program', () => {
  it.each([
    ['names', "import { generateText, tool } from 'ai';", REFUND, answer('generateText'), {}],
    ['a namespace', "import * as ai from 'ai';", `ai.${REFUND}`, answer('ai.generateText'), {}],
    [
      'other names',
      "import { generateText as ask, tool as make } from 'ai';",
      REFUND.replace('tool', 'make'),
      answer('ask'),
      {},
    ],
    ['require', "const { generateText, tool } = require('ai');", REFUND, answer('generateText'), {}],
    ['a required namespace', "const ai = require('ai');", `ai.${REFUND}`, answer('ai.generateText'), {}],
    [
      'a module that exports all of it',
      "import { generateText, tool } from './sdk.js';",
      REFUND,
      answer('generateText'),
      { 'sdk.ts': "export * from 'ai';\n" },
    ],
    [
      'a module that exports it by other names',
      "import { ask, tool } from './sdk.js';",
      REFUND,
      answer('ask'),
      { 'sdk.ts': "export { generateText as ask, tool } from 'ai';\n" },
    ],
    [
      'an object that spreads all of it',
      "const { generateText, make } = require('./sdk.cjs');",
      REFUND.replace('tool', 'make'),
      answer('generateText'),
      { 'sdk.cjs': "const ai = require('ai');\nmodule.exports = { ...ai, make: ai.tool };\n" },
    ],
  ])('is read where it imports the SDK by %s', async (_, head, tool, run, files) => {
    expect(await ungated(`${head}\nconst refund = ${tool};\n${run}`, files)).toEqual([FOUND]);
  });

  it('is read where it is loaded at run time', async () => {
    const text = `export async function answer(messages) {
  const { generateText, tool } = await import('ai');
  const refund = ${REFUND};
  return generateText({ model: 'm', messages, tools: { refund } });
}
`;
    expect(await ungated(text)).toEqual(['program.ts:4 `refund` pays out money']);
  });

  it.each([
    ['', "import * as tools from './tools.js';", 'tools', "import { tool } from 'ai';"],
    ['spread', "import * as tools from './tools.js';", 'tools: { ...tools }', "import { tool } from 'ai';"],
    ['exported again', "import * as tools from './all.js';", 'tools', "import { tool } from 'ai';"],
    ['required', "const tools = require('./tools.cjs');", 'tools', "const { tool } = require('ai');"],
  ])('has the tools of a module, all of it %s', async (_, load, tools, head) => {
    const text = `import { generateText } from 'ai';\n${load}\nexport const answer = (messages) => generateText({ model: 'm', messages, ${tools} });\n`;
    const isRequired = load.includes('.cjs');
    const made = isRequired ? `exports.refund = ${REFUND};` : `export const refund = ${REFUND};`;
    const name = isRequired ? 'tools.cjs' : 'tools.ts';
    const files = { [name]: `${head}\n${made}\n`, 'all.ts': "export * from './tools.js';\n" };
    expect(await ungated(text, files)).toEqual([`${name}:2 \`refund\` pays out money`]);
  });

  const MADE = `const refund = ${REFUND};`;
  it.each([
    ['exports.x', `exports.refund = ${REFUND};`],
    ["exports['x']", `exports['refund'] = ${REFUND};`],
    ['module.exports.x', `module.exports.refund = ${REFUND};`],
    ['module.exports', `${MADE}\nmodule.exports = { refund };`],
    ['both', `${MADE}\nexports = module.exports = { refund };`],
    ['a copy', `${MADE}\nmodule.exports = Object.assign({}, { refund });`],
    ['Object.assign(exports)', `${MADE}\nObject.assign(exports, { refund });`],
    ['Object.assign(module.exports)', `${MADE}\nObject.assign(module.exports, {}, { refund });`],
    ['Object.defineProperty', `${MADE}\nObject.defineProperty(exports, 'refund', { value: refund });`],
    [
      'a getter of Object.defineProperty',
      `${MADE}\nObject.defineProperty(exports, 'refund', { enumerable: true, get: function () { return refund; } });`,
    ],
    ['another file', "module.exports = require('./own.cjs');"],
    ['a spread of another file', "module.exports = { ...require('./own.cjs') };"],
    ['Object.assign of another file', "Object.assign(module.exports, require('./own.cjs'));"],
  ])('is read over files of the older module system, which export by %s', async (_, text) => {
    const files = (act: string) => ({
      'tools.cjs': `const { tool } = require('ai');\n${text.replace('POST', act)}\n`,
      'own.cjs': `const { tool } = require('ai');\nexports.refund = ${REFUND.replace('POST', act)};\n`,
    });
    const head = "const { generateText } = require('ai');\n";
    const run = 'exports.answer = (messages) => generateText({ messages, tools: { refund } });\n';
    const main = `${head}const { refund } = require('./tools.cjs');\n${run}`;
    expect(await ungated(main, files('POST'))).toEqual([FOUND]);
    expect(await ungated(main, files('GET'))).toEqual([]);
    const imported = `import { generateText } from 'ai';\nimport tools from './tools.cjs';\nexport const answer = (messages) => generateText({ messages, tools: { refund: tools.refund } });\n`;
    expect(await ungated(imported, files('POST'))).toEqual([FOUND]);
  });

  it.each([
    ['exports.refund = refund;', []],
    ['const own = module.exports;\nown.refund = refund;', ['the tool `refund` of `generateText`']],
  ])('lists what such a file exports by other means: %s', async (given, expected) => {
    const text = `const { generateText } = require('ai');\nconst { refund } = require('./tools.cjs');\nexports.answer = (messages) => generateText({ messages, tools: { refund } });\n`;
    const { systems } = await lintProgram(text, {
      'tools.cjs': `const { tool } = require('ai');\n${MADE}\n${given}\n`,
    });
    expect(systems.flatMap(({ unresolved }) => unresolved.map(({ what }) => what))).toEqual(expected);
  });

  // As the TypeScript compiler writes it.
  const defined = (sdk: string, descriptor: string, head = '') =>
    `${head}const sdk = ${sdk};\n${['generateText', 'tool']
      .map(
        (name) =>
          `Object.defineProperty(exports, '${name}', { enumerable: true, ${descriptor.replace('NAME', name)} });`,
      )
      .join('\n')}`;
  const BIND =
    'var __createBinding = (this && this.__createBinding) || (Object.create ? (function (o, m, k, k2) {\n  if (k2 === undefined) k2 = k;\n  Object.defineProperty(o, k2, { enumerable: true, get: function () { return m[k]; } });\n}) : (function (o, m, k, k2) {\n  if (k2 === undefined) k2 = k;\n  o[k2] = m[k];\n}));\n';
  const EXPORT_STAR = `'use strict';\n${BIND}var __exportStar = (this && this.__exportStar) || function (m, exports) {\n  for (var p in m) if (p !== 'default' && !Object.prototype.hasOwnProperty.call(exports, p)) __createBinding(exports, m, p);\n};\nObject.defineProperty(exports, '__esModule', { value: true });\n`;
  const IMPORT_STAR = `'use strict';\n${BIND}var __importStar = (this && this.__importStar) || function (mod) {\n  if (mod && mod.__esModule) return mod;\n  var result = {};\n  for (var k in mod) if (k !== 'default') __createBinding(result, mod, k);\n  return result;\n};\nObject.defineProperty(exports, '__esModule', { value: true });\nexports.tool = exports.generateText = void 0;\n`;
  it.each([
    ['Object.assign', "Object.assign(exports, require('ai'));"],
    ['a copy', "module.exports = Object.assign({}, require('ai'));"],
    ['module.exports', "module.exports = require('ai');"],
    ['a getter', defined("require('ai')", 'get: function () { return sdk.NAME; }')],
    [
      'a getter, by __importStar',
      defined("__importStar(require('ai'))", 'get() { return sdk.NAME; }', IMPORT_STAR),
    ],
    ['a value of Object.defineProperty', defined("require('ai')", 'value: sdk.NAME')],
    ['__exportStar', `${EXPORT_STAR}__exportStar(require('ai'), exports);`],
    [
      '__exportStar of tslib',
      "const tslib_1 = require('tslib');\ntslib_1.__exportStar(require('ai'), exports);",
    ],
  ])('is read where a file of that system exports the SDK: %s', async (_, sdk) => {
    const text = `const { generateText, tool } = require('./sdk.cjs');\nconst refund = ${REFUND};\n${answer('generateText').replace('export const', 'const')}`;
    expect(await ungated(text, { 'sdk.cjs': `${sdk}\n` })).toEqual([FOUND]);
    const other = { 'sdk.cjs': `${sdk.replace("'ai'", "'./own.cjs'")}\n`, 'own.cjs': 'exports.tool = 1;\n' };
    expect(await ungated(text, other)).toEqual([]);
  });

  it.each([
    ['required', "const ai_1 = require('ai');"],
    ['by __importDefault', "const ai_1 = __importDefault(require('ai'));"],
  ])('is read as a compiler writes its calls: the SDK is %s', async (_, head) => {
    const text = (sdk: string) =>
      `'use strict';\n${sdk}\nconst refund = ${REFUND.replace('tool(', '(0, ai_1.tool)(')};\n${answer('(0, ai_1.generateText)').replace('export const answer', 'const answer')}`;
    expect(await ungated(text(head))).toEqual([FOUND.replace(':3', ':4')]);
    const own = { 'own.cjs': 'exports.tool = 1;\n' };
    expect(await ungated(text(head.replace("'ai'", "'./own.cjs'")), own)).toEqual([]);
  });

  it('is read around an error of syntax, which is listed', async () => {
    const text = `import { generateText, tool } from 'ai';\nconst refund = ${REFUND};\n${answer('generateText')}const broken = {{;\n`;
    expect(await ungated(text)).toEqual([FOUND, '? `program.ts`: line 4 does not parse']);
    expect(await ungated(text.replace('{{', '{}'))).toEqual([FOUND]);
    expect(await ungated(text.replace('POST', 'GET'))).toEqual(['? `program.ts`: line 4 does not parse']);
  });

  it('is none where its functions are of another module', async () => {
    const text = `import { generateText, tool } from './own.js';\nconst refund = ${REFUND};\n${answer('generateText')}`;
    const own = 'export const tool = (one) => one;\nexport const generateText = (one) => one;\n';
    expect(await ungated(text, { 'own.ts': own })).toEqual([]);
  });
});

describe('a program of two frameworks', () => {
  const pay = `const pay = make({ name: 'pay', description: 'Pays', parameters: {}, execute: async ({ id }) => fetch('https://pay.example.com/refunds/' + id, { method: 'POST' }) });
const desk = new Agent({ name: 'Desk', tools: [pay] });
`;

  it('is read by both', async () => {
    const text = `import { generateText, tool } from 'ai';
import { Agent, tool as make } from '@openai/agents';
const refund = ${REFUND};
${pay}export const answer = (messages) => generateText({ model: 'm', messages, tools: { refund } });
`;
    expect(await ungated(text)).toEqual([
      'program.ts:4 `pay` pays out money',
      'program.ts:6 `refund` pays out money',
    ]);
  });

  it('has the acts of an agent of one framework that is a tool of the other', async () => {
    const text = `import { generateText, tool } from 'ai';
import { Agent, run, tool as make } from '@openai/agents';
${pay}const ask = tool({ description: 'Asks the desk', execute: async ({ q }) => (await run(desk, q)).finalOutput });
export const answer = (messages) => generateText({ model: 'm', messages, tools: { ask } });
`;
    expect(await ungated(text)).toEqual(['program.ts:3 `pay` pays out money']);
    expect(await ungated(text.replace('POST', 'GET'))).toEqual([]);
    expect(await ungated(text.replace('parameters', 'needsApproval: true, parameters'))).toEqual([]);
  });
});

describe('one approval for a whole plan', () => {
  const plan = (fallback: string, test: string) => `import { createInterface } from 'node:readline/promises';
import { generateText, tool } from 'ai';
const terminal = createInterface({ input: process.stdin, output: process.stdout });
const refund = ${REFUND};
export async function work(prompt, { requireApproval = ${fallback} } = {}) {
  const plan = await generateText({ model: 'm', prompt: 'Plan: ' + prompt });
  ${test}if ((await terminal.question(plan.text)) !== 'yes') return 'stopped';
  return generateText({ model: 'm', prompt: plan.text, tools: { refund } });
}
`;

  it.each([
    ['off by default', plan('false', 'if (requireApproval) ')],
    ['on by default', plan('true', 'if (requireApproval) ')],
    ['always asked', plan('true', '')],
  ])('is no gate of the calls that the plan leads to: %s', async (_, text) => {
    expect(await ungated(text)).toEqual(['program.ts:8 `refund` pays out money']);
  });
});

describe('agents that call each other as tools', () => {
  const agents = (tools: string) => `import { ToolLoopAgent, tool, isStepCount } from 'ai';
const askB = tool({ description: 'Asks b', execute: async ({ q }) => (await b.generate({ prompt: q })).text });
const askA = tool({ description: 'Asks a', execute: async ({ q }) => (await a.generate({ prompt: q })).text });
const a = new ToolLoopAgent({ model: 'm', stopWhen: isStepCount(5), tools: { askB } });
const b = new ToolLoopAgent({ model: 'm', stopWhen: isStepCount(5), tools: ${tools} });
await a.generate({ prompt: 'x' });
`;

  it.each([
    ['{ askA }', ['delegation/unbounded-turns']],
    ['{}', []],
  ])('have no limit together where they close a cycle: %s', async (tools, expected) => {
    const rules = await rulesOf(agents(tools));
    expect(rules.filter((one) => one.startsWith('delegation/'))).toEqual(expected);
  });
});

describe('a tool whose body runs the model', () => {
  const ASK = "await generateText({ model: 'm', prompt: q, tools: TOOLS, stopWhen: isStepCount(5) })";
  const program = (tools: string, body = `return (${ASK}).text;`) =>
    `import { generateText, isStepCount, tool, ToolLoopAgent } from 'ai';
let depth = 0;
const run = async (q, tools) => (${ASK.replace('tools: TOOLS', 'tools')}).text;
const look = tool({ description: 'Looks', execute: async ({ q }) => q.length });
const back = tool({ description: 'Asks back', execute: async ({ q }) => (${ASK.replace('TOOLS', '{ ask }')}).text });
const ask = tool({ description: 'Asks', execute: async ({ q }) => { ${body.replace('TOOLS', tools)} } });
const desk = new ToolLoopAgent({ model: 'm', tools: { ask } });
export const answer = (q) => ${ASK.replace('TOOLS', '{ ask }')};
`;
  const RUNS = `return (${ASK}).text;`;
  const again = (line: number, names: string) => [
    `${line}: The body of the tool \`${names.split(' ')[0]}\` begins a run that leads back to that tool, which closes a cycle: ${names}. Each run has a fresh turn limit, so no limit bounds the cycle.`,
  ];

  it.each([
    ['has the tool', program('{ ask }'), again(6, 'ask -> ask')],
    ['has a tool that leads back', program('{ back }'), again(5, 'ask -> back -> ask')],
    ['has another tool', program('{ look }'), []],
    ['has no tool', program('{}'), []],
    ['is begun under a test', program('{ ask }', `if (++depth > 3) return 'deep'; ${RUNS}`), []],
    ['has tools by a condition', program('depth > 3 ? {} : { ask }'), []],
    [
      'is that of an agent',
      program(
        '',
        "console.log(await (await fetch('https://a.example.com')).text()); return (await desk.generate({ prompt: q })).text;",
      ),
      again(7, 'ask -> ask'),
    ],
    ['is that of a function that takes other tools', program('', 'return run(q, { look });'), []],
  ])('has no limit together with the run where that %s', async (_, text, expected) => {
    const { findings } = await lintProgram(text);
    const cycles = findings.filter(({ rule }) => rule === 'delegation/unbounded-turns');
    expect(cycles.map(({ range, message }) => `${range.start.line}: ${message}`)).toEqual(expected);
  });
});

describe('a tool of several maps, of which a test chooses one', () => {
  it.each([
    ['{ refund } : { refund, look }', ['program.ts:4 `refund` pays out money']],
    [
      '{ refund: { ...refund, needsApproval: true } } : { refund, look }',
      ['program.ts:4 `refund` pays out money'],
    ],
    ['{ refund } : { back: refund }', ['program.ts:4 Each of `refund` and `back` pays out money']],
    ['{ look } : {}', []],
  ])('is one finding: more ? %s', async (maps, expected) => {
    const text = `import { generateText, tool } from 'ai';
const refund = ${REFUND};
const look = tool({ description: 'Looks', execute: async ({ q }) => q.length });
export const answer = (messages, more) => generateText({ model: 'm', messages, tools: more ? ${maps} });
`;
    expect(await ungated(text)).toEqual(expected);
  });
});

describe('a tool whose function is a run', () => {
  it.each([
    ["(await generateText({ model: 'm', prompt: q, tools: { refund }, stopWhen: isStepCount(3) })).text", []],
    // What it does beside the run is its own.
    [
      "deliver(await generateText({ model: 'm', prompt: q, tools: { refund } }))",
      ['program.ts:5 `send_mail` sends'],
    ],
    ['deliver(q)', ['program.ts:5 `send_mail` sends']],
  ])('is an agent, whose tools alone are judged: %s', async (body, more) => {
    const text = `import { generateText, isStepCount, tool } from 'ai';
import { deliver } from './deliver.js';
const refund = ${REFUND};
const send_mail = tool({ description: 'Asks', execute: async ({ q }) => ${body} });
export const answer = (prompt) => generateText({ model: 'm', prompt, tools: { send_mail } });
`;
    const found = (await ungated(text)).map((one) => one.split(' something')[0]);
    expect(found.filter((one) => one?.includes('send_mail'))).toEqual(more);
    expect(found.some((one) => one?.includes('`refund`'))).toBe(body.includes('refund'));
  });
});
