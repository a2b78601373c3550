import { beforeAll, describe, expect, it } from 'vitest';
import { containmentWords } from '../../src/assess/grant-words.js';
import { lintWorkspace } from '../../src/lint/lint.js';
import type { AgentSystem, Place } from '../../src/model/index.js';
import { noConfig } from '../../src/model/memory-config.js';
import { workspaceOf } from '../../src/model/memory-workspace.js';
import { loadParsers } from '../../src/syntax/index.js';
import { readText } from './read-text.js';

const CONFIG = '.codex/config.toml';

beforeAll(() => loadParsers(['toml']));

const read = async (text: string, path = CONFIG): Promise<AgentSystem> => {
  const { systems, problems, dialect } = await readText(path, text);
  expect([dialect, problems]).toEqual(['codex', []]);
  expect(systems).toHaveLength(1);
  return systems[0] as AgentSystem;
};
const at = (place: Place | undefined) => {
  const { line, column } = place?.range().start ?? { line: 0, column: 0 };
  return `${line}:${column}`;
};
/** The mode of each agent in one line: who is asked, what was written and where, what holds it. */
const modes = ({ agents }: AgentSystem) =>
  agents.map(({ name, mode }) =>
    mode
      ? `${name}: ${mode.asks} (${mode.stated}, ${at(mode.at)}) ${mode.containedBy ? containmentWords(mode.containedBy) : 'held by nothing'}`
      : `${name}: not stated`,
  );
const found = (text: string, path = CONFIG) =>
  lintWorkspace(workspaceOf({ [path]: text }), noConfig(), { asOf: '2026-11-20' })
    .findings.filter(({ severity }) => severity !== 'info')
    .map(
      ({ rule, severity, range, message }) =>
        `${range.start.line}:${range.start.column} ${severity} ${rule} ${message}`,
    );

const WORKSPACE = 'in a sandbox that can write only the workspace';
const NOTHING = 'in a read-only sandbox';

