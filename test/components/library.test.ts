import { describe, expect, it } from 'vitest';
import { inspect, lint } from '../../src/index.js';

/** As a caller in JavaScript, whom no types hold back. */
const asked = (request: object) => lint({ cwd: import.meta.dirname, paths: ['library.test.ts'], ...request });

describe('a request to the library', () => {
  it.each([
    [{ only: ['aproval/missing'] }, '`aproval/missing` is no rule (did you mean `approval/missing`?)'],
    [
      { rules: { 'scope/wildcards': 'off' } },
      '`scope/wildcards` is no rule (did you mean `scope/wildcard`?)',
    ],
    [{ rules: { 'scope/wildcard': 'fatal' } }, '`fatal` is no severity'],
    [{ preset: 'strikt' }, '`strikt` is no preset (did you mean `strict`?)'],
    [{ path: 'agents' }, '`path` is no option (did you mean `paths`?)'],
    [{ paths: 'agents' }, '`paths` is no list of texts'],
    [{ exclude: [/x/] }, '`exclude` is no list of texts'],
    [{ only: 'approval/missing' }, '`only` is no list of texts'],
    [{ asOf: '2026-02-30' }, '`2026-02-30` is no date as YYYY-MM-DD'],
  ])('that names what does not exist is refused: %j', async (request, mistake) => {
    await expect(asked(request)).rejects.toThrow(new TypeError(`agent-lint: ${mistake}`));
  });

  it('names every mistake', async () => {
    await expect(asked({ only: ['a/b'], asOf: 'x' })).rejects.toThrow(
      new TypeError('agent-lint: `a/b` is no rule; `x` is no date as YYYY-MM-DD'),
    );
  });

  it('for the inventory of one path that is no list is refused', async () => {
    const request = { cwd: import.meta.dirname, paths: 'library.test.ts' } as object;
    await expect(inspect(request)).rejects.toThrow(new TypeError('agent-lint: `paths` is no list of texts'));
  });

  it('for the inventory as of no day is refused', async () => {
    await expect(inspect({ cwd: import.meta.dirname, asOf: 'x' })).rejects.toThrow(
      new TypeError('agent-lint: `x` is no date as YYYY-MM-DD'),
    );
  });

  it('for the inventory is answered in the order of the paths, as the command line answers', async () => {
    const { files } = await inspect({ cwd: import.meta.dirname, paths: ['published-types.test.ts', '..'] });
    const paths = files.map(({ path }) => path);
    expect(paths.length).toBeGreaterThan(2);
    expect(paths).toEqual([...paths].sort());
  });

  it('that names what exists is answered', async () => {
    const request = { only: ['approval/missing'], rules: { 'scope/wildcard': 'off' }, preset: 'strict' };
    expect((await asked({ ...request, asOf: '2026-02-28' })).findings).toEqual([]);
  });
});
