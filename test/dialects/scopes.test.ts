import { describe, expect, it } from 'vitest';
import { lintFiles } from '../rules/lint-files.js';

/** Warnings and errors of a project as `file severity rule`. */
async function found(files: Record<string, unknown>): Promise<string[]> {
  const texts = Object.entries(files).map(([name, value]) => [name, JSON.stringify(value)] as const);
  const { findings } = await lintFiles(Object.fromEntries(texts));
  return findings
    .filter(({ severity }) => severity !== 'info')
    .map(({ file, severity, rule }) => `${file} ${severity} ${rule}`);
}

const OPEN = '.mcp.json warning scope/unrestricted-server';
const ROOT = '.mcp.json error scope/filesystem-root';
const SETTINGS = '.claude/settings.json';

const foundAt = (entry: object, name = 'postgres') =>
  found({ '.mcp.json': { mcpServers: { [name]: entry } } });

describe('a star beside other names', () => {
  it.each([
    '?toolsets=repos,all',
    '?toolsets=all,repos',
    '?toolsets=repos&toolsets=all',
    '?toolsets=repos%2Call',
    '?tools=%2A',
    '?toolSets=repos,ALL',
    '?tools=get_issue&toolsets=all',
    '?features=all&project_ref=abc',
  ])('is a star: %s', async (query) => {
    expect(await foundAt({ url: `https://x.example.com/mcp${query}` }, 'x')).toEqual([OPEN]);
  });

  it.each([
    '?toolsets=repos,issues',
    '?tools=get_all',
    '?toolsets=all&read_only=true',
    '?toolsets=%E0%A4%A',
    '?features=database&project_ref=abc',
  ])('is none: %s', async (query) => {
    expect(await foundAt({ url: `https://x.example.com/mcp${query}` }, 'x')).toEqual([]);
  });

  it('is one in arguments and variables, too, and an argument goes before a variable', async () => {
    const command = 'npx';
    const args = ['x@1.0.0', '--toolsets', 'repos,all'];
    expect(await foundAt({ command, args })).toEqual([OPEN]);
    expect(await foundAt({ command, args: ['x@1.0.0'], env: { GITHUB_TOOLSETS: 'repos,all' } })).toEqual([
      OPEN,
    ]);
    expect(await foundAt({ command, args, env: { GITHUB_TOOLSETS: 'repos' } })).toEqual([OPEN]);
    expect(
      await foundAt({
        command,
        args: ['x@1.0.0', '--toolsets=repos'],
        env: { GITHUB_TOOLSETS: 'all' },
      }),
    ).toEqual([]);
  });
});

