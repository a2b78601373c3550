import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FORMATS } from '../../src/cli/formats.js';
import { DIALECTS } from '../../src/dialects/index.js';
import { VERSION } from '../../src/generated/version.js';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const PAGES = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`),
  'examples/README.md',
];

/** Links of a page to files, without their fragments. */
function linksOf(page: string): string[] {
  const targets = [...read(page).matchAll(/\]\(([^)\s]+)\)/g)].map(
    ([, target = '']) => target.split('#')[0] ?? '',
  );
  return targets.filter((target) => target !== '' && !/^[a-z]+:/.test(target));
}

describe('the pages', () => {
  it.each(PAGES)('%s links only to files that exist', (page) => {
    const missing = linksOf(page).filter((target) => !existsSync(join(root, dirname(page), target)));
    expect(missing).toEqual([]);
  });

  it('of formats lists every report of check and every dialect', () => {
    const page = read('docs/formats.md');
    const named = new Set([...page.matchAll(/`([\w-]+)`/g)].map(([, name]) => name));
    const expected = [...FORMATS, ...DIALECTS.map(({ name }) => name)];
    expect(expected.filter((name) => !named.has(name))).toEqual([]);
  });
});

describe('the README', () => {
  it('is short and names the file that npm pack writes for this version', () => {
    const lines = read('README.md').split('\n');
    expect(lines.length).toBeLessThanOrEqual(121);
    expect(lines).toContain(`npm install --save-dev ./agent-lint-${VERSION}.tgz`);
  });
});
