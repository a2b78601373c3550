import { type Alternative, all, type Expression, not } from './expression.js';

/** What the text of a step does with values. */
export interface ScriptValues {
  /** What it writes to `GITHUB_OUTPUT` or with `setOutput`; the name `*` stands for any. */
  outputs: readonly Written[];
  /** What it writes to `GITHUB_ENV` or with `exportVariable`. */
  variables: readonly Written[];
  /** What has to be so where it fails. */
  fails: readonly (readonly Expression[])[];
  /** Its commands or statements, and what has to be so where they run. */
  runs: readonly { text: string; under: readonly Expression[] }[];
}

export interface Written extends Alternative {
  name: string;
}

/** What a script can read of the workflow around it. */
export interface Surroundings {
  /** The value of an expression in its text. */
  expression: (text: string) => Expression;
  /** The value of a variable of its environment. */
  variable: (name: string) => Expression | undefined;
  /** The text of a file that an earlier step wrote. */
  file: (name: string) => Expression | undefined;
}

/** A value that another one replaces where something is so. */
export function replaced(earlier: Expression, value: Expression, under: readonly Expression[]): Expression {
  if (under.length === 0) return value;
  return {
    kind: 'one-of',
    of: [
      { value: earlier, under: [not(all(under))] },
      { value, under },
    ],
  };
}

/** A branch of a script: the tests before it, which are not so, and its own. */
export interface Branch {
  before: Expression[];
  test?: Expression;
}

/** What has to be so inside of some branches. */
export const insideOf = (branches: readonly Branch[]): Expression[] =>
  branches.flatMap(({ before, test }) => [...before.map(not), ...(test ? [test] : [])]);
