import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const TYPES = resolve(import.meta.dirname, '../../dist/types/src');
const FROM = /\bfrom '([^'\n]+)'|\bimport\('([^'\n]+)'\)/g;

/** A declaration's code: comments can quote imports. */
const withoutComments = (file: string) =>
  readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

/** What the declarations reached from a file ask for, beside each other. */
function packagesNamed(entry: string): string[] {
  const seen = new Set<string>();
  const open = [entry];
  const named: string[] = [];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const [, stated, called] of withoutComments(file).matchAll(FROM)) {
      const name = stated ?? called ?? '';
      if (name.startsWith('.')) open.push(join(dirname(file), name.replace(/\.js$/, '.d.ts')));
      else named.push(name);
    }
  }
  expect(seen.size).toBeGreaterThan(20);
  return named;
}

describe('the types of the package', () => {
  it.each(['index', 'core'])('name no package that an installation lacks: %s', (entry) => {
    const file = join(TYPES, `${entry}.d.ts`);
    expect(existsSync(file), 'npm run build').toBe(true);
    expect(packagesNamed(file)).toEqual([]);
  });
});
