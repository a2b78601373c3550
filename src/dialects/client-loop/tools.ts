import type { Tool, ToolKind, Unmet, Unresolved } from '../../model/index.js';
import type { CodeSyntaxNode } from '../../program/index.js';
import { stringOf, toolOf, unresolvedPart } from '../agents/tool.js';
import type { LoopTool } from '../loops/dispatch.js';
import { BY_OPERATOR } from '../payload/tool-shapes.js';
import shapes from './tool-shapes.json' with { type: 'json' };

/** What a list of tools says. */
export interface ListReading {
  readonly tools: readonly LoopTool[];
  readonly unresolved: readonly Unresolved[];
}

/** Groups within each other that are read. */
const DEEPEST = 6;

const HOSTED: Readonly<Record<string, string>> = shapes.hosted;
const RUN_BY_OPERATOR: ReadonlySet<string> = new Set(shapes.byOperator);

const ELSEWHERE: Unmet = {
  state: 'inexpressible',
  why: 'the files around this call do not show what runs it',
};

/** Reads what a call is given as tools; a part that is computed is unresolved, never absent. */
export function readList(list: CodeSyntaxNode): ListReading {
  const tools: LoopTool[] = [];
  const unresolved: Unresolved[] = [];
  for (const one of entriesOf(list, 0)) {
    if ('tool' in one) tools.push(one);
    else unresolved.push(one);
  }
  return { tools: withoutRepeats(tools), unresolved };
}

/** The places of tools, as one text. */
export const placesOf = (tools: readonly LoopTool[]): string =>
  tools.map(({ tool }) => placeOf(tool)).join(' ');

function placeOf({ name, at }: Tool): string {
  const { start } = at.range();
  return `${at.file}:${start.line}:${start.column} ${name}`;
}

/** A tool that several paths put into a list is one. */
function withoutRepeats(tools: readonly LoopTool[]): LoopTool[] {
  const byPlace = new Map<string, LoopTool>();
  for (const one of tools) if (!byPlace.has(placeOf(one.tool))) byPlace.set(placeOf(one.tool), one);
  return [...byPlace.values()];
}

type Entry = LoopTool | Unresolved;

function entriesOf(list: CodeSyntaxNode, depth: number): Entry[] {
  if (depth > DEEPEST) return [unresolvedPart(list, 'the list of tools')];
  if (list.kind === 'array') return list.items().flatMap((item) => entryOf(item, depth + 1));
  if (list.kind === 'object' || list.call || list.reference) return entryOf(list, depth + 1);
  return [unresolvedPart(list, 'the list of tools')];
}

/** Reads one entry; a group has several. */
function entryOf(node: CodeSyntaxNode, depth: number): Entry[] {
  const { call, reference } = node;
  if (reference?.kind === 'function') return [ofFunction(node, reference.name)];
  const { given } = call ?? {};
  if (given && depth < DEEPEST) return entriesOf(given, depth + 1);
  const either = depth < DEEPEST ? eitherOf(node, depth) : undefined;
  if (either) return either;
  if (node.kind !== 'object' && !call)
    return [unresolvedPart(node, node.spread ? 'tools of the list' : 'a tool of the list')];
  const stated = call ? call.options : node;
  const has = (key: string): boolean => stated.keys().includes(key);
  const group = shapes.groups.find(has);
  const listed = group === undefined ? undefined : stated.get(group);
  if (listed) return entriesOf(listed, depth + 1);
  const hosted = Object.keys(HOSTED).filter(has);
  if (hosted.length > 0)
    return hosted.map((key) => vendorsTool(key, HOSTED[key] as ToolKind, stated.get(key)));
  const type = stringOf(stated.get('type'));
  const kind = Object.entries(shapes.types).find(([start]) => type?.startsWith(start))?.[1];
  if (type !== undefined && kind !== undefined)
    return [vendorsTool(stringOf(stated.get('name')) ?? type, kind as ToolKind, stated.get('type'), type)];
  return [named(node, stated, depth)];
}

