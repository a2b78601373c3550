import type { Runtime } from '../model/index.js';
import facts from './migrations.json' with { type: 'json' };

/** What the agents have or use: a consequence that names it applies only to them. */
export type MigrationSubject =
  | 'function-tools'
  | 'operator-tools'
  | 'mcp'
  | 'handoffs'
  | 'delegation'
  | 'hosted-sandbox'
  | 'sandbox';

/** One consequence of moving agents to another runtime, with the section of the spec that it follows from. */
export interface Consequence {
  text: string;
  section: string;
  when?: MigrationSubject;
}

/** What moving agents from one runtime to another means. Source: spec, sections 1, 2, 4, 6, 8 and 9. */
export interface MigrationFacts {
  from: Runtime;
  to: Runtime;
  moves: readonly Consequence[];
  /** What the other runtime is not shown to have. */
  noCounterpart: readonly Consequence[];
  build: readonly Consequence[];
}

const MIGRATIONS = facts.migrations as readonly MigrationFacts[];

/** The consequences of moving from one runtime to another. Throws where the data file lacks the pair. */
export function migrationFacts(from: Runtime, to: Runtime): MigrationFacts {
  const found = MIGRATIONS.find((one) => one.from === from && one.to === to);
  if (found === undefined) throw new Error(`No migration from ${from} to ${to} in migrations.json`);
  return found;
}
