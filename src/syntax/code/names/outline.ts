import type { Cst } from '../tree/cst.js';
import type { Entry } from '../tree/expression.js';

/** The way from a value to the part that a pattern takes out of it. */
export type Step = string | number;

const NO_STEPS: readonly Step[] = [];

/** How a name gets its value at one place. */
export type Source =
  /** `fallback`: what holds where the value has no such member. */
  | { kind: 'value'; value: Cst; steps: readonly Step[]; fallback?: Cst }
  /** Declared without a value. */
  | { kind: 'declared' }
  | { kind: 'import'; specifier: string; imported: string; typeOnly: boolean }
  | { kind: 'function'; node: Cst }
  | { kind: 'class'; node: Cst }
  | { kind: 'record'; entries: readonly Entry[]; node: Cst }
  /** Known at run time only. `each`: it is one after the other of these. */
  | { kind: 'unknown'; why: string; each?: Cst | undefined };

/** One place where a name is declared or assigned. */
export interface Site {
  readonly name: string;
  /** Where the declaration begins: decides the scope that it belongs to. */
  readonly start: number;
  /** The name, or what declares it. */
  readonly nameNode: Cst;
  readonly source: Source;
  /** It gives a new value to a name declared elsewhere (JavaScript). */
  readonly assigns: boolean;
}

/** A change of a value after it was made: `x.handoffs.push(y)`. */
export interface Write {
  /** The name at the start, and the members behind it. */
  readonly root: string;
  readonly path: readonly Step[];
  /** `merge`: it takes the members of another value; `entry`: something is set under a computed key. */
  readonly act: 'assign' | 'append' | 'prepend' | 'extend' | 'remove' | 'clear' | 'merge' | 'entry' | 'other';
  readonly values: readonly { node: Cst; spread: boolean }[];
  /** The only kind of value that its method changes so; where it is left out, every kind. */
  readonly of?: 'dict' | 'instance' | undefined;
  /** Where it stands. */
  readonly node: Cst;
  readonly start: number;
}

/** A name that is given the value in a field of a node: its nodes are read when they are asked for. */
export function siteOf(name: string, node: Cst, valueField: string, assigns = false): Site {
  return new FieldSite(name, node, valueField, assigns);
}

/** A class, for a file has thousands: an object with a getter of its own costs several times as much. */
class FieldSite implements Site {
  readonly start: number;

  constructor(
    readonly name: string,
    readonly nameNode: Cst,
    private readonly valueField: string,
    readonly assigns: boolean,
  ) {
    this.start = nameNode.start;
  }

  get source(): Source {
    const value = this.nameNode.field(this.valueField);
    return value ? { kind: 'value', value, steps: NO_STEPS } : { kind: 'declared' };
  }
}

/** A change by assignment; its nodes are read when they are asked for. */
export function writeOf(
  address: { root: string; path: readonly Step[] },
  act: Write['act'],
  node: Cst,
  valueField: string,
): Write {
  return new FieldWrite(address.root, address.path, act, node, valueField);
}

class FieldWrite implements Write {
  readonly start: number;

  constructor(
    readonly root: string,
    readonly path: readonly Step[],
    readonly act: Write['act'],
    readonly node: Cst,
    private readonly valueField: string,
  ) {
    this.start = node.start;
  }

  get values(): Write['values'] {
    const value = this.node.field(this.valueField);
    return value ? [{ node: value, spread: false }] : [];
  }
}

/** What a module gives to others under a name. */
export type Exported =
  | { kind: 'local'; name: string }
  | { kind: 'value'; value: Cst }
  | { kind: 'from'; specifier: string; imported: string };

/** A name imported from a module as `*` is the module itself. */
export const WHOLE_MODULE = '*';

/** What one file declares, imports, exports and changes: read once, from one query. */
export interface Outline {
  sites: readonly Site[];
  writes: readonly Write[];
  readonly exports: ReadonlyMap<string, Exported>;
  /** Modules whose every export is exported again (`export *`, `from x import *`). */
  readonly stars: readonly string[];
  /** `module.exports = x`. */
  readonly whole: Cst | undefined;
}

/** A parameter of a function. */
export interface Parameter {
  name: string;
  /** Names that a pattern binds. */
  binds: readonly string[];
  node: Cst;
}
