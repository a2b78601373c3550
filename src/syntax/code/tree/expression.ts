import type { Cst } from './cst.js';

/** One literal of a string: its content between the quotes, and how it is spelled. */
export interface TextPiece {
  /** Offsets of the content, without quotes and prefix. */
  start: number;
  end: number;
  spelling: 'python' | 'python-raw' | 'javascript' | 'javascript-raw';
}

/** A member of an object literal or a keyword argument. A spread has no key. */
export interface Entry {
  /** Undefined where the key is computed or where this is a spread. */
  key?: string;
  /** A key that is an expression. */
  computed?: Cst;
  /** The node of the key as written. */
  keyNode: Cst;
  value: Cst;
  spread: boolean;
}

/** A member or keyword argument whose name is known from the text: its nodes are read when they are asked for. */
export class NamedEntry implements Entry {
  readonly spread = false;

  constructor(
    readonly key: string,
    private readonly node: Cst,
    private readonly keyField: string,
  ) {}

  get keyNode(): Cst {
    return this.node.field(this.keyField) ?? this.node;
  }

  get value(): Cst {
    return this.node.field('value') ?? this.node;
  }
}

/** An item of a list or an argument. */
export interface Element {
  node: Cst;
  spread: boolean;
}

/** A part of a text: literal, or an expression whose value stands there. */
export type TemplatePart = TextPiece | Cst;

/** What one expression says, one level deep: the same for every language. */
export type Expression =
  | { kind: 'literal'; scalar: number | boolean | null }
  /** A literal that says that nothing is given. */
  | { kind: 'nothing' }
  | { kind: 'text'; pieces: readonly TextPiece[] }
  | { kind: 'template'; parts: readonly TemplatePart[] }
  | { kind: 'list'; elements: readonly Element[] }
  | { kind: 'record'; entries: readonly Entry[] }
  | { kind: 'name'; name: string }
  | { kind: 'member'; object: Cst; property: string; name: Cst }
  | { kind: 'element'; object: Cst; index: Cst }
  /** Two values put together: texts, lists, or (`merge`) objects. */
  | { kind: 'join'; left: Cst; right: Cst }
  | { kind: 'merge'; left: Cst; right: Cst }
  /** One item for each of a list (Python). */
  | { kind: 'each' }
  /** The opposite of a value. */
  | { kind: 'not'; operand: Cst }
  /** One of several, chosen by a condition. `by`: what decides, and how, where it may be known. */
  | { kind: 'choice'; options: readonly Cst[]; by?: { test: Cst; mark: '?' | '&&' | '||' | '??' } }
  | { kind: 'call'; callee: Cst; isNew: boolean; positional: readonly Element[]; named: readonly Entry[] }
  | { kind: 'function'; node: Cst }
  | { kind: 'class'; node: Cst }
  /** Says the same as another expression: brackets, casts, awaits. */
  | { kind: 'same'; node: Cst }
  /** A module loaded in place. */
  | { kind: 'module'; specifier: string }
  | { kind: 'unknown'; why: string };
