import { describe, expect, it } from 'vitest';
import { lintFiles } from '../rules/lint-files.js';

const RULES = ['approval/missing', 'approval/auto-approved', 'session/beta-header', 'session/request'];

/** Findings on gates and on the request, and what of the request is not assessed. */
async function findings(files: Record<string, string>): Promise<string[]> {
  const { findings: found, notAssessed } = await lintFiles(files);
  const open = notAssessed.filter(({ rule }) => RULES.slice(2).includes(rule)).map(({ rule }) => `? ${rule}`);
  const flaws = found
    .filter(({ rule }) => RULES.includes(rule) || rule === 'runtime/stores-state')
    .map(({ rule, file, range }) => `${file}:${range.start.line}:${range.start.column} ${rule}`);
  return [...flaws, ...new Set(open)].sort();
}

const BODY = `{"agent": {"model": "m", "tools": [
    {"type": "function", "name": "issue_refund"},
]}, "environment": {"type": "hosted"}}`;
const URL = '"https://api.example.com/v1/agents/sessions"';
const HEADER = '{"Acme-Beta": "agents=v1"}';
const REFUND = 'a.py:3:34 approval/missing';
const TOOL = `{"type": "mcp", "server_label": "pay", "server_url": "https://pay.example.com/mcp",
    "allowed_tools": ["issue_refund"], "require_approval": "never"}`;

describe('a session creation of a library', () => {
  it.each([
    [
      'httpx.stream',
      `import httpx\nwith httpx.stream("POST", ${URL}, json=${BODY}, headers=H): pass\n`,
      'a.py:2:6',
    ],
    ['aiohttp', `import aiohttp\nr = aiohttp.request("POST", ${URL}, json=${BODY}, headers=H)\n`, 'a.py:2:5'],
    [
      'json.loads',
      `import json, requests\nr = requests.post(${URL}, json=json.loads('''${BODY.replace('},\n]', '}\n]')}'''), headers=H)\n`,
      'a.py:2:5',
    ],
  ])('is read: %s', async (_, text, call) => {
    expect(await findings({ 'a.py': text.replace('H)', `${HEADER})`) })).toEqual([REFUND]);
    expect(await findings({ 'a.py': text.replace('headers=H', 'timeout=5') })).toEqual(
      [`${call} session/beta-header`, REFUND].sort(),
    );
    const other = text.replace('H)', `${HEADER})`).replace('/v1/agents/sessions', '/v1/agents/session');
    expect(await findings({ 'a.py': other })).toEqual([`${call} session/request`, REFUND].sort());
  });

  it.each([
    ['requests.Request', 'import requests as lib'],
    ['httpx.Request', 'import httpx as lib'],
  ])('may be given headers after it is made: %s', async (_, line) => {
    const text = `${line}\nr = lib.Request("POST", ${URL}, json=${BODY})\n`;
    expect(await findings({ 'a.py': text })).toEqual(['? session/beta-header', REFUND]);
  });

  it('has headers in a list of pairs', async () => {
    const text = `await fetch(${URL}, { method: 'POST', headers: [['Acme-Beta', 'agents=v1']],
  body: JSON.stringify({ agent: { tools: [{ type: 'function', name: 'issue_refund' }] } }) });
`;
    expect(await findings({ 'a.ts': text })).toEqual(['a.ts:2:69 approval/missing']);
    expect(await findings({ 'a.ts': text.replace("v1']", "v2']") })).toEqual([
      'a.ts:1:88 session/beta-header',
      'a.ts:2:69 approval/missing',
    ]);
    expect(await findings({ 'a.ts': text.replace('Acme-Beta', 'Accept') })).toEqual([
      'a.ts:1:7 session/beta-header',
      'a.ts:2:69 approval/missing',
    ]);
  });

  it('goes where its client was made to call, with the headers of that client', async () => {
    const text = `import httpx; api = httpx.Client(base_url="https://api.example.com/v1", headers=${HEADER})
r = api.post("/agents/sessions", json=${BODY})\n`;
    expect(await findings({ 'a.py': text })).toEqual([REFUND]);
    expect(await findings({ 'a.py': text.replace('.com/v1', '.com') })).toEqual(
      ['a.py:2:5 session/request', REFUND].sort(),
    );
    expect(await findings({ 'a.py': text.replace('=v1', '=v2') })).toEqual(
      ['a.py:1:82 session/beta-header', REFUND].sort(),
    );
  });
});

