import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { beforeAll, describe, expect, it } from 'vitest';
import { frameworkOf } from '../../../src/dialects/frameworks/framework.js';
import type { FrameworkProfile } from '../../../src/dialects/frameworks/profile.js';
import { frameworkDialect } from '../../../src/dialects/frameworks/read.js';
import { assumedVersion, versionsOf } from '../../../src/dialects/frameworks/versions.js';
import { workspaceOf } from '../../../src/model/memory-workspace.js';
import { lockedVersions } from '../../../src/systems/locked-versions.js';
import { loadAll, projectOf } from '../../program/open.js';
import { MADE_UP } from './made-up-profile.js';

/** Before 3.0.0 the gate had another name, and before 2.0.0 there was none. */
const CHANGED: FrameworkProfile = {
  ...MADE_UP,
  package: '@made-up/crew',
  versions: [
    { below: '2.0.0', tools: { makers: { skill: { gate: null } }, fields: { gate: null } } },
    { below: '3.0.0', tools: { makers: { skill: { gate: 'confirm' } }, fields: { gate: 'confirm' } } },
  ],
};

const dialect = frameworkDialect(frameworkOf({ name: 'made-up', title: 'Made-up SDK' }, [CHANGED]));

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

describe('a profile whose names depend on the version', () => {
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
    expect(assumedVersion('a.ts', CHANGED, undefined)).toBe('@made-up/crew 3');
    const later = { ...CHANGED, versions: [{ below: '3.1.4' }] };
    expect(assumedVersion('a.ts', later, undefined)).toBe('@made-up/crew 3.1.4 or later');
    expect(assumedVersion('a.ts', MADE_UP, undefined)).toBeUndefined();
    const locked = lockedVersions(workspaceOf({ 'package-lock.json': lock('2.1.0') }));
    expect(assumedVersion('a.ts', CHANGED, locked)).toBeUndefined();
  });
});

describe('the profiles of every version', () => {
  const folder = join(import.meta.dirname, '../../../src/dialects');
  const files = readdirSync(folder).flatMap((name) =>
    ['python', 'typescript'].map((language) => join(folder, name, `profile.${language}.json`)),
  );
  const profiles = files
    .filter(existsSync)
    .map((file) => JSON.parse(readFileSync(file, 'utf8')) as FrameworkProfile);
  const { $id: _, ...schema } = JSON.parse(
    readFileSync(join(folder, 'frameworks/profile.schema.json'), 'utf8'),
  ) as Record<string, unknown>;
  const validate = new Ajv({ strict: false }).compile({ ...schema, required: [] });

  it('are profiles, and name the package whose versions they are of', () => {
    const wrong = profiles.flatMap((profile) =>
      versionsOf(profile).flatMap(({ below, profile: one }) =>
        validate(one) && (one.package !== undefined || below === undefined)
          ? []
          : [`${one.name} below ${below}: ${JSON.stringify(validate.errors)}`],
      ),
    );
    expect(wrong).toEqual([]);
  });

  it.each([
    ['an option that no profile has', { colour: 'red' }],
    ['a list in place of a map', { tools: [] }],
    ['a language that is not read', { language: 'go' }],
  ])('are refused with %s', (_, other) => {
    expect(validate({ ...profiles[0], ...other })).toBe(false);
    expect(validate(profiles[0])).toBe(true);
  });
});
