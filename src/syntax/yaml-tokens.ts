import type { CST } from 'yaml';
import { MAX_DEPTH, MAX_TOKENS, type PassedLimit, tooDeep } from './limits.js';
import { yaml } from './parsers.js';

/** Marks that the lexer puts between tokens; they are not in the text. */
const DOCUMENT_MARK = '\x02';
const FLOW_END_MARK = '\x18';
const SCALAR_MARK = '\x1f';

/** The tokens of a YAML stream, or the limit that it passes. */
export type TokenReading = { tokens: CST.Token[]; limit?: undefined } | { limit: PassedLimit };

/**
 * Reads a YAML stream as far as tokens, and stops at the first bracket or indentation that nests too deeply.
 * Lexer and token parser work with a stack of their own and do not recurse; the composer does, and can abort the
 * whole process on a few hundred nested brackets, so that nothing may reach it that was not counted here.
 */
export function readTokens(text: string): TokenReading {
  const { Lexer, Parser } = yaml();
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let lexemes = 0;
  for (const lexeme of new Lexer().lex(text)) {
    if (++lexemes > MAX_TOKENS) {
      return {
        limit: { message: `more than ${MAX_TOKENS} tokens`, offset: parser.offset },
      };
    }
    const offset = parser.offset;
    for (const token of parser.next(lexeme)) tokens.push(token);
    if (parser.stack.length > MAX_DEPTH && depthOf(parser.stack) > MAX_DEPTH)
      return { limit: tooDeep(offset) };
  }
  for (const token of parser.end()) tokens.push(token);
  return { tokens };
}

/** Collections that are open. */
function depthOf(stack: readonly CST.Token[]): number {
  let depth = 0;
  for (const token of stack) if ('items' in token) depth++;
  return depth;
}

/** A quote or bracket that nothing closes: the character that would, and where it opens. */
export interface Unclosed {
  closing: string;
  start: number;
}

const CLOSING: Readonly<Record<string, string>> = { '{': '}', '[': ']' };

/** Quotes and brackets without an end, in the order of the text. Recursion ends at the nesting limit. */
export function unclosedIn(tokens: readonly CST.Token[]): Unclosed[] {
  return tokens.flatMap((token): Unclosed[] => {
    if (token.type === 'document') return unclosedIn(token.value ? [token.value] : []);
    if (token.type === 'single-quoted-scalar' || token.type === 'double-quoted-scalar') {
      const { offset: start, source } = token;
      const closing = source.charAt(0);
      return source.length > 1 && source.endsWith(closing) ? [] : [{ closing, start }];
    }
    if (!('items' in token)) return [];
    const inside = token.items.flatMap(({ key, value }) =>
      unclosedIn([key, value].filter((part) => part !== undefined && part !== null)),
    );
    if (token.type !== 'flow-collection') return inside;
    const { source, offset: start } = token.start;
    const closing = CLOSING[source] ?? '';
    const isClosed = token.end[0]?.source === closing;
    return isClosed ? inside : [{ closing, start }, ...inside];
  });
}

/** Comments of a YAML text, without their marks. */
export function yamlComments(text: string): { text: string; start: number }[] {
  const comments: { text: string; start: number }[] = [];
  let offset = 0;
  let isScalar = false;
  for (const lexeme of new (yaml().Lexer)().lex(text)) {
    if (!isScalar && lexeme.startsWith('#')) {
      comments.push({ text: lexeme.slice(1).trim(), start: offset });
    }
    isScalar = lexeme === SCALAR_MARK;
    if (!isScalar && lexeme !== DOCUMENT_MARK && lexeme !== FLOW_END_MARK) offset += lexeme.length;
  }
  return comments;
}
