import { describe, expect, it } from 'vitest';
import { lintFiles } from '../rules/lint-files.js';
import { readText } from './read-text.js';

const agent = { model: 'm', tools: [{ type: 'shell' }] };
const payload = { agent, environment: { type: 'hosted' } };

describe('a file that is commented out', () => {
  const text = '// {\n//   "servers": { "a": { "url": "http://a.example.com" } }\n// }\n';
  const problems = async (path: string) =>
    (await lintFiles({ [path]: text })).findings.map(
      ({ rule, range }) => `${range.start.line}:${range.start.column} ${rule}`,
    );

  it('states nothing where its client reads comments, and is broken elsewhere', async () => {
    expect(await problems('.vscode/mcp.json')).toEqual([]);
    expect(await problems('opencode.jsonc')).toEqual([]);
    expect(await problems('a.session.json')).toEqual(['1:1 file/syntax']);
  });
});

describe('a file belongs to exactly one dialect', () => {
  it.each<[string, unknown, string | undefined, string | undefined]>([
    ['anything.json', payload, 'session', 'managed'],
    ['anything.json', { agent, multi_agent: { enabled: true } }, 'session', 'managed'],
    ['anything.json', { agent }, undefined, undefined],
    ['a.session.json', { agent }, 'session', 'managed'],
    ['agent.json', { agent }, 'session', 'managed'],
    ['refunds.agent.json', { agent }, 'session', 'managed'],
    ['anything.json', { agent: { name: 'x' }, environment: {} }, undefined, undefined],
    ['anything.json', { agent: 'x', environment: {} }, undefined, undefined],
    ['agent.json', { agent: { name: 'x' } }, undefined, undefined],
    ['anything.json', { ...payload, controls: {} }, 'agent-config', 'managed'],
    ['anything.json', { ...payload, runtime: 'framework' }, 'agent-config', 'framework'],
    ['anything.json', { ...payload, requirments: {} }, 'agent-config', 'managed'],
    ['anything.json', { agent, controls: {} }, undefined, undefined],
    ['agent.json', { agent, controls: {} }, 'agent-config', undefined],
    ['agent.json', { agents: { a: { instructions: 'x' } } }, 'agent-config', undefined],
    ['anything.json', { agents: { a: { instructions: 'x' } } }, undefined, undefined],
    [
      'anything.json',
      { agents: { a: { instructions: 'x' } }, runtime: 'managed' },
      'agent-config',
      'managed',
    ],
    ['agent.json', { agents: { root: { instruction: 'x' } } }, 'cagent', undefined],
    ['agent.json', { agents: { root: { toolsets: [] } } }, 'cagent', undefined],
    ['package.json', { name: 'agent', scripts: {} }, undefined, undefined],
    ['list.json', [payload], undefined, undefined],
  ])('%s with %j is %s and targets %s', async (path, value, dialect, runtime) => {
    const reading = await readText(path, JSON.stringify(value));
    expect(reading.dialect).toBe(dialect);
    expect(reading.systems[0]?.runtime).toBe(runtime);
    expect(reading.reason).not.toBe('');
  });

  it('takes servers below `mcp` for settings of VS Code in JSON alone', async () => {
    const servers = { mcp: { servers: { files: { command: 'npx', args: ['-y', 'files'] } } } };
    expect((await readText('settings.json', JSON.stringify(servers))).dialect).toBe('vscode-settings');
    const yaml = 'mcp:\n  servers:\n    files:\n      command: "npx"\n      args: ["-y", "files"]\n';
    expect((await readText('mcp_agent.config.yaml', yaml)).dialect).toBeUndefined();
  });

  it('reads each document of a YAML stream', async () => {
    const reading = await readText(
      'a.yaml',
      'agent: { model: a }\nenvironment: { type: hosted }\n---\nkind: Service\n---\nagent: { model: b }\nmulti_agent: {}\n',
    );
    expect(reading.systems.map((one) => one.agents[0]?.model)).toEqual(['a', 'b']);
  });
});

const request = (target: string, headers: string, body: unknown) =>
  `POST ${target}\n${headers}\n\n${JSON.stringify(body)}\n`;

describe('a request creates a session', () => {
  it.each([
    ['https://api.example.com/v1/agents/sessions', 'Content-Type: application/json', payload, 1],
    ['{{base}}/v1/agents/sessions?x=1', 'X: y', payload, 1],
    ['https://api.example.com/other', 'acme-beta: agents=v1', payload, 1],
    ['https://api.example.com/other', 'Content-Type: application/json', payload, 0],
    ['https://api.example.com/v1/agents/sessions', 'Acme-Beta: agents=v1', { input: 'hello' }, 0],
  ])('%s with %s: %#', async (target, headers, body, systems) => {
    const reading = await readText('create.http', request(target, headers, body));
    expect(reading.systems).toHaveLength(systems);
    expect(reading.dialect).toBe(systems === 1 ? 'session' : undefined);
  });
});