describe('settings of Codex', () => {
  it.each([
    ['approval_policy = "untrusted"', `human (untrusted, 1:19) ${WORKSPACE}`],
    ['approval_policy = "on-request"\nsandbox_mode = "read-only"', `human (on-request, 1:19) ${NOTHING}`],
    [
      'approval_policy = "on-failure"\nsandbox_mode = "workspace-write"',
      `human (on-failure, 1:19) ${WORKSPACE}`,
    ],
    ['approval_policy = "never"', `nobody (never, 1:19) ${WORKSPACE}`],
    ['approval_policy = "never"\nsandbox_mode = "read-only"', `nobody (never, 1:19) ${NOTHING}`],
    ['sandbox_mode = "danger-full-access"', 'as-model-decides (danger-full-access, 1:16) held by nothing'],
    [
      'approval_policy = "untrusted"\nsandbox_mode = "danger-full-access"',
      'human (untrusted, 1:19) held by nothing',
    ],
    [
      'approval_policy = "on-failure"\nsandbox_mode = "danger-full-access"',
      'nobody (on-failure, 1:19) held by nothing',
    ],
    [
      'approval_policy = { granular = { sandbox_approval = true, rules = false } }',
      `human (granular, 1:19) ${WORKSPACE}`,
    ],
    [
      'approval_policy = "on-request"\ndefault_permissions = ":danger-full-access"',
      'as-model-decides (on-request, 1:19) held by nothing',
    ],
    [
      'default_permissions = "mine"\n[permissions.mine.filesystem]\n":workspace_roots" = "write"\n',
      'human (mine, 1:23) in the sandbox of its permission profile `mine`',
    ],
    [
      'default_permissions = "mine"\n[permissions.mine.filesystem]\n":root" = "write"\n',
      'as-model-decides (mine, 1:23) held by nothing',
    ],
    [
      'default_permissions = "mine"\n[permissions.mine]\nextends = ":danger-full-access"\n',
      'as-model-decides (mine, 1:23) held by nothing',
    ],
    [
      'sandbox_mode = "workspace-write"\n[sandbox_workspace_write]\nwritable_roots = ["/"]\n',
      'human (workspace-write, 1:16) in a sandbox that can write the workspace and the folders of `writable_roots`',
    ],
    [
      'approval_policy = "on-request"\napprovals_reviewer = "auto_review"',
      `another-model (auto_review, 2:22) ${WORKSPACE}`,
    ],
    ['approval_policy = "on-request"\napprovals_reviewer = "user"', `human (on-request, 1:19) ${WORKSPACE}`],
    ['model = "some-model"', undefined],
  ])('say who is asked: %j', async (text, mode) => {
    expect(modes(await read(text))).toEqual([mode === undefined ? 'Codex: not stated' : `Codex: ${mode}`]);
  });

  it('hold for a profile what it does not state itself', async () => {
    const system = await read(
      'approval_policy = "on-request"\nsandbox_mode = "danger-full-access"\n\n[profiles.ci]\napproval_policy = "never"\n\n[profiles.safe]\nsandbox_mode = "read-only"\n\n[profiles.fast]\nmodel = "small"\n',
      'home/.codex/config.toml',
    );
    expect(modes(system)).toEqual([
      'Codex: as-model-decides (on-request, 1:19) held by nothing',
      'profile ci: nobody (never, 5:19) held by nothing',
      `profile safe: human (read-only, 8:16) ${NOTHING}`,
      'profile fast: not stated',
    ]);
  });

  it('name what they state and nobody documents', async () => {
    const { unresolved } = await read(
      'approval_policy = "sometimes"\nsandbox_mode = "half"\napprovals_reviewer = "me"\ndefault_permissions = "gone"\n',
    );
    expect(unresolved.map(({ what, at: place }) => [what, at(place)])).toEqual([
      ['sandbox_mode', '2:16'],
      ['approval_policy', '1:19'],
      ['approvals_reviewer', '3:22'],
    ]);
    const other = await read('default_permissions = "gone"\n');
    expect(other.unresolved.map(({ what, why }) => `${what}: ${why}`)).toEqual([
      'permissions.gone: the profile is not in this file',
    ]);
  });

  it('give each tool of a server its own gate', async () => {
    const system = await read(
      '[mcp_servers.github]\nurl = "https://mcp.example.com/mcp"\nenabled_tools = ["get_issue", "merge_pull_request", "delete_branch"]\ndisabled_tools = ["delete_branch"]\ndefault_tools_approval_mode = "approve"\n\n[mcp_servers.github.tools.get_issue]\napproval_mode = "auto"\n\n[mcp_servers.github.tools.not_listed]\napproval_mode = "approve"\n',
    );
    const [server] = system.agents[0]?.mcpServers ?? [];
    expect(server?.allowedTools).toMatchObject({
      state: 'shown',
      value: ['get_issue', 'merge_pull_request'],
    });
    expect(
      server?.tools.map((tool) => [
        tool.name,
        at(tool.at),
        tool.approval.state === 'shown' && tool.approval.value,
      ]),
    ).toEqual([
      ['get_issue', '3:18', { by: 'human', stated: 'auto' }],
      ['merge_pull_request', '3:31', { by: 'machine', stated: 'default_tools_approval_mode = "approve"' }],
    ]);
    expect(server?.grant).toBeUndefined();
  });

  it('let a whole server run unasked where no list names its tools, also behind a choice of tool sets', () => {
    expect(
      found(
        '[mcp_servers.github]\nurl = "https://mcp.example.com/mcp?toolsets=issues"\ndefault_tools_approval_mode = "approve"\n',
      ),
    ).toEqual([
      '3:31 error scope/wildcard `default_tools_approval_mode = "approve"` allows every tool of `github` without approval, now or later.',
    ]);
  });

  it('let a whole server run unasked except what is asked about', () => {
    const asked = ['merge', 'push'].map(
      (name) => `[mcp_servers.github.tools.${name}]\napproval_mode = "prompt"\n`,
    );
    expect(
      found(
        `[mcp_servers.github]\nurl = "https://mcp.example.com"\ndefault_tools_approval_mode = "approve"\n${asked.join('')}`,
      ),
    ).toEqual([
      '3:31 error scope/wildcard `default_tools_approval_mode = "approve"` allows every tool of `github` except `merge` and `push` without approval, now or later.',
    ]);
  });

  it('stand at the table of a tool that no list names', () => {
    expect(
      found(
        '[mcp_servers.pay]\nurl = "https://pay.example.com/mcp"\n\n[mcp_servers.pay.tools.issue_refund]\napproval_mode = "approve"\n\n[mcp_servers.pay.tools.get_refund]\napproval_mode = "approve"\n\n[mcp_servers.pay.tools.delete_refund]\napproval_mode = "writes"\n',
      ),
    ).toEqual([
      '2:7 warning scope/unrestricted-server `pay` has no tool allow-list: `Codex` can call every tool it offers, now or later.',
      '4:24 error approval/auto-approved `issue_refund` pays out money without human approval (inferred from its name: "refund"): approved by `approval_mode = "approve"`.',
    ]);
  });

  it('answer for the tools of every server where nothing is asked and nothing holds it, which is reported once', async () => {
    const text =
      'approval_policy = "never"\nsandbox_mode = "danger-full-access"\n\n[mcp_servers.git]\ncommand = "git-server"\nenabled_tools = ["push_branch"]\n';
    expect(found(text)).toEqual([
      '1:19 error approval/auto-approved `Codex` runs everything without human approval, also deletes and pushes (`approval_policy = "never"`).',
    ]);
    const { agents } = await read(text);
    expect(agents[0]?.mcpServers[0]?.tools[0]?.approval).toMatchObject({
      state: 'shown',
      value: { by: 'machine', stated: 'never' },
    });
    expect(found(text.replace('danger-full-access', 'read-only'))).toEqual([]);
    expect(found(text.replace('danger-full-access', 'workspace-write'))).toEqual([
      '1:19 warning approval/auto-approved `Codex` runs everything in a sandbox that can write only the workspace without human approval (`approval_policy = "never"`).',
    ]);
  });

  it('are warned of where a model answers instead of a person', () => {
    const text =
      'approval_policy = "on-request"\napprovals_reviewer = "auto_review"\n\n[mcp_servers.git]\ncommand = "git-server"\nenabled_tools = ["push_branch"]\n';
    expect(found(text)).toEqual([
      '2:22 warning approval/auto-approved A model approves the requests of `Codex`, not a person (`approvals_reviewer = "auto_review"`).',
    ]);
    expect(found(`sandbox_mode = "danger-full-access"\n${text}`)).toEqual([
      '3:22 warning approval/auto-approved A model approves the requests of `Codex`, not a person, and no sandbox contains what it runs (`approvals_reviewer = "auto_review"`).',
    ]);
  });

  it('say what apps may do', async () => {
    const system = await read(
      '[apps._default]\ndestructive_enabled = false\n\n[apps.mail]\nopen_world_enabled = false\ndefault_tools_approval_mode = "approve"\n\n[apps.drive]\ndefault_tools_approval_mode = "approve"\n\n[apps.pay]\ndefault_tools_enabled = false\n\n[apps.pay.tools.send_refund]\nenabled = true\napproval_mode = "approve"\n\n[apps.pay.tools.delete_refund]\nenabled = false\napproval_mode = "approve"\n\n[apps.plain]\nenabled = true\n',
    );
    expect(
      system.agents[0]?.mcpServers.map(({ name, at: place, allowedTools, tools, grant }) => [
        name,
        at(place),
        allowedTools.state === 'shown' ? allowedTools.value : allowedTools.state,
        tools.map((tool) => `${tool.name} ${at(tool.at)}`),
        grant ? at(grant.at) : undefined,
      ]),
    ).toEqual([
      ['apps._default', '1:7', 'inexpressible', [], undefined],
      ['mail', '4:7', ['destructive_enabled = false', 'open_world_enabled = false'], [], undefined],
      ['drive', '8:7', 'inexpressible', [], '9:31'],
      ['pay', '11:7', ['send_refund'], ['send_refund 14:17'], undefined],
    ]);
  });

  it('bound the agents that run at once, and name those of their own', async () => {
    const system = await read(
      '[agents]\nmax_threads = 12\nmax_depth = 1\n\n[agents.reviewer]\nconfig_file = "agents/reviewer.toml"\n',
    );
    expect(system.delegation?.maxConcurrent).toMatchObject({ state: 'shown', value: 12 });
    expect(at(system.delegation?.maxConcurrent?.at)).toBe('2:15');
    expect(system.agents[0]?.delegatesTo.map(({ name, at: place }) => [name, at(place)])).toEqual([
      ['reviewer', '5:9'],
    ]);
    for (const text of [
      '[agents]\nmax_threads = 0\n',
      '[agents]\nmax_threads = 4\n[features]\nmulti_agent = false\n',
    ])
      expect((await read(text)).delegation).toBeUndefined();
    expect(found('[agents]\nmax_concurrent_threads_per_session = 40\n')).toEqual([
      '2:38 warning delegation/bound-too-high `agents.max_concurrent_threads_per_session` allows 40 concurrent subagents; the ceiling is 8.',
    ]);
  });

  it('open the network of a sandbox, where there is one that may write', () => {
    const open = '\n[sandbox_workspace_write]\nnetwork_access = true\n';
    const warning =
      'warning scope/open-network `sandbox_workspace_write.network_access` lets the sandbox reach every host: a prompt injection can send out everything that the sandbox reads.';
    expect(found(`sandbox_mode = "workspace-write"${open}`)).toEqual([`3:18 ${warning}`]);
    expect(found(`approval_policy = "on-request"${open}`)).toEqual([`3:18 ${warning}`]);
    expect(found(`sandbox_mode = "read-only"${open}`)).toEqual([]);
    expect(
      found(
        'default_permissions = "docs"\n[permissions.docs.network]\nenabled = true\n[permissions.docs.network.domains]\n"docs.example.com" = "allow"\n',
      ),
    ).toEqual([]);
  });

  it('name the folders beside the workspace that may be written, where there is a sandbox that writes', () => {
    const folders = '\n[sandbox_workspace_write]\nwritable_roots = ["./cache", "/"]\n';
    expect(found(`sandbox_mode = "workspace-write"${folders}`)).toEqual([
      '3:30 error scope/filesystem-root `Codex` can work in `/`, the whole machine: a prompt injection can read and change the files there.',
    ]);
    expect(found(`sandbox_mode = "read-only"${folders}`)).toEqual([]);
  });

  it('hold secrets in more places than servers', () => {
    const secret = 'sk-abcdefghij0123456789ABCD';
    const text = [
      '[shell_environment_policy]',
      `set = { OPENAI_API_KEY = "${secret}" }`,
      '[model_providers.own]',
      `experimental_bearer_token = "${secret}"`,
      '[mcp_servers.a]',
      'url = "https://a.example.com/mcp?read_only=true"',
      `bearer_token = "${secret}"`,
      'bearer_token_env_var = "A_TOKEN"',
    ].join('\n');
    const messages = found(text, 'home/.codex/config.toml');
    expect(messages.map((line) => line.split(' ').slice(0, 3).join(' '))).toEqual([
      // One secret is one finding: its other places are related.
      '2:26 error mcp/literal-secret',
    ]);
    expect(messages.join()).not.toContain(secret);
  });

  it.each([
    ['tools/any.toml', '[mcp_servers.a]\ncommand = "x"\n', 'codex'],
    ['tools/any.toml', '[profiles.a]\napproval_policy = "never"\n', 'codex'],
    ['tools/any.toml', '[agents]\nmax_threads = 3\n', 'codex'],
    ['tools/any.toml', 'mcp_servers = ["a"]\n', undefined],
    ['tools/any.toml', '[[mcp_servers]]\nname = "a"\n', undefined],
    ['tools/any.toml', 'name = "sandbox_mode"\n', undefined],
    ['home/.codex/config.toml', 'model = "m"\n', 'codex'],
    ['.codex/strict.config.toml', 'model = "m"\n', 'codex'],
  ])('are known by their keys, or by their name: %s %j', async (path, text, dialect) => {
    expect((await readText(path, text)).dialect).toBe(dialect);
  });

  it('that do not parse are recognised by their name', async () => {
    const { dialect, systems, problems } = await readText(CONFIG, '../shared/.codex/config.toml');
    expect([dialect, systems, problems.map(({ kind, at: place }) => [kind, at(place)])]).toEqual([
      'codex',
      [],
      [['syntax', '1:1']],
    ]);
    expect((await readText('any.toml', 'sandbox_mode = = 1')).dialect).toBeUndefined();
  });

  it('may be set aside by a comment with a reason', () => {
    const { findings } = lintWorkspace(
      workspaceOf({
        [CONFIG]:
          '# agent-lint-ignore approval/auto-approved -- a container without credentials\napproval_policy = "never"\n',
      }),
      noConfig(),
      { asOf: '2026-11-20' },
    );
    expect(findings.map(({ rule, ignored }) => [rule, ignored?.reason])).toEqual([
      ['approval/auto-approved', 'a container without credentials'],
    ]);
  });
});

