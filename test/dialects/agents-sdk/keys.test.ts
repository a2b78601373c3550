import { describe, expect, it } from 'vitest';
import type { Range } from '../../../src/model/index.js';
import { lintFiles } from '../../rules/lint-files.js';

// Put together here, so that no scanner takes this file for a leak.
const token = (prefix: string, rest: string) => [prefix, rest].join('');
const KEY = token('sk-proj-', 'a8Kd92LmQx7ZpT4vB1nR6sW3yH5jC0eF9gUoIiYtRrEe');
const GITHUB = token('ghp_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8');

const PY = `import os
from agents import Agent, set_default_openai_client, set_default_openai_key
from agents.mcp import MCPServerStdio, MCPServerStreamableHttp
from openai import AsyncOpenAI, OpenAI
`;
const TS = `import OpenAI from 'openai';
import { Agent, MCPServerStdio, MCPServerStreamableHttp, setDefaultOpenAIClient, setDefaultOpenAIKey } from '@openai/agents';
`;
const END_PY = '\na = Agent(name="A", mcp_servers=[s])\n';
const END_TS = "\nexport const a = new Agent({ name: 'A', mcpServers: [s] });\n";

/** Where credentials are found: `line:column`. */
async function found(file: string, text: string): Promise<string[]> {
  const { findings } = await lintFiles({ [file]: text });
  return findings
    .filter(({ rule }) => rule === 'mcp/literal-secret')
    .map(({ range: { start } }) => `${start.line}:${start.column}`);
}

describe('a credential in a program is found', () => {
  it.each([
    [
      'in a text that a constant is put into',
      'a.py',
      `${PY}T = "${GITHUB}"\ns = MCPServerStreamableHttp(params={"url": "https://x.example.com", "headers": {"Authorization": f"Bearer {T}"}})${END_PY}`,
      ['6:98'],
    ],
    [
      'in a template that a constant is put into',
      'a.ts',
      `${TS}const T = '${GITHUB}';\nconst s = new MCPServerStreamableHttp({ url: 'https://x.example.com', requestInit: { headers: { Authorization: \`Bearer \${T}\` } } });${END_TS}`,
      ['4:112'],
    ],
    [
      'as the default of a variable',
      'a.py',
      `${PY}s = MCPServerStdio(params={"command": "x", "env": {"GITHUB_TOKEN": os.getenv("GITHUB_TOKEN", "${GITHUB}")}})${END_PY}`,
      ['5:94'],
    ],
    [
      'as the other side of a choice',
      'a.ts',
      `${TS}const s = new MCPServerStdio({ command: 'x', env: { GITHUB_TOKEN: process.env.GITHUB_TOKEN ?? '${GITHUB}' } });${END_TS}`,
      ['3:95'],
    ],
    [
      'in a copy of the environment',
      'a.py',
      `${PY}env = os.environ.copy()\nenv["GITHUB_TOKEN"] = "${GITHUB}"\ns = MCPServerStdio(params={"command": "x", "env": env})${END_PY}`,
      ['6:23'],
    ],
    [
      'in a dict of the environment',
      'a.py',
      `${PY}env = dict(os.environ)\nenv["GITHUB_TOKEN"] = "${GITHUB}"\ns = MCPServerStdio(params={"command": "x", "env": env})${END_PY}`,
      ['6:23'],
    ],
    [
      'in the client that is made the default one',
      'a.py',
      `${PY}set_default_openai_client(AsyncOpenAI(api_key="${KEY}"))\na = Agent(name="A")\n`,
      ['5:47'],
    ],
    [
      'in the client that is made the default one',
      'a.ts',
      `${TS}setDefaultOpenAIClient(new OpenAI({ apiKey: '${KEY}' }));\nexport const a = new Agent({ name: 'A' });\n`,
      ['3:45'],
    ],
    ['as the default key', 'a.py', `${PY}set_default_openai_key("${KEY}")\na = Agent(name="A")\n`, ['5:24']],
    [
      'as the default key',
      'a.ts',
      `${TS}setDefaultOpenAIKey('${KEY}');\nexport const a = new Agent({ name: 'A' });\n`,
      ['3:21'],
    ],
    [
      'in a variable that the program sets',
      'a.py',
      `${PY}os.environ["OPENAI_API_KEY"] = "${KEY}"\na = Agent(name="A")\n`,
      ['5:32'],
    ],
    [
      'in the client of a request',
      'a.py',
      `${PY}c = OpenAI(api_key="${KEY}")\nc.responses.create(model="m", input="x", tools=[{"type": "web_search"}])\n`,
      ['5:20'],
    ],
    [
      'in the client of a session',
      'a.ts',
      `${TS}const c = new OpenAI({ apiKey: '${KEY}' });\nc.beta.agents.sessions.create({ agent: { model: 'm' }, environment: { type: 'none' } });\n`,
      ['3:32'],
    ],
  ])('%s (%s)', async (_, file, text, places) => {
    expect(await found(file, text)).toEqual(places);
  });

  it.each(['ollama', 'sk-no-key-required', 'token-abc123', 'mock-key-for-testing', 'EMPTY'])(
    'and %s is none',
    async (key) => {
      const text = `${PY}set_default_openai_client(AsyncOpenAI(api_key="${key}"))\nos.environ["OPENAI_API_KEY"] = "${key}"\na = Agent(name="A")\n`;
      expect(await found('a.py', text)).toEqual([]);
    },
  );
});

