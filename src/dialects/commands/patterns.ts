import { gravityOf, isHarmless, readCommand } from './commands.js';

/**
 * A beginning that a pattern stands for. `on`: what follows in the pattern belongs to it. `whole`: the command ends there.
 * `open`: anything may follow. `narrow`: what may follow is limited in a way that is not read.
 */
interface Form {
  text: string;
  end: 'on' | 'whole' | 'open' | 'narrow';
}

/** Forms that one pattern is expanded into. */
const MOST_FORMS = 32;
const MOST_TEXT = 1_000;
const DEEPEST = 8;

/** A word that the pattern does not state. */
const ANY_WORD = '\u0000';

/**
 * The gravest of what a pattern of commands stands for; undefined where it cannot be expanded, or what limits the
 * gravest of it is not read. `isWhole`: the client compares whole commands, so that the pattern ends where the command does.
 * Of what is returned, `isOne` is one whole command, else all that begin with the line; an empty line is every command.
 */
export function patternCommand(pattern: string, isWhole = false) {
  const forms = patternForms(pattern, isWhole);
  if (forms === undefined) return undefined;
  const read = forms.map((form) => ({ form, gravity: gravityOfForm(form) }));
  // What is read first is named first.
  const [gravest] = read.sort((one, other) => one.gravity - other.gravity);
  if (gravest === undefined) return undefined;
  const { text, end } = gravest.form;
  if (end !== 'narrow' || isHarmless(gravest.gravity)) return { line: text, isOne: end === 'whole' };
  // What is stated acts already, whatever follows it.
  return text !== '' && gravityOf(readCommand(text)) === 0 ? { line: text, isOne: true } : undefined;
}

/** Where a form stands among others, from the gravest on. */
function gravityOfForm({ text, end }: Form): number {
  if (text === '') return end === 'narrow' ? 1.5 : -1;
  const reading = readCommand(text, end !== 'whole');
  const gravity = gravityOf(reading);
  // One command alone is milder than all that begin so; what is not read stands behind what is.
  if (end === 'whole') return gravity < 2 ? gravity + 2 : gravity;
  return end === 'narrow' && !isHarmless(gravity) ? gravity + 1.5 : gravity;
}

/** The commands that a pattern stands for; undefined where there are too many, or its signs are not read. */
export function patternForms(pattern: string, isWhole = false): Form[] | undefined {
  if (pattern.length > MOST_TEXT) return undefined;
  const reader: Reader = { text: pattern.replace(/^\(\?[a-z]+\)/, ''), at: 0 };
  const forms = readChoices(reader, 0);
  if (forms === undefined || reader.at < reader.text.length) return undefined;
  return forms.map(({ text, end }) => finished(text, end === 'on' ? (isWhole ? 'whole' : 'open') : end));
}

function finished(text: string, end: Form['end']): Form {
  const from = text.indexOf(ANY_WORD);
  // `git -C \S+ status`: the word is the value of a switch, which says nothing about the command.
  const read = text
    .replace(/^(git) -C \0 /, '$1 ')
    .replace(/\s+/g, ' ')
    .trim();
  if (from < 0 || !read.includes(ANY_WORD)) return { text: read, end };
  return { text: text.slice(0, from).trim(), end: 'narrow' };
}

interface Reader {
  readonly text: string;
  at: number;
}

const START: readonly Form[] = [{ text: '', end: 'on' }];

/** The forms up to the end of a group, or of the whole pattern. */
function readChoices(reader: Reader, depth: number): Form[] | undefined {
  if (depth > DEEPEST) return undefined;
  const all: Form[] = [];
  for (;;) {
    const forms = readSequence(reader, depth);
    if (forms === undefined) return undefined;
    all.push(...forms);
    if (all.length > MOST_FORMS) return undefined;
    if (reader.text.charAt(reader.at) !== '|') return all;
    reader.at++;
  }
}

