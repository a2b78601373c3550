import type { Editor } from '../../model/fix.js';
import type { Place, Range } from '../../model/place.js';
import { redact } from '../../model/secrets.js';
import { MAX_DEPTH } from '../../syntax/limits.js';
import { pathStep } from '../../syntax/names.js';
import type { NodeKind, Part, SourceDocument, SyntaxNode } from '../../syntax/node.js';
import { itemsOf, membersIn, slotUnder } from '../evaluate/slots.js';
import type { Expression, Span, TextPiece } from '../ir/ir.js';
import { MAX_PLAIN, MAX_SPELLED } from '../limits.js';
import { reasonText } from '../reason-text.js';
import { spelled } from '../tree/spelling.js';
import { ALWAYS, bothGates, eitherGate, LOST } from '../values/guard.js';
import { gatedState, joinRecords } from '../values/join.js';
import {
  type At,
  type Context,
  contextId,
  isSame,
  originOf,
  type RecordState,
  type Slot,
  unknown,
  type Value,
} from '../values/value.js';
import { whyOf } from '../values/why.js';
import { CallView } from './call.js';
import { contextOf } from './content.js';
import { codeEditor } from './edit.js';
import type { Call, CodeSyntaxNode, Offsets, Origin, Reference } from './node.js';
import {
  fileOf,
  type NodeMaker,
  type NodeSlot,
  type NodeValue,
  offsetsOf,
  rangeOf,
  type ValueNode,
} from './node-value.js';
import { referenceOf } from './reference.js';

const NO_KEYS: readonly string[] = [];
const NO_ITEMS: readonly CodeSyntaxNode[] = [];

/** A node of code. Its properties are computed on first access. */
export class CodeView implements ValueNode {
  private members: Map<string, CodeView> | undefined;
  private list: readonly CodeView[] | undefined;
  private knownCall: Call | undefined;
  private knownReference: Reference | undefined;
  readonly value: NodeValue;

  constructor(
    readonly slot: NodeSlot,
    readonly parent: CodeView | undefined,
    readonly key: string | number | undefined,
    private readonly depth = 0,
  ) {
    const value = later(slot.value, slot.written);
    this.value = depth > MAX_DEPTH ? unknown(slot.written, 'too-deep-data') : orDefault(value);
  }

  get document(): SourceDocument {
    return fileOf(this.value.at);
  }

  get kind(): NodeKind {
    const { value } = this;
    switch (value.kind) {
      case 'scalar':
        return value.scalar === null ? 'null' : (typeof value.scalar as 'string' | 'number' | 'boolean');
      case 'nothing':
        return 'null';
      case 'list':
        return 'array';
      case 'record':
      case 'options':
        return 'object';
      case 'union':
        return isOneOfLists(this.m, value) ? 'array' : 'dynamic';
      case 'module':
        return membersIn(this.m, value) ? 'object' : 'dynamic';
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
      case 'scalar':
      case 'nothing':
      case 'list':
      case 'record':
      case 'options':
        return undefined;
      case 'union':
        return this.kind === 'array' ? undefined : reasonText(value.why);
      default:
        return reasonText(whyOf(value));
    }
  }

  get call(): Call | undefined {
    if (this.value.kind === 'instance' && !this.value.isGeneric)
      this.knownCall ??= new CallView(this.value.call, this);
    return this.knownCall;
  }

  get reference(): Reference | undefined {
    const { value } = this;
    if (value.kind === 'function' || value.kind === 'class' || value.kind === 'module')
      this.knownReference ??= referenceOf(value, this);
    return this.knownReference;
  }

  get origin(): Origin | undefined {
    return this.value.kind === 'options' ? undefined : originOf(this.value);
  }

  get isPerhaps(): boolean {
    return this.slot.isChosen === true || this.slot.gate !== undefined;
  }

  get isInParts(): boolean {
    return this.slot.isInParts === true;
  }

  get hasWrittenKey(): boolean {
    const { key, written } = this.slot;
    return key !== undefined && fileOf(written).text.slice(key.start, key.end).includes(String(this.key));
  }

  get spread(): CodeSyntaxNode | undefined {
    const { spread, written } = this.slot;
    return spread && this.make({ value: spread, written });
  }

  get spreads(): readonly CodeSyntaxNode[] {
    return (this.state()?.spreads ?? []).map((one) => this.make(one));
  }

