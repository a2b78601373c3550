import type { Editor, Edits, PlainMembers, PlainValue } from '../../model/fix.js';
import { type Bracketed, insertItems, removeItem, removeItems } from '../edit/bracketed.js';
import { nested } from '../edit/editor.js';
import { type Splice, spliced } from '../edit/splice.js';
import type { CodeFile } from './file.js';
import { read } from './language.js';
import { type SourceWriting, sourceWriting } from './source-text.js';
import type { Cst } from './tree/cst.js';
import { parsesAs } from './tree/grammars.js';
import { optionsOf } from './values/containers.js';
import { itemsAt, type Slot, type Value, type Written } from './values/value.js';

/** A node of a program as its edits need it. */
export interface EditedCode {
  slot: Slot;
  value: Value;
  around: Editor | undefined;
}

/** The edits of a node of a program: of the literal or call that it is, and of the place where it is written. */
export function codeEditor({ slot, value, around }: EditedCode): Editor {
  const { written } = slot;
  const merge = (members: PlainMembers) => mergedIn(written, value, members);
  const editor: Editor = {
    around,
    text: value.kind === 'scalar' && typeof value.scalar === 'string' ? value.scalar : undefined,
    get root() {
      return around?.root ?? editor;
    },
    set: (path, one) => merge(nested(path, one)),
    merge,
    replace: (one) => editsOf(written.file, (writing) => replaced(written.node, writing, one)),
    // What a program calls a thing is written in more places than one.
    rename: () => undefined,
    remove: () => editsOf(written.file, () => removed(slot)),
    item(text) {
      const slots = value.kind === 'array' ? itemsAt(value, written) : [];
      const found = slots.find((one) => {
        const item = one.value();
        return item.kind === 'scalar' && item.scalar === text;
      });
      return found && codeEditor({ slot: found, value: found.value(), around: editor });
    },
    drop: (indices) => dropped(value, indices),
    append: (...items) => appended(value, items),
  };
  return editor;
}

/** Text that is parsed at most to try the edits of one file, in UTF-16 units. */
const MOST_TRIED = 8_000_000;
const tried = new WeakMap<CodeFile, number>();

/** Turns splices into edits, where the file can be parsed whole before and after them. */
function editsOf(file: CodeFile, make: (writing: SourceWriting) => Splice[] | undefined): Edits {
  const root = file.root();
  if (!root || root.isBroken) return undefined;
  const splices = make(sourceWriting(file.text, file.language.isPython));
  const spent = (tried.get(file) ?? 0) + file.text.length;
  tried.set(file, spent);
  if (!splices || spent > MOST_TRIED || !parsesAs(file.grammar, spliced(file.text, splices)))
    return undefined;
  return splices.map(({ start, end, text }) => ({ file: file.file, range: file.range(start, end), text }));
}

function mergedIn(written: Written, value: Value, members: PlainMembers): Edits {
  const target = targetOf(written, value);
  if (!target) return undefined;
  const { file, node, isBare } = target;
  return editsOf(file, (writing) => {
    if (isBare) {
      const named = Object.entries(members).map(([key, one]) => `${key}=${writing.value(one)}`);
      return file.language.isPython
        ? [{ start: node.end, end: node.end, text: `(${named.join(', ')})` }]
        : undefined;
    }
    return mergeInto(file, node, members, writing);
  });
}

/** The literal or call that members are written into. `isBare`: a decorator without brackets. */
function targetOf(written: Written, value: Value): (Written & { isBare?: true }) | undefined {
  const { file, node } = written;
  if (value.kind === 'call') {
    if (file.language.isPython) return value.at;
    const options = optionsOf(value);
    return options.kind === 'object' ? options.at : undefined;
  }
  if (value.kind === 'object') return value.at;
  const isDecorator = file.text
    .slice(Math.max(0, node.start - 20), node.start)
    .trimEnd()
    .endsWith('@');
  return isDecorator ? { file, node, isBare: true } : undefined;
}

