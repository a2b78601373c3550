import { addressOf, writesByCalls } from '../addresses.js';
import type { Cst } from '../cst.js';
import type { Captures } from '../language.js';
import type { Exported, Outline, Site, Source, Step, Write } from '../outline.js';
import { WHOLE_MODULE } from '../outline.js';
import { readPython } from './expressions.js';

/** Reads what a Python file declares, imports, exports and changes. Every name of a module is exported. */
export function outlinePython(captures: Captures): Outline {
  const all = (name: string): readonly Cst[] => captures.get(name) ?? [];
  const sites: Site[] = [];
  const stars: string[] = [];
  const writes: Write[] = writesByCalls(all('call'), readPython);
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
      if (address) writes.push(write(node, address, 'assign', value));
    }
  };

  for (const node of all('import')) {
    const star = importNames(node, (nameNode, source) => declare(nameNode, node.start, source));
    if (star !== undefined) stars.push(star);
  }
  for (const node of all('assignment')) {
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
    const caught = value.type !== 'call' && value.type !== 'await';
    declare(
      alias,
      node.start,
      caught ? { kind: 'unknown', why: 'bound by "as"' } : { kind: 'value', value, steps: [] },
    );
  }
  for (const node of all('function')) declare(node.field('name'), node.start, { kind: 'function', node });
  for (const node of all('class')) declare(node.field('name'), node.start, { kind: 'class', node });
  for (const node of all('loop')) {
    for (const name of namesIn(node.field('left'))) {
      declare(name, node.start, { kind: 'unknown', why: 'changes in a loop' });
    }
  }
  for (const node of all('augmented')) {
    const left = node.field('left');
    const value = node.field('right');
    const address = left && addressOf(left, readPython);
    if (!address || !value) continue;
    const grows = node.field('operator')?.type === '+=';
    writes.push(write(node, address, grows ? 'extend' : 'other', value));
  }
  return { sites, writes, exports: new Map<string, Exported>(), stars };
}

function isPattern(node: Cst): boolean {
  return ['pattern_list', 'tuple_pattern', 'list_pattern', 'tuple', 'list'].includes(node.type);
}

function namesIn(pattern: Cst | undefined): Cst[] {
  if (!pattern) return [];
  if (pattern.type === 'identifier') return [pattern];
  return isPattern(pattern) ? pattern.children().filter(({ type }) => type === 'identifier') : [];
}

function write(
  node: Cst,
  address: { root: string; path: readonly Step[] },
  act: Write['act'],
  value: Cst,
): Write {
  return { ...address, act, values: [{ node: value, spread: false }], node, start: node.start };
}

/** Gives each name that an import binds; returns the module of `from x import *`. */
function importNames(
  node: Cst,
  give: (nameNode: Cst | undefined, source: Source) => void,
): string | undefined {
  const moduleNode = node.field('module_name');
  const specifier = moduleNode?.text.replaceAll(/\s/g, '');
  for (const one of node.all('name')) {
    const alias = one.field('alias');
    const written = (alias ? one.field('name') : one) ?? one;
    const dotted = written.text.replaceAll(/\s/g, '');
    if (specifier !== undefined) {
      const source: Source = { kind: 'import', specifier, imported: dotted, typeOnly: false };
      give(alias ?? written.children()[0] ?? written, source);
      continue;
    }
    // `import a.b` binds `a`; `import a.b as c` binds the inner module.
    const bound = alias ? dotted : (dotted.split('.')[0] ?? dotted);
    give(alias ?? written.children()[0], {
      kind: 'import',
      specifier: bound,
      imported: WHOLE_MODULE,
      typeOnly: false,
    });
  }
  const isStar = node.children().some(({ type }) => type === 'wildcard_import');
  return isStar ? specifier : undefined;
}
