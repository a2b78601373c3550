/** What is done with a program: it is read, or it is asked what a function of it does. */
export type ProgramPhase = 'reading' | 'judging';

/** Called before each file of a run, for progress. With `program` the counts are of programs. */
export type OnFile = (
  done: number,
  total: number,
  program?: { readonly file: string; readonly phase: ProgramPhase },
) => void;
