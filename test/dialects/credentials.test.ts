import { describe, expect, it } from 'vitest';
import { folderWith, inTurn, runCli } from '../cli/run-cli.js';
import { lintFiles } from '../rules/lint-files.js';

const HEX = '9f8e7d6c5b4a39281706f5e4d3c2b1a0';
// Put together here, so that no scanner takes this file for a leak.
const token = (prefix: string, rest: string) => [prefix, rest].join('');
const GITHUB = token('ghp_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8');
const NOTION = token('ntn_', '123456789012aBcDeFgHiJ');
const LONG = 'ZjFiNDBjZmUtOGVmMy00NDU0LWE3ODAtZDc0NTk4NDUwNjljOmMzODljYzRi';
const ZAPIER = `https://mcp.zapier.com/api/mcp/s/${LONG}==/mcp`;
const entryOf = (entry: object) => JSON.stringify({ mcpServers: { x: entry } }, null, 2);

/** Where credentials are found: `line:column path`. */
async function found(file: string, text: string): Promise<string[]> {
  const { findings } = await lintFiles({ [file]: text });
  return findings
    .filter(({ rule }) => rule === 'mcp/literal-secret')
    .map(({ range: { start }, path }) => `${start.line}:${start.column} ${path}`);
}

/** Everything that the command line says of a file, in every format; also where the rule itself is not asked. */
async function everything(files: Record<string, string>): Promise<string> {
  const folder = folderWith(files);
  const formats = ['pretty', 'json', 'sarif', 'github'].map((format) => ['check', '-f', format]);
  const inspections = ['text', 'json', 'mermaid'].map((format) => ['inspect', '-f', format]);
  const one = ['check', '--only', 'mcp/unpinned-package', '--only', 'mcp/plain-http'];
  const all = [...formats, ...inspections, one];
  return (await inTurn(all, async (args) => (await runCli(folder, args)).stdout)).join('\n');
}

