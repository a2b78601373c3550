import {
  type Agent,
  type AgentSystem,
  changeTools,
  type TraceSettings,
  type TurnLimit,
} from '../../../model/index.js';
import { changed } from '../../agents/body.js';
import { retentionOf } from '../../payload/stored-state.js';
import { type FoundAgent, inSentence, type SystemPrograms } from '../framework.js';
import { sendsByDefault } from '../rows/traces.js';
import { storedStateOf } from '../stored-state.js';
import { defaultTurnsOf, limitsThatDecide, runLimits } from '../turn-limits.js';
import { assumedVersion } from '../versions.js';
import type { SystemDraft } from './draft.js';
import { residencyOf } from './endpoint.js';
import { guardrailsFor } from './guards.js';
import { tracingOf } from './tracing.js';

/** Concludes a system: what its agents, runs and files state together. */
export function finished(
  draft: SystemDraft,
  { context, framework }: SystemPrograms,
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
  const { agent, node, rows } = entry;
  const { requests } = rows.stated;
  const turnLimits = limitsThatDecide(draft.turnLimits, group, draft.runs);
  const byDefault = defaultTurnsOf(node, entry);
  const turnOption = runLimits(rows).option ?? entry.stopsBy;
  nameApart(group);
  const ignored = group.flatMap((one) => one.ignored ?? []);
  const openings = group.flatMap((one) => one.openings ?? []);
  const assumes = assumedVersion(node.document.file, rows.stated, context.lockedFor);
  if (assumes !== undefined) noteAssumed(assumes, group, turnLimits, entry);
  const delegation = group.find(({ hosted }) => hosted)?.hosted;
  const states = storedStateOf(draft);
  const shown = switches.filter(({ state }) => state === 'shown');
  // A switch of the whole program before one of a run.
  const off = shown.find(({ ofRun }) => !ofRun) ?? silent ?? shown[0];
  const traces: TraceSettings = {
    exporter: sendsByDefault(rows) ? 'vendor' : 'none',
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
    ...(requests && requests.page !== false && { answeredOn: 'approval/unanswered' }),
    targetedBy: `This program, which uses ${inSentence(framework)},`,
    runtimeAt: agent.at,
    at: agent.at,
    agents: group.map((one) => joinedAgent(one)),
    ...(delegation ? { delegation } : {}),
    tracing: tracingOf(traces),
    ownGuardrails: guardrailsFor(group, rows),
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
    language: rows.language,
    ...(assumes === undefined ? {} : { assumes }),
  };
}

/** Notes the assumed version on what is read by it: gates, and limits of turns. */
function noteAssumed(
  assumes: string,
  group: readonly FoundAgent[],
  turnLimits: readonly TurnLimit[],
  { framework, rows: { stated } }: FoundAgent,
): void {
  if (framework.vendor.isByVersion || stated.assumed?.of.includes('gates'))
    changeTools({ agents: group.map(({ agent }) => agent) }, (tool) => changed(tool, { assumes }));
  if (stated.assumed?.of.includes('bounds')) for (const one of turnLimits) one.assumes = assumes;
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
