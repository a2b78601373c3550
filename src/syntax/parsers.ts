import type * as Jsonc from 'jsonc-parser';
import type * as Toml from 'toml-eslint-parser';
import type * as Yaml from 'yaml';
import type { Format } from './node.js';

/** The parsers loaded so far. Loading is the only asynchronous step, so that all reading is synchronous. */
const loaded: { jsonc?: typeof Jsonc; yaml?: typeof Yaml; toml?: typeof Toml } = {};

/**
 * Loads the parsers that these formats need, once. Reading a file whose format was not named here throws.
 * YAML's is loaded for YAML and for front matter; the one for JSON serves positions, comments and request bodies. Grammars of code are
 * loaded by `openCode`.
 */
export async function loadParsers(formats: Iterable<Format>): Promise<void> {
  for (const format of formats) {
    if (format === 'yaml' || format === 'markdown') loaded.yaml ??= unwrap(await import('yaml'));
    else if (format === 'toml') loaded.toml ??= unwrap(await import('toml-eslint-parser'));
    else if (format !== 'code' && format !== 'environment')
      loaded.jsonc ??= unwrap(await import('jsonc-parser'));
  }
}

/** The JSON parser with positions. Throws where `loadParsers` was not called: a mistake of ours. @internal */
export function jsonc(): typeof Jsonc {
  if (!loaded.jsonc) throw new Error('loadParsers was not called for JSON');
  return loaded.jsonc;
}

/** The YAML parser. Throws where `loadParsers` was not called: a mistake of ours. @internal */
export function yaml(): typeof Yaml {
  if (!loaded.yaml) throw new Error('loadParsers was not called for YAML');
  return loaded.yaml;
}

/** The TOML parser. Throws where `loadParsers` was not called: a mistake of ours. @internal */
export function toml(): typeof Toml {
  if (!loaded.toml) throw new Error('loadParsers was not called for TOML');
  return loaded.toml;
}

/** A CommonJS module seen through a dynamic import holds its exports under `default`, by name or both. */
function unwrap<T extends object>(module: T): T {
  return 'default' in module && typeof module.default === 'object' ? (module.default as T) : module;
}
