import type OpenAI from 'openai';
import type { SessionCreateParamsNonStreaming } from 'openai/resources/beta/agents';
import type { ResponseCreateParamsNonStreaming } from 'openai/resources/responses/responses';
import { describe, expect, it } from 'vitest';
import type { LintResult } from '../../src/lint/result.js';
import { lintFiles } from '../rules/lint-files.js';
import { type Captured, captured, httpText } from './loopback.js';

const BILLING = 'https://billing.example.com/mcp';

const AGENT: NonNullable<SessionCreateParamsNonStreaming['agent']> = {
  model: 'some-model',
  instructions: 'Answer questions on invoices.',
  tools: [
    { type: 'web_search' },
    {
      type: 'mcp',
      server_label: 'billing',
      transport: { type: 'http', server_url: BILLING },
      allowed_tools: ['get_invoice'],
    },
  ],
  multi_agent: { enabled: true, max_concurrent_subagents: 4 },
};

const SESSION: SessionCreateParamsNonStreaming = { agent: AGENT, environment: { type: 'openai_hosted' } };

const REFUNDS = {
  type: 'mcp' as const,
  server_label: 'billing',
  server_url: BILLING,
  allowed_tools: ['create_refund'],
};

const RESPONSE: ResponseCreateParamsNonStreaming = {
  model: 'some-model',
  input: 'Refund charge 7.',
  store: false,
  tools: [{ type: 'web_search' }, { ...REFUNDS, require_approval: 'always' }],
};

/** What the spec's payload has no field for, or nobody stated: every session of this client has it. */
const SESSION_LACKS = [
  'warning guardrail/missing-input agent "agent"',
  'warning runtime/beta agent "agent"',
  'info runtime/undecided agent "agent"',
  'warning tracing/missing agent "agent"',
];

const RESPONSE_LACKS = [
  'warning guardrail/missing-input requests[0] POST /v1/responses HTTP/1.1',
  'info runtime/undecided requests[0] POST /v1/responses HTTP/1.1',
];

async function sent(call: (client: OpenAI) => Promise<unknown>): Promise<Captured> {
  const requests = await captured(call);
  expect(requests).toHaveLength(1);
  return requests[0]!;
}

const sessionSent = (body: SessionCreateParamsNonStreaming, headers: Record<string, string | null> = {}) =>
  sent((client) => client.beta.agents.sessions.create(body, { headers }));

const responseSent = (body: ResponseCreateParamsNonStreaming) =>
  sent((client) => client.responses.create(body));

const sessionWith = (agent: Partial<typeof AGENT>) =>
  sessionSent({ ...SESSION, agent: { ...AGENT, ...agent } });

/** Lints a captured request as a file of a project that says nothing else. */
const linted = (request: Captured): Promise<LintResult> =>
  lintFiles({ 'create.http': httpText(request) }, { config: false });

/** Findings as `severity rule path text`, with the text that they stand at: the client's headers set the lines. */
async function findingsOf(request: Captured): Promise<string[]> {
  const lines = httpText(request).split('\n');
  const { findings } = await linted(request);
  return findings.map(({ severity, rule, path, range: { start, end } }) => {
    expect(end.line).toBe(start.line);
    return `${severity} ${rule} ${path} ${lines[start.line - 1]?.slice(start.column - 1, end.column - 1)}`;
  });
}

/** The findings that a request has beyond those of its twin without the flaw. */
async function flawsOf(request: Captured, lacks: readonly string[]): Promise<string[]> {
  const findings = await findingsOf(request);
  expect(findings.filter((one) => lacks.includes(one))).toEqual(lacks);
  return findings.filter((one) => !lacks.includes(one));
}

const headerOf = ({ headers }: Captured, name: string) =>
  headers.filter(([one]) => one.toLowerCase() === name).map(([, value]) => value);

