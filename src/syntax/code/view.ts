import type { Editor } from '../../model/fix.js';
import type { Place, Range } from '../../model/place.js';
import { redact } from '../../model/secrets.js';
import { MAX_DEPTH } from '../limits.js';
import { pathStep } from '../names.js';
import type { NodeKind, Part, SourceDocument, SyntaxNode } from '../node.js';
import { codeEditor } from './edit.js';
import type { CodeFile } from './file.js';
import type { Call, CodeSyntaxNode, Offsets, Origin, Reference } from './node.js';
import { CodePlace } from './place.js';
import { plainOf } from './plain.js';
import type { Cst } from './tree/cst.js';
import { spelled } from './tree/spelling.js';
import { MadeCall } from './values/made-calls.js';
import { MadeReference, moduleReference } from './values/made-definitions.js';
import { originOf } from './values/members.js';
import { defaultFor, passedFor } from './values/passed.js';
import { copiedIn, slotOf } from './values/slots.js';
import { defaultOf, piecesOf } from './values/texts.js';
import { dynamic, type Slot, type Value } from './values/value.js';

const NO_KEYS: readonly string[] = [];
const NO_ITEMS: readonly CodeSyntaxNode[] = [];

/** A node of code. What it is is worked out when it is asked for. */
export class CodeView implements CodeSyntaxNode {
  private known: Value | undefined;
  private members: Map<string, CodeView> | undefined;
  private list: readonly CodeView[] | undefined;
  private knownCall: Call | undefined;
  private knownReference: Reference | undefined;
  private knownPassed: readonly CodeView[] | undefined;

  constructor(
    private readonly slot: Slot,
    readonly parent: CodeView | undefined,
    readonly key: string | number | undefined,
    private readonly depth = 0,
  ) {}

  get value(): Value {
    this.known ??= this.evaluated();
    return this.known;
  }

  get document(): SourceDocument {
    return this.value.at.file;
  }

  get kind(): NodeKind {
    const { value } = this;
    switch (value.kind) {
      case 'scalar':
        return value.scalar === null ? 'null' : (typeof value.scalar as 'string' | 'number' | 'boolean');
      case 'nothing':
        return 'null';
      case 'array':
      case 'object':
        return value.kind;
      default:
        return 'dynamic';
    }
  }

  get scalar(): string | number | boolean | null | undefined {
    if (this.value.kind === 'nothing') return null;
    return this.value.kind === 'scalar' ? this.value.scalar : undefined;
  }

  get why(): string | undefined {
    const { value } = this;
    switch (value.kind) {
      case 'dynamic':
        return value.why;
      case 'call':
        return value.why();
      case 'definition':
        return `a ${value.definition.kind}`;
      case 'module':
        return 'a module';
      default:
        return undefined;
    }
  }

  get call(): Call | undefined {
    if (this.value.kind === 'call') this.knownCall ??= new MadeCall(this.value, this.at(), this.make);
    return this.knownCall;
  }

  get reference(): Reference | undefined {
    const { value } = this;
    if (value.kind === 'definition') {
      this.knownReference ??= new MadeReference(value, this.at(), this.make);
    } else if (value.kind === 'module') this.knownReference ??= moduleReference(value.file.file, this.at());
    return this.knownReference;
  }

  get origin(): Origin | undefined {
    return originOf(this.value);
  }

  get spread(): CodeSyntaxNode | undefined {
    const { value } = this;
    return value.kind === 'dynamic' && value.spread ? this.make(value.spread) : undefined;
  }

  get copied(): CodeSyntaxNode | undefined {
    const { value } = this;
    const copied = value.kind === 'object' ? copiedIn(value.at.node) : undefined;
    return copied && this.make(slotOf(value.at.file, copied));
  }

  get may(): readonly CodeSyntaxNode[] {
    const { value } = this;
    if (value.kind === 'dynamic') {
      const fallback = value.parameter && defaultFor(value.parameter);
      return (value.may ?? (fallback ? [fallback] : [])).map(this.make);
    }
    const fallback = value.kind === 'call' ? defaultOf(value.at.file, value.at.node) : undefined;
    return fallback ? [this.make(fallback)] : NO_ITEMS;
  }

  get begins(): string | undefined {
    return this.value.kind === 'dynamic' ? this.value.begins : undefined;
  }

  get offsets(): Offsets {
    const { file, node } = this.value.at;
    return { file: file.file, start: node.start, end: node.end };
  }

  get factory(): Offsets | undefined {
    const { instance } = this.value.at.node.tree;
    if (!instance) return undefined;
    const { file, definition } = instance;
    return { file: file.file, start: definition.start, end: definition.end };
  }

  get passed(): readonly CodeSyntaxNode[] {
    const { value } = this;
    if (value.kind !== 'dynamic' || !value.parameter) return NO_ITEMS;
    this.knownPassed ??= passedFor(value.parameter).map(this.make);
    return this.knownPassed;
  }

  get identity(): string {
    const { file, node } = this.value.at;
    const { instance } = node.tree;
    return `${file.file}:${node.start}-${node.end}${instance ? ` for ${instance.id}` : ''}`;
  }

