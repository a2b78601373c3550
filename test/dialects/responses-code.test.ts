import { beforeAll, describe, expect, it } from 'vitest';
import { readResponsesBody } from '../../src/dialects/responses/body.js';
import { givesTools } from '../../src/dialects/responses/recognise.js';
import type { AgentSystem } from '../../src/model/index.js';
import { callsOf } from '../../src/program/index.js';
import { loadAll, open } from '../program/open.js';
import { lintFiles } from '../rules/lint-files.js';

beforeAll(loadAll);

const CREATE = { named: new Set(['create']) };

/** The body of the first `create(...)` in a program, read as a Responses request. */
function readCall(file: string, text: string): AgentSystem {
  const [found] = callsOf(open(file, text), CREATE);
  const call = found?.call;
  if (!call) throw new Error('no call');
  expect(givesTools(call.options)).toBe(true);
  return readResponsesBody(call.options, { file, at: call.at });
}

const TYPESCRIPT = `import OpenAI from 'openai';
const client = new OpenAI();
const mail = { type: 'mcp', server_label: 'mail', server_url: 'https://mail.example.com/mcp',
  require_approval: 'never', allowed_tools: ['send_mail'] };
await client.responses.create({
  model: 'm', input: question(), store: true,
  tools: [mail, { type: 'shell', environment: { type: 'container_auto' } }, ...extra()],
});
`;
const PYTHON = `from openai import OpenAI
client = OpenAI()
mail = {"type": "mcp", "server_label": "mail", "server_url": "https://mail.example.com/mcp",
  "require_approval": "never", "allowed_tools": ["send_mail"]}
client.responses.create(
  model="m", input=question(), store=True,
  tools=[mail, {"type": "shell", "environment": {"type": "container_auto"}}, *extra()],
)
`;

describe('a Responses request that a program makes', () => {
  it('has its tools by name in the older form too, which names a function one level deeper', () => {
    const text = `import OpenAI from 'openai';
new OpenAI().responses.create({ model: 'm', input: '',
  tools: [{ type: 'function', function: { name: 'delete_user', description: 'Removes a user.' } }] });`;
    const [tool] = readCall('a.ts', text).agents[0]?.tools ?? [];
    expect([tool?.name, tool?.effect.effect, tool?.at.range().start.line]).toEqual([
      'delete_user',
      'destructive',
      3,
    ]);
  });

  it.each([
    ['a.ts', TYPESCRIPT],
    ['a.py', PYTHON],
  ])('is read from the literal in %s like one in JSON', (file, text) => {
    const { agents, storedState, unresolved, runtimeAt } = readCall(file, text);
    const [agent] = agents;
    expect(agent?.model).toBe('m');
    expect(agent?.tools.map((tool) => `${tool.name} ${tool.ungateable !== undefined}`)).toEqual([
      'shell true',
    ]);
    expect(agent?.mcpServers[0]?.tools[0]).toMatchObject({
      name: 'send_mail',
      approval: { state: 'shown', value: { by: 'machine', stated: 'never' } },
    });
    expect(agent?.mcpServers[0]?.at.range().start.line).toBe(3);
    expect(storedState?.[0]?.kept).toMatchObject({ state: 'shown', value: true });
    expect(unresolved.map((one) => one.what)).toEqual(['a tool of the list']);
    expect(runtimeAt.range().start.line).toBe(5);
  });

  it('has evidence that is computed where the program computes it', () => {
    const text = `client.responses.create({ model, input: 'x', store: keep(), tools: build(),
  moderation: policy() });`;
    const { storedState, unresolved, agents } = readCall('a.ts', text);
    expect(storedState?.[0]?.kept.state).toBe('undecidable');
    expect(unresolved.map((one) => one.what)).toEqual(['the list of tools']);
    expect(agents[0]?.guardrails.input.state).toBe('undecidable');
  });
});

describe('a server whose label and address are computed', () => {
  it('still has a name to speak of', () => {
    const text =
      "client.responses.create({ model, input: 'x', tools: [{ type: 'mcp', server_label: a.name, server_url: a.url }] });";
    expect(readCall('a.ts', text).agents[0]?.mcpServers.map(({ name }) => name)).toEqual(['mcp']);
  });
});

