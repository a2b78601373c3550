import { groupedBy } from '../../../model/grouped.js';
import type { Tool } from '../../../model/index.js';
import { isTestFile } from '../../../model/test-file.js';
import { type CodeSyntaxNode, callersOfCall, usesAny } from '../../../program/index.js';
import { bodyOfTool } from '../../agents/body.js';
import type { SystemDraft } from './draft.js';
import type { FoundAgent, Framework } from '../framework.js';
import { factsIn, thingAt, writtenIn } from '../rows/things.js';

/** Functions that call each other are followed no further than this. */
const DEEPEST = 3;

/** A run in the function of a tool. */
export interface NestedRun {
  readonly node: CodeSyntaxNode;
  readonly tool: Tool;
  readonly body: CodeSyntaxNode;
}

/**
 * The runs that can end with a request of an agent, if each of them is in the function of a tool; undefined where one is
 * not, or where the framework hands such requests up, or where something other than the caller of the run may answer them.
 */
export function nestedRunsOf(
  of: FoundAgent,
  started: SystemDraft['runs'],
  agents: readonly FoundAgent[],
): readonly NestedRun[] | undefined {
  const { framework, rows } = of;
  if (rows.stated.requests?.handsUp) return undefined;
  const reaching = started.filter(({ agent }) => !agent || handsUpTo(agent).has(of));
  const handles = (node: CodeSyntaxNode): boolean => factsIn(thingAt(node, framework), 'parts').length > 0;
  if (rows.giving('request').length > 0 && [of.node, ...reaching.map(({ node }) => node)].some(handles))
    return undefined;
  const bodies = bodiesOf(agents);
  const nested = reaching.flatMap(({ node }) => {
    const calls = [node, ...callersOfCall(node)];
    const found = bodies.find(({ body }) => calls.some((call) => isIn(call, body)));
    return found ? [{ node, ...found }] : [];
  });
  return nested.length > 0 && nested.length === reaching.length ? nested : undefined;
}

/** The agents whose requests a run of an agent ends with: itself, and those that the framework runs for it. */
function handsUpTo(first: FoundAgent): ReadonlySet<FoundAgent> {
  const found = new Set([first]);
  for (const { handsOffTo, calls } of found) {
    for (const { to } of handsOffTo) found.add(to);
    for (const { to, runBy } of calls) if (!runBy) found.add(to);
  }
  return found;
}

/** The functions of the tools of agents, those of tests left out. */
const bodiesOf = (agents: readonly FoundAgent[]): readonly Omit<NestedRun, 'node'>[] =>
  agents
    .filter(({ node }) => !isTestFile(node.document.file))
    .flatMap(({ agent, calls }) => [
      ...agent.tools.flatMap((tool) => {
        const body = bodyOfTool(tool)?.node;
        return body ? [{ tool, body }] : [];
      }),
      ...calls.flatMap(({ tool, runBy }) => (runBy ? [{ tool, body: runBy }] : [])),
    ]);

/**
 * Notes the agents of which a run begins again in the body of one of their tools, whatever runs are between: each run has a
 * turn limit of its own. A run that a test decides may end the cycle, and is none.
 */
export function noteRunsAgain(started: ReadonlyMap<FoundAgent, readonly CodeSyntaxNode[]>): void {
  const runs = [...started].flatMap(([found, nodes]) => nodes.map((node) => [found, node] as const));
  const byPlace = groupedBy(runs, ([, { offsets }]) => placeOf(offsets));
  const closed = new Set<FoundAgent>();
  const runAt = ({ offsets }: CodeSyntaxNode): FoundAgent | undefined => {
    const [first, ...others] = (byPlace.get(placeOf(offsets)) ?? []).map(([found]) => found);
    // The same call with other tools is another run.
    const isOne = first && others.every((one) => toolsAt(one) === toolsAt(first));
    return isOne && hasKnownTools(first) ? first : undefined;
  };
  const stepsFrom = ({ agent }: FoundAgent): readonly Step[] =>
    agent.tools.flatMap((tool) =>
      (bodyOfTool(tool)?.reach.calls ?? []).flatMap(({ node, isCertain }) => {
        const to = isCertain ? runAt(node) : undefined;
        return to ? [{ tool, to }] : [];
      }),
    );
  for (const first of started.keys()) {
    const cycle = closed.has(first) ? undefined : cycleFrom(first, stepsFrom);
    const [begin] = cycle ?? [];
    if (!cycle || !begin) continue;
    for (const { to } of cycle) closed.add(to);
    const names = [...cycle, begin].map(({ tool }) => tool.name);
    first.agent.runsAgain = { at: begin.tool.at, names };
  }
}

/** A tool whose body runs an agent. */
interface Step {
  readonly tool: Tool;
  readonly to: FoundAgent;
}

/** The shortest way from an agent back to it. */
function cycleFrom(
  first: FoundAgent,
  stepsFrom: (from: FoundAgent) => readonly Step[],
): readonly Step[] | undefined {
  const seen = new Set([first]);
  const open: { at: FoundAgent; path: readonly Step[] }[] = [{ at: first, path: [] }];
  for (const { at, path } of open)
    for (const step of stepsFrom(at)) {
      if (step.to === first) return [...path, step];
      if (seen.has(step.to)) continue;
      seen.add(step.to);
      open.push({ at: step.to, path: [...path, step] });
    }
  return undefined;
}

const placeOf = ({ file, start, end }: CodeSyntaxNode['offsets']): string => `${file}:${start}:${end}`;

const toolsAt = ({ agent }: FoundAgent): string =>
  agent.tools.map((one) => `${one.name} ${placeOf(bodyOfTool(one)?.node.offsets ?? NOWHERE)}`).join();

const NOWHERE = { file: '', start: 0, end: 0 };

/** Whether a call states its tools: an expression that chooses them may leave out the one that leads back. */
const hasKnownTools = ({ node, framework }: FoundAgent): boolean => {
  const thing = thingAt(node, framework);
  return !thing || writtenIn(thing, 'tools').every(({ value }) => value.kind !== 'dynamic');
};

const isIn = ({ offsets: { file, start, end } }: CodeSyntaxNode, { offsets }: CodeSyntaxNode): boolean =>
  file === offsets.file && offsets.start <= start && end <= offsets.end;

/** Whether a function, or one that it calls, reads requests. */
export function readsRequests(body: CodeSyntaxNode, { answers }: Framework): boolean {
  const known = new Set<string>();
  const reads = (node: CodeSyntaxNode, depth: number): boolean => {
    if (known.has(node.identity)) return false;
    known.add(node.identity);
    if (usesAny(node, answers.reading, answers.signs)) return true;
    // What is deeper than this is not read: it may be there.
    if (depth > DEEPEST) return true;
    return (node.reference?.calls ?? []).some(({ call }) => {
      const target = call?.target;
      return target?.reference?.kind === 'function' && reads(target, depth + 1);
    });
  };
  return reads(body, 0);
}
