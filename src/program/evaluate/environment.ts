import type { Expression, Target } from '../ir/ir.js';
import { originOf, type Slot, type Value } from '../values/value.js';
import type { Frame, Machine } from './machine.js';

/** `process.env`, `import.meta.env`, `os.environ` */
function isEnvironment(m: Machine, one: Expression, frame: Frame): boolean {
  if (one.kind === 'same') return isEnvironment(m, one.value, frame);
  if (frame.file.isPython) return isOsEnvironment(m.evaluate(one, frame));
  if (one.kind !== 'member' || one.property !== 'env') return false;
  const { object } = one;
  if (object.kind === 'name') return object.name === 'process';
  return (
    object.kind === 'member' &&
    object.property === 'meta' &&
    object.object.kind === 'name' &&
    object.object.name === 'import'
  );
}

/** `os.environ`, whose members no file tells. */
export function isOsEnvironment(value: Value): boolean {
  const origin = originOf(value);
  return origin?.module === 'os' && origin.dotted === 'environ';
}

/** Records what an assignment gives to an environment variable. */
export function noteEnvironment(m: Machine, target: Target, name: string, slot: Slot, frame: Frame): void {
  if ((target.kind === 'member' || target.kind === 'index') && isEnvironment(m, target.object, frame))
    m.environment({ file: frame.file, name, slot, span: target });
}
