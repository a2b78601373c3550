import { isIrreversible, type Tool } from '../../model/index.js';
import {
  type CodeDocument,
  type CodeSyntaxNode,
  decoratedIn,
  documentsAround,
  namedInDeadCalls,
} from '../../program/index.js';
import { bodiesIn, bodyOfTool } from '../agents/body.js';
import type { Framework } from './framework.js';
import { lastOf, methodOf } from './rows/catalogue.js';
import { rowAt } from './rows/things.js';
import { makesTool, readEntry } from './rows/tools.js';

/** Acting tools that programs define with a framework, and that no agent which was read is given. */
export function untakenTools(
  documents: readonly CodeDocument[],
  calls: ReadonlyMap<CodeDocument, readonly CodeSyntaxNode[]>,
  framework: Framework,
): Tool[] {
  const [first] = documents;
  const taken = new Map((first ? documentsAround(first) : []).map((one) => [one.file, bodiesIn(one)]));
  const isTaken = ({ file, start, end }: CodeSyntaxNode['offsets']): boolean =>
    [...(taken.get(file) ?? [])].some((one) => start <= one && one < end);
  const deadNames = new Map<string, ReadonlySet<string>>();
  /** Code that never runs may take it. */
  const isTakenByDead = (symbol: string): boolean =>
    documents.some((document) => {
      const makers = framework.rowsOf(document.file).giving('agent');
      const isMaker = (name: string) => makers.some(({ api }) => lastOf(api) === name);
      const names = deadNames.get(document.file) ?? namedInDeadCalls(document, isMaker);
      deadNames.set(document.file, names);
      return names.has(symbol);
    });
  return documents.flatMap((document) => {
    const makes = (node: CodeSyntaxNode): boolean => makesTool(node, framework);
    const isMade = (fn: CodeSyntaxNode): boolean =>
      fn.reference?.decorators.some((one) => {
        const made = rowAt(one, framework);
        // A method adds the function to its agent: `@agent.tool`.
        return made?.row.decorates && methodOf(made.api) === '';
      }) === true;
    const defined = [...(calls.get(document) ?? []).filter(makes), ...decoratedIn(document).filter(isMade)];
    return defined
      .filter(({ offsets }) => !isTaken(offsets))
      .flatMap((node) => readEntry(node, '', framework))
      .flatMap((entry) => {
        const body = entry.kind === 'tool' ? bodyOfTool(entry.tool) : undefined;
        return entry.kind === 'tool' &&
          body &&
          !isTaken(body.node.offsets) &&
          isActing(entry.tool) &&
          !isTakenByDead(entry.tool.symbol ?? entry.tool.name)
          ? [entry.tool]
          : [];
      });
  });
}

const isActing = ({ effect, openEnded, isPlaceholder }: Tool): boolean =>
  (isIrreversible(effect.effect) || openEnded) && !isPlaceholder;
