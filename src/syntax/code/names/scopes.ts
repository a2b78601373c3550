import { countWhile } from '../../../model/sorted.js';

/** What a stretch of a file means for names. */
export type ScopeKind = 'module' | 'function' | 'class' | 'block' | 'branch' | 'attempt';

/** A stretch in which names are declared, or that may not run (`branch`) or may be left early (`attempt`). */
export interface Scope {
  kind: ScopeKind;
  start: number;
  end: number;
  parent: Scope | undefined;
}

/** Stretches of a file by offset, each inside the one around it. */
export interface Scopes {
  /** The innermost scope around an offset; the one that begins there is not around it. */
  around(offset: number): Scope;
  /** The scope that begins at an offset. */
  startingAt(offset: number, kind: ScopeKind): Scope | undefined;
}

/** The scope of a whole file. */
export const moduleScope = (length: number): Scope => ({
  kind: 'module',
  start: -1,
  end: length + 1,
  parent: undefined,
});

/** Nests stretches of a module. Those that overlap without one holding the other do not come from a tree and are cut. */
export function nestScopes(
  stretches: readonly { kind: ScopeKind; start: number; end: number }[],
  module: Scope,
): Scopes {
  const ordered = [...stretches].sort((a, b) => a.start - b.start || b.end - a.end);
  const scopes: Scope[] = [];
  let open: Scope = module;
  for (const { kind, start, end } of ordered) {
    while (open.end <= start && open.parent) open = open.parent;
    open = { kind, start, end: Math.min(end, open.end), parent: open };
    scopes.push(open);
  }
  /** Index of the last scope that starts before an offset, or -1. */
  const lastBefore = (offset: number): number => countWhile(scopes, ({ start }) => start < offset) - 1;
  return {
    around(offset) {
      let scope: Scope = scopes[lastBefore(offset)] ?? module;
      while (scope.parent && scope.end <= offset) scope = scope.parent;
      return scope;
    },
    startingAt(offset, kind) {
      for (let i = lastBefore(offset) + 1; scopes[i]?.start === offset; i++) {
        if (scopes[i]?.kind === kind) return scopes[i];
      }
      return undefined;
    },
  };
}

/** The scope itself or the next one outward of one of these kinds. */
export function outward(scope: Scope, kinds: readonly ScopeKind[]): Scope {
  let at = scope;
  while (at.parent && !kinds.includes(at.kind)) at = at.parent;
  return at;
}
