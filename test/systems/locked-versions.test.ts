import { beforeAll, describe, expect, it } from 'vitest';
import { workspaceOf } from '../../src/model/memory-workspace.js';
import { loadParsers } from '../../src/syntax/index.js';
import { lockedVersions } from '../../src/systems/locked-versions.js';
import { lintFiles } from '../rules/lint-files.js';

beforeAll(() => loadParsers(['json']));

/** The version that files lock of the SDK of a program. */
function lockedIn(files: Record<string, string>, program = 'app/desk.py'): string | undefined {
  const name = program.endsWith('.py') ? 'openai-agents' : '@openai/agents';
  const found = lockedVersions(workspaceOf(files))(program, name);
  return found && `${found.version} in ${found.file}`;
}

describe('the locked version of a package', () => {
  it('is read from each lock file of Python', () => {
    const locks: [string, string][] = [
      [
        'uv.lock',
        'version = 1\n\n[[package]]\nname = "openai-agents"\nversion = "0.7.0"\nsource = { registry = "x" }\n',
      ],
      [
        'poetry.lock',
        '[[package]]\nname = "Openai_Agents"\nversion = "0.7.0"\n\n[[package]]\nname = "openai"\nversion = "2.1.0"\n',
      ],
      ['Pipfile.lock', '{ "default": { "openai-agents": { "version": "==0.7.0" } } }'],
      [
        'requirements.txt',
        '# pinned\nopenai==2.1.0\nopenai-agents[voice]==0.7.0 ; python_version > "3.9"  # why\n',
      ],
      ['pyproject.toml', '[project]\ndependencies = ["openai>=2", "openai-agents == 0.7.0"]\n'],
      ['pyproject.toml', '[tool.poetry.dependencies]\nopenai-agents = "0.7.0"\n'],
    ];
    for (const [file, text] of locks) {
      expect(lockedIn({ [file]: text }), text).toBe(`0.7.0 in ${file}`);
      const other = text.replace(/openai[-_]agents/i, 'openai-other');
      expect(lockedIn({ [file]: other }), other).toBeUndefined();
    }
  });

  it('is read from each lock file of npm', () => {
    const locks: [string, string][] = [
      [
        'package-lock.json',
        '{ "packages": { "node_modules/@openai/agents": { "version": "0.4.1" }, "node_modules/@openai/agents-core": { "version": "0.9.9" } } }',
      ],
      ['package-lock.json', '{ "dependencies": { "@openai/agents": { "version": "0.4.1" } } }'],
      [
        'pnpm-lock.yaml',
        "packages:\n\n  '@openai/agents@0.4.1':\n    resolution: {}\nsnapshots:\n\n  '@openai/agents@0.4.1(zod@4.0.0)':\n    dependencies:\n      '@openai/agents-core': 0.9.9\n",
      ],
      [
        'yarn.lock',
        '"@openai/agents-core@^0.4.0":\n  version "0.9.9"\n\n"@openai/agents@^0.4.0":\n  version "0.4.1"\n  resolved "x"\n',
      ],
      [
        'yarn.lock',
        '"@openai/agents@npm:^0.4.0":\n  version: 0.4.1\n  resolution: "@openai/agents@npm:0.4.1"\n',
      ],
      ['bun.lock', '{ "packages": { "@openai/agents": ["@openai/agents@0.4.1", "", {}] } }'],
      ['package.json', '{ "dependencies": { "@openai/agents": "0.4.1" } }'],
      ['package.json', '{ "dependencies": { "@openai/agents": "npm:@openai/agents@0.4.1" } }'],
      [
        'package-lock.json',
        '{ "packages": { "node_modules/@openai/agents": { "resolved": "https://registry.example.com/@openai/agents/-/agents-0.4.1.tgz" } } }',
      ],
    ];
    for (const [file, text] of locks) {
      expect(lockedIn({ [file]: text }, 'desk.ts'), text).toBe(`0.4.1 in ${file}`);
      const other = text.replaceAll(/@openai\/agents(?!-)/g, '@openai/agents-other');
      expect(lockedIn({ [file]: other }, 'desk.ts'), other).toBeUndefined();
    }
  });

  it('is not that of another package under its name', () => {
    for (const [file, text] of [
      ['package.json', '{ "dependencies": { "@openai/agents": "npm:other@0.4.1" } }'],
      [
        'package-lock.json',
        '{ "packages": { "node_modules/@openai/agents": { "name": "other", "version": "0.4.1" } } }',
      ],
    ] as const)
      expect(lockedIn({ [file]: text }, 'desk.ts'), text).toBeUndefined();
  });

  it('is that of the nearest folder', () => {
    const lock = (version: string) => `[[package]]\nname = "openai-agents"\nversion = "${version}"\n`;
    const files = { 'uv.lock': lock('0.9.0'), 'app/requirements.txt': 'openai-agents==0.6.0\n' };
    expect(lockedIn(files)).toBe('0.6.0 in app/requirements.txt');
    expect(lockedIn(files, 'other/desk.py')).toBe('0.9.0 in uv.lock');
  });

  it('is that of the copy which Node.js finds, and of the workspace package', () => {
    const files = {
      'package-lock.json':
        '{ "packages": { "apps/old/node_modules/@openai/agents": { "version": "0.3.1" }, "node_modules/@openai/agents": { "version": "0.4.1" } } }',
    };
    expect(lockedIn(files, 'apps/old/src/a.ts')).toBe('0.3.1 in package-lock.json');
    expect(lockedIn(files, 'apps/new/src/a.ts')).toBe('0.4.1 in package-lock.json');
  });

  it('is the one of several that is in the range of the nearest manifest', () => {
    const files = {
      'app/package.json': '{ "dependencies": { "@openai/agents": "^0.4.0" } }',
      'pnpm-lock.yaml': "  '@openai/agents@0.4.1':\n  '@openai/agents@0.5.0':\n",
    };
    expect(lockedIn(files, 'app/a.ts')).toBe('0.4.1 in pnpm-lock.yaml');
    expect(lockedIn({ ...files, 'app/package.json': '{}' }, 'app/a.ts')).toBeUndefined();
  });

  it('is the lowest of a range where nothing is locked', () => {
    const rangeOf = (file: string, text: string, program: string) => {
      const name = program.endsWith('.py') ? 'openai-agents' : '@openai/agents';
      const found = lockedVersions(workspaceOf({ [file]: text }))(program, name);
      return [found?.version, found?.range?.stated, found?.range?.below];
    };
    const npm = (range: string) =>
      rangeOf('package.json', `{ "dependencies": { "@openai/agents": "${range}" } }`, 'a.ts');
    expect(npm('^0.4.1')).toEqual(['0.4.1', '^0.4.1', '0.5.0']);
    expect(npm('~1.2.3')).toEqual(['1.2.3', '~1.2.3', '1.3.0']);
    expect(npm('1')).toEqual(['1', '1.x', '2.0.0']);
    expect(npm('>=0.3 <0.5')).toEqual(['0.3', '>=0.3 <0.5', '0.5']);
    expect(npm('^1.0.0 || ^2.1.0')).toEqual(['1.0.0', '^1.0.0 || ^2.1.0', '3.0.0']);
    for (const none of ['*', 'latest', 'workspace:*', 'github:a/b'])
      expect(npm(none), none).toEqual([undefined, undefined, undefined]);
    const pip = (line: string) => rangeOf('requirements.txt', `${line}\n`, 'a.py');
    expect(pip('openai-agents>=0.7.0')).toEqual(['0.7.0', '>=0.7.0', undefined]);
    expect(pip('openai_agents[voice] >= 0.7, < 0.9  # why')).toEqual(['0.7', '>= 0.7, < 0.9', '0.9']);
    expect(pip('openai-agents~=0.7.0')).toEqual(['0.7.0', '~=0.7.0', '0.8.0']);
    expect(pip('# openai-agents>=0.7.0')).toEqual([undefined, undefined, undefined]);
    expect(rangeOf('pyproject.toml', 'openai-agents = { version = "^0.7" }\n', 'a.py')).toEqual([
      '0.7',
      '^0.7',
      '0.8.0',
    ]);
  });

  it('has the place of the statement', () => {
    const placed = (files: Record<string, string>, program: string, name: string) => {
      const at = lockedVersions(workspaceOf(files))(program, name)?.at;
      const { start, end } = at?.range() ?? {};
      return [at?.file, start?.line, start?.column, end?.column];
    };
    const lock =
      '{\n  "packages": {\n    "node_modules/b": {\n      "version": "1.0.0"\n    },\n    "node_modules/ai": {\n      "version": "1.0.0"\n    }\n  }\n}\n';
    expect(placed({ 'package-lock.json': lock }, 'a.ts', 'ai')).toEqual(['package-lock.json', 7, 19, 24]);
    expect(
      placed({ 'uv.lock': '[[package]]\r\nname = "crewai"\r\nversion = "1.2.3"\r\n' }, 'a.py', 'crewai'),
    ).toEqual(['uv.lock', 3, 12, 17]);
    expect(placed({ 'requirements.txt': 'a==1\ncrewai==1.2.3\n' }, 'x/a.py', 'crewai')).toEqual([
      'requirements.txt',
      2,
      7,
      14,
    ]);
  });

  it('is unknown where several versions or no lock file stands, and where a file is broken or huge', () => {
    expect(
      lockedIn({ 'pnpm-lock.yaml': "  '@openai/agents@0.4.1':\n  '@openai/agents@0.5.0':\n" }, 'a.ts'),
    ).toBeUndefined();
    expect(lockedIn({ 'package-lock.json': '{ "packages": {}, "@openai/agents" ' }, 'a.ts')).toBeUndefined();
    expect(lockedIn({ 'requirements.txt': `openai-agents${' '.repeat(100_000)}==0.7.0` })).toBeUndefined();
    expect(lockedIn({})).toBeUndefined();
  });
});

