/** What a run of mutants is given. */
export interface Plan {
  /** The numbers of the mutants of the sample. */
  readonly mutants: readonly number[];
  /** The mutants whose functions a test file enters, where a run has recorded that. */
  readonly reachedBy: Readonly<Record<string, readonly number[]>>;
  /** After tests of this many steps, a mutant that none has noticed survives. */
  readonly steps: number;
  /** The file that gets a line of JSON for each test file: a `FileRun`. */
  readonly output: string;
}

/** What happened in a test file. */
export interface FileRun {
  file: string;
  tests: number;
  /** Tests that fail as they are, because they start a process, or fail when they are run again. */
  failed: number;
  steps: number;
  /** The numbers of the functions that its tests enter. */
  entered: number[];
  /** The numbers of the mutants that its tests reach. */
  reached: number[];
  /** The mutants that it is the first to notice, with the name of the test. */
  noticed: Record<number, string>;
}
