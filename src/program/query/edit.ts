import type { Editor, Edits, PlainMembers, PlainValue } from '../../model/fix.js';
import { type Bracketed, insertItems, removeItem, removeItems } from '../../syntax/edit/bracketed.js';
import { nested } from '../../syntax/edit/editor.js';
import { type Splice, spliced } from '../../syntax/edit/splice.js';
import type { Call, Entry, Expression, Span } from '../ir/ir.js';
import { bare, lastName, within } from '../ir/walk.js';
import { MAX_TRIED } from '../limits.js';
import { parsesAs } from '../tree/grammars.js';
import { childrenOf, innermostAround, spanOf, type Tree, typeOf } from '../tree/tree.js';
import type { At } from '../values/value.js';
import type { CodeFile } from './document.js';
import type { CodeSyntaxNode } from './node.js';
import { fileOf, type NodeSlot, type ValueNode } from './node-value.js';
import { isPassedIn } from './parameters.js';
import { type SourceWriting, sourceWriting } from './source-text.js';

/** The edits of a node of a program: to its literal or call, and at the place where it is written. */
export function codeEditor(view: ValueNode): Editor {
  const { slot, value, parent } = view;
  const around = parent?.edit();
  const file = fileOf(slot.written);
  const merge = (members: PlainMembers) => mergedIn(view, members);
  const editor: Editor = {
    around,
    text: value.kind === 'scalar' && typeof value.scalar === 'string' ? value.scalar : undefined,
    get root() {
      return around?.root ?? editor;
    },
    set: (path, one) => merge(nested(path, one)),
    merge,
    replace: (one) => {
      const written = isPassedIn(file, slot.written.span) ? value.at : slot.written;
      const target = fileOf(written);
      return isConstant(written.span as Expression, view)
        ? editsOf(target, (writing) => replaced(target, written.span, writing, one))
        : undefined;
    },
    call: (name, from, ...given) =>
      editsOf(file, (writing) => called(view, file, { name, from, given }, writing)),
    // A name is written in more than one place.
    rename: () => undefined,
    remove: () => editsOf(file, () => removed(slot)),
    item: (text) =>
      view
        .items()
        .find(({ scalar }) => scalar === text)
        ?.edit(),
    drop: (indices) => dropped(view, indices),
    append: (...items) => appended(view, items),
  };
  return editor;
}

/** Expressions that are their values. */
const WRITTEN_OUT: ReadonlySet<string> = new Set('literal nothing text list record same'.split(' '));

/** Whether a constant is written at a place: an edit never replaces what its author computes. */
function isConstant(written: Expression, view: ValueNode | undefined): boolean {
  if ([...within(written)].every(({ kind }) => WRITTEN_OUT.has(kind))) return true;
  const one = bare(written);
  const name = lastName(one.kind === 'call' ? one.callee : one);
  return name !== '' && view !== undefined && infinity(view)?.split('(', 1)[0]?.split('.').at(-1) === name;
}

const tried = new WeakMap<CodeFile, number>();

/** Turns splices that change the text into edits, if the whole file parses before and after them. */
function editsOf(file: CodeFile, make: (writing: SourceWriting) => Splice[] | undefined): Edits {
  const program = file.program();
  if (!program || program.brokenAt !== undefined) return undefined;
  const splices = make(sourceWriting(file.text, file.language.writing));
  if (!splices?.some(({ start, end, text }) => text !== file.text.slice(start, end))) return undefined;
  const around = statementsAround(file, splices);
  const spent = (tried.get(file) ?? 0) + around.end - around.start;
  tried.set(file, spent);
  if (spent > MAX_TRIED) return undefined;
  const inner = splices.map(({ start, end, text }) => ({
    start: start - around.start,
    end: end - around.start,
    text,
  }));
  const text = file.text.slice(around.start, around.end);
  if (!parsesAs(file.grammar, spliced(text, inner))) return undefined;
  return file.edits(splices);
}

/** The statements of a module that contain the splices: they parse on their own as they do in the file. */
function statementsAround(file: CodeFile, splices: readonly Splice[]): Span {
  const tree = file.tree();
  const first = Math.min(...splices.map(({ start }) => start));
  const last = Math.max(...splices.map(({ end }) => end));
  const touched = (tree ? childrenOf(tree, ROOT) : [])
    .map((child) => spanOf(tree as Tree, child))
    .filter(({ start, end }) => start <= last && end >= first);
  const start = touched[0]?.start ?? file.text.length;
  const end = touched.at(-1)?.end ?? 0;
  return start <= first && end >= last ? { start, end } : { start: 0, end: file.text.length };
}

/** The node of a whole file. */
const ROOT = 0;