describe('a switch that leaves a server nothing but reading', () => {
  const command = 'npx';
  it.each([
    [{ command, args: ['x@1.0.0', '--readOnly'] }],
    [{ command, args: ['x@1.0.0', '--read-only=true'] }],
    [{ command, args: ['x@1.0.0', '--read-only', '--allow-write=false'] }],
    [{ command, args: ['x@1.0.0'], env: { MDB_MCP_READ_ONLY: 'true' } }],
    [{ command, args: ['x@1.0.0'], env: { POSTGRES_READ_ONLY: '1' } }],
    [{ command, args: ['x@1.0.0'], env: { DB_READONLY: 'yes' } }],
    [{ command, args: ['x@1.0.0'], env: { GITHUB_READ_ONLY: true } }],
    [{ command, args: ['x@1.0.0'], env: { GITHUB_READ_ONLY: 1 } }],
    [{ command, args: ['mcp-remote@0.1.38', 'https://x.example.com/mcp?read_only=true'] }],
    [{ url: 'https://x.example.com/mcp?readOnly=true' }],
    [{ url: 'https://x.example.com/mcp?READ_ONLY=true' }],
    [{ url: 'https://x.example.com/mcp?read-only' }],
    [{ command, args: ['x@1.0.0', '--allow-write=false'] }],
    [{ command, args: ['x@1.0.0', '--disable-write'] }],
    [{ command, args: ['x@1.0.0', '--disable-destructive'] }],
    [
      {
        command,
        args: ['x@1.0.0'],
        env: {
          ALLOW_INSERT_OPERATION: 'false',
          ALLOW_DELETE_OPERATION: 'false',
          ALLOW_DDL_OPERATION: 'false',
        },
      },
    ],
    [{ command, args: ['x@1.0.0'], env: { BITBUCKET_ALLOW_WRITE: 'false', BITBUCKET_ALLOW_DELETE: 0 } }],
    [{ command, args: ['x@1.0.0'], env: { DISABLE_WRITE_OPERATIONS: 'true' } }],
    [{ command, args: ['x@1.0.0'], env: { ALLOW_ONLY_NON_DESTRUCTIVE_TOOLS: 'true' } }],
    [{ command, args: ['x@1.0.0'], env: { ALLOWED_TOOLS: 'kubectl_get,kubectl_describe' } }],
    [{ url: 'https://api.githubcopilot.com/mcp/readonly' }],
    [{ url: 'https://api.githubcopilot.com/mcp/x/issues' }],
    [{ url: 'https://api.githubcopilot.com/mcp/x/all/readonly' }],
    [{ command, args: ['mcp-remote@1.0.0', 'https://api.githubcopilot.com/mcp/readonly'] }],
  ])('is read: %j', async (entry) => expect(await foundAt(entry)).toEqual([]));

  it.each([
    [{ command, args: ['x@1.0.0', '--readOnly=false'] }],
    [{ command, args: ['x@1.0.0', '--read-only', '--allow-write'] }],
    [{ command, args: ['x@1.0.0', '--allow-writes', '--read-only'] }],
    [{ command, args: ['x@1.0.0', '--read-only', '--enable-write', 'true'] }],
    [{ command, args: ['x@1.0.0', '--read-write', '--readonly'] }],
    [{ command, args: ['x@1.0.0', '--read-only'], env: { ALLOW_WRITE: true } }],
    [{ command, args: ['x@1.0.0'], env: { MDB_MCP_READ_ONLY: 'false' } }],
    [{ command, args: ['x@1.0.0'], env: { DISABLE_READ_ONLY: 'true' } }],
    [{ command, args: ['x@1.0.0'], env: { THREAD_ONLY: 'true' } }],
    [{ command, args: ['x@1.0.0'], env: { GITHUB_READ_ONLY: false } }],
    [{ url: 'https://x.example.com/mcp?readOnly=false' }],
    [
      {
        command,
        args: ['x@1.0.0'],
        env: { ALLOW_INSERT_OPERATION: 'true', ALLOW_DELETE_OPERATION: 'false' },
      },
    ],
    [{ command, args: ['x@1.0.0'], env: { ALLOW_DELETE_OPERATION: 'true', READ_ONLY: 'true' } }],
    [{ command, args: ['x@1.0.0'], env: { ALLOW_UPDATE: 'false' } }],
    [{ command, args: ['x@1.0.0'], env: { DISABLE_WRITE: 'false' } }],
    [{ command, args: ['x@1.0.0'], env: { NO_ALLOW_WRITE: 'false' } }],
    [{ url: 'https://x.example.com/mcp?readOnly=true&allow_write=true' }],
    [{ url: 'https://api.githubcopilot.com/mcp/' }],
    [{ url: 'https://api.githubcopilot.com/mcp/x/all' }],
    [{ url: 'https://x.example.com/mcp/x/issues' }],
    [{ url: 'https://x.example.com/mcp/read' }],
  ])('is off, or taken back: %j', async (entry) => expect(await foundAt(entry)).toEqual([OPEN]));
});

