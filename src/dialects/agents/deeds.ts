import {
  type CallEffect,
  isAnswered,
  isInterpreter,
  type Operands,
  takesText,
} from '../../effects/calls/index.js';
import { type Housekeeping, isIrreversible, type Tool } from '../../model/index.js';
import {
  type CallTerm,
  type Condition,
  contains,
  dependsOn,
  isSlice,
  pathOf,
  type Reach,
  type ReachedCall,
  type Step,
  type Term,
  type TestStep,
} from '../../program/index.js';
import { isAmongNames, type NamesByModule } from './names-by-module.js';
import {
  AGES,
  ANSWERING,
  FILLING,
  FORMS,
  FRESH_CALLS,
  LISTING,
  LOG_LEVELS,
  OWN_INTERPRETERS,
  PARTS,
  PRESENCE,
  QUIET_CALLS,
  QUIET_METHODS,
  TIMES,
} from './quiet-calls.js';

/** A call of a body with what it does; undefined: nothing is known of it. */
export interface Act {
  readonly call: ReachedCall;
  readonly does: CallEffect | undefined;
}

/** The irreversible calls of a body, by whether the call of the tool decides them (design, programs, section 4). */
export interface Deeds {
  readonly deeds: readonly Act[];
  readonly others: readonly { readonly act: Act; readonly because: Housekeeping }[];
}

/** Facts of a tool that decide: its effect by name and description, and the arguments that are truth values. */
export interface Caller extends Pick<Tool, 'effect'> {
  readonly isFlag: ((name: string) => boolean) | undefined;
}

/** Which irreversible calls are deeds of a tool, and which are housekeeping. */
export function deedsOf(acts: readonly Act[], reach: Reach, tool: Caller): Deeds {
  const questions = questionsOf(acts, reach, tool);
  const deeds: Act[] = [];
  const others: { act: Act; because: Housekeeping }[] = [];
  for (const act of acts) {
    if (!act.does || !isIrreversible(act.does.effect)) continue;
    const because = housekeeping(act, act.does, questions);
    if (because) others.push({ act, because });
    else deeds.push(act);
  }
  return { deeds, others };
}

/**
 * What is run is told apart by the program: a file that the same call wrote before is text of the model, and a program that
 * is no interpreter runs nothing of the text that it is fed.
 */
export function withPrograms(acts: readonly Act[], reach: Reach): readonly Act[] {
  const runs = acts.filter(
    ({ does }) => does && RUNNING.has(does.because.by) && (does.effect === 'unknown' || does.openEnded),
  );
  if (runs.length === 0) return acts;
  const taints = taintsOf(acts, reach);
  const term = ({ call }: Act): CallTerm => reach.termOf(call);
  const written = acts.flatMap((act) => {
    const { target, content } = act.does?.operands ?? {};
    if (content === undefined && !FILLING.has(act.call.name)) return [];
    const own = content === undefined ? givenTo(term(act)) : taints.contentOf(act, { act: 'puts', content });
    if (!own.some(taints.isChosen)) return [];
    const root = rootOf(term(act));
    const keys = target === undefined ? [] : operandsAt(term(act), target).map((one) => keyOf(one));
    return [{ act, keys: new Set([...keys, ...(root.kind === 'call' ? [keyOf(root)] : [])]) }];
  });
  return acts.map((act) => {
    if (!act.does || !runs.includes(act)) return act;
    if (act.does.openEnded) {
      const started = rootOf(term(act));
      const isFed = started.kind === 'call' && started.event !== act.call.event;
      const fed = isFed ? programIn(wordsOf(givenTo(started))[0]) : '';
      if (fed === '' || takesText(fed)) return act;
      return {
        ...act,
        does: { effect: 'unknown', openEnded: false, because: { by: 'command', words: fed } },
      };
    }
    const isFile = (one: Term): boolean =>
      written.some((file) => isBefore(file.act, act) && contains(one, (part) => file.keys.has(keyOf(part))));
    const words = wordsOf(givenTo(term(act)));
    const [program, ...others] = words;
    const name = programIn(program);
    const taken =
      isInterpreter(name) || OWN_INTERPRETERS.has(name) ? others.find((one) => !isSwitch(one)) : program;
    if (!taken || !isFile(taken)) return act;
    const because = { by: 'program-text', words: '' } as const;
    return { ...act, does: { effect: 'destructive', openEnded: true, operands: { act: 'always' }, because } };
  });
}

