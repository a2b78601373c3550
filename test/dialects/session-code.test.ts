import { describe, expect, it } from 'vitest';
import { lintFiles } from '../rules/lint-files.js';

const TYPESCRIPT = `import OpenAI from 'openai';

const client = new OpenAI();

export const session = await client.beta.agents.sessions.create({
  agent: {
    model: 'some-model',
    instructions: 'Answer questions on refunds.',
    tools: [{ type: 'function', name: 'issue_refund', parameters: {} }],
    multi_agent: { enabled: true },
  },
  environment: { type: 'openai_hosted' },
});
`;
const PYTHON = `from openai import OpenAI

client = OpenAI()

session = client.beta.agents.sessions.create(
    agent={
        "model": "some-model",
        "instructions": "Answer questions on refunds.",
        "tools": [{"type": "function", "name": "issue_refund", "parameters": {}}],
        "multi_agent": {"enabled": True},
    },
    environment={"type": "openai_hosted"},
    extra_headers={"X-Team": "refunds"},
)
`;
const mended = (text: string) =>
  text
    .replace('issue_refund', 'get_refund')
    .replace('"enabled": True', '"enabled": True, "max_concurrent_subagents": 4')
    .replace('enabled: true', 'enabled: true, max_concurrent_subagents: 4');

const DECIDED = { 'agent-lint.config.yaml': 'requirements: { beta: allowed, needs: [durable-session] }\n' };

async function findings(files: Record<string, string>): Promise<string[]> {
  const result = await lintFiles({ ...DECIDED, ...files });
  return result.findings
    .map(({ rule, severity, range }) => `${range.start.line}:${range.start.column} ${severity} ${rule}`)
    .sort();
}

describe('a session that a program creates', () => {
  it.each([
    ['a.ts', TYPESCRIPT, { agent: '6:3', refund: '9:39', enabled: '10:29' }],
    ['a.py', PYTHON, { agent: '6:5', refund: '9:48', enabled: '10:36' }],
  ])('is judged like a payload in %s, and its client sends the header', async (file, text, at) => {
    const lacks = [`${at.agent} warning guardrail/missing-input`, `${at.agent} warning tracing/missing`];
    const flaws = [`${at.refund} error approval/missing`, `${at.enabled} error delegation/unbounded`];
    expect(await findings({ [file]: text })).toEqual([...flaws, ...lacks].sort());
    expect(await findings({ [file]: mended(text) })).toEqual([`${at.agent} warning tracing/missing`]);
  });

  it('selects the profile of its client', async () => {
    const { systems } = await lintFiles({ 'a.ts': TYPESCRIPT });
    expect(
      systems.map(({ dialect, runtime, vendor, language }) => [dialect, runtime, vendor, language]),
    ).toEqual([['session', 'managed', 'openai', 'typescript']]);
  });

  it('has parts that are computed, and they are never absent', async () => {
    const text = `from openai import OpenAI
def start(client: OpenAI, tools, agent):
    client.beta.agents.sessions.create(agent={"model": "m", "tools": tools}, environment=sandbox())
    client.beta.agents.sessions.create(agent=agent, environment={"type": "openai_hosted"})
    client.beta.agents.sessions.create(agent={"model": "m", "tools": [tool(), {"type": "web_search"}]})
`;
    const { systems, findings: found } = await lintFiles({ 'a.py': text });
    expect(systems.map(({ unresolved }) => unresolved.map(({ what }) => what))).toEqual([
      ['the environment', 'the list of tools'],
      ['the agent'],
      ['a tool of the list'],
    ]);
    expect(found.filter(({ rule }) => rule === 'session/schema')).toEqual([]);
  });

  it.each([
    ['a.py', PYTHON.replace('"X-Team": "refunds"', '"OpenAI-Beta": "agents=v2"'), ['13:20']],
    ['same.py', PYTHON.replace('"X-Team": "refunds"', '"openai-beta": "agents=v1"'), []],
    ['other.py', PYTHON.replace('"X-Team": "refunds"', '"Acme-Beta": "agents=v1"'), []],
    [
      'a.ts',
      TYPESCRIPT.replace('\n});', "\n}, { headers: { 'OpenAI-Beta': 'assistants=v2' } });"),
      ['13:17'],
    ],
    ['taken-off.ts', TYPESCRIPT.replace('\n});', "\n}, { headers: { 'OpenAI-Beta': null } });"), ['13:17']],
    [
      'same.ts',
      TYPESCRIPT.replace('\n});', "\n}, { headers: { 'OpenAI-Beta': 'agents=v1' }, timeout: 9 });"),
      [],
    ],
  ])('is judged in %s for a header in place of its client’s', async (file, text, at) => {
    const { findings: found } = await lintFiles({ ...DECIDED, [file]: text });
    const own = found.filter(({ rule }) => rule === 'session/beta-header');
    expect(own.map(({ range }) => `${range.start.line}:${range.start.column}`)).toEqual(at);
    expect(found.filter(({ rule }) => rule === 'session/undocumented')).toEqual([]);
  });

  it('has in its body what is put there beside the arguments', async () => {
    const text = `from openai import OpenAI

OpenAI().beta.agents.sessions.create(
    environment={"type": "openai_hosted"},
    extra_body={"agent": {"model": "m", "tools": [{"type": "function", "name": "issue_refund", "parameters": {}}]}},
)
`;
    expect((await findings({ 'a.py': text })).filter((one) => one.includes('error'))).toEqual([
      '5:80 error approval/missing',
    ]);
  });

  it('is none where another package is called', async () => {
    const { systems } = await lintFiles({
      ...DECIDED,
      'a.ts': TYPESCRIPT.replace("from 'openai'", "from 'acme'"),
      'b.py': 'import acme\nacme.agents.sessions.create(agent={"model": "m"})\n',
    });
    expect(systems).toEqual([]);
  });
});

