import type {
  Guardrails,
  NamedValue,
  Place,
  StoredState,
  TraceSwitch,
  TurnLimit,
  Unresolved,
} from '../../model/index.js';
import {
  type Call,
  type CodeDocument,
  type CodeSyntaxNode,
  environmentWrites,
  valueOfNode,
  writtenOption,
} from '../../program/index.js';
import { valuesNamed } from '../agents/tool.js';
import { keysGiven, variablesSet } from '../requests/client-calls.js';
import { isClientModule } from '../requests/client-module.js';
import type { RunGates } from './agent-gates.js';
import { type Agents, storeIn } from './agents.js';
import { contentsIn, type FileContents, leftOutBy } from './contents.js';
import { CONFIGURED } from './deciders/deciders.js';
import { sentBy } from './deciders/sent.js';
import type { FoundAgent, LeavesOut, TakesRequests } from './framework.js';
import { type Framework, option, type Profile, textOf } from './framework.js';
import { namesOf, parallelIn } from './guardrails.js';
import { exportOf, isMethodOfAgent, isRunName } from './origins.js';
import { memberAt, placed } from './places.js';
import { type KeptSession, keptByRun, sessionOf } from './stored-state.js';
import { tracersBehind } from './tracers.js';
import { turnsOf } from './turn-limits.js';

/** A run of an agent, or an agent called as a tool, with its settings. */
export interface FoundRun {
  /** The call that runs it. */
  node: CodeSyntaxNode;
  /** Undefined if the agent is not known. */
  agent: FoundAgent | undefined;
  /** A run that the program starts, and not a call of one agent by another. */
  starts: boolean;
  /** Whether its input is a text of the source. */
  hasConstantInput?: true;
  turns: TurnLimit | undefined;
  /** The call that can set a turn limit. */
  takesTurns?: Place | undefined;
  guardrails: Guardrails;
  switchedOff: TraceSwitch | undefined;
  /** The setting by which the operator stores each response. */
  store?: CodeSyntaxNode | undefined;
  /** Whether its settings leave inputs and outputs out of traces; undefined where the framework has no such option. */
  leavesOut?: LeavesOut | undefined;
  /** What else it makes the operator keep. */
  kept?: StoredState[];
  /** Whether its options name where requests for approval go; undefined where they say nothing of it. */
  takesRequests?: TakesRequests | undefined;
  /** The session or thread of the operator that it continues, by identity. */
  session?: string;
  /** The settings that a known agent is started with, by identity. */
  settings?: string | undefined;
  /** Gates that it states for the tools of its agent. */
  gates?: RunGates;
}

/** Constructions of run settings: `RunConfig(...)`, `new Runner({ ... })`. */
export interface RunSettings {
  id: string;
  guardrails: FoundRun['guardrails'];
  switchedOff: TraceSwitch | undefined;
}

/** Where traces go once a call has run. */
interface Registered {
  exporter: 'own' | 'both';
  at: Place;
  call: Call | undefined;
}

/** How a file runs its agents. */
export interface FileRuns {
  runs: FoundRun[];
  settings: RunSettings[];
  /** What it says of inputs and outputs in traces. */
  contents: FileContents;
  /** Sessions and threads of the operator that it creates. */
  sessions: KeptSession[];
  /** Switches that apply to the whole program. */
  switches: TraceSwitch[];
  processors: Registered[];
  /** Settings of traces that are not read. */
  unread: Unresolved[];
  /** The default client: it calls the model. */
  baseUrl: CodeSyntaxNode | undefined;
  /** Arguments of clients and values of the environment that may contain a credential. */
  values: NamedValue[];
}

export const NO_GUARDRAILS = { input: { state: 'absent' }, output: { state: 'absent' } } as const;

