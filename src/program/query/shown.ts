import type { Editor } from '../../model/fix.js';
import type { Range } from '../../model/place.js';
import type { At, RecordState, Slot, Value } from '../values/value.js';
import type { CodeFile } from './document.js';
import type { CodeSyntaxNode } from './node.js';

/** Members that no object of the program has as they are: the options of a call. */
export interface Options {
  readonly kind: 'options';
  readonly at: At;
  readonly state: RecordState;
}

/** What a node shows. */
export type Shown = Value | Options;

/** A member or item as a node shows it. */
export interface ShownSlot extends Omit<Slot, 'value'> {
  readonly value: Shown;
}

/** A node as the rest of this room sees it. */
export interface ShownNode extends CodeSyntaxNode, NodeMaker {
  readonly slot: ShownSlot;
  readonly value: Shown;
  readonly parent: ShownNode | undefined;
  items(): readonly ShownNode[];
  edit(): Editor;
}

/** Makes nodes of slots: below the node that it is. */
export interface NodeMaker {
  make(slot: ShownSlot): CodeSyntaxNode;
}

/** The file of a place, as a document. */
export const fileOf = ({ file }: At): CodeFile => file as CodeFile;

/** Line and column of a place. */
export function rangeOf(at: At): Range {
  return fileOf(at).range(at.span.start, at.span.end);
}
