/** A value of a key, from one version on. */
interface Entry<V> {
  readonly from: number;
  readonly value: V;
}

/** What all versions of one map share. */
interface Store<V> {
  /** The values of each key, oldest first; keys in the order in which they were first set. */
  readonly entries: Map<string, Entry<V>[]>;
  /** The key that each version set, from the first on. */
  readonly keys: string[];
}

/** Writes beyond twice the size of a map after which a version starts afresh, without values of older ones. */
const SPARE_WRITES = 64;

/** Smaller maps are copied: that costs less. */
const SMALL = 32;

/**
 * A map that never changes, of which another with one more value costs as much as that value: both share what they have
 * in common. Only the newest version goes on in what is shared; another one is copied first.
 */
class GrownMap<V> implements ReadonlyMap<string, V> {
  private constructor(
    private readonly store: Store<V>,
    private readonly version: number,
    readonly size: number,
  ) {}

  static of<V>(all: ReadonlyMap<string, V>): GrownMap<V> {
    const entries = new Map<string, Entry<V>[]>();
    for (const [key, value] of all) entries.set(key, [{ from: 0, value }]);
    return new GrownMap({ entries, keys: [] }, 0, all.size);
  }

  with(key: string, value: V): GrownMap<V> {
    const { store, version, size } = this;
    const isNewest = store.keys.length === version;
    if (!isNewest || version > 2 * size + SPARE_WRITES) return GrownMap.of(this).with(key, value);
    const from = store.keys.push(key);
    const known = store.entries.get(key);
    if (known) known.push({ from, value });
    else store.entries.set(key, [{ from, value }]);
    return new GrownMap(store, from, known ? size : size + 1);
  }

  get(key: string): V | undefined {
    return this.entryOf(this.store.entries.get(key))?.value;
  }

  has(key: string): boolean {
    return this.entryOf(this.store.entries.get(key)) !== undefined;
  }

  *entries(): MapIterator<[string, V]> {
    for (const [key, all] of this.store.entries) {
      const entry = this.entryOf(all);
      // Keys behind it were set later still.
      if (!entry) return;
      yield [key, entry.value];
    }
  }

  *keys(): MapIterator<string> {
    for (const [key] of this.entries()) yield key;
  }

  *values(): MapIterator<V> {
    for (const [, value] of this.entries()) yield value;
  }

  [Symbol.iterator](): MapIterator<[string, V]> {
    return this.entries();
  }

  forEach(use: (value: V, key: string, map: ReadonlyMap<string, V>) => void): void {
    for (const [key, value] of this.entries()) use(value, key, this);
  }

  /** The keys that this version or another one set which the other lacks; undefined where they are no versions of one map. */
  keysSetSince(other: GrownMap<V>): { newer: GrownMap<V>; keys: ReadonlySet<string> } | undefined {
    if (other.store !== this.store) return undefined;
    const [older, newer] = this.version < other.version ? [this, other] : [other, this];
    return { newer, keys: new Set(this.store.keys.slice(older.version, newer.version)) };
  }

  /** The last of the entries of a key that this version has. */
  private entryOf(all: readonly Entry<V>[] | undefined): Entry<V> | undefined {
    if (!all) return undefined;
    let last = all.length - 1;
    while (last >= 0 && (all[last] as Entry<V>).from > this.version) last--;
    return all[last];
  }
}

/** A map with one more value, or another one in its place. The map itself stays as it is. */
export function withValue<V>(map: ReadonlyMap<string, V>, key: string, value: V): ReadonlyMap<string, V> {
  if (map instanceof GrownMap) return (map as GrownMap<V>).with(key, value);
  if (map.size < SMALL) return new Map(map).set(key, value);
  return GrownMap.of(map).with(key, value);
}

/**
 * Two maps as one, in the order of the first: `both` of what each says under a key, `alone` of what only one says. Costs as
 * much as what they differ in where one was made of the other.
 */
export function joinMaps<V>(
  a: ReadonlyMap<string, V>,
  b: ReadonlyMap<string, V>,
  both: (one: V, other: V) => V,
  alone: (one: V) => V,
): ReadonlyMap<string, V> {
  const join = (key: string): V | undefined => {
    const [one, other] = [a.get(key), b.get(key)];
    if (one !== undefined && other !== undefined) return both(one, other);
    const only = one ?? other;
    return only === undefined ? undefined : alone(only);
  };
  const known = a instanceof GrownMap && b instanceof GrownMap ? a.keysSetSince(b) : undefined;
  if (known) {
    let joined: ReadonlyMap<string, V> = known.newer;
    for (const key of known.keys) {
      const value = join(key);
      if (value !== undefined && value !== joined.get(key)) joined = withValue(joined, key, value);
    }
    return joined;
  }
  const members = new Map<string, V>();
  for (const map of [a, b])
    for (const key of map.keys()) {
      const value = members.has(key) ? undefined : join(key);
      if (value !== undefined) members.set(key, value);
    }
  return members.size < SMALL ? members : GrownMap.of(members);
}
