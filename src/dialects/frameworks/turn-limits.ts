import type { TurnLimit } from '../../model/index.js';
import type { CodeSyntaxNode } from '../../program/index.js';
import { computed } from '../agents/tool.js';
import { type Profile, textOf } from './framework.js';
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

/** The limit of the runs of an agent that state none. */
export function defaultTurnsOf(maker: CodeSyntaxNode | undefined, profile: Profile): number | undefined {
  const name = maker && exportOf(maker, profile.framework);
  return profile.runs.turnsOf?.[name ?? '']?.default ?? profile.runs.defaultTurns;
}

/** The limit that the constructor of an agent takes, or one of its middleware states; undefined where none does. */
export function ownLimit(
  maker: CodeSyntaxNode,
  of: string,
  middleware: CodeSyntaxNode | undefined,
  profile: Profile,
): TurnLimit | undefined {
  const facts = profile.runs.turnsOf?.[exportOf(maker, profile.framework) ?? ''];
  const options = maker.call?.options;
  if (options?.kind === 'object' && facts?.option !== undefined) {
    const stated = options.get(facts.option);
    const other = facts.unless === undefined ? undefined : options.get(facts.unless);
    if (stated && (!other || other.kind === 'null'))
      return limitOf(stated, of, profile, { option: facts.option, defaultTurns: facts.default }, false);
  }
  for (const item of middleware?.items() ?? []) {
    const limit = limitOfMiddleware(item, of, profile);
    if (limit) return limit;
  }
  return undefined;
}

function limitOfMiddleware(item: CodeSyntaxNode, of: string, profile: Profile): TurnLimit | undefined {
  const limits = profile.agents.middleware?.limits ?? {};
  const name = exportOf(item, profile.framework) ?? '';
  const facts = Object.hasOwn(limits, name) ? limits[name] : undefined;
  const options = item.call?.options;
  if (!facts || !options || (facts.only !== undefined && options.get(facts.only))) return undefined;
  for (const [key, values] of Object.entries(facts.ends ?? {}))
    if (!values.includes(textOf(options.get(key)) ?? '')) return undefined;
  for (const key of facts.options) {
    const stated = options.get(key);
    if (stated && stated.kind !== 'null')
      return limitOf(stated, of, profile, { option: key, defaultTurns: undefined }, false);
  }
  return undefined;
}

/** Spellings of numbers that are no limit. */
const INFINITE_NUMBERS: readonly string[] = [
  'Infinity',
  'Number.POSITIVE_INFINITY',
  'Number.MAX_SAFE_INTEGER',
  'Number.MAX_VALUE',
  'math.inf',
  'sys.maxsize',
  'float("inf")',
];

/** A number that is no bound, as the program writes it; undefined for any other value. */
export function infinity({ call, reached }: CodeSyntaxNode): string | undefined {
  const [given] = call?.positional ?? [];
  const name = call
    ? `${call.callee}(${JSON.stringify(given?.scalar)})`
    : reached && [reached.module, reached.dotted].filter((part) => part !== '').join('.');
  return name !== undefined && INFINITE_NUMBERS.includes(name) ? name : undefined;
}
