import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';
import { DEFAULT, python, read, script } from './programs.js';

describe('settings that a run loads', () => {
  const listed = async (text: string, file = 'agent.ts'): Promise<string[]> => {
    const { systems } = await lintFiles({ [file]: text });
    return systems.flatMap(({ unresolved }) => unresolved.map(({ what, why }) => `${what}: ${why}`));
  };
  const SERVERS =
    'MCP servers that `query` loads: `strictMcpConfig` is not set, so the servers of `.mcp.json` and of settings join those of `mcpServers`';
  const from = (stated: string): string =>
    script(DEFAULT.ts).replace('    settingSources: [],\n', stated === '' ? '' : `    ${stated},\n`);

  it.each([
    [
      'all where no source is stated',
      '',
      '`settingSources` is not set, so the user, project and local settings are loaded',
    ],
    ['those of a source', "settingSources: ['project']", '`settingSources` loads the project settings'],
    [
      'those of a computed source',
      'settingSources: sources()',
      '`settingSources` loads what is computed at run time',
    ],
  ])('are listed: %s', async (_, stated, loaded) => {
    expect(await listed(from(stated))).toEqual([
      `settings that \`query\` loads: ${loaded}: whoever edits them changes what runs without approval. \`settingSources: []\` loads none`,
      SERVERS,
    ]);
  });

  it.each([
    ['none', from('settingSources: []'), []],
    ['in a mode that asks nobody', from('').replace(DEFAULT.ts, "permissionMode: 'bypassPermissions'"), []],
  ])('are not listed: %s', async (_, text, expected) => {
    expect(await listed(text)).toEqual(expected);
  });

  it.each([
    ['strictMcpConfig: true', ['settings that `query` loads']],
    ['strictMcpConfig: false', ['settings that `query` loads', 'MCP servers that `query` loads']],
  ])('add no servers with `strictMcpConfig`: %s', async (option, expected) => {
    expect((await listed(from(option))).map((one) => one.replace(/:.*/, ''))).toEqual(expected);
  });

  const SETTINGS =
    'settings that `options` loads: `setting_sources` is not set, so the user, project and local settings are loaded: whoever edits them changes what runs without approval. `setting_sources=[]` loads none';
  it.each([
    [
      '',
      [
        SETTINGS,
        'MCP servers that `options` loads: `strict_mcp_config` is not set, so the servers of `.mcp.json` and of settings join those of `mcp_servers`',
      ],
    ],
    ['strict_mcp_config=True', [SETTINGS]],
    ['setting_sources=[]', []],
  ])('are named as Python names them: %s', async (option, expected) => {
    const text = python(DEFAULT.py, ...(option === '' ? [] : [option])).replace(
      '        setting_sources=[],\n',
      '',
    );
    expect(await listed(text, 'agent.py')).toEqual(expected);
  });
});

