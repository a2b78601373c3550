import facts from './built-in.json' with { type: 'json' };

type Deed = 'read' | 'change' | 'shell' | 'agent';

const indexed = <T extends string>(lists: Readonly<Record<string, readonly string[]>>, kinds: readonly T[]) =>
  new Map(kinds.flatMap((kind) => (lists[kind] ?? []).map((name) => [name, kind] as const)));

/** What the built-in toolsets do, by their type. */
export const TOOLSETS: ReadonlyMap<string, Deed> = indexed(facts.toolsets, [
  'read',
  'change',
  'shell',
  'agent',
]);

/** What single built-in tools do, by the name that `permissions` calls them. */
export const TOOLS: ReadonlyMap<string, 'read' | 'change'> = indexed(facts.tools, ['read', 'change']);

/** Tools that run any command. */
export const SHELLS: readonly string[] = facts.tools.shell;

/** Tools that write any file. */
export const EDITORS: ReadonlySet<string> = new Set(facts.tools.edit);