describe('the permissions beside a file of servers', () => {
  const beside = (settings: object, more: object = {}) =>
    found({
      '.mcp.json': { mcpServers: { postgres: { command: 'npx', args: ['pg@1.0.0'] } } },
      [SETTINGS]: settings,
      ...more,
    });

  it.each([['mcp__postgres'], ['mcp__postgres__*'], ['mcp__post*'], ['*']])(
    'may deny every tool: %s',
    async (rule) => {
      expect(await beside({ permissions: { deny: [rule] } })).toEqual([]);
      expect(await beside({ permissions: { deny: [rule], allow: ['mcp__postgres'] } })).toEqual([]);
    },
  );

  it.each([['mcp__postgres__drop_table'], ['mcp__mysql'], ['mcp__postgres__delete_*'], ['Bash']])(
    'may deny something else: %s',
    async (rule) => expect(await beside({ permissions: { deny: [rule] } })).toEqual([OPEN]),
  );

  it('may deny every tool in a mode without questions, too', async () => {
    const mode = { defaultMode: 'bypassPermissions' };
    const error = `${SETTINGS} error approval/auto-approved`;
    expect(await beside({ permissions: { ...mode, deny: ['mcp__postgres'] } })).toEqual([error]);
    expect(await beside({ permissions: { ...mode, deny: ['mcp__mysql'] } })).toEqual([error, OPEN]);
  });

  it('may switch the server off', async () => {
    expect(await beside({ disabledMcpjsonServers: ['postgres'] })).toEqual([]);
    expect(
      await beside({}, { '.claude/settings.local.json': { disabledMcpjsonServers: ['postgres'] } }),
    ).toEqual([]);
    expect(await beside({ disabledMcpjsonServers: ['mysql'] })).toEqual([OPEN]);
  });

  it.each([['mcp__postgres'], ['mcp__postgres__*']])(
    'may let every tool run, which is one flaw: %s',
    async (rule) =>
      expect(await beside({ permissions: { allow: [rule] } })).toEqual([`${SETTINGS} error scope/wildcard`]),
  );

  it('let nothing run that they ask about as well', async () => {
    const permissions = { allow: ['mcp__postgres'], ask: ['mcp__postgres'] };
    expect(await beside({ permissions })).toEqual([OPEN]);
  });

  it('say one thing once: an entry inside a wider one adds nothing', async () => {
    const permissions = { allow: ['mcp__*', 'mcp__postgres__*', 'mcp__postgres__drop_table'] };
    expect(await beside({ permissions })).toEqual([`${SETTINGS} error scope/wildcard`]);
  });
});

describe('an entry that runs unasked in Claude Code', () => {
  const settings = (permissions: object) => found({ [SETTINGS]: { permissions } });

  it.each([['mcp__pg__delete_*'], ['mcp__pg__*_row'], ['mcp__pg'], ['mcp__*'], ['mcp__*__delete_*']])(
    'is stopped by a pattern that covers it: %s',
    async (deny) => expect(await settings({ allow: ['mcp__pg__delete_row'], deny: [deny] })).toEqual([]),
  );

  it.each([['mcp__pg__drop_*'], ['mcp__mysql__delete_*'], ['mcp__pg__delete_*_row']])(
    'is not stopped by another pattern: %s',
    async (deny) =>
      expect(await settings({ allow: ['mcp__pg__delete_row'], deny: [deny] })).toEqual([
        `${SETTINGS} error approval/auto-approved`,
      ]),
  );

  it('may be a mode, unless a switch takes the mode away', async () => {
    const mode = { defaultMode: 'bypassPermissions' };
    expect(await settings(mode)).toEqual([`${SETTINGS} error approval/auto-approved`]);
    expect(await settings({ ...mode, disableBypassPermissionsMode: 'disable' })).toEqual([]);
    expect(await settings({ defaultMode: 'auto', disableAutoMode: 'disable' })).toEqual([]);
    expect(await settings({ ...mode, disableAutoMode: 'disable' })).toEqual([
      `${SETTINGS} error approval/auto-approved`,
    ]);
  });

  it.each([['Edit(**)'], ['Edit(//**)'], ['Edit(/**)'], ['Edit(./**)'], ['Edit(//home/**)']])(
    'may write every file: %s',
    async (rule) => expect(await settings({ allow: [rule] })).toEqual([`${SETTINGS} warning scope/wildcard`]),
  );

  it('may write every file of the home folder, with the settings of the client', async () =>
    expect(await settings({ allow: ['Edit(~/**)'] })).toEqual([
      `${SETTINGS} warning scope/filesystem-root`,
      `${SETTINGS} warning scope/wildcard`,
    ]));

  it.each([['Edit(src/**)'], ['Edit(//srv/app/**)'], ['Edit(~/notes/**)'], ['Edit(*.md)'], ['Read(//**)']])(
    'may write some files: %s',
    async (rule) => expect(await settings({ allow: [rule] })).toEqual([]),
  );
});

