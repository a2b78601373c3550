import type { Place } from '../../model/index.js';
import {
  type CodeDocument,
  type CodeSyntaxNode,
  callsOf,
  textWithoutBlocks,
} from '../../syntax/code/index.js';
import type { SourceDocument } from '../../syntax/node.js';
import { assumingSwitches } from './assumed.js';
import { endsInFunction, withoutFunctions } from './blocks.js';
import { argumentsOf, carriersIn, mayCarry } from './carriers.js';
import { hasChoiceAround, mayChoose, namesAround } from './choices.js';
import { placed } from './places.js';
import { sdkOf } from './sdk.js';
import { type Opened, openedBy, type Program, programOf, together } from './switches.js';

/** An approval that a program gives by itself. */
export interface OwnAnswer {
  at: Place;
  /** The setting that lets it, where one must be on; undefined where it always answers. */
  by: string | undefined;
  /** The tools that it answers for, where it decides by their names. */
  only?: readonly string[] | undefined;
  /** Functions and classes that it stands in, innermost first: who calls one with an agent has it answered. */
  within: readonly string[];
}

const NAMED = new Set(['approve', 'approve_tool_call']);
const OF_A_RUN = /(?:^|\.)\w{0,60}(?:state|session)(?:\(\))?(?:\.current)?\??\.approve(?:_tool_call)?$/i;
const PLAIN = /^([A-Za-z_$][\w$]{0,60})\??\.approve$/;
/** What brings a request for approval. */
const REQUEST =
  /\b(?:interruptions|get_interruptions|getInterruptions)\b|tool_approval_(?:requested|required)/g;
/** What brings a run, before it is handed to a function of the project. */
const BROUGHT =
  /\b(?:interruptions|get_interruptions|getInterruptions)\b|\bto_?[sS]tate\(\)|\b(?:run|run_sync|run_streamed|runStreamed)\s?\([^()\n]{0,200}(?:\([^()\n]{0,80}\)[^()\n]{0,80}){0,3}\)/g;
const COMPREHENSION =
  /\[[^[\]]{0,200}\.approve\([^[\]]{0,200}\)\s+for\s+\w+\s+in\s+[\w.]{0,80}interruptions\s*\]/;
/** Lines that are looked at before an approval, how long they may be, and approvals of one file. */
const MOST_LINES = 20;
const LONGEST_LINE = 500;
const LONG_LINE = 'approve() beside a line of over 500 characters';
const MOST_APPROVALS = 200;
/** Functions that hand a run to each other are followed no further than this. */
const DEEPEST = 3;

/** A stretch of a program in which a run is known by some names. */
interface Stretch {
  document: SourceDocument;
  start: number;
  end: number;
  carriers: ReadonlySet<string>;
  /** How many calls lead here. */
  depth: number;
  texts: Texts;
}

/** What is told from the texts of programs, each worked out once. */
interface Texts {
  /** The text that is judged: a comment within a line says nothing. */
  textOf(document: SourceDocument): string;
  /** What names of a document open. */
  programFor(document: SourceDocument): Program;
}

/**
 * Approvals that a program gives without a choice: between the request and `approve()`, and in what stands around them,
 * nothing is asked and nothing decided, but for settings. Functions of the project that are passed a run are followed.
 * Told from the text; in doubt there is a choice.
 */
export function ownAnswers(document: CodeDocument): OwnAnswer[] {
  const texts = openTexts();
  const text = texts.textOf(document);
  return answersIn({ document, start: 0, end: text.length, carriers: carriersIn(text, []), depth: 0, texts });
}

function openTexts(): Texts {
  const textOf = onceFor(textWithoutBlocks);
  const programFor = onceFor((document) => programOf(textOf(document), (name) => answerOf(document, name)));
  return { textOf, programFor };
}

function onceFor<T>(make: (document: SourceDocument) => T): (document: SourceDocument) => T {
  const known = new Map<SourceDocument, T>();
  return (document) => {
    const value = known.get(document) ?? make(document);
    known.set(document, value);
    return value;
  };
}

function answersIn(stretch: Stretch): OwnAnswer[] {
  return [...approvalsIn(stretch), ...followedIn(stretch)];
}

function approvalsIn(stretch: Stretch): OwnAnswer[] {
  const { document, depth, texts } = stretch;
  const text = texts.textOf(document);
  if (!text.includes('approve')) return [];
  return callsWithin(stretch, NAMED).flatMap((node) => {
    const { call } = node;
    if (!call || !isOfRun(call.callee, text, stretch.carriers)) return [];
    const answer = givenAt(stretch, node, (text) => {
      // The choice may stand behind the call, on its line: `state.approve(item) if ok else state.reject(item)`.
      const last = text.slice(text.lastIndexOf('\n') + 1);
      if (sdkOf(document.file).language === 'python' && COMPREHENSION.test(last))
        return { at: text.length - last.length, between: '' };
      return requestIn(text, REQUEST) ?? (depth > 0 ? headOf(text) : undefined);
    });
    if (!answer) return [];
    const within = namesAround(text, node.offsets.start);
    return [{ at: placed(call.at, 'interruptions'), ...answer, within }];
  });
}