function readSequence(reader: Reader, depth: number): Form[] | undefined {
  let forms: Form[] = [...START];
  while (reader.at < reader.text.length && !/[|)]/.test(reader.text.charAt(reader.at))) {
    const next = readAtom(reader, depth);
    if (next === undefined) return undefined;
    forms = forms.flatMap((form) =>
      form.end === 'on' ? next.map(({ text, end }) => ({ text: form.text + text, end })) : [form],
    );
    forms = [...new Map(forms.map((form) => [`${form.end} ${form.text}`, form])).values()];
    if (forms.length > MOST_FORMS) return undefined;
  }
  return forms;
}

const one = (text: string, end: Form['end'] = 'on'): Form[] => [{ text, end }];

/** Texts that stand for a space, for any text, and for one word or sign of which the pattern does not say which. */
const SPACE = /(?:\\s|\[(?: |\\s|\\t)+\])/y;
const ANYTHING = /(?:\.|\[\\s\\S\]|\[\\S\\s\])/y;
const SIGN = /(?:\\[wdSWD]|\[(?:\\.|[^\]\\])+\])/y;
const ZERO_WIDTH = /(?:\^|\\[bBAG])/y;
const ENDS = /(?:\$|\\[zZ])/y;
const LOOKS_AROUND = /\(\?<?[=!]/y;
const GROUP = /\((?:\?:|\?P?<\w+>)?/y;
const ESCAPED = /\\([^\w\s]| )/y;
const LITERAL = /[^\\()[\]{}*+?|.^$]/y;
const QUANTIFIER = /(?:[*+?]|\{(\d+)?(?:,\d*)?\})[?+]?/y;

/** Reads what a pattern has at a place. */
function take(reader: Reader, sign: RegExp): RegExpExecArray | undefined {
  sign.lastIndex = reader.at;
  const found = sign.exec(reader.text) ?? undefined;
  if (found) reader.at += found[0].length;
  return found;
}

/** The forms of one sign of a pattern with what repeats it; undefined where the sign is not known. */
function readAtom(reader: Reader, depth: number): Form[] | undefined {
  if (take(reader, ZERO_WIDTH)) return one('');
  if (take(reader, ENDS)) return one('', 'whole');
  if (take(reader, LOOKS_AROUND)) {
    const inner = readGroup(reader, depth);
    return inner && one('', 'narrow');
  }
  if (take(reader, SPACE)) {
    take(reader, QUANTIFIER);
    return one(' ');
  }
  if (take(reader, ANYTHING)) return take(reader, QUANTIFIER) ? one('', 'open') : one('', 'narrow');
  if (take(reader, SIGN)) {
    const many = take(reader, QUANTIFIER)?.[0];
    return many === undefined || /^[?{]/.test(many) ? one('', 'narrow') : one(ANY_WORD);
  }
  if (take(reader, GROUP)) {
    const inner = readGroup(reader, depth);
    return inner && repeated(inner, take(reader, QUANTIFIER)?.[0]);
  }
  const text = take(reader, ESCAPED)?.[1] ?? take(reader, LITERAL)?.[0];
  return text === undefined ? undefined : repeated(one(text), take(reader, QUANTIFIER)?.[0]);
}

function readGroup(reader: Reader, depth: number): Form[] | undefined {
  const forms = readChoices(reader, depth + 1);
  if (forms === undefined || reader.text.charAt(reader.at) !== ')') return undefined;
  reader.at++;
  return forms;
}

function repeated(forms: Form[], quantifier: string | undefined): Form[] {
  if (quantifier === undefined) return forms;
  if (quantifier.startsWith('?')) return [...forms, ...one('')];
  if (forms.every(({ text }) => text.trim() === '')) return forms;
  const many = forms.map((form): Form => (form.end === 'on' ? { ...form, end: 'narrow' } : form));
  return quantifier.startsWith('+') ? many : [...many, ...one('')];
}
