import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { inspect, lint } from '../../src/index.js';

const examples = fileURLToPath(new URL('../../examples', import.meta.url));

/** As a caller in JavaScript, whom no types hold back. */
const asked = (request: object) => lint({ cwd: examples, paths: ['README.md'], ...request });

describe('a request to the library', () => {
  it.each([
    [{ only: ['aproval/missing'] }, 'unknown rule `aproval/missing` (did you mean `approval/missing`?)'],
    [
      { rules: { 'scope/wildcards': 'off' } },
      'unknown rule `scope/wildcards` (did you mean `scope/wildcard`?)',
    ],
    [{ rules: { 'scope/wildcard': 'fatal' } }, 'unknown severity `fatal`'],
    [{ preset: 'strikt' }, 'unknown preset `strikt` (did you mean `strict`?)'],
    [{ path: 'agents' }, 'unknown option `path` (did you mean `paths`?)'],
    [{ paths: 'agents' }, '`paths` must be a list of strings'],
    [{ exclude: [/x/] }, '`exclude` must be a list of strings'],
    [{ only: 'approval/missing' }, '`only` must be a list of strings'],
    [{ asOf: '2026-02-30' }, '`2026-02-30` is not a date (YYYY-MM-DD)'],
  ])('that names what does not exist is refused: %j', async (request, mistake) => {
    await expect(asked(request)).rejects.toThrow(new TypeError(`agent-lint: ${mistake}`));
  });

  it('names every mistake', async () => {
    await expect(asked({ only: ['a/b'], asOf: 'x' })).rejects.toThrow(
      new TypeError('agent-lint: unknown rule `a/b`; `x` is not a date (YYYY-MM-DD)'),
    );
  });

  it('for the inventory of one path that is no list is refused', async () => {
    const request = { cwd: examples, paths: 'README.md' } as object;
    await expect(inspect(request)).rejects.toThrow(
      new TypeError('agent-lint: `paths` must be a list of strings'),
    );
  });

  it('for the inventory as of no day is refused', async () => {
    await expect(inspect({ cwd: examples, asOf: 'x' })).rejects.toThrow(
      new TypeError('agent-lint: `x` is not a date (YYYY-MM-DD)'),
    );
  });

  it('for the inventory is answered in the order of the paths, as the command line answers', async () => {
    const { files } = await inspect({ cwd: examples, paths: ['support-desk', '.'] });
    const paths = files.map(({ path }) => path);
    expect(paths.length).toBeGreaterThan(2);
    expect(paths).toEqual([...paths].sort());
  });

  it('that names what exists is answered', async () => {
    const request = { only: ['approval/missing'], rules: { 'scope/wildcard': 'off' }, preset: 'strict' };
    expect((await asked({ ...request, asOf: '2026-02-28' })).findings).toEqual([]);
  });
});
