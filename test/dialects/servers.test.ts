import { beforeAll, describe, expect, it } from 'vitest';
import { reachWords } from '../../src/assess/grant-words.js';
import { tooWide } from '../../src/assess/scope/folders.js';
import { splitRules } from '../../src/dialects/agents/listed-tools.js';
import { readCommand } from '../../src/dialects/commands/commands.js';
import { splitCommand, type Word } from '../../src/dialects/commands/command-line.js';
import { packageOf, readLaunch } from '../../src/dialects/commands/launch.js';
import { covers, reachOf, readRule } from '../../src/dialects/permissions/permission-rules.js';
import { knownBad } from '../../src/facts/bad-packages.js';
import { lintWorkspace } from '../../src/lint/lint.js';
import { fixedPlace, type McpServer } from '../../src/model/index.js';
import { noConfig } from '../../src/model/memory-config.js';
import { workspaceOf } from '../../src/model/memory-workspace.js';
import { loadParsers } from '../../src/syntax/index.js';

const AT = fixedPlace('x', '', { start: { line: 1, column: 1 }, end: { line: 1, column: 2 } });
const words = (line: string): Word[] => line.split(' ').map((text) => ({ text, at: AT }));

const launched = (line: string) => {
  const { launch, rest } = readLaunch(words(line));
  const shown = launch && `${launch.from}:${launch.name}${launch.version ? `@${launch.version}` : ''}`;
  return `${shown ?? '-'}${launch?.pinned ? ' pinned' : ''} | ${rest.map(({ text }) => text).join(' ')}`;
};

beforeAll(() => loadParsers(['json', 'jsonc', 'yaml', 'toml', 'markdown']));

