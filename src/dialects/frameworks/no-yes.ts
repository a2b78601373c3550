import { codeSpan, type GateFlaw } from '../../model/index.js';
import {
  bared,
  callIn,
  type CallShape,
  type Condition,
  contains,
  dependsOn,
  type Guard,
  isKnownAs,
  kindOf,
  kindsIn,
  type Known,
  memberIn,
  pathOf,
  placeOfValue,
  shapeOf,
  simplified,
  sourceOf,
  spellingOf,
  testedIn,
  type TestGuard,
  textOf,
  textsIn,
  type Traced,
  type Value,
  valueWhere,
  type Visit,
} from '../../program/index.js';
import { type NamesByModule, namesByModule, namesOfBoth, withoutPrefix } from '../agents/names-by-module.js';
import facts from './deciders/deciders.json' with { type: 'json' };

/** Calls that return the line that a person types, and what has such lines as items. */
const LINES = namesByModule(facts.lines);
const STREAMS = namesByModule(facts.streams);
/** Calls that ask several questions, and types of these. */
const FORMS = namesByModule(facts.forms);
const FIELDS = namesByModule(facts.fields);
/** Calls that run a function which they are given. */
const RUNNING = namesByModule(facts.running);
/** Calls that take no empty line, and the options that say what one gives. */
const INSISTENT = namesByModule(facts.insistent);
const DEFAULTS = facts.defaults.split(' ');
/** Calls that return true or false, and those that return the words yes and no. */
const CHOICES = namesByModule(facts.choices);
const WORDED = namesByModule(facts.worded);
/** Calls whose promise gives a symbol where a person cancels: it is true, and equals nothing. */
const SYMBOLS = namesByModule(facts.symbols);
/** Calls that make a question which another call asks. */
const MADE = namesByModule(facts.made);

const PROMISES = namesByModule(facts.promises);

const CANCELLED = Symbol('cancelled');

/** What no yes is: an empty line, two that decline, other texts and numbers, all of which run it, and no answer at all. */
const NO_YES: readonly (readonly (string | symbol)[])[] = [[''], ['n'], ['no'], ['0', '9'], [CANCELLED]];

/** Whether a call itself, or a value, is among some names; what is done with its answer has a longer path. */
function isNamed(one: Traced, names: NamesByModule): boolean {
  const path = pathOf(callIn(one)?.callee ?? one);
  if (!path) return false;
  const { module, dotted } = withoutPrefix(path);
  return (names.get(module) ?? []).some((name) => (name === '*' ? !dotted.includes('(') : name === dotted));
}

/** Whether a value is a line that a person types. */
function isLine(one: Traced): boolean {
  const shape = shapeOf(one);
  if (shape.kind === 'item') return isNamed(shape.of, STREAMS);
  if (shape.kind !== 'call') return false;
  if (isNamed(shape, LINES)) return true;
  return isNamed(shape, RUNNING) && shape.given.some((given) => !callIn(given) && isNamed(given, LINES));
}

/** The question of a form that a value is the answer to: `(await inquirer.prompt([{ type: 'input', name: 'ok' }])).ok`. */
function fieldOf(one: Traced): Value | undefined {
  const shape = shapeOf(one);
  const form = shape.kind === 'member' ? callIn(shape.object) : undefined;
  const [first] = form && isNamed(form, FORMS) ? form.given : [];
  if (shape.kind !== 'member' || !first) return undefined;
  const list = shapeOf(first);
  const questions = list.kind === 'list' ? list.items : [first];
  return questions.find((each) => textOf(memberIn(each, 'name')) === shape.property);
}

const isField = (field: Value, kind: string): boolean =>
  FIELDS.get(kind)?.includes(textOf(memberIn(field, 'type')) ?? '') === true;

/** Whether a value is what a person types or chooses. */
const isAnswer = (one: Traced): boolean => isLine(one) || isNamed(one, ANSWERS) || fieldOf(one) !== undefined;

const ANSWERS = [CHOICES, WORDED, SYMBOLS].reduce(namesOfBoth);

const ANSWER = kindOf(isAnswer);

/** The answers of people that a value depends on. */
function answersIn(value: Traced): readonly Traced[] {
  const found: Traced[] = [];
  dependsOn(value, (one) => {
    if (!isAnswer(one)) return undefined;
    found.push(one);
    return false;
  });
  return found;
}

