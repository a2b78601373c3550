import { addTo } from '../../../model/grouped.js';
import { isTestFile } from '../../../model/test-file.js';
import type { ProgramFiles } from '../programs.js';
import type { FileRuns, FoundRun } from '../runs.js';
import type { FoundAgent } from '../framework.js';
import type { SystemDraft } from './draft.js';

/** A run with the system that it counts for. */
export interface HeldRun {
  readonly run: FoundRun;
  /** The system of its agent; undefined where its agent is not known. */
  readonly own: SystemDraft | undefined;
  /** The same, else one of its file, else one of its program. */
  readonly held: SystemDraft;
}

/** What a file of a program states, with the systems that it states it for. */
export interface HeldFile {
  readonly file: string;
  readonly isTest: boolean;
  readonly found: FileRuns;
  readonly runs: readonly HeldRun[];
  /** The systems with an agent in it. */
  readonly own: readonly SystemDraft[];
  /** The same, else those of the programs that it belongs to. */
  readonly around: readonly SystemDraft[];
  /** Those that what it registers is for: the setup of a test is not part of the program that it tests. */
  readonly registered: readonly SystemDraft[];
  /** Nothing imports it: a platform may load it before the programs of its folder. */
  readonly isAlone: boolean;
}

/** The files of a project in order, each with the systems that it counts for. */
export function heldFiles(
  files: ReadonlyMap<string, FileRuns>,
  systems: readonly SystemDraft[],
  { startsOf, headOf }: ProgramFiles,
): HeldFile[] {
  const ofAgent = new Map<FoundAgent, SystemDraft>();
  const ofFile = new Map<string, SystemDraft[]>();
  const ofProgram = new Map<string, SystemDraft[]>();
  const joined = new Map<string, SystemDraft[]>();
  for (const one of systems) {
    for (const agent of one.group) ofAgent.set(agent, one);
    for (const file of one.files) addTo(ofFile, file, one);
    const { file } = one.entry.node.document;
    for (const start of startsOf(file)) addTo(ofProgram, start, one);
    addTo(joined, headOf(file), one);
  }
  /** The systems of the programs that a file belongs to; if they have none, those of files connected by imports. */
  const beside = (file: string): readonly SystemDraft[] => {
    const near = new Set(startsOf(file).flatMap((start) => ofProgram.get(start) ?? []));
    return near.size === 0 ? (joined.get(headOf(file)) ?? []) : systems.filter((one) => near.has(one));
  };
  return [...files].map(([file, found]) => {
    const isTest = isTestFile(file);
    const own = ofFile.get(file) ?? [];
    const near = beside(file);
    const around = own.length > 0 ? own : near;
    const runs = found.runs.flatMap((run): HeldRun[] => {
      const ofRun = run.agent && ofAgent.get(run.agent);
      const held = ofRun ?? around[0];
      return !held || (isTest && !held.files.has(file)) ? [] : [{ run, own: ofRun, held }];
    });
    const registered = isTest ? own : near;
    const isAlone = registered.length === 0 && found.processors.length > 0 && !isTest;
    const below = isAlone ? systems.filter(({ entry }) => isBelow(entry.agent.at.file, file)) : registered;
    return { file, isTest, found, runs, own, around, registered: below, isAlone };
  });
}

/** Whether a file is below the folder of another one, whose sources are in `src` beside it or around it. */
function isBelow(file: string, other: string): boolean {
  const folder = other.slice(0, other.lastIndexOf('/') + 1).replace(/(?:^|\/)src\/$/, '/');
  return folder === '' || folder === '/' || file.startsWith(folder);
}
