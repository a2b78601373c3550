import {
  type CallShape,
  type Condition,
  bared,
  callIn,
  isSameValue,
  parameterIn,
  pathOf,
  shapeOf,
  sourceOf,
  textOf,
  type Value,
} from '../../program/index.js';

/**
 * Whether a text can be nothing but arithmetic: a condition before, or a replacement, leaves only digits, operators,
 * parentheses and spaces. Square brackets and `!` are none of these: JavaScript can be written with them alone.
 */
export function isArithmetic(text: Value, conditions: readonly Condition[]): boolean {
  const isTested = (value: Value): boolean =>
    conditions.length > 0 &&
    conditions.every((guards) =>
      guards.some((guard) => guard.kind === 'test' && leavesArithmetic(guard.test.value, guard.holds, value)),
    );
  const isSafe = (value: Value, depth: number): boolean => {
    if (depth > MOST_STEPS) return false;
    if (isTested(value)) return true;
    const inner = (one: Value): boolean => isSafe(one, depth + 1);
    const shape = shapeOf(value);
    switch (shape.kind) {
      case 'gated':
        return shape.branches.length > 0 && shape.branches.every((one) => inner(one.value));
      case 'computed':
        return shape.parts.length > 0 && shape.parts.every((one) => isWritten(one) || inner(one));
      case 'call':
        if (removesOthers(shape)) return true;
        return shape.object !== undefined && keepsCharacters(shape) && inner(shape.object);
      default:
        return false;
    }
  };
  return isSafe(text, 0);
}

/** Steps from a text to what it is computed from. */
const MOST_STEPS = 12;

const isWritten = (value: Value): boolean => textOf(value) !== undefined;

/** Whether a method returns its receiver without some characters, or with others of arithmetic. */
function keepsCharacters({ name, given }: CallShape): boolean {
  if (/^(?:strip|lstrip|rstrip|trim|trimStart|trimEnd)$/.test(name)) return true;
  return /^(?:replace|replaceAll)$/.test(name) && isOfArithmetic(textOf(given[1]));
}

/** Whether a call removes all other characters: `re.sub("[^0-9]", "", text)`, `text.replace(/[^0-9]/g, "")`. */
function removesOthers(call: CallShape): boolean {
  const [first, second] = call.given;
  if (!first || !isOfArithmetic(textOf(second))) return false;
  const isPython = call.name === 'sub' && isOfRe(call) && call.given.length === 3;
  const pattern = isPython
    ? textOf(first)
    : /^replace(?:All)?$/.test(call.name)
      ? regexOf(first, 'g')
      : undefined;
  const inside = pattern === undefined ? undefined : /^\[\^((?:\\.|[^\]\\])+)\]\+?$/s.exec(pattern)?.[1];
  return inside !== undefined && allowsArithmetic(`[${inside}]`);
}

/** Whether a text consists of arithmetic where a test passes, or fails. */
function leavesArithmetic(test: Value, isPassed: boolean, text: Value, depth = 0): boolean {
  const { value, holds } = bared(test, isPassed);
  const shape = shapeOf(value);
  if (shape.kind === 'compare') {
    const right = shapeOf(shape.right);
    const isNone = shape.operator === 'equal' && right.kind === 'constant' && (right.scalar ?? null) === null;
    return isNone && depth < MOST_STEPS && leavesArithmetic(shape.left, !holds, text, depth + 1);
  }
  if (shape.kind !== 'call') return false;
  if (shape.name === 'all' || shape.name === 'any') {
    const list = shape.given[0] && shapeOf(shape.given[0]);
    const each = list && 'each' in list ? list.each : undefined;
    return holds === (shape.name === 'all') && each !== undefined && isAllowed(each, holds, text);
  }
  return holds && matchesWhole(shape, text);
}

