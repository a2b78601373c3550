import type { Place, Reach, Tool, WideReach } from '../../model/index.js';
import { knownTool, toolOf } from '../agents/tool.js';

/**
 * What a built-in tool of a client does: runs any command, writes or deletes files of the project, only reads, changes
 * what the client keeps for itself, requests any address, starts an agent, may do anything. `built-in`, `servers` and
 * `everything` are words that stand for all tools of the client, for those of every server, and for all tools.
 */
export type BuiltInKind =
  | 'shell'
  | 'edit'
  | 'delete'
  | 'read'
  | 'own'
  | 'request'
  | 'agent'
  | 'open-ended'
  | 'built-in'
  | 'servers'
  | 'everything';

/** Names of built-in tools by what they do; a name that ends in `/*` stands for all below it. */
export type BuiltInTools = Readonly<Partial<Record<BuiltInKind, readonly string[]>>>;

/** Tells what a built-in tool does by its name; undefined where the client has none of that name. */
export type KindOf = (name: string) => BuiltInKind | undefined;

/** The built-in tools of a client, to be looked up by name. */
export function builtIns(tools: BuiltInTools, ignoreCase = false): KindOf {
  const spelt = (name: string) => (ignoreCase ? name.toLowerCase() : name);
  const kinds = new Map<string, BuiltInKind>();
  for (const kind of KINDS) for (const name of tools[kind] ?? []) kinds.set(spelt(name), kind);
  return (name) => {
    const slash = name.indexOf('/');
    return kinds.get(spelt(name)) ?? (slash > 0 ? kinds.get(spelt(`${name.slice(0, slash)}/*`)) : undefined);
  };
}

const KINDS: readonly BuiltInKind[] = [
  'shell',
  'edit',
  'delete',
  'read',
  'own',
  'request',
  'agent',
  'open-ended',
  'built-in',
  'servers',
  'everything',
];

/** A tool that an entry names. Writing the files of a project is what a coding agent is for: a change. */
export function toolNamed(
  name: string,
  kind: BuiltInKind | undefined,
  at: Place,
  approval: Tool['approval'],
): Tool {
  switch (kind) {
    case 'edit':
      return { ...knownTool(name, 'change', at, approval), writes: 'any' };
    case 'delete':
    case 'own':
      return knownTool(name, 'change', at, approval);
    case 'read':
    case 'request':
      return knownTool(name, 'read', at, approval);
    case 'shell':
    case 'agent':
      return toolOf({ name, kind }, at, approval);
    case 'open-ended': {
      const effect = { effect: 'destructive', confidence: 'high', because: { from: 'kind' } } as const;
      return { ...toolOf({ name, kind: 'function' }, at, approval), effect, openEnded: true };
    }
    default:
      return toolOf({ name, kind: 'function' }, at, approval);
  }
}

/** What an entry for a whole built-in tool lets run. */
export const reachOf = (kind: BuiltInKind | undefined): Reach => wideReachOf(kind) ?? { of: 'tool' };

/** The same, undefined where it is one tool that does no more than its name says. */
export function wideReachOf(kind: BuiltInKind | undefined): WideReach | undefined {
  switch (kind) {
    case 'shell':
      return { of: 'commands' };
    case 'edit':
      return { of: 'edits' };
    case 'delete':
      return { of: 'deletions' };
    case 'request':
      return { of: 'requests' };
    case 'built-in':
    case 'servers':
    case 'everything':
      return { of: kind };
    default:
      return undefined;
  }
}
