import { describe, expect, it } from 'vitest';
import { lintFiles } from '../rules/lint-files.js';

/** Findings as `line:column rule`, without those that every config without requirements has. */
async function found(files: Record<string, string>): Promise<string[]> {
  const { findings } = await lintFiles(files);
  return findings
    .filter(({ rule, ignored }) => rule !== 'runtime/undecided' && ignored === undefined)
    .map(({ rule, range: { start } }) => `${start.line}:${start.column} ${rule}`)
    .filter((one) => /approval|config|scope/.test(one));
}

const HEAD = 'runtime: managed\nagent:\n  model: m\n  tools: [{ type: function, name: delete_user }]\n';

describe('a mistake in an agent config', () => {
  it('does not hide the agents beside it', async () => {
    const text = `agents:\n  billing: { tools: [{ type: function, name: delete_user }] }\n  triage: yes\nenvironment: { type: hosted }\n`;
    expect(await found({ 'a.agent.yaml': text })).toEqual(['2:46 approval/missing', '3:11 config/schema']);
  });

  it.each([
    ['a name in place of a list', 'handoffs: billing', '5:13 config/schema'],
    ['an object in place of a name', 'delegates_to: [{ name: billing }]', '5:18 config/schema'],
  ])('is reported where `handoffs` and `delegates_to` hold %s', async (_, line, expected) => {
    expect(await found({ 'a.agent.yaml': `${HEAD}  ${line}\n` })).toContain(expected);
  });

  it('is no reason to leave names beside a star unjudged', async () => {
    const text = (names: string) =>
      `agent:\n  model: m\n  mcp_servers: [{ url: 'https://mail.example.com/mcp' }]\nenvironment: { type: hosted }\ncontrols:\n  mcp_servers:\n    https://mail.example.com/mcp: { allowed_tools: [${names}] }\n`;
    expect(await found({ 'a.agent.yaml': text("'*', delete_mail") })).toEqual(
      expect.arrayContaining(['3:24 scope/unrestricted-server', '7:58 approval/missing']),
    );
    expect(await found({ 'a.agent.yaml': text('read_mail') })).toEqual([]);
  });
});

describe('an agent config whose agent cannot be found', () => {
  const TOOL = '{ model: m, tools: [{ type: function, name: delete_user }] }';

  /** Mistakes as `line:column rule message`. */
  const mistakes = async (name: string, text: string) => {
    const { findings } = await lintFiles({ [name]: text });
    return findings
      .filter(({ rule }) => /schema|undocumented/.test(rule))
      .map(({ rule, message, range: { start } }) => `${start.line}:${start.column} ${rule} ${message}`);
  };
  const meant = (key: string, other: string) =>
    `config/schema Unknown key \`${key}\`. Did you mean \`${other}\`?`;

  it.each([
    ['agnet', 'agent', TOOL],
    ['Agent', 'agent', TOOL],
    ['agnets', 'agents', `{ a: ${TOOL} }`],
    ['Agents', 'agents', `{ a: ${TOOL} }`],
  ])('names the key that was meant: %s for %s', async (key, other, value) => {
    expect(await mistakes('a.agent.yaml', `${key}: ${value}\n`)).toEqual([`1:1 ${meant(key, other)}`]);
  });

  it('says so where a runtime stands alone, and where `agent` is no object', async () => {
    const lack = 'The file has neither `agent` nor `agents`, so no agent is checked.';
    expect(await mistakes('a.agent.yaml', 'requirements: {}\nruntime: managed\n')).toEqual([
      `2:1 config/schema ${lack}`,
    ]);
    expect(await mistakes('a.agent.yaml', 'runtime: framework\nagent: []\n')).toEqual([
      '2:8 session/schema `agent` is an array; the spec requires an object.',
    ]);
    expect(await mistakes('a.agent.yaml', 'runtime: framework\nagents: [{ model: m }]\n')).toEqual([
      '2:9 config/schema `agents` must be a map of agent names to agents.',
    ]);
  });

  it('is none of ours under another name, with another runtime or without the fields of an agent', async () => {
    expect(await mistakes('a.yaml', `agnet: ${TOOL}\nruntime: managed\n`)).toEqual([]);
    expect(await mistakes('a.agent.yaml', 'runtime: python3.12\n')).toEqual([]);
    expect(await mistakes('a.agent.yaml', 'agnet: { port: 8080 }\n')).toEqual([]);
    expect(await mistakes('a.agent.yaml', `builder: ${TOOL}\n`)).toEqual([]);
  });

  it('takes two letters that changed places for one mistake in a key of ours', async () => {
    expect(
      await mistakes('a.agent.yaml', `agent: { model: m }\nhaeders: { Acme-Beta: agents=v1 }\n`),
    ).toEqual([`2:1 ${meant('haeders', 'headers')}`]);
  });
});