/** The words of a command: of a list, of a list behind a program, or of one text, which blanks and quotes part. */
function wordsOf([first, second]: readonly Term[]): readonly Term[] {
  if (first?.kind === 'list') return first.items;
  if (second?.kind === 'list' && first) return [first, ...second.items];
  if (first?.kind !== 'computed') return first ? [first] : NO_WORDS;
  return first.parts.flatMap((part): readonly Term[] =>
    part.kind === 'constant' && typeof part.scalar === 'string'
      ? (part.scalar.match(/[^\s"']+/g) ?? []).map((scalar) => ({ kind: 'constant', at: part.at, scalar }))
      : [part],
  );
}

/** The program that a command begins with, where that is known. */
const programIn = (word: Term | undefined): string =>
  word?.kind === 'constant'
    ? (String(word.scalar).trim().split(/\s/, 1)[0] ?? '')
    : ((word && pathOf(word)?.dotted) ?? '');

const NO_WORDS: readonly never[] = [];

const isSwitch = (one: Term): boolean =>
  one.kind === 'constant' && typeof one.scalar === 'string' && one.scalar.startsWith('-');

const isBefore = (a: Act, b: Act): boolean =>
  Math.min(...a.call.event.times) < Math.max(...b.call.event.times);

/** How the table of calls says that something is run. */
const RUNNING: ReadonlySet<string> = new Set(['command', 'program', 'shell-text']);

/** The table of acts: why one is housekeeping; undefined if it is a deed. */
function housekeeping(act: Act, does: CallEffect, q: Questions): Housekeeping | undefined {
  const { operands } = does;
  if (q.isNeverTaken(act)) return 'not-taken';
  if (!operands || operands.act === 'always') return undefined;
  if (q.isOfLogger(act, operands)) return 'log';
  if (q.isNamed(does)) return undefined;
  switch (operands.act) {
    case 'overwrites': {
      const isOwn = does.chosen !== 'path' && !q.isContentChosen(act, operands);
      if (does.chosen !== 'path' && q.isRemovedLater(act)) return 'made-by-this-call';
      if (isOwn && !q.isPicked(act)) return 'not-decided';
      if (q.isMissing(act)) return 'made-by-this-call';
      return q.isAddedTo(act, operands) ? 'put-back' : undefined;
    }
    case 'runs':
      return does.isWorded || q.isPicked(act) || q.isCommanded(does) ? undefined : 'not-decided';
    default: {
      if (does.chosen !== 'path' && q.isMadeBefore(act, operands)) return 'made-by-this-call';
      if (q.isPutBack(act, operands)) return 'put-back';
      if (q.isByAge(act, operands)) return 'by-age';
      if (q.isOfRotation(act, operands)) return 'rotation';
      return q.isSelected(act, operands) || q.isPicked(act) || q.isCertain(act) ? undefined : 'not-decided';
    }
  }
}

/** What the table asks of the calls of one body. */
interface Questions {
  /** No call of the tool takes the branch that it is in. */
  isNeverTaken(act: Act): boolean;
  /** The name or the description of the tool says it. */
  isNamed(does: CallEffect): boolean;
  /** The name says that something changes: a command whose words are fixed is what it does. */
  isCommanded(does: CallEffect): boolean;
  isSelected(act: Act, operands: Operands): boolean;
  isContentChosen(act: Act, operands: Operands): boolean;
  /** It is in a branch that an argument picks. */
  isPicked(act: Act): boolean;
  /** It runs whenever its target is there. */
  isCertain(act: Act): boolean;
  isMadeBefore(act: Act, operands: Operands): boolean;
  isRemovedLater(act: Act): boolean;
  isPutBack(act: Act, operands: Operands): boolean;
  /** A test says that its target is not there. */
  isMissing(act: Act): boolean;
  /** What the file had is read, and written back with more. */
  isAddedTo(act: Act, operands: Operands): boolean;
  isByAge(act: Act, operands: Operands): boolean;
  isOfRotation(act: Act, operands: Operands): boolean;
  /** It is in what writes a log, by its name, and the call does not choose what it acts on. */
  isOfLogger(act: Act, operands: Operands): boolean;
}

function questionsOf(acts: readonly Act[], reach: Reach, { effect, isFlag }: Caller): Questions {
  const taints = taintsOf(acts, reach);
  const term = ({ call }: Act): CallTerm => reach.termOf(call);
  const targetOf = (act: Act, { target }: Operands): readonly Term[] => {
    if (target !== undefined) return operandsAt(term(act), target);
    return [...operandsOf(term(act)), ...taints.after(act).flatMap(givenTo)];
  };
  const named = effect.because.from === 'body' || effect.because.from === 'whole-body' ? undefined : effect;
  const others = (act: Act): readonly Act[] => acts.filter((one) => one !== act);
  const keysOf = (act: Act): ReadonlySet<string> => {
    const { operands } = act.does ?? {};
    return operands?.target === undefined
      ? new Set()
      : new Set(operandsAt(term(act), operands.target).map(keyOf));
  };
  const sharesTarget = (a: Act, b: Act): boolean => {
    const keys = keysOf(a);
    return [...keysOf(b)].some((key) => keys.has(key));
  };
  const conditions = ({ call }: Act): readonly Condition[] => reach.conditionsOf(call);
  const someTest = (act: Act, fits: (test: Term, holds: boolean) => boolean): boolean =>
    conditions(act).some((one) => one.some((step) => step.kind === 'test' && fits(...bared(step))));
  const everyPath = (act: Act, fits: (step: Step) => boolean): boolean =>
    conditions(act).length > 0 && conditions(act).every((one) => one.some(fits));
  const isAge = (one: Term): boolean => (one.kind === 'member' && AGES.has(one.property)) || isFreshCall(one);
  const isAgeTest = (one: Term): boolean =>
    one.kind === 'compare' &&
    (one.operator === 'less' || one.operator === 'at-most') &&
    contains(one, (part) => isAge(part)) &&
    !taints.isChosen(one);
  const isPicking = (test: Term, holds: boolean): boolean => {
    if (reach.isFlag(test)) return reach.isOfCall(test);
    const name = argumentName(test, reach);
    if (name !== undefined && isFlag?.(name)) return true;
    if (test.kind !== 'compare' || !holds) return false;
    if (test.operator !== 'equal' && test.operator !== 'in') return false;
    const [left, right] = [test.left, test.right];
    return (isWritten(right) && taints.isChosen(left)) || (isWritten(left) && taints.isChosen(right));
  };
  return {
    isNeverTaken: (act) => !act.call.isCertain && conditions(act).length === 0,
    isNamed: (does) => named?.effect === does.effect,
    isCommanded: () => named?.effect === 'change',
    isSelected: (act, operands) => targetOf(act, operands).some(taints.selects),
    isContentChosen: (act, operands) => taints.contentOf(act, operands).some((one) => taints.isChosen(one)),
    isPicked: (act) => someTest(act, isPicking),
    isCertain: (act) =>
      act.call.isCertain ||
      conditions(act).some((one) =>
        one.every((step) => step.kind !== 'test' || isTestOfPresence(step.term, act)),
      ),
    isMadeBefore: (act, operands) => {
      const made = others(act).filter(
        (one) =>
          isBefore(one, act) && (one.does?.effect === 'change' || one.does?.operands?.act === 'overwrites'),
      );
      if (made.some((one) => one.does?.chosen !== 'path' && sharesTarget(one, act))) return true;
      const [object] = operands.target === undefined ? [rootOf(term(act))] : [];
      return object?.kind === 'call' && made.some((one) => one.call.event === object.event);
    },
    isRemovedLater: (act) =>
      others(act).some(
        (one) => one.does?.operands?.act === 'deletes' && isBefore(act, one) && sharesTarget(one, act),
      ),
    isMissing: (act) =>
      everyPath(act, (step) => step.kind === 'test' && !bared(step)[1] && isTestOfPresence(step.term, act)),
    isAddedTo: (act, operands) => {
      const keys = keysOf(act);
      const reads = new Set(
        others(act)
          .filter((one) => one.does?.effect === 'read' && !PRESENCE.has(one.call.name) && isBefore(one, act))
          .filter((one) => operandsOf(term(one)).some((each) => keys.has(keyOf(each))))
          .map(({ call }) => placeOf(reach.termOf(call))),
      );
      if (reads.size === 0) return false;
      const isRead = (one: Term): boolean =>
        one.kind === 'list'
          ? one.spreads.some((spread) => contains(spread, isRead))
          : one.kind === 'call' && reads.has(placeOf(one));
      // What is left out, or replaced, is lost.
      const isLost = (one: Term): boolean | undefined => {
        if (one.kind === 'computed') return one.keptBy !== undefined || one.each !== undefined || undefined;
        if (one.kind !== 'call') return undefined;
        const parts = operandsOf(one);
        const given = parts.filter((part) => !contains(part, isRead));
        return (given.length < parts.length && given.some(taints.isChosen)) || undefined;
      };
      const content = taints.contentOf(act, operands);
      return (
        content.some((one) => contains(one, isRead)) &&
        !content.some((one) => dependsOn(one, isLost) !== false)
      );
    },
    isPutBack: (act, operands) => {
      const own = targetOf(act, operands);
      const lost = new Set(own.flatMap((one) => taints.leavesOf(one)));
      const table = operands.sql === undefined ? undefined : tableOf(operands.sql);
      const names = new Set(own.flatMap((one) => namesIn(one)));
      return others(act).some((one) => {
        const puts = one.does?.operands;
        if (!puts || !isBefore(act, one) || (puts.act !== 'puts' && puts.act !== 'overwrites')) return false;
        if (operands.target !== undefined) return sharesTarget(one, act);
        const given = [...operandsOf(term(one)), ...taints.after(one).flatMap(givenTo)];
        const isSame =
          table === undefined
            ? given.flatMap((each) => namesIn(each)).some((name) => names.has(name))
            : puts.sql !== undefined && tableOf(puts.sql) === table;
        const kept = new Set(given.flatMap((each) => taints.leavesOf(each)));
        return isSame && [...lost].every((leaf) => kept.has(leaf));
      });
    },
    isByAge: (act, operands) =>
      everyPath(act, (step) => step.kind === 'test' && isAgeTest(bared(step)[0])) ||
      (operands.sql !== undefined && isAgeOfRows(operands.sql)) ||
      (operands.target === undefined &&
        targetOf(act, operands).some(
          (one) => contains(one, (part) => isCallOf(TIMES, part)) && !taints.isChosen(one),
        )),
    isOfRotation: (act, operands) =>
      (operands.sql !== undefined && KEEPS_NEWEST.test(operands.sql)) ||
      targetOf(act, operands).some((one) =>
        contains(one, (part) => isPartOfListing(part) && !taints.isChosen(part)),
      ),
    isOfLogger: (act, operands) =>
      act.call.via.some(({ name }) => LOG_LEVELS.has(name)) &&
      operands.target !== undefined &&
      !targetOf(act, operands).some(taints.selects),
  };

  /** Whether a test asks only whether the target is there. */
  function isTestOfPresence(test: Term, act: Act): boolean {
    const one = test.kind === 'not' ? test.operand : test;
    if (one.kind !== 'call' || !PRESENCE.has(one.name)) return false;
    const keys = keysOf(act);
    return operandsOf(one).some((part) => keys.has(keyOf(part)));
  }
}

/** Who decides a value of a body. */
interface Taints {
  /** Anything in it depends on the call, also through look-ups. */
  selects(term: Term): boolean;
  /** It has the model's own words, and not what another system answered. */
  isChosen(term: Term): boolean;
  /** What is written by a call, also through what it returns. */
  contentOf(act: Act, operands: Operands): readonly Term[];
  /** The calls that go on from the result of a call: `.where(...)`. */
  after(act: Act): readonly CallTerm[];
  /** The arguments of the tool that a value depends on, by their keys. */
  leavesOf(term: Term): readonly string[];
}

function taintsOf(acts: readonly Act[], reach: Reach): Taints {
  const byEvent = new Map(acts.map((act) => [act.call.event, act] as const));
  const chosen = new Map<Term, boolean>();
  const calls = (): readonly CallTerm[] => acts.map(({ call }) => reach.termOf(call));
  /** A cursor gives what was asked of it before: `cursor.execute(sql, (name,))`, `cursor.fetchone()`. */
  const isAskedBefore = (one: CallTerm): boolean =>
    one.object !== undefined &&
    one.given.length + one.named.size === 0 &&
    calls().some((other) => other !== one && other.object === one.object && givenTo(other).some(selects));
  const known = new Map<Term, boolean>();
  function selects(term: Term): boolean {
    const before = known.get(term);
    if (before !== undefined) return before;
    known.set(term, false);
    const found =
      dependsOn(
        term,
        (one) =>
          reach.isOfCall(one) ||
          one.kind === 'function' ||
          (one.kind === 'call' && isAskedBefore(one)) ||
          undefined,
      ) !== false;
    known.set(term, found);
    return found;
  }
  function isChosen(term: Term): boolean {
    const before = chosen.get(term);
    if (before !== undefined) return before;
    chosen.set(term, false);
    const found =
      dependsOn(term, (one) => {
        if (reach.isOfCall(one)) return true;
        if (one.kind === 'gated')
          return one !== term ? isChosen(one) : one.branches.some((each) => isChosen(each.term));
        return one.kind === 'call' && isOfOther(one) ? false : undefined;
      }) !== false;
    chosen.set(term, found);
    return found;
  }
  /** Whether another system answers a call: a file, a database, a server, a model. */
  function isOfOther({ event, name }: CallTerm): boolean {
    const act = byEvent.get(event);
    const origin = act?.call.origin;
    if (origin && isAmongNames(QUIET_CALLS, { module: origin.module, dotted: origin.path.join('.') }))
      return false;
    if (act && origin && isAnswered({ ...origin, language: act.call.language })) return true;
    if (QUIET_METHODS.has(name)) return false;
    return ANSWERING.has(name);
  }
  const madeOf = new Map<Term, ReadonlySet<CallTerm['event']>>();
  /** The calls that a value is computed from. */
  const callsIn = (term: Term): ReadonlySet<CallTerm['event']> => {
    const found = new Set<CallTerm['event']>();
    if (!madeOf.has(term)) dependsOn(term, (one) => void (one.kind === 'call' && found.add(one.event)));
    const all = madeOf.get(term) ?? found;
    madeOf.set(term, all);
    return all;
  };
  /** The calls that use the result of another: they are called on it, or are given it. */
  const through = ({ event }: CallTerm): readonly CallTerm[] =>
    calls().filter((one) => one.event !== event && operandsOf(one).some((part) => callsIn(part).has(event)));
  return {
    selects,
    isChosen,
    contentOf(act, { content = '' }) {
      const own = reach.termOf(act.call);
      const stated = content === 'handle' ? [own] : operandsAt(own, content);
      return stated.flatMap((one) => {
        const from = rootOf(one);
        const written =
          from.kind === 'call'
            ? through(from).filter(({ event }) => event !== act.call.event || content === 'handle')
            : [];
        return [...(content === 'handle' ? [] : [one]), ...written.flatMap(givenTo)];
      });
    },
    after(act) {
      const { event } = reach.termOf(act.call);
      return calls().filter(
        (one) => one.event !== event && one.object !== undefined && callsIn(one.object).has(event),
      );
    },
    leavesOf(term) {
      const found: string[] = [];
      dependsOn(term, (one) => {
        const isArgument = reach.isOfCall(one) || (one.kind === 'member' && reach.isOfCall(one.object));
        if (isArgument) found.push(keyOf(one));
        return isArgument ? false : undefined;
      });
      return found;
    },
  };
}

/** The arguments of a call. */
const givenTo = ({ given, named }: CallTerm): readonly Term[] => [...given, ...named.values()];

/** What a call is called on, and its arguments. */
const operandsOf = (call: CallTerm): readonly Term[] => [
  ...(call.object ? [call.object] : []),
  ...givenTo(call),
];

/** The first operand that a column points to; all that may be it where an argument is spread. */
function operandsAt(call: CallTerm, where: string): readonly Term[] {
  if (where === 'all') return operandsOf(call);
  for (const route of where.split('|')) {
    const [first = '', ...members] = route.split('.');
    const start =
      first === 'receiver'
        ? call.object
        : /^\d+$/.test(first)
          ? call.given[Number(first)]
          : (call.named.get(first) ?? call.given.flatMap((one) => memberIn(one, first) ?? [])[0]);
    const found = members.reduce<Term | undefined>((one, name) => one && memberIn(one, name), start);
    if (found) return [found];
  }
  return call.event.positional.some(({ spread }) => spread) ? givenTo(call) : [];
}

const memberIn = (term: Term, name: string): Term | undefined =>
  term.kind === 'record' ? term.members.get(name) : undefined;

/** What a value is taken from: `Document()` of `document.tables[0].rows`. */
function rootOf(start: Term): Term {
  let one = start;
  for (;;) {
    const next =
      one.kind === 'call' || one.kind === 'member' || one.kind === 'index' ? one.object : undefined;
    if (next === undefined || next.kind === 'name' || next.kind === 'outside') return one;
    one = next;
  }
}

/** A test without its negations, and whether it holds then. */
function bared({ term, holds }: TestStep): [Term, boolean] {
  let one = term;
  let side = holds;
  for (; one.kind === 'not'; one = one.operand) side = !side;
  return [one, side];
}

/** Whether a term is a constant that says something, or a list of some. */
const isWritten = (one: Term): boolean =>
  one.kind === 'constant'
    ? one.scalar !== undefined && one.scalar !== null && one.scalar !== ''
    : one.kind === 'list' && one.items.length > 0 && one.items.every(isWritten);

/** The name of an argument of the tool that a term is. */
function argumentName(term: Term, reach: Reach): string | undefined {
  if (term.kind === 'parameter') return reach.isOfCall(term) ? term.name : undefined;
  return term.kind === 'member' && reach.isOfCall(term.object) ? term.property : undefined;
}

/** Whether a term is the time, or a random part of a name. */
export const isFreshCall = (term: Term): boolean => isCallOf(FRESH_CALLS, term);

function isCallOf(names: NamesByModule, term: Term): boolean {
  const name = term.kind === 'call' ? pathOf(term.callee) : undefined;
  return name !== undefined && isAmongNames(names, name);
}

/** Whether a term is a part of what a folder has: `backups[3:]`, `files.pop(0)`. */
function isPartOfListing(one: Term): boolean {
  const isPart =
    isSlice(one) ||
    (one.kind === 'call' && PARTS.has(one.name)) ||
    (one.kind === 'index' && one.index.kind === 'constant');
  const whole = one.kind === 'call' || one.kind === 'index' ? one.object : one;
  return (
    isPart && whole !== undefined && contains(whole, (part) => part.kind === 'call' && LISTING.has(part.name))
  );
}

/** All but the newest rows. */
const KEEPS_NEWEST = /\bnot\s+in\s*\(\s*select\b[^;]*\blimit\b|\border\s+by\b[^;]*\blimit\b/i;

/** Whether a statement picks rows by their age, and not by another key alone. */
const isAgeOfRows = (sql: string): boolean => /\bwhere\b[^;]*\w\s*<=?\s*[^>=]/i.test(sql);

/** The table of a statement. */
const tableOf = (sql: string): string | undefined =>
  /\b(?:from|into|table|update)\s+(?:if\s+exists\s+)?["'`[]?([\w.]+)/i.exec(sql)?.[1]?.toLowerCase();

/** Classes and tables that a term names. */
function namesIn(term: Term): readonly string[] {
  const found: string[] = [];
  dependsOn(term, (one) => {
    if (one.kind === 'outside' || one.kind === 'name' || one.kind === 'function' || one.kind === 'computed')
      found.push(keyOf(one));
    else if (one.kind === 'constant' && typeof one.scalar === 'string') found.push(keyOf(one));
    return undefined;
  });
  return found;
}

/** The same for one call in one context. */
const placeOf = ({ at: { file, span }, event }: CallTerm): string =>
  `call ${file.file} ${span.start} ${event.context.number}`;

const DEEPEST_KEY = 12;

/** What names the same thing has the same key: a path is the same through `Path(...)` and as a text. */
function keyOf(term: Term, depth = 0): string {
  if (depth > DEEPEST_KEY) return `${term.at.span.start}`;
  const inner = (one: Term): string => keyOf(one, depth + 1);
  const { file, span } = term.at;
  switch (term.kind) {
    case 'constant':
      return String(term.scalar);
    case 'parameter':
      return `<${term.of.start} ${term.name}>`;
    case 'name':
      return `name ${term.name}`;
    case 'outside':
      return `${term.origin.module} ${term.origin.dotted}`;
    case 'member':
      return `${inner(term.object)}.${term.property}`;
    case 'call': {
      const isForm = isCallOf(FORMS, term) || pathOf(term.callee)?.dotted.endsWith('.join') === true;
      return isForm ? term.given.map(inner).join('/') : placeOf(term);
    }
    case 'computed':
      return term.parts.length > 0 ? term.parts.map(inner).join('/') : `${file.file} ${span.start}`;
    default:
      return `${term.kind} ${file.file} ${span.start}`;
  }
}
