import { describe, expect, it } from 'vitest';
import { lintFiles } from '../rules/lint-files.js';

const TOOLS = '[{"type": "function", "name": "delete_user"}]';
const BODY = `{"model": "m", "input": "x", "tools": ${TOOLS}}`;

/** Requests: where they stand, their tools, the host that they go to, and how much of them is not known. */
async function requests(files: Record<string, string>): Promise<string[]> {
  const { systems } = await lintFiles(files);
  return systems.map(({ at, agents, endpoint, unresolved }) => {
    const { line, column } = at.range().start;
    const tools = agents.flatMap((agent) => agent.tools.map(({ name }) => name));
    const host = endpoint?.host === undefined ? [] : [endpoint.host];
    return [`${at.file}:${line}:${column}`, ...tools, ...host, ...unresolved.map(() => '?')].join(' ');
  });
}

describe('a call of a Responses API in a function of another file', () => {
  it('has the tools that are passed to it', async () => {
    const files = {
      'llm.py': `from openai import OpenAI
client = OpenAI(base_url="https://eu.api.openai.com/v1")
def ask(text, tools):
    return client.responses.create(model="m", input=text, tools=tools)
`,
      'a.py': `from llm import ask\nask("x", ${TOOLS})\n`,
    };
    expect(await requests(files)).toEqual(['llm.py:4:12 delete_user eu.api.openai.com']);
  });

  it('has what a method hands on, in Python', async () => {
    const files = {
      'llm.py': `from openai import OpenAI
class Model:
    def __init__(self):
        self.client = OpenAI(base_url="https://eu.api.openai.com/v1")
    def create(self, **options):
        return self.client.responses.create(model="m", **options)
`,
      'a.py': `from llm import Model\nmodel = Model()\ndef main():\n    model.create(input="x", tools=${TOOLS})\n`,
    };
    expect(await requests(files)).toEqual(['llm.py:6:16 delete_user eu.api.openai.com']);
  });

  it('has what a function spreads, in TypeScript', async () => {
    const files = {
      'llm.ts': `import OpenAI from 'openai';
const client = new OpenAI();
export async function ask(input: string, options: object) {
  return client.responses.create({ model: 'm', input, ...options });
}
`,
      'a.ts': `import { ask } from './llm';\nexport const main = () => ask('x', { tools: ${TOOLS} });\n`,
    };
    expect(await requests(files)).toEqual(['llm.ts:4:10 delete_user']);
  });

  it('is one request for each content, however often it is made', async () => {
    const files = {
      'llm.py': `from openai import OpenAI
def ask(tools):
    return OpenAI().responses.create(model="m", input="x", tools=tools)
`,
      'a.py': `from llm import ask
TOOLS = ${TOOLS}
ask(TOOLS)
ask(TOOLS)
ask([{"type": "function", "name": "get_user"}])
`,
    };
    expect(await requests(files)).toEqual(['llm.py:3:12 delete_user', 'llm.py:3:12 get_user']);
  });
});