  get copied(): CodeSyntaxNode | undefined {
    const { value } = this;
    const base = value.kind === 'record' ? this.m.recordState(value).base : undefined;
    return base && this.make(base);
  }

  get joined(): CodeSyntaxNode | undefined {
    const { value } = this;
    const states =
      value.kind === 'union'
        ? value.members.map((one) => (one.kind === 'record' ? this.m.recordState(one) : undefined))
        : [];
    if (value.kind !== 'union' || !states.every((one) => one !== undefined)) return undefined;
    const [first, ...others] = states;
    if (!first) return undefined;
    const all = others.reduce((one, other) => joinRecords(one, other, 'chosen'), first);
    const gates = states.map((_, index) => value.gates?.[index] ?? LOST);
    const state = gatedState(all, states, gates);
    return state.kind === 'record'
      ? this.make({ written: this.slot.written, value: { kind: 'options', at: value.at, state } })
      : undefined;
  }

  get may(): readonly CodeSyntaxNode[] {
    const { value } = this;
    const slot = (one: Value): NodeSlot => ({ value: one, written: one.at });
    switch (value.kind) {
      case 'union':
        return value.members.map((one, index) =>
          this.make({ ...slot(one), chosenBy: value.gates?.[index] ?? LOST }),
        );
      case 'unknown':
        return (value.parts ?? []).map((one) => this.make(slot(one)));
      case 'parameter':
        return value.fallback ? [this.make(slot(value.fallback))] : NO_ITEMS;
      case 'instance': {
        const fallback = environmentDefault(value);
        return fallback ? [this.make(fallback)] : NO_ITEMS;
      }
      default:
        return NO_ITEMS;
    }
  }

  get begins(): string | undefined {
    return this.value.kind === 'unknown' ? this.value.begins : undefined;
  }

  get ends(): string | undefined {
    return this.value.kind === 'unknown' ? this.value.ends : undefined;
  }

  get takenFrom(): CodeSyntaxNode['takenFrom'] {
    const from =
      this.value.kind === 'external' || this.value.kind === 'unknown' ? this.value.takenFrom : undefined;
    return from && { object: this.make({ value: from.object, written: from.object.at }), name: from.name };
  }

  get reached(): CodeSyntaxNode['reached'] {
    return this.value.kind === 'options' ? undefined : reachedBy(this.value);
  }

  get offsets(): Offsets {
    return offsetsOf(this.value.at);
  }

  get factory(): Offsets | undefined {
    const of = this.context?.of;
    return of && offsetsOf(of);
  }

  get identity(): string {
    const { file, start, end } = this.offsets;
    const { value } = this;
    const id =
      value.kind === 'instance' ? contextOf(value.call) : this.context ? contextId(this.context) : '';
    return `${file}:${start}-${end}${id === '' ? '' : ` for ${id}`}`;
  }

  get(key: string | undefined): CodeView | undefined {
    if (key === undefined) return undefined;
    const state = this.state();
    if (!state) return undefined;
    const slot = slotUnder(state, key);
    if (slot) {
      const view = this.child(key, slot);
      // A member that is set to undefined counts as left out.
      return view.value.kind === 'nothing' ? undefined : view;
    }
    const { open } = state;
    return open && this.child(key, { written: open.at, value: unknown(open.at, open.why) });
  }

  keys(): readonly string[] {
    const state = this.state();
    return state
      ? [...state.members].filter(([, { value }]) => value.kind !== 'nothing').map(([key]) => key)
      : NO_KEYS;
  }

  items(): readonly CodeView[] {
    const { value, m } = this;
    if (this.list) return this.list;
    const slots =
      value.kind === 'list'
        ? itemsOf(m, value)
        : value.kind === 'union' && this.kind === 'array'
          ? eitherItems(m, value, this.slot.written)
          : [];
    this.list = slots.flatMap(chosenOf).map((slot, index) => new CodeView(slot, this, index, this.depth + 1));
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
    if (part !== 'key') return this.place(() => this.valueRange(), named);
    return this.place(() => this.keyRange(), named, this.slot.key && this.slot.written);
  }

  within(start: number, end: number): Place {
    return this.place(() => this.textRange(start, end) ?? this.valueRange());
  }

  written(): Place {
    const { written } = this.slot;
    return this.place(() => rangeOf(written), undefined, written);
  }

  edit(): Editor {
    return codeEditor(this);
  }

