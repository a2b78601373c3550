import { describe, expect, it } from 'vitest';
import type { AgentSystem } from '../../src/model/index.js';
import { readText } from './read-text.js';

const tool = { type: 'function', name: 'get_order' };
const body = { model: 'm', input: 'hi', tools: [tool] };

/** The only system of a body written as JSON. */
async function read(value: unknown): Promise<AgentSystem> {
  const { systems } = await readText('body.json', JSON.stringify(value));
  const [system] = systems;
  if (!system) throw new Error('nothing was recognised');
  return system;
}

describe('a Responses request is recognised by its content', () => {
  it.each<[string, unknown, string | undefined]>([
    ['with input', body, 'responses'],
    ['with instructions alone', { model: 'm', instructions: 'x', tools: [tool] }, 'responses'],
    ['with a stored prompt', { prompt: { id: 'pmpt_1' }, input: 'hi', tools: [tool] }, 'responses'],
    ['without tools', { model: 'm', input: 'hi' }, undefined],
    ['with an empty list of tools', { ...body, tools: [] }, undefined],
    ['without a model', { input: 'hi', tools: [tool] }, undefined],
    ['with chat messages', { ...body, messages: [] }, undefined],
    [
      'with tools of the chat format',
      { ...body, tools: [{ type: 'function', function: { name: 'x' } }] },
      undefined,
    ],
    ['with tools by name', { ...body, tools: ['search'] }, undefined],
    [
      'of an assistant',
      { model: 'm', name: 'a', instructions: 'x', tools: [{ type: 'file_search' }] },
      undefined,
    ],
    ['that is a response', { ...body, object: 'response', output: [] }, undefined],
    ['with an agent', { ...body, agent: { model: 'm' } }, undefined],
    ['that is a session payload', { agent: { model: 'm' }, environment: { type: 'hosted' } }, 'session'],
  ])('%s', async (_, value, dialect) => {
    expect((await readText('body.json', JSON.stringify(value))).dialect).toBe(dialect);
  });

  it('in YAML too, and its place is its first character', async () => {
    const { systems } = await readText('a.yaml', '\nmodel: m\ninput: hi\ntools: [{ type: web_search }]\n');
    expect(systems[0]?.runtime).toBe('responses');
    expect(systems[0]?.agents[0]?.at.range()).toEqual({
      start: { line: 2, column: 1 },
      end: { line: 2, column: 2 },
    });
  });

  it('says why a body that comes close is none', async () => {
    const { reason } = await readText('a.json', JSON.stringify({ ...body, messages: [] }));
    expect(reason).toBe('`messages` is not a field of a Responses request');
  });
});

