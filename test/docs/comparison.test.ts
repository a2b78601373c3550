import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lintFiles } from '../rules/lint-files.js';

const ROOT = join(import.meta.dirname, '../..');
const FIXTURES = join(ROOT, 'test/dialects/agents-sdk/fixtures');
const OTHERS = join(ROOT, 'test/dialects/frameworks/fixtures');
const PAGE = readFileSync(join(ROOT, 'docs/comparison.md'), 'utf8');

/** The cell of agent-lint in the rows that begin with a place or a program, as `severity rule` by what the row is of. */
const stated = PAGE.split('\n').flatMap((line) => {
  const [, of = '', ours = ''] = line.split('|');
  const what = /^ `([\w.-]+(?::\d+)?)`,/.exec(of)?.[1];
  const found = [...ours.matchAll(/(error|warning|info) `([^`]+)`/g)].map(
    ([, level, rule]) => `${level} ${rule}`,
  );
  return what === undefined ? [] : found.map((one) => `${what} ${one}`);
});

it('states what agent-lint reports on the programs in Python', async () => {
  const names = ['support.py', 'support_tools.py'];
  const files = Object.fromEntries(names.map((name) => [name, readFileSync(join(FIXTURES, name), 'utf8')]));
  const { findings } = await lintFiles(files);
  const found = findings
    .filter(({ rule }) => rule !== 'runtime/undecided')
    .map(({ file, range, severity, rule }) => `${file}:${range.start.line} ${severity} ${rule}`);
  expect(stated.filter((one) => one.startsWith('support')).sort()).toEqual(found.sort());
});

it.each([['route.ts'], ['graph.py'], ['desk.py'], ['accounts.py']])(
  'states what agent-lint reports on a program of another framework: %s',
  async (name) => {
    const { findings } = await lintFiles({ [name]: readFileSync(join(OTHERS, name), 'utf8') });
    const found = findings
      .filter(({ rule }) => rule !== 'runtime/undecided')
      .map(({ file, range, severity, rule }) => `${file}:${range.start.line} ${severity} ${rule}`);
    expect(stated.filter((one) => one.startsWith(`${name}:`)).sort()).toEqual(found.sort());
  },
);

it('states what agent-lint reports on the programs in TypeScript', async () => {
  const rows = stated.filter((one) => /\.ts /.test(one));
  expect(rows).toHaveLength(5);
  const guardrails = readFileSync(join(FIXTURES, 'twins/guardrails.ts'), 'utf8');
  for (const row of rows) {
    const [name = '', ...expected] = row.split(' ');
    expect(readdirSync(join(FIXTURES, 'twins'))).toContain(name);
    const { findings } = await lintFiles({
      [name]: readFileSync(join(FIXTURES, 'twins', name), 'utf8'),
      'guardrails.ts': guardrails,
    });
    const found = findings
      .filter(({ rule }) => rule !== 'runtime/undecided')
      .map(({ severity, rule }) => `${severity} ${rule}`);
    expect(found).toEqual([expected.join(' ')]);
  }
});

it('places what only trustabl reports at the function of a tool', () => {
  const rows = PAGE.split('\n').flatMap((line) => {
    const [, of = '', ours = '', theirs = ''] = line.split('|');
    const [, file, at] = /^ `([\w.-]+):(\d+)`,/.exec(of) ?? [];
    return file !== undefined && ours.trim() === '' && theirs.trim() !== '' ? [{ file, at: Number(at) }] : [];
  });
  const lines = rows.map(({ file, at }) => {
    const folder = file.startsWith('support') ? FIXTURES : OTHERS;
    return readFileSync(join(folder, file), 'utf8').split('\n')[at - 1]?.replace(/\(.*/, '');
  });
  expect(lines).toEqual(['def receipt', 'def restart', 'async def mail_customer', 'def delete_account']);
});
