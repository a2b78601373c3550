import { beforeAll, describe, expect, it } from 'vitest';
import { lintWorkspace } from '../../src/lint/lint.js';
import { noConfig } from '../../src/model/memory-config.js';
import { workspaceOf } from '../../src/model/memory-workspace.js';
import { loadParsers } from '../../src/syntax/index.js';

beforeAll(() => loadParsers(['json', 'yaml', 'markdown']));

const lint = (files: Record<string, string>) =>
  lintWorkspace(workspaceOf(files), noConfig(), { asOf: '2026-11-20' }).findings;

const json = (path: string, value: unknown) => ({ [path]: JSON.stringify(value) });
const agent = (path: string, lines: string, body = 'Work.') => ({
  [path]: `---\nname: a\ndescription: d\n${lines}---\n${body}\n`,
});
const stripe = { url: 'https://mcp.stripe.com' };

describe('what to change, in the words of the client', () => {
  it.each<[string, Record<string, string>, string, string]>([
    [
      'a request of Claude Code to any address',
      json('.claude/settings.json', { permissions: { allow: ['WebFetch'] } }),
      'scope/wildcard',
      'Decide what the task needs, and replace `WebFetch` with those entries, for example `WebFetch(domain:docs.example.com)`. Or move `WebFetch` from `permissions.allow` to `permissions.ask`.',
    ],
    [
      'every tool of Qwen Code',
      json('.qwen/settings.json', { permissions: { allow: ['*'] } }),
      'scope/wildcard',
      'Decide what the task needs, and replace `*` with those entries. Or move `*` from `permissions.allow` to `permissions.ask`.',
    ],
    [
      'an agent of Claude Code without a list',
      agent('.claude/agents/a.md', 'model: opus\n'),
      'scope/all-tools-inherited',
      'Decide which tools the agent needs, and list them in `tools`, for example `tools: Read, Grep`.',
    ],
    [
      'an agent of Copilot without a list',
      agent('.github/agents/a.agent.md', ''),
      'scope/all-tools-inherited',
      'Decide which tools the agent needs, and list them in `tools`, for example `tools: [read, search]`.',
    ],
    [
      'an agent of Kiro with a star',
      json('.kiro/agents/a.json', { name: 'a', tools: ['*'] }),
      'scope/all-tools-inherited',
      'Decide which tools the agent needs, and list them in `tools`, for example `"tools": ["read", "@server/tool"]`.',
    ],
    [
      'a server of an agent of Kiro',
      json('.kiro/agents/a.json', { name: 'a', tools: ['@pay'], mcpServers: { pay: stripe } }),
      'scope/unrestricted-server',
      'Decide which tools the task needs. List them in `tools`, as `@pay/tool`, in place of the whole server. For this server: start it with `--tools=` and the tools that the task needs, and with a restricted key.',
    ],
    [
      'a server of opencode',
      json('opencode.json', { mcp: { pay: { type: 'remote', ...stripe } } }),
      'scope/unrestricted-server',
      'Decide which tools the task needs. Switch off all of them in `permission` with `"pay_*": "deny"`, and after it set each of these tools to `ask`. For this server: start it with `--tools=` and the tools that the task needs, and with a restricted key.',
    ],
    [
      'a permission of one agent of opencode',
      json('opencode.json', {
        agent: { web: { permission: { bash: { '*': 'allow', 'git push*': 'ask' } } } },
      }),
      'scope/wildcard',
      'Decide what the task needs, and replace `bash` with those entries. Or set `agent.web.permission.bash["*"]` to `ask`.',
    ],
    [
      'a server that Gemini CLI trusts',
      json('.gemini/settings.json', {
        mcpServers: { pay: { ...stripe, trust: true, includeTools: ['delete_loan'] } },
      }),
      'approval/auto-approved',
      'Remove `trust`: the client then asks for approval. If the inferred effect is wrong, declare the right one under `tools` in agent-lint.config.yaml.',
    ],
    [
      'prose beside a mode in which nobody asks',
      agent(
        '.claude/agents/a.md',
        'permissionMode: bypassPermissions\ntools: mcp__school__delete_grade\n',
        'Always ask before deleting a grade.',
      ),
      'approval/prose-only',
      'Make `delete_grade` ask a person (`agent-lint explain approval/missing`): then the sentence is enforced. Decide what the agent may do without approval, and set `permissionMode` to `default`: Claude Code then asks for everything else.',
    ],
  ])('names the edit for %s', (_, files, rule, edit) => {
    expect(lint(files).flatMap((one) => (one.rule === rule ? [one.remediation] : []))).toEqual([edit]);
  });

  it('says that a list takes tools away from an agent that has every other one', () => {
    expect(
      lint(agent('.claude/agents/a.md', 'disallowedTools: Bash, Write\n')).map((one) => one.message),
    ).toEqual([
      '`a` can use every tool of its client and of every MCP server: it has no `tools`, and `disallowedTools` removes only what it names.',
    ]);
  });

  it('calls a server of a workflow without a label by its host', () => {
    const action =
      'kind: InvokeMcpTool\n      serverUrl: http://pay.example.com/mcp\n      toolName: get_order\n';
    const flow = `kind: Workflow\ntrigger:\n  kind: OnConversationStart\n  actions:\n    - id: pay\n      ${action}`;
    expect(
      lint({ 'flow.yaml': flow }).flatMap((one) => (one.rule === 'mcp/plain-http' ? [one.message] : [])),
    ).toEqual([
      '`pay.example.com` uses plain HTTP: anyone on the network path can read what the agent sends and answer in place of the server.',
    ]);
  });
});

