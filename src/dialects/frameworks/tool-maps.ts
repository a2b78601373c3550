import type { CodeSyntaxNode } from '../../program/index.js';
import { bodyOfTool } from '../agents/body.js';
import { isNeverChosen, joinChoices } from './choices.js';
import { renamed } from './copied-tools.js';
import type { Framework, ToolEntry } from './framework.js';
import { pathName, placed } from './places.js';

/** What reads a list of tools, and one entry of it. */
export interface EntryReaders {
  readonly readTools: (list: CodeSyntaxNode, of: string, framework: Framework, depth?: number) => ToolEntry[];
  readonly readEntry: (item: CodeSyntaxNode, of: string, framework: Framework, depth?: number) => ToolEntry[];
}

/** How a map of the tools of an agent is read. */
interface MapReading extends EntryReaders {
  /** The agent. */
  readonly of: string;
  readonly framework: Framework;
}

/** Choices inside choices are not read further than this. */
const DEEPEST = 4;

/** The tools of several maps, of which one may count: the same tool with the same gate once. */
export function eachOnce(entries: readonly ToolEntry[]): ToolEntry[] {
  const seen = new Set<string>();
  return entries.filter((one) => {
    const body = one.kind === 'tool' ? bodyOfTool(one.tool)?.node.offsets : undefined;
    if (one.kind !== 'tool' || !body) return true;
    const key = `${one.tool.name} ${one.tool.approval.state} ${body.file} ${body.start}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** A key that no map of tools has: what is under it shows whether a map may have others. */
export const NO_NAME = ' ';

/** The tools of a map: the model knows each by its key. */
export function readMap(map: CodeSyntaxNode, depth: number, reading: MapReading): ToolEntry[] {
  const { of, framework, readTools } = reading;
  const more = map.spreads.flatMap((one) => readTools(one, of, framework, depth + 1));
  const others = more.length === 0 ? map.get(NO_NAME) : undefined;
  if (others) more.push(unresolved(others, `a tool of \`${of}\``));
  return [...namedTools(map, depth, reading), ...more];
}

/** The tools under the keys that a map is known to have. */
function namedTools(map: CodeSyntaxNode, depth: number, reading: MapReading): ToolEntry[] {
  return map.keys().flatMap((key) => {
    const value = map.get(key);
    if (!value || value.scalar === false) return [];
    const entries = readEither(value, depth, reading);
    const path = `tools[${pathName(key)}]`;
    return entries.map((entry): ToolEntry => {
      // Where the key is computed, it says nothing of the tool.
      const own = value.hasWrittenKey || entry.kind !== 'tool' ? value.at('key') : entry.tool.at;
      const at = placed(own, path);
      if (entry.kind === 'agent') return { ...entry, name: key, at };
      if (entry.kind === 'tool') return { kind: 'tool', tool: renamed(entry.tool, key, at) };
      if (entry.kind === 'server' || !value.hasWrittenKey) return entry;
      return namedUnread(entry, key, reading.of);
    });
  });
}

/** The tools that a member may be; what else may replace it is reported with the map. */
function readEither(value: CodeSyntaxNode, depth: number, reading: MapReading): ToolEntry[] {
  const { of, framework, readEntry } = reading;
  if (value.call || value.reference || value.kind !== 'dynamic' || depth > DEEPEST)
    return readEntry(value, of, framework, depth);
  const chosen = new Map<ToolEntry, CodeSyntaxNode>();
  const all = (value.may ?? [])
    .filter((one) => one.kind !== 'null' && one.scalar !== false && !isNeverChosen(one, framework))
    .flatMap((one) => {
      const entries = readEither(one, depth + 1, reading);
      for (const entry of entries) chosen.set(entry, one);
      return entries;
    })
    .filter(({ kind }) => kind !== 'unresolved');
  const known = joinChoices(all, chosen, framework);
  return known.length > 0 ? known : [unresolved(value, `a tool of \`${of}\``)];
}

type UnreadEntry = Extract<ToolEntry, { kind: 'unresolved' }>;

function unresolved(node: CodeSyntaxNode, what: string): UnreadEntry {
  const why = node.why ?? 'computed at run time';
  return { kind: 'unresolved', unresolved: { what, why, at: node.written() } };
}

/** A tool that is not read, by the name that it is imported by, which is that of the tool where nothing says otherwise. */
export function unreadTool(node: CodeSyntaxNode, of: string): ToolEntry {
  const entry = unresolved(node, `a tool of \`${of}\``);
  const { name = '', dotted = '' } = node.origin ?? {};
  const isNamed = !node.call && !node.spread && name === dotted && /^[a-z]\w*$/.test(name);
  return isNamed && name !== 'default' ? namedUnread(entry, name, of) : entry;
}

const namedUnread = (entry: UnreadEntry, toolName: string, of: string): UnreadEntry => ({
  ...entry,
  unresolved: { ...entry.unresolved, what: `the tool \`${toolName}\` of \`${of}\``, toolName },
});
