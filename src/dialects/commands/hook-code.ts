import {
  bare,
  blocksOf,
  type Code,
  expressionsIn,
  expressionsOf,
  type InlineScript,
  readInlineScript,
  type Statement,
  type Target,
  within,
} from '../../program/inline/script.js';
import {
  answersInText,
  type HookAnswer,
  type HookDeeds,
  type HookEnding,
  type HookHandler,
  isDenial,
  isKey,
  withError,
} from './hook-shell.js';

/** A branch of a program: a side of a test, or without one what takes a failure. */
interface Branch {
  test?: Code;
  isElse?: boolean;
}

/** A statement or an expression of a program; the nearest of the branches around it is the last. */
interface Part {
  of: Statement | Code;
  around: readonly Branch[];
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** A program while it is read, with all its parts in the order of the text. */
interface Script extends InlineScript {
  code: string;
  parts: readonly Part[];
}

type Placed<Deed> = Deed & { part: Part };

/** Answers, handlers and functions of one program that are read. */
const MOST_COMPARED = 50;
const MOST_HANDLERS = 30;
const MOST_BODIES = 200;

const PRINTS = /^(?:print|json\.dump|console\.\w+|(?:process|sys)\.std(?:out|err)\.write)$/;
const ERRORS = /^(?:console\.(?:error|warn)|.*\bstderr\b.*)$/;
const EXITS: ReadonlySet<string> = new Set(
  'sys.exit exit quit os._exit SystemExit process.exit Deno.exit'.split(' '),
);
/** What a test asks that is about the program itself. */
const OWN_NAMES = /(?:^|\.)(?:argv\.length|exists|isfile|is_file|which|existsSync|isatty|isTTY)$/;

/** What a program in Python or JavaScript does: how it ends, what it prints, what takes its failures. */
export function deedsOfCode(code: string, language: 'python' | 'script'): HookDeeds {
  const parsed = readInlineScript(code, language === 'python' ? language : 'tsx');
  if (!parsed) return { endings: [], answers: [] };
  const parts: Part[] = [];
  addStatements(parts, parsed.statements, []);
  const script: Script = { ...parsed, code, parts };
  const endings = endingsOf(script);
  const answers = answersOf(script);
  const handler = handlerAround(script, endings, answers.filter(isDenial), language === 'python');
  return { endings, answers, ...(handler && { handler }) };
}

function addStatements(parts: Part[], body: readonly Statement[], around: readonly Branch[]): void {
  for (const of of body) {
    parts.push({ of, around });
    for (const one of expressionsIn(of)) addCode(parts, one, around);
    if (of.kind === 'function') addStatements(parts, of.definition.body(), around);
    for (const member of of.kind === 'class' ? of.definition.members() : [])
      if (member.kind === 'method') addStatements(parts, member.definition.body(), around);
      else if (member.kind === 'statement') addStatements(parts, [member.statement], around);
    for (const [index, block] of blocksOf(of).entries()) {
      const isHandler = of.kind === 'try' && index > 0 && index <= of.handlers.length;
      const own = of.kind === 'if' ? [{ test: of.test, isElse: index > 0 }] : isHandler ? [{}] : [];
      addStatements(parts, block, [...around, ...own]);
    }
  }
}

function addCode(parts: Part[], of: Code, around: readonly Branch[]): void {
  parts.push({ of, around });
  if (of.kind === 'function') addStatements(parts, of.definition.body(), around);
  for (const one of expressionsOf(of)) {
    const isHandler = of.kind === 'call' && catches(of) && one !== of.callee;
    addCode(parts, one, isHandler ? [...around, {}] : around);
  }
}

const catches = ({ callee }: Code & { kind: 'call' }): boolean =>
  callee.kind === 'member' && callee.property === 'catch';

/** A name with its members: `process.stdin.on`; of a member of anything else, the member. */
function nameOf(of: Code | Target): string {
  if (of.kind === 'name') return of.name;
  return of.kind === 'member' ? `${nameOf(of.object)}.${of.property}`.replace(/^\./, '') : '';
}

/** The name at the beginning of a target: `out` of `out["decision"]`. */
function baseOf(of: Code | Target): string | undefined {
  if (of.kind === 'name') return of.name;
  return of.kind === 'member' || of.kind === 'index' ? baseOf(of.object) : undefined;
}

/** The names in an expression, each with all its members. */
function namesIn(of: Code): string[] {
  const name = nameOf(of);
  return name !== '' && baseOf(of) !== undefined
    ? [name]
    : [...(name === '' ? [] : [name]), ...expressionsOf(of).flatMap(namesIn)];
}

/** What assignments give: to targets, a value. */
const assigned = ({ of }: Part): { targets: readonly Target[]; value: Code } | undefined =>
  of.kind !== 'assign' ? undefined : 'targets' in of ? of : { targets: [of.target], value: of.value };

/** Texts of numbers, as far as they are ones of a status. */
const digitsOf = (of: Code): string =>
  of.kind === 'literal' && typeof of.scalar === 'number' ? String(of.scalar) : '';

/** The statuses with which a program ends, as far as it states them. */
function endingsOf(script: Script): Placed<HookEnding>[] {
  const { parts } = script;
  const constants = new Map<string, string>();
  const returned = new Set<string>();
  let isCaught = false;
  for (const part of parts) {
    const { of } = part;
    const { targets = [], value } = assigned(part) ?? {};
    if (value && digitsOf(value) !== '')
      for (const one of targets) constants.set(nameOf(one), digitsOf(value));
    if (of.kind === 'return' && of.value) returned.add(digitsOf(of.value));
    if (of.kind === 'try' ? of.handlers.length > 0 : of.kind === 'call' && catches(of)) isCaught = true;
  }
  const statusesIn = (of: Code): string[] => {
    switch (of.kind) {
      case 'literal':
        return of.scalar === true ? ['1'] : [digitsOf(of)];
      case 'text':
      case 'template':
        // It is printed.
        return ['1'];
      case 'name':
      case 'member':
        return [constants.get(nameOf(of)) ?? ''];
      case 'call':
        return [...returned];
      case 'index':
        return [''];
      case 'conditional':
        return [of.yes, of.no].flatMap(statusesIn);
      default:
        return expressionsOf(of).flatMap(statusesIn);
    }
  };
  return parts.flatMap((part): Placed<HookEnding>[] => {
    const { of } = part;
    const { targets = [], value } = assigned(part) ?? {};
    const [given] = of.kind === 'call' ? of.positional : [];
    const statuses =
      of.kind === 'call' && EXITS.has(nameOf(of.callee))
        ? given
          ? statusesIn(given.value)
          : ['0']
        : value && targets.some((one) => nameOf(one) === 'process.exitCode')
          ? [digitsOf(value)]
          : of.kind === 'throw' && !isCaught && !EXITS.has(thrownName(of.value))
            ? ['1']
            : [];
    const isOwn = statuses.length > 0 && isOwnBranch(part, script);
    return statuses.flatMap((status) =>
      status === '' ? [] : [{ status, part, ...(isOwn && { isOwn: true as const }) }],
    );
  });
}

const thrownName = (of: Code | undefined): string =>
  of === undefined ? '' : nameOf(of.kind === 'call' ? of.callee : of);

/** Whether a branch around a part is one for what fails: of an error, of a test of the program itself, of one that a person starts. */
function isOwnBranch({ around }: Part, script: Script): boolean {
  const nearest = around.at(-1);
  if (nearest && (!nearest.test || isOwnTest(nearest.test, nearest.isElse))) return true;
  return around.some(({ test }) => test && isByPerson(test, script));
}

function isOwnTest(test: Code, isElse = false): boolean {
  const names = namesIn(test);
  // `if not line:`, `if (!line.trim())`
  const of = test.kind === 'not' && !isElse ? test.operand : undefined;
  const asked = of?.kind === 'call' && of.positional.length + of.named.length === 0 ? of.callee : of;
  return (
    (asked !== undefined && nameOf(asked) !== '') ||
    (names.includes('len') && names.includes('sys.argv')) ||
    names.some((name) => OWN_NAMES.test(name))
  );
}

/** `--self-test`: a person starts it so, and no client. */
const isByPerson = (test: Code, { textOf }: Script): boolean =>
  namesIn(test).some((name) => name.includes('argv')) &&
  [...within(test)].some((one) => one.kind === 'text' && /^--\w/.test(textOf(one.pieces)));

/** What a program prints that may be a decision: a member of an object, a key that is set, JSON in a text. */
function answersOf(script: Script): Placed<HookAnswer>[] {
  const { parts, code, textOf } = script;
  const statedBy = (one: Code): string => {
    const of = bare(one);
    if (of.kind === 'text') return /^\w+/.exec(textOf(of.pieces))?.[0] ?? '?';
    return of.kind === 'literal' && typeof of.scalar === 'boolean' ? String(of.scalar) : '?';
  };
  const keyOf = (of: Target): string => {
    if (of.kind === 'index') return of.index.kind === 'text' ? textOf(of.index.pieces) : '';
    return of.kind === 'member' ? of.property : nameOf(of);
  };
  const found = parts.flatMap((part): Placed<HookAnswer>[] => {
    const { of } = part;
    const { targets = [], value } = assigned(part) ?? {};
    const entries = of.kind === 'record' ? of.entries : of.kind === 'call' ? of.named : [];
    const stated = [
      ...targets.flatMap((one) => (value ? [{ key: keyOf(one), value: statedBy(value) }] : [])),
      ...entries.map((one) => ({ key: one.key ?? '', value: statedBy(one.value) })),
    ];
    const text =
      of.kind === 'text' ? textOf(of.pieces) : of.kind === 'template' ? code.slice(of.start, of.end) : '';
    return [...stated.filter(({ key }) => isKey(key)), ...answersInText(text)].map((one) => ({
      ...one,
      part,
    }));
  });
  const prints = parts.flatMap(({ of }) => {
    if (of.kind !== 'call' || !PRINTS.test(nameOf(of.callee))) return [];
    const isError = [...within(of)].some((one) => ERRORS.test(nameOf(one)));
    return { start: of.start, end: of.end, names: namesIn(of), isError };
  });
  return found.map((answer, index) => {
    if (index >= MOST_COMPARED) return answer;
    const around = prints.filter((one) => isIn(one, answer.part));
    if (around.length > 0) return withError(answer, around);
    // `out = {...}`, `out["decision"] = ...`
    const given = parts.findLast((one) => assigned(one) && isIn(one.of, answer.part));
    const [target] = (given && assigned(given)?.targets) ?? [];
    const name = target && baseOf(target);
    return withError(
      answer,
      prints.slice(0, MOST_COMPARED).filter(({ names }) => name !== undefined && names.includes(name)),
    );
  });
}

/** What takes failures of some code, as it is written. */
interface Handler {
  text: string;
  tried: Range;
  handled: Range;
  /** It takes the exit of a program as well. */
  takesExit: boolean;
}

const isIn = ({ start, end }: Range, { of }: Part): boolean => start <= of.start && of.start < end;

/** The handlers of a part of a program that take every failure. */
function handlersAt({ of }: Part, { code }: Script, isPython: boolean): Handler[] {
  if (of.kind === 'call' && catches(of) && of.callee.kind === 'member') {
    const handled = { start: of.callee.end, end: of.end };
    return [{ text: 'catch', tried: of.callee.object, handled, takesExit: false }];
  }
  if (of.kind !== 'try') return [];
  const heads = of.handlers.map(
    ({ start, end }) => /^except[^:]*/.exec(code.slice(start, end))?.[0].trim() ?? '',
  );
  return of.handlers.flatMap((handled, index): Handler[] => {
    const head = heads[index] ?? '';
    const tried = { start: of.start, end: of.handlers[0]?.start ?? of.end };
    if (!isPython) return [{ text: 'catch', tried, handled, takesExit: false }];
    // `except SystemExit: raise` lets its own endings through.
    const takesExit =
      /^except$|\bBaseException\b/.test(head) &&
      !heads.slice(0, index).some((one) => one.includes('SystemExit'));
    return /^except$|(?<![.\w])(?:Base)?Exception\b/.test(head)
      ? [{ text: head, tried, handled, takesExit }]
      : [];
  });
}

/** What takes each failure around the decisions of a program; undefined where nothing does, or it ends with another status. */
function handlerAround(
  script: Script,
  endings: readonly Placed<HookEnding>[],
  denials: readonly Placed<HookAnswer>[],
  isPython: boolean,
): HookHandler | undefined {
  const { parts } = script;
  const stops = endings.filter(({ status, isOwn }) => status !== '0' && (!isOwn || status === '2'));
  const decisions = [...stops, ...denials];
  if (decisions.length === 0) return undefined;
  const reachedFrom = reachIn(script);
  const handlers = parts.flatMap((part) => handlersAt(part, script, isPython)).slice(0, MOST_HANDLERS);
  for (const { text, tried, handled, ...handler } of handlers) {
    const inside = parts.filter((part) => isIn(handled, part));
    const ends = endings.filter(({ part }) => isIn(handled, part));
    if (inside.some(({ of }) => of.kind === 'throw') || ends.some(({ status }) => status !== '0')) continue;
    if (denials.some(({ part }) => isIn(handled, part))) continue;
    const cleared = clearedBy(inside);
    const reached = reachedFrom(tried);
    const isTried = decisions.every(({ part }) => reached.some((range) => isIn(range, part)));
    // `sys.exit` raises what these take; `os._exit` does not.
    const takesEndings =
      isTried &&
      handler.takesExit &&
      denials.length === 0 &&
      stops.every(({ part: { of } }) => of.kind !== 'call' || nameOf(of.callee) !== 'os._exit');
    if (isTried ? takesEndings || ends.length > 0 : decisions.every(({ part }) => runsWhere(part, cleared)))
      return { text, takesEndings };
  }
  return undefined;
}

/** The names that some code sets to false: `deny = False`. */
const clearedBy = (parts: readonly Part[]): ReadonlySet<string> =>
  new Set(
    parts.flatMap((part) => {
      const { targets = [], value } = assigned(part) ?? {};
      const isFalse = value?.kind === 'literal' && (value.scalar === false || value.scalar === null);
      return isFalse ? targets.map(nameOf) : [];
    }),
  );

/** Whether a part runs only where one of some names is true. */
function runsWhere({ around }: Part, names: ReadonlySet<string>): boolean {
  const asks = (test: Code): boolean =>
    test.kind === 'logical' && test.operator === 'and'
      ? asks(test.left) || asks(test.right)
      : names.has(nameOf(test)) && nameOf(test) !== '';
  return around.some(({ test, isElse }) => test && !isElse && asks(test));
}

/** The code of functions by their names. */
function bodiesIn({ parts }: Script): ReadonlyMap<string, Range> {
  const bodies = new Map<string, Range>();
  for (const part of parts) {
    const { of } = part;
    const { targets: [target] = [], value } = assigned(part) ?? {};
    const name =
      of.kind === 'function' ? of.definition.name : value?.kind === 'function' && target && nameOf(target);
    if (name && bodies.size < MOST_BODIES) bodies.set(name, of);
  }
  return bodies;
}

/** Some code, with the bodies of the functions that it calls, and of those that they call. */
function reachIn(script: Script): (from: Range) => Range[] {
  const bodies = bodiesIn(script);
  const uses = script.parts.flatMap((part) => {
    const body = part.of.kind === 'name' ? bodies.get(part.of.name) : undefined;
    return body ? [{ part, body }] : [];
  });
  const called = new Map<Range, ReadonlySet<Range>>();
  const calledIn = (range: Range): ReadonlySet<Range> => {
    const all =
      called.get(range) ?? new Set(uses.flatMap(({ part, body }) => (isIn(range, part) ? [body] : [])));
    called.set(range, all);
    return all;
  };
  return (from) => {
    const found = new Set<Range>([from]);
    for (const range of found) for (const body of calledIn(range)) found.add(body);
    return [...found];
  };
}

const READS: ReadonlySet<string> = new Set(
  'json json.load sys.stdin.read json.loads sys.stdin require'.split(' '),
);
const WRITES_JSON: ReadonlySet<string> = new Set(['json.dumps', 'JSON.stringify']);

/** The one text that a program of Python or JavaScript prints, where it does nothing else but import and read its input. */
export function printedByCode(code: string, language: 'python' | 'script'): string | undefined {
  const script = readInlineScript(code, language === 'python' ? language : 'tsx');
  let printed: string | undefined;
  for (const one of script?.statements ?? []) {
    const of = one.kind === 'expression' || one.kind === 'assign' ? one.value : undefined;
    if (one.kind === 'import' || of?.kind === 'text' || of?.kind === 'module') continue;
    const name = of?.kind === 'call' ? nameOf(of.callee) : '';
    const [given, more] = of?.kind === 'call' ? of.positional : [];
    const isEnd = EXITS.has(name) && (!given || digitsOf(given.value) === '0');
    if (of && (isEnd || namesIn(of).every((each) => READS.has(each)))) continue;
    const isPrint =
      PRINTS.test(name) && !ERRORS.test(name) && !more && of?.kind === 'call' && of.named.length === 0;
    if (printed !== undefined || !isPrint || !given) return undefined;
    const { value } = given;
    const isObject = value.kind === 'call' && WRITES_JSON.has(nameOf(value.callee));
    printed = isObject
      ? value.positional[0] && literalOf(value.positional[0].value, script?.textOf)
      : value.kind === 'text'
        ? script?.textOf(value.pieces)
        : undefined;
    if (printed === undefined) return undefined;
  }
  return printed;
}

/** An object of texts as JSON; undefined where it holds anything that is worked out. */
function literalOf(of: Code, textOf: InlineScript['textOf'] | undefined): string | undefined {
  if (of.kind === 'text') return textOf && JSON.stringify(textOf(of.pieces));
  if (of.kind === 'literal') return String(of.scalar);
  const entries =
    of.kind === 'list'
      ? of.elements.map(({ value }) => literalOf(value, textOf))
      : of.kind === 'record'
        ? of.entries.map(({ key, value }) => {
            const stated = key === undefined ? undefined : literalOf(value, textOf);
            return stated === undefined ? undefined : `${JSON.stringify(key)}:${stated}`;
          })
        : [undefined];
  if (entries.includes(undefined)) return undefined;
  return of.kind === 'list' ? `[${entries.join(',')}]` : `{${entries.join(',')}}`;
}
