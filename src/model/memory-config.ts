import type { ConfigLayer, ResolvedConfig } from './config.js';

const NONE: readonly ConfigLayer[] = [];

/** A configuration that says nothing. */
export function noConfig(): ResolvedConfig {
  return { layersFor: () => NONE, layers: () => NONE };
}
