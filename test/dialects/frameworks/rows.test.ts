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
import { vendor as agents } from '../../../src/dialects/agents-sdk/vendor.js';
import { vendor as vercel } from '../../../src/dialects/vercel-ai/vendor.js';
import type { AgentSystem, Tool } from '../../../src/model/index.js';
import { loadAll, projectOf } from '../../program/open.js';
import { apiOf, argsOf, offered, programOf, ROW_FILES, vendorOf, written } from './row-programs.js';

beforeAll(loadAll);

/** The columns of an argument. */
const ARG = schema.definitions.arg.anyOf[1]?.properties as Record<string, unknown> & {
  kind: { enum: string[] };
};

const READERS = join(import.meta.dirname, '../../../src/dialects/frameworks/rows');

describe('the reader of rows', () => {
  const words = new Set<string>([
    ...schema.definitions.role.enum,
    ...schema.definitions.thing.enum,
    ...schema.definitions.arg.anyOf.flatMap(({ properties }) => properties?.mode.enum ?? []),
    ...Object.keys(schema.definitions.row.properties),
    ...schema.definitions.row.properties.names.enum,
    ...Object.keys(ARG),
    ...ARG.kind.enum,
    'function',
    'module',
    // Kinds of values, and of tools.
    'object',
    'array',
    'mcp',
    // Members of a system.
    'tracing',
    'guardrails',
  ]);
  const texts = readdirSync(READERS)
    .filter((name) => name.endsWith('.ts') && name !== 'row.ts')
    .map((name) => readFileSync(join(READERS, name), 'utf8').replace(/\/\*\*?[\s\S]*?\*\/|\/\/.*$/gm, ''));
  const stated = new Set(texts.flatMap((text) => [...text.matchAll(/'([^'\n]*)'/g)].map((one) => one[1])));

  it.each(ROW_FILES)('has no name of an export or option: %s', (_, file) => {
    expect(namesIn(file).filter((one) => !words.has(one) && stated.has(one))).toEqual([]);
  });
});

describe('the library and its data', () => {
  // One lower-case word is English, too: only names of several words, or with a capital, show whose they are.
  const isOwn = (name: string): boolean => /_|[a-z][A-Z]|^[A-Z]\w/.test(name);
  const all = [...new Set(ROW_FILES.flatMap(([, file]) => namesIn(file)))].filter(isOwn);
  const SOURCES = join(import.meta.dirname, '../../../src');

  it.each(['dialects/frameworks', 'program', 'systems'])(
    'has no name of an export or option: %s',
    (folder) => {
      const found = readdirSync(join(SOURCES, folder), { recursive: true, encoding: 'utf8' })
        .filter(
          (name) => /\.(?:ts|json)$/.test(name) && !/row\.(?:ts|schema\.json)$|toolkits\.json$/.test(name),
        )
        .flatMap((name) => {
          const text = readFileSync(join(SOURCES, folder, name), 'utf8');
          // Notes of sources are sentences, as comments are.
          const code = text.replace(/\/\*\*?[\s\S]*?\*\/|\/\/.*$|^\s*"source":.*$/gm, '');
          const texts = [...code.matchAll(/'([^'\n]*)'|"([^"\n]*)"/g)].map((one) => one[1] ?? one[2] ?? '');
          const used = new Set(texts.flatMap((one) => one.split(/[^\w-]+/)));
          return all.filter((one) => used.has(one) && !ELSEWHERE.has(one)).map((one) => `${name}: ${one}`);
        });
      expect(found).toEqual([]);
    },
  );
});

/** Names that are also of something else than a framework. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  // Of Python and its standard library.
  ...['__init__', '__enter__', 'TypedDict', 'Condition'],
  // Of libraries that ask people: `rich.console.Console`, `anyio.to_thread.run_sync`.
  ...['Console', 'run_sync'],
  // The protocol, a kind of tool, and a member of a server in the model.
  ...['MCP', 'code_interpreter', 'allowedTools'],
  // A key of the configuration of agent-lint.
  'mcp_servers',
]);

/** The names of exports and arguments in the rows of a file. */
function namesIn({ rows }: FrameworkRows): string[] {
  const names = rows.flatMap(({ api, args = {}, hooks = {} }) => [
    // An object in the place of a role is named by the role.
    ...[api].flat().flatMap((one) => one.replace('{}', '').split(/[.()]+/)),
    ...[...Object.keys(args), ...Object.keys(hooks)].flatMap((one) => one.split(/[@.]/)),
  ]);
  return [...new Set(names)].filter((one) => one !== '' && one !== '*');
}

describe('the rows of a framework', () => {
  it.each(ROW_FILES)('name each export once for a version: %s', (_, file) => {
    const names = rowsFor(file, undefined).stated.rows.filter(({ below }) => below === undefined);
    const all = names.flatMap(({ api, from = '' }) => [api].flat().map((one) => `${from} ${one}`));
    expect(all.filter((one, at) => all.indexOf(one) !== at)).toEqual([]);
  });

  it.each(ROW_FILES)('refer to rows and reasons that exist: %s', (_, { rows, reasons }) => {
    const apis = new Set(rows.flatMap(({ api }) => [api].flat()));
    const used = new Set(
      rows.flatMap(({ why, ungateable, args = {} }) => [
        why,
        ungateable,
        ...Object.values(args).flatMap((all) =>
          [all].flat().map((arg) => (typeof arg === 'string' ? undefined : arg.why)),
        ),
      ]),
    );
    expect(rows.flatMap(({ like }) => (like === undefined || apis.has(like) ? [] : [like]))).toEqual([]);
    expect([...used].filter((key) => key !== undefined && !Object.hasOwn(reasons, key))).toEqual([]);
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
      // A method that only some have is no row of its own.
      .filter(({ gives, of }) => [gives].flat().includes(twins.gives) && of === undefined)
      // What is another agent, or an entry of one, is made beside that.
      .filter(({ gives, api }) => gives !== 'agent' || !/^\*\(\)|\{\}$/.test([api].flat().join()))
      // A call that is an agent and its run is none without tools.
      .filter(
        (row) =>
          !(twins.beside.tools || (twins.gives === 'agent' && row.gives.includes('run'))) ||
          argsOf(file, row).some(([, { role }]) => role === 'tools'),
      )
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
            ([key]) =>
              [`${folder} ${file.language} ${apiOf(row)}(${key})`, folder, file, row, key, twins] as const,
          ),
      ),
  ),
);

/** A program that gives `pay` to a method of the agent `desk`, or of a group that it has: `desk.tool(strict=True)(pay)`. */
function registered({ decorates, of }: Row, call: string, desk: string, list: string): string | undefined {
  const [, maker, method, args] = /^(\w+)\(\)\.(\w+)\((.*)\)$/.exec(decorates ? call : '') ?? [];
  if (maker === undefined) return undefined;
  const options = args?.replace(/\b\w+=pay,? ?/, '');
  const lines = of
    ? [`desk = ${desk.replace(list, '[]')}`]
    : [`group = ${maker}()`, `desk = ${desk.replace(list, '[group]')}`];
  return [...lines, `${of ? 'desk' : 'group'}.${method}(${options})(pay)`].join('\n');
}

describe('the twins of each row', () => {
  it.each(cases)('%s', async (_, folder, file, row, key, { beside, values, shown, gives, hasWords }) => {
    const vendor = await vendorOf(folder);
    const args = argsOf(file, row);
    const isPython = file.language === 'python';
    const agent =
      file.rows.find(
        (one) => one.gives === 'agent' && argsOf(file, one).some(([, { role }]) => role === 'tools'),
      ) ?? row;
    const tools = argsOf(file, agent).find(([, { role }]) => role === 'tools')?.[0] ?? '';
    const maker =
      file.rows.find(
        (one) => one.gives === 'tool' && argsOf(file, one).some(([, { role }]) => role === 'body'),
      ) ?? row;
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
      const call = written(file, apiOf(row), given, row.options);
      const entry = apiOf(row).endsWith('{}') ? offered(file, call) : undefined;
      const list = entry?.call ?? `[${call}]`;
      const desk =
        gives === 'agent'
          ? call
          : written(file, apiOf(agent), { ...stated(agent, { name: '"desk"' }), [tools]: list });
      const text = programOf(
        file,
        [entry?.api ?? apiOf(row), apiOf(agent), apiOf(maker)],
        registered(row, call, desk, list) ?? `${isPython ? '' : 'export const '}desk = ${desk}`,
      );
      const system = read(file, text, vendor);
      return system ? shown(system) : text;
    });
    expect(args.length).toBeGreaterThan(0);
    expect(results).toEqual(
      own.map(([python, , expected]) => {
        if (python === '[]' && arg?.role === 'allow' && arg.empty === undefined)
          return key.endsWith('+') ? 'absent' : 'shown';
        // Nothing is told of a bound that is there by default.
        const isDefault = python === undefined || (python === 'None' && arg?.null === 'default');
        return isDefault && arg?.role === 'bound' && row.bound !== null ? [] : expected;
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
    const system = read(MADE_UP, programOf(MADE_UP, names, lines), vercel);
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

const OWN = { role: 'gate', mode: 'own' } as const;
const guardOn = (side: 'input' | 'output') => ({ role: 'guard', side }) as const;

/** Rows of handoffs, settings, sessions, traces, hosted tools and servers, and spoken agents. */
const CREW: FrameworkRows = {
  ...MADE_UP,
  name: 'Crew',
  language: 'python',
  modules: ['crew'],
  package: 'crew',
  reasons: { theirs: { why: 'the operator runs it' } },
  rows: [
    {
      api: 'Worker',
      gives: 'agent',
      source: 'none',
      args: {
        title: 'name',
        skills: 'tools',
        team: 'agents',
        desks: 'servers',
        before: guardOn('input'),
        after: guardOn('output'),
        'mind.stores': { role: 'state', kind: 'response', replaces: true },
        yard: 'unread',
      },
    },
    {
      api: 'Worker().twin',
      gives: 'agent',
      source: 'none',
      like: 'Worker',
      args: { '*': { role: 'same', mode: 'copy' } },
    },
    {
      api: 'Voice',
      gives: 'agent',
      source: 'none',
      spoken: true,
      args: { title: 'name', after: guardOn('output') },
    },
    { api: 'pass_to', gives: 'handoff', source: 'none', args: { 'to@0': 'agents', shown: 'enabled' } },
    {
      api: 'skill',
      gives: 'tool',
      source: 'none',
      decorates: true,
      args: { 'fn@0': 'body', title: 'name', ask: OWN, shown: 'enabled' },
    },
    {
      api: 'Box',
      gives: 'tool',
      source: 'none',
      tool: { kind: 'shell', as: 'box', methods: ['start'] },
      args: {
        'runs@0': 'body',
        ask: OWN,
        on_ask: 'answers-by',
        'place.kind': { role: 'hosted', begins: 'their_', why: 'theirs' },
        may: 'inside',
      },
    },
    {
      api: 'Desk',
      gives: 'server',
      source: 'none',
      transport: 'hosted',
      gate: 'asks',
      args: {
        url: 'url',
        only: 'allow',
        ask: { role: 'gate', mode: 'by-name', asks: 'always', open: 'never' },
      },
    },
    { api: ['Names', 'allow{}'], gives: 'settings', source: 'none', args: { yes: 'allow', no: 'deny' } },
    { api: 'check', gives: 'guard', source: 'none', args: { beside: 'beside' } },
    {
      api: 'Worker().as_skill',
      gives: 'tool',
      source: 'none',
      bound: 9,
      args: { '*': 'calls', rounds: { role: 'bound', null: 'default' } },
    },
    {
      api: 'work',
      gives: 'run',
      source: 'none',
      bound: 9,
      args: { 'who@0': 'runs', conf: 'options', rounds: 'bound', history: 'session' },
    },
    {
      api: ['Conf', 'options{}'],
      gives: 'settings',
      source: 'none',
      args: {
        before: guardOn('input'),
        untraced: { role: 'trace', kind: 'off' },
        'mind.stores': { role: 'state', kind: 'response', replaces: true },
      },
    },
    { api: 'Log', gives: 'session', source: 'none', keeps: 'conversation' },
    {
      api: 'trace',
      gives: 'tracer',
      source: 'none',
      reach: 'program',
      variables: { CREW_UNTRACED: ['1'] },
      args: { 'off@0': { role: 'trace', kind: 'off' } },
    },
    {
      api: 'send_to',
      gives: 'tracer',
      source: 'none',
      reach: 'program',
      args: { 'to@0': { role: 'trace', kind: 'to' } },
    },
    { api: 'login', gives: 'plain', source: 'none', args: { 'key@0': 'key', 'model.at': 'base-url' } },
  ],
};

const SKILL =
  "@skill\ndef pay(charge: str) -> dict:\n    return requests.post('https://p.example', json=charge).json()\n\n";
const desk = (args: string, more = '') => `${SKILL}desk = Worker(title='desk', ${args})\n${more}`;

describe('what rows of a framework say of its agents', () => {
  const of = (lines: string, vendor?: Vendor) =>
    read(CREW, `import requests\nimport os\nfrom crew import *\n\n${lines}\n`, vendor);
  const toolsOf = (system: AgentSystem) =>
    agentIn(system)?.tools.map(({ name, approval }) => `${name} ${gate(approval as never)}`);
  const serversOf = (system: AgentSystem) =>
    agentIn(system)?.mcpServers.flatMap(({ tools, allowedTools, blockedTools = [] }) => [
      allowedTools.state,
      ...blockedTools,
      ...tools.map(({ name, approval }) => `${name} ${gate(approval as never)}`),
    ]);
  const names = ({ agents }: AgentSystem) =>
    agents.map(({ name, handoffs }) => [name, ...handoffs.map((one) => one.name)]);
  const off = ({ traces }: AgentSystem) => traces?.off?.map(({ name, state }) => `${name} ${state}`);
  const limits = ({ turnLimits = [] }: AgentSystem) =>
    turnLimits.map(({ of: name, limit }) => [name, limit.state === 'shown' ? limit.value : limit.state]);
  const kept = ({ storedState }: AgentSystem) =>
    storedState?.map(({ kind, kept: one }) => `${kind} ${one.state === 'shown' ? one.value : one.state}`);
  const guarded = (system: AgentSystem) => agentIn(system)?.guardrails.input.state;

  it.each<[string, string, (system: AgentSystem) => unknown, unknown]>([
    [
      'a handoff',
      "b = Worker(title='b')\na = Worker(title='a', team=[pass_to(b)])",
      names,
      [['a', 'b'], ['b']],
    ],
    [
      'one that is off',
      "b = Worker(title='b')\na = Worker(title='a', team=[pass_to(b, shown=False)])",
      names,
      [['b']],
    ],
    [
      'one by a function',
      "b = Worker(title='b')\na = Worker(title='a', team=[pass_to(lambda: b)])",
      names,
      [['a', 'b'], ['b']],
    ],
    [
      'a copy',
      desk('skills=[pay]', "b = desk.twin(title='b')"),
      ({ agents }) => agents.map(({ name, tools }) => [name, tools.length]),
      [['desk', 1]],
    ],
    ['a tool', desk('skills=[pay]'), toolsOf, ['pay absent']],
    ['a gate that is set later', desk('skills=[pay]', 'pay.ask = True'), toolsOf, ['pay shown human']],
    [
      'a tool that is off',
      desk('skills=[skill(pay, shown=False), skill(ask=True)(pay)]'),
      toolsOf,
      ['pay shown human'],
    ],
    [
      'a decorator of the project',
      `def own(fn):\n    return skill(ask=True)(fn)\n\n${desk('skills=[pay]').replace('@skill', '@own')}`,
      toolsOf,
      ['pay shown human'],
    ],
    [
      'a tool that the operator runs',
      desk("skills=[Box(place={'kind': 'their_box'}, ask=True)]"),
      toolsOf,
      ['box inexpressible'],
    ],
    [
      'one that the program runs',
      desk("skills=[Box(place={'kind': 'own'}, ask=True)]"),
      toolsOf,
      ['box shown human'],
    ],
    [
      'an answer of the program',
      desk('skills=[Box(ask=True, on_ask=lambda one: True)]'),
      toolsOf,
      ['box shown machine'],
    ],
    [
      'a sandbox',
      desk("skills=[Box(may='read-only')]"),
      (system) => agentIn(system)?.tools.map(({ effect }) => effect.effect),
      ['read'],
    ],
    [
      'a hosted server',
      desk("skills=[Desk(url='https://d.example', only=['send'])]"),
      serversOf,
      ['shown', 'send shown human'],
    ],
    [
      'a word',
      desk("desks=[Desk(url='https://d.example', only=['send'], ask='never')]"),
      serversOf,
      ['shown', 'send shown machine'],
    ],
    [
      'lists of both',
      desk("desks=[Desk(url='https://d.example', ask={'never': {'tool_names': ['send']}})]"),
      serversOf,
      ['absent', 'send shown machine'],
    ],
    [
      'a filter',
      desk("desks=[Desk(url='https://d.example', only=Names(yes=['send']))]"),
      serversOf,
      ['shown', 'send shown human'],
    ],
    [
      'what a filter blocks',
      desk("desks=[Desk(url='https://d.example', only={'no': ['send']})]"),
      serversOf,
      ['absent', 'send'],
    ],
    [
      'settings of a run',
      desk('skills=[pay]', 'work(desk, conf=Conf(before=[check], untraced=True))'),
      (system) => [guarded(system), off(system)],
      ['shown', ['untraced=True shown']],
    ],
    ['settings as an object', desk('skills=[pay]', "work(desk, conf={'before': [check]})"), guarded, 'shown'],
    ['settings of an unknown run', desk('skills=[pay]', 'use(Conf(before=[check]))'), guarded, 'undecidable'],
    [
      'a guardrail beside it',
      `@check\ndef ok(x): ...\n\n${desk('before=[ok]')}`,
      (system) => agentIn(system)?.guardrails.parallel?.map(({ state }) => state),
      ['shown'],
    ],
    [
      'a guardrail before it',
      `@check(beside=False)\ndef ok(x): ...\n\n${desk('before=[ok]')}`,
      (system) => agentIn(system)?.guardrails.parallel,
      undefined,
    ],
    [
      'a limit of an agent that is a tool',
      desk("skills=[Worker(title='b').as_skill(rounds=3)]"),
      limits,
      [['b', 3]],
    ],
    [
      'one that may be left to the default',
      desk("skills=[Worker(title='b').as_skill(rounds=3 if flag() else None)]"),
      limits,
      [['b', 3]],
    ],
    [
      'one that may be another one',
      desk("skills=[Worker(title='b').as_skill(rounds=3 if flag() else more())]"),
      limits,
      [['b', 'undecidable']],
    ],
    ['the default of one', desk("skills=[Worker(title='b').as_skill(rounds=None)]"), limits, []],
    ['a limit of a run', desk('skills=[pay]', 'work(desk, rounds=None)'), limits, [['desk', null]]],
    ['responses that are stored', desk("mind={'stores': True}"), kept, ['response true']],
    [
      'a run that stores none',
      desk("mind={'stores': True}", "work(desk, conf=Conf(mind={'stores': False}))"),
      kept,
      ['response false'],
    ],
    ['a session', desk('skills=[pay]', 'work(desk, history=Log())'), kept, ['conversation true']],
    ['a switch of traces', desk('skills=[pay]', 'trace(True)'), off, ['trace(True) shown']],
    ['one that is computed', desk('skills=[pay]', 'trace(flag())'), off, ['trace undecidable']],
    [
      'one under a condition',
      desk('skills=[pay]', 'if flag():\n    trace(True)'),
      off,
      ['trace(True) undecidable'],
    ],
    ['a variable', desk('skills=[pay]', "os.environ['CREW_UNTRACED'] = '1'"), off, ['CREW_UNTRACED=1 shown']],
    ['no processors', desk('skills=[pay]', 'send_to([])'), off, ['send_to([]) shown']],
    ['a processor', desk('skills=[pay]', 'send_to([mine])'), ({ traces }) => traces?.exporter, 'own'],
    [
      'a key',
      desk('skills=[pay]', "login('sk-1234')"),
      ({ values }) => values?.map(({ value }) => value),
      ['sk-1234'],
    ],
    [
      'a spoken agent',
      "desk = Voice(title='desk')",
      (system) => [guarded(system), system.turnLimits],
      ['inexpressible', undefined],
    ],
  ])('reads %s', (_, lines, shown, expected) => {
    const { traces, parallel } = agents;
    const system = of(lines, { ...(traces && { traces }), ...(parallel && { parallel }) });
    expect(system && shown(system)).toEqual(expected);
  });

  it('asks the code of its vendor', () => {
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