describe('a file that states versions and cannot be read', () => {
  const program = `import { Agent, run, tool } from '@openai/agents';
const issueRefund = tool({ name: 'issue_refund', description: 'Refund', parameters: {}, needsApproval: true, execute: async () => 'done' });
const refunds = new Agent({ name: 'Refunds', tools: [issueRefund] });
export const answer = (text: string) => run(refunds, text);
`;
  const faults = async (files: Record<string, string>) =>
    (await lintFiles({ 'a.ts': program, 'b.ts': program, ...files })).notAssessed
      .filter(({ rule }) => rule === 'approval/broken-version')
      .map(({ at, message }) => `${at.file}:${at.range().start.line}:${at.range().start.column} ${message}`);

  it.each([
    [
      'package-lock.json',
      '{\n  "packages": {\n    "node_modules/ai": { "version": "1.0.0" \n',
      'package-lock.json:4:1 Which versions `package-lock.json` states: it does not parse (expected a comma or }, and the file ends here). The newest ones are assumed.',
    ],
    [
      'pnpm-lock.yaml',
      "packages:\n<<<<<<< HEAD\n  '@openai/agents@0.14.1':\n=======\n  '@openai/agents@0.15.1':\n>>>>>>> other\n",
      'pnpm-lock.yaml:2:1 Which versions `pnpm-lock.yaml` states: it has marks of a conflict. The newest ones are assumed.',
    ],
    [
      'yarn.lock',
      `"@openai/agents@^0.14.0":\n  version "0.14.1"\n${'#'.repeat(5 * 1024 * 1024)}`,
      'yarn.lock:1:1 Which versions `yarn.lock` states: it is larger than 4 MiB (5 MiB). The newest ones are assumed.',
    ],
  ])('is named once, with its place: %s', async (file, text, expected) => {
    expect(await faults({ [file]: text })).toEqual([expected]);
  });

  it('is not named where another file states the version', async () => {
    const files = {
      'package-lock.json': '{ broken',
      'yarn.lock': '"@openai/agents@^0.15.0":\n  version "0.15.1"\n',
    };
    expect(await faults(files)).toEqual([]);
  });

  it('is reported in `strict`, and its repair clears that', async () => {
    const reported = async (lock: string) => {
      const { findings } = await lintFiles(
        { 'a.ts': program, 'package-lock.json': lock },
        { preset: 'strict', only: ['approval/broken-version'] },
      );
      return findings.map(({ message }) => message);
    };
    expect(await reported('{ "packages": ')).toEqual([
      '`package-lock.json` states no version that can be read: it does not parse (expected a value, and the file ends here).',
    ]);
    expect(
      await reported('{ "packages": { "node_modules/@openai/agents": { "version": "0.20.0" } } }'),
    ).toEqual([]);
  });
});
