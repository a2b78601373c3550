import type { CodeFile } from '../file.js';
import type { Definition } from '../language.js';
import type { Origin } from '../node.js';
import type { Cst } from '../tree/cst.js';
import type { Element, Entry } from '../tree/expression.js';

/** Where a value is written: a node of one file. */
export interface Written {
  file: CodeFile;
  node: Cst;
}

/** A member or item: where it stands, where its key stands, and what it is once asked. */
export interface Slot {
  written: Written;
  keyNode?: Cst;
  value(): Value;
}

/** A slot where another stands, with a value of its own. */
export function slotWith({ written, keyNode }: Slot, value: () => Value): Slot {
  return keyNode ? { written, keyNode, value } : { written, value };
}

/** What an expression evaluates to, as far as it can be told from the files. */
export type Value =
  | {
      kind: 'scalar';
      at: Written;
      scalar: string | number | boolean | null;
      /** An attribute of an object has it by its class, and may be given another when that is made. */
      isDefault?: true;
    }
  | { kind: 'nothing'; at: Written }
  | {
      kind: 'array';
      at: Written;
      slots(): readonly Slot[];
      /** Its items where it is copied, or one is taken out of it; left out: the same. */
      copied?(use: Written): readonly Slot[];
      /** It holds what several lists hold, of which it is one: places in it say nothing. */
      isEither?: true;
    }
  | {
      kind: 'object';
      at: Written;
      members(): Members;
      /** Its members where it is copied, or one is taken out of it; left out: the same. */
      copied?(use: Written): Members;
    }
  | DynamicValue
  | CallValue
  | { kind: 'definition'; at: Written; definition: Definition; decorators: readonly Cst[]; origin: Origin }
  | { kind: 'module'; at: Written; file: CodeFile; origin: Origin };

/** A value that cannot be known, and what is known about it. */
export interface DynamicValue {
  kind: 'dynamic';
  at: Written;
  why: string;
  origin?: Origin;
  /** The list that is spread here. */
  spread?: Slot;
  /** How a text begins of which the rest is computed. */
  begins?: string;
  /** What it may be, or hold, as far as that is written: the sides of a choice, the parts of a text. */
  may?: readonly Slot[];
  /** It is one of those that it may be, and nothing is put together. */
  isChoice?: true;
  /** It is a parameter of a function. */
  parameter?: { file: CodeFile; node: Cst; name: string };
}

/** A call whose result is not known by its value. */
export interface CallValue {
  kind: 'call';
  at: Written;
  callee: Cst;
  isNew: boolean;
  positional: readonly Element[];
  named: readonly Entry[];
  /** The call that bound its first arguments before (`functools.partial`), and what that was given to call. */
  bound?: { by: CallValue; callee: Cst };
  /** What is called. */
  target(): Value;
  why(): string;
}

/** Members of an object. `open`: why there may be others, and which of them may be replaced. */
export interface Members {
  slots: ReadonlyMap<string, Slot>;
  open?: { why: string; written: Written };
}

/** The items of a list, as they are where it is copied. */
export function itemsAt(list: Value & { kind: 'array' }, use: Written): readonly Slot[] {
  return list.copied ? list.copied(use) : list.slots();
}

/** The members of an object, as they are where it is copied. */
export function membersAt(object: Value & { kind: 'object' }, use: Written): Members {
  return object.copied ? object.copied(use) : object.members();
}

/** A value that cannot be known. */
export function dynamic(at: Written, why: string, origin?: Origin): DynamicValue {
  return { kind: 'dynamic', at, why, ...(origin && { origin }) };
}