describe('a function that is passed the path and the body', () => {
  const OWN = `import requests; BASE = "https://api.example.com"; HEADERS = ${HEADER}
def post_json(path, body):
    answer = requests.post(BASE + path, json=body, headers=HEADERS)
    answer.raise_for_status()
    return answer.json()
post_json("/v1/agents/sessions", ${BODY})
`;

  it('sends what it is seen to send', async () => {
    const refund = 'a.py:7:34 approval/missing';
    expect(await findings({ 'a.py': OWN })).toEqual([refund]);
    expect(await findings({ 'a.py': OWN.replace('issue_refund', 'get_refund') })).toEqual([]);
    expect(await findings({ 'a.py': OWN.replace(', headers=HEADERS', '') })).toEqual([
      'a.py:6:1 session/beta-header',
      refund,
    ]);
    expect(await findings({ 'a.py': OWN.replace('=v1', '=v2') })).toEqual([
      'a.py:1:63 session/beta-header',
      refund,
    ]);
  });

  it('may add any header where it is not seen', async () => {
    const text = `from acme import post_json\npost_json("/v1/agents/sessions", ${BODY})\n`;
    expect(await findings({ 'a.py': text })).toEqual(['? session/beta-header', '? session/request', REFUND]);
  });

  it('takes both in one object, and an address that is put together', async () => {
    const body =
      "{ agent: { tools: [{ type: 'function', name: 'issue_refund' }] }, environment: { type: 'hosted' } }";
    const text = `import { api } from './api.js';
await api({ method: 'POST', path: '/v1/agents/sessions', body: ${body} });
await api.send<Session>(\`\${base}/v1/agents/sessions\`, ${body});
`;
    expect((await findings({ 'a.ts': text })).filter((one) => one.startsWith('a.ts'))).toEqual([
      'a.ts:2:109 approval/missing',
      'a.ts:3:100 approval/missing',
    ]);
  });

  it('is given a path by name', async () => {
    const text = `import { post } from './api.js';
const SESSIONS: string = '/v1/agents/sessions';
await post(SESSIONS, { agent: { tools: [{ type: 'function', name: 'issue_refund' }] } });
`;
    expect((await findings({ 'a.ts': text })).slice(-1)).toEqual(['a.ts:3:67 approval/missing']);
  });

  it('is no call where a test looks at one, or nothing is created', async () => {
    const text = `import { api } from './api.js';
expect(api).toHaveBeenCalledWith('/v1/agents/sessions', { agent: { tools: [] } });
mock.onPost('/v1/agents/sessions', { agent: { tools: [] } });
api.getJson('/v1/agents/sessions', { limit: 3 });
`;
    expect((await lintFiles({ 'a.ts': text })).systems).toEqual([]);
  });

  it('is no further call where it is given what is sent', async () => {
    const text = `import requests; from acme import track; URL = "https://api.example.com/v1/responses"
body = {"model": "m", "input": "x", "tools": [${TOOL}]}
track("/v1/responses", body)
requests.post(URL, json=body)
`;
    const { systems } = await lintFiles({ 'a.py': text });
    expect(systems.map(({ at }) => at.range().start)).toEqual([{ line: 5, column: 1 }]);
    const unsent = await lintFiles({ 'a.py': text.replace('json=body', 'json={}') });
    expect(unsent.systems.map(({ at }) => at.range().start)).toEqual([{ line: 4, column: 1 }]);
  });

  it('is no call where the function is seen to send nothing', async () => {
    const text = (act: string) => `import logging; log = logging.getLogger()
def audit(path: str, body: dict) -> None:
    ${act}
audit("/v1/agents/sessions", ${BODY})
`;
    const systemsOf = async (act: string) => (await lintFiles({ 'a.py': text(act) })).systems.length;
    expect(await systemsOf('log.info("would send a request to %s", path)')).toBe(0);
    expect(await systemsOf('return path in body')).toBe(0);
    expect(await systemsOf('return transport.send(path, body)')).toBe(1);
    expect(await systemsOf('return self._post(path, body)')).toBe(1);
  });

  it('calls a Responses API', async () => {
    const text = `from acme import post_json
post_json("/v1/responses", {"model": "m", "input": "x", "tools": [${TOOL}]})\n`;
    expect(await findings({ 'a.py': text })).toEqual(['a.py:3:23 approval/auto-approved']);
    expect(await findings({ 'a.py': text.replace('never', 'always') })).toEqual([]);
  });
});

