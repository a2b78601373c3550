import { type Agent, editRemedy, type Grant, type Reach, type Unresolved } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf } from '../agents/tool.js';
import { commandTool } from '../commands/commands.js';
import { includes } from '../commands/globs.js';
import { patternCommand } from '../commands/patterns.js';
import { granted, UNSTATED } from '../permissions/grants.js';
import type { Client } from './client.js';
import { ENTRIES, globOfExpression } from './entries.js';
import type { ActionsProfile } from './profile.js';
import { firstAt, nodeAt, textsOf } from './settings.js';
import { besideProject } from './words.js';

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
export function isNarrow(rule: SyntaxNode, { command: [key = ''] }: ActionsProfile): boolean {
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
export const fitsCommand = (pattern: string, other: string | undefined): boolean =>
  pattern === '*' ||
  (other !== undefined &&
    (includes(pattern, other) || (pattern.endsWith(' *') && pattern.slice(0, -2) === other)));