/** Reads runs, tracing and the default client of one file. */
export function readRuns(
  document: CodeDocument,
  calls: readonly CodeSyntaxNode[],
  agents: Agents,
  framework: Framework,
): FileRuns {
  const profile = framework.profileOf(document.file);
  const { runs, tracing, tools } = profile;
  const isPython = profile.language === 'python';
  const found: FileRuns = {
    runs: [],
    settings: [],
    contents: contentsIn(document, profile),
    sessions: [],
    switches: environmentSwitches(document, profile),
    processors: [],
    unread: [],
    baseUrl: undefined,
    values: variablesSet(document),
  };
  for (const node of calls) {
    const name = exportOf(node, framework);
    const { call } = node;
    if (!call || name === undefined) continue;
    const session = sessionOf(node, profile);
    if (session) found.sessions.push(session);
    for (const one of keysIn(node, runs.keySetters.includes(name))) found.values.push(one);
    if (profile.agents.atOnce?.includes(name)) found.runs.push(...readRunAtOnce(node, agents, profile));
    else if (isRunName(name, profile)) found.runs.push(...readRun(node, agents, profile));
    else if (runs.sessions.includes(name)) found.runs.push(readSession(node, agents, profile));
    else if (runs.settings.includes(name) || runs.otherSettings.includes(name))
      found.settings.push({ id: node.identity, ...readSettings(call.options, profile) });
    else if (tracing.traces.includes(name)) {
      const disabled = call.named.get('disabled');
      const off =
        disabled &&
        switchOf(disabled, [`${name}(disabled)`, `${name}(disabled=True)`], disabled.written(), true);
      if (off) found.switches.push(off);
    } else if (call.name === tools.fields.asTool)
      for (const one of readCalledAgent(node, agents, profile)) found.runs.push(one);
    else if (tracing.switches.includes(name)) {
      const value = call.positional[0] ?? call.named.get('disabled');
      const off =
        value && switchOf(value, [name, `${name}(${isPython ? 'True' : 'true'})`], node.at(), false);
      if (off) found.switches.push(call.isConditional ? undecided(off) : off);
    } else if (Object.hasOwn(tracing.processors, name))
      readProcessors(document, node, { name, profile }, found);
    else if (runs.clientSetters.includes(name)) {
      const client = call.positional[0] ?? call.named.get('client');
      found.baseUrl = client?.call?.options.get(runs.fields.baseUrl);
    }
  }
  return found;
}

/** The keys in the arguments of a call of the framework, or of a client that is created in them. */
export function keysIn(node: CodeSyntaxNode, setsKey: boolean): NamedValue[] {
  const { call } = node;
  const given = [
    ...(call?.positional ?? []),
    ...(call?.options.keys() ?? []).flatMap((key) => call?.options.get(key) ?? []),
  ];
  return [
    ...keysGiven(node),
    ...given.filter((one) => isClientModule(one.call?.origin?.module ?? '')).flatMap(keysGiven),
    ...(setsKey ? valuesNamed('api_key', given[0]) : []),
  ].map((one) => ({ ...one, at: placed(one.at, `clients.${one.name}`) }));
}

/** The agent that a run begins with: one that is passed, or the one whose method it is; undefined if it is not known. */
export const runAgent = (
  node: CodeSyntaxNode,
  agents: Agents,
  { runs, agents: { bareRuns } }: Profile,
): FoundAgent | undefined =>
  agents.at(node.call?.positional[0]) ??
  agents.at(
    (node.call?.named.keys().length ? node.call.named : node.call?.options)?.get(runs.fields.agent),
  ) ??
  agents.at(node.call?.receiver) ??
  agents.at(node.call?.receiver?.call?.options.get(runs.fields.agent)) ??
  (bareRuns?.length ? agents.at(node) : undefined);

/** Whether a run is a method of an agent: `agent.run(input)`. */
const isMethod = (node: CodeSyntaxNode, profile: Profile): boolean =>
  isMethodOfAgent(exportOf(node, profile.framework) ?? '', profile);

