import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const DIST = resolve(import.meta.dirname, '../../dist');
const STATED = /\b(?:from|import)\s*"([^"\n]+)"/g;
const CALLED = /\bimport\(["'`]([^"'`\n]+)["'`]\)/g;

/** What an entry and every chunk that it can load import, beside each other. */
function importsOf(entry: string) {
  const seen = new Set<string>();
  const open = [join(DIST, entry)];
  const packages = { stated: new Set<string>(), called: new Set<string>() };
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const text = readFileSync(file, 'utf8');
    for (const [kind, pattern] of [['stated', STATED] as const, ['called', CALLED] as const]) {
      for (const [, name = ''] of text.matchAll(pattern)) {
        if (name.startsWith('.')) open.push(join(dirname(file), name));
        else packages[kind].add(name);
      }
    }
  }
  return { files: seen.size, stated: [...packages.stated].sort(), called: [...packages.called].sort() };
}

test('the core imports no module of Node, though the library shares its chunks', () => {
  const core = importsOf('core.js');
  expect(core.files).toBeGreaterThan(5);
  expect(core.stated).toEqual([]);
  // web-tree-sitter asks for these where it finds itself on Node.
  expect(core.called).toEqual(['fs/promises', 'module']);
});

test('the library imports nothing but modules of Node', () => {
  const library = importsOf('index.js');
  expect(library.stated).toContain('node:fs');
  expect(library.stated.filter((name) => !isBuiltin(name))).toEqual([]);
});
