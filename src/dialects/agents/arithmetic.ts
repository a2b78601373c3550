import {
  type CallShape,
  type Condition,
  bared,
  callIn,
  contains,
  countedIn,
  isSameValue,
  parameterIn,
  pathOf,
  shapeOf,
  type Shape,
  sourceOf,
  type Traced,
  testedIn,
  textOf,
  type Value,
} from '../../program/index.js';

/** Characters of which a text may consist, and what stands for them in a pattern. */
interface Characters {
  readonly text: RegExp;
  readonly escape: RegExp;
}

/** Square brackets and `!` are none of these: JavaScript can be written with them alone. */
const OF_ARITHMETIC: Characters = { text: /^[\d+\-*/%().,^<>=&|~\s]*$/, escape: /^\\[dstn]$/ };
/** What no shell takes for more than words. */
const OF_WORDS: Characters = { text: /^[\w\-./@:,+% ]*$/, escape: /^\\[dw]$/ };

/**
 * Whether a text can be nothing but arithmetic: a condition before, or a replacement, leaves only digits, operators,
 * parentheses and spaces.
 */
export const isArithmetic = (text: Value, conditions: readonly Condition[]): boolean =>
  isMadeOf(OF_ARITHMETIC, text, conditions);

/** Whether all that a text has beside constants can be nothing but plain words. */
export const isOfWords = (text: Value, conditions: readonly Condition[]): boolean =>
  isMadeOf(OF_WORDS, text, conditions);

function isMadeOf(characters: Characters, text: Value, conditions: readonly Condition[]): boolean {
  const isTested = (value: Value, isList: boolean): boolean =>
    conditions.length > 0 &&
    conditions.every((guards) =>
      guards.some(
        (guard) =>
          guard.kind === 'test' &&
          leavesOnly({ characters, text: value, isList }, guard.test.value, guard.holds),
      ),
    );
  const isSafe = (value: Value, depth: number): boolean => {
    if (depth > MOST_STEPS) return false;
    if (isTested(value, false)) return true;
    const inner = (one: Value): boolean => isSafe(one, depth + 1);
    const shape = shapeOf(value);
    switch (shape.kind) {
      case 'gated':
        return shape.branches.length > 0 && shape.branches.every((one) => inner(one.value));
      case 'computed':
        return shape.parts.length > 0 && shape.parts.every((one) => isWritten(one) || inner(one));
      case 'call': {
        if (removesOthers(shape, characters)) return true;
        const list =
          shape.name === 'join' ? (isWritten(shape.object) ? shape.given[0] : shape.object) : undefined;
        if (list) return isTested(list, true) || keepsOnly(list, characters);
        return shape.object !== undefined && keepsCharacters(shape, characters) && inner(shape.object);
      }
      default:
        return false;
    }
  };
  return isSafe(text, 0);
}

/** Steps from a text to what it is computed from. */
const MOST_STEPS = 12;

const isWritten = (value: Value | undefined): boolean => textOf(value) !== undefined;

/** Whether a list has only those characters of a text that are some: `c for c in text if c in "0123"`. */
function keepsOnly(list: Value, characters: Characters): boolean {
  const shape = shapeOf(list);
  const [text, each] = shape.kind === 'computed' ? shape.parts : [];
  if (shape.kind !== 'computed' || !text || !shape.keptBy?.length) return false;
  const item = each && shapeOf(each);
  if (item?.kind !== 'item' || !isSame(charactersIn(item.of), text)) return false;
  const of: Subject = { characters, text, isList: false };
  return shape.keptBy.every((guards) =>
    guards.some((guard) => guard.kind === 'test' && isAllowed(of, guard.test.value, guard.holds)),
  );
}

/** Whether a method returns its receiver without some characters, or with others of these. */
function keepsCharacters({ name, given }: CallShape, characters: Characters): boolean {
  if (/^(?:strip|lstrip|rstrip|trim|trimStart|trimEnd)$/.test(name)) return true;
  return /^(?:replace|replaceAll)$/.test(name) && hasOnly(textOf(given[1]), characters);
}

