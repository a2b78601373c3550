import { CALL_DOMAINS } from '../../effects/calls/domains.js';
import {
  type CallEffect,
  isAnswered,
  isInterpreter,
  type Operands,
  takesText,
} from '../../effects/calls/index.js';
import { type Housekeeping, isIrreversible, type Tool } from '../../model/index.js';
import {
  type CallShape,
  type Condition,
  bared,
  callIn,
  callOf,
  constantIn,
  contains,
  dependsOn,
  isSameValue,
  isSlice,
  isThreshold,
  kindOf,
  kindsIn,
  madeConstant,
  memberIn,
  parameterIn,
  pathOf,
  type Reach,
  type ReachedCall,
  type Shape,
  shapeOf,
  type Traced,
  testedIn,
  textOf,
  type Value,
} from '../../program/index.js';
import { keptForBoth, keptIn } from '../../model/once.js';
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

/** Which irreversible calls are deeds of a tool, and which are housekeeping. `around`: all calls of the same run. */
export function deedsOf(
  { acts, reach, around = () => acts }: { acts: readonly Act[]; reach: Reach; around?(): readonly Act[] },
  tool: Caller,
): Deeds {
  const deeds: Act[] = [];
  const others: { act: Act; because: Housekeeping }[] = [];
  let questions: Questions | undefined;
  for (const act of acts) {
    if (!act.does || !isIrreversible(act.does.effect)) continue;
    questions ??= questionsOf(around(), reach, tool);
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
  const written = acts.flatMap((act) => {
    const { target, content } = act.does?.operands ?? {};
    if (content === undefined && !FILLING.has(act.call.name)) return [];
    const call = callOfAct(act);
    const own = content === undefined ? givenTo(call) : taints.contentOf(act, { act: 'puts', content });
    if (!own.some(taints.isChosen)) return [];
    const root = callIn(rootOf(call));
    const keys = target === undefined ? [] : operandsAt(call, target).map((one) => keyOf(one));
    return [{ act, keys: new Set([...keys, ...(root ? [keyOf(root)] : [])]) }];
  });
  return acts.map((act) => {
    if (!act.does || !runs.includes(act)) return act;
    if (act.does.openEnded) {
      const started = callIn(rootOf(callOfAct(act)));
      const isFed = started && started.event !== act.call.event;
      const fed = isFed ? programIn(wordsOf(givenTo(started))[0]) : '';
      if (fed === '' || takesText(fed)) return act;
      return {
        ...act,
        does: { effect: 'unknown', openEnded: false, because: { by: 'command', words: fed } },
      };
    }
    const isFile = (one: Value): boolean =>
      written.some((file) => isBefore(file.act, act) && contains(one, (part) => file.keys.has(keyOf(part))));
    const words = wordsOf(givenTo(callOfAct(act)));
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
function wordsOf([first, second]: readonly Value[]): readonly Value[] {
  if (!first) return [];
  const shape = shapeOf(first);
  if (shape.kind === 'list') return shape.items;
  const others = second && shapeOf(second);
  if (others?.kind === 'list') return [first, ...others.items];
  if (shape.kind !== 'computed') return [first];
  return shape.parts.flatMap(
    (part) =>
      textOf(part)
        ?.match(/[^\s"']+/g)
        ?.map((word) => madeConstant(part.at, word)) ?? part,
  );
}

/** The program that a command begins with, where that is known. */
function programIn(word: Value | undefined): string {
  const constant = constantIn(word);
  if (constant) return String(constant.scalar).trim().split(/\s/, 1)[0] ?? '';
  return (word && pathOf(word)?.dotted) ?? '';
}

const isSwitch = (one: Value): boolean => textOf(one)?.startsWith('-') === true;

/** The call of an act, with what it is given. */
const callOfAct = ({ call }: Act): CallShape => callOf(call.event);

const isBefore = (a: Act, b: Act): boolean =>
  Math.min(...a.call.event.times) < Math.max(...b.call.event.times);

/** Packages that send messages. */
const MESSENGERS: ReadonlySet<string> = new Set(
  CALL_DOMAINS.flatMap(({ name, imports }) => (name === 'messages' ? imports : [])),
);

/** How the table of calls says that something is run. */
const RUNNING: ReadonlySet<string> = new Set(['command', 'program', 'shell-text']);

/** The table of acts: why one is housekeeping; undefined if it is a deed. */
function housekeeping(act: Act, does: CallEffect, q: Questions): Housekeeping | undefined {
  const { operands } = does;
  if (q.isNeverTaken(act)) return 'not-taken';
  if (q.isAlert(act, does)) return 'alert';
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
  /** It reports an error, to a fixed address or in words that the call does not choose; the tool itself sends nothing. */
  isAlert(act: Act, does: CallEffect): boolean;
  /** It is in what writes a log, by its name, and the call does not choose what it acts on. */
  isOfLogger(act: Act, operands: Operands): boolean;
}

function questionsOf(acts: readonly Act[], reach: Reach, { effect, isFlag }: Caller): Questions {
  const taints = taintsOf(acts, reach);
  const targetOf = (act: Act, { target }: Operands): readonly Value[] => {
    if (target !== undefined) return operandsAt(callOfAct(act), target);
    return [...operandsOf(callOfAct(act)), ...taints.after(act).flatMap(givenTo)];
  };
  const named = effect.because.from === 'body' || effect.because.from === 'whole-body' ? undefined : effect;
  const others = (act: Act): readonly Act[] => acts.filter((one) => one.call.event !== act.call.event);
  const keysOf = (act: Act): ReadonlySet<string> => {
    const { operands } = act.does ?? {};
    return operands?.target === undefined
      ? new Set()
      : new Set(operandsAt(callOfAct(act), operands.target).map((one) => keyOf(one)));
  };
  const sharesTarget = (a: Act, b: Act): boolean => {
    const keys = keysOf(a);
    return [...keysOf(b)].some((key) => keys.has(key));
  };
  const conditions = ({ call }: Act): readonly Condition[] => reach.conditionsOf(call);
  /** Whether a condition has a test that fits, without its negations. */
  const hasTest = (one: Condition, fits: (test: Value, holds: boolean) => boolean): boolean =>
    one.some((guard) => {
      if (guard.kind !== 'test') return false;
      const { value, holds } = bared(guard.test.value, guard.holds);
      return fits(value, holds);
    });
  const everyPath = (act: Act, fits: (test: Value, holds: boolean) => boolean): boolean =>
    conditions(act).length > 0 && conditions(act).every((one) => hasTest(one, fits));
  const isAge = (one: Traced): boolean => {
    const shape = shapeOf(one);
    return (shape.kind === 'member' && AGES.has(shape.property)) || isFreshCall(one);
  };
  const isAgeTest = (test: Value): boolean =>
    isThreshold(test) && contains(test, isAge) && !taints.isChosen(test);
  const isPicking = (test: Value, holds: boolean): boolean => {
    if (reach.isFlag(test)) return taints.isChosen(test);
    const name = argumentName(test, reach);
    if (name !== undefined && isFlag?.(name)) return true;
    const shape = shapeOf(test);
    if (shape.kind !== 'compare' || !holds) return false;
    if (shape.operator !== 'equal' && shape.operator !== 'in') return false;
    const { left, right } = shape;
    return (isWritten(right) && taints.isChosen(left)) || (isWritten(left) && taints.isChosen(right));
  };
  return {
    isNeverTaken: (act) => !act.call.isCertain && conditions(act).length === 0,
    isNamed: (does) => named?.effect === does.effect,
    isCommanded: () => named?.effect === 'change',
    isSelected: (act, operands) => targetOf(act, operands).some(taints.selects),
    isContentChosen: (act, operands) => taints.contentOf(act, operands).some(taints.isChosen),
    isPicked: (act) => conditions(act).some((one) => hasTest(one, isPicking)),
    isCertain: (act) =>
      act.call.isCertain ||
      conditions(act).some((one) => testedIn(one).every((test) => isTestOfPresence(bared(test).value, act))),
    isMadeBefore: (act, operands) => {
      const made = others(act).filter(
        (one) =>
          isBefore(one, act) && (one.does?.effect === 'change' || one.does?.operands?.act === 'overwrites'),
      );
      const keys = keysOf(act);
      const isOfIt = (one: Act): boolean =>
        sharesTarget(one, act) ||
        (one.does?.operands === undefined &&
          operandsOf(callOfAct(one)).some((each) => keys.has(keyOf(each))));
      if (made.some((one) => one.does?.chosen !== 'path' && isOfIt(one))) return true;
      const results = new Set(
        made.map(callOfAct).flatMap(({ name, event }) => (CREATES.test(name) ? event : [])),
      );
      const isMade = (one: Value): boolean => isOfResult(one, results);
      const given = [...givenTo(callOfAct(act)), ...taints.after(act).flatMap(givenTo)];
      if (given.some(isMade) && given.every((one) => isMade(one) || !taints.isChosen(one))) return true;
      const object = operands.target === undefined ? callIn(rootOf(callOfAct(act))) : undefined;
      return object !== undefined && made.some((one) => one.call.event === object.event);
    },
    isRemovedLater: (act) =>
      others(act).some(
        (one) => one.does?.operands?.act === 'deletes' && isBefore(act, one) && sharesTarget(one, act),
      ),
    isMissing: (act) => everyPath(act, (test, holds) => !holds && isTestOfPresence(test, act)),
    isAddedTo: (act, operands) => {
      const keys = keysOf(act);
      const reads = new Set(
        others(act)
          .filter((one) => one.does?.effect === 'read' && !PRESENCE.has(one.call.name) && isBefore(one, act))
          .filter((one) => operandsOf(callOfAct(one)).some((each) => keys.has(keyOf(each))))
          .map((one) => placeOf(callOfAct(one))),
      );
      if (reads.size === 0) return false;
      const isRead = (one: Traced, left = DEEPEST_SPREAD): boolean => {
        const shape = shapeOf(one);
        if (shape.kind === 'call') return reads.has(placeOf(shape));
        const isIn = (each: Traced): boolean => isRead(each, left - 1);
        return shape.kind === 'list' && left > 0 && shape.spreads.some((spread) => contains(spread, isIn));
      };
      const hasRead = (one: Traced): boolean => contains(one, (each) => isRead(each));
      // What is left out, or replaced, is lost.
      const isLost = (one: Traced): boolean | undefined => {
        const shape = shapeOf(one);
        if (shape.kind === 'computed')
          return shape.keptBy !== undefined || shape.each !== undefined || undefined;
        if (shape.kind !== 'call') return undefined;
        const parts = operandsOf(shape);
        const given = parts.filter((part) => !hasRead(part));
        return (given.length < parts.length && given.some(taints.isChosen)) || undefined;
      };
      const content = taints.contentOf(act, operands);
      return content.some(hasRead) && !content.some((one) => dependsOn(one, isLost) !== false);
    },
    isPutBack: (act, operands) => {
      const own = targetOf(act, operands);
      const lost = new Set(own.flatMap((one) => taints.leavesOf(one)));
      const table = operands.sql === undefined ? undefined : tableOf(operands.sql);
      const names = new Set(own.flatMap(namesIn));
      return others(act).some((one) => {
        const puts = one.does?.operands;
        if (!puts || !isBefore(act, one) || (puts.act !== 'puts' && puts.act !== 'overwrites')) return false;
        if (operands.target !== undefined) return sharesTarget(one, act);
        const given = [...operandsOf(callOfAct(one)), ...taints.after(one).flatMap(givenTo)];
        const isSame =
          table === undefined
            ? given.flatMap(namesIn).some((name) => names.has(name))
            : puts.sql !== undefined && tableOf(puts.sql) === table;
        const kept = new Set(given.flatMap((each) => taints.leavesOf(each)));
        return isSame && [...lost].every((leaf) => kept.has(leaf));
      });
    },
    isByAge: (act, operands) =>
      everyPath(act, isAgeTest) ||
      (operands.sql !== undefined && isAgeOfRows(operands.sql)) ||
      (operands.target === undefined &&
        targetOf(act, operands).some(
          (one) => contains(one, (part) => isCallOf(TIMES, part)) && !taints.isChosen(one),
        )),
    isOfRotation: (act, operands) =>
      (operands.sql !== undefined && KEEPS_NEWEST.test(operands.sql)) ||
      targetOf(act, operands).some((one) =>
        contains(one, (part) => isPartOfListing(part) && !taints.isChosen(part), LISTED),
      ),
    isAlert: (act, does) =>
      (does.because.by === 'webhook' || isUnchosenMessage(act)) &&
      named?.effect !== does.effect &&
      conditions(act).length > 0 &&
      conditions(act).every((one) => one.some(({ kind }) => kind === 'caught')),
    isOfLogger: (act, operands) =>
      act.call.via.some(({ name }) => LOG_LEVELS.has(name)) &&
      operands.target !== undefined &&
      !targetOf(act, operands).some(taints.selects),
  };

  /** Whether it sends a message of which the model chooses nothing: a mail to the owner of an account. */
  function isUnchosenMessage(act: Act): boolean {
    const { module = '' } = act.call.origin ?? {};
    return MESSENGERS.has(module) && !operandsOf(callOfAct(act)).some(taints.isChosen);
  }

  /** Whether a test asks only whether the target is there. */
  function isTestOfPresence(test: Value, act: Act): boolean {
    const call = callIn(test);
    if (!call || !PRESENCE.has(call.name)) return false;
    const keys = keysOf(act);
    return operandsOf(call).some((part) => keys.has(keyOf(part)));
  }
}

/** Who decides a value of a body. */
interface Taints {
  /** Anything in it depends on the call, also through look-ups. */
  selects(value: Value): boolean;
  /** It has the model's own words, and not what another system answered. */
  isChosen(value: Traced): boolean;
  /** What is written by a call, also through what it returns. */
  contentOf(act: Act, operands: Operands): readonly Traced[];
  /** The calls that go on from the result of a call: `.where(...)`. */
  after(act: Act): readonly CallShape[];
  /** The arguments of the tool that a value depends on, by their keys. */
  leavesOf(value: Value): readonly string[];
}

/** What several tools ask of one body. */
const taintsOf = keptForBoth((acts: readonly Act[], reach: Reach): Taints => {
  const byEvent = new Map(acts.map((act) => [act.call.event, act] as const));
  const chosen = new Map<Shape, boolean>();
  const calls = (): readonly CallShape[] => acts.map(callOfAct);
  /** A cursor gives what was asked of it before: `cursor.execute(sql, (name,))`, `cursor.fetchone()`. */
  const isAskedBefore = ({ event, object, given, named }: CallShape): boolean =>
    object !== undefined &&
    given.length + named.size === 0 &&
    calls().some(
      (other) => other.event !== event && isSameValue(object, other.object) && givenTo(other).some(selects),
    );
  const known = new Map<Shape, boolean>();
  const selects = (value: Value): boolean =>
    keptIn(
      known,
      shapeOf(value),
      () =>
        dependsOn(value, (one) => {
          const shape = shapeOf(one);
          const isAsked = shape.kind === 'call' && isAskedBefore(shape);
          return reach.isOfCall(one) || shape.kind === 'function' || isAsked || undefined;
        }) !== false,
      false,
    );
  function isChosen(value: Traced): boolean {
    const whole = shapeOf(value);
    const isOne = () =>
      dependsOn(value, (one) => {
        if (reach.isOfCall(one)) return true;
        const shape = shapeOf(one);
        if (shape.kind === 'gated')
          return shape !== whole ? isChosen(one) : shape.branches.some((each) => isChosen(each.value));
        return shape.kind === 'call' && isOfOther(shape) ? false : undefined;
      }) !== false;
    return keptIn(chosen, whole, isOne, false);
  }
  /** Whether another system answers a call: a file, a database, a server, a model. */
  function isOfOther({ event, name }: CallShape): boolean {
    const act = byEvent.get(event);
    const origin = act?.call.origin;
    if (origin && isAmongNames(QUIET_CALLS, { module: origin.module, dotted: origin.path.join('.') }))
      return false;
    if (act && origin && isAnswered({ ...origin, language: act.call.language })) return true;
    if (QUIET_METHODS.has(name)) return false;
    return ANSWERING.has(name);
  }
  const madeOf = new Map<Shape, ReadonlySet<object | undefined>>();
  /** The calls that a value is computed from. */
  const callsIn = (value: Value): ReadonlySet<object | undefined> =>
    keptIn(madeOf, shapeOf(value), () => {
      const found = new Set<object | undefined>();
      dependsOn(value, (one) => void found.add(callIn(one)?.event));
      return found;
    });
  /** The calls that use the result of another: they are called on it, or are given it. */
  const through = ({ event }: CallShape): readonly CallShape[] =>
    calls().filter((one) => one.event !== event && operandsOf(one).some((part) => callsIn(part).has(event)));
  return {
    selects,
    isChosen,
    contentOf(act, { content = '' }) {
      const own = callOfAct(act);
      const stated: readonly Traced[] = content === 'handle' ? [own] : operandsAt(own, content);
      return stated.flatMap((one) => {
        const from = callIn(rootOf(one));
        const written = from
          ? through(from).filter(({ event }) => event !== act.call.event || content === 'handle')
          : [];
        return [...(content === 'handle' ? [] : [one]), ...written.flatMap(givenTo)];
      });
    },
    after(act) {
      const { event } = act.call;
      return calls().filter(
        (one) => one.event !== event && one.object !== undefined && callsIn(one.object).has(event),
      );
    },
    leavesOf(value) {
      const found: string[] = [];
      dependsOn(value, (one) => {
        const isArgument = argumentName(one, reach) !== undefined || reach.isOfCall(one);
        if (isArgument) found.push(keyOf(one));
        return isArgument ? false : undefined;
      });
      return found;
    },
  };
});

/** The arguments of a call. */
const givenTo = ({ given, named }: CallShape): readonly Value[] => [...given, ...named.values()];

/** A call whose result names what it has made. */
const CREATES = /^create(?=$|[_A-Z])/;

/** Whether a value is part of the result of one of these calls, or a constant in place of it. */
function isOfResult(value: Value, results: ReadonlySet<unknown>): boolean {
  const shape = shapeOf(value);
  if (shape.kind === 'member' || shape.kind === 'index') return isOfResult(shape.object, results);
  if (shape.kind === 'call') return results.has(shape.event);
  const choices =
    shape.kind === 'gated'
      ? shape.branches.map((one) => one.value)
      : shape.kind === 'either'
        ? shape.members
        : [];
  const chosen = choices.filter((one) => constantIn(one) === undefined);
  return chosen.length > 0 && chosen.every((one) => isOfResult(one, results));
}

/** What a call is called on, and its arguments. */
const operandsOf = (call: CallShape): readonly Value[] => [
  ...(call.object ? [call.object] : []),
  ...givenTo(call),
];

/** The first operand that a column points to; all that may be it where an argument is spread. */
function operandsAt(call: CallShape, where: string): readonly Value[] {
  if (where === 'all') return operandsOf(call);
  for (const route of where.split('|')) {
    const [first = '', ...members] = route.split('.');
    const start =
      first === 'receiver'
        ? call.object
        : /^\d+$/.test(first)
          ? call.given[Number(first)]
          : (call.named.get(first) ?? call.given.flatMap((one) => memberIn(one, first) ?? [])[0]);
    const found = members.reduce<Value | undefined>((one, name) => one && memberIn(one, name), start);
    if (found) return [found];
  }
  return call.event.positional.some(({ spread }) => spread) ? givenTo(call) : [];
}

/** What a value is taken from: `Document()` of `document.tables[0].rows`. */
function rootOf(start: Traced): Traced {
  let one = start;
  for (let left = DEEPEST_ROOT; left > 0; left--) {
    const shape = shapeOf(one);
    const next =
      shape.kind === 'call' || shape.kind === 'member' || shape.kind === 'index' ? shape.object : undefined;
    if (!next || ['name', 'outside'].includes(shapeOf(next).kind)) break;
    one = next;
  }
  return one;
}

/** Calls and members of each other that are looked through. */
const DEEPEST_ROOT = 250;

/** Whether a value is a constant that says something, or a list of some. */
function isWritten(value: Value, depth = 0): boolean {
  const shape = shapeOf(value);
  if (shape.kind === 'constant') return (shape.scalar ?? '') !== '';
  if (shape.kind !== 'list' || shape.items.length === 0 || depth > DEEPEST_KEY) return false;
  return shape.items.every((one) => isWritten(one, depth + 1));
}

/** The name of an argument of the tool that a value is. */
function argumentName(value: Traced, reach: Reach): string | undefined {
  const shape = shapeOf(value);
  if (shape.kind === 'member') return reach.isOfCall(shape.object) ? shape.property : undefined;
  return reach.isOfCall(value) ? parameterIn(value)?.name : undefined;
}

/** Whether a value is the time, or a random part of a name. */
export const isFreshCall = (one: Traced): boolean => isCallOf(FRESH_CALLS, one);

function isCallOf(names: NamesByModule, one: Traced): boolean {
  const call = callIn(one);
  const name = call && pathOf(call.callee);
  return name !== undefined && isAmongNames(names, name);
}

/** Whether a value is a part of what a folder has: `backups[3:]`, `files.pop(0)`. */
function isPartOfListing(one: Traced): boolean {
  const shape = shapeOf(one);
  const isPart =
    isSlice(one) ||
    (shape.kind === 'call' && PARTS.has(shape.name)) ||
    (shape.kind === 'index' && constantIn(shape.index) !== undefined);
  const whole = shape.kind === 'call' || shape.kind === 'index' ? shape.object : one;
  return isPart && whole !== undefined && kindsIn(whole, LISTINGS) !== 0;
}

const LISTED = kindOf(isPartOfListing);
const LISTINGS = kindOf((one) => LISTING.has(callIn(one)?.name ?? ''));

/** All but the newest rows. */
const KEEPS_NEWEST = /\bnot\s+in\s*\(\s*select\b[^;]*\blimit\b|\border\s+by\b[^;]*\blimit\b/i;

/** Whether a statement picks rows by their age, and not by another key alone. */
const isAgeOfRows = (sql: string): boolean => /\bwhere\b[^;]*\w\s*<=?\s*[^>=]/i.test(sql);

/** The table of a statement. */
const tableOf = (sql: string): string | undefined =>
  /\b(?:from|into|table|update)\s+(?:if\s+exists\s+)?["'`[]?([\w.]+)/i.exec(sql)?.[1]?.toLowerCase();

/** Classes and tables that a value names. */
function namesIn(value: Value): readonly string[] {
  const found: string[] = [];
  dependsOn(value, (one) => {
    if (NAMING.has(shapeOf(one).kind) || textOf(one) !== undefined) found.push(keyOf(one));
    return undefined;
  });
  return found;
}

const NAMING: ReadonlySet<Shape['kind']> = new Set(['outside', 'name', 'function', 'computed']);

/** The same for one call in one context. */
const placeOf = ({ at: { file, span }, event }: CallShape): string =>
  `call ${file.file} ${span.start} ${event.context.number}`;

const DEEPEST_KEY = 12;

/** Spreads of what is spread. */
const DEEPEST_SPREAD = 4;

/** What names the same thing has the same key: a path is the same through `Path(...)` and as a text. */
function keyOf(value: Traced, depth = 0): string {
  const shape = shapeOf(value);
  const { file, span } = shape.at;
  if (depth > DEEPEST_KEY) return `${span.start}`;
  const inner = (one: Value): string => keyOf(one, depth + 1);
  switch (shape.kind) {
    case 'constant':
      return String(shape.scalar);
    case 'parameter':
      return `<${shape.value.of.definition.start} ${shape.value.name}>`;
    case 'name':
      return `name ${shape.name}`;
    case 'outside':
      return `${shape.origin.module} ${shape.origin.dotted}`;
    case 'member':
      return `${inner(shape.object)}.${shape.property}`;
    case 'call': {
      const isForm = isCallOf(FORMS, shape) || pathOf(shape.callee)?.dotted.endsWith('.join') === true;
      return isForm ? shape.given.map(inner).join('/') : placeOf(shape);
    }
    case 'computed':
      return shape.parts.length > 0 ? shape.parts.map(inner).join('/') : `${file.file} ${span.start}`;
    default:
      return `${shape.kind} ${file.file} ${span.start}`;
  }
}
