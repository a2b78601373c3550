import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeTree } from '../files/tree.js';
import { configOf, filesOf, problemsOf } from './load.js';

describe('the cascade', () => {
  it('takes one configuration of every folder from the file up to the root, the outermost first', async () => {
    const above = makeTree({
      'agent-lint.config.yaml': 'preset: strict',
      'repo/agent-lint.config.yaml': 'preset: recommended',
      'repo/a/b/.agent-lintrc.json': '{ "vendor": "openai" }',
      'repo/a/b/package.json': '{ "agent-lint": { "preset": "strict" } }',
      'repo/c/package.json': '{ "agent-lint": { "preset": "strict" } }',
    });
    const config = await configOf(join(above, 'repo'), { files: ['a/b/x.json', 'c/d/y.json', 'z.json'] });
    expect(filesOf(config, 'z.json')).toEqual(['agent-lint.config.yaml']);
    expect(filesOf(config, 'a/b/x.json')).toEqual(['agent-lint.config.yaml', 'a/b/.agent-lintrc.json']);
    expect(filesOf(config, 'c/d/y.json')).toEqual(['agent-lint.config.yaml', 'c/package.json']);
    expect(filesOf(config, 'never/seen/before.json')).toEqual(['agent-lint.config.yaml']);
    expect(config.layers().map((layer) => layer.file)).toEqual([
      'agent-lint.config.yaml',
      'a/b/.agent-lintrc.json',
      'c/package.json',
    ]);
  });

  it.each([
    'agent-lint.config.yaml',
    'agent-lint.config.yml',
    'agent-lint.config.json',
    '.agent-lintrc.yaml',
    '.agent-lintrc.yml',
    '.agent-lintrc.json',
  ])('reads %s', async (name) => {
    const config = await configOf(makeTree({ [name]: '{ "preset": "strict" }' }));
    expect(config.layersFor('agent.json').map(({ file, preset }) => [file, preset])).toEqual([
      [name, 'strict'],
    ]);
  });

  it('reads comments in JSON, a byte-order mark, and a file without a word', async () => {
    const json = await configOf(
      makeTree({ 'agent-lint.config.json': '\ufeff{ // why\n "preset": "strict", }' }),
    );
    expect(json.layersFor('x.json')[0]?.preset).toBe('strict');
    for (const text of ['', '\n', '# preset: strict\n', '---\n']) {
      const config = await configOf(makeTree({ 'agent-lint.config.yaml': text }));
      expect(config.layersFor('x.json').map((layer) => [layer.file, layer.preset])).toEqual([
        ['agent-lint.config.yaml', undefined],
      ]);
    }
  });

  it('is empty without a configuration, and where none is wanted', async () => {
    expect((await configOf(makeTree({}))).layersFor('agent.json')).toEqual([]);
    const root = makeTree({ 'agent-lint.config.yaml': 'nonsense: true' });
    expect((await configOf(root, { none: true })).layersFor('agent.json')).toEqual([]);
  });

  it('takes a file that was asked for instead of those found, its globs from the root', async () => {
    const root = makeTree({
      'agent-lint.config.yaml': 'nonsense: true',
      'ci/strict.yaml': 'preset: strict\nexclude: "agents/*.json"',
    });
    const config = await configOf(root, { file: 'ci/strict.yaml' });
    expect(filesOf(config, 'deep/down/x.json')).toEqual(['ci/strict.yaml']);
    expect(config.layersFor('x.json')[0]?.excludes('agents/a.json')).toBe(true);
  });

  it('looks outside the root from the folders that were given', async () => {
    const both = makeTree({
      'here/agent-lint.config.yaml': 'preset: strict',
      'there/agent-lint.config.yaml': 'vendor: openai\nexclude: "sub/x.json"',
      'agent-lint.config.yaml': 'nonsense: true',
    });
    const here = join(both, 'here');
    const config = await configOf(here, { files: ['../there/sub/x.json', 'a.json'], folders: ['../there'] });
    expect(filesOf(config, 'a.json')).toEqual(['agent-lint.config.yaml']);
    expect(filesOf(config, '../there/sub/x.json')).toEqual(['../there/agent-lint.config.yaml']);
    expect(config.layersFor('../there/sub/x.json')[0]?.excludes('../there/sub/x.json')).toBe(true);
  });
});

