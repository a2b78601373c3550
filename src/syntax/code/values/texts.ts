import type { CodeFile } from '../file.js';
import { read } from '../language.js';
import type { Cst } from '../tree/cst.js';
import type { TemplatePart, TextPiece } from '../tree/expression.js';
import { textValue } from '../tree/spelling.js';
import { joinedArray } from './containers.js';
import { dynamic, type Slot, type Value, type Written } from './value.js';

const MOST_PARTS = 2_000;
/** UTF-16 units of a beginning that are kept. */
const LONGEST_BEGINNING = 400;
/** UTF-16 units that names add to one text, and that cost a step of evaluation. */
const MOST_ADDED = 20_000;
const ADDED_A_STEP = 200;

/** `a + b + c`, however it is bracketed. */
export function join(at: Written): Value {
  const { file } = at;
  const parts: Value[] = [];
  const waiting: Cst[] = [at.node];
  for (let seen = 0; waiting.length > 0; seen++) {
    if (seen > MOST_PARTS) return dynamic(at, 'put together from too many parts');
    const node = waiting.pop() as Cst;
    const expression = read(node);
    if (expression.kind === 'same') waiting.push(expression.node);
    else if (expression.kind === 'join') waiting.push(expression.right, expression.left);
    else parts.push(file.project.evaluate(file, node));
  }
  const texts = parts.map((part) => (part.kind === 'scalar' ? part.scalar : undefined));
  if (texts.every((text) => typeof text === 'string')) return written(at, texts);
  const isList = parts.some((part) => part.kind === 'array');
  return isList ? joinedArray(at, parts) : putTogether(at, parts, 'put together at run time');
}

/** The parts of a list as one text, with another between them. */
export function joinedText(at: Written, parts: readonly Value[], between: string): Value {
  if (parts.length > MOST_PARTS) return dynamic(at, 'put together from too many parts');
  const texts = parts.map(writtenOut);
  if (texts.every((text) => text !== undefined)) return written(at, [texts.join(between)]);
  const [first] = parts;
  return putTogether(at, first ? [first] : [], 'put together at run time');
}

/** A text with parts that are computed: it is known where all of them are. */
export function filledIn(at: Written, pieces: readonly TemplatePart[]): Value {
  const { file } = at;
  if (pieces.length > MOST_PARTS) return dynamic(at, 'put together from too many parts');
  const parts = pieces.map(
    (piece): Value =>
      'spelling' in piece
        ? { kind: 'scalar', at, scalar: textValue(file.text, [piece]) }
        : file.project.evaluate(file, piece),
  );
  const texts = parts.map(writtenOut);
  if (texts.every((text) => text !== undefined)) return written(at, texts);
  const why = file.language.isPython ? 'a text with computed parts' : 'a template with computed parts';
  return putTogether(at, parts, why);
}

/** A text in full. Names in it may stand for longer texts, and those for longer ones: what they add is bounded. */
function written(at: Written, texts: readonly string[]): Value {
  const added = texts.reduce((sum, text) => sum + text.length, 0) - (at.node.end - at.node.start);
  if (added > MOST_ADDED) return dynamic(at, 'a text that is too long');
  for (let length = 0; length < added; length += ADDED_A_STEP)
    if (!at.file.step()) return dynamic(at, 'takes more steps than one file may cost');
  return { kind: 'scalar', at, scalar: texts.join('') };
}

/** What a part of a text reads as there; numbers as both languages write them. */
function writtenOut(part: Value): string | undefined {
  if (part.kind !== 'scalar') return undefined;
  if (typeof part.scalar === 'string') return part.scalar;
  return Number.isSafeInteger(part.scalar) ? String(part.scalar) : undefined;
}

/** A text of which some parts are not known: how it begins, and what the others may be. */
function putTogether(at: Written, parts: readonly Value[], why: string): Value {
  let begins = '';
  for (const part of parts) {
    const text = writtenOut(part);
    if (text === undefined) break;
    begins += text.slice(0, LONGEST_BEGINNING);
    if (begins.length >= LONGEST_BEGINNING) break;
  }
  const may = parts.flatMap((part): Slot[] =>
    part.kind === 'scalar' ? [] : [{ written: part.at, value: () => part }],
  );
  return { ...dynamic(at, why), begins, ...(may.length > 0 && { may }) };
}

const READS_ENVIRONMENT = new Set(['os.getenv', 'os.environ.get', 'getenv', 'environ.get']);

/** The default of a variable of the environment: `os.getenv("KEY", "default")`. */
export function defaultOf(file: CodeFile, node: Cst): Slot | undefined {
  const expression = read(node);
  if (expression.kind !== 'call' || !READS_ENVIRONMENT.has(expression.callee.text)) return undefined;
  const given =
    expression.positional[1]?.node ?? expression.named.find(({ key }) => key === 'default')?.value;
  return given && { written: { file, node: given }, value: () => file.project.evaluate(file, given) };
}

/** The literals that a text is put together from; undefined where names are among them. */
export function piecesOf(start: Cst): TextPiece[] | undefined {
  const pieces: TextPiece[] = [];
  const waiting = [start];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const expression = read(node);
    if (expression.kind === 'text') for (const piece of expression.pieces) pieces.push(piece);
    else if (expression.kind === 'same') waiting.push(expression.node);
    else if (expression.kind === 'join') waiting.push(expression.right, expression.left);
    else return undefined;
  }
  return pieces;
}
