import { type Binding, sitesFor } from '../names/names.js';
import { eitherOf } from './containers.js';
import type { Value, Written } from './value.js';

/** A name that is given one list or another: what any of them holds may be there. */
export function eitherSite(binding: Binding, use: number, at: Written): Value | undefined {
  const { file } = binding;
  const sites = sitesFor(binding, use);
  const values = sites.flatMap(({ source }) =>
    source.kind === 'value' && source.steps.length === 0 && !source.fallback ? [source.value] : [],
  );
  const [first] = values;
  if (!first || values.length !== sites.length || values.length < 2) return undefined;
  return eitherOf({ file, node: at.file === file ? at.node : first }, values);
}
