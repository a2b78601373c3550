import type { AgentSystem, ConfigLayer } from '../model/index.js';
import type { Selection } from './dependents.js';
import type { Directive, Trust } from './directives.js';
import type { ProgramSources } from './program-sources.js';
import type { FileReading } from './read-file.js';
import type { ToolLists } from './tool-lists.js';
import type { UnreadFramework } from './unread-frameworks.js';

/** A file with everything that is known of it, its systems joined. */
export interface ProjectFile extends FileReading {
  layers: readonly ConfigLayer[];
  directives: Directive[];
  /** Declared effects that are at no tool, or name none. */
  strayEffects: Directive[];
  /** Its agents, or those of its system, are in several files: a finding may be of another file. */
  together?: true;
  /** Frameworks that it builds agents with and that are not read yet. */
  unread?: readonly UnreadFramework[];
  /** What of it was not read, and why: a limit was hit, or it cannot be parsed whole. */
  gap?: string;
  /** It is no part of the run, and was read with files that are: its comments apply to what is found in it. */
  beside?: true;
  /** Systems of programs that are no part of the run, and were read with those that are: a finding of theirs may be. */
  others?: readonly AgentSystem[];
  /** People excluded it: only locked rules are checked in it. */
  excluded?: true;
  /** It may hold an agent, and could not be read at all: `reason` says why. */
  missed?: true;
}

/** What a project is read with. */
export interface ReadOptions {
  /** The day that dates are compared with, `YYYY-MM-DD`. */
  asOf: string;
  /** Programs of the workspace; left out: none is read. */
  code?: ProgramSources;
  /** What the run is about; left out: every file of the workspace. */
  selection?: Selection;
  /** Whether a comment that is for agent-lint counts; left out: every one does. */
  trusts?: Trust;
  /** Reads excluded files as well where a rule is locked for them. */
  lockedRules?: boolean;
  /** Called at the end, with the saved tool lists of the project. */
  onToolLists?(lists: Pick<ToolLists, 'unused'>): void;
  /** Called before each file, for progress. */
  onFile?(done: number, total: number): void;
}
