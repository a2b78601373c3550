import { beforeAll, describe, expect, it } from 'vitest';
import { frameworkOfRows } from '../../../src/dialects/frameworks/framework.js';
import type { FrameworkRows } from '../../../src/dialects/frameworks/rows/row.js';
import { frameworkDialect } from '../../../src/dialects/frameworks/read.js';
import { assumedVersion } from '../../../src/dialects/frameworks/versions.js';
import { workspaceOf } from '../../../src/model/memory-workspace.js';
import { lockedVersions } from '../../../src/systems/locked-versions.js';
import { loadAll, projectOf } from '../../program/open.js';
import { MADE_UP } from './made-up-rows.js';

/** Before 3.0.0 the gate had another name, and before 2.0.0 there was none. */
const CHANGED: FrameworkRows = {
  ...MADE_UP,
  rows: MADE_UP.rows.map((row) =>
    row.api === 'skill'
      ? {
          ...row,
          args: {
            ...row.args,
            askFirst: { role: 'gate', mode: 'own', since: '3.0.0' },
            confirm: { role: 'gate', mode: 'own', since: '2.0.0', below: '3.0.0' },
          },
        }
      : row,
  ),
};

/** What is said of its versions. */
const VERSIONS = { package: CHANGED.package, assumed: { since: '3.0.0', of: ['gates' as const] } };

const dialect = frameworkDialect(frameworkOfRows({ name: 'made-up', title: 'Made-up SDK' }, [CHANGED]));

beforeAll(loadAll);

const program = (option: string) =>
  `import { Worker, skill } from '@made-up/crew';\nnew Worker({ title: 'Desk', skills: [skill({ title: 'refund', perform: pay, ${option}: true })] });\n`;

/** The state of the gate of each tool, with the files that lock versions. */
function gates(programs: Readonly<Record<string, string>>, locks: Readonly<Record<string, string>>) {
  const documentOf = projectOf(programs);
  const context = {
    environment: [],
    vendorFor: () => undefined,
    importsOf: () => [],
    documentOf,
    lockedFor: lockedVersions(workspaceOf({ ...programs, ...locks })),
  };
  const { systems } = dialect.read(Object.keys(programs).map(documentOf), context);
  return systems.flatMap(({ file, agents }) =>
    agents.flatMap(({ tools }) => tools.map(({ approval }) => `${file} ${approval.state}`)),
  );
}

const lock = (version: string) =>
  `{ "packages": { "node_modules/@made-up/crew": { "version": "${version}" } } }`;

describe('a framework whose names depend on the version', () => {
  it.each([
    ['3.0.0', 'askFirst', 'shown'],
    ['3.0.0', 'confirm', 'absent'],
    ['2.9.9', 'askFirst', 'absent'],
    ['2.9.9', 'confirm', 'shown'],
    ['2.0.0', 'confirm', 'shown'],
    ['1.4.0', 'confirm', 'absent'],
    ['1.4.0', 'askFirst', 'absent'],
  ])('is that of the locked version: %s with %s', (version, option, expected) => {
    const found = gates({ 'a.ts': program(option) }, { 'package-lock.json': lock(version) });
    expect(found).toEqual([`a.ts ${expected}`]);
  });

  it('is that of each file where parts of a project lock other versions', () => {
    const found = gates(
      { 'new/a.ts': program('askFirst'), 'old/a.ts': program('askFirst') },
      { 'new/package-lock.json': lock('3.1.0'), 'old/package-lock.json': lock('2.1.0') },
    );
    expect(found).toEqual(['new/a.ts shown', 'old/a.ts absent']);
  });

  it('is the newest where no version is locked, and says what that assumes', () => {
    expect(gates({ 'a.ts': program('askFirst') }, {})).toEqual(['a.ts shown']);
    expect(assumedVersion('a.ts', VERSIONS, undefined)).toBe('@made-up/crew 3');
    const later = { ...VERSIONS, assumed: { ...VERSIONS.assumed, since: '3.1.4' } };
    expect(assumedVersion('a.ts', later, undefined)).toBe('@made-up/crew 3.1.4 or later');
    expect(assumedVersion('a.ts', { package: CHANGED.package }, undefined)).toBeUndefined();
    const locked = lockedVersions(workspaceOf({ 'package-lock.json': lock('2.1.0') }));
    expect(assumedVersion('a.ts', VERSIONS, locked)).toBeUndefined();
  });
});
