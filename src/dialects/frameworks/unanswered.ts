import type { GateFlaw, Tool } from '../../model/index.js';
import { isTestFile } from '../../model/test-file.js';
import {
  type CodeDocument,
  type CodeSyntaxNode,
  documentsAround,
  leavesFiles,
  nodeOfCall,
  usesAny,
} from '../../program/index.js';
import type { CodeContext } from '../code-dialect.js';
import { mayDecide } from './deciders/deciders.js';
import type { FoundAgent, Framework } from './framework.js';
import { exportOf } from './origins.js';
import { pathName, placed } from './places.js';
import type { ProgramFiles } from './programs.js';

/** Runs that a flaw names. */
const MOST_RUNS = 3;

/** The agents of one system, and the runs that may begin with one of them. */
export interface RunAgents {
  readonly group: readonly FoundAgent[];
  readonly runs: readonly CodeSyntaxNode[];
}

/**
 * Adds what is wrong with gates whose request ends the run: no code of the program reads the requests. Where no run of the
 * agent is seen, or its result goes to code that is not read, that is not known.
 */
export function noteUnanswered(
  { group, runs }: RunAgents,
  framework: Framework,
  files: ProgramFiles,
  context: CodeContext,
): void {
  const { answers } = framework;
  const gated = group.flatMap(({ agent }) =>
    [...agent.tools, ...agent.mcpServers.flatMap(({ tools }) => tools)].filter(interrupts),
  );
  const [first] = group;
  if (!first || gated.length === 0 || answers.requests.size + answers.events.size === 0) return;
  const documents = programAround(first.node, files, context);
  if (documents.some((one) => usesAny(one, answers.reading, answers.signs))) return;
  const within = new Set(documents.map(({ file }) => file));
  const leaves = (run: CodeSyntaxNode): boolean =>
    leavesFiles(run, {
      within,
      carriers: answers.states,
      isPlain: (call) => exportOf(nodeOfCall(call), framework) === undefined && !mayDecide(call, framework),
    });
  const { name } = first.agent;
  const open =
    runs.length === 0
      ? `no run of \`${name}\` is seen`
      : runs.some(leaves)
        ? `the result of a run of \`${name}\` goes to code that is not read`
        : undefined;
  const { members, methods, events, approvals, remedy } = first.profile.answers;
  const [read] = [...members, ...methods.map((one) => `${one}()`), ...events];
  const flaw = {
    kind: 'unanswered',
    why: open ?? `its request ends the run, and no code of the program reads \`${read}\` of the result`,
    remedy: {
      text:
        remedy ??
        `Decide where a person is asked: read \`${read}\` after the run, ask there, call \`${approvals[0]}()\` or reject, and run again with the answers. \`agent-lint explain approval/unanswered\` shows a program that does.`,
    },
    ...(open === undefined
      ? {
          related: runs
            .slice(0, MOST_RUNS)
            .map((run) => ({ at: run.at(), message: 'The run whose requests nobody reads.' })),
        }
      : { isOpen: true }),
  } satisfies Omit<GateFlaw, 'at'>;
  for (const tool of new Set(gated)) {
    const path = `tools[${pathName(tool.name)}].gate`;
    tool.flaws = [...(tool.flaws ?? []), { ...flaw, at: placed(tool.approval.at ?? tool.at, path) }];
  }
}

const interrupts = ({ kind, approval }: Tool): boolean =>
  kind !== 'agent' && approval.state === 'shown' && approval.value.interrupts === true;

/** The files of the programs around an agent, tests left out: those that imports connect, and what they import. */
function programAround(
  { document }: CodeSyntaxNode,
  { headOf }: ProgramFiles,
  context: CodeContext,
): CodeDocument[] {
  const head = headOf(document.file);
  const all = documentsAround(document);
  const own = all.filter(({ file }) => headOf(file) === head);
  const near = new Set([document.file, ...own.map(({ file }) => file)]);
  for (const file of near) for (const next of context.importsOf(file)) near.add(next);
  return all.filter(({ file }) => near.has(file) && !isTestFile(file));
}
