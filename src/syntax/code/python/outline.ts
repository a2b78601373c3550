import type { Captures } from '../language.js';
import { addressOf, keyedAddressOf } from '../names/addresses.js';
import { writesByCalls } from '../names/call-writes.js';
import type { Exported, Outline, Site, Source, Step, Write } from '../names/outline.js';
import { siteOf, writeOf } from '../names/outline.js';
import type { Cst } from '../tree/cst.js';
import { assignedAt } from '../tree/words.js';
import { readPython } from './expressions.js';
import { importedNames } from './imports.js';

/** Reads what a Python file declares, imports, exports and changes. Every name of a module is exported. */
export function outlinePython(captures: Captures): Outline {
  const { all } = captures;
  const sites: Site[] = [];
  const stars: string[] = [];
  const writes: Write[] = writesByCalls(captures, readPython);
  const declare = (nameNode: Cst | undefined, start: number, source: Source): void => {
    if (nameNode?.type !== 'identifier') return;
    sites.push({ name: nameNode.text, nameNode, start, source, assigns: false });
  };
  const assign = (left: Cst, value: Cst, steps: readonly Step[], node: Cst): void => {
    if (left.type === 'identifier') declare(left, node.start, { kind: 'value', value, steps });
    else if (isPattern(left)) {
      left.children().forEach((child, index) => {
        if (steps.length < 4) assign(child, value, [...steps, index], node);
      });
    } else if (left.type === 'list_splat_pattern') {
      declare(left.children()[0], node.start, { kind: 'unknown', why: 'the rest of a pattern' });
    } else if (steps.length === 0) {
      const address = addressOf(left, readPython);
      const keyed = address ? undefined : keyedAddressOf(left, readPython);
      if (address) writes.push(writeOf(address, 'assign', node, 'right'));
      else if (keyed) writes.push(writeOf(keyed, 'entry', node, 'right'));
    }
  };

  for (const node of all('import')) {
    for (const { name, source } of importedNames(node)) {
      if (name === '*' && source.kind === 'import') stars.push(source.specifier);
      else sites.push({ name, nameNode: node, start: node.start, source, assigns: false });
    }
  }
  for (const node of all('assignment')) {
    const simple = assignedAt(captures.text, node.start, true);
    if (simple) {
      if (simple.path.length > 0) writes.push(writeOf(simple, 'assign', node, 'right'));
      else sites.push(siteOf(simple.root, node, 'right'));
      continue;
    }
    const left = node.field('left');
    const value = node.field('right');
    if (left && value) assign(left, value, [], node);
  }
  for (const node of all('walrus')) {
    const value = node.field('value');
    if (value) declare(node.field('name'), node.start, { kind: 'value', value, steps: [] });
  }
  for (const node of all('as')) {
    const alias = node.field('alias')?.children()[0];
    const value = node.children()[0];
    if (!alias || !value) continue;
    const caught = !ENTERED.has(value.type) || CAUGHT.test(captures.text.slice(node.start - 10, node.start));
    declare(
      alias,
      node.start,
      caught ? { kind: 'unknown', why: 'bound by "as"' } : { kind: 'value', value, steps: [] },
    );
  }
  const define = (node: Cst, source: Source): void => {
    const name = DEFINED.exec(captures.text.slice(node.start, node.start + LONGEST_HEAD))?.[1];
    if (name !== undefined) sites.push({ name, nameNode: node, start: node.start, source, assigns: false });
    else declare(node.field('name'), node.start, source);
  };
  for (const node of all('function')) define(node, { kind: 'function', node });
  for (const node of all('class')) define(node, { kind: 'class', node });
  for (const node of all('loop')) {
    for (const name of namesIn(node.field('left'))) {
      const isOne = node.field('left')?.type === 'identifier';
      const each = isOne ? node.field('right') : undefined;
      declare(name, node.start, { kind: 'unknown', why: 'changes in a loop', each });
    }
  }
  for (const node of all('augmented')) {
    const left = node.field('left');
    const value = node.field('right');
    const address = left && addressOf(left, readPython);
    if (!address || !value) continue;
    const operator = node.field('operator')?.type;
    const act = operator === '+=' ? 'extend' : operator === '|=' ? 'merge' : 'other';
    writes.push(writeOf(address, act, node, 'right'));
  }
  return { sites, writes, exports: new Map<string, Exported>(), stars, whole: undefined };
}

/** What `with` enters, by its type: what a name stands for is what the name is given behind `as`. */
const ENTERED: ReadonlySet<string> = new Set(['call', 'await', 'identifier', 'attribute']);
const CAUGHT = /\bexcept\*?\s*$|\bcase\s+$/;

const DEFINED = /^(?:async\s+)?(?:def|class)\s+([\p{ID_Start}_][\p{ID_Continue}]*)/u;
const LONGEST_HEAD = 200;

function isPattern(node: Cst): boolean {
  return ['pattern_list', 'tuple_pattern', 'list_pattern', 'tuple', 'list'].includes(node.type);
}

function namesIn(pattern: Cst | undefined): Cst[] {
  if (!pattern) return [];
  if (pattern.type === 'identifier') return [pattern];
  return isPattern(pattern) ? pattern.children().filter(({ type }) => type === 'identifier') : [];
}