describe('an agent of Codex in a file of its own', () => {
  const TEXT =
    'name = "cleaner"\ndescription = "Cleans up"\nmodel = "some-model"\napproval_policy = "never"\ndeveloper_instructions = """\nDelete old rows.\n"""\n';

  it('is read with its name, instructions and mode', async () => {
    const system = await read(TEXT, '.codex/agents/cleaner.toml');
    const [agent] = system.agents;
    expect([system.surface, agent?.name, agent?.model, at(agent?.nameAt)]).toEqual([
      'developer',
      'cleaner',
      'some-model',
      '1:8',
    ]);
    expect(agent?.instructions?.text).toBe('Delete old rows.\n');
    expect(modes(system)).toEqual([
      'cleaner: nobody (never, 4:19) in the sandbox of the session that starts it',
    ]);
  });

  it('goes by the name of its file where it states none, and is known elsewhere by its keys', async () => {
    const system = await read('sandbox_mode = "read-only"\n', '.codex/agents/explorer.toml');
    expect(modes(system)).toEqual([`explorer: human (read-only, 1:16) ${NOTHING}`]);
    expect((await readText('plugins/x/cleaner.toml', TEXT)).reason).toBe('an agent of Codex');
    expect((await readText('.codex/agents/empty.toml', 'description = "x"\n')).reason).toBe(
      'an agent of Codex',
    );
  });
});