function mergeInto(
  file: CodeFile,
  node: Cst,
  members: PlainMembers,
  writing: SourceWriting,
): Splice[] | undefined {
  const said = read(node);
  if (said.kind === 'same') return mergeInto(file, said.node, members, writing);
  const isCall = said.kind === 'call';
  if (!isCall && said.kind !== 'record') return undefined;
  if (isCall && !file.language.isPython) {
    const list = listOf(file, node.field('arguments'));
    return list && insertItems(list, [writing.value(members)]);
  }
  const entries = isCall ? said.named : said.entries;
  const splices: Splice[] = [];
  const added: string[] = [];
  for (const [key, value] of Object.entries(members)) {
    const index = entries.findIndex((entry) => entry.key === key);
    const entry = entries[index];
    const spread = entries.findLastIndex((one) => one.spread || one.key === undefined);
    // What is spread behind it, or into a call, may say it once more.
    if (spread >= 0 && (entry ? spread > index : isCall)) return undefined;
    if (!entry) {
      added.push(isCall ? `${key}=${writing.value(value)}` : writing.member(key, value));
      continue;
    }
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    const inner = isObject ? mergeInto(file, entry.value, value as PlainMembers, writing) : undefined;
    const made = inner ?? replaced(entry.value, writing, value);
    if (!made) return undefined;
    splices.push(...made);
  }
  const list = listOf(file, isCall ? node.field('arguments') : node);
  return list && [...splices, ...insertItems(list, added)];
}

const LISTS = ['object', 'array', 'arguments', 'dictionary', 'list', 'tuple', 'set', 'argument_list'];

const CALLS = ['arguments', 'argument_list'];

/** What stands between the brackets of a literal or a call. */
function listOf(file: CodeFile, node: Cst | undefined): Bracketed | undefined {
  if (!node || !LISTS.includes(node.type)) return undefined;
  const { isPython } = file.language;
  return {
    text: file.text,
    open: node.start + 1,
    close: node.end - 1,
    items: node.children().map(({ start, end }) => ({ start, end })),
    comments: isPython ? 'hash' : 'slashes',
    pad: node.type === 'object' ? ' ' : '',
  };
}

function replaced(node: Cst, writing: SourceWriting, value: PlainValue): Splice[] | undefined {
  const { start, end, type } = node;
  if (type === 'method_definition') return undefined;
  const text =
    type === 'shorthand_property_identifier' ? writing.member(node.text, value) : writing.value(value);
  return [{ start, end, text }];
}

function dropped(value: Value, indices: readonly number[]): Edits {
  if (value.kind !== 'array') return undefined;
  const { file, node } = value.at;
  return editsOf(file, () => {
    const list = listOf(file, node);
    return list && removeItems(list, indices);
  });
}

function appended(value: Value, items: readonly PlainValue[]): Edits {
  if (value.kind !== 'array' && value.kind !== 'call') return undefined;
  const { file, node } = value.at;
  return editsOf(file, (writing) => {
    const list = listOf(file, value.kind === 'call' ? node.field('arguments') : node);
    return list && insertItems(list, items.map(writing.value));
  });
}

function removed({ written: { file, node }, keyNode }: Slot): Splice[] | undefined {
  const found = holderOf(file, node);
  const list = found && listOf(file, found.holder);
  if (!found || !list) return undefined;
  // The value of a member is not the whole of its literal: only what is found under the same key is taken out.
  const isMember = found.item.type === 'pair' || found.item.type === 'keyword_argument';
  if (isMember && keyNode?.start !== found.item.start) return undefined;
  // A call without one of its arguments is another call: `agents.append()` fails.
  if (!isMember && CALLS.includes(found.holder.type)) return undefined;
  return removeItem(list, found.index);
}

/** The innermost list, object or call that a node is an item of. */
function holderOf(file: CodeFile, node: Cst): { holder: Cst; item: Cst; index: number } | undefined {
  let found: { holder: Cst; item: Cst; index: number } | undefined;
  for (let at = file.root(); at; ) {
    const children: readonly Cst[] = at.children();
    const index = children.findIndex(({ start, end }) => start <= node.start && node.end <= end);
    const item = children[index];
    if (!item) break;
    if (LISTS.includes(at.type)) found = { holder: at, item, index };
    if (item.start === node.start && item.end === node.end && item.type === node.type) break;
    at = item;
  }
  return found;
}
