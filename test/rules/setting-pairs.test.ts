import { describe, expect, it } from 'vitest';
import { lintFiles } from './lint-files.js';
import { check, found, type Row, textOf } from './setting-row.js';

const CLAUDE = '.claude/settings.json';
const GEMINI = '.gemini/settings.json';

describe('settings that Claude Code does not read from a project', () => {
  // By the page of its settings, key by key: an entry that the data loses is missed here.
  const row = (key: string, severity: string): Row => {
    const path = key.split('.');
    const stated = (value: boolean) =>
      path.reduceRight<object | boolean>((inner, name) => ({ [name]: inner }), value);
    const column = textOf(stated(true)).indexOf(`"${path.at(-1)}"`) + 1;
    return [CLAUDE, stated(true), `scope/ignored-setting 1:${column} ${severity}`, stated(false)];
  };
  it.each([
    'allowManagedHooksOnly',
    'allowManagedPermissionRulesOnly',
    'allowManagedMcpServersOnly',
    'strictPluginOnlyCustomization',
    'disableCommandPluginSources',
    'disableSideloadFlags',
    'strictKnownMarketplaces',
    'blockedMarketplaces',
    'deniedModels',
    'availableModelsMatch',
    'policyHelper',
    'sandbox.network.strictAllowlist',
  ])('are a warning where they restrict something: %s', async (key) => check(row(key, 'warning')));

  it.each([
    'processWrapper',
    'autoMemoryDirectory',
    'modelPicker',
    'footerLinksRegexes',
    'spellcheck',
    'askUserQuestionTimeout',
    'dialogExpiry',
    'syncClaudeAiSkills',
    'syncClaudeAiPlugins',
    'blockReadsExemptPaths',
    'workingDirectoriesAsGiven',
    'workingDirectoriesExclude',
    'sandbox.network.tlsTerminate',
    'sandbox.credentials.allowPlaintextInject',
    'sandbox.credentials.awsPairs',
    'sandbox.credentials.sigv4',
    'managedMcpServers',
    'allowAllClaudeAiMcps',
    'pluginSuggestionMarketplaces',
    'modelPricing',
    'claudeMd',
    'pluginTrustMessage',
    'gatewayInternalNetworks',
    'forceLoginGatewayUrl',
    'skipLfs',
    'taskOutputMaxChars',
    'keybindingFlavor',
  ])('are told where they restrict nothing: %s', async (key) => check(row(key, 'info')));
});

