import type { ToolKind } from '../../model/index.js';
import facts from './tool-kinds.json' with { type: 'json' };

const normalised = (type: string) => type.toLowerCase().replaceAll('-', '_');

const KIND_OF: ReadonlyMap<string, ToolKind> = new Map(
  Object.entries(facts.kinds).flatMap(([kind, types]) =>
    types.map((type): [string, ToolKind] => [type, kind as ToolKind]),
  ),
);

/** The spec's kind that a tool type names, in any case and with `-` or `_`; `other` where it names none. */
export function kindOfType(type: string): ToolKind {
  return KIND_OF.get(type) ?? KIND_OF.get(normalised(type)) ?? 'other';
}

/** Whether an environment type says, in any spelling, that the caller hosts the sandbox. */
export function isSelfHosted(type: string): boolean {
  return type.toLowerCase().replace(/[_-]/g, '') === 'selfhosted';
}
