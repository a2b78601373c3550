import type { Editor, Edits, PlainValue } from '../model/fix.js';
import type { Place, Range } from '../model/place.js';
import { withoutEnd } from '../model/without-end.js';
import type { TextDocument } from './document.js';
import { nodeEditor } from './edit/editor.js';
import { pathStep } from './names.js';
import type { NodeKind, Part, SyntaxNode } from './node.js';
import { type PositionedEntry, type PositionedValue, plainOf } from './positioned-value.js';
import { textRangeOf } from './text-range.js';

const NO_KEYS: readonly string[] = [];
const NO_ITEMS: readonly SyntaxNode[] = [];

/** What all nodes share: the way back to the text. Views are made on demand; compare them by path, not by identity. */
abstract class View implements SyntaxNode {
  abstract readonly kind: NodeKind;
  abstract readonly scalar: string | number | boolean | null | undefined;
  abstract readonly why: string | undefined;

  constructor(
    readonly document: TextDocument,
    readonly parent: View | undefined,
    readonly key: string | number | undefined,
  ) {}

  abstract get(key: string): SyntaxNode | undefined;
  abstract keys(): readonly string[];
  abstract items(): readonly SyntaxNode[];
  abstract toValue(): unknown;
  /** The value with its offsets. */
  abstract positioned(): PositionedValue;

  path(): string {
    let path = '';
    for (let node: View = this; node.parent && !node.startsPath; node = node.parent) {
      path = pathStep(node) + path;
    }
    return path.startsWith('.') ? path.slice(1) : path;
  }

  get startsPath(): boolean {
    return false;
  }

  at(part: Part = 'value', named?: string | SyntaxNode): Place {
    return new ViewPlace(this, part, named);
  }

  within(start: number, end: number): Place {
    return new RangePlace(this, start, end);
  }

  edit(): Editor | undefined {
    const trail: (string | number)[] = [];
    let node: View = this;
    for (; node.parent; node = node.parent) trail.unshift(node.key ?? '');
    const root = node;
    return nodeEditor({ document: this.document, node: root, tree: () => root.whole() }, trail);
  }

  /** The value with its offsets, and those of all that is in it. */
  abstract whole(): PositionedValue | undefined;

  valueRange(): Range {
    const { start, end } = this.positioned();
    return this.document.range(start, end);
  }

  /** The member that it is; undefined where it is none, or stands nowhere in the text. */
  protected entry(): PositionedEntry | undefined {
    return typeof this.key === 'string' ? this.parent?.positioned().entries?.get(this.key) : undefined;
  }

  keyRange(): Range {
    const entry = this.entry();
    return entry ? this.document.range(entry.keyStart, entry.keyEnd) : this.valueRange();
  }

  elementRange(): Range {
    if (typeof this.key !== 'string') return this.valueRange();
    const inObjectItem = this.parent?.parent?.kind === 'array';
    if (inObjectItem && this.kind !== 'object' && this.kind !== 'array') {
      return (this.parent as View).valueRange();
    }
    const entry = this.entry();
    if (!entry) return this.valueRange();
    // An alias stands elsewhere than its key: then the key alone is the element.
    const { start, end } = entry.value;
    return this.document.range(entry.keyStart, start >= entry.keyEnd ? end : entry.keyEnd);
  }
}

/** The place of a view. One is made for every element of the model, so it holds references and works out the rest late. */
class ViewPlace implements Place {
  constructor(
    protected readonly node: View,
    private readonly part: Part,
    private readonly named: string | SyntaxNode | undefined,
  ) {}

  get file(): string {
    return this.node.document.file;
  }

  get path(): string {
    const { named, node } = this;
    return typeof named === 'string' ? named : (named ?? node).path();
  }

  range(): Range {
    return this.part === 'key' ? this.node.keyRange() : this.node.valueRange();
  }

  element(): Range {
    return this.node.elementRange();
  }

  edit(): Editor | undefined {
    return this.node.edit();
  }
}

/** A part of a string that no format spells in another way. */
const PLAIN_PART = /^[\w:/.@=+-]*$/;

/** The place of a part of a string's value. */
class RangePlace extends ViewPlace {
  constructor(
    node: View,
    private readonly start: number,
    private readonly end: number,
  ) {
    super(node, 'value', undefined);
  }

  override range(): Range {
    const { document } = this.node;
    const textRange = this.textRange();
    return textRange ? document.range(textRange[0], textRange[1]) : this.node.valueRange();
  }

  /** Only the part is replaced; all else is done to the whole value. */
  override edit(): Editor | undefined {
    const whole = this.node.edit();
    const textRange = this.textRange();
    if (!whole || !textRange) return whole;
    const { document } = this.node;
    const replace = (value: PlainValue): Edits =>
      typeof value === 'string' && PLAIN_PART.test(value)
        ? [{ file: document.file, range: document.range(textRange[0], textRange[1]), text: value }]
        : undefined;
    const remove = (): Edits => {
      const cut = this.cutOf(textRange);
      return cut === 'whole'
        ? whole.remove()
        : [{ file: document.file, range: document.range(...cut), text: '' }];
    };
    return { ...whole, text: document.text.slice(...textRange), replace, remove };
  }

