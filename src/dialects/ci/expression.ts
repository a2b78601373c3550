import facts from './events.json' with { type: 'json' };

/** An expression of GitHub Actions as a tree; resolved, it says what its values are made from. */
export type Expression =
  | { kind: 'literal'; value: string }
  /** The value on each path on which it is produced. */
  | { kind: 'one-of'; of: readonly Alternative[] }
  /**
   * The answer of a call that checks the rights of a person: a role, or whether they suffice. `of`: the path of that
   * person, if another one than who came may be meant; `isRole`: it is one of the four roles.
   */
  | { kind: 'rights'; of?: string; isRole?: true }
  /** Any value: a text of the event, or one that is computed from it. */
  | { kind: 'free' }
  | { kind: 'unknown'; why: string }
  /** `github.event.comment.body`, with `*` and indexes as parts. */
  | { kind: 'context'; path: string }
  | { kind: 'call'; name: string; given: readonly Expression[] }
  | { kind: 'not'; of: Expression }
  | { kind: 'and' | 'or' | 'equal' | 'unequal' | 'other'; left: Expression; right: Expression };

/** A value, and what has to be so where it is produced. */
export interface Alternative {
  value: Expression;
  under: readonly Expression[];
}

export const literal = (value: string): Expression => ({ kind: 'literal', value });
export const not = (of: Expression): Expression => ({ kind: 'not', of });
/** All of several; nothing to ask is always so. */
export const all = (parts: readonly Expression[]): Expression =>
  parts.length === 0 ? literal('true') : parts.reduce((left, right) => ({ kind: 'and', left, right }));

/** A text that is made from several parts, as `format` makes it; texts that meet are one. */
export function templateOf(parts: readonly Expression[]): Expression {
  const given: Expression[] = [];
  const template = parts.map((part) => {
    if (part.kind === 'literal') return part.value;
    given.push(part);
    return `{${String(given.length - 1)}}`;
  });
  const [first = literal('')] = given;
  if (given.length === 1 && template.join('') === '{0}') return first;
  const text = literal(template.join(''));
  return given.length === 0 ? text : { kind: 'call', name: 'format', given: [text, ...given] };
}

/** The expressions below one. */
export function partsOf(of: Expression): readonly Expression[] {
  if ('left' in of) return [of.left, of.right];
  if (of.kind === 'one-of') return of.of.flatMap(({ value, under }) => [value, ...under]);
  return of.kind === 'call' ? of.given : of.kind === 'not' ? [of.of] : [];
}

/** An expression whose contexts and calls are replaced, the inner ones first. */
export function withContexts(of: Expression, replace: (one: Expression) => Expression): Expression {
  const within = (one: Expression): Expression => withContexts(one, replace);
  if ('left' in of) return { ...of, left: within(of.left), right: within(of.right) };
  if (of.kind === 'not') return not(within(of.of));
  return replace(of.kind === 'call' ? { ...of, given: of.given.map(within) } : of);
}

/** Most parts of a condition that are searched. */
const MOST_PARTS = 2_000;

/** An expression and all that it is made from; `below` gives the parts of one. */
export function* allIn(of: Expression, below = partsOf): Generator<Expression> {
  const waiting = [of];
  for (let count = 0; count < MOST_PARTS; count++) {
    const one = waiting.pop();
    if (!one) return;
    yield one;
    waiting.push(...below(one));
  }
}

/** The first of some kind among all that an expression is made from. */
export function findIn(of: Expression, is: (one: Expression) => boolean): Expression | undefined {
  for (const one of allIn(of)) if (is(one)) return one;
  return undefined;
}

/** The parts of a value, without what has to be so where it is produced. */
export const valuesOf = (of: Expression): readonly Expression[] =>
  of.kind === 'one-of' ? of.of.map(({ value }) => value) : partsOf(of);

