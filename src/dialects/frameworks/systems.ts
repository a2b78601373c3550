import { addTo } from '../../model/grouped.js';
import {
  type Agent,
  type AgentSystem,
  type Evidence,
  type GuardrailSide,
  type OwnGuardrail,
  type Recording,
  type TraceSettings,
  type TraceSwitch,
  type TurnLimit,
  toolsOf,
} from '../../model/index.js';
import { isTestFile } from '../../model/test-file.js';
import { retentionOf } from '../payload/stored-state.js';
import { keptBeside } from '../requests/kept-requests.js';
import { gatedByRuns, gatedTogether, type RunGates } from './agent-gates.js';
import { applicableAnswers, applyAnswer, applyKept } from './answers.js';
import { leavesOut, recordedOf } from './contents.js';
import type { OwnAnswer } from './deciders/interruptions.js';
import { indexed, type SystemDraft } from './draft.js';
import { endpointOf, residencyOf } from './endpoint.js';
import { type FoundAgent, inSentence, type Profile, type SystemPrograms } from './framework.js';
import { placeAtApproval } from './gates.js';
import { endlessRuns } from './loop-limits.js';
import { importedBy } from './programs.js';
import { environmentSwitch, type FileRuns, type RunSettings } from './runs.js';
import { storedStateOf } from './stored-state.js';
import { isOfStore, sentByCall, storeInEnvironment } from './trace-store.js';
import { tracingOf } from './traces.js';
import { defaultTurnsOf, limitsThatDecide } from './turn-limits.js';
import { interrupts, noteUnanswered } from './unanswered.js';
import { assumedVersion } from './versions.js';

/** What is known of a project's programs apart from their agents. */
export interface Programs extends SystemPrograms {
  agents: readonly FoundAgent[];
  runs: ReadonlyMap<string, FileRuns>;
  /** Approvals that each file gives without a person. */
  answers: ReadonlyMap<string, readonly OwnAnswer[]>;
  /** The agents whose runs an answer is for; undefined if one of them is not known. */
  ranFor(answer: OwnAnswer): readonly FoundAgent[] | undefined;
  /** Agents that other files pass to the function or class that answers. */
  passedTo(file: string, answer: OwnAnswer): readonly FoundAgent[];
}