/**
 * The tools of an entry that is one of several objects, or a copy of one of several under its own name: a condition adds
 * a member to one of them (`cache_control`). Undefined where one of them is no such tool.
 */
function eitherOf(node: CodeSyntaxNode, depth: number): Entry[] | undefined {
  const from = node.kind === 'object' ? node.copied : node;
  if (from?.kind !== 'dynamic' || from.call) return undefined;
  const may = from.may ?? [];
  if (may.length === 0 || !may.every(({ kind }) => kind === 'object')) return undefined;
  if (from !== node && isKnownText(node.get('name'))) return undefined;
  const entries = may.flatMap((one) => entryOf(one, depth + 1));
  return entries.every((one) => 'tool' in one) ? entries : undefined;
}

const isKnownText = (node: CodeSyntaxNode | undefined): boolean => stringOf(node) !== undefined;

/** A tool with a name, as the model is told it. */
function named(node: CodeSyntaxNode, stated: CodeSyntaxNode, depth: number): Entry {
  const { call } = node;
  const definition =
    stated.get('name') === undefined
      ? shapes.inner.map((key) => stated.get(key)).find((inner) => inner?.kind === 'object' || inner?.call)
      : undefined;
  const inner = definition?.call?.options ?? definition ?? stated;
  const body = bodyIn(inner) ?? bodyIn(stated) ?? functionGiven(node);
  const nameNode = inner.get('name');
  const name = stringOf(nameNode);
  const description = stringOf(inner.get('description'));
  if (name === undefined) {
    if (body?.reference?.name !== undefined) return ofFunction(body, body.reference.name);
    const model = call?.positional[0]?.reference;
    if (nameNode === undefined && model?.kind === 'class' && model.name !== undefined)
      return plainTool({ name: model.name, description: model.docstring }, node);
    if (definition?.call?.given && depth < DEEPEST) {
      const [entry, ...others] = entryOf(definition, depth + 1);
      if (entry && others.length === 0) return entry;
    }
    return unresolvedPart(nameNode ?? node, 'a tool of the list');
  }
  const tool = plainTool({ name, description }, nameNode ?? node, node);
  return body ? { ...tool, body } : tool;
}

function plainTool(
  { name, description }: { name: string; description: string | undefined },
  nameNode: CodeSyntaxNode,
  node = nameNode,
): LoopTool {
  const stated = { name, kind: 'function' as const, ...(description === undefined ? {} : { description }) };
  return { tool: toolOf(stated, nameNode.at('value', node), ELSEWHERE) };
}

/** The function among the members of a tool. */
const bodyIn = (stated: CodeSyntaxNode): CodeSyntaxNode | undefined =>
  shapes.bodies.map((key) => stated.get(key)).find((one) => one?.reference?.kind === 'function');

/** The function that a maker is given: `FunctionDeclaration.from_callable(callable=f)`, `beta_tool(f)`. */
function functionGiven({ call }: CodeSyntaxNode): CodeSyntaxNode | undefined {
  if (!call) return undefined;
  return [...call.positional, ...shapes.from.map((key) => call.named.get(key))].find(
    (one) => one?.reference?.kind === 'function',
  );
}

/** A function in the place of a tool: the client makes the description of it. */
function ofFunction(node: CodeSyntaxNode, name = 'function'): LoopTool {
  const { reference } = node;
  const renamed = reference?.decorators
    .map(({ call }) => stringOf(call?.named.get('name')))
    .find((one) => one !== undefined);
  const { tool } = plainTool({ name: renamed ?? name, description: reference?.docstring }, node);
  return { tool: { ...tool, symbol: name }, body: node };
}

/** A tool that the vendor defines. */
function vendorsTool(name: string, kind: ToolKind, node: CodeSyntaxNode | undefined, type = name): Entry {
  const at = node?.at() as Tool['at'];
  return { tool: toolOf({ name, kind, type }, at, RUN_BY_OPERATOR.has(kind) ? BY_OPERATOR : ELSEWHERE) };
}
