import type { IgnoredSetting } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf } from '../agents/tool.js';
import { includes } from '../commands/globs.js';
import { fitsCommand, isNarrow } from './actions.js';
import type { ActionsProfile, ClientProfile, WordsProfile } from './profile.js';
import { firstAt, mapsAt, nodeAt } from './settings.js';

/** A rule in the order of its list, from the mildest on: 0 lets run, 1 asks, 2 refuses. */
interface Rule {
  name: string;
  shown: string;
  rank: number;
  at: SyntaxNode;
  /** Whether it decides wherever another one does. */
  covers(other: Rule): boolean;
}

const MOST_RULES = 300;

/** Rules that ask or refuse and never decide, as a milder one goes before them in the order of their client. */
export function overriddenRules(
  root: SyntaxNode,
  { client, lists = [], agents }: ClientProfile,
): IgnoredSetting[] {
  const parts = [root, ...(agents ? mapsAt(root, agents.at, agents.named).map(({ node }) => node) : [])];
  return parts.flatMap((part) =>
    lists.flatMap((list) => {
      if (list.says === 'words')
        return wordRules(part, list).flatMap((rules) => overridden(rules, client, true));
      return list.says === 'actions'
        ? overridden(actionRules(part, list), client, list.lastWins === true)
        : [];
    }),
  );
}

function overridden(rules: readonly Rule[], client: string, lastWins: boolean): IgnoredSetting[] {
  const all = rules.slice(0, MOST_RULES);
  return all.flatMap((rule, index): IgnoredSetting[] => {
    const before = lastWins ? all.slice(index + 1).reverse() : all.slice(0, index);
    const winner = before.find((one) => one.covers(rule));
    if (!winner || winner.rank >= rule.rank) return [];
    const order = lastWins ? 'last' : 'first';
    return [
      {
        entry: rule.name,
        why: `\`${winner.name}\` (\`${winner.shown}\`) decides in its place: ${client} applies the ${order} rule that fits.`,
        edit: `Decide which of the two is meant. Move \`${rule.name}\` ${lastWins ? 'behind' : 'before'} \`${winner.name}\`, or remove it.`,
        at: rule.at.at(rule.at.key === undefined ? undefined : 'key'),
      },
    ];
  });
}

const WORDS = ['allow', 'ask', 'deny'];

/** The patterns of each tool of a map, with their words. */
function wordRules(root: SyntaxNode, words: WordsProfile): Rule[][] {
  const map = firstAt(root, words.at);
  return (map?.keys() ?? []).map((tool) => {
    const patterns = map?.get(tool);
    return (patterns?.kind === 'object' ? patterns.keys() : []).flatMap((name): Rule[] => {
      const at = patterns?.get(name);
      const shown = stringOf(at) ?? '';
      const rank = WORDS.indexOf(shown);
      if (!at || rank < 0) return [];
      return [{ name, shown, rank, at, covers: (other) => /[*?]/.test(name) && includes(name, other.name) }];
    });
  });
}

/** The rules of a list, each for a tool. */
function actionRules(root: SyntaxNode, rules: ActionsProfile): Rule[] {
  const words = [rules.allow, rules.ask, rules.deny];
  return (firstAt(root, rules.at)?.items() ?? []).flatMap((at): Rule[] => {
    const tool = stringOf(at.get(rules.tool));
    const shown = stringOf(nodeAt(at, rules.action)) ?? '';
    const rank = words.indexOf(shown);
    if (tool === undefined || rank < 0) return [];
    const pattern = isNarrow(at, rules) ? stringOf(nodeAt(at, rules.command)) : '*';
    const name = pattern === '*' || pattern === undefined ? tool : `${tool} ${pattern}`;
    return [
      {
        ...{ name, shown, rank, at },
        covers: (other) => {
          const of = stringOf(other.at.get(rules.tool)) ?? '';
          const narrow = isNarrow(other.at, rules) ? stringOf(nodeAt(other.at, rules.command)) : '*';
          return pattern !== undefined && includes(tool, of) && fitsCommand(pattern, narrow);
        },
      },
    ];
  });
}
