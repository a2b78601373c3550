import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/index.js';
import { makeTree } from '../files/tree.js';

/** What is wrong with a tree's configuration, as `file:line:column message suggestion`. */
async function problemsOf(root: string, file?: string): Promise<string[]> {
  const loaded = await loadConfig({
    root,
    cwd: root,
    files: ['agent.json'],
    ...(file === undefined ? {} : { file }),
  });
  if (loaded.ok) return [];
  return loaded.problems.map(({ file, line, column, message, suggestion }) =>
    [`${file}:${line}:${column}`, message, ...(suggestion === undefined ? [] : [suggestion])].join(' '),
  );
}

const inYaml = (text: string) => problemsOf(makeTree({ 'agent-lint.config.yaml': text }));
const at = (position: string, text: string) => `agent-lint.config.yaml:${position} ${text}`;

describe('a mistake in the configuration stands at its place, with what was meant', () => {
  it.each([
    ['requirments: {}', '1:1', 'Unknown key `requirments`. Did you mean `requirements`?'],
    ['something: {}', '1:1', 'Unknown key `something`.'],
    ['requirements: { zdr: true }', '1:17', 'Unknown key `zdr` in `requirements`.'],
    [
      'requirements:\n  residancy: [eu]',
      '2:3',
      'Unknown key `residancy` in `requirements`. Did you mean `residency`?',
    ],
    [
      'requirements: { beta: allow }',
      '1:23',
      '`beta` is `allow`; the schema requires allowed or forbidden. Did you mean `allowed`?',
    ],
    ['requirements: { beta: true }', '1:23', '`beta` is `true`; the schema requires allowed or forbidden.'],
    [
      'requirements: { zero_data_retention: "yes" }',
      '1:38',
      '`zero_data_retention` is a string; the schema requires a boolean.',
    ],
    [
      'requirements: { prefer: [framwork] }',
      '1:26',
      'Entry 1 of `prefer` is `framwork`; the schema requires managed, framework or responses. Did you mean `framework`?',
    ],
    [
      'requirements:\n  needs:\n    - artifacts\n    - durable-sesion',
      '4:7',
      'Entry 2 of `needs` is `durable-sesion`; the schema requires durable-session, long-running, hosted-sandbox, artifacts, ' +
        'code-first-control, custom-orchestration, self-hosted-execution, simple-assistant or call-by-call-control. ' +
        'Did you mean `durable-session`?',
    ],
    ['requirements: { needs: [artifacts, artifacts] }', '1:36', '`needs` lists `artifacts` twice.'],
    ['requirements: { residency: [] }', '1:28', '`residency` is empty.'],
    [
      'preset: strikt',
      '1:9',
      '`preset` is `strikt`; the schema requires recommended or strict. Did you mean `strict`?',
    ],
    [
      'rules:\n  aproval/missing: error',
      '2:3',
      'Unknown rule `aproval/missing`. Did you mean `approval/missing`?',
    ],
    ['rules: { made/up: error }', '1:10', 'Unknown rule `made/up`.'],
    [
      'overrides:\n  - files: x\n    rules: { delegation/unbound: off }',
      '3:14',
      'Unknown rule `delegation/unbound`. Did you mean `delegation/unbounded`?',
    ],
    [
      'rules: { approval/missing: warn }',
      '1:28',
      '`approval/missing` is `warn`; the schema requires error, warning, info or off.',
    ],
    [
      'rules: { approval/missing: [errors] }',
      '1:29',
      'Entry 1 of `approval/missing` is `errors`; the schema requires error, warning, info or off. Did you mean `error`?',
    ],
    [
      'rules: { approval/missing: { severity: error, lock: true } }',
      '1:47',
      'Unknown key `lock` in `approval/missing`. Did you mean `locked`?',
    ],
    [
      'rules: { delegation/bound-too-high: [warning, { celing: 4 }] }',
      '1:49',
      'Unknown key `celing` in entry 2 of `delegation/bound-too-high`. Did you mean `ceiling`?',
    ],
    ['exclude: 7', '1:10', '`exclude` is a number; the schema requires a string or an array.'],
    [
      'tools: { send: { effect: harmless } }',
      '1:26',
      '`effect` is `harmless`; the schema requires read, change, destructive or outward.',
    ],
    ['tools: { send: {} }', '1:10', '`send` has no `effect`.'],
    ['servers: { alow: [x] }', '1:12', 'Unknown key `alow` in `servers`. Did you mean `allow`?'],
    ['attestations: [{ files: x, controls: {} }]', '1:16', 'Entry 1 of `attestations` has no `reason`.'],
    [
      'attestations: [{ files: x, controls: { tracng: { sink: y } }, reason: z }]',
      '1:40',
      'Unknown key `tracng` in `controls`. Did you mean `tracing`?',
    ],
    ['ignore: [{ files: x }]', '1:10', 'Entry 1 of `ignore` has no `rule`.'],
    ['[1]', '1:1', 'The document is an array; the schema requires an object.'],
    ['just text', '1:1', 'The document is a string; the schema requires an object.'],
  ])('%s', async (text, position, message) => {
    expect(await inYaml(text)).toEqual([at(position, message)]);
  });

  it('names regions that do not exist, and the one that was meant', async () => {
    const ending = 'use eu, eea, any or two-letter country codes (ISO 3166-1).';
    expect(await inYaml('requirements: { residency: [EU, uk, Germny, zz, us] }')).toEqual([
      at('1:33', `Unknown region \`uk\`: ${ending} Did you mean \`gb\`?`),
      at('1:37', `Unknown region \`Germny\`: ${ending} Did you mean \`de\`?`),
      at('1:45', `Unknown region \`zz\`: ${ending}`),
    ]);
    expect(await inYaml('overrides: [{ files: x, requirements: { residency: [usa] } }]')).toEqual([
      at('1:53', `Unknown region \`usa\`: ${ending} Did you mean \`us\`?`),
    ]);
  });

  it('takes real dates only', async () => {
    const entry = (until: string) => `ignore: [{ rule: approval/missing, until: ${until} }]`;
    const wrong = (until: string) => [
      at('1:43', `Invalid date \`${until}\`: write the last day as YYYY-MM-DD.`),
    ];
    expect(await inYaml(entry('2027-02-28'))).toEqual([]);
    expect(await inYaml(entry('2028-02-29'))).toEqual([]);
    expect(await inYaml(entry('2027-02-29'))).toEqual(wrong('2027-02-29'));
    expect(await inYaml(entry('2027-13-01'))).toEqual(wrong('2027-13-01'));
    expect(await inYaml(entry('2027-6-1'))).toEqual(wrong('2027-6-1'));
    expect(await inYaml(entry('tomorrow'))).toEqual(wrong('tomorrow'));
  });

  it('takes in an override every dialect that a file can be read as, programs included', async () => {
    for (const dialect of ['agents-sdk', 'session', 'responses', 'mcp'])
      expect(await inYaml(`overrides: [{ files: x, dialects: [${dialect}] }]`)).toEqual([]);
    const [problem] = await inYaml('overrides: [{ files: x, dialects: [agent-sdk] }]');
    expect(problem).toContain('Did you mean `agents-sdk`?');
  });

  it('names vendors and dialects that are unknown', async () => {
    expect(await inYaml('vendor: opnai')).toEqual([
      at('1:9', 'Unknown vendor profile `opnai`. Known: openai. Did you mean `openai`?'),
    ]);
    const [problem] = await inYaml('dialects: { sesion: "*.x" }');
    expect(problem).toMatch(
      /^agent-lint\.config\.yaml:1:13 Unknown dialect `sesion`. Known: .*\. Did you mean `session`\?$/,
    );
  });

  it('takes patterns of servers that can mean one', async () => {
    const ending =
      'means no server: write a host (`example.com`, `*.example.com`), or a package or image (`npm:@acme/*`).';
    const patterns = [
      ...['*', '*.example.com', '::1', 'https://example.com/mcp', 'example.com:8443', 'localhost'],
      ...['npm:@acme/*', '@acme/mcp', 'mcp-remote', 'image:a.example/b:1', 'a.example/b'],
    ];
    expect(await inYaml(`servers: { allow: ${JSON.stringify(patterns)} }`)).toEqual([]);
    expect(await inYaml('servers: { deny: ["*example.com", "two words", " "] }')).toEqual([
      at('1:19', `\`*example.com\` ${ending} Did you mean \`*.example.com\`?`),
      at('1:35', `\`two words\` ${ending}`),
      at('1:48', `\` \` ${ending}`),
    ]);
  });

  it('bounds globs', async () => {
    expect(await inYaml(`exclude: "${'{a,b}'.repeat(7)}"`)).toEqual([
      at('1:10', 'The glob expands to more than 100 alternatives.'),
    ]);
    expect(await inYaml(`exclude: ["${'a'.repeat(1001)}"]`)).toEqual([
      at('1:11', 'The glob is longer than 1000 characters.'),
    ]);
  });

  it('refuses forms of globs that are not supported, each at its place', async () => {
    const alternatives = (form: string) =>
      `The glob uses \`${form}\`, a form that is not supported: list the alternatives, as in \`{a,b}\`.`;
    expect(
      await inYaml(
        `exclude: ["src/@(a|b)/**", "+(a).json"]\noverrides:\n  - files: ["ok/**", "!(a)"]\nignore:\n  - { rule: approval/missing, files: "v{1..3}/*", reason: r }\nattestations:\n  - { files: "[[:alpha:]].json", reason: r, controls: { tracing: { sink: s } } }\n`,
      ),
    ).toEqual([
      at('1:11', alternatives('@(a|b)')),
      at('1:28', alternatives('+(a)')),
      at('3:22', alternatives('!(a)')),
      at('5:38', alternatives('{1..3}')),
      at(
        '7:14',
        'The glob uses `[[:alpha:]]`, a form that is not supported: write the characters, as in `[a-z]`.',
      ),
    ]);
    const read = ['src/(group)/*', 'a\\\\@(b)', '{../a,b}/x', '[a@]x', 'v{1,2}', 'a!b', '!a/b'];
    expect(await inYaml(`exclude: ["${read.join('", "')}"]`)).toEqual([]);
  });

  it('gives all mistakes of a file in the order of the text', async () => {
    expect(await inYaml('preset: x\nrules: { a/b: off }\nvendr: openai\n')).toEqual([
      at('1:9', '`preset` is `x`; the schema requires recommended or strict.'),
      at('2:10', 'Unknown rule `a/b`.'),
      at('3:1', 'Unknown key `vendr`. Did you mean `vendor`?'),
    ]);
  });

  it('prints no secret', async () => {
    expect(await inYaml('preset: sk-proj-abcdefghijklmnopqrstuvwxyz0123456789')).toEqual([
      at('1:9', '`preset` is `***`; the schema requires recommended or strict.'),
    ]);
  });
});