/** Whether a value is computed from a line that a person types. */
export const isTyped = (value: Traced): boolean => contains(value, isLine, ANSWER);

/** What an option of a question is: of the call, of the one that makes the question, of an object that it is given. */
function optionOf(call: CallShape, name: string): Value | undefined {
  const made = callIn(call.object);
  const stated = [call, ...(made ? [made] : [])].map(
    ({ named, given: [first] }) => named.get(name) ?? (first && memberIn(first, name)),
  );
  return stated.find((one) => one !== undefined);
}

/** What an empty line gives. */
function defaultOf(asked: Traced): Value | undefined {
  const field = fieldOf(asked);
  const call = callIn(asked);
  const [, second] = (callIn(call?.object) ?? call)?.given ?? [];
  const stated = DEFAULTS.map((name) => (field ? memberIn(field, name) : call && optionOf(call, name))).find(
    (one) => one !== undefined,
  );
  return stated ?? (textOf(second) === undefined ? undefined : second);
}

/** What a question gives where a person answers so; undefined where that cannot be, or is not known. */
function given(asked: Traced, typed: string | symbol): Known | undefined {
  if (typeof typed === 'symbol') return isNamed(asked, SYMBOLS) ? { value: typed } : undefined;
  if (isNamed(asked, CHOICES)) return { value: false };
  if (isNamed(asked, WORDED)) return { value: 'no' };
  const field = fieldOf(asked);
  if (field && isField(field, 'truth')) return { value: false };
  if (field ? !isField(field, 'text') : !isLine(asked)) return undefined;
  const call = callIn(asked);
  const stated = typed === '' ? defaultOf(asked) : undefined;
  const value = stated ? textOf(stated) : typed;
  if (!call || value === undefined) return value === undefined ? undefined : { value };
  if (value === '' && isNamed(call, INSISTENT)) return undefined;
  const type = optionOf(call, 'type');
  const choice = callIn(type);
  // What is typed is converted.
  if (type && choice?.name !== 'Choice') return undefined;
  const listed = optionOf(call, 'choices') ?? choice?.given[0];
  return listed && textsIn(listed)?.includes(value) !== true ? undefined : { value };
}

const TYPES: Readonly<Record<string, string>> = {
  str: 'string',
  bool: 'boolean',
  int: 'number',
  float: 'number',
};

/** What a test of the kind of an answer gives. */
function kindTested(one: Traced, of: (inner: Value | undefined) => Known | undefined): Known | undefined {
  const shape = shapeOf(one);
  if (shape.kind === 'computed' && shape.parts.length === 1 && sourceOf(one).startsWith('typeof ')) {
    const known = of(shape.parts[0]);
    return known && { value: typeof known.value };
  }
  if (shape.kind !== 'call') return undefined;
  const known = shape.name === 'isinstance' || shape.name === 'isCancel' ? of(shape.given[0]) : undefined;
  if (!known) return undefined;
  if (shape.name === 'isCancel') return { value: typeof known.value === 'symbol' };
  const type = TYPES[shape.given[1] ? (pathOf(shape.given[1])?.dotted ?? '') : ''];
  return type === undefined ? undefined : { value: typeof known.value === type };
}

/** Whether what a guard tests is lost: an answer may decide it. */
const isLost = (guard: Guard): boolean =>
  guard.kind === 'lost' ||
  (guard.kind === 'test' && contains(guard.test.value, (one) => shapeOf(one).kind === 'either'));

/**
 * Why a condition lets a call run without a person's yes: all its tests of what a person answers also hold for an empty line,
 * or for an answer that declines. `isPassed`: whether what acts is passed an answer, which is then more than a yes.
 */
export function withoutYes(
  condition: Condition,
  isPassed: (asked: Traced) => boolean = () => false,
): GateFlaw | undefined {
  const tests = condition.filter(
    (guard): guard is TestGuard => guard.kind === 'test' && kindsIn(guard.test.value, ANSWER) > 0,
  );
  const answers = testedIn(tests).flatMap(answersIn);
  const [asked] = answers;
  const [first] = tests;
  if (!asked || !first || answers.some(isPassed)) return undefined;
  if (condition.slice(condition.indexOf(first)).some(isLost)) return undefined;
  const holds = (guard: TestGuard, typed: string | symbol): boolean => {
    const { test, holds: side } = guard.written ?? guard;
    const known = valueWhere(test.value, (one, of) =>
      isAnswer(one) ? given(one, typed) : kindTested(one, of),
    );
    return isKnownAs(known, side);
  };
  const [typed] = NO_YES.find((all) => all.every((one) => tests.every((guard) => holds(guard, one)))) ?? [];
  return typed === undefined
    ? undefined
    : { kind: 'auto-approved', at: placeOfValue(first.test.value), ...flawWords(asked, typed, tests) };
}

