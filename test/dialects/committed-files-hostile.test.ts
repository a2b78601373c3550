import { beforeAll, describe, expect, it } from 'vitest';
import { lintWorkspace } from '../../src/lint/lint.js';
import { noConfig } from '../../src/model/memory-config.js';
import { workspaceOf } from '../../src/model/memory-workspace.js';
import { renderJson } from '../../src/report/formats/json.js';
import { renderPretty } from '../../src/report/formats/pretty.js';
import { loadParsers } from '../../src/syntax/index.js';
import { COMMITTED_FILES } from './committed-files.js';

beforeAll(() => loadParsers(['json', 'jsonc', 'yaml', 'toml', 'markdown']));

const ODD: readonly unknown[] = [
  null,
  5,
  -1,
  true,
  '',
  'x',
  [],
  {},
  [null],
  [[]],
  { a: null },
  ['*'],
  { '*': {} },
];

/** Every text in which one value of the tree is another. */
function* swapped(value: unknown, around: (inner: unknown) => unknown): Generator<unknown> {
  for (const odd of ODD) yield around(odd);
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      yield* swapped(item, (inner) => around(value.with(index, inner)));
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value))
      yield* swapped(item, (inner) => around({ ...value, [key]: inner }));
  }
}

/** Lints one text and writes both reports: nothing about a file may break a run. */
function run(path: string, text: string): void {
  const result = lintWorkspace(workspaceOf({ [path]: text }), noConfig(), { asOf: '2026-11-20' });
  const options = { source: () => text, color: false };
  renderJson(result);
  renderPretty(result, options);
}

describe('files of every dialect, damaged', () => {
  it.each(COMMITTED_FILES.filter(({ path }) => path.endsWith('.json') && !path.includes('.vscode')))(
    '$path with any value in place of any other breaks no run',
    ({ path, flawed }) => {
      let count = 0;
      for (const value of swapped(JSON.parse(flawed), (inner) => inner)) {
        run(path, JSON.stringify(value));
        count++;
      }
      expect(count).toBeGreaterThan(50);
    },
  );

  it.each(COMMITTED_FILES)('$path cut off or without a line breaks no run', ({ path, flawed }) => {
    const lines = flawed.split('\n');
    for (let index = 0; index < lines.length; index++) run(path, lines.toSpliced(index, 1).join('\n'));
    for (let end = 0; end < flawed.length; end += 7) run(path, flawed.slice(0, end));
    run(path, `\ufeff${flawed.replaceAll('\n', '\r\n')}`);
    run(path, flawed.replaceAll(/[a-z]+(?=["'\]\n])/g, '\u0000\u202e\ud800'));
    expect(lines.length).toBeGreaterThan(3);
  });

  it.each(COMMITTED_FILES)('$path that nests too deeply is a limit, not a crash', ({ path }) => {
    const deep = path.endsWith('.toml') ? `a = ${'['.repeat(5000)}` : '['.repeat(5000);
    run(path, path.endsWith('.md') ? `---\na: ${deep}\n---\n` : deep);
    run(path, '');
    run(path, '.codex/base.toml');
    expect(path).not.toBe('');
  });
});
