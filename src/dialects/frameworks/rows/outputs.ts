import type { CodeSyntaxNode } from '../../../program/index.js';
import type { Framework, TakesRequests, ToolEntry } from '../framework.js';
import type { Role } from './row.js';
import { exportAt, type Fact, factsIn, gives, rowsAt, type Thing, thingAt } from './things.js';
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

/**
 * Whether an agent or a run names the request among its outputs, or has a part that answers it. Undefined where the framework
 * hands requests up without that, or a run says nothing of it.
 */
export function takesRequestsIn(
  thing: Thing,
  framework: Framework,
  isRun = false,
): TakesRequests | undefined {
  const [request] = rowsAt(thing.node, framework).giving('request');
  if (!request) return undefined;
  const [outputs, parts] = [factsIn(thing, 'outputs'), factsIn(thing, 'parts')].map(valuesOf);
  if (isRun && !outputs?.length && !parts?.length) return undefined;
  const all = [
    ...(outputs ?? []).map((one) => isRequest(one, request.api, framework)),
    ...(parts ?? []).map((one) => answers(one, framework)),
  ];
  if (all.includes('yes')) return 'yes';
  return all.includes('unknown') ? 'unknown' : 'no';
}

const valuesOf = (facts: readonly Fact[]): readonly CodeSyntaxNode[] =>
  facts.flatMap(({ value }) => itemsOf(value));

const itemsOf = (node: CodeSyntaxNode): readonly CodeSyntaxNode[] =>
  node.kind === 'null' ? [] : node.kind === 'array' ? node.items().flatMap(itemsOf) : [node];

/** Whether an output is the class of requests. A class of the project, or a built-in one, is not. */
function isRequest(node: CodeSyntaxNode, request: string, framework: Framework): TakesRequests {
  const name = node.call ? undefined : exportAt(node, framework);
  if (name !== undefined) return name === request ? 'yes' : 'no';
  const isKnown = [node.reference, node.origin, node.reached, node.call].some((one) => one !== undefined);
  return isKnown || node.kind !== 'dynamic' ? 'no' : 'unknown';
}

/** Whether a part answers requests, by a function that it is given or a method of its class. */
function answers(node: CodeSyntaxNode, framework: Framework): TakesRequests {
  const thing = thingAt(node, framework);
  if (factsIn(thing, 'answers').length > 0) return 'yes';
  return thing || exportAt(node, framework) !== undefined ? 'no' : 'unknown';
}