describe('what a command starts', () => {
  it.each([
    ['npx -y @acme/mcp@1.2.3 ./data', 'npm:@acme/mcp@1.2.3 pinned | ./data'],
    ['npx --package=@acme/mcp@latest -- acme-mcp --x', 'npm:@acme/mcp@latest | --x'],
    ['npx -p @acme/mcp acme run', 'npm:@acme/mcp | run'],
    ['/usr/local/bin/npx.cmd acme@^1.0.0', 'npm:acme@^1.0.0 | '],
    ['pnpm dlx acme', 'npm:acme | '],
    ['npx --no-install acme --no', 'npm:acme pinned | --no'],
    ['npx --no-install acme@latest', 'npm:acme@latest | '],
    ['npx acme --no-install', 'npm:acme | --no-install'],
    ['bunx --bun acme@2.0.0', 'npm:acme@2.0.0 pinned | '],
    ['cmd /c npx -y acme', 'npm:acme | '],
    ['env A=1 B=2 npx acme', 'npm:acme | '],
    ['uvx --python 3.12 acme==1.0.1 --read-only', 'pypi:acme@1.0.1 pinned | --read-only'],
    ['uvx --with mcp==1.2.3 python3 s.py', 'pypi:mcp@1.2.3 pinned | s.py'],
    ['uvx --from acme==1.0.1 --with mcp python s.py', 'pypi:acme@1.0.1 pinned | s.py'],
    ['uvx python@3.12 s.py', '- | s.py'],
    ['uvx --from git+https://example.com/a/b acme', 'git:git+https://example.com/a/b | '],
    ['pipx run --spec acme[all]==2.0.0 acme', 'pypi:acme@2.0.0 pinned | '],
    [
      'docker run -i --rm -e TOKEN=x -v /data:/data example/box:1.2.3 serve',
      'image:example/box@1.2.3 pinned | serve',
    ],
    ['docker run --name=x registry.example.com:5000/box', 'image:registry.example.com:5000/box | '],
    [
      'podman run box@sha256:0123456789012345678901234567890123456789012345678901234567890123',
      'image:box@sha256:0123456789012345678901234567890123456789012345678901234567890123 pinned | ',
    ],
    ['go run example.com/acme/cmd@v1.0.0', 'go:example.com/acme/cmd@v1.0.0 pinned | '],
    ['deno run -A npm:@acme/mcp@1.2.0 ./data', 'npm:@acme/mcp@1.2.0 pinned | ./data'],
    ['deno run --allow-net jsr:@acme/mcp', 'jsr:@acme/mcp | '],
    ['deno run server.ts x', '- | x'],
    ['deno run -A npm:@acme/mcp@1.2.0/server ./data', 'npm:@acme/mcp@1.2.0 pinned | ./data'],
    ['deno run -A npm:acme@^1/server', 'npm:acme@^1 | '],
    ['deno run -A https://example.com/mod.ts x', 'url:https://example.com/mod.ts | x'],
    [
      'deno run https://example.com/x/acme@v1.2.3/mod.ts?a=1',
      'url:https://example.com/x/acme@v1.2.3/mod.ts@v1.2.3 pinned | ',
    ],
    ['uv run --with acme-mcp acme-mcp --x', 'pypi:acme-mcp | --x'],
    ['uv --directory d run --with=httpx,Acme_MCP==1.0.1 acme-mcp', 'pypi:Acme_MCP@1.0.1 pinned | '],
    ['uv run --with mcp[cli] mcp run server.py', 'pypi:mcp | run server.py'],
    ['uv run --with acme-mcp python -m acme_mcp.server', 'pypi:acme-mcp | -m acme_mcp.server'],
    ['uv run --with acme-mcp -m acme_mcp', 'pypi:acme-mcp | '],
    ['uv run --with httpx python server.py', 'pypi:httpx | server.py'],
    ['uv run --with httpx own-server', '- | run --with httpx own-server'],
    ['uv run --with ./own own', '- | run --with ./own own'],
    ['nix run github:acme/mcp -- --x', 'git:github:acme/mcp | --x'],
    ['nix --extra-experimental-features flakes run github:acme/mcp/v1.2#mcp', 'git:github:acme/mcp@v1.2 | '],
    [
      'nix run github:acme/mcp/0123456789abcdef0123456789abcdef01234567',
      'git:github:acme/mcp@0123456789abcdef0123456789abcdef01234567 pinned | ',
    ],
    ['nix run nixpkgs#acme', '- | '],
    ['nix run .#acme', '- | '],
    ['jbang --quiet --java 21 org.acme:mcp:1.2.3:runner --x', 'maven:org.acme:mcp@1.2.3 pinned | --x'],
    ['jbang run org.acme:mcp:LATEST', 'maven:org.acme:mcp@LATEST | '],
    ['jbang mcp@acme/servers jdbc', 'git:mcp@acme/servers | jdbc'],
    ['jbang Server.java', '- | '],
    ['node ./server.js', '- | ./server.js'],
    ['npx ./local', '- | '],
    ['npx . --x', '- | --x'],
    ['pnpm --package=@acme/mcp@1.2.3 dlx acme-mcp --x', 'npm:@acme/mcp@1.2.3 pinned | --x'],
    ['wsl -d Ubuntu npx -y acme', 'npm:acme | '],
    ['cross-env A=1 npx acme', 'npm:acme | '],
    ['fnm exec --using 22 npx acme', 'npm:acme | '],
    ['asdf exec npx acme', 'npm:acme | '],
    ['dnx Acme.Mcp@1.2.3 --yes', 'nuget:Acme.Mcp@1.2.3 pinned | --yes'],
    ['dnx --source https://nuget.example.com/v3 Acme.Mcp', 'nuget:Acme.Mcp | '],
    ['dotnet dnx Acme.Mcp --version 1.2.3 --yes', 'nuget:Acme.Mcp@1.2.3 pinned | --version 1.2.3 --yes'],
    ['dotnet tool exec Acme.Mcp@1.* -- --version 1.2.3', 'nuget:Acme.Mcp@1.* | -- --version 1.2.3'],
    ['dotnet run --project src/Mcp', '- | run --project src/Mcp'],
    ['npx', '- | '],
  ])('%s', (line, expected) => {
    expect(launched(line)).toBe(expected);
  });

  it('looks into a shell, and reads one command of a line', () => {
    const script: Word = { text: 'exec npx -y "acme@1.0.0" \'a b\' ; rm -rf /', at: AT };
    expect(splitCommand(script).map(({ text }) => text)).toEqual(['npx', '-y', 'acme@1.0.0', 'a b']);
    expect(readLaunch([...words('bash -lc'), script]).launch?.name).toBe('acme');
  });

  it('takes no package from a path, a variable or nothing', () => {
    for (const text of ['.', '..', './x', '../x', '/x', '~x', 'file:x', '$X', ''])
      expect(packageOf({ text, at: AT }, 'npm')).toBeUndefined();
  });
});

