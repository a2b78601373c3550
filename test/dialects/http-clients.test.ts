import { describe, expect, it } from 'vitest';
import { headerIn } from './stated-headers.js';

const RIGHT = '{"Acme-Beta": "agents=v1"}';
const OTHER = '{"X-Team": "refunds"}';
const HOST = 'https://api.example.com';
const SESSIONS = `${HOST}/v1/agents/sessions`;
const post = 'client.post("/v1/agents/sessions", json=BODY)\n';

const httpx = (headers: string, rest = '') =>
  `import httpx\nclient = httpx.Client(base_url="${HOST}"${headers && `, headers=${headers}`}${rest})\n`;
const session = (change: string) =>
  `import requests\nfrom acme import add\ns = requests.Session()\n${change}\ns.post("${SESSIONS}", json=BODY)\n`;

describe('a client of Python with headers of its own', () => {
  it.each([
    ['its own', `${httpx(RIGHT)}${post}`, 'sent'],
    ['another', `${httpx(OTHER)}${post}`, '4:1'],
    ['none', `${httpx('')}${post}`, '4:1'],
    ['another version', `${httpx(RIGHT.replace('v1', 'v2'))}${post}`, '3:68'],
    ['one that is updated', `${httpx('')}client.headers.update(${RIGHT})\n${post}`, 'sent'],
    ['one that is set', `${httpx(OTHER)}client.headers["Acme-Beta"] = "agents=v1"\n${post}`, 'sent'],
    ['others in their place', `${httpx(RIGHT)}client.headers = ${OTHER}\n${post}`, '5:1'],
    ['a computed key', `${httpx('')}client.headers[KEY] = "agents=v1"\n${post}`, 'open'],
    ['what is computed', `${httpx('headers()')}${post}`, 'open'],
    ['an unknown way to sign', `${httpx('', ', auth=Auth()')}${post}`, 'open'],
    ['a name and a password', `${httpx('', ', auth=("me", "x")')}${post}`, '4:1'],
    ['hooks', `${httpx('', ', event_hooks={"request": [add]}')}${post}`, 'open'],
    ['what is spread', `${httpx('', ', **options')}${post}`, 'open'],
    ['what it is handed to', `${httpx('')}prepare(client)\n${post}`, 'open'],
    [
      'what a method adds',
      `${httpx('')}client.headers.setdefault("Acme-Beta", "agents=v1")\n${post}`,
      'sent',
    ],
    ['an alias', `${httpx('')}api = client\napi.headers.update(more())\n${post}`, 'open'],
    ['those of the call', `${httpx(OTHER)}${post.replace('BODY)', `BODY, headers=${RIGHT})`)}`, 'sent'],
    ['a path without its version', `${httpx(RIGHT)}${post.replace('/v1', '')}`, 'sent, path at 4:1'],
    [
      'the request of a connection',
      `${httpx(OTHER)}client.request("POST", "/v1/agents/sessions", json=BODY)\n`,
      '4:1',
    ],
    ['one that comes from elsewhere', `from acme import client\n${post}`, 'open'],
    ['one of a parameter', `import httpx\ndef go(client: httpx.Client):\n    ${post}`, 'open'],
    ['a class that extends it', `import httpx\nclass C(httpx.Client): pass\nclient = C()\n${post}`, 'open'],
    ['nothing where it only asks', `${httpx('')}client.get("/v1/agents/sessions")\n`, 'none'],
  ])('sends %s: httpx', async (_, program, expected) => {
    expect(await headerIn('a.py', program)).toBe(expected);
  });

  it.each([
    ['with', `import httpx\nwith httpx.Client(base_url="${HOST}", headers=H) as client:\n    ${post}`, '4:5'],
    [
      'async with',
      `from httpx import AsyncClient\nasync def go():\n    async with AsyncClient(base_url="${HOST}/v1", headers=H) as c:\n        await c.post("agents/sessions", json=BODY)\n`,
      '5:15',
    ],
    [
      'a field',
      `import httpx\nclass Api:\n    def __init__(self):\n        self.c = httpx.Client(base_url="${HOST}", headers=H)\n    def go(self):\n        self.c.post("/v1/agents/sessions", json=BODY)\n`,
      '7:9',
    ],
    [
      'aiohttp',
      `import aiohttp\nasync def go():\n    async with aiohttp.ClientSession("${HOST}", headers=H) as http:\n        async with http.post("/v1/agents/sessions", json=BODY) as r:\n            return r\n`,
      '5:20',
    ],
    [
      'http.client',
      `import http.client, json\nc = http.client.HTTPSConnection("api.example.com")\nc.request("POST", "/v1/agents/sessions", json.dumps(BODY), H)\n`,
      '4:1',
    ],
  ])('is known wherever it stands: %s', async (_, program, missing) => {
    expect(await headerIn('a.py', program.replace('H)', `${RIGHT})`))).toBe('sent');
    expect(await headerIn('a.py', program.replace('H)', `${OTHER})`))).toBe(missing);
  });

  it.each([
    ['updated', `s.headers.update(${RIGHT})`, 'sent'],
    ['updated with another', `s.headers.update(${OTHER})`, '6:1'],
    ['of another version', `s.headers.update({"Acme-Beta": "agents=v2"})`, '5:19'],
    ['updated with what is computed', 's.headers.update(add())', 'open'],
    ['set', `s.headers["Acme-Beta"] = "agents=v1"`, 'sent'],
    ['set under a condition', `if add:\n    s.headers["Acme-Beta"] = "agents=v1"`, 'open'],
    ['added by an adapter', 's.mount("https://", add())', 'open'],
    ['added by what signs', 's.auth = add', 'open'],
    ['not touched', 's.verify = False', '6:1'],
  ])('is a session of requests whose headers are %s', async (_, change, expected) => {
    expect(await headerIn('a.py', session(change))).toBe(expected);
  });

  it('may be made in another file', async () => {
    const program = `from net import client\n${post}`;
    expect(await headerIn('a.py', program, { 'net.py': httpx(RIGHT) })).toBe('sent');
    expect(await headerIn('a.py', program, { 'net.py': httpx(OTHER) })).toBe('3:1');
    expect(await headerIn('a.py', program, { 'net.py': `${httpx(OTHER)}sign(client)\n` })).toBe('open');
  });
});