function mergedIn(view: ValueNode, members: PlainMembers): Edits {
  const target = targetOf(view);
  if (!target) return undefined;
  const file = fileOf(target);
  return editsOf(file, (writing) => {
    const options = view.value.kind === 'instance' ? (view.call?.options as ValueNode | undefined) : view;
    if (!target.isBare) return mergeInto(options, file, target.span as Expression, members, writing);
    if (!file.language.hasKeywords) return undefined;
    const named = Object.entries(members).map(([key, one]) => `${key}=${writing.value(one)}`);
    const { end } = target.span;
    return [{ start: end, end, text: `(${named.join(', ')})` }];
  });
}

/** The literal or call that members are written into. `isBare`: a decorator without brackets. */
function targetOf({ slot, value, call }: ValueNode): (At & { isBare?: true }) | undefined {
  if (value.kind === 'instance') {
    if (value.call.file.language.hasKeywords) return value.at;
    const options = call?.options as ValueNode | undefined;
    return options?.kind === 'object' ? options.value.at : undefined;
  }
  if (value.kind === 'record' || value.kind === 'options') return value.at;
  const { file, span } = slot.written;
  const tree = fileOf(slot.written).tree();
  const isDecorator = tree && innermostAround(tree, span, DECORATORS);
  return isDecorator && spanIs(span, tree, isDecorator.child) ? { file, span, isBare: true } : undefined;
}

const DECORATORS: ReadonlySet<string> = new Set(['decorator']);

function spanIs({ start, end }: Span, tree: Tree, node: number): boolean {
  const found = spanOf(tree, node);
  return found.start === start && found.end === end;
}

function mergeInto(
  view: ValueNode | undefined,
  file: CodeFile,
  one: Expression,
  members: PlainMembers,
  writing: SourceWriting,
): Splice[] | undefined {
  if (one.kind === 'same') return mergeInto(view, file, one.value, members, writing);
  if (one.kind !== 'call' && one.kind !== 'record') return undefined;
  if (one.kind === 'call' && !file.language.hasKeywords) {
    const list = bracketsOf(file, one);
    return list && insertItems(list, [writing.value(members)]);
  }
  const isCall = one.kind === 'call';
  const entries: readonly Entry[] = isCall ? one.named : one.entries;
  const splices: Splice[] = [];
  const added: string[] = [];
  for (const [key, value] of Object.entries(members)) {
    const index = entries.findIndex((entry) => entry.key === key);
    const entry = entries[index];
    const spread = entries.findLastIndex((each) => each.spread || each.key === undefined);
    // A spread behind it, or into the call, may set it again.
    if (spread >= 0 && (entry ? spread > index : isCall)) return undefined;
    const present = view?.get(key) as ValueNode | undefined;
    if (!entry) {
      // What is spread may set it.
      if (present?.value.kind === 'unknown') return undefined;
      added.push(isCall ? `${key}=${writing.value(value)}` : writing.member(key, value));
      continue;
    }
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    const inner = isObject
      ? mergeInto(present, file, entry.value, value as PlainMembers, writing)
      : undefined;
    const edits =
      inner ??
      (isConstant(entry.value, present) ? replaced(file, entry.value, writing, value, entry) : undefined);
    if (!edits) return undefined;
    splices.push(...edits);
  }
  const list = isCall ? bracketsOf(file, one) : listOf(file, one);
  return list && [...splices, ...insertItems(list, added)];
}

/** The nodes whose items are written between brackets. */
const LISTS: ReadonlySet<string> = new Set(
  'object array arguments dictionary list tuple set argument_list'.split(' '),
);

const CALLS: ReadonlySet<string> = new Set(['arguments', 'argument_list']);

const bracketsOf = (file: CodeFile, { brackets }: Call): Bracketed | undefined =>
  brackets && listOf(file, brackets);

/** What is between the brackets of a literal or a call. */
function listOf(file: CodeFile, span: Span): Bracketed | undefined {
  const tree = file.tree();
  const node = tree && nodeOfList(tree, span);
  if (!tree || node === undefined) return undefined;
  return {
    text: file.text,
    open: span.start + 1,
    close: span.end - 1,
    items: childrenOf(tree, node).map((child) => spanOf(tree, child)),
    comments: file.language.writing.comments,
    pad: typeOf(tree, node) === 'object' ? ' ' : '',
  };
}

/** The node of a list that is written in a range, or of the empty range just inside of its bracket. */
function nodeOfList(tree: Tree, { start, end }: Span): number | undefined {
  let low = 0;
  let high = tree.starts.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tree.starts[middle] as number) < start) low = middle + 1;
    else high = middle;
  }
  for (let node = low; tree.starts[node] === start; node++)
    if (tree.ends[node] === end && LISTS.has(typeOf(tree, node))) return node;
  return undefined;
}