  get(key: string): CodeView | undefined {
    const { value } = this;
    if (value.kind !== 'object') return undefined;
    const { slots, open } = value.members();
    const slot = slots.get(key);
    if (slot) {
      const view = this.child(key, slot);
      // A member that is given nothing is as good as left out.
      return view.value.kind === 'nothing' ? undefined : view;
    }
    return open && this.child(key, { written: open.written, value: () => dynamic(open.written, open.why) });
  }

  keys(): readonly string[] {
    const { value } = this;
    if (value.kind !== 'object') return NO_KEYS;
    return [...value.members().slots.keys()].filter((key) => this.get(key) !== undefined);
  }

  items(): readonly CodeView[] {
    const { value } = this;
    if (value.kind !== 'array') return NO_ITEMS as readonly CodeView[];
    this.list ??= value.slots().map((slot, index) => new CodeView(slot, this, index, this.depth + 1));
    return this.list;
  }

  toValue(): unknown {
    return plainOf(this);
  }

  path(): string {
    let path = '';
    for (let node: CodeView | undefined = this; node; node = node.parent) path = node.pathStep() + path;
    return path.startsWith('.') ? path.slice(1) : path;
  }

  at(part: Part = 'value', named?: string | SyntaxNode): Place {
    return new CodePlace(this, part === 'key' ? () => this.keyRange() : () => this.valueRange(), named);
  }

  within(start: number, end: number): Place {
    return new CodePlace(this, () => this.stretch(start, end) ?? this.valueRange());
  }

  written(): Place {
    const { file, node } = this.slot.written;
    return new CodePlace(this, () => file.range(node.start, node.end), undefined, file);
  }

  /** Arguments of a call have no key: paths of what is in them go on from the call. */
  private readonly make = (slot: Slot): CodeView => new CodeView(slot, this, undefined, this.depth + 1);

  private evaluated(): Value {
    const { written } = this.slot;
    if (this.depth > MAX_DEPTH) return dynamic(written, `nested more than ${MAX_DEPTH} levels deep`);
    return this.slot.value();
  }

  private child(key: string, slot: Slot): CodeView {
    this.members ??= new Map();
    const before = this.members.get(key);
    if (before) return before;
    const view = new CodeView(slot, this, key, this.depth + 1);
    this.members.set(key, view);
    return view;
  }

  private pathStep(): string {
    if (this.key === undefined) return '';
    if (typeof this.key === 'string' || this.kind !== 'dynamic') return pathStep(this);
    const name = this.call ? this.call.options.get('name')?.scalar : this.reference?.name;
    return typeof name === 'string' && name !== '' ? `[${shortName(name)}]` : `[${this.key}]`;
  }

  private valueRange(): Range {
    const { value } = this;
    const { file, node } = value.at;
    if (value.kind === 'call') return file.range(node.start, value.callee.end);
    const name = value.kind === 'definition' ? value.definition.nameNode : undefined;
    return name ? file.range(name.start, name.end) : file.range(node.start, node.end);
  }

  private keyRange(): Range {
    const { keyNode, written } = this.slot;
    return keyNode ? written.file.range(keyNode.start, keyNode.end) : this.valueRange();
  }

  /** The whole member or definition. */
  elementRange(): Range {
    const { file, node } = this.value.at;
    const { keyNode, written } = this.slot;
    const around =
      this.value.kind === 'definition' ? (file.partAt(node.start).decorated(node) ?? node) : node;
    const isHere = written.file === file && written.node.start <= node.start && node.end <= written.node.end;
    const start = keyNode && isHere ? Math.min(keyNode.start, around.start) : around.start;
    return file.range(start, around.end);
  }

  edit(): Editor {
    const { slot, value, parent } = this;
    return codeEditor({ slot, value, around: parent?.edit() });
  }

  private stretch(start: number, end: number): Range | undefined {
    const { value } = this;
    if (value.kind !== 'scalar' || typeof value.scalar !== 'string') return undefined;
    const { file, node } = value.at;
    const pieces = piecesOf(node);
    if (!pieces) return undefined;
    const { offsets, value: text } = spelled(file.text, pieces);
    const from = offsets[start];
    const last = end > start ? offsets[end - 1] : from;
    if (text !== value.scalar || from === undefined || last === undefined || end > text.length)
      return undefined;
    // A following unit shows where the last one ends, unless another literal begins between them.
    const next = offsets[end];
    const piece = pieces.find((one) => one.start <= last && last < one.end);
    return file.range(from, end === start ? from : Math.min(next ?? last + 1, piece?.end ?? last + 1));
  }
}

/** The root of a file: a module, in which `callsOf` finds what its readers look for. */
export function moduleView(file: CodeFile, root: Cst): CodeView {
  const at = { file, node: root };
  const origin = { module: '', name: '*', dotted: '', file: file.file };
  return new CodeView(
    { written: at, value: () => ({ kind: 'module', at, file, origin }) },
    undefined,
    undefined,
  );
}

const LONGEST_NAME = 80;

function shortName(name: string): string {
  return [...redact(name).slice(0, 2 * LONGEST_NAME)].slice(0, LONGEST_NAME).join('');
}