describe('settings that bound a client', () => {
  const outside = { permissions: { additionalDirectories: ['~/.ssh'] } };
  const prompts = { telemetry: { logPrompts: true } };
  const key = 'sk-abcdefghij0123456789ABCD';
  // The file, a setting that is reported, and one beside it that changes nothing of that.
  it.each<[string, object, string, object]>([
    [CLAUDE, outside, 'scope/filesystem-root warning', { blockWritesOutsideWorkingDirectories: true }],
    [CLAUDE, outside, 'scope/filesystem-root warning', { blockReadsOutsideWorkingDirectories: true }],
    [
      CLAUDE,
      { permissions: { allow: ['Bash(git push:*)'] } },
      'approval/auto-approved error',
      { denyInsteadOfPrompting: true },
    ],
    [
      CLAUDE,
      { hooks: { PostToolUse: [{ hooks: [{ type: 'http', url: 'https://x.example.com/h' }] }] } },
      'scope/redirected-endpoint error',
      { allowedHttpHookUrls: ['https://x.example.com/*'] },
    ],
    [
      CLAUDE,
      { autoMode: { allow: ['Always allow every command'] } },
      'approval/auto-approved warning',
      { useAutoModeDuringPlan: true },
    ],
    [GEMINI, prompts, 'scope/redirected-endpoint warning', { privacy: { usageStatisticsEnabled: false } }],
    [GEMINI, prompts, 'scope/redirected-endpoint warning', { advanced: { ignoreLocalEnv: true } }],
    [GEMINI, prompts, 'scope/redirected-endpoint warning', { advanced: { excludedEnvVars: ['DEBUG'] } }],
    [
      GEMINI,
      { experimental: { extensionRegistryURI: 'https://x.example.com/r.json' } },
      'mcp/unpinned-package warning',
      { security: { blockGitExtensions: true } },
    ],
    [
      GEMINI,
      { experimental: { extensionRegistryURI: 'https://x.example.com/r.json' } },
      'mcp/unpinned-package warning',
      { security: { allowedExtensions: ['^https://github.com/acme/'] } },
    ],
    [
      GEMINI,
      { tools: { allowed: ['run_shell_command(git push)'] } },
      'approval/auto-approved error',
      { adminPolicyPaths: ['./p'] },
    ],
    [
      'crush.json',
      { providers: { a: { api_key: key } } },
      'mcp/literal-secret error',
      { options: { disable_metrics: true } },
    ],
    [
      '.vscode/settings.json',
      { 'chat.tools.autoApprove': true },
      'approval/auto-approved error',
      { 'chat.mcp.autostart': 'never' },
    ],
    [
      '.cursor/sandbox.json',
      { additionalReadonlyPaths: ['/'] },
      'scope/filesystem-root warning',
      { enableSharedBuildCache: false },
    ],
    ...[
      { excludeTools: ['run_shell_command'] },
      { contextFileName: 'A.md' },
      { settings: [{ name: 'Key', envVar: 'A_KEY', sensitive: true }] },
    ].map((more): [string, object, string, object] => [
      'gemini-extension.json',
      { mcpServers: { github: { command: 'npx', args: ['-y', 'github-mcp@1.0.0'] } } },
      'scope/unrestricted-server warning',
      { name: 'a', version: '1', ...more },
    ]),
  ])('take nothing from what is reported: %s with %j', async (file, reported, what, bound) => {
    const lint = async (settings: object) =>
      (await found({ [file]: textOf(settings) }, true)).map((one) => one.replace(/ \d+:\d+/, ''));
    expect(await lint({ ...reported, ...bound })).toEqual([what]);
    expect(await lint(bound)).toEqual([]);
  });

  it('bound credentials in the sandbox, and not the folders that it opens', async () => {
    const lint = (more: object, filesystem: object) =>
      found(
        { [CLAUDE]: textOf({ sandbox: { enabled: true, failIfUnavailable: true, filesystem, ...more } }) },
        true,
      );
    const wide = { allowWrite: ['~/.ssh'] };
    const credentials = { credentials: { deny: ['AWS_*'] } };
    expect(await lint({}, wide)).toEqual(['scope/filesystem-root 1:81 warning']);
    expect(await lint(credentials, wide)).toEqual(['scope/filesystem-root 1:81 warning']);
    expect(await lint(credentials, {})).toEqual([]);
  });

  it('are no file of Factory under its older name', async () => {
    const settings = textOf({ autonomyLevel: 'auto-medium' });
    expect(await found({ '.factory/settings.json': settings }, true)).toEqual([
      'approval/auto-approved 1:18 warning',
    ]);
    expect(await found({ '.droid.yaml': settings }, true)).toEqual([]);
  });
});

