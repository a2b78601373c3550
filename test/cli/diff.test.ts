import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { validatorOf } from '../report/schemas.js';
import { newRepository, type Repository } from './repository.js';

const AGENT = `runtime: managed
requirements: { needs: [durable-session] }
agent:
  model: m
  tools:
    - { type: function, name: issue_refund }
    - { type: function, name: get_order }
  mcp_servers: [{ url: "https://billing.example.com/mcp" }]
environment: { type: hosted }
multi_agent: { enabled: true, max_concurrent_subagents: 4 }
controls:
  tools:
    issue_refund: { effect: outward, approval: { by: human, how: console } }
  mcp_servers:
    "https://billing.example.com/mcp": { allowed_tools: [get_invoice], scopes: ["invoices:read"] }
  tracing: { sink: "otlp: https://traces.example.com" }
`;
const PROGRAM = `import { Agent, tool } from '@openai/agents';
import { z } from 'zod';
const refund = tool({
  name: 'issue_refund', description: 'Refund a charge', parameters: z.object({}), needsApproval: true,
  execute: async () => 'done',
});
export const agent = new Agent({ name: 'Refunds', tools: [refund] });
`;

const start = () => newRepository({ 'refunds.agent.yaml': AGENT });
const edited = (repository: Repository, from: string | RegExp, to: string, text = AGENT) => {
  const changed = text.replace(from, to);
  expect(changed).not.toBe(text);
  repository.write('refunds.agent.yaml', changed);
};

interface Diff {
  schema: string;
  ref: string;
  base: string;
  lost: number;
  ungated: number;
  changes: { kind: string; is?: string }[];
}

/** The JSON of a run, valid by its schema, and its status. */
async function diff(repository: Repository, ...args: string[]): Promise<Diff & { status: number | null }> {
  const { stdout, status } = await repository.run('diff', 'main', '--format', 'json', ...args);
  const printed = JSON.parse(stdout) as Diff;
  const validate = validatorOf('diff');
  expect(validate(printed), JSON.stringify(validate.errors)).toBe(true);
  return { ...printed, status };
}