const DESK_TS = `import OpenAI from 'openai';

const client = new OpenAI({ baseURL: 'https://us.api.openai.com/v1' });

export const answer = (input: string) =>
  client.responses.create({
    model: 'some-model',
    input,
    store: true,
    tools: [
      {
        type: 'mcp',
        server_label: 'mail',
        server_url: 'https://mail.example.com/mcp',
        allowed_tools: ['send_mail'],
        require_approval: 'never',
      },
    ],
  });
`;
const DESK_PY = `from openai import OpenAI

client = OpenAI(base_url="https://us.api.openai.com/v1")


def answer(question: str):
    return client.responses.create(
        model="some-model",
        input=question,
        store=True,
        tools=[
            {
                "type": "mcp",
                "server_label": "mail",
                "server_url": "https://mail.example.com/mcp",
                "allowed_tools": ["send_mail"],
                "require_approval": "never",
            },
        ],
    )
`;
const mended = (text: string) =>
  text
    .replace('us.api', 'eu.api')
    .replace("'never'", "'always'")
    .replace('"never"', '"always"')
    .replace('store: true', 'store: false')
    .replace('store=True', 'store=False');

const REQUIRED = {
  'agent-lint.config.yaml': 'requirements: { residency: [eu], zero_data_retention: true }\n',
};

async function findings(files: Record<string, string>): Promise<string[]> {
  const result = await lintFiles({ ...REQUIRED, ...files });
  return result.findings.map(
    ({ rule, severity, range }) => `${range.start.line}:${range.start.column} ${severity} ${rule}`,
  );
}

describe('a call of the public client', () => {
  it.each([
    ['desk.ts', DESK_TS, { base: '3:38', call: '6:3', store: '9:12', tool: '15:25' }],
    ['desk.py', DESK_PY, { base: '3:26', call: '7:12', store: '10:15', tool: '16:35' }],
  ])('has each flaw of %s reported at its place, and none once mended', async (file, text, at) => {
    const lacks = [`${at.call} warning guardrail/missing-input`];
    const flaws = [
      `${at.base} error runtime/own-controls`,
      `${at.store} error runtime/stores-state`,
      `${at.tool} error approval/auto-approved`,
    ];
    expect((await findings({ [file]: text })).sort()).toEqual([...lacks, ...flaws].sort());
    expect((await findings({ [file]: mended(text) })).sort()).toEqual(lacks);
  });

  const WEB = `tools: [{ type: 'web_search' }]`;
  const asked = (client: string) => `${client}.responses.create({ model: 'm', input: 'x', ${WEB} });\n`;
  const CLIENT = "export const client = new OpenAI({ baseURL: 'https://eu.api.openai.com/v1' });\n";
  const IMPORT = "import OpenAI from 'openai';\n";

  it.each([
    ['of another file', `import { client } from './client.js';\n${asked('client')}`],
    ['of a field', `${IMPORT}class Desk { llm = ${CLIENT.slice(22, -2)}; ask() { ${asked('this.llm')} } }`],
    ['that is copied', `${IMPORT}${CLIENT}${asked('client.withOptions({ timeout: 3 })')}`],
    ['that is wrapped', `${IMPORT}import { wrap } from 'acme';\n${CLIENT}${asked('wrap(client)')}`],
    ['made on the spot', `${IMPORT}${asked(CLIENT.slice(22, -2))}`],
    ['passed in', `${IMPORT}function ask(llm) { ${asked('llm')} }\n${CLIENT}ask(client);`],
  ])('is read with the base URL of a client %s', async (_, text) => {
    const { systems } = await lintFiles({ ...REQUIRED, 'client.ts': IMPORT + CLIENT, 'a.ts': text });
    expect(systems.map(({ file, language, endpoint }) => [file, language, endpoint?.host])).toEqual([
      ['a.ts', 'typescript', 'eu.api.openai.com'],
    ]);
  });

  it('goes where the environment says, unless the client says otherwise', async () => {
    const { systems } = await lintFiles({
      ...REQUIRED,
      '.env': 'OPENAI_BASE_URL=https://eu.api.openai.com/v1\n',
      'a.ts': `${IMPORT}${asked('new OpenAI()')}`,
      'b.ts': `${IMPORT}${asked('new OpenAI({ baseURL: url() })')}`,
    });
    expect(systems.map(({ file, residency }) => [file, residency.state])).toEqual([
      ['a.ts', 'shown'],
      ['b.ts', 'undecidable'],
    ]);
  });

  it('is read with every body that its function is passed', async () => {
    const text = `${IMPORT}const ask = (body) => new OpenAI().responses.create(body);
ask({ model: 'm', input: 'x', tools: [{ type: 'web_search' }] });
ask({ model: 'm', input: 'y', tools: [{ type: 'file_search' }] });
`;
    const { systems } = await lintFiles({ ...REQUIRED, 'a.ts': text });
    expect(
      systems.flatMap(({ agents }) => agents.flatMap(({ tools }) => tools.map(({ name }) => name))),
    ).toEqual(['web_search', 'file_search']);
  });

  it('is a turn of one agent where it is given the same tools', async () => {
    const text = `import openai
TOOLS = [{"type": "web_search"}]
first = openai.responses.create(model="m", input="x", store=False, tools=TOOLS)
openai.responses.create(model="m", input="y", store=True, tools=TOOLS, previous_response_id=first.id)
`;
    const { systems, findings: found } = await lintFiles({ ...REQUIRED, 'a.py': text });
    expect(systems.map(({ at }) => at.range().start.line)).toEqual([3]);
    expect(
      found.flatMap(({ rule, range }) => (rule === 'runtime/stores-state' ? [range.start] : [])),
    ).toEqual([{ line: 4, column: 53 }]);
  });

  it.each([
    ['is given no tools', `${IMPORT}new OpenAI().responses.create({ model: 'm', input: 'x', tools: [] });`],
    ['takes everything from elsewhere', `${IMPORT}new OpenAI().responses.create({ model: 'm', ...more() });`],
    ['is of another package', `import Acme from 'acme';\n${asked('new Acme()')}`],
    ['is of another package beside this one', `${IMPORT}import Acme from 'acme';\n${asked('new Acme()')}`],
    ['is of no known client', asked('client')],
  ])('is no agent where it %s', async (_, text) => {
    const { systems } = await lintFiles({ ...REQUIRED, 'a.ts': text });
    expect(systems).toEqual([]);
  });
});

