import type { AgentSystem, ConfigLayer, Tool } from '../model/index.js';
import type { OnFile } from '../model/progress.js';
import type { Selection } from './dependents.js';
import type { Directive, Trust } from './directives.js';
import type { ProgramSources } from './program-sources.js';
import type { FileReading } from './read-file.js';
import type { ToolLists } from './tool-lists.js';
import type { UnreadFramework } from './unread-frameworks.js';

/** A file with all facts about it, its systems joined. */
export interface ProjectFile extends FileReading {
  layers: readonly ConfigLayer[];
  directives: Directive[];
  /** Declared effects that are at no tool, or name none. */
  strayEffects: Directive[];
  /** Its agents, or those of its system, are in several files: a finding may be in another file. */
  together?: true;
  /** Frameworks that it builds agents with and that are not read yet. */
  unread?: readonly UnreadFramework[];
  /** Tools in it that act, and that no agent is seen to take. */
  untaken?: readonly Tool[];
  /** The parts that were not read, and why: a limit was hit, or it has syntax errors. */
  gap?: string;
  /** It is not in the run, and was read with files that are: its comments apply to findings in it. */
  beside?: true;
  /** Systems of programs outside of the run that were read with it: their findings may be in the run. */
  others?: readonly AgentSystem[];
  /** It is excluded: only locked rules are checked in it. */
  excluded?: true;
  /** It may contain an agent, and could not be read at all: `reason` says why. */
  missed?: true;
}

/** Options for reading a project. */
export interface ReadOptions {
  /** The day that dates are compared with, `YYYY-MM-DD`. */
  asOf: string;
  /** Programs of the workspace; left out: none is read. */
  code?: ProgramSources;
  /** The scope of the run; left out: every file of the workspace. */
  selection?: Selection;
  /** Whether a directive applies; left out: every one does. */
  trusts?: Trust;
  /** Reads excluded files as well if a rule is locked for them. */
  lockedRules?: boolean;
  /** Called at the end, with the saved tool lists of the project. */
  onToolLists?(lists: Pick<ToolLists, 'unused'>): void;
  /** Called before each file, for progress. */
  onFile?: OnFile;
}
