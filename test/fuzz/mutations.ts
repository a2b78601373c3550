import { stringify } from 'yaml';
import { formatOf } from '../../src/syntax/index.js';
import { type Chance, pick } from './chance.js';
import { type Corpus, treeOf } from './corpus.js';

/** A change of a file. It knows nothing of what the file means. */
export type Mutation = (text: string, at: Chance, file: string, corpus: Corpus) => string;

const KEYS =
  'agent agents model instructions tools type name url mcp_servers environment multi_agent enabled max_concurrent_subagents controls approval by effect tracing guardrails input output runtime headers requirements handoffs delegates_to allowed_tools __proto__ constructor toString <<'.split(
    ' ',
  );
const VALUES = [
  'null',
  '[]',
  '{}',
  '""',
  '-1',
  '1e999',
  'true',
  '[[{}]]',
  '"\\ud800"',
  '9007199254740993',
  '*a',
  '&a x',
];
const PIECES = [
  '\0',
  '\ufeff',
  '\r',
  '\u2028',
  '{',
  '}',
  '[',
  ']',
  '"',
  "'",
  ':',
  '#',
  '\t',
  '---\n',
  '\ud83d',
  '{{',
  '\\',
  '|',
  '🙂',
  '`',
  '${',
  '/*',
  '"""',
  '\u200b',
  '\u202e',
];

/** Line ends, which are no part of what a file means. */
const LINE_ENDS = ['\r\n', '\r', '\n\n', '\n\r', '\u2028'] as const;

/** Statements and expressions that values have to be followed through, or cannot be. */
const STATEMENTS: Readonly<Record<'python' | 'script', readonly string[]>> = {
  python: [
    'x = x.next',
    'tools = tools + tools',
    'tools.append(tools)',
    'agent = agent',
    'def f(*args, **kwargs): return f(*args, **kwargs)',
    'options = {**options, **dict(a=1)}',
    'for tool in tools: tools.append(tool)',
    'while True: agent = wrap(agent)',
    'agent.tools = [*agent.tools, *tools]',
    'del tools[0]',
    'x: int = lambda y: x',
    'async def g():\n    async with a as b, c as d:\n        yield await b',
    'match tools:\n    case [one, *rest] if one: pass\n    case {"a": x, **y}: pass',
    'try: pass\nexcept* ValueError as e: raise e from None\nelse: pass\nfinally: pass',
    'class C(C): tools = C.tools',
    'globals()["tools"] = []',
    '@wrap(lambda f: f)\ndef h(a, /, b=tools, *, c): return (y := a)',
    'from . import *',
    'print(f"{tools!r:>{width}}")',
  ],
  script: [
    'x = x.next;',
    'tools = [...tools, ...tools];',
    'tools.push(tools);',
    'agent = agent;',
    'function f(...args) { return f(...args); }',
    'options = { ...options, [key]: options };',
    'for (const tool of tools) tools.push(tool);',
    'while (true) { agent = wrap(agent); }',
    'agent.tools = [...agent.tools, ...tools];',
    'delete tools[0];',
    'const { a = b, ...c } = options, [d, , ...e] = tools;',
    'export default async function* () { yield* await f(); }',
    'switch (x) { case 1: default: break; }',
    'try { f(); } catch { throw x; } finally { f?.(); }',
    'class C extends C { static tools = C.tools; #a = 1; get b() { return this.#a; } }',
    'globalThis.tools ??= [];',
    'label: for (;;) continue label;',
    "export * from './main.js';",
    'const t = tag`a${tools}b`;',
    'let y = x as unknown as typeof x satisfies object;',
  ],
};

