import { isRecordClass } from '../../../facts/record-modules.js';
import { objectOf } from './containers.js';
import { originOf } from './members.js';
import type { CallValue, Value } from './value.js';

/** Classes of a project that extend each other are followed no further than this. */
const DEEPEST = 4;
const TYPED_DICT = /^(?:typing|typing_extensions)\.(?:.{1,40}\.)?TypedDict$/;

/**
 * The dict that a call of a class gives in Python where its instances are dicts: `Mcp(type="mcp", ...)` of the public
 * client's types, a `TypedDict` of the project. Undefined for any other call.
 */
export function recordMade({ at, positional, named, target }: CallValue): Value | undefined {
  if (!at.file.language.isPython || positional.length > 0 || named.length === 0) return undefined;
  return makesRecords(target(), 0) ? objectOf(at, named) : undefined;
}

function makesRecords(made: Value, depth: number): boolean {
  if (made.kind === 'definition') {
    if (made.definition.kind !== 'class' || depth > DEEPEST) return false;
    const { file } = made.at;
    return made.definition.bases.some((base) => makesRecords(file.project.evaluate(file, base), depth + 1));
  }
  const origin = originOf(made);
  if (!origin || origin.file !== undefined) return false;
  const dotted = `${origin.module}.${origin.dotted}`;
  return depth > 0 ? TYPED_DICT.test(dotted) : isRecordClass(dotted);
}
