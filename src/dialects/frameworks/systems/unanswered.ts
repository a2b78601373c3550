import { addTo } from '../../../model/grouped.js';
import { codeSpan, type GateFlaw, isSamePlace, type Tool, toolsOf } from '../../../model/index.js';
import { isTestFile } from '../../../model/test-file.js';
import {
  type CodeDocument,
  type CodeSyntaxNode,
  callsOf,
  documentsAround,
  leavesFiles,
  nodeOfCall,
  type Offsets,
  usesAny,
} from '../../../program/index.js';
import { changed } from '../../agents/body.js';
import type { CodeContext } from '../../code-dialect.js';
import { approvalsOf, readOf, remedyOf } from '../answers.js';
import { reached } from '../agents.js';
import { mayDecide } from '../deciders/deciders.js';
import type { SystemDraft } from './draft.js';
import type { FoundAgent, Framework, Lack, SystemPrograms } from '../framework.js';
import { concludeEach, flawed } from '../gate-levels.js';
import { nestedRunsOf, readsRequests } from './nested-runs.js';
import { exportOf } from '../origins.js';
import { keyIn, type Rows } from '../rows/catalogue.js';
import { pathName, placed } from '../places.js';
import type { ProgramFiles } from '../programs.js';

/** Runs that a flaw names. */
const MOST_RUNS = 3;

/** The programs of a project. */
interface Programs extends SystemPrograms {
  readonly agents: readonly FoundAgent[];
}

/** The agents of one system, and the runs that may begin with one of them. */
interface RunAgents {
  readonly group: readonly FoundAgent[];
  readonly runs: SystemDraft['runs'];
}

/**
 * Adds what is wrong with gates whose request ends the run: no code of the program reads the requests. Where no run of the
 * agent is seen, or its result goes to code that is not read, that is not known.
 */
