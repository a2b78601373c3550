import { describe, expect, it } from 'vitest';
import { lintFiles, statedFindings } from './lint-files.js';

const SERVER = { type: 'mcp', server_label: 'billing', server_url: 'https://billing.example.com/mcp' };
const call = (fields: object) => ({ model: 'm', input: 'hi', store: false, ...fields });

/** What one rule finds, and what it could not assess, in one body. */
async function judged(rule: string, body: object, project = '') {
  const result = await lintFiles({ 'a.json': JSON.stringify(body), 'agent-lint.config.yaml': project });
  const open = result.notAssessed.filter((one) => one.rule === rule).map((one) => one.message);
  return {
    found: statedFindings(result, rule, 'a.json'),
    open,
    met: result.met.find((one) => one.rule === rule),
  };
}

/** A `.http` file with one request that has this body as text. */
const http = (host: string, body: string, headers = '') =>
  `POST ${host}/v1/responses\nContent-Type: application/json\n${headers}\n${body}\n`;

const attested = (controls: string) =>
  `attestations:\n  - files: "*.json"\n    controls: ${controls}\n    reason: stated in the data map\n`;

describe('approval in a Responses request', () => {
  it('is not assessed for functions, which the caller runs', async () => {
    const { found, open } = await judged(
      'approval/missing',
      call({ tools: [{ type: 'function', name: 'send_mail' }] }),
    );
    expect(found).toEqual([]);
    expect(open).toEqual(['Whether a person approves `send_mail`, which sends something to others.']);
  });

  it('counts as seen where the default of `require_approval` asks', async () => {
    const body = call({ tools: [{ ...SERVER, allowed_tools: ['send_invoice'] }] });
    expect(await judged('approval/missing', body)).toEqual({
      found: [],
      open: [],
      met: { rule: 'approval/missing', shown: 1, attested: 0 },
    });
  });

  it('is judged for the tools of an attested allow-list, by what the request says of all tools', async () => {
    const list = attested(
      `{ mcp_servers: { "${SERVER.server_url}": { allowed_tools: [get_invoice, send_invoice] } } }`,
    );
    const body = call({ tools: [{ ...SERVER, require_approval: 'never' }] });
    expect((await judged('approval/auto-approved', body, list)).found).toEqual([
      '1:102 error `send_invoice` sends something to others without human approval (inferred from its name: "send"): approved by `require_approval: never`.',
    ]);
  });

  it('speaks of a server without a list once, and not where everything asks', async () => {
    const never = await judged(
      'approval/auto-approved',
      call({ tools: [{ ...SERVER, require_approval: 'never' }] }),
    );
    expect(never.found).toHaveLength(1);
    expect((await judged('approval/auto-approved', call({ tools: [SERVER] }))).found).toEqual([]);
    const reading = [{ ...SERVER, require_approval: 'never', allowed_tools: { read_only: true } }];
    expect((await judged('approval/auto-approved', call({ tools: reading }))).found).toEqual([]);
  });
});

describe('tools for which approval cannot be required', () => {
  const session = (allowed_tools: string[]) => ({
    agent: {
      tools: [
        {
          type: 'mcp',
          server_label: 's',
          transport: { type: 'http', server_url: 'https://s.example.com/mcp' },
          allowed_tools,
        },
      ],
    },
    environment: { type: 'openai_hosted' },
  });

  it('are named five at most, once a server', async () => {
    const names = ['send_a', 'send_b', 'get_c', 'send_d', 'send_e', 'send_f', 'send_g'];
    const { found } = await judged('approval/not-gateable', session(names));
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(': `send_a`, `send_b`, `send_d`, `send_e`, `send_f` and 1 more.');
  });

  it('are not reported as missing a gate too', async () => {
    const result = await lintFiles({ 'a.json': JSON.stringify(session(['send_mail'])) });
    const rules = result.findings.map((one) => one.rule).filter((rule) => rule.startsWith('approval/'));
    expect(rules).toEqual(['approval/not-gateable']);
  });

  it('are met where the project claims a gate elsewhere', async () => {
    const claim = attested('{ tools: { send_mail: { approval: { by: human } } } }');
    const { found } = await judged('approval/not-gateable', session(['send_mail']), claim);
    expect(found).toEqual([]);
    const { met } = await judged('approval/missing', session(['send_mail']), claim);
    expect(met).toEqual({ rule: 'approval/missing', shown: 0, attested: 1 });
  });

  it('leave a tool of an unknown effect to the list of what is not assessed', async () => {
    const result = await lintFiles({ 'a.json': JSON.stringify(session(['frobnicate'])) });
    expect(result.findings.filter((one) => one.rule.startsWith('approval/'))).toEqual([]);
    expect(result.notAssessed.map((one) => one.rule)).toContain('approval/missing');
  });
});

