import type { ClassDefinition, Expression, FunctionDefinition, Statement } from '../../src/program/ir/ir.js';
import { blocksOf, expressionsIn, within } from '../../src/program/ir/walk.js';
import { lowerProgram } from '../../src/program/lower/index.js';
import { commentsOf, parseTree, type Tree } from '../../src/program/tree/tree.js';
import { type Renaming, renamingsIn } from './text-renamings.js';

/** A change of a program's text that must not matter. */
export interface Edit {
  /** What people call it. */
  readonly kind: string;
  readonly file: string;
  /** Parts of the text that are replaced. */
  readonly changes: readonly Change[];
  /** A name that becomes another. */
  readonly renamed?: readonly [from: string, to: string];
}

export interface Change {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Files of a program by path. */
export type Files = Readonly<Record<string, string>>;

/** A place between two statements, or two items in brackets: the beginning of the line of the second. */
interface Boundary {
  readonly at: number;
  readonly indent: string;
  /** A statement may stand here, not only a comment. */
  readonly takesStatements: boolean;
  /** A text here is a docstring that no model reads. */
  readonly takesDocstring: boolean;
}

/** What may be changed in one file. */
interface Sites {
  readonly file: string;
  readonly isPython: boolean;
  readonly boundaries: readonly Boundary[];
  /** Where words can be added to a docstring that no model reads. */
  readonly docstrings: readonly number[];
  /** The ends of comments of one line. */
  readonly comments: readonly number[];
  /** The ends of statements that end their line. */
  readonly lineEnds: readonly number[];
  readonly renamings: readonly Renaming[];
}

/** Words that mean something in code, and nothing in a text. */
const WORDS = [
  'else',
  'except',
  'yield',
  'or',
  'or else',
  '?',
  'return',
  'and',
  'by default',
  'if',
  'finally',
  'approve',
  'confirm',
] as const;

/** What a local variable is renamed to: nothing that these words mean may decide. */
const NAMES = ['input_name', 'decisionTime', 'else_', 'prompt', 'confirm', 'approved'] as const;

/** Numbers from 0 up to 1, the same ones for a seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Prepares the variants of a program: the function gives the edits of one, which are the same for the same seed. */
export function openVariants(
  files: Files,
  grammarOf: (file: string) => Tree['grammar']['name'] | undefined,
): (seed: number) => Edit[] {
  const all = Object.entries(files).flatMap(([file, text]) => {
    const grammar = grammarOf(file);
    const sites = grammar && sitesOf(file, text, grammar, files);
    return sites ? [sites] : [];
  });
  const isTaken = (name: string): boolean => Object.values(files).some((text) => text.includes(name));
  return (seed) => editsOf(all, isTaken, randomNumbers(seed));
}

function editsOf(all: readonly Sites[], isTaken: (name: string) => boolean, random: () => number): Edit[] {
  const choice = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const phrase = (): string =>
    Array.from({ length: 1 + Math.floor(random() * 3) }, () => choice(WORDS)).join(' ');
  const taken = new Set<string>();
  const fresh = (stem: string): string => {
    for (let count = 0; ; count++) {
      const name = count === 0 ? stem : `${stem}${count + 1}`;
      if (taken.has(name) || isTaken(name)) continue;
      taken.add(name);
      return name;
    }
  };
  const edits: Edit[] = [];
  for (const { file, isPython, boundaries, docstrings, comments, lineEnds, renamings } of all) {
    const insert = (kind: string, at: number, text: string) =>
      edits.push({ kind, file, changes: [{ start: at, end: at, text }] });
    for (const { at, indent, takesStatements, takesDocstring } of boundaries) {
      if (random() < 0.5) continue;
      const kind = choice(
        takesDocstring ? DOCSTRING_KINDS : takesStatements ? STATEMENT_KINDS : COMMENT_KINDS,
      );
      insert(
        kind,
        at,
        linesOf(kind, { isPython, random, phrase, fresh })
          .map((line) => `${indent}${line}\n`)
          .join(''),
      );
    }
    for (const at of docstrings) if (random() < 0.7) insert('words in a docstring', at, `${phrase()} `);
    for (const at of lineEnds)
      if (random() < 0.2) insert('comment behind a statement', at, `${isPython ? '  #' : ' //'} ${phrase()}`);
    for (const at of comments) if (random() < 0.3) insert('words in a comment', at, ` ${phrase()}`);
    for (const { name, uses } of renamings) {
      if (random() < 0.4) continue;
      const to = fresh(choice(NAMES));
      const changes = uses.map((start) => ({ start, end: start + name.length, text: to }));
      edits.push({ kind: `\`${name}\` renamed to \`${to}\``, file, changes, renamed: [name, to] });
    }
  }
  return edits;
}

const DOCSTRING_KINDS = ['docstring', 'comment'] as const;
const COMMENT_KINDS = ['comment', 'comment', 'blank line'] as const;
const STATEMENT_KINDS = [
  'comment',
  'comment',
  'blank line',
  'unused string',
  'unused constant',
  'unused function',
] as const;

/** What the lines of an edit are made with. */
interface Made {
  isPython: boolean;
  random: () => number;
  /** Words for a text. */
  phrase: () => string;
  /** A name that the program does not use. */
  fresh: (stem: string) => string;
}

/** The lines that an edit of a kind inserts. */
function linesOf(
  kind: (typeof STATEMENT_KINDS | typeof DOCSTRING_KINDS)[number],
  { isPython, random, phrase, fresh }: Made,
): string[] {
  switch (kind) {
    case 'comment':
      return isPython ? [`# ${phrase()}`] : [random() < 0.5 ? `// ${phrase()}` : `/** ${phrase()} */`];
    case 'docstring':
      return [`"""${phrase()}"""`];
    case 'blank line':
      return ['', ''];
    case 'unused string':
      return [isPython ? `"${phrase()}"` : `'${phrase()}';`];
    case 'unused constant':
      return [
        isPython
          ? `${fresh('unused_note')} = "${phrase()}"`
          : `const ${fresh('unusedNote')} = '${phrase()}';`,
      ];
    case 'unused function':
      return isPython
        ? [`def ${fresh('unused_step')}(value):`, `    """${phrase()}"""`, '    return value']
        : [`function ${fresh('unusedStep')}(value) {`, `  // ${phrase()}`, '  return value;', '}'];
  }
}

/** The files with some edits. */
export function withEdits(files: Files, edits: readonly Edit[]): Record<string, string> {
  const changed: Record<string, string> = { ...files };
  for (const file of new Set(edits.map((one) => one.file))) {
    const changes = edits.filter((one) => one.file === file).flatMap((one) => one.changes);
    changes.sort((a, b) => a.start - b.start);
    let text = '';
    let from = 0;
    const before = files[file] ?? '';
    for (const { start, end, text: other } of changes) {
      text += before.slice(from, start) + other;
      from = end;
    }
    changed[file] = text + before.slice(from);
  }
  return changed;
}

/** What may be changed in a file; undefined where it does not parse: what is inserted would change what is read. */
function sitesOf(
  file: string,
  text: string,
  grammar: Tree['grammar']['name'],
  files: Files,
): Sites | undefined {
  const tree = parseTree(grammar, text);
  if (!tree || tree.brokenAt !== undefined) return undefined;
  const isPython = grammar === 'python';
  const found = new Map<number, Boundary>();
  const lineEnds = new Set<number>();
  const functions: FunctionDefinition[] = [];
  const program = lowerProgram(tree);

  const isCalledOnly = callsOnly(files);

  const add = (start: number, isInside: boolean, takesDocstring = false): void => {
    const line = text.lastIndexOf('\n', start - 1) + 1;
    const indent = text.slice(line, start);
    const before = text.slice(0, line).trimEnd();
    if (indent.trim() !== '' || isBehindDirective(before)) return;
    const takesStatements = isInside && (isPython || /[;{}]$/.test(before));
    const known = found.get(line);
    found.set(line, {
      at: line,
      indent,
      takesStatements: takesStatements && known?.takesStatements !== false,
      takesDocstring,
    });
  };
  const addEnd = (end: number): void => {
    const rest = /^;?[ \t]*(?=\r?\n|$)/.exec(text.slice(end, end + 20));
    if (rest && text[end - 1] !== '\n') lineEnds.add(end + rest[0].length);
  };
  /**
   * `isBody`: statements may be inserted in it; not before the first, which may say something as a text. `takesDocstring`:
   * it has no docstring, and may.
   */
  const block = (statements: readonly Statement[], isBody: boolean, takesDocstring = false): void => {
    for (const [index, one] of statements.entries()) {
      add(beginOf(one), isBody && index > 0, index === 0 && takesDocstring);
      addEnd(one.end);
      if (one.kind === 'function') define(one.definition);
      if (one.kind === 'class') defineClass(one.definition);
      for (const outer of expressionsIn(one)) expression(outer);
      const blocks = one.kind === 'while' ? [one.body, one.otherwise] : blocksOf(one);
      for (const inner of blocks) {
        if (one.kind === 'exported') exported(inner);
        else block(inner, inner.length > 1);
      }
    }
  };
  const exported = (inner: readonly Statement[]): void => {
    for (const one of inner) {
      if (one.kind === 'function') define(one.definition);
      else if (one.kind === 'class') defineClass(one.definition);
      else for (const outer of expressionsIn(one)) expression(outer);
    }
  };
  const expression = (outer: Expression): void => {
    for (const one of within(outer)) {
      for (const start of itemsIn(one)) add(start, false);
      if (one.kind === 'function') define(one.definition);
      else if (one.kind === 'class') defineClass(one.definition);
    }
  };
  const define = (definition: FunctionDefinition): void => {
    functions.push(definition);
    if (!isOneExpression(definition))
      block(
        definition.body(),
        true,
        isPython && definition.docstring === undefined && isCalledAlone(definition, isCalledOnly),
      );
    else for (const one of definition.body()) for (const outer of expressionsIn(one)) expression(outer);
  };
  const defineClass = ({ members }: ClassDefinition): void => {
    for (const one of members()) {
      if (one.kind === 'statement') block([one.statement], false);
      else if (one.kind === 'method') {
        add(one.definition.whole.start, false);
        define(one.definition);
      } else {
        add(one.start, false);
        if (one.value) expression(one.value);
      }
    }
  };
  const first = program.body[0];
  const isDocumented = first?.kind === 'expression' && first.value.kind === 'text';
  block(program.body, true, isPython && !isDocumented);

  return {
    file,
    isPython,
    boundaries: [...found.values()],
    docstrings: isPython
      ? [
          ...(isDocumented ? [first.start] : []),
          ...functions.flatMap((one) =>
            one.docstring !== undefined && one.bodySpan && isCalledAlone(one, isCalledOnly)
              ? [one.bodySpan.start]
              : [],
          ),
        ].flatMap((start) => behindQuotes(text, start) ?? [])
      : [],
    lineEnds: [...lineEnds],
    comments: commentsOf(tree).flatMap((span) => {
      const words = text.slice(span.start, span.end);
      return /^(?:\/\/|#)/.test(words) && !/agent-lint|^#!/.test(words) ? [span.end] : [];
    }),
    renamings: renamingsIn(tree, program, files, isCalledOnly),
  };
}

/** Whether a function has no block: its body is what it returns. */
function isOneExpression(definition: FunctionDefinition): boolean {
  const [only, ...others] = definition.body();
  return others.length === 0 && only?.kind === 'return' && only.value?.start === only.start;
}

/** Where the items, members and arguments in brackets begin. */
function itemsIn(one: Expression): readonly number[] {
  switch (one.kind) {
    case 'list':
      return one.elements.map(({ value }) => value.start);
    case 'record':
      return one.entries.map(({ start }) => start);
    case 'call':
      return [...one.positional.map(({ value }) => value.start), ...one.named.map(({ start }) => start)];
    default:
      return [];
  }
}

/** Whether a function is no tool and no method: nothing reads its docstring. */
const isCalledAlone = (
  { kind, decorators, name }: FunctionDefinition,
  isCalledOnly: (name: string | undefined) => boolean,
): boolean => kind === 'function' && decorators.length === 0 && isCalledOnly(name);

/** The beginning of a statement, with its decorators. */
function beginOf(one: Statement): number {
  if (one.kind === 'function' || one.kind === 'class') return Math.min(one.start, one.definition.whole.start);
  return one.kind === 'exported' ? Math.min(one.start, beginOf(one.statement)) : one.start;
}

/** Whether the last line of a text speaks to agent-lint about the next. */
const isBehindDirective = (before: string): boolean =>
  before.slice(before.lastIndexOf('\n') + 1).includes('agent-lint');

/** Where the words of a text without a prefix begin that begins at an offset. */
function behindQuotes(text: string, start: number): number | undefined {
  const quotes = /^\s*(?:"""|'''|"|')/.exec(text.slice(start, start + 200));
  return quotes ? start + quotes[0].length : undefined;
}

/**
 * Whether a name of Python stands for a function that is nothing but called: it occurs in its definition and before
 * brackets, and nowhere else in the program. One that nobody calls may be known to others by its name and parameters, as
 * tests are.
 */
function callsOnly(files: Files): (name: string | undefined) => boolean {
  const all = Object.values(files).join('\n');
  const count = (pattern: string): number => all.match(new RegExp(pattern, 'g'))?.length ?? 0;
  return (name) => {
    if (name === undefined) return false;
    const definitions = count(`\\bdef ${name}\\(`);
    const calls = count(`(?<!\\.|@|def )\\b${name}\\(`);
    return definitions === 1 && calls > 0 && count(`\\b${name}\\b`) === 1 + calls;
  };
}