describe('a request of a function that is passed its address', () => {
  const post = `import requests
def post(path, body):
    return requests.post("https://api.example.com" + path, json=body).json()
`;

  it('stands at the call that states it, in another file too', async () => {
    const files = { 'net.py': post, 'a.py': `from net import post\npost("/v1/responses", ${BODY})\n` };
    expect(await requests(files)).toEqual(['a.py:2:1 delete_user api.example.com']);
  });

  it('stands there through functions that pass it on', async () => {
    const text = `${post}def with_retry(run):
    return run()
def send(route, body):
    address = f"{route}"
    return with_retry(lambda: post(address, body))
send("/v1/responses", ${BODY})
`;
    expect(await requests({ 'a.py': text })).toEqual(['a.py:9:1 delete_user api.example.com']);
  });

  it('stands where it is sent where only what comes before the path is passed', async () => {
    const text = `import requests
def post(base, body):
    return requests.post(base + "/v1/responses", json=body)
post("https://api.example.com", ${BODY})
`;
    expect(await requests({ 'a.py': text })).toEqual(['a.py:3:12 delete_user api.example.com']);
  });

  it.each([
    [
      'around a closure',
      `def send(path, body):\n    def inner():\n        return post(path, body)\n    return inner()\nsend("/v1/responses", ${BODY})\n`,
      '8:1',
    ],
    [
      'that its options are passed to',
      `def send(given):\n    return post(given["path"], given["body"])\nsend({"path": "/v1/responses", "body": ${BODY}})\n`,
      '6:1',
    ],
    [
      'that calls another one for the text',
      `def full(path):\n    return "/v1" + path\ndef send(path, body):\n    return post(full(path), body)\nsend("/responses", ${BODY})\n`,
      '8:1',
    ],
    [
      'that puts a path of its own behind an argument',
      `def send(version, body):\n    return post(f"/{version}/responses", body)\nsend("v1", ${BODY})\n`,
      '5:12',
    ],
    [
      'that chooses one of its paths by an argument',
      `def send(name, body):\n    return post({"ask": "/v1/responses"}[name], body)\nsend("ask", ${BODY})\n`,
      '5:12',
    ],
    [
      'that has a default for it',
      `def send(body, path="/v1/responses"):\n    return post(path, body)\nsend(${BODY})\n`,
      '5:12',
    ],
  ])('stands at the call that states it, of a function %s', async (_, text, place) => {
    expect(await requests({ 'a.py': post + text })).toEqual([`a.py:${place} delete_user api.example.com`]);
  });

  it('stands at the call that runs the function for each path of a list', async () => {
    const text = `const post = (path) => fetch('https://api.example.com' + path, { method: 'POST', body: JSON.stringify(${BODY}) });
['/v1/responses'].map(post);
`;
    expect(await requests({ 'a.ts': text })).toEqual(['a.ts:2:1 delete_user api.example.com']);
  });

  it('has the body that it is passed where it sends another form of it', async () => {
    const text = `${post.replace('json=body', 'data=compress(body)').replace('import requests', 'import requests; from zlib import compress')}post("/v1/responses", ${BODY})
`;
    expect(await requests({ 'a.py': text })).toEqual(['a.py:4:1 delete_user api.example.com']);
  });

  it('is sent by a function that a decorator wraps', async () => {
    const text = `from tenacity import retry\n${post.replace('def post', '@retry\ndef post')}post("/v1/responses", ${BODY})\n`;
    expect(await requests({ 'a.py': text })).toEqual(['a.py:6:1 delete_user api.example.com']);
  });

  it('is none where a log is passed the same', async () => {
    const text = `import logging\ndef post(path, body):\n    logging.info("%s %s", path, body)\npost("/v1/responses", ${BODY})\n`;
    expect(await requests({ 'a.py': text })).toEqual([]);
  });
});

describe('a call under another name', () => {
  const HEAD = `from openai import OpenAI\nclient = OpenAI(base_url="https://eu.api.openai.com/v1")\n`;

  it.each([
    ['a variable', `create = client.responses.create\ncreate(model="m", input="x", tools=${TOOLS})\n`, '4:1'],
    [
      'a parameter',
      `def retry(call, **options):\n    return call(**options)\nretry(client.responses.create, input="x", tools=${TOOLS})\n`,
      '5:1',
    ],
  ])('goes where its client calls: %s', async (_, text, place) => {
    expect(await requests({ 'a.py': HEAD + text })).toEqual([`a.py:${place} delete_user eu.api.openai.com`]);
  });
});

it("a class of the project's own with a method of that name makes no request", async () => {
  const text = (create: string) => `from openai import OpenAI
class Fake:
    def create(self, **options):
        return ${create}
class Client:
    responses = Fake()
Client().responses.create(model="m", input="x", tools=${TOOLS})
`;
  expect(await requests({ 'a.py': text('options') })).toEqual([]);
  expect(await requests({ 'a.py': text('OpenAI().responses.create(**options)') })).toEqual([
    'a.py:4:16 delete_user',
  ]);
});

it('a body that is one of two is a request for each', async () => {
  const text = `import requests, sys
body = ${BODY}
if sys.argv:
    body = ${BODY.replace('delete_user', 'get_user')}
requests.post("https://api.example.com/v1/responses", json=body)
`;
  expect((await requests({ 'a.py': text })).sort()).toEqual([
    'a.py:5:1 delete_user api.example.com',
    'a.py:5:1 get_user api.example.com',
  ]);
});
