import type { Captures } from '../language.js';
import { type Address, addressOf, keyedAddressOf } from '../names/addresses.js';
import { writesByCalls } from '../names/call-writes.js';
import type { Exported, Outline, Site, Source, Write } from '../names/outline.js';
import { siteOf, WHOLE_MODULE, writeOf } from '../names/outline.js';
import type { Cst } from '../tree/cst.js';
import type { Entry } from '../tree/expression.js';
import { assignedAt } from '../tree/words.js';
import { readExport } from './exports.js';
import { keyOf, readTypescript } from './expressions.js';
import { importedNames } from './imports.js';
import { type Bound, bindUnknown, boundBy } from './patterns.js';

/** Reads what a TypeScript or JavaScript file declares, imports, exports and changes. */
export function outlineTypescript(captures: Captures): Outline {
  const { all } = captures;
  const sites: Site[] = [];
  const assigned = new Map<string, Exported>();
  const writes: Write[] = writesByCalls(captures, readTypescript);
  const place = (start: number, bound: readonly Bound[]): void => {
    for (const one of bound) sites.push({ ...one, start, assigns: false });
  };

  for (const node of all('import')) {
    for (const one of importedNames(node)) sites.push({ ...one, start: node.start, assigns: false });
  }
  for (const node of all('variable')) {
    const { word } = node;
    if (word !== '') {
      sites.push(siteOf(word, node, 'value'));
      continue;
    }
    const pattern = node.field('name');
    if (pattern) place(node.start, boundBy(pattern, node.field('value')));
  }
  for (const node of all('function')) place(node.start, named(node, { kind: 'function', node }));
  for (const node of all('class')) place(node.start, named(node, { kind: 'class', node }));
  for (const node of all('enum')) {
    place(node.start, named(node, { kind: 'record', entries: membersOf(node), node }));
  }
  for (const node of all('loop')) {
    const left = node.field('left');
    const isOne = left?.type === 'identifier' && node.field('operator')?.type === 'of';
    place(node.start + 1, unknown(left, 'changes in a loop', isOne ? node.field('right') : undefined));
  }
  for (const node of all('caught')) {
    place(node.start + 1, unknown(node.field('parameter'), 'a caught error'));
  }
  for (const node of all('field')) {
    const name = node.field('name')?.text;
    if (name !== undefined && node.field('value')) {
      writes.push(writeOf({ root: 'this', path: [name] }, 'assign', node, 'value'));
    }
  }
  let whole: Cst | undefined;
  for (const node of all('assignment')) {
    const address = assignedAt(captures.text, node.start, false) ?? leftOf(node);
    const left = address ? undefined : node.field('left');
    const keyed = left && keyedAddressOf(left, readTypescript);
    if (keyed) writes.push(writeOf(keyed, 'entry', node, 'right'));
    if (!address) continue;
    const exported = exportedAs(address);
    const value = exported === undefined ? undefined : node.field('right');
    if (exported === WHOLE_MODULE) whole = value;
    else if (exported !== undefined && value) assigned.set(exported, { kind: 'value', value });
    else if (address.path.length > 0) writes.push(writeOf(address, 'assign', node, 'right'));
    else sites.push(siteOf(address.root, node, 'right', true));
  }
  for (const node of all('augmented')) {
    const address = leftOf(node);
    if (!address) continue;
    const isDefault = FILLS.has(node.field('operator')?.type ?? '');
    if (isDefault && address.path.length === 0) sites.push(siteOf(address.root, node, 'right', true));
    else
      writes.push(writeOf(address, isDefault && address.root === 'this' ? 'assign' : 'other', node, 'right'));
  }
  let known: Pick<Outline, 'exports' | 'stars' | 'whole'> | undefined;
  const exported = (): Pick<Outline, 'exports' | 'stars' | 'whole'> => {
    known ??= exportsOf(all('export'), assigned, whole);
    return known;
  };
  // Most files are never imported: their exports are read when they are.
  return {
    sites,
    writes,
    get exports() {
      return exported().exports;
    },
    get stars() {
      return exported().stars;
    },
    get whole() {
      return exported().whole;
    },
  };
}

function exportsOf(
  statements: readonly Cst[],
  assigned: ReadonlyMap<string, Exported>,
  assignedWhole: Cst | undefined,
): Pick<Outline, 'exports' | 'stars' | 'whole'> {
  const exports = new Map(assigned);
  const stars: string[] = [];
  let whole = assignedWhole;
  for (const node of statements) {
    const exported = readExport(node);
    whole ??= exported.whole;
    if (exported.star !== undefined) stars.push(exported.star);
    for (const [name, value] of exported.names) exports.set(name, value);
  }
  return { exports, stars, whole };
}

function leftOf(node: Cst): Address | undefined {
  const left = node.field('left');
  return left && addressOf(left, readTypescript);
}

/** The name that an assignment exports (CommonJS): `*` for the module as a whole. */
function exportedAs({ root, path }: Address): string | undefined {
  if (root === 'exports') return path.length === 1 ? String(path[0]) : undefined;
  if (root !== 'module' || path[0] !== 'exports' || path.length > 2) return undefined;
  return path.length === 1 ? WHOLE_MODULE : String(path[1]);
}

/** What gives a value where there is none. */
const FILLS: ReadonlySet<string> = new Set(['??=', '||=']);

const DEFINED =
  /^(?:async\s+)?(?:abstract\s+)?(?:function\s*\*?|class)\s+(?!extends\b|implements\b)([\p{ID_Start}_$][\p{ID_Continue}$]*)/u;
const LONGEST_HEAD = 200;

function named(node: Cst, source: Source): Bound[] {
  const plain = DEFINED.exec(node.tree.text.slice(node.start, node.start + LONGEST_HEAD))?.[1];
  if (plain !== undefined) return [{ name: plain, nameNode: node, source }];
  const nameNode = node.field('name');
  return nameNode ? [{ name: nameNode.text, nameNode, source }] : [];
}

function unknown(pattern: Cst | undefined, why: string, each?: Cst): Bound[] {
  if (pattern && each) {
    return [{ name: pattern.text, nameNode: pattern, source: { kind: 'unknown', why, each } }];
  }
  const bound: Bound[] = [];
  bindUnknown(pattern, why, bound);
  return bound;
}

/** The members of an enum that have a value. */
function membersOf(node: Cst): Entry[] {
  const entries: Entry[] = [];
  for (const member of node.field('body')?.children() ?? []) {
    const keyNode = member.field('name');
    const value = member.field('value');
    const key = keyNode && keyOf(keyNode);
    if (key && 'key' in key && value) entries.push({ ...key, keyNode, value, spread: false });
  }
  return entries;
}