describe('agent-lint diff', () => {
  it('prints names as they are written', async () => {
    const repository = start();
    repository.write(
      'desk.agent.yaml',
      'agents:\n  desk: { model: m, handoffs: [billing] }\n  billing: { model: m }\n',
    );
    expect((await repository.run('diff', 'main')).stdout).toContain(`Agents
  \`desk\` (desk.agent.yaml) is new.
  \`desk -> billing\` (desk.agent.yaml): this handoff is new.
  \`billing\` (desk.agent.yaml) is new.
`);
  });

  it('says in one sentence that nothing changed', async () => {
    const repository = start();
    repository.write('notes.txt', 'x');
    repository.write('refunds.agent.yaml', `# a comment\n\n${AGENT}`);
    for (const format of ['text', 'markdown'])
      expect(await repository.run('diff', 'main', '--format', format)).toMatchObject({
        stdout: 'No change to the agents.\n',
        status: 0,
      });
    expect(await diff(repository)).toMatchObject({ lost: 0, changes: [], status: 0 });
  });

  it('names the commit that it compares with', async () => {
    const repository = start();
    const base = repository.git('rev-parse', 'main');
    repository.git('checkout', '-q', 'main');
    repository.write('later.agent.yaml', AGENT);
    repository.commit();
    repository.git('checkout', '-q', 'change');
    expect(await diff(repository)).toMatchObject({ ref: 'main', base, changes: [] });
  });

  it('names a new tool with its effect and gate', async () => {
    const repository = start();
    edited(
      repository,
      '    - { type: function, name: get_order }\n',
      '    - { type: function, name: get_order }\n    - { type: function, name: delete_account }\n',
    );
    expect(await repository.run('diff', 'main')).toMatchObject({
      stdout: `New tools
  \`delete_account\` of \`agent\` (refunds.agent.yaml) is new: destructive, no gate.
`,
      status: 0,
    });
    expect((await diff(repository)).changes).toEqual([
      {
        kind: 'tool',
        is: 'new',
        agent: 'agent',
        tool: 'delete_account',
        file: 'refunds.agent.yaml',
        effect: 'destructive',
        gate: 'no gate',
      },
    ]);
  });

  it('ends with 1 where a gate, tracing or a bound is lost', async () => {
    const repository = start();
    edited(repository, ', approval: { by: human, how: console }', '');
    expect(await diff(repository)).toMatchObject({
      status: 1,
      lost: 1,
      changes: [
        {
          kind: 'gate',
          is: 'lost',
          tool: 'issue_refund',
          effect: 'outward',
          gate: 'no gate',
          before: 'human',
        },
        { kind: 'waiver', is: 'removed' },
      ],
    });
    edited(repository, /\n {2}tracing:.*/, '');
    expect(await diff(repository)).toMatchObject({
      status: 1,
      changes: [{ control: 'tracing', is: 'lost' }, {}],
    });
    edited(repository, ', max_concurrent_subagents: 4', '');
    expect(await diff(repository)).toMatchObject({
      status: 1,
      changes: [{ control: 'subagent bound', is: 'lost', before: '4', after: 'none' }],
    });
  });

  it('ends with 1 for a new act without approval only with --fail-on ungated', async () => {
    const repository = start();
    const tool = (name: string) =>
      edited(repository, 'name: get_order }', `name: get_order }\n    - { type: function, name: ${name} }`);
    tool('delete_account');
    expect(await diff(repository)).toMatchObject({ lost: 0, ungated: 1, status: 0 });
    expect((await diff(repository, '--fail-on', 'lost')).status).toBe(0);
    expect((await diff(repository, '--fail-on', 'ungated')).status).toBe(1);
    tool('get_account');
    expect(await diff(repository, '--fail-on', 'ungated')).toMatchObject({ ungated: 0, status: 0 });
    edited(repository, ', approval: { by: human, how: console }', '');
    expect(await diff(repository, '--fail-on', 'ungated')).toMatchObject({ lost: 1, ungated: 0, status: 1 });
    const { status, stderr } = await repository.run('diff', 'main', '--fail-on', 'new');
    expect(status).toBe(2);
    expect(stderr).toContain('lost, ungated');
  });

  it('counts a tool that was harmless and now acts, and no tool that a person approves', async () => {
    const repository = start();
    const declared = (approval: string) =>
      edited(
        repository,
        '  mcp_servers:\n    "https',
        `    get_order: { effect: destructive${approval} }\n  mcp_servers:\n    "https`,
      );
    declared(', approval: { by: human }');
    expect(await diff(repository, '--fail-on', 'ungated')).toMatchObject({ ungated: 0, status: 0 });
    declared('');
    expect(await diff(repository, '--fail-on', 'ungated')).toMatchObject({ lost: 0, ungated: 1, status: 1 });
  });

  it('names a limit of turns and a guardrail that state something else', async () => {
    const program = (turns: string, guardrail: string) => `import { Agent, run } from '@openai/agents';
const g = { name: '${guardrail}', execute: async () => check() };
const agent = new Agent({ name: 'Desk', outputGuardrails: [g] });
await run(agent, 'hi'${turns});
`;
    const repository = newRepository({ 'agent.ts': program(', { maxTurns: 4 }', 'pii') });
    repository.write('agent.ts', program(', { maxTurns: 400 }', 'tone'));
    expect(await repository.run('diff', 'main')).toMatchObject({
      stdout: `Changed controls
  The output guardrail of \`Desk\` (agent.ts) was \`pii\` and is now \`tone\`.
  The turn limit of agent.ts was \`4\` and is now \`400\`.
`,
      status: 0,
    });
    repository.write('agent.ts', program(', { maxTurns: null }', 'pii'));
    expect(await diff(repository)).toMatchObject({
      changes: [{ kind: 'control', control: 'turn limit', is: 'lost' }],
      status: 1,
    });
  });

  it.each([
    ['is now computed at run time', 'asks()', 'a gate computed at run time now'],
    ['a variable now has to switch on', 'process.env.ASK !== undefined', 'no gate now'],
  ])('ends with 1 where a gate %s', async (_, gate, now) => {
    const repository = newRepository({ 'agent.ts': PROGRAM });
    const changed = PROGRAM.replace('needsApproval: true', `needsApproval: ${gate}`);
    repository.write('agent.ts', `import { asks } from 'settings';\n${changed}`);
    expect(await repository.run('diff', 'main')).toMatchObject({
      stdout: `Controls lost or no longer known
  \`issue_refund\` of \`Refunds\` (agent.ts) (outward): human approval before, ${now}.
`,
      status: 1,
    });
  });

  it('ends with 1 where the tools of an agent are now computed at run time', async () => {
    const repository = newRepository({ 'agent.ts': PROGRAM });
    repository.write('agent.ts', PROGRAM.replace('tools: [refund]', 'tools: await load()'));
    const { status, changes } = await diff(repository);
    expect(status).toBe(1);
    expect(changes).toContainEqual(expect.objectContaining({ kind: 'unresolved', hides: true }));
  });

  it('ends with 1 where a file can no longer be read, and calls none of its agents removed', async () => {
    const repository = start();
    repository.write('refunds.agent.yaml', `${AGENT}\n: [`);
    const { status, changes } = await diff(repository);
    expect(status).toBe(1);
    expect(changes.map(({ kind }) => kind).filter((kind) => kind !== 'waiver')).toEqual(['unreadable']);
  });

  it('names widened scopes with the tools that they add', async () => {
    const repository = start();
    edited(
      repository,
      '[get_invoice], scopes: ["invoices:read"]',
      '[get_invoice, send_invoice], scopes: ["invoices:*"]',
    );
    const { stdout } = await repository.run('diff', 'main');
    expect(stdout).toContain(`New tools
  \`send_invoice\` of the MCP server \`billing.example.com\` of \`agent\` (refunds.agent.yaml) is new: outward, no gate.

Widened scopes
  \`billing.example.com\` of \`agent\` (refunds.agent.yaml) may now also use \`send_invoice\` and \`invoices:*\`.
`);
  });

  it('calls a removed allow-list a loss, and no tool of it taken away', async () => {
    const repository = start();
    edited(repository, 'allowed_tools: [get_invoice], ', '');
    const { status, changes } = await diff(repository);
    expect(status).toBe(1);
    expect(changes).toMatchObject([
      { kind: 'control', is: 'lost', control: 'allow-list', server: 'billing.example.com' },
      { kind: 'waiver', is: 'removed' },
    ]);
  });

  it('names a new server, a changed decision by runtime and verdict, and a new waiver with its reason', async () => {
    const repository = start();
    edited(
      repository,
      'mcp_servers: [{ url: "https://billing.example.com/mcp" }]',
      'mcp_servers: [{ url: "https://billing.example.com/mcp" }, { url: "https://mail.example.com/mcp" }]',
    );
    repository.write(
      'agent-lint.config.yaml',
      `requirements: { residency: [eu] }
ignore: [{ rule: runtime/ineligible, reason: moves in March, until: 2027-03-01 }]
`,
    );
    expect(await repository.run('diff', 'main', '--as-of', '2026-11-01')).toMatchObject({
      stdout: `Decision
  The decision was managed (the managed agent service) and is now a choice between runtimes (refunds.agent.yaml): managed was recommended and is now excluded.

Changed requirements
  The requirement \`residency\` changed (refunds.agent.yaml).
    + eu

New MCP servers
  The MCP server \`mail.example.com\` (https://mail.example.com/mcp) of \`agent\` (refunds.agent.yaml) is new.

New waivers
  Ignore of \`runtime/ineligible\` for \`**\` in agent-lint.config.yaml:2, until 2027-03-01: moves in March.
`,
      status: 0,
    });
  });

  it.each([
    [
      'a mode that approves everything',
      '.claude/settings.local.json',
      '{ "permissions": { "defaultMode": "bypassPermissions" } }',
    ],
    [
      'a sensitive server',
      '.mcp.json',
      '{ "mcpServers": { "pay": { "type": "http", "url": "https://mcp.stripe.com" } } }',
    ],
    [
      'a server over plain HTTP',
      '.mcp.json',
      '{ "mcpServers": { "a": { "type": "http", "url": "http://a.example.com/mcp" } } }',
    ],
    ['a bare grant', '.claude/settings.json', '{ "permissions": { "allow": ["Bash"] } }'],
  ])('fails by `ungated` alone for %s', async (_, file, text) => {
    const repository = newRepository({ 'README.md': 'x\n' });
    repository.write(file, text);
    repository.commit();
    expect((await repository.run('diff', 'main')).status).toBe(0);
    expect((await repository.run('diff', 'main', '--fail-on', 'ungated')).status).toBe(1);
    const { stdout } = await repository.run('diff', 'main', '--format', 'json');
    expect(JSON.parse(stdout)).toMatchObject({ lost: 0, ungated: 1 });
  });

  it('follows a renamed file and an agent that is renamed', async () => {
    const repository = newRepository({ 'agent.ts': PROGRAM });
    mkdirSync(join(repository.folder, 'src'));
    renameSync(join(repository.folder, 'agent.ts'), join(repository.folder, 'src/agent.ts'));
    expect((await diff(repository)).changes).toEqual([]);
    repository.write(
      'src/agent.ts',
      PROGRAM.replace("'Refunds'", "'Payments'").replace(' needsApproval: true,', ''),
    );
    expect(await diff(repository)).toMatchObject({
      changes: [
        { kind: 'agent', is: 'renamed', agent: 'Payments', before: 'Refunds' },
        { kind: 'gate', is: 'lost', tool: 'issue_refund' },
      ],
      status: 1,
    });
  });

  it('tells many agents of one name apart by what they are', async () => {
    const guarded = (tool: string) =>
      `new Agent({ name: 'test', tools: [${tool}], outputGuardrails: [{ name: 'g', execute: async () => check() }] });\n`;
    const plain = `new Agent({ name: 'test', tools: [] });\n`;
    const program = (...agents: string[]) =>
      PROGRAM.replace(/export const agent.*\n/, agents.map((one, at) => `const a${at} = ${one}`).join(''));
    const before = program(guarded(''), guarded('refund'), plain);
    const repository = newRepository({ 'agent.ts': before });
    repository.write('agent.ts', program(plain, guarded(''), plain, guarded('refund')));
    expect((await diff(repository)).changes).toEqual([
      { kind: 'agent', is: 'new', agent: 'test', file: 'agent.ts' },
    ]);
    repository.write('agent.ts', program(guarded(''), plain.replace('[]', '[refund]'), plain));
    expect(await diff(repository)).toMatchObject({
      status: 1,
      changes: [{ kind: 'control', is: 'lost', control: 'output guardrail' }],
    });
  });

  it('takes no agent of another file for one that is gone, only because both have no name', async () => {
    const repository = start();
    repository.remove('refunds.agent.yaml');
    repository.write('mail.agent.yaml', 'agent: { tools: [{ type: function, name: send_mail }] }\n');
    const { changes } = await diff(repository);
    expect(changes.filter(({ kind }) => kind === 'agent')).toMatchObject([
      { is: 'new', file: 'mail.agent.yaml' },
      { is: 'removed', file: 'refunds.agent.yaml' },
    ]);
  });

  it('judges each side by its own configuration, also where that of the base is broken', async () => {
    const repository = newRepository({
      'refunds.agent.yaml': AGENT,
      'agent-lint.config.yaml': 'rulez: {}\n',
    });
    repository.remove('agent-lint.config.yaml');
    expect(await diff(repository)).toMatchObject({ changes: [], status: 0 });
  });

  it.each([
    ['nope', 'Unknown commit or branch `nope`. Fetch it first: git fetch'],
    ['--output=x', 'diff needs a ref'],
    ['', '`` names no commit or branch'],
  ])('refuses the commit %j', async (ref, message) => {
    const { status, stderr } = await start().run('diff', ref);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });

  it('refuses a commit that looks like an option', async () => {
    const { status, stderr } = await start().run('diff', '--', '--upload-pack=x');
    expect(status).toBe(2);
    expect(stderr).toContain('--upload-pack=x');
  });

  it('prints hostile names so that they break out of no format', async () => {
    const repository = start();
    const evil = 'send_x`](javascript:1)\\n::error::y\\u001b[2J\\u202e|<b>@team ]]>`';
    edited(repository, 'name: get_order }', `name: get_order }\n    - { type: function, name: "${evil}" }`);
    for (const format of ['text', 'markdown', 'json']) {
      const { stdout } = await repository.run('diff', 'main', '--format', format);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
      expect(stdout).not.toMatch(/^\s*::|[\u0000-\u0009\u000b-\u001f\u202e]/m);
      // Outside of code spans, nothing forms a tag, a link or a mention.
      const text = stdout.replace(/(?<!\\)`[^`]*`/g, '');
      if (format === 'markdown') expect(text).not.toMatch(/<b>|(?<!\\)\]\(|@team/);
    }
  });
});