describe('a session that a program creates without the client', () => {
  const FETCH = `const made = await fetch(\`\${process.env.BASE}/v1/agents/sessions\`, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({
    agent: { model: 'some-model', instructions: 'Compare.', tools: [{ type: 'web_search' }] },
    environment: { type: 'hosted' },
  }),
});
`;
  const POST = `import requests

requests.post(
    "https://api.example.com/v1/agents/sessions",
    headers={"Authorization": token()},
    json={
        "agent": {"model": "some-model", "instructions": "Compare.", "tools": [{"type": "web_search"}]},
        "environment": {"type": "hosted"},
    },
)
`;
  const withHeader = (text: string) =>
    text
      .replace("headers: { '", "headers: { 'Acme-Beta': 'agents=v1', '")
      .replace('headers={"', 'headers={"Acme-Beta": "agents=v1", "');
  const requestFindings = async (files: Record<string, string>) =>
    (await findings(files)).filter((one) => one.includes(' session/') && !one.includes(' session/undoc'));

  it.each([
    ['a.ts', FETCH, '1:20'],
    [
      'named.ts',
      `const url = process.env.BASE + '/v1/agents/sessions';\n${FETCH.replace(/`.*`/, 'url')}`,
      '2:20',
    ],
    ['a.py', POST, '3:1'],
  ])('shows in %s whether the header is sent', async (file, text, at) => {
    expect(await requestFindings({ [file]: text })).toEqual([`${at} error session/beta-header`]);
    expect(await requestFindings({ [file]: withHeader(text) })).toEqual([]);
  });

  it('shows its method, path and content type', async () => {
    const text = withHeader(FETCH)
      .replace("'POST'", "'PUT'")
      .replace('/v1/', '/v2/')
      .replace('application/json', 'text/plain');
    expect(await requestFindings({ 'a.ts': text })).toEqual([
      '1:20 error session/request',
      '1:20 error session/request',
      '3:40 error session/request',
    ]);
  });

  it('may have a content type that is computed', async () => {
    const text = withHeader(FETCH).replace("'application/json'", 'type');
    expect(await requestFindings({ 'a.ts': text })).toEqual([]);
  });

  it.each([
    ['computed headers', FETCH.replace(/headers: .*/, 'headers: signed(),')],
    ['headers among others', FETCH.replace('headers: { ', 'headers: { ...signed(), ')],
    ['a client that may add some', POST.replace('requests.post', 'session.post')],
  ])('is not judged for a header with %s', async (_, text) => {
    const file = text.includes('import requests') ? 'a.py' : 'a.ts';
    const { notAssessed } = await lintFiles({ ...DECIDED, [file]: text });
    expect(notAssessed.map(({ rule }) => rule)).toContain('session/beta-header');
    expect(await requestFindings({ [file]: text })).toEqual([]);
  });

  it('shows a method that is the name of the call', async () => {
    for (const client of ['requests.put', 'httpx.put', 'requests.patch']) {
      const text = withHeader(POST).replace('requests.post', client);
      expect(await requestFindings({ 'a.py': text })).toEqual(['3:1 error session/request']);
    }
  });

  const REQUEST = POST.replace('requests.post(', 'requests.request(\n    "POST",');
  const AXIOS = FETCH.replace(/fetch\((`.*`), \{/, 'axios.request({ url: $1,').replace(
    'body: JSON.stringify(',
    'data: (',
  );
  it.each([
    ['requests.request', 'a.py', REQUEST, '3:1'],
    ['httpx.request', 'a.py', REQUEST.replaceAll('requests', 'httpx'), '3:1'],
    [
      'named arguments',
      'a.py',
      REQUEST.replace('"POST"', 'method="POST"').replace('"https', 'url="https'),
      '3:1',
    ],
    ['axios.request', 'a.ts', AXIOS, '1:20'],
    ['axios', 'a.ts', AXIOS.replace('axios.request', 'axios'), '1:20'],
  ])('is read in a call of %s', async (_, file, text, at) => {
    expect(await requestFindings({ [file]: text })).toEqual([`${at} error session/beta-header`]);
    expect(await requestFindings({ [file]: withHeader(text) })).toEqual([]);
    const wrong = withHeader(text).replace("'POST'", "'PUT'").replace('"POST"', '"PUT"');
    expect(await requestFindings({ [file]: wrong })).toEqual([`${at} error session/request`]);
  });

  const URLLIB = `import json
import urllib.request

body = json.dumps({"agent": {"model": "some-model"}, "environment": {"type": "hosted"}})
asked = urllib.request.Request(
    "https://api.example.com/v1/agents/sessions",
    data=body.encode("utf-8"),
    headers={"Content-Type": "application/json"},
)
urllib.request.urlopen(asked)
`;
  const MADE = FETCH.replace('await fetch', 'new Request');
  it.each([
    ['urllib', 'a.py', URLLIB, '5:9'],
    [
      'urllib by its names, given to it in order',
      'a.py',
      URLLIB.replace('import urllib.request', 'from urllib.request import Request, urlopen')
        .replaceAll('urllib.request.', '')
        .replace('data=', '')
        .replace('headers={', '{'),
      '5:9',
    ],
    ['the platform', 'a.ts', MADE, '1:14'],
  ])('is read in a request of %s that is made before it is sent', async (_, file, text, at) => {
    expect(await requestFindings({ [file]: text })).toEqual([`${at} error session/beta-header`]);
    expect(
      await requestFindings({
        [file]: withHeader(text).replace('{"Content', '{"Acme-Beta": "agents=v1", "Content'),
      }),
    ).toEqual([]);
    const added =
      file === 'a.ts'
        ? `${text}made.headers.set('Acme-Beta', 'agents=v1');\n`
        : `${text}asked.add_header("Acme-Beta", "agents=v1")\n`;
    expect(await requestFindings({ [file]: added })).toEqual([]);
  });

  it('is read in the body of a request of http.client, by name or in order', async () => {
    const text = `import json
from http.client import HTTPSConnection
HTTPSConnection("api.example.com").request("POST", "/v1/agents/sessions", body=json.dumps(
    {"agent": {"model": "m", "tools": [{"type": "function", "name": "issue_refund"}]}, "environment": {"type": "hosted"}}
))
`;
    const refunds = async (one: string) =>
      (await findings({ 'a.py': one })).filter((found) => found.includes('approval/'));
    expect(await refunds(text)).toEqual(['4:69 error approval/missing']);
    expect(await refunds(text.replace('body=', ''))).toEqual(['4:69 error approval/missing']);
  });

  it('is a form for urllib where nothing says what its body is', async () => {
    const text = URLLIB.replace('Content-Type": "application/json', 'Acme-Beta": "agents=v1');
    expect(await requestFindings({ 'a.py': text })).toEqual(['5:9 error session/request']);
    const put = URLLIB.replace('headers={', 'method="PUT", headers={"Acme-Beta": "agents=v1", ');
    expect(await requestFindings({ 'a.py': put })).toEqual(['5:9 error session/request']);
    const opener = `opener.addheaders = [("Acme-Beta", "agents=v1")]\n`;
    expect(await requestFindings({ 'a.py': URLLIB + opener })).toEqual([]);
  });

  const SHAPED = POST.replace('"hosted"', '"openai_hosted"').replace('"tools"', '"name": "Compare", "tools"');
  it.each([
    ['the host of the request', SHAPED.replace('api.example.com', 'eu.api.openai.com'), 'openai', []],
    [
      'an import of the client',
      SHAPED.replace('"https://api.example.com/v1', 'BASE + "/v1').replace(
        'import requests',
        'import openai, requests',
      ),
      'openai',
      [],
    ],
    ['nothing', SHAPED, undefined, ['7:70', '8:33']],
    [
      'an import beside another host',
      SHAPED.replace('import requests', 'import openai, requests'),
      undefined,
      ['7:70', '8:33'],
    ],
  ])('has the profile selected by %s, whatever header it sends', async (_, text, vendor, undocumented) => {
    const { systems, findings: found } = await lintFiles({ ...DECIDED, 'a.py': text });
    expect(systems.map((one) => one.vendor)).toEqual([vendor]);
    const places = (rule: string) =>
      found
        .filter((one) => one.rule === rule)
        .map(({ range }) => `${range.start.line}:${range.start.column}`);
    expect(places('session/undocumented')).toEqual(undocumented);
    expect(places('session/beta-header')).toEqual(['3:1']);
  });

  it('goes behind the address of its client', async () => {
    const text = withHeader(POST)
      .replace('requests.post', 'api.request')
      .replace('"https://api.example.com/v1', '"POST", "');
    const { notAssessed } = await lintFiles({ ...DECIDED, 'a.py': text });
    expect(
      notAssessed.filter(({ rule }) => rule === 'session/request').map(({ message }) => message),
    ).toEqual(['the path of the session creation']);
    expect(await requestFindings({ 'a.py': text })).toEqual([]);
  });

  it('is none where a server answers such requests', async () => {
    const text = `import express from 'express';
const app = express();
app.post('/v1/agents/sessions', async (request, response) => response.json({ agent: request.body }));
`;
    const { systems } = await lintFiles({ ...DECIDED, 'a.ts': text });
    expect(systems).toEqual([]);
  });

  it('is none where sessions are only listed', async () => {
    const text = "await fetch('https://api.example.com/v1/agents/sessions', { headers: {} });\n";
    const { systems } = await lintFiles({ ...DECIDED, 'a.ts': text });
    expect(systems).toEqual([]);
  });
});

describe('an agent that a program stores with the service', () => {
  const STORED = `from openai import OpenAI
client = OpenAI()
support = client.beta.agents.create(
    model="m",
    tools=[{"type": "function", "name": "send_invoice", "parameters": {}}],
    multi_agent={"enabled": True},
)
`;
  const SESSION =
    'client.beta.agents.sessions.create(agent_id=support.id, environment={"type": "openai_hosted"})\n';
  const LACKS = ['guardrail/missing-input', 'tracing/missing'];

  it.each([
    ['alone', STORED],
    ['with the session that names it, once', STORED + SESSION],
  ])('is judged where it is stored: %s', async (_, text) => {
    expect(await findings({ 'a.py': text })).toEqual(
      [
        '5:41 error approval/missing',
        '6:29 error delegation/unbounded',
        ...LACKS.map((rule) => `3:11 warning ${rule}`),
      ].sort(),
    );
    expect((await lintFiles({ 'a.py': text })).systems.map(({ unresolved }) => unresolved)).toEqual([[]]);
  });

  it('is judged in TypeScript at the tool, and a session of another one is its own', async () => {
    const text = `import OpenAI from 'openai';
const client = new OpenAI();
const agent = await client.beta.agents.create({
  model: 'm',
  tools: [{ type: 'function', name: 'delete_account' }],
});
await client.beta.agents.sessions.create({ agent_id: process.env.AGENT_ID!, environment: { type: 'none' } });
`;
    expect((await findings({ 'a.ts': text })).filter((one) => one.includes('error'))).toEqual([
      '5:37 error approval/missing',
    ]);
    const { systems } = await lintFiles({ 'a.ts': text });
    expect(systems.map(({ agents, unresolved }) => [agents.length, unresolved.length])).toEqual([
      [0, 1],
      [1, 0],
    ]);
  });

  it.each([
    ["import { Mistral } from '@mistralai/mistralai';\nconst client = new Mistral();"],
    ["import Letta from '@letta-ai/letta-client';\nconst client = new Letta();"],
  ])('is none of the service where another client stores it', async (head) => {
    const call = "await client.beta.agents.create({ model: 'm', tools: [{ name: 'delete_account' }] });";
    expect((await lintFiles({ 'a.ts': `${head}\n${call}\n` })).systems).toEqual([]);
  });
});
