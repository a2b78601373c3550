import { describe, expect, it } from 'vitest';
import { isUnfilled } from '../../src/model/index.js';
import { lintFiles } from './lint-files.js';

/** Rules that report a file. */
async function rulesOf(files: Record<string, string>): Promise<string[]> {
  const { findings } = await lintFiles(files);
  return [...new Set(findings.filter(({ ignored }) => !ignored).map(({ rule }) => rule))];
}

const PLACEHOLDERS = [
  '...',
  '…',
  '<name>',
  '<your sink>',
  '{{sink}}',
  'TODO',
  'tbd',
  'your-sink',
  'first_tool',
];

describe('a text that nobody filled in', () => {
  it.each([...PLACEHOLDERS, 'pay_first_tool', 'tool_name', 'FIXME', 'changeme'])('is %s', (text) =>
    expect(isUnfilled(text)).toBe(true),
  );

  it.each([
    'webhooks',
    'otlp: https://traces.example.com',
    'refund console queue',
    'prompt-injection',
    'get_invoice',
    'list_tools',
    'create_todo',
    'human',
    '*',
    'eu',
  ])('is not %s', (text) => expect(isUnfilled(text)).toBe(false));
});

const agentConfig = (controls: string) => ({
  'desk.agent.yaml': `runtime: managed
headers: { Acme-Beta: agents=v1 }
agent:
  instructions: Help.
  tools: [{ type: function, name: issue_refund }]
  mcp_servers: [{ url: "https://billing.example.com/mcp" }]
environment: { type: hosted }
controls: ${controls}
`,
});

describe('a control of an agent config that nobody filled in', () => {
  it.each(PLACEHOLDERS)('is not met by %s', async (text) => {
    const value = JSON.stringify(text);
    const met = await rulesOf(
      agentConfig(
        '{ tools: { issue_refund: { approval: { by: human, how: refund queue } } }, mcp_servers: { "https://billing.example.com/mcp": { allowed_tools: [get_invoice] } }, tracing: { sink: webhooks }, guardrails: { input: [prompt-injection], output: [personal-data] } }',
      ),
    );
    const pasted = await rulesOf(
      agentConfig(
        `{ tools: { issue_refund: { approval: { by: human, how: ${value} } } }, mcp_servers: { "https://billing.example.com/mcp": { allowed_tools: [${value}] } }, tracing: { sink: ${value} }, guardrails: { input: [${value}], output: [${value}] } }`,
      ),
    );
    const controls = [
      'approval/missing',
      'scope/unrestricted-server',
      'tracing/missing',
      'guardrail/missing-input',
    ];
    expect(controls.filter((rule) => met.includes(rule))).toEqual([]);
    expect(controls.filter((rule) => !pasted.includes(rule))).toEqual([]);
  });

  it('is an approver, and the reason of a declared effect', async () => {
    const rules = (tool: string) => rulesOf(agentConfig(`{ tools: { issue_refund: ${tool} } }`));
    expect(await rules('{ approval: { by: "<who>" } }')).toContain('approval/missing');
    expect(await rules('{ effect: read, because: "..." }')).toContain('approval/missing');
    expect(await rules('{ effect: read, because: it only drafts }')).not.toContain('approval/missing');
  });

  it('is a region and how retention is excluded', async () => {
    const own = (controls: string) =>
      rulesOf({
        'desk.agent.yaml': `runtime: framework\nrequirements: { residency: [eu], zero_data_retention: true }\nagent: { instructions: Help. }\ncontrols: ${controls}\n`,
      });
    expect(
      await own('{ residency: { region: eu, how: own cluster }, retention: { how: own cluster } }'),
    ).not.toContain('runtime/own-controls');
    expect(await own('{ residency: { region: "<region>" }, retention: { how: "..." } }')).toContain(
      'runtime/own-controls',
    );
  });
});

describe('what nobody filled in elsewhere', () => {
  const session = '{ "agent": { "tools": [{ "type": "shell" }] }, "environment": { "type": "hosted" } }\n';

  it.each(['...', '<reason>', 'TODO'])('gives an attestation no reason: %s', async (reason) => {
    const config = (why: string) =>
      `attestations:\n  - files: "*.session.json"\n    controls: { tools: { shell: { approval: { by: human } } } }\n    reason: ${JSON.stringify(why)}\n`;
    const rules = (why: string) =>
      rulesOf({ 'a.session.json': session, 'agent-lint.config.yaml': config(why) });
    expect(await rules('a person reads each command')).not.toContain('approval/open-ended-tool');
    expect(await rules(reason)).toContain('approval/open-ended-tool');
  });

  it('gives an ignore no reason', async () => {
    const text = (reason: string) => ({
      'a.session.yaml': `agent:\n  tools:\n    # agent-lint-ignore approval/open-ended-tool -- ${reason}\n    - type: shell\nenvironment: { type: hosted }\n`,
    });
    expect(await rulesOf(text('the sandbox is thrown away'))).not.toContain('approval/open-ended-tool');
    for (const reason of ['...', '<reason>', 'TODO']) {
      const rules = await rulesOf(text(reason));
      expect(rules).toContain('approval/open-ended-tool');
      expect(rules).toContain('config/ignore-without-reason');
    }
  });

  it('is no allow-list of a request, a client or a program', async () => {
    const request = (names: string) =>
      `{ "model": "m", "input": "Hi", "tools": [{ "type": "mcp", "server_label": "docs", "server_url": "https://docs.example.com/mcp", "allowed_tools": ${names} }] }\n`;
    const codex = (names: string) =>
      `[mcp_servers.docs]\nurl = "https://docs.example.com/mcp"\nenabled_tools = ${names}\n`;
    const program = (names: string) =>
      `from agents import Agent, HostedMCPTool\n\ndocs = HostedMCPTool(tool_config={"type": "mcp", "server_label": "docs", "server_url": "https://docs.example.com/mcp", "allowed_tools": ${names}})\nclerk = Agent(name="Clerk", tools=[docs])\n`;
    for (const [file, write] of [
      ['a.json', request],
      ['.codex/config.toml', codex],
      ['a.py', program],
    ] as const) {
      expect(await rulesOf({ [file]: write('["search_docs"]') })).not.toContain('scope/unrestricted-server');
      for (const names of ['["first_tool"]', '["..."]', '["<name>"]'])
        expect(await rulesOf({ [file]: write(names) }), file).toContain('scope/unrestricted-server');
    }
  });

  it('is no pinned version', async () => {
    const server = (word: string, command = 'npx') =>
      rulesOf({
        '.mcp.json': `{ "mcpServers": { "docs": { "command": "${command}", "args": [${word}] } } }`,
      });
    expect(await server('"@example/docs-mcp@1.4.2"')).not.toContain('mcp/unpinned-package');
    expect(await server('"@example/docs-mcp@<version>"')).toContain('mcp/unpinned-package');
    expect(await server('"example-search==<version>"', 'uvx')).toContain('mcp/unpinned-package');
    expect(await server('"run", "example/box@sha256:<digest>"', 'docker')).toContain('mcp/unpinned-package');
  });
});
