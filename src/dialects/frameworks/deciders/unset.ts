import { isTestFile } from '../../../model/test-file.js';
import {
  callIn,
  constantIn,
  dependsOn,
  type EnvironmentVariable,
  type Guard,
  isKnownAs,
  isSameValue,
  parameterIn,
  type Known,
  type KnownValues,
  NONE,
  shapeOf,
  sourceOf,
  type Traced,
  testedIn,
  textOf,
  type Value,
  valueWhere,
} from '../../../program/index.js';
import { settingIn, settingOfRun } from './deciders.js';

/**
 * What a value is where no setting is set but those that files of the project set, as far as these and the defaults in
 * the program show it; undefined where that is not known.
 */
export const whenUnset = (value: Traced): Known | undefined => valueWhere(value, unsetValues(value, false));

/** The variable of a name, where a file of the project sets it. */
const variableOf = (one: Traced, name: string | undefined): EnvironmentVariable | undefined =>
  name === undefined ? undefined : shapeOf(one).at.file.variable(name);

/** The name that a test searches in all settings: `"APPROVE" in os.environ`. */
function keyIn(test: Traced): string | undefined {
  const shape = shapeOf(test);
  if (shape.kind !== 'compare' || shape.operator !== 'in') return undefined;
  const isAll = !callIn(shape.right) && settingIn(shape.right) !== undefined;
  return isAll ? textOf(shape.left) : undefined;
}

/** A setting that decides something. */
export interface Setting {
  readonly name: string;
  /** The file of the project that sets it. */
  readonly setIn?: string | undefined;
  /** Whether each run of an agent may state it; others are those of the program. */
  readonly isOfRun?: true;
}

/** A setting that has to switch a gate on. */
export interface Switch extends Setting {
  /** The value that does; undefined where any one does, or none is known. */
  readonly on?: string | undefined;
  /** What the program takes where it is not set, as it is written. */
  readonly fallback?: string | undefined;
  /** A value for it that switches the gate on, as it is written; undefined where none is known. */
  readonly better?: string | undefined;
}

/** The setting that a value reads, or searches; undefined for others. */
export function settingOf(one: Traced): Setting | undefined {
  const name = keyIn(one) ?? settingIn(one);
  if (name === undefined) return undefined;
  const isOfRun = settingOfRun(one) !== undefined;
  return { name, setIn: variableOf(one, name)?.at.file, ...(isOfRun ? { isOfRun } : {}) };
}

/** The first setting that a value is computed from. One of a run is only a part of it, unless it decides it alone. */
export function settingWithin(value: Traced): Setting | undefined {
  let found: Setting | undefined;
  dependsOn(value, (one) => {
    const setting = settingOf(one);
    if (setting && !(setting.isOfRun && !whenUnset(value))) found ??= setting;
    return found ? true : undefined;
  });
  return found;
}

/** A setting with the value that makes a test hold, or fail: what switches a gate on. */
export const switchIn = (value: Value, setting: Setting, holds: boolean): Switch =>
  switchBy(value, setting, (given) => isKnownAs(valueWhere(value, given), holds));

/** The same for a gate that is on where `isOn` says so of what is known. */
export function switchBy(value: Traced, setting: Setting, isOn: (given: KnownValues) => boolean): Switch {
  const unset = unsetValues(value, false);
  const isOnWith = (set: string): boolean =>
    isOn((one, of) => {
      if (settingOf(one)?.name !== setting.name) return unset(one, of);
      return { value: keyIn(one) === undefined ? set : true };
    });
  const constants: string[] = [];
  let fallback: Value | undefined;
  dependsOn(value, (one) => {
    const shape = shapeOf(one);
    if (shape.kind === 'constant' && shape.scalar != null) constants.push(String(shape.scalar));
    if (shape.kind === 'logical' && settingOf(shape.left)) fallback ??= shape.right;
    if (shape.kind === 'call' && settingIn(one) === setting.name) fallback ??= shape.given[1];
    return undefined;
  });
  const on = isOnWith(SOME_VALUE)
    ? undefined
    : [...constants.toReversed(), ...LIKELY].find((one) => one !== setting.name && isOnWith(one));
  const otherwise = constantIn(fallback);
  const written = fallback && otherwise && sourceOf(fallback);
  const set = on ?? [...LIKELY, ...UNLIKELY].find((one) => one !== '1' && isOnWith(one));
  const better =
    typeof otherwise?.scalar === 'boolean'
      ? otherwise.at.file.language.writing.words[otherwise.scalar ? 'false' : 'true']
      : set && JSON.stringify(set);
  return { ...setting, on, fallback: written, better };
}

/** A setting with a better value only where one test alone reads it: `AUTO ?? "true"` also tests whether it is set. */
export function testedOnce(setting: Switch, guards: readonly Guard[]): Switch {
  const [first, ...others] = testedIn(guards).filter((one) => settingWithin(one)?.name === setting.name);
  const isOne = others.every((one) => isSameValue(one, first));
  return isOne ? setting : { ...setting, better: undefined };
}

/** Values by which people switch something off. */
const UNLIKELY: readonly string[] = ['false', 'no', 'off', '0'];

/** A value that no test compares with. */
const SOME_VALUE = 'any value';

/** Values that tests convert. */
const LIKELY: readonly string[] = ['true', '1'];

const isOfTest = (one: Traced): boolean => isTestFile(shapeOf(one).at.file.file);

/** Settings are what the files of the project set; others have their defaults. `omits`: so do parameters. */
export function unsetValues(whole: Traced, omits: boolean): KnownValues {
  // In a test program all counts; else what a test passes is no default.
  const isTest = isOfTest(whole);
  return (one, of) => {
    const [name, key] = [settingIn(one), keyIn(one)];
    const set = variableOf(one, name);
    if (set) return { value: set.value };
    if (key !== undefined) return { value: variableOf(one, key) !== undefined };
    const fallback = callIn(one)?.given[1];
    if (name !== undefined) return fallback ? (of(fallback) ?? 'unknown') : NONE;
    if (constantIn(one)) return isTest || !isOfTest(one) ? undefined : 'unknown';
    const parameter = parameterIn(one);
    if (!parameter) return undefined;
    // Only a constant is what it is where nothing is passed.
    const own = parameter.fallback?.kind === 'scalar' ? parameter.fallback : undefined;
    return omits ? (of(own) ?? NONE) : 'unknown';
  };
}