const made = (library: string, call: string) =>
  `import lib from '${library}';\nconst api = ${call};\n`.replaceAll('lib', library);
const JSON_POST = "await api.post('agents/sessions', { json: BODY });\n";
const AXIOS = "await api.post('/v1/agents/sessions', BODY);\n";
const IN_AXIOS = "await axios.post('https://api.example.com/v1/agents/sessions', BODY);\n";

describe('a client of TypeScript and JavaScript with headers of its own', () => {
  const ky = (headers: string) => made('ky', `ky.create({ prefixUrl: '${HOST}/v1', ${headers} })`);
  const axios = (options: string) => made('axios', `axios.create({ baseURL: '${HOST}', ${options} })`);
  const RIGHT_ONE = "headers: { 'Acme-Beta': 'agents=v1' }";

  it.each([
    ['axios', axios(RIGHT_ONE) + AXIOS, 'sent'],
    ['axios, without', axios("headers: { 'X-Team': 'r' }") + AXIOS, '4:7'],
    [
      'axios, for all methods',
      axios(RIGHT_ONE.replace('{', '{ common: {').replace('}', '} }')) + AXIOS,
      'sent',
    ],
    [
      'axios, for another method',
      axios(RIGHT_ONE.replace('{', '{ get: {').replace('}', '} }')) + AXIOS,
      '4:7',
    ],
    [
      'axios, by default',
      `${axios('')}api.defaults.headers.common['Acme-Beta'] = 'agents=v1';\n${AXIOS}`,
      'sent',
    ],
    [
      'axios, by default for posts',
      `${axios('')}api.defaults.headers.post['Acme-Beta'] = 'agents=v1';\n${AXIOS}`,
      'sent',
    ],
    ['axios, intercepted', `${axios('')}api.interceptors.request.use(sign);\n${AXIOS}`, 'open'],
    [
      'axios, called',
      `${axios(RIGHT_ONE)}await api({ method: 'post', url: '/v1/agents/sessions', data: BODY });\n`,
      'sent',
    ],
    [
      'axios, called without',
      `${axios('')}await api({ method: 'post', url: '/v1/agents/sessions', data: BODY });\n`,
      '4:7',
    ],
    ['ky', ky(RIGHT_ONE) + JSON_POST, 'sent'],
    ['ky, without', ky('') + JSON_POST, '4:7'],
    ['ky, with hooks', ky('hooks: { beforeRequest: [sign] }') + JSON_POST, 'open'],
    [
      'ky, extended',
      `${ky(RIGHT_ONE).replace('api', 'base')}const api = base.extend({ headers: { a: 'b' } });\n${JSON_POST}`,
      'sent',
    ],
    ['ky, alone', `import ky from 'ky';\nawait ky.post('${SESSIONS}', { json: BODY });\n`, '3:7'],
    ['got', made('got', `got.extend({ prefixUrl: '${HOST}/v1', ${RIGHT_ONE} })`) + JSON_POST, 'sent'],
    ['got, without', made('got', `got.extend({ prefixUrl: '${HOST}/v1' })`) + JSON_POST, '4:7'],
    [
      'got, called',
      `import got from 'got';\nawait got('${SESSIONS}', { method: 'POST', json: BODY });\n`,
      '3:7',
    ],
    [
      'ofetch',
      `import { ofetch } from 'ofetch';\nconst api = ofetch.create({ baseURL: '${HOST}', ${RIGHT_ONE} });\nawait api('/v1/agents/sessions', { method: 'POST', body: BODY });\n`,
      'sent',
    ],
    [
      'ofetch, called',
      `import { ofetch } from 'ofetch';\nawait ofetch('${SESSIONS}', { method: 'POST', body: BODY });\n`,
      '3:7',
    ],
    [
      'undici',
      `import { request } from 'undici';\nawait request('${SESSIONS}', { method: 'POST', body: JSON.stringify(BODY) });\n`,
      '3:7',
    ],
    [
      'node-fetch by another name',
      `import load from 'node-fetch';\nawait load('${SESSIONS}', { method: 'POST', ${RIGHT_ONE}, body: JSON.stringify(BODY) });\n`,
      'sent',
    ],
    [
      'a function of the project with the name of the platform',
      `import { fetch } from './fetch.mjs';\nawait fetch('${SESSIONS}', { method: 'POST', body: JSON.stringify(BODY) });\n`,
      'open',
    ],
  ])('is known: %s', async (_, program, expected) => {
    const found = await headerIn('a.mjs', program);
    expect(found.replace(/, path at .*/, '')).toBe(expected);
  });

  it('is axios itself, with its defaults', async () => {
    const program = (line: string) => `import axios from 'axios';\n${line}\n${IN_AXIOS}`;
    const header = (name: string, value: string) => `axios.defaults.headers.common['${name}'] = '${value}';`;
    expect(await headerIn('a.mjs', program(header('Acme-Beta', 'agents=v1')))).toBe('sent');
    expect(await headerIn('a.mjs', program(header('Acme-Beta', 'agents=v2')))).toBe('3:31');
    expect(await headerIn('a.mjs', program(header('X-Team', 'refunds')))).toBe('4:7');
    expect(await headerIn('a.mjs', program('axios.interceptors.request.use(sign);'))).toBe('open');
    const start = { 'start.mjs': `import axios from 'axios';\n${header('Acme-Beta', 'agents=v1')}\n` };
    expect(await headerIn('a.mjs', program(''), start)).toBe('open');
    expect(await headerIn('a.mjs', program(''))).toBe('4:7');
  });
});

