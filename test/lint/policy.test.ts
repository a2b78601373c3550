import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lintProject } from '../../src/index.js';
import { acceptFindings } from '../../src/project/accept-findings.js';
import { openProject } from '../../src/project/open-project.js';

const POLICY = `owner: { name: Security, contact: security@example.com }
rules:
  approval/missing: { severity: error, locked: true }
  runtime/ineligible: { severity: error, locked: true }
requirements: { residency: [eu] }
`;

const AGENT = `runtime: framework
agent:
  tools:
    - { type: function, name: delete_user }
`;

let top = '';
let cwd = '';
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'agent-lint-policy-'));
  cwd = join(top, 'project');
  write('../policy.yaml', POLICY);
  mkdirSync(join(cwd, '.git'), { recursive: true });
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

function write(name: string, text: string): void {
  mkdirSync(dirname(join(cwd, name)), { recursive: true });
  writeFileSync(join(cwd, name), text);
}

async function check(options: object = {}) {
  const { findings } = await lintProject({ cwd, asOf: '2026-11-20', policy: '../policy.yaml', ...options });
  return findings
    .filter(
      ({ ignored, rule }) =>
        !ignored && ['approval/missing', 'config/locked-rule', 'config/policy'].includes(rule),
    )
    .map(({ rule, severity, file }) => `${severity} ${rule} ${file}`);
}

const MISSING = 'error approval/missing a.agent.yaml';
const attempt = (file: string) => `error config/locked-rule ${file}`;
const CONFIG = 'agent-lint.config.yaml';