export function noteUnanswered({ group, runs: started }: RunAgents, programs: Programs): void {
  const { framework, files, context } = programs;
  const { answers, vendor } = framework;
  const { clients } = vendor;
  noteNeeds(group, programs);
  const runs = started.map(({ node }) => node);
  const gated = group.flatMap((of) =>
    [...of.agent.tools, ...of.agent.mcpServers.flatMap(({ tools }) => tools)]
      .filter(interrupts)
      .map((tool) => ({ of, tool })),
  );
  // A run in the function of a tool is none of the agent that has the tool.
  const inTools = group.flatMap(({ calls }) => calls.flatMap(({ runBy }) => runBy?.offsets ?? []));
  const isOfOthers = ({ agent, node: { offsets } }: SystemDraft['runs'][number]): boolean =>
    agent !== undefined &&
    inTools.some(
      ({ file, start, end }) => file === offsets.file && start <= offsets.start && offsets.start < end,
    ) &&
    !gated.some(({ of }) => reached(agent).includes(of));
  const [first] = group;
  if (!first || gated.length === 0 || answers.requests.size + answers.events.size === 0) return;
  const pages = clients?.filesOf(first, programs) ?? [];
  const documents = [...new Set([...programAround(first.node, files, context), ...pages])];
  const within = new Set(documents.map(({ file }) => file));
  const leaves = (run: CodeSyntaxNode, ends?: Offsets): boolean =>
    leavesFiles(run, {
      within,
      carriers: answers.states,
      ends,
      isPlain: (call) => exportOf(nodeOfCall(call), framework) === undefined && !mayDecide(call, framework),
    });
  const { name } = first.agent;
  const ended = gated.filter(({ of }) => of.takesRequests === 'no');
  const lackOf = vendor.lacking?.(group, documents);
  const silent = documents.flatMap((one) => vendor.silent?.(one, framework) ?? []);
  const flaws: Flaws = new Map();
  const isAnswered = documents.some((one) => isRead(one, framework, gated));
  const silentFor = (run: CodeSyntaxNode) => silent.find(({ node }) => isSamePlace(node.at(), run.at()));
  if (isAnswered && ended.length === 0) {
    if (runs.length > 0) noteUnable(gated, lackOf, flaws);
    for (const one of gated) noteNested(one, started, programs, { leaves, flaws });
    addFlaws(group, flaws);
    return;
  }
  const open = started.every(isOfOthers)
    ? `no run of \`${name}\` is seen`
    : ended.length === 0 && pages.length === 0 && runs.some((run) => !silentFor(run) && leaves(run))
      ? `the result of a run of \`${name}\` goes to ${clients ? 'a client, or to code,' : 'code'} that is not read`
      : undefined;
  const { rows } = first;
  const { requests } = rows.stated;
  const [state] = requests?.states ?? [];
  const [approval] = approvalsOf(rows);
  const read = readOf(rows);
  const needs = neededFor(rows);
  const [adapter, ...others] = runs.map(silentFor);
  const unsent = ended.length === 0 && others.every(Boolean) ? adapter : undefined;
  const flaw = {
    kind: 'unanswered',
    why:
      open ??
      (ended.length > 0
        ? `its request is an error, because \`${needs?.output}\` has no \`${needs?.item}\``
        : unsent
          ? `\`${unsent.node.call?.name}\` sends its request to no client without \`${unsent.option}\``
          : pages.length > 0
            ? `its request goes to a page of the program, which calls no \`${approval}\``
            : state !== undefined && gated.every(isPause)
              ? `the run stops before it, and no code of the program reads \`${state}()\` after the run or resumes it`
              : `its request ends the run, and no code of the program reads \`${read}\` of the result`),
    remedy: {
      text:
        (unsent && `Pass \`${unsent.option}\` to the adapter. ${unsent.remedy}`) ??
        (pages.length > 0 ? clients?.remedy : undefined) ??
        (gated.every(isPause) ? requests?.paused : undefined) ??
        remedyOf(rows) ??
        `Decide where a person is asked: read \`${read}\` after the run, ask there, call \`${approval}()\` or reject, and run again with the answers. \`agent-lint explain approval/unanswered\` shows a program that does.`,
    },
    ...(open === undefined
      ? {
          related: runs
            .slice(0, MOST_RUNS)
            .map((run) => ({ at: run.at(), message: 'The run whose requests nobody reads.' })),
        }
      : { isOpen: true }),
  } satisfies Omit<GateFlaw, 'at'>;
  for (const tool of new Set((isAnswered ? ended : gated).map((one) => one.tool))) {
    const [lack] =
      open === undefined ? gated.flatMap((one) => (one.tool === tool && lackOf?.(one.of)) || []) : [];
    const text = lack ? `${flaw.remedy.text} ${lack.remedy}` : flaw.remedy.text;
    addFlaw(flaws, tool, { ...flaw, remedy: { text } });
  }
  addFlaws(group, flaws);
}

/** What is wrong with the gates of tools. */
type Flaws = Map<Tool, GateFlaw[]>;

function addFlaws(group: readonly FoundAgent[], flaws: Flaws): void {
  for (const { agent } of group) concludeEach(agent, (tool) => flawed(tool, ...(flaws.get(tool) ?? [])));
}

/** What an agent must state for its requests to reach its caller: the option with what it may return, and the class of requests. */
function neededFor(rows: Rows): { readonly output: string | undefined; readonly item: string } | undefined {
  const [request] = rows.giving('request');
  return request && { output: keyIn(rows.giving('agent'), 'outputs'), item: request.api };
}

/** Notes what the gates that the tools of some agents lack would need beside them: without it no run can ask. */
function noteNeeds(group: readonly FoundAgent[], { files, context, framework: { vendor } }: Programs): void {
  const isOpen = ({ kind, approval }: Tool) => kind !== 'agent' && approval.state === 'absent';
  const open = group.filter(({ agent }) => toolsOf(agent).some(isOpen));
  const [first] = open;
  const lackOf = first && vendor.lacking?.(group, programAround(first.node, files, context));
  for (const of of open) {
    const needs = of.takesRequests === 'no' ? neededFor(of.rows) : undefined;
    const maker = codeSpan(`${of.node.call?.callee ?? of.agent.name}()`);
    const also =
      lackOf?.(of)?.remedy ??
      (needs &&
        `Decide where a person is asked, and add \`${needs.item}\` to \`${needs.output}\` of ${maker}: without it the request is an error.`);
    if (also !== undefined)
      concludeEach(of.agent, (tool) =>
        isOpen(tool) ? changed(tool, { gateNeeds: { ...tool.gateNeeds, also } }) : tool,
      );
  }
}

