import facts from './bad-packages.json' with { type: 'json' };
import { isOlderRelease } from './versions.js';

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

/** Actions of workflows, as `from` names them. */
const ACTIONS = 'github-actions';

/** All three numbers: `0.1` and `0.1.2 - 0.1.40` are ranges, which may give a good version. */
const EXACT = /^=?v?\d+\.\d+\.\d+(?:[-+][\w.+-]*)?$/;
/** A tag of an action: `v1` moves with each release, `v1.5` and `v1.0.72` do not. */
const TAG = /^v?\d+\.\d+(?:\.\d+)?$/;

/**
 * What is known of a package at the version that is stated. A range or a tag may give a good version, so only an exact
 * version is reported; if no version is good, any version is.
 */
export function knownBad({
  from,
  name,
  version,
}: {
  from: string;
  name: string;
  version?: string;
}): BadPackage | undefined {
  return PACKAGES.find((bad) => {
    if (bad.from !== from || bad.name !== name.toLowerCase()) return false;
    const isExact = version !== undefined && (from === ACTIONS ? TAG : EXACT).test(version);
    if (!isExact) return bad.before === undefined;
    const stated = version.replace(/^=/, '');
    return (
      !isOlderRelease(stated, bad.atLeast) && (bad.before === undefined || isOlderRelease(stated, bad.before))
    );
  });
}

/** What is known of an action of a workflow: `owner/name@v1.5`. A commit has no version that could be compared. */
export function knownBadAction(uses: string): BadPackage | undefined {
  const [, version] = uses.split('@');
  return knownBad({ from: ACTIONS, name: actionNamed(uses), ...(version && { version }) });
}

/** Whether an action is at a commit, and some of its versions are bad: which version the commit is, a comment only claims. */
export const isActionOfUnknownVersion = (uses: string): boolean =>
  /@[\da-f]{40}$/i.test(uses) &&
  PACKAGES.some(({ from, name }) => from === ACTIONS && name === actionNamed(uses).toLowerCase());

const actionNamed = (uses: string): string => (uses.split('@')[0] ?? '').split('/').slice(0, 2).join('/');
