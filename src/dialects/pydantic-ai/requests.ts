import type { CodeSyntaxNode } from '../../program/index.js';
import type { FoundAgent, Framework, TakesRequests } from '../frameworks/framework.js';
import { countedOf } from '../frameworks/rows/agents.js';
import { itemsOf } from '../frameworks/rows/outputs.js';
import { exportAt, factsIn, gives, rowsAt, type Thing, thingAt } from '../frameworks/rows/things.js';

/** Notes whether requests of an agent reach code that can answer. */
export function readRequests(found: FoundAgent): void {
  found.takesRequests ??= takesRequestsIn(thingAt(found.node, found.framework), found.framework);
}

/** Notes the same where one of its runs says so. */
export function readRequestsOfRuns(found: FoundAgent, runs: readonly CodeSyntaxNode[]): void {
  for (const node of countedOf(runs, found)) {
    const thing = thingAt(node, found.framework);
    const takes = gives(thing, 'run') ? takesRequestsIn(thing, found.framework, true) : undefined;
    if (takes && takes !== 'no' && found.takesRequests !== 'yes') found.takesRequests = takes;
  }
}

/**
 * Whether an agent or a run names the request among its outputs, or has a part that answers it. Undefined where the version
 * has no such requests, or a run says nothing of it.
 */
function takesRequestsIn(
  thing: Thing | undefined,
  framework: Framework,
  isRun = false,
): TakesRequests | undefined {
  const [request] = thing ? rowsAt(thing.node, framework).giving('request') : [];
  if (!request) return undefined;
  const [outputs = [], parts = []] = [factsIn(thing, 'outputs'), factsIn(thing, 'parts')].map((facts) =>
    facts.flatMap(({ value }) => itemsOf(value)),
  );
  if (isRun && outputs.length + parts.length === 0) return undefined;
  const all = [
    ...outputs.map((one) => isRequest(one, request.api, framework)),
    ...parts.map((one) => answers(one, framework)),
  ];
  if (all.includes('yes')) return 'yes';
  return all.includes('unknown') ? 'unknown' : 'no';
}

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
