import { asks, withoutTexts } from './choices.js';
import { toolsLeftOut, toolsNamed, valuesGiven } from './tool-names.js';

/** What opens a gate without a person: a setting by its name, or nothing that could be otherwise. */
export interface Opened {
  /** The variable or option, as people know it; undefined where what is written always agrees. */
  by: string | undefined;
  /** The tools that it opens the gate of, by name; left out: whichever is asked for. */
  only?: readonly string[];
}

/** What the names of a program open; each is looked up once. */
export interface Program {
  text: string;
  /** What a function of the project that is asked says by itself; undefined where somebody or something decides. */
  answerOf(name: string): Opened | undefined;
  /** What is known of names, by how deep they stand in the values of others. */
  known: Map<string, Opened | undefined>;
}

export function programOf(text: string, answerOf: Program['answerOf']): Program {
  const answers = new Map<string, Opened | undefined>();
  return { text, known: new Map(), answerOf: (name) => remembered(answers, name, () => answerOf(name)) };
}

function remembered<T>(known: Map<string, T>, key: string, find: () => T): T {
  const before = known.get(key);
  if (before !== undefined || known.has(key)) return before as T;
  const found = find();
  known.set(key, found);
  return found;
}

/** Options by which programs let a gate be opened. Names of answers (`approved`, `approve_all`) are none. */
const OPTION =
  /auto_?(?:approv|accept|confirm|allow|yes|run)|(?:skip|no|bypass|disable|without)_?(?:approv|confirm|prompt|interact|human|hitl|review)|non_?interactive|unattended|yolo|assume_?yes|always_?yes|yes_?to_?all/i;
