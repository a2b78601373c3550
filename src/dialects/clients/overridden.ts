import type { IgnoredSetting, Opening } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf } from '../agents/tool.js';
import { includes } from '../commands/globs.js';
import { type OwnRightsMode, rightOver } from '../permissions/own-rights.js';
import { fitsCommand, isNarrow } from './actions.js';
import type { Client } from './client.js';
import type { ActionsProfile, ClientProfile, WordsProfile } from './profile.js';
import { firstAt, mapsAt, nodeAt } from './settings.js';

/** A rule in the order of its list, from the mildest on: 0 lets run, 1 asks, 2 refuses. */
interface Rule {
  tool: string;
  /** What of the tool it is for, a star for all; undefined where that is not a text. */
  pattern: string | undefined;
  name: string;
  shown: string;
  rank: number;
  at: SyntaxNode;
}

/** Rules of which the first or the last that fits decides. */
interface RuleList {
  rules: readonly Rule[];
  lastWins: boolean;
  /** Whether the first rule decides wherever the second one does. */
  covers(wide: Rule, narrow: Rule): boolean;
}

const MOST_RULES = 300;

/** The lists of rules of a document and of its agents. */
function ruleLists(root: SyntaxNode, { lists = [], agents }: ClientProfile): RuleList[] {
  const parts = [root, ...(agents ? mapsAt(root, agents.at, agents.named).map(({ node }) => node) : [])];
  return parts.flatMap((part) =>
    lists.flatMap((list): RuleList[] => {
      if (list.says === 'words') return wordRules(part, list);
      return list.says === 'actions' ? [actionRules(part, list)] : [];
    }),
  );
}

/** The rules that decide before another one, the first to do so first. */
const before = ({ rules, lastWins }: RuleList, index: number): readonly Rule[] =>
  lastWins ? rules.slice(index + 1).reverse() : rules.slice(0, index);

/** Rules that ask or refuse and never decide, as a milder one goes before them in the order of their client. */
export const overriddenRules = (root: SyntaxNode, profile: ClientProfile): IgnoredSetting[] =>
  ruleLists(root, profile).flatMap((list) =>
    list.rules.flatMap((rule, index): IgnoredSetting[] => {
      const winner = before(list, index).find((one) => list.covers(one, rule));
      if (!winner || winner.rank >= rule.rank) return [];
      const [order, place] = list.lastWins ? ['last', 'behind'] : ['first', 'before'];
      return [
        {
          entry: rule.name,
          why: `\`${winner.name}\` (\`${winner.shown}\`) decides in its place: ${profile.client} applies the ${order} rule that fits.`,
          edit: `Decide which of the two is meant. Move \`${rule.name}\` ${place} \`${winner.name}\`, or remove it.`,
          at: rule.at.at(rule.at.key === undefined ? undefined : 'key'),
        },
      ];
    }),
  );

/** Rules for the edit of some files that let an agent change its own rights. */
export const rightsByRules = (
  root: SyntaxNode,
  { profile, kindOf }: Client,
  mode: OwnRightsMode,
): Opening[] =>
  ruleLists(root, profile).flatMap((list) =>
    list.rules.flatMap((rule, index): Opening[] => {
      const { tool, pattern = '*', name: entry, rank, at } = rule;
      // For every file it lets an agent do its work, which is not reported.
      if (rank > 0 || kindOf(tool) !== 'edit' || /^\*+(?:\/\*+)?$/.test(pattern)) return [];
      if (before(list, index).some((one) => one.rank > 0 && list.covers(one, rule))) return [];
      const place = at.at(at.key === undefined ? undefined : 'key');
      return rightOver(pattern, 'writes', { client: profile.client, entry, at: place, mode });
    }),
  );

const WORDS = ['allow', 'ask', 'deny'];

/** The patterns of each tool of a map, with their words. */
function wordRules(root: SyntaxNode, words: WordsProfile): RuleList[] {
  const map = firstAt(root, words.at);
  return (map?.keys() ?? []).map((tool) => {
    const patterns = map?.get(tool);
    const rules = (patterns?.kind === 'object' ? patterns.keys() : []).flatMap((name): Rule[] => {
      const at = patterns?.get(name);
      const shown = stringOf(at) ?? '';
      const rank = WORDS.indexOf(shown);
      return at && rank >= 0 ? [{ tool, pattern: name, name, shown, rank, at }] : [];
    });
    const covers: RuleList['covers'] = (wide, narrow) => includes(wide.name, narrow.name);
    return { rules: rules.slice(0, MOST_RULES), lastWins: true, covers };
  });
}

/** The rules of a list, each for a tool. */
function actionRules(root: SyntaxNode, list: ActionsProfile): RuleList {
  const words = [list.allow, list.ask, list.deny];
  const rules = (firstAt(root, list.at)?.items() ?? []).flatMap((at): Rule[] => {
    const tool = stringOf(at.get(list.tool));
    const shown = stringOf(nodeAt(at, list.action)) ?? '';
    const rank = words.indexOf(shown);
    if (tool === undefined || rank < 0) return [];
    const pattern = isNarrow(at, list) ? stringOf(nodeAt(at, list.command)) : '*';
    const name = pattern === '*' || pattern === undefined ? tool : `${tool} ${pattern}`;
    return [{ tool, pattern, name, shown, rank, at }];
  });
  const covers: RuleList['covers'] = (wide, narrow) =>
    wide.pattern !== undefined &&
    includes(wide.tool, narrow.tool) &&
    fitsCommand(wide.pattern, narrow.pattern);
  return { rules: rules.slice(0, MOST_RULES), lastWins: list.lastWins === true, covers };
}
