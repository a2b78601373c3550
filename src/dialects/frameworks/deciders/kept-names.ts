import type { GateFlaw, Tool } from '../../../model/index.js';
import {
  type CodeSyntaxNode,
  conditionsOfResult,
  placeOfTerm,
  type Step,
  spellingOf,
  type Term,
  type ValuePattern,
} from '../../../program/index.js';
import { placed } from '../places.js';
import { isIn, looksUp, namesOfTest } from './deciders.js';

/** Why an answer counts for later calls: a test of names that a person approved before. */
export const keptByTest = (term: Term): Pick<GateFlaw, 'at' | 'why' | 'remedy'> => ({
  at: placeOfTerm(term),
  why: `${term.kind === 'index' ? 'a look-up of ' : ''}\`${spellingOf(term)}\` approves it where a person approved another call`,
  remedy: {
    text: 'Decide which tools may keep an answer: remember the names of tools that only read, and ask a person for each call of the others.',
  },
});

/**
 * Adds to a tool that the function in its gate lets a call run because the name of the tool was approved before: the program
 * puts the names of approved calls into a collection. `results`: what the function returns to let a call run. `names`: the
 * words of the framework for the name of a tool in a request.
 */
export function noteKeptNames(
  tool: Tool,
  gate: CodeSyntaxNode | undefined,
  results: readonly ValuePattern[],
  names: readonly string[],
): void {
  if (gate?.reference?.kind !== 'function' || tool.approval.state !== 'shown') return;
  const isName = (term: Term): boolean => term.kind === 'member' && names.includes(term.property);
  const isNameOfTool = (term: Term): boolean =>
    isName(term) || (term.kind === 'parameter' && names.includes(term.name));
  const isOwnName = (term: Term): boolean =>
    isNameOfTool(term) || (term.kind === 'constant' && typeof term.scalar === 'string');
  const mayBeOf = (step: Step): boolean => {
    if (step.kind !== 'test') return true;
    const found = namesOfTest(step.term, isNameOfTool);
    return !found || isIn(found, tool.name) === step.holds;
  };
  const isKept = (step: Step): boolean => looksUp(step, isOwnName, isNameOfTool);
  for (const result of results)
    for (const { conditions } of conditionsOfResult(gate, result, () => false) ?? [])
      for (const condition of conditions) {
        const step = condition.find(isKept);
        if (step?.kind !== 'test' || !condition.every((one) => one === step || mayBeOf(one))) continue;
        const { at, why, remedy } = keptByTest(step.term);
        const flaw: GateFlaw = { kind: 'remembered', at: placed(at, tool.at.path), why, remedy };
        tool.flaws = [...(tool.flaws ?? []), flaw];
        return;
      }
}
