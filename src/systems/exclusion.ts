import type { ConfigLayer, ResolvedConfig } from '../model/index.js';
import type { ReadOptions } from './project-file.js';

/** The excluded files: by the configuration, or by an option of the run. */
export interface Exclusion {
  /** Whether a file is excluded. */
  isExcluded(file: string, layers: readonly ConfigLayer[]): boolean;
  /** Whether it is not read at all: no rule is locked for it, or the run ignores locked rules. */
  isLeftOut(file: string, layers: readonly ConfigLayer[]): boolean;
}

export function exclusionOf(
  config: ResolvedConfig,
  { lockedRules }: Pick<ReadOptions, 'lockedRules'> = {},
): Exclusion {
  const isExcluded: Exclusion['isExcluded'] = (file, layers) =>
    layers.some((layer) => layer.excludes(file)) || config.excludes?.(file) === true;
  return {
    isExcluded,
    isLeftOut: (file, layers) =>
      isExcluded(file, layers) && !(lockedRules === true && layers.some((layer) => layer.locks)),
  };
}

/** Whether the configuration, or an option of the run, excludes a file. */
export const excludedBy =
  (config: ResolvedConfig) =>
  (file: string): boolean =>
    exclusionOf(config).isExcluded(file, config.layersFor(file));
