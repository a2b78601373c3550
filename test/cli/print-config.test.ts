import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newRepository } from './repository.js';
import { folderWith, runCli } from './run-cli.js';

const FILES = {
  'base.yaml': 'preset: strict\nrules: { scope/unrestricted-server: info }\n',
  'agent-lint.config.yaml': `extends: ./base.yaml
requirements: { residency: [eu, us], needs: [artifacts] }
rules:
  delegation/bound-too-high: [warning, { ceiling: 4 }]
  approval/missing: warning
overrides:
  - files: "web/**"
    requirements: { residency: [us, de] }
    rules: { tracing/missing: off }
tools: { send_to_index: { effect: read, because: internal } }
servers: { allow: ["*.example.com"] }
attestations:
  - { files: "*.agent.yaml", controls: { tracing: { sink: webhooks } }, reason: stored, until: 2027-06-30 }
ignore:
  - { rule: approval/missing, files: "web/**", reason: sandbox }
  - { rule: approval/missing, files: "desk/**", reason: sandbox }
exclude: ["web/old/**"]
`,
  'web/agent-lint.config.yaml': 'requirements: { beta: forbidden, needs: [long-running] }\nvendor: openai\n',
  'web/shop.agent.yaml': 'requirements: { needs: [durable-session], residency: [eu] }\nagent: { model: m }\n',
  'web/old/shop.agent.yaml': 'agent: { model: m }\n',
};
const POLICY = `owner: { name: Security, contact: security@example.com }
rules: { approval/missing: { severity: error, locked: true } }
fail_on_unread: true
`;
const OWNER = 'the policy of Security (security@example.com)';

function project(): { folder: string; policy: string } {
  const folder = folderWith({ 'policy.yaml': POLICY, 'project/.git/HEAD': '' });
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(join(folder, 'project', name, '..'), { recursive: true });
    writeFileSync(join(folder, 'project', name), text);
  }
  return { folder: join(folder, 'project'), policy: '../policy.yaml' };
}

