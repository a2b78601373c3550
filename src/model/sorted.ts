/** How many items at the start of a list something holds for, where it holds for none behind the first for which it does not. Found by halves. */
export function countWhile<T>(sorted: readonly T[], holds: (item: T) => boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(sorted[middle] as T)) low = middle + 1;
    else high = middle;
  }
  return low;
}
