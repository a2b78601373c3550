import type { TurnLimit } from '../../model/index.js';
import { type CodeSyntaxNode, infinity } from '../../program/index.js';
import { computed } from '../agents/tool.js';
import type { FoundAgent, Framework } from '../frameworks/framework.js';
import { placed } from '../frameworks/places.js';
import { SUGGESTED_TURNS } from '../frameworks/turn-limits.js';
import type { StatedArg } from '../frameworks/rows/catalogue.js';
import { factsIn, gives, rowsAt, type Thing, thingAt } from '../frameworks/rows/things.js';

/**
 * The bound in the conditions that end the loop of an agent: one that is met ends it. Undefined where none is stated and the
 * agent has a bound by default. `isBounded`: its runs have one of their own.
 */
export function boundByConditions(
  { agent: { name: of }, node: made, framework }: FoundAgent,
  { stated: { row, api } }: Thing,
  { key }: StatedArg,
  node: CodeSyntaxNode | undefined,
  isBounded: boolean,
): TurnLimit | undefined {
  const isStated = node !== undefined && node.kind !== 'null';
  if (!isStated && (isBounded || row.bound !== null)) return undefined;
  const conditions = !isStated ? [] : node.kind === 'array' ? node.items() : [node];
  const at = placed(isStated ? node.written() : made.at(), `agents[${of}].${key}`);
  const counted = conditions.map((one) => ({ one, turns: turnsIn(one, framework) }));
  const infinite = isStated ? infinity(node) : undefined;
  const numbers = counted.flatMap(({ turns }) => (typeof turns === 'number' ? [turns] : []));
  const open = counted.find(({ turns }) => turns === undefined);
  const [endless] = counted;
  const rows = rowsAt(made, framework);
  const count = rows.giving('condition').find(({ args }) => args.some(({ role }) => role === 'bound'))?.api;
  const written = `${key}: ${count === undefined ? SUGGESTED_TURNS : `${count}(${SUGGESTED_TURNS})`}`;
  const from = count === undefined ? '' : `, with \`${count}\` of \`${rows.stated.package}\``;
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
            : `\`${api}\` without \`${key}\` has none`,
      edit: `Set \`${written}\`, or the number of turns that the task needs${from}.`,
      turns: SUGGESTED_TURNS,
    },
    ...(count === undefined
      ? {}
      : {
          repair: {
            title: `Set \`${written}\``,
            // Of several conditions, which one is meant is not known.
            edits: () =>
              counted.length === 1
                ? endless?.one.edit()?.call?.(count, rows.stated.package, SUGGESTED_TURNS)
                : undefined,
          },
        }),
  };
}

/** The turns after which a condition is met; null: it never is; undefined: that is not known. */
function turnsIn(node: CodeSyntaxNode, framework: Framework): number | null | undefined {
  if (typeof node.scalar === 'number') return node.scalar;
  if (infinity(node) !== undefined) return null;
  const thing = thingAt(node, framework);
  if (!gives(thing, 'condition')) return undefined;
  const turns = factsIn(thing, 'bound')[0]?.value.scalar;
  return thing.stated.row.bound === null ? null : typeof turns === 'number' ? turns : undefined;
}
