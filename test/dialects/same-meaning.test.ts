import { beforeAll, describe, expect, it } from 'vitest';
import { isLoopback } from '../../src/assess/mcp/hosts.js';
import { matchesServer } from '../../src/assess/mcp/identity.js';
import { readContainer } from '../../src/dialects/commands/launch.js';
import { lintWorkspace } from '../../src/lint/lint.js';
import { entryAgent, fixedPlace } from '../../src/model/index.js';
import { noConfig } from '../../src/model/memory-config.js';
import { workspaceOf } from '../../src/model/memory-workspace.js';
import { hostOf } from '../../src/model/secrets.js';
import { loadParsers } from '../../src/syntax/index.js';

const AT = fixedPlace('x', '', { start: { line: 1, column: 1 }, end: { line: 1, column: 2 } });
const TOKEN = `ghp_${'aB3dE5gH7jK9mN1pQ3sT5vW7xY9zA1cD3eF5'}`;

const lint = (files: Record<string, string>) =>
  lintWorkspace(workspaceOf(files), noConfig(), { asOf: '2026-11-20' });

const placed = (files: Record<string, string>, rule: string) =>
  lint(files)
    .findings.filter((finding) => finding.rule === rule)
    .map(({ range: { start, end } }) => `${start.line}:${start.column}-${end.line}:${end.column}`);

/** A key with its first letter written as an escape. */
const escaped = (text: string, key: string) =>
  text.replace(key, `\\u00${key.charCodeAt(0).toString(16)}${key.slice(1)}`);

beforeAll(() => loadParsers(['json', 'yaml', 'toml', 'markdown']));

describe('a file that says the same in other letters', () => {
  it('is found though the key that tells what it is stands in escapes', () => {
    const text = `{ "mcpServers": { "a": { "url": "http://tools.example.com/mcp" } } }`;
    expect(placed({ 'tools.json': text }, 'mcp/plain-http')).toEqual(['1:33-1:63']);
    expect(placed({ 'tools.json': escaped(text, 'mcpServers') }, 'mcp/plain-http')).toEqual(['1:38-1:68']);
  });

  it.each([
    ['kind: Prompt\nname: a\nmodel: m\n'],
    ['"kind": "Prompt"\n"name": a\n"model": m\n'],
    ["'kind': 'Prompt'\nname: a\nmodel: m\n"],
    ['kind: !!str Prompt\nname: a\nmodel: m\n'],
    ['kind: |-\n  Prompt\nname: a\nmodel: m\n'],
  ])('is a declarative agent: %j', (text) => {
    expect(lint({ 'x.yaml': text }).files).toEqual([{ path: 'x.yaml', dialect: 'agent-framework' }]);
  });
});

describe('front matter that is no strict YAML', () => {
  const agent = (tools: string) => `---\nname: a\ndescription: when: asked\n${tools}\n---\nBody\n`;

  it.each([
    ['tools: Bash, Read'],
    ['"tools": Bash, Read'],
    ["'tools': [Bash, Read]"],
    ['tools: [\n  Bash,\n  "Read"\n]'],
    ['tools:\n  [\n    Bash, Read,\n  ]'],
    ['tools:\n  Bash, Read'],
  ])('names its tools in %j', (tools) => {
    const { systems } = lint({ '.claude/agents/a.md': agent(tools) });
    expect(systems[0]?.agents[0]?.tools.map(({ name }) => name)).toEqual(['Bash', 'Read']);
  });

  it('has its places where they are written', () => {
    const text = agent('"permissionMode": bypassPermissions\ntools: [\n  Bash\n]');
    expect(placed({ '.claude/agents/a.md': text }, 'approval/auto-approved')).toEqual(['4:19-4:36']);
  });
});

