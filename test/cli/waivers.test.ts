import { describe, expect, it } from 'vitest';
import { validatorOf } from '../report/schemas.js';
import { newRepository, type Repository } from './repository.js';

const AGENT = `runtime: managed
agent:
  model: m
  tools:
    # agent-lint-ignore approval/missing -- sandbox account (until 2027-01-01)
    - { type: function, name: delete_account }
    # agent-lint-effect read -- it only looks
    - { type: function, name: wipe_cache }
environment: { type: hosted }
controls:
  tools:
    delete_account: { effect: destructive, because: it deletes }
  tracing: { sink: webhooks }
`;
const CONFIG = `rules:
  tracing/missing: off
  scope/unrestricted-server: error
overrides:
  - { files: "legacy/**", rules: { approval/missing: warning } }
tools:
  send_to_index: { effect: read, because: internal search index }
ignore:
  - { rule: approval/missing, files: "legacy/*.json", at: "agent.tools[send_mail]", reason: sandbox mailbox, until: 2026-01-31 }
attestations:
  - files: "*.session.json"
    controls: { tracing: { sink: webhooks }, tools: { send_mail: { approval: { by: human } } } }
    reason: events are stored by the audit service
    until: 2027-06-30
exclude: ["fixtures/**", "!fixtures/kept/**"]
`;
const BASELINE = `{ "schema": "agent-lint/baseline@1", "tool": "0.2.0", "entries": [
  { "fingerprint": "f1", "rule": "approval/missing", "file": "old.agent.yaml", "path": "agent.tools[pay]", "since": "2026-02-01" }
] }
`;
const FILES = {
  'app.agent.yaml': AGENT,
  'agent-lint.config.yaml': CONFIG,
  'agent-lint-baseline.json': BASELINE,
};

interface Waiver {
  kind: string;
  source: string;
  rule?: string;
  tool?: string;
  control?: string;
  value?: string;
  until?: string;
  expired?: true;
  new?: boolean;
  file: string;
  path: string;
}

/** The JSON of a run, valid by its schema, and its status. */
async function waivers(repository: Repository, ...args: string[]) {
  const { stdout, status } = await repository.run(
    'waivers',
    '--format',
    'json',
    '--as-of',
    '2026-11-01',
    ...args,
  );
  const printed = JSON.parse(stdout) as { waivers: Waiver[]; added?: number };
  const validate = validatorOf('waivers');
  expect(validate(printed), JSON.stringify(validate.errors)).toBe(true);
  return { ...printed, status };
}
const inShort = ({ kind, source, rule, tool, control, value, file, path }: Waiver) =>
  [kind, source, rule ?? tool ?? control ?? '-', value ?? '-', file, path].join(' ');

