import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith, runCli } from '../cli/run-cli.js';

// Put together here, so that no scanner takes this file for a leak.
const TOKEN = ['ghp', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'].join('_');
const SECRETS = {
  token: TOKEN,
  bearer: 'abcDEF1234567890abcDEF1234567890',
  header: 'k3yk3yk3yk3yk3yk3yk3y99',
  environment: 'hunter2hunter2xyz',
  openai: ['sk', 'abcdefghijklmnopqrstuvwx1234'].join('-'),
  privateKey: 'MIIEpAIBAAKCAQEAsecretsecretsecret',
  query: 'querytok1234567890',
  password: 'p4ssw0rdp4ss',
  basic: 'dXNlcjpwYXNzd29yZDEyMw==',
};
const PEM = ['-----BEGIN RSA PRIVATE', 'KEY-----'].join(' ');
const PEM_END = PEM.replace('BEGIN', 'END');

const YAML = `runtime: managed
headers:
  Acme-Beta: agents=v1
  Authorization: Bearer ${SECRETS.bearer}
  X-Api-Key: ${SECRETS.header}
agent:
  model: ${TOKEN}
  instructions: |
    Ask a human before you send. DB_PASSWORD=${SECRETS.environment} OPENAI_API_KEY=${SECRETS.openai}
    ${PEM}
    ${SECRETS.privateKey}
    ${PEM_END}
    Ask a human before you refund.
  tools:
    - { type: function, name: ${TOKEN}, description: "Sends mail with token=${SECRETS.openai}" }
    - { type: "${TOKEN}" }
    - { type: function, name: issue_refund }
    - { type: shell }
  mcp_servers:
    - url: "https://user:${SECRETS.password}@one.example.com/mcp?token=${SECRETS.query}&x=1"
    - url: "http://two.example.com/mcp?api_key=${SECRETS.query}"
      headers: { Authorization: "Basic ${SECRETS.basic}" }
  ${TOKEN}: 1
agents:
  ${TOKEN}:
    model: m
    handoffs: [${TOKEN}x]
environment: { type: ${TOKEN} }
requirements: { needs: [durable-session], because: { needs: "see ${TOKEN}" } }
controls:
  tracing: { sink: "otlp: https://u:${SECRETS.password}@traces.example.com" }
  tools:
    issue_refund: { effect: outward, approval: { by: human, how: "token=${SECRETS.openai}" } }
    ${TOKEN}: { effect: read }
    ${TOKEN}y: { effect: read }
  mcp_servers:
    "https://user:${SECRETS.password}@one.example.com/mcp?token=${SECRETS.query}&x=1": { allowed_tools: ["${TOKEN}"], scopes: ["${TOKEN}"] }
`;

const HTTP = `POST https://user:${SECRETS.password}@api.example.com/v1/agents/sessions?token=${SECRETS.query}
Acme-Beta: agents=v2
Authorization: Bearer ${SECRETS.bearer}
X-Api-Key: ${SECRETS.header}

{ "agent": { "model": "m", "instructions": "DB_PASSWORD=${SECRETS.environment}", "tools": [{ "type": "shell" }],
  "mcp_servers": [{ "url": "https://user:${SECRETS.password}@one.example.com/mcp?token=${SECRETS.query}" }] } }
`;

const FILES = {
  'secret.agent.yaml': YAML,
  'create.http': HTTP,
  'broken.agent.json': `{"agent": {"instructions": "${SECRETS.openai}" ${TOKEN}`,
  'broken.agent.yaml': `agent: *${TOKEN}\nheaders: { Authorization: Bearer ${SECRETS.bearer}\n`,
  'repeated.agent.json': `{"agent": {"${TOKEN}": 1, "${TOKEN}": 2}}`,
  'wrong.agent.yaml': `agent: { model: ["${TOKEN}"], instructions: { api_key: ${SECRETS.header} } }\nmulti_agent: { enabled: "${TOKEN}" }\nrequirments: { x: ${TOKEN} }\nruntime: ${TOKEN}\n`,
  'agent-lint.config.yaml': `requirements: { needs: [artifacts], because: { needs: "see ${TOKEN}" } }
tools: { ${TOKEN}: { effect: read, because: "${TOKEN}" } }
ignore:
  - { rule: tracing/missing, files: "none-${SECRETS.openai}", reason: "${TOKEN}" }
  - { rule: guardrail/missing-input, files: "secret.agent.yaml", reason: "${TOKEN}" }
`,
};

/** Names of the secrets that stand in a text, as they are or escaped. */
function leaks(text: string): string[] {
  const plain = text.replaceAll('%2F', '/').replaceAll('%3D', '=');
  return Object.entries(SECRETS).flatMap(([name, secret]) => (plain.includes(secret) ? [name] : []));
}

describe('no secret of a file is printed', () => {
  it.each(
    ['pretty', 'json', 'sarif', 'github'].flatMap((format) => [
      [['check', '-f', format]],
      [['check', '-f', format, '--preset', 'strict', '--no-ignore']],
    ]),
  )('%j', async (args) => {
    const run = await runCli(folderWith(FILES), args);
    expect(run.stdout).toContain('mcp/literal-secret');
    expect(leaks(run.stdout + run.stderr)).toEqual([]);
    expect(run.status).toBe(1);
  });

  it.each([
    [['inspect']],
    [['inspect', '--files']],
    [['inspect', '-f', 'json']],
    [['inspect', '-f', 'mermaid']],
    ...['text', 'table', 'json', 'markdown', 'adr'].map((format) => [['decide', '--format', format]]),
    [['rules']],
    [['explain', 'mcp/literal-secret']],
  ])('%j', async (args) => {
    const run = await runCli(folderWith(FILES), args);
    expect(run.stdout).not.toBe('');
    expect(leaks(run.stdout + run.stderr)).toEqual([]);
    expect(run.status).toBe(0);
  });

  it('where one rule alone is asked for, whose frames show the lines beside it', async () => {
    const run = await runCli(folderWith(FILES), [
      'check',
      '--only',
      'guardrail/missing-output',
      '--no-ignore',
    ]);
    expect(run.stdout).toContain('agent:');
    expect(leaks(run.stdout)).toEqual([]);
  });

  it('in a report that is written to a file', async () => {
    const folder = folderWith(FILES);
    await runCli(folder, ['check', '-o', 'out/report.txt']);
    const report = readFileSync(join(folder, 'out/report.txt'), 'utf8');
    expect(report).toContain('mcp/literal-secret');
    expect(leaks(report)).toEqual([]);
  });

  it.each([
    ['an unknown key', `{ "${TOKEN}": 1 }`],
    ['a wrong value', `{ "preset": "${TOKEN}" }`],
    ['an unknown rule', `{ "rules": { "${TOKEN}": "error" } }`],
    ['no such file to extend', `{ "extends": "./${TOKEN}" }`],
    ['broken text', `{ "preset": "strict" ${TOKEN}`],
    ['a token as a key beside a password', `{ "DB_PASSWORD": "${SECRETS.environment}" }`],
  ])('of a configuration that is wrong: %s', async (_, text) => {
    const run = await runCli(folderWith({ 'agent-lint.config.json': text }), ['check']);
    expect(run.status).toBe(3);
    expect(run.stderr).toContain('agent-lint.config.json:1:');
    expect(leaks(run.stdout + run.stderr)).toEqual([]);
  });

  it('by payload there is one: the request is the user’s own', async () => {
    const run = await runCli(folderWith({ 'secret.agent.yaml': YAML }), ['payload', 'secret.agent.yaml']);
    expect(run.stdout).toContain(`Authorization: Bearer ${SECRETS.bearer}\n`);
    expect(leaks(run.stderr)).toEqual([]);
  });
});
