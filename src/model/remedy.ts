import { codeSpan, shownEntry } from './code-span.js';
import { type Edits, joinEdits, type Repair } from './fix.js';
import type { Position } from './range.js';

/** What to change: in sentences, and as an edit where one edit does it. */
export interface Remedy {
  text: string;
  repair?: Repair;
  /** The parameter of an SDK that it names, where only newer versions have it. */
  needs?: ParameterNeed;
  /** It limits what the act can do, and requires no human approval. */
  contains?: true;
  /** The entry of a list that it is about: what several entries need is one edit of their list. */
  entry?: { list: GrantList; text: string };
}

/** A remedy that one edit makes. */
export interface EditRemedy extends Remedy {
  repair: Repair;
}

/** A parameter of a package, and its first version that has it. `before`: the last that lacks it. */
export interface ParameterNeed {
  parameter: string;
  package: string;
  since: string;
  before?: string;
  /** Versions from which a later one is the first that has it: `since` is of the versions before. */
  later?: readonly { from: string; since: string }[];
}

/** An update of a package to a version or a later one, as a sentence that says why. */
export interface PackageUpdate {
  package: string;
  version: string;
  text: string;
}

/** A list of entries that a client runs without approval. */
export interface GrantList {
  /** What the file calls it: `permissions.allow`. */
  stated: string;
  /** What follows where an entry is gone: `the client then asks for approval`. */
  follows: string;
  /** Takes entries out of the list. */
  without(texts: readonly string[]): Edits;
  /** Moves entries to the list of those that need approval; left out: the client has none. */
  asked?: { stated: string; move(texts: readonly string[]): Edits };
}

/** A remedy that is one edit: `title` says what to do, `then` what follows from it. */
export function editRemedy(title: string, edits: () => Edits, then?: string): EditRemedy {
  return { text: then === undefined ? `${title}.` : `${title}: ${then}.`, repair: { title, edits } };
}

/** Entries that a title names at most. */
const MOST_NAMED = 20;

const quoted = (texts: readonly string[]): string => {
  const names = texts.slice(0, MOST_NAMED).map((text) => codeSpan(shownEntry(text)));
  if (texts.length > MOST_NAMED) names.push(`${texts.length - MOST_NAMED} more`);
  const last = names.pop() ?? '';
  return names.length === 0 ? last : `${names.join(', ')} and ${last}`;
};

/** Makes entries of a list require approval: moves them where the client has a list for that, else removes them. */
export function askedFor(list: GrantList, texts: readonly string[]): EditRemedy {
  const { asked, stated } = list;
  if (!asked) return { ...withoutEntries(list, texts), ...only(list, texts) };
  const title = `Move ${quoted(texts)} from \`${stated}\` to \`${asked.stated}\``;
  return {
    text: `${title}.`,
    repair: { title, edits: () => asked.move(texts) },
    ...only(list, texts),
  };
}

/** Takes entries out of a list. */
export function withoutEntries(list: GrantList, texts: readonly string[]): EditRemedy {
  const title = `Remove ${quoted(texts)} from \`${list.stated}\``;
  return { text: `${title}: ${list.follows}.`, repair: { title, edits: () => list.without(texts) } };
}

/** The entry that a remedy is about; none where it is about several. */
function only(list: GrantList, [text, ...others]: readonly string[]): Pick<Remedy, 'entry'> {
  return text === undefined || others.length > 0 ? {} : { entry: { list, text } };
}

/**
 * The remedy of several entries as one: an edit of the list that all of them are in, else all their edits. Undefined
 * where one of them has no edit.
 */
export function joinedRemedy(remedies: readonly Remedy[]): EditRemedy | undefined {
  const [first, ...others] = remedies;
  const list = first?.entry?.list;
  if (first?.repair && others.length === 0) return { ...first, repair: first.repair };
  const entries = remedies.flatMap(({ entry }) => (entry && entry.list === list ? [entry.text] : []));
  if (list && entries.length === remedies.length) return askedFor(list, [...new Set(entries)]);
  const repairs = new Map(remedies.map(({ repair }) => [repair?.title, repair]));
  if (repairs.size === 0 || repairs.has(undefined)) return undefined;
  const all = [...repairs.values()].flatMap((repair) => repair ?? []);
  const title = joinedTitle(all.map((repair) => repair.title));
  return { text: `${title}.`, repair: { title, edits: () => disjoint(all.map((repair) => repair.edits())) } };
}

/** Titles that a sentence names at most. */
const MOST_TITLES = 5;

function joinedTitle(titles: readonly string[]): string {
  const [first = '', ...others] = titles;
  const named = others
    .slice(0, MOST_TITLES - 1)
    .map((title) => `${title.charAt(0).toLowerCase()}${title.slice(1)}`);
  const more = titles.length - MOST_TITLES;
  return [first, ...named, ...(more > 0 ? [`do the same for ${more} more`] : [])].join('; ');
}

/** Edits of several parts that touch different text; undefined where they do not. */
function disjoint(parts: readonly Edits[]): Edits {
  const edits = joinEdits(...parts);
  const inOrder = [...(edits ?? [])].sort(
    (one, other) => one.file.localeCompare(other.file) || compare(one.range.start, other.range.start),
  );
  const touch = inOrder.some(({ file, range: { start } }, index) => {
    const before = inOrder[index - 1];
    if (before?.file !== file) return false;
    return compare(before.range.start, start) === 0 || compare(start, before.range.end) < 0;
  });
  return touch ? undefined : edits;
}

const compare = (one: Position, other: Position): number =>
  one.line - other.line || one.column - other.column;