describe('known bad versions', () => {
  const bad = (name: string, version?: string) =>
    knownBad({ from: 'npm', name, ...(version ? { version } : {}) })?.reference;

  it('are reported by range, and at any version if none is good', () => {
    expect(bad('mcp-remote', '0.1.15')).toBe('CVE-2025-6514');
    expect(bad('mcp-remote', '0.0.5')).toBe('CVE-2025-6514');
    expect(bad('mcp-remote', '0.0.4')).toBeUndefined();
    expect(bad('mcp-remote', '0.1.16')).toBeUndefined();
    expect(bad('mcp-remote', 'latest')).toBeUndefined();
    expect(bad('mcp-remote')).toBeUndefined();
    expect(bad('mcp-remote', '=0.1.15')).toBe('CVE-2025-6514');
    // Ranges give the newest version that fits.
    expect(bad('mcp-remote', '0.1')).toBeUndefined();
    expect(bad('mcp-remote', '0.1.2 - 0.1.40')).toBeUndefined();
    expect(bad('postmark-mcp', '1.0')).toBe('AML.CS0053');
    expect(bad('postmark-mcp')).toBe('AML.CS0053');
    expect(bad('postmark-mcp', '1.0.15')).toBeUndefined();
    expect(bad('postmark-mcp', '1.0.16')).toBe('AML.CS0053');
  });
});

describe('folders that are far too much', () => {
  it.each([
    '/',
    '//',
    '~',
    '~/',
    '$HOME',
    '${HOME}',
    '${env:HOME}',
    '%USERPROFILE%',
    'C:\\',
    'd:/',
    '..',
    '../..',
    '${workspaceFolder}/..',
    './../..',
    '/home/alex',
    '/Users/alex/',
    'C:\\Users\\alex',
    '/home',
    '/etc',
    '/.',
    '/srv/..',
    '/mnt/c',
    '/mnt/d/',
    '/mnt/c/Users/alex',
    'file:///',
    'file:///C:/',
  ])('%s is', (folder) => expect(tooWide(folder)).toBeTypeOf('string'));
  it.each([
    '.',
    './data',
    '/home/alex/project',
    '~/project',
    '${workspaceFolder}',
    '/srv/data',
    'C:\\work',
    '../sibling',
    '${workspaceFolder}/../sibling',
    '/home/${USER}/x',
    './.',
    '/mnt/data',
    '/mnt/c/work',
    'file:///srv/data',
  ])('%s is not', (folder) => expect(tooWide(folder)).toBeUndefined());
});

describe('permissions', () => {
  it('are read with what stands in their brackets', () => {
    expect(readRule('Bash(echo (a, b):*)')).toEqual({
      text: 'Bash(echo (a, b):*)',
      tool: 'Bash',
      spec: 'echo (a, b):*',
    });
    expect(readRule('mcp__my-server__get_item')).toEqual({
      text: 'mcp__my-server__get_item',
      tool: 'get_item',
      server: 'my-server',
    });
    expect(readRule('mcp__github')).toMatchObject({ server: 'github', tool: '*' });
    for (const text of ['', 'Bash(', 'rm -rf', '(x)', 'mcp__']) expect(readRule(text)).toBeUndefined();
  });

  it('part a list at commas outside brackets', () => {
    expect(splitRules('Read, Agent(a, b), Bash(x,y) ,').map(({ text }) => text)).toEqual([
      'Read',
      'Agent(a, b)',
      'Bash(x,y)',
    ]);
  });

  const rule = (text: string) => readRule(text) ?? { text, tool: '' };

  it.each([
    ['Bash', 'Bash(git push:*)', true],
    ['Bash(git:*)', 'Bash(git push:*)', true],
    ['Bash(git:*)', 'Bash(gitleaks)', false],
    ['Bash(rm:*)', 'Bash', false],
    ['Bash(git push)', 'Bash(git push:*)', false],
    ['mcp__a', 'mcp__a__x', true],
    ['mcp__a__*', 'mcp__b__x', false],
    ['*', 'Read', true],
    ['Edit', 'Write', false],
    ['mcp__a__delete_*', 'mcp__a__delete_row', true],
    ['mcp__a__delete_*', 'mcp__a__delete_r*', true],
    ['mcp__a__delete_*', 'mcp__a', false],
    ['mcp__a__*_row', 'mcp__a__delete_row', true],
    ['mcp__a__d*_e*_row', 'mcp__a__d_row', false],
    ['mcp__*', 'mcp__b__x', true],
    ['mcp__b__x', 'mcp__*', false],
  ])('%s covers %s: %s', (wide, narrow, expected) => {
    expect(covers(rule(wide), rule(narrow))).toBe(expected);
  });

  it.each([
    ['Bash', 'any command'],
    ['Bash(*)', 'any command'],
    ['Bash(* *)', 'any command'],
    ['Bash(*:*)', 'any command'],
    ['Bash(* --version)', undefined],
    ['Bash(git * main)', undefined],
    ['Bash(:*)', 'any command'],
    ['*', 'every tool'],
    ['mcp__a__*', 'every tool of `a`'],
    ['Write(**)', 'every edit of any file'],
    ['Edit(//**)', 'every edit of any file'],
    ['Edit(//c/**)', 'every edit of any file'],
    ['Edit(~/**)', 'every edit of any file in a home directory'],
    ['mcp__*', 'every tool of every MCP server'],
    ['Read', undefined],
    ['Grep(*)', undefined],
    ['Edit(src/**)', undefined],
    ['WebFetch(domain:example.com)', undefined],
  ])('%s stands for %s', (text, expected) => {
    const reach = reachOf(rule(text));
    expect(reach && reachWords(reach)).toBe(expected);
  });
});