  /** A part of a list in one string, `Read, Bash`, with the separator beside it. */
  private cutOf([start, end]: [number, number]): [number, number] | 'whole' {
    const { text } = this.node.document;
    const value = this.node.positioned();
    const quotes = /["']/.test(text.charAt(value.start)) ? 1 : 0;
    const [first, last] = [value.start + quotes, value.end - quotes];
    const before = text.slice(withoutEnd(text.slice(first, start), ' \t\r\n,').length + first, start);
    const behind = /^[\s,]*/.exec(text.slice(end, last))?.[0] ?? '';
    const isFirst = start - before.length <= first;
    if (end + behind.length < last) return [start, end + behind.length];
    return isFirst ? 'whole' : [start - before.length, end];
  }

  private textRange(): [number, number] | undefined {
    return textRangeOf(this.node.document.text, this.node.positioned(), this.start, this.end);
  }
}

/** Finds values in a text that was read without offsets. */
export interface Locator {
  /** The member or item at the end of a way from the root; its own members and items may be left out. */
  entry(way: readonly (string | number)[]): PositionedEntry | undefined;
  /** All of the text. */
  tree(): PositionedValue;
}

/** A view of a value that has no offsets yet: they are looked up when a place is asked for. */
class PlainView extends View {
  private views: readonly PlainView[] | undefined;

  constructor(
    document: TextDocument,
    parent: PlainView | undefined,
    key: string | number | undefined,
    private readonly value: unknown,
    private readonly locator?: Locator,
  ) {
    super(document, parent, key);
  }

  get kind(): NodeKind {
    const { value } = this;
    switch (typeof value) {
      case 'string':
        return 'string';
      case 'number':
        return 'number';
      case 'boolean':
        return 'boolean';
      default:
        return value === null ? 'null' : Array.isArray(value) ? 'array' : 'object';
    }
  }

  get scalar(): string | number | boolean | null | undefined {
    const { value } = this;
    return typeof value === 'object' && value !== null
      ? undefined
      : (value as string | number | boolean | null);
  }

  get why(): undefined {
    return undefined;
  }

  get(key: string): SyntaxNode | undefined {
    const { value } = this;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    const member = (value as Record<string, unknown>)[key];
    // A parsed value holds neither of these: what is found is what every object inherits.
    if (member === undefined || typeof member === 'function') return undefined;
    if (key === '__proto__' && !Object.hasOwn(value, key)) return undefined;
    return new PlainView(this.document, this, key, member);
  }

  keys(): readonly string[] {
    if (this.kind !== 'object') return NO_KEYS;
    const keys = Object.keys(this.value as object);
    // Engines list keys that look like indices first; the text may have them elsewhere.
    const first = keys[0]?.charCodeAt(0) ?? 0;
    if (keys.length > 1 && first >= 48 && first <= 57) return [...(this.inTree()?.entries?.keys() ?? keys)];
    return keys;
  }

  items(): readonly SyntaxNode[] {
    const { value } = this;
    if (!Array.isArray(value)) return NO_ITEMS;
    // Kept: a walk by index would make all of them again for each step.
    this.views ??= value.map((item: unknown, index) => new PlainView(this.document, this, index, item));
    return this.views;
  }

  toValue(): unknown {
    return this.value;
  }

  positioned(): PositionedValue {
    return this.located()?.value ?? (this.parent as PlainView).positioned();
  }

  protected override entry(): PositionedEntry | undefined {
    return typeof this.key === 'string' ? this.located() : undefined;
  }

  private located(): PositionedEntry | undefined {
    const { way, locator } = this.wayFromRoot();
    return locator?.entry(way);
  }

  whole(): PositionedValue | undefined {
    return this.inTree();
  }

  /** The value with all its members and items. */
  private inTree(): PositionedValue | undefined {
    const { way, locator } = this.wayFromRoot();
    let value = locator?.tree();
    for (const step of way)
      value = typeof step === 'number' ? value?.items?.[step] : value?.entries?.get(step)?.value;
    return value;
  }

  private wayFromRoot(): { way: (string | number)[]; locator: Locator | undefined } {
    const way: (string | number)[] = [];
    let node: PlainView = this;
    for (; node.parent; node = node.parent as PlainView) way.push(node.key ?? '');
    return { way: way.reverse(), locator: node.locator };
  }
}

/** A view of a value that has its offsets. */
class PositionedView extends View {
  private views: readonly PositionedView[] | undefined;

  constructor(
    document: TextDocument,
    parent: PositionedView | undefined,
    key: string | number | undefined,
    private readonly value: PositionedValue,
  ) {
    super(document, parent, key);
  }

  get kind(): NodeKind {
    return this.value.kind;
  }

  get scalar(): string | number | boolean | null | undefined {
    return this.value.scalar;
  }

  get why(): string | undefined {
    return this.value.why;
  }

  override get startsPath(): boolean {
    return this.value.startsPath === true;
  }

  get(key: string): SyntaxNode | undefined {
    const entry = this.value.entries?.get(key);
    return entry && new PositionedView(this.document, this, key, entry.value);
  }

  keys(): readonly string[] {
    return this.value.entries ? [...this.value.entries.keys()] : NO_KEYS;
  }

  items(): readonly SyntaxNode[] {
    if (!this.value.items) return NO_ITEMS;
    this.views ??= this.value.items.map(
      (item, index) => new PositionedView(this.document, this, index, item),
    );
    return this.views;
  }

  toValue(): unknown {
    return plainOf(this.value);
  }

  positioned(): PositionedValue {
    return this.value;
  }

  whole(): PositionedValue {
    return this.value;
  }
}

/** A root over a value as `JSON.parse` gives it; `locator` is called only when a place is asked for. */
export function plainRoot(document: TextDocument, value: unknown, locator: Locator): SyntaxNode {
  return new PlainView(document, undefined, undefined, value, locator);
}

/** A root over a value that has its offsets. */
export function positionedRoot(document: TextDocument, value: PositionedValue): SyntaxNode {
  return new PositionedView(document, undefined, undefined, value);
}

/** The text of a document from an offset on, as a string. */
export function textFrom(document: TextDocument, start: number): SyntaxNode {
  const { text } = document;
  const scalar = text.slice(start);
  return positionedRoot(document, { kind: 'string', start, end: text.length, scalar, spelling: 'verbatim' });
}
