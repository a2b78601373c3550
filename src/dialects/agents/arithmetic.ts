import { type CallTerm, type Condition, pathOf, sourceOf, type Term } from '../../program/index.js';

/**
 * Whether a text can be nothing but arithmetic: a condition before, or a replacement, leaves only digits, operators,
 * parentheses and spaces. Square brackets and `!` are none of these: JavaScript can be written with them alone.
 */
export function isArithmetic(text: Term, conditions: readonly Condition[]): boolean {
  const isTested = (term: Term): boolean =>
    conditions.length > 0 &&
    conditions.every((steps) =>
      steps.some((step) => step.kind === 'test' && leavesArithmetic(step.term, step.holds, term)),
    );
  const isSafe = (term: Term, depth: number): boolean => {
    if (depth > MOST_STEPS) return false;
    if (isTested(term)) return true;
    const inner = (one: Term): boolean => isSafe(one, depth + 1);
    switch (term.kind) {
      case 'gated':
        return term.branches.length > 0 && term.branches.every((one) => inner(one.term));
      case 'computed':
        return term.parts.length > 0 && term.parts.every((one) => isWritten(one) || inner(one));
      case 'call':
        if (removesOthers(term)) return true;
        return term.object !== undefined && keepsCharacters(term) && inner(term.object);
      default:
        return false;
    }
  };
  return isSafe(text, 0);
}

/** Steps from a text to what it is computed from. */
const MOST_STEPS = 12;

const isWritten = (term: Term): boolean => term.kind === 'constant' && typeof term.scalar === 'string';

/** Whether a method returns its receiver without some characters, or with others of arithmetic. */
function keepsCharacters({ name, given }: CallTerm): boolean {
  if (/^(?:strip|lstrip|rstrip|trim|trimStart|trimEnd)$/.test(name)) return true;
  const to = given[1];
  return /^(?:replace|replaceAll)$/.test(name) && to?.kind === 'constant' && isOfArithmetic(to.scalar);
}

/** Whether a call removes all other characters: `re.sub("[^0-9]", "", text)`, `text.replace(/[^0-9]/g, "")`. */
function removesOthers(call: CallTerm): boolean {
  const [first, second] = call.given;
  if (!first || second?.kind !== 'constant' || !isOfArithmetic(second.scalar)) return false;
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
function leavesArithmetic(test: Term, holds: boolean, text: Term): boolean {
  if (test.kind === 'not') return leavesArithmetic(test.operand, !holds, text);
  if (test.kind === 'compare') {
    const { operator, right } = test;
    const isNone = operator === 'equal' && right.kind === 'constant' && (right.scalar ?? null) === null;
    return isNone && leavesArithmetic(test.left, !holds, text);
  }
  if (test.kind !== 'call') return false;
  const [first] = test.given;
  if (test.name === 'all' || test.name === 'any') {
    const each = first && 'each' in first ? first.each : undefined;
    return holds === (test.name === 'all') && each !== undefined && isAllowed(each, holds, text);
  }
  return holds && matchesWhole(test, text);
}

/** Whether a test of one character asks for one of arithmetic. */
function isAllowed(test: Term, holds: boolean, text: Term): boolean {
  if (test.kind === 'not') return isAllowed(test.operand, !holds, text);
  if (test.kind !== 'compare' || test.operator !== 'in' || !holds || test.left.kind !== 'item') return false;
  return isSame(test.left.of, text) && hasOnlyArithmetic(test.right);
}

/** Whether a collection has only characters of arithmetic: a text, a list of them, a set of either. */
function hasOnlyArithmetic(term: Term): boolean {
  if (term.kind === 'list') return !term.isOpen && term.items.every(hasOnlyArithmetic);
  if (term.kind === 'constant') return isOfArithmetic(term.scalar);
  const [given, ...others] = term.kind === 'call' && COLLECTS.has(term.name) ? term.given : [];
  return given !== undefined && others.length === 0 && hasOnlyArithmetic(given);
}

const COLLECTS: ReadonlySet<string> = new Set(['set', 'frozenset', 'list', 'tuple', 'Set']);

/** Whether a call compares a whole text with a pattern of arithmetic. */
function matchesWhole(call: CallTerm, text: Term): boolean {
  const { name, object, given, named } = call;
  const [first, second] = given;
  if (isOfRe(call)) {
    if (named.size > 0) return false;
    const isCompiled = object?.kind === 'call' && object.name === 'compile';
    if (isCompiled && (object.given.length !== 1 || object.named.size > 0)) return false;
    if (given.length !== (isCompiled ? 1 : 2)) return false;
    const [pattern, subject] = isCompiled ? [object.given[0], first] : [first, second];
    const written = pattern && textOf(pattern);
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
function isOfRe({ callee, name }: CallTerm): boolean {
  const path = pathOf(callee);
  return path?.module === 're' && [name, `compile().${name}`].includes(path.dotted) && RE_CALLS.has(name);
}

const RE_CALLS: ReadonlySet<string> = new Set(['match', 'fullmatch', 'search', 'sub']);

const textOf = (term: Term): string | undefined =>
  term.kind === 'constant' && typeof term.scalar === 'string' ? term.scalar : undefined;

/** The pattern of a regular expression of JavaScript whose flags are these, `i` and `u` aside. */
function regexOf(term: Term, flags: string): string | undefined {
  const [, pattern, own] = /^\/([^\n]+)\/([a-z]*)$/.exec(sourceOf(term)) ?? [];
  return own?.replace(/[iu]/g, '') === flags ? pattern : undefined;
}

const isSame = (a: Term, b: Term): boolean =>
  a === b || (a.kind === 'parameter' && b.kind === 'parameter' && a.of === b.of && a.name === b.name);

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
