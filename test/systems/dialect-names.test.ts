import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CODE_DIALECTS } from '../../src/dialects/code-dialects.js';
import { DIALECTS } from '../../src/dialects/index.js';

const root = join(import.meta.dirname, '../..');
const GENERIC = [
  'systems',
  'decide',
  'assess',
  'lint',
  'compare',
  'report',
  'review',
  'merge',
  'config',
  'files',
  'servers',
  'cli',
];
const folders = [...GENERIC.map((name) => `src/${name}`), 'rules'];
/** Also the name of a runtime, of a kind of tool, of a category of rules. */
const OTHER_WORDS: ReadonlySet<string> = new Set(['mcp', 'responses', 'session']);

const names = [...new Set([...DIALECTS.map(({ name }) => name), ...CODE_DIALECTS.map(([name]) => name)])];
const quoted = new RegExp(`['"](?:${names.filter((name) => !OTHER_WORDS.has(name)).join('|')})['"]`);
const compared = /\bdialect\b[^\n]{0,20}[!=]==\s*['"]/;

test('no folder beside the dialects names one', () => {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${folder}/${name}`),
  );
  const naming = files.filter((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return quoted.test(text) || compared.test(text);
  });
  expect(files.length).toBeGreaterThan(200);
  expect(naming).toEqual([]);
});