describe('agent-lint waivers', () => {
  it('lists each kind with rule or tool, file and path', async () => {
    expect((await waivers(newRepository(FILES))).waivers.map(inShort)).toEqual([
      'lowered-rule configuration tracing/missing off agent-lint.config.yaml rules[tracing/missing]',
      'lowered-rule configuration approval/missing warning agent-lint.config.yaml overrides[0].rules[approval/missing]',
      'effect configuration send_to_index read agent-lint.config.yaml tools.send_to_index',
      'ignore configuration approval/missing - agent-lint.config.yaml ignore[0]',
      'attestation configuration tracing webhooks agent-lint.config.yaml attestations[0].controls.tracing.sink',
      'attestation configuration send_mail human agent-lint.config.yaml attestations[0].controls.tools.send_mail.approval.by',
      'exclude configuration - - agent-lint.config.yaml exclude[fixtures/**]',
      'ignore comment approval/missing - app.agent.yaml agent.tools[delete_account]',
      'effect comment wipe_cache read app.agent.yaml agent.tools[wipe_cache]',
      'effect file delete_account destructive app.agent.yaml controls.tools.delete_account.effect',
      'claim file tracing webhooks app.agent.yaml controls.tracing.sink',
      'baseline baseline approval/missing - old.agent.yaml agent.tools[pay]',
    ]);
  });

  it('prints reason and end of each, and marks what has expired', async () => {
    const { stdout, status } = await newRepository(FILES).run('waivers', '--as-of', '2026-11-01');
    expect(status).toBe(0);
    expect(stdout).toBe(`Ignores
  Ignore of \`approval/missing\` for \`legacy/*.json\` at \`agent.tools[send_mail]\` in agent-lint.config.yaml:9, expired on 2026-01-31: sandbox mailbox.
  Ignore of \`approval/missing\` in app.agent.yaml:5 (agent.tools[delete_account]), until 2027-01-01: sandbox account.

Baseline entry
  Baseline entry for \`approval/missing\` in old.agent.yaml (agent.tools[pay]): accepted in the baseline on 2026-02-01.

Declared effects
  Declared effect \`read\` of \`send_to_index\` in agent-lint.config.yaml:7: internal search index.
  Declared effect \`read\` of \`wipe_cache\` in app.agent.yaml:7 (agent.tools[wipe_cache]): it only looks.
  Declared effect \`destructive\` of \`delete_account\` in app.agent.yaml:12 (controls.tools.delete_account.effect): it deletes.

Claim
  Claim of tracing \`webhooks\` in app.agent.yaml:13 (controls.tracing.sink): no reason is given.

Attested controls
  Attestation of tracing \`webhooks\` for \`*.session.json\` in agent-lint.config.yaml:12, until 2027-06-30: events are stored by the audit service.
  Attestation of approval \`human\` for \`send_mail\` for \`*.session.json\` in agent-lint.config.yaml:12, until 2027-06-30: events are stored by the audit service.

Exclude
  Exclude of \`fixtures/**\` in agent-lint.config.yaml:15: no reason is given.

Lowered rules
  \`tracing/missing\` lowered to \`off\` in agent-lint.config.yaml:2: no reason is given.
  \`approval/missing\` lowered to \`warning\` for \`legacy/**\` in agent-lint.config.yaml:5: no reason is given.

12 waivers, 1 expired.
`);
  });

  it('says in one sentence that there are none', async () => {
    const repository = newRepository({ 'app.agent.yaml': 'agent: { model: m }\n' });
    for (const format of ['text', 'markdown'])
      expect(await repository.run('waivers', '--format', format)).toMatchObject({
        stdout: 'No waivers.\n',
        status: 0,
      });
    expect((await waivers(repository)).waivers).toEqual([]);
  });

  it('lists comments of programs', async () => {
    const repository = newRepository({
      'agent.ts': `import { Agent, tool } from '@openai/agents';
// agent-lint-ignore approval/missing -- test account
const wipe = tool({ name: 'delete_user', description: 'd', execute: async () => db.deleteUser() });
export const agent = new Agent({ name: 'Ops', tools: [wipe] });
`,
    });
    expect((await waivers(repository)).waivers).toMatchObject([
      {
        kind: 'ignore',
        rule: 'approval/missing',
        file: 'agent.ts',
        path: expect.stringContaining('tools[delete_user]'),
      },
    ]);
  });
});

describe('agent-lint waivers --since REF', () => {
  it('ends with 0 where waivers only move, are worded anew or end', async () => {
    const repository = newRepository(FILES);
    repository.write(
      'app.agent.yaml',
      `# first\n${AGENT.replace('sandbox account', 'an account of the sandbox')}`,
    );
    const [rules = '', rest = ''] = CONFIG.split('overrides:');
    repository.write('agent-lint.config.yaml', `# reordered\noverrides:${rest}${rules}`);
    expect(await waivers(repository, '--since', 'main', '--fail-on-new')).toMatchObject({
      status: 0,
      added: 0,
    });
  });

  it.each([
    [
      'is new in a comment',
      'app.agent.yaml',
      'name: wipe_cache }',
      'name: wipe_cache }\n    # agent-lint-ignore approval/missing -- later\n    - { type: function, name: pay_out }',
    ],
    ['ends later', 'app.agent.yaml', 'until 2027-01-01', 'until 2029-01-01'],
    ['is for more files', 'agent-lint.config.yaml', '"legacy/**"', '"**"'],
    ['leaves out more files', 'agent-lint.config.yaml', '["fixtures/**"', '["fixtures/**", "services/**"'],
    ['had expired', 'agent-lint.config.yaml', 'until: 2026-01-31', 'until: 2027-01-31'],
  ] as const)('ends with 1 where one %s', async (_, name, from, to) => {
    const repository = newRepository(FILES);
    expect(FILES[name]).toContain(from);
    repository.write(name, FILES[name].replace(from, to));
    expect(await waivers(repository, '--since', 'main', '--fail-on-new')).toMatchObject({
      status: 1,
      added: 1,
    });
  });

  it('lists new ones first, and ends with 0 without --fail-on-new', async () => {
    const repository = newRepository(FILES);
    repository.write('agent-lint.config.yaml', CONFIG.replace('"legacy/**"', '"**"'));
    const { stdout, status } = await repository.run('waivers', '--since', 'main');
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^New since main\n {2}`approval\/missing` lowered to `warning` for `\*\*` in .+\n\nIgnores\n/,
    );
  });

  it('needs --since for --fail-on-new, and a commit that exists', async () => {
    const repository = newRepository(FILES);
    expect(await repository.run('waivers', '--fail-on-new')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--fail-on-new needs --since'),
    });
    expect(await repository.run('waivers', '--since', 'nope')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('Unknown commit or branch `nope`'),
    });
  });
});