describe('a text with a fault', () => {
  const problems = async (path: string, text: string) => {
    const reading = await readText(path, text);
    return [
      reading.dialect,
      reading.problems.map(({ kind, at }) => `${kind} ${at.range().start.line}:${at.range().start.column}`),
    ];
  };

  it('is reported at its first fault, and keeps the dialect that its name proposes', async () => {
    expect(await problems('agent.json', '{"agent": {"model": "m"')).toEqual(['session', ['syntax 1:24']]);
    expect(await problems('agent.yaml', 'agent: [1, 2\nb: }')).toEqual(['agent-config', ['syntax 1:8']]);
    expect(await problems('other.json', '{"name": ')).toEqual([undefined, []]);
  });

  it('may have a comma before a closing bracket in .jsonc, not in .json, which is read all the same', async () => {
    const text = '{"agent": {"model": "m",}, "environment": {}}';
    expect(await problems('a.json', text)).toEqual(['session', ['syntax 1:24']]);
    expect(await problems('a.jsonc', text)).toEqual(['session', []]);
    expect((await readText('a.json', text)).systems).toHaveLength(1);
  });

  it('is reported in the body of a request that creates a session', async () => {
    const text = 'POST https://x/v1/agents/sessions\nX-Beta: agents=v1\n\n{"agent": {"model": }\n';
    expect(await problems('a.http', text)).toEqual(['session', ['syntax 4:21']]);
  });
});

describe('a file that no dialect reads', () => {
  it.each([
    [
      'agents.yaml',
      'framework: praisonai\nroles:\n  r: { role: R, goal: g, backstory: b, tools: [] }\n',
      'not read yet: agents of PraisonAI',
    ],
    [
      'appPackage/declarativeAgent.json',
      '{ "$schema": "https://example.com/copilot/declarative-agent/v1.2/schema.json", "name": "x" }',
      'not read yet: a declarative agent of Microsoft 365 Copilot',
    ],
    ['notes.md', '---\nname: x\nmodel: y\n---\n', 'no dialect recognises its content'],
  ])('says so: %s', async (path, text, what) => {
    expect((await readText(path, text)).reason).toBe(what);
  });

  it('says what its name promised, where that is more', async () => {
    expect((await readText('.mcp.json', '{ "name": "x" }')).reason).toBe('no map of MCP servers in it');
  });
});

describe('what only looks like one of ours', () => {
  const AGENT = '---\nname: deploy\ndescription: Deploys\nmodel: opus\n---\n';

  it.each([
    ['a command', 'plugins/ops/commands/deploy.md', AGENT, undefined],
    ['a command in a folder of commands', '.claude/commands/web/deploy.md', AGENT, undefined],
    ['a page of a skill', 'plugins/ops/skills/web/deploy.md', AGENT, undefined],
    ['an agent', 'plugins/ops/agents/deploy.md', AGENT, 'claude-agent'],
    ['an agent of a skill', 'skills/ops/agents/deploy.md', AGENT, 'claude-agent'],
    ['an agent in a folder of that name', '.claude/agents/ops/deploy.md', AGENT, 'claude-agent'],
    ['an agent elsewhere', 'team/deploy.md', AGENT, 'claude-agent'],
    [
      'an agent of Claude Code in a folder that sorts them',
      '.claude/agents/commands/deploy.md',
      AGENT,
      'claude-agent',
    ],
    [
      'an agent among prompts',
      'prompts/deploy.md',
      AGENT.replace('model: opus', 'maxTurns: 3'),
      'claude-agent',
    ],
    ['a prompt with tools', 'prompts/deploy.md', AGENT.replace('model: opus', 'tools: Read'), undefined],
    [
      'a map of agents with the schema of another program',
      'oh-my.json',
      '{ "$schema": "https://example.com/other.schema.json", "agents": { "a": { "model": "m" } } }',
      undefined,
    ],
    [
      'a map of agents with our schema',
      'ours.json',
      '{ "$schema": "./agent-config.schema.json", "agents": { "a": { "model": "m" } } }',
      'agent-config',
    ],
    [
      'a map of agents with another key of ours',
      'ours.json',
      '{ "$schema": "x", "runtime": "framework", "agents": { "a": { "model": "m" } } }',
      'agent-config',
    ],
    [
      'an agent whose fields are all objects',
      'agent.yaml',
      'agent:\n  name: a\n  model: { provider: p }\n  tools: { servers: [s] }\n',
      undefined,
    ],
    [
      'an agent whose tools are a map by mistake',
      'agent.yaml',
      'agent:\n  tools: { issue_refund: {} }\n',
      'session',
    ],
    [
      'an agent whose servers are a map by mistake',
      'a.session.json',
      '{ "agent": { "mcp_servers": { "pay": { "url": "https://pay.example.com/mcp" } } } }',
      'session',
    ],
    [
      'a request with an agent whose fields are all objects',
      'a.http',
      'POST {{b}}/v1/agents/sessions\n\n{ "agent": { "model": {}, "tools": {} } }\n',
      'session',
    ],
    [
      'an agent with one field of the right type',
      'agent.yaml',
      'agent:\n  model: m\n  tools: { servers: [s] }\n',
      'session',
    ],
    [
      'an agent whose fields are all objects beside an environment',
      'agent.yaml',
      'agent:\n  model: { provider: p }\nenvironment: { type: hosted }\n',
      'session',
    ],
  ])('%s: %s', async (_, path, text, dialect) => {
    expect((await readText(path, text)).dialect).toBe(dialect);
  });
});
