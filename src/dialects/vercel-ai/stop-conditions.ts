import type { TurnLimit } from '../../model/index.js';
import { type CodeSyntaxNode, infinity } from '../../program/index.js';
import { computed } from '../agents/tool.js';
import type { FoundAgent, Framework } from '../frameworks/framework.js';
import { exportOf } from '../frameworks/origins.js';
import { placed } from '../frameworks/places.js';
import { SUGGESTED_TURNS } from '../frameworks/turn-limits.js';

/** Conditions that end the loop of an agent. */
export interface StopConditions {
  /** The option with one, or a list of them. */
  readonly option: string;
  /** Conditions that count turns, and those that never hold. */
  readonly counts: readonly string[];
  readonly endless: readonly string[];
  /** Constructors of agents without a bound by default. */
  readonly unboundedMakers: readonly string[];
  /** Runs of theirs that have one. */
  readonly boundedRuns: readonly string[];
}

/** The bound in the conditions that end the loop of an agent: one that holds ends it. */
export function boundIn(
  node: CodeSyntaxNode | undefined,
  { agent: { name: of }, node: made, profile }: FoundAgent,
  { option: key, counts, endless: never, unboundedMakers }: StopConditions,
  /** Its runs have a limit of their own. */
  isBounded = false,
): TurnLimit | undefined {
  const { defaultTurns = 1 } = profile.runs;
  // One turn leaves no room for a tool.
  const turns = defaultTurns > 1 ? defaultTurns : SUGGESTED_TURNS;
  const maker = exportOf(made, profile.framework) ?? '';
  const isStated = node !== undefined && node.kind !== 'null';
  if (!isStated && (isBounded || !unboundedMakers.includes(maker))) return undefined;
  const conditions = !isStated ? [] : node.kind === 'array' ? node.items() : [node];
  const at = placed(isStated ? node.written() : made.at(), `agents[${of}].${key}`);
  const counted = conditions.map((one) => ({ one, turns: turnsIn(one, counts, never, profile.framework) }));
  const infinite = isStated ? infinity(node) : undefined;
  const numbers = counted.flatMap(({ turns }) => (typeof turns === 'number' ? [turns] : []));
  const open = counted.find(({ turns }) => turns === undefined);
  const [endless] = counted;
  const [count] = counts;
  const written = `${key}: ${count === undefined ? turns : `${count}(${turns})`}`;
  const isOfPackage = count !== undefined && profile.package !== undefined;
  const from = isOfPackage ? `, with \`${count}\` of \`${profile.package}\`` : '';
  return {
    of,
    limit:
      numbers.length > 0
        ? { state: 'shown', value: Math.min(...numbers), at }
        : open
          ? computed(open.one)
          : { state: 'shown', value: null, at },
    at,
    words: {
      off: infinite
        ? `\`${key}: ${infinite}\` sets no limit`
        : endless
          ? `\`${endless.one.call?.callee ?? key}()\` never ends the loop`
          : isStated
            ? `\`${key}: []\` has no condition that ends the loop`
            : `\`${maker}\` without \`${key}\` has none`,
      edit: `Set \`${written}\`, or the number of turns that the task needs${from}.`,
      turns,
    },
    ...(count === undefined
      ? {}
      : {
          repair: {
            title: `Set \`${written}\``,
            // Of several conditions, which one is meant is not known.
            edits: () =>
              counted.length === 1
                ? endless?.one.edit()?.call?.(count, profile.package ?? '', turns)
                : undefined,
          },
        }),
  };
}

/** The turns after which a condition holds; null: it never does; undefined: that is not known. */
function turnsIn(
  node: CodeSyntaxNode,
  counts: readonly string[],
  endless: readonly string[],
  framework: Framework,
): number | null | undefined {
  if (typeof node.scalar === 'number') return node.scalar;
  if (infinity(node) !== undefined) return null;
  const name = exportOf(node, framework);
  if (name === undefined) return undefined;
  if (endless.includes(name)) return null;
  const [turns] = counts.includes(name) ? (node.call?.positional ?? []) : [];
  return typeof turns?.scalar === 'number' ? turns.scalar : undefined;
}
