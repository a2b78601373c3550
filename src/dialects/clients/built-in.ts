import type { Place, Reach, Tool } from '../../model/index.js';
import { knownTool, toolOf } from '../agents/tool.js';
import type { BuiltInKind, BuiltInTools } from './profile.js';

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
  'read',
  'own',
  'request',
  'agent',
  'open-ended',
  'built-in',
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
export function reachOf(kind: BuiltInKind | undefined): Reach {
  switch (kind) {
    case 'shell':
      return { of: 'commands' };
    case 'edit':
      return { of: 'edits' };
    case 'request':
      return { of: 'requests' };
    case 'built-in':
    case 'everything':
      return { of: kind };
    default:
      return { of: 'tool' };
  }
}