/** Whether a test of one character asks for one of arithmetic. */
function isAllowed(test: Value, isPassed: boolean, text: Value): boolean {
  const { value, holds } = bared(test, isPassed);
  const shape = shapeOf(value);
  if (shape.kind !== 'compare' || shape.operator !== 'in' || !holds) return false;
  const character = shapeOf(shape.left);
  return character.kind === 'item' && isSame(character.of, text) && hasOnlyArithmetic(shape.right);
}

/** Whether a collection has only characters of arithmetic: a text, a list of them, a set of either. */
function hasOnlyArithmetic(value: Value, depth = 0): boolean {
  if (depth > MOST_STEPS) return false;
  const shape = shapeOf(value);
  if (shape.kind === 'list')
    return !shape.isOpen && shape.items.every((one) => hasOnlyArithmetic(one, depth + 1));
  if (shape.kind === 'constant') return isOfArithmetic(shape.scalar);
  const [given, ...others] = shape.kind === 'call' && COLLECTS.has(shape.name) ? shape.given : [];
  return given !== undefined && others.length === 0 && hasOnlyArithmetic(given, depth + 1);
}

const COLLECTS: ReadonlySet<string> = new Set(['set', 'frozenset', 'list', 'tuple', 'Set']);

/** Whether a call compares a whole text with a pattern of arithmetic. */
function matchesWhole(call: CallShape, text: Value): boolean {
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
    if (written === undefined || !subject || !isSame(subject, text)) return false;
    const isAnchored = /^(?:\^|\\A)/.test(written) || name !== 'search';
    const ends = /(?<!\\)\$$|\\[Zz]$/.test(written) || name === 'fullmatch';
    return isAnchored && ends && allowsArithmetic(written.replace(/^(?:\^|\\A)|(?:\$|\\[Zz])$/g, ''));
  }
  const [regex, subject] = name === 'test' ? [object, first] : name === 'match' ? [first, object] : [];
  const written = regex && regexOf(regex, '');
  if (written === undefined || !subject || !isSame(subject, text)) return false;
  return /^\^.*(?<!\\)\$$/s.test(written) && allowsArithmetic(written.slice(1, -1));
}

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
  return isSameValue(a, b) || (one !== undefined && isSameParameter);
}

const isOfArithmetic = (value: unknown): boolean =>
  typeof value === 'string' && /^[\d+\-*/%().,^<>=&|~\s]*$/.test(value);

/** Whether a pattern, without what binds it to the ends of a text, allows only characters of arithmetic. */
function allowsArithmetic(pattern: string): boolean {
  const tokens = pattern.match(/\[(?:\\.|[^\]\\]){0,200}\]|\\.|\{\d+(?:,\d*)?\}|\(\?:|[\s\S]/g) ?? [];
  return tokens.every((token) => {
    if (token.length === 1)
      return token !== '.' && token !== '|' && token !== '^' && (token === '?' || isOfArithmetic(token));
    if (token.startsWith('{') || token === '(?:') return true;
    if (token.startsWith('\\')) return isEscape(token);
    return !token.startsWith('[^') && isClass(token.slice(1, -1));
  });
}

const isEscape = (token: string): boolean => /^\\[dstn]$/.test(token) || isOfArithmetic(token.slice(1));

/** Whether a class of characters, without its brackets, has only those of arithmetic. */
function isClass(inside: string): boolean {
  const items = inside.match(/(?:\\.|[^\\])-(?:\\.|[^\\])|\\.|[\s\S]/g) ?? [];
  return items.every((item) => {
    const [, from = '', to = ''] = /^(\\?[\s\S])-(\\?[\s\S])$/.exec(item) ?? [];
    if (from === '') return item.startsWith('\\') ? isEscape(item) : isOfArithmetic(item);
    if (/^\\[a-z]/i.test(from) || /^\\[a-z]/i.test(to)) return false;
    const [start, end] = [from.slice(-1).charCodeAt(0), to.slice(-1).charCodeAt(0)];
    if (end > 127 || end < start) return false;
    return isOfArithmetic(
      String.fromCharCode(...Array.from({ length: end - start + 1 }, (_, at) => start + at)),
    );
  });
}
