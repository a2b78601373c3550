import {
  type CodeSyntaxNode,
  type Condition,
  dependsOn,
  nodeOfCall,
  numbering,
  type Step,
  type Term,
  textsIn,
} from '../../program/index.js';
import type { Body } from '../agents/body.js';

/** The texts that a test compares something with, and whether it is one of them. */
export function textsOfTest(step: Step): readonly string[] | undefined {
  const compared = sidesOf(step);
  return compared && textsIn(compared.texts);
}

/** What a step compares, and the texts that it compares it with; undefined where it compares with no texts. */
function sidesOf(step: Step): { readonly tested: Term; readonly texts: Term } | undefined {
  if (step.kind !== 'test' || step.term.kind !== 'compare') return undefined;
  const { left, right, operator } = step.term;
  if (operator === 'equal')
    return left.kind === 'constant' ? { tested: right, texts: left } : { tested: left, texts: right };
  return operator === 'in' && left.kind !== 'constant' ? { tested: left, texts: right } : undefined;
}

/** Names of tools, and the texts that programs compare the same value with: names of tools that are not given here. */
export function withNamesTested(bodies: readonly Body[], names: ReadonlySet<string>): ReadonlySet<string> {
  const numbers = numbering();
  const byTerm = new Map<number, Set<string>>();
  const conditions = bodies.flatMap(({ reach }) => reach.calls.flatMap((call) => reach.conditionsOf(call)));
  for (const steps of conditions)
    for (const step of steps) {
      const compared = sidesOf(step);
      const texts = compared && textsIn(compared.texts);
      if (!compared || !texts) continue;
      const number = numbers.ofTerm(compared.tested);
      byTerm.set(number, new Set([...(byTerm.get(number) ?? []), ...texts]));
    }
  const all = new Set(names);
  for (const texts of byTerm.values())
    if ([...texts].some((one) => names.has(one))) for (const one of texts) all.add(one);
  return all;
}

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
  const namesFor = (term: Term): ReadonlySet<string> | undefined => {
    let found: ReadonlySet<string> | undefined;
    dependsOn(term, (one) => {
      if (one.kind !== 'call') return undefined;
      const request = requestAt(nodeOfCall(one), requests);
      found ??= request?.names;
      return request && true;
    });
    return found;
  };
  const mayRun = (condition: Condition): boolean =>
    condition.every((step) => {
      const compared = step.kind === 'test' && step.holds ? sidesOf(step) : undefined;
      const texts = compared && textsIn(compared.texts);
      const names = texts && isOfName(compared.tested) ? namesFor(compared.tested) : undefined;
      return !names || !texts || texts.some((one) => names.has(one));
    });
  const conditionsOf: Body['reach']['conditionsOf'] = (call, behind) =>
    body.reach.conditionsOf(call, behind).filter(mayRun);
  const acts = body.acts.filter(({ call }) => {
    const conditions = body.reach.conditionsOf(call);
    return conditions.length === 0 || conditions.some(mayRun);
  });
  return acts.length === body.acts.length ? body : { ...body, acts, reach: { ...body.reach, conditionsOf } };
}

/** Whether a term is the name that something states, and not its kind. */
const isOfName = (term: Term): boolean => term.kind === 'member' && term.property === 'name';