describe('a rule that a policy locks is reported', () => {
  it.each<[string, Record<string, string>, string[], object?]>([
    ['whatever `extends` is dropped', { [CONFIG]: '{}\n' }, [MISSING]],
    ['with no configuration at all', {}, [MISSING], { config: false }],
    [
      'although a configuration switches it off',
      { [CONFIG]: 'rules: { approval/missing: off }\n' },
      [MISSING, attempt(CONFIG)],
    ],
    [
      'although a configuration lowers it',
      { [CONFIG]: 'rules: { approval/missing: info }\n' },
      [MISSING, attempt(CONFIG)],
    ],
    [
      'although an override switches it off',
      { [CONFIG]: 'overrides:\n  - { files: "*.yaml", rules: { approval/missing: off } }\n' },
      [MISSING, attempt(CONFIG)],
    ],
    [
      'although a flag selects other rules',
      {},
      [MISSING],
      { only: ['tracing/missing'], rules: { 'approval/missing': 'off' } },
    ],
    [
      'although an attestation of every file claims the gate',
      {
        [CONFIG]:
          'attestations:\n  - { files: "**", controls: { tools: { delete_user: { approval: { by: human } } } }, reason: we say so }\n',
      },
      [MISSING, attempt(CONFIG)],
    ],
    [
      'although the file claims the gate itself',
      { 'a.agent.yaml': `${AGENT}controls: { tools: { delete_user: { approval: { by: human } } } }\n` },
      [MISSING, attempt('a.agent.yaml')],
    ],
    [
      'although the configuration declares another effect',
      { [CONFIG]: 'tools: { delete_user: { effect: read, because: it only reads } }\n' },
      [MISSING, attempt(CONFIG)],
    ],
    [
      'although a comment declares another effect',
      {
        'a.agent.yaml': AGENT.replace(
          'delete_user }',
          'delete_user } # agent-lint-effect read -- it only reads',
        ),
      },
      [MISSING, attempt('a.agent.yaml')],
    ],
    [
      'although a comment ignores it',
      {
        'a.agent.yaml': AGENT.replace(
          'delete_user }',
          'delete_user } # agent-lint-ignore approval/missing -- sandbox',
        ),
      },
      [MISSING, attempt('a.agent.yaml')],
    ],
    [
      'although the configuration ignores it',
      { [CONFIG]: 'ignore:\n  - { rule: approval/missing, files: "**", reason: sandbox }\n' },
      [MISSING, attempt(CONFIG)],
    ],
  ])('%s', async (_, files, expected, options = {}) => {
    write('a.agent.yaml', AGENT);
    for (const [name, text] of Object.entries(files)) write(name, text);
    expect((await check(options)).sort()).toEqual([...expected].sort());
  });

  it('although a nested configuration switches it off', async () => {
    write('services/a.agent.yaml', AGENT);
    write(`services/${CONFIG}`, 'rules: { approval/missing: off }\n');
    expect(await check()).toEqual([
      'error approval/missing services/a.agent.yaml',
      attempt(`services/${CONFIG}`),
    ]);
  });

  const UNSAFE = {
    'tests/b.agent.yaml': AGENT,
    'main.agent.yaml': 'runtime: framework\nagent: { model: m }\n',
  };

  it.each([
    ['the configuration excludes its folder', 'exclude: ["tests/**"]\n', '1:11'],
    ['the configuration excludes a glob that it is found by', 'exclude: "*.agent.yaml"\n', '1:10'],
    ['the configuration excludes the name of its folder', 'vendor: openai\nexclude:\n  - tests\n', '3:5'],
  ])('although %s', async (_, config, place) => {
    for (const [name, text] of Object.entries(UNSAFE)) write(name, text);
    write(CONFIG, config);
    const { findings, files } = await lintProject({ cwd, asOf: '2026-11-20', policy: '../policy.yaml' });
    const inFolder = findings.filter(({ file }) => file !== 'main.agent.yaml');
    expect(
      inFolder.map(({ rule, file, range: { start } }) => `${rule} ${file}:${start.line}:${start.column}`),
    ).toEqual([`config/locked-rule ${CONFIG}:${place}`, 'approval/missing tests/b.agent.yaml:4:31']);
    expect(files.map(({ path }) => path)).not.toContain('tests/b.agent.yaml');
  });

  it('although a flag excludes its file, and a note names both', async () => {
    for (const [name, text] of Object.entries(UNSAFE)) write(name, text);
    expect(await check({ exclude: ['tests/**'] })).toEqual(['error approval/missing tests/b.agent.yaml']);
    const { notes } = await lintProject({ cwd, policy: '../policy.yaml', exclude: ['tests'] });
    expect(notes).toEqual([
      '`--exclude` does not hide tests/b.agent.yaml from `approval/missing` and `runtime/ineligible`, locked by the policy of Security (security@example.com).',
    ]);
  });

  it('although the configuration excludes a program that is named', async () => {
    write(
      'vendor/desk.py',
      'from agents import Agent, function_tool\n\n@function_tool\ndef delete_user(id: str) -> None:\n    db.delete(id)\n\ndesk = Agent(name="Desk", tools=[delete_user])\n',
    );
    write(CONFIG, 'exclude: [vendor]\n');
    expect(await check({ paths: ['vendor/desk.py'] })).toEqual([
      attempt(CONFIG),
      'error approval/missing vendor/desk.py',
    ]);
  });

  it('and its exclude is no attempt where no agent is in the files', async () => {
    write('tests/notes.yaml', 'a: 1\n');
    write('main.agent.yaml', 'runtime: framework\nagent: { model: m }\n');
    write(CONFIG, 'exclude: ["tests/**"]\n');
    expect(await check()).toEqual([]);
  });

  it('although somebody tries to write it into a new baseline', async () => {
    write('a.agent.yaml', AGENT);
    const request = { cwd, policy: '../policy.yaml' };
    acceptFindings(await openProject(request), request, { asOf: '2026-11-20' });
    expect(await check()).toEqual([MISSING]);
  });

  it('although the baseline was written without the policy', async () => {
    write('a.agent.yaml', AGENT);
    acceptFindings(await openProject({ cwd }), { cwd }, { asOf: '2026-11-20' });
    expect(await check()).toEqual([MISSING, attempt('agent-lint-baseline.json')]);
  });
});