describe('the policy of a tool of a server', () => {
  const remote = (policy: string, ...options: readonly string[]): string =>
    script(...options).replace(
      '{ billing }',
      `{ billing, pay: { type: 'http', url: 'https://pay.example.com/mcp', tools: [{ name: 'send_refund', permission_policy: ${policy} }] } }`,
    );
  const own = (policy: string, ...options: readonly string[]): string =>
    script(...options).replace(
      '{ billing }',
      `{ billing: { ...billing, tools: [{ name: 'refund', permission_policy: ${policy} }] } }`,
    );
  const ofSendRefund = async (text: string): Promise<string[]> => {
    const { findings, notAssessed } = await lintFiles({ 'agent.ts': text });
    return [
      ...findings.flatMap(({ rule, severity, message }) =>
        message.includes('`send_refund`') ? [`${severity} ${rule}`] : [],
      ),
      ...notAssessed.flatMap(({ message }) =>
        message.includes('`send_refund`') ? [message.replace(/^.*?: /, '')] : [],
      ),
    ];
  };
  const BYPASS = "permissionMode: 'bypassPermissions'";

  it.each([
    ["'always_allow'", DEFAULT.ts, ['error approval/auto-approved']],
    ["'always_ask'", DEFAULT.ts, []],
    ["'always_deny'", DEFAULT.ts, []],
    ["'sometimes'", DEFAULT.ts, []],
    ['policy', DEFAULT.ts, ['its `permission_policy` is computed.']],
    ["'always_ask'", BYPASS, []],
    ["'always_ask'", "permissionMode: 'dontAsk'", []],
    [
      "'always_ask'",
      "permissionMode: 'auto'",
      ['`permissionMode: auto`: a model decides `permission_policy: always_ask`.'],
    ],
    [
      "'always_ask'",
      'maxThinkingTokens: 0',
      [
        'no `permissionMode` is stated, and in the mode `auto` a model decides `permission_policy: always_ask`.',
      ],
    ],
    [
      "'always_ask'",
      `${DEFAULT.ts}, canUseTool: async (name, input) => ({ behavior: 'allow', updatedInput: input })`,
      ['error approval/auto-approved'],
    ],
  ])('of a server that is called counts: %s with %s', async (policy, options, expected) => {
    expect(await ofSendRefund(remote(policy, options))).toEqual(expected);
  });

  const REMOTE = "{ type: 'http', url: 'https://pay.example.com/mcp',";
  const STARTED = "{ command: 'pay-server',";
  const CAPPED = ['what its `org_max_permission` changes is not documented for every mode.'];

  it.each([
    [REMOTE.replace('http', 'sse'), "permission_policy: 'always_allow'", ['error approval/auto-approved']],
    [REMOTE.replace('http', 'sse'), "permission_policy: 'always_ask'", []],
    // Only servers that are called, and those of the program, take policies.
    [STARTED, "permission_policy: 'always_allow'", []],
    [
      REMOTE,
      "permission_policy: 'always_allow', org_max_permission: 'allow'",
      ['error approval/auto-approved'],
    ],
    [REMOTE, "permission_policy: 'always_allow', org_max_permission: 'ask'", CAPPED],
    [REMOTE, "permission_policy: 'always_ask', org_max_permission: 'ask'", []],
    [REMOTE, "org_max_permission: 'ask'", CAPPED],
    [REMOTE, "org_max_permission: 'allow'", []],
  ])('counts by its server and its cap: %s %s', async (server, stated, expected) => {
    const text = script(DEFAULT.ts).replace(
      '{ billing }',
      `{ billing, pay: ${server} tools: [{ name: 'send_refund', ${stated} }] } }`,
    );
    expect(await ofSendRefund(text)).toEqual(expected);
  });

  it('of a server that the program starts does not ask for what a list lets run', async () => {
    const text = script(DEFAULT.ts, "allowedTools: ['mcp__pay__send_refund']").replace(
      '{ billing }',
      `{ billing, pay: ${STARTED} tools: [{ name: 'send_refund', permission_policy: 'always_ask' }] } }`,
    );
    const { findings } = await lintFiles({ 'agent.ts': text });
    expect(findings.flatMap(({ rule, message }) => (message.includes('send_refund') ? [rule] : []))).toEqual([
      'approval/auto-approved',
    ]);
  });

  it.each([
    ['dontAsk', []],
    ['plan', []],
    ['acceptEdits', []],
    ['auto', ['`permissionMode: auto`: a model decides `permission_policy: always_ask`.']],
  ])('of a server of the program is asked for, whatever a list lets run: %s', async (mode, expected) => {
    const text = own("'always_ask'", `permissionMode: '${mode}'`, "allowedTools: ['mcp__billing__refund']");
    const { findings, notAssessed } = await lintFiles({ 'agent.ts': text });
    const isAbout = ({ message }: { message: string }) => message.includes('`mcp__billing__refund`');
    expect(findings.filter(isAbout)).toEqual([]);
    expect(notAssessed.filter(isAbout).map(({ message }) => message.replace(/^.*?: /, ''))).toEqual(expected);
  });

  it.each([
    ["permission_policy: 'always_ask'", []],
    [
      "org_max_permission: 'ask'",
      ["error approval/auto-approved at allowedTools: ['mcp__billing__refund'],"],
    ],
  ])('of a server of the program has no cap: %s', async (stated, expected) => {
    const text = script(DEFAULT.ts, "allowedTools: ['mcp__billing__refund']").replace(
      '{ billing }',
      `{ billing: { ...billing, tools: [{ name: 'refund', ${stated} }] } }`,
    );
    expect(await read(text)).toEqual(expected);
  });

  it.each([
    ['always_ask', []],
    ['always_allow', ['error approval/auto-approved']],
  ])('of a server that is called decides for a tool that a list lets run: %s', async (policy, expected) => {
    const text = remote(`'${policy}'`, DEFAULT.ts, "allowedTools: ['mcp__pay__send_refund']");
    const { findings } = await lintFiles({ 'agent.ts': text });
    expect(
      findings.flatMap(({ rule, severity, message }) =>
        message.includes('send_refund') ? [`${severity} ${rule}`] : [],
      ),
    ).toEqual(expected);
  });

  it.each([
    ['always_ask', "allowedTools: ['mcp__billing__refund']", []],
    ['always_deny', "allowedTools: ['mcp__billing__refund']", []],
    [
      'always_allow',
      "allowedTools: ['mcp__billing__refund']",
      ["error approval/auto-approved at allowedTools: ['mcp__billing__refund'],"],
    ],
    // It grants nothing: the mode decides.
    ['always_allow', 'allowedTools: []', []],
  ])('of a server of the program counts where it narrows: %s with %s', async (policy, options, expected) => {
    expect(await read(own(`'${policy}'`, DEFAULT.ts, options))).toEqual(expected);
  });

  it('of a server of the program is asked for in a mode that asks nobody', async () => {
    const errors = async (text: string): Promise<number> => {
      const { findings, systems } = await lintFiles({ 'agent.ts': text });
      const refund = systems[0]?.agents[0]?.tools.find(({ name }) => name === 'mcp__billing__refund');
      expect(findings.filter(({ rule }) => rule === 'approval/auto-approved').length).toBe(1);
      return refund?.approval.state === 'shown' && refund.approval.value.by === 'human' ? 1 : 0;
    };
    expect(await errors(own("'always_ask'", BYPASS))).toBe(1);
    expect(await errors(own("'always_allow'", BYPASS))).toBe(0);
  });
});

