/** Longest pattern that is compared by its characters; longer ones are compared as texts. */
const LONGEST = 300;

/** Whether some text fits both of two patterns, in which a star stands for any text. */
export function meet(one: string, other: string): boolean {
  if (one.length > LONGEST || other.length > LONGEST) return one === other;
  // What stands before and behind all stars has to agree: most patterns differ there.
  const before = Math.min(firstStar(one), firstStar(other));
  const behind = Math.min(charactersBehind(one), charactersBehind(other));
  if (!one.startsWith(other.slice(0, before))) return false;
  if (behind > 0 && !one.endsWith(other.slice(-behind))) return false;
  // row[j]: the characters so far of the first, and j of the second, can be the same text.
  let row = new Array<boolean>(other.length + 1).fill(false);
  row[0] = true;
  for (let j = 1; j <= other.length && other.charAt(j - 1) === '*'; j++) row[j] = true;
  for (let i = 1; i <= one.length; i++) {
    const a = one.charAt(i - 1);
    const next = new Array<boolean>(other.length + 1).fill(false);
    next[0] = a === '*' && row[0] === true;
    for (let j = 1; j <= other.length; j++) {
      const b = other.charAt(j - 1);
      next[j] =
        a === '*' || b === '*'
          ? (a === '*' && (row[j] === true || next[j - 1] === true)) ||
            (b === '*' && (next[j - 1] === true || row[j] === true))
          : a === b && row[j - 1] === true;
    }
    row = next;
  }
  return row[other.length] === true;
}

/** Where the first star of a pattern is; its length where it has none. */
function firstStar(glob: string): number {
  const at = glob.indexOf('*');
  return at < 0 ? glob.length : at;
}

/** How many characters follow the last star of a pattern; all where it has none. */
const charactersBehind = (glob: string): number => glob.length - 1 - glob.lastIndexOf('*');

/** Whether each text that fits a pattern fits a wider one: a star of the narrower one lies inside of a star. */
export function includes(wide: string, narrow: string): boolean {
  const [head = '', ...parts] = wide.split('*');
  const tail = parts.pop();
  if (tail === undefined) return wide === narrow;
  if (narrow.length < head.length + tail.length || !narrow.startsWith(head) || !narrow.endsWith(tail))
    return false;
  let from = head.length;
  const end = narrow.length - tail.length;
  for (const part of parts) {
    const at = narrow.indexOf(part, from);
    if (at < 0 || at + part.length > end) return false;
    from = at + part.length;
  }
  return true;
}

/**
 * The patterns of an entry as Claude Code reads it. `x:*` and `x *` are `x` and whatever follows it behind a blank; a star
 * elsewhere stands for any text.
 */
export function globsOf(spec: string): string[] {
  const text = spec.trim();
  const prefix = /^(.*?[^\s:*])(?::|\s+)\*+$/s.exec(text)?.[1];
  return prefix === undefined ? [text.replaceAll(/\*+/g, '*')] : [prefix, `${prefix} *`];
}

/** Whether a pattern has a star in a word, in front of one or between words, so that its words alone do not say what fits. */
export const isLoose = (glob: string): boolean =>
  /\*(?=:?[^*\s:]|\s+[^*\s:])|[^\s:*]\*+(?=\s|$)/.test(glob.trim());
