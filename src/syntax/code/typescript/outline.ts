import { addressOf, writesByCalls } from '../addresses.js';
import type { Cst } from '../cst.js';
import type { Entry } from '../expression.js';
import type { Captures } from '../language.js';
import type { Exported, Outline, Site, Source, Write } from '../outline.js';
import { WHOLE_MODULE } from '../outline.js';
import { readExport } from './exports.js';
import { keyOf, readTypescript, textOf } from './expressions.js';
import { type Bound, bindUnknown, boundBy } from './patterns.js';

/** Reads what a TypeScript or JavaScript file declares, imports, exports and changes. */
export function outlineTypescript(captures: Captures): Outline {
  const all = (name: string): readonly Cst[] => captures.get(name) ?? [];
  const sites: Site[] = [];
  const exports = new Map<string, Exported>();
  const stars: string[] = [];
  const writes: Write[] = writesByCalls(all('call'), readTypescript);
  const place = (start: number, bound: readonly Bound[]): void => {
    for (const one of bound) sites.push({ ...one, start, assigns: false });
  };

  for (const node of all('import')) place(node.start, imported(node));
  for (const node of all('variable')) {
    const pattern = node.field('name');
    if (pattern) place(node.start, boundBy(pattern, node.field('value')));
  }
  for (const node of all('function')) place(node.start, named(node, { kind: 'function', node }));
  for (const node of all('class')) place(node.start, named(node, { kind: 'class', node }));
  for (const node of all('enum')) {
    place(node.start, named(node, { kind: 'record', entries: membersOf(node), node }));
  }
  for (const node of all('loop')) place(node.start + 1, unknown(node.field('left'), 'changes in a loop'));
  for (const node of all('caught')) {
    place(node.start + 1, unknown(node.field('parameter'), 'a caught error'));
  }
  for (const node of all('field')) {
    const keyNode = node.field('name');
    const value = node.field('value');
    if (!keyNode || !value) continue;
    writes.push(write(node, { root: 'this', path: [keyNode.text] }, 'assign', value));
  }
  let whole: Cst | undefined;
  for (const node of all('assignment')) {
    const left = node.field('left');
    const value = node.field('right');
    const address = left && addressOf(left, readTypescript);
    if (!left || !value || !address) continue;
    const text = [address.root, ...address.path].join('.');
    if (text === 'module.exports') whole = value;
    else if (address.root === 'exports' && address.path.length === 1) {
      exports.set(String(address.path[0]), { kind: 'value', value });
    } else if (text.startsWith('module.exports.') && address.path.length === 2) {
      exports.set(String(address.path[1]), { kind: 'value', value });
    } else if (address.path.length > 0) writes.push(write(node, address, 'assign', value));
    else {
      const source: Source = { kind: 'value', value, steps: [] };
      sites.push({ name: address.root, nameNode: left, start: node.start, source, assigns: true });
    }
  }
  for (const node of all('augmented')) {
    const left = node.field('left');
    const value = node.field('right');
    const address = left && addressOf(left, readTypescript);
    if (address && value) writes.push(write(node, address, 'other', value));
  }
  for (const node of all('export')) {
    const exported = readExport(node);
    whole ??= exported.whole;
    if (exported.star !== undefined) stars.push(exported.star);
    for (const [name, value] of exported.names) exports.set(name, value);
  }
  return { sites, writes, exports, stars, ...(whole && { whole }) };
}

function write(
  node: Cst,
  address: { root: string; path: readonly (string | number)[] },
  act: Write['act'],
  value: Cst,
): Write {
  return { ...address, act, values: [{ node: value, spread: false }], node, start: node.start };
}

function named(node: Cst, source: Source): Bound[] {
  const nameNode = node.field('name');
  return nameNode ? [{ name: nameNode.text, nameNode, source }] : [];
}

function unknown(pattern: Cst | undefined, why: string): Bound[] {
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

/** The names that an import binds. */
function imported(node: Cst): Bound[] {
  const statementIsType = /^import\s+type\s+(?!from\b|,)/.test(node.text);
  const bound: Bound[] = [];
  const clause = node.children().find(({ type }) => type.startsWith('import_'));
  const from = node.field('source') ?? clause?.field('source');
  const specifier = from && textOf(from);
  if (!clause || specifier === undefined) return bound;
  const take = (nameNode: Cst | undefined, name: string, isType = false): void => {
    if (!nameNode) return;
    const source: Source = {
      kind: 'import',
      specifier,
      imported: name,
      typeOnly: statementIsType || isType,
    };
    bound.push({ name: nameNode.text, nameNode, source });
  };
  for (const child of clause.children()) {
    const isWhole = clause.type === 'import_require_clause';
    if (child.type === 'identifier') take(child, isWhole ? WHOLE_MODULE : 'default');
    else if (child.type === 'namespace_import') take(child.children()[0], WHOLE_MODULE);
    else if (child.type === 'named_imports') {
      for (const one of child.children()) {
        const name = one.field('name');
        const isType = /^type\s+(?!as\b|$)/.test(one.text);
        if (name) take(one.field('alias') ?? name, textOf(name) ?? name.text, isType);
      }
    }
  }
  return bound;
}
