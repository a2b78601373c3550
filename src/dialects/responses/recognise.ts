import type { SyntaxNode } from '../../syntax/node.js';
import { isResponsesTool } from '../payload/tool-shapes.js';
import facts from './fields.json' with { type: 'json' };

const FIELDS: ReadonlySet<string> = new Set(facts.fields);
const FOREIGN: ReadonlySet<string> = new Set(facts.foreign);

/** Whether a path is that of the Responses API, behind whatever host and version. */
export function namesResponses(path: string): boolean {
  return path.endsWith('/responses') || path.endsWith('/responses/');
}

/**
 * Whether a call with this body is an agent: it is given tools, or a stored prompt that may bring some. For requests
 * and calls, where the path or the method says already what is called.
 */
export function givesTools(body: SyntaxNode): boolean {
  const tools = body.get('tools');
  if (tools?.kind === 'dynamic' || (tools?.items().length ?? 0) > 0) return true;
  return body.get('prompt')?.get('id') !== undefined;
}

/** Why a root is no body of a Responses request that is given tools; undefined where it is one. */
export function whyNoBody(root: SyntaxNode): string | undefined {
  if (root.kind !== 'object') return 'its root is not an object';
  const tools = root.get('tools')?.items() ?? [];
  if (tools.length === 0) return 'neither an `agent` object nor `tools` at its root';
  if (root.get('model') === undefined && root.get('prompt') === undefined)
    return 'neither `model` nor `prompt` at its root';
  const takesInput = root.get('input') !== undefined;
  if (!takesInput && root.get('instructions') === undefined)
    return 'neither `input` nor `instructions` at its root';
  if (!tools.some(isResponsesTool)) return 'none of its `tools` is one of the Responses API';
  const foreign = root.keys().find((key) => FOREIGN.has(key) || (!takesInput && !FIELDS.has(key)));
  return foreign === undefined ? undefined : `\`${foreign}\` is not a field of a Responses request`;
}