describe('a configuration that cannot be read', () => {
  it('is a mistake with its place where its syntax is wrong', async () => {
    const [json] = await problemsOf(makeTree({ 'agent-lint.config.json': '{\n  "preset": strict }' }));
    expect(json).toMatch(/^agent-lint\.config\.json:2:13 [A-Z`].*\.$/);
    const [repeated] = await inYaml('preset: strict\npreset: recommended');
    expect(repeated).toBe(
      at('2:1', 'The key "preset" is repeated on line 2 (first on line 1): put everything under one key.'),
    );
  });

  it('is one document', async () => {
    expect(await inYaml('preset: strict\n---\npreset: strict')).toEqual([
      at('3:1', 'A configuration is one YAML document; here a second one begins.'),
    ]);
  });

  it('says why, whatever stands under the name', async () => {
    const fifo = makeTree({});
    execFileSync('mkfifo', [join(fifo, '.agent-lintrc.yaml')]);
    expect(await problemsOf(fifo)).toEqual([
      '.agent-lintrc.yaml:1:1 The configuration cannot be read: a FIFO, not a regular file.',
    ]);
    const folder = makeTree({});
    mkdirSync(join(folder, '.agent-lintrc.json'));
    expect(await problemsOf(folder)).toEqual([
      '.agent-lintrc.json:1:1 The configuration cannot be read: a folder.',
    ]);
    const link = makeTree({});
    symlinkSync(join(makeTree({ 'x.yaml': 'preset: strict' }), 'x.yaml'), join(link, '.agent-lintrc.yml'));
    expect(await problemsOf(link)).toEqual([
      '.agent-lintrc.yml:1:1 The configuration cannot be read: a symbolic link that leaves the repository.',
    ]);
    expect(await problemsOf(makeTree({ 'agent-lint.config.yaml': new Uint8Array(2 * 1024 * 1024) }))).toEqual(
      [at('1:1', 'The configuration cannot be read: larger than 1 MiB (2 MiB).')],
    );
    expect(await problemsOf(makeTree({ 'agent-lint.config.yml': Uint8Array.of(0x61, 0x0a, 0xff) }))).toEqual([
      'agent-lint.config.yml:1:1 The configuration cannot be read: not UTF-8.',
    ]);
  });

  it('is a package.json only where it speaks of us', async () => {
    expect(await problemsOf(makeTree({ 'package.json': '{ "name": "x", }}' }))).toEqual([]);
    expect(
      await problemsOf(makeTree({ 'package.json': '{ "devDependencies": { "agent-lint": "1" } }' })),
    ).toEqual([]);
    expect(await problemsOf(makeTree({ 'package.json': '{ "agent-lint": { "preset": "x" } }' }))).toEqual([
      'package.json:1:29 `preset` is `x`; the schema requires recommended or strict.',
    ]);
    const fifo = makeTree({});
    execFileSync('mkfifo', [join(fifo, 'package.json')]);
    expect(await problemsOf(fifo)).toEqual([]);
  });

  it('is reported for a file that was named', async () => {
    const root = makeTree({ 'x.toml': '', 'package.json': '{}' });
    expect(await problemsOf(root, 'nope.yaml')).toEqual([
      'nope.yaml:1:1 The configuration cannot be read: does not exist.',
    ]);
    expect(await problemsOf(root, 'x.toml')).toEqual([
      'x.toml:1:1 A configuration is data: YAML or JSON. Nothing else is read.',
    ]);
    expect(await problemsOf(root, 'package.json')).toEqual(['package.json:1:1 It has no key `agent-lint`.']);
  });
});
