import type { Document, Node, Pair, ParsedNode, YAMLMap, YAMLSeq } from 'yaml';
import type { PlainMembers, PlainValue } from '../../model/fix.js';
import { yaml } from '../parsers.js';
import { type Bracketed, insertItems, removeItem, removeItems } from './bracketed.js';
import { type Change, isMembers, type Trail } from './change.js';
import {
  indentStep,
  isFirstOnLine,
  lineBreakOf,
  lineEnd,
  lineStart,
  nextLine,
  type Splice,
} from './splice.js';
import { fitsOnLine, yamlBlock, yamlFlow, yamlItem, yamlKey } from './yaml-text.js';

type YamlTree = Document.Parsed;

/** Composes a text for its edits; undefined where the reader takes a lone CR for a line break. */
export function composeYaml(text: string): YamlTree[] | undefined {
  if (/\r(?!\n)/.test(text)) return undefined;
  const { Composer, Parser } = yaml();
  const composer = new Composer({ uniqueKeys: false, resolveKnownTags: false, schema: 'core', merge: false });
  return [...composer.compose(new Parser().parse(text), false, text.length)] as YamlTree[];
}

/** The splices that make a change in the document of `text` that `tree` was composed from. */
export function editYaml(text: string, tree: YamlTree, trail: Trail, change: Change): Splice[] | undefined {
  const root = tree.contents as ParsedNode | null;
  const found = root && nodeAt(root, trail);
  if (!found) return undefined;
  const edit: YamlEdit = { text, eol: lineBreakOf(text), step: indentStep(text) };
  switch (change.do) {
    case 'merge':
      return mergeInto(edit, found, change.members);
    case 'replace':
      return replaced(edit, found, change.value);
    case 'append':
      return appended(edit, found, change.values);
    case 'drop':
      return dropped(edit, found, change.indices);
    case 'rename':
      return renamed(found, change.key);
    case 'remove':
      return removed(edit, found);
  }
}

interface YamlEdit {
  text: string;
  eol: string;
  step: string;
}

/** A node with what it is in. */
interface Found {
  node: Node | null;
  pair?: Pair<Node, Node | null>;
  holder?: YAMLMap | YAMLSeq;
  index: number;
}

/** The node at the end of a trail that is there itself: through an alias or a merge key nothing is edited. */
function nodeAt(root: Node, trail: Trail): Found | undefined {
  const { isMap, isSeq } = yaml();
  let found: Found = { node: root, index: 0 };
  for (const step of trail) {
    const holder = found.node;
    if (typeof step === 'number') {
      if (!isSeq(holder) || holder.items[step] === undefined) return undefined;
      found = { node: holder.items[step] as Node | null, holder, index: step };
      continue;
    }
    if (!isMap(holder)) return undefined;
    const index = holder.items.findIndex((pair) => keyOf(pair) === step);
    const pair = holder.items[index] as Pair<Node, Node | null> | undefined;
    if (!pair) return undefined;
    found = { node: pair.value, pair, holder, index };
  }
  return found;
}

function keyOf({ key }: Pair): string | undefined {
  if (!yaml().isScalar(key)) return undefined;
  return key.value === null ? '' : String(key.value);
}

const startOf = (node: Node | null | undefined): number | undefined => node?.range?.[0];

