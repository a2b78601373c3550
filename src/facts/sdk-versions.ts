import type { ParameterNeed } from '../model/remedy.js';
import facts from './sdk-versions.json' with { type: 'json' };

/** Since when a package takes a parameter. */
export interface ParameterVersion extends ParameterNeed {
  /** What takes it: functions and classes as the package exports them. */
  of: readonly string[];
  language: 'python' | 'typescript';
  source: string;
}

export const PARAMETER_VERSIONS = facts.parameters as readonly ParameterVersion[];

/** Since when something takes a parameter; undefined where that is not recorded. */
export function parameterVersion(
  language: ParameterVersion['language'],
  of: string,
  parameter: string,
): ParameterVersion | undefined {
  return PARAMETER_VERSIONS.find(
    (one) => one.language === language && one.parameter === parameter && one.of.includes(of),
  );
}

/** Whether a version is older than another, by their numbers; a part that is no number counts as 0. */
export function isOlder(version: string, than: string): boolean {
  const [one, other] = [version, than].map((text) =>
    text.split(/[.+-]/).map((part) => Number.parseInt(part, 10) || 0),
  );
  for (let index = 0; index < 3; index++) {
    const difference = (one?.[index] ?? 0) - (other?.[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
