import { describe, expect, it } from 'vitest';
import { folderWith, type Run, runCli } from '../cli/run-cli.js';
import { checkBeside, checkedFiles, fileFindings, healthyWasChecked, reportOf } from './hostile-run.js';

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
const bytes = (...parts: (string | number)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.of(part))));

/** Each case in a folder of its name, all in one run. */
const inFolders = (cases: readonly (readonly [string, string, string | Uint8Array, ...unknown[]])[]) =>
  Object.fromEntries(cases.map(([what, name, text]) => [`${what.replaceAll('/', '-')}/${name}`, text]));

describe('a text that cannot be read', () => {
  const cases: [string, string, string | Uint8Array, string][] = [
    [
      'JSON that ends too early',
      'a.agent.json',
      '{"agent": {',
      '1:12 file/syntax: expected a comma or }, and the file ends here',
    ],
    [
      'JSON with a comma too many',
      'a.agent.json',
      '{"agent": {"model": "m",, }}',
      '1:25 file/syntax: expected a key in double quotes before ","',
    ],
    [
      'JSON with single quotes',
      'a.agent.json',
      "{'agent': {}}",
      `1:2 file/syntax: unexpected "'agent'": keys and strings take double quotes`,
    ],
    [
      'JSON with an open string',
      'a.agent.json',
      '{"agent": {"model": "m}}',
      '1:25 file/syntax: the file ends inside a string',
    ],
    [
      'JSON with a string that a line ends',
      'a.agent.json',
      '{"agent": {"model": "m\r\n"}}',
      '1:23 file/syntax: the line ends inside a string',
    ],
    [
      'JSON with something behind it',
      'a.agent.json',
      '{"agent": {}} {}',
      '1:15 file/syntax: expected nothing more after the value',
    ],
    ['JSON with a NUL', 'a.agent.json', '{"agent": \0}', '1:11 file/syntax: unexpected "\\u0000"'],
    ['YAML with an open quote', 'a.agent.yaml', 'agent: "abc\n', '1:8 file/syntax: missing closing quote'],
    [
      'YAML indented by a tab',
      'a.agent.yaml',
      'agent:\n\tmodel: m\n',
      '2:1 file/syntax: tabs are not allowed as indentation',
    ],
    [
      'YAML with a control character',
      'a.agent.yaml',
      'agent: \u0007\n',
      '1:8 file/syntax: the control character U+0007 is not allowed in YAML',
    ],
    [
      'YAML with an alias of nothing',
      'a.agent.yaml',
      'agent: *none\n',
      '1:8 file/syntax: the alias *none names no anchor before it',
    ],
    ['UTF-16 with its mark', 'a.agent.yaml', utf16('agent: {}'), '1:1 file/unreadable: UTF-16, not UTF-8'],
    [
      'UTF-16 without a mark',
      'a.agent.json',
      Buffer.from('{"agent": {}}', 'utf16le'),
      '1:1 file/unreadable: UTF-16, not UTF-8',
    ],
    [
      'UTF-32',
      'a.agent.json',
      bytes(0xff, 0xfe, 0, 0, '{', 0, 0, 0),
      '1:1 file/unreadable: UTF-32, not UTF-8',
    ],
    [
      'invalid UTF-8',
      'a.agent.yaml',
      bytes('agent:\n  model: "', 0xc3, 0x28, '"\n'),
      '2:11 file/unreadable: not UTF-8',
    ],
    [
      'Latin-1',
      'a.agent.json',
      bytes('{"agent": {"model": "', 0xe9, '"}}'),
      '1:22 file/unreadable: not UTF-8',
    ],
    ['no text', 'a.agent.json', '', '1:1 file/syntax: the file is empty'],
    ['no text under a YAML name', 'agent.yaml', '', '1:1 file/syntax: the file is empty'],
    ['white space alone', 'a.agent.json', ' \n \t\n', '1:1 file/syntax: the file is empty'],
    ['a byte-order mark alone', 'a.agent.yaml', '\ufeff', '1:1 file/syntax: the file is empty'],
    [
      '10 MB',
      'agent.json',
      Buffer.alloc(10 * 1024 * 1024, ' '),
      '1:1 file/limit: larger than 1 MiB (10 MiB)',
    ],
    [
      '5,000 brackets in JSON',
      'agent.json',
      '['.repeat(5000),
      '1:65 file/limit: nested more than 64 levels deep',
    ],
    [
      '5,000 brackets in YAML',
      'agent.yaml',
      '['.repeat(5000),
      '1:65 file/limit: nested more than 64 levels deep',
    ],
    [
      '5,000 closed brackets in JSON',
      'agent.json',
      `{"agent": ${'['.repeat(5000)}${']'.repeat(5000)}}`,
      '1:74 file/limit: nested more than 64 levels deep',
    ],
    [
      'deep indentation',
      'agent.yaml',
      Array.from({ length: 1200 }, (_, level) => `${' '.repeat(level)}a:`).join('\n'),
      '65:66 file/limit: nested more than 64 levels deep',
    ],
    ['an alias bomb', 'agent.yaml', aliasBomb(), '6:8 file/limit: more than 100000 values, aliases expanded'],
    [
      'a hundred thousand documents',
      'agent.yaml',
      '--- 1\n'.repeat(100_001),
      '100001:5 file/limit: more than 100000 values, aliases expanded',
    ],
  ];

  it('is one finding at its place, and the others beside it are checked', async () => {
    const run = await checkBeside(inFolders(cases));
    const expected = cases.map(([what, name, , finding]) => `${what}/${name}:${finding}`);
    expect(fileFindings(run).sort()).toEqual(expected.sort());
    expect(healthyWasChecked(run)).toBe(true);
    expect([run.status, run.stderr]).toEqual([1, '']);
  });

  it('a mistake that YAML makes two faults of is reported once, at the first', async () => {
    expect(fileFindings(await checkBeside({ 'a.agent.yaml': 'agent: [1, 2\nb: }' }))).toEqual([
      'a.agent.yaml:1:8 file/syntax: flow sequence in block collection must be sufficiently indented and end with a ]',
    ]);
  });
});

