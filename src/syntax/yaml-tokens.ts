import type { CST } from 'yaml';
import { MAX_DEPTH, MAX_TOKENS, type PassedLimit, tooDeep } from './limits.js';
import { yaml } from './parsers.js';

/** Marks that the lexer puts between tokens; they do not stand in the text. */
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
