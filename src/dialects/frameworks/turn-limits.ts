import { isMet, type Place, type TurnLimit } from '../../model/index.js';
import { keptFor } from '../../model/once.js';
import { type CodeSyntaxNode, environmentWrites, shapeOf, valueOfNode } from '../../program/index.js';
import type { FoundAgent } from './framework.js';
import { keyIn, type Rows } from './rows/catalogue.js';
import { rowAt } from './rows/things.js';

/** The limit that a remedy names where the framework has no default. */
export const SUGGESTED_TURNS = 20;

/** A default of so many turns bounds nothing. */
const NO_BOUND = 1_000;

/** What rows say of the limits of runs. */
interface RunLimits {
  /** The option with the limit. */
  readonly option: string | undefined;
  /** The limit of a run that states none, and the variable of the environment that sets it. */
  readonly turns: number | undefined;
  readonly variable: string | undefined;
  /** How a run states a limit, where the default bounds nothing. */
  readonly edit: string | undefined;
  /** How a run in a tool counts toward the limit of the run that calls the tool; undefined where it has one of its own. */
  readonly shared: string | undefined;
}

export const runLimits = keptFor((rows: Rows): RunLimits => {
  const runs = rows.giving('run');
  const all = runs.map(({ row }) => row);
  return {
    option: keyIn(runs, 'bound'),
    turns: all.flatMap(({ bound }) => bound ?? [])[0],
    variable: all.flatMap(({ variables = {} }) =>
      Object.keys(variables).filter((name) => variables[name] === 'bound'),
    )[0],
    edit: all.flatMap(({ remedy }) => remedy?.bound ?? [])[0],
    shared: all.flatMap(({ remedy }) => remedy?.shared ?? [])[0],
  };
});

/** The limit of runs that state none. `set`: what sets it in place of the framework. */
interface DefaultTurns {
  readonly turns: number;
  readonly set?: { readonly name: string; readonly at: Place };
}

/** The limit of the runs of an agent that state none; undefined where it is not known. `run`: one of them. */
export function defaultTurnsOf(
  maker: CodeSyntaxNode | undefined,
  { framework, rows }: Pick<FoundAgent, 'framework' | 'rows'>,
  run = maker,
): DefaultTurns | undefined {
  const own = (maker && rowAt(maker, framework)?.row.bound) ?? undefined;
  const { turns: ofRuns, variable } = runLimits(rows);
  const turns = own ?? ofRuns;
  const byFramework = turns === undefined ? undefined : { turns };
  if (own !== undefined || variable === undefined || !run) return byFramework;
  const written = environmentWrites(run.document).find((one) => one.name === variable);
  const set = written ?? shapeOf(valueOfNode(run)).at.file.variable(variable);
  if (!set) return byFramework;
  const value = typeof set.value === 'string' ? set.value : set.value.scalar;
  return typeof value === 'string' && Number.isInteger(Number(value))
    ? { turns: Number(value), set: { name: variable, at: set.at } }
    : undefined;
}

/** Whether a limit ends a run before its cost is out of bounds. */
export function isBound({ limit }: TurnLimit): boolean {
  return isMet(limit) && limit.value !== null && limit.value < NO_BOUND;
}

/** What a run states of turns and the agent that it begins with. */
interface LimitedRun {
  readonly agent: FoundAgent | undefined;
  readonly turns: TurnLimit | undefined;
}

/** The limits of agents and runs, without one that bounds nothing where another one bounds each of the same runs. */
export function limitsThatDecide(
  limits: readonly TurnLimit[],
  agents: readonly FoundAgent[],
  runs: readonly LimitedRun[],
): TurnLimit[] {
  const surplus = agents.flatMap((one) => {
    const { counted } = one;
    if (!counted) return [];
    const own = runs.filter(({ agent }) => agent === one);
    if (isBound(counted)) return own.flatMap(({ turns }) => (turns && !isBound(turns) ? [turns] : []));
    const byDefault = defaultTurnsOf(one.node, one)?.turns ?? NO_BOUND;
    const areBound = own.every(({ turns }) => (turns ? isBound(turns) : byDefault < NO_BOUND));
    return own.length > 0 && areBound ? [counted] : [];
  });
  return limits.filter((one) => !surplus.includes(one));
}
