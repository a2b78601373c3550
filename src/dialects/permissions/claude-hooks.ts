import type { Agent, ApprovalMode, Tool, Unresolved } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf } from '../agents/tool.js';
import { hookPrograms, onlyPrintsAllow } from '../commands/hook-scripts.js';
import { granted, UNSTATED } from './grants.js';
import { covers, type PermissionRule, reachOf, readRule, toolOfRule } from './permission-rules.js';

/** Events at which the output of a hook may answer for a person. */
export const ANSWERING_EVENTS = ['PreToolUse', 'PermissionRequest'] as const;

/** A tool that a hook always lets run. */
export interface HookAllow {
  rule: PermissionRule;
  /** The command of the hook. */
  node: SyntaxNode;
  stated: string;
  edit: string;
}

const EDIT =
  'Decide which calls are harmless, and let this hook allow only those. Or remove the decision from what it prints: the client then asks for approval.';

/**
 * Tools that hooks let run whatever they are called with: their command, or the script of the project that it runs, does
 * nothing but print the decision. A hook for
 * every tool is the mode of the agent. What a hook works out is not told.
 */
export function allowedByHooks(
  agent: Agent,
  root: SyntaxNode,
  unresolved: Unresolved[],
  readBeside: ReadBeside | undefined,
): HookAllow[] {
  if (root.get('disableAllHooks')?.scalar === true) return [];
  return ANSWERING_EVENTS.flatMap((event) =>
    (root.get('hooks')?.get(event)?.items() ?? []).flatMap((entry) => {
      const node = (entry.get('hooks')?.items() ?? [])
        .map((hook) => hook.get('command'))
        .find((command) => alwaysAllows(stringOf(command), root.document.file, readBeside));
      if (!node) return [];
      const stated = `hooks.${event}`;
      const parts = (stringOf(entry.get('matcher')) ?? '').split('|').map((part) => part.trim());
      if (parts.some((part) => EVERYTHING.test(part))) {
        agent.mode = unaskedMode(agent.mode, stated, node);
        return [];
      }
      return parts.flatMap((part): HookAllow[] => {
        const rule = TOOL.test(part) ? readRule(part.replace(/\.\*$/, '*')) : undefined;
        if (rule) return [{ rule, node, stated, edit: EDIT }];
        unresolved.push({
          what: `tools that \`${stated}\` lets run`,
          why: 'its matcher is a pattern',
          at: entry.get('matcher')?.at() ?? entry.at(),
        });
        return [];
      });
    }),
  );
}

/** Matchers are patterns: left out, empty or a star they are for every tool. */
const EVERYTHING = /^(?:|\*|\.\*)$/;
const TOOL = /^(?:[A-Za-z]\w{0,100}|mcp__[\w.-]{1,100}?(?:\.\*)?)$/;

function unaskedMode(before: ApprovalMode | undefined, stated: string, node: SyntaxNode): ApprovalMode {
  if (before?.asks === 'nobody') return before;
  const { containedBy } = before ?? {};
  return {
    stated,
    at: node.at(),
    asks: 'nobody',
    remedy: { text: EDIT },
    ...(containedBy && { containedBy }),
  };
}

/** The text of another file of the project; undefined where there is none that can be read. */
export type ReadBeside = (path: string) => string | undefined;

function alwaysAllows(command: string | undefined, file: string, readBeside?: ReadBeside): boolean {
  if (command === undefined) return false;
  if (onlyPrintsAllow(command, 'shell')) return true;
  return hookPrograms(command, { file, readBeside }).some(
    ({ path, code, language }) => path !== undefined && onlyPrintsAllow(code, language),
  );
}

/** Tools of an agent that hooks let run: those that its list names, or any where it has no list. */
export function letRunByHooks(agent: Agent, hooks: readonly HookAllow[]): void {
  for (const { rule, node, stated, edit } of hooks) {
    const at = node.at();
    const grant = { who: 'agent', setting: stated, at, byHook: true, remedy: { text: edit } } as const;
    const isNamed = ({ name, server }: Tool) => {
      const own = readRule(server === undefined ? name : `mcp__${server}__${name}`);
      return own !== undefined && covers(rule, own);
    };
    if (agent.tools.some(isNamed))
      agent.tools = agent.tools.map((tool) =>
        isNamed(tool) ? granted(tool, { ...grant, what: { of: 'tool' } }) : tool,
      );
    else if (agent.allTools)
      agent.tools.push(
        granted(toolOfRule(rule, at, UNSTATED), { ...grant, what: reachOf(rule) ?? { of: 'tool' } }),
      );
  }
}

/** Tools that hooks let run of an agent that has every tool of the client, which `why` says. */
export function toolsByHooks(agent: Agent, hooks: readonly HookAllow[], why: string): readonly Tool[] {
  const user: Agent = { ...agent, tools: [], allTools: { at: agent.nameAt, why, edit: '' } };
  letRunByHooks(user, hooks);
  return user.tools;
}
