import { keptForBoth } from '../../model/once.js';
import { type CallShape, dependsOn, shapeOf, type Traced } from '../../program/index.js';

/**
 * Whether one of some calls is passed a value, also where a test has narrowed that in between. `isEnd`: what is not looked
 * through.
 */
export function isPassedToOne(
  calls: readonly CallShape[],
  value: Traced,
  isEnd: (one: Traced) => boolean = NO_END,
): boolean {
  const place = placeOf(value);
  return calls.some((call) => placesIn(call, isEnd).has(place));
}

const NO_END = (): boolean => false;

/** The kinds and places of all that a call is passed: each test in front of it asks. */
const placesIn = keptForBoth((call: CallShape, isEnd: (one: Traced) => boolean): ReadonlySet<string> => {
  const found = new Set<string>();
  dependsOn(call, (one) => (isEnd(one) ? false : void found.add(placeOf(one))));
  return found;
});

function placeOf(one: Traced): string {
  const { kind, at } = shapeOf(one);
  return `${kind} ${at.file.file}:${at.span.start}`;
}
