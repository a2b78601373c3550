import { describe, expect, it } from 'vitest';
import { findingsOf, folderWith, runCli } from './run-cli.js';

const payload = {
  agent: {
    model: 'some-model',
    instructions: 'Handle the task.',
    tools: [{ type: 'shell' }],
    mcp_servers: [{ url: 'https://mcp.example.com' }],
  },
  environment: { type: 'hosted' },
  multi_agent: { enabled: true, max_concurrent_subagents: 4 },
};
const text = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
const check = (files: Record<string, string>) => runCli(folderWith(files), ['check', '--format', 'json']);

describe("the spec's own example payload", () => {
  it('lacks a gate, an allow-list, a trace and guardrails, each at its place, and nothing on the bound', async () => {
    expect(findingsOf(await check({ 'example.session.json': text(payload) }))).toEqual([
      'example.session.json:2:3 warning guardrail/missing-input',
      'example.session.json:2:3 warning runtime/beta',
      'example.session.json:2:3 info runtime/undecided',
      'example.session.json:2:3 warning tracing/missing',
      'example.session.json:7:17 warning approval/open-ended-tool',
      'example.session.json:12:16 warning scope/unrestricted-server',
    ]);
  });

  it('has nothing above info once controls are claimed, and the summary says that they are', async () => {
    const config = {
      runtime: 'managed',
      headers: { 'Acme-Beta': 'agents=v1' },
      requirements: { beta: 'allowed' },
      ...payload,
      controls: {
        tools: { shell: { approval: { by: 'human' } } },
        mcp_servers: { 'https://mcp.example.com': { allowed_tools: ['get_order'] } },
        tracing: { sink: 'otlp: https://traces.example.com' },
        guardrails: { input: ['prompt-injection'], output: ['personal-data'] },
      },
    };
    const folder = folderWith({ 'example.agent.json': text(config) });
    const run = await runCli(folder, ['check', '--format', 'json']);
    expect(findingsOf(run)).toEqual(['example.agent.json:2:14 info runtime/undecided']);
    expect(run.status).toBe(0);
    expect(JSON.parse(run.stdout).summary.met).toEqual({ shown: 2, attested: 5 });
    expect((await runCli(folder, ['check'])).stdout).toContain(
      '7 controls met: 2 seen in files, 5 only claimed.',
    );
    const printed = await runCli(folder, ['payload', 'example.agent.json']);
    expect(printed.stdout).toBe(
      `POST {base_url}/v1/agents/sessions HTTP/1.1\nContent-Type: application/json\nAcme-Beta: agents=v1\n\n${text(payload)}`,
    );
    expect(printed).toMatchObject({ status: 0, stderr: '' });
    expect(
      JSON.parse((await runCli(folder, ['payload', 'example.agent.json', '--format', 'json'])).stdout),
    ).toEqual(payload);
  });

  it('is printed for the file that is named, not for one beside it', async () => {
    const folder = folderWith({
      'a.agent.json': text({ agent: { model: 'first' } }),
      'b.agent.json': text({ agent: { model: 'second' } }),
    });
    const run = await runCli(folder, ['payload', 'b.agent.json', '--format', 'json']);
    expect(JSON.parse(run.stdout)).toEqual({ agent: { model: 'second' } });
  });

  it('needs the header where the request can be seen', async () => {
    const request = `POST https://api.example.com/v1/agents/sessions\nContent-Type: application/json\n\n${text(payload)}`;
    expect(findingsOf(await check({ 'create.http': request }))).toContain(
      'create.http:1:1 error session/beta-header',
    );
  });

  it('is unbounded without a bound, and breaks the schema with a bound of another type', async () => {
    const { max_concurrent_subagents: _, ...unbounded } = payload.multi_agent;
    expect(findingsOf(await check({ 'a.json': text({ ...payload, multi_agent: unbounded }) }))).toContain(
      'a.json:20:16 error delegation/unbounded',
    );
    const wrong = { ...payload, multi_agent: { ...payload.multi_agent, max_concurrent_subagents: 'four' } };
    const findings = findingsOf(await check({ 'a.json': text(wrong) }));
    expect(findings).toContain('a.json:21:33 error session/schema');
    expect(findings.some((finding) => finding.includes('delegation/'))).toBe(false);
  });
});

describe('decide', () => {
  const decided = async (...args: string[]) =>
    JSON.parse((await runCli(folderWith({}), ['decide', '--format', 'json', ...args])).stdout);

  it('chooses between framework and responses for EU data', async () => {
    const decision = await decided('--residency', 'eu', '--need', 'durable-session');
    expect(decision).toMatchObject({
      schema: 'agent-lint/decision@1',
      outcome: 'choice',
      recommended: null,
      unmet: ['durable-session'],
    });
    const own = [
      "with the caller's own controls: provided that you control the region of the model endpoint, stored state, the trace store and each MCP host",
    ];
    expect(decision.runtimes).toMatchObject([
      { runtime: 'managed', verdict: 'excluded' },
      { runtime: 'framework', verdict: 'possible', conditions: own },
      { runtime: 'responses', verdict: 'possible', conditions: own },
    ]);
    expect(decision.runtimes[0].reasons[0].rule).toBe('rule-2');
  });

  it('recommends, conflicts, and stays undecided as the design says', async () => {
    expect(await decided('--need', 'durable-session')).toMatchObject({
      outcome: 'recommended',
      recommended: 'managed',
      assumed: ['residency', 'zero_data_retention', 'beta'],
      runtimes: [{ reasons: [{ rule: 'rule-1' }] }, {}, {}],
    });
    expect((await decided('--need', 'durable-session', '--need', 'code-first-control')).outcome).toBe(
      'conflict',
    );
    const nothing = await decided();
    expect(nothing.outcome).toBe('undecided');
    expect(nothing.ask).not.toEqual([]);
    expect(
      await decided('--residency', 'us', '--zdr', '--need', 'durable-session,custom-orchestration'),
    ).toMatchObject({ outcome: 'recommended', recommended: 'framework', unmet: ['durable-session'] });
  });
});
