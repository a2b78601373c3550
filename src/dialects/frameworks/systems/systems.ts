import { type AgentSystem, changeTools, type Recording } from '../../../model/index.js';
import { recordedOf } from '../contents.js';
import type { FoundAgent } from '../framework.js';
import { concluded } from '../gate-levels.js';
import { placedAtApproval } from '../gates.js';
import type { FileRuns } from '../runs.js';
import { type AnsweringPrograms, applyAnswers } from './answers.js';
import { connected, draftOf, type SystemDraft } from './draft.js';
import { endpointOf } from './endpoint.js';
import { finished } from './finished.js';
import { guardByRuns, guardBySettings, leaveOpen } from './guards.js';
import { type HeldFile, heldFiles } from './held.js';
import { addKept } from './kept.js';
import { addBounds, addRuns, gateByRuns, startedBy } from './runs.js';
import {
  addEnvironment,
  addStores,
  addTraces,
  type Reported,
  switchByRuns,
  switchBySettings,
} from './traces.js';
import { noteUnanswered } from './unanswered.js';

/** What is known of a project's programs apart from their agents. */
export interface Programs extends AnsweringPrograms {
  agents: readonly FoundAgent[];
  runs: ReadonlyMap<string, FileRuns>;
}

/**
 * Agents that are connected by handoffs or as tools form one system; its entry is the agent that no other reaches. Each pass
 * adds one kind of fact to all systems.
 */
export function systemsOf(programs: Programs): AgentSystem[] {
  const { agents, framework } = programs;
  const started = startedBy(programs.runs);
  const systems = connected(agents).map((group) => draftOf(group, started));
  const files = heldFiles(programs.runs, systems, programs.files);
  const switches: Reported = new Set();
  addRuns(files);
  addBounds(files, agents);
  guardByRuns(files);
  addKept(files, programs.context);
  addTraces(files, switches);
  addValues(files);
  gateByRuns(programs.runs, agents);
  changeTools({ agents: agents.map(({ agent }) => agent) }, placedAtApproval);
  addSettings(files, switches);
  applyAnswers(systems, programs);
  addEnvironment(systems, programs);
  for (const one of systems) {
    switchByRuns(one, switches);
    leaveOpen(one, programs);
    for (const { agent } of one.group)
      agent.tools = agent.tools.map((tool) =>
        concluded(tool, [{ level: 'own', replaces: true, remedy: tool.approval.remedy }]),
      );
    noteUnanswered(one, programs);
  }
  addStores(systems);
  for (const one of systems) framework.vendor.system?.(one, programs);
  const recorded = new Set<Recording>();
  return systems.map((one) => finished(one, programs, recordedOf(one, recorded)));
}

/** Adds arguments of clients, where the model is called, and what is not read. A secret in a test is still a secret. */
function addValues(files: readonly HeldFile[]): void {
  for (const { found, around, registered } of files) {
    around[0]?.values.push(...found.values);
    registered[0]?.entry.unresolved.push(...found.unread);
    const { baseUrl } = found;
    if (baseUrl) for (const one of registered) one.endpoint = endpointOf(baseUrl);
  }
}

/** Adds settings of runs that no run is seen to be given. */
function addSettings(files: readonly HeldFile[], switches: Reported): void {
  const used = new Set(files.flatMap(({ found }) => found.runs.map(({ settings }) => settings)));
  for (const { file, found, own, isTest, around } of files) {
    const systems: readonly SystemDraft[] = isTest ? own : around;
    for (const one of found.settings) {
      if (used.has(one.id)) continue;
      switchBySettings(one, systems, switches);
      guardBySettings(one, systems);
      for (const { settledBy } of systems) settledBy.add(file);
    }
  }
}
