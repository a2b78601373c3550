import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { FORMATS } from '../../src/cli/formats.js';
import { folderWith, runCli } from '../cli/run-cli.js';

/** What breaks out of one format or another: lines, terminals, reading order, XML, Markdown and HTML. */
const HOSTILE =
  'x\n::error::pwned\r\n##[error]pwned\u001b[31mred\u202eesrever\u2066]]><!-- <script>alert(1)</script><img src=x onerror=alert(1)> | cell | `code` [link](javascript:alert(1)) "quoted" \u0085\u2028 -->';

const TREE = {
  'a.agent.json': JSON.stringify({
    runtime: 'managed',
    agent: {
      model: HOSTILE,
      instructions: `Ask before ${HOSTILE}`,
      tools: [
        { type: 'function', name: `delete_${HOSTILE}`, description: HOSTILE },
        { type: 'function', name: `send_${HOSTILE}` },
      ],
      mcp_servers: [{ url: `http://evil.example.com/${HOSTILE}` }],
      [HOSTILE]: true,
    },
    controls: { tools: { [HOSTILE]: { approval: { by: HOSTILE, how: HOSTILE } } } },
  }),
  'agent-lint.config.yaml': `ignore:
  - { rule: approval/missing, files: "*.json", at: ${JSON.stringify(`agent.tools[delete_${HOSTILE}]`)}, reason: ${JSON.stringify(HOSTILE)} }
attestations:
  - { files: "*.json", reason: ${JSON.stringify(HOSTILE)}, controls: { tracing: { sink: ${JSON.stringify(HOSTILE)} } } }
`,
  '<img src=x>\u202e|\u001b[31m::error::].agent.yaml':
    'runtime: managed\nagent: { model: m, tools: [{ type: shell }] }\n',
};

const AGREEING = FORMATS.filter((format) => format !== 'html');

/** The reports of one run over a folder, by format. */
async function reportsOf(folder: string): Promise<Record<string, string>> {
  const outputs = FORMATS.flatMap((format) => ['-f', format, '-o', `out/${format}`]);
  const args = [
    'check',
    ...outputs,
    '--max-findings',
    '0',
    '--as-of',
    '2026-11-22',
    '--label',
    'a=<b>|\u202e',
  ];
  const run = await runCli(folder, args);
  expect([run.status, run.stdout]).toEqual([1, '']);
  return Object.fromEntries(
    FORMATS.map((format) => [format, readFileSync(join(folder, 'out', format), 'utf8')]),
  );
}

describe('hostile names and reasons', () => {
  const reports = () => reportsOf(folderWith(TREE));

  it('break out of no format', async () => {
    const all = await reports();
    for (const format of FORMATS) {
      const text = all[format] ?? '';
      expect([format, text.length > 0]).toEqual([format, true]);
      const controls = /[^\n\P{Cc}]|[\u202a-\u202e\u2066-\u2069\u2028\u2029]/u;
      expect([format, controls.exec(text)?.index]).toEqual([format, undefined]);
      const commands = text.split('\n').filter((line) => /^\s*::/.test(line) || /##\w*\[/.test(line));
      const own =
        format === 'github' ? commands.filter((line) => /^::(?:error|warning|notice) file=/.test(line)) : [];
      expect([format, commands]).toEqual([format, own]);
    }
    for (const format of ['json', 'sarif', 'gitlab']) JSON.parse(all[format] ?? '');
    for (const line of (all.jsonl ?? '').trimEnd().split('\n')) JSON.parse(line);
    const { valid, errors } = await validateXML({
      xml: [{ fileName: 'junit.xml', contents: all.junit ?? '' }],
      schema: [{ fileName: 'junit.xsd', contents: readFileSync('test/report/schemas/junit.xsd', 'utf8') }],
    });
    expect([valid, errors]).toEqual([true, []]);
    for (const format of ['markdown', 'html']) {
      const broken =
        format === 'html' ? /<script>alert|<img src=x/i : /(?<!\\)<(?:script|img)|(?<!\\)\]\(javascript:/i;
      const outsideCode = (all[format] ?? '').split('\n').map(withoutCode).join('\n');
      expect([format, broken.exec(outsideCode)]).toEqual([format, null]);
    }
    const rows = (all.markdown ?? '').split('\n').filter((line) => /^\| \d+:\d+ \|/.test(line));
    expect(rows.length).toBeGreaterThan(4);
    for (const row of rows) expect(row.match(/(?<!\\)\|/g)?.length).toBe(6);
  });
});

/** A line of Markdown without its code spans: outside of one a backslash escapes, and inside it does not (CommonMark 6.1). */
function withoutCode(line: string): string {
  let text = '';
  for (let at = 0; at < line.length; ) {
    const marks = /^`+/.exec(line.slice(at))?.[0] ?? '';
    const close = marks === '' ? -1 : closing(line, marks, at + marks.length);
    if (marks !== '' && close >= 0) at = close + marks.length;
    else {
      const length = marks.length || (line[at] === '\\' ? 2 : 1);
      text += line.slice(at, at + length);
      at += length;
    }
  }
  return text;
}

/** Where a run of as many backticks begins that closes a code span; -1 where there is none. */
function closing(line: string, marks: string, from: number): number {
  for (const found of line.slice(from).matchAll(/`+/g))
    if (found[0].length === marks.length) return from + found.index;
  return -1;
}

