import { addTo } from '../../../model/grouped.js';
import { isTestFile } from '../../../model/test-file.js';
import { gatedTogether } from '../agent-gates.js';
import type { FoundAgent } from '../framework.js';
import { endlessRuns } from '../loop-limits.js';
import type { FileRuns, FoundRun } from '../runs.js';
import { defaultTurnsOf, runLimits } from '../turn-limits.js';
import type { SystemDraft } from './draft.js';
import type { HeldFile } from './held.js';

/** Adds the runs that begin with an agent of a system, or may, and what they are given. */
export function addRuns(files: readonly HeldFile[]): void {
  for (const { file, isTest, runs, around } of files)
    for (const { run, own, held } of runs) {
      held.settledBy.add(file);
      if (!run.starts) continue;
      if (own) own.runs.push(run);
      // The current agent continues: each agent may begin such a run.
      else if (!isTest) for (const one of around) beginAnywhere(one, run);
      held.hasConstantInput = (held.hasConstantInput ?? true) && run.hasConstantInput === true;
    }
}

function beginAnywhere(system: SystemDraft, run: FoundRun): void {
  system.hasConstantInput = false;
  system.runs.push(run);
  for (const { agent } of system.group) agent.startsRuns = true;
}

/** Adds what bounds runs: what they state, loops around them without an end, and defaults. */
export function addBounds(files: readonly HeldFile[], agents: readonly FoundAgent[]): void {
  for (const { isTest, found, runs } of files) {
    const all = [...found.runs, ...agents].map(({ node }) => node);
    for (const { run, held } of runs) {
      const { agent: of, node, turns, takesTurns } = run;
      if (of && run.starts && !isTest)
        held.turnLimits.push(...endlessRuns(of.agent.name, node, all, of.framework));
      if (turns) held.turnLimits.push(turns);
      else if (takesTurns && !of?.bounds) {
        held.openRuns.push(takesTurns);
        addDefault(held, run, takesTurns);
      }
    }
  }
}

function addDefault(held: SystemDraft, { agent: of, node }: FoundRun, at: SystemDraft['openRuns'][0]): void {
  const { agent, rows } = of ?? held.entry;
  const known = held.runDefaults.find((one) => one.of === agent.name);
  if (known) {
    known.again.push(at);
    return;
  }
  const byDefault = defaultTurnsOf(of?.node, of ?? held.entry, node);
  const { edit } = runLimits(rows);
  if (byDefault) held.runDefaults.push({ at, ...byDefault, of: agent.name, edit, again: [] });
}

/** Applies the gates that runs state for the tools of their agents. Runs in tests are not counted. */
export function gateByRuns(files: ReadonlyMap<string, FileRuns>, agents: readonly FoundAgent[]): void {
  const stated = new Map<FoundAgent, FoundRun[]>();
  for (const [file, { runs }] of files)
    for (const run of isTestFile(file) ? [] : runs) if (run.agent) addTo(stated, run.agent, run);
  for (const agent of agents) gatedTogether(agent, stated.get(agent) ?? []);
}

/** The agents that runs begin with. Runs in tests are not counted. */
export function startedBy(files: ReadonlyMap<string, FileRuns>): ReadonlySet<FoundAgent> {
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