describe('what the sandbox of Claude Code holds', () => {
  const sandboxed = async (sandbox: object, ...allow: string[]) => {
    const settings = {
      permissions: { allow },
      sandbox: { enabled: true, failIfUnavailable: true, ...sandbox },
    };
    const { findings } = await lintFiles({ '.claude/settings.json': JSON.stringify(settings, null, 2) });
    return findings.map(
      ({ rule, severity, range }) => `${range.start.line}:${range.start.column} ${severity} ${rule}`,
    );
  };

  it('is not a command that runs outside of it', async () => {
    const push = 'Bash(git push *)';
    const error = '4:7 error approval/auto-approved';
    expect(await sandboxed({}, push)).toEqual(['4:7 warning approval/auto-approved']);
    for (const outside of ['git push*', 'git *', 'git', 'git push origin *'])
      expect(await sandboxed({ excludedCommands: [outside] }, push)).toEqual([error]);
    for (const outside of ['git pull*', 'gi'])
      expect(await sandboxed({ excludedCommands: [outside] }, push)).toEqual([
        '4:7 warning approval/auto-approved',
      ]);
    // What controls the machine is reported where it stands, too.
    expect(await sandboxed({ excludedCommands: ['docker *'] }, push)).toEqual([
      '4:7 warning approval/auto-approved',
      '11:7 warning scope/filesystem-root',
    ]);
  });

  it('is not every command where one that acts runs outside of it', async () => {
    expect(await sandboxed({ excludedCommands: ['git status', 'vitest *'] }, 'Bash')).toEqual([
      '4:7 warning scope/wildcard',
    ]);
    expect(await sandboxed({ excludedCommands: ['docker *'] }, 'Bash')).toEqual([
      '4:7 error scope/wildcard',
      '11:7 warning scope/filesystem-root',
    ]);
  });

  it('is not a push where hosts are open', async () => {
    const network = { allowedDomains: ['github.com'] };
    expect(await sandboxed({ network }, 'Bash(gh pr comment *)', 'Bash(gh pr edit *)', 'Bash(rm *)')).toEqual(
      ['4:7 error approval/auto-approved', '6:7 warning approval/auto-approved'],
    );
    expect(await sandboxed({ network: { allowedDomains: [] } }, 'Bash(git push *)')).toEqual([
      '4:7 warning approval/auto-approved',
    ]);
  });
});