/** Whether what a run is given to read is a text of the source. */
function isConstantInput(node: CodeSyntaxNode, profile: Profile): boolean {
  const { call } = node;
  const { input } = profile.runs.fields;
  const places = profile.agents.positions?.[exportOf(node, profile.framework) ?? ''];
  const place = places && input !== undefined ? places.indexOf(input) : isMethod(node, profile) ? 0 : 1;
  const given = call?.positional[place] ?? (input === undefined ? undefined : call?.named.get(input));
  const named = input === undefined || given?.kind === 'string' ? undefined : call?.options.get(input);
  return textOf(given ?? named) !== undefined || textOf(named) !== undefined;
}

/** A call that is an agent and its run at once. */
function readRunAtOnce(node: CodeSyntaxNode, agents: Agents, profile: Profile): FoundRun[] {
  const agent = agents.at(node);
  if (!agent) return [];
  return [
    {
      node,
      agent,
      starts: true,
      ...(isConstantInput(node, profile) ? { hasConstantInput: true } : {}),
      turns: undefined,
      guardrails: NO_GUARDRAILS,
      switchedOff: undefined,
    },
  ];
}

/** The options of a run: its named arguments, or the object that it is given. */
function optionsOfRun(node: CodeSyntaxNode, profile: Profile): CodeSyntaxNode | undefined {
  const { call } = node;
  const { config } = profile.runs.fields;
  const positional = call?.positional ?? [];
  if (profile.language !== 'python') return optionsBehind(isMethod(node, profile) ? 1 : 2, positional);
  return config === undefined ? call?.named : (call?.named.get(config) ?? optionsBehind(1, positional));
}

/** A run. */
function readRun(node: CodeSyntaxNode, agents: Agents, profile: Profile): FoundRun[] {
  const { call } = node;
  const before = isMethod(node, profile) ? 1 : 2;
  const options = optionsOfRun(node, profile);
  const agent = runAgent(node, agents, profile);
  const config = profile.language === 'python' ? options?.get(profile.runs.fields.settings) : call?.receiver;
  const settings =
    config?.call && profile.runs.settings.includes(exportOf(config, profile.framework) ?? '')
      ? config.call.options
      : undefined;
  // An option that a call site passes is reported at that call site.
  const isPassed = node.factory !== undefined;
  const turns = turnsOf(
    limitIn(options, profile.runs, agent),
    agent?.agent.name ?? call?.callee ?? 'the run',
    profile,
    isPassed,
  );
  return [
    {
      node,
      agent,
      starts: true,
      ...(isConstantInput(node, profile) ? { hasConstantInput: true } : {}),
      turns,
      // Options cannot be added behind an argument that is no object.
      takesTurns:
        (call?.positional.length ?? 0) <= before || options?.kind === 'object' ? node.at() : undefined,
      ...readSettings(settings, profile),
      store: storeIn(settings && option(settings, profile.agents.fields.modelSettings)),
      leavesOut: leftOutBy(settings, profile),
      ...keptByRun(options, profile),
      settings: agent && settings ? config?.identity : undefined,
      gates: gatesOfRun(node, options, profile),
    },
  ];
}

/** The gates in the options of a run, or in its named arguments. */
function gatesOfRun(node: CodeSyntaxNode, options: CodeSyntaxNode | undefined, profile: Profile): RunGates {
  const { interrupts, interruptsAfter, context, gates: path = '' } = profile.runs.fields;
  const stated = profile.language === 'python' ? node.call?.named : options;
  const isRead = stated?.kind === 'object';
  const nodes = (key: string | undefined) => (isRead && key !== undefined ? stated.get(key) : undefined);
  const [first = '', ...rest] = path.split('.');
  const holder = isRead && rest.length > 0 ? stated.get(first) : undefined;
  const map = isRead ? memberAt(stated, path) : undefined;
  const decided = map ?? (holder?.kind === 'dynamic' ? holder : undefined);
  const sent =
    decided && decided.kind !== 'object' ? sentBy(valueOfNode(decided), node, profile.framework) : undefined;
  return {
    at: node.at(),
    interrupts: {
      before: nodes(interrupts),
      after: nodes(interruptsAfter),
      options: { before: interrupts ?? '', after: interruptsAfter ?? '' },
    },
    map,
    mapOption: path,
    sent,
    configured: options?.get(CONFIGURED),
    isConfigured:
      isConfigured(options?.get(CONFIGURED), profile) ||
      (context !== undefined && isGiven(stated?.get(context))),
  };
}

