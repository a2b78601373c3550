import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/project/usage-error.js';
import { requirementsOf, whatIfOf } from '../../src/project/requirements.js';
import type { Review } from '../../src/review/index.js';
import { validatorOf } from '../report/schemas.js';
import { folderWith, runCli } from './run-cli.js';

const SESSION = JSON.stringify({ agent: { model: 'm' }, environment: { type: 'hosted' } });
const BODY = JSON.stringify({ model: 'm', input: 'hi', tools: [{ type: 'web_search' }] });
const PROGRAM = `import { Agent } from '@openai/agents';\nexport const triage = new Agent({ name: 'triage' });\n`;
const MIXED = { 'a.session.json': SESSION, 'b.json': BODY, 'src/c.ts': PROGRAM };
const FOUND = `Found in the files: the managed agent service in a.session.json; the open-source agent framework in
src/c.ts; a Responses-style API plus tools in b.json.`;

/** The text without the rules that are quoted below it. */
const above = (text: string) => (text.split(/\n+Rules cited:\n/)[0] ?? '').trimEnd();

/** A section of a decision record. */
const sectionOf = (record: string, title: string) =>
  record.split(/^## /m).find((section) => section.startsWith(`${title}\n`)) ?? '';

const decided = async (files: Record<string, string>, ...args: string[]) => {
  const run = await runCli(folderWith(files), ['decide', '--need', 'durable-session', ...args], '', {
    HOME: '/',
  });
  expect(run.status).toBe(0);
  return run.stdout;
};

describe('decide among the files of a project', () => {
  it('says which runtimes were found where, when it is several', async () => {
    expect(above(await decided(MIXED)).endsWith(`\n\n${FOUND}`)).toBe(true);
    expect(above(await decided(MIXED, '--format', 'table')).endsWith(`\n\n${FOUND}`)).toBe(true);
    const [words = ''] = [FOUND.replace('\n', ' ')];
    expect(
      above(await decided(MIXED, '--format', 'markdown'))
        .split('\n')
        .at(-1),
    ).toBe(words);
    const record = await decided(MIXED, '--format', 'adr');
    expect(record).toContain(`- The project needs a durable session\n\n${words}\n\n## Options\n`);
  });

  it('says where another runtime than the recommended one was found', async () => {
    expect(
      above(await decided({ 'b.json': BODY }))
        .split('\n')
        .at(-1),
    ).toBe('Found in the files: a Responses-style API plus tools in b.json.');
  });

  it('names the files in JSON', async () => {
    expect(JSON.parse(await decided(MIXED, '--format', 'json')).found).toEqual([
      { runtime: 'managed', files: ['a.session.json'] },
      { runtime: 'framework', files: ['src/c.ts'] },
      { runtime: 'responses', files: ['b.json'] },
    ]);
  });

  it.each(['text', 'table', 'markdown', 'adr'])('says nothing of files that agree, as %s', async (format) => {
    const agreed = await decided({ 'a.session.json': SESSION }, '--format', format);
    // A record says what the files show of its consequences.
    if (format !== 'adr') expect(agreed).toBe(await decided({}, '--format', format));
    expect(agreed).not.toContain('Found in');
  });

  it('does not search a home folder that is no project', async () => {
    const home = folderWith(MIXED);
    const run = await runCli(home, ['decide', '--need', 'durable-session'], '', { HOME: home });
    expect(run.stdout).toBe(await decided({}));
  });

  it('does not search a large folder that is no repository, unless it is named', async () => {
    const folder = folderWith(MIXED);
    mkdirSync(join(folder, 'many'));
    for (let at = 0; at < 20_000; at++) writeFileSync(join(folder, `many/${at}.txt`), '');
    const run = async (...args: string[]) =>
      runCli(folder, ['decide', '--need', 'durable-session', ...args], '', { HOME: tmpdir() });
    const alone = await run();
    expect(alone.stdout).toBe(await decided({}));
    expect(alone.stderr).toBe(
      'agent-lint: This folder is no git repository and has more than 20,000 files and folders: no agents were looked for, only the configuration is read.\n',
    );
    for (const args of [['.'], ['--exclude', 'many']]) {
      const { stdout, stderr } = await run(...args);
      expect(stderr).toBe('');
      expect(stdout).toContain('Found in');
    }
  });

  it('has nothing to name in an empty folder', async () => {
    expect(JSON.parse(await decided({}, '--format', 'json'))).not.toHaveProperty('found');
  });
});

describe('a decision record', () => {
  const CONFIG = `runtime: framework
requirements: { residency: [eu], zero_data_retention: true, needs: [code-first-control] }
agent:
  model: some-model
  tools:
    - { type: function, name: issue_refund }
    - { type: function, name: delete_account }
    - { type: function, name: get_invoice }
  mcp_servers: [{ url: "https://billing.example.com/mcp" }]
controls:
  tools:
    issue_refund: { approval: { by: human } }
  residency: { region: eu, how: own gateway }
  tracing: { sink: "otlp: https://traces.example.com" }
`;

  it('names the conditions, and the controls of the caller with what the files show of each', async () => {
    const folder = folderWith({ '.git/HEAD': '', 'refunds.agent.yaml': CONFIG });
    const run = async () => (await runCli(folder, ['decide', '--format', 'adr'])).stdout;
    const record = await run();
    expect(await run()).toBe(record);
    expect(record.replace(/in our words, as of [\d-]+/g, '')).not.toMatch(/\b20\d\d-\d\d-\d\d\b/);
    expect(sectionOf(record, 'Conditions').trim()).toBe(
      "Conditions\n\n- The open-source agent framework: with the caller's own controls: provided that you control the region of, and what is kept by, the model endpoint, stored state, the trace store and each MCP host.",
    );
    expect(
      sectionOf(record, 'Consequences').split('\n').slice(2).join('\n').trim(),
    ).toBe(`- The open-source agent framework: you run the loop in your own infrastructure. The framework covers agent definitions, orchestration, guardrails, sandboxing, tracing and evaluations.
- Cost (constraint 5): The managed agent service costs the sum of model rates, tool rates and, with a hosted sandbox, container rates. With a self-hosted sandbox, execution and its cost move to your infrastructure.

Your own controls (rule 2): the region and retention of the model endpoint, of stored state, of the trace store and of each MCP host.

| Control | File | Where | State | How it is known |
|---|---|---|---|---|
| Model endpoint: model calls | \`refunds.agent.yaml\` | eu | only claimed | eu (only claimed) |
| Stored state: stored state | \`refunds.agent.yaml\` | not stated | not verified | No file states what is kept. |
| Trace store: traces | \`refunds.agent.yaml\` | otlp: https://traces.example.com | only claimed | otlp: https://traces.example.com (only claimed). The region of the sink is not known. |
| MCP host: billing.example.com | \`refunds.agent.yaml\` | billing.example.com | not verified | Its region and what it keeps are not known. |

Controls that the spec asks for on every runtime:

| Control | Needed | Seen in the files | Only claimed | Open |
|---|---|---|---|---|
| Human approval of acts that cannot be undone | 2 | 0 | 1 | 1: \`delete_account\` of \`agent\` in refunds.agent.yaml |
| List of allowed tools of each MCP server | 1 | 0 | 0 | 1: \`billing.example.com\` of \`agent\` in refunds.agent.yaml |
| Tracing | 1 | 0 | 1 | 0 |
| Input guardrail | 1 | 0 | 0 | 1: refunds.agent.yaml |
| Output guardrail | 1 | 0 | 0 | 1: refunds.agent.yaml |`);
    expect((await runCli(folder, ['decide', '--format', 'adr', '--as-of', '2026-11-20'])).stdout).toContain(
      '- Date: 2026-11-20\n',
    );
  });

  it('says that none of the controls is seen where there is no agent', async () => {
    expect(await decided({}, '--zdr', '--format', 'adr')).toContain(
      'Your own controls (rule 2): the retention of the model endpoint, of stored state, of the trace store and of each MCP host.\n\nNo deployed agent was found: none of them is seen yet.\n',
    );
  });

  it('leaves out what is about other requirements of the project', async () => {
    const eu = JSON.stringify({ requirements: { residency: ['eu'] }, agent: { model: 'm' } });
    const folder = folderWith({ '.git/HEAD': '', 'a.agent.json': eu, 'b.agent.yaml': CONFIG });
    const [first = '', second = ''] = (await runCli(folder, ['decide', '--format', 'adr'])).stdout
      .split(/^# (?=\w)/m)
      .slice(1);
    expect(sectionOf(first, 'Consequences')).toContain('`a.agent.json`');
    expect(sectionOf(first, 'Consequences')).not.toContain('b.agent.yaml');
    expect(sectionOf(second, 'Consequences')).not.toContain('a.agent.json');
  });
});

describe('decide by the configuration', () => {
  const nested = {
    '.git/HEAD': '',
    'agent-lint.config.yaml': 'requirements: { needs: [durable-session] }\n',
    'services/eu/agent-lint.config.yaml':
      'requirements: { residency: [eu] }\nrules: { approval/missing: off }\n',
  };

  it('counts the configuration of the folder that it is run in', async () => {
    const folder = folderWith(nested);
    const outcome = async (cwd: string) =>
      JSON.parse((await runCli(cwd, ['decide', '--format', 'json'])).stdout).outcome;
    expect(await outcome(folder)).toBe('recommended');
    expect(await outcome(join(folder, 'services'))).toBe('recommended');
    expect(await outcome(join(folder, 'services/eu'))).toBe('choice');
  });

  it('and so do explain and rules', async () => {
    const folder = folderWith(nested);
    const level = async (cwd: string) =>
      JSON.parse((await runCli(cwd, ['explain', 'approval/missing', '--format', 'json'])).stdout).level;
    expect(await level(folder)).toBe('error');
    expect(await level(join(folder, 'services/eu'))).toBe('off');
    const rules = JSON.parse(
      (await runCli(join(folder, 'services/eu'), ['rules', '--format', 'json'])).stdout,
    );
    expect(rules.find(({ id }: { id: string }) => id === 'approval/missing').level).toBe('off');
  });

  it('says of a flag nothing that the configuration says of the key it replaces', async () => {
    const config =
      'requirements:\n  residency: [eu]\n  needs: [artifacts]\n' +
      '  because: { residency: DPIA-1, needs: ADR-2, artifacts: ADR-3, beta: ADR-4 }\n';
    const folder = folderWith({ 'agent-lint.config.yaml': config });
    const run = async (...args: string[]) => (await runCli(folder, ['decide', ...args])).stdout;
    expect(await run()).toContain(
      'Stated: data is processed in the EU only (DPIA-1); the project needs artifacts (ADR-3) (ADR-2).',
    );
    expect(await run('--residency', 'de', '--need', 'artifacts')).toContain(
      'Stated: data is processed in DE only; the project needs artifacts.\n',
    );
    expect(await run('--residency', 'de', '--format', 'markdown')).toContain(
      'Stated: data is processed in DE only; the project needs artifacts (ADR-3) (ADR-2).',
    );
    expect(await run('--residency', 'de')).not.toContain('DPIA-1');
  });

  it('says that a self-hosted sandbox among the files is no way out', async () => {
    const session = JSON.stringify({ agent: { model: 'm' }, environment: { type: 'self_hosted' } });
    const folder = folderWith({ 'a.session.json': session });
    const { runtimes } = JSON.parse(
      (await runCli(folder, ['decide', '--zdr', '--format', 'json'], '', { HOME: '/' })).stdout,
    );
    expect(runtimes[0].reasons[0].text).toBe(
      'Zero data retention is required, so the managed service is not eligible. ' +
        'A self-hosted sandbox does not change that (constraint 3): it controls only where code runs.',
    );
  });
});

describe('decide in a project with several sets of requirements', () => {
  const agent = (requirements: object) => JSON.stringify({ requirements, agent: { model: 'm' } });
  const PROJECT = {
    '.git/HEAD': '',
    'agent-lint.config.yaml':
      'requirements: { needs: [durable-session], prefer: [managed] }\n' +
      'overrides: [{ files: "services/eu/**", requirements: { residency: [eu] } }]\n',
    'services/eu/desk.agent.json': agent({}),
    'refunds.agent.json': agent({ zero_data_retention: true }),
    'front.agent.json': agent({}),
    'planned/README.md': '',
  };
  interface Printed {
    decisions: { recommended: string | null; files: string[]; requirements: object; outcome: string }[];
  }

  it('gives one decision for each, with its files, as check does', async () => {
    const folder = folderWith(PROJECT);
    const printed = JSON.parse((await runCli(folder, ['decide', '--format', 'json'])).stdout) as Printed;
    const checked = JSON.parse((await runCli(folder, ['check', '--format', 'json'])).stdout) as Printed;
    expect(printed).toEqual({ schema: 'agent-lint/decision@1', decisions: checked.decisions });
    expect(validatorOf('decision')(printed)).toBe(true);
    expect(printed.decisions.map(({ recommended, files }) => [recommended, files])).toEqual([
      ['managed', ['front.agent.json']],
      [null, ['refunds.agent.json']],
      [null, ['services/eu/desk.agent.json']],
    ]);
    const text = (await runCli(folder, ['decide'])).stdout;
    expect(text.split('\n').filter((line) => line.startsWith('For '))).toEqual([
      'For front.agent.json:',
      'For refunds.agent.json:',
      'For services/eu/desk.agent.json:',
    ]);
    expect(text).toContain('You prefer the managed agent service, but it is excluded.');
  });

  it('takes paths: files and folders, also where no agent is yet, and ends with 2 where there is none', async () => {
    const folder = folderWith(PROJECT);
    const decide = (...args: string[]) => runCli(folder, ['decide', ...args, '--format', 'json']);
    const one = JSON.parse((await decide('services/eu')).stdout) as Printed;
    expect(one.decisions.map(({ files, requirements }) => [files, requirements])).toEqual([
      [
        ['services/eu/desk.agent.json'],
        { needs: ['durable-session'], prefer: ['managed'], residency: ['eu'] },
      ],
    ]);
    const planned = JSON.parse((await decide('planned')).stdout) as Printed;
    expect(planned.decisions.map(({ files, recommended }) => [files, recommended])).toEqual([
      [[], 'managed'],
    ]);
    const missing = await decide('refunds.agent.json', 'servics');
    expect(missing.status).toBe(2);
    expect(missing.stderr).toBe('agent-lint: servics: no such file or folder. Did you mean `services`?\n');
    expect((JSON.parse(missing.stdout) as Printed).decisions.map(({ files }) => files)).toEqual([
      ['refunds.agent.json'],
    ]);
  });

  it('names the files of the one decision where they state more than the configuration', async () => {
    const folder = folderWith({ 'refunds.agent.json': agent({ zero_data_retention: true }) });
    const run = async (...args: string[]) =>
      (await runCli(folder, ['decide', ...args], '', { HOME: '/' })).stdout;
    expect((await run()).split('\n')[0]).toBe('For refunds.agent.json:');
    expect(JSON.parse(await run('--format', 'json'))).toMatchObject({ outcome: 'choice', recommended: null });
    expect((await run('--zdr')).split('\n')[0]).not.toContain('For ');
  });

  it('says what changes with other requirements, in each decision', async () => {
    const folder = folderWith(PROJECT);
    const args = ['decide', '--what-if', 'residency=eu,de', '--what-if', 'need=code-first-control'];
    const text = (await runCli(folder, args)).stdout;
    expect(
      text.split('What changes if data is processed in the EU or DE only and the project needs'),
    ).toHaveLength(4);
    const printed = JSON.parse((await runCli(folder, [...args, '--format', 'json'])).stdout);
    expect(validatorOf('decision')(printed)).toBe(true);
    const { decisions } = printed;
    expect(decisions[0].whatIf).toMatchObject({
      requirements: { residency: ['eu', 'de'], needs: ['code-first-control'] },
      changes: { recommended: { from: 'managed', to: 'framework' } },
      decision: { outcome: 'recommended', recommended: 'framework' },
    });
  });

  it.each([
    [
      'residency=uk',
      'Unknown region `uk`. Use eu, eea, any or an ISO 3166-1 alpha-2 code such as us or de. Did you mean `gb`?',
    ],
    [
      'residncy=eu',
      'Unknown requirement `residncy`. Use residency, zero_data_retention, needs, beta, languages, prefer. Did you mean `residency`?',
    ],
    [
      'eu',
      '--what-if takes key=value, not `eu`. Keys: residency, zero_data_retention, needs, beta, languages, prefer.',
    ],
    ['zdr=', '--what-if takes key=value: `zdr=` has no value.'],
    ['zdr=yes', 'zero_data_retention takes true or false, not `yes`.'],
    ['', '--what-if needs a value.'],
  ])('refuses --what-if %s', (value, message) => {
    expect(() => whatIfOf(value)).toThrow(new UsageError(message));
  });

  it('writes one numbered decision record per decision, and overwrites none', async () => {
    const agent = (requirements: string) =>
      `runtime: managed\nrequirements: { ${requirements} }\nagent: { model: m, instructions: Answer. }\n`;
    const folder = folderWith({
      'a.agent.yaml': agent('needs: [durable-session]'),
      'b.agent.yaml': agent('residency: [eu], needs: [durable-session, custom-orchestration]'),
      'docs/adr/0007-use-postgres.md': '# Use Postgres\n',
    });
    const args = ['decide', '--format', 'adr', '--output-dir', 'docs/adr'];
    const [first, second] = [
      'docs/adr/0008-run-the-agents-on-the-managed-agent-service.md',
      'docs/adr/0009-run-the-agents-on-the-open-source-agent-framework.md',
    ];
    const write = () => runCli(folder, args, '', { HOME: '/' });
    const run = await write();
    expect([run.status, run.stdout]).toEqual([0, `Wrote ${first}.\nWrote ${second}.\n`]);
    for (const file of [first, second])
      expect(readFileSync(join(folder, file), 'utf8').match(/^# .*$/gm)).toHaveLength(1);
    const record = readFileSync(join(folder, second), 'utf8');
    expect(record).toContain('\n- Deciders: to be named\n- Review date: to be set, ');
    expect(sectionOf(record, 'Status quo').trim()).toBe(
      'Status quo\n\n- The managed agent service: b.agent.yaml',
    );
    expect(sectionOf(record, 'Decision').trim()).toBe(
      'Decision\n\nRecommended runtime: the open-source agent framework, but no eligible runtime is shown to meet a durable session.',
    );
    expect(sectionOf(record, 'Cost').trim()).toContain(
      'Cost\n\n- The open-source agent framework: Model input (m), Model output (m), Your own infrastructure\n  - High is unbounded: nothing limits the turns. Set the turn limit that the framework has for a run.',
    );
    const migration = sectionOf(record, 'Migration');
    expect(migration).toContain(`Migration

### Required: from the managed agent service to the open-source agent framework

Applies to b.agent.yaml. Sections are those of the specification; what it does not show is not assumed.

What moves:

- The agent definition: model and instructions. (Section 2.)
`);
    expect(migration).toContain('\nWhat has no counterpart as far as is shown:\n\n- A durable session');
    expect(migration).toContain(
      '\nWhat you must build:\n\n- Run the loop in your own infrastructure. (Section 1.)\n',
    );
    // It has no MCP server that could move. The review says the same.
    expect(migration).not.toContain('MCP');
    const { migrations } = JSON.parse(
      (await runCli(folder, ['review', '--format', 'json'])).stdout,
    ) as Review;
    const consequences = migrations.flatMap(({ moves, noCounterpart, build }) => [
      ...moves,
      ...noCounterpart,
      ...build,
    ]);
    expect(consequences.length).toBeGreaterThan(5);
    expect(migration.match(/^- .*$/gm)).toEqual(consequences.map((one) => `- ${one}`));
    expect(record).not.toContain('"');
    expect((await write()).stdout).toBe(`${first} is unchanged.\n${second} is unchanged.\n`);
    // People signed it: the next one has a number of its own.
    writeFileSync(join(folder, second), record.replace('to be named', 'the board'));
    expect((await write()).stdout).toContain(
      'Wrote docs/adr/0010-run-the-agents-on-the-open-source-agent-framework.md.\n',
    );
    expect(readFileSync(join(folder, second), 'utf8')).toContain('- Deciders: the board\n');
  });

  it('takes --output-dir for records only, and not beside --output', async () => {
    const folder = folderWith({});
    for (const more of [
      ['--format', 'json'],
      ['--format', 'adr', '-o', 'x.md'],
    ]) {
      const run = await runCli(folder, ['decide', '--output-dir', 'adr', ...more]);
      expect([run.status, run.stdout]).toEqual([2, '']);
      expect(run.stderr).toContain('--output-dir');
    }
    expect(existsSync(join(folder, 'adr'))).toBe(false);
  });

  it('prices a decision in every format with --rates and --usage', async () => {
    const folder = folderWith({
      'a.agent.yaml':
        'requirements: { needs: [custom-orchestration] }\nagent: { model: m, instructions: Answer. }\n',
      'rates.yaml':
        'source: contract 4711\nas_of: "2026-11-01"\nmodels:\n  m: { usd_per_million_input_tokens: 2, usd_per_million_output_tokens: 8 }\n',
      'usage.yaml': 'sessions_per_month: 1000\nturns_per_session: 10\n',
    });
    const priced = ['--rates', 'rates.yaml', '--usage', 'usage.yaml'];
    const { stdout } = await runCli(folder, ['decide', '--format', 'adr', ...priced], '', { HOME: '/' });
    const part = (all: string) => `at least USD ${all}`;
    expect(sectionOf(stdout, 'Cost')).toContain('| Runtime | System | Low | Typical | High |\n');
    // Tokens are not stated: nothing of the cost is known.
    expect(sectionOf(stdout, 'Cost')).toContain('| not known | not known | not known |');
    const usage = `sessions_per_month: 1000\nturns_per_session: 10\ninput_tokens_per_turn: 1000\n`;
    writeFileSync(join(folder, 'usage.yaml'), usage);
    const run = (...args: string[]) => runCli(folder, ['decide', ...args], '', { HOME: '/' });
    const text = await run(...priced);
    expect(text.status).toBe(0);
    expect(text.stdout).toContain('Cost (low, typical, high), by contract 4711, as of 2026-11-01:\n');
    expect(text.stdout.replace(/\s+/g, ' ')).toContain(
      `a.agent.yaml: ${part('0.0200')} a session, ${part('0.0200')} a session, ${part('0.0200')} a session.`,
    );
    writeFileSync(
      join(folder, 'dated.yaml'),
      'as_of: 2026-11-01\nmodels:\n  m: { usd_per_million_input_tokens: 2 }\n',
    );
    expect((await run('--rates', 'dated.yaml')).stdout).toContain(
      'Cost (low, typical, high), as of 2026-11-01:\n',
    );
    expect((await run('--format', 'markdown', ...priced)).stdout).toContain(`${part('20.00')} a month`);
    const { cost } = JSON.parse((await run('--format', 'json', ...priced)).stdout);
    expect(cost.shapes[0].atLeast.perMonth).toEqual({ low: 20, typical: 20, high: 20 });
    expect((await run('--usage', 'usage.yaml')).stdout).toContain('Volume (low, typical, high):\n');
    expect((await run()).stdout).not.toContain('Cost');
  });

  it('takes needs to add and to remove, and refuses that for other keys', () => {
    expect(whatIfOf(['need+=artifacts,long-running', 'need-=durable-session', 'beta=allowed'])).toEqual({
      replace: { beta: 'allowed' },
      addNeeds: ['artifacts', 'long-running'],
      removeNeeds: ['durable-session'],
    });
    expect(() => whatIfOf('residency+=us')).toThrow(
      new UsageError('`+=` and `-=` change needs only: state the whole value instead of `residency+=us`.'),
    );
    expect(() => whatIfOf('need+=artefacts')).toThrow(/Unknown need `artefacts`.*Did you mean `artifacts`/);
  });

  it('says what --what-if loses and newly assumes', async () => {
    const config = { 'agent-lint.config.yaml': 'requirements: { needs: [durable-session] }\n' };
    const lost = (await runCli(folderWith(config), ['decide', '--what-if', 'residency=eu,need+=artifacts']))
      .stdout;
    expect(lost).toContain(
      'What changes if data is processed in the EU only and the project needs a durable',
    );
    expect(lost).toContain('  - Lost: a durable session.\n');
    const assumed = (
      await runCli(folderWith(config), [
        ...['decide', '--residency', 'eu', '--zdr', '--beta', 'allowed'],
        ...['--what-if', 'residency=us', '--what-if', 'zdr=false', '--what-if', 'need-=durable-session'],
        ...['--what-if', 'need+=artifacts'],
      ])
    ).stdout;
    expect(assumed).toContain('Then: Recommended runtime: the managed agent service.');
    const unstated = (
      await runCli(folderWith({}), [
        ...['decide', '--residency', 'eu', '--need', 'artifacts', '--what-if', 'residency=us'],
      ])
    ).stdout;
    expect(unstated).toContain(
      '  - Newly assumes that data may be kept, and that production may rest on a beta surface: state both\n    to confirm (zero_data_retention, beta).\n',
    );
  });

  it('puts what no eligible runtime meets beside the recommendation', async () => {
    const run = async (...args: string[]) =>
      (await runCli(folderWith({}), ['decide', ...args])).stdout.split('\n\n')[0];
    expect(await run('--zdr', '--need', 'durable-session,custom-orchestration')).toBe(
      'Recommended runtime: the open-source agent framework, but no eligible runtime is shown to meet a\ndurable session.',
    );
    // The preferred one of two that fit: another one is for the rest.
    expect(await run('--need', 'artifacts,custom-orchestration', '--prefer', 'framework')).toBe(
      'Recommended runtime: the open-source agent framework. The needs also favour the managed agent\nservice; the stated preference decides.',
    );
  });

  it('names regions and languages as people do', async () => {
    const run = async (...args: string[]) =>
      (await runCli(folderWith({}), ['decide', ...args])).stdout.replaceAll(/\s+/g, ' ');
    expect(await run('--residency', 'eea,ch')).toContain('Stated: data is processed in the EEA or CH only.');
    const go = await run('--language', 'go', '--residency', 'us');
    expect(go).toContain('Stated: data is processed in the US only; agents are written in Go.');
    expect(go).toContain('The framework comes in Python and TypeScript; the team writes Go.');
    expect(await run('--language', 'js,csharp')).toContain('agents are written in JavaScript or C#.');
  });

  it('takes several keys of --what-if, separated by commas or repeated', () => {
    expect(whatIfOf('residency=eu,us,zdr=true')).toEqual({
      residency: ['eu', 'us'],
      zero_data_retention: true,
    });
    expect(whatIfOf(['needs=artifacts', 'need=long-running', 'beta=allowed'])).toEqual({
      needs: ['artifacts', 'long-running'],
      beta: 'allowed',
    });
    expect(whatIfOf('needs=none')).toEqual({ needs: [] });
  });

  it.each([
    [
      { residency: 'germany' },
      'Unknown region `germany`. Use eu, eea, any or an ISO 3166-1 alpha-2 code such as us or de. Did you mean `de`?',
    ],
    [
      { residency: 'eu-central-1' },
      'Unknown region `eu-central-1`. Use eu, eea, any or an ISO 3166-1 alpha-2 code such as us or de. Did you mean `eu`?',
    ],
    [
      { need: 'durable' },
      'Unknown need `durable`. Use durable-session, long-running, hosted-sandbox, artifacts, code-first-control, custom-orchestration, self-hosted-execution, simple-assistant, call-by-call-control. Did you mean `durable-session`?',
    ],
  ])('refuses %j', (flags, message) => {
    expect(() => requirementsOf(flags)).toThrow(new UsageError(message));
  });
});