/** The number of findings in each format. */
async function counted(all: Record<string, string>): Promise<Record<string, number>> {
  const lines = (format: string) => (all[format] ?? '').trimEnd().split('\n');
  const json = (format: string) => JSON.parse(all[format] ?? '');
  const [, ...numbers] = /(\d+) errors?, (\d+) warnings?, (\d+) infos? in/.exec(all.pretty ?? '') ?? [];
  return {
    json: json('json').findings.filter((one: { ignored?: object }) => !one.ignored).length,
    jsonl: lines('jsonl')
      .map((line) => JSON.parse(line))
      .filter(({ kind, ignored }) => kind === 'finding' && ignored === null).length,
    sarif: json('sarif').runs[0].results.filter(
      (one: { suppressions?: object[] }) => !one.suppressions?.length,
    ).length,
    gitlab: json('gitlab').length,
    junit: (all.junit ?? '').match(/<testcase (?![^>]* name="agent-lint"\/>)/g)?.length ?? 0,
    markdown: lines('markdown').filter((line) => /^\| \d+:\d+ \|/.test(line)).length,
    github: lines('github').filter((line) => line.startsWith('::')).length,
    agent: lines('agent').length - 1,
    compact: lines('compact').length - 1,
    pretty: numbers.reduce((sum, number) => sum + Number(number), 0),
  };
}

describe('all formats agree on the findings', () => {
  it.each(['the examples', 'a tree with ignored and accepted findings'])('of %s', async (which) => {
    const folder = folderWith(which === 'the examples' ? {} : TREE);
    if (which === 'the examples') cpSync(resolve('examples'), folder, { recursive: true });
    else {
      expect(
        (
          await runCli(folder, [
            'check',
            '--update-baseline',
            '--only',
            'approval/missing',
            '--quiet',
            'a.agent.json',
          ])
        ).status,
      ).toBe(0);
      mkdirSync(join(folder, 'more'));
      cpSync(join(folder, 'a.agent.json'), join(folder, 'more/b.agent.json'));
    }
    const all = await reportsOf(folder);
    const report = JSON.parse(all.json ?? '');
    const { errors, warnings, infos, ignored } = report.summary;
    expect(ignored > 0).toBe(which !== 'the examples');
    const standing = errors + warnings + infos;
    expect(standing).toBeGreaterThan(5);
    const counts = await counted(all);
    expect(Object.keys(counts).toSorted()).toEqual([...AGREEING].toSorted());
    expect(counts).toEqual(Object.fromEntries(Object.keys(counts).map((format) => [format, standing])));
  });
});
