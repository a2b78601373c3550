import { describe, expect, it } from 'vitest';
import { lintFiles, statedFindings } from './lint-files.js';

const ignored = (comment: string) =>
  `agent:\n  model: some-model\n  # agent-lint-ignore session/undocumented ${comment}\n  temperature: 0\n`;

/** Findings of `config/*` and of the rule that is set aside, as of a day. */
async function asOf(day: string, text: string): Promise<string[]> {
  const { findings } = await lintFiles({ 'a.agent.yaml': text }, { asOf: day });
  return findings
    .filter((one) => one.rule.startsWith('config/') || one.rule === 'session/undocumented')
    .map((one) => `${one.rule}${one.ignored ? ' ignored' : ''}`);
}

describe('an ignore with an end', () => {
  const text = ignored('-- reason (until 2026-12-31)');

  it.each([
    ['2026-11-30', ['session/undocumented ignored']],
    ['2026-12-01', ['config/expiring-soon', 'session/undocumented ignored']],
    ['2026-12-31', ['config/expiring-soon', 'session/undocumented ignored']],
    ['2027-01-01', ['config/expired-ignore', 'session/undocumented']],
  ])('on %s gives %j', async (day, expected) => {
    expect(await asOf(day, text)).toEqual(expected);
  });
});

describe('an ignore that says too little', () => {
  it('sets nothing aside without a reason', async () => {
    expect(await asOf('2026-11-20', ignored('--'))).toEqual([
      'config/ignore-without-reason',
      'session/undocumented',
    ]);
    expect(await asOf('2026-11-20', ignored('-- (until 2027-01-01)'))).toEqual([
      'config/ignore-without-reason',
      'session/undocumented',
    ]);
  });

  it('sets aside the rules that exist beside one that does not', async () => {
    expect(await asOf('2026-11-20', ignored('no/such-rule -- reason'))).toEqual([
      'config/unknown-ignore',
      'session/undocumented ignored',
    ]);
  });
});

describe('a lock', () => {
  it('holds against an entry of `ignore`', async () => {
    const result = await lintFiles({
      'a.session.json': '{ "agent": { "model": "some-model", "temperature": 0 } }',
      'agent-lint.config.yaml': `rules:
  session/undocumented: { severity: error, locked: true }
ignore:
  - { rule: session/undocumented, files: "*.session.json", reason: our operator takes it }
`,
    });
    expect(statedFindings(result, 'session/undocumented')).toHaveLength(1);
    expect(
      statedFindings(result, 'config/locked-rule', 'agent-lint.config.yaml').map((one) => one.split(':')[0]),
    ).toEqual(['4']);
  });
});

describe('config/schema', () => {
  it('accepts an agent config with every key of ours', async () => {
    const text = `$schema: ./agent-config.schema.json
runtime: framework
requirements:
  residency: [EU]
  zero_data_retention: false
  needs: [code-first-control]
  beta: forbidden
  languages: [python]
  prefer: [framework]
  because: { residency: DPIA-2026-14 }
headers: { X-Team: parcels }
agents:
  triage: { model: some-model, handoffs: [parcels] }
  parcels:
    model: some-model
    tools: [{ type: function, name: track_parcel }]
    mcp_servers: [{ url: "https://parcels.example.com/mcp" }]
    controls: { tools: { track_parcel: { effect: read, because: it looks up a number } } }
controls:
  mcp_servers: { "https://parcels.example.com/mcp": { allowed_tools: [find_parcel], scopes: ["parcels:read"] } }
  tracing: { sink: "otlp: https://traces.example.com" }
  guardrails: { input: [prompt-injection], output: [personal-data] }
  residency: { region: eu, how: Frankfurt }
  retention: { how: none }
`;
    const { findings } = await lintFiles({ 'a.agent.yaml': text });
    expect(findings.filter((one) => one.rule === 'config/schema')).toEqual([]);
  });

  it('reports a wrong requirement, and decides on the rest', async () => {
    const text =
      'runtime: managed\nrequirements: { residency: eu, zero_data_retention: true }\nagent: { model: some-model }\n';
    const result = await lintFiles({ 'a.agent.yaml': text });
    expect(statedFindings(result, 'config/schema')).toEqual([
      '2:28 error `residency` is a string; the agent config requires an array. Did you mean `[eu]`?',
    ]);
    expect(statedFindings(result, 'runtime/ineligible')).toHaveLength(1);
  });
});

describe('a comment that is reported', () => {
  const placeIn = async (file: string, text: string): Promise<string | undefined> => {
    const { findings } = await lintFiles({ [file]: text });
    const found = findings.find((one) => one.rule === 'config/ignore-without-reason')?.range;
    return found && `${found.start.line}:${found.start.column}-${found.end.line}:${found.end.column}`;
  };

  it.each([
    ['a.agent.yaml', 'agent:\n  # agent-lint-ignore tracing/missing\n  model: m\n', '2:3-2:38'],
    ['a.agent.yaml', 'agent:\n  #agent-lint-ignore tracing/missing  \n  model: m\n', '2:3-2:37'],
    ['a.agent.yaml', 'agent:\r\n  model: m # agent-lint-ignore tracing/missing\r\n', '2:12-2:47'],
    ['a.agent.json', '{ // agent-lint-ignore tracing/missing\n"agent": { "model": "m" } }', '1:3-1:39'],
    ['a.agent.json', '{ /* agent-lint-ignore tracing/missing */ "agent": { "model": "m" } }', '1:3-1:42'],
    ['a.agent.json', '{ /*agent-lint-ignore tracing/missing\n*/ "agent": { "model": "m" } }', '1:3-1:38'],
  ])('is marked to its end: %s %j', async (file, text, place) => {
    expect(await placeIn(file, text)).toBe(place);
  });
});
