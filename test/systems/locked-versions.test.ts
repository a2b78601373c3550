import { describe, expect, it } from 'vitest';
import { workspaceOf } from '../../src/model/memory-workspace.js';
import { lockedVersions } from '../../src/systems/locked-versions.js';

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
    for (const [file, text] of locks) expect(lockedIn({ [file]: text }), text).toBe(`0.7.0 in ${file}`);
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
    ];
    for (const [file, text] of locks)
      expect(lockedIn({ [file]: text }, 'desk.ts'), text).toBe(`0.4.1 in ${file}`);
  });

  it('is that of the nearest folder', () => {
    const lock = (version: string) => `[[package]]\nname = "openai-agents"\nversion = "${version}"\n`;
    const files = { 'uv.lock': lock('0.9.0'), 'app/requirements.txt': 'openai-agents==0.6.0\n' };
    expect(lockedIn(files)).toBe('0.6.0 in app/requirements.txt');
    expect(lockedIn(files, 'other/desk.py')).toBe('0.9.0 in uv.lock');
  });

  it('is unknown where a range, several versions or no lock file stands', () => {
    expect(lockedIn({ 'requirements.txt': 'openai-agents>=0.7.0\n' })).toBeUndefined();
    expect(
      lockedIn({ 'package.json': '{ "dependencies": { "@openai/agents": "^0.4.1" } }' }, 'a.ts'),
    ).toBeUndefined();
    expect(
      lockedIn({ 'pnpm-lock.yaml': "  '@openai/agents@0.4.1':\n  '@openai/agents@0.5.0':\n" }, 'a.ts'),
    ).toBeUndefined();
    expect(lockedIn({ 'package-lock.json': '{ broken "@openai/agents" ' }, 'a.ts')).toBeUndefined();
    expect(lockedIn({})).toBeUndefined();
  });
});