describe('settings one parameter apart', () => {
  const server = (value: string) => ({
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-09-29/server.schema.json',
    name: 'io.example/a',
    version: '1.0.0',
    packages: [
      {
        registryType: 'npm',
        identifier: 'a',
        version: '1.0.0',
        transport: { type: 'stdio' },
        runtimeHint: 'sh',
        runtimeArguments: [{ type: 'named', name: '-c', value }],
      },
    ],
  });
  const ANTHROPIC = 'sk-ant-api03-abcdefghij0123456789ABCD';
  const login = (primaryApiKey: string) => ({ primaryApiKey });
  const kiro = (effect: string) => `rules:\n  - capability: shell\n    match: rm\n    effect: ${effect}\n`;
  const KIRO = '.kiro/settings/permissions.yaml';
  const OPENCODE = 'opencode.json';
  const JWT = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhbGV4IiwiZXhwIjoxOTAwMDAwMDAwfQ.c2lnbmF0dXJlLW9mLWFsZXgtMTIz';
  const rule = (action: string, resource: string, effect: string) => ({
    permissions: [{ action, resource, effect }],
  });
  const beside = (resource: string, effect: string) => rule('external_directory', resource, effect);
  const inOrder = (...lists: ReturnType<typeof rule>[]) => ({
    permissions: lists.flatMap(({ permissions }) => permissions),
  });
  const mode = (text: string) =>
    `customModes:\n  - slug: a\n    groups: [read]\n    roleDefinition: Help.\n    customInstructions: "${text}"\n`;
  const claw = (more: object) => ({ gateway: { mode: 'local' }, ...more });
  const boxed = (sandbox: object) => ({ agents: { defaults: { sandbox } } });
  const docker = (stated: string) =>
    claw({ tools: { exec: { mode: 'ask' } }, ...boxed({ mode: stated, docker: { network: 'none' } }) });
  const channel = (stated: string) =>
    claw({ channels: { telegram: { dmPolicy: 'pairing' } }, ...boxed({ mode: stated }) });
  const goose = (never: string) =>
    `user:\n  always_allow: [developer__shell]\n  ask_before: []\n  never_allow: [${never}]\n`;
  const oauth = (access_token: string) => ({ providers: { openai: { oauth: { access_token } } } });
  const account = (accessToken: string) => ({ oauthAccount: { accessToken } });
  const reviewer = (stated: string) => `approval_policy = "on-request"\napprovals_reviewer = "${stated}"\n`;
  const extension = (more: object) => ({
    name: 'a',
    version: '1',
    mcpServers: { github: { command: 'npx', args: ['-y', 'github-mcp@1.0.0'], ...more } },
  });
  const rows: readonly Row[] = [
    ['server.json', server('exec run {text}'), 'scope/remote-script 1:304 warning', server('exec run text')],
    ['.claude.json', login(ANTHROPIC), 'mcp/literal-secret 1:18 error', login('')],
    ['.claude.json', login(ANTHROPIC), 'mcp/literal-secret 1:18 error', login('your-key')],
    [KIRO, kiro('deny'), 'scope/ignored-setting 4:5 warning', kiro('allow')],
    [KIRO, kiro('allow'), 'scope/ignored-setting 4:5 info', 'rules: []\n'],
    [
      CLAUDE,
      { permissions: { allow: ['Web*'] } },
      'scope/ignored-setting 1:26 info',
      { permissions: { allow: ['mcp__pay__get_*'] } },
    ],
    [OPENCODE, rule('edit', '*', 'allow'), 'scope/wildcard 1:27 warning', rule('edit', '*', 'ask')],
    [OPENCODE, rule('*', '*', 'allow'), 'scope/wildcard 1:27 error', rule('websearch', '*', 'allow')],
    [OPENCODE, rule('*', '*', 'allow'), 'scope/wildcard 1:27 error', rule('skill', '*', 'allow')],
    // A star fits slashes, too, and the last rule that fits decides.
    [
      OPENCODE,
      inOrder(beside('/srv/a/b/**', 'allow'), beside('/opt/*', 'deny')),
      'scope/filesystem-root 1:59 warning',
      inOrder(beside('/srv/a/b/**', 'allow'), beside('/srv/*', 'deny')),
    ],
    [
      OPENCODE,
      inOrder(rule('shell', 'rm *', 'allow'), rule('shell', 'rm /opt/*', 'deny')),
      'approval/auto-approved 1:46 error',
      inOrder(rule('shell', 'rm *', 'allow'), rule('shell', 'rm *', 'deny')),
    ],
    [
      OPENCODE,
      inOrder(rule('shell', 'git push', 'allow'), rule('shell', 'git pushes *', 'deny')),
      'approval/auto-approved 1:46 warning',
      inOrder(rule('shell', 'git push', 'allow'), rule('shell', 'git push *', 'deny')),
    ],
    ['.roomodes', mode('Hi\u{e0068}'), 'scope/hidden-text 5:28 error', mode('Hi')],
    ['openclaw.json', docker('off'), 'scope/ignored-setting 1:107 warning', docker('non-main')],
    // The main session is outside of the sandbox, and those who write alone to the agent are in it.
    ['openclaw.json', channel('non-main'), 'approval/auto-approved 1:40 warning', channel('all')],
    [
      '.config/goose/permission.yaml',
      goose('developer__analyze'),
      'scope/wildcard 2:18 error',
      goose('developer__shell'),
    ],
    ['.crush/crush.json', oauth(JWT), 'mcp/literal-secret 1:49 error', oauth('')],
    ['.claude.json', account(JWT), 'mcp/literal-secret 1:32 error', account('')],
    ['.codex/config.toml', reviewer('auto_review'), 'approval/auto-approved 2:22 warning', reviewer('user')],
    [
      'gemini-extension.json',
      extension({}),
      'scope/unrestricted-server 1:61 warning',
      extension({ includeTools: ['get_issue'] }),
    ],
  ];
  it.each(rows)('%s: %j is reported', async (...row) => check(row));

  it.each<[string, string, object]>([
    ['nothing of edits', 'error', {}],
    ['a question for each', 'warning', { edit: 'ask' }],
    ['a question for each by pattern', 'warning', { edit: { '*': 'ask' } }],
    ['none for any', 'error', { edit: 'allow' }],
  ])('of opencode open the machine as far as edits do: %s', async (_, severity, more) => {
    const permission = { external_directory: 'allow', ...more };
    expect(
      (await found({ [OPENCODE]: textOf({ permission }) }, true)).filter((one) =>
        one.startsWith('scope/filesystem'),
      ),
    ).toEqual([`scope/filesystem-root 1:37 ${severity}`]);
    const list = Object.keys(more).map(() => rule('edit', '*', severity === 'warning' ? 'ask' : 'allow'));
    expect(
      (await found({ [OPENCODE]: textOf(inOrder(beside('*', 'allow'), ...list)) }, true)).filter((one) =>
        one.startsWith('scope/filesystem'),
      ),
    ).toEqual([`scope/filesystem-root 1:59 ${severity}`]);
  });

  it('trust a server in settings of Gemini CLI, and not in an extension', async () => {
    const pay = { command: 'pay-server', trust: true, includeTools: ['create_refund'] };
    const text = textOf({ mcpServers: { pay } });
    expect(await found({ [GEMINI]: text }, true)).toEqual(['approval/auto-approved 1:75 error']);
    expect(await found({ 'gemini-extension.json': text }, true)).toEqual([]);
  });

  it('name the tools of Foundry by their kinds', async () => {
    const kinds = ['openapi', 'custom', 'web_search', 'file_search'];
    const tools = kinds.map((kind) => `  - kind: ${kind}\n    name: create_refund\n`).join('');
    const { systems } = await lintFiles({
      'a.agent.yaml': `kind: Prompt\nname: a\ninstructions: Help.\ntools:\n${tools}`,
    });
    expect(
      systems.flatMap(({ agents, unresolved }) => [
        ...agents.flatMap((agent) =>
          agent.tools.map(({ name, kind, approval }) => `${name} ${kind} ${approval.state}`),
        ),
        ...unresolved.map(({ what }) => what),
      ]),
    ).toEqual([
      'create_refund other inexpressible',
      'create_refund other inexpressible',
      'create_refund web_search inexpressible',
      'create_refund file_search inexpressible',
    ]);
  });
});
