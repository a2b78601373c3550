import type { CodeSyntaxNode } from '../../program/index.js';
import { parseDocument } from '../../syntax/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf } from '../agents/tool.js';

const WRITERS: ReadonlySet<string> = new Set(['stringify', 'dumps']);
const READERS: ReadonlySet<string> = new Set(['JSON.parse', 'json.loads', 'loads']);

/** What a text of JSON was made of; what it holds, where it stands there as it is. */
export function parsed(node: CodeSyntaxNode | undefined): SyntaxNode | undefined {
  if (node?.call && WRITERS.has(node.call.name)) return asValue(node.call.positional[0]);
  if (node?.call?.name === 'encode') return parsed(node.call.receiver);
  if (node?.call?.name === 'bytes') return parsed(node.call.positional[0]);
  const text = stringOf(node);
  return node && text !== undefined ? (jsonIn(node, text) ?? node) : asValue(node);
}

/** What is read from a text of JSON in the program is what the text holds. */
export function asValue(node: CodeSyntaxNode | undefined): SyntaxNode | undefined {
  const text = node?.call && READERS.has(node.call.callee) ? node.call.positional[0] : undefined;
  const written = stringOf(text);
  return text && written !== undefined ? (jsonIn(text, written) ?? node) : node;
}

/** Reads a string as the JSON that it is, at its own lines and columns; undefined where escapes hide them. */
function jsonIn(node: CodeSyntaxNode, text: string): SyntaxNode | undefined {
  if (!isJson(text)) return undefined;
  const { start, end } = node.within(0, text.length).range();
  const lines = text.split('\n');
  const last = lines.at(-1)?.length ?? 0;
  const isVerbatim =
    end.line === start.line + lines.length - 1 &&
    end.column === (lines.length === 1 ? start.column : 1) + last;
  if (!isVerbatim) return undefined;
  const before = '\n'.repeat(start.line - 1) + ' '.repeat(start.column - 1);
  return parseDocument(node.document.file, 'json', before + text).roots[0];
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}