describe('an empty list where its owner takes it for none', () => {
  it('leaves a server of docker agent with every tool', () => {
    const file = (tools: string) =>
      `agents:\n  root:\n    instruction: x\n    toolsets:\n      - type: mcp\n        remote: { url: "https://mcp.stripe.com" }\n${tools}`;
    expect(placed({ 'cagent.yaml': file('') }, 'scope/unrestricted-server')).toEqual(['6:24-6:48']);
    expect(placed({ 'cagent.yaml': file('        tools: []\n') }, 'scope/unrestricted-server')).toEqual([
      '6:24-6:48',
    ]);
    expect(placed({ 'cagent.yaml': file('        tools: [get_x]\n') }, 'scope/unrestricted-server')).toEqual(
      [],
    );
  });

  it('leaves a server of ADK with every tool', () => {
    const file = (filter: string) =>
      `agent_class: LlmAgent\nname: a\nmodel: m\ntools:\n  - name: MCPToolset\n    args:\n      sse_server_params:\n        url: https://mcp.stripe.com\n${filter}`;
    for (const filter of ['', '      tool_filter: []\n'])
      expect(placed({ 'root_agent.yaml': file(filter) }, 'scope/unrestricted-server')).toEqual(['8:14-8:36']);
  });
});

describe('a server by another spelling', () => {
  it('has the same host with a final dot', () => {
    expect(hostOf('https://MCP.example.com.:443/x')).toBe('mcp.example.com');
    expect(hostOf('https://.')).toBe('.');
  });

  it('is on this machine in short and in IPv6', () => {
    for (const host of ['127.1', '127.0.0.1', '::ffff:127.0.0.1', '::1']) expect(isLoopback(host)).toBe(true);
    for (const host of ['127', '128.1', '127.example.com', '::ffff:10.0.0.1'])
      expect(isLoopback(host)).toBe(false);
  });

  it('is one image with and without the name of Docker Hub, a tag and a digest', () => {
    const named = (image: string) => {
      const { launch } = readContainer([
        { text: 'run', at: AT },
        { text: image, at: AT },
      ]);
      return launch ? { launch } : {};
    };
    for (const image of ['mcp/github', 'docker.io/mcp/github', `mcp/github:1.2@sha256:${'0'.repeat(64)}`]) {
      expect(matchesServer('image:mcp/github', named(image))).toBe(true);
      expect(matchesServer('image:docker.io/mcp/*', named(image))).toBe(true);
    }
    expect(matchesServer('image:mcp/github', named('ghcr.io/mcp/github'))).toBe(false);
    expect(matchesServer('image:redis:7.1', named('docker.io/library/redis:7.1'))).toBe(true);
  });

  it.each([
    [{ headers: [`Authorization: Bearer ${TOKEN}`] }],
    [{ headers: [{ name: 'Authorization', value: `Bearer ${TOKEN}` }] }],
    [{ requestInit: { headers: { Authorization: `Bearer ${TOKEN}` } } }],
  ])('is given its credential in %o', (more) => {
    const text = JSON.stringify({ mcpServers: { a: { url: 'https://x.example.com/mcp', ...more } } });
    const start = text.lastIndexOf('"', text.indexOf(TOKEN)) + 1;
    const end = text.indexOf(TOKEN) + TOKEN.length + 2;
    expect(placed({ '.mcp.json': text }, 'mcp/literal-secret')).toEqual([`1:${start}-1:${end}`]);
  });
});

describe('a team of docker agent', () => {
  const member = (name: string, more = '') => `  ${name}:\n    instruction: x\n${more}`;

  it.each([
    [member('root', '    sub_agents: [a]\n') + member('a', '    handoffs: [root]\n') + member('b'), 'root'],
    [member('b') + member('a', '    handoffs: [root]\n') + member('root'), 'root'],
    [member('b', '    sub_agents: [a]\n') + member('a', '    handoffs: [b]\n'), 'b'],
  ])('begins at its root, else at its first', (agents, entry) => {
    const [system] = lint({ 'cagent.yaml': `agents:\n${agents}` }).systems;
    expect(system && entryAgent(system)?.name).toBe(entry);
  });
});
