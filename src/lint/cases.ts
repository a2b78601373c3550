import { mergeRequirements } from '../decide/index.js';
import type { AgentSystem, ConfigLayer, LoosenedRequirement, Place, Requirements } from '../model/index.js';
import type { ProjectFile } from '../systems/index.js';
import { overrideHolds } from './levels.js';

/** One system with everything that holds for it. */
export interface Case {
  system: AgentSystem;
  layers: readonly ConfigLayer[];
  requirements: Requirements;
  loosened: readonly LoosenedRequirement[];
  /** Where the needs are stated, in the file or in the configuration. */
  needsAt: Place | undefined;
}

/** Cases that share the same merged requirements, and so a decision. */
export interface Group {
  requirements: Requirements;
  cases: Case[];
}

/** The systems of the files, grouped by the requirements that hold for them, in the order of the files. */
export function groupedCases(files: readonly ProjectFile[]): Group[] {
  const groups = new Map<string, Group>();
  for (const file of files) {
    for (const system of file.systems) {
      const one = caseOf(system, file.layers);
      const key = keyOf(one.requirements);
      const group = groups.get(key);
      if (group) group.cases.push(one);
      else groups.set(key, { requirements: one.requirements, cases: [one] });
    }
  }
  return [...groups.values()];
}

function caseOf(system: AgentSystem, layers: readonly ConfigLayer[]): Case {
  const linted = { file: system.file, dialect: system.dialect, surface: system.surface };
  const stated = layers.flatMap((layer) => [
    ...(layer.requirements ? [layer.requirements] : []),
    ...layer.overrides.flatMap((one) =>
      one.requirements && overrideHolds(one, linted) ? [one.requirements] : [],
    ),
  ]);
  if (system.stated) stated.push(system.stated);
  const needsAt = stated.findLast((one) => one.places.needs)?.places.needs;
  return { system, layers, needsAt, ...mergeRequirements(stated) };
}

/** Requirements with the same keys and values have the same text, in whatever order their keys stand. */
function keyOf(requirements: Requirements): string {
  const keys = Object.keys(requirements).sort() as (keyof Requirements)[];
  return JSON.stringify(keys.map((key) => [key, requirements[key]]));
}
