import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
const require = createRequire(import.meta.url);

/** What the page quotes. */
const quoted = [...page.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text);

/** The first cells of the tables whose header begins so. */
function firstCells(header: string): string[] {
  const lines = page.split('\n');
  const from = lines.findIndex((line) => line.startsWith(`| ${header} |`)) + 2;
  const length = lines.slice(from).findIndex((line) => !line.startsWith('|'));
  return lines.slice(from, from + length).map((line) => /^\| `([^`]+)`/.exec(line)?.[1] ?? line);
}

/** The folders of a chain of rules such as `model-imports-only-from-its-left`, in the order of the imports. */
function chain(rules: readonly { name: string; from: { path?: unknown }; to: { path?: unknown } }[]) {
  const folders = rules
    .filter(({ name }) => /^\w+-imports-only-from-its-left$/.test(name))
    .map(({ from, to }) => ({ from: String(from.path), to: to.path as string[] }));
  const plain = (pattern: string) => pattern.replace(/[\^]/g, '');
  return [...folders.map(({ from }) => plain(from)), plain(folders.at(-1)?.to.at(-1) ?? '')];
}

describe('the page on the architecture', () => {
  it('names only files and folders that exist', () => {
    const paths = quoted.filter((text) => /^(?:src|rules|test|docs|schemas)\/[\w./-]*$/.test(text));
    expect(paths.length).toBeGreaterThan(40);
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('names functions where they are', () => {
    const named = [...page.matchAll(/`(\w+)`\s+\(`(src\/[^`]+\.ts)`\)/g)];
    expect(named.length).toBeGreaterThan(15);
    const missing = named.filter(([, name, path = '']) => {
      const text = readFileSync(join(root, path), 'utf8');
      return !new RegExp(`export (?:async )?(?:function\\*?|const|class|interface|type) ${name}\\b`).test(
        text,
      );
    });
    expect(missing.map(([text]) => text)).toEqual([]);
  });

  it('lists the rooms in the order in which they may import each other', () => {
    const { forbidden } = require(join(root, '.dependency-cruiser.cjs'));
    expect([...firstCells('core'), ...firstCells('edge')]).toEqual(chain(forbidden));
  });

  it('lists every room of src, and every room of src/program', () => {
    const folders = (path: string) =>
      readdirSync(join(root, path), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name);
    const listed = [...firstCells('core'), ...firstCells('edge'), 'src/action/', 'src/build/'];
    expect(folders('src').filter((name) => !listed.includes(`src/${name}/`))).toEqual([]);
    const program = firstCells('room').map((name) => name.replace('/', ''));
    expect(folders('src/program').filter((name) => !program.includes(name))).toEqual([]);
  });

  it('names the tables that a built-in is added to', () => {
    const text = readFileSync(join(root, 'src/program/evaluate/built-ins.ts'), 'utf8');
    const tables = quoted.filter((name) => /^(?:PYTHON|SCRIPT)_[A-Z]+$/.test(name));
    expect(tables.length).toBeGreaterThan(0);
    expect(tables.filter((name) => !text.includes(`const ${name}`))).toEqual([]);
  });
});
