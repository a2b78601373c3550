import { canonical, differenceOf, readToolList, TOOL_LIST_SCHEMA } from '../dialects/servers/tool-list.js';
import type { SyntaxNode } from '../syntax/node.js';
import type { ToolDefinition } from './list-tools.js';

/** What a snapshot is made of. */
export interface Snapshot {
  server: string;
  /** What was started or called, with secrets cut out. */
  address: string;
  tools: readonly ToolDefinition[];
  /** Today, `YYYY-MM-DD`, UTC. */
  takenOn: string;
}

/** The text of a snapshot's file, and what differs from what people accepted. */
export interface WrittenSnapshot {
  text: string;
  /** Names of tools that are new, gone or another, each with what changed. */
  unreviewed: readonly string[];
}

type Definitions = Map<string, Readonly<Record<string, unknown>> | null>;

/**
 * The file of a snapshot. What people accepted before stays written down beside what is there now, until they accept
 * it. The same tools give the same bytes, its day included.
 */
export function snapshotText(
  taken: Snapshot,
  before: SyntaxNode | undefined,
  accept: boolean,
): WrittenSnapshot {
  const tools = [...taken.tools].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  const accepted = accept || !before ? undefined : acceptedBefore(before);
  const unreviewed = accepted ? changesSince(accepted, tools) : new Map();
  const last = before?.toValue() as Record<string, unknown> | undefined;
  const same =
    last !== undefined &&
    canonical(last.tools) === canonical(tools) &&
    canonical(last.unreviewed ?? {}) === canonical(Object.fromEntries(unreviewed));
  const value = {
    schema: TOOL_LIST_SCHEMA,
    server: taken.server,
    address: taken.address,
    takenOn: same && typeof last.takenOn === 'string' ? last.takenOn : taken.takenOn,
    tools,
    ...(unreviewed.size > 0 ? { unreviewed: Object.fromEntries([...unreviewed].sort()) } : {}),
  };
  return { text: `${JSON.stringify(value, null, 2)}\n`, unreviewed: [...unreviewed.keys()].sort() };
}

/** The definitions that people accepted: those of the file, with the older ones in place of what they have not reviewed. */
function acceptedBefore(root: SyntaxNode): Definitions {
  const { tools, accepted } = readToolList(root);
  const definitions: Definitions = new Map(tools.map(({ name, definition }) => [name, definition]));
  for (const [name, definition] of accepted ?? []) definitions.set(name, definition);
  return definitions;
}

function changesSince(accepted: Definitions, tools: readonly ToolDefinition[]): Definitions {
  const changes: Definitions = new Map();
  const now = new Set(tools.map(({ name }) => name));
  for (const tool of tools) {
    const before = accepted.get(tool.name) ?? null;
    if (before === null || differenceOf(before, tool) !== undefined) changes.set(tool.name, before);
  }
  for (const [name, before] of accepted) if (before !== null && !now.has(name)) changes.set(name, before);
  return changes;
}