/** What is printed for a file of the project: text without the padding of its columns. */
async function printed(file: string, ...options: string[]): Promise<string> {
  const { folder, policy } = project();
  const run = await runCli(folder, ['check', '--print-config', file, '--policy', policy, ...options]);
  expect([run.status, run.stderr]).toEqual([0, '']);
  return run.stdout.replace(/ {2,}\(/g, ' (');
}

describe('check --print-config', () => {
  it('prints each value with the layer that sets it', async () => {
    const text = await printed('web/shop.agent.yaml', '--rule', 'mcp/plain-http=warning');
    const [head = ''] = text.split('\nrules\n');
    expect(head).toBe(`Configuration of web/shop.agent.yaml (agent-config)

layers, the outermost first
  ${OWNER}
  base.yaml
  agent-lint.config.yaml
  web/agent-lint.config.yaml
  the file itself: web/shop.agent.yaml
  the command line: --rule

preset: strict (base.yaml:1:1)
vendor: openai (web/agent-lint.config.yaml:2:1)
fail_on_unread: true (${OWNER}, ../policy.yaml:3:1)

requirements
  residency: [de] (web/shop.agent.yaml:1:43)
  needs: [artifacts, long-running, durable-session] (agent-lint.config.yaml:2:38, web/agent-lint.config.yaml:1:34, web/shop.agent.yaml:1:17)
  beta: forbidden (web/agent-lint.config.yaml:1:23)
  without effect: \`residency\` is [eu] here and [us, de] in agent-lint.config.yaml: a requirement can only be tightened, so [de] applies.
`);
    for (const line of [
      `  approval/missing: error (${OWNER}, ../policy.yaml:2:10), locked by ${OWNER}`,
      '  approval/auto-approved: error (preset strict)',
      '  delegation/bound-too-high: warning (agent-lint.config.yaml:4:3)\n    ceiling: 4 (agent-lint.config.yaml:4:3)',
      '  mcp/plain-http: warning (--rule)',
      '  scope/unrestricted-server: info (base.yaml:2:10)',
      '  tracing/missing: off (override, agent-lint.config.yaml:9:14)',
    ])
      expect(text.split('\nrules\n')[1]).toContain(`${line}\n`);
    expect(text).toContain(`
tools
  {"name":"send_to_index","effect":"read","because":"internal"} (agent-lint.config.yaml:10:10)

servers.allow
  *.example.com (agent-lint.config.yaml:11:1)

attestations
  {"controls":{"tracing":{"sink":"webhooks"}},"reason":"stored","until":"2027-06-30"} (agent-lint.config.yaml:13:5)

ignore
  {"rule":"approval/missing","reason":"sandbox"} (agent-lint.config.yaml:15:5)
`);
  });

  it('names the flags that win, and those that a locked rule does not yield to', async () => {
    const text = await printed(
      'web/shop.agent.yaml',
      ...['--preset', 'recommended', '--rule', 'approval/missing=off', '--only', 'tracing/missing'],
    );
    expect(text).toContain('preset: recommended (--preset)\n');
    expect(text).toContain(`  approval/missing: error (${OWNER}, ../policy.yaml:2:10), locked by ${OWNER}\n`);
    expect(text).toContain('  approval/auto-approved: off (--only)\n');
    expect(text).toContain('  tracing/missing: off (override, agent-lint.config.yaml:9:14)\n');
  });

  it('names the entry that excludes a file', async () => {
    expect(await printed('web/old/shop.agent.yaml')).toContain(
      '\nexclude\n  web/old/** (agent-lint.config.yaml:17:11)\n',
    );
  });

  it('prints the same as JSON, by the keys of the configuration', async () => {
    const json = JSON.parse(await printed('web/shop.agent.yaml', '--format', 'json'));
    expect(Object.keys(json)).toEqual([
      ...['schema', 'file', 'dialect', 'layers', 'preset', 'vendor', 'fail_on_unread', 'requirements'],
      ...['loosened', 'rules', 'tools', 'servers.allow', 'attestations', 'ignore'],
    ]);
    const at = { file: 'agent-lint.config.yaml', line: 4, column: 3 };
    const origin = { layer: 'configuration', name: 'agent-lint.config.yaml', ...at };
    expect(json.rules['delegation/bound-too-high']).toEqual({
      value: 'warning',
      from: [origin],
      options: { ceiling: { value: 4, from: [origin] } },
    });
    expect(json.requirements.residency).toEqual({
      value: ['de'],
      from: [
        {
          layer: 'file',
          name: 'web/shop.agent.yaml',
          file: 'web/shop.agent.yaml',
          line: 1,
          column: 43,
        },
      ],
    });
  });

  it('prints the defaults where nothing is configured, also for a file without an agent', async () => {
    const folder = folderWith({ 'notes.md': '# Notes\n' });
    const run = await runCli(folder, ['check', '--print-config', 'notes.md']);
    expect([run.status, run.stderr]).toEqual([0, '']);
    expect(run.stdout).toContain(`Configuration of notes.md, in which no agent is found

layers, the outermost first
  none: everything is the default

preset: recommended    (default)
fail_on_unread: false  (default)

requirements
  none is stated

rules
`);
  });

  it.each([[[]], [['--format', 'json']]])('prints no secret of the configuration: %j', async (options) => {
    const secret = 'sk-proj-Hq2Vt8ZsRb5LxNcJ3mKwPdYe7GfA9uTiSoC1';
    const folder = folderWith({
      'a.agent.yaml': 'agent: { model: m }\n',
      'agent-lint.config.yaml': `ignore:\n  - { rule: approval/missing, files: "a.agent.yaml", reason: "see ${secret}" }\nrequirements: { residency: [eu], because: { residency: "${secret}" } }\n`,
    });
    const { status, stdout } = await runCli(folder, ['check', '--print-config', 'a.agent.yaml', ...options]);
    expect([status, stdout.includes('***'), stdout.includes(secret)]).toEqual([0, true, false]);
  });

  it('takes the configuration of a commit with --config-from', async () => {
    const repository = newRepository({ 'a.agent.yaml': 'agent: { model: m }\n' });
    repository.write('agent-lint.config.yaml', 'preset: strict\n');
    const preset = async (...options: string[]) =>
      /^preset: .*/m.exec(
        (await repository.run('check', '--print-config', 'a.agent.yaml', ...options)).stdout,
      )?.[0];
    expect(await preset()).toBe('preset: strict         (agent-lint.config.yaml:1:1)');
    expect(await preset('--config-from', 'main')).toBe('preset: recommended    (default)');
  });

  it.each([
    [['nothing.yaml'], 'nothing.yaml: no such file or folder.'],
    [['web'], '--print-config takes a file, and web is a folder.'],
    [['base.yaml', 'web'], '--print-config names the only file: give no other paths.'],
    [['base.yaml', '--format', 'sarif'], '--format takes pretty, json, not `sarif`.'],
  ])('refuses %j', async (words, reason) => {
    const run = await runCli(project().folder, ['check', '--print-config', ...words]);
    expect([run.status, run.stdout, run.stderr]).toEqual([2, '', expect.stringContaining(reason)]);
  });
});