describe('the sandbox of a run', () => {
  const shell = (sandbox: string, mode = DEFAULT.ts): string =>
    script(mode, ...(sandbox === '' ? [] : [`sandbox: ${sandbox}`])).replace('tools: []', "tools: ['Bash']");

  it.each([
    ['', []],
    ['{ enabled: false }', []],
    ['{ enabled: true, autoAllowBashIfSandboxed: false }', []],
    ['{ enabled: true }', []],
    [
      '{ enabled: true, autoAllowBashIfSandboxed: true }',
      ['warning approval/auto-approved at sandbox: { enabled: true, autoAllowBashIfSandboxed: true },'],
    ],
    ['{ autoAllowBashIfSandboxed: true }', []],
  ])('lets commands run without approval where it states so: %s', async (sandbox, expected) => {
    expect(await read(shell(sandbox))).toEqual(expected);
  });

  it.each([
    ['enableWeakerNestedSandbox: true', 'scope/filesystem-root'],
    ["excludedCommands: ['docker']", 'scope/filesystem-root'],
    ["network: { allowedDomains: ['*'] }", 'scope/open-network'],
    ["network: { allowedDomains: ['example.com'] }", undefined],
    ['allowUnsandboxedCommands: false', undefined],
    // It is so without being stated.
    ['allowUnsandboxedCommands: true', undefined],
  ])('is opened by name: %s', async (stated, rule) => {
    const { findings } = await lintFiles({ 'agent.ts': shell(`{ enabled: true, ${stated} }`) });
    expect(
      findings.flatMap((one) =>
        one.rule.startsWith('scope/') && one.severity === 'warning' ? one.rule : [],
      ),
    ).toEqual(rule === undefined ? [] : [rule]);
  });

  it.each([
    ['{ enabled: true }', 'error'],
    ['{ enabled: true, allowUnsandboxedCommands: true }', 'error'],
    ['{ enabled: true, allowUnsandboxedCommands: false }', 'warning'],
    ['{ enabled: false, allowUnsandboxedCommands: false }', 'error'],
  ])('contains a mode that asks nobody only if no command may leave it: %s', async (sandbox, severity) => {
    expect(await read(shell(sandbox, "permissionMode: 'bypassPermissions'"))).toEqual([
      `${severity} approval/auto-approved at permissionMode: 'bypassPermissions',`,
    ]);
  });

  it('has the same keys in Python, with its own values', async () => {
    const text = python(DEFAULT.py, 'sandbox={"enabled": True, "autoAllowBashIfSandboxed": True}').replace(
      'tools=[]',
      'tools=["Bash"]',
    );
    const { findings } = await lintFiles({ 'agent.py': text });
    expect(
      findings.filter(({ rule }) => rule === 'approval/auto-approved').map(({ remediation }) => remediation),
    ).toEqual(['Set `autoAllowBashIfSandboxed` of `sandbox` to False: commands then need approval.']);
  });
});

