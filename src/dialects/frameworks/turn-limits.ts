import { isMet, type Place, type TurnLimit } from '../../model/index.js';
import {
  type CodeSyntaxNode,
  environmentWrites,
  infinity,
  shapeOf,
  valueOfNode,
} from '../../program/index.js';
import { computed } from '../agents/tool.js';
import type { FoundAgent, Profile } from './framework.js';
import { exportOf } from './origins.js';
import { placed } from './places.js';

/** The limit that a remedy names where the framework has no default. */
export const SUGGESTED_TURNS = 20;

/** A default of so many turns bounds nothing. */
const NO_BOUND = 1_000;

/** What states a limit: the option, and the default without it. */
interface LimitWords {
  readonly option: string;
  readonly defaultTurns: number | undefined;
}

/** The limit that the option of a run states for the agent of a name. */
export function turnsOf(
  node: CodeSyntaxNode | undefined,
  of: string,
  { framework }: Profile,
  isPassed = false,
  /** The option that states it; left out: that of a run. */
  key?: string,
): TurnLimit | undefined {
  if (!node) return undefined;
  const { runs } = framework.profileOf(node.document.file);
  const words = {
    option: key ?? runs.fields.maxTurns?.split('.').at(-1) ?? '',
    defaultTurns: runs.defaultTurns,
  };
  return limitOf(node, of, framework.profileOf(node.document.file), words, isPassed);
}

function limitOf(
  node: CodeSyntaxNode,
  of: string,
  { language }: Profile,
  { option: name, defaultTurns }: LimitWords,
  isPassed: boolean,
): TurnLimit {
  const at = placed(isPassed ? node.at() : node.written(), `runs[${of}].maxTurns`);
  const turns = defaultTurns === undefined || defaultTurns >= NO_BOUND ? SUGGESTED_TURNS : defaultTurns;
  const isPython = language === 'python';
  const written = `${name}${isPython ? '=' : ': '}`;
  const infinite = infinity(node);
  const off =
    infinite === undefined && defaultTurns !== undefined
      ? `\`${written}${isPython ? 'None' : 'null'}\` removes the default limit of ${defaultTurns} turns`
      : `\`${written}${infinite ?? (isPython ? 'None' : 'null')}\` sets no limit`;
  const edit = `Set \`${written}${turns}\`, or the number of turns that the task needs.`;
  const isRemoved = node.kind === 'null' || infinite !== undefined;
  const value = isRemoved ? null : node.scalar;
  const limit: TurnLimit['limit'] =
    value === null || typeof value === 'number' ? { state: 'shown', value, at } : computed(node);
  return { of, limit, at, words: { off, edit, turns } };
}

/** The limit of runs that state none. `set`: what sets it in place of the framework. */
interface DefaultTurns {
  readonly turns: number;
  readonly set?: { readonly name: string; readonly at: Place };
}

/** The limit of the runs of an agent that state none; undefined where it is not known. `run`: one of them. */
export function defaultTurnsOf(
  maker: CodeSyntaxNode | undefined,
  { framework, runs }: Profile,
  run = maker,
): DefaultTurns | undefined {
  const name = maker && exportOf(maker, framework);
  const own = runs.turnsOf?.[name ?? '']?.default;
  const variable = runs.defaultTurnsVariable;
  const turns = own ?? runs.defaultTurns;
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
    const byDefault = defaultTurnsOf(one.node, one.profile)?.turns ?? NO_BOUND;
    const areBound = own.every(({ turns }) => (turns ? isBound(turns) : byDefault < NO_BOUND));
    return own.length > 0 && areBound ? [counted] : [];
  });
  return limits.filter((one) => !surplus.includes(one));
}
