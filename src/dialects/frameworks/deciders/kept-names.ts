import type { GateFlaw, Tool } from '../../../model/index.js';
import {
  type CodeSyntaxNode,
  conditionsOfResult,
  type Guard,
  placeOfValue,
  parameterIn,
  shapeOf,
  spellingOf,
  type Traced,
  textOf,
  type Value,
  type ValuePattern,
} from '../../../program/index.js';
import { flawed } from '../gate-levels.js';
import { placed } from '../places.js';
import type { Rows } from '../rows/catalogue.js';
import { isIn, namesOfTest } from '../tool-names.js';
import { looksUp } from './deciders.js';

/** Why an answer counts for later calls: a test of names that a person approved before. */
export const keptByTest = (test: Value): GateFlaw => ({
  kind: 'remembered',
  at: placeOfValue(test),
  why: `${shapeOf(test).kind === 'index' ? 'a look-up of ' : ''}\`${spellingOf(test)}\` approves it where a person approved another call`,
  remedy: {
    text: 'Decide which tools may keep an answer: remember the names of tools that only read, and ask a person for each call of the others.',
  },
});

/**
 * A tool with the flaw that the function in its gate lets a call run because the name of it was approved before: the program
 * puts the names of approved calls into a collection. `results`: what the function returns to let a call run.
 */
export function withKeptNames(
  tool: Tool,
  gate: CodeSyntaxNode | undefined,
  results: readonly ValuePattern[],
  { toolNames }: Rows,
): Tool {
  if (gate?.reference?.kind !== 'function' || tool.approval.state !== 'shown') return tool;
  const isNameOfTool = (one: Traced): boolean => {
    const shape = shapeOf(one);
    return toolNames.includes((shape.kind === 'member' ? shape.property : parameterIn(one)?.name) ?? '');
  };
  const isOwnName = (one: Traced): boolean => isNameOfTool(one) || textOf(one) !== undefined;
  const mayBeOf = (guard: Guard): boolean => {
    if (guard.kind !== 'test') return true;
    const found = namesOfTest(guard.test.value, isNameOfTool);
    return !found || isIn(found, tool.name) === guard.holds;
  };
  const isKept = (guard: Guard): boolean => looksUp(guard, isOwnName, isNameOfTool);
  for (const result of results)
    for (const { conditions } of conditionsOfResult(gate, result) ?? [])
      for (const condition of conditions) {
        const kept = condition.find(isKept);
        if (kept?.kind !== 'test' || !condition.every((one) => one === kept || mayBeOf(one))) continue;
        const flaw = keptByTest(kept.test.value);
        return flawed(tool, { ...flaw, at: placed(flaw.at, tool.at.path) });
      }
  return tool;
}