describe('a claim for a rule that a policy locks', () => {
  const MANAGED =
    'runtime: managed\nheaders: { Acme-Beta: agents=v1 }\nagent:\n  model: m\n  tools: [{ type: shell }]\n  mcp_servers: [{ url: "https://mail.example.com/mcp" }]\nenvironment: { type: hosted }\n';
  const OWN = 'runtime: framework\nagent: { model: m, tools: [{ type: function, name: get_note }] }\n';
  it.each<[string, string, string]>([
    ['tracing/missing', MANAGED, 'tracing: { sink: webhooks }'],
    ['approval/open-ended-tool', MANAGED, 'tools: { shell: { approval: { by: human } } }'],
    ['guardrail/missing-input', MANAGED, 'guardrails: { input: [gateway] }'],
    ['guardrail/missing-output', MANAGED, 'guardrails: { output: [gateway] }'],
    [
      'scope/unrestricted-server',
      MANAGED,
      'mcp_servers: { "https://mail.example.com/mcp": { allowed_tools: [get_mail] } }',
    ],
    ['runtime/own-controls', OWN, 'residency: { region: eu, how: our region }'],
  ])('has no effect on %s, wherever it is made', async (rule, text, controls) => {
    write(
      '../policy.yaml',
      `rules: { ${rule}: { severity: error, locked: true } }\nrequirements: { residency: [${text === OWN ? 'eu' : 'us'}] }\n`,
    );
    const run = async () => {
      const { findings } = await lintProject({ cwd, asOf: '2026-11-20', policy: '../policy.yaml' });
      return findings
        .filter((one) => one.rule === rule || one.rule === 'config/locked-rule')
        .map((one) => `${one.rule} ${one.file}`)
        .sort();
    };
    const own = `${rule} a.agent.yaml`;
    write('a.agent.yaml', text);
    expect(await run()).toEqual([own]);
    write('a.agent.yaml', `${text}controls:\n  ${controls}\n`);
    expect(await run()).toEqual(['config/locked-rule a.agent.yaml', own].sort());
    write('a.agent.yaml', text);
    write(CONFIG, `attestations:\n  - { files: "**", reason: we say so, controls: { ${controls} } }\n`);
    expect(await run()).toEqual([`config/locked-rule ${CONFIG}`, own].sort());
  });
});

describe('a rule that the project itself locks', () => {
  const LOCK = 'rules: { approval/missing: { severity: error, locked: true } }\n';
  const claimed = `${AGENT}controls: { tools: { delete_user: { approval: { by: human } } } }\n`;
  const run = () => check({ policy: undefined });

  it('is checked in files that an exclude covers, and only it', async () => {
    write('tests/a.agent.yaml', AGENT.replace('function, ', 'function, extra: 1, '));
    write(CONFIG, `${LOCK}exclude: ["tests/**"]\n`);
    expect(await run()).toEqual([attempt(CONFIG), 'error approval/missing tests/a.agent.yaml']);
    const { findings } = await lintProject({ cwd, asOf: '2026-11-20' });
    expect(findings.map(({ rule }) => rule)).toEqual(['config/locked-rule', 'approval/missing']);
  });

  it('keeps its severity in test folders', async () => {
    write('tests/a.agent.yaml', AGENT);
    write(CONFIG, LOCK);
    expect(await run()).toEqual(['error approval/missing tests/a.agent.yaml']);
    write(CONFIG, '{}\n');
    expect(await run()).toEqual(['info approval/missing tests/a.agent.yaml']);
  });

  it('is satisfied by the claim of an agent config', async () => {
    write('a.agent.yaml', claimed);
    write(CONFIG, LOCK);
    expect(await run()).toEqual([]);
  });

  it.each([
    ['an override', 'overrides: [{ files: "*.yaml", rules: { approval/missing: warning } }]\n'],
    ['an ignore', 'ignore: [{ rule: approval/missing, files: "*.yaml", reason: sandbox }]\n'],
  ])('is reported in spite of %s', async (_, config) => {
    write('a.agent.yaml', AGENT);
    write(CONFIG, LOCK + config);
    expect((await run()).sort()).toEqual([MISSING, attempt(CONFIG)].sort());
  });

  it('is reported in spite of an older baseline', async () => {
    write('a.agent.yaml', AGENT);
    acceptFindings(await openProject({ cwd }), { cwd }, { asOf: '2026-11-20' });
    write(CONFIG, LOCK);
    expect((await run()).sort()).toEqual([MISSING, attempt('agent-lint-baseline.json')].sort());
  });
});

