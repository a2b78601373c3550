import type { Runtime } from '../model/index.js';
import facts from './runtime-parts.json' with { type: 'json' };

/** What a move from one runtime to another takes with it, what the other is not shown to have, and what is to be built. */
export interface Migration {
  moves: readonly string[];
  /** What the spec names for the first runtime and not for the second. */
  withoutCounterpart: string[];
  build: string;
}

/** The move from one runtime to another. Source: spec, section 1, table of runtimes. */
export function migrationBetween(from: Runtime, to: Runtime): Migration {
  const withoutCounterpart = facts.parts
    .filter((part) => part.in.includes(from) && !part.in.includes(to))
    .map(({ name }) => name);
  return { moves: facts.moves, withoutCounterpart, build: facts.duties[to] };
}
