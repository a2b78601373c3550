import type { Range } from './range.js';

/** Replaces a range of a file as it is now. An empty range inserts; 1:1 to 1:1 of a file that does not exist creates it. */
export interface TextEdit {
  /** Relative to the root, with `/`. */
  file: string;
  range: Range;
  text: string;
}

/** One way to repair a finding (design, section 6). Several fixes of a finding are alternatives. */
export interface Fix {
  /** What it does, as an instruction. A claim begins with `Claim:`. */
  title: string;
  /** It changes neither what the agent may do nor what is claimed. */
  safe: boolean;
  edits: TextEdit[];
}

/** Whether a fix claims what no file shows: a person's to make, and never written by a run. */
export const isClaim = ({ title }: Pick<Fix, 'title'>): boolean => title.startsWith('Claim:');

/** The edits of one fix; undefined where the text cannot be edited without a risk. */
export type Edits = readonly TextEdit[] | undefined;

/** A value that is written into a file. */
export type PlainValue = string | number | boolean | null | readonly PlainValue[] | PlainMembers;
export interface PlainMembers {
  readonly [key: string]: PlainValue;
}

/** What a rule hands in: a fix whose edits are worked out only for a finding that is reported with its fixes. */
export interface Repair {
  title: string;
  /** Left out: not safe. */
  safe?: boolean;
  edits(): Edits;
}

/**
 * Edits one element of a file: a value, a list or an object of JSON, YAML or TOML, an argument or a call of a program.
 * Comments and layout stay. Every answer was tried: the text parses afterwards and says what was meant, else the answer
 * is undefined.
 */
export interface Editor {
  /** The object, list or call around it; undefined at the root. */
  readonly around: Editor | undefined;
  /** The present value, if it is a text. */
  readonly text: string | undefined;
  /** The whole document. */
  readonly root: Editor;
  /** Sets a member below this object, with the objects in between. A call takes it as an argument or option. */
  set(path: string | readonly string[], value: PlainValue): Edits;
  /** Sets several members, those of inner objects too; what is there and not named stays. */
  merge(members: PlainMembers): Edits;
  /** Puts another value in its place. */
  replace(value: PlainValue): Edits;
  /**
   * Puts a call of an exported function in its place, and the import of it where that of this one names its exports. Only in
   * programs.
   */
  call?(name: string, from: string, ...given: readonly PlainValue[]): Edits;
  /** Gives the member another key. */
  rename(key: string): Edits;
  /** Takes the member or item out. */
  remove(): Edits;
  /** The first item of this list that is this text. */
  item(text: string): Editor | undefined;
  /** Takes several items out of this list. */
  drop(indices: readonly number[]): Edits;
  /** Adds items at the end of this list, or last arguments to this call. */
  append(...values: readonly PlainValue[]): Edits;
}

/** A node of a file of data, as claims in it need it. */
export interface EditableNode {
  readonly kind: string;
  get(key: string): EditableNode | undefined;
  edit(): Editor | undefined;
}

/** All edits of several parts of one fix; undefined where one of them is. */
export function joinEdits(...parts: readonly Edits[]): Edits {
  const joined: TextEdit[] = [];
  for (const part of parts) {
    if (part === undefined) return undefined;
    joined.push(...part);
  }
  return joined;
}