describe('a text that can be read keeps its places', () => {
  const misspelt = (run: Run) =>
    reportOf(run)
      .findings.filter(({ rule }) => rule === 'session/undocumented')
      .map(({ file, range }) => `${file}:${range.start.line}:${range.start.column}`);

  const cases: [string, string, string, string][] = [
    ['a byte-order mark in JSON', 'a.agent.json', '\ufeff{"agent": {"model": "m", "modl": "x"}}', '1:26'],
    ['a byte-order mark in YAML', 'a.agent.yaml', '\ufeffagent: { model: m, modl: x }\n', '1:20'],
    ['CRLF', 'a.agent.yaml', 'agent:\r\n  model: m\r\n  modl: x\r\n', '3:3'],
    ['CR', 'a.agent.yaml', 'agent:\r  model: m\r  modl: x\r', '3:3'],
    ['CRLF in JSON', 'a.agent.json', '{\r\n  "agent": {\r\n    "modl": 1, "model": "m" }}', '3:5'],
    [
      'a line of 900,000 characters',
      'a.agent.json',
      `{"agent": {"instructions": "${'x'.repeat(900_000)}", "modl": 1}}`,
      '1:900032',
    ],
  ];

  it('whatever marks and line ends it has', async () => {
    const run = await checkBeside(inFolders(cases));
    const expected = cases.map(([what, name, , place]) => `${what}/${name}:${place}`);
    expect(misspelt(run).sort()).toEqual(expected.sort());
    expect(fileFindings(run)).toEqual([]);
    expect(healthyWasChecked(run)).toBe(true);
  });

  it('a line of 900,000 characters is cut in the report for people', async () => {
    const text = `{"agent": {"instructions": "${'x'.repeat(900_000)}", "modl": 1}}`;
    const run = await runCli(folderWith({ 'a.agent.json': text }), ['check', '-f', 'pretty']);
    expect(run.stdout).toContain('a.agent.json\n');
    expect(Math.max(...run.stdout.split('\n').map((line) => line.length))).toBeLessThan(200);
  });
});

describe('a text that no name proposes', () => {
  it('is no agent, whatever is wrong with it', async () => {
    const run = await checkBeside({
      'package-lock.json': Buffer.alloc(10 * 1024 * 1024, ' '),
      'broken.json': '{"a": ',
      'broken.yaml': 'a: [\n',
      'wide.yaml': utf16('a: 1'),
      'deep.json': '['.repeat(5000),
      'list.json': '[1, 2]',
      'null.yaml': 'null\n',
    });
    expect(checkedFiles(run)).toEqual(['healthy.agent.yaml']);
    expect(fileFindings(run)).toEqual([]);
    expect([run.status, run.stderr]).toEqual([0, '']);
  });
});

describe('many hostile files in one run', () => {
  it('are all reported, each at its place, and the process goes on', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 40 }, (_, index): [string, string] => [
        `deep${index}.agent.${index % 2 ? 'json' : 'yaml'}`,
        ['[', '[{"a":', '{"a":', '- '][index % 4]?.repeat(5000) ?? '',
      ]),
    );
    const run = await checkBeside(files);
    const rules = reportOf(run).findings.filter(({ rule }) => rule.startsWith('file/'));
    expect(new Set(rules.map(({ file }) => file)).size).toBe(40);
    expect(healthyWasChecked(run)).toBe(true);
    expect([run.status, run.stderr]).toEqual([1, '']);
  });
});

