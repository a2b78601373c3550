import type { CodeSyntaxNode } from '../../program/index.js';
import { parseDocument } from '../../syntax/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf } from '../agents/tool.js';

const WRITERS: ReadonlySet<string> = new Set(['stringify', 'dumps']);
const READERS: ReadonlySet<string> = new Set(['JSON.parse', 'json.loads', 'loads']);

/** The value that a text of JSON was made of; for a literal text, the value in it. */
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

/** Lists of a body that decide on a verdict. */
const LISTS: readonly string[] = ['tools', 'mcp_servers'];

/**
 * The bodies that a request may have: each of several, where they are known. A list in one that may be one that is
 * written out (the default of a parameter) holds its items, and stays open.
 */
export function bodiesOf(body: CodeSyntaxNode): readonly CodeSyntaxNode[];
export function bodiesOf(body: SyntaxNode): readonly SyntaxNode[];
export function bodiesOf(body: SyntaxNode | CodeSyntaxNode): readonly SyntaxNode[] {
  if (!('identity' in body)) return [body];
  const may = body.kind === 'dynamic' ? ((body.may ?? []) as readonly CodeSyntaxNode[]) : [];
  const known = may.filter(({ kind }) => kind === 'object');
  const isOpen = known.length === 0 || may.some(({ kind }) => kind !== 'object' && kind !== 'null');
  return [...known, ...(isOpen ? [body] : [])].map(withLists);
}

function withLists(body: CodeSyntaxNode): CodeSyntaxNode {
  const agent = body.kind === 'object' && body.keys().includes('agent') ? body.get('agent') : undefined;
  const inner = agent?.kind === 'object' && mayHoldMore(agent) ? withListsIn(agent) : undefined;
  if (!inner && !mayHoldMore(body)) return body;
  return withListsIn(body, inner && { agent: inner });
}

const mayHoldMore = (node: CodeSyntaxNode): boolean => {
  const keys = node.keys();
  return LISTS.some((key) => keys.includes(key) && listsIn(node.get(key)).length > 0);
};

/** The same node with lists that may hold what is written. */
function withListsIn(
  node: CodeSyntaxNode,
  other: Readonly<Record<string, CodeSyntaxNode>> = {},
): CodeSyntaxNode {
  const get = (key: string): CodeSyntaxNode | undefined => {
    const part = other[key] ?? node.get(key);
    return LISTS.includes(key) ? (listOf(part) ?? part) : part;
  };
  return Object.create(node, { get: { value: get } }) as CodeSyntaxNode;
}

const listsIn = (part: CodeSyntaxNode | undefined): readonly CodeSyntaxNode[] =>
  part?.kind === 'dynamic'
    ? ((part.may ?? []) as readonly CodeSyntaxNode[]).filter(({ kind }) => kind === 'array')
    : [];

/** A list that may be one of several: what they hold, and what it is computed from. */
function listOf(part: CodeSyntaxNode | undefined): CodeSyntaxNode | undefined {
  const lists = listsIn(part);
  const [first] = lists;
  if (!first || !part) return undefined;
  const items = [...lists.flatMap((list) => list.items()), part];
  return Object.create(first, { items: { value: () => items } }) as CodeSyntaxNode;
}
