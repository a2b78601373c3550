import { describe, expect, it } from 'vitest';
import { lintFiles } from '../rules/lint-files.js';

/** Warnings and errors of a project as `file:line:column severity rule`. */
async function found(files: Record<string, string>): Promise<string[]> {
  const { findings } = await lintFiles(files);
  return findings
    .filter(({ rule, severity }) => severity !== 'info' && !/^(?:guardrail|tracing|runtime)\//.test(rule))
    .map(
      ({ file, range: { start }, severity, rule }) =>
        `${file}:${start.line}:${start.column} ${severity} ${rule}`,
    );
}

const HEX = '3f9a1c77d2b84e0f9c51aa02bb13cc24';
const servers = (entry: object, name = 'x') => JSON.stringify({ mcpServers: { [name]: entry } });

describe('a credential in a file of servers', () => {
  it.each([
    ['behind an option', { command: 'node', args: ['s.js', '--api-key', HEX] }],
    [
      'in a variable for a container',
      { command: 'docker', args: ['run', `--env=API_KEY=${HEX}`, 'x:1.0.0'] },
    ],
    ['in a script', { command: 'bash', args: ['-c', `API_KEY=${HEX} npx -y x@1.0.0`] }],
    ['in headers of one value', { command: 'x', env: { OTLP_HEADERS: `Authorization=Bearer ${HEX}` } }],
    ['in a block for OAuth', { url: 'https://x.example.com', oauth: { clientSecret: HEX } }],
    ['in a block for the client', { url: 'https://x.example.com', auth: { CLIENT_SECRET: HEX } }],
  ])('is found %s, and stands nowhere in the report', async (_, entry) => {
    const { findings } = await lintFiles({ '.mcp.json': servers(entry) });
    expect(findings.map(({ rule }) => rule)).toContain('mcp/literal-secret');
    expect(JSON.stringify(findings)).not.toContain(HEX);
    const other = await lintFiles({ '.mcp.json': servers(entry).replace(HEX, HEX.replaceAll('3', '7')) });
    expect(other.findings.map(({ fingerprint }) => fingerprint)).toEqual(
      findings.map(({ fingerprint }) => fingerprint),
    );
  });

  it.each([
    '/path/to/service-account.json',
    './service-account.json',
    'C:\\keys\\sa.json',
    'credentials.json',
    '${HOME}/.config/gcloud/application_default_credentials.json',
    '%USERPROFILE%\\keys\\service.json',
    'votre-mot-de-passe',
    'change-me-please',
    '$input:firecrawl_api_key',
    '$env:APP_CREDENTIALS',
    '00000000-0000-0000-0000-000000000000',
  ])('is not %s', async (value) => {
    expect(await found({ '.mcp.json': servers({ command: 'x', env: { APP_CREDENTIALS: value } }) })).toEqual(
      [],
    );
  });
});

it('is none where an address names a password in general', async () => {
  const entry = { command: 'x', env: { DATABASE_URI: 'postgresql://user:pass@host:5432/db' } };
  expect(await found({ '.mcp.json': servers(entry) })).toEqual([]);
});

describe('what a server is given', () => {
  const ROOT = '.mcp.json:1:';
  it.each([
    [{ command: 'npx', args: ['-y', '@acme/filesystem-mcp@1.0.0', '--root=/'] }],
    [{ command: 'npx', args: ['-y', '@acme/filesystem-mcp@1.0.0'], env: { ALLOWED_DIRECTORIES: '/srv,/' } }],
    [{ command: 'mcp-server-filesystem', args: ['/'] }],
    [{ command: 'node', args: ['./node_modules/@acme/server-filesystem/dist/index.js', '/'] }],
  ])('may be the whole machine: %j', async (entry) => {
    const rules = (await found({ '.mcp.json': servers(entry) })).map((one) => one.split(' ').at(-1));
    expect(rules).toContain('scope/filesystem-root');
  });

  it('may be a switch, handed to its container', async () => {
    const entry = (value: string) => ({
      command: 'docker',
      args: ['run', '-e', value, 'acme/postgres-mcp:1.0.0'],
    });
    expect(await found({ '.mcp.json': servers(entry('READ_ONLY=true'), 'postgres') })).toEqual([]);
    expect(await found({ '.mcp.json': servers(entry('LOG=1'), 'postgres') })).toEqual([
      `${ROOT}38 warning scope/unrestricted-server`,
    ]);
  });
});

describe('settings in which a later word counts', () => {
  const gemini = (settings: object) => found({ '.gemini/settings.json': JSON.stringify(settings) });
  it('leaves out what Gemini CLI excludes', async () => {
    const server = { httpUrl: 'https://m.example.com/', trust: true };
    expect(
      await gemini({ tools: { allowed: ['run_shell_command'], exclude: ['run_shell_command'] } }),
    ).toEqual([]);
    expect(await gemini({ mcp: { excluded: ['m'] }, mcpServers: { m: server } })).toEqual([]);
    const listed = { ...server, includeTools: ['list_mails', 'send_mail'] };
    expect(await gemini({ mcpServers: { m: listed } })).toHaveLength(1);
    expect(await gemini({ mcpServers: { m: { ...listed, excludeTools: ['send_mail'] } } })).toEqual([]);
  });

  const opencode = (settings: object) => found({ 'opencode.json': JSON.stringify(settings) });
  it('lets the last pattern of opencode decide', async () => {
    const bash = { '*': 'ask', 'git push *': 'allow' };
    expect(await opencode({ permission: { bash } })).toHaveLength(1);
    expect(await opencode({ permission: { bash: { ...bash, 'git *': 'ask' } } })).toEqual([]);
    expect(await opencode({ permission: { bash: 'allow' }, tools: { bash: false } })).toEqual([]);
  });

  it('leaves out a server of opencode whose tools are switched off', async () => {
    const mcp = { pay: { type: 'remote', url: 'https://mcp.stripe.com', enabled: true } };
    const agent = { cashier: { tools: { 'pay_*': true } } };
    expect(await opencode({ mcp })).toHaveLength(1);
    expect(await opencode({ mcp, tools: { 'pay_*': false } })).toEqual([]);
    expect(await opencode({ mcp, tools: { 'pay_*': false }, agent })).toHaveLength(1);
  });

  it.each(['use_aws', 'useAws', 'aws'])(
    'takes %s of Kiro for a tool that makes any call to a cloud',
    async (name) => {
      const agent = (key: string) =>
        found({ '.kiro/agents/d.json': JSON.stringify({ name: 'd', [key]: ['fs_read', name] }) });
      expect(await agent('allowedTools')).toEqual(['.kiro/agents/d.json:1:39 error approval/auto-approved']);
      expect(await agent('tools')).toEqual([]);
    },
  );

  it('does not know what a tool type does that is a mere noun', async () => {
    const { notAssessed } = await lintFiles({
      'a.session.json': JSON.stringify({
        agent: { model: 'm', instructions: 'Help.', tools: [{ type: 'automations' }] },
        environment: { type: 'hosted' },
      }),
    });
    expect(notAssessed.map(({ rule, message }) => `${rule}: ${message.split(' (')[0]}`)).toContain(
      'approval/missing: Whether `automations` requires approval: its effect is unknown',
    );
  });

  it('reads the commands that Kiro lets run unasked', async () => {
    const agent = (command: string) =>
      found({
        '.amazonq/cli-agents/d.json': JSON.stringify({
          name: 'd',
          tools: ['execute_bash'],
          toolsSettings: { execute_bash: { allowedCommands: [command] } },
        }),
      });
    expect(await agent('.*')).toEqual(['.amazonq/cli-agents/d.json:1:90 error scope/wildcard']);
    expect(await agent('git push .*')).toEqual([
      '.amazonq/cli-agents/d.json:1:90 error approval/auto-approved',
    ]);
    expect(await agent('git status')).toEqual([]);
    // In a pattern a star repeats the letter before it: no more than that one command.
    expect(await agent('git status*')).toEqual([]);
    expect(await agent('npx prisma:*')).toEqual([]);
    expect(await agent('git push*')).toEqual([
      '.amazonq/cli-agents/d.json:1:90 warning approval/auto-approved',
    ]);
    expect(await agent('bash*')).toEqual(['.amazonq/cli-agents/d.json:1:90 warning approval/auto-approved']);
  });

  it.each([
    [
      'a.agent.md',
      "tools: ['read', 'pay/list_customers']\nmcp-servers:\n  pay: { command: pay-mcp, tools: ['*'] }",
    ],
    [
      '.claude/agents/a.md',
      'tools: Read, mcp__pay__list_customers\nmcpServers:\n  pay: { command: stripe-mcp }',
    ],
  ])("takes an agent's own list as that of its servers: %s", async (file, lines) => {
    const text = `---\nname: a\ndescription: b\n${lines}\n---\nx\n`;
    expect(await found({ [file]: text })).toEqual([]);
  });

  it("reads a subagent's servers from a list", async () => {
    const text = `---\nname: a\ndescription: b\ntools: Read\nmcpServers:\n  - db:\n      url: http://db.example.com/mcp\n  - github\n---\nx\n`;
    expect(await found({ '.claude/agents/a.md': text })).toEqual([
      '.claude/agents/a.md:7:12 error mcp/plain-http',
    ]);
  });

  it('judges a tool of a server in Agent Spec by its own name', async () => {
    const text =
      'component_type: Agent\nagentspec_version: 25.4.1\nname: a\nsystem_prompt: x\ntools:\n- component_type: MCPTool\n  name: send_mail\n  requires_confirmation: false\n';
    expect(await found({ 'a.yaml': text })).toEqual(['a.yaml:7:9 error approval/missing']);
  });
});

describe('a program', () => {
  const MCP = `{ type: 'mcp', server_label: 'p', server_url: 'https://p.example.com/mcp', allowed_tools: ['publish_page'], require_approval: 'never' }`;
  it.each([
    'satisfies OpenAI.Responses.Params.Create',
    'as unknown as OpenAI.Responses.Params',
    "as A.B.C['d']",
  ])('is read through a long type: %s', async (cast) => {
    const text = `import OpenAI from 'openai';\nconst client = new OpenAI();\nconst body = { model: 'm', input: 'x', tools: [${MCP}] } ${cast};\nawait client.responses.create(body);\n`;
    expect(await found({ 'a.ts': text })).toEqual(['a.ts:3:139 error approval/auto-approved']);
  });

  it('sends a body that is a text of JSON', async () => {
    const body = (bound: string) =>
      `requests.post("https://api.example.com/v1/agents/sessions", headers={"Acme-Beta": "agents=v1"}, data="""\n{"agent": {"model": "m"}, "environment": {"type": "hosted"},\n "multi_agent": {"enabled": true${bound}}}\n""")\n`;
    expect(await found({ 'a.py': `import requests\n${body('')}` })).toEqual([
      'a.py:4:29 error delegation/unbounded',
    ]);
    expect(await found({ 'a.py': `import requests\n${body(', "max_concurrent_subagents": 2')}` })).toEqual(
      [],
    );
  });

  it('sends to another path, with the header of the service', async () => {
    const text = `import httpx as h\nh.post("https://api.example.com/v1/agent-sessions", headers={"Acme-Beta": "agents=v1"}, json={"agent": {"model": "m"}, "environment": {"type": "hosted"}})\n`;
    expect(await found({ 'a.py': text })).toEqual(['a.py:2:1 error session/request']);
    expect(await found({ 'a.py': text.replace('agent-sessions', 'agents/sessions') })).toEqual([]);
  });

  it('makes agents of classes that pass their own tools on', async () => {
    const python = `from agents import Agent, function_tool\n@function_tool\ndef delete_user(i): ...\nclass User(Agent):\n    def __init__(self):\n        super().__init__(name="User", tools=[delete_user])\nuser = User()\n`;
    expect(await found({ 'a.py': python })).toEqual(['a.py:3:5 error approval/missing']);
    const script = `import { Agent, tool } from '@openai/agents';\nconst t = tool({ name: 'delete_x', parameters: {}, execute: f });\nclass U extends Agent { constructor() { super({ name: 'U', tools: [t] }); } }\nnew U();\n`;
    expect(await found({ 'a.ts': script })).toEqual(['a.ts:2:24 error approval/missing']);
  });

  it('gives a namespace as the whole list of tools', async () => {
    const text = `from agents import Agent, function_tool, tool_namespace\n@function_tool\ndef delete_user(i): ...\ncrm = tool_namespace(name="crm", tools=[delete_user])\na = Agent(name="A", tools=crm)\n`;
    expect(await found({ 'a.py': text })).toEqual(['a.py:3:5 error approval/missing']);
  });

  it('may approve everything in one line', async () => {
    const text = `from agents import Agent, Runner, function_tool\n@function_tool(needs_approval=True)\ndef delete_user(i): ...\na = Agent(name="A", tools=[delete_user])\nasync def main():\n    result = await Runner.run(a, "x")\n    st = result.to_state()\n    [st.approve(i) for i in result.interruptions]\n`;
    expect(await found({ 'a.py': text })).toEqual(['a.py:3:5 error approval/auto-approved']);
    expect(await found({ 'a.py': text.replace('interruptions]', 'interruptions if ask(i)]') })).toEqual([]);
  });

  it('asks nobody where the answer is written down', async () => {
    const text = (value: string) =>
      `from agents import Agent, Runner, function_tool\napproved = ${value}\n@function_tool(needs_approval=True)\ndef delete_user(i): ...\na = Agent(name="A", tools=[delete_user])\nasync def main():\n    result = await Runner.run(a, "x")\n    state = result.to_state()\n    for i in result.interruptions:\n        if approved:\n            state.approve(i)\n`;
    expect(await found({ 'a.py': text('True') })).toEqual(['a.py:4:5 error approval/auto-approved']);
    expect(await found({ 'a.py': text('ask()') })).toEqual([]);
  });

  it('has the fields of what it copies, and tools that are gated later', async () => {
    const text = (gate: string) =>
      `from dataclasses import replace\nfrom agents import Agent, Runner, function_tool\n@function_tool\ndef delete_user(i): ...\n${gate}\nbase = Agent(name="Base")\nloud = replace(base, name="Loud", tools=[delete_user])\n`;
    expect(await found({ 'a.py': text('') })).toEqual(['a.py:4:5 error approval/missing']);
    expect(await found({ 'a.py': text('delete_user.needs_approval = True') })).toEqual([]);
  });

  it('has open gates where the names of a gate are computed', async () => {
    const text = (names: string) =>
      `from acme import load\nfrom agents import Agent, HostedMCPTool\nfrom agents.mcp import MCPServerStdio, create_static_tool_filter\ns = MCPServerStdio(params={"command": "x"}, require_approval={"always": {"tool_names": ${names}}}, tool_filter=create_static_tool_filter(["delete_x"]))\nh = HostedMCPTool(tool_config={"type": "mcp", "server_label": "l", "server_url": "https://m.example/mcp", "allowed_tools": ["delete_x"], "require_approval": {"always": {"tool_names": ${names}}}})\na = Agent(name="A", tools=[h], mcp_servers=[s])\n`;
    const open = async (names: string) => {
      const { notAssessed } = await lintFiles({ 'a.py': text(names) });
      return notAssessed.flatMap(({ rule, at }) =>
        rule === 'approval/missing' ? [at.range().start.line] : [],
      );
    };
    for (const names of ['load()', '[*load()]']) {
      expect((await open(names)).sort()).toEqual([4, 5]);
      expect(await found({ 'a.py': text(names) })).toEqual([]);
    }
    expect(await open('["delete_x"]')).toEqual([]);
    expect(await found({ 'a.py': text('["delete_x"]') })).toEqual([
      'a.py:4:62 warning approval/shared-name',
      'a.py:5:158 warning approval/shared-name',
    ]);
    expect(await found({ 'a.py': text('["other"]') })).toEqual(['a.py:4:140 error approval/missing']);
  });

  it('has an open list of a server whose settings come from elsewhere', async () => {
    const text = `from acme import cfg\nfrom agents import Agent, HostedMCPTool\nh = HostedMCPTool(tool_config=cfg("x"))\na = Agent(name="A", tools=[h])\n`;
    const { findings, notAssessed } = await lintFiles({ 'a.py': text });
    expect(findings.map(({ rule }) => rule)).not.toContain('scope/unrestricted-server');
    expect(notAssessed.map(({ message }) => message)).toContain('The allow-list of `h`.');
  });

  it('has what classes of the project give their base', async () => {
    const python = (gate: string) =>
      `from agents import Agent, FunctionTool\nfrom agents.mcp import MCPServerStdio\nclass Gated(FunctionTool):\n    def __init__(self, **kw):\n        super().__init__(${gate}**kw)\nclass Crm(MCPServerStdio):\n    def __init__(self):\n        super().__init__(params={"command": "x"}, require_approval="always", tool_filter={"allowed_tool_names": ["delete_x"]})\nt = Gated(name="delete_thing", description="x", params_json_schema={}, on_invoke_tool=None)\na = Agent(name="A", tools=[t], mcp_servers=[Crm()])\n`;
    expect(await found({ 'a.py': python('needs_approval=True, ') })).toEqual([]);
    expect(await found({ 'a.py': python('') })).toEqual(['a.py:9:16 error approval/missing']);
    const guard =
      '{ name: "g", execute: async () => ({ tripwireTriggered: false, outputInfo: {} }), runInParallel: false }';
    const script = (guards: string) =>
      `import { Agent, Runner, tool } from '@openai/agents';\nclass Guarded extends Runner { constructor() { super({ ${guards} }); } }\nconst t = tool({ name: 'send_mail', needsApproval: true, parameters: {}, execute: f });\nconst a = new Agent({ name: 'A', tools: [t] });\nawait new Guarded().run(a, x);\n`;
    const missing = async (guards: string) => {
      const { findings } = await lintFiles({ 'a.ts': script(guards) });
      return findings.filter(({ rule }) => rule.startsWith('guardrail/')).length;
    };
    expect(await missing(`inputGuardrails: [${guard}], outputGuardrails: [${guard}]`)).toBe(0);
    expect(await missing('')).toBe(1);
  });

  it('is checked by the guardrails of its spoken session', async () => {
    const text = (options: string) =>
      `import { RealtimeAgent, RealtimeSession, tool } from '@openai/agents/realtime';\nconst t = tool({ name: 'send_mail', needsApproval: true, parameters: {}, execute: f });\nconst g = { name: 'g', execute: async () => ({ tripwireTriggered: false }) };\nconst a = new RealtimeAgent({ name: 'A', tools: [t] });\nnew RealtimeSession(a, { ${options} });\n`;
    const guards = async (options: string) => {
      const { findings } = await lintFiles({ 'a.ts': text(options) });
      return findings.flatMap(({ rule }) => (rule.startsWith('guardrail/') ? [rule] : []));
    };
    expect(await guards('outputGuardrails: [g]')).toEqual([]);
    expect(await guards('')).toEqual(['guardrail/missing-output']);
  });

  it('is not traced where it runs as a tool without', async () => {
    const text = (config: string) =>
      `from agents import Agent, RunConfig\ninner = Agent(name="Inner")\na = Agent(name="A", tools=[inner.as_tool(tool_name="ask", tool_description="x"${config})])\n`;
    const off = async (config: string) => {
      const { findings } = await lintFiles({ 'a.py': text(config) });
      return findings.flatMap(({ rule, range }) => (rule === 'tracing/disabled' ? [range.start.column] : []));
    };
    expect(await off('')).toEqual([]);
    expect(await off(', run_config=RunConfig(tracing_disabled=True)')).toHaveLength(1);
  });
});

describe('entries of a list of permissions', () => {
  const allow = (...entries: string[]) =>
    found({ '.claude/settings.json': JSON.stringify({ permissions: { allow: entries } }, null, 1) });
  const at = (line: number, what: string) => `.claude/settings.json:${line}:4 ${what}`;
  const PUSH = 'error approval/auto-approved';

  it.each([
    [['Bash(git push:*)', 'Bash(git push --set-upstream:*)'], [at(4, PUSH)]],
    [['Bash(npx prisma migrate:*)', 'Bash(npx prisma migrate dev:*)'], [at(4, PUSH)]],
    [['Bash(git:*)', 'Bash(git push:*)'], [at(4, PUSH)]],
    [['Bash(git push:*)', 'Bash(git push --force:*)'], [at(4, PUSH)]],
    [['Bash(git push -u:*)', 'Bash(git push --set-upstream:*)'], [at(4, PUSH)]],
    [['mcp__pay', 'mcp__pay__list_items'], [at(4, 'error scope/wildcard')]],
    [['mcp__pay(*)', 'mcp__pay__refund(*)'], []],
    [['mcp__pay__:*', 'Bash(rm:/tmp/*)'], []],
    [['Bash(git push:*)', 'Bash(ls:*)', 'Bash(git push:*)'], [at(4, PUSH)]],
    [['CronDelete', 'PushNotification', 'SendMessage', 'TeamDelete'], []],
    [['CronDeleteAll'], [at(4, PUSH)]],
  ])('tell one flaw once: %j', async (entries, expected) =>
    expect(await allow(...entries)).toEqual(expected),
  );

  it('are listed where the client skips them', async () => {
    const { systems } = await lintFiles({
      '.claude/settings.json': '{"permissions":{"allow":["mcp__pay(*)"]}}',
    });
    expect(systems[0]?.unresolved.map(({ what, why }) => `${what}: ${why}`)).toEqual([
      'an entry of permissions.allow: an entry for tools of a server has no brackets, and Claude Code skips it',
    ]);
  });

  it('are reported by the name of the server, and once for two names of one tool', async () => {
    const toolsSettings = { write: { allowedPaths: ['./**'] }, fs_write: { allowedPaths: ['./**'] } };
    const agent = { name: 'a', tools: ['write'], allowedTools: ['@pay/*'], toolsSettings };
    const { findings } = await lintFiles({ '.amazonq/agents/a.json': JSON.stringify(agent) });
    expect(findings.map(({ message }) => message)).toEqual([
      '`@pay/*` allows every tool of `pay` without approval.',
      '`fs_write ./**` allows every edit of any file without approval.',
    ]);
    const settings = { permissions: { allow: ['mcp__pay__*'] } };
    const ofQwen = await lintFiles({ '.qwen/settings.json': JSON.stringify(settings) });
    expect(ofQwen.findings.map(({ message }) => message)).toEqual([
      '`mcp__pay__*` allows every tool of `pay` without approval.',
    ]);
    // A star stands for tools of servers alone.
    const asked = { permissions: { allow: ['mcp__pay__*', 'Bash(*)'], ask: ['*'] } };
    const starred = await lintFiles({ '.qwen/settings.json': JSON.stringify(asked) });
    expect(starred.findings.map(({ message }) => message)).toEqual([
      '`Bash(*)` allows any command without approval.',
    ]);
  });
});

describe('a token of a service that gives one to every browser', () => {
  const tokenOf = (role: string) =>
    [
      '{"alg":"HS256","typ":"JWT"}',
      `{"iss":"x","ref":"abcdefghijklmnopqrst","role":"${role}","iat":1754661222}`,
    ]
      .map((part) => Buffer.from(part).toString('base64url'))
      .concat('q8Zr3Vt0yLw5Xk2Nc7Hd1Jf6Gs9Pb4Ma')
      .join('.');

  it.each([
    ['anon', []],
    ['service_role', ['.mcp.json:1:51 error mcp/literal-secret']],
  ])('is no secret, and one of its operator is: %s', async (role, expected) => {
    expect(await found({ '.mcp.json': servers({ command: 'x', env: { DB_KEY: tokenOf(role) } }) })).toEqual(
      expected,
    );
  });

  it('is recognised by its own role', async () => {
    const claims = Buffer.from('{"role":"service_role","app":{"role":"anon"}}').toString('base64url');
    const token = tokenOf('anon').replace(/\..*\./, `.${claims}.`);
    const of = (value: string) => found({ '.mcp.json': servers({ command: 'x', env: { DB_KEY: value } }) });
    expect(await of(token)).toEqual(['.mcp.json:1:51 error mcp/literal-secret']);
    expect(await of(`Bearer ${token}`)).toEqual(['.mcp.json:1:51 error mcp/literal-secret']);
    expect(await of(`Bearer ${tokenOf('anon')}`)).toEqual([]);
  });

  it.each([`$input:${HEX}`, `$input:g${HEX}`])(
    'is a secret behind the name of an input: %s',
    async (value) => {
      const files = { '.mcp.json': servers({ command: 'x', env: { API_TOKEN: value } }) };
      expect(await found(files)).toEqual(['.mcp.json:1:54 error mcp/literal-secret']);
    },
  );
});
