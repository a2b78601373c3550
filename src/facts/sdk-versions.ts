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