/** Why a condition is not known, where it is not. */
export function whyUnknown(condition: Expression): string | undefined {
  const found = findIn(condition, ({ kind }) => kind === 'unknown');
  return found?.kind === 'unknown' ? found.why : undefined;
}

const TOKEN = /\s*(?:('(?:[^']|'')*')|(&&|\|\||==|!=|<=|>=|[<>!(),[\]])|([\w.*-]+))/y;
/** Longest condition that is read. */
const MOST_TEXT = 8_000;
/** Brackets within brackets are followed this far. */
const DEEPEST = 40;

interface Reader {
  tokens: readonly string[];
  at: number;
  depth: number;
}

/** Reads a condition, with or without `${{ }}` around it; undefined if it is not an expression. */
export function parseExpression(text: string): Expression | undefined {
  const said = text.trim();
  const wrapped = /^\$\{\{([\s\S]*)\}\}$/.exec(said)?.[1] ?? said;
  if (wrapped.length > MOST_TEXT || wrapped.includes('${{')) return undefined;
  const tokens = tokensOf(wrapped.trim());
  if (!tokens || tokens.length === 0) return undefined;
  const reader: Reader = { tokens, at: 0, depth: 0 };
  const found = readOr(reader);
  return reader.at === tokens.length ? found : undefined;
}

function tokensOf(text: string): string[] | undefined {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const found = TOKEN.exec(text);
    if (!found) return undefined;
    tokens.push(found[1] ?? found[2] ?? found[3] ?? '');
  }
  return tokens;
}

const readOr = (reader: Reader) => readJoined(reader, '||', 'or', readAnd);
const readAnd = (reader: Reader) => readJoined(reader, '&&', 'and', readComparison);

/** Operands of one operator, from the left. */
function readJoined(
  reader: Reader,
  operator: string,
  kind: 'or' | 'and',
  readOperand: (reader: Reader) => Expression | undefined,
): Expression | undefined {
  let left = readOperand(reader);
  while (left && reader.tokens[reader.at] === operator) {
    reader.at++;
    const right = readOperand(reader);
    left = right && { kind, left, right };
  }
  return left;
}

const COMPARES: Readonly<Record<string, 'equal' | 'unequal' | 'other'>> = {
  '==': 'equal',
  '!=': 'unequal',
  '<': 'other',
  '>': 'other',
  '<=': 'other',
  '>=': 'other',
};
function readComparison(reader: Reader): Expression | undefined {
  const left = readUnary(reader);
  const sign = reader.tokens[reader.at] ?? '';
  const kind = Object.hasOwn(COMPARES, sign) ? COMPARES[sign] : undefined;
  if (!left || !kind) return left;
  reader.at++;
  const right = readUnary(reader);
  return right && { kind, left, right };
}

function readUnary(reader: Reader): Expression | undefined {
  const token = reader.tokens[reader.at];
  if (token === undefined || reader.depth >= DEEPEST) return undefined;
  reader.at++;
  if (token === '!') {
    reader.depth++;
    const of = readUnary(reader);
    reader.depth--;
    return of && { kind: 'not', of };
  }
  if (token === '(') {
    reader.depth++;
    const inner = readOr(reader);
    reader.depth--;
    if (reader.tokens[reader.at] !== ')') return undefined;
    reader.at++;
    return inner;
  }
  if (token.startsWith("'")) return { kind: 'literal', value: token.slice(1, -1).replaceAll("''", "'") };
  if (!/^[\w.*-]+$/.test(token)) return undefined;
  if (/^(?:true|false|null|-?\d[\w.]*)$/.test(token)) return { kind: 'literal', value: token };
  return reader.tokens[reader.at] === '(' ? readCall(reader, token) : readContext(reader, token);
}

