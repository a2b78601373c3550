import type { Place, Tool, Ungateable } from '../../model/index.js';
import {
  type CodeSyntaxNode,
  filteredItems,
  type MemberText,
  namedMembers,
  type Origin,
} from '../../program/index.js';
import { changed } from '../agents/body.js';
import { toolOf } from '../agents/tool.js';
import type { ToolEntry } from './framework.js';
import { notKnown } from './gate-levels.js';
import { pathName, placed } from './places.js';

/** The items of a list of tools. A filter of their names by constants leaves items out. */
export const toolItems = (
  list: CodeSyntaxNode,
  read: (item: CodeSyntaxNode) => readonly ToolEntry[],
): readonly CodeSyntaxNode[] => filteredItems(list, nameBy(read)).filter(({ isInParts }) => !isInParts);

/** The name of a tool, which only its reader knows. */
const nameBy =
  (read: (item: CodeSyntaxNode) => readonly ToolEntry[]): MemberText =>
  (item, member) =>
    member === 'name' ? onlyTool(read(item))?.name : undefined;

/** A map by the names of tools, where it is computed from the tools: `{t.name: True for t in tools}`. */
export const mapByNames = (
  map: CodeSyntaxNode,
  tools: CodeSyntaxNode | undefined,
  read: (item: CodeSyntaxNode) => readonly ToolEntry[],
): CodeSyntaxNode => namedMembers(map, tools?.items() ?? [], nameBy(read));

/** A function that is listed twice is one tool. */
export function withoutRepeats(entries: readonly ToolEntry[]): ToolEntry[] {
  const seen = new Set<string>();
  return entries.filter((entry) => {
    if (entry.kind !== 'tool' || entry.tool.symbol === undefined) return true;
    const { start } = entry.tool.at.range();
    const key = `${entry.tool.name} ${entry.tool.at.file}:${start.line}:${start.column} ${entry.tool.approval.state}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** The tool of entries that are a single tool. */
function onlyTool([entry, ...others]: readonly ToolEntry[]): Tool | undefined {
  return entry?.kind === 'tool' && others.length === 0 ? entry.tool : undefined;
}

/** A function with a decorator of another package that creates tools. */
export const readForeign = (node: CodeSyntaxNode): Tool | undefined =>
  node.reference?.decorators
    .map((one) => madeElsewhere(node, one.call?.origin ?? one.origin, one.at()))
    .find((tool) => tool !== undefined);

/** A function that becomes a tool by a call of another package, of which no row says what gates it: `to_tool(refund)`. */
export function readMadeElsewhere({ call }: CodeSyntaxNode): Tool | undefined {
  const [made] = call?.positional ?? [];
  return made?.reference?.kind === 'function'
    ? madeElsewhere(made, call?.origin, call?.at ?? made.at(), true)
    : undefined;
}

/** The tool that another package makes of a function: its gate depends on that package. `isShort`: named by its last name. */
function madeElsewhere(
  node: CodeSyntaxNode,
  { module, dotted, file }: Origin = NOWHERE,
  at: Place,
  isShort = false,
): Tool | undefined {
  const maker = dotted.slice(dotted.lastIndexOf('.') + 1);
  const isForeign = module !== '' && !module.startsWith('.') && file === undefined;
  if (!isForeign || !/tool/i.test(maker)) return undefined;
  const name = node.reference?.name ?? 'function';
  const description = firstParagraph(node.reference?.docstring);
  return toolOf(
    { name, kind: 'function', ...(description === undefined ? {} : { description }) },
    placed(node.at(), `tools[${pathName(name)}]`),
    notKnown(at, `made by \`${isShort ? maker : dotted}\` of \`${module}\`, which is not read`),
  );
}

const NOWHERE: Origin = { module: '', dotted: '', name: '' };

/** What the sandbox of a coding tool lets it do. */
export function heldBy(sandbox: string | undefined): Partial<Tool> {
  if (sandbox === 'workspace-write') return { containedBy: { by: 'workspace' } };
  if (sandbox !== 'read-only') return {};
  const because = { from: 'sandbox', words: 'read-only' } as const;
  return { effect: { effect: 'read', confidence: 'high', because }, openEnded: false };
}

/** A tool whose kind has no gate in this language. */
export function ungateable(tool: Tool, reason: Ungateable | undefined): Tool {
  if (!reason) return tool;
  const approval = { state: 'inexpressible', why: reason.why } as const;
  return changed(tool, { approval, ungateable: reason });
}

/** The first paragraph of a docstring. */
export function firstParagraph(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const trimmed = text.trim();
  const end = trimmed.search(/\n[ \t]{0,80}\n/);
  return end < 0 ? trimmed : trimmed.slice(0, end);
}
