import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { declaredIn } from '../../src/build/declared-names.mjs';
import { driftOf, driftText, statedNames } from '../../src/build/facts-drift.mjs';
import facts from '../../src/facts/drift-known.json' with { type: 'json' };

const folder = mkdtempSync(join(tmpdir(), 'agent-lint-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What files of a package declare. */
function declared(files: Readonly<Record<string, string>>, language: 'typescript' | 'python') {
  const root = mkdtempSync(join(folder, 'package-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return declaredIn([root], language);
}

const ROWS = {
  rows: [
    {
      api: ['Worker', 'Worker().go'],
      args: { title: 'name', 'limits.rounds@1': 'bound', ask: { role: 'gate', asks: 'always' } },
    },
    { api: 'Client', from: 'other', args: { elsewhere: 'url' } },
    { api: 'OldWorker', below: '1.0.0' },
    { api: 'function' },
  ],
};

/** The same package in both languages, before and after a release. */
const PACKAGES = {
  typescript: {
    checked: {
      'index.d.ts':
        'export interface WorkerOptions { title: string; ask?: "always"; limits?: { rounds: number } }\nexport declare class Worker { go(text: string): void }\n',
    },
    newest: {
      'index.d.ts': `export interface WorkerOptions {
  title: string; ask?: "always"; confirmEach?: boolean; preview?: boolean; seen?: boolean; maxTurns?: number;
  /** @deprecated */ allowAll?: boolean;
}
export interface RunResult { approved: boolean }
export type PermissionMode = "plan" | "free";
export type Model = "guard-1";
export declare class Worker { go(text: string): void; approve(): void }\n`,
      'index.js': 'const limits = 1;\n',
    },
  },
  python: {
    checked: {
      'house/worker.py':
        'class Worker:\n    def __init__(self, title: str, ask: str, limits: dict): ...\n    def go(self, rounds): ...\n    always: str\n',
    },
    newest: {
      'house/worker.py': `from typing import Literal

PermissionMode = Literal["plan", "free"]
Model = Literal["guard-1"]


class Worker:
    def __init__(self, title: str, ask: str = "always", confirm_each: bool = False, preview: bool = False, seen: bool = False, max_turns: int = 1): ...
    def go(self, text): ...
    def approve(self): ...


class RunResult:
    approved: bool
`,
      'tests/test_worker.py': 'def run(allow_all): ...\n',
    },
  },
} as const;

describe.each(['typescript', 'python'] as const)('how the types of a package in %s differ', (language) => {
  const newest = declared(PACKAGES[language].newest, language);
  const checked = declared(PACKAGES[language].checked, language);
  const each = language === 'python' ? 'confirm_each' : 'confirmEach';
  const turns = language === 'python' ? 'max_turns' : 'maxTurns';
  const owner = language === 'python' ? 'Worker' : 'WorkerOptions';
  const drift = (known: readonly string[] = []) =>
    driftOf({ stated: statedNames(ROWS), read: new Set(['seen']), known: new Set(known), newest, checked });

  it('names what rows state and no type has', () => {
    expect(drift()).toMatchObject(
      language === 'python'
        ? { missing: ['limits', 'rounds'], onlyInCode: [] }
        : { missing: ['rounds'], onlyInCode: ['limits'] },
    );
    expect(drift(['limits', 'rounds'])).toMatchObject({ missing: [], onlyInCode: [] });
  });

  it('names options and modes that sound like a control, and nothing that a run returns', () => {
    expect(drift().unread.map(({ name, owners }) => `${owners.join()}.${name}`)).toEqual(
      [`${owner}.${each}`, 'PermissionMode.free', `${owner}.${turns}`, 'PermissionMode.plan'].sort((a, b) =>
        (a.split('.')[1] ?? '') < (b.split('.')[1] ?? '') ? -1 : 1,
      ),
    );
    expect(drift([each, 'PermissionMode.*', `${owner}.${turns}`]).unread).toEqual([]);
  });

  it('names what a release added and removed', () => {
    const { added, removed } = drift();
    expect(added).toContain('PermissionMode.plan');
    expect(added).not.toContain('Worker');
    expect(removed).toContain(language === 'python' ? 'Worker.limits' : 'WorkerOptions.limits');
  });

  it('prints each list under its heading, and nothing where nothing differs', () => {
    expect(driftText('House', drift()).filter((line) => line.startsWith('#'))).toEqual([
      '## House',
      '### Stated, but in no type or code of the package',
      ...(language === 'python' ? [] : ['### Stated, but in its code only']),
      '### Sounds like a control, and is neither read nor in `src/facts/drift-known.json`',
      '### Added since it was read',
      '### Removed since it was read',
    ]);
    const same = driftOf({ stated: new Set(), read: new Set(), known: new Set(), newest: checked });
    expect(driftText('House', same)).toEqual([]);
  });
});

describe('the facts of drift', () => {
  const dialects = join(import.meta.dirname, '../../src/dialects');
  const files = ['typescript', 'python'].map((language) => [language, `rows.${language}.json`] as const);
  const read = readdirSync(dialects).flatMap((dialect) =>
    files.flatMap(([language, file]) => {
      // A framework that is only recognised has no code that reads its rows.
      const isRead = existsSync(join(dialects, dialect, 'framework.ts'));
      if (!isRead || !existsSync(join(dialects, dialect, file))) return [];
      return [`${dialect} ${language}`];
    }),
  );

  it('name the packages of each framework that is read', () => {
    const named = facts.packages.map(({ dialect, language }) => `${dialect} ${language}`);
    expect([...new Set(named)].sort()).toEqual(read.sort());
  });

  it('give each name once, with a reason', () => {
    const names = facts.known.flatMap((one) => one.names.split(' ').map((name) => `${one.dialect} ${name}`));
    expect(names.filter((one, at) => names.indexOf(one) !== at)).toEqual([]);
    expect(facts.known.filter(({ reason }) => reason.length < 10)).toEqual([]);
  });
});