describe('the definition of a subagent', () => {
  const bounded = (definition: string): string =>
    definition.includes('maxTurns') ? definition : `${definition}, maxTurns: 4`;
  const withHelper = (definition: string, ...options: readonly string[]): string =>
    script(
      ...options,
      `agents: { helper: { description: 'helps', prompt: 'help', ${bounded(definition)} } }`,
    );
  const line = (definition: string): string =>
    `agents: { helper: { description: 'helps', prompt: 'help', ${bounded(definition)} } },`;

  it.each([
    ["tools: ['Read']", []],
    ['maxTurns: 4', ['info scope/all-tools-inherited']],
    ["tools: ['Read'], maxTurns: 100_000", ['warning delegation/unbounded-turns']],
    ["tools: ['Read'], maxTurns: 4", []],
    ["tools: ['Bash'], permissionMode: 'bypassPermissions'", ['error approval/auto-approved']],
    ["tools: ['Edit'], permissionMode: 'acceptEdits'", ['warning approval/auto-approved']],
    ["tools: ['Bash'], permissionMode: 'default'", []],
    [
      "tools: ['Read'], mcpServers: [{ pay: { type: 'http', url: 'https://pay.example.com/mcp', tools: [{ name: 'send_refund', permission_policy: 'always_allow' }] } }]",
      ['error approval/auto-approved', 'warning scope/unrestricted-server'],
    ],
    ["tools: ['Read'], mcpServers: ['billing']", []],
    // The SDK ignores a server of the program there.
    ["tools: ['Read'], mcpServers: [{ billing }]", []],
  ])('states its own: %s', async (definition, expected) => {
    expect((await read(withHelper(definition, DEFAULT.ts))).sort()).toEqual(
      expected.map((one) => `${one} at ${line(definition)}`),
    );
  });

  it('is not stricter than a run that asks nobody', async () => {
    const tool = async (text: string) => {
      const { systems } = await lintFiles({ 'agent.ts': text });
      const helper = systems[0]?.agents.find(({ name }) => name === 'helper');
      return helper?.tools.map(
        ({ name, approval }) => `${name} ${approval.state === 'shown' ? approval.value.by : approval.state}`,
      );
    };
    const asks = "tools: ['Bash'], permissionMode: 'default'";
    expect(await tool(withHelper(asks, "permissionMode: 'bypassPermissions'"))).toEqual(['Bash machine']);
    expect(await tool(withHelper(asks, "permissionMode: 'dontAsk'"))).toEqual(['Bash human']);
  });

  it.each([
    ['github', ['the MCP server `github` of `helper`: `mcpServers` does not name it']],
    ['billing', []],
  ])('names a server that no option states: %s', async (server, expected) => {
    const { systems } = await lintFiles({
      'agent.ts': withHelper(`tools: ['Read'], mcpServers: ['${server}']`, DEFAULT.ts),
    });
    expect(systems.flatMap(({ unresolved }) => unresolved.map(({ what, why }) => `${what}: ${why}`))).toEqual(
      expected,
    );
  });

  it('is written as a call in Python, with keys of TypeScript', async () => {
    const text = (definition: string): string =>
      python(
        DEFAULT.py,
        `agents={"helper": AgentDefinition(description="helps", prompt="help", maxTurns=4, ${definition})}`,
      ).replace('import ClaudeAgentOptions', 'import AgentDefinition, ClaudeAgentOptions');
    expect(await read(text('tools=["Bash"], permissionMode="bypassPermissions"'))).toEqual([
      'error approval/auto-approved at agents={"helper": AgentDefinition(description="helps", prompt="help", maxTurns=4, tools=["Bash"], permissionMode="bypassPermissions")},',
    ]);
    const { findings } = await lintFiles({ 'agent.py': text('maxTurns=5000') });
    expect(
      findings.flatMap(({ rule, remediation }) =>
        /^(?:scope|delegation)\//.test(rule) ? [`${rule}: ${remediation}`] : [],
      ),
    ).toEqual([
      'scope/all-tools-inherited: Decide which tools the agent needs, and list them in `tools`, for example `tools=["Read", "Grep"]`.',
      'delegation/unbounded-turns: Set `maxTurns=20`, or the number of turns that the task needs.',
    ]);
  });
});

