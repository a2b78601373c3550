import { describe, expect, it } from 'vitest';
import { lintFiles } from '../rules/lint-files.js';

const BODY = `{
  "agent": {
    "model": "some-model",
    "instructions": "Answer questions on refunds.",
    "tools": [{ "type": "function", "name": "issue_refund", "parameters": {} }]
  },
  "environment": { "type": "hosted" },
  "multi_agent": { "enabled": true }
}`;
const HTTP = `POST {{BASE}}/v1/agents/sessions
Acme-Beta: agents=v1
Content-Type: application/json

${BODY}
`;
const HEAD = `curl -X POST "$BASE/v1/agents/sessions" \\
  -H 'Acme-Beta: agents=v1' -H 'Content-Type: application/json' \\
  -d`;
const SHELL = `${HEAD} '${BODY}'\n`;
const HERE = `${HEAD} @- <<EOF\n${BODY}\nEOF\n`;
const MARKDOWN = `# Refunds

Create a session:

\`\`\`bash
${SHELL}\`\`\`
`;
const DECIDED = { 'agent-lint.config.yaml': 'requirements: { beta: allowed, needs: [durable-session] }\n' };

async function findings(files: Record<string, string>): Promise<string[]> {
  const result = await lintFiles({ ...DECIDED, ...files });
  return result.findings
    .map(({ rule, severity, range }) => `${range.start.line}:${range.start.column} ${severity} ${rule}`)
    .sort();
}

const flaws = (agent: string, refund: string, enabled: string) =>
  [
    `${agent} warning guardrail/missing-input`,
    `${agent} warning tracing/missing`,
    `${refund} error approval/missing`,
    `${enabled} error delegation/unbounded`,
  ].sort();