const GIVEN = `{ model: 'm', input: 'x', tools: [{ type: 'function', name: 'delete_user', parameters: {} }] }`;
const PYTHON_GIVEN = `{"model": "m", "input": "x", "tools": [{"type": "function", "name": "delete_user"}]}`;

describe('a Responses request that a program sends by hand', () => {
  const sent = async (file: string, text: string) => {
    const { systems } = await lintFiles({ ...REQUIRED, [file]: text });
    return systems.map(({ agents, at, residency, endpoint }) => {
      const { line, column } = at.range().start;
      const tools = agents.flatMap((agent) => agent.tools.map(({ name }) => name));
      return `${line}:${column} ${tools} ${endpoint?.host} ${residency.state}`;
    });
  };

  it.each([
    [
      'fetch',
      `fetch('https://eu.api.openai.com/v1/responses', { method: 'POST', body: JSON.stringify(${GIVEN}) });`,
    ],
    ['axios', `axios.post('https://eu.api.openai.com/v1/responses', ${GIVEN});`],
    [
      'a body by name',
      `const body = ${GIVEN};\nfetch(new URL('https://eu.api.openai.com/v1/responses'), { method: 'POST', body: JSON.stringify(body) });`,
    ],
  ])('is an agent with the residency of its host: %s', async (_, text) => {
    const line = text.startsWith('const') ? 2 : 1;
    expect(await sent('a.ts', text)).toEqual([`${line}:1 delete_user eu.api.openai.com shown`]);
  });

  it('is read in Python with the address beside it', async () => {
    const text = `import httpx\nURL = "https://api.openai.com/v1/responses"\nhttpx.post(URL, json=${PYTHON_GIVEN})\n`;
    expect(await sent('a.py', text)).toEqual(['3:1 delete_user api.openai.com absent']);
  });

  it('goes to a host that is not seen where the address is put together', async () => {
    const text = `fetch(\`\${base}/v1/responses\`, { method: 'POST', body: JSON.stringify(${GIVEN}) });`;
    expect(await sent('a.ts', text)).toEqual(['1:1 delete_user undefined undecidable']);
  });

  it.each([
    ['asks with GET', `fetch('https://a.example/v1/responses', { body: JSON.stringify(${GIVEN}) });`],
    [
      'goes elsewhere',
      `fetch('https://a.example/v1/answers', { method: 'POST', body: JSON.stringify(${GIVEN}) });`,
    ],
    [
      'gives no tools',
      `fetch('https://a.example/v1/responses', { method: 'POST', body: JSON.stringify({ model: 'm' }) });`,
    ],
    ['is a route of a server', `app.post('/v1/responses', (request) => answer(request));`],
  ])('is no agent where it %s', async (_, text) => {
    expect(await sent('a.ts', text)).toEqual([]);
  });
});