/**
 * Adds that the request of a tool ends only runs in the bodies of other tools, which do not read it: the run that calls
 * those tools does not get it.
 */
function noteNested(
  { tool, of }: Gated,
  started: SystemDraft['runs'],
  { framework, agents }: Programs,
  { leaves, flaws }: { leaves: (run: CodeSyntaxNode, ends: Offsets) => boolean; flaws: Flaws },
): void {
  const nested = nestedRunsOf(of, started, agents);
  const [first] = nested ?? [];
  if (!nested || !first || nested.some(({ body }) => readsRequests(body, framework))) return;
  const read = readOf(of.rows);
  const why = `its request ends a run in the body of the tool \`${first.tool.name}\``;
  const sentence = of.rows.stated.requests?.nested;
  const handsUp = sentence
    ? sentence.replaceAll('{name}', of.agent.name)
    : `Give \`${tool.name}\` to the agent that calls \`${first.tool.name}\`: the requests of that agent are read.`;
  const flaw = {
    kind: 'unanswered',
    remedy: {
      text: `${handsUp} Or ask a person in the body of \`${tool.name}\`, before it acts.`,
    },
  } as const;
  if (nested.some(({ node, body }) => leaves(node, body.offsets)))
    addFlaw(flaws, tool, {
      ...flaw,
      why: `${why}, whose result goes to code that is not read`,
      isOpen: true,
    });
  else
    addFlaw(flaws, tool, {
      ...flaw,
      why: `${why}, which does not read \`${read}\` of the result`,
      related: nested
        .slice(0, MOST_RUNS)
        .map(({ node }) => ({ at: node.at(), message: 'The run whose requests nobody reads.' })),
    });
}

function addFlaw(flaws: Flaws, tool: Tool, flaw: Omit<GateFlaw, 'at'>): void {
  const path = `tools[${pathName(tool.name)}].gate`;
  addTo(flaws, tool, { ...flaw, at: placed(tool.approval.at ?? tool.at, path) });
}

/**
 * Whether code of a file reads requests, or answers one. What only goes on answers pauses alone. Messages answer by what they
 * say: that a call takes any is no answer.
 */
function isRead(document: CodeDocument, framework: Framework, gated: readonly Gated[]): boolean {
  const { answers } = framework;
  const adapters = new Set(framework.vendor.silent?.(document, framework).map(({ api }) => api));
  const without = (names: ReadonlySet<string>) => new Set([...names].filter((one) => !adapters.has(one)));
  if (usesAny(document, without(answers.reading), without(answers.signs))) return true;
  const pausesOnly = gated.every(isPause);
  const sinks = [...answers.sinks].flatMap(([one, { pauses }]) =>
    one.kind === 'call' && !one.isEach && (!pauses || pausesOnly) ? [one] : [],
  );
  return callsOf(document, { named: new Set(sinks.map((one) => one.name)) }).some(({ call }) =>
    sinks.some(({ name, argument, value }) => {
      if (name !== call?.name) return false;
      const given = typeof argument === 'string' ? call.options.get(argument) : call.positional[argument];
      return value === null ? given?.kind === 'null' : typeof argument === 'string' && given !== undefined;
    }),
  );
}

/** A gated tool, and the agent that has it. */
interface Gated {
  readonly tool: Tool;
  readonly of: FoundAgent;
}

/** Whether the run stops before the node of a tool. */
const isPause = ({ tool: { approval } }: Gated): boolean =>
  approval.state === 'shown' && approval.value.pauses === true;

/** Adds that an agent cannot wait for the answer which the program reads. */
function noteUnable(
  gated: readonly Gated[],
  lackOf: ((of: FoundAgent) => Lack | undefined) | undefined,
  flaws: Flaws,
): void {
  for (const { tool, of } of gated) {
    const lack = lackOf?.(of);
    if (!lack) continue;
    addFlaw(flaws, tool, {
      kind: 'unanswered',
      why: `the run cannot wait for an answer, because ${lack.why}`,
      remedy: { text: lack.remedy },
      related: [{ at: of.node.at(), message: `The call that needs \`${lack.option}\`.` }],
    });
  }
}

/** Whether a call of a tool waits for an answer. */
export const interrupts = ({ kind, approval }: Tool): boolean =>
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
