import { isIrreversible } from '../../model/index.js';
import {
  type CodeDocument,
  type CodeSyntaxNode,
  callOf,
  contains,
  functionsIn,
  type Guard,
  moduleOf,
  type Traced,
} from '../../program/index.js';
import { type Body, bodyOf } from '../agents/body.js';
import { readCommand } from '../commands/commands.js';
import { PEOPLE } from '../frameworks/bodies.js';
import { isAnswerIn, isSame, isWithin, MOST_DISPATCHERS } from '../loops/dispatch.js';
import { textsOfTest } from '../frameworks/tested-names.js';

/** Whether programs run what a model answers, without tools: a command or code, or an act that a text of its answer picks. */
export function runsAnswer(documents: readonly CodeDocument[], requests: readonly CodeSyntaxNode[]): boolean {
  const isRequest: (node: Pick<CodeSyntaxNode, 'offsets'>) => boolean = (node) =>
    requests.some((one) => isSame(one, node));
  const isAnswer = isAnswerIn({ isRequest });
  const isOfAnswer = (one: Traced): boolean => contains(one, isAnswer);
  const functions = documents.flatMap(functionsIn);
  const asking = new Set(functions.filter((one) => requests.some((request) => isWithin(request, one))));
  for (const one of asking) {
    const callers = functions.filter(({ reference }) =>
      reference?.calls?.some(({ call }) => call?.name === one.reference?.name),
    );
    for (const caller of asking.size < MOST_DISPATCHERS ? callers : []) asking.add(caller);
  }
  const modules = documents.flatMap((one) => moduleOf(one) ?? []);
  return [...[...asking].slice(0, MOST_DISPATCHERS), ...modules.slice(0, MOST_DISPATCHERS)].some((node) => {
    const { acts: all = [], reach } = bodyOf(node, readCommand, PEOPLE, isRequest) ?? {};
    return all.some((one) => {
      if (!reach || !acts(one)) return false;
      if (one.does?.openEnded && isOfAnswer(callOf(one.call.event))) return true;
      if (one.call.via.some((site) => site.isChoice && isOfAnswer(callOf(site.event).callee))) return true;
      const isPicked = (guard: Guard): boolean =>
        textsOfTest(guard) !== undefined && guard.kind === 'test' && isOfAnswer(guard.test.value);
      const conditions = reach.conditionsOf(one.call);
      return conditions.length > 0 && conditions.every((tests) => tests.some(isPicked));
    });
  });
}

const acts = ({ does }: Body['acts'][number]): boolean => does !== undefined && isIrreversible(does.effect);