/** What lets it run, and what people change. */
function flawWords(
  asked: Traced,
  typed: string | symbol,
  tests: readonly TestGuard[],
): Pick<GateFlaw, 'why' | 'remedy'> {
  const call = callIn(asked);
  const asks = codeSpan(call ? `${spellingOf(call.callee)}()` : spellingOf(asked));
  const words = (why: string, text: string) => ({
    why: `${why} lets it run`,
    remedy: { text: `Let only a yes run it: ${text}` },
  });
  if (typeof typed === 'symbol')
    return words(
      `a cancelled ${asks}`,
      `end where \`isCancel()\` is true for the answer, or compare it with the one that approves.`,
    );
  if (call && isNamed(call, CHOICES))
    return words(`a no to ${asks}`, `run it where the answer to ${asks} is true.`);
  if (call && isNamed(call, WORDED))
    return words(`the answer "no" to ${asks}`, `compare the answer to ${asks} with "yes".`);
  const compare = `compare the answer to ${asks} with the words that approve.`;
  if (typed !== '') return words(`the answer "${typed}" to ${asks}`, compare);
  const stated = defaultOf(asked);
  const spelled = stated && spellingOf(stated);
  if (spelled !== undefined)
    return words(`the default ${codeSpan(spelled)} of ${asks}`, `remove the default from ${asks}.`);
  const isListed = ({ test }: TestGuard): boolean => {
    const shape = shapeOf(test.value);
    return shape.kind === 'compare' && shape.operator === 'in' && textsIn(shape.right)?.includes('') === true;
  };
  return words(
    `an empty answer to ${asks}`,
    tests.some(isListed) ? 'remove `""` from the words that approve.' : compare,
  );
}

/** Conditions without the answers of people that decide nothing: whatever they are, one of the conditions holds. */
export function withoutRefused(
  conditions: readonly Condition[],
  isPersonal: (guard: Guard) => boolean,
): readonly Condition[] {
  const personal = conditions.map((one) => one.filter(isPersonal));
  const isAlways = (all: readonly Condition[]): boolean => all.some((one) => one.length === 0);
  if (isAlways(personal) || !isAlways(simplified(personal))) return conditions;
  return conditions.map((one) => {
    const isOther = (guard: Guard): boolean => !isPersonal(guard);
    const after = one.slice(one.findIndex(isPersonal)).filter(isOther);
    return after.some(({ kind }) => kind === 'test') && !after.some(isLost) ? one.filter(isOther) : one;
  });
}

/** An answer that no yes of a person is needed for. Where a program gives what is typed as it is, that is the answer. */
export function givenWithoutYes(
  conditions: readonly Condition[],
  { sink }: Pick<Visit, 'sink'>,
): (GateFlaw & { readonly conditions: readonly Condition[] }) | undefined {
  for (const condition of conditions) {
    const isBare = testedIn(condition).some((one) => {
      const asked = callIn(bared(one).value);
      return asked !== undefined && isLine(asked);
    });
    const flaw = isBare && sink ? undefined : withoutYes(condition);
    if (flaw) return { ...flaw, conditions: [condition] };
  }
  return undefined;
}

/** The question that a test is of, where nothing asks it or awaits its promise: that is true whatever a person answers. */
export function promiseIn(test: Value): CallShape | undefined {
  const call = callIn(bared(test).value);
  return call && (isNamed(call, MADE) || (!call.event.isAwaited && isNamed(call, PROMISES)))
    ? call
    : undefined;
}

/** Why a question decides nothing. `isTested`: what it gives at once is tested. */
export function unusedWords({
  call,
  isTested,
}: {
  readonly call: CallShape;
  readonly isTested?: true;
}): string {
  const asked = codeSpan(spellingOf(call));
  if (!isTested) return `the answer to ${asked} does not decide whether it runs`;
  return isNamed(call, MADE) ? `${asked} only makes a question` : `nothing awaits the answer to ${asked}`;
}
