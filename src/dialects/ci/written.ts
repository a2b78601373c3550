import { type Alternative, all, type Expression, literal, not } from './expression.js';

/** What the text of a step does with values. */
export interface ScriptValues {
  /** What it writes to `GITHUB_OUTPUT` or with `setOutput`; the name `*` stands for any. */
  outputs: Written[];
  /** What it writes to `GITHUB_ENV` or with `exportVariable`. */
  exported: Written[];
  /** What has to be so where it fails. */
  fails: (readonly Expression[])[];
  /** Its commands or statements, and what has to be so where they run. */
  runs: { text: string; under: readonly Expression[] }[];
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

/** A branch of a script: the tests before it, which are not so, and its own. */
export interface Branch {
  before: Expression[];
  test?: Expression;
}

/** A script while it is read. */
export interface Reading<B extends Branch> extends ScriptValues {
  /** Its text, with a variable in place of each expression of the workflow. */
  text: string;
  around: Surroundings;
  variables: Map<string, Expression>;
  branches: B[];
  /** Tests behind which it has ended. */
  ended: Expression[];
}

/** Begins to read a script. `insert`: writes the name of a variable. */
export function openReading<B extends Branch>(
  code: string,
  around: Surroundings,
  insert: (name: string) => string,
): Reading<B> {
  const variables = new Map<string, Expression>();
  const text = code.replaceAll(/\$\{\{([\s\S]*?)\}\}/g, (_, inner: string) => {
    const name = `AGENT_LINT_${String(variables.size)}`;
    variables.set(name, around.expression(inner));
    return insert(name);
  });
  return { text, around, variables, branches: [], ended: [], outputs: [], exported: [], fails: [], runs: [] };
}

/** What has to be so where a script now is. */
export const now = ({ branches, ended }: Reading<Branch>): Expression[] => [...ended, ...insideOf(branches)];

/** What has to be so inside of some branches. */
export const insideOf = (branches: readonly Branch[]): Expression[] =>
  branches.flatMap(({ before, test }) => [...before.map(not), ...(test ? [test] : [])]);

/** Sets a variable of a script, where something is so. */
export function assign(
  { variables, around }: Reading<Branch>,
  name: string,
  value: Expression,
  under: readonly Expression[],
): void {
  const earlier = variables.get(name) ?? around.variable(name) ?? literal('');
  variables.set(name, replaced(earlier, value, under));
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
