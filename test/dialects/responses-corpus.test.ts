import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readText } from './read-text.js';

const CORPUS = join(import.meta.dirname, '../../../shared/corpus');

it('real bodies of Responses requests with tools are recognised, and nothing else of the corpus is', async (ctx) => {
  if (!existsSync(CORPUS)) return ctx.skip('skipped: corpus not present');
  const bodies = readdirSync(join(CORPUS, 'responses-request'));
  const unread: string[] = [];
  for (const name of bodies) {
    const text = readFileSync(join(CORPUS, 'responses-request', name), 'utf8');
    const { dialect, reason, systems } = await readText('body.json', text);
    if (dialect !== 'responses' || systems[0]?.agents[0] === undefined) unread.push(`${name}: ${reason}`);
  }
  expect(unread).toEqual([]);
});

it('no file of another format in the corpus is taken for a Responses request', async (ctx) => {
  if (!existsSync(CORPUS)) return ctx.skip('skipped: corpus not present');
  const taken: string[] = [];
  for (const folder of readdirSync(CORPUS, { withFileTypes: true })) {
    if (!folder.isDirectory() || folder.name === 'responses-request') continue;
    for (const name of readdirSync(join(CORPUS, folder.name))) {
      if (!/\.(?:json|yaml|yml|http|rest)$/.test(name)) continue;
      const { systems } = await readText(name, readFileSync(join(CORPUS, folder.name, name), 'utf8'));
      if (systems.some((system) => system.dialect === 'responses')) taken.push(`${folder.name}/${name}`);
    }
  }
  expect(taken).toEqual([]);
});
