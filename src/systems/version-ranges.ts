import { isOlder, isOlderRelease } from '../facts/versions.js';

/** The versions that a text stands for. */
export interface VersionRange {
  /** As it is written. */
  stated: string;
  lowest: string;
  /** The first version above it; left out: it has no end. */
  below?: string;
  isExact: boolean;
  includes(version: string): boolean;
}

const VERSION = /^v?(\d{1,6})(?:\.(\d{1,6}))?(?:\.(\d{1,6}))?((?:[-+.a-z]\w{0,20})*)$/i;

/** Texts of a range; longer ones are none. */
const LONGEST = 100;

/**
 * Reads an exact version (`6.0.1`, `==6.0.1`) or a range of npm, of requirements or of poetry. A range counts by its lowest
 * version. Undefined for what names no lowest version: `*`, `latest`, an address, a workspace.
 */
export function versionRange(stated: string): VersionRange | undefined {
  const text = stated.trim();
  if (text.length > LONGEST) return undefined;
  const exact = /^={0,3}\s*(.*)$/.exec(text)?.[1] ?? '';
  if (VERSION.test(exact) && !/[.-](?:x|\*)$/i.test(exact)) {
    const lowest = exact.replace(/^v/, '');
    return { stated, lowest, isExact: true, includes: (version) => version === lowest };
  }
  const parts = text.split('||').map((one) => bounds(one.trim()));
  const lowest = least(parts.map((one) => one?.from));
  if (lowest === undefined || parts.includes(undefined)) return undefined;
  const ends = parts.map((one) => one?.to);
  const below = ends.includes(undefined)
    ? undefined
    : ends.reduce((one, other) =>
        one !== undefined && other !== undefined && isOlder(one, other) ? other : one,
      );
  return {
    stated,
    lowest,
    ...(below === undefined ? {} : { below }),
    isExact: false,
    includes: (version) =>
      !isOlder(version, lowest) && (below === undefined || isOlderRelease(version, below)),
  };
}

const least = (versions: readonly (string | undefined)[]): string | undefined =>
  versions.reduce((one, other) =>
    one === undefined || (other !== undefined && isOlder(other, one)) ? other : one,
  );

interface Bounds {
  from: string;
  to?: string | undefined;
}

/** `>=1.2 <2`, `^1.2.3`, `~1.2`, `~=1.2.3`, `1.x`, `==1.2.*`. */
function bounds(text: string): Bounds | undefined {
  const span = /^(\S+) - (\S+)$/.exec(text);
  const terms = span
    ? [`>=${span[1]}`, `<=${span[2]}`]
    : text
        .replace(/([<>=~^!])\s+/g, '$1')
        .split(/[\s,]+/)
        .filter((one) => one !== '');
  let from: string | undefined;
  let to: string | undefined;
  for (const term of terms) {
    const [, operator = '', rest = ''] = /^([<>=~^!]*)(.*)$/.exec(term) ?? [];
    const version = VERSION.exec(rest.replace(/(?:\.[x*])+$/i, ''));
    if (!version) return undefined;
    const numbers = version.slice(1, 4).flatMap((one) => (one === undefined ? [] : [Number(one)]));
    const plain = rest.replace(/(?:\.[x*])+$/i, '').replace(/^v/, '');
    if (operator === '<') to = plain;
    else if (operator === '<=') to = raised(numbers, numbers.length - 1);
    else if (operator === '!=') continue;
    else {
      from = plain;
      if (operator === '^')
        to = raised(
          numbers,
          Math.max(
            0,
            numbers.findIndex((one) => one > 0),
          ),
        );
      else if (operator === '~') to = raised(numbers, Math.min(1, numbers.length - 1));
      else if (operator === '~=') to = raised(numbers, Math.max(0, numbers.length - 2));
      else if (!operator.startsWith('>')) to = raised(numbers, numbers.length - 1);
    }
  }
  return from === undefined ? undefined : { from, to };
}

/** The version in which a number is one higher, and what follows is 0. */
const raised = (numbers: readonly number[], at: number): string =>
  [0, 1, 2]
    .map((index) => (index < at ? (numbers[index] ?? 0) : index === at ? (numbers[index] ?? 0) + 1 : 0))
    .join('.');
