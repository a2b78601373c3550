import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lintFiles } from '../rules/lint-files.js';

const text = readFileSync(join(import.meta.dirname, '../../docs/incidents.md'), 'utf8');

/** The sections of the page that rebuild an incident: its file, what is reported, and the file that mends it. */
const incidents = text
  .split('\n## ')
  .slice(1)
  .flatMap((section) => {
    const blocks = [...section.matchAll(/```(\w+) ?(\S*)\n([\s\S]*?)```/g)];
    const files = blocks.filter(([, language]) => language !== 'findings');
    const stated = blocks.find(([, language]) => language === 'findings')?.[3] ?? '';
    const [bad, mended] = files.map(([, , path = '', body = '']) => ({ [path]: body }));
    const texts = section.split(/```\w[\s\S]*?```/).map((part) => part.trim());
    return bad && mended
      ? [{ title: section.split('\n')[0] ?? '', bad, mended, texts, stated: stated.trim().split('\n') }]
      : [];
  });

const found = async (files: Record<string, string>) =>
  (await lintFiles(files)).findings.map(
    ({ rule, severity, range, message }) =>
      `${range.start.line}:${range.start.column} ${severity} ${rule} ${message}`,
  );
const ruleOf = (line: string): string => line.split(' ')[2] ?? '';

describe('an incident of the page', () => {
  it('has a file, what is reported, and a file that mends it', () => {
    expect(incidents.length).toBe(text.match(/```findings/g)?.length);
    expect(incidents.length).toBeGreaterThanOrEqual(36);
  });

  it.each(incidents)('says what happened, and what mends it: $title', ({ texts }) => {
    const [happened = '', , mends = ''] = texts;
    expect(happened.split('\n').slice(1).join(' ')).toMatch(/\w.*\.$/);
    expect(mends).toMatch(/\w.*\.$/);
  });

  it.each(incidents)('is reported, and not where it is mended: $title', async ({ bad, mended, stated }) => {
    expect(await found(bad)).toEqual(expect.arrayContaining(stated));
    const rules = stated.map(ruleOf);
    const left = (await found(mended)).filter((line) => rules.includes(ruleOf(line)));
    expect(left).toEqual([]);
    expect((await found(mended)).filter((line) => line.includes(' error '))).toEqual([]);
  });
});
