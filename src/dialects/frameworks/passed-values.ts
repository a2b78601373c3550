import { keptForBoth } from '../../model/once.js';
import {
  type CallShape,
  dependsOn,
  memberIn,
  type Shape,
  shapeOf,
  type Traced,
} from '../../program/index.js';

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

/** What services keep beside a request, and do nothing by it: documentation of the Stripe API (2026-11-30). */
const NOTES = 'metadata';

const NO_END = (): boolean => false;

/** The kinds and places of all that a call is passed: each test in front of it asks. */
const placesIn = keptForBoth((call: CallShape, isEnd: (one: Traced) => boolean): ReadonlySet<string> => {
  const found = new Set<string>();
  const notes = new Set<Shape>();
  dependsOn(call, (one) => {
    const shape = shapeOf(one);
    if (notes.has(shape) || isEnd(one)) return false;
    const note = shape.kind === 'call' ? shape.named.get(NOTES) : memberIn(one, NOTES);
    if (note) notes.add(shapeOf(note));
    return void found.add(placeOf(one));
  });
  return found;
});

function placeOf(one: Traced): string {
  const { kind, at } = shapeOf(one);
  return `${kind} ${at.file.file}:${at.span.start}`;
}
