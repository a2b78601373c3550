import { mergeRequirements } from '../decide/index.js';
import type {
  AgentSystem,
  ConfigLayer,
  LoosenedRequirement,
  Place,
  Requirements,
  StatedRequirements,
} from '../model/index.js';
import { type LintedFile, overridesFor } from './severities.js';

/** One system with everything that applies to it. */
export interface LintTarget {
  system: AgentSystem;
  layers: readonly ConfigLayer[];
  requirements: Requirements;
  loosened: readonly LoosenedRequirement[];
  /** Where the needs are stated, in the file or in the configuration. */
  needsAt: Place | undefined;
}

/** Merges the requirements of the configuration, of its overrides and of the file. */
export function lintTarget(system: AgentSystem, layers: readonly ConfigLayer[]): LintTarget {
  const stated = statedBy(layers, system);
  if (system.stated) stated.push(system.stated);
  const needsAt = stated.findLast((one) => one.places.needs)?.places.needs;
  const { requirements, loosened } = mergeRequirements(stated);
  return { system, layers, needsAt, requirements, loosened };
}

/** The requirements that the configuration and its overrides state for a file in which no agent is known. */
export function requirementsAt(file: string, layers: readonly ConfigLayer[]): Requirements {
  return mergeRequirements(statedBy(layers, withoutAgent(file))).requirements;
}

/** The requirements that a policy from outside the repository states for a file. */
export const statedByPolicy = (layers: readonly ConfigLayer[], file: LintedFile): StatedRequirements[] =>
  statedBy(
    layers.filter(({ policy }) => policy !== undefined),
    file,
  );

/** A file in which no agent is known. */
export const withoutAgent = (file: string): LintedFile => ({ file, dialect: '', surface: 'product' });

/** What the configuration and its overrides require of a file, the outermost first. */
export function statedBy(
  layers: readonly ConfigLayer[],
  { file, dialect, surface }: LintedFile,
): StatedRequirements[] {
  const linted = { file, dialect, surface };
  return layers.flatMap((layer) => [
    ...(layer.requirements ? [layer.requirements] : []),
    ...overridesFor(layer, linted).flatMap(({ requirements }) => requirements ?? []),
  ]);
}

/** Requirements with the same keys and values have the same text, in whatever order their keys stand. */
export function requirementsKey(requirements: Requirements): string {
  const keys = Object.keys(requirements).sort() as (keyof Requirements)[];
  return JSON.stringify(keys.map((key) => [key, requirements[key]]));
}

/** Whether two requirements are known to be the same at a glance: of those that give reasons it is not. */
export function areAlike(some: Requirements, others: Requirements): boolean {
  for (const key in some) {
    if (!areSame(some[key as keyof Requirements], others[key as keyof Requirements])) return false;
  }
  for (const key in others) if (some[key as keyof Requirements] === undefined) return false;
  return true;
}

function areSame(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && one.every((item, index) => item === other[index]);
}