/** Agents that are connected by handoffs or as tools form one system; its entry is the agent that no other reaches. */
export function systemsOf(programs: Programs): AgentSystem[] {
  const groups = connected(programs.agents);
  const started = startedBy(programs.runs);
  const systems = groups.map((group) => systemOf(group, started));
  const { ofAgent, ofFile, beside } = indexed(systems, programs.files);
  const seen = new Set<string>();
  const continued = new Set(
    [...programs.runs.values()].flatMap(({ runs }) => runs.map(({ session }) => session)),
  );
  for (const [file, found] of programs.runs) {
    for (const run of found.runs) {
      const own = run.agent && ofAgent.get(run.agent);
      // If the agent of a run is not known, it is one of the same file, else of the same program.
      const held = own ?? ofFile.get(file)?.[0] ?? beside(file)[0];
      // The current agent continues: each agent may begin such a run.
      if (!own && run.starts && !isTestFile(file))
        for (const one of ofFile.get(file) ?? beside(file)) {
          one.hasConstantInput = false;
          one.runs.push(run);
          for (const { agent } of one.group) agent.startsRuns = true;
        }
      if (!held || (isTestFile(file) && !held.files.has(file))) continue;
      held.settledBy.add(file);
      if (own && run.starts) held.runs.push(run);
      if (run.agent && run.starts && !isTestFile(file))
        held.turnLimits.push(
          ...endlessRuns(
            run.agent.agent.name,
            run.node,
            [...found.runs, ...programs.agents].map(({ node }) => node),
            run.agent.profile,
          ),
        );
      if (run.agent && run.takesRequests && run.takesRequests !== 'no' && run.agent.takesRequests !== 'yes')
        run.agent.takesRequests = run.takesRequests;
      if (run.starts)
        held.hasConstantInput = (held.hasConstantInput ?? true) && run.hasConstantInput === true;
      if (run.turns) held.turnLimits.push(run.turns);
      else if (run.takesTurns && !run.agent?.bounds) {
        held.openRuns.push(run.takesTurns);
        const { profile, agent } = run.agent ?? held.entry;
        const byDefault = defaultTurnsOf(run.agent?.node, profile, run.node);
        const [of, edit] = [agent.name, profile.runs.limitRemedy];
        const known = held.runDefaults.find((one) => one.of === of);
        if (known) known.again.push(run.takesTurns);
        else if (byDefault) held.runDefaults.push({ at: run.takesTurns, ...byDefault, of, edit, again: [] });
      }
      if (run.switchedOff) switchOff(held, run.switchedOff, seen);
      if (own) guard(own.group, run.guardrails);
      if (run.agent) addParallel(run.agent.agent, run.guardrails);
      if (run.store) held.stores.push(run.store);
      held.kept.push(...(run.kept ?? []));
      if (run.leavesOut !== undefined) held.leftOut.push(run.leavesOut);
    }
    // The setup of a test is not part of the program that it tests; a secret in it is still a secret.
    const around = ofFile.get(file) ?? beside(file);
    for (const one of found.values) around[0]?.values.push(one);
    const document = ofFile.has(file) ? programs.context.documentOf(file) : undefined;
    if (document && !isTestFile(file)) ofFile.get(file)?.[0]?.kept.push(...keptBeside(document));
    // A session that no run is seen to continue is reported where it is created.
    if (!isTestFile(file) || ofFile.has(file))
      // Not where the runs of the file are seen: none of them continues it.
      for (const { id, states } of found.runs.length > 0 ? [] : found.sessions)
        if (!continued.has(id)) around[0]?.kept.push(...states);
    const near = isTestFile(file) ? (ofFile.get(file) ?? []) : beside(file);
    // What a file registers that nothing imports may be for the programs of its folder: a platform may load it first.
    const isAlone = near.length === 0 && found.processors.length > 0 && !isTestFile(file);
    const holding = isAlone ? systems.filter(({ entry }) => isBelow(entry.agent.at.file, file)) : near;
    for (const one of found.switches) holding[0]?.switches.push(one);
    holding[0]?.entry.unresolved.push(...found.unread);
    const settles = found.switches.length > 0 || found.baseUrl !== undefined || found.processors.length > 0;
    const { recordings, recorders, receiving, redirected, isLeftOut, variables } = found.contents;
    for (const one of holding) {
      one.recordings.push(...recordings.map((each) => (isAlone ? { ...each, ...BY_PLATFORM } : each)));
      one.variables.push(...variables);
      one.recorders.push(...recorders);
      for (const store of receiving) one.receiving.add(store);
      for (const store of redirected) one.redirected.add(store);
      if (isLeftOut) one.isWithoutContents = true;
      if (settles) one.settledBy.add(file);
      one.silent ??= found.switches.find(({ state }) => state === 'shown');
      if (found.baseUrl) one.endpoint = endpointOf(found.baseUrl);
      for (const { exporter, at } of found.processors) one.exporter = { exporter, at };
    }
  }
  gateByRuns(programs.runs, programs.agents);
  for (const { agent } of programs.agents) for (const tool of toolsOf(agent)) placeAtApproval(tool);
  const used = new Set(
    [...programs.runs.values()].flatMap(({ runs }) => runs.map(({ settings }) => settings)),
  );
  for (const [file, { settings }] of programs.runs) {
    const held = ofFile.get(file) ?? (isTestFile(file) ? [] : beside(file));
    for (const one of settings) {
      if (used.has(one.id)) continue;
      applySettings(one, held, seen);
      for (const { settledBy } of held) settledBy.add(file);
    }
  }
  for (const [file, all] of programs.answers) {
    applyClient(file, all, systems, programs);
    const answers = all.filter(({ isOfClient }) => !isOfClient);
    if (answers.length === 0) continue;
    const passed = new Set(answers.flatMap((one) => programs.passedTo(file, one)));
    // Approvals in tests are not those of the program.
    const reached = isTestFile(file) ? new Set([file]) : importedBy(file, programs.context);
    for (const { group, files, settledBy } of systems) {
      if (![...files].some((one) => reached.has(one)) && !group.some((one) => passed.has(one))) continue;
      settledBy.add(file);
      const own = answers.filter(
        (one) => programs.ranFor(one)?.some((agent) => group.includes(agent)) ?? true,
      );
      for (const answer of applicableAnswers(own.filter(({ kept }) => !kept))) applyAnswer(group, answer);
      for (const answer of own) applyKept(group, answer);
    }
  }
  for (const setting of programs.context.environment) {
    const isNamed = ({ tracing, framework }: Profile) =>
      isOfStore(setting.name, framework.vendor.store) ||
      tracing.variable === setting.name ||
      Object.hasOwn(tracing.contents?.variables ?? {}, setting.name);
    if (!programs.framework.profiles.some(isNamed)) continue;
    const inFolder = systems.filter(({ entry }) => {
      const { file } = entry.agent.at;
      return setting.folder === '' || file.startsWith(`${setting.folder}/`);
    });
    const [first] = inFolder;
    if (!first) continue;
    const { name, value, at } = setting;
    const switches =
      name === first.entry.profile.tracing.variable ? environmentSwitch(value, at, first.entry.profile) : [];
    first.switches.push(...switches);
    for (const one of inFolder) {
      one.settledBy.add(setting.at.file);
      one.silent ??= switches[0];
      one.variables.push({ name, value, at });
      if (leavesOut(name, value, one.entry.profile)) one.isWithoutContents = true;
    }
  }
  for (const one of systems) {
    // A switch of a run changes something only where traces go somewhere.
    for (const { off } of one.exporter ? one.group.flatMap(({ telemetry = [] }) => telemetry) : [])
      if (off) switchOff(one, off, seen);
    leaveOpen(one, programs);
    for (const { agent } of one.group)
      for (const tool of agent.tools) {
        const { remedy } = tool.approval;
        if (remedy) tool.gateRemedy = remedy;
      }
    noteUnanswered(one, programs);
  }
  const reported = new Set<Recording>();
  addStores(systems);
  for (const one of systems) programs.framework.vendor.system?.(one, programs);
  return systems.map((one) => finished(one, programs, recordedOf(one, reported)));
}

