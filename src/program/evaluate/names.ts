import type { Heap } from '../values/heap.js';
import { cellOf, type Scope } from '../values/scope.js';
import type { Link, Machine, Names } from './machine.js';
import { importedValue } from './modules.js';
import { addCell } from './scopes.js';

/** Names in the current view of the heap. `root`: the heap of the whole program, which keeps what imports give. */
export function namesOf(m: Machine, root: Heap): Names {
  const links = new Map<number, Link>();
  return {
    read(cell) {
      const state = m.heap.get(cell.id);
      if (state?.kind === 'value') {
        m.asksName(cell, state.value);
        return state.value;
      }
      const link = links.get(cell.id);
      if (!link) return undefined;
      const value = importedValue(m, link.at, link.specifier, link.imported);
      if (value === 'later') return undefined;
      links.delete(cell.id);
      root.set(cell.id, { kind: 'value', value });
      return value;
    },
    write: (cell, value) => m.heap.set(cell.id, { kind: 'value', value }),
    forget: (cell) => m.heap.forget(cell.id),
    cellForWrite(name, frame) {
      const found = cellOf(frame.scope, name);
      if (found) return found;
      // A name that nothing declares belongs to the module.
      let scope: Scope = frame.scope;
      while (scope.parent) scope = scope.parent;
      return addCell(m, scope, name);
    },
    link: (cell, link) => {
      links.set(cell.id, link);
    },
    whyUnset: (cell) => (links.has(cell.id) ? 'too-many-links' : undefined),
  };
}