/** Whether a run has settings that are not the framework's own. */
const isConfigured = (settings: CodeSyntaxNode | undefined, { runs }: Profile): boolean =>
  isGiven(settings) &&
  (settings?.kind !== 'object' || settings.keys().some((key) => !runs.ownSettings?.includes(key)));

const isGiven = (node: CodeSyntaxNode | undefined): boolean => node !== undefined && node.kind !== 'null';

/** The options of a run behind a number of arguments; a spread before them may contain them. */
const optionsBehind = (before: number, positional: readonly CodeSyntaxNode[]) =>
  positional.slice(0, before).find(({ spread }) => spread) ?? positional[before];

/** The limit that the options of a run state; the options themselves where they are computed. */
function limitIn(
  options: CodeSyntaxNode | undefined,
  runs: Profile['runs'],
  agent: FoundAgent | undefined,
): CodeSyntaxNode | undefined {
  const own = memberAt(options, runs.fields.maxTurns);
  const settings = agent?.again?.flatMap(({ call }) => [call?.positional[0], call?.options]) ?? [];
  const stated = own ?? settings.map((one) => memberAt(one, runs.fields.maxTurns)).find((one) => one);
  return stated ?? (options?.kind === 'dynamic' ? options : undefined);
}

/** A spoken session: `new RealtimeSession(agent, { outputGuardrails })`, `RealtimeRunner(agent, config={ ... })`. */
function readSession(node: CodeSyntaxNode, agents: Agents, profile: Profile): FoundRun {
  const { call } = node;
  const isPython = profile.language === 'python';
  const config = isPython
    ? (call?.named.get(profile.runs.fields.sessionSettings) ?? call?.positional[2])
    : call?.positional[1];
  const settings = config?.call?.named ?? config;
  return {
    node,
    agent: agents.at(call?.positional[0]) ?? agents.at(call?.named.get(profile.runs.fields.agent)),
    starts: true,
    turns: undefined,
    guardrails: {
      ...NO_GUARDRAILS,
      output: namesOf(settings && option(settings, profile.agents.fields.outputGuardrails)),
    },
    switchedOff: switchIn(settings, profile),
  };
}

/** The settings of a run. */
function readSettings(settings: CodeSyntaxNode | undefined, profile: Profile): Omit<RunSettings, 'id'> {
  const get = (key: string | undefined) => (settings ? option(settings, key) : undefined);
  return {
    guardrails: settings
      ? {
          input: namesOf(get(profile.agents.fields.inputGuardrails)),
          output: namesOf(get(profile.agents.fields.outputGuardrails)),
          ...parallelIn(get(profile.agents.fields.inputGuardrails), profile),
        }
      : NO_GUARDRAILS,
    switchedOff: switchIn(settings, profile),
  };
}

/** The switch in the settings of a run. */
function switchIn(settings: CodeSyntaxNode | undefined, profile: Profile): TraceSwitch | undefined {
  // The argument of a runner is then its configuration, which programs change.
  const config = settings?.kind === 'object' ? settings.get(profile.runs.fields.sessionSettings) : undefined;
  const changed = config?.kind === 'object' ? config.get(profile.runs.fields.tracingDisabled) : undefined;
  const disabled = changed ?? (settings && option(settings, profile.runs.fields.tracingDisabled));
  const name = profile.runs.fields.tracingDisabled ?? '';
  const stated = writtenOption(profile.language, name, true);
  return disabled && switchOf(disabled, [name, stated], disabled.written(), true);
}