describe('requests of a .http file', () => {
  const request = (target: string, value: unknown, method = 'POST') =>
    `${method} ${target}\nContent-Type: application/json\n\n${JSON.stringify(value)}\n`;

  it.each<[string, string, unknown, number]>([
    ['POST', 'https://api.example.com/v1/responses', body, 1],
    ['POST', '{{base}}/openai/responses?api-version=1', body, 1],
    ['POST', 'https://api.example.com/v1/responses', { prompt: { id: 'pmpt_1' }, input: 'hi' }, 1],
    ['POST', 'https://api.example.com/v1/responses', { model: 'm', input: 'hi' }, 0],
    ['POST', 'https://api.example.com/v1/chat', body, 0],
    ['GET', 'https://api.example.com/v1/responses', body, 0],
  ])('%s %s with %j gives %i', async (method, target, value, count) => {
    const { systems } = await readText('a.http', request(target, value, method));
    expect(systems.map((system) => system.dialect)).toEqual(Array(count).fill('responses'));
  });

  it('stand beside requests that create sessions, each read by its own dialect', async () => {
    const session = { agent: { model: 'm' }, environment: { type: 'hosted' } };
    const text = `${request('https://a.example.com/v1/responses', body)}###\n${request('https://a.example.com/v1/agents/sessions', session)}`;
    const { systems } = await readText('a.http', text);
    expect(systems.map((system) => system.dialect)).toEqual(['session', 'responses']);
  });

  it.each<[string, object]>([
    ['https://eu.api.openai.com/v1/responses', { host: 'eu.api.openai.com', region: 'eu', processes: true }],
    ['https://jp.api.openai.com/v1/responses', { host: 'jp.api.openai.com', region: 'jp', processes: false }],
    ['https://api.openai.com/v1/responses', { host: 'api.openai.com', region: 'none', processes: false }],
    ['https://eu.example.com/v1/responses', { host: 'eu.example.com' }],
    ['{{known}}/responses', { host: 'eu.api.openai.com', region: 'eu', processes: true }],
    ['{{unknown}}/responses', {}],
    ['https://{{unknown}}/responses', {}],
  ])('show the endpoint of %s', async (target, endpoint) => {
    const variables = '@host = https://eu.api.openai.com\n@known = {{host}}/v1\n\n';
    const { systems } = await readText('a.http', variables + request(target, body));
    const { at, move, ...read } = systems[0]?.endpoint ?? {};
    expect(read).toEqual(endpoint);
    expect(typeof move).toBe('host' in endpoint ? 'function' : 'undefined');
    expect(at?.range().start).toEqual({ line: 4, column: 6 });
  });

  it('without a host in the target go to the host of the header', async () => {
    const text = `POST /v1/responses\nHost: eu.api.openai.com\n\n${JSON.stringify(body)}\n`;
    expect((await readText('a.http', text)).systems[0]?.endpoint?.region).toBe('eu');
  });
});

describe('tools of a Responses request', () => {
  it('are read with kind, effect and who could gate them', async () => {
    const { agents } = await read({
      ...body,
      tools: [
        { type: 'function', name: 'delete_account' },
        { type: 'custom', name: 'run_code' },
        { type: 'namespace', name: 'crm', tools: [{ type: 'function', name: 'get_customer' }] },
        { type: 'shell', environment: { type: 'container_auto' } },
        { type: 'shell', environment: { type: 'local' } },
        { type: 'shell' },
        { type: 'local_shell' },
        { type: 'apply_patch' },
        { type: 'computer_use_preview' },
        { type: 'code_interpreter', container: { type: 'auto' } },
        { type: 'web_search_preview_2025_03_11' },
        { type: 'file_search', vector_store_ids: ['vs'] },
        { type: 'image_generation' },
        { type: 'tool_search' },
        { type: 'programmatic_tool_calling' },
      ],
    });
    const seen = agents[0]?.tools.map(
      ({ name, kind, effect, approval, ungateable }) =>
        `${name} ${kind} ${effect.effect} ${approval.state}${ungateable ? ' ungateable' : ''}`,
    );
    expect(seen).toEqual([
      'delete_account function destructive inexpressible',
      'run_code function destructive inexpressible',
      'get_customer function read inexpressible',
      'shell shell destructive inexpressible ungateable',
      'shell shell destructive inexpressible',
      'shell shell destructive undecidable',
      'local_shell shell destructive inexpressible',
      'apply_patch apply_patch destructive inexpressible',
      'computer_use_preview computer_use destructive inexpressible',
      'code_interpreter code_interpreter change inexpressible',
      'web_search_preview_2025_03_11 web_search read inexpressible',
      'file_search file_search read inexpressible',
      'image_generation image_generation change inexpressible',
      'tool_search other read inexpressible',
      'programmatic_tool_calling other read inexpressible',
    ]);
  });

  const server = (fields: object) => ({
    ...body,
    tools: [{ type: 'mcp', server_label: 's', server_url: 'https://s.example.com/mcp', ...fields }],
  });

  it.each<[string, object, string]>([
    ['left out', {}, 'shown human always (the default)'],
    ['null', { require_approval: null }, 'shown human always (the default)'],
    ['always', { require_approval: 'always' }, 'shown human always'],
    ['never', { require_approval: 'never' }, 'shown machine never'],
    ['never for it', { require_approval: { never: { tool_names: ['send_mail'] } } }, 'shown machine never'],
    [
      'never for another',
      { require_approval: { never: { tool_names: ['x'] } } },
      'shown human always (the default)',
    ],
    ['always for it', { require_approval: { always: { tool_names: ['send_mail'] } } }, 'shown human always'],
    ['always for another', { require_approval: { always: { tool_names: ['x'] } } }, 'undecidable'],
    [
      'never for reading',
      { require_approval: { never: { read_only: true } } },
      'shown conditional unless the server marks it as reading',
    ],
    ['never for acting', { require_approval: { never: { read_only: false } } }, 'shown machine never'],
    ['a word that is not documented', { require_approval: 'sometimes' }, 'undecidable'],
  ])('have a gate that the dialect knows when it is %s', async (_, fields, stated) => {
    const { agents } = await read(server({ allowed_tools: ['send_mail'], ...fields }));
    const approval = agents[0]?.mcpServers[0]?.tools[0]?.approval;
    const words = approval && 'value' in approval ? ` ${approval.value.by} ${approval.value.stated}` : '';
    expect(`${approval?.state}${words}`).toBe(stated);
  });

  it.each<[string, unknown, object]>([
    ['left out', undefined, { state: 'absent' }],
    ['a list', ['a', 'b'], { state: 'shown', value: ['a', 'b'] }],
    ['an empty list', [], { state: 'shown', value: [] }],
    ['a filter by name', { tool_names: ['a'] }, { state: 'shown', value: ['a'] }],
    ['a filter of reading tools', { read_only: true }, { state: 'shown', value: [] }],
    ['a filter that lets everything pass', { read_only: false }, { state: 'absent' }],
  ])('have an allow-list when it is %s', async (_, allowed_tools, evidence) => {
    const { agents } = await read(server({ allowed_tools }));
    expect(agents[0]?.mcpServers[0]?.allowedTools).toMatchObject(evidence);
  });

  it('name a connector by its label, and keep credentials apart', async () => {
    const { agents } = await read({
      ...body,
      tools: [
        {
          type: 'mcp',
          server_label: 'drive',
          connector_id: 'connector_googledrive',
          authorization: 'abc',
          headers: { 'X-Key': 'd' },
        },
      ],
    });
    expect(agents[0]?.mcpServers[0]).toMatchObject({
      name: 'drive',
      address: 'connector_googledrive',
      transport: 'unknown',
      values: [
        { name: 'authorization', value: 'abc' },
        { name: 'X-Key', value: 'd' },
      ],
    });
    expect(agents[0]?.mcpServers[0]?.at.path).toBe('tools[drive]');
  });
});

