import { type CodeToken, closeOf, inlineTokens } from '../../syntax/shell/inline-code.js';
import { commandLines } from '../../syntax/shell/command-line.js';
import type { HookAnswer } from './hook-answers.js';
import type { HookEnding } from './hook-endings.js';
import type { HookProgram } from './hook-scripts.js';

/** What takes each failure of a program, and lets it end with status 0. */
export interface HookHandler {
  /** As it is written: `except BaseException`. */
  text: string;
  /** It takes the ending with which the program blocks, too. */
  takesEndings: boolean;
}

/** Handlers and functions of one script that are read. */
const MOST_HANDLERS = 30;
const MOST_BODIES = 200;
const HANDLES = /^except$|(?:^|\.)catch$/;

type Range = readonly [start: number, end: number];

const isIn = ([start, end]: Range, at = -1): boolean => start <= at && at < end;

/** What takes each failure around the decisions of a program; undefined where nothing does, or it ends with another status. */
export function handlerAround(
  { code, language }: HookProgram,
  endings: readonly HookEnding[],
  denials: readonly HookAnswer[],
): HookHandler | undefined {
  if (language === 'shell') return trapIn(code);
  if (language === 'powershell') return undefined;
  const tokens = inlineTokens(code, language);
  const isPython = language === 'python';
  const bodies = bodiesIn(tokens, code, isPython);
  let left = MOST_HANDLERS;
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'name' || !HANDLES.test(token.value) || left-- <= 0) continue;
    const handler = isPython ? exceptAt(tokens, at, code) : catchAt(tokens, at);
    if (!handler) continue;
    const { tried, handled } = handler;
    const ends = endings.filter((one) => isIn(handled, one.token));
    const raises = tokens
      .slice(...handled)
      .some(({ kind, value }) => kind === 'name' && (value === 'raise' || value === 'throw'));
    if (
      raises ||
      ends.some(({ status }) => status !== '0') ||
      denials.some((one) => isIn(handled, one.token))
    )
      continue;
    const reached = reachedFrom(tokens, tried, bodies);
    const stops = endings.filter(({ status, isOwn }) => status !== '0' && (!isOwn || status === '2'));
    const decisions = [...stops, ...denials];
    if (decisions.length === 0 || !decisions.every((one) => reached.some((range) => isIn(range, one.token))))
      continue;
    // `sys.exit` raises what these take; `os._exit` does not.
    const takesEndings =
      isPython && denials.length === 0 && stops.every((one) => tokens[one.token ?? 0]?.value !== 'os._exit');
    const text = isPython ? code.slice(token.start, tokens[handled[0] - 1]?.start).trim() : 'catch';
    if (takesEndings || ends.length > 0) return { text, takesEndings };
  }
  return undefined;
}

/** `trap 'exit 0' ERR`; on `EXIT` it takes every ending. The last trap of a signal decides. */
function trapIn(code: string): HookHandler | undefined {
  const traps = new Map<string, HookHandler | undefined>();
  for (const { argv } of commandLines(code)) {
    const [first, text = '', ...signals] = argv.map(({ value }) => value);
    const ends = /(?:^|[;\s])exit 0$/.test(text);
    const handler = { text: `trap '${text}' ${signals.join(' ')}`, takesEndings: signals.includes('EXIT') };
    if (first === 'trap') for (const one of signals) traps.set(one, ends ? handler : undefined);
  }
  return traps.get('EXIT') ?? traps.get('ERR');
}

interface Handler {
  tried: Range;
  handled: Range;
}

/** A handler of Python for every failure: `except:`, `except BaseException as error:`. */
function exceptAt(tokens: readonly CodeToken[], at: number, code: string): Handler | undefined {
  const [first, second] = tokens.slice(at + 1, at + 3);
  const own = tokens[at];
  if (own?.value !== 'except') return undefined;
  const isWhole = first?.value === ':' || (first?.value === 'BaseException' && second?.value !== ',');
  const column = columnOf(own, code);
  const start = tokens.findLastIndex(
    (one, index) => index < at && one.value === 'try' && columnOf(one, code) === column,
  );
  if (!isWhole || start < 0) return undefined;
  const tried = suiteAt(tokens, start, code);
  const before = tokens.slice(tried[1], at);
  // `except SystemExit: raise` lets its own endings through.
  if (before.some(({ kind, value }) => kind === 'name' && value === 'SystemExit')) return undefined;
  return { tried, handled: suiteAt(tokens, at, code) };
}

