import { isTestFile } from '../../../model/test-file.js';
import {
  dependsOn,
  type EnvironmentVariable,
  isKnownAs,
  type Known,
  type KnownTerms,
  type Step,
  sourceOf,
  type Term,
  testedIn,
  valueWhere,
} from '../../../program/index.js';
import { settingIn, settingOfRun } from './deciders.js';

const NONE: Known = { value: null };

/**
 * The value of a term where no setting is set but those that files of the project set, as far as these and the defaults in
 * the program show it; undefined where that is not known.
 */
export const whenUnset = (term: Term): Known | undefined => valueWhere(term, unsetTerms(term, false));

/** The same where the callers of functions pass nothing either. */
export const whenOmitted = (term: Term): Known | undefined => valueWhere(term, unsetTerms(term, true));

/** The variable of a name, where a file of the project sets it. */
const variableOf = ({ at }: Term, name: string | undefined): EnvironmentVariable | undefined =>
  name === undefined ? undefined : at.file.variable(name);

/** The name that a test searches in all settings: `"APPROVE" in os.environ`. */
function keyIn(term: Term): string | undefined {
  if (term.kind !== 'compare' || term.operator !== 'in') return undefined;
  const { left, right } = term;
  const isAll = right.kind !== 'call' && settingIn(right) !== undefined;
  return isAll && left.kind === 'constant' && typeof left.scalar === 'string' ? left.scalar : undefined;
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

/** The setting that a term reads, or searches; undefined for other terms. */
export function settingOf(term: Term): Setting | undefined {
  const name = keyIn(term) ?? settingIn(term);
  if (name === undefined) return undefined;
  const isOfRun = settingOfRun(term) !== undefined;
  return { name, setIn: variableOf(term, name)?.at.file, ...(isOfRun ? { isOfRun } : {}) };
}

/** The first setting that a value is computed from. One of a run is only a part of it, unless it decides it alone. */
export function settingWithin(term: Term): Setting | undefined {
  let found: Setting | undefined;
  dependsOn(term, (one) => {
    const setting = settingOf(one);
    if (setting && !(setting.isOfRun && !whenUnset(term))) found ??= setting;
    return found ? true : undefined;
  });
  return found;
}

/** A setting with the value that makes a test hold, or fail: what switches a gate on. */
export const switchIn = (term: Term, setting: Setting, holds: boolean): Switch =>
  switchBy(term, setting, (given) => isKnownAs(valueWhere(term, given), holds));

/** The same for a gate that is on where `isOn` says so of what is known. */
export function switchBy(term: Term, setting: Setting, isOn: (given: KnownTerms) => boolean): Switch {
  const unset = unsetTerms(term, false);
  const isOnWith = (value: string): boolean =>
    isOn((one, of) => {
      if (settingOf(one)?.name !== setting.name) return unset(one, of);
      return { value: keyIn(one) === undefined ? value : true };
    });
  const constants: string[] = [];
  let fallback: Term | undefined;
  dependsOn(term, (one) => {
    if (one.kind === 'constant' && one.scalar != null) constants.push(String(one.scalar));
    if (one.kind === 'logical' && one.operator !== 'and' && settingOf(one.left)) fallback ??= one.right;
    if (one.kind === 'call' && settingIn(one) === setting.name) fallback ??= one.given[1];
    return undefined;
  });
  const on = isOnWith(SOME_VALUE)
    ? undefined
    : [...constants.toReversed(), ...LIKELY].find((value) => value !== setting.name && isOnWith(value));
  const written = fallback?.kind === 'constant' ? sourceOf(fallback) : undefined;
  const value = on ?? [...LIKELY, ...UNLIKELY].find((one) => one !== '1' && isOnWith(one));
  const better =
    fallback?.kind === 'constant' && typeof fallback.scalar === 'boolean'
      ? spelledIn(fallback, !fallback.scalar)
      : value && JSON.stringify(value);
  return {
    ...setting,
    ...(on === undefined ? {} : { on }),
    ...(written === undefined ? {} : { fallback: written }),
    ...(better === undefined ? {} : { better }),
  };
}

/** A setting with a better value only where one test alone reads it: `AUTO ?? "true"` also tests whether it is set. */
export function testedOnce(setting: Switch, steps: readonly Step[]): Switch {
  const reading = [...new Set(testedIn(steps))].filter((term) => settingWithin(term)?.name === setting.name);
  return reading.length > 1 ? { ...setting, better: undefined } : setting;
}

/** Values by which people switch something off. */
const UNLIKELY: readonly string[] = ['false', 'no', 'off', '0'];

/** A truth value as the language of a term spells it. */
const spelledIn = ({ at }: Term, value: boolean): string =>
  at.file.language.writing.words[value ? 'true' : 'false'];

/** A value that no test compares with. */
const SOME_VALUE = 'any value';

/** Values that tests convert. */
const LIKELY: readonly string[] = ['true', '1'];

/** The setting by which alone a value is computed. */
export function settingAlone(term: Term): Setting | undefined {
  const isOther = (one: Term): boolean | undefined => {
    if (settingOf(one)) return false;
    if (one.kind === 'either' && one.members.length === 0) return true;
    return one.kind === 'parameter' || one.kind === 'name' || one.kind === 'self' || undefined;
  };
  return dependsOn(term, isOther) === false ? settingWithin(term) : undefined;
}

const isOfTest = ({ at }: Term): boolean => isTestFile(at.file.file);

/** Settings are what the files of the project set; others have their defaults. `omits`: so do parameters. */
function unsetTerms(whole: Term, omits: boolean): KnownTerms {
  // In a test program all counts; else what a test passes is no default.
  const isTest = isOfTest(whole);
  return (term, of) => {
    const [name, key] = [settingIn(term), keyIn(term)];
    const set = variableOf(term, name);
    if (set) return { value: set.value };
    if (key !== undefined) return { value: variableOf(term, key) !== undefined };
    if (name !== undefined)
      return term.kind === 'call' && term.given.length > 1 ? (of(term.given[1]) ?? 'unknown') : NONE;
    if (term.kind === 'constant') return isTest || !isOfTest(term) ? undefined : 'unknown';
    if (term.kind === 'parameter') return omits ? (of(term.fallback) ?? NONE) : 'unknown';
    return undefined;
  };
}