/** What functions of the project that are passed a run answer. */
function followedIn(stretch: Stretch): OwnAnswer[] {
  const { document, start, end, carriers, depth, texts } = stretch;
  if (depth >= DEEPEST || carriers.size === 0) return [];
  const whole = texts.textOf(document);
  const names = mayCarry(whole.slice(start, end), carriers);
  if (names.size === 0) return [];
  return callsWithin(stretch, names).flatMap((node) => {
    const { call } = node;
    const { reference, document: declaring, offsets } = call?.target ?? {};
    if (!call || reference?.kind !== 'function' || !declaring || !offsets) return [];
    const text = texts.textOf(declaring).slice(offsets.start, offsets.end);
    const passed = argumentsOf(node, reference.parameters, carriers);
    if (passed.length === 0) return [];
    const next = {
      ...stretch,
      ...offsets,
      document: declaring,
      carriers: carriersIn(text, passed),
      depth: depth + 1,
    };
    const answers = answersIn(next);
    if (answers.length === 0) return [];
    const own = givenAt(
      stretch,
      node,
      (before) => requestIn(before, BROUGHT) ?? (depth > 0 ? headOf(before) : undefined),
    );
    if (!own) return [];
    const within = namesAround(whole, node.offsets.start);
    return answers.map(({ at, by, only }) => ({ at, by: by ?? own.by, only: only ?? own.only, within }));
  });
}

function callsWithin({ document, start, end }: Stretch, named: ReadonlySet<string>): CodeSyntaxNode[] {
  return callsOf(document, { named, within: { start, end } }).slice(0, MOST_APPROVALS);
}

interface Request {
  /** Where it stands in the text before the approval. */
  at: number;
  /** What stands between it and the approval. */
  between: string;
}

function requestIn(text: string, brought: RegExp): Request | undefined {
  const found = [...text.matchAll(brought)].at(-1);
  return found && { at: found.index, between: text.slice(found.index + found[0].length) };
}

/** Lines that the head of a function may take. */
const LONGEST_HEAD = 9;

/** Where a function that is passed a run begins, the request is there: all of its body is between. */
function headOf(text: string): Request | undefined {
  let start = 0;
  for (const line of text.split('\n', LONGEST_HEAD)) {
    const end = /=>|[:{]\s*$/.exec(line);
    if (end) return { at: 0, between: text.slice(start + end.index + end[0].length) };
    start += line.length + 1;
  }
  return undefined;
}

/** Whether a call is made without a choice; `by` what must be on for that. */
function givenAt(
  { document, start: from, depth, carriers, texts }: Stretch,
  node: CodeSyntaxNode,
  request: (text: string) => Request | undefined,
): Opened | undefined {
  const whole = texts.textOf(document);
  const { start, end } = node.offsets;
  const lineEnd = whole.indexOf('\n', end);
  const isApproval = NAMED.has(node.call?.name ?? '');
  const own = isApproval ? whole.slice(start, end) : ';';
  const rest = whole.slice(end, Math.min(lineEnd < 0 ? whole.length : lineEnd, end + LONGEST_LINE));
  const before = whole.slice(Math.max(from, start - MOST_LINES * LONGEST_LINE), start).split('\n');
  const written = before.slice(-MOST_LINES);
  // Nobody writes such lines by hand: where no choice is seen in their ends, there may be one all the same.
  const around = written.map((line) => line.slice(-LONGEST_LINE));
  const unseen = written.some((line) => line.length > LONGEST_LINE) ? LONG_LINE : undefined;
  const plain = `${around.join('\n')}${own.replaceAll('\n', ' ')}${rest}`
    .split('\n')
    .map((line) => withoutComment(line).trimEnd());
  const text = withoutFunctions(plain).join('\n');
  const isChosen = (read: string): boolean => {
    const found = request(read);
    if (!found) return true;
    const lines = read.split('\n');
    const line = read.slice(0, found.at).split('\n').length - 1;
    return (
      mayChoose(found.between, whole, carriers) ||
      endsInFunction(lines.slice(line + 1)) ||
      hasChoiceAround(lines, line, found.at, whole, depth > 0)
    );
  };
  if (!isChosen(text)) return { by: unseen };
  const assumed = assumingSwitches(text, texts.programFor(document));
  if (!assumed || isChosen(assumed.text)) return undefined;
  const opened = together(assumed.opened);
  return { ...opened, by: opened.by ?? unseen };
}

const DOCSTRING = /("""|''')[\s\S]*?\1/g;

/** What a function of the project says to whom asks it, where it always agrees or a setting has it agree. */
function answerOf(document: SourceDocument, name: string): Opened | undefined {
  const target = callsOf(document, { named: new Set([name]) })[0]?.call?.target;
  if (target?.reference?.kind !== 'function') return undefined;
  const { returned } = target.reference;
  if (returned.length > 0 && returned.every(({ scalar }) => scalar === true)) return { by: undefined };
  const { text } = target.document;
  const body = text
    .slice(target.offsets.start, target.offsets.end)
    .slice(0, MOST_LINES * 100)
    .replace(DOCSTRING, '');
  const agreed = /\bif\s+([^\n:{]{1,200})[:{]?\s*return\s+true\b/i.exec(body)?.[1];
  const first = /^[^\n]*\n?\s*return\s+([^\n]{1,200})/.exec(body)?.[1];
  const asked = programOf(text, () => undefined);
  for (const condition of [agreed, first]) {
    const opened = condition && openedBy(condition, asked);
    if (opened) return opened;
  }
  return undefined;
}

/** Whether what is approved is the state of a run: it is called so, or the name was given one. */
function isOfRun(callee: string, text: string, carriers: ReadonlySet<string>): boolean {
  if (OF_A_RUN.test(callee)) return true;
  const name = PLAIN.exec(callee)?.[1];
  if (name === undefined) return false;
  if (carriers.has(name)) return true;
  const given = new RegExp(
    `\\b${name.replaceAll('$', '\\$')}\\s{0,9}=\\s{0,9}(?:await\\s{1,9})?[\\w.]{1,80}\\.(?:to_state\\(\\)|state\\b)`,
  );
  return given.test(text);
}

/** What a comment says decides nothing. */
function withoutComment(line: string): string {
  const mark = line.search(/(?:^|\s)(?:\/\/|#)/);
  return mark < 0 ? line : line.slice(0, mark);
}