describe('a default of the environment', () => {
  it('narrows no server: another value may hold', async () => {
    const server = (mode: string) =>
      `${PY}s = MCPServerStdio(params={"command": "docker", "args": ["run", "-i", "ghcr.io/github/github-mcp-server:v0.20.0"], "env": {"GITHUB_READ_ONLY": ${mode}}})${END_PY}`;
    const rules = async (text: string) =>
      (await lintFiles({ 'a.py': text })).findings.map(({ rule }) => rule);
    expect(await rules(server('"1"'))).not.toContain('scope/unrestricted-server');
    expect(await rules(server('os.getenv("READ_ONLY", "1")'))).toContain('scope/unrestricted-server');
  });
});

describe('an address that is computed in part', () => {
  const judged = async (file: string, text: string) => {
    const { findings, notAssessed } = await lintFiles({ [file]: text });
    const isOfRule = ({ rule }: { rule: string }) => rule === 'mcp/plain-http';
    const shown = ({ start }: Range) => `${start.line}:${start.column}`;
    return {
      found: findings.filter(isOfRule).map(({ range }) => shown(range)),
      open: notAssessed.filter(isOfRule).map(({ at }) => shown(at.range())),
    };
  };
  const py = (url: string) => `${PY}s = MCPServerStreamableHttp(params={"url": ${url}})${END_PY}`;
  const ts = (url: string) =>
    `${TS}const h = process.env.H;\nconst s = new MCPServerStreamableHttp({ url: ${url} });${END_TS}`;

  it.each([
    ['a.py', py('f"http://{os.environ[\'H\']}/mcp"'), { found: [], open: ['5:5'] }],
    ['a.py', py('"http://" + os.environ["H"]'), { found: [], open: ['5:5'] }],
    ['a.py', py('f"http://crm.example.com/{os.environ[\'H\']}"'), { found: ['5:5'], open: [] }],
    ['a.py', py('f"http://crm.example.com{os.environ[\'H\']}"'), { found: [], open: ['5:5'] }],
    ['a.py', py('f"http://localhost:{os.environ[\'H\']}/mcp"'), { found: [], open: [] }],
    ['a.py', py('f"https://{os.environ[\'H\']}/mcp"'), { found: [], open: [] }],
    ['a.ts', ts('`http://${h}/mcp`'), { found: [], open: ['4:11'] }],
    ['a.ts', ts('`http://crm.example.com:${h}/mcp`'), { found: ['4:11'], open: [] }],
    ['a.ts', ts('`http://127.0.0.1:${h}/mcp`'), { found: [], open: [] }],
  ])('is judged by how it begins: %s %s', async (file, text, expected) => {
    expect(await judged(file, text)).toEqual(expected);
  });
});
