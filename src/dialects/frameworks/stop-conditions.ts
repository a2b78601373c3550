import type { TurnLimit } from '../../model/index.js';
import type { CodeSyntaxNode } from '../../program/index.js';
import { computed } from '../agents/tool.js';
import type { Profile } from './framework.js';
import { exportOf } from './origins.js';
import { placed } from './places.js';

/** A number of turns to begin with, where the framework has no default. */
const SUGGESTED = 20;

/** The bound in the conditions that end the loop of an agent: one that holds ends it. */
export function boundIn(
  node: CodeSyntaxNode | undefined,
  of: string,
  profile: Profile,
): TurnLimit | undefined {
  const { bounds, defaultTurns = SUGGESTED } = profile.runs;
  const key = profile.agents.fields.stopsWhen ?? '';
  if (!node || node.kind === 'null' || !bounds) return undefined;
  const conditions = node.kind === 'array' ? node.items() : [node];
  const at = placed(node.written(), `agents[${of}].${key}`);
  const counted = conditions.map((one) => ({ one, turns: turnsIn(one, profile) }));
  const numbers = counted.flatMap(({ turns }) => (typeof turns === 'number' ? [turns] : []));
  const open = counted.find(({ turns }) => turns === undefined);
  const [endless] = counted;
  const [count] = bounds.counts;
  const written = `${key}: ${count}(${defaultTurns})`;
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
      off: endless
        ? `\`${endless.one.call?.callee ?? key}()\` never ends the loop`
        : `\`${key}: []\` has no condition that ends the loop`,
      edit: `Set \`${written}\`, or the number of turns that the task needs.`,
      turns: defaultTurns,
    },
    // A call cannot be written by an edit of a value.
    repair: { title: `Set \`${written}\``, edits: () => undefined },
  };
}

/** The turns after which a condition holds; null: it never does; undefined: that is not known. */
function turnsIn(node: CodeSyntaxNode, profile: Profile): number | null | undefined {
  const name = exportOf(node, profile.framework);
  const { counts = [], endless = [] } = profile.runs.bounds ?? {};
  if (name === undefined) return undefined;
  if (endless.includes(name)) return null;
  const [turns] = counts.includes(name) ? (node.call?.positional ?? []) : [];
  return typeof turns?.scalar === 'number' ? turns.scalar : undefined;
}