describe('a small function of the project that sends what it is passed', () => {
  const post = (headers: string) => `import requests
BASE = "${HOST}"
def post(path, body):
    r = requests.post(BASE + path, headers=${headers}, json=body)
    r.raise_for_status()
    return r.json()
`;
  const call = 'post("/v1/agents/sessions", BODY)\n';

  it.each([
    ['its header', post(RIGHT) + call, 'sent'],
    ['another', post(OTHER) + call, '8:1'],
    ['another version', post(RIGHT.replace('v1', 'v2')) + call, '5:45'],
    ['a computed one', post('sign()') + call, 'open'],
    ['an address that is put together', post(OTHER).replace('BASE + path', 'f"{BASE}{path}"') + call, '8:1'],
    ['what is named', `${post(OTHER)}post(path="/v1/agents/sessions", body=BODY)\n`, '8:1'],
    [
      'a client of its own',
      `import httpx
async def post(path, body):
    async with httpx.AsyncClient(base_url="${HOST}", headers=${OTHER}) as client:
        return (await client.post(path, json=body)).json()
post("/v1/agents/sessions", BODY)
`,
      '6:1',
    ],
    [
      'headers that it is given',
      `import requests
def post(path, body, headers):
    r = requests.post("${HOST}" + path, headers={**headers, "X-Team": "refunds"}, json=body)
    return r.json()
post("/v1/agents/sessions", BODY, headers=${RIGHT})
`,
      'sent',
    ],
    [
      'another request beside it',
      post(OTHER)
        .replace('    return r.json()\n', '')
        .replace('    r.raise', '    requests.post(BASE + path, json={})\n    r.raise') + call,
      '8:1',
    ],
    [
      'a log of its own',
      post(OTHER).replace('    r.raise', '    requests.post(LOG, json={"path": path})\n    r.raise') + call,
      '9:1',
    ],
    [
      'what another function sends',
      `from lib import send\ndef post(path, body):\n    return send(path, body)\n${call}`,
      'open',
    ],
    [
      'nothing that is a session',
      `${post(OTHER)}post("/v1/agents/sessions/1/events", {"events": []})\n`,
      'none',
    ],
  ])('is seen to send %s', async (_, program, expected) => {
    expect(await headerIn('a.py', program)).toBe(expected);
  });

  it('may stand in another file, or in a class', async () => {
    const imported = `from net import post\n${call}`;
    expect(await headerIn('a.py', imported, { 'net.py': post(RIGHT) })).toBe('sent');
    expect(await headerIn('a.py', imported, { 'net.py': post(OTHER) })).toBe('3:1');
    const inClass = (headers: string) => `class Api {
  constructor(base) { this.base = base; }
  post(path, body) {
    return fetch(this.base + path, { method: 'POST', headers: ${headers}, body: JSON.stringify(body) });
  }
}
const api = new Api('${HOST}');
await api.post('/v1/agents/sessions', BODY);
`;
    expect(await headerIn('a.mjs', inClass("{ 'Acme-Beta': 'agents=v1' }"))).toBe('sent');
    expect(await headerIn('a.mjs', inClass("{ 'X-Team': 'refunds' }"))).toBe('9:7');
  });

  it('passes options on', async () => {
    const program = (headers: string) => `async function call(path, options) {
  const r = await fetch(process.env.BASE + path, { ...options, headers: { 'Content-Type': 'application/json', ${headers} } });
  return r.json();
}
await call('/v1/agents/sessions', { method: 'POST', body: JSON.stringify(BODY), headers: { 'Acme-Beta': 'agents=v1' } });
`;
    expect(await headerIn('a.mjs', program('...options.headers'))).toBe('sent');
    const without = program('').replace(", headers: { 'Acme-Beta': 'agents=v1' }", '');
    expect(await headerIn('a.mjs', without)).toBe('6:7');
  });
});

