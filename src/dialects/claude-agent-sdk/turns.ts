import { codeSpan, type Edits, joinEdits, type TurnLimit } from '../../model/index.js';
import { type CodeSyntaxNode, infinity } from '../../program/index.js';
import { computed } from '../agents/tool.js';
import { placed } from '../frameworks/places.js';
import type { Language } from '../frameworks/language-rules.js';
import { SUGGESTED_TURNS } from '../frameworks/turn-limits.js';
import { isGiven, type Run, WITHIN } from './run.js';

/** The limit that an option states for the agent of a name. */
export function turnsOf(node: CodeSyntaxNode, of: string, option: string, language: Language): TurnLimit {
  const at = placed(node.written(), `runs[${of}].maxTurns`);
  const isPython = language === 'python';
  const written = `${option}${isPython ? '=' : ': '}`;
  const infinite = infinity(node);
  const off = `\`${written}${infinite ?? (isPython ? 'None' : 'null')}\` sets no limit`;
  const edit = `Set \`${written}${SUGGESTED_TURNS}\`, or the number of turns that the task needs.`;
  const value = node.kind === 'null' || infinite !== undefined ? null : node.scalar;
  const limit: TurnLimit['limit'] =
    value === null || typeof value === 'number' ? { state: 'shown', value, at } : computed(node);
  return { of, limit, at, words: { off, edit, turns: SUGGESTED_TURNS } };
}

/** The limit of turns: without one, and without a limit of cost, nothing ends a loop. */
export function boundTurns(run: Run): void {
  const { found, get, name, isTaken, options, isStated } = run;
  const { agent, node, rows } = found;
  const stated = get('maxTurns');
  if (isGiven(stated)) {
    found.bounds = [turnsOf(stated, agent.name, name('maxTurns'), rows.language)];
    return;
  }
  if (hasBudget(run)) return;
  const key = name('maxTurns');
  const at = placed(node.at(), `runs[${agent.name}].maxTurns`);
  const within = WITHIN[rows.language];
  const members = unboundedIn(run);
  const limit = unlimited({ of: agent.name, key, off: `\`${key}\` is not set`, at }, () =>
    isStated
      ? joinEdits(
          options.edit()?.set(key, SUGGESTED_TURNS),
          ...members.map(({ definition }) => definition.edit()?.set('maxTurns', SUGGESTED_TURNS)),
        )
      : within === undefined
        ? undefined
        : options.edit()?.set(within, { [key]: SUGGESTED_TURNS }),
  );
  if (members.length > 0)
    limit.words.edit += ` Set \`maxTurns\` in the definition of ${members.map(({ name: one }) => codeSpan(one)).join(', ')}, too.`;
  const why = `\`${node.call?.name}\` takes no limit of turns; \`query\` takes \`${key}\``;
  found.bounds = [isTaken('maxTurns') ? limit : { ...limit, limit: { state: 'inexpressible', why } }];
}

/** The subagents that a run defines without a limit: where the run has none either, that is one flaw. */
function unboundedIn({ get }: Run): { name: string; definition: CodeSyntaxNode }[] {
  const stated = get('agents');
  return [stated, ...(stated?.may ?? [])].flatMap((map) =>
    (map?.kind === 'object' ? map.keys() : []).flatMap((name) => {
      const node = map?.get(name);
      const definition = node?.call?.options ?? node;
      return definition && !isGiven(definition.get('maxTurns')) ? [{ name, definition }] : [];
    }),
  );
}

/** Whether a limit of cost ends a run, and what its subagents do. */
export const hasBudget = ({ get }: Run): boolean => [get('maxBudgetUsd'), get('taskBudget')].some(isGiven);

/** A run or a subagent without a limit: the SDK has no default. */
export function unlimited(
  { of, key, off, at }: { of: string; key: string; off: string; at: TurnLimit['at'] },
  edits: () => Edits | undefined,
): TurnLimit {
  return {
    of,
    limit: { state: 'shown', value: null, at },
    at,
    words: {
      off: `${off}, and the SDK has no default`,
      edit: `Set \`${key}\` to ${SUGGESTED_TURNS}, or to the number of turns that the task needs.`,
      turns: SUGGESTED_TURNS,
    },
    repair: { title: `Set \`${key}\` to ${SUGGESTED_TURNS}`, edits },
  };
}
