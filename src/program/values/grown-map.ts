/** A value of a key, from one version on. */
interface Entry<V> {
  readonly from: number;
  readonly value: V;
}

/** What all versions of one map share. */
interface Store<V> {
  /** The values of each key, oldest first; keys in the order in which they were first set. */
  readonly entries: Map<string, Entry<V>[]>;
  latest: number;
  writes: number;
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
    return new GrownMap({ entries, latest: 0, writes: 0 }, 0, all.size);
  }

  with(key: string, value: V): GrownMap<V> {
    const { store, version, size } = this;
    if (store.latest !== version || store.writes > 2 * size + SPARE_WRITES)
      return GrownMap.of(this).with(key, value);
    store.writes++;
    const from = ++store.latest;
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