/** Applies what a client approves to the agent whose requests it is sent, as far as that is known. */
function applyClient(
  file: string,
  all: readonly OwnAnswer[],
  systems: readonly SystemDraft[],
  programs: Programs,
): void {
  const answers = all.filter(({ isOfClient }) => isOfClient);
  const { clients } = programs.framework.vendor;
  if (answers.length === 0 || !clients) return;
  const shown = systems.filter(
    ({ group, entry }) =>
      group.some(({ agent }) =>
        [...agent.tools, ...agent.mcpServers.flatMap(({ tools }) => tools)].some(interrupts),
      ) && clients.filesOf(entry, programs).some((one) => one.file === file),
  );
  const unless = shown.length > 1 ? 'the page that approves each call may show another agent' : undefined;
  for (const { group, settledBy } of shown) {
    settledBy.add(file);
    for (const answer of applicableAnswers(answers)) applyAnswer(group, { ...answer, unless });
  }
}

const BY_PLATFORM = {
  state: 'undecidable',
  why: 'no program imports its file, which a platform may load',
} as const;

/** Whether a file is below the folder of another one, whose sources are in `src` beside it or around it. */
function isBelow(file: string, other: string): boolean {
  const folder = other.slice(0, other.lastIndexOf('/') + 1).replace(/(?:^|\/)src\/$/, '/');
  return folder === '' || folder === '/' || file.startsWith(folder);
}

/**
 * It is not known whether input reaches an agent first if another agent of its program hands off to agents that
 * are computed, and no known run begins with it.
 */
function leaveOpen({ entry, group }: SystemDraft, { agents, files }: Programs): void {
  const { startsRuns, guardrails } = entry.agent;
  if (startsRuns || guardrails.input.state !== 'absent') return;
  const fileOf = ({ node }: FoundAgent): string => node.document.file;
  const starts = new Set(files.startsOf(fileOf(entry)));
  const mayReach = (one: FoundAgent): boolean =>
    one.handsOffElsewhere === true &&
    !group.includes(one) &&
    (fileOf(one) === fileOf(entry) ||
      (!isTestFile(fileOf(one)) && files.startsOf(fileOf(one)).some((start) => starts.has(start))));
  const from = agents.find(mayReach);
  if (!from) return;
  const why = `it may be reached by a handoff of \`${from.agent.name}\`, which is computed at run time`;
  guardrails.input = { state: 'undecidable', why, at: from.agent.at };
}

