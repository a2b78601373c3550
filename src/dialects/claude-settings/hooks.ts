import type { Agent, ApprovalMode, Unresolved } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { type PermissionRule, readRule } from '../shared/permission-rules.js';
import { stringOf } from '../shared/tool.js';

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
  'Take the decision out of what this hook prints, so that Claude Code asks a person, or have it name the few calls that are harmless.';

/**
 * Tools that hooks let run whatever they are called with: their command does nothing but print the decision. A hook for
 * every tool is the mode of the agent. What a hook works out is not told.
 */
export function allowedByHooks(agent: Agent, root: SyntaxNode, unresolved: Unresolved[]): HookAllow[] {
  if (root.get('disableAllHooks')?.scalar === true) return [];
  return ANSWERING_EVENTS.flatMap((event) =>
    (root.get('hooks')?.get(event)?.items() ?? []).flatMap((entry) => {
      const node = (entry.get('hooks')?.items() ?? [])
        .map((hook) => hook.get('command'))
        .find((command) => alwaysAllows(stringOf(command)));
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
  const { contained } = before ?? {};
  return { stated, at: node.at(), asks: 'nobody', edit: EDIT, ...(contained ? { contained } : {}) };
}

const LONGEST = 2_000;

/** One text that is printed as it stands, before or after which nothing happens that could change it. */
const PRINTS =
  /^(?:cat\s*>\s*\/dev\/null\s*[;&]{1,2}\s*)?(?:echo|printf)\s+(?:-[neE]{1,3}\s+|["']?%s(?:\\n)?["']?\s+)?(?:'([^']*)'|"((?:[^"\\`$]|\\.)*)")(?:\s*(?:;|&&)\s*exit\s+0)?\s*;?$/;

function alwaysAllows(command: string | undefined): boolean {
  if (command === undefined || command.length > LONGEST) return false;
  const [, raw, quoted] = PRINTS.exec(command.trim()) ?? [];
  const text = raw ?? quoted?.replace(/\\(["\\`$])/g, '$1');
  return text !== undefined && isAllow(parsed(text.replace(/\\n$/, '')));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `permissionDecision` of PreToolUse, `decision` of PermissionRequest, and the older word for both. */
function isAllow(printed: unknown): boolean {
  const output = memberOf(printed, 'hookSpecificOutput');
  return (
    memberOf(printed, 'decision') === 'approve' ||
    memberOf(output, 'permissionDecision') === 'allow' ||
    memberOf(memberOf(output, 'decision'), 'behavior') === 'allow'
  );
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}
