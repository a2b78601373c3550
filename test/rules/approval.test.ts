import { describe, expect, it } from 'vitest';
import { lintFiles, statedFindings } from './lint-files.js';

const withTool = (tool: string, controls = '') => ({
  'a.agent.yaml': `runtime: framework\nagent:\n  tools:\n    - ${tool}\n${controls}`,
});

const SPEC_EXAMPLE = {
  agent: {
    model: 'some-model',
    instructions: 'Keep the repository tidy.',
    tools: [{ type: 'shell' }],
    mcp_servers: [{ url: 'https://issues.example.com/mcp' }],
  },
  environment: { type: 'hosted' },
  multi_agent: { enabled: true, max_concurrent_subagents: 4 },
};

describe('the example payload of the spec', () => {
  it('lacks a gate, an allow-list, tracing and guardrails, each at its place, and nothing on the bound', async () => {
    const result = await lintFiles({ 'a.session.json': JSON.stringify(SPEC_EXAMPLE, null, 2) });
    const places = result.findings.map(
      ({ rule, severity, range, path }) =>
        `${range.start.line}:${range.start.column} ${severity} ${rule} ${path}`,
    );
    expect(places).toEqual([
      '2:3 warning guardrail/missing-input agent',
      '2:3 warning runtime/beta agent',
      '2:3 info runtime/undecided agent',
      '2:3 warning tracing/missing agent',
      '7:17 warning approval/open-ended-tool agent.tools[shell]',
      '12:16 warning scope/unrestricted-server agent.mcp_servers[issues.example.com]',
    ]);
    expect(result.met).toEqual([{ rule: 'delegation/unbounded', shown: 1, attested: 0 }]);
    expect(result.notAssessed).toEqual([]);
  });

  it('has no finding above info once an agent config claims what it lacks', async () => {
    const config = {
      runtime: 'managed',
      headers: { 'Acme-Beta': 'agents=v1' },
      requirements: { beta: 'allowed' },
      ...SPEC_EXAMPLE,
      controls: {
        tools: { shell: { approval: { by: 'human' } } },
        mcp_servers: { 'https://issues.example.com/mcp': { allowed_tools: ['list_issues'] } },
        tracing: { sink: 'webhooks' },
        guardrails: { input: ['prompt-injection'], output: ['personal-data'] },
      },
    };
    const result = await lintFiles({ 'a.agent.json': JSON.stringify(config, null, 2) });
    expect(result.findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
    expect(result.met.filter(({ rule }) => rule !== 'session/beta-header')).toEqual([
      { rule: 'approval/open-ended-tool', shown: 0, attested: 1 },
      { rule: 'delegation/unbounded', shown: 1, attested: 0 },
      { rule: 'guardrail/missing-input', shown: 0, attested: 1 },
      { rule: 'guardrail/missing-output', shown: 0, attested: 1 },
      { rule: 'scope/unrestricted-server', shown: 0, attested: 1 },
      { rule: 'tracing/missing', shown: 0, attested: 1 },
    ]);
  });
});

describe('an ungated tool', () => {
  it('has exactly one finding, by the rule that fits best', async () => {
    const rulesOf = async (tool: string, controls = '') =>
      (await lintFiles(withTool(tool, controls))).findings
        .map(({ rule }) => rule)
        .filter((rule) => rule.startsWith('approval/'));
    const machine = 'controls: { tools: { x: { effect: outward, approval: { by: bot } } } }\n';
    expect(await rulesOf('{ type: function, name: send_mail }')).toEqual(['approval/missing']);
    expect(await rulesOf('{ type: apply_patch }')).toEqual(['approval/open-ended-tool']);
    expect(await rulesOf('{ type: function, name: x }', machine)).toEqual(['approval/auto-approved']);
  });

  it('is not assessed where its effect is unknown, and the list says how to declare it', async () => {
    const result = await lintFiles(withTool('{ type: function, name: frobnicate }'));
    expect(statedFindings(result, 'approval/missing')).toEqual([]);
    expect(
      result.notAssessed.map(({ rule, at, evidence, message }) => [rule, at.path, evidence, message]),
    ).toEqual([
      [
        'approval/missing',
        'agent.tools[frobnicate]',
        'undecidable',
        'Whether `frobnicate` requires approval: its effect is unknown (its name and description do not show what it does). Declare it under `controls.tools`.',
      ],
    ]);
  });

  it('is not assessed where its body takes too many steps to follow, whatever its name says', async () => {
    const program = (loops: string): string =>
      `from agents import Agent, function_tool
from notes import find, mark
ITEMS = [${'"a", '.repeat(100)}]
def load(key): return find(key)
@function_tool
def get_note(key: str) -> str:
${loops}    return load(key)
agent = Agent(name="Desk", tools=[get_note])
`;
    const long = `    for a in ITEMS:
        for b in ITEMS:
            mark(a, b, [a, b], [a, b])
`;
    const stated = async (loops: string): Promise<string[]> =>
      (await lintFiles({ 'desk.py': program(loops) })).notAssessed
        .filter(({ rule }) => rule === 'approval/missing')
        .map(({ message }) => message);
    expect([await stated(''), await stated(long)]).toEqual([
      [],
      [
        '`desk.py`: stopped after too many steps, so the file is only partly read',
        'Whether `get_note` requires approval: its effect is unknown (its body is followed in part, because it takes too many steps). Declare it under `tools` in agent-lint.config.yaml.',
      ],
    ]);
  });

  it('counts as met where its effect is unknown and a person is asked', async () => {
    const gate = 'controls: { tools: { frobnicate: { approval: { by: human } } } }\n';
    const result = await lintFiles(withTool('{ type: function, name: frobnicate }', gate));
    expect(result.notAssessed).toEqual([]);
    expect(result.met).toEqual([{ rule: 'approval/missing', shown: 0, attested: 1 }]);
  });

  it('of kind MCP is unknown, because it stands for every tool of a server', async () => {
    const result = await lintFiles(withTool('{ type: mcp }'));
    expect(result.notAssessed[0]?.message).toContain('(it stands for every tool of a server)');
  });

  it('read from its description alone is a warning: the confidence is low', async () => {
    const result = await lintFiles(
      withTool('{ type: function, name: run_step, description: Deletes all records of a customer. }'),
    );
    expect(statedFindings(result, 'approval/missing')).toEqual([
      '4:31 warning `run_step` deletes permanently without human approval (inferred from its description: "deletes").',
    ]);
  });

  it('names the claim that a session cannot hold, and where it can stand', async () => {
    const payload = {
      agent: { tools: [{ type: 'function', name: 'send.mail' }] },
      environment: { type: 'hosted' },
    };
    const result = await lintFiles({ 'a.json': JSON.stringify(payload) });
    expect(result.findings.find(({ rule }) => rule === 'approval/missing')?.remediation).toBe(
      'Require human approval where `send.mail` runs, and claim it in agent-lint.config.yaml under `attestations`, with your own `reason`: `- { files: ./a.json, controls: { tools: { send.mail: { approval: { by: human } } } }, reason: "" }`. If the inferred effect is wrong, declare the right one under `tools` in agent-lint.config.yaml.',
    );
  });

  it('is reported for each agent that holds it', async () => {
    const text =
      'runtime: framework\nagents:\n  a:\n    tools: [{ name: send_mail }]\n  b:\n    tools: [{ name: send_mail }]\n';
    const { findings } = await lintFiles({ 'a.agent.yaml': text });
    const found = findings.filter(({ rule }) => rule === 'approval/missing');
    expect(found.map(({ agent, path }) => [agent, path])).toEqual([
      ['a', 'agents.a.tools[send_mail]'],
      ['b', 'agents.b.tools[send_mail]'],
    ]);
  });
});

describe('an open-ended tool', () => {
  const inHosted = (type: string, name = '') => {
    const tool = name === '' ? { type } : { type, name };
    return {
      'a.session.json': JSON.stringify({ agent: { tools: [tool] }, environment: { type: 'hosted' } }),
    };
  };
  const stated = async (files: Record<string, string>) =>
    statedFindings(await lintFiles(files), 'approval/open-ended-tool');

  it('is contained by the hosted sandbox where it runs there, and only there', async () => {
    expect(await stated(inHosted('computer_use'))).toEqual([
      '1:28 warning `computer_use` can do anything on the screen in the hosted sandbox without human approval (known from its kind).',
    ]);
    expect(await stated(inHosted('apply_patch'))).toEqual([
      '1:28 warning `apply_patch` can change any file in the hosted sandbox without human approval (known from its kind).',
    ]);
    expect(await stated(inHosted('function', 'run_sql'))).toEqual([
      '1:46 error `run_sql` can run any SQL without human approval (inferred from its name: "run sql").',
    ]);
  });

  it('is an error in a self-hosted sandbox', async () => {
    const payload = { agent: { tools: [{ type: 'shell' }] }, environment: { type: 'self_hosted' } };
    expect(await stated({ 'a.session.json': JSON.stringify(payload) })).toEqual([
      '1:28 error `shell` can run any command without human approval (known from its kind).',
    ]);
  });

  it('is no longer one once it is declared to read', async () => {
    const files = withTool('{ name: run_query }', 'controls: { tools: { run_query: { effect: read } } }\n');
    expect(await stated(files)).toEqual([]);
  });
});

describe('instructions that ask first', () => {
  it('are related to every ungated tool, the one that they speak of first', async () => {
    const text = `runtime: framework
agent:
  instructions: Never send mail without approval.
  tools:
    - { name: delete_note }
    - { name: send_mail }
`;
    const { findings } = await lintFiles({ 'a.agent.yaml': text });
    const found = findings.find(({ rule }) => rule === 'approval/prose-only');
    expect(found?.message).toContain('`send_mail` sends');
    expect(found?.related.map(({ range, message }) => [range.start.line, message])).toEqual([
      [6, '`send_mail` runs without human approval.'],
      [5, '`delete_note` runs without human approval.'],
    ]);
  });

  it('never fire for a tool of unknown effect', async () => {
    const text = 'agent:\n  instructions: Never act without approval.\n  tools: [{ name: frobnicate }]\n';
    const { findings } = await lintFiles({ 'a.agent.yaml': text });
    expect(findings.filter(({ rule }) => rule.startsWith('approval/'))).toEqual([]);
  });
});

describe('commands of a coding agent that run unasked', () => {
  it('are judged by what a runner runs, and one script is not any command', async () => {
    const allow = [
      'Bash(npx eslint:*)',
      'Bash(python scripts/check.py)',
      'Bash(gh api repos/acme/app/pulls)',
      'Bash(npx cowsay:*)',
      'Bash(git commit -m "x")',
    ];
    const result = await lintFiles({ '.claude/settings.json': JSON.stringify({ permissions: { allow } }) });
    expect(statedFindings(result, 'approval/auto-approved')).toEqual([
      '1:136 warning `Bash(git commit -m "x")` commits changes by an exact command without human approval (known from the command `git commit`): approved by `permissions.allow`.',
    ]);
  });

  it('are written down where a pattern stands for a few', async () => {
    const commands = { '/^npm (test|run lint)$/': true, '/^git (status|push)$/': true, '/^npm .*$/': true };
    const text = JSON.stringify({ 'chat.tools.terminal.autoApprove': commands });
    const result = await lintFiles({ '.vscode/settings.json': text });
    expect(statedFindings(result, 'approval/auto-approved')).toEqual([
      '1:68 warning `/^git (status|push)$/` pushes changes by an exact command without human approval (known from the command `git push`): approved by `chat.tools.terminal.autoApprove`.',
      '1:97 error `/^npm .*$/` can run any command without human approval (known from the command `npm exec`): approved by `chat.tools.terminal.autoApprove`.',
    ]);
  });
});

describe('a gate that a callback always opens', () => {
  it.each([
    [
      'of a server, in Python',
      'a.py',
      `from agents import Agent, HostedMCPTool
def yes(request):
    return {"approve": True}
a = Agent(name="A", tools=[HostedMCPTool(tool_config={"type": "mcp", "server_label": "crm", "server_url": "https://crm.example.com", "require_approval": "always", "allowed_tools": ["delete_user"]}, on_approval_request=yes)])
`,
      'on_approval_request',
    ],
    [
      'of a server, in TypeScript',
      'a.ts',
      `import { Agent, hostedMcpTool } from '@openai/agents';
const crm = hostedMcpTool({ serverLabel: 'crm', serverUrl: 'https://crm.example.com', requireApproval: 'always', allowedTools: ['delete_user'], onApproval: async () => ({ approve: true }) });
export const a = new Agent({ name: 'A', tools: [crm] });
`,
      'onApproval',
    ],
    [
      'of a shell',
      'a.ts',
      `import { Agent, shellTool } from '@openai/agents';
import { shell } from './shell.js';
export const a = new Agent({ name: 'A', tools: [shellTool({ shell, needsApproval: true, onApproval: async () => ({ approve: true }) })] });
`,
      'onApproval',
    ],
  ])('%s has its remedy in the callback', async (_, file, text, option) => {
    const result = await lintFiles({ [file]: text });
    const found = result.findings.filter(({ rule }) => rule === 'approval/auto-approved');
    expect(found.map(({ remediation }) => remediation.split(':')[0])).toEqual([`Remove \`${option}\``]);
  });
});