describe('an entry that runs unasked in another client', () => {
  const GEMINI = '.gemini/settings.json';
  const gemini = (settings: object) => found({ [GEMINI]: settings });

  it('is a shell: in the sandbox of the client it is milder', async () => {
    const allowed = ['run_shell_command'];
    expect(await gemini({ tools: { allowed } })).toEqual([`${GEMINI} error scope/wildcard`]);
    for (const sandbox of [true, 'docker'])
      expect(await gemini({ tools: { allowed, sandbox } })).toEqual([`${GEMINI} warning scope/wildcard`]);
    expect(await gemini({ tools: { allowed, sandbox: false } })).toEqual([`${GEMINI} error scope/wildcard`]);
    const push = { allowed: ['run_shell_command(git push)'] };
    expect(await gemini({ tools: push })).toEqual([`${GEMINI} error approval/auto-approved`]);
    expect(await gemini({ tools: { ...push, sandbox: true } })).toEqual([
      `${GEMINI} warning approval/auto-approved`,
    ]);
  });

  it('may write files of the project, which is what a coding agent is for', async () => {
    for (const tool of ['write_file', 'replace', 'edit'])
      expect(await gemini({ tools: { allowed: [tool] } })).toEqual([`${GEMINI} warning scope/wildcard`]);
    expect(await gemini({ tools: { allowed: ['read_file', 'glob'] } })).toEqual([]);
    for (const file of ['.kiro/agents/ops.json', '.amazonq/cli-agents/ops.json']) {
      const agent = { name: 'ops', tools: ['fs_read', 'fs_write'], allowedTools: ['fs_write'] };
      expect(await found({ [file]: agent })).toEqual([`${file} warning scope/wildcard`]);
      expect(await found({ [file]: { ...agent, allowedTools: ['fs_read'] } })).toEqual([]);
    }
  });

  it('may be a mode, unless a switch takes the mode away', async () => {
    const general = { defaultApprovalMode: 'yolo' };
    expect(await gemini({ general })).toEqual([`${GEMINI} error approval/auto-approved`]);
    expect(await gemini({ general, tools: { sandbox: true } })).toEqual([
      `${GEMINI} warning approval/auto-approved`,
    ]);
    expect(await gemini({ general, security: { disableYoloMode: true } })).toEqual([]);
  });
});

describe('a folder that is far too much', () => {
  const git = (...args: string[]) => ({ command: 'uvx', args: ['mcp-server-git==1.0.0', ...args] });
  const files = '@modelcontextprotocol/server-filesystem@2025.8.21';
  const roots = async (entry: object, name = 'x') =>
    (await foundAt(entry, name)).filter((one) => one.endsWith('filesystem-root'));

  it.each([
    [{ command: 'npx', args: ['-y', files, '/mnt/c'] }],
    [{ command: 'npx', args: ['-y', files, '/.'] }],
    [{ command: 'npx', args: ['-y', files, 'file:///'] }],
    [{ command: 'npx', args: ['-y', files], env: { ALLOWED_DIRECTORIES: '/' } }],
    [{ command: 'npx', args: ['-y', files], env: { ALLOWED_DIRECTORIES: '["/"]' } }],
    [git('--repository', '/')],
    [git('--repository=/')],
    [{ command: 'mcp-server-git', args: ['--repository', '/'] }],
    [{ command: 'python', args: ['-m', 'mcp_server_git', '--repository', '/'] }],
  ])('is reported: %j', async (entry) => expect(await roots(entry)).toEqual([ROOT]));

  it('is reported for a server that is called fs', async () => {
    const entry = { command: 'node', args: ['server.js'], env: { ALLOWED_DIRECTORIES: '/' } };
    expect(await roots(entry, 'fs')).toEqual([ROOT]);
  });

  it.each([
    [{ command: 'npx', args: ['-y', files, '/mnt/data'] }],
    [{ command: 'npx', args: ['-y', files, '/mnt/c/src/app'] }],
    [{ command: 'npx', args: ['-y', files, './.'] }],
    [{ command: 'npx', args: ['-y', files, 'file:///srv/data'] }],
    [{ command: 'npx', args: ['-y', files], env: { ALLOWED_DIRECTORIES: '/srv/a:C:\\work' } }],
    [git('--repository', '/srv/app')],
    [{ command: 'npx', args: ['-y', 'docs-mcp@1.0.0', '--base', '/'] }],
  ])('is none: %j', async (entry) => expect(await roots(entry)).toEqual([]));
});

describe('an agent of Kiro', () => {
  const inherited = async (agent: object) => {
    const text = JSON.stringify({ name: 'a', ...agent });
    const { findings } = await lintFiles({ '.kiro/agents/a.json': text });
    return findings.filter(({ rule }) => rule === 'scope/all-tools-inherited').length;
  };
  it('has no tools where it lists none, and all of them by a star', async () => {
    expect(await inherited({ prompt: 'Help.' })).toBe(0);
    expect(await inherited({ tools: ['*'] })).toBe(1);
  });
});
