import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BaselineEntry } from '../../src/lint/baseline.js';
import { newRepository, type Repository } from './repository.js';

const FILE = 'agent-lint-baseline.json';

const agent = (...names: string[]) =>
  `runtime: framework\nagent:\n  tools:\n${names.map((name) => `    - { type: function, name: ${name} }\n`).join('')}`;

const entriesOf = ({ folder }: Repository) =>
  (JSON.parse(readFileSync(join(folder, FILE), 'utf8')) as { entries: BaselineEntry[] }).entries;

const filesIn = (repository: Repository) => [...new Set(entriesOf(repository).map(({ file }) => file))];

/** Accepts what is there on a day, and commits it. */
async function accept(repository: Repository, day: string, ...args: string[]): Promise<void> {
  expect((await repository.run('check', '--update-baseline', '--as-of', day, ...args)).status).toBe(0);
  repository.commit('Accept');
}

/** `main` has a baseline; two branches each add an agent and accept it. */
async function twoBranches(start: Record<string, string>, ours: string, theirs: string): Promise<Repository> {
  const repository = newRepository(start);
  await accept(repository, '2026-10-01');
  for (const [branch, file, day] of [
    ['theirs', theirs, '2026-10-02'],
    ['ours', ours, '2026-10-03'],
  ] as const) {
    repository.git('checkout', '-q', 'change');
    repository.git('checkout', '-q', '-b', branch);
    repository.write(file, agent('delete_user'));
    await accept(repository, day);
  }
  return repository;
}

/** Whether git merges the other branch by itself. */
function mergeTheirs({ git }: Repository, ...config: string[]): boolean {
  try {
    git(...config, 'merge', '-q', '--no-edit', 'theirs');
    return true;
  } catch {
    return false;
  }
}

describe('a baseline that two branches change', () => {
  it.each([
    ['before and after its only entry', { 'm.agent.yaml': agent('delete_user') }, 'a', 'z'],
    [
      'between its entries and at its end',
      { 'c.agent.yaml': agent('delete_user'), 'm.agent.yaml': agent('delete_user') },
      'z',
      'g',
    ],
  ])('is merged by git %s', async (_, start, ours, theirs) => {
    const repository = await twoBranches(start, `${ours}.agent.yaml`, `${theirs}.agent.yaml`);
    expect(mergeTheirs(repository)).toBe(true);
    expect(filesIn(repository)).toEqual(
      [...Object.keys(start), `${ours}.agent.yaml`, `${theirs}.agent.yaml`].sort(),
    );
    expect((await repository.run('check', '--as-of', '2026-10-04')).status).toBe(0);
  });

  it.each([[[]], [['-c', 'merge.conflictStyle=diff3']], [['-c', 'merge.conflictStyle=zdiff3']]])(
    'is named with its line where git cannot merge it, and an update reads both sides (%j)',
    async (config) => {
      const repository = await twoBranches(
        { 'a.agent.yaml': agent('delete_user') },
        'x.agent.yaml',
        'y.agent.yaml',
      );
      expect(mergeTheirs(repository, ...config)).toBe(false);
      const lines = readFileSync(join(repository.folder, FILE), 'utf8').split('\n');
      const first = lines.findIndex((line) => line.startsWith('<<<<<<<')) + 1;
      const broken = await repository.run('check', '--as-of', '2026-10-04');
      expect(broken.status).toBe(3);
      expect(broken.stderr).toContain(
        `${FILE}:${first}:1: The baseline has an open merge conflict. Run \`agent-lint check --update-baseline\`, which reads both sides, or resolve it by hand.`,
      );
      const update = await repository.run('check', '--update-baseline', '--as-of', '2026-10-04');
      expect({ status: update.status, stderr: update.stderr }).toMatchObject({ status: 0 });
      const days = new Map(entriesOf(repository).map(({ file, since }) => [file, since]));
      expect(Object.fromEntries(days)).toEqual({
        'a.agent.yaml': '2026-10-01',
        'x.agent.yaml': '2026-10-03',
        'y.agent.yaml': '2026-10-02',
      });
      expect((await repository.run('check', '--as-of', '2026-10-04')).status).toBe(0);
    },
  );

  it('keeps reason and end of both sides, also for files that the update does not check', async () => {
    const repository = await twoBranches(
      { 'a.agent.yaml': agent('delete_user') },
      'x.agent.yaml',
      'y.agent.yaml',
    );
    const edit = (change: (entry: BaselineEntry) => string) => {
      const text = readFileSync(join(repository.folder, FILE), 'utf8');
      const lines = text.split('\n').map((line) => {
        if (!line.includes('fingerprint')) return line;
        return `    ${change(JSON.parse(line) as BaselineEntry)}`;
      });
      repository.write(FILE, lines.join('\n'));
      repository.commit('Reasons');
    };
    const isGate = ({ rule, file }: BaselineEntry) => rule === 'approval/missing' && file === 'a.agent.yaml';
    edit((entry) => JSON.stringify(isGate(entry) ? { ...entry, reason: 'sandbox' } : entry));
    repository.git('checkout', '-q', 'theirs');
    edit((entry) => JSON.stringify(isGate(entry) ? { ...entry, until: '2026-12-31' } : entry));
    repository.git('checkout', '-q', 'ours');
    expect(mergeTheirs(repository)).toBe(false);
    expect((await repository.run('check', 'x.agent.yaml', '--update-baseline')).status).toBe(0);
    expect(entriesOf(repository).find(isGate)).toMatchObject({
      since: '2026-10-01',
      reason: 'sandbox',
      until: '2026-12-31',
    });
    expect(filesIn(repository)).toEqual(['a.agent.yaml', 'x.agent.yaml', 'y.agent.yaml']);
  });

  it.each([
    [
      'whose marks are cut off',
      '{\n<<<<<<< HEAD\n  "entries": []\n',
      ':2:1: The baseline has an open merge conflict. Its marks are incomplete: resolve it by hand',
    ],
    [
      'one side of which is no baseline',
      '{ "schema": "agent-lint/baseline@1",\n<<<<<<< HEAD\n"entries": []\n=======\n"entries": 1\n>>>>>>> theirs\n}\n',
      ':2:1: One side of this merge conflict is no baseline (`entries` is a list.) Resolve it by hand.',
    ],
  ])('is left alone by an update %s', async (_, text, message) => {
    const repository = newRepository({ 'a.agent.yaml': agent('delete_user'), [FILE]: text });
    const { status, stderr } = await repository.run('check', '--update-baseline');
    expect(status).toBe(3);
    expect(stderr).toContain(`${FILE}${message}`);
    expect(readFileSync(join(repository.folder, FILE), 'utf8')).toBe(text);
  });

  it('names the option of a baseline elsewhere', async () => {
    const repository = newRepository({
      'a.agent.yaml': agent('delete_user'),
      'lint/accepted.json': '<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> theirs\n',
    });
    expect((await repository.run('check', '--baseline', 'lint/accepted.json')).stderr).toContain(
      'lint/accepted.json:1:1: The baseline has an open merge conflict. Run `agent-lint check --update-baseline --baseline lint/accepted.json`',
    );
  });
});
