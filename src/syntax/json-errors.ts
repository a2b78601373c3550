import type { ParseError } from 'jsonc-parser';
import { redact } from '../model/secrets.js';
import { jsonc } from './parsers.js';

/** What is wrong with a JSON text, in words, and the first faulty character. */
export interface JsonError {
  message: string;
  start: number;
  end: number;
}

const LONGEST_QUOTE = 20;

/** The first of the errors by its faulty character: those after it are mostly its echo. */
export function firstJsonError(text: string, errors: readonly ParseError[]): JsonError | undefined {
  let first: JsonError | undefined;
  for (const error of errors) {
    // A fault never lies before the start of its token, and errors come in the order of their tokens.
    if (first && error.offset > first.start) break;
    const described = describe(text, error);
    if (!first || described.start < first.start) first = described;
  }
  return first;
}

function describe(text: string, error: ParseError): JsonError {
  const { offset, length } = error;
  const here = (message: string): JsonError => ({
    message,
    start: offset,
    end: offset + Math.max(length, 1),
  });
  const code = jsonc().printParseErrorCode(error.error);
  switch (code) {
    case 'UnexpectedEndOfString':
      return unclosedString(text, offset + length);
    case 'InvalidEscapeCharacter':
    case 'InvalidUnicode':
    case 'InvalidCharacter':
      return faultInString(text, offset, offset + length);
    case 'UnexpectedEndOfComment':
      return here('the comment that begins here has no end');
    case 'UnexpectedEndOfNumber':
    case 'InvalidNumberFormat':
      return here('this number is not complete');
    case 'InvalidSymbol':
      return here(unknownSymbol(text, offset, length));
    case 'EndOfFileExpected':
      return here('expected nothing more after the value');
    default:
      return here(expected(code, text, offset));
  }
}

const EXPECTED: Readonly<Record<string, string>> = {
  PropertyNameExpected: 'a key in double quotes',
  ValueExpected: 'a value',
  ColonExpected: 'a colon after the key',
  CommaExpected: 'a comma',
  CloseBraceExpected: 'a comma or }',
  CloseBracketExpected: 'a comma or ]',
};

function expected(code: string, text: string, offset: number): string {
  const words = `expected ${EXPECTED[code] ?? 'something else'}`;
  if (offset >= text.length) return `${words}, and the file ends here`;
  return `${words} before ${quoted(text.charAt(offset))}`;
}

function unknownSymbol(text: string, offset: number, length: number): string {
  const symbol = text.slice(offset, offset + length);
  const found = symbol.length > LONGEST_QUOTE ? `${symbol.slice(0, LONGEST_QUOTE)}...` : symbol;
  const hint = /^['A-Za-z_$]/.test(symbol) ? ': keys and strings take double quotes' : '';
  return `unexpected ${quoted(found)}${hint}`;
}

function quoted(found: string): string {
  return found === '"' ? 'a string' : JSON.stringify(redact(found));
}

function unclosedString(text: string, at: number): JsonError {
  const message = at >= text.length ? 'the file ends inside a string' : 'the line ends inside a string';
  return { message, start: at, end: at + 1 };
}

/** The first bad escape or control character of a string token. */
function faultInString(text: string, from: number, to: number): JsonError {
  for (let i = from + 1; i < to; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x20) {
      const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
      return { message: `the control character ${name} is not escaped in a string`, start: i, end: i + 1 };
    }
    if (text.charAt(i) !== '\\') continue;
    const mark = text.charAt(i + 1);
    const isUnicode = mark === 'u';
    if (isUnicode ? !/^[\dA-Fa-f]{4}$/.test(text.slice(i + 2, i + 6)) : !'"\\/bfnrt'.includes(mark)) {
      return {
        message: `${JSON.stringify(`\\${mark}`)} is not an escape sequence of JSON`,
        start: i,
        end: i + 2,
      };
    }
    i += isUnicode ? 5 : 1;
  }
  return { message: 'this string is not valid', start: from, end: to };
}