describe('a layer', () => {
  it('holds everything that a configuration says, with its places', async () => {
    const root = makeTree({
      'sub/agent-lint.config.yaml': `preset: strict
requirements:
  residency: [EU]
  zero_data_retention: true
vendor: openai
dialects: { session: "*.sess.json" }
rules:
  approval/missing: { severity: warning, locked: true }
  delegation/bound-too-high: [info, { ceiling: 4 }]
  tracing/missing: false
  mcp/plain-http: off
overrides:
  - files: ["eu/**", "!eu/old/**"]
    dialects: session
    surface: product
    requirements: { beta: forbidden }
    rules: { approval/missing: error }
  - dialects: [session]
tools:
  send_to_index: { effect: read, because: internal }
servers: { allow: ["*.example.com"], deny: ["npm:bad"] }
attestations:
  - { files: "*.session.json", controls: { tracing: { sink: webhooks } }, reason: audited, until: 2027-06-30 }
ignore:
  - { rule: approval/missing, files: "legacy/*.json", at: "agent.tools[x]", reason: sandbox, until: 2027-01-31 }
  - { rule: no/such }
exclude: ["fixtures/**", "gen"]
`,
    });
    const config = await configOf(root, { files: ['sub/a.json'] });
    const [layer] = config.layersFor('sub/a.json');
    if (!layer) throw new Error('no layer');
    const line = (place: { range(): { start: { line: number; column: number } } } | undefined) => {
      const { line, column } = place?.range().start ?? { line: 0, column: 0 };
      return `${line}:${column}`;
    };
    expect([layer.file, layer.preset, layer.vendor]).toEqual([
      'sub/agent-lint.config.yaml',
      'strict',
      'openai',
    ]);
    expect(layer.requirements?.requirements).toEqual({ residency: ['EU'], zero_data_retention: true });
    expect([layer.requirements?.at, layer.requirements?.places.residency].map(line)).toEqual(['2:1', '3:3']);
    expect(line(layer.requirements?.places.zero_data_retention)).toBe('4:24');
    expect(Object.entries(layer.rules).map(([id, { at, ...setting }]) => [id, setting, line(at)])).toEqual([
      ['approval/missing', { level: 'warning', locked: true }, '8:3'],
      ['delegation/bound-too-high', { level: 'info', options: { ceiling: 4 } }, '9:3'],
      ['tracing/missing', { level: 'off' }, '10:3'],
      ['mcp/plain-http', { level: 'off' }, '11:3'],
    ]);
    const [eu, any] = layer.overrides;
    expect(['sub/eu/x.json', 'sub/eu/old/x.json', 'eu/x.json'].map((path) => eu?.matches(path))).toEqual([
      true,
      false,
      false,
    ]);
    expect([eu?.dialects, eu?.surface, eu?.requirements?.requirements]).toEqual([
      ['session'],
      'product',
      { beta: 'forbidden' },
    ]);
    expect(eu?.rules['approval/missing']?.level).toBe('error');
    expect([any?.matches('sub/x/y.json'), any?.matches('x.json')]).toEqual([true, false]);
    expect(layer.tools.send_to_index).toMatchObject({ effect: 'read', because: 'internal' });
    expect(layer.servers).toEqual({ allow: ['*.example.com'], deny: ['npm:bad'] });
    const [attestation] = layer.attestations;
    expect(attestation).toMatchObject({
      controls: { tracing: { sink: 'webhooks' } },
      reason: 'audited',
      until: '2027-06-30',
    });
    expect(attestation?.matches('sub/deep/a.session.json')).toBe(true);
    const [ignore, bare] = layer.ignore;
    expect(ignore).toMatchObject({
      rule: 'approval/missing',
      path: 'agent.tools[x]',
      reason: 'sandbox',
      until: '2027-01-31',
    });
    expect([line(ignore?.at), ignore?.matches('sub/legacy/a.json')]).toEqual(['25:5', true]);
    expect([bare?.rule, bare?.reason, bare?.path, bare?.until]).toEqual([
      'no/such',
      '',
      undefined,
      undefined,
    ]);
    expect(
      ['sub/fixtures/a/b.json', 'sub/x/gen/y.json', 'sub/x.json', 'fixtures/a.json'].map(layer.excludes),
    ).toEqual([true, true, false, false]);
    expect([layer.proposes('sub/x/a.sess.json'), layer.proposes('sub/a.json')]).toEqual([
      'session',
      undefined,
    ]);
  });
});

