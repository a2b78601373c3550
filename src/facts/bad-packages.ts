import type { Launch } from '../model/index.js';
import facts from './bad-packages.json' with { type: 'json' };

/** Versions of a package that are known to do harm. */
export interface BadPackage {
  from: string;
  name: string;
  /** The first bad version. */
  atLeast: string;
  /** The first good version behind them; left out: none is known. */
  before?: string;
  /** What it does, in words that follow its name. */
  words: string;
  instead: string;
  /** The public record. */
  reference: string;
}

const PACKAGES: readonly BadPackage[] = facts.packages;

/** All three numbers: `0.1` and `0.1.2 - 0.1.40` are ranges, which may give a good version. */
const EXACT = /^=?v?\d+\.\d+\.\d+(?:[-+][\w.+-]*)?$/;

/**
 * What is known of a package at the version that is stated. A range or a tag may give a good version, so only an exact
 * version is reported; if no version is good, any version is.
 */
export function knownBad({ from, name, version }: Launch): BadPackage | undefined {
  return PACKAGES.find((bad) => {
    if (bad.from !== from || bad.name !== name.toLowerCase()) return false;
    if (version === undefined || !EXACT.test(version)) return bad.before === undefined;
    const isFrom = compare(version, bad.atLeast) >= 0;
    return isFrom && (bad.before === undefined || compare(version, bad.before) < 0);
  });
}

function compare(left: string, right: string): number {
  const [a, b] = [numbersOf(left), numbersOf(right)];
  for (let i = 0; i < 3; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

const numbersOf = (version: string) =>
  version.replace(/^=?v?/, '').split(/[-+]/)[0]?.split('.').map(Number) ?? [];