/** Applies the gates that runs state for the tools of their agents. Runs in tests are not counted. */
function gateByRuns(files: Programs['runs'], agents: readonly FoundAgent[]): void {
  const stated = new Map<FoundAgent, RunGates[]>();
  for (const [file, { runs }] of files)
    for (const { agent, gates } of isTestFile(file) ? [] : runs)
      if (agent && gates) addTo(stated, agent, gates);
  for (const [agent, gates] of stated) gatedByRuns(agent, gates);
  for (const agent of agents) gatedTogether(agent, stated.get(agent) ?? []);
}

/** The agents that runs begin with. Runs in tests are not counted. */
function startedBy(files: Programs['runs']): ReadonlySet<FoundAgent> {
  const started = new Set<FoundAgent>();
  for (const [file, { runs }] of files) {
    for (const { agent, starts } of runs) {
      if (!agent || !starts) continue;
      started.add(agent);
      if (!isTestFile(file)) agent.agent.startsRuns = true;
    }
  }
  return started;
}

/**
 * Adds the store to which the environment of a program sends traces, and what calls of the program send there as well is no
 * other finding. What one line sends, the first system that has it reports.
 */
function addStores(systems: readonly SystemDraft[]): void {
  const known = new Map<string, Recording>();
  const sent = new Map<Recording, Recording | undefined>();
  for (const one of systems) {
    const { profile } = one.entry;
    const found = storeInEnvironment(one.variables, profile.framework);
    const ofCalls = one.recordings.filter(({ store }) => store !== found?.store);
    // Systems that share a call share what it sends. A store that the project runs itself is its own.
    for (const each of ofCalls)
      if (!sent.has(each)) sent.set(each, sentByCall(each, one.variables, profile.framework));
    const [own] = ofCalls.filter((each) => sent.get(each) === undefined);
    if (own) one.exporter ??= { exporter: 'own', at: own.at };
    const all = [...ofCalls.map((each) => sent.get(each)), found].filter((each) => each !== undefined);
    one.recordings = all.map((recording) => {
      const { start } = recording.at.range();
      const key = `${recording.at.file}:${start.line}:${start.column} ${recording.by}`;
      const first = known.get(key) ?? recording;
      known.set(key, first);
      return first;
    });
    if (found) one.exporter ??= { exporter: 'own', at: found.at };
  }
}

/** A run configuration that several systems share is one switch: the first of them reports it. */
function switchOff(held: SystemDraft, off: TraceSwitch, seen: Set<string>): void {
  const place = placeOf(off);
  if (!seen.has(place)) held.switches.push(off);
  else if (off.state === 'shown') held.silent ??= off;
  seen.add(place);
}

function placeOf({ at }: TraceSwitch): string {
  const { start } = at.range();
  return `${at.file}:${start.line}:${start.column}`;
}

/** Settings of unknown runs: they belong to one of the systems around them, it is not known which. */
function applySettings(
  { guardrails, switchedOff }: RunSettings,
  systems: readonly SystemDraft[],
  seen: Set<string>,
): void {
  const [first] = systems;
  if (first && switchedOff && !seen.has(placeOf(switchedOff))) switchOff(first, switchedOff, seen);
  const why = 'settings of a run state it, and whose run it is is not known';
  const open = (stated: Evidence<string[]>): Evidence<string[]> =>
    stated.state === 'shown'
      ? { state: 'undecidable', why, ...(stated.at ? { at: stated.at } : {}) }
      : stated;
  const { input, output } = guardrails;
  for (const { group } of systems) guard(group, { input: open(input), output: open(output) });
}

