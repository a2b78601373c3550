import type { Statement } from '../ir/ir.js';
import type { SourceFile } from './source.js';

/** A name of a scope: where the heap keeps its value. */
export interface Cell {
  readonly id: number;
  readonly name: string;
  /** The names among which its block declares it; undefined for one that is added later. */
  readonly of: object | undefined;
  /** The statement that declares it, for a name that is used before it ran (JavaScript). */
  readonly declaration: Statement | undefined;
}

/** The names of a module, function, class or block. A class of Python hides its names from its methods. */
export interface Scope {
  readonly kind: 'module' | 'function' | 'class' | 'block';
  readonly file: SourceFile;
  readonly parent: Scope | undefined;
  readonly cells: Map<string, Cell>;
}

/** The cell of a name where it is used; undefined where nothing around declares it. */
export function cellOf(scope: Scope, name: string): Cell | undefined {
  for (let at: Scope | undefined = scope; at; at = at.parent) {
    if (at !== scope && at.kind === 'class') continue;
    const found = at.cells.get(name);
    if (found) return found;
  }
  return undefined;
}
