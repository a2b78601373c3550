import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CodeContext } from '../../../src/dialects/code-dialect.js';
import { frameworkOfRows, type Vendor } from '../../../src/dialects/frameworks/framework.js';
import { frameworkDialect } from '../../../src/dialects/frameworks/read.js';
import { rowsFor } from '../../../src/dialects/frameworks/rows/catalogue.js';
import type { FrameworkRows, Role, Row, Thing } from '../../../src/dialects/frameworks/rows/row.js';
import schema from '../../../src/dialects/frameworks/rows/row.schema.json' with { type: 'json' };
import { toolOf } from '../../../src/dialects/agents/tool.js';
import type { AgentSystem, Tool } from '../../../src/model/index.js';
import { loadAll, projectOf } from '../../program/open.js';
import { apiOf, argsOf, offered, programOf, ROW_FILES, written } from './row-programs.js';

beforeAll(loadAll);

const READERS = join(import.meta.dirname, '../../../src/dialects/frameworks/rows');

describe('the reader of rows', () => {
  const words = new Set<string>([
    ...schema.definitions.role.enum,
    ...schema.definitions.thing.enum,
    ...schema.definitions.arg.anyOf.flatMap(({ properties }) => properties?.mode.enum ?? []),
    ...Object.keys(schema.definitions.row.properties),
    ...schema.definitions.row.properties.names.enum,
    'function',
    'module',
    // Kinds of values and of tools.
    'object',
    'array',
    'mcp',
  ]);
  const texts = readdirSync(READERS)
    .filter((name) => name.endsWith('.ts') && name !== 'row.ts')
    .map((name) => readFileSync(join(READERS, name), 'utf8').replace(/\/\*\*?[\s\S]*?\*\/|\/\/.*$/gm, ''));
  const stated = new Set(texts.flatMap((text) => [...text.matchAll(/'([^'\n]*)'/g)].map((one) => one[1])));

  it.each(ROW_FILES)('has no name of an export or option: %s', (_, { rows }) => {
    const names = rows.flatMap(({ api, args = {}, hooks = {} }) => [
      // An object in the place of a role is named by the role.
      ...[api].flat().flatMap((one) => one.replace('{}', '').split(/[.()]+/)),
      ...[...Object.keys(args), ...Object.keys(hooks)].flatMap((one) => one.split(/[@.]/)),
    ]);
    expect(
      [...new Set(names)].filter((one) => one !== '' && !words.has(one) && stated.has(one) && one !== '*'),
    ).toEqual([]);
  });
});

describe('the rows of a framework', () => {
  it.each(ROW_FILES)('name each export once for a version: %s', (_, file) => {
    const names = rowsFor(file, undefined).stated.rows.filter(({ below }) => below === undefined);
    const all = names.flatMap(({ api }) => [api].flat());
    expect(all.filter((one, at) => all.indexOf(one) !== at)).toEqual([]);
  });

  it.each(ROW_FILES)('refer to rows and reasons that exist: %s', (_, { rows, reasons }) => {
    const apis = new Set(rows.flatMap(({ api }) => [api].flat()));
    const lost = rows.flatMap(({ like, why, ungateable }) => [
      ...(like === undefined || apis.has(like) ? [] : [like]),
      ...[why, ungateable].filter((key) => key !== undefined && !Object.hasOwn(reasons, key)),
    ]);
    expect(lost).toEqual([]);
    const used = new Set(rows.flatMap(({ why, ungateable }) => [why, ungateable]));
    expect(Object.keys(reasons).filter((key) => !used.has(key))).toEqual([]);
  });
});

/** The system of one program. */
function read(file: FrameworkRows, text: string, vendor: Vendor = {}): AgentSystem | undefined {
  const name = file.language === 'python' ? 'a.py' : 'a.ts';
  const documentOf = projectOf({ [name]: text });
  const context: CodeContext = {
    environment: [],
    vendorFor: () => undefined,
    importsOf: () => [],
    documentOf,
  };
  const dialect = frameworkDialect(frameworkOfRows({ name: 'rows', title: 'Rows' }, [file], vendor));
  return dialect.read([documentOf(name)], context).systems[0];
}

/** What a program shows of the argument of a row, for each value. */
interface Twins {
  readonly role: Role;
  readonly mode?: string;
  readonly gives: Thing;
  /** Of guardrails that are items of a list. */
  readonly isList?: true;
  /** Of gates by name that are words: `ASKS`, `RUNS`, `OPEN`. */
  readonly hasWords?: true;
  /** The other arguments that such a row needs. */
  readonly beside: Readonly<Partial<Record<Role, string>>>;
  shown(system: AgentSystem): unknown;
  /** Values in Python and TypeScript with what they show; undefined: left out. */
  readonly values: readonly (readonly [
    python: string | undefined,
    typescript: string | undefined,
    shown: unknown,
  ])[];
}

const gate = ({ state, value }: { state: string; value?: { by: string } }) =>
  value ? `${state} ${value.by}` : state;
/** Values of a gate that is a truth value or a function; `ON` and `OFF` are the words of the row, if it has some. */
const ASKED = [
  ['ON', 'ON', 'shown human'],
  ['OFF', 'OFF', 'absent'],
  [undefined, undefined, 'absent'],
  ['decide()', 'decide()', 'undecidable'],
  ['lambda charge: charge == "x"', '({ charge }) => charge === "x"', 'shown conditional'],
] as const;
const agentIn = ({ agents }: AgentSystem) => agents[0];
const gateOfFirst = (system: AgentSystem) =>
  agentIn(system)?.tools.map(({ approval }) => gate(approval as never))[0];
/** Guardrails, each a function, or a list of what checks. */
const GUARDS: readonly Pick<Twins, 'isList' | 'values'>[] = [
  {
    values: [
      ['lambda x, y: y if x else None', '(x, y) => (x ? y : undefined)', 'shown'],
      ['lambda x, y: None', '() => undefined', 'undecidable'],
      ['None', 'undefined', 'absent'],
      [undefined, undefined, 'absent'],
    ],
  },
  {
    isList: true,
    values: [
      ['[decide]', '[new decide({})]', 'shown'],
      ['[decide(ADVISORY)]', '[new decide({ ADVISORY })]', 'absent'],
      ['[]', '[]', 'absent'],
      [undefined, undefined, 'absent'],
    ],
  },
];

const TWINS: readonly Twins[] = [
  {
    role: 'gate',
    mode: 'own',
    gives: 'tool',
    beside: { body: 'pay', name: '"pay"' },
    shown: (system) => agentIn(system)?.tools.map(({ approval }) => gate(approval as never))[0],
    values: ASKED,
  },
  {
    role: 'gate',
    mode: 'own',
    gives: 'server',
    beside: { url: '"https://mcp.example.com/mcp"' },
    shown: (system) =>
      agentIn(system)?.mcpServers.map(({ toolGate }) => gate(toolGate?.approval as never))[0],
    values: ASKED,
  },
  {
    role: 'allow',
    gives: 'server',
    beside: { url: '"https://mcp.example.com/mcp"' },
    shown: (system) => agentIn(system)?.mcpServers.map(({ allowedTools }) => allowedTools.state)[0],
    values: [
      ['["read"]', '["read"]', 'shown'],
      ['[]', '[]', 'absent'],
      [undefined, undefined, 'absent'],
      ['decide()', 'decide()', 'undecidable'],
    ],
  },
  ...(['input', 'output'] as const).flatMap((side) =>
    GUARDS.map(
      ({ isList, values }): Twins => ({
        role: 'guard',
        mode: side,
        ...(isList && { isList }),
        gives: 'agent',
        beside: { name: '"desk"' },
        shown: (system) => agentIn(system)?.guardrails[side].state,
        values: [...values, ['decide()', 'decide()', 'undecidable']],
      }),
    ),
  ),
  {
    role: 'gate',
    mode: 'hook',
    gives: 'agent',
    beside: { name: '"desk"', tools: '[OTHER]' },
    shown: (system) => {
      const [tool] = agentIn(system)?.tools ?? [];
      return (
        tool && [gate(tool.approval as never), tool.approval.state === 'shown' && tool.approval.value.refuses]
      );
    },
    values: [
      ['lambda tool, args: {"error": "no"}', '() => ({ error: "no" })', ['shown human', true]],
      ['lambda tool, args: None', '() => undefined', ['absent', false]],
      [
        'lambda tool, args: {"error": "no"} if tool.name == "pay" else None',
        '({ tool }) => (tool.name === "pay" ? { error: "no" } : undefined)',
        ['shown human', true],
      ],
      [
        'lambda tool, args: {"error": "no"} if tool.name == "look" else None',
        '({ tool }) => (tool.name === "look" ? { error: "no" } : undefined)',
        ['absent', false],
      ],
      ['decide', 'decide', ['undecidable', false]],
      [undefined, undefined, ['absent', false]],
    ],
  },
  {
    role: 'gate',
    mode: 'before',
    gives: 'agent',
    beside: { name: '"desk"', tools: '[OTHER]' },
    shown: gateOfFirst,
    values: [
      ['["tools"]', '["tools"]', 'shown human'],
      ['["model"]', '["model"]', 'absent'],
      ['decide()', 'decide()', 'undecidable'],
      [undefined, undefined, 'absent'],
    ],
  },
  {
    role: 'gate',
    mode: 'by-name',
    gives: 'agent',
    beside: { name: '"desk"', tools: '[OTHER]' },
    shown: gateOfFirst,
    values: [
      ['{"pay": True}', '{ pay: true }', 'shown human'],
      ['{"pay": False}', '{ pay: false }', 'absent'],
      ['{"look": True}', '{ look: true }', 'absent'],
      ['decide()', 'decide()', 'undecidable'],
      [undefined, undefined, 'absent'],
    ],
  },
  {
    role: 'gate',
    mode: 'by-name',
    hasWords: true,
    gives: 'agent',
    beside: { name: '"desk"', tools: '[OTHER]' },
    shown: gateOfFirst,
    values: [
      ['{"pay": "ASKS"}', '{ pay: "ASKS" }', 'shown human'],
      ['{"pay": "RUNS"}', '{ pay: "RUNS" }', 'shown machine'],
      ['{"pay": "OPEN"}', '{ pay: "OPEN" }', 'absent'],
      ['{"look": "ASKS"}', '{ look: "ASKS" }', 'absent'],
      ['decide()', 'decide()', 'undecidable'],
      [undefined, undefined, 'absent'],
    ],
  },
  {
    role: 'bound',
    gives: 'agent',
    beside: { name: '"desk"', tools: '[OTHER]' },
    shown: ({ turnLimits = [] }) =>
      turnLimits.map(({ limit }) => (limit.state === 'shown' ? limit.value : limit.state)),
    values: [
      ['7', '7', [7]],
      ['None', 'Infinity', [null]],
      [undefined, undefined, [null]],
      ['decide()', 'decide()', ['undecidable']],
    ],
  },
];

const cases = ROW_FILES.flatMap(([folder, file]) =>
  TWINS.flatMap((twins) =>
    file.rows
      .filter(({ gives }) => [gives].flat().includes(twins.gives))
      // What is another agent, or an entry of one, is made beside that.
      .filter(({ gives, api }) => gives !== 'agent' || !/^\*\(\)|\{\}$/.test([api].flat().join()))
      // What registers a function is a method of an agent, and has tables of its own.
      .filter(({ decorates, of }) => !decorates || of !== 'agent')
      .filter((row) => !twins.beside.tools || argsOf(file, row).some(([, { role }]) => role === 'tools'))
      .flatMap((row) =>
        argsOf(file, row)
          .filter(([, { role, mode, side, advisory, values, below }]) => {
            const own = side ?? mode ?? (role === 'gate' ? 'own' : undefined);
            const isList = advisory !== undefined;
            return (
              role === twins.role &&
              (twins.mode === undefined || own === twins.mode) &&
              isList === (twins.isList === true) &&
              (values !== undefined) === (twins.hasWords === true) &&
              below === undefined
            );
          })
          .map(
            ([key]) => [`${folder} ${file.language} ${apiOf(row)}(${key})`, file, row, key, twins] as const,
          ),
      ),
  ),
);

describe('the twins of each row', () => {
  it.each(cases)('%s', (_, file, row, key, { beside, values, shown, gives, hasWords }) => {
    const args = argsOf(file, row);
    const isPython = file.language === 'python';
    const agent = file.rows.find(
      (one) => one.gives === 'agent' && argsOf(file, one).some(([, { role }]) => role === 'tools'),
    ) as Row;
    const tools = argsOf(file, agent).find(([, { role }]) => role === 'tools')?.[0] ?? '';
    const maker = file.rows.find(
      (one) => one.gives === 'tool' && argsOf(file, one).some(([, { role }]) => role === 'body'),
    ) as Row;
    const stated = (of: Row, all: Twins['beside']) =>
      Object.fromEntries(
        argsOf(file, of)
          .filter(
            ([, { role }], at, every) =>
              all[role] !== undefined && every.findIndex(([, one]) => one.role === role) === at,
          )
          .map(([one, { role }]) => [one, all[role] ?? '']),
      );
    const other = written(file, apiOf(maker), stated(maker, { body: 'pay', name: '"pay"' }));
    const arg = args.find(([one]) => one === key)?.[1];
    // A gate that is a word is no function; to return nothing may be no way to let a call run, or what it returns nothing.
    const own = values.filter(
      ([python]) =>
        !python?.startsWith('lambda') ||
        (!arg?.asks && !arg?.sets && (arg?.lets?.includes(null) !== false || !python.includes('None'))),
    );
    const wordOf = (word: string | undefined, isOn: boolean) =>
      word === undefined ? (isPython ? (isOn ? 'True' : 'False') : String(isOn)) : `"${word}"`;
    const results = own.map(([python, typescript]) => {
      const stands = isPython ? python : typescript;
      const { option, value: off } = arg?.advisory ?? {};
      const worded = stands?.replace(/ASKS|RUNS|OPEN/, (word) => arg?.values?.[word.toLowerCase()] ?? word);
      const value =
        stands === 'ON'
          ? wordOf(arg?.asks, true)
          : stands === 'OFF'
            ? wordOf(arg?.open, false)
            : worded?.replace('ADVISORY', `${option}${isPython ? '=' : ': '}"${off}"`);
      const given = {
        ...stated(row, {
          ...beside,
          ...(beside.tools && { tools: hasWords ? `{ pay: ${other} }` : `[${other}]` }),
        }),
        ...(value === undefined ? {} : { [key]: value }),
      };
      const call = written(file, apiOf(row), given);
      const entry = apiOf(row).endsWith('{}') ? offered(file, call) : undefined;
      const list = entry?.call ?? `[${call}]`;
      const desk =
        gives === 'agent'
          ? call
          : written(file, apiOf(agent), { ...stated(agent, { name: '"desk"' }), [tools]: list });
      const text = programOf(
        file,
        [entry?.api ?? apiOf(row), apiOf(agent), apiOf(maker)],
        `${isPython ? '' : 'export const '}desk = ${desk}`,
      );
      const system = read(file, text);
      return system ? shown(system) : text;
    });
    expect(args.length).toBeGreaterThan(0);
    expect(results).toEqual(
      own.map(([python, , expected]) => {
        if (python === '[]' && arg?.role === 'allow' && arg.empty === undefined)
          return key.endsWith('+') ? 'absent' : 'shown';
        // Nothing is told of a bound that is there by default.
        return python === undefined && arg?.role === 'bound' && row.bound !== null ? [] : expected;
      }),
    );
  });
});

const CONFIRM = {
  role: 'gate',
  mode: 'by-name',
  replaces: true,
  valueAt: 'is',
  values: { asks: 'ask', runs: 'run', open: 'none', refuses: 'refuse' },
} as const;

/** Rows that no framework has together: a call that is an agent and its run, with gates by name and conditions. */
const MADE_UP: FrameworkRows = {
  name: 'Made up',
  order: 1,
  source: 'none',
  checkedOn: '2026-11-30',
  language: 'typescript',
  modules: ['made-up'],
  package: 'made-up',
  reasons: { policy: { why: 'the policy of `{name}` decides' } },
  rows: [
    {
      api: 'chat',
      gives: ['agent', 'run'],
      source: 'none',
      bound: 1,
      args: {
        kit: 'tools',
        shown: 'only',
        confirm: CONFIRM,
        halt: 'ends',
        change: 'changes',
      },
    },
    { api: 'Worker', gives: 'agent', source: 'none', bound: null, like: 'chat' },
    {
      api: 'Worker().go',
      gives: 'run',
      source: 'none',
      args: { shown: 'only', halt: 'ends', confirm: CONFIRM },
    },
    { api: 'Deaf', gives: 'agent', source: 'none', bound: 9, args: { kit: 'tools' } },
    { api: 'turns', gives: 'condition', source: 'none', args: { '@0': 'bound' } },
    { api: 'never', gives: 'condition', source: 'none', bound: null },
    {
      api: 'dryRun',
      gives: 'gate',
      source: 'none',
      options: 1,
      args: { '@0': { role: 'gate', mode: 'by-name' }, live: 'enabled' },
    },
    { api: 'policy', gives: 'gate', source: 'none', why: 'policy' },
    {
      api: 'guarded',
      gives: ['toolset', 'gate'],
      source: 'none',
      options: 2,
      args: {
        '@0': 'tools',
        '@1': { role: 'gate', mode: 'by-name' },
        others: { role: 'gate', mode: 'default' },
      },
    },
    {
      api: ['tool', 'tools{}'],
      gives: 'tool',
      source: 'none',
      tool: { withoutBody: 'client' },
      args: { run: 'body', ask: { role: 'gate', mode: 'own' } },
    },
  ],
};

const KIT = '{ pay: tool({ run: pay }), look: { run: async () => 1 } }';
const chat = (options: string, kit = KIT) => `export const desk = () => chat({ kit: ${kit}${options} });`;
const worker = (own: string, ...runs: string[]) =>
  [
    `const desk = new Worker({ kit: ${KIT}${own} });`,
    ...runs.map((one, at) => `export const go${at} = () => desk.go({ ${one} });`),
  ].join('\n');
const READ = 'look absent';

describe('a made-up framework', () => {
  it.each([
    ['its tools', chat(''), ['pay absent', READ], []],
    ['no tools', 'export const desk = () => chat({ text: 1 });', undefined, undefined],
    ['a tool that the client runs', chat('', '{ pay: tool({}) }'), ['pay undecidable'], []],
    ['a map of gates', chat(", confirm: { pay: 'ask' }"), ['pay shown human', READ], []],
    [
      'an entry that is an object',
      chat(", confirm: { pay: { is: 'run' } }"),
      ['pay shown machine', READ],
      [],
    ],
    ['a function', chat(", confirm: () => 'ask'"), ['pay shown human', 'look shown human'], []],
    [
      'a gate in place of that of a tool',
      chat(", confirm: { pay: 'none' }", '{ pay: tool({ run: pay, ask: true }) }'),
      ['pay absent: `confirm` turns approval off'],
      [],
    ],
    [
      'a gate that is not in force',
      chat(", confirm: dryRun({ pay: 'ask' })"),
      ['pay shown machine', 'look shown machine'],
      [],
    ],
    [
      'a gate that is in force',
      chat(", confirm: dryRun({ pay: 'ask' }, { live: true })"),
      ['pay shown human', `${READ}: \`confirm\` turns approval off`],
      [],
    ],
    ['a policy', chat(', confirm: policy()'), ['pay undecidable', 'look undecidable'], []],
    [
      'tools with gates for the others',
      `const made = guarded(${KIT}, { pay: 'run' }, { others: 'ask' });\n${chat(', confirm: made.confirm', 'made.kit')}`,
      ['pay shown machine', 'look shown human'],
      [],
    ],
    ['what the model sees', chat(", shown: ['look']"), [READ], []],
    ['a number of turns', chat(', halt: turns(4)'), ['pay absent', READ], [4]],
    ['several conditions', chat(', halt: [never(), turns(4)]'), ['pay absent', READ], [4]],
    ['a condition that is never met', chat(', halt: never()'), ['pay absent', READ], [null]],
    ['a condition of the project', chat(', halt: decide()'), ['pay absent', READ], ['undecidable']],
    ['no bound by default', worker('', 'text: 1'), ['pay absent', READ], [null]],
    ['a bound of each run', worker('', 'halt: turns(3)', 'halt: turns(5)'), ['pay absent', READ], [3, 5]],
    [
      'the weakest gate of its runs',
      worker(", confirm: { pay: 'ask' }, halt: turns(2)", '', "confirm: { pay: 'run' }"),
      ['pay shown machine', READ],
      [2],
    ],
    [
      'what a function changes',
      worker(", change: (options) => ({ ...options, confirm: { pay: 'ask' }, halt: turns(2) })", ''),
      ['pay shown human', READ],
      [2],
    ],
    [
      'a gate that it does not read',
      `export const desk = new Deaf({ kit: ${KIT}, confirm: { pay: 'ask' } });`,
      ['pay absent: `Deaf` does not read `confirm`', `${READ}: \`Deaf\` does not read \`confirm\``],
      [],
    ],
  ])('is read by its rows: %s', (_, lines, gates, bounds) => {
    const names = ['chat', 'Worker', 'Deaf', 'turns', 'never', 'dryRun', 'policy', 'guarded', 'tool'];
    const system = read(MADE_UP, programOf(MADE_UP, names, lines));
    const why = (approval: Tool['approval']) =>
      approval.state === 'absent' && approval.why ? `: ${approval.why}` : '';
    const tools = system?.agents.flatMap((one) => one.tools);
    expect(tools?.map(({ name, approval }) => `${name} ${gate(approval as never)}${why(approval)}`)).toEqual(
      gates,
    );
    expect(
      system?.turnLimits?.map(({ limit }) => (limit.state === 'shown' ? limit.value : limit.state)),
    ).toEqual(bounds);
  });
});

/** A framework that does not exist, with what no one that does has alone. */
const INVENTED = {
  name: 'Crew',
  order: 0,
  source: '',
  checkedOn: '',
  language: 'python',
  modules: ['crew'],
  package: 'crew',
  reasons: {},
  rows: [
    { api: 'Worker', gives: 'agent', source: '', args: { title: 'name', skills: 'tools', yard: 'unread' } },
  ],
} as unknown as FrameworkRows;

describe('what a framework says by rows', () => {
  const of = (lines: string, vendor?: Vendor) => read(INVENTED, `from crew import *\n\n\n${lines}\n`, vendor);

  it('has tools and words that the code of its vendor adds', () => {
    const system = of("desk = Worker(title='desk', yard='big')", {
      facts: ({ node }, { get }) => ({
        tools: [
          toolOf({ name: String(get('yard')?.scalar), kind: 'function' }, node.at(), { state: 'absent' }),
        ],
      }),
      agent: ({ agent }) => Object.assign(agent, { model: 'm' }),
    });
    expect(system?.agents.map(({ model, tools }) => [model, tools.map(({ name }) => name)])).toEqual([
      ['m', ['big']],
    ]);
  });
});