/** In a circle the agent that a run starts with is the entry. */
function systemOf(group: FoundAgent[], started: ReadonlySet<FoundAgent>): SystemDraft {
  const telemetry = group.flatMap((one) => one.telemetry ?? []);
  const sent = telemetry.find(({ sentAt }) => sentAt)?.sentAt;
  const reached = new Set(group.flatMap((one) => nextOf(one).filter((next) => next !== one)));
  const entry =
    group.find((one) => !reached.has(one)) ??
    group.find((one) => started.has(one)) ??
    (group[0] as FoundAgent);
  return {
    group: [entry, ...group.filter((one) => one !== entry)],
    entry,
    files: new Set(group.map(({ node }) => node.document.file)),
    turnLimits: group.flatMap(({ bounds = [] }) => bounds),
    runs: [],
    openRuns: [],
    runDefaults: [],
    hasConstantInput: undefined,
    switches: [],
    stores: [],
    kept: group.flatMap(({ kept }) => kept ?? []),
    recordings: telemetry.flatMap(({ recording, leavesOut }) =>
      recording && leavesOut !== true ? [recording] : [],
    ),
    variables: [],
    recorders: [],
    receiving: new Set(),
    redirected: new Set(),
    leftOut: telemetry.map(({ leavesOut }) => leavesOut),
    isWithoutContents: false,
    values: [],
    silent: undefined,
    settledBy: new Set(
      telemetry.flatMap(({ sentAt, recording }) => [sentAt, recording?.at].flatMap((at) => at?.file ?? [])),
    ),
    exporter: sent && { exporter: 'own', at: sent },
    endpoint: undefined,
  };
}

const nextOf = ({ calls, handsOffTo }: FoundAgent) => [...handsOffTo, ...calls].map(({ to }) => to);

/** Agents that hand off to or call each other, in groups. */
export function connected(agents: readonly FoundAgent[]): FoundAgent[][] {
  const neighbours = new Map<FoundAgent, Set<FoundAgent>>(agents.map((one) => [one, new Set()]));
  for (const one of agents) {
    for (const next of nextOf(one)) {
      neighbours.get(one)?.add(next);
      neighbours.get(next)?.add(one);
    }
  }
  const order = new Map(agents.map((one, index) => [one, index]));
  const inOrder = (a: FoundAgent, b: FoundAgent) => (order.get(a) ?? 0) - (order.get(b) ?? 0);
  const seen = new Set<FoundAgent>();
  return agents.flatMap((first) => {
    if (seen.has(first)) return [];
    const group = new Set([first]);
    for (const one of group) for (const next of neighbours.get(one) ?? []) group.add(next);
    for (const one of group) seen.add(one);
    return [[...group].sort(inOrder)];
  });
}

/** Guardrails of a run apply to every agent in it. */
function guard(group: readonly FoundAgent[], stated: Agent['guardrails']): void {
  for (const { agent } of group) {
    for (const side of ['input', 'output'] as const) {
      if (agent.guardrails[side].state === 'absent' && stated[side].state !== 'absent')
        agent.guardrails[side] = stated[side];
    }
  }
}

/** Guardrails of a run check what its first agent reads: the agents behind that one start after them. */
function addParallel({ guardrails }: Agent, { parallel }: Agent['guardrails']): void {
  if (parallel) guardrails.parallel = [...(guardrails.parallel ?? []), ...parallel];
}

