import { type Agent, type ApprovalMode, askedFor, type Unresolved } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf, textsIn } from '../agents/tool.js';
import {
  askAsUsual,
  letRun,
  noRule,
  type PreApproval,
  preApproved,
  readSandbox,
  rulesIn,
  SANDBOX,
  settingsAt,
  stoppedBy,
} from '../permissions/claude-code.js';
import { allowedByHooks, type ReadBeside } from '../permissions/claude-hooks.js';
import { allowList } from '../permissions/grants.js';
import { readRule, toolOfRule } from '../permissions/permission-rules.js';

const OWN_SETTINGS = /settings\.local\.json$/;

/**
 * The settings that a person's own stand over: `settings.json` beside `settings.local.json`. What a project denies or
 * asks about holds whatever a person's own file lets run, since the lists of both are put together.
 */
function settingsBelow(root: SyntaxNode, readBeside: ReadBeside | undefined): SyntaxNode | undefined {
  const { file } = root.document;
  if (!OWN_SETTINGS.test(file)) return undefined;
  return settingsAt(file.replace(OWN_SETTINGS, 'settings.json'), readBeside);
}

/** Reads `permissions`, `sandbox` and the hooks that answer for a person: deny comes first, then ask, then allow; what no list names is asked. */
export function readPermissions(
  agent: Agent,
  root: SyntaxNode,
  unresolved: Unresolved[],
  readBeside: ReadBeside | undefined,
): void {
  const permissions = root.get('permissions');
  const below = settingsBelow(root, readBeside);
  const lower = below?.get('permissions');
  const sandbox = readSandbox([root, below]);
  const mode = readMode([permissions, lower], sandbox !== undefined, unresolved);
  if (mode) agent.mode = mode;
  const hooks = allowedByHooks(agent, root, unresolved, readBeside);
  const asked = rulesIn(permissions?.get('ask'));
  const isStopped = stoppedBy([root, below]);
  const allow = rulesIn(permissions?.get('allow')).filter(({ rule }) => !isStopped(rule));
  agent.tools.push(...preApproved(allow, allowIn(permissions), sandbox));
  for (const { rule, node, stated, edit } of hooks) {
    if (isStopped(rule)) continue;
    const entry = { rule, at: node.at() };
    agent.tools.push(letRun(entry, { stated, remedyFor: () => ({ text: edit }) }, sandbox));
  }
  for (const { rule, at } of asked) {
    const value = { by: 'human', stated: 'permissions.ask' } as const;
    agent.tools.push(toolOfRule(rule, at, { state: 'shown', value, at }));
  }
  for (const key of ['allow', 'ask', 'deny']) {
    for (const item of permissions?.get(key)?.items() ?? []) {
      const text = stringOf(item);
      if (text !== undefined && !readRule(text)) {
        unresolved.push({ ...noRule(`permissions.${key}`, text), at: item.at() });
      }
    }
  }
  const folders = textsIn(permissions?.get('additionalDirectories'));
  if (folders.length > 0) agent.folders = folders;
}

/** The list of `permissions` that lets calls run; what is moved to `ask` requires approval, with all that it covers. */
function allowIn(permissions: SyntaxNode | undefined): PreApproval {
  const list = allowList(permissions);
  return {
    stated: list.stated,
    remedyFor: ({ rule }) => askedFor(list, [rule.text]),
  };
}

const MODES: Readonly<Record<string, ApprovalMode['asks']>> = {
  default: 'human',
  plan: 'human',
  manual: 'human',
  dontAsk: 'human',
  acceptEdits: 'except-edits',
  auto: 'as-model-decides',
  delegate: 'as-model-decides',
  bypassPermissions: 'nobody',
};

/** Switches that take a mode away: Claude Code asks as usual then. */
const OFF_SWITCHES: Readonly<Record<string, string>> = {
  bypassPermissions: 'disableBypassPermissionsMode',
  auto: 'disableAutoMode',
};

/** The switch that takes a mode away; undefined where none does. */
function offSwitch(layers: readonly (SyntaxNode | undefined)[], mode: string): string | undefined {
  const key = Object.hasOwn(OFF_SWITCHES, mode) ? OFF_SWITCHES[mode] : undefined;
  return key !== undefined && layers.some((one) => one?.get(key)?.scalar === 'disable') ? key : undefined;
}

/** The mode that the first of these settings states; a switch in any of them takes it away. */
function readMode(
  layers: readonly (SyntaxNode | undefined)[],
  isSandboxed: boolean,
  unresolved: Unresolved[],
): ApprovalMode | undefined {
  const node = layers[0]?.get('defaultMode');
  const stated = stringOf(node);
  if (!node || stated === undefined) return undefined;
  const at = node.at();
  const edit =
    'Decide what may run without approval, and name it in `permissions.allow`. Then set `permissions.defaultMode` to `default`: Claude Code asks for everything else.';
  const off = offSwitch(layers, stated);
  if (off !== undefined) return { stated: `${stated}, taken away by ${off}`, at, asks: 'human', edit };
  const asks = Object.hasOwn(MODES, stated) ? MODES[stated] : undefined;
  if (asks === undefined) {
    unresolved.push({ what: 'permissions.defaultMode', why: 'its value is not documented', at });
    return undefined;
  }
  const setting = `permissions.defaultMode: ${stated}`;
  const mode: ApprovalMode = { stated, setting, at, asks, edit };
  if (asks === 'except-edits') {
    mode.edit = 'Set `permissions.defaultMode` to `default`: Claude Code then asks for approval.';
    mode.repair = askAsUsual(at);
  }
  if (isSandboxed) mode.containedBy = SANDBOX;
  return mode;
}
