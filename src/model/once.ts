/** Calls `make` at the first use only, for what few runs or files need. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** A map, also one that does not keep its keys alive. */
interface Known<K, V> {
  get(key: K): V | undefined;
  has(key: K): boolean;
  set(key: K, value: V): unknown;
}

/** What is known of a key: made where it is not. `meanwhile`: what it is for a question that is asked while it is made. */
export function keptIn<K, V>(all: Known<K, V>, key: K, make: () => V, meanwhile?: V): V {
  const before = all.get(key);
  if (before !== undefined || all.has(key)) return before as V;
  if (meanwhile !== undefined) all.set(key, meanwhile);
  const made = make();
  all.set(key, made);
  return made;
}
