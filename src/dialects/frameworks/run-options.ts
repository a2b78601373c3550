import { type Evidence, isMet, type Place } from '../../model/index.js';
import { isTestFile } from '../../model/test-file.js';
import type { CodeSyntaxNode } from '../../program/index.js';
import { type Agents, fieldsOf, openByRuns, statedIn } from './agents.js';
import { mayAsk } from './asking-functions.js';
import { type Fields, type FoundAgent, type Profile, textOf } from './framework.js';
import { gateByName } from './gates-by-tool.js';
import { hasOwnGate } from './hosted-servers.js';
import type { ReadMiddleware } from './middleware.js';
import { exportOf, isMethodOfAgent } from './origins.js';
import { lost } from './places.js';
import { optionsOfRun } from './runs.js';
import { offering } from './servers.js';
import { boundIn } from './stop-conditions.js';
import { keptByDefault, keptByHosted, keptBySettings } from './stored-state.js';
import { telemetryOf } from './telemetry.js';
import { NO_NAME } from './tools.js';

/** Adds the tools that runs state beside those of their agent, and lists what they may add. Runs in tests are not counted. */
export function addByRuns(found: FoundAgent, runs: readonly CodeSyntaxNode[], agents: Agents): void {
  const { profile, node, agent, unresolved } = found;
  const { adds = [], unread = [] } = profile.runs;
  const counted = runs.filter(({ document: { file } }) => file === node.document.file || !isTestFile(file));
  const given = adds.length + unread.length === 0 ? [] : counted.map(readOptions);
  const gated = given.map(({ open: own, asking }) => own ?? asking.map(mayAsk)[0]);
  const [open] = gated;
  if (open && !gated.includes(undefined)) openByRuns(found, open);
  for (const side of ['input', 'output'] as const)
    guardBy(
      agent,
      side,
      given.map(({ guardrails }) => guardrails[side]),
    );

  function readOptions(run: CodeSyntaxNode): ReadMiddleware {
    const options = optionsOfRun(run, profile);
    const stated = (key: string | undefined) =>
      key !== undefined && options?.keys().includes(key) ? options.get(key) : undefined;
    for (const key of unread) {
      const value = statedIn(options, key);
      if (value)
        unresolved.push({
          what: `\`${key}\` of a run of \`${agent.name}\``,
          why: 'agent-lint does not read it yet',
          at: value.written(),
        });
    }
    const others = adds.length > 0 ? options?.get(NO_NAME) : undefined;
    if (others) unresolved.push(lost(others, `options of a run of \`${agent.name}\``));
    return agents.extend(found, (key) => (key !== undefined && adds.includes(key) ? stated(key) : undefined));
  }
}

/** Guardrails that the runs of an agent state: if only some runs state one, what checks the others is not known. */
function guardBy(
  { guardrails }: FoundAgent['agent'],
  side: 'input' | 'output',
  stated: readonly Evidence<string[]>[],
): void {
  const one = stated.find(({ state }) => state === 'shown');
  if (!one || guardrails[side].state !== 'absent') return;
  guardrails[side] = stated.every(({ state }) => state === 'shown')
    ? one
    : { state: 'undecidable', why: 'only some of its runs state it', ...(one.at ? { at: one.at } : {}) };
}

/**
 * Reads the options that a run of an agent may state in place of the agent's own: gates beside its tools, the tools that
 * the model sees, what ends the loop. `runs`: the runs that are seen to begin with the agent.
 */
export function readRestated(found: FoundAgent, runs: readonly CodeSyntaxNode[]): void {
  const { fields, toolGates } = found.profile.agents;
  const all = givenTo(found, runs);
  keepOnly(found, all);
  if (toolGates)
    gateByName(
      found,
      all.map((get) => get(toolGates.option)),
    );
  if (found.profile.tracing.telemetry)
    found.telemetry = all.flatMap((get) => telemetryOf(get, found.profile) ?? []);
  const given = [
    fieldsOf(found.node, found.profile, 0),
    ...runs.map(
      ({ call }): Fields =>
        (key = '') =>
          call?.options.get(key),
    ),
  ];
  const kept = [...keptBySettings(given, found.profile), ...keptByHosted(found)];
  if (kept.length > 0) found.kept = [...(found.kept ?? []), ...kept];
  const byDefault = keptByDefault(found, given);
  if (byDefault) found.byDefault = byDefault;
  const { boundedRuns = [] } = found.profile.runs.bounds ?? {};
  const isBounded =
    runs.length > 0 &&
    runs.every((run) => boundedRuns.includes(exportOf(run, found.profile.framework) ?? ''));
  const bounds = all.flatMap((get) => boundIn(get(fields.stopsWhen), found, isBounded) ?? []);
  // Several runs of one agent may share what the agent states.
  const byPlace = new Map(bounds.map((one) => [JSON.stringify(one.at.range()), one]));
  if (byPlace.size > 0) found.bounds = [...byPlace.values()];
}

/** The options of each run: its own, else those of the agent; what a function makes of them comes before both. */
function givenTo(found: FoundAgent, runs: readonly CodeSyntaxNode[]): readonly Fields[] {
  const { node, profile } = found;
  const { restated = [] } = profile.runs;
  const own = fieldsOf(node, profile, 0);
  const prepared = preparedBy(found, own);
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
function preparedBy(found: FoundAgent, own: Fields): CodeSyntaxNode | undefined {
  const { agent, profile } = found;
  const key = profile.agents.prepared?.call;
  const given = own(key);
  if (!given || given.kind === 'null') return undefined;
  const [made, ...others] = given.reference?.kind === 'function' ? given.reference.returned : [];
  if (made?.kind === 'object' && others.length === 0) return made;
  found.unresolved.push(lost(given, `what \`${key}\` of \`${agent.name}\` changes`));
  return undefined;
}

/** Leaves out the tools that the model sees in no step of any run: its own ones, and those of servers. */
function keepOnly({ agent, profile }: FoundAgent, all: readonly Fields[]): void {
  const seen = new Map<string, Place>();
  for (const get of all) {
    const names = namesIn(get(profile.agents.fields.onlyTools)) ?? namesOfSteps(get, profile);
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
function namesOfSteps(get: Fields, { agents }: Profile): ReturnType<typeof namesIn> {
  const given = get(agents.prepared?.step);
  const returned = given?.reference?.kind === 'function' ? given.reference.returned : [];
  const lists = returned.map((one) => namesIn(one.get(agents.fields.onlyTools)));
  return lists.length > 0 && lists.every((one) => one !== undefined) ? lists.flat() : undefined;
}
