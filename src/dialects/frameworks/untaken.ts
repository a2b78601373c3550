import { isIrreversible, isMet, type Tool } from '../../model/index.js';
import { type CodeDocument, type CodeSyntaxNode, decoratedIn } from '../../program/index.js';
import { bodyOfTool } from '../agents/body.js';
import type { IsTaken } from '../code-dialect.js';
import type { Framework } from './framework.js';
import { exportOf, nameOf } from './origins.js';
import { readEntry } from './tools.js';

/** Acting tools that a program defines with a framework and that no agent is seen to take. */
export function untakenTools(
  documents: readonly CodeDocument[],
  calls: ReadonlyMap<CodeDocument, readonly CodeSyntaxNode[]>,
  framework: Framework,
  isTaken: IsTaken,
): Tool[] {
  return documents.flatMap((document) => {
    const { makers, decorators = {} } = framework.profileOf(document.file).tools;
    const makes = (node: CodeSyntaxNode): boolean => {
      const name = exportOf(node, framework) ?? '';
      return (
        Object.hasOwn(decorators, name) || (Object.hasOwn(makers, name) && makers[name]?.kind === 'function')
      );
    };
    const isMade = (fn: CodeSyntaxNode): boolean =>
      fn.reference?.decorators.some((one) => {
        const name = exportOf(one, framework) ?? nameOf(one.origin, one, framework) ?? '';
        // A method adds the function to its agent: `@agent.tool`.
        return Object.hasOwn(decorators, name) && !name.includes('().');
      }) === true;
    const defined = [...(calls.get(document) ?? []).filter(makes), ...decoratedIn(document).filter(isMade)];
    return defined
      .filter(({ offsets }) => !isTaken(offsets))
      .flatMap((node) => readEntry(node, '', framework))
      .flatMap((entry) => (entry.kind === 'tool' && isUngatedAct(entry.tool) ? [entry.tool] : []));
  });
}

const isUngatedAct = (tool: Tool): boolean =>
  (isIrreversible(tool.effect.effect) || tool.openEnded) &&
  !tool.isPlaceholder &&
  !isMet(tool.approval) &&
  bodyOfTool(tool) !== undefined;