  /** The members of an object. */
  state(): RecordState | undefined {
    const { value } = this;
    if (value.kind === 'options') return value.state;
    return membersIn(this.m, value);
  }

  get m() {
    return fileOf(this.value.at).evaluation().machine;
  }

  private get context(): Context | undefined {
    return 'context' in this.value ? this.value.context : undefined;
  }

  /** Arguments of a call have no key: paths of their members continue from the call. */
  make(slot: NodeSlot): CodeView {
    return new CodeView(slot, this, undefined, this.depth + 1);
  }

  private child(key: string, slot: NodeSlot): CodeView {
    this.members ??= new Map();
    const before = this.members.get(key);
    if (before) return before;
    const view = new CodeView(slot, this, key, this.depth + 1);
    this.members.set(key, view);
    return view;
  }

  private place(range: () => Range, named?: string | SyntaxNode, writtenIn?: At): Place {
    const view = this;
    return {
      file: (writtenIn ?? this.value.at).file.file,
      get path() {
        return typeof named === 'object' ? named.path() : (named ?? view.path());
      },
      range,
      edit: () => view.edit(),
      element: () => view.elementRange(),
    };
  }

  private pathStep(): string {
    if (this.key === undefined) return '';
    if (typeof this.key === 'string' || this.kind !== 'dynamic') return pathStep(this);
    const name = this.call ? this.call.options.get('name')?.scalar : this.reference?.name;
    return typeof name === 'string' && name !== '' ? `[${shortName(name)}]` : `[${this.key}]`;
  }

  private valueRange(): Range {
    const { value } = this;
    if (value.kind === 'instance') {
      const { file, expression } = value.call;
      return rangeOf({ file, span: { start: expression.start, end: expression.callee.end } });
    }
    const name = value.kind === 'function' || value.kind === 'class' ? value.definition.nameSpan : undefined;
    return rangeOf({ file: value.at.file, span: name ?? value.at.span });
  }

  private keyRange(): Range {
    const { key, written } = this.slot;
    return key ? rangeOf({ file: written.file, span: key }) : this.valueRange();
  }

  /** The whole member or definition. */
  elementRange(): Range {
    const { value, slot } = this;
    const { file } = value.at;
    const around: Span =
      value.kind === 'function' || value.kind === 'class' ? value.definition.whole : value.at.span;
    const { key, written } = slot;
    const isHere =
      written.file === file &&
      written.span.start <= value.at.span.start &&
      value.at.span.end <= written.span.end;
    const start = key && isHere ? Math.min(key.start, around.start) : around.start;
    return rangeOf({ file, span: { start, end: around.end } });
  }

