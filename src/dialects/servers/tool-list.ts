import type { Place } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf } from '../agents/tool.js';

/** The schema of a list that `agent-lint snapshot` writes. */
export const TOOL_LIST_SCHEMA = 'agent-lint/tool-list@1';

/** One tool as a server defines it. */
export interface SavedTool {
  name: string;
  description?: string;
  annotations?: { readOnlyHint?: boolean; destructiveHint?: boolean };
  /** The whole definition, as plain data. */
  definition: Readonly<Record<string, unknown>>;
  /** Where its name stands. */
  at: Place;
}

/** An answer to `tools/list`, saved: as the server gave it, or as `agent-lint snapshot` wrote it. */
export interface SavedToolList {
  file: string;
  /** The server that it is about, where the file says so. */
  server?: { name: string; at: Place };
  address?: string;
  tools: SavedTool[];
  /** Definitions that people accepted and that changed since, by name; null: the tool is new. */
  accepted?: ReadonlyMap<string, Readonly<Record<string, unknown>> | null>;
}

/** Whether a root is a tool list: its tools have names and input schemas, as the protocol defines them. */
export function isToolList(root: SyntaxNode): boolean {
  if (stringOf(root.get('schema')) === TOOL_LIST_SCHEMA) return true;
  const tools = toolsNode(root)?.items() ?? [];
  return (
    tools.length > 0 &&
    tools.every((tool) => stringOf(tool.get('name')) !== undefined) &&
    tools.some((tool) => tool.get('inputSchema')?.kind === 'object') &&
    root.get('model') === undefined
  );
}

const toolsNode = (root: SyntaxNode) => root.get('tools') ?? root.get('result')?.get('tools');

/** Reads a tool list; what has no name is left out. */
export function readToolList(root: SyntaxNode): SavedToolList {
  const server = root.get('server');
  const name = stringOf(server);
  const address = stringOf(root.get('address'));
  const list: SavedToolList = {
    file: root.document.file,
    tools: (toolsNode(root)?.items() ?? []).flatMap((node) => readTool(node) ?? []),
  };
  if (server && name !== undefined) list.server = { name, at: server.at() };
  if (address !== undefined) list.address = address;
  const changed = root.get('unreviewed');
  if (changed?.kind === 'object') list.accepted = acceptedIn(changed);
  return list;
}

function readTool(node: SyntaxNode): SavedTool | undefined {
  const nameNode = node.get('name');
  const name = stringOf(nameNode);
  if (!nameNode || name === undefined) return undefined;
  const description = stringOf(node.get('description'));
  const hints = node.get('annotations');
  const flag = (key: string) => hints?.get(key)?.scalar;
  const readOnly = flag('readOnlyHint');
  const destructive = flag('destructiveHint');
  const annotations = {
    ...(typeof readOnly === 'boolean' ? { readOnlyHint: readOnly } : {}),
    ...(typeof destructive === 'boolean' ? { destructiveHint: destructive } : {}),
  };
  return {
    name,
    ...(description === undefined ? {} : { description }),
    ...(Object.keys(annotations).length > 0 ? { annotations } : {}),
    definition: node.toValue() as Record<string, unknown>,
    at: nameNode.at('value', node),
  };
}

function acceptedIn(node: SyntaxNode): Map<string, Readonly<Record<string, unknown>> | null> {
  return new Map(
    node.keys().map((name) => {
      const definition = node.get(name);
      return [name, definition?.kind === 'object' ? (definition.toValue() as Record<string, unknown>) : null];
    }),
  );
}

/** Parts of a definition that a model or a person relies on, in words. */
const PARTS: readonly (readonly [key: string, words: string])[] = [
  ['title', 'title'],
  ['description', 'description'],
  ['inputSchema', 'input schema'],
  ['outputSchema', 'output schema'],
  ['annotations', 'annotations'],
];

/** What differs between two definitions of a tool, in words; undefined where nothing does that matters. */
export function differenceOf(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string | undefined {
  const parts = PARTS.filter(([key]) => canonical(before[key]) !== canonical(after[key])).map(
    ([, words]) => words,
  );
  if (parts.length === 0) return undefined;
  const last = parts.pop();
  const words = parts.length === 0 ? last : `${parts.join(', ')} and ${last}`;
  return `was changed (${words})`;
}

/** The text of a value with its keys in order: the same for the same value. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`);
  return `{${members.join(',')}}`;
}