/** Whether a call removes all other characters: `re.sub("[^0-9]", "", text)`, `text.replace(/[^0-9]/g, "")`. */
function removesOthers(call: CallShape, characters: Characters): boolean {
  const [first, second] = call.given;
  if (!first || !hasOnly(textOf(second), characters)) return false;
  const isPython = call.name === 'sub' && isOfRe(call) && call.given.length === 3;
  const pattern = isPython
    ? textOf(first)
    : /^replace(?:All)?$/.test(call.name)
      ? regexOf(first, 'g')
      : undefined;
  const inside = pattern === undefined ? undefined : /^\[\^((?:\\.|[^\]\\])+)\]\+?$/s.exec(pattern)?.[1];
  return inside !== undefined && allowsOnly(`[${inside}]`, characters);
}

/** A text, or a list of texts, that a test is of. */
interface Subject {
  readonly characters: Characters;
  readonly text: Value;
  readonly isList: boolean;
}

/** Whether a text consists of some characters where a test passes, or fails. */
function leavesOnly(of: Subject, test: Value, isPassed: boolean, depth = 0): boolean {
  const { value, holds } = bared(test, isPassed);
  const shape = shapeOf(value);
  if (shape.kind === 'compare') {
    const right = shapeOf(shape.right);
    const isNone = shape.operator === 'equal' && right.kind === 'constant' && (right.scalar ?? null) === null;
    if (isNone) return depth < MOST_STEPS && leavesOnly(of, shape.left, !holds, depth + 1);
    return holds && shape.operator === 'at-most' && isWithin(of, shape.left, shape.right);
  }
  if (shape.kind === 'computed' && shape.holdsFor !== undefined)
    return holds === (shape.holdsFor === 'every') && isAllowed(of, shape.parts[1], holds);
  if (shape.kind !== 'call') return false;
  if (shape.name === 'issubset') return holds && isWithin(of, shape.object, shape.given[0]);
  if (shape.name === 'all' || shape.name === 'any') {
    const list = shape.given[0] && shapeOf(shape.given[0]);
    // Of a loop over what is not known there is one turn.
    const [only, ...others] = list?.kind === 'list' && list.spreads.length === 0 ? list.items : [];
    const each = list && 'each' in list ? list.each : others.length === 0 ? only : undefined;
    const turn = each && shapeOf(each);
    const turns = turn?.kind === 'gated' ? turn.branches : [];
    const tests = turn?.kind === 'gated' ? turns.map((one) => one.value) : [each];
    // What a filter leaves out is not tested.
    const isItem = (one: Traced): boolean => shapeOf(one).kind === 'item';
    if (turns.some(({ tail }) => testedIn(tail).some((one) => contains(one, isItem)))) return false;
    return holds === (shape.name === 'all') && tests.every((one) => isAllowed(of, one, holds));
  }
  return holds && !of.isList && matches(shape, (one) => isSame(one, of.text), of.characters, true);
}

/** Whether the characters of a text are some, as sets: `set(text) <= set("0123")`. */
function isWithin({ characters, text, isList }: Subject, left?: Value, right?: Value): boolean {
  const made = callIn(left);
  const given = made && COLLECTS.has(made.name) ? made.given[0] : undefined;
  return !isList && given !== undefined && isSame(given, text) && !!right && collectsOnly(right, characters);
}

