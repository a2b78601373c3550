import { isMet, type Place } from '../../model/index.js';
import type { CodeSyntaxNode } from '../../program/index.js';
import { fieldsOf } from '../frameworks/agents.js';
import { type Fields, type FoundAgent, type ProjectPrograms, textOf } from '../frameworks/framework.js';
import { gateByName } from '../frameworks/gates-by-tool.js';
import { hasOwnGate } from '../frameworks/hosted-servers.js';
import { exportOf, isMethodOfAgent } from '../frameworks/origins.js';
import { lost } from '../frameworks/places.js';
import { offering } from '../frameworks/servers.js';
import { profileFor, type Versioned, versionsOf } from '../frameworks/versions.js';
import { boundIn, type StopConditions } from './stop-conditions.js';
import { telemetryOf, type TelemetryOptions } from './telemetry.js';
import vendor from './vendor.json' with { type: 'json' };

/** What a run may state in place of its agent. */
interface RunFacts extends Versioned {
  /** Options that the call of a method of an agent may state. */
  readonly restated: readonly string[];
  /** The option with the names of the tools that the model sees. */
  readonly onlyTools: string;
  /** Options with a function that returns other options: for the call, and for each step. */
  readonly prepared: { readonly call: string; readonly step: string };
  readonly stops: StopConditions;
  readonly telemetry: TelemetryOptions;
}

const VERSIONS = versionsOf<RunFacts>(vendor.runs);

/**
 * Reads the options that a run of an agent may state in place of the agent's own: gates beside its tools, the tools that
 * the model sees, what ends the loop. `runs`: the runs that are seen to begin with the agent.
 */
export function readRestated(
  found: FoundAgent,
  runs: readonly CodeSyntaxNode[],
  { context }: ProjectPrograms,
): void {
  const { node, profile } = found;
  const facts = profileFor(node.document.file, VERSIONS, context.lockedFor) ?? vendor.runs;
  const { toolGates } = profile.agents;
  const all = givenTo(found, runs, facts);
  keepOnly(found, all, facts);
  if (toolGates)
    gateByName(
      found,
      all.map((get) => get(toolGates.option)),
    );
  found.telemetry = all.map((get) => telemetryOf(get, facts.telemetry));
  const { option, boundedRuns } = facts.stops;
  found.stopsBy = option;
  const isBounded =
    runs.length > 0 && runs.every((run) => boundedRuns.includes(exportOf(run, profile.framework) ?? ''));
  const bounds = all.flatMap((get) => boundIn(get(option), found, facts.stops, isBounded) ?? []);
  // Several runs of one agent may share what the agent states.
  const byPlace = new Map(bounds.map((one) => [JSON.stringify(one.at.range()), one]));
  if (byPlace.size > 0) found.bounds = [...byPlace.values()];
}

/** The options of each run: its own, else those of the agent; what a function makes of them comes before both. */
function givenTo(
  found: FoundAgent,
  runs: readonly CodeSyntaxNode[],
  { restated, prepared: { call } }: RunFacts,
): readonly Fields[] {
  const { node, profile } = found;
  const own = fieldsOf(node, profile, 0);
  const prepared = preparedBy(found, own, call);
  const stated = (object: CodeSyntaxNode | undefined, key: string) =>
    object?.keys().includes(key) ? object.get(key) : undefined;
  const ofRun = (run: CodeSyntaxNode | undefined): Fields => {
    const options = run?.call?.options;
    return (key) => {
      if (key === undefined) return undefined;
      return stated(prepared, key) ?? (restated.includes(key) ? stated(options, key) : undefined) ?? own(key);
    };
  };
  const methods = runs.filter((run) => isMethodOfAgent(exportOf(run, profile.framework) ?? '', profile));
  return methods.length > 0 ? methods.map(ofRun) : [ofRun(undefined)];
}

/** The object that a function makes of the options of a call; what a function makes that is not read is listed. */
function preparedBy(found: FoundAgent, own: Fields, key: string): CodeSyntaxNode | undefined {
  const given = own(key);
  if (!given || given.kind === 'null') return undefined;
  found.prepared = given.reference?.kind === 'function' ? given.reference.returned : [];
  const [made, ...others] = found.prepared;
  if (made?.kind === 'object' && others.length === 0) return made;
  found.unresolved.push(lost(given, `what \`${key}\` of \`${found.agent.name}\` changes`));
  return undefined;
}

/** Leaves out the tools that the model sees in no step of any run: its own ones, and those of servers. */
function keepOnly({ agent }: FoundAgent, all: readonly Fields[], { onlyTools, prepared }: RunFacts): void {
  const seen = new Map<string, Place>();
  for (const get of all) {
    const names = namesIn(get(onlyTools)) ?? namesOfSteps(get(prepared.step), onlyTools);
    if (!names) return;
    for (const [name, at] of names) seen.set(name, at);
  }
  const own = agent.tools.filter(({ name }) => seen.has(name));
  agent.tools = own;
  const others = [...seen]
    .map(([name, at]) => ({ name, at }))
    .filter(({ name }) => own.every((one) => one.name !== name));
  const open = agent.mcpServers.filter((one) => !hasOwnGate(one) && !isMet(one.allowedTools));
  const [only] = open;
  agent.mcpServers = agent.mcpServers.map((server) => {
    if (hasOwnGate(server)) return server;
    if (isMet(server.allowedTools))
      return { ...server, tools: server.tools.filter(({ name }) => seen.has(name)) };
    // Which of several servers offers a tool is not known.
    return server === only && open.length === 1
      ? { ...server, ...offering(server, others, others[0]?.at ?? server.at) }
      : server;
  });
}

/** The names that a list has; undefined where it is none, or one of them is not known. */
function namesIn(list: CodeSyntaxNode | undefined): readonly [name: string, at: Place][] | undefined {
  const items = list?.kind === 'array' ? list.items() : undefined;
  const names = items?.flatMap((one): [string, Place][] => {
    const name = textOf(one);
    return name === undefined ? [] : [[name, one.written()]];
  });
  return names?.length === items?.length ? names : undefined;
}

/** The names that a function returns for some step, where it returns a list for each one. */
function namesOfSteps(given: CodeSyntaxNode | undefined, onlyTools: string): ReturnType<typeof namesIn> {
  const returned = given?.reference?.kind === 'function' ? given.reference.returned : [];
  const lists = returned.map((one) => namesIn(one.get(onlyTools)));
  return lists.length > 0 && lists.every((one) => one !== undefined) ? lists.flat() : undefined;
}
