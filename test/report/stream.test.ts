import { describe, expect, it } from 'vitest';
import { FORMATS, loadFormat } from '../../src/cli/formats.js';
import { packedTexts } from '../../src/files/packed-texts.js';
import { lintWorkspace } from '../../src/lint/lint.js';
import type { LintResult } from '../../src/lint/result.js';
import { noConfig } from '../../src/model/memory-config.js';
import { workspaceOf } from '../../src/model/memory-workspace.js';
import type { RenderOptions } from '../../src/report/format.js';
import { renderJson, streamJson } from '../../src/report/formats/json.js';
import { renderJsonl, streamJsonl } from '../../src/report/formats/jsonl.js';
import {
  each,
  eachText,
  gathered,
  joined,
  jsonChunks,
  listOf,
  object,
} from '../../src/report/shared/chunks.js';
import { jsonText } from '../../src/report/shared/text.js';
import { openSystemTexts } from '../../src/report/system-texts.js';
import { loadParsers } from '../../src/syntax/index.js';
import { folderWith, runCli } from '../cli/run-cli.js';
import { finding, result } from './results.js';

const OPTIONS: RenderOptions = { color: false, source: () => undefined };
const LABELS = { repository: 'shop' };

const agent = (at: number) => `{
  "runtime": "managed", "headers": { "Acme-Beta": "agents=v1" }, "multi_agent": { "enabled": true },
  "agent": { "model": "m", "instructions": "Answer.", "tools": [{ "type": "shell" }, { "type": "function", "name": "send_mail_${at}" }],
    "mcp_servers": [{ "url": "https://mcp${at}.example.com/orders" }] },
  "controls": { "tools": { "shell": { "approval": { "by": "human" } } },
    "mcp_servers": { "https://mcp${at}.example.com/orders": { "allowed_tools": ["get_order", "delete_order"] } } }
}`;

/** Many agents, with their systems kept, or as texts alone. */
async function linted(count: number, asTexts: boolean): Promise<LintResult> {
  await loadParsers(new Set(['json']));
  const files = Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`a${at}.agent.json`, agent(at)]),
  );
  return lintWorkspace(workspaceOf(files), noConfig(), {
    asOf: '2026-11-22',
    ...(asTexts && {
      withoutSystems: true,
      withPlaces: true,
      systemTexts: () => openSystemTexts(['json', 'jsonl'], LABELS, packedTexts),
    }),
  });
}

describe('a document of JSON that is written in pieces', () => {
  it.each([
    [[], {}],
    [[1, 'two', { three: [3, { four: null }] }, []], { '##[error]': '\u202e\u0085 ##vso[x]', z: 'ä\n' }],
    [Array.from({ length: 450 }, (_, at) => ({ at, deep: { at: [at] } })), { only: {} }],
  ])('has the bytes of the whole one', (items, value) => {
    const whole = { schema: 'x', empty: [], left: undefined, items, inner: [{ items, value }], value };
    const streamed = object({
      ...whole,
      items: each(items as unknown[], (item) => item),
      inner: listOf(object({ items: each(items as unknown[], (item) => item), value })),
    });
    expect(joined(jsonChunks(streamed))).toBe(jsonText(whole));
  });

  it('takes texts that were made before', () => {
    const texts = eachText(['{\n      "a": 1\n    }', '2']);
    expect(joined(jsonChunks(object({ texts })))).toBe(jsonText({ texts: [{ a: 1 }, 2] }));
    expect(joined(jsonChunks(object({ texts: eachText([]) })))).toBe(jsonText({ texts: [] }));
  });
});

it('texts that are packed come back as they were, in order', () => {
  const store = packedTexts();
  const texts = Array.from({ length: 3_000 }, (_, at) => `${at} ä \u{1f600} ${'x'.repeat(at)}`);
  for (const text of texts) store.add(text);
  expect([...store.all()]).toEqual(texts);
  expect([...store.all()]).toEqual(texts);
});

describe('a report that lists systems', () => {
  it('is the same whether the systems were kept or their texts', async () => {
    const [kept, texts] = [await linted(40, false), await linted(40, true)];
    expect([kept.systems.length, texts.systems.length]).toEqual([40, 0]);
    expect(renderJson(texts)).toBe(renderJson(kept));
    const options = { labels: LABELS };
    const waivers = renderJsonl(texts, options)
      .split('\n')
      .filter((line) => line.startsWith('{"kind":"waiver"'))
      .map((line) => `${line}\n`);
    // Every agent claims a gate and two allowed tools.
    expect(waivers.length).toBe(120);
    expect(renderJsonl(texts, options)).toBe(renderJsonl(kept, options) + waivers.join(''));
  });

  it('is never held whole: no piece is longer than a few of its parts', async () => {
    const many = await linted(400, true);
    for (const chunks of [streamJson(many), streamJsonl(many)]) {
      const lengths = [...gathered(chunks)].map(({ length }) => length);
      expect(lengths.reduce((sum, length) => sum + length)).toBeGreaterThan(1_000_000);
      expect(Math.max(...lengths)).toBeLessThan(600_000);
    }
  });
});