export const MUTATIONS: Readonly<Record<string, Mutation>> = {
  'a byte is flipped': (text, at) => {
    const bytes = Buffer.from(text);
    const index = at(bytes.length);
    bytes[index] = (bytes[index] ?? 0) ^ (1 << at(8));
    return bytes.toString('utf8');
  },
  'the text is cut short': (text, at) => text.slice(0, at(text.length)),
  'the text begins later': (text, at) => text.slice(at(text.length)),
  'a part is missing': (text, at) => {
    const from = at(text.length);
    return text.slice(0, from) + text.slice(from + at(40));
  },
  'a part stands twice': (text, at) => {
    const from = at(text.length);
    return text.slice(0, from + at(200)) + text.slice(from);
  },
  'a character comes in': (text, at) => {
    const from = at(text.length);
    return text.slice(0, from) + pick(PIECES, at) + text.slice(from);
  },
  'a key is another': (text, at, _file, { keys }) =>
    replaceOne(text, /[A-Za-z_]+(?="?:)/g, pick(at(2) ? KEYS : keys, at), at),
  'a value is of another type': (text, at) => replaceOne(text, /(?<=: )[^\s,{}[\]]+/g, pick(VALUES, at), at),
  'lines change places': (text, at) => {
    const lines = text.split('\n');
    const [one, other] = [at(lines.length), at(lines.length)];
    [lines[one], lines[other]] = [lines[other] ?? '', lines[one] ?? ''];
    return lines.join('\n');
  },
  'line ends change': (text, at) => text.replaceAll('\n', pick(LINE_ENDS, at)),
  'a line is missing': (text, at) => {
    const lines = text.split('\n');
    lines.splice(at(lines.length), 1 + at(3));
    return lines.join('\n');
  },
  'a line of another program comes in': (text, at, file, { lines: known }) => {
    const lines = text.split('\n');
    lines.splice(at(lines.length), 0, pick(known[languageOf(file)], at));
    return lines.join('\n');
  },
  'a statement comes in': (text, at, file) => {
    const lines = text.split('\n');
    const index = at(lines.length);
    const indent = /^[ \t]*/.exec(lines[index] ?? '')?.[0] ?? '';
    const added = pick(STATEMENTS[languageOf(file)], at);
    lines.splice(index, 0, ...added.split('\n').map((line) => indent + line));
    return lines.join('\n');
  },
  'a name is another': (text, at) => {
    const names = text.match(/[A-Za-z_]\w*/g) ?? ['x'];
    return replaceOne(text, /[A-Za-z_]\w*/g, pick(names, at), at);
  },
  'an expression is wrapped': (text, at, file) => {
    const values = [
      ...text.matchAll(
        /(?<=[:=(,] ?)(?:true|false|True|False|None|null|\d+|'[^'\n]*'|"[^"\n]*"|\w+)(?=[,)}\]\n])/g,
      ),
    ];
    const one = values[at(Math.max(1, values.length))];
    if (!one) return text;
    const wrapped = pick(WRAPS[languageOf(file)], at).replaceAll('$', () => one[0]);
    return text.slice(0, one.index) + wrapped + text.slice(one.index + one[0].length);
  },
  'a part of another document comes in': (text, at, file, { trees }) =>
    grafted(text, at, file, () => structuredClone(partOf(pick(trees, at), at))),
  'a value is one of another document': (text, at, file, { values }) =>
    grafted(text, at, file, () => pick(values, at)),
  'a member is missing': (text, at, file) => grafted(text, at, file, () => undefined),
};

/** Other spellings of a value, most of which a reader can follow. */
const WRAPS: Readonly<Record<'python' | 'script', readonly string[]>> = {
  python: [
    '(lambda: $)()',
    '($ if flag else $)',
    '[$][0]',
    '{"a": $}["a"]',
    'dict(a=$).get("a")',
    'os.environ.get("A", $)',
    '($ or None)',
    'next(iter([$]))',
    'int($)',
    'not $',
  ],
  script: [
    '(() => $)()',
    '(flag ? $ : $)',
    '[$][0]',
    '({ a: $ }).a',
    '($ ?? undefined)',
    '(process.env.A ?? $)',
    '($ as never)',
    'await $',
    'Object.freeze($)',
    '!$',
  ],
};

const languageOf = (file: string): 'python' | 'script' =>
  /\.(?:py\w?|ipynb)$/.test(file) ? 'python' : 'script';

function replaceOne(text: string, what: RegExp, by: string, at: Chance): string {
  const found = [...text.matchAll(what)];
  const one = found[at(Math.max(1, found.length))];
  return one ? text.slice(0, one.index) + by + text.slice(one.index + one[0].length) : text;
}

/** A text whose tree has another value, or none, in one place; the text itself where it has no tree. */
function grafted(text: string, at: Chance, file: string, by: () => unknown): string {
  const tree = treeOf(file, text);
  if (tree === undefined) return text;
  const holders = holdersOf(tree);
  const holder = pick(holders, at);
  const value = by();
  if (Array.isArray(holder))
    holder.splice(
      at(holder.length + 1),
      value === undefined || at(2) ? 1 : 0,
      ...(value === undefined ? [] : [value]),
    );
  else {
    const keys = Object.keys(holder);
    const key = keys.length > 0 ? pick(keys, at) : 'tools';
    if (value === undefined) delete holder[key];
    else holder[key] = value;
  }
  return written(tree, file, text);
}

type Holder = unknown[] | Record<string, unknown>;

/** The tree as text in the format of a file; below front matter the rest of the page stays. */
export function written(tree: unknown, file: string, before = ''): string {
  const format = formatOf(file);
  if (format === 'yaml') return stringify(tree);
  if (format === 'markdown')
    return `---\n${stringify(tree)}---\n${before
      .split(/^---$\n?/m)
      .slice(2)
      .join('---\n')}`;
  return `${JSON.stringify(tree, null, 2)}\n`;
}

function holdersOf(tree: unknown): Holder[] {
  if (typeof tree !== 'object' || tree === null) return [];
  return [tree as Holder, ...Object.values(tree).flatMap(holdersOf)];
}

function partOf(tree: unknown, at: Chance): unknown {
  return pick(Object.values(pick(holdersOf(tree), at)), at) ?? null;
}
