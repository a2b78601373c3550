import type { Recording, TraceSwitch } from '../../../model/index.js';
import { leavesOut } from '../contents.js';
import type { SystemPrograms } from '../framework.js';
import type { Rows } from '../rows/catalogue.js';
import { environmentSwitch, variablesOf } from '../rows/traces.js';
import type { RunSettings } from '../runs.js';
import type { SystemDraft } from './draft.js';
import type { HeldFile } from './held.js';
import { isOfStore, sentByCall, storeInEnvironment } from './trace-store.js';

/** Switches of traces that a system reports: one that several share is reported by the first of them. */
export type Reported = Set<string>;

/** Adds what files and the runs in them say of traces: switches, processors, and what leaves contents out. */
export function addTraces(files: readonly HeldFile[], reported: Reported): void {
  for (const { file, found, runs, registered, isAlone } of files) {
    for (const { run, held } of runs) {
      if (run.switchedOff) switchOff(held, run.switchedOff, reported);
      if (run.leavesOut !== undefined) held.leftOut.push(run.leavesOut);
    }
    for (const one of found.switches) registered[0]?.switches.push(one);
    const settles = found.switches.length > 0 || found.baseUrl !== undefined || found.processors.length > 0;
    const { recordings, recorders, receiving, redirected, isLeftOut, variables } = found.contents;
    for (const one of registered) {
      one.recordings.push(...recordings.map((each) => (isAlone ? { ...each, ...BY_PLATFORM } : each)));
      one.variables.push(...variables);
      one.recorders.push(...recorders);
      for (const store of receiving) one.receiving.add(store);
      for (const store of redirected) one.redirected.add(store);
      if (isLeftOut) one.isWithoutContents = true;
      if (settles) one.settledBy.add(file);
      one.silent ??= found.switches.find(({ state }) => state === 'shown');
      for (const { exporter, at } of found.processors) one.exporter = { exporter, at };
    }
  }
}

const BY_PLATFORM = {
  state: 'undecidable',
  why: 'no program imports its file, which a platform may load',
} as const;

/** Settings of unknown runs switch traces off in one of the systems around them. */
export function switchBySettings(
  { switchedOff }: RunSettings,
  [first]: readonly SystemDraft[],
  reported: Reported,
): void {
  if (first && switchedOff && !reported.has(placeOf(switchedOff))) switchOff(first, switchedOff, reported);
}

/** A switch of a run changes something only where traces go somewhere. */
export function switchByRuns(system: SystemDraft, reported: Reported): void {
  for (const { off } of system.exporter ? system.group.flatMap(({ telemetry = [] }) => telemetry) : [])
    if (off) switchOff(system, off, reported);
}

/** A run configuration that several systems share is one switch: the first of them reports it. */
function switchOff(held: SystemDraft, off: TraceSwitch, reported: Reported): void {
  const place = placeOf(off);
  if (!reported.has(place)) held.switches.push(off);
  else if (off.state === 'shown') held.silent ??= off;
  reported.add(place);
}

function placeOf({ at }: TraceSwitch): string {
  const { start } = at.range();
  return `${at.file}:${start.line}:${start.column}`;
}

/** Adds what the environment of programs says of traces. */
export function addEnvironment(
  systems: readonly SystemDraft[],
  { framework, context }: SystemPrograms,
): void {
  for (const setting of context.environment) {
    const { folder, name, value, at } = setting;
    const isNamed = (rows: Rows) =>
      isOfStore(name, framework.vendor.store) ||
      Object.hasOwn({ ...variablesOf(rows), ...rows.stores?.variables }, name);
    if (!framework.rows.some(isNamed)) continue;
    const inFolder = systems.filter(
      ({ entry }) => folder === '' || entry.agent.at.file.startsWith(`${folder}/`),
    );
    const [first] = inFolder;
    if (!first) continue;
    const switches = environmentSwitch(setting, first.entry.rows);
    first.switches.push(...switches);
    for (const one of inFolder) {
      one.settledBy.add(at.file);
      one.silent ??= switches[0];
      one.variables.push({ name, value, at });
      if (leavesOut(name, value, one.entry.rows)) one.isWithoutContents = true;
    }
  }
}

/**
 * Adds the store to which the environment of a program sends traces, and what calls of the program send there as well is no
 * other finding. What one line sends, the first system that has it reports.
 */
export function addStores(systems: readonly SystemDraft[]): void {
  const known = new Map<string, Recording>();
  const sent = new Map<Recording, Recording | undefined>();
  for (const one of systems) {
    const { framework } = one.entry;
    const found = storeInEnvironment(one.variables, framework);
    const ofCalls = one.recordings.filter(({ store }) => store !== found?.store);
    // Systems that share a call share what it sends. A store that the project runs itself is its own.
    for (const each of ofCalls)
      if (!sent.has(each)) sent.set(each, sentByCall(each, one.variables, framework));
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