describe('stored state under zero retention', () => {
  const ZDR = 'requirements: { zero_data_retention: true }\n';
  const tools = [{ type: 'function', name: 'get_order' }];

  it('says one thing of each field', async () => {
    const body = { ...call({ tools }), store: true, previous_response_id: 'resp_1' };
    const result = await lintFiles({ 'a.json': JSON.stringify(body), 'agent-lint.config.yaml': ZDR });
    const rules = result.findings.map((one) => one.rule).filter((rule) => rule.startsWith('runtime/'));
    expect(rules).toEqual(['runtime/stores-state']);
  });

  it('is not assessed where a variable fills it in', async () => {
    const body = '{ "model": "m", "input": "hi", "store": {{store}}, "tools": [{ "type": "web_search" }] }';
    const result = await lintFiles({
      'a.http': http('https://api.example.com', body),
      'agent-lint.config.yaml': ZDR,
    });
    expect(result.findings.filter((one) => one.rule.endsWith('-state'))).toEqual([]);
    expect(result.notAssessed.map((one) => one.rule)).toContain('runtime/stores-state');
  });

  it('a claim does not outweigh what the file asks for', async () => {
    const project = ZDR + attested('{ retention: { how: contract } }');
    const { found } = await judged('runtime/stores-state', { ...call({ tools }), store: true }, project);
    expect(found).toHaveLength(1);
    const { store: _, ...silent } = call({ tools }) as Record<string, unknown>;
    const { met } = await judged('runtime/may-store-state', silent, project);
    expect(met).toEqual({ rule: 'runtime/may-store-state', shown: 0, attested: 1 });
  });

  it('leaves `runtime/own-controls` nothing to say of it', async () => {
    expect((await judged('runtime/own-controls', call({ tools }), ZDR)).found).toEqual([]);
  });
});

describe('the endpoint of a Responses request', () => {
  const EU = 'requirements: { residency: [eu] }\n';
  const body = (tools: object[]) => JSON.stringify(call({ tools }));
  const own = async (text: string) => {
    const result = await lintFiles({ 'a.http': text, 'agent-lint.config.yaml': EU });
    const open = result.notAssessed.filter((one) => one.rule === 'runtime/own-controls');
    return { found: statedFindings(result, 'runtime/own-controls'), open: open.map((one) => one.message) };
  };
  const search = [{ type: 'web_search' }];

  it.each<[string, string[]]>([
    ['https://eu.api.openai.com', []],
    [
      'https://us.api.openai.com',
      [
        '1:6 error `us.api.openai.com` processes data in the US, but data must be processed in the EU (spec: rule 2).',
      ],
    ],
    [
      'https://au.api.openai.com',
      [
        '1:6 error `au.api.openai.com` stores data in AU, but data must be processed in the EU (spec: rule 2).',
      ],
    ],
    [
      'https://models.example.com',
      [
        '1:1 warning `responses` requires your own controls for residency in the EU (spec: rule 2). Not stated: where `models.example.com` processes data and where traces go.',
      ],
    ],
  ])('%s is judged against the required region', async (host, found) => {
    expect((await own(http(host, body(search)))).found).toEqual(found);
  });

  it('that is computed, or that a body does not show, is listed', async () => {
    expect((await own(http('https://{{host}}', body(search)))).open).toHaveLength(1);
    expect((await judged('runtime/own-controls', call({ tools: search }), EU)).open).toHaveLength(1);
  });

  it('says nothing of where an MCP server processes data', async () => {
    const { found, open } = await own(
      http('https://eu.api.openai.com', body([{ ...SERVER, allowed_tools: ['get_invoice'] }])),
    );
    expect(found).toEqual([]);
    expect(open).toEqual(['where `billing.example.com` processes data, beyond the endpoint of the model']);
  });
});

describe('credentials around a Responses request', () => {
  it('are found in its headers and in the secrets of a container', async () => {
    const container = {
      type: 'auto',
      network_policy: {
        type: 'allowlist',
        allowed_domains: ['a.example.com'],
        domain_secrets: [{ domain: 'a.example.com', name: 'API_TOKEN', value: '3f9a1c77d2b84e0f9c51aa02' }],
      },
    };
    const text = http(
      'https://api.example.com',
      JSON.stringify(call({ tools: [{ type: 'code_interpreter', container }] })),
      'Authorization: Bearer 51aa023f9a1c77d2b84e0f9c\n',
    );
    const found = statedFindings(await lintFiles({ 'a.http': text }), 'mcp/literal-secret');
    expect(found.map((one) => one.split(':')[0])).toEqual(['3', '5']);
    expect(found.join()).not.toMatch(/3f9a1c77/);
  });
});

describe('the vendor that a header names', () => {
  const config = (name: string) => `runtime: managed\nheaders: { ${name}: agents=v1 }\nagent: { model: m }\n`;

  it('is reported in a note, unless the configuration names one', async () => {
    const own = await lintFiles({
      'a.agent.yaml': config('OpenAI-Beta'),
      'b.agent.yaml': config('OpenAI-Beta'),
    });
    expect(own.notes).toEqual([
      'The vendor profile `openai` (OpenAI Agents API (public beta), checked 2026-11-20) applies to a.agent.yaml and 1 more, because a header or an import names the vendor. It documents extra fields; the spec decides.',
    ]);
    const named = await lintFiles({
      'a.agent.yaml': config('OpenAI-Beta'),
      'agent-lint.config.yaml': 'vendor: openai\n',
    });
    expect(named.notes).toEqual([]);
    expect((await lintFiles({ 'a.agent.yaml': config('Acme-Beta') })).notes).toEqual([]);
  });
});
