import type { CodeSyntaxNode } from '../../program/index.js';
import type { Profile, TakesRequests } from './framework.js';
import { hooksOf } from './middleware.js';
import { exportOf, nameOf } from './origins.js';

/**
 * Whether the options of an agent or a run name the request among its outputs, or a handler that answers it. Undefined
 * where the framework hands requests up without that, or the options say nothing of it.
 */
export function takesRequests(
  get: (option: string | undefined) => CodeSyntaxNode | undefined,
  profile: Profile,
  isRun = false,
): TakesRequests | undefined {
  const { needs } = profile.answers;
  if (!needs) return undefined;
  const outputs = get(needs.output);
  const handlers = get(profile.agents.fields.middleware);
  if (isRun && !outputs && !handlers) return undefined;
  const all = [
    ...membersOf(outputs).map((one) => isRequest(one, profile)),
    ...membersOf(handlers).map((one) => answers(one, profile)),
  ];
  if (all.includes('yes')) return 'yes';
  return all.includes('unknown') ? 'unknown' : 'no';
}

const membersOf = (node: CodeSyntaxNode | undefined): readonly CodeSyntaxNode[] =>
  !node || node.kind === 'null' ? [] : node.kind === 'array' ? node.items().flatMap(membersOf) : [node];

/** Whether one of the outputs is the class of requests. A class of the project, or a built-in one, is not. */
function isRequest(node: CodeSyntaxNode, profile: Profile): TakesRequests {
  const name = nameOf(node.origin, node, profile.framework);
  if (name !== undefined) return name === profile.answers.needs?.item ? 'yes' : 'no';
  const isKnown = [node.reference, node.origin, node.reached, node.call].some((one) => one !== undefined);
  return isKnown || node.kind !== 'dynamic' ? 'no' : 'unknown';
}

/** Whether a member of the middleware answers requests: a handler of the framework, or a class with a hook for it. */
function answers(node: CodeSyntaxNode, profile: Profile): TakesRequests {
  const { handlers = [], needs } = profile.answers;
  if (hooksOf(node, profile).some(({ name }) => needs?.hooks.includes(name))) return 'yes';
  const name = exportOf(node, profile.framework);
  if (name === undefined) return 'unknown';
  return handlers.includes(name) && name !== needs?.hooked ? 'yes' : 'no';
}
