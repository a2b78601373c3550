import {
  type CodeSyntaxNode,
  type Condition,
  callIn,
  dependsOn,
  nodeOfCall,
  shapeOf,
  type Value,
} from '../../program/index.js';
import type { Body } from '../agents/body.js';
import { comparedTexts } from '../frameworks/tool-names.js';

/** A call of a model, and the names of the tools that it is given; undefined: they are not known. */
export interface NamedRequest {
  readonly node: CodeSyntaxNode;
  readonly names: ReadonlySet<string> | undefined;
}

/** The request that a call is, if it is one of some. */
const requestAt = (
  { offsets: { file, start } }: Pick<CodeSyntaxNode, 'offsets'>,
  requests: readonly NamedRequest[],
): NamedRequest | undefined =>
  requests.find(({ node }) => node.offsets.file === file && node.offsets.start === start);

/** Whether a call is one of some requests. */
export const isOneOf = (node: Pick<CodeSyntaxNode, 'offsets'>, requests: readonly NamedRequest[]): boolean =>
  requestAt(node, requests) !== undefined;

/**
 * A body without what runs only where another call of a model answers with a tool that it is not given: a tool that starts
 * an agent shares the branches of its loop.
 */
export function withoutOtherTools(body: Body, requests: readonly NamedRequest[]): Body {
  if (requests.length === 0) return body;
  const namesFor = (value: Value): ReadonlySet<string> | undefined => {
    let found: ReadonlySet<string> | undefined;
    dependsOn(value, (one) => {
      const call = callIn(one);
      const request = call && requestAt(nodeOfCall(call), requests);
      found ??= request?.names;
      return request && true;
    });
    return found;
  };
  const mayRun = (condition: Condition): boolean =>
    condition.every((guard) => {
      const compared = guard.kind === 'test' && guard.holds ? comparedTexts(guard.test.value) : undefined;
      const names = compared && isOfName(compared.tested) ? namesFor(compared.tested) : undefined;
      return !names || !compared || compared.texts.some((one) => names.has(one));
    });
  const conditionsOf: Body['reach']['conditionsOf'] = (call, behind) =>
    body.reach.conditionsOf(call, behind).filter(mayRun);
  const acts = body.acts.filter(({ call }) => {
    const conditions = body.reach.conditionsOf(call);
    return conditions.length === 0 || conditions.some(mayRun);
  });
  return acts.length === body.acts.length ? body : { ...body, acts, reach: { ...body.reach, conditionsOf } };
}

/** Whether a value is the name that something states, and not its kind. */
function isOfName(value: Value): boolean {
  const shape = shapeOf(value);
  return shape.kind === 'member' && shape.property === 'name';
}