function finished(
  draft: SystemDraft,
  { context, framework }: Programs,
  recorded: Pick<TraceSettings, 'recorded' | 'isWithoutContents'>,
): AgentSystem {
  const {
    group,
    entry,
    openRuns,
    hasConstantInput,
    switches,
    silent,
    exporter,
    endpoint,
    values,
    settledBy,
    otherVendor,
  } = draft;
  const { agent, node, profile } = entry;
  const turnLimits = limitsThatDecide(draft.turnLimits, group, draft.runs);
  const byDefault = defaultTurnsOf(node, profile);
  const turnOption = profile.runs.fields.maxTurns ?? entry.stopsBy;
  nameApart(group);
  const ignored = group.flatMap((one) => one.ignored ?? []);
  const openings = group.flatMap((one) => one.openings ?? []);
  const assumes = assumedVersion(node.document.file, profile, context.lockedFor);
  if (assumes !== undefined) noteAssumed(assumes, group, turnLimits, profile);
  const delegation = group.find(({ hosted }) => hosted)?.hosted;
  const states = storedStateOf(draft);
  const shown = switches.filter(({ state }) => state === 'shown');
  // A switch of the whole program before one of a run.
  const off = shown.find(({ ofRun }) => !ofRun) ?? silent ?? shown[0];
  const traces: TraceSettings = {
    exporter: profile.tracing.byDefault === true ? 'vendor' : 'none',
    ...exporter,
    ...recorded,
    ...(switches.length > 0 ? { off: switches } : {}),
    ...(off ? { offAt: off.at } : {}),
    ...(otherVendor && switches.length > 0 ? { otherVendor } : {}),
  };
  return {
    file: node.document.file,
    dialect: framework.name,
    surface: 'product',
    runtime: 'framework',
    ...(profile.answers.page === undefined ? {} : { answeredOn: profile.answers.page }),
    targetedBy: `This program, which uses ${inSentence(framework)},`,
    runtimeAt: agent.at,
    at: agent.at,
    agents: group.map((one) => joinedAgent(one)),
    ...(delegation ? { delegation } : {}),
    tracing: tracingOf(traces),
    ownGuardrails: guardrailsFor(group, profile),
    residency: residencyOf(endpoint),
    retention: states
      ? retentionOf(states)
      : { state: 'inexpressible', why: 'a program states no retention' },
    claims: [],
    configIssues: [],
    unresolved: group.flatMap(({ unresolved }) => unresolved),
    ...(endpoint ? { endpoint } : {}),
    ...(values.length > 0 ? { values } : {}),
    ...(ignored.length > 0 ? { ignored } : {}),
    ...(openings.length > 0 && { openings }),
    ...(states ? { storedState: states } : {}),
    // A spoken session has no limit of turns.
    ...(entry.isSpoken ? {} : { turnLimits }),
    ...(openRuns.length > 0 ? { openRuns } : {}),
    ...(draft.runDefaults.length > 0 ? { runDefaults: draft.runDefaults } : {}),
    ...(byDefault && { defaultTurns: byDefault.turns }),
    ...(turnOption === undefined ? {} : { turnOption }),
    ...(hasConstantInput === true ? { hasConstantInput: true } : {}),
    traces,
    settledBy,
    language: profile.language,
    ...(assumes === undefined ? {} : { assumes }),
  };
}

/** Notes the assumed version on what is read by it: gates, and limits of turns. */
function noteAssumed(
  assumes: string,
  group: readonly FoundAgent[],
  turnLimits: readonly TurnLimit[],
  { versions = [], framework }: Profile,
): void {
  if (framework.vendor.isByVersion || versions.some(({ agents, tools }) => agents ?? tools))
    for (const { agent } of group) for (const tool of toolsOf(agent)) tool.assumes = assumes;
  if (versions.some(({ runs }) => runs)) for (const one of turnLimits) one.assumes = assumes;
}

/** How a program states a guardrail. Trees are freed before it is called. */
function guardrailsFor(
  group: readonly FoundAgent[],
  { language, agents }: Profile,
): (sides: readonly GuardrailSide[]) => OwnGuardrail[] {
  // A spoken agent of TypeScript has no such option (types of @openai/agents-realtime 0.20.0).
  const isOfSession = language !== 'python' && group.some(({ isSpoken }) => isSpoken);
  const place = isOfSession ? 'its `RealtimeSession`' : 'the agent or its run';
  const fields = { input: agents.fields.inputGuardrails, output: agents.fields.outputGuardrails };
  const editOf = (side: GuardrailSide) =>
    agents.guardrailRemedies?.[side] ?? `Set \`${fields[side]}\` of ${place}.`;
  return (sides) => [
    {
      edit: sides.map(editOf).join(' '),
      inCode: true,
      unless: `If the ${sides.join(' and the ')} ${sides.length > 1 ? 'are' : 'is'} checked elsewhere`,
    },
  ];
}

/** Agents are distinguished by name: a second one of the same name is numbered. */
function nameApart(group: readonly FoundAgent[]): void {
  const taken = new Set<string>();
  for (const { agent, node } of group) {
    const { boundTo } = node.call ?? {};
    let name = taken.has(agent.name) && boundTo !== undefined ? boundTo : agent.name;
    for (let count = 2; taken.has(name); count++) name = `${agent.name} ${count}`;
    agent.name = name;
    taken.add(name);
  }
}

function joinedAgent({ agent, handsOffTo, calls }: FoundAgent): Agent {
  agent.handoffs = handsOffTo.map(({ to, by }) => ({ name: to.agent.name, at: by.at }));
  agent.delegatesTo = calls.map(({ to, by }) => ({ ...by, name: to.agent.name }));
  return agent;
}
