import { describe, expect, it } from 'vitest';
import { lintFiles, statedFindings } from './lint-files.js';

const BODY = '{ "agent": { "model": "some-model" }, "environment": { "type": "hosted" } }';
const OPT_IN = 'Acme-Beta: agents=v1';
const LINE = 'POST {{base_url}}/v1/agents/sessions';

const request = (line: string, ...headers: string[]) => `${[line, ...headers].join('\n')}\n\n${BODY}\n`;
const lintRequest = (line: string, ...headers: string[]) =>
  lintFiles({ 'a.http': request(line, ...headers) });

describe('the example payload of the spec', () => {
  const payload = {
    agent: {
      model: 'some-model',
      instructions: 'Keep the repository tidy.',
      tools: [{ type: 'shell' }],
      mcp_servers: [{ url: 'https://issues.example.com/mcp' }],
    },
    environment: { type: 'hosted' },
    multi_agent: { enabled: true, max_concurrent_subagents: 4 },
  };

  it('breaks no type, states nothing undocumented and shows no request', async () => {
    const result = await lintFiles({ 'a.session.json': JSON.stringify(payload) }, { preset: 'strict' });
    expect(result.findings.filter((one) => one.rule.startsWith('session/'))).toEqual([]);
  });

  it('breaks a type with a bound that is a string', async () => {
    const text = JSON.stringify(
      { ...payload, multi_agent: { enabled: true, max_concurrent_subagents: '4' } },
      null,
      1,
    );
    const result = await lintFiles({ 'a.session.json': text });
    expect(statedFindings(result, 'session/schema')).toEqual([
      '21:31 error `max_concurrent_subagents` is a string; the spec requires an integer.',
    ]);
  });
});

describe('session/beta-header', () => {
  const rule = 'session/beta-header';

  it.each([
    ['in any case', OPT_IN.toUpperCase().replace('AGENTS=V1', 'agents=v1')],
    ['in a list', 'Acme-Beta: tools=v3 , agents=v1'],
    ['with a computed vendor in the name', '{{vendor}}-Beta: agents=v1'],
  ])('finds the header %s', async (_words, header) => {
    const result = await lintRequest(LINE, header);
    expect(statedFindings(result, rule)).toEqual([]);
    expect(result.notAssessed.filter((one) => one.rule === rule)).toEqual([]);
    expect(result.met.find((one) => one.rule === rule)).toEqual({ rule, shown: 1, attested: 0 });
  });

  it('finds it among repeated headers', async () => {
    expect(statedFindings(await lintRequest(LINE, 'Acme-Beta: tools=v3', OPT_IN), rule)).toEqual([]);
  });

  it('lists a computed value as not assessed, and reports it in strict', async () => {
    const files = { 'a.http': request(LINE, 'Acme-Beta: {{beta}}') };
    const result = await lintFiles(files);
    expect(statedFindings(result, rule)).toEqual([]);
    expect(result.notAssessed.filter((one) => one.rule === rule).map((one) => one.message)).toEqual([
      'whether the header `<Vendor>-Beta` contains `agents=v1`',
    ]);
    expect(statedFindings(await lintFiles(files, { preset: 'strict' }), rule)).toEqual([
      '2:1 error `<Vendor>-Beta` is computed at run time: whether it contains `agents=v1` is unknown.',
    ]);
  });

  it('does not let a computed header excuse one that asks for another version', async () => {
    const result = await lintRequest(LINE, '{{other}}: x', 'Acme-Beta: agents=v2');
    expect(statedFindings(result, rule)).toEqual([
      '3:1 error `Acme-Beta` is `agents=v2`, not `agents=v1`: the service is not available to this request.',
    ]);
  });

  it('never prints a value that asks for no agents', async () => {
    const result = await lintRequest(LINE, `Acme-Beta: sk-${'4f9a'.repeat(6)}`);
    expect(statedFindings(result, rule)).toEqual([
      '2:1 error `Acme-Beta` does not contain `agents=v1`: the service is not available to this request.',
    ]);
  });

  it('asks for the name of the vendor profile', async () => {
    const files = { 'a.http': request(LINE, OPT_IN), 'agent-lint.config.yaml': 'vendor: openai\n' };
    const { findings } = await lintFiles(files);
    const [finding] = findings.filter((one) => one.rule === rule);
    expect(finding?.range.start).toEqual({ line: 1, column: 1 });
    expect(finding?.message).toBe(
      '`OpenAI-Beta: agents=v1` is missing: the service is not available without this header.',
    );
    expect(finding?.remediation).toBe('Add the line `OpenAI-Beta: agents=v1` under the request line.');
  });

  it('stands at the key of `headers` in an agent config that lacks it, and at the header that is wrong', async () => {
    const config = (header: string) =>
      `runtime: managed\nheaders:\n  ${header}\nagent:\n  model: some-model\n`;
    const missing = await lintFiles({ 'a.agent.yaml': config('X-Team: a') });
    const wrong = await lintFiles({ 'a.agent.yaml': config('Acme-Beta: agents=v2') });
    expect(
      missing.findings
        .filter((one) => one.rule === rule)
        .map((one) => [one.range.start.line, one.remediation]),
    ).toEqual([
      [
        2,
        'Add `<Vendor>-Beta: agents=v1` to `headers`. Decide which operator the request goes to, and write its name in place of `<Vendor>`.',
      ],
    ]);
    expect(
      wrong.findings.filter((one) => one.rule === rule).map((one) => [one.range.start.line, one.remediation]),
    ).toEqual([[3, 'Set `Acme-Beta` to `agents=v1`.']]);
  });

  it('judges no agent config that does not state `runtime: managed`', async () => {
    const result = await lintFiles({
      'a.agent.yaml': 'agent: { model: some-model }\nenvironment: { type: hosted }\n',
    });
    expect(statedFindings(result, rule)).toEqual([]);
  });
});

