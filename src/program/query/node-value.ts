import type { Editor } from '../../model/fix.js';
import type { Range } from '../../model/place.js';
import type { At, RecordState, Slot, Value } from '../values/value.js';
import type { CodeFile } from './document.js';
import type { CodeSyntaxNode, Offsets } from './node.js';

/** The options of a call: members that are no object of the program. */
export interface Options {
  readonly kind: 'options';
  readonly at: At;
  readonly state: RecordState;
}

/** The value of a node. */
export type NodeValue = Value | Options;

/** A member or item with the value of its node. */
export interface NodeSlot extends Omit<Slot, 'value'> {
  readonly value: NodeValue;
  /** It is one of several that a condition picks from. */
  readonly isChosen?: true;
  /** Each value that it may be is an item of its own beside it. */
  readonly isInParts?: boolean;
}

/** A node with its value, which only this folder reads. */
export interface ValueNode extends CodeSyntaxNode, NodeMaker {
  readonly slot: NodeSlot;
  readonly value: NodeValue;
  readonly parent: ValueNode | undefined;
  items(): readonly ValueNode[];
  edit(): Editor;
}

/** Creates the nodes of slots, below itself. */
export interface NodeMaker {
  make(slot: NodeSlot): CodeSyntaxNode;
}

/** The file of a place, as a document. */
export const fileOf = ({ file }: At): CodeFile => file as CodeFile;

export const offsetsOf = ({ file, span: { start, end } }: At): Offsets => ({ file: file.file, start, end });

/** Line and column of a place. */
export const rangeOf = (at: At): Range => fileOf(at).range(at.span.start, at.span.end);
