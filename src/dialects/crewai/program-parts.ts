import { isTestFile } from '../../model/test-file.js';
import { keptIn, once } from '../../model/once.js';
import {
  type CodeDocument,
  type CodeSyntaxNode,
  callsOf,
  decoratedIn,
  documentsAround,
  documentsUsing,
  functionsIn,
} from '../../program/index.js';
import type { SourceDocument } from '../../syntax/node.js';
import type { Framework, ProgramParts } from '../frameworks/framework.js';
import { RECEIVER } from '../frameworks/rows/catalogue.js';
import { type Fact, factsIn, gives, type Thing, thingAt } from '../frameworks/rows/things.js';

/** The parts of all agents of the program that a node is in. */
export function openProgramParts(
  calls: ReadonlyMap<CodeDocument, readonly CodeSyntaxNode[]>,
  framework: Framework,
): (agent: CodeSyntaxNode) => ProgramParts {
  let everywhere: Thing[] | undefined;
  let loading: CodeSyntaxNode[] | undefined;
  const known = new Map<string, ReadonlySet<string>>();
  const beginning = (node: CodeSyntaxNode): ReadonlySet<string> => beginningsOf(node, known);
  const runs = () => [...calls.values()].flat().filter((one) => gives(thingAt(one, framework), 'run'));
  return (agent) => {
    everywhere ??= [...calls].flatMap(([one, own]) => widePartsIn(one, own, framework));
    loading ??= [...calls.keys()].flatMap((one) => callsOf(one, { from: (module) => module === LOADING }));
    const using = once(() => usersOf(agent.document));
    const isOfProgram = ({ document }: CodeSyntaxNode): boolean =>
      document === agent.document || usersOf(document).some((file) => using().includes(file));
    const all = everywhere.filter(({ node }) => isOfProgram(node));
    /** Whether it is there when an agent runs: with the program, or with a run in the same function. */
    const isThere = ({ node, maker }: Thing): boolean => {
      const begins = beginning(node);
      const isWithRun = () =>
        [agent, ...runs()].some((one) => [...beginning(one)].some((each) => begins.has(each)));
      return maker.call?.isConditional !== true && (begins.has(MODULE) || isWithRun());
    };
    const removing = all.filter(({ facts }) => facts.some(removes));
    const parts: Thing[] = [];
    const unread = loading.filter(isOfProgram);
    for (const one of all) {
      if (removing.includes(one)) continue;
      const removed = removing.filter((by) => isRemovedBy(one, by));
      if (removed.some(isThere)) continue;
      const isRead = factsIn(one, 'unread').every(({ value }) => value.kind === 'null');
      if (isRead && removed.length === 0 && isThere(one)) parts.push(one);
      else unread.push(one.node);
    }
    return { parts, unread };
  };
}

/** What a function or a call of a file adds to all agents of the program. */
function widePartsIn(
  document: CodeDocument,
  calls: readonly CodeSyntaxNode[],
  framework: Framework,
): Thing[] {
  const decorated = decoratedIn(document).flatMap((node) =>
    (node.reference?.decorators ?? []).flatMap((maker): Thing[] => {
      const thing = thingAt(maker, framework);
      const given = thing?.stated.args.find(({ place }) => place === 0);
      if (!thing?.stated.row.reach || !given) return [];
      return [{ ...thing, node, facts: [...thing.facts, { role: given.role, value: node, arg: given }] }];
    }),
  );
  const made = calls.flatMap((node) => {
    const thing = thingAt(node, framework);
    const isAdded = thing?.facts.some(({ arg }) => arg.place === 0 || arg.key === RECEIVER);
    return thing?.stated.row.reach && isAdded ? [thing] : [];
  });
  return [...decorated, ...made];
}

/** The module of Python that loads modules by names: what these register is not seen. */
const LOADING = 'importlib';

const removes = ({ arg }: Fact): boolean => arg.mode === 'removes';

/** Whether a call takes a part away: all of its kind, or the one that it is given. One before it in the same function does not. */
function isRemovedBy({ node, facts }: Thing, by: Thing): boolean {
  const isBefore =
    by.node.document === node.document &&
    functionAround(by.node)?.identity === functionAround(node)?.identity &&
    by.node.offsets.start < node.offsets.start;
  return (
    !isBefore &&
    by.facts.filter(removes).some(({ role, value, arg: { side } }) => {
      const own = facts.filter((one) => one.role === role && (side ?? one.arg.side) === one.arg.side);
      return value === by.node ? own.length > 0 : own.some((one) => one.value.identity === value.identity);
    })
  );
}

const MODULE = '';

/** Where what leads to a node begins: with a module, or with functions that the project does not call. */
function beginningsOf(node: CodeSyntaxNode, known: Map<string, ReadonlySet<string>>): ReadonlySet<string> {
  const around = functionAround(node);
  if (!around) return new Set([MODULE]);
  return keptIn(
    known,
    around.identity,
    () => {
      const named = new Set([around.reference?.name ?? '']);
      const callers = documentsAround(node.document)
        .flatMap((one) => callsOf(one, { named }))
        .filter(({ call }) => call?.target.identity === around.identity);
      return callers.length === 0
        ? new Set([around.identity])
        : new Set(callers.flatMap((one) => [...beginningsOf(one, known)]));
    },
    new Set([around.identity]),
  );
}

/** The innermost function that a node is written in. */
const functionAround = ({ document, offsets }: CodeSyntaxNode): CodeSyntaxNode | undefined =>
  functionsIn(document).findLast(({ offsets: own }) => own.start < offsets.start && offsets.end <= own.end);

/** The files of a program that a file is, or that import it; tests are none. */
const usersOf = (document: SourceDocument): string[] =>
  documentsUsing(document, new Set([document.file])).flatMap(({ file }) => (isTestFile(file) ? [] : [file]));