const GIVEN: readonly (readonly [what: string, secret: string, entry: object, path: string])[] = [
  [
    'JSON in a variable',
    NOTION,
    { command: 'x', env: { OPENAPI_MCP_HEADERS: `{"Authorization": "Bearer ${NOTION}"}` } },
    'env.OPENAPI_MCP_HEADERS',
  ],
  [
    'JSON in JSON',
    HEX,
    {
      command: 'x',
      env: { SETTINGS: JSON.stringify({ inner: JSON.stringify({ keys: [{ apiKey: HEX }] }) }) },
    },
    'env.SETTINGS',
  ],
  [
    'JSON in an argument',
    HEX,
    { command: 'x', args: ['--config', `{"apiKey":"${HEX}"}`] },
    'args[{"apiKey":"***"}]',
  ],
  [
    'a header in one word',
    HEX,
    { command: 'npx', args: ['-y', 'mcp-remote', 'https://x.example.com/mcp', `--header=X-Api-Key: ${HEX}`] },
    'args[--header=X-Api-Key: ***]',
  ],
  [
    'an option in a script',
    HEX,
    { command: 'sh', args: ['-c', `node s.js --api-key ${HEX}`] },
    'args[node s.js --api-key ***]',
  ],
  [
    'an option of the second command of a script',
    HEX,
    { command: 'sh', args: ['-c', `cd x && node s.js --api-key="${HEX}"`] },
    'args[cd x && node s.js --api-key="***"]',
  ],
  [
    'an option with its value in a script',
    HEX,
    { command: 'sh', args: ['-c', `node s.js --api-key=${HEX}`] },
    'args[node s.js --api-key=***]',
  ],
  ['a whole command line', HEX, { command: `node s.js --auth ${HEX}` }, 'command'],
  [
    'a cookie',
    HEX,
    { url: 'https://x.example.com/mcp', headers: { Cookie: `lang=en; session=${HEX}` } },
    'headers.Cookie',
  ],
  ['an option for authorization', HEX, { command: 'x', args: ['--auth', HEX] }, 'args[auth]'],
  ['an option for a bearer', HEX, { command: 'x', args: ['--bearer', HEX] }, 'args[bearer]'],
  ...['bearer', 'subscription-key', 'session'].map(
    (name) => [`?${name}=`, HEX, { url: `https://x.example.com/mcp?${name}=${HEX}` }, ''] as const,
  ),
  ['the path of Zapier', LONG, { url: ZAPIER }, ''],
  ['an address for a bridge', LONG, { command: 'npx', args: ['-y', 'mcp-remote@0.1.29', ZAPIER] }, ''],
  ...(
    [
      ['ntn_', '123456789012aBcDeFgHiJ'],
      ['SG.', `${'a1B2c3D4e5F6g7H8i9J0k1'}.${'L2m3N4o5P6q7R8'.repeat(3)}`],
      ['figd_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'],
      ['sbp_', HEX],
      ['lin_api_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8S9t0'],
      ['tvly-', HEX],
      ['dop_v1_', HEX.repeat(2)],
      ['pplx-', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8S9t0U1v2W3x4'],
      ['ctx7sk-', '1729a379-a882-4bd3-879d-729e7dbe99a3'],
      ['123456789:', 'AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsawQ'],
    ] as const
  ).map(
    ([prefix, rest]) =>
      [`a bare ${prefix}`, token(prefix, rest), { command: 'x', args: [token(prefix, rest)] }, ''] as const,
  ),
];

describe('a credential of a server', () => {
  it.each(GIVEN)('is found in %s, where it stands', async (_, secret, entry, path) => {
    const text = entryOf(entry);
    const places = await found('.mcp.json', text);
    expect(places).toHaveLength(1);
    expect(places[0]).toContain(`mcpServers.x${path === '' ? '' : `.${path}`}`);
    const line = text.split('\n').findIndex((one) => one.includes(secret)) + 1;
    expect(places[0]?.split(':')[0]).toBe(String(line));
  });

  it('is none where the password of a user is a stand-in', async () => {
    const places = (text: string) => {
      const Authorization = `Basic ${btoa(text)}`;
      return found(
        '.mcp.json',
        JSON.stringify({ mcpServers: { x: { url: 'https://x.example.com', headers: { Authorization } } } }),
      );
    };
    const place = ['1:78 mcpServers.x.headers.Authorization'];
    expect(await places('test@example.com:test')).toEqual([]);
    expect(await places('admin:changeme')).toEqual([]);
    expect(await places('admin:Tr0ub4dor-3x')).toEqual(place);
    // A key that stands where the user does.
    expect(await places(`${HEX}:x`)).toEqual(place);
    expect(await places(`${HEX}:`)).toEqual(place);
    expect(await places(`${HEX}:xxxx`)).toEqual(place);
  });

  it('is printed nowhere, nor in the frame of a neighbour', async () => {
    const entries = GIVEN.map(([, , entry], index) => [
      [`a${index}`, { command: 'npx', args: ['-y', 'left'] }],
      [`b${index}`, entry],
      [`c${index}`, { url: 'http://right.example.com' }],
    ]);
    const mcpServers = Object.fromEntries(entries.flat()) as object;
    const said = await everything({
      '.mcp.json': JSON.stringify({ mcpServers }, null, 1),
      'flat/.mcp.json': JSON.stringify({ mcpServers }),
    });
    expect(said).toContain('mcp/plain-http');
    expect(GIVEN.filter(([, secret]) => said.includes(secret.slice(8, 24)))).toEqual([]);
  });
});

const FILES: readonly (readonly [what: string, file: string, text: string, secret: string, place: string])[] =
  [
    ...(
      [
        ['a token', GITHUB],
        ['a random value', HEX],
      ] as const
    ).map(
      ([what, secret]) =>
        [
          `${what} for the name of a variable`,
          '.codex/config.toml',
          `[mcp_servers.gh]\nurl = "https://x.example.com/mcp"\nbearer_token_env_var = "${secret}"\n`,
          secret,
          '3:24 mcp_servers.gh.bearer_token_env_var',
        ] as const,
    ),
    ...(
      [
        ['a page of rules', 'AGENTS.md', `# Rules\n- Token: \`${GITHUB}\`\n- Password: ${HEX}\n`, '2:11'],
        ['a command', '.claude/commands/ship.md', `---\nallowed-tools: Read\n---\nUse ${GITHUB}.\n`, '4:5'],
        ['a skill', '.claude/skills/ship/SKILL.md', `---\nname: ship\n---\nUse ${GITHUB}.\n`, '4:5'],
      ] as const
    ).map(([what, file, text, at]) => [what, file, text, GITHUB, `${at} `] as const),
    [
      'a header of variables',
      '.codex/config.toml',
      `[mcp_servers.gh]\nurl = "https://x.example.com/mcp"\nenv_http_headers = { "X-Team" = "${HEX}" }\n`,
      HEX,
      '3:33 mcp_servers.gh.env_http_headers.X-Team',
    ],
    ['a page of rules of another client', '.junie/guidelines.md', `Use ${GITHUB}.\n`, GITHUB, '1:5 '],
    ['a rule of Cursor', '.cursor/rules/ship.mdc', `---\nglobs: a\n---\nUse ${GITHUB}.\n`, GITHUB, '4:5 '],
    ...(
      [
        ['variables', { env: { SHOP_KEY: HEX } }, 'env.SHOP_KEY', '1:20'],
        [
          'skills',
          { skills: { entries: { shop: { env: { SHOP_API_KEY: HEX } } } } },
          'skills.entries.shop.env.SHOP_API_KEY',
          '1:53',
        ],
        [
          'plugins',
          { plugins: { entries: { shop: { config: { token: HEX } } } } },
          'plugins.entries.shop.config.token',
          '1:50',
        ],
        [
          'web tools',
          { tools: { web: { fetch: { firecrawl: { apiKey: HEX } } } } },
          'tools.web.fetch.firecrawl.apiKey',
          '1:49',
        ],
      ] as const
    ).map(
      ([what, value, path, at]) =>
        [
          `OpenClaw: ${what}`,
          'openclaw.json',
          JSON.stringify({ ...value, gateway: {} }),
          HEX,
          `${at} ${path}`,
        ] as const,
    ),
    [
      'the variable of a provider',
      '.codex/config.toml',
      `approval_policy = "never"\n[model_providers.p]\nenv_key = "${HEX}"\n`,
      HEX,
      '3:11 model_providers.p.env_key',
    ],
    [
      'the answer to an input',
      '.vscode/mcp.json',
      `{"inputs":[{"id":"pw","type":"promptString","default":"${GITHUB}"}],\n"servers":{"x":{"command":"x"}}}`,
      GITHUB,
      '1:55 inputs[promptString].default',
    ],
    [
      'the answer to a hidden input',
      '.vscode/mcp.json',
      `{"inputs":[{"id":"pw","password":true,"default":"${HEX}"}],\n"servers":{"x":{"command":"x"}}}`,
      HEX,
      '1:49 inputs[0].default',
    ],
    [
      'a variable before a command',
      '.claude/settings.local.json',
      `{"permissions":{"allow":["Bash(ls:*)",\n"Bash(PGPASSWORD=${HEX} psql:*)"]}}`,
      HEX,
      '2:1 permissions.allow[Bash(PGPASSWORD=*** psql:*)]',
    ],
    [
      'the options of a provider',
      'opencode.json',
      `{"provider":{"x":{"options":{"apiKey":"${token('sk-', 'proj-a1B2c3D4e5F6g7H8')}"}}}}`,
      token('sk-', 'proj-a1B2c3D4e5F6g7H8'),
      '1:39 provider.x.options.apiKey',
    ],
  ];

describe('a credential of a client', () => {
  it.each(FILES)('is found in %s, where it stands', async (_, file, text, __, place) => {
    expect(await found(file, text)).toEqual([place]);
  });

  it('is printed nowhere', async () => {
    const files = FILES.map(([, file, text], index) => [`f${index}/${file}`, text] as const);
    const said = await everything(Object.fromEntries(files));
    expect(said).toContain('mcp/literal-secret');
    expect(FILES.filter(([, , , secret]) => said.includes(secret.slice(8, 24)))).toEqual([]);
  });
});

describe('a value that people chose', () => {
  const levelOf = async (file: string, env: object) => {
    const { findings } = await lintFiles({ [file]: entryOf({ command: 'x', env }) });
    return findings.filter(({ rule }) => rule === 'mcp/literal-secret').map(({ severity }) => severity);
  };

  it.each<[file: string, env: object, levels: string[]]>([
    ['.mcp.json', { SHOP_API_KEY: 'hunter2' }, ['error']],
    ['.mcp.json', { SHOP_API_KEY: 'ollama' }, []],
    ['.mcp.json', { SHOP_KEY: 'Zk7pQ2xW9vRt' }, ['error']],
    ['.mcp.json', { SHOP_KEY: 'created-at-desc-2' }, []],
    ['.mcp.json', { SHOP_API_KEY: 'swordfish' }, ['error']],
    ['.mcp.json', { SHOP_TOKEN: 'swordfish' }, ['error']],
    ['.mcp.json', { SHOP_KEY: 'swordfish12' }, ['error']],
    ['.mcp.json', { SHOP_TOKEN: 'openrouter' }, []],
    ['.mcp.json', { SHOP_TOKEN: 'replaceme' }, []],
    ['.mcp.json', { SHOP_TOKEN: 'supersecret' }, []],
    ['.mcp.json', { SWORDFISH_TOKEN: 'swordfish' }, []],
    ['.mcp.json', { SHOP_KEY: 'claude-3-5-sonnet' }, []],
    ['.mcp.json', { PROJECT_KEY: 'PROJ1234' }, []],
    ['templates/.mcp.json', { SHOP_API_KEY: HEX }, ['warning']],
    ['skills/a/references/.mcp.json', { SHOP_API_KEY: HEX }, ['warning']],
    ['test/fixtures/.mcp.json', { SHOP_API_KEY: HEX }, ['warning']],
  ])('is one by its name and its place: %s %j', async (file, env, levels) => {
    expect(await levelOf(file, env)).toEqual(levels);
  });
});

describe('a token in a file that an agent loads, or that a client starts', () => {
  const task = (token: string) =>
    `{"version": "2.0.0", "tasks": [{"label": "a", "type": "shell", "command": "SHOP_TOKEN=${token} npm start", "runOptions": {"runOn": "folderOpen"}}]}`;

  it.each<[file: string, text: (token: string) => string]>([
    ['.augment-guidelines', (token) => `# A\n\nThe token is ${token}\n`],
    ['.rules', (token) => `# A\n\nThe token is ${token}\n`],
    ['.continue/prompts/a.prompt', (token) => `name: a\n---\nThe token is ${token}\n`],
    ['.openhands/microagents/a.md', (token) => `# A\n\nThe token is ${token}\n`],
    ['.iflow/commands/a.toml', (token) => `prompt = "The token is ${token}"\n`],
    ['.openhands/setup.sh', (token) => `#!/bin/sh\nexport SHOP_TOKEN=${token}\n`],
    ['.vscode/tasks.json', task],
    ['a.code-workspace', (token) => `{"folders": [], "tasks": ${task(token)}}`],
    ['.devcontainer/devcontainer.json', (token) => `{"containerEnv": {"SHOP_TOKEN": "${token}"}}`],
    [
      '.vscode/settings.json',
      (token) =>
        `{"chat.tools.autoApprove": false, "terminal.integrated.env.linux": {"SHOP_TOKEN": "${token}"}}`,
    ],
    [
      '.codex/rules/a.rules',
      (token) => `prefix_rule(pattern=["curl", "-H", "Authorization: Bearer ${token}"], decision="prompt")\n`,
    ],
  ])('is found: %s', async (file, text) => {
    expect(await found(file, text(GITHUB))).toHaveLength(1);
    expect(await found(file, text('${SHOP_TOKEN}'))).toEqual([]);
    expect(await everything({ [file]: text(GITHUB) })).not.toContain(GITHUB);
  });
});

describe('a token that a page teaches with', () => {
  const claims = (stated: object) => btoa(JSON.stringify(stated)).replaceAll('=', '');
  const jwt = (stated: object, signature: string) =>
    `${claims({ alg: 'HS256' })}.${claims(stated)}.${signature}`;
  const SIGNED = 'qL7vN2xR9wT4mK8pZ3cB6yF1hJ5dG0sA';

  it.each<[taught: string, used: string]>([
    [token('AKIA', 'EXPOSEDKEY123456'), token('AKIA', 'QZ7XW2LM9KTB4VRN')],
    [token('sk_live_', 'abc123def456'), token('sk_live_', '9Kd72mZx81bTrYwP4nVc')],
    [token('sk_live_', 'a1b2c3d4e5f6...'), token('sk_live_', 'Zk7pQ2xW9vRt5uYs3aBc')],
    [jwt({ sub: '1234567890', name: 'John Doe' }, SIGNED), jwt({ sub: 'u_82', scope: 'admin' }, SIGNED)],
    [jwt({ sub: '1234567890' }, SIGNED), jwt({ sub: '12345678901' }, SIGNED)],
    [jwt({ sub: 'u_82' }, 'expired'), jwt({ sub: 'u_82' }, SIGNED)],
    [jwt({ sub: 'u_82' }, ''), jwt({ sub: 'u_82' }, SIGNED)],
  ])('is none: %s', async (taught, used) => {
    const page = (value: string) => `# Keys\n\nSend it as \`${value}\`.\n`;
    expect(await found('.claude/commands/keys.md', page(taught))).toEqual([]);
    expect(await found('.claude/commands/keys.md', page(used))).toHaveLength(1);
  });
});

describe('what stands in for a credential', () => {
  it.each([
    'COPILOT_MCP_GITHUB_TOKEN',
    'TEAM2_TOKEN',
    'file:///run/secrets/gh',
    '~/.config/gh/token',
    '@Microsoft.KeyVault(SecretUri=https://v.vault.azure.net/secrets/gh/9f8e7d6c5b4a39281706f5e4d3c2b1a0)',
    'https://v.vault.azure.net/secrets/gh/9f8e7d6c5b4a39281706f5e4d3c2b1a0',
    'https://auth.example.com/oauth2/token',
    'aws-secretsmanager://prod/gh',
    'arn:aws:ssm:eu-central-1:123456789012:parameter/gh',
    'projects/p1/secrets/gh/versions/latest',
    '@env:X',
    '@env:GITHUB_TOKEN',
    '1password:gh',
    'ENC[AES256_GCM,data:p673w==,iv:YY=,aad:UQ=,tag:A=]',
    'dummy-key-for-tests',
    'fixture-fixture-asta',
    'test-token-123',
    'hard-coded-token',
    'pat123.abc123',
    'sk-proj-abc123def456ghi789',
    'secure-token',
    'my-secret-key-12345678',
    'local_dev_key_1',
    'aaaaaaaaaaaaaaaaaaaaaaaa',
    'not-needed-lite-proxy',
    'sk-no-key-required-local',
    'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    'AKIAIOSFODNN7EXAMPLE',
    'Bearer GITHUB_TOKEN',
    '{"type":"service_account","private_key":"${KEY}"}',
  ])('is %s', async (value) => {
    const entry = { command: 'x', env: { GITHUB_TOKEN: value, AWS_SECRET_ACCESS_KEY: value } };
    expect(await found('.mcp.json', entryOf(entry))).toEqual([]);
    const headers = { url: 'https://x.example.com/mcp', headers: { Authorization: value } };
    expect(await found('.mcp.json', entryOf(headers))).toEqual([]);
  });

  it.each([
    { command: 'x', env: { DATABASE_URL: 'postgresql://postgres:postgres@localhost:5432/dev' } },
    { command: 'x', args: ['postgresql://dev:dev@127.0.0.1:5432/dev'] },
    { url: 'https://x.example.com/mcp?page_token=9f8e7d6c5b4a39281706f5e4d3c2b1a0' },
    { url: 'https://x.example.com/mcp?nextPageToken=CAUQAA123456' },
    { url: 'https://x.example.com/mcp?session=desk' },
    { url: 'https://x.example.com/9f8e7d6c5b4a39281706f5e4d3c2b1a0/mcp' },
    { url: 'https://mcp.zapier.com/api/mcp/s/your-unique-id-goes-here/mcp' },
    { command: 'x', args: ['--auth', 'oauth2', '--auth-type', 'client-credentials'] },
    { url: 'https://x.example.com/mcp', headers: { Cookie: 'lang=en-GB; theme=dark; session=${SESSION}' } },
    { command: 'sh', args: ['-c', 'node s.js --api-key "$API_KEY" --header "X-Api-Key: ${KEY}"'] },
    { command: 'x', args: ['--config', '{"apiKey":"${KEY}","model":"m-2024-08-06"}'] },
  ])('is in %j', async (entry) => {
    expect(await found('.mcp.json', entryOf(entry))).toEqual([]);
  });

  it('is the name of a variable, and a file that opencode reads', async () => {
    const codex =
      '[mcp_servers.gh]\nurl = "https://x.example.com"\nbearer_token_env_var = "GITHUB_TOKEN_2"\n';
    expect(await found('.codex/config.toml', codex)).toEqual([]);
    const opencode =
      '{"provider":{"x":{"options":{"apiKey":"{file:~/.secrets/x-key}","baseURL":"https://x.example.com"}}}}';
    expect(await found('opencode.json', opencode)).toEqual([]);
  });

  it('is not the password of a database elsewhere, nor one of its own', async () => {
    const at = (url: string) => found('.mcp.json', entryOf({ command: 'x', args: [url] }));
    expect(await at('postgresql://svc42:svc42@db.example.com/dev')).toHaveLength(1);
    expect(await at('postgresql://postgres:hunter2x@localhost/dev')).toHaveLength(1);
    expect(await at('postgresql://svc42:svc42@localhost.example.com/dev')).toHaveLength(1);
  });
});

describe('what is shown of an address', () => {
  it('has no part that looks drawn at random', async () => {
    const urls = [
      `http://x.acme.io/${HEX}/mcp`,
      `http://y.acme.io/mcp#${HEX}`,
      `http://z.acme.io/mcp?id=${HEX}`,
    ];
    const servers = Object.fromEntries(urls.map((url, index) => [`s${index}`, { url }]));
    const said = await everything({ '.mcp.json': JSON.stringify({ mcpServers: servers }, null, 1) });
    expect(said).toContain('http://x.acme.io/***/mcp');
    expect(said).not.toContain(HEX);
  });
});

it('reads a megabyte of any part of a value in its stride', async () => {
  const parts = ['{"a":', '"--auth ', 'Cookie: a=', '://a/', '--a="', 'A1_', 'SG.a', '1:', "sh -c '", 'a=b;'];
  for (const part of parts) {
    const text = part.repeat((900 * 1024) / part.length / 2);
    await lintFiles({ '.mcp.json': entryOf({ command: 'sh', args: ['-c', text], env: { A_TOKEN: text } }) });
  }
}, 60_000);