function replaced(
  file: CodeFile,
  { start, end }: Span,
  writing: SourceWriting,
  value: PlainValue,
  entry?: Entry,
): Splice[] | undefined {
  const tree = file.tree();
  const around = tree && innermostAround(tree, { start, end }, METHODS);
  if (around && spanIs({ start, end }, tree, around.node)) return undefined;
  const spread = tree && innermostAround(tree, { start, end }, SPREADS);
  if (spread && [spread.node, spread.child].some((node) => spanIs({ start, end }, tree, node)))
    return undefined;
  // `{ model }`: the name is the value too.
  const isShort =
    entry !== undefined && !entry.spread && entry.keySpan.start === start && entry.keySpan.end === end;
  const text = isShort && entry?.key !== undefined ? writing.member(entry.key, value) : writing.value(value);
  return [{ start, end, text }];
}

const METHODS: ReadonlySet<string> = new Set(['method_definition']);

/** What is spread gives more than one value. */
const SPREADS: ReadonlySet<string> = new Set(['spread_element', 'list_splat', 'dictionary_splat']);

/** A call of a function that a module exports, in place of a call of another one; it takes over an import that is used only here. */
function called(
  { slot: { written } }: ValueNode,
  file: CodeFile,
  { name, from, given }: { name: string; from: string; given: readonly PlainValue[] },
  writing: SourceWriting,
): Splice[] | undefined {
  const one = bare(written.span as Expression);
  if (one.kind !== 'call' || one.callee.kind !== 'name') return undefined;
  const old = one.callee.name;
  const imports = (file.program()?.body ?? []).flatMap((each) =>
    each.kind === 'import' && each.specifier === from && !each.isTypeOnly ? [each] : [],
  );
  const bindings = imports.flatMap((each) => each.bindings);
  const known = bindings.find(({ imported }) => imported === name);
  const text = `${known?.local ?? name}(${given.map(writing.value).join(', ')})`;
  const put = { start: written.span.start, end: written.span.end, text };
  if (known) return [put];
  const own = bindings.find(({ local }) => local === old);
  if (!own || own.imported === '*' || own.imported === 'default') return undefined;
  // It is written in its import and here.
  const isOnlyHere = own.imported === old && file.text.split(old).length === 3;
  return [{ ...own.localSpan, text: isOnlyHere ? name : `${old}, ${name}` }, put];
}

function dropped({ value }: ValueNode, indices: readonly number[]): Edits {
  if (value.kind !== 'list') return undefined;
  const file = fileOf(value.at);
  return editsOf(file, () => {
    const list = listOf(file, value.at.span);
    return list && removeItems(list, indices);
  });
}

function appended({ value }: ValueNode, items: readonly PlainValue[]): Edits {
  if (value.kind !== 'list' && value.kind !== 'instance') return undefined;
  const file = fileOf(value.at);
  return editsOf(file, (writing) => {
    const list =
      value.kind === 'instance' ? bracketsOf(file, value.call.expression) : listOf(file, value.at.span);
    return list && insertItems(list, items.map(writing.value));
  });
}

function removed({ written, key }: NodeSlot): Splice[] | undefined {
  const file = fileOf(written);
  const tree = file.tree();
  const around = tree && innermostAround(tree, written.span, LISTS);
  if (!tree || !around) return undefined;
  const list = listOf(file, spanOf(tree, around.node));
  const type = typeOf(tree, around.child);
  // The value of a member is only a part of its literal: only members under the same key are removed.
  const isMember = type === 'pair' || type === 'keyword_argument';
  if (SPREADS.has(type)) return undefined;
  if (!list || (isMember && key?.start !== tree.starts[around.child])) return undefined;
  // Removing an argument changes the call: `agents.append()` fails.
  if (!isMember && CALLS.has(typeOf(tree, around.node))) return undefined;
  return removeItem(list, around.index);
}

/** Spellings of numbers that are no limit. */
const INFINITE_NUMBERS: readonly string[] =
  'Infinity Number.POSITIVE_INFINITY Number.MAX_SAFE_INTEGER Number.MAX_VALUE math.inf sys.maxsize float("inf")'.split(
    ' ',
  );

/** A number that is no bound, as the program writes it; undefined for any other value. */
export function infinity({ call, reached }: CodeSyntaxNode): string | undefined {
  const [given] = call?.positional ?? [];
  const name = call
    ? `${call.callee}(${JSON.stringify(given?.scalar)})`
    : reached && [reached.module, reached.dotted].filter((part) => part !== '').join('.');
  return name !== undefined && INFINITE_NUMBERS.includes(name) ? name : undefined;
}
