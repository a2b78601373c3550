import type { Place, ToolHints } from '../../model/index.js';
import type { CodeSyntaxNode } from '../../program/index.js';
import { option, textOf } from '../frameworks/framework.js';
import { namePlace, pathName, placed } from '../frameworks/places.js';
import { firstParagraph } from '../frameworks/tools.js';
import { readHints } from './hints.js';
import data from './sdks.json' with { type: 'json' };

/** A tool as a server is given it, before its effect is known. */
export interface StatedTool {
  name: string;
  description?: string;
  /** The name of the function that defines it, in Python. */
  symbol?: string;
  at: Place;
  /** The function that runs; left out where a handler of all tools does. */
  body?: CodeSyntaxNode;
  hints: ToolHints;
}

const IN_PYTHON = '`annotations={"destructiveHint": True}`';
const IN_SCRIPT = '`annotations: { destructiveHint: true }`';
const PATH = ['annotations', 'destructiveHint'];

/** The tool that a decorator makes of a function. `decorator`: the call with its options, or the bare method. */
export function decoratedTool(fn: CodeSyntaxNode, decorator: CodeSyntaxNode): StatedTool {
  const { call } = decorator;
  const options = call?.options;
  const symbol = fn.reference?.name ?? 'function';
  const first = call?.positional[0];
  const name = textOf(options?.get('name')) ?? textOf(first) ?? symbol;
  const description = textOf(options?.get('description')) ?? firstParagraph(fn.reference?.docstring);
  const hints = readHints(options && option(options, 'annotations'), {
    title: `Pass ${IN_PYTHON} to the decorator`,
    ...(call && { edits: () => decorator.edit()?.set(PATH, true) }),
  });
  return {
    name,
    ...(description !== undefined && { description }),
    symbol,
    at: placed(fn.at(), `tools[${pathName(name)}]`),
    body: fn,
    hints,
  };
}

/** The tool that a call registers; undefined where its name is computed. */
export function registeredTool(node: CodeSyntaxNode, isPython: boolean): StatedTool | undefined {
  const { call } = node;
  if (!call) return undefined;
  return isPython ? addedFunction(node) : registeredInScript(node, call.positional);
}

/** `mcp.add_tool(fn, name=...)`, `mcp.tool(fn)`, `mcp.add_tool(Tool.from_function(fn))`. */
function addedFunction(node: CodeSyntaxNode): StatedTool | undefined {
  const [first] = node.call?.positional ?? [];
  const given = first ?? node.call?.named.get('fn') ?? node.call?.named.get('tool');
  const made = given?.call?.name === 'from_function' ? given : undefined;
  const fn = made ? (made.call?.positional[0] ?? made.call?.named.get('fn')) : given;
  return fn?.reference?.kind === 'function' ? decoratedTool(fn, made ?? node) : undefined;
}

const HINTS: ReadonlySet<string> = new Set(data.hints.split(' '));
const BODIES = data.bodies.split(' ');

const isHints = (node: CodeSyntaxNode): boolean => {
  const keys = node.kind === 'object' ? node.keys() : [];
  return keys.length > 0 && keys.every((key) => HINTS.has(key)) && keys.some((key) => key !== 'title');
};

/**
 * `registerTool(name, { description, annotations }, run)`, `tool(name, description?, schema?, annotations?, run)`,
 * `addTool({ name, description, annotations, execute })`.
 */
function registeredInScript(
  node: CodeSyntaxNode,
  positional: readonly CodeSyntaxNode[],
): StatedTool | undefined {
  const [first, second] = positional;
  if (first?.kind === 'object') return describedTool(first, functionAmong(positional));
  const name = textOf(first);
  if (!first || name === undefined) return undefined;
  const isRegistered = node.call?.name === 'registerTool';
  const options = isRegistered ? second : undefined;
  const hints = isRegistered
    ? readHints(options && option(options, 'annotations'), {
        title: `State ${IN_SCRIPT} in the options of the tool`,
        edits: () => options?.edit()?.set(PATH, true),
      })
    : readHints(positional.find(isHints), {
        title: 'Pass `{ destructiveHint: true }` before the function of the tool',
      });
  const description = isRegistered ? textOf(options?.get('description')) : textOf(second);
  const body = functionAmong(positional);
  return {
    name,
    ...(description !== undefined && { description }),
    at: namePlace(node, first, `tools[${pathName(name)}]`),
    ...(body && { body }),
    hints,
  };
}

const functionAmong = (nodes: readonly CodeSyntaxNode[]): CodeSyntaxNode | undefined =>
  nodes.findLast(({ reference }) => reference?.kind === 'function');

/** A tool as one object describes it, or what `Tool(name=...)` constructs; undefined where its name is computed. */
export function describedTool(node: CodeSyntaxNode, body?: CodeSyntaxNode): StatedTool | undefined {
  const stated = node.call?.options ?? node;
  const nameNode = stated.get('name');
  const name = textOf(nameNode);
  if (name === undefined) return undefined;
  const description = textOf(stated.get('description'));
  const own = BODIES.map((key) => stated.get(key)).find((one) => one?.reference?.kind === 'function');
  const run = body ?? own;
  return {
    name,
    ...(description !== undefined && { description }),
    at: namePlace(node, nameNode, `tools[${pathName(name)}]`),
    ...(run && { body: run }),
    hints: readHints(option(stated, 'annotations'), {
      title: `State ${node.call ? IN_PYTHON : IN_SCRIPT} in the description of the tool`,
      edits: () => node.edit()?.set(PATH, true),
    }),
  };
}
