import { describe, expect, it } from 'vitest';
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
  const rows: readonly Row[] = [
    ['server.json', server('exec run {text}'), 'scope/remote-script 1:304 warning', server('exec run text')],
    ['.claude.json', login(ANTHROPIC), 'mcp/literal-secret 1:18 error', login('')],
    ['.claude.json', login(ANTHROPIC), 'mcp/literal-secret 1:18 error', login('your-key')],
    ['.kiro/settings/permissions.yaml', kiro('deny'), 'scope/ignored-setting 4:5 warning', kiro('allow')],
  ];
  it.each(rows)('%s: %j is reported', async (...row) => check(row));
});