describe('transcripts under zero data retention', () => {
  const kept = async (text: string, file = 'agent.ts'): Promise<string[]> => {
    const { findings } = await lintFiles({
      [file]: text,
      'agent-lint.config.yaml': 'requirements: { zero_data_retention: true, needs: [code-first-control] }\n',
    });
    return findings.flatMap(({ rule, severity, message }) =>
      /^runtime\/(?:may-store|stores)/.test(rule) ? [`${severity} ${rule} ${message}`] : [],
    );
  };
  const DISK = '`~/.claude/projects`, but zero data retention is required.';

  it.each([
    [
      [],
      [
        `warning runtime/may-store-state \`persistSession\` is not set, so the SDK keeps the transcript of each session in ${DISK}`,
      ],
    ],
    [
      ['persistSession: true'],
      [`error runtime/stores-state \`persistSession\` keeps the transcript of each session in ${DISK}`],
    ],
    [['persistSession: false'], []],
    [
      ['sessionStore: new InMemorySessionStore()'],
      [`error runtime/stores-state \`sessionStore\` keeps the transcript of each session in ${DISK}`],
    ],
  ])('are kept unless an option says otherwise: %s', async (options, expected) => {
    const text = script(DEFAULT.ts, ...options).replace(
      'import { create',
      'import { InMemorySessionStore, create',
    );
    expect(await kept(text)).toEqual(expected);
  });

  it.each([
    [
      '',
      [
        `warning runtime/may-store-state \`no-session-persistence\` is not set, so the SDK keeps the transcript of each session in ${DISK}`,
      ],
    ],
    ['extra_args={"no-session-persistence": None}', []],
    [
      'session_store=store',
      [`error runtime/stores-state \`session_store\` keeps the transcript of each session in ${DISK}`],
    ],
  ])('are kept in Python, which passes a flag on: %s', async (option, expected) => {
    const text = python(DEFAULT.py, ...(option === '' ? [] : [option])).replace(
      'import sys',
      'import sys\nfrom stores import store',
    );
    expect(await kept(text, 'agent.py')).toEqual(expected);
  });

  it('are no matter where retention is not restricted', async () => {
    const { findings } = await lintFiles({ 'agent.ts': script(DEFAULT.ts, 'persistSession: true') });
    expect(findings.filter(({ rule }) => rule.startsWith('runtime/stores'))).toEqual([]);
  });
});

