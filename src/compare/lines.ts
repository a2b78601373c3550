/** A line of one of two texts, or of both. */
export interface DiffLine {
  mark: ' ' | '-' | '+';
  text: string;
}

/** More steps of comparison are not taken: then all that lies between the first and the last change is replaced. */
const MOST_CHANGES = 1_000;

/** The shortest way from one list of lines to the other (Myers), between what they begin and end with alike. */
export function compareLines(one: readonly string[], other: readonly string[]): DiffLine[] {
  let head = 0;
  while (head < one.length && head < other.length && one[head] === other[head]) head++;
  let tail = 0;
  while (
    tail < one.length - head &&
    tail < other.length - head &&
    one[one.length - 1 - tail] === other[other.length - 1 - tail]
  )
    tail++;
  const same = (text: string): DiffLine => ({ mark: ' ', text });
  return [
    ...one.slice(0, head).map(same),
    ...changedLines(one.slice(head, one.length - tail), other.slice(head, other.length - tail)),
    ...one.slice(one.length - tail).map(same),
  ];
}

function changedLines(one: readonly string[], other: readonly string[]): DiffLine[] {
  const traces: Map<number, number>[] = [];
  let reach = new Map([[1, 0]]);
  for (let changes = 0; changes <= Math.min(one.length + other.length, MOST_CHANGES); changes++) {
    traces.push(new Map(reach));
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      const down = reach.get(diagonal + 1) ?? -1;
      const right = reach.get(diagonal - 1) ?? -1;
      let x = diagonal === -changes || (diagonal !== changes && right < down) ? down : right + 1;
      while (x < one.length && x - diagonal < other.length && one[x] === other[x - diagonal]) x++;
      reach.set(diagonal, x);
      if (x >= one.length && x - diagonal >= other.length) return walked(traces, one, other);
    }
    reach = new Map(reach);
  }
  return [
    ...one.map((text): DiffLine => ({ mark: '-', text })),
    ...other.map((text): DiffLine => ({ mark: '+', text })),
  ];
}

/** The lines on the way that was found, from its end to its start. */
function walked(
  traces: readonly ReadonlyMap<number, number>[],
  one: readonly string[],
  other: readonly string[],
): DiffLine[] {
  const lines: DiffLine[] = [];
  let x = one.length;
  let y = other.length;
  for (let changes = traces.length - 1; changes >= 0; changes--) {
    const reach = traces[changes] ?? new Map<number, number>();
    const diagonal = x - y;
    const down = reach.get(diagonal + 1) ?? -1;
    const right = reach.get(diagonal - 1) ?? -1;
    const isDown = diagonal === -changes || (diagonal !== changes && right < down);
    const startX = isDown ? down : right;
    const startY = startX - (isDown ? diagonal + 1 : diagonal - 1);
    while (x > Math.max(startX, 0) && y > Math.max(startY, 0) && one[x - 1] === other[y - 1]) {
      lines.push({ mark: ' ', text: one[--x] ?? '' });
      y--;
    }
    if (changes === 0) break;
    if (isDown) lines.push({ mark: '+', text: other[--y] ?? '' });
    else lines.push({ mark: '-', text: one[--x] ?? '' });
  }
  return lines.reverse();
}
