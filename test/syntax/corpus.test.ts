import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { formatOf, loadParsers, parseDocument, type SyntaxNode } from '../../src/syntax/index.js';
import { textAt } from './place-text.js';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const corpus = join(root, '..', 'shared', 'corpus');

beforeAll(() => loadParsers(['json', 'yaml', 'toml', 'http']));

function filesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => formatOf(file) !== undefined)
    .sort();
}

function eachNode(node: SyntaxNode, visit: (node: SyntaxNode) => void): void {
  visit(node);
  for (const item of node.items()) eachNode(item, visit);
  for (const key of node.keys()) eachNode(node.get(key) as SyntaxNode, visit);
}

describe('files that people wrote', () => {
  it('are read as the parsers of their formats read them', (ctx) => {
    if (!existsSync(corpus)) ctx.skip('skipped: corpus not present');
    for (const file of filesOf(corpus)) {
      const text = readFileSync(file, 'utf8').replace(/^\ufeff/, '');
      const document = parseDocument(file, formatOf(file) ?? 'json', text);
      const values = document.roots.map((node) => node.toValue());
      if (document.problems.length > 0 || document.format === 'http') continue;
      if (document.format === 'yaml') {
        const wanted = parseAllDocuments(text).map((one) => one.toJS({ maxAliasCount: 1000 }));
        expect(values, file).toEqual(wanted.filter((one) => one !== null));
      } else {
        let wanted: unknown;
        try {
          wanted = JSON.parse(text);
        } catch {
          continue;
        }
        expect(values, file).toEqual([wanted]);
      }
    }
  });

  it('have every string at a place that spells it', (ctx) => {
    if (!existsSync(corpus)) ctx.skip('skipped: corpus not present');
    for (const file of filesOf(corpus)) {
      const text = readFileSync(file, 'utf8');
      if (text.length > 20_000) continue;
      const document = parseDocument(file, formatOf(file) ?? 'json', text);
      if (document.problems.length > 0) continue;
      for (const one of document.roots) {
        eachNode(one, (node) => {
          if (node.kind !== 'string') return;
          const value = String(node.scalar);
          const spelled = textAt(document, node.at());
          if (document.format === 'json') expect(JSON.parse(spelled), file).toBe(value);
          const word = /[A-Za-z]{3,}/.exec(value);
          if (word) {
            const place = node.within(word.index, word.index + word[0].length);
            expect(textAt(document, place), file).toBe(word[0]);
          }
        });
      }
    }
  });
});