/** Whether a test of one character, or of one text of a list, asks for some characters. */
function isAllowed(of: Subject, test: Value | undefined, isPassed: boolean): boolean {
  if (!test) return false;
  const { characters, text, isList } = of;
  const { value, holds } = bared(test, isPassed);
  const shape = shapeOf(value);
  const isItem = (one: Value): boolean => {
    const item = shapeOf(one);
    return item.kind === 'item' && isSame(isList ? item.of : charactersIn(item.of), text);
  };
  // One of several tests: `c.isdigit() or c in "+-"`.
  if (shape.kind === 'gated')
    return shape.branches.length > 0 && shape.branches.every((one) => isAllowed(of, one.value, holds));
  if (shape.kind === 'call' && shape.object && IS_OF_SOME.test(shape.name))
    return holds && !isList && isItem(shape.object);
  if (shape.kind === 'call') return holds && matches(shape, isItem, characters, isList);
  if (shape.kind !== 'compare' || shape.operator !== 'in' || !holds || isList) return false;
  return isItem(shape.left) && collectsOnly(shape.right, characters);
}

/** Methods that ask whether a character is a digit or a space. */
const IS_OF_SOME = /^is(?:digit|decimal|numeric|space)$/;

/** The text whose characters a list has: `[...text]`, `text.split("")`; any other value as it is. */
function charactersIn(list: Value): Value {
  const shape = shapeOf(list);
  if (shape.kind === 'list') return (shape.items.length < 2 && shape.spreads[0]) || list;
  const isSplit = shape.kind === 'call' && shape.name === 'split' && textOf(shape.given[0]) === '';
  return (isSplit && shape.object) || list;
}

/** Whether a collection has only some characters: a text, a list of them, a set of either. */
function collectsOnly(value: Value, characters: Characters, depth = 0): boolean {
  if (depth > MOST_STEPS) return false;
  const shape = shapeOf(value);
  if (shape.kind === 'list')
    return !shape.isOpen && shape.items.every((one) => collectsOnly(one, characters, depth + 1));
  if (shape.kind === 'constant') return hasOnly(shape.scalar, characters);
  const [given, ...others] = shape.kind === 'call' && COLLECTS.has(shape.name) ? shape.given : [];
  return given !== undefined && others.length === 0 && collectsOnly(given, characters, depth + 1);
}

const COLLECTS: ReadonlySet<string> = new Set(['set', 'frozenset', 'list', 'tuple', 'Set']);

/** Whether a call compares a text with a pattern of some characters: the whole of it, unless it has one only. */
function matches(
  call: CallShape,
  isSubject: (one: Value) => boolean,
  characters: Characters,
  isWhole: boolean,
): boolean {
  const { name, object, given, named } = call;
  const [first, second] = given;
  if (isOfRe(call)) {
    if (named.size > 0) return false;
    const maker = callIn(object);
    const compiled = maker?.name === 'compile' ? maker : undefined;
    if (compiled && (compiled.given.length !== 1 || compiled.named.size > 0)) return false;
    if (given.length !== (compiled ? 1 : 2)) return false;
    const [pattern, subject] = compiled ? [compiled.given[0], first] : [first, second];
    const written = textOf(pattern);
    if (written === undefined || !subject || !isSubject(subject)) return false;
    const isAnchored = /^(?:\^|\\A)/.test(written) || name !== 'search';
    const ends = /(?<!\\)\$$|\\[Zz]$/.test(written) || name === 'fullmatch';
    const inside = written.replace(/^(?:\^|\\A)|(?:\$|\\[Zz])$/g, '');
    return ((isAnchored && ends) || (!isWhole && IS_CLASS.test(inside))) && allowsOnly(inside, characters);
  }
  const [regex, subject] = name === 'test' ? [object, first] : name === 'match' ? [first, object] : [];
  const written = regex && regexOf(regex, '');
  if (written === undefined || !subject || !isSubject(subject)) return false;
  if (!isWhole && IS_CLASS.test(written)) return allowsOnly(written, characters);
  return /^\^.*(?<!\\)\$$/s.test(written) && allowsOnly(written.slice(1, -1), characters);
}

/** A pattern that is one class of characters. */
const IS_CLASS = /^\[(?:\\.|[^\]\\])+\]\+?$/s;

