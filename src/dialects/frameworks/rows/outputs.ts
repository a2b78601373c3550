import type { CodeSyntaxNode } from '../../../program/index.js';
import type { Framework, ToolEntry } from '../framework.js';
import type { Role } from './row.js';
import { factsIn, gives, rowsAt, type Thing, thingAt } from './things.js';
import { entryOf } from './tools.js';

/** The functions that the model calls to end a run: outputs that are functions, or made of one. */
export function readOutputs(thing: Thing, framework: Framework): ToolEntry[] {
  return factsIn(thing, 'outputs')
    .flatMap(({ value }) => itemsOf(value))
    .flatMap((item): ToolEntry[] => {
      const made = thingAt(item, framework);
      const given = made && gives(made, 'tool') ? (factsIn(made, 'body')[0]?.value ?? item) : item;
      const stated = rowsAt(item, framework).rowOf(`${OUTPUTS}{}`);
      if (!stated || given.reference?.kind !== 'function' || given.call) return [];
      const facts = made?.maker === made?.node && made !== undefined && given !== item ? made.facts : [];
      return [entryOf({ stated, node: given, maker: item, facts, unread: [] }, given, framework)];
    });
}

/** The row of a function among the outputs of an agent. */
const OUTPUTS: Role = 'outputs';

/** The items of a value and of lists in it. */
export const itemsOf = (node: CodeSyntaxNode): readonly CodeSyntaxNode[] =>
  node.kind === 'null' ? [] : node.kind === 'array' ? node.items().flatMap(itemsOf) : [node];