describe('modes that no text states', () => {
  it.each([
    ["permissionMode: process.env.CI && request.auto ? 'bypassPermissions' : 'default'"],
    ["permissionMode: request.mode as 'default'"],
    [
      "...(request.auto ? { permissionMode: 'bypassPermissions' as const } : { permissionMode: 'default' as const })",
    ],
  ])('are not assessed: %s', async (mode) => {
    const { notAssessed, findings } = await lintFiles({
      'agent.ts': `declare const request: { mode: string; auto: boolean };\n${script(mode)}`,
    });
    expect(findings.filter(({ rule }) => rule.startsWith('approval/'))).toEqual([]);
    expect(
      notAssessed.some(({ rule, message }) => rule === 'approval/missing' && message.includes('refund')),
    ).toBe(true);
  });

  it('are seen behind a constant, a spread and a closure', async () => {
    for (const [before, option] of [
      ["const MODE = 'bypassPermissions';", 'permissionMode: MODE'],
      ["const base = { permissionMode: 'bypassPermissions' as const };", '...base'],
      ["const mode = () => 'bypassPermissions' as const;", 'permissionMode: mode()'],
    ]) {
      const text = script(option ?? '').replace('const billing', `${before}\nconst billing`);
      const { findings } = await lintFiles({ 'agent.ts': text });
      expect(findings.filter(({ rule }) => rule.startsWith('approval/')).map(({ rule }) => rule)).toEqual([
        'approval/auto-approved',
      ]);
      const asks = await lintFiles({ 'agent.ts': text.replaceAll('bypassPermissions', 'default') });
      expect(asks.findings.filter(({ rule }) => rule.startsWith('approval/'))).toEqual([]);
    }
  });

  it('lists computed entries of a list', async () => {
    const text = script(DEFAULT.ts, 'allowedTools: [`mcp__${process.argv[3]}__*`]');
    const { systems } = await lintFiles({ 'agent.ts': text });
    expect(systems.flatMap(({ unresolved }) => unresolved.map(({ what }) => what))).toEqual([
      '`allowedTools` of `query`',
    ]);
  });

  it('reads entries that a constant completes', async () => {
    const text = script(DEFAULT.ts, 'allowedTools: [`mcp__${NAME}__*`]').replace(
      'const billing',
      "const NAME = 'billing';\nconst billing",
    );
    expect(await read(text)).toEqual(['error approval/auto-approved at allowedTools: [`mcp__${NAME}__*`],']);
    expect(await read(text.replace('__*`', '__look_up`'))).toEqual([]);
  });
});

describe('options that add what is not read', () => {
  it.each([
    ['plugins', "plugins: [{ type: 'local', path: './plugin' }]"],
    ['skills', "skills: 'all'"],
    ['managedSettings', 'managedSettings: { permissions: { allow: [] } }'],
    ['settings', "settings: './settings.json'"],
  ])('are listed: %s', async (key, option) => {
    const unresolved = async (text: string) => {
      const { systems } = await lintFiles({ 'agent.ts': text });
      return systems.flatMap((one) => one.unresolved.map(({ what, why }) => `${what}: ${why}`));
    };
    expect(await unresolved(script(DEFAULT.ts, option))).toEqual([
      `\`${key}\` of \`query\`: agent-lint does not read it yet`,
    ]);
    expect(await unresolved(script(DEFAULT.ts))).toEqual([]);
  });
});