/** Whether a function is one of `re`, or of a pattern that it compiled. */
function isOfRe({ callee, name }: CallShape): boolean {
  const path = pathOf(callee);
  return path?.module === 're' && [name, `compile().${name}`].includes(path.dotted) && RE_CALLS.has(name);
}

const RE_CALLS: ReadonlySet<string> = new Set(['match', 'fullmatch', 'search', 'sub']);

/** The pattern of a regular expression of JavaScript whose flags are these, `i` and `u` aside. */
function regexOf(value: Value, flags: string): string | undefined {
  const [, pattern, own] = /^\/([^\n]+)\/([a-z]*)$/.exec(sourceOf(value)) ?? [];
  return own?.replace(/[iu]/g, '') === flags ? pattern : undefined;
}

function isSame(a: Value, b: Value): boolean {
  const [one, other] = [parameterIn(a), parameterIn(b)];
  const isSameParameter = one?.of.definition === other?.of.definition && one?.name === other?.name;
  if (isSameValue(a, b) || (one !== undefined && isSameParameter)) return true;
  const [left, right] = [shapeOf(a), shapeOf(b)];
  const isMember = left.kind === 'member' && right.kind === 'member' && left.property === right.property;
  return isMember && parameterIn(left.object) !== undefined && isSame(left.object, right.object);
}

const hasOnly = (value: unknown, { text }: Characters): boolean =>
  typeof value === 'string' && text.test(value);

/** Whether a pattern, without what binds it to the ends of a text, allows only some characters. */
function allowsOnly(pattern: string, characters: Characters): boolean {
  const tokens = pattern.match(/\[(?:\\.|[^\]\\]){0,200}\]|\\.|\{\d+(?:,\d*)?\}|\(\?:|[\s\S]/g) ?? [];
  return tokens.every((token) => {
    if (token.length === 1)
      return token !== '.' && token !== '|' && token !== '^' && (token === '?' || hasOnly(token, characters));
    if (token.startsWith('{') || token === '(?:') return true;
    if (token.startsWith('\\')) return isEscape(token, characters);
    return !token.startsWith('[^') && isClass(token.slice(1, -1), characters);
  });
}

const isEscape = (token: string, characters: Characters): boolean =>
  characters.escape.test(token) || (!/[a-z]$/i.test(token) && hasOnly(token.slice(1), characters));

/** Whether a class of characters, without its brackets, has only some. */
function isClass(inside: string, characters: Characters): boolean {
  const items = inside.match(/(?:\\.|[^\\])-(?:\\.|[^\\])|\\.|[\s\S]/g) ?? [];
  return items.every((item) => {
    const [, from = '', to = ''] = /^(\\?[\s\S])-(\\?[\s\S])$/.exec(item) ?? [];
    if (from === '') return item.startsWith('\\') ? isEscape(item, characters) : hasOnly(item, characters);
    if (/^\\[a-z]/i.test(from) || /^\\[a-z]/i.test(to)) return false;
    const [start, end] = [from.slice(-1).charCodeAt(0), to.slice(-1).charCodeAt(0)];
    if (end > 127 || end < start) return false;
    const all = String.fromCharCode(...Array.from({ length: end - start + 1 }, (_, at) => start + at));
    return hasOnly(all, characters);
  });
}

/** What a comparison counts: how many there are says nothing of one of them. `len(approved) > 5`, `approved.size > 5`. */
export const countsIn = (test: Shape): readonly Value[] =>
  test.kind === 'compare' ? [test.left, test.right].flatMap((one) => countedIn(shapeOf(one)) ?? []) : [];

/** Whether a test asks how many answers there are, or whether there is one, whatever it says. */
export const isOfNumber = (test: Shape): boolean =>
  countedIn(test) !== undefined ||
  countsIn(test).length > 0 ||
  (test.kind === 'list' && test.items.some((one) => shapeOf(one).kind !== 'gated'));