  private textRange(start: number, end: number): Range | undefined {
    const { value } = this;
    if (value.kind !== 'scalar' || typeof value.scalar !== 'string' || !value.text) return undefined;
    const pieces = piecesOf(value.text);
    if (!pieces) return undefined;
    const file = fileOf(value.at);
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

/** Creates nodes without a parent. */
export const ROOT: NodeMaker = { make: (slot) => new CodeView(slot, undefined, undefined) };

/** The final value of a name that was used before it was assigned: modules import each other. */
function later(value: NodeValue, written: At): NodeValue {
  if (value.kind !== 'unknown' || !value.later) return value;
  return fileOf(written).evaluation().machine.read(value.later) ?? value;
}

/** A parameter whose default is a list is that list, or another one: without an argument, its items are there. */
function orDefault(value: NodeValue): NodeValue {
  const fallback = value.kind === 'parameter' ? value.fallback : undefined;
  if (value.kind !== 'parameter' || fallback?.kind !== 'list') return value;
  return { kind: 'union', at: value.at, why: value.why, members: [fallback, value] };
}

function reachedBy(value: Value, depth = 0): CodeSyntaxNode['reached'] {
  if (value.kind === 'external') return { module: value.origin.module, dotted: value.origin.dotted };
  if (value.kind !== 'unknown' || depth > MAX_DEPTH) return undefined;
  if (value.undeclared !== undefined) return { module: '', dotted: value.undeclared };
  const from = value.takenFrom && reachedBy(value.takenFrom.object, depth + 1);
  return from && { module: from.module, dotted: `${from.dotted}.${value.takenFrom?.name}` };
}

/** A choice of several lists is one list of all their items, unless they are words whose order matters. */
function isOneOfLists(m: CodeView['m'], value: Value & { kind: 'union' }): boolean {
  const lists = value.members.filter((one) => one.kind === 'list');
  const filled = lists.filter((one) => m.listState(one).items.length > 0);
  const isOfWords = (one: { readonly id: number }): boolean =>
    m.listState(one).items.every((item) => item.value.kind === 'scalar');
  return lists.length > 0 && (filled.length < 2 || !filled.every(isOfWords));
}

/** An item of a list. */
type InList = Slot & Pick<NodeSlot, 'isInParts'>;

/** Nothing, which is no item. */
const isNone = (one: Value): boolean =>
  one.kind === 'nothing' || (one.kind === 'scalar' && (one.scalar === null || one.scalar === false));

/** The items of any of several lists, and an unknown one for others; none where all are empty. */
function eitherItems(m: CodeView['m'], value: Value & { kind: 'union' }, written: At): InList[] {
  const items: InList[] = [];
  if (value.members.every((one) => one.kind === 'list' && itemsOf(m, one).length === 0)) return items;
  for (const [index, list] of value.members.entries()) {
    if (list.kind !== 'list') continue;
    const gate = value.gates?.[index] ?? LOST;
    const before = items.length;
    for (const item of itemsOf(m, list)) {
      const chosenBy = bothGates(gate, item.chosenBy ?? item.gate ?? ALWAYS);
      const place = items.slice(0, before).findIndex((one) => isSame(one.value, item.value));
      const same = items[place];
      if (same) items[place] = { ...same, chosenBy: eitherGate(same.chosenBy, chosenBy) };
      else items.push({ ...item, chosenBy });
    }
  }
  const open = unknown(written, value.why);
  const isInParts = value.members.every((one) => one.kind === 'list' || isNone(one));
  return [...items, { value: open, written, spread: open, isInParts }];
}

/** An item; for one of several, each instance, function or class, and an unknown one for others. */
function chosenOf(slot: InList): readonly NodeSlot[] {
  const { value } = slot;
  if (value.kind !== 'union') return [slot];
  const around = slot.chosenBy ?? slot.gate ?? ALWAYS;
  const values = value.members.filter(
    ({ kind }) => kind === 'instance' || kind === 'function' || kind === 'class',
  );
  return [
    ...values.map((one) => ({
      ...slot,
      isChosen: true as const,
      chosenBy: bothGates(around, value.gates?.[value.members.indexOf(one)] ?? LOST),
      value: one,
      written: one.at.file === slot.written.file ? one.at : slot.written,
    })),
    { ...slot, isInParts: value.members.every((one) => values.includes(one) || isNone(one)) },
  ];
}

const READS_ENVIRONMENT: ReadonlySet<string> = new Set(['getenv', 'environ.get']);

/** The default of an environment variable: `os.getenv("KEY", "default")`. */
function environmentDefault({ call }: Value & { kind: 'instance' }): Slot | undefined {
  const origin = originOf(call.target);
  if (origin?.module !== 'os' || !READS_ENVIRONMENT.has(origin.dotted)) return undefined;
  return call.positional[1] ?? call.named.members.get('default');
}

/** The literals that a text is concatenated from; undefined if names are among them. */
function piecesOf(start: Expression): TextPiece[] | undefined {
  const pieces: TextPiece[] = [];
  const waiting = [start];
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    if (one.kind === 'text') pieces.push(...one.pieces);
    else if (one.kind === 'same') waiting.push(one.value);
    else if (one.kind === 'binary' && one.operator === 'add') waiting.push(one.right, one.left);
    else return undefined;
  }
  return pieces;
}

function shortName(name: string): string {
  return [...redact(name).slice(0, 2 * MAX_SPELLED)].slice(0, MAX_SPELLED).join('');
}

/** A node as plain values; what is computed is undefined. */
function plainOf(node: CodeSyntaxNode, values = { left: MAX_PLAIN }): unknown {
  if (values.left-- <= 0) return undefined;
  if (node.kind === 'array') return node.items().map((item) => plainOf(item, values));
  if (node.kind !== 'object') return node.scalar;
  const plain: Record<string, unknown> = {};
  for (const key of node.keys()) {
    const member = node.get(key);
    const value = member && plainOf(member, values);
    // Assignment to `__proto__` would set the prototype.
    Object.defineProperty(plain, key, { value, enumerable: true, writable: true, configurable: true });
  }
  return plain;
}