/** Findings below the folder that are not about what every small payload lacks. */
const ownFindings = (run: Run) =>
  reportOf(run)
    .findings.filter(({ file, rule }) => file.includes('/') && !/^(?:tracing|runtime)\//.test(rule))
    .map(({ file, range, rule }) => `${file}:${range.start.line}:${range.start.column} ${rule}`);

describe('YAML that means something else to others is data', () => {
  const cases: [string, string, string[]][] = [
    ['!!js/function', 'agent: { model: !!js/function "function () { process.exit(9) }" }\n', []],
    [
      '!!python/object/apply',
      'agent: { model: !!python/object/apply:os.system ["touch mark"] }\n',
      ['1:49 session/schema'],
    ],
    ['a tag of its own', 'agent: { model: !mine m }\n', []],
    ['a binary tag', 'agent: { model: !!binary aGVsbG8= }\n', []],
    ['a tag directive', '%TAG ! tag:example.com,2000:\n---\nagent: { model: !x m }\n', []],
    [
      'merge keys',
      'base: &b { model: m }\nagent: { <<: *b, model: n }\nenvironment: { type: hosted }\n',
      ['1:1 session/undocumented'],
    ],
    [
      'a number beyond 2^53',
      'agent: { model: m }\nmulti_agent: { enabled: true, max_concurrent_subagents: 99999999999999999999 }\n',
      ['2:57 delegation/bound-too-high'],
    ],
    [
      'infinity',
      'agent: { model: m }\nmulti_agent: { enabled: true, max_concurrent_subagents: .inf }\n',
      ['2:57 session/schema'],
    ],
    [
      'not a number',
      'agent: { model: m }\nmulti_agent: { enabled: true, max_concurrent_subagents: .nan }\n',
      ['2:57 session/schema'],
    ],
    ['a date', 'agent: { model: 2001-12-14 }\n', []],
    [
      'keys that are collections',
      'agent: { model: m, ? [a, b] : c, ? { d: e } : f }\n',
      ['1:22 session/undocumented', '1:36 session/undocumented'],
    ],
  ];

  it('of tags, merge keys, numbers, dates and keys', async () => {
    const texts = cases.map(([what, text]): [string, string, string] => [what, 'agent.yaml', text]);
    const run = await checkBeside(inFolders(texts));
    const expected = cases.flatMap(([what, , findings]) =>
      findings.map((finding) => `${what.replaceAll('/', '-')}/agent.yaml:${finding}`),
    );
    expect(ownFindings(run).sort()).toEqual(expected.sort());
    expect(checkedFiles(run).length).toBe(cases.length + 1);
    expect(run.stderr).toBe('');
  });

  it.each([
    [
      'a.agent.yaml',
      '__proto__: { polluted: 1, requirements: { beta: allowed } }\nconstructor: { prototype: { polluted: 1 } }\nagent: { model: m, __proto__: { tools: [{ type: shell }] } }\n',
    ],
    [
      'a.agent.json',
      '{"__proto__": {"polluted": 1}, "agent": {"model": "m", "__proto__": {"tools": [{"type": "shell"}]}}}',
    ],
  ])('a key __proto__ is a key like others: %s', async (name, text) => {
    const run = await checkBeside({ [name]: text });
    const report = reportOf(run);
    expect(report.findings.filter(({ rule }) => rule.startsWith('approval/'))).toEqual([]);
    expect(
      report.findings.filter(
        ({ file, rule, message }) =>
          file === name && rule === 'session/undocumented' && message.includes('`agent.__proto__`'),
      ).length,
    ).toBe(1);
  });

  it('a repeated key is reported once, at the later one, in JSON and YAML', async () => {
    const run = await checkBeside({
      'a.agent.json': '{"agent": {"model": "a", "model": "b"}}',
      'b.agent.yaml': 'agent:\n  model: a\n  model: b\n',
    });
    expect(fileFindings(run)).toEqual([
      'a.agent.json:1:26 file/duplicate-key: The key "model" is repeated (first on line 1); the last one applies.',
      'b.agent.yaml:3:3 file/duplicate-key: The key "model" is repeated (first on line 2); the last one applies.',
    ]);
  });
});

function aliasBomb(): string {
  const names = 'abcdefghi';
  const lines = [...names].map((name, i) => {
    const items = i === 0 ? 'x' : `*${names.charAt(i - 1)}`;
    return `${name}: &${name} [${Array(9).fill(items).join(',')}]`;
  });
  return `${lines.join('\n')}\nagent: { model: m }\n`;
}