const ENVIRONMENT = /\b(?:process\.env|import\.meta\.env|os\.environ|os\.getenv|getenv)\b/;
const VARIABLE = /(?:\[|\()\s{0,3}["'](\w{1,80})["']|\benv\.(\w{1,80})/;
/** What is done with the text of a variable: it asks nobody. */
const OF_A_VARIABLE =
  /\b(?:getenv|get|lower|upper|strip|toLowerCase|toUpperCase|trim|bool|Boolean|int|Number|parseInt|includes|has|test)\s{0,3}\(/g;
const LONGEST = 200;

/** What opens a condition without a person, where one of its alternatives is a setting alone. */
export function openedBy(condition: string, program: Program, depth = 0): Opened | undefined {
  if (depth > 3 || condition.length > LONGEST) return undefined;
  const chosen = /^(?:true\s+if\s+(.+?)\s+else\b|(.+?)\?\s*true\s*:)/i.exec(bare(condition));
  if (chosen) return openedBy(chosen[1] ?? chosen[2] ?? '', program, depth + 1);
  const alternatives = split(bare(condition), OR).flatMap((alternative) => {
    const opened = split(alternative, AND).map((one) => termOpened(one, program, depth));
    return opened.every((one) => one !== undefined) ? [together(opened)] : [];
  });
  const whichever = alternatives.find(({ only }) => only === undefined);
  if (whichever || alternatives.length === 0) return whichever;
  return { by: undefined, only: alternatives.flatMap(({ only = [] }) => only) };
}

/** What all of several conditions open together. */
export function together(opened: readonly Opened[]): Opened {
  const by = opened.find((one) => one.by !== undefined)?.by;
  const named = opened.flatMap(({ only }) => (only ? [only] : []));
  const [first, ...others] = named;
  return first ? { by, only: first.filter((one) => others.every((only) => only.includes(one))) } : { by };
}

const OR = /\bor\b|\|\||\?\?/;
const AND = /\band\b|&&/;

/** What keeps a condition from holding: in each of its alternatives a term says that no setting is on. */
export function closedBy(condition: string, program: Program, depth = 0): Opened | undefined {
  if (depth > 3) return undefined;
  const closed = split(bare(condition), OR).map((alternative) => {
    for (const term of split(alternative, AND)) {
      const found = termClosed(bare(term), program, depth);
      if (found) return found;
    }
    return undefined;
  });
  return closed.every((one) => one !== undefined) ? together(closed) : undefined;
}

function termClosed(term: string, program: Program, depth: number): Opened | undefined {
  if (split(term, OR).length + split(term, AND).length > 2) return closedBy(term, program, depth + 1);
  const only = toolsLeftOut(term, program.text);
  if (only) return { by: undefined, only };
  const denied = /^(?:not\b|!(?!=))\s*(.*)$/.exec(term)?.[1];
  return denied === undefined ? undefined : openedBy(denied, program);
}

function termOpened(term: string, program: Program, depth: number): Opened | undefined {
  const only = toolsNamed(bare(term), program.text);
  if (only) return { by: undefined, only };
  const text = bare(term.replace(/^\s*(?:await\b|not\b|!(?!=))\s*/, ''));
  if (/^true$/i.test(text)) return text === term.trim() ? { by: undefined } : undefined;
  if (ENVIRONMENT.test(text)) {
    if (asks(withoutTexts(text.replace(OF_A_VARIABLE, ' ')))) return undefined;
    const [, quoted, member] = VARIABLE.exec(text) ?? [];
    return { by: quoted ?? member ?? 'a variable of the environment' };
  }
  const called = /^([A-Za-z_$][\w$]{0,60})\s{0,3}\(/.exec(text)?.[1];
  if (called !== undefined) return program.answerOf(called);
  // `=== '1'`, `is True`: what a setting is compared with.
  const named = /^([A-Za-z_$][\w$.?]{0,80}?)(?:\s*(?:[!=]==?|\bis\b|\bin\b).*)?$/.exec(text)?.[1];
  if (named === undefined) return undefined;
  const last = named.slice(named.lastIndexOf('.') + 1);
  if (named !== last) return OPTION.test(last) ? { by: named } : undefined;
  return remembered(program.known, `${depth} ${named}`, () => nameOpened(named, program, depth));
}

/** By what a file gives a name; a parameter and what is imported are told by what they are called. */
function nameOpened(name: string, program: Program, depth: number): Opened | undefined {
  const given = valuesGiven(name, program.text)
    .map((value) => value.split('\n', 1)[0]?.slice(0, LONGEST) ?? '')
    .map((value) => value.replace(/(?:\s#|\s\/\/).*$/, '').replace(/[;\s]+$/, ''))
    .filter((value) => !value.endsWith(','));
  if (given.length === 0) return OPTION.test(name) ? { by: name } : undefined;
  const opened = given.map((value) =>
    /^false$/i.test(value) ? 'closed' : openedBy(value, program, depth + 1),
  );
  if (opened.includes(undefined)) return undefined;
  const found = opened.filter((one) => typeof one === 'object');
  const [first] = found;
  if (!first) return undefined;
  // Switched on in one place and off in another: what holds is settled at run time.
  const isFixed = found.length === opened.length && found.every(({ by }) => by === undefined);
  return isFixed ? first : { by: found.find(({ by }) => by !== undefined)?.by ?? name };
}

/** Without parentheses around the whole. */
function bare(text: string): string {
  let inner = text.trim();
  while (inner.startsWith('(') && closing(inner, 0) === inner.length - 1) inner = inner.slice(1, -1).trim();
  return inner;
}

/** Where the parenthesis that opens at `start` is closed; -1 where it is not. */
export function closing(text: string, start: number): number {
  let depth = 0;
  let quote = '';
  for (let at = start; at < text.length; at++) {
    const sign = text.charAt(at);
    if (quote !== '') {
      if (sign === '\\') at++;
      else if (sign === quote) quote = '';
    } else if (sign === '"' || sign === "'" || sign === '`') quote = sign;
    else if ('([{'.includes(sign)) depth++;
    else if (')]}'.includes(sign) && --depth === 0) return at;
  }
  return -1;
}

/** The parts of a text between signs that stand in no parenthesis and no quotes. */
export function split(text: string, sign: RegExp): string[] {
  const parts: string[] = [];
  const every = new RegExp(sign, 'g');
  const plain = outerOnly(text);
  let from = 0;
  for (const found of plain.matchAll(every)) {
    parts.push(text.slice(from, found.index));
    from = found.index + found[0].length;
  }
  return [...parts, text.slice(from)];
}

/** The text with what stands in parentheses and quotes blanked, at the same offsets. */
function outerOnly(text: string): string {
  let depth = 0;
  let quote = '';
  let outer = '';
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at);
    const isInside = depth > 0 || quote !== '';
    if (quote !== '') {
      if (sign === '\\') {
        outer += ' ';
        at++;
      } else if (sign === quote) quote = '';
    } else if (sign === '"' || sign === "'" || sign === '`') quote = sign;
    else if ('([{'.includes(sign)) depth++;
    else if (')]}'.includes(sign)) depth = Math.max(0, depth - 1);
    outer += isInside || depth > 0 || quote !== '' ? ' ' : sign;
  }
  return outer;
}
