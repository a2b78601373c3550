import type { Editor, Repair } from '../model/fix.js';
import type { Place, Position, Range } from '../model/place.js';

/** How a file is written. */
export type Format =
  | 'json'
  | 'jsonc'
  | 'yaml'
  | 'toml'
  | 'markdown'
  | 'http'
  | 'shell'
  | 'code'
  | 'environment';

export type NodeKind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null' | 'dynamic';

/** Which part of a node a finding points at: its value, or the key that it is under. */
export type Part = 'value' | 'key';

/**
 * One node of any document: a JSON value, a YAML node, a literal in code. Readers are written once against it.
 * A value that is computed at run time is `dynamic`, with the reason in `why`.
 */
export interface SyntaxNode {
  readonly document: SourceDocument;
  readonly kind: NodeKind;
  /** Key in the object or index in the array around it; undefined at a root. */
  readonly key: string | number | undefined;
  readonly parent: SyntaxNode | undefined;
  /** The value of a string, number, boolean or null; undefined for the other kinds. */
  readonly scalar: string | number | boolean | null | undefined;
  /** Why a `dynamic` node cannot be known. */
  readonly why: string | undefined;
  /** What a `dynamic` node may be, or hold, as far as that is written: the sides of a choice, a default. */
  readonly may?: readonly SyntaxNode[];
  /** How a text begins of which the rest is computed. */
  readonly begins?: string | undefined;
  /** The value under a key; undefined where this is no object or has no such key of its own. */
  get(key: string): SyntaxNode | undefined;
  /** Own keys in the order of the text; empty where this is no object. */
  keys(): readonly string[];
  /** The items of an array; empty where this is none. */
  items(): readonly SyntaxNode[];
  /** The plain value, for validators. Dynamic parts are `undefined`. */
  toValue(): unknown;
  /** Structural path by names: `agent.tools[issue_refund]`, with secrets cut out. */
  path(): string;
  /** Where a finding about this node stands. Its path is this node's unless another node or path is named. */
  at(part?: Part, named?: string | SyntaxNode): Place;
  /** Edits this node in its text; undefined where it cannot be edited. */
  edit(): Editor | undefined;
  /** The place of a part of a string's value; the whole node where escapes or folding hide it. */
  within(start: number, end: number): Place;
}

/** What is wrong with a document. It is data, never an exception. */
export interface SyntaxProblem {
  kind: 'syntax' | 'limit' | 'duplicate-key';
  message: string;
  at: Place;
  /** It is in a block of code that a page quotes. */
  isQuoted?: true;
  /** The key that is repeated, and the line on which it is first. */
  repeats?: { key: string; line: number };
  repair?: Repair;
}

/** A comment without its marks, for ignores in place. */
export interface Comment {
  text: string;
  /** Where it starts; 1-based. */
  at: Position;
  /** Nothing but white space is before it on its line. */
  ownLine: boolean;
}

/** One file as text, with its tree. */
export interface SourceDocument {
  readonly file: string;
  readonly format: Format;
  readonly text: string;
  /** One root a document: several in a YAML stream. Empty where nothing could be read. */
  readonly roots: readonly SyntaxNode[];
  readonly problems: readonly SyntaxProblem[];
  /** What the format forbids and was read all the same: a comma before a closing bracket in a `.json` file. */
  readonly tolerated?: readonly SyntaxProblem[];
  /** The text behind the front matter of a Markdown file, or all of a script or a file of variables; left out elsewhere. */
  readonly body?: SyntaxNode;
  /** The range of the file that a range of `text` is written in; left out where the text is that of the file. */
  inFile?(range: Range): Range;
  comments(): readonly Comment[];
}