describe('a session that a line for curl creates', () => {
  it.each([
    ['a.http', HTTP, flaws('6:3', '9:45', '12:31')],
    ['a.sh', SHELL, flaws('4:3', '7:45', '10:31')],
    ['here.bash', HERE, flaws('5:3', '8:45', '11:31')],
  ])('is judged in %s like a request', async (file, text, expected) => {
    expect(await findings({ [file]: text })).toEqual(expected);
  });

  it('is a quotation in a page: every finding in it is a note', async () => {
    const noted = flaws('9:3', '12:45', '15:31').map((one) => one.replace(/ (?:error|warning) /, ' info '));
    expect(await findings({ 'README.md': MARKDOWN })).toEqual(noted);
    const strict = { 'agent-lint.config.yaml': `preset: strict\n${DECIDED['agent-lint.config.yaml']}` };
    const all = await findings({ 'README.md': MARKDOWN, ...strict });
    expect(all.filter((one) => !one.includes(' info '))).toEqual([]);
    expect(all.length).toBeGreaterThan(noted.length);
    const chosen = {
      'agent-lint.config.yaml': `${DECIDED['agent-lint.config.yaml']}rules: { approval/missing: error }\n`,
    };
    expect(await findings({ 'README.md': MARKDOWN, ...chosen })).toEqual(noted);
  });

  it('is a quotation in a page where a key is repeated in it', async () => {
    const repeated = MARKDOWN.replace('"model": "some-model",', '"model": "some-model", "model": "m",');
    const found = await findings({ 'README.md': repeated });
    expect(found.filter((one) => one.includes('file/duplicate-key'))).toEqual([
      '10:28 info file/duplicate-key',
    ]);
  });

  it('is one system, whatever it is written in', async () => {
    const systemOf = async (file: string, text: string) => {
      const { systems } = await lintFiles({ ...DECIDED, [file]: text });
      expect(systems.length).toBe(1);
      const { agents, delegation, environment, runtime, dialect, request } = systems[0]!;
      return JSON.parse(
        JSON.stringify({ agents, delegation, environment, runtime, dialect, request }, (key, value) =>
          ['file', 'command', 'at', 'nameAt', 'valueAt'].includes(key) ? undefined : value,
        ),
      );
    };
    const expected = await systemOf('a.http', HTTP);
    expect(expected.request.path.value).toBe('{{BASE}}/v1/agents/sessions');
    for (const [file, text] of [
      ['a.sh', SHELL],
      ['a.zsh', HERE],
      ['a.md', MARKDOWN],
    ] as const)
      expect(await systemOf(file, text)).toEqual(expected);
  });

  it.each([
    ['is left out', (text: string) => text.replace("-H 'Acme-Beta: agents=v1' ", ''), '1:1'],
    ['has another value', (text: string) => text.replace('agents=v1', 'agents=v2'), '2:7'],
  ])('is judged for a header that %s', async (_, change, at) => {
    const { findings: found } = await lintFiles({ ...DECIDED, 'a.sh': change(SHELL) });
    const own = found.filter(({ rule }) => rule === 'session/beta-header');
    expect(own.map(({ range }) => `${range.start.line}:${range.start.column}`)).toEqual([at]);
  });

  it('selects the profile of its host, whatever header it sends', async () => {
    const text = SHELL.replace('"$BASE', 'https://api.openai.com')
      .replace('sessions"', 'sessions')
      .replace('Acme-Beta: agents=v1', 'X: y');
    const { systems, findings: found } = await lintFiles({
      ...DECIDED,
      'a.sh': text.replace('"hosted"', '"openai_hosted"'),
    });
    expect(systems.map((one) => one.vendor)).toEqual(['openai']);
    expect(found.filter(({ rule }) => rule === 'session/undocumented')).toEqual([]);
    expect(found.find(({ rule }) => rule === 'session/beta-header')?.remediation).toBe(
      "Add `-H 'OpenAI-Beta: agents=v1'` to the command.",
    );
  });

  it('says what to add to the command', async () => {
    const { findings: found } = await lintFiles({ 'a.sh': SHELL.replace("-H 'Acme-Beta: agents=v1' ", '') });
    expect(found.find(({ rule }) => rule === 'session/beta-header')?.remediation).toBe(
      "Add `-H '<Vendor>-Beta: agents=v1'` to the command. Decide which operator the request goes to, and write its name in place of `<Vendor>`.",
    );
  });

  it.each([
    ['method', SHELL.replace('POST', 'PUT'), ['1:1']],
    ['path', SHELL.replace('/v1/', '/v2/'), ['1:1']],
    ['content type', SHELL.replace("-H 'Content-Type: application/json' ", ''), ['3:3']],
    [
      'no content type with --json',
      SHELL.replace(" -H 'Content-Type: application/json'", '').replace('-d', '--json'),
      [],
    ],
  ])('is judged for its %s', async (_, text, at) => {
    const { findings: found } = await lintFiles({ ...DECIDED, 'a.sh': text });
    const own = found.filter(({ rule }) => rule === 'session/request');
    expect(own.map(({ range }) => `${range.start.line}:${range.start.column}`)).toEqual(at);
  });

  it('is never empty where its body is filled in', async () => {
    const text = `create() {
  curl -X POST "$BASE/v1/agents/sessions" -H "Acme-Beta: agents=v1" --json "$1"
  curl "$BASE/v1/agents/sessions" -H "Acme-Beta: agents=v2" --json @payload.json
  curl "$BASE/v1/agents/sessions" -H "Acme-Beta: agents=v1" --json '{"agent": {"model": "m", "tools": ['"$TOOL"']}}'
  curl "$BASE/v1/agents/sessions" -H "Acme-Beta: agents=v1"
}
`;
    const result = await lintFiles({ ...DECIDED, 'a.sh': text });
    expect(
      result.systems.map(({ unresolved }) => unresolved.map(({ what, why }) => `${what}: ${why}`)),
    ).toEqual([
      ['the whole payload: computed at run time ($1)'],
      ['the whole payload: it is read from the file `payload.json`'],
      ['a tool of the list: computed at run time ($TOOL)'],
    ]);
    expect(
      result.findings
        .filter(({ severity }) => severity === 'error')
        .map(({ rule, range }) => `${range.start.line}:${range.start.column} ${rule}`),
    ).toEqual(['3:39 session/beta-header']);
  });

  it('is set aside by a comment above the command', async () => {
    const text = `# agent-lint-ignore session/beta-header -- the proxy adds it\n${SHELL.replace('agents=v1', 'agents=v2')}`;
    const { findings: found } = await lintFiles({ ...DECIDED, 'a.sh': text.replace('-H', '\\\n  -H') });
    expect(found.filter(({ rule }) => rule === 'session/beta-header')[0]?.ignored).toBeUndefined();
    const above = `# agent-lint-ignore session/beta-header -- the proxy adds it\n${SHELL.replace("-H 'Acme-Beta: agents=v1' ", '')}`;
    const set = await lintFiles({ ...DECIDED, 'a.sh': above });
    expect(set.findings.filter(({ rule }) => rule === 'session/beta-header')[0]?.ignored?.kind).toBe(
      'comment',
    );
  });
});

describe('a Responses request that a line for curl sends', () => {
  it('is read with its host', async () => {
    const text = `API="https://eu.api.openai.com"
curl "$API/v1/responses" -H "Authorization: Bearer $KEY" --json '{
  "model": "m", "input": "hi",
  "tools": [{"type": "mcp", "server_label": "mail", "server_url": "https://mail.example.com/mcp", "require_approval": "never"}]
}'
`;
    const { systems, findings: found } = await lintFiles({ 'a.sh': text });
    expect(systems.map(({ dialect, runtime, endpoint }) => [dialect, runtime, endpoint?.host])).toEqual([
      ['responses', 'responses', 'eu.api.openai.com'],
    ]);
    expect(
      found
        .filter(({ severity }) => severity === 'error')
        .map(({ rule, range }) => `${range.start.line}:${range.start.column} ${rule}`),
    ).toEqual(['4:67 approval/auto-approved']);
  });
});

describe('other scripts and prose', () => {
  it('hold no agent', async () => {
    const { files } = await lintFiles({
      'a.sh': 'curl https://example.com/agents -H "User-Agent: x" -d \'{"agent": {"tools": []}}\'\n',
      'a.md': '# agents\n\nUse `curl` on /agents/sessions to make one.\n',
      'b.md':
        '---\nagent: { model: m, tools: [{ type: shell }] }\nenvironment: { type: hosted }\n---\ncurl\n',
    });
    expect(files.map(({ path }) => path)).toEqual([]);
  });
});
