/** Numbers that look random and are the same in each run. */
export function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

/** A text with a line twice, gone, in another place, or as a comment. */
export function edited(text: string, below: (most: number) => number): string {
  const lines = text.split('\n');
  const at = below(lines.length);
  const line = lines[at] ?? '';
  const put = [[line, line], [], ['', line], [`# ${line}`]][below(4)] ?? [];
  return [...lines.slice(0, at), ...put, ...lines.slice(at + 1)].join('\n');
}
