/** Files that were joined, directly or through others. */
export interface Joined {
  /** The same file for all that were joined. */
  rootOf(file: string): string;
  join(one: string, other: string): void;
}

/** Files of which none is joined to another yet. */
export function openJoined(): Joined {
  const parents = new Map<string, string>();
  const rootOf = (file: string): string => {
    let root = file;
    for (let next = parents.get(root); next !== undefined; next = parents.get(root)) root = next;
    for (let at = file; at !== root; ) {
      const next = parents.get(at) ?? root;
      parents.set(at, root);
      at = next;
    }
    return root;
  };
  return {
    rootOf,
    join(one, other) {
      const [first, second] = [rootOf(one), rootOf(other)];
      if (first !== second) parents.set(second, first);
    },
  };
}
