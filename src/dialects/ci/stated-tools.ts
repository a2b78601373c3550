import type { Place, Tool } from '../../model/index.js';

/** The tools of an agent of a workflow, and whether a part of the list is computed. */
export interface StatedTools {
  tools: Tool[];
  /** Those that settings allow beside them: of files of the project, and of an option. */
  ofSettings?: readonly { tools: readonly Tool[]; file: string }[];
  /** What of them is computed when the workflow runs. */
  computed?: string;
  /** What it may do that no tool says, in words that complete "can". */
  acts?: string;
  /** That is less than to act. */
  isMild?: true;
  /** That is by what a shell expands in the words of a harmless command. */
  expands?: true;
  /** The setting that takes its sandbox away, and whether the runner accepts no other. */
  unbounded?: { setting: string; at: Place; isOnlyForm: boolean };
}

/** What a step says beside its inputs. */
export interface StepContext {
  /** The value of a variable of its environment; undefined where none is set. */
  variable(name: string): string | undefined;
  /** The text of a file of the project. */
  readBeside(path: string): string | undefined;
  /** The texts that ran before, and that of the step itself. */
  ran(): readonly string[];
  /** The runner is a machine with Windows. */
  isWindows: boolean;
  /** The files of the project are in the folder in which the step works. */
  isCheckedOut(): boolean;
}