describe('a policy', () => {
  it('keeps its requirements when a configuration loosens them', async () => {
    write('a.agent.yaml', AGENT.replace('framework', 'managed'));
    write(CONFIG, 'requirements: { residency: [us] }\n');
    const { findings } = await lintProject({ cwd, asOf: '2026-11-20', policy: '../policy.yaml' });
    const rules = findings.map(({ rule }) => rule);
    expect(rules).toContain('runtime/ineligible');
    expect(rules).toContain('runtime/requirement-loosened');
  });

  it('accepts claims where it says so', async () => {
    write('../policy.yaml', `${POLICY}claims: accepted\n`);
    write('a.agent.yaml', `${AGENT}controls: { tools: { delete_user: { approval: { by: human } } } }\n`);
    expect(await check()).toEqual([]);
  });

  it('makes claims of its own, and they count', async () => {
    write(
      '../policy.yaml',
      `${POLICY}attestations:\n  - { files: "**", controls: { tools: { delete_user: { approval: { by: human } } } }, reason: our proxy asks }\n`,
    );
    write('a.agent.yaml', AGENT);
    expect(await check()).toEqual([]);
  });

  it('names its owner in the findings of the rules that it locks', async () => {
    write('a.agent.yaml', AGENT);
    const { findings } = await lintProject({ cwd, asOf: '2026-11-20', policy: '../policy.yaml' });
    expect(findings.find(({ rule }) => rule === 'approval/missing')?.policy).toEqual({
      name: 'Security',
      contact: 'security@example.com',
    });
    write(CONFIG, 'rules: { approval/missing: off }\n');
    const again = await lintProject({ cwd, asOf: '2026-11-20', policy: '../policy.yaml' });
    expect(again.findings.find(({ rule }) => rule === 'config/locked-rule')?.message).toContain(
      'locked by the policy of Security (security@example.com)',
    );
  });

  it('gives an old baseline entry no effect', async () => {
    write('../policy.yaml', 'baseline: { max_age_days: 30 }\n');
    write('a.agent.yaml', AGENT);
    acceptFindings(await openProject({ cwd }), { cwd }, { asOf: '2026-10-01' });
    expect((await check()).filter((line) => line.startsWith('error approval'))).toEqual([MISSING]);
    expect((await check()).filter((line) => line.includes('config/policy')).length).toBeGreaterThan(0);
  });

  it('lets the baseline shrink only, where it forbids growth', async () => {
    write('../policy.yaml', 'baseline: { growth: forbidden }\n');
    write('a.agent.yaml', AGENT);
    acceptFindings(await openProject({ cwd }), { cwd }, { asOf: '2026-11-20' });
    write('a.agent.yaml', AGENT.replace('delete_user', 'delete_order'));
    const request = { cwd, policy: '../policy.yaml' };
    const { added, removed } = acceptFindings(await openProject(request), request, { asOf: '2026-11-20' });
    expect([added, removed]).toEqual([0, 1]);
    expect(await check()).toEqual([MISSING]);
  });

  it.each([
    ['is missing', undefined, 'The policy does not exist.'],
    ['has a misspelt key', 'ownr: { name: Security }\n', 'Did you mean `owner`?'],
    ['does not parse', 'rules: [\n', 'policy.yaml'],
  ])('that %s ends the run', async (_, text, message) => {
    rmSync(join(top, 'policy.yaml'));
    if (text !== undefined) write('../policy.yaml', text);
    write('a.agent.yaml', AGENT);
    await expect(check()).rejects.toThrow(message);
  });

  it('has keys that a configuration of the project may not have', async () => {
    write('a.agent.yaml', AGENT);
    write(CONFIG, 'claims: accepted\n');
    await expect(check()).rejects.toThrow(`${CONFIG}:1:1: \`claims\` is a key of a policy`);
  });
});