describe('session/request', () => {
  const rule = 'session/request';

  it.each([
    ['POST https://api.example.com/v1/agents/sessions?dry=1'],
    ['POST https://api.example.com/gateway/v1/agents/sessions HTTP/1.1'],
    ['post {{base_url}}/v1/agents/sessions'],
  ])('accepts %s', async (line) => {
    const result = await lintRequest(line, OPT_IN, 'Content-Type: application/vnd.acme+json');
    expect(statedFindings(result, rule)).toEqual([]);
    expect(result.notAssessed.filter((one) => one.rule === rule)).toEqual([]);
  });

  it.each([
    ['/v1/agents/sessions/', 'POST https://api.example.com/v1/agents/sessions/'],
    ['/v2/agents/sessions', 'POST https://api.example.com/v2/agents/sessions'],
    ['{{base_url}}/sessions/new', 'POST {{base_url}}/sessions/new'],
  ])('refuses the path %s', async (path, line) => {
    expect(statedFindings(await lintRequest(line, OPT_IN), rule)).toEqual([
      `1:1 error \`${path}\` is the wrong path: it must end in \`/v1/agents/sessions\`.`,
    ]);
  });

  it.each([
    'POST {{url}}',
    'POST {{base_url}}/agents/sessions',
    'POST https://api.example.com/v1/{{kind}}/sessions',
  ])('does not judge a path that a variable may complete: %s', async (line) => {
    const result = await lintRequest(line, OPT_IN);
    expect(statedFindings(result, rule)).toEqual([]);
    expect(result.notAssessed.filter((one) => one.rule === rule).map((one) => one.message)).toEqual([
      'the path of the session creation',
    ]);
  });

  it('takes a request without a method for a GET', async () => {
    expect(
      statedFindings(await lintRequest('https://api.example.com/v1/agents/sessions', OPT_IN), rule),
    ).toEqual(['1:1 error `GET` is the wrong method: a session is created with `POST`.']);
  });

  it('cuts a credential out of the path that it quotes', async () => {
    const line = `POST https://api.example.com/ghp_${'16C7'.repeat(9)}/agents/sessions`;
    expect(statedFindings(await lintRequest(line, OPT_IN), rule)).toEqual([
      '1:1 error `/***/agents/sessions` is the wrong path: it must end in `/v1/agents/sessions`.',
    ]);
  });

  it('does not judge a computed content type, and asks for none', async () => {
    const computed = await lintRequest(LINE, OPT_IN, 'Content-Type: {{type}}');
    expect(statedFindings(computed, rule)).toEqual([]);
    expect(computed.notAssessed.filter((one) => one.rule === rule).map((one) => one.message)).toEqual([
      'the content type of the session creation',
    ]);
    expect(statedFindings(await lintRequest(LINE, OPT_IN), rule)).toEqual([]);
  });

  it('judges of an agent config the content type alone, where its headers state one', async () => {
    const stated = async (headers: string, runtime = 'managed') => {
      const config = `runtime: ${runtime}\nheaders: { Acme-Beta: agents=v1${headers} }\nagent: { model: m }\n`;
      return statedFindings(await lintFiles({ 'a.agent.yaml': config }), rule);
    };
    expect(await stated(', Content-Type: text/plain')).toEqual([
      '2:34 error `Content-Type` is `text/plain`, but the service accepts JSON only.',
    ]);
    expect(await stated('')).toEqual([]);
    expect(await stated(', content-type: application/json; charset=utf-8')).toEqual([]);
    expect(await stated(', Content-Type: "{{type}}"')).toEqual([]);
    expect(await stated(', Content-Type: text/plain', 'framework')).toEqual([]);
  });
});
