import {
  type Agent,
  editRemedy,
  type Grant,
  type Reach,
  type Unresolved,
  type IgnoredSetting,
  type Opening,
} from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf } from '../agents/tool.js';
import { commandTool } from '../commands/commands.js';
import { includes } from '../commands/globs.js';
import { patternCommand } from '../commands/patterns.js';
import { granted, UNSTATED } from '../permissions/grants.js';
import type { Client } from './client.js';
import { ENTRIES, globOfExpression } from './entries.js';
import type { ActionsProfile, ClientProfile, WordsProfile } from './profile.js';
import { firstAt, nodeAt, textsOf, mapsAt } from './settings.js';
import { besideProject } from './words.js';
import { type OwnRightsMode, rightOver } from '../permissions/own-rights.js';

/** What the rules of one list are read with. */
interface Reading {
  rules: ActionsProfile;
  client: Client;
  agent: Agent;
  unresolved: Unresolved[];
  /** Edits are stated to require approval. */
  isAsked: boolean;
}

/** Rules that decide, so many of which are compared with the others. */
const MOST_COMPARED = 200;

/** Reads a list of rules, of which the first or the last that fits decides: what such a one is for in full, the others are not. */
export function readActions(
  root: SyntaxNode,
  rules: ActionsProfile,
  client: Client,
  agent: Agent,
  unresolved: Unresolved[],
): void {
  // What a rule decides, those after it do not.
  const before = rules.off
    ? textsOf(nodeAt(root, rules.off))
        .slice(0, MOST_COMPARED)
        .map((tool) => ({ tool, pattern: '*' }))
    : [];
  const stated = firstAt(root, rules.at)?.items() ?? [];
  const deciding = (rules.lastWins ? [...stated].reverse() : stated).flatMap((rule) => {
    const tool = stringOf(rule.get(rules.tool));
    const action = stringOf(nodeAt(rule, rules.action));
    const isPart = isNarrow(rule, rules);
    const pattern = isPart ? stringOf(nodeAt(rule, rules.command)) : '*';
    if (tool === undefined || action === undefined) return [];
    if (before.some((one) => includes(one.tool, tool) && fitsCommand(one.pattern, pattern))) return [];
    if (before.length < MOST_COMPARED && pattern !== undefined && (!isPart || rules.lastWins))
      before.push({ tool, pattern });
    return [{ rule, tool, action, isPart }];
  });
  const edits = deciding.find(({ tool, isPart }) => client.kindOf(tool) === 'edit' && !isPart);
  const isAsked = edits !== undefined && edits.action !== rules.allow;
  for (const { rule, tool, action } of deciding)
    readRule({ rules, client, agent, unresolved, isAsked }, rule, tool, action);
}

function readRule(reading: Reading, rule: SyntaxNode, name: string, action: string): void {
  const { rules, client, agent, unresolved, isAsked } = reading;
  const { setting } = rules;
  const at = rule.get(rules.tool)?.at() ?? rule.at();
  if (action === rules.deny) return;
  if (action !== rules.allow && action !== rules.ask) {
    unresolved.push({ what: `the rule for \`${name}\` in ${setting}`, why: rules.otherwise, at });
    return;
  }
  if (name === rules.folders) {
    const folder = stringOf(nodeAt(rule, rules.command)) ?? '*';
    if (action === rules.allow)
      agent.folders = [
        ...(agent.folders ?? []),
        besideProject(folder, (nodeAt(rule, rules.command) ?? rule).at(), isAsked),
      ];
    return;
  }
  const context = { ...client, list: setting, servers: agent.mcpServers };
  const found = ENTRIES['joined-names'](name, at, context);
  if (!found || 'why' in found) return;
  if (action === rules.ask) {
    const value = { by: 'human', stated: rules.ask } as const;
    agent.tools.push({ ...found.tool, approval: { state: 'shown', value, at } });
    return;
  }
  const grant = (what: Reach): Grant => ({ who: 'agent', what, setting, at, remedy: remedyFor(rules, rule) });
  const stated = nodeAt(rule, rules.command);
  if (client.kindOf(name) !== 'shell' || stated === undefined) {
    agent.tools.push(granted(found.tool, grant(isNarrow(rule, rules) ? { of: 'tool' } : found.what)));
    return;
  }
  for (const node of stated.kind === 'array' ? stated.items() : [stated]) {
    const pattern = stringOf(node) ?? '';
    const commands = commandsOf(pattern);
    if (commands === undefined)
      unresolved.push({
        what: `a rule of ${setting}`,
        why: 'it is a pattern of many commands',
        at: node.at(),
      });
    else if (commands.line === '')
      agent.tools.push(granted({ ...found.tool, at: node.at() }, grant({ of: 'commands' })));
    else {
      const tool = commandTool(
        `${name} ${pattern}`,
        commands.line,
        node.at(),
        UNSTATED,
        commands.isOne,
        commands.glob,
      );
      agent.tools.push(granted(tool, grant({ of: 'tool' })));
    }
  }
}

/** Whether a rule is for a part of what its tool can do. */
function isNarrow(rule: SyntaxNode, { command: [key = ''] }: ActionsProfile): boolean {
  const stated = rule.get(key);
  return stated !== undefined && stringOf(stated) !== '*';
}

/** The commands that a pattern with stars, or an expression between slashes or from `^` on, applies to; an empty line: every command. */
function commandsOf(pattern: string): { line: string; isOne: boolean; glob?: string } | undefined {
  const expression = /^\/(.*)\/[a-z]*$/.exec(pattern)?.[1] ?? /^\^.*/.exec(pattern)?.[0];
  if (expression !== undefined) {
    const glob = globOfExpression(expression);
    const found = patternCommand(expression);
    return found && { ...found, ...(glob !== undefined && { glob }) };
  }
  const star = pattern.indexOf('*');
  if (star < 0) return { line: pattern, isOne: true };
  const line = pattern.slice(0, star).trim();
  return line === '' && !/^\*+$/.test(pattern) ? undefined : { line, isOne: false, glob: pattern };
}

const remedyFor = ({ action, ask, follows }: ActionsProfile, rule: SyntaxNode) =>
  editRemedy(
    `Set \`${action.join('.')}\` of this rule to \`${ask}\``,
    () => nodeAt(rule, action)?.edit()?.replace(ask),
    follows,
  );

/** Whether a pattern fits whatever another does: one that ends in a star after a space fits the bare command, too. */
const fitsCommand = (pattern: string, other: string | undefined): boolean =>
  pattern === '*' ||
  (other !== undefined &&
    (includes(pattern, other) || (pattern.endsWith(' *') && pattern.slice(0, -2) === other)));

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
