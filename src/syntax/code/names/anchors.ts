import { addTo } from '../../../model/grouped.js';
import { countWhile } from '../../../model/sorted.js';
import type { CodeFile } from '../file.js';
import type { Cst } from '../tree/cst.js';
import { bindingOf, classAround, isSelf } from './names.js';
import type { Step, Write } from './outline.js';
import type { Part } from './part.js';
import type { Scope } from './scopes.js';

/** A name that is changed, and a value that it is given. `path`: the member of `this` or `self` that it is given to. */
export interface Held {
  root: string;
  scope: Scope;
  value: Cst;
  path: readonly Step[];
}

/** Values that names of a part are given, by where they stand. */
export interface HeldValues {
  /** Those that hold an expression, the outermost first. */
  around(node: Cst): Held[];
}

/** Values of the names that are changed, nested by where they stand: most lie in none, and a file has thousands. */
export function heldValues(part: Part, roots: Iterable<string>): HeldValues {
  const { file } = part;
  const all: Held[] = [];
  for (const root of roots) {
    for (const [scope, sites] of part.sitesOf(root) ?? []) {
      for (const { source } of sites)
        if (source.kind === 'value' && source.steps.length === 0)
          all.push({ root, scope, value: source.value, path: [] });
    }
    if (!isSelf(file, root)) continue;
    for (const write of part.writesFrom(root)) {
      const value = write.act === 'assign' ? write.values[0]?.node : undefined;
      const scope = value && classAround(file, write.start);
      if (value && scope) all.push({ root, scope, value, path: write.path });
    }
  }
  // Stretches of a tree lie in each other or apart.
  all.sort((a, b) => a.value.start - b.value.start || b.value.end - a.value.end);
  const above: number[] = [];
  for (const [index, { value }] of all.entries()) {
    let outer = index - 1;
    while (outer >= 0 && (all[outer] as Held).value.end < value.end) outer = above[outer] as number;
    above.push(outer);
  }
  return {
    around({ start, end }) {
      const last = countWhile(all, ({ value }) => value.start <= start) - 1;
      const found: Held[] = [];
      for (let index = last; index >= 0; index = above[index] as number) {
        const held = all[index] as Held;
        if (held.value.end >= end) found.push(held);
      }
      return found.reverse();
    },
  };
}

/** Changes of a name by the scope that declares it. */
export function writesByScope(part: Part, root: string): ReadonlyMap<Scope | undefined, Write[]> {
  const { file } = part;
  const grouped = new Map<Scope | undefined, Write[]>();
  for (const write of part.writesFrom(root)) {
    if (!file.step()) break;
    addTo(grouped, scopeOf(file, root, write.start), write);
  }
  return grouped;
}

function scopeOf(file: CodeFile, root: string, offset: number): Scope | undefined {
  const binding = bindingOf(file, root, offset);
  if (binding && !(binding.isParameter && isSelf(file, root))) return binding.scope;
  return isSelf(file, root) ? classAround(file, offset) : undefined;
}
