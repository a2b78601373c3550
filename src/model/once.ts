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

/** A function that makes what belongs to a key once, and keeps it as long as the key. */
export function keptFor<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const all = new WeakMap<K, V>();
  return (key) => keptIn(all, key, () => make(key));
}

/** What a function says of the text of a file, kept as long as what was read; a link gives another file the same. */
export function keptForText<V>(
  make: (file: string, text: string) => V,
): (file: string, read: { readonly text: string }) => V {
  const known = keptFor((_: { readonly text: string }) => new Map<string, V>());
  return (file, read) => keptIn(known(read), file, () => make(file, read.text));
}

/** The same for two keys. `meanwhile`: what it is for a question that is asked while it is made. */
export function keptForBoth<K extends object, L extends object, V>(
  make: (key: K, other: L) => V,
  meanwhile?: V,
): (key: K, other: L) => V {
  const known = keptFor((_: K) => new WeakMap<L, V>());
  return (key, other) => keptIn(known(key), other, () => make(key, other), meanwhile);
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