describe('what a Responses request keeps', () => {
  const kept = async (fields: object) =>
    (await read({ ...body, ...fields })).storedState?.map(
      ({ kind, kept: evidence }) => `${kind} ${'value' in evidence ? evidence.value : evidence.state}`,
    );

  it('is known field by field', async () => {
    expect(await kept({})).toEqual(['response absent']);
    expect(await kept({ store: null })).toEqual(['response absent']);
    expect(await kept({ store: false, background: false, conversation: null })).toEqual(['response false']);
    expect(
      await kept({
        store: true,
        background: true,
        conversation: { id: 'c' },
        previous_response_id: 'r',
        prompt_cache_retention: '24h',
      }),
    ).toEqual(['response true', 'conversation true', 'previous true', 'background true', 'cache true']);
    expect(await kept({ store: false, tools: [{ type: 'file_search' }] })).toEqual([
      'response false',
      'files true',
    ]);
  });

  it('shows retention only where nothing is kept', async () => {
    expect((await read({ ...body, store: false })).retention).toMatchObject({
      state: 'shown',
      value: 'store: false',
    });
    expect((await read({ ...body, store: false, background: true })).retention.state).toBe('absent');
    expect((await read(body)).retention.state).toBe('absent');
  });

  it('leaves the tools of a stored prompt open', async () => {
    const { unresolved } = await read({ ...body, prompt: { id: 'pmpt_1' } });
    expect(unresolved.map((one) => `${one.what}: ${one.why}`)).toEqual([
      'the tools of the prompt that `prompt.id` names: it is stored with the operator and may contain more tools',
    ]);
  });
});