describe('a session that the openai client creates', () => {
  it('goes over the wire as the spec documents it', async () => {
    const request = await sessionSent(SESSION);
    expect(request.method).toBe('POST');
    expect(request.target).toBe('/v1/agents/sessions');
    expect(headerOf(request, 'openai-beta')).toEqual(['agents=v1']);
    expect(headerOf(request, 'content-type')).toEqual(['application/json']);
    expect(headerOf(request, 'authorization')).toEqual(['Bearer dummy']);
    expect(JSON.parse(request.body)).toEqual(SESSION);
  });

  it('is read as a session on the managed service, with the profile of its header', async () => {
    const request = await sessionSent(SESSION);
    const { files, systems, met, notes } = await linted(request);
    expect(files).toEqual([{ path: 'create.http', dialect: 'session' }]);
    expect(systems).toMatchObject([
      {
        dialect: 'session',
        runtime: 'managed',
        vendor: 'openai',
        environment: { type: 'openai_hosted', kind: 'hosted' },
        delegation: { enabled: { state: 'shown', value: true }, maxConcurrent: { state: 'shown', value: 4 } },
      },
    ]);
    const [agent] = systems[0]?.agents ?? [];
    expect(agent?.tools.map(({ name }) => name)).toEqual(['web_search']);
    expect(agent?.mcpServers.map(({ address, tools }) => [address, tools.map(({ name }) => name)])).toEqual([
      [BILLING, ['get_invoice']],
    ]);
    expect(met).toContainEqual({ rule: 'session/beta-header', shown: 1, attested: 0 });
    expect(notes.map((note) => note.slice(0, note.indexOf(' (')))).toEqual(['The vendor profile `openai`']);
  });

  it('lacks only what its payload has no field for', async () => {
    expect(await findingsOf(await sessionSent(SESSION))).toEqual(SESSION_LACKS);
  });

  it('is reported when a caller sets another beta', async () => {
    const request = await sessionSent(SESSION, { 'OpenAI-Beta': 'agents=v2' });
    expect(headerOf(request, 'openai-beta')).toEqual(['agents=v2']);
    expect(await flawsOf(request, SESSION_LACKS)).toEqual([
      'error session/beta-header requests[0].headers[openai-beta] openai-beta: agents=v2',
    ]);
  });

  it('is reported when a caller takes the beta header out, which selected the profile too', async () => {
    const request = await sessionSent(SESSION, { 'OpenAI-Beta': null });
    expect(headerOf(request, 'openai-beta')).toEqual([]);
    expect(await flawsOf(request, SESSION_LACKS)).toEqual([
      'error session/beta-header requests[0] POST /v1/agents/sessions HTTP/1.1',
      'warning session/undocumented agent.multi_agent "multi_agent"',
      'warning session/undocumented environment.type "openai_hosted"',
    ]);
  });

  it('is reported when the content type is none of JSON', async () => {
    const request = await sessionSent(SESSION, { 'Content-Type': 'text/plain' });
    expect(await flawsOf(request, SESSION_LACKS)).toEqual([
      'error session/request requests[0].headers[content-type] content-type: text/plain',
    ]);
  });

  it('is reported when a function tool refunds', async () => {
    const refund = {
      type: 'function' as const,
      name: 'issue_refund',
      description: 'Refund a charge',
      parameters: { type: 'object', properties: { charge: { type: 'string' } } },
    };
    const request = await sessionWith({ tools: [refund] });
    expect(await flawsOf(request, SESSION_LACKS)).toEqual([
      'error approval/missing agent.tools[issue_refund] "issue_refund"',
    ]);
  });

  it('is reported when a server may offer what it likes', async () => {
    const tools = [
      {
        type: 'mcp' as const,
        server_label: 'billing',
        transport: { type: 'http' as const, server_url: BILLING },
      },
    ];
    expect(await flawsOf(await sessionWith({ tools }), SESSION_LACKS)).toEqual([
      `warning scope/unrestricted-server agent.tools[billing] "${BILLING}"`,
    ]);
  });

  it('is reported when nothing bounds its subagents', async () => {
    const request = await sessionWith({ multi_agent: { enabled: true } });
    expect(await flawsOf(request, SESSION_LACKS)).toEqual([
      'error delegation/unbounded agent.multi_agent.enabled true',
    ]);
  });
});

describe('a Responses call of the openai client', () => {
  it('is read as an agent on the Responses API', async () => {
    const request = await responseSent(RESPONSE);
    expect([request.method, request.target]).toEqual(['POST', '/v1/responses']);
    expect(headerOf(request, 'content-type')).toEqual(['application/json']);
    expect(JSON.parse(request.body)).toEqual(RESPONSE);
    const { files, systems, notes } = await linted(request);
    expect(files).toEqual([{ path: 'create.http', dialect: 'responses' }]);
    expect(systems).toMatchObject([{ dialect: 'responses', runtime: 'responses' }]);
    expect(systems[0]?.agents[0]?.mcpServers[0]?.tools).toMatchObject([
      { name: 'create_refund', effect: { effect: 'outward' }, approval: { state: 'shown' } },
    ]);
    expect(notes).toEqual([]);
  });

  it('lacks only what nobody stated', async () => {
    expect(await findingsOf(await responseSent(RESPONSE))).toEqual(RESPONSE_LACKS);
  });

  it('is reported when its server never asks', async () => {
    const tools = [{ type: 'web_search' as const }, { ...REFUNDS, require_approval: 'never' as const }];
    expect(await flawsOf(await responseSent({ ...RESPONSE, tools }), RESPONSE_LACKS)).toEqual([
      'error approval/auto-approved tools[billing].allowed_tools[create_refund] "create_refund"',
    ]);
  });

  it('needs no stated gate at a server: the API asks by default', async () => {
    const tools = [{ type: 'web_search' as const }, REFUNDS];
    expect(await flawsOf(await responseSent({ ...RESPONSE, tools }), RESPONSE_LACKS)).toEqual([]);
  });
});

describe('a captured request as a file', () => {
  it('holds no credential', async () => {
    const text = httpText(await sessionSent(SESSION));
    expect(text.split('\n').filter((line) => line.startsWith('authorization'))).toEqual([
      'authorization: Bearer {{token}}',
    ]);
    expect(text.includes('dummy')).toBe(false);
  });
});