/** An agent that is called as a tool has its own limit. */
function readCalledAgent(node: CodeSyntaxNode, agents: Agents, profile: Profile): FoundRun[] {
  const { call } = node;
  const agent = agents.at(call?.receiver);
  const limits = profile.language === 'python' ? call?.named : call?.options.get(profile.runs.fields.options);
  const stated = limits?.get(profile.runs.fields.maxTurns);
  const isPassed = node.factory !== undefined;
  const isDefault = stated?.kind === 'null' && !profile.runs.toolWithoutLimit;
  const turns = isDefault ? undefined : turnsOf(stated, agent?.agent.name ?? 'the agent', profile, isPassed);
  const given = profile.language === 'python' ? call?.named : call?.options;
  const config = given?.get(profile.runs.fields.settings);
  const switchedOff = switchIn(config?.call?.options ?? config, profile);
  return turns || switchedOff
    ? [{ node, agent, starts: false, turns, guardrails: NO_GUARDRAILS, switchedOff }]
    : [];
}

/** What a value does to a switch; `name`: what takes it, and how it is switched off. */
export function switchOf(
  value: CodeSyntaxNode,
  [name, off]: readonly [name: string, off: string],
  place: Place,
  ofRun: boolean,
): TraceSwitch | undefined {
  const at = placed(place, 'tracing');
  if (value.scalar === true) return { name: off, state: 'shown', at, ofRun };
  if (value.kind !== 'dynamic') return undefined;
  return { name, state: 'undecidable', why: value.why ?? 'computed at run time', at, ofRun };
}

export const undecided = (off: TraceSwitch, why = 'it is called under a condition'): TraceSwitch => ({
  ...off,
  state: 'undecidable',
  why: off.why ?? why,
});

/** Whether a list replaced the vendor's processors whenever another call runs. */
export function isReplaced({ exporter, call }: Registered, { call: other }: CodeSyntaxNode): boolean {
  const isBefore = [undefined, other?.functionStart].includes(call?.functionStart);
  return exporter === 'own' && isBefore && !call?.isConditional;
}

/** An empty list switches tracing off, unless an exporter is registered behind it. */
function readProcessors(
  document: CodeDocument,
  node: CodeSyntaxNode,
  { name, profile }: { name: string; profile: Profile },
  found: FileRuns,
): void {
  const given = node.call?.positional[0] ?? node.call?.named.get('processors');
  const at = placed(node.at(), 'tracing');
  if (given?.kind !== 'array' || given.items().length > 0) {
    // A processor added after the list was replaced does not restore the vendor's.
    const isOwn =
      profile.tracing.processors[name] === 'own' || found.processors.some((one) => isReplaced(one, node));
    found.processors.push({ exporter: isOwn ? 'own' : 'both', at, call: node.call });
    return;
  }
  const tracers = tracersBehind(document, node, profile);
  if (tracers.some(({ isSure }) => isSure)) {
    found.processors.push({ exporter: 'own', at, call: node.call });
    return;
  }
  const off: TraceSwitch = { name: `${name}([])`, state: 'shown', at, ofRun: false };
  if (node.call?.isConditional) found.switches.push(undecided(off));
  else
    found.switches.push(
      tracers.length > 0 ? undecided(off, 'what is registered behind it may not run') : off,
    );
}

function environmentSwitches(document: CodeDocument, profile: Profile): TraceSwitch[] {
  return environmentWrites(document).flatMap(({ name, value, at }) => {
    const text = value.kind === 'dynamic' ? undefined : String(value.scalar);
    if (name !== profile.tracing.variable || text === undefined) return [];
    return environmentSwitch(text, at, profile);
  });
}

/** The switch of a value of the framework's environment variable. */
export function environmentSwitch(value: string, at: Place, { tracing }: Profile): TraceSwitch[] {
  if (!tracing.variableOn.includes(value.toLowerCase())) return [];
  const name = `${tracing.variable}=${value}`;
  return [{ name, state: 'shown', at: placed(at, 'tracing'), ofRun: false }];
}