describe('a parameter in a body', () => {
  const ask = (parameter: string, calls: string) => `from openai import OpenAI, NOT_GIVEN
client = OpenAI(); TOOLS = [${TOOL}]
def ask(text, ${parameter}):
    return client.responses.create(model="m", input=text, tools=tools)
${calls}
`;
  const AUTO = 'a.py:3:23 approval/auto-approved';

  it.each([
    ['what calls pass', 'tools', 'ask("x", TOOLS)\nask("y", [{"type": "web_search"}])'],
    ['the default that a call leaves', 'tools=TOOLS', 'ask("x")'],
    ['the default that other files may leave', 'tools=TOOLS', ''],
    [
      'what a function on the way is passed',
      'tools',
      'def twice(tools):\n    return ask("x", tools)\ntwice(TOOLS)',
    ],
  ])('stands for %s', async (_, parameter, calls) => {
    const text = ask(parameter, calls);
    expect(await findings({ 'a.py': text })).toEqual([AUTO]);
    expect(await findings({ 'a.py': text.replace('never', 'always') })).toEqual([]);
  });

  it('may stand for the other side of a choice, and stays open', async () => {
    const text = ask('tools=None', '').replace('tools=tools', 'tools=tools or TOOLS');
    const { systems } = await lintFiles({ 'a.py': text });
    expect(await findings({ 'a.py': text })).toEqual([AUTO]);
    expect(systems.map(({ unresolved }) => unresolved.map(({ what }) => what))).toEqual([
      ['a tool of the list'],
    ]);
  });

  it('is open where no call is seen, and nothing where a call leaves it out', async () => {
    const unseen = await lintFiles({ 'a.py': ask('tools=None', '') });
    expect(unseen.systems.map(({ unresolved }) => unresolved.length)).toEqual([1]);
    expect((await lintFiles({ 'a.py': ask('tools=None', 'ask("x")') })).systems).toEqual([]);
    expect((await lintFiles({ 'a.py': ask('tools', 'ask("x", NOT_GIVEN)') })).systems).toEqual([]);
    const left = ask('tools', '').replace('tools=tools', 'tools=NOT_GIVEN');
    expect((await lintFiles({ 'a.py': left })).systems).toEqual([]);
  });

  it('is what is stored', async () => {
    const text = ask('tools, keep=False', 'ask("x", TOOLS)\nask("y", TOOLS, keep=True)').replace(
      'input=text',
      'input=text, store=keep',
    );
    const files = { 'agent-lint.config.yaml': 'requirements: { zero_data_retention: true }\n', 'a.py': text };
    expect(await findings(files)).toEqual([AUTO, 'a.py:7:22 runtime/stores-state']);
  });

  it('is an agent of a session, and its tools', async () => {
    const text = `import requests; S = {"environment": {"type": "hosted"}}
def create(agent):
    return requests.post(${URL}, json={**S, "agent": agent}, headers=${HEADER})
create({"model": "m", "tools": [{"type": "function", "name": "issue_refund"}]})
`;
    expect(await findings({ 'a.py': text })).toEqual(['a.py:4:62 approval/missing']);
    const tools = text.replace('"agent": agent', '"agent": {"model": "m", "tools": agent}');
    expect(await findings({ 'a.py': tools.replace(/create\({.*(\[.*\])}\)/, 'create($1)') })).toEqual([
      'a.py:4:38 approval/missing',
    ]);
  });
});

describe('the multi-agent beta of a Responses API', () => {
  it('is asked for by path or by header', async () => {
    const text = `from openai import OpenAI
r = OpenAI().responses.create(model="m", input="x", tools=[{"type": "web_search"}],
  extra_headers={"OpenAI-Beta": "responses_multi_agent=v1"}, extra_body={"multi_agent": {"enabled": True}})
`;
    const bounds = async (program: string) =>
      (await lintFiles({ 'a.py': program })).findings
        .filter(({ rule }) => rule === 'delegation/unbounded')
        .map(({ range }) => `${range.start.line}:${range.start.column}`);
    expect(await bounds(text)).toEqual(['3:101']);
    expect(await bounds(text.replace('responses_multi_agent=v1', 'other=v1'))).toEqual([]);
  });
});