describe('what a command does', () => {
  const effect = (line: string) => {
    const reading = readCommand(line);
    return reading && (reading.openEnded ? 'open-ended' : reading.local ? 'local' : reading.effect);
  };
  it.each([
    ['git push origin main', 'outward'],
    ['git status', 'read'],
    ['git commit -m', 'local'],
    ['git', 'open-ended'],
    ['rm -rf', 'destructive'],
    ['npm publish', 'outward'],
    ['npm run build', 'change'],
    ['npm:*', 'open-ended'],
    ['FOO=1 /usr/bin/rm x', 'destructive'],
    ['gh pr merge 1', 'outward'],
    ['gh --version', 'read'],
    ['kubectl delete pod', 'destructive'],
    ['kubectl get pods', 'read'],
    ['own-script', undefined],
  ])('%s: %s', (line, expected) => {
    expect(effect(line)).toBe(expected);
  });
});

describe('servers of a file', () => {
  const serversIn = (files: Record<string, string>): McpServer[] =>
    lintWorkspace(workspaceOf(files), noConfig(), { asOf: '2026-11-20' }).systems.flatMap(({ agents }) =>
      agents.flatMap(({ mcpServers }) => mcpServers),
    );
  const one = (entry: unknown) => serversIn({ '.mcp.json': JSON.stringify({ mcpServers: { a: entry } }) })[0];

  it.each([
    [{ url: 'https://x.example.com/mcp?toolsets=issues,repos' }, ['toolsets=issues,repos']],
    [{ url: 'https://x.example.com/mcp?toolsets=all' }, ['*']],
    [{ url: 'https://x.example.com/mcp?read_only=true&project_ref=abc' }, ['read_only']],
    [{ url: 'https://x.example.com/mcp?read_only=false' }, undefined],
    [{ command: 'npx', args: ['x', '--read-only'] }, ['--read-only']],
    [{ command: 'npx', args: ['x', '--tools', 'a,b'] }, ['--tools=a,b']],
    [{ command: 'uvx', args: ['x', '--access-mode=restricted'] }, ['--access-mode=restricted']],
    [{ command: 'uvx', args: ['x', '--access-mode=unrestricted'] }, ['*']],
    [{ command: 'docker', args: ['run', 'x'], env: { GITHUB_READ_ONLY: '1' } }, ['GITHUB_READ_ONLY=1']],
    [{ url: 'https://x.example.com', headers: { 'X-MCP-Toolsets': 'issues' } }, ['X-MCP-Toolsets=issues']],
    [{ command: 'npx', args: ['x'] }, undefined],
  ])('%j is narrowed by %j', (entry, expected) => {
    const allowed = one(entry)?.allowedTools;
    expect(allowed?.state === 'shown' ? allowed.value : undefined).toEqual(expected);
  });

  it('may be placeholders: an empty address is none', () => {
    expect(one({ type: 'http', url: '' })).toBeUndefined();
  });

  it('take the permissions of the settings beside them, which are judged there', () => {
    const files = {
      'app/.mcp.json': JSON.stringify({ mcpServers: { postgres: { command: 'npx', args: ['pg@1.0.0'] } } }),
      'app/.claude/settings.json': JSON.stringify({
        permissions: { allow: ['mcp__postgres__list_tables'], deny: ['mcp__postgres__drop_table'] },
      }),
    };
    const [server] = serversIn(files).filter(({ name }) => name === 'postgres');
    // What is allowed runs unasked, and takes no tool away.
    expect(server?.allowedTools.state).toBe('inexpressible');
    expect(server?.permissions?.map(({ tool, state }) => `${state} ${tool}`)).toEqual([
      'allowed list_tables',
      'denied drop_table',
    ]);
    const rules = lintWorkspace(workspaceOf(files), noConfig(), { asOf: '2026-11-20' }).findings.map(
      ({ rule }) => rule,
    );
    expect(rules).toContain('scope/unrestricted-server');
  });
});
