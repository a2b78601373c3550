import { codeSpan } from '../../model/index.js';
import { keptFor, keptIn } from '../../model/once.js';
import {
  contains,
  dependsOn,
  PARAMETERS,
  parameterIn,
  type Reach,
  type Shape,
  shapeOf,
  spellingOf,
  type Traced,
  type Value,
} from '../../program/index.js';
import { ASKING_WORDS, MOST_STEPS, memberRead, settingIn } from './deciders/deciders.js';
import { whenUnset } from './deciders/unset.js';

/** Values that depend on what the model gives, by the function that is judged. */
const givenValues = keptFor((_: Reach['isGiven']) => new WeakMap<Shape, boolean>());

/** Whether a value depends on what the model gives. */
export const isOfGiven = (value: Traced, { isGiven }: Pick<Reach, 'isGiven'>): boolean =>
  keptIn(givenValues(isGiven), shapeOf(value), () => contains(value, isGiven, PARAMETERS));

/** Calls that compare two texts. */
const COMPARING: ReadonlySet<string> = new Set(
  'compare_digest timingSafeEqual safe_str_cmp constant_time_compare'.split(' '),
);

/**
 * A test that an approval which the model passes is one of a setting without a default, or signed with it: the model
 * may have it from a person.
 */
export function secretIn(test: Value, reach: Pick<Reach, 'isGiven'>): string | undefined {
  const shape = shapeOf(test);
  const isCompared =
    (shape.kind === 'compare' && (shape.operator === 'equal' || shape.operator === 'in')) ||
    (shape.kind === 'call' && COMPARING.has(shape.name));
  if (!isCompared || !isOfGiven(test, reach)) return undefined;
  const names: string[] = [];
  dependsOn(test, (one) => {
    const name = settingIn(one);
    if (name === undefined || whenUnset(one)?.value != null) return undefined;
    names.push(name);
    return false;
  });
  const [name] = names;
  const spelled = spellingOf(test);
  if (name === undefined || !ASKING_WORDS.test(`${spelled} ${name}`)) return undefined;
  return `${codeSpan(spelled)} with the secret ${codeSpan(name)}`;
}

/** The name of what the model passes: `confirm`, `input.confirm`, `args["confirm"]`, `args.get("confirm")`. */
export function givenIn(value: Traced, reach: Pick<Reach, 'isGiven'>, left = MOST_STEPS): string | undefined {
  const parameter = parameterIn(value);
  if (parameter) return reach.isGiven(value) ? parameter.name : undefined;
  const read = left > 0 ? memberRead(value) : undefined;
  return read && givenIn(read.object, reach, left - 1) !== undefined ? read.name : undefined;
}
