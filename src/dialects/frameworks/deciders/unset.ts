import { isTestFile } from '../../../model/test-file.js';
import { dependsOn, type EnvironmentVariable, type Term } from '../../../program/index.js';
import { settingIn } from './deciders.js';
import { type Known, type KnownTerms, valueWhere } from './known-values.js';

const NONE: Known = { value: null };

/**
 * The value of a term where no setting is set but those that files of the project set, as far as these and the defaults in
 * the program show it; undefined where that is not known.
 */
export const whenUnset = (term: Term): Known | undefined => valueWhere(term, unsetTerms(term, false));

/** The same where the callers of functions pass nothing either. */
export const whenOmitted = (term: Term): Known | undefined => valueWhere(term, unsetTerms(term, true));

/** The variable that a term reads, where a file of the project sets it. */
const setVariable = (term: Term): EnvironmentVariable | undefined => variableOf(term, settingIn(term));

const variableOf = ({ at }: Term, name: string | undefined): EnvironmentVariable | undefined =>
  name === undefined ? undefined : at.file.variable(name);

/** The name that a test searches in all settings: `"APPROVE" in os.environ`. */
function keyIn(term: Term): string | undefined {
  if (term.kind !== 'compare' || term.operator !== 'in') return undefined;
  const { left, right } = term;
  const isAll = right.kind !== 'call' && settingIn(right) !== undefined;
  return isAll && left.kind === 'constant' && typeof left.scalar === 'string' ? left.scalar : undefined;
}

/** A setting that decides something, and the file of the project that sets it. */
export interface Setting {
  readonly name: string;
  readonly setIn?: string | undefined;
}

/** The setting that a term reads, or searches; undefined for other terms. */
export function settingOf(term: Term): Setting | undefined {
  const name = keyIn(term) ?? settingIn(term);
  return name === undefined ? undefined : { name, setIn: variableOf(term, name)?.setIn };
}

/** The first setting that a value is computed from. */
export function settingWithin(term: Term): Setting | undefined {
  let found: Setting | undefined;
  dependsOn(term, (one) => {
    found ??= settingOf(one);
    return found ? true : undefined;
  });
  return found;
}

const isOfTest = ({ at }: Term): boolean => isTestFile(at.file.file);

/** Settings are what the files of the project set; others have their defaults. `omits`: so do parameters. */
function unsetTerms(whole: Term, omits: boolean): KnownTerms {
  // In a test program all counts; else what a test passes is no default.
  const isTest = isOfTest(whole);
  return (term, of) => {
    const set = setVariable(term);
    if (set) return { value: set.value };
    if (term.kind === 'compare' && term.operator === 'in' && keyIn(term) !== undefined)
      return { value: variableOf(term, keyIn(term)) !== undefined };
    if (settingIn(term) !== undefined)
      return term.kind === 'call' && term.given.length > 1 ? (of(term.given[1]) ?? 'unknown') : NONE;
    if (term.kind === 'constant') return isTest || !isOfTest(term) ? undefined : 'unknown';
    if (term.kind === 'parameter') return omits ? (of(term.fallback) ?? NONE) : 'unknown';
    return undefined;
  };
}