describe('a claim about a server', () => {
  it.each([
    ['its host', 'mail.example.com'],
    ['another address that is close', 'https://mail.example.com/mcpp'],
  ])('is reported to apply to none where its key is %s', async (_, key) => {
    const text = `agent:\n  model: m\n  mcp_servers: [{ url: 'https://mail.example.com/mcp' }]\ncontrols:\n  mcp_servers:\n    ${key}: { allowed_tools: [read_mail] }\n`;
    expect(await found({ 'a.agent.yaml': text })).toEqual([
      '3:24 scope/unrestricted-server',
      '6:5 config/schema',
    ]);
  });
});

describe('a variable that fills in a request', () => {
  const request = (agent: string) =>
    `POST https://a.example/v1/agents/sessions\nAcme-Beta: agents=v1\nContent-Type: application/json\n\n{ "agent": ${agent}, "environment": { "type": "hosted" } }\n`;
  it('may be anything where it stands alone, in quotes too', async () => {
    const agent = '{ "model": "{{model}}", "tools": "{{tools}}" }';
    const { findings, systems } = await lintFiles({ 'a.http': request(agent) });
    expect(findings.filter(({ rule }) => rule.startsWith('session/'))).toEqual([]);
    expect(systems[0]?.unresolved.map(({ what }) => what)).toEqual(['the list of tools']);
  });
});

describe('a comment that ignores', () => {
  const text = (comment: string) =>
    `{ "agent": { "model": "m", "tools": [\n  ${comment} { "type": "function", "name": "delete_user" }\n] },\n"environment": { "type": "hosted" } }\n`;
  it('counts for its own line where its node stands behind it', async () => {
    expect(await found({ 'agent.jsonc': text('') })).toEqual(['2:34 approval/missing']);
    const comment = '/* agent-lint-ignore approval/missing -- a person asks before */';
    expect(await found({ 'agent.jsonc': text(comment) })).toEqual([]);
  });
});

describe('keys of ours in a place of their own', () => {
  it('hold for the first agent as for the others', async () => {
    const text = (controls: string) =>
      `runtime: framework\nagent: { model: m, tools: [{ type: shell }], controls: ${controls} }\n`;
    expect(
      await found({ 'a.agent.yaml': text('{ tools: { shell: { approval: { by: human } } } }') }),
    ).toEqual([]);
    expect(await found({ 'a.agent.yaml': text('{ x: 1 }') })).toEqual([
      '2:36 approval/open-ended-tool',
      '2:58 config/schema',
    ]);
  });

  it('are undocumented in a plain payload, and sent with it', async () => {
    const { findings } = await lintFiles({
      'a.session.yaml': 'agent: { model: m, handoffs: [b], delegates_to: [c], controls: {} }\n',
    });
    const places = findings.filter(({ rule }) => rule === 'session/undocumented').map(({ path }) => path);
    expect(places).toEqual(['agent.handoffs', 'agent.delegates_to', 'agent.controls']);
    expect(findings.map(({ rule }) => rule)).not.toContain('delegation/pattern-not-documented');
  });

  it('know the requirements that a reason is given for', async () => {
    const text = 'requirements: { residency: [eu], because: { residencey: DPIA } }\nagent: { model: m }\n';
    const { findings } = await lintFiles({ 'a.agent.yaml': text });
    expect(findings.find(({ rule }) => rule === 'config/schema')?.message).toBe(
      'Unknown key `residencey` in `because`. Did you mean `residency`?',
    );
  });

  it('say with `approval: false` that nobody is asked', async () => {
    const text = `runtime: framework\nagent: { model: m, tools: [{ type: shell }] }\ncontrols: { tools: { shell: { approval: false } } }\n`;
    const { findings } = await lintFiles({ 'a.agent.yaml': text });
    const related = findings.find(({ rule }) => rule === 'approval/open-ended-tool')?.related ?? [];
    expect(related.map(({ range }) => range.start)).toEqual([{ line: 3, column: 41 }]);
  });
});

describe('what a request computes', () => {
  const request = (body: string) =>
    `POST https://a.example/v1/agents/sessions\nAcme-Beta: agents=v1\nContent-Type: application/json\n\n${body}\n`;
  it('is not resolved where it is the type of a tool', async () => {
    const body =
      '{ "agent": { "model": "m", "tools": [{ "type": "{{t}}" }] }, "environment": { "type": "hosted" } }';
    const { systems } = await lintFiles({ 'a.http': request(body) });
    expect(systems[0]?.unresolved.map(({ what }) => what)).toEqual(['the type of a tool']);
  });
  it('is over a limit like a file of its own', async () => {
    const deep = '['.repeat(5_000) + ']'.repeat(5_000);
    const { findings } = await lintFiles({ 'a.http': request(`{"agent":{"model":"m","tools":${deep}}}`) });
    expect(findings.map(({ rule }) => rule)).toEqual(['file/limit']);
  });
});
