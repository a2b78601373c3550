/** A file that may have been renamed. Only files of one group are compared. */
export interface Candidate {
  path: string;
  group: string;
  text: string;
}

/** The part of the larger file that both share, from which on a file counts as renamed: as git counts. */
const ENOUGH = 0.5;

/** For each later file that is mostly an earlier one: the earlier path. The most alike pairs come first. */
export function mostAlike(
  later: readonly Candidate[],
  earlier: readonly Candidate[],
): ReadonlyMap<string, string> {
  const before = earlier.map((one) => ({ ...one, lines: linesOf(one.text) }));
  const pairs = later.flatMap((one) => {
    const lines = linesOf(one.text);
    return before.flatMap((other) => {
      const largest = Math.max(one.text.length, other.text.length);
      const smallest = Math.min(one.text.length, other.text.length);
      if (one.group !== other.group || smallest === 0 || smallest < largest * ENOUGH) return [];
      const share = shared(lines, other.lines) / largest;
      return share >= ENOUGH ? [{ path: one.path, from: other.path, share }] : [];
    });
  });
  const renamed = new Map<string, string>();
  const taken = new Set<string>();
  for (const { path, from } of pairs.sort((one, other) => other.share - one.share)) {
    if (renamed.has(path) || taken.has(from)) continue;
    renamed.set(path, from);
    taken.add(from);
  }
  return renamed;
}

/** The number of occurrences of each line of a text, with its line break. */
function linesOf(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const line of text.split('\n')) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}

/** Characters of the lines that both texts have. */
function shared(some: ReadonlyMap<string, number>, others: ReadonlyMap<string, number>): number {
  let length = 0;
  for (const [line, count] of some) length += (line.length + 1) * Math.min(count, others.get(line) ?? 0);
  return length;
}