/** Where a node ends in the text, without the white space and comments behind it. */
function endOf({ text }: YamlEdit, node: Node | null): number | undefined {
  const { isMap, isSeq, isScalar } = yaml();
  if (!node?.range) return undefined;
  if ((isMap(node) || isSeq(node)) && node.flow !== true) {
    const last = node.items.at(-1);
    if (last === undefined) return node.range[1];
    if (isMap(node)) return pairEnd({ text } as YamlEdit, last as Pair<Node, Node | null>);
    return endOf({ text } as YamlEdit, last as Node) ?? node.range[1];
  }
  let end = node.range[1];
  const isBlock = isScalar(node) && (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED');
  while (isBlock && end > node.range[0] && text.charAt(end - 1).trim() === '') end--;
  return end;
}

function pairEnd(edit: YamlEdit, { key, value }: Pair<Node, Node | null>): number | undefined {
  const end = value && endOf(edit, value);
  const isWritten = value?.range && value.range[0] !== value.range[1];
  if (isWritten) return end ?? undefined;
  const behindKey = key.range?.[1];
  if (behindKey === undefined) return undefined;
  const colon = edit.text.indexOf(':', behindKey);
  return colon < 0 || edit.text.slice(behindKey, colon).trim() !== '' ? behindKey : colon + 1;
}

function flowOf(edit: YamlEdit, holder: YAMLMap | YAMLSeq): Bracketed | undefined {
  const { isMap } = yaml();
  const [start, end] = holder.range ?? [0, 0];
  const items = (holder.items as unknown[]).map((item) => {
    const pair = item as Pair<Node, Node | null>;
    const from = isMap(holder) ? startOf(pair.key) : startOf(item as Node);
    const to = isMap(holder) ? pairEnd(edit, pair) : endOf(edit, item as Node);
    return { start: from ?? -1, end: to ?? -1 };
  });
  if (items.some((item) => item.start < 0 || item.end < 0)) return undefined;
  const { text } = edit;
  if (!'{['.includes(text.charAt(start)) || !'}]'.includes(text.charAt(end - 1))) return undefined;
  const pad = isMap(holder) ? ' ' : '';
  return { text, open: start + 1, close: end - 1, items, comments: 'hash', pad };
}

function mergeInto(edit: YamlEdit, found: Found, members: PlainMembers): Splice[] | undefined {
  const { isMap } = yaml();
  const { node, pair } = found;
  if (!isMap(node)) {
    if (
      node === null ||
      (yaml().isScalar(node) && node.value === null && node.range?.[0] === node.range?.[1])
    )
      return pair ? filled(edit, pair, members) : undefined;
    return replaced(edit, found, members);
  }
  const splices: Splice[] = [];
  const added: [string, PlainValue][] = [];
  for (const [key, member] of Object.entries(members)) {
    const inner = nodeAt(node, [key]);
    if (!inner) {
      added.push([key, member]);
      continue;
    }
    const made = isMembers(member) ? mergeInto(edit, inner, member) : replaced(edit, inner, member);
    if (!made) return undefined;
    splices.push(...made);
  }
  if (added.length === 0) return splices;
  const lines = addedMembers(edit, node, Object.fromEntries(added));
  return lines && [...splices, ...lines];
}

function addedMembers(edit: YamlEdit, map: YAMLMap, members: PlainMembers): Splice[] | undefined {
  if (map.flow) {
    const list = flowOf(edit, map);
    const written = Object.entries(members).map(([key, value]) => `${yamlKey(key)}: ${yamlFlow(value)}`);
    return list && insertItems(list, written);
  }
  const first = startOf((map.items[0] as Pair<Node> | undefined)?.key);
  const end = endOf(edit, map);
  if (first === undefined || end === undefined) return undefined;
  const indent = ' '.repeat(first - lineStart(edit.text, first));
  return [below(edit, end, yamlBlock(members, indent, edit.step))];
}

/** Lines below the one that an offset is on, comments on it included. */
function below({ text, eol }: YamlEdit, offset: number, lines: readonly string[]): Splice {
  const at = lineEnd(text, offset);
  return { start: at, end: at, text: lines.map((line) => `${eol}${line}`).join('') };
}

/** Gives a key without a value its members, in lines below it. */
function filled(edit: YamlEdit, pair: Pair<Node, Node | null>, members: PlainMembers): Splice[] | undefined {
  const start = startOf(pair.key);
  const end = pairEnd(edit, pair);
  if (start === undefined || end === undefined) return undefined;
  const indent = ' '.repeat(start - lineStart(edit.text, start));
  return [below(edit, end, yamlBlock(members, indent + edit.step, edit.step))];
}

function replaced(edit: YamlEdit, { node, pair }: Found, value: PlainValue): Splice[] | undefined {
  const { isScalar } = yaml();
  const start = startOf(node);
  const end = node && endOf(edit, node);
  if (!node || start === undefined || end === undefined || end === null) return undefined;
  if (start === end) {
    const behind = pair && pairEnd(edit, pair);
    if (behind === undefined) return undefined;
    const written = isMembers(value) && !fitsOnLine(value) ? undefined : yamlFlow(value);
    return written === undefined ? undefined : [{ start: behind, end: behind, text: ` ${written}` }];
  }
  const quote = isScalar(node) && typeof value === 'string' ? node.type : undefined;
  const written =
    quote === 'QUOTE_DOUBLE'
      ? JSON.stringify(value)
      : quote === 'QUOTE_SINGLE' && /^[\x20-\x7e]*$/.test(String(value))
        ? `'${String(value).replaceAll("'", "''")}'`
        : yamlFlow(value);
  return [{ start, end, text: written }];
}

/** Removes items from a list; each item of a block list has lines of its own. */
function dropped(edit: YamlEdit, { node, pair }: Found, indices: readonly number[]): Splice[] | undefined {
  const { isSeq } = yaml();
  if (!isSeq(node)) return undefined;
  if (node.flow) {
    const list = flowOf(edit, node);
    return list && removeItems(list, indices);
  }
  const [first] = indices;
  if (first === undefined) return [];
  if (indices.length === node.items.length) {
    const start = dashOf(edit, node, 0);
    const end = endOf(edit, node);
    const colon = start === undefined ? -1 : edit.text.lastIndexOf(':', start - 1);
    if (!pair || start === undefined || end === undefined || edit.text.slice(colon + 1, start).trim() !== '')
      return undefined;
    return [{ start: colon + 1, end, text: ' []' }];
  }
  const splices = indices.flatMap((index) => {
    const start = dashOf(edit, node, index);
    const end = endOf(edit, node.items[index] as Node | null);
    const isOwn = start !== undefined && end !== undefined && isFirstOnLine(edit.text, start);
    return isOwn ? [wholeLines(edit.text, start, end)] : [];
  });
  return splices.length === indices.length ? splices : undefined;
}

function appended(
  edit: YamlEdit,
  { node, pair }: Found,
  values: readonly PlainValue[],
): Splice[] | undefined {
  const { isSeq } = yaml();
  if (!isSeq(node)) return undefined;
  if (node.flow) {
    const list = flowOf(edit, node);
    return list && insertItems(list, values.map(yamlFlow));
  }
  const end = endOf(edit, node);
  const dash = dashOf(edit, node, node.items.length - 1);
  if (end === undefined || dash === undefined || pair === undefined) return undefined;
  const indent = ' '.repeat(dash - lineStart(edit.text, dash));
  return [
    below(
      edit,
      end,
      values.flatMap((value) => yamlItem(value, indent, edit.step)),
    ),
  ];
}

/** Offset of the dash of an item. */
function dashOf({ text }: YamlEdit, list: YAMLSeq, index: number): number | undefined {
  const start = startOf(list.items[index] as Node | undefined);
  if (start === undefined) return undefined;
  const dash = text.lastIndexOf('-', start - 1);
  return dash >= 0 && text.slice(dash + 1, start).trim() === '' ? dash : undefined;
}

function renamed({ pair, holder }: Found, key: string): Splice[] | undefined {
  const [start, end] = pair?.key.range ?? [];
  if (start === undefined || end === undefined || !pair || !holder) return undefined;
  if ((holder.items as Pair[]).some((other) => keyOf(other) === key)) return undefined;
  return [{ start, end, text: yamlKey(key) }];
}

function removed(edit: YamlEdit, { node, pair, holder, index }: Found): Splice[] | undefined {
  const { isMap } = yaml();
  if (!holder?.range) return undefined;
  if (holder.flow) {
    const list = flowOf(edit, holder);
    return list && removeItem(list, index);
  }
  const { text } = edit;
  const start = pair ? startOf(pair.key) : dashOf(edit, holder as YAMLSeq, index);
  const end = pair ? pairEnd(edit, pair) : endOf(edit, node);
  if (start === undefined || end === undefined) return undefined;
  if (holder.items.length === 1) {
    const colon = text.lastIndexOf(':', start - 1);
    const isBelowKey = colon >= 0 && text.slice(colon + 1, start).trim() === '';
    const empty = isMap(holder) ? '{}' : '[]';
    return [isBelowKey ? { start: colon + 1, end, text: ` ${empty}` } : { start, end, text: empty }];
  }
  if (isFirstOnLine(text, start)) return [wholeLines(text, start, end)];
  const next = holder.items[index + 1];
  const nextStart = isMap(holder)
    ? startOf((next as Pair<Node> | undefined)?.key)
    : dashOf(edit, holder as YAMLSeq, index + 1);
  return nextStart === undefined ? undefined : [{ start, end: nextStart, text: '' }];
}

/** The lines of an element with the break before them: what is added behind them touches nothing of it. */
function wholeLines(text: string, start: number, end: number): Splice {
  const from = lineStart(text, start);
  if (from === 0) return { start: from, end: nextLine(text, end), text: '' };
  const before = text.charAt(from - 2) === '\r' ? from - 2 : from - 1;
  return { start: before, end: lineEnd(text, end), text: '' };
}
