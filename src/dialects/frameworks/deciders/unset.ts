import { isTestFile } from '../../../model/test-file.js';
import type { Term } from '../../../program/index.js';
import { settingIn } from './deciders.js';
import { type Known, type KnownTerms, valueWhere } from './known-values.js';

const NONE: Known = { value: null };

/**
 * The value of a term where no setting of it is set, as far as the defaults in the program show it; undefined where that
 * is not known.
 */
export const whenUnset = (term: Term): Known | undefined => valueWhere(term, unsetTerms(term, false));

/** The same where the callers of functions pass nothing either. */
export const whenOmitted = (term: Term): Known | undefined => valueWhere(term, unsetTerms(term, true));

const isOfTest = ({ at }: Term): boolean => isTestFile(at.file.file);

/** Settings have their defaults. `omits`: so do parameters. */
function unsetTerms(whole: Term, omits: boolean): KnownTerms {
  // In a test program all counts; else what a test passes is no default.
  const isTest = isOfTest(whole);
  return (term, of) => {
    if (settingIn(term) !== undefined)
      return term.kind === 'call' && term.given.length > 1 ? (of(term.given[1]) ?? 'unknown') : NONE;
    if (term.kind === 'constant') return isTest || !isOfTest(term) ? undefined : 'unknown';
    if (term.kind === 'parameter') return omits ? (of(term.fallback) ?? NONE) : 'unknown';
    return undefined;
  };
}