const columnOf = ({ start }: CodeToken, code: string): number => start - code.lastIndexOf('\n', start - 1);

/** The statements behind the colon of a line of Python: those of the line, or the deeper lines below it. */
function suiteAt(tokens: readonly CodeToken[], at: number, code: string): Range {
  let colon = at;
  let depth = 0;
  for (; colon < tokens.length; colon++) {
    const { kind, value } = tokens[colon] as CodeToken;
    if (kind !== 'sign') continue;
    if ('([{'.includes(value)) depth++;
    else if (')]}'.includes(value)) depth--;
    else if (value === ':' && depth <= 0) break;
  }
  const column = columnOf(tokens[at] as CodeToken, code);
  const end = tokens.findIndex(
    (one, index) =>
      index > colon &&
      tokens[index - 1]?.value === '\n' &&
      one.value !== '\n' &&
      columnOf(one, code) <= column,
  );
  return [colon + 1, end < 0 ? tokens.length : end];
}

/** A handler of JavaScript: `catch (error) { ... }`, `.catch(() => ...)`. */
function catchAt(tokens: readonly CodeToken[], at: number): Handler | undefined {
  const isBlock = tokens[at]?.value === 'catch' && tokens[at - 1]?.value === '}';
  const open = tokens.findIndex((one, index) => index > at && one.value === (isBlock ? '{' : '('));
  if (open < 0) return undefined;
  let depth = 0;
  const start = tokens.findLastIndex((one, index) => {
    if (index >= at || one.kind !== 'sign') return false;
    if (!isBlock) return /^[;{}]$/.test(one.value);
    depth += one.value === '}' ? 1 : one.value === '{' ? -1 : 0;
    return one.value === '{' && depth === 0;
  });
  return { tried: [start + 1, at], handled: [open + 1, closeOf(tokens, open)] };
}

/** The bodies of functions by their names. */
function bodiesIn(tokens: readonly CodeToken[], code: string, isPython: boolean): Map<string, Range> {
  const bodies = new Map<string, Range>();
  for (const [at, { kind, value }] of tokens.entries()) {
    const next = tokens[at + 1];
    if (kind !== 'name' || next === undefined || bodies.size >= MOST_BODIES) continue;
    if (isPython && value === 'def') bodies.set(next.value, suiteAt(tokens, at, code));
    const open = isPython ? -1 : bodyAt(tokens, at);
    if (open > 0) bodies.set(next.value, [open, closeOf(tokens, open)]);
  }
  return bodies;
}

/** What is before the body of a function that gets a name: `async (call) =>`. */
const HEAD = /^(?:async)?(?:function|\([^;]*=>$|\w+=>$)/;

/** Where the body of a function of JavaScript begins: `function check(call) {`, `const check = (call) => {`; else -1. */
function bodyAt(tokens: readonly CodeToken[], at: number): number {
  const word = tokens[at]?.value;
  const isGiven = tokens[at + 2]?.value === '=' && (word === 'const' || word === 'let');
  if (word !== 'function' && !isGiven) return -1;
  const open = tokens.findIndex(({ kind, value }, index) => index > at && kind === 'sign' && value === '{');
  const head = tokens.slice(at + 3, Math.max(open, 0)).map(({ value }) => value);
  return isGiven && !HEAD.test(head.join('')) ? -1 : open;
}

/** Some code, with the bodies of the functions that it calls, and of those that they call. */
function reachedFrom(tokens: readonly CodeToken[], from: Range, bodies: ReadonlyMap<string, Range>): Range[] {
  const found = new Set<Range>([from]);
  for (const range of found)
    for (const { kind, value } of tokens.slice(...range)) {
      const body = kind === 'name' ? bodies.get(value) : undefined;
      if (body) found.add(body);
    }
  return [...found];
}