describe('a request that nobody sends', () => {
  it.each([
    ['responses', `import responses\nresponses.post("${SESSIONS}", json=BODY)\n`],
    ['requests_mock', `def test(requests_mock):\n    requests_mock.post("${SESSIONS}", json=BODY)\n`],
    [
      'requests_mock, made',
      `import requests_mock\nwith requests_mock.Mocker() as m:\n    m.post("${SESSIONS}", json=BODY)\n`,
    ],
    ['respx', `import respx\nrespx.post("${SESSIONS}", json=BODY)\n`],
    ['a route', `@app.post("/v1/agents/sessions")\ndef create(body: dict): return BODY\n`],
  ])('is answered by a test in Python: %s', async (_, program) => {
    expect(await headerIn('a.py', program)).toBe('none');
  });

  it.each([
    ['nock', `nock('${HOST}').post('/v1/agents/sessions', BODY).reply(200);\n`],
    ['a store', `store.commit('agents/sessions', BODY);\n`],
    ['a router', `router.push('agents/sessions', { agent: { model: 'm' } });\n`],
    ['a route', `app.post('/v1/agents/sessions', (request, answer) => answer.json(BODY));\n`],
  ])('is answered, or none, in JavaScript: %s', async (_, program) => {
    expect(await headerIn('a.mjs', program)).toBe('none');
  });

  it('is sent by what only has the name of a mock', async () => {
    const program = `const responses = clientOf();\nawait responses.post('/v1/agents/sessions', BODY);\n`;
    expect(await headerIn('a.mjs', program)).toBe('open');
  });
});