describe('what a client never offers', () => {
  const kiro = (more: object) =>
    lint(json('.kiro/agents/a.json', { name: 'a', ...more })).map(
      ({ rule, severity }) => `${severity} ${rule}`,
    );
  const git = { command: 'uvx', args: ['mcp-server-git==1.2.3'] };
  const commands = { toolsSettings: { shell: { allowedCommands: ['.*'] } } };
  const folders = (...allowedPaths: string[]) => ({ toolsSettings: { write: { allowedPaths } } });

  it.each<[string, object, string[]]>([
    [
      'a tool that is switched off',
      {
        tools: ['@git'],
        allowedTools: ['@git/delete_branch'],
        mcpServers: { git: { ...git, disabledTools: ['delete_branch'] } },
      },
      [],
    ],
    [
      'another tool of that server',
      {
        tools: ['@git'],
        allowedTools: ['@git/delete_branch'],
        mcpServers: { git: { ...git, disabledTools: ['delete_tag'] } },
      },
      ['error approval/auto-approved'],
    ],
    [
      'a tool by its other name',
      { tools: ['execute_bash'], allowedTools: ['shell'] },
      ['error scope/wildcard'],
    ],
    [
      'a tool of the whole client',
      { tools: ['@builtin'], allowedTools: ['shell'] },
      ['error scope/wildcard'],
    ],
    [
      'a tool of a whole server',
      { tools: ['@git'], allowedTools: ['@git/delete_branch'] },
      ['error approval/auto-approved'],
    ],
    [
      'a server of which one tool is offered',
      { tools: ['@git/delete_branch'], allowedTools: ['@git'] },
      ['error scope/wildcard'],
    ],
    ['a tool where no list is stated', { allowedTools: ['shell'] }, ['error scope/wildcard']],
    ['commands of a shell that is not offered', { tools: ['read'], ...commands }, []],
    ['commands of a shell that is', { tools: ['shell'], ...commands }, ['error scope/wildcard']],
    ['commands of a shell beside every tool of a server', { tools: ['@git/*', 'read'], ...commands }, []],
    ['every folder beside every tool of a server', { tools: ['@git/*'], ...folders('/**') }, []],
    ['every folder for a tool that is not offered', { tools: ['read'], ...folders('/**') }, []],
    [
      'folders of the project',
      { tools: ['write'], ...folders('src/**', './docs/**', '/srv/app/**', '*.md') },
      [],
    ],
  ])('lets run nothing, and else what it says: %s', (_, more, expected) => {
    expect(kiro(more)).toEqual(expected);
  });

  it.each(['**', './**', '/**', '~/**', '~', '/'])('lets Kiro write everything below %s', (path) => {
    expect(kiro({ tools: ['fs_write'], ...folders(path) })).toEqual(['warning scope/wildcard']);
    expect(kiro({ tools: ['write'], allowedTools: ['write'], ...folders(path) })).toEqual([
      'warning scope/wildcard',
    ]);
  });

  it('is not let run by a file of servers', () => {
    const rules = (disabledTools: string[]) =>
      lint(
        json('.kiro/settings/mcp.json', {
          mcpServers: { pay: { ...git, autoApprove: ['send_money'], disabledTools } },
        }),
      ).map(({ rule }) => rule);
    expect(rules(['send_money'])).toEqual([]);
    expect(rules([])).toEqual(['approval/auto-approved']);
  });

  it.each([
    ['.kiro/settings/mcp.json', 1],
    ['.roo/mcp.json', 1],
    ['.amazonq/mcp.json', 1],
    ['cline_mcp_settings.json', 1],
    ['mcp.json', 1],
    ['config/servers.json', 1],
    ['.vscode/cline_mcp_settings.json', 1],
    ['.mcp.json', 1],
    ['services/pay/.mcp.json', 1],
    ['.cursor/mcp.json', 1],
    ['.vscode/mcp.json', 1],
    // Claude Code reads no servers from its settings.
    ['.claude/settings.json', 0],
    ['claude_desktop_config.json', 1],
  ])('is let run by a list of the entry, whatever client the file is for: %s', (path, count) => {
    for (const key of ['autoApprove', 'alwaysAllow'])
      for (const list of [['send_money'], ['*']]) {
        const found = lint(json(path, { mcpServers: { pay: { ...git, [key]: list } } }));
        const unasked = found.filter(({ rule }) =>
          ['approval/auto-approved', 'scope/wildcard'].includes(rule),
        );
        expect(unasked).toHaveLength(count);
      }
  });

  it.each<[object, string]>([
    [{ url: '', command: 'npx', args: ['-y', '@stripe/mcp@0.2.4'] }, '"npx"'],
    [{ type: 'stdio', command: 'npx', url: '', args: ['-y', '@stripe/mcp@0.2.4'] }, '"npx"'],
    [
      { url: '', command: 'npx', args: ['mcp-remote@0.1.16', 'https://mcp.stripe.com'] },
      '"https://mcp.stripe.com"',
    ],
    [{ ...stripe, command: '', args: [] }, '"https://mcp.stripe.com"'],
    [{ ...stripe, command: 'npx' }, '"https://mcp.stripe.com"'],
  ])('stands at what is started or called, not at an empty address: %j', (entry, value) => {
    const files = json('servers.json', { mcpServers: { pay: entry } });
    const found = lint(files).filter(({ rule }) => rule === 'scope/unrestricted-server');
    expect(found.map(({ range: { start } }) => start.column - 1)).toEqual([
      files['servers.json']?.indexOf(value),
    ]);
  });

  it.each<[object, object, number]>([
    [{ 'pay_*': 'deny' }, {}, 0],
    [{ 'pay_*': 'deny' }, { permission: { 'pay_*': 'ask' } }, 1],
    [{ '*': 'ask', 'pay_*': 'deny' }, {}, 0],
    [{ '*': 'deny', 'pay_*': 'ask' }, {}, 1],
    [{ pay_refund: 'deny' }, {}, 1],
    [{ bash: 'deny' }, {}, 1],
    [{ 'pay_*': 'deny', pay_refund: 'ask' }, {}, 1],
    [{ pay_refund: 'ask', 'pay_*': 'deny' }, {}, 0],
    [{ 'pay_*': 'deny', '*': 'ask' }, {}, 1],
    [{ 'pay_*': 'ask', '*': 'deny' }, {}, 0],
    [{ 'pay_*': 'deny' }, { tools: { pay_refund: true } }, 1],
    [{ 'pay_*': 'deny' }, { permission: 'ask' }, 1],
    [{ 'pay_*': 'deny' }, { permission: { bash: 'ask', payments_get: 'ask' } }, 0],
  ])('is a server of opencode with every tool denied: %j, %j', (permission, web, count) => {
    const settings = { permission, mcp: { pay: { type: 'remote', ...stripe } }, agent: { web } };
    const open = lint(json('opencode.json', settings)).filter(
      ({ rule }) => rule === 'scope/unrestricted-server',
    );
    expect(open).toHaveLength(count);
  });

  it('is no tool where opencode speaks of folders and of repeated calls', () => {
    const settings = {
      $schema: 'https://opencode.ai/config.json',
      permission: { external_directory: 'allow', doom_loop: 'allow' },
    };
    const result = lintWorkspace(workspaceOf(json('opencode.json', settings)), noConfig(), {
      asOf: '2026-11-20',
    });
    expect(result.systems[0]?.agents[0]?.tools).toEqual([]);
    expect(result.notAssessed).toEqual([]);
  });
});
