import type { Place } from '../../model/index.js';
import {
  type Call,
  type CodeDocument,
  type CodeSyntaxNode,
  callsOf,
  decoratedIn,
} from '../../program/index.js';
import { RUNNING } from '../frameworks/tested-names.js';

/** Whether a value is a function of the program. */
const isFunction = (node: CodeSyntaxNode): boolean => node.reference?.kind === 'function';

/** The functions that a node is or may be. */
export const functionsOf = (node: CodeSyntaxNode): readonly CodeSyntaxNode[] =>
  [node, ...(node.may ?? [])].filter(isFunction);

/** The functions that a call runs: what it names, or the tool of which it is a method. */
export function functionsCalled({ target, receivers, name }: Call): readonly CodeSyntaxNode[] {
  const objects = RUNNING.has(name) ? receivers.flatMap((one) => [one, ...(one.may ?? [])]) : [];
  const run = objects.flatMap((one) => (one.call ? one.call.positional : [one]).filter(isFunction));
  return [...functionsOf(target), ...run];
}

/** Functions that a program registers under a name: `@register("tidy")`, `registry.add("tidy", tidy)`. */
export function namedFunctions(
  documents: readonly CodeDocument[],
): (name: string) => CodeSyntaxNode | undefined {
  const found = new Map<string, CodeSyntaxNode>();
  const note = (name: unknown, node: CodeSyntaxNode | undefined): void => {
    if (typeof name === 'string' && node?.reference?.kind === 'function' && !found.has(name))
      found.set(name, node);
  };
  for (const document of documents) {
    const decorated = decoratedIn(document);
    const decorators = decorated.flatMap(({ reference }) => reference?.decorators ?? []);
    const places = new Set(decorators.map((one) => startOf(one.written())));
    const calls = callsOf(document, {
      where: ({ hasRun, positional, at }) =>
        hasRun && (positional.some(isFunction) || (places.size > 0 && places.has(startOf(at)))),
    });
    const byPlace = new Map(calls.map((node) => [startOf(node.written()), node.call]));
    for (const node of decorated)
      for (const decorator of node.reference?.decorators ?? []) {
        const call = byPlace.get(startOf(decorator.written()));
        const stated = call?.positional[0] ?? call?.named.get('name');
        if (call || isFunction(decorator)) note(stated?.scalar ?? node.reference?.name, node);
      }
    for (const { call } of calls) note(call?.positional[0]?.scalar, call?.positional.find(isFunction));
  }
  return (name) => found.get(name);
}

const startOf = ({ range }: Place): string => JSON.stringify(range().start);
