import type { McpServer, Tool } from '../../../model/index.js';
import { type CodeSyntaxNode, parameterIn, shapeOf, valueOfNode } from '../../../program/index.js';
import { renamed } from '../copied-tools.js';
import { type Framework, textOf, type ToolEntry } from '../framework.js';
import { asking, concluded, concludedServer, type Gate } from '../gate-levels.js';
import { readGate } from '../gates.js';
import { pathName } from '../places.js';
import { chosenFrom, offering } from '../servers.js';
import { isIn, namesOfTest, type ToolNames } from '../tool-names.js';
import { factsIn, type Thing, valueIn } from './things.js';

/** The tools of a group with what it changes: those that it picks, their names, and what asks for them. */
export function changedIn(thing: Thing, entries: readonly ToolEntry[], framework: Framework): ToolEntry[] {
  const { args } = thing.stated;
  const isPicking = args.some(({ role }) => role === 'pick');
  const picked = isPicking ? pickedIn(thing, entries) : entries;
  const prefix = factsIn(thing, 'prefix')[0];
  const named = prefix ? picked.map((one) => prefixedBy(one, textOf(prefix.value))) : picked;
  return gatedBeside(thing, gatedByDefault(thing, named, framework), framework);
}

/** The tools that a function picks; which tools of a server it picks may not be known. */
function pickedIn(thing: Thing, entries: readonly ToolEntry[]): ToolEntry[] {
  const given = valueIn(thing, 'pick');
  const only = given && namesPicked(given);
  const left = entries.filter((entry) => !only || entry.kind !== 'tool' || isIn(only, entry.tool.name));
  return left.map((entry) =>
    entry.kind === 'server' && entry.server.allowedTools.state === 'absent'
      ? { ...entry, server: chosenFrom(entry.server, only, given ?? thing.node) }
      : entry,
  );
}

/** The names for which a function returns true, if it tests nothing else: `lambda ctx, tool: tool.name in SAFE`. */
function namesPicked({ reference }: CodeSyntaxNode): ToolNames | undefined {
  const [returned, ...others] = reference?.kind === 'function' ? reference.returned : [];
  if (!returned || others.length > 0) return undefined;
  return namesOfTest(valueOfNode(returned), (one) => {
    const shape = shapeOf(one);
    return shape.kind === 'member' && shape.property === 'name' && parameterIn(shape.object) !== undefined;
  });
}

/** An entry of a group that puts a prefix before the names of its tools; undefined where the prefix is computed. */
function prefixedBy(entry: ToolEntry, prefix: string | undefined): ToolEntry {
  if (prefix === undefined)
    return entry.kind === 'server' ? { ...entry, server: { ...entry.server, names: 'prefixed' } } : entry;
  const named = (tool: Tool): Tool => {
    const name = `${prefix}_${tool.name}`;
    const { path } = tool.at;
    return renamed(tool, name, { ...tool.at, path: path.replace(pathName(tool.name), () => pathName(name)) });
  };
  if (entry.kind === 'tool') return { ...entry, tool: named(entry.tool) };
  if (entry.kind !== 'server') return entry;
  const tools = entry.server.tools.map((tool) => ({
    ...named(tool),
    offeredAs: tool.offeredAs ?? tool.name,
  }));
  return { ...entry, server: { ...entry.server, names: 'prefixed', tools } };
}

/** The gate of a group for those of its tools that state none. */
function gatedByDefault(thing: Thing, entries: readonly ToolEntry[], framework: Framework): ToolEntry[] {
  const [fact] = factsIn(thing, 'gate').filter(({ arg }) => arg.mode === 'default');
  if (!fact) return [...entries];
  const gate = readGate(fact.value, fact.arg.key, framework);
  return entries.map((entry) =>
    entry.kind === 'tool' ? { ...entry, tool: concluded(entry.tool, [{ level: 'default', gate }]) } : entry,
  );
}

/** The gate that a group adds to its tools: of all, or of those that its function picks. */
function gatedBeside(thing: Thing, entries: ToolEntry[], framework: Framework): ToolEntry[] {
  const { args, row } = thing.stated;
  const arg = args.find(({ role, mode }) => role === 'gate' && mode === 'group');
  if (!arg && row.gate === undefined) return entries;
  const given = factsIn(thing, 'gate').find((one) => one.arg === arg)?.value;
  const gate: Gate =
    given === undefined
      ? asking(`${thing.node.call?.name}()`, thing.node.at())
      : readGate(given, arg?.key ?? '', framework);
  if (gate.state === 'absent') return entries;
  const only = given && namesPicked(given);
  const gated = (tool: Tool): Tool =>
    !only || isIn(only, tool.name) ? concluded(tool, [{ level: 'group', gate }]) : tool;
  return entries.map((entry) => {
    if (entry.kind === 'server')
      return { ...entry, server: concludedServer(entry.server, gated, [{ level: 'group', gate }]) };
    return entry.kind === 'tool' ? { ...entry, tool: gated(entry.tool) } : entry;
  });
}

/** What a server is given in place of an address, where the operator may not call the server. */
export function insteadIn(thing: Thing): CodeSyntaxNode | undefined {
  const given = valueIn(thing, 'instead');
  const hosted = valueIn(thing, 'hosted');
  const isOwn = hosted === undefined || hosted.scalar === false;
  return given && given.scalar === undefined && isOwn ? given : undefined;
}

/** The entries that the list of names of a server around them lets through. */
export function allowedIn(thing: Thing, entries: readonly ToolEntry[]): ToolEntry[] {
  const list = valueIn(thing, 'allow');
  const allowListEdit = thing.stated.row.remedy?.filter;
  const named = (list?.items() ?? []).map((one) => ({ name: textOf(one), at: one.written() }));
  const known = named.flatMap(({ name, at }) => (name === undefined ? [] : [{ name, at }]));
  const isKnown = list?.kind === 'array' && known.length === named.length;
  const limited = (stated: McpServer): McpServer => {
    const server = { ...stated, ...(allowListEdit !== undefined && { allowListEdit }) };
    if (!list || list.kind === 'null' || server.allowedTools.state !== 'absent') return server;
    return isKnown ? offering(server, known, list.written()) : chosenFrom(server, undefined, list);
  };
  return entries.flatMap((entry): ToolEntry[] => {
    if (entry.kind === 'server') return [{ ...entry, server: limited(entry.server) }];
    const isLeft = !isKnown || entry.kind !== 'tool' || known.some(({ name }) => name === entry.tool.name);
    return isLeft ? [entry] : [];
  });
}
