import {
  type Agent,
  type ApprovalMode,
  approvalBy,
  editRemedy,
  type Grant,
  type Place,
  type Remedy,
  type Unresolved,
} from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf } from '../agents/tool.js';
import type { ToolGate } from '../servers/mcp-shapes.js';
import { asksByDefault } from '../servers/server-entries.js';
import { OTHER_POLICY, PERSON, POLICIES, REVIEWERS } from './profile.js';
import { readSandbox, type Sandbox, UNKNOWN } from './sandbox.js';

/** A value of the file, with its key and place. */
interface Stated {
  key: string;
  text: string;
  at: Place;
}

/** Who is asked before a command runs, and what holds it: of a file, a profile or an agent. */
export interface Policy {
  approval?: Stated;
  /** A model that answers instead of a person. */
  reviewer?: Stated;
  sandbox: Sandbox;
}

/** Reads the policy of one table; what it leaves out is that of `base`. */
export function readPolicy(
  node: SyntaxNode,
  root: SyntaxNode,
  base: Policy,
  unresolved: Unresolved[],
): Policy {
  const policy: Policy = { ...base, sandbox: readSandbox(node, root, base.sandbox, unresolved) };
  const approval = approvalOf(node.get('approval_policy'), unresolved);
  if (approval) policy.approval = approval;
  const reviewer = node.get('approvals_reviewer');
  const text = stringOf(reviewer);
  if (reviewer && text !== undefined && REVIEWERS.includes(text))
    policy.reviewer = { key: 'approvals_reviewer', text, at: reviewer.at() };
  else if (text === PERSON) delete policy.reviewer;
  else if (reviewer) unresolved.push({ what: 'approvals_reviewer', why: UNKNOWN, at: reviewer.at() });
  return policy;
}

/** A table says which questions are put at all; those that are not are refused, so nothing runs unasked for it. */
function approvalOf(node: SyntaxNode | undefined, unresolved: Unresolved[]): Stated | undefined {
  if (!node) return undefined;
  const at = node.at();
  const text = stringOf(node);
  const key = 'approval_policy';
  if (text !== undefined && Object.hasOwn(POLICIES, text)) return { key, text, at };
  const table = ['granular', 'reject'].find((key) => node.get(key)?.kind === 'object');
  if (table !== undefined) return { key, text: table, at };
  unresolved.push({ what: 'approval_policy', why: UNKNOWN, at });
  return undefined;
}

const ASK =
  'Decide what Codex may do without approval. Or set `approval_policy` to `on-request`, and keep `sandbox_mode` at `workspace-write` or `read-only`.';

/** The mode of an agent whose table states `own`; undefined where it states nothing of it. */
function modeOf(own: SyntaxNode, policy: Policy): ApprovalMode | undefined {
  const { approval, reviewer, sandbox } = policy;
  const asks = asksOf(policy);
  const key =
    asks === 'another-model'
      ? reviewer
      : (stated(own, 'approval_policy', approval) ?? sandboxOf(own, policy));
  const isOwn = ['approval_policy', 'sandbox_mode', 'default_permissions', 'approvals_reviewer'].some(
    (one) => own.get(one) !== undefined,
  );
  const decisive = key ?? approval;
  if (!isOwn || !decisive) return undefined;
  const { text, at } = decisive;
  const mode: ApprovalMode = {
    stated: text,
    setting: `${decisive.key} = "${text}"`,
    at,
    asks,
    remedy:
      asks === 'another-model'
        ? reviewerRemedy(policy, at)
        : { text: approval?.text === 'never' ? ASK : sandbox.edit },
  };
  if (sandbox.containedBy) mode.containedBy = sandbox.containedBy;
  return mode;
}

/** Without the reviewer, what no sandbox contains is for another setting to answer: that is a decision. */
function reviewerRemedy({ reviewer: _reviewer, ...policy }: Policy, at: Place): Remedy {
  if (asksOf(policy) === 'human')
    return editRemedy('Set `approvals_reviewer` to `user`', () => at.edit?.()?.replace(PERSON));
  return {
    text: `Decide what Codex may do without a sandbox. ${policy.sandbox.edit} Then set \`approvals_reviewer\` to \`user\`.`,
  };
}

const stated = (own: SyntaxNode, key: string, value: Stated | undefined) =>
  own.get(key) === undefined ? undefined : value;

function sandboxOf(own: SyntaxNode, { sandbox }: Policy): Stated | undefined {
  const key = ['sandbox_mode', 'default_permissions'].find((one) => own.get(one) !== undefined);
  return key !== undefined && sandbox.stated !== undefined && sandbox.at
    ? { key, text: sandbox.stated, at: sandbox.at }
    : undefined;
}

/** Who is asked. A reviewer answers what a person would be asked. */
function asksOf({ approval, reviewer, sandbox }: Policy): ApprovalMode['asks'] {
  const policy = (approval && POLICIES[approval.text]) ?? OTHER_POLICY;
  const asks = sandbox.containedBy === undefined ? policy.open : policy.contained;
  return reviewer && asks !== 'nobody' ? 'another-model' : asks;
}

/**
 * The gate of a tool of a server that nothing else speaks of: Codex asks for what is not marked as reading alone. With
 * `never` it refuses such a call, but lets it run where no sandbox is on.
 */
export function gateOf(policy: Policy): ToolGate {
  const { approval, reviewer, sandbox } = policy;
  if (approval?.text === 'never') {
    if (sandbox.containedBy === undefined) return answeredBy(approval);
    const value = { by: 'human', stated: 'with `never` Codex refuses what needs an answer' } as const;
    return { approval: { state: 'shown', value, at: approval.at }, gateRemedy: ON_REQUEST };
  }
  return reviewer ? answeredBy(reviewer) : { ...asksByDefault('Codex'), gateRemedy: ON_REQUEST };
}

const ON_REQUEST: Remedy = { text: 'Set `approval_policy` to `on-request`.' };

/** The gate that a setting answers in place of a person. */
function answeredBy({ text, at }: Stated): ToolGate {
  const grant: Grant = { who: 'agent', what: { of: 'tool' }, setting: text, at, remedy: ON_REQUEST };
  return { approval: approvalBy(grant), grant };
}

/** Sets what a table says of the questions for an agent. */
export function setMode(agent: Agent, own: SyntaxNode, policy: Policy): void {
  const mode = modeOf(own, policy);
  if (mode) agent.mode = mode;
}
