import type { Expression } from '../ir/ir.js';
import { originOf, type SetEvent, type Value } from '../values/value.js';

/** Whether a variable of the environment is set: `os.environ["X"] = "y"`, `process.env.X = 'y'`. */
export const setsEnvironment = ({ file, object, place }: SetEvent): boolean =>
  file.language.environment === 'os.environ'
    ? isOsEnvironment(object)
    : 'object' in place && isProcessEnvironment(place.object);

/** `process.env`, `import.meta.env` */
function isProcessEnvironment(one: Expression): boolean {
  if (one.kind === 'same') return isProcessEnvironment(one.value);
  if (one.kind !== 'member' || one.property !== 'env') return false;
  const { object } = one;
  return object.kind === 'name' ? object.name === 'process' : isImportMeta(object);
}

/** `import.meta` */
export const isImportMeta = (one: Expression): boolean =>
  one.kind === 'member' &&
  one.property === 'meta' &&
  one.object.kind === 'name' &&
  one.object.name === 'import';

/** `os.environ`, whose members are known only at run time. */
export function isOsEnvironment(value: Value): boolean {
  const origin = originOf(value);
  return origin?.module === 'os' && origin.dotted === 'environ';
}
