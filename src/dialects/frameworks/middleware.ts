import { parameterIn, shapeOf, type Value } from '../../program/index.js';

/** Whether a function is a parameter, or one of all that is passed: `args[1]`. */
export function isOfParameter(callee: Value): boolean {
  const shape = shapeOf(callee);
  return parameterIn(shape.kind === 'index' ? shape.object : callee) !== undefined;
}
