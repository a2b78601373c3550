import { classifyEffect, type ToolFacts } from '../../effects/index.js';
import { COMPUTED, type NamedValue, type Place, type Tool, type Unresolved } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';

/** The text of a node; undefined where it is no string. */
export function stringOf(node: SyntaxNode | undefined): string | undefined {
  return typeof node?.scalar === 'string' ? node.scalar : undefined;
}

/** Evidence that is computed at run time. */
export function computed(node: SyntaxNode): { state: 'undecidable'; at: Place; why: string } {
  return { state: 'undecidable', at: node.at(), why: node.why ?? COMPUTED };
}

/** A part of a file that is computed at run time, as what is not resolved. */
export function unresolvedPart(node: SyntaxNode, what: string): Unresolved {
  return { what, why: node.why ?? COMPUTED, at: node.at() };
}

/** What a file says of a tool, before anything is concluded. */
export type StatedTool = Pick<Tool, 'name' | 'kind' | 'type' | 'description'> &
  Pick<ToolFacts, 'httpMethod' | 'annotations' | 'commonPrefix'>;

/** A tool with the effect that what is stated of it shows. A tool of an allow-list is known by its name. */
export function toolOf(stated: StatedTool, at: Place, approval: Tool['approval'], server?: string): Tool {
  const facts = server === undefined ? stated : { name: stated.name, kind: 'function' as const };
  const effect = classifyEffect(facts);
  const { name, kind, type, description } = stated;
  return {
    ...{ name, kind, at, effect, openEnded: effect.openEnded, approval },
    ...(type !== undefined && { type }),
    ...(description !== undefined && { description }),
    ...(server !== undefined && { server }),
  };
}

/** A tool whose effect the format itself defines, whatever its name says. */
export function knownTool(
  name: string,
  effect: 'read' | 'change',
  at: Place,
  approval: Tool['approval'],
): Tool {
  const known = { effect, confidence: 'high', because: { from: 'kind' } } as const;
  return { ...toolOf({ name, kind: 'function' }, at, approval), effect: known, openEnded: false };
}

/** The texts of a list, each with its entry. */
export function textsIn(list: SyntaxNode | undefined): { value: string; at: Place }[] {
  return (list?.items() ?? []).flatMap((item) => {
    const value = stringOf(item);
    return value === undefined ? [] : [{ value, at: item.at() }];
  });
}

/** Every literal of a map of headers, wherever a file states one. */
export function headerValues(node: SyntaxNode | undefined): NamedValue[] {
  return (node?.keys() ?? []).flatMap((name) => {
    return valuesNamed(name, node?.get(name));
  });
}

const DEEPEST_CHOICE = 4;

/**
 * The literals that a named value is or may be, for the search for credentials: a default in the file is as plain as a
 * value (`process.env.KEY ?? 'literal'`).
 */
export function valuesNamed(name: string, node: SyntaxNode | undefined, depth = 0): NamedValue[] {
  if (!node) return [];
  const value = stringOf(node);
  if (value !== undefined) return [{ name, value, at: node.at(), ...(depth > 0 && { isDefault: true }) }];
  if (depth >= DEEPEST_CHOICE) return [];
  return (node.may ?? []).flatMap((one) => valuesNamed(name, one, depth + 1));
}
