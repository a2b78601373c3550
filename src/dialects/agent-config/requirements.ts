import { isRegion } from '../../facts/regions.js';
import { validateRequirements } from '../../generated/validators.js';
import type { Place, Requirements, StatedRequirements } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';

/**
 * Reads `requirements` with the place of each key. Keys that break the schema are left out here:
 * `config/schema` reports them, and a wrong requirement is never guessed.
 */
export function readRequirements(node: SyntaxNode | undefined): StatedRequirements | undefined {
  if (node?.kind !== 'object') return undefined;
  const isValid = validateRequirements(node.toValue());
  const requirements: Record<string, unknown> = {};
  const places: Partial<Record<keyof Requirements, Place>> = {};
  for (const key of node.keys()) {
    const child = node.get(key);
    if (child === undefined || !(isValid || validateRequirements({ [key]: child.toValue() }))) continue;
    if (key === 'residency' && !namesRegions(child)) continue;
    requirements[key] = child.toValue();
    places[key as keyof Requirements] = child.at(
      child.kind === 'object' || child.kind === 'array' ? 'key' : 'value',
    );
  }
  return { requirements: requirements as Requirements, at: node.at('key'), places };
}

const namesRegions = (node: SyntaxNode) => node.items().every((item) => isRegion(String(item.scalar)));