it.each(FORMATS.filter((format) => format !== 'pretty' && format !== 'html'))(
  '%s gives many findings piece by piece',
  async (format) => {
    const findings = Array.from({ length: 2_000 }, (_, at) =>
      finding({ file: `f${at}.json`, fingerprint: `${at}` }),
    );
    const files = findings.map(({ file }) => ({ path: file, dialect: 'session' }));
    const report = (await loadFormat(format))(result({ findings, files }), OPTIONS);
    expect(typeof report).not.toBe('string');
    const lengths = [...gathered(report)].map(({ length }) => length);
    expect(lengths.length).toBeGreaterThan(2);
    expect(Math.max(...lengths)).toBeLessThan(1_000_000);
  },
);

describe('jsonl', () => {
  it('has a line per waiver of comments, files, the configuration and the baseline', async () => {
    const folder = folderWith({
      'agent-lint.config.yaml': `rules: { scope/unrestricted-server: off }
exclude: ["old/**"]
ignore: [{ rule: tracing/missing, files: "*.yaml", reason: traced elsewhere, until: 2027-01-31 }]
`,
      'a.agent.yaml': `runtime: managed
agent:
  model: m
  tools:
    # agent-lint-ignore approval/missing -- sandbox mailbox
    - { type: function, name: send_mail }
controls: { tracing: { sink: webhooks } }
`,
    });
    const { stdout } = await runCli(folder, ['check', '-f', 'jsonl', '--as-of', '2026-11-22']);
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const waivers = lines.filter(({ kind }) => kind === 'waiver');
    expect(
      waivers.map(({ waiver, source, rule, control, value, file, until }) =>
        [waiver, source, rule ?? control, value, file, until].filter((one) => one !== undefined),
      ),
    ).toEqual([
      ['ignore', 'comment', 'approval/missing', 'a.agent.yaml', null],
      ['claim', 'file', 'tracing', 'webhooks', 'a.agent.yaml', null],
      ['lowered-rule', 'configuration', 'scope/unrestricted-server', 'off', 'agent-lint.config.yaml', null],
      ['exclude', 'configuration', 'agent-lint.config.yaml', null],
      ['ignore', 'configuration', 'tracing/missing', 'agent-lint.config.yaml', '2027-01-31'],
    ]);
  });

  it('has a line per run, file, system, agent, tool, server and finding, each complete', async () => {
    const lines = renderJsonl(await linted(1, false), { labels: LABELS })
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown> & { kind: string });
    expect(lines.map(({ kind }) => kind)).toEqual([
      'run',
      'file',
      'system',
      'agent',
      'tool',
      'tool',
      'server',
      'tool',
      'tool',
      ...Array.from({ length: lines.filter(({ kind }) => kind === 'finding').length }, () => 'finding'),
    ]);
    for (const line of lines) expect(line.labels).toEqual(LABELS);
    const tools = lines.filter(({ kind }) => kind === 'tool');
    expect(
      tools.map(({ file, agent, server, tool, effect, gate }) => [file, agent, server, tool, effect, gate]),
    ).toEqual([
      ['a0.agent.json', 'agent', null, 'shell', 'destructive', 'human'],
      ['a0.agent.json', 'agent', null, 'send_mail_0', 'outward', 'no gate'],
      ['a0.agent.json', 'agent', 'mcp0.example.com', 'get_order', 'read', 'no gate'],
      ['a0.agent.json', 'agent', 'mcp0.example.com', 'delete_order', 'destructive', 'no gate'],
    ]);
    const [server] = lines.filter(({ kind }) => kind === 'server');
    expect(server).toMatchObject({
      file: 'a0.agent.json',
      agent: 'agent',
      host: 'mcp0.example.com',
      transport: 'http',
    });
    const [missing] = lines.filter(({ rule }) => rule === 'approval/missing');
    expect(missing).toMatchObject({ severity: 'error', path: 'agent.tools[send_mail_0]', ignored: null });
    expect(Object.keys(missing ?? {})).toEqual(
      expect.arrayContaining(['message', 'range', 'fingerprint', 'fixes', 'evidence', 'references']),
    );
  });
});
