/** A node of a graph, with bits that it or any node behind it has. */
export interface Marked {
  /** The bits that were asked for, of it and of all behind it, and those that are there. */
  asked: number;
  there: number;
}

/**
 * Those of some bits that a node or any node behind it has; each node is asked once for each bit, in circles too. `own`: which
 * of them a node has itself. `spend`: told how many nodes were asked.
 */
export function bitsBelow<T extends Marked>(
  start: T,
  wanted: number,
  own: (node: T) => number,
  behind: (node: T) => readonly T[],
  spend: (nodes: number) => void,
): number {
  const isAsked = ({ asked }: T): boolean => (asked & wanted) === wanted;
  if (isAsked(start)) return start.there & wanted;
  const entered = new Set<T>();
  // What is behind a node comes before it, but for circles.
  const left = new Set<T>();
  const waiting = [start];
  for (let node = waiting.at(-1); node; node = waiting.at(-1)) {
    if (entered.has(node)) {
      left.add(node);
      waiting.pop();
      continue;
    }
    entered.add(node);
    node.there |= own(node);
    for (const each of behind(node)) if (!isAsked(each) && !entered.has(each)) waiting.push(each);
  }
  for (let isMore = true; isMore; ) {
    isMore = false;
    for (const node of left) {
      const { there } = node;
      for (const each of behind(node)) node.there |= each.there;
      isMore ||= node.there !== there;
    }
  }
  for (const node of left) node.asked |= wanted;
  spend(left.size);
  return start.there & wanted;
}