function readCall(reader: Reader, name: string): Expression | undefined {
  const given: Expression[] = [];
  reader.at++;
  while (reader.tokens[reader.at] !== ')') {
    reader.depth++;
    const one = readOr(reader);
    reader.depth--;
    if (!one) return undefined;
    given.push(one);
    if (reader.tokens[reader.at] === ',') reader.at++;
    else if (reader.tokens[reader.at] !== ')') return undefined;
  }
  reader.at++;
  const call: Expression = { kind: 'call', name: name.toLowerCase(), given };
  const { path } = readContext(reader, '');
  return path === '' ? call : memberOf(call, path.split('.').slice(1));
}

/** A member of what a call gives: known where the JSON is written out, else as much as the whole. */
function memberOf(of: Expression & { kind: 'call' }, path: readonly string[]): Expression {
  const [text] = of.given;
  if (of.name !== 'fromjson' || text?.kind !== 'literal') return of;
  try {
    const found = path.reduce<unknown>(
      (value, name) => (value as Record<string, unknown> | null | undefined)?.[name],
      JSON.parse(text.value),
    );
    return literal(typeof found === 'object' ? JSON.stringify(found) : String(found));
  } catch {
    return { kind: 'unknown', why: 'a text in it is no JSON' };
  }
}

/** `github.event['comment'].body` is the same as with dots. */
function readContext(reader: Reader, first: string): Expression & { kind: 'context' } {
  const { tokens } = reader;
  const parts = [first];
  for (;;) {
    const [token = '', index = '', end] = tokens.slice(reader.at, reader.at + 3);
    const isIndex = token === '[' && end === ']';
    if (!isIndex && !token.startsWith('.')) break;
    parts.push(isIndex ? index.replaceAll(/^'|'$/g, '') : token.slice(1));
    reader.at += isIndex ? 3 : 1;
  }
  return { kind: 'context', path: parts.join('.').toLowerCase() };
}

/** A value that anybody may choose. */
export const FREE: Expression = { kind: 'free' };
/** The answer of a call that checks rights. */
export const RIGHTS: Expression = { kind: 'rights' };

/** The answer of a call that checks the rights of a person, where that is known. */
export function rightsOf(call: string, person: Expression | undefined): Expression {
  const isRole = facts.checks.roles.some((one) => call.includes(one));
  const of = person?.kind === 'context' ? person.path : person?.kind === 'literal' ? person.value : '';
  return { kind: 'rights', ...(of !== '' && { of }), ...(isRole && { isRole }) };
}
/** The text that an agent answers. */
export const ANSWER: Expression = { kind: 'context', path: 'agent.answer' };
/** The path of a file with that text. */
export const ANSWER_FILE: Expression = { kind: 'context', path: 'agent.file' };
/** The head of a pull request that is looked up. */
export const HEAD: Expression = { kind: 'literal', value: 'refs/pull/' };

/** What a look-up says of the repository of a pull request: its name, or whether it is a fork. */
export function headRepository(text: string): Expression | undefined {
  const [, name] = /\bhead\.repo\??\.(full_name|fork|owner\.login|id)\b/.exec(text) ?? [];
  const known = name ?? (text.includes('isCrossRepository') ? 'fork' : undefined);
  return known === undefined ? undefined : { kind: 'context', path: `pull_request.head.repo.${known}` };
}

/** Most commands or statements of one script that are read. */
export const MOST_STATEMENTS = 400;

/** Whether a value is the answer of an agent on one of its paths, or is made from it. */
export const isAnswer = (of: Expression): boolean => leadsTo(of, ANSWER);

/** Whether a value is the path of a file with such an answer. */
export const isAnswerFile = (of: Expression): boolean => leadsTo(of, ANSWER_FILE);

const leadsTo = (of: Expression, wanted: Expression): boolean =>
  [...allIn(of, valuesOf)].some(
    (one) => one.kind === 'context' && wanted.kind === 'context' && one.path === wanted.path,
  );

/** Whether an answer has a form; of other values nothing is known by that. */
export const matching = (of: Expression, pattern: Expression): Expression =>
  isAnswer(of) ? { kind: 'call', name: 'matches', given: [of, pattern] } : FREE;
