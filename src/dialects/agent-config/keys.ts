import { typingErrors } from '../../model/nearest.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf } from '../agents/tool.js';
import { isAgentObject } from '../payload/payload.js';
import { OWN_KEYS } from '../payload/undocumented.js';

/** Root keys of the payload (spec, section 4). */
const PAYLOAD_KEYS: ReadonlySet<string> = new Set(['agent', 'environment', 'multi_agent']);

/** The key of ours that a root key is close to; undefined where it is one, or belongs to the payload. */
export function nearOwnKey(key: string): string | undefined {
  if (OWN_KEYS.has(key) || PAYLOAD_KEYS.has(key)) return undefined;
  const name = key.toLowerCase();
  for (const own of OWN_KEYS) {
    const limit = own.length > 7 ? 2 : 1;
    if (own === '$schema' || Math.abs(own.length - name.length) > limit) continue;
    if (typingErrors(name, own) <= limit) return own;
  }
  return undefined;
}

/** The root key under which an agent, or a map of agents, stands where `agent` and `agents` are both missing. */
export function misspeltAgent(root: SyntaxNode): { key: string; meant: 'agent' | 'agents' } | undefined {
  if (root.get('agent') ?? root.get('agents')) return undefined;
  for (const key of root.keys()) {
    const node = root.get(key);
    if (typingErrors(key.toLowerCase(), 'agent') <= 1 && isAgentObject(node)) return { key, meant: 'agent' };
    if (nearOwnKey(key) === 'agents' && looksLikeAgents(node)) return { key, meant: 'agents' };
  }
  return undefined;
}

/** Whether a root has a key of ours, misspelt ones included: a misspelt key is never lost. */
export function hasKeyOfOurs(root: SyntaxNode): boolean {
  return root.keys().some((key) => (OWN_KEYS.has(key) && key !== '$schema') || nearOwnKey(key) !== undefined);
}

/**
 * Whether a root has another key of ours beside `agents`. A `$schema` is one where it names a schema of ours: other
 * programs have a map of agents too, and a schema of their own.
 */
export function hasKeyBesideAgents(root: SyntaxNode): boolean {
  return root.keys().some((key) => {
    if (key !== '$schema') return key !== 'agents' && OWN_KEYS.has(key);
    return /agent-(?:lint|config)/.test(stringOf(root.get(key)) ?? '');
  });
}

/**
 * Whether a node is a map of agents of ours and not of another format that calls its map the same. An entry that is no
 * object is a mistake in one of ours.
 */
export function looksLikeAgents(node: SyntaxNode | undefined): boolean {
  if (node?.kind !== 'object') return false;
  const agents = node.keys().flatMap((key) => {
    const entry = node.get(key);
    return entry?.kind === 'object' ? [entry] : [];
  });
  return agents.length > 0 && agents.every((agent) => !agent.get('instruction') && !agent.get('toolsets'));
}