describe('extends', () => {
  it('puts what is extended below, deepest first, its globs from the folder of the extending file', async () => {
    const root = makeTree({
      'sub/agent-lint.config.yaml': 'extends: [../shared/a.yaml, "@acme/policy/strict", policy]',
      'shared/a.yaml': 'extends: ./b.json\nexclude: "gen/*"',
      'shared/b.json': '{ "preset": "strict" }',
      'node_modules/@acme/policy/strict.yaml': 'vendor: openai',
      'sub/node_modules/policy/agent-lint.config.json': '{}',
    });
    const config = await configOf(root, { files: ['sub/x.json'] });
    expect(filesOf(config, 'sub/x.json')).toEqual([
      'shared/b.json',
      'shared/a.yaml',
      'node_modules/@acme/policy/strict.yaml',
      'sub/node_modules/policy/agent-lint.config.json',
      'sub/agent-lint.config.yaml',
    ]);
    expect(config.layersFor('sub/x.json')[1]?.excludes('sub/gen/x.json')).toBe(true);
  });

  it('counts a file once, at its outermost place', async () => {
    const root = makeTree({
      'agent-lint.config.yaml': 'preset: strict',
      'sub/agent-lint.config.yaml': 'extends: ../agent-lint.config.yaml',
    });
    const config = await configOf(root, { files: ['sub/x.json'] });
    expect(filesOf(config, 'sub/x.json')).toEqual(['agent-lint.config.yaml', 'sub/agent-lint.config.yaml']);
  });

  it('reports a circle at the entry that closes it', async () => {
    const root = makeTree({
      'agent-lint.config.yaml': 'preset: strict\nextends: ./a.yaml',
      'a.yaml': 'extends:\n  - ./agent-lint.config.yaml',
    });
    expect(await problemsOf(root)).toEqual([
      'a.yaml:2:5 `extends` goes in a circle: agent-lint.config.yaml -> a.yaml -> agent-lint.config.yaml.',
    ]);
    expect(await problemsOf(makeTree({ '.agent-lintrc.yaml': 'extends: ./.agent-lintrc.yaml' }))).toEqual([
      '.agent-lintrc.yaml:1:10 `extends` goes in a circle: .agent-lintrc.yaml -> .agent-lintrc.yaml.',
    ]);
  });

  it('reports what cannot be extended', async () => {
    const outside = makeTree({ 'policy.yaml': 'preset: strict' });
    const root = makeTree({
      'here.yaml': '',
      'code.js': '',
      'package.json': '{}',
      'node_modules/acme-policy/package.json': '{ "main": "policy.json" }',
      'node_modules/acme-policy/policy.json': '{}',
    });
    symlinkSync(join(outside, 'policy.yaml'), join(root, 'link.yaml'));
    const wrong = async (name: string) => {
      const { writeFileSync } = await import('node:fs');
      writeFileSync(join(root, 'agent-lint.config.yaml'), `extends: "${name}"`);
      return (await problemsOf(root)).map((text) =>
        text.replace('agent-lint.config.yaml:1:10 `extends` names ', ''),
      );
    };
    expect(await wrong('./nope.yaml')).toEqual(['`./nope.yaml`, which does not exist.']);
    expect(await wrong('here.yaml')).toEqual([
      '`here.yaml`, which is not installed. Did you mean `./here.yaml`?',
    ]);
    expect(await wrong('@acme/none')).toEqual(['`@acme/none`, which is not installed.']);
    expect(await wrong('acme-policy')).toEqual([
      '`acme-policy`, which is installed but contains no agent-lint.config.yaml: name the file, as `acme-policy/policy.yaml`.',
    ]);
    expect(await wrong('acme-policy/strict.yaml')).toEqual([
      '`acme-policy/strict.yaml`, which its package does not contain.',
    ]);
    expect(await wrong('../x.yaml')).toEqual(['`../x.yaml`, which lies outside the repository.']);
    expect(await wrong('./link.yaml')).toEqual(['`./link.yaml`, which lies outside the repository.']);
    expect(await wrong('./code.js')).toEqual([
      '`./code.js`: a configuration is data, so only YAML and JSON files can be extended.',
    ]);
    for (const name of ['/etc/x.yaml', 'https://example.com/x.yaml', 'a/../../x.yaml']) {
      expect(await wrong(name)).toEqual([
        `\`${name}\`, which is neither a relative file (./policy.yaml) nor a file of an installed package.`,
      ]);
    }
  });

  it('reports the mistakes of an extended file once, at their place there', async () => {
    const root = makeTree({
      'a/agent-lint.config.yaml': 'extends: ../shared.yaml',
      'b/agent-lint.config.yaml': 'extends: ../shared.yaml',
      'shared.yaml': '\npreset: x',
    });
    expect(await problemsOf(root, { files: ['a/x.json', 'b/x.json'] })).toEqual([
      'shared.yaml:2:9 `preset` is `x`; the schema requires recommended or strict.',
    ]);
  });
});
