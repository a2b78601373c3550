import {
  type CallShape,
  callIn,
  dependsOn,
  kindOf,
  kindsIn,
  type Reach,
  shapeOf,
  type Value,
} from '../../program/index.js';
import { isAsking } from './deciders/deciders.js';

const ASKED = kindOf((one) => {
  const call = callIn(one);
  return call !== undefined && isAsking(call);
});

/**
 * A question in a test that a person answered before what runs now: at the start of the program, or in an earlier call. Which
 * call the answer is about is not known.
 */
export function earlierIn(
  test: Value,
  { gives, functionAt }: Partial<Pick<Reach, 'gives' | 'functionAt'>>,
): CallShape | undefined {
  let found: CallShape | undefined;
  if (!gives || kindsIn(test, ASKED) === 0) return undefined;
  dependsOn(test, (one) => {
    const { kind } = shapeOf(one);
    // What is put into an object of the run, is of the run.
    if ((kind === 'list' || kind === 'record') && functionAt?.(one) !== undefined) return false;
    const call = callIn(one);
    if (!call || !isAsking(call)) return undefined;
    if (gives(call)) return false;
    found = call;
    return true;
  });
  return found;
}
