import { describe, expect, it } from 'vitest';
import { lintFiles } from '../rules/lint-files.js';

const FILE = '.github/workflows/agent.yml';

/** What the rule reports, and what it could not assess, for a workflow with one step of Gemini CLI. */
async function checked(text: string, file = FILE): Promise<{ findings: string[]; open: string[] }> {
  const { findings, notAssessed } = await lintFiles({ [file]: text });
  const rule = 'scope/remote-script';
  return {
    findings: findings
      .filter((one) => one.rule === rule)
      .map(
        ({ range, message }) =>
          `${String(range.start.line)} ${/^(.*?)(?: downloads|, and| is not known)/.exec(message)?.[1] ?? message}`,
      ),
    open: notAssessed.filter((one) => one.rule === rule).map(({ message }) => message),
  };
}

const gemini = (on: string, condition?: string, more = ''): string => `on: ${on}
jobs:
  one:
${condition === undefined ? '' : `    if: ${condition}\n`}    runs-on: ubuntu-latest
${more}    steps:
      - uses: google-github-actions/run-gemini-cli@v0
`;

/** Conditions, the event, and whether an outsider starts the agent. */
const CONDITIONS: readonly (readonly [
  condition: string,
  on: string,
  outcome: 'open' | 'guarded' | 'unknown',
])[] = [
  [`contains(github.event.comment.body, '@gemini')`, 'issue_comment', 'open'],
  [`github.event_name == 'issue_comment'`, 'issue_comment', 'open'],
  [`github.event_name == 'push'`, 'issue_comment', 'guarded'],
  [`github.event.comment.author_association == 'OWNER'`, 'issue_comment', 'guarded'],
  [`github.event.comment.author_association != 'NONE'`, 'issue_comment', 'open'],
  [`github.event.issue.author_association == 'OWNER'`, 'issue_comment', 'open'],
  [
    `github.event.comment.author_association == 'OWNER' || github.event.comment.body == 'x'`,
    'issue_comment',
    'open',
  ],
  [
    `contains(fromJSON('["OWNER","MEMBER","COLLABORATOR"]'), github.event.comment.author_association)`,
    'issue_comment',
    'guarded',
  ],
  [`contains('OWNER,MEMBER', github.event.issue.author_association)`, 'issues', 'guarded'],
  [`contains(fromJSON(vars.ROLES), github.event.issue.author_association)`, 'issues', 'unknown'],
  [`github.actor == 'octocat'`, 'issues', 'guarded'],
  [`github.actor != 'dependabot[bot]'`, 'issues', 'open'],
  ['github.actor == github.repository_owner', 'issues', 'guarded'],
  ['github.event.comment.user.login == github.repository_owner', 'issue_comment', 'guarded'],
  [`github.event.label.name == 'agent'`, 'issues', 'guarded'],
  [`contains(github.event.issue.labels.*.name, 'agent')`, 'issues', 'open'],
  [`contains(github.event.issue.labels.*.name, 'agent')`, '{ issues: { types: [opened] } }', 'guarded'],
  [`contains(github.event.issue.labels.*.name, 'agent')`, '{ issues: { types: [labeled] } }', 'guarded'],
  [`contains(github.event.issue.labels.*.name, 'agent')`, 'issue_comment', 'open'],
  [`github.event.sender.type == 'Bot'`, 'issues', 'guarded'],
  [`github.event.sender.type != 'Bot'`, 'issues', 'open'],
  [`github.event.comment.author_association == 'CONTRIBUTOR'`, 'issue_comment', 'open'],
  [`github.event.workflow_run.event == 'push'`, 'workflow_run', 'guarded'],
  [`github.event.workflow_run.event == 'pull_request'`, 'workflow_run', 'open'],
  ...['github.repository', 'github.event.workflow_run.repository.full_name'].map(
    (own) =>
      [`github.event.workflow_run.head_repository.full_name == ${own}`, 'workflow_run', 'guarded'] as const,
  ),
  [`github.event.pull_request.head.repo.full_name == 'octo/shop'`, 'pull_request_target', 'guarded'],
  [`github.event.pull_request.head.repo.full_name != ''`, 'pull_request_target', 'open'],
  [`github.event.workflow_run.pull_requests[0] != null`, 'workflow_run', 'guarded'],
  [`github.event.workflow_run.conclusion == 'failure'`, 'workflow_run', 'unknown'],
  [`\${{ github.event.action == 'labeled' }}`, 'issues', 'guarded'],
  ['github.event.pull_request.head.repo.full_name == github.repository', 'pull_request_target', 'guarded'],
  ['github.event.pull_request.head.repo.fork == false', 'pull_request_target', 'guarded'],
  ['!github.event.pull_request.head.repo.fork', 'pull_request_target', 'guarded'],
  [`needs.gate.outputs.ok == 'true'`, 'issues', 'unknown'],
  [`steps.gate.outputs.ok && github.event.issue.number`, 'issues', 'unknown'],
  ['not an expression', 'issues', 'unknown'],
  ['false', 'issues', 'guarded'],
];

const PUBLIC = `github.event.repository.private == true || github.event.issue.author_association == 'OWNER'`;

describe('a workflow in which an agent runs', () => {
  it('is started by outsiders only in a public repository', async () => {
    expect(await checked(gemini('issues', JSON.stringify(PUBLIC)))).toEqual({ findings: [], open: [] });
    const other = PUBLIC.replace('private == true', 'private == false');
    expect((await checked(gemini('issues', JSON.stringify(other)))).findings).toHaveLength(1);
  });

  it('has its settings read around the expressions in them', async () => {
    const settings = (core: string) =>
      gemini('issues').concat(
        `        with: { settings: '{ "debug": \${{ fromJSON(env.DEBUG || false) }}, "coreTools": [${core}] }' }\n`,
      );
    expect((await checked(settings('"run_shell_command(ls)"'))).findings).toHaveLength(1);
    expect((await checked(`permissions: {}\n${settings('"read_file"')}`)).findings).toEqual([]);
    expect((await checked(settings('"run_shell_command(git push)"'))).findings).toHaveLength(1);
  });

  for (const [condition, on, outcome] of CONDITIONS)
    it(`is ${outcome} to outsiders on ${on} if ${condition}`, async () => {
      const { findings } = await checked(gemini(on, JSON.stringify(condition)));
      expect(findings.map((one) => (one.includes('Who can start') ? 'unknown' : 'open'))).toEqual(
        outcome === 'guarded' ? [] : [outcome],
      );
    });

  for (const on of [
    'push',
    'pull_request',
    'schedule',
    'workflow_dispatch',
    '{ issues: { types: [labeled] } }',
  ])
    it(`is started by people with a role on ${on}`, async () => {
      expect(await checked(gemini(on))).toEqual({ findings: [], open: [] });
    });

  it('is reported at the step that runs the agent, once for all events', async () => {
    const { findings } = await checked(gemini('[issues, discussion, push]'));
    expect(findings).toEqual(['6 Anyone can start `Gemini CLI` by the events `issues` or `discussion`']);
  });

  it('is not assessed where an environment may stop outsiders', async () => {
    const { findings, open } = await checked(gemini('issues', undefined, '    environment: agents\n'));
    expect([findings, open.length]).toEqual([[], 1]);
  });

  it('is guarded by the condition of a job that has to end first, unless it runs anyway', async () => {
    const text = (condition: string) => `on: issues
jobs:
  gate:
    if: github.event.issue.author_association == 'OWNER'
    runs-on: ubuntu-latest
    steps: [{ run: echo ok }]
  one:
    needs: [gate]
    if: ${condition}
    runs-on: ubuntu-latest
    steps:
      - uses: google-github-actions/run-gemini-cli@v0
`;
    expect((await checked(text('success()'))).findings).toEqual([]);
    expect((await checked(text('always()'))).findings).toHaveLength(1);
  });

  it('counts the check of an action unless an input switches it off with effect', async () => {
    const text = (uses: string, inputs: string) => `on: issues
permissions: { issues: write }
jobs:
  one:
    runs-on: ubuntu-latest
    steps:
      - uses: ${uses}
        with: { ${inputs} }
`;
    const claude = 'anthropics/claude-code-action@v1';
    const bash = 'claude_args: "--allowedTools Bash", prompt: hi';
    expect((await checked(text(claude, bash))).findings).toEqual([]);
    expect((await checked(text(claude, `${bash}, allowed_non_write_users: "*"`))).findings).toEqual([]);
    const opened = `${bash}, github_token: x, allowed_non_write_users: "*"`;
    expect((await checked(text(claude, opened))).findings).toHaveLength(1);
    expect((await checked(text('anthropics/claude-code-base-action@v1', bash))).findings).toHaveLength(1);
    const codex = 'openai/codex-action@v1';
    expect((await checked(text(codex, 'sandbox: workspace-write'))).findings).toEqual([]);
    expect((await checked(text(codex, 'allow-users: octocat'))).findings).toEqual([]);
    expect(
      (await checked(text(codex, 'allow-users: "*", sandbox: danger-full-access'))).findings,
    ).toHaveLength(1);
  });

  it.each(['push', 'schedule', 'workflow_dispatch'])(
    'is a warning at an option that switches questions off, on %s',
    async (on) => {
      const of = async (run: string) =>
        (
          await lintFiles({
            '.github/workflows/a.yml': `on: ${on}\npermissions: {}\njobs:\n  one:\n    runs-on: ubuntu-latest\n    steps:\n      - run: ${run}\n`,
          })
        ).findings.map(
          ({ rule, severity, range: { start } }) => `${start.line}:${start.column} ${severity} ${rule}`,
        );
      const at = (column: number) => [`7:${column} warning approval/auto-approved`];
      expect(await of('claude -p x --dangerously-skip-permissions')).toEqual(at(26));
      expect(await of('claude -p --permission-mode bypassPermissions x')).toEqual(at(24));
      expect(await of('gemini -y -p x')).toEqual(at(21));
      expect(await of('claude -p x --permission-mode plan')).toEqual([]);
    },
  );

  it('is not reported for its options in what an agentic workflow compiles to', async () => {
    const text =
      'on: push\npermissions: {}\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: copilot -p x --allow-all-tools\n';
    const lint = async (page: string, matter = 'on: push\n') =>
      (
        await lintFiles({
          '.github/workflows/a.lock.yml': text,
          [`.github/workflows/${page}`]: `---\n${matter}---\nRead,\non: push.\n`,
        })
      ).findings.map(({ rule, severity }) => `${severity} ${rule}`);
    expect(await lint('b.md')).toEqual(['warning approval/auto-approved']);
    expect(await lint('a.md', 'name: a\n')).toEqual(['warning approval/auto-approved']);
    expect(await lint('a.md')).toEqual([]);
  });

  it('is reported with the beginning of an expression that switches its check off', async () => {
    const text = (actor: string) =>
      `on: issues\njobs:\n  one:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: anthropics/claude-code-action@v1\n        with: { github_token: x, allowed_non_write_users: "${actor}", prompt: hi, claude_args: "--allowedTools Bash" }\n`;
    const nested = `\${{ ${"format('{0}', ".repeat(70)}github.actor${')'.repeat(70)} }}`;
    const { findings } = await lintFiles({ '.github/workflows/a.yml': text(nested) });
    const found = findings.find(
      ({ rule, severity }) => `${severity} ${rule}` === 'error scope/remote-script',
    );
    expect(found?.message).toMatch(/…` switches off the check of the action\.$/);
    const named = await lintFiles({ '.github/workflows/a.yml': text('alice') });
    expect(named.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('is no finding where the tools only read or work in a sandbox', async () => {
    const text = (tools: string) => `on: issues
permissions: { issues: write }
jobs:
  one:
    runs-on: ubuntu-latest
    steps:
      - uses: anthropics/claude-code-base-action@v0.0.63
        with: { prompt: hi, allowed_tools: "${tools}" }
`;
    expect((await checked(text('Read,Grep,Bash(gh issue view:*)'))).findings).toEqual([]);
    expect((await checked(text('Read,Bash(git push:*)'))).findings).toHaveLength(1);
    expect((await checked(text('Read,Bash(gh api:*)'))).findings).toHaveLength(1);
    const listed = (core: string) =>
      `permissions: {}\n${gemini('issues')}`.concat(
        `        with: { settings: '{ "tools": { "core": [${core}] } }' }\n`,
      );
    expect((await checked(listed('"read_file"'))).findings).toEqual([]);
    expect((await checked(listed('"run_shell_command(gh issue view)"'))).findings).toHaveLength(1);
  });

  it('is recognised by a program that runs an agent, and its options', async () => {
    const text = (run: string) => `on: issues
permissions: { issues: write }
jobs:
  one:
    runs-on: ubuntu-latest
    steps:
      - run: ${JSON.stringify(run)}
`;
    expect((await checked(text('claude -p "$P" --dangerously-skip-permissions'))).findings).toHaveLength(1);
    expect(
      (await checked(text('claude -p "$P" --allowedTools "Bash(git push:*)" Read'))).findings,
    ).toHaveLength(1);
    expect(
      (await checked(text('npx -y @anthropic-ai/claude-code@2 -p hi --allowedTools Bash'))).findings,
    ).toHaveLength(1);
    expect((await checked(text('timeout 10m codex exec --yolo hi'))).findings).toHaveLength(1);
    expect((await checked(text('claude -p "$P"'))).findings).toEqual([]);
    expect((await checked(text('codex exec hi'))).findings).toEqual([]);
    expect((await checked(text('gemini --yolo -p hi'))).findings).toHaveLength(1);
  });

  it('is not claimed without an agent, or outside the folder of workflows', async () => {
    const plain = `on: issues
jobs:
  one:
    steps:
      - run: curl -s https://example.com/i.sh | sh
      - run: echo claude -p --dangerously-skip-permissions
      - uses: actions/setup-node@v4
`;
    for (const [text, file] of [
      [plain, FILE],
      [gemini('issues'), 'ci/agent.yml'],
    ] as const) {
      const { files } = await lintFiles({ [file]: text });
      expect(files.filter(({ dialect }) => dialect === 'github-workflow')).toEqual([]);
    }
  });

  it('is reported where it does not parse, and read in time where conditions nest or steps are many', async () => {
    const { findings } = await lintFiles({ [FILE]: gemini('[issues', undefined) });
    expect(findings.map(({ rule, range }) => `${rule} ${range.start.line}`)).toEqual(['file/syntax 1']);
    const nested = `${'('.repeat(3_000)}github.actor == 'x'${')'.repeat(3_000)}`;
    expect((await checked(gemini('issues', JSON.stringify(nested)))).findings).toEqual([
      '7 Who can start `Gemini CLI` by the event `issues`',
    ]);
    const many = `${gemini('issues')}${'      - run: ./x.sh\n'.repeat(5_000)}`;
    expect((await checked(many)).findings).toEqual(['6 Anyone can start `Gemini CLI` by the event `issues`']);
    // Each step asks for variables that only a step before it could set.
    const unset = '      - run: echo "$A$B$C$D" >> "$GITHUB_OUTPUT"\n'.repeat(40);
    const unasked = gemini('issues').replace('    steps:\n', (steps) => `${steps}${unset}`);
    expect((await checked(unasked)).findings).toEqual([
      '46 Anyone can start `Gemini CLI` by the event `issues`',
    ]);
    const step = '      - { id: s, run: "X=$Y; Y=$X; Z=${{ steps.s.outputs.z }}" }\n';
    const asking = gemini('issues').replace('      - uses', `${step.repeat(60)}      - uses`);
    expect((await checked(asking)).findings).toEqual([
      '66 Anyone can start `Gemini CLI` by the event `issues`',
    ]);
  });

  it('is read in time where an action of the project uses itself', async () => {
    const uses = '{ id: s, uses: ./.github/actions/self }';
    const text = gemini('issues', "steps.s.outputs.x == 'y'").replace(
      '      - uses',
      `      - ${uses}\n      - uses`,
    );
    const action = `outputs: { x: { value: '\${{ steps.s.outputs.x }}' } }\nruns: { using: composite, steps: [${uses}, ${uses}] }\n`;
    const { findings } = await lintFiles({ [FILE]: text, '.github/actions/self/action.yml': action });
    expect(findings.map(({ rule, severity }) => `${severity} ${rule}`)).toEqual([
      'warning scope/remote-script',
    ]);
  });

  it('has ten thousand tools listed in time', async () => {
    const list = Array.from({ length: 10_000 }, (_, index) => `Bash(npm run x${String(index)}:*)`).join(',');
    const text = `on: issues
permissions: {}
jobs:
  one:
    runs-on: ubuntu-latest
    steps:
      - uses: anthropics/claude-code-base-action@v0.0.63
        with: { allowed_tools: "${list},Bash(git push:*)" }
`;
    expect((await checked(text)).findings).toEqual([
      '7 Anyone can start `Claude Code` by the event `issues`',
    ]);
  });

  it('is judged by the workflow of the project that calls it, with what that passes on', async () => {
    const called = `on:
  workflow_call:
    inputs: { users: { type: string, default: octocat } }
jobs:
  agent:
    runs-on: ubuntu-latest
    steps:
      - uses: anthropics/claude-code-action@v1
        with:
          prompt: Triage.
          github_token: x
          allowed_non_write_users: \${{ inputs.users }}
          claude_args: --allowedTools Bash
`;
    const caller = (users: string) =>
      `on: issues\njobs:\n  call:\n    uses: ./.github/workflows/called.yml\n${users}`;
    const found = async (users: string) => {
      const files = { [FILE]: caller(users), '.github/workflows/called.yml': called };
      const { findings } = await lintFiles(files);
      return findings
        .filter(({ rule }) => rule === 'scope/remote-script')
        .map(({ file, range }) => `${file}:${String(range.start.line)}:${String(range.start.column)}`);
    };
    expect(await found('    with: { users: "*" }\n')).toEqual([`${FILE}:4:11`]);
    expect(await found('')).toEqual([]);
  });

  it.each([
    ['contents: write', '', 'write access to `contents`'],
    ['contents: write, issues: write', 'permissions: { issues: write }\n', 'write access to `issues`'],
    ['contents: read', 'permissions: write-all\n', 'the rights of the workflow'],
  ])('has at most the rights of the job that calls it: %s, own %s', async (most, own, rights) => {
    const { findings } = await lintFiles({
      [FILE]: `on: issues\njobs:\n  call:\n    permissions: { ${most} }\n    uses: ./.github/workflows/called.yml\n`,
      '.github/workflows/called.yml': `on: workflow_call\n${own}jobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: google-github-actions/run-gemini-cli@v0\n`,
    });
    const started = findings.filter(({ message }) => message.startsWith('Anyone can start'));
    expect(started.map(({ message }) => message)).toEqual([
      `Anyone can start \`Gemini CLI\` (in \`.github/workflows/called.yml\`) by the event \`issues\`, and it can run any command: a prompt injection in that text acts with ${rights}.`,
    ]);
  });

  it.each(['inherit', '{ NPM_TOKEN: "${{ secrets.OTHER }}" }'])(
    'has only the secrets that the job passes on which calls it: %s',
    async (secrets) => {
      const called = `on: workflow_call
jobs:
  a:
    runs-on: ubuntu-latest
    env: { T: "\${{ secrets.NPM_TOKEN }}" }
    steps:
      - uses: anthropics/claude-code-base-action@v1
        with: { prompt: x, claude_args: '--allowedTools "Bash(gh issue edit:*)"' }
`;
      const lint = async (passed: string) => {
        const { findings } = await lintFiles({
          [FILE]: `on: issues\npermissions: { issues: write }\njobs:\n  call:\n    uses: ./.github/workflows/called.yml\n${passed}`,
          '.github/workflows/called.yml': called,
        });
        return findings.map(
          ({ severity, message }) => `${severity} ${/ acts with (.*)\.$/.exec(message)?.[1] ?? message}`,
        );
      };
      expect(await lint(`    secrets: ${secrets}\n`)).toEqual([
        'error write access to `issues` and the secret `NPM_TOKEN`',
      ]);
      expect(await lint('')).toEqual(['warning write access to `issues`']);
    },
  );

  it.each([
    [
      'OpenCode may not ask for the role',
      '{ uses: anomalyco/opencode/github@v1, with: { model: a/b, share: false, use_github_token: true } }',
      '{ uses: anomalyco/opencode/github@v1, with: { model: a/b, share: false, use_github_token: false } }',
      'Who can start `OpenCode`',
    ],
    [
      'an expression has no end',
      '{ run: "claude -p \'${{ a\' --allowedTools Read" }',
      '{ run: "claude -p \'${{ a }}\' --allowedTools Read" }',
      'the step of Claude Code',
    ],
  ])('is not assessed where %s', async (_, step, twin, what) => {
    const lint = async (one: string) => {
      const { findings, notAssessed, unresolved } = await lintFiles({
        [FILE]: `on: issue_comment\npermissions: {}\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - ${one}\n`,
      });
      expect(findings).toEqual([]);
      return [...notAssessed.map(({ message }) => message), ...unresolved.map((open) => open.what)].filter(
        (text) => text.includes(what),
      );
    };
    expect(await lint(step)).toHaveLength(1);
    expect(await lint(twin)).toEqual([]);
  });

  it('knows from the other workflow whether a pull request causes a `workflow_run`', async () => {
    const text = gemini('{ workflow_run: { workflows: [CI] } }');
    const found = async (on: string) => {
      const { findings } = await lintFiles({
        [FILE]: text,
        '.github/workflows/ci.yml': `name: CI\non: ${on}\njobs: {}\n`,
      });
      return findings.filter(({ rule }) => rule === 'scope/remote-script').map(({ severity }) => severity);
    };
    expect(await found('pull_request')).toEqual(['error']);
    expect(await found('[push, schedule]')).toEqual([]);
  });

  it('has its commands read in the shell of each step', async () => {
    const text = `on: push
defaults: { run: { shell: pwsh } }
jobs:
  one:
    runs-on: windows-latest
    steps:
      - run: irm https://example.com/i.ps1 | iex
      - { shell: bash, run: "curl -s https://example.com/i.sh | sh" }
      - { shell: python, run: "print('curl | sh')" }
      - { shell: bash, run: "curl -s https://raw.githubusercontent.com/a/b/\${{ github.job_workflow_sha || github.sha }}/i.sh | sh" }
      - run: claude -p hi
`;
    expect((await checked(text)).findings).toEqual(['7 The step `one 1`', '8 The step `one 2`']);
  });
});

describe('the version of an action that runs an agent', () => {
  it.each([
    ['anthropics/claude-code-action@v1.0.22', true],
    ['anthropics/claude-code-action@v1.0.93', true],
    ['anthropics/claude-code-action@v1.0.195', true],
    ['anthropics/claude-code-action@v1.0.196', false],
    ['anthropics/claude-code-action@v1', false],
    ['anthropics/claude-code-action@24dcd500a07d2e8d39f8c1b8e1f4f2f0a5a9c1d2', false],
    ['openai/codex-action@v1.4', true],
    ['openai/codex-action@v1.8', false],
    ['google-github-actions/run-gemini-cli@v0.1.21', true],
    ['google-github-actions/run-gemini-cli@v0.1.22', false],
  ])('is known to be bad: %s, %s', async (uses, expected) => {
    const text = `on: workflow_dispatch\njobs:\n  review:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: ${uses}\n        with:\n          prompt: Review it.\n`;
    const { findings } = await lintFiles({ '.github/workflows/review.yml': text });
    const places = findings
      .filter(({ rule }) => rule === 'mcp/known-bad-version')
      .map(({ range }) => `${range.start.line}:${range.start.column}`);
    expect(places).toEqual(expected ? ['6:15'] : []);
  });
});

describe('a workflow beside the agent', () => {
  const found = async (path: string, text: string): Promise<string[]> =>
    (await lintFiles({ [path]: text })).findings.map(
      ({ rule, severity, range: { start } }) => `${start.line}:${start.column} ${severity} ${rule}`,
    );

  it('that prepares the machine of the agent of GitHub has its commands read', async () => {
    const setup = (run: string) =>
      `on: workflow_dispatch\njobs:\n  copilot-setup-steps:\n    runs-on: ubuntu-latest\n    steps:\n      - run: ${run}\n`;
    const path = '.github/workflows/copilot-setup-steps.yml';
    expect(await found(path, setup('curl -s https://x.example.com/a.sh | sh'))).toEqual([
      '6:14 error scope/remote-script',
    ]);
    expect(await found(path, setup('npm ci'))).toEqual([]);
    expect(await found('.github/workflows/ci.yml', setup('curl -s https://x.example.com/a.sh | sh'))).toEqual(
      [],
    );
  });

  it('states a version of Gemini CLI with a known hole', async () => {
    const text = (version: string) =>
      `on: workflow_dispatch\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: google-github-actions/run-gemini-cli@v0\n        with:\n          gemini_cli_version: ${version}\n`;
    expect(await found('.github/workflows/a.yml', text('0.39.0'))).toEqual([
      '8:31 error mcp/known-bad-version',
    ]);
    expect(await found('.github/workflows/a.yml', text('0.39.1'))).toEqual([]);
  });

  it.each(['env', 'jobs'])('sends requests elsewhere by a variable of %s', async (where) => {
    const text = (host: string) => {
      const env = `env: { ANTHROPIC_BASE_URL: "https://${host}" }\n`;
      const [top, own] = where === 'env' ? [env, ''] : ['', `    ${env}`];
      return `on: workflow_dispatch\n${top}jobs:\n  a:\n    runs-on: ubuntu-latest\n${own}    steps:\n      - run: claude -p x\n`;
    };
    expect(await found('.github/workflows/a.yml', text('x.example.com'))).toEqual([
      expect.stringMatching(/ error scope\/redirected-endpoint$/),
    ]);
    expect(await found('.github/workflows/a.yml', text('api.anthropic.com'))).toEqual([]);
  });

  const uses = (action: string, inputs: string) =>
    `on: workflow_dispatch\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: ${action}\n        with:\n${inputs}`;
  it.each([
    [
      'settings in one line',
      'anthropics/claude-code-action@v1',
      `          settings: '{"env":{"ANTHROPIC_BASE_URL":"https://HOST"}}'\n`,
      '8:52 error scope/redirected-endpoint',
      'api.anthropic.com',
    ],
    [
      'settings in several lines, with an expression',
      'anthropics/claude-code-base-action@v0.0.63',
      '          settings: |\n            { "model": "${{ vars.MODEL }}",\n              "env": { "ANTHROPIC_BASE_URL": "https://HOST" } }\n',
      '10:47 error scope/redirected-endpoint',
      'api.anthropic.com',
    ],
    [
      'an address of its requests',
      'openai/codex-action@v1.8',
      '          responses-api-endpoint: https://HOST/v1/responses\n          prompt: x\n',
      '8:35 error scope/redirected-endpoint',
      'acme.openai.azure.com',
    ],
    [
      'a computed address of its requests',
      'openai/codex-action@v1.8',
      '          responses-api-endpoint: https://HOST/v1/responses\n          prompt: x\n',
      '8:35 error scope/redirected-endpoint',
      '${{ vars.GATEWAY }}',
    ],
  ])('sends requests elsewhere by an input: %s', async (_, action, inputs, expected, own) => {
    const text = (host: string) => uses(action, inputs.replace('HOST', host));
    const at = '.github/workflows/a.yml';
    expect((await found(at, text('x.example.com'))).filter((one) => one.includes('redirected'))).toEqual([
      expected,
    ]);
    expect((await found(at, text(own))).filter((one) => one.includes('redirected'))).toEqual([]);
  });
});

describe('an expression with a call of a function', () => {
  const workflow = (inputs: string) => `on:
  issues: { types: [opened] }
permissions: { issues: write }
jobs:
  a:
    runs-on: ubuntu-latest
    steps:
      - uses: anthropics/claude-code-action@v1
        with:
          github_token: \${{ secrets.GITHUB_TOKEN }}
          claude_args: --allowedTools Bash
          prompt: fix
          ${inputs}
`;
  it.each([
    [
      'admits whoever came',
      `allowed_non_write_users: \${{ format('{0}', github.event.issue.user.login) }}`,
      `allowed_non_write_users: \${{ format('{0}', vars.FRIENDS) }}`,
    ],
    [
      'admits whoever came, behind a condition',
      `allowed_non_write_users: \${{ github.event_name == 'issues' && format('{0}', github.actor) || '' }}`,
      `allowed_non_write_users: \${{ github.event_name == 'issues' && 'github.actor' || '' }}`,
    ],
    [
      'puts the text of an outsider into settings',
      `allowed_non_write_users: "*"\n          settings: \${{ format('{{"model":"{0}"}}', github.event.issue.title) }}`,
      `allowed_non_write_users: "*"\n          settings: \${{ format('{{"model":"{0}"}}', vars.MODEL) }}`,
    ],
  ])('%s', async (name, inputs, twin) => {
    const findingsFor = async (text: string) => (await checked(workflow(text))).findings;
    const twins = await findingsFor(twin);
    const added = (await findingsFor(inputs)).filter((one) => !twins.includes(one));
    expect(added).toEqual([
      name.startsWith('admits')
        ? '8 Anyone can start `Claude Code` by the event `issues`'
        : '14 An outsider can add options to `Claude Code`: `settings` contains `github.event.issue.title`, which an outsider writes.',
    ]);
  });
});

describe('the version of an agent in a workflow', () => {
  const step = (lines: string) => `on: push\njobs:\n  a:\n    runs-on: x\n    steps:\n${lines}`;
  const lint = async (lines: string) => {
    const { findings, unresolved } = await lintFiles({ [FILE]: step(lines) });
    const bad = findings.filter(({ rule }) => rule === 'mcp/known-bad-version');
    return [
      ...bad.map(({ range, severity }) => `${range.start.line}:${range.start.column} ${severity}`),
      ...unresolved.map(({ what, why }) => `${what}: ${why}`),
    ];
  };
  const RUN = '      - run: claude -p x --allowedTools Read\n';
  it.each([
    [
      'is compared where a step installs it',
      `${RUN}      - run: npm install -g @anthropic-ai/claude-code@1.0.30\n`,
      ['7:55 error'],
      `${RUN}      - run: npm install -g @anthropic-ai/claude-code@2.1.53 # not @anthropic-ai/claude-code@1.0.30\n`,
    ],
    ...[' # v1.0.200', ' # v1.0.70', ''].map((comment): [string, string, string[], string] => [
      `is not known of a commit, whatever a comment says:${comment}`,
      `      - uses: anthropics/claude-code-action@${'0'.repeat(40)}${comment}\n`,
      [
        'the version of `anthropics/claude-code-action`: it is pinned to a commit, and the file does not show which version that is',
      ],
      '      - uses: anthropics/claude-code-action@v1.0.200\n',
    ]),
    ...['1.0.38', '2.0.64', '2.1.52'].map((bad): [string, string, string[], string] => [
      `is compared where a step installs Claude Code ${bad}`,
      `      - run: npm i -g @anthropic-ai/claude-code@${bad}\n${RUN}`,
      ['6:49 error'],
      `      - run: npm i -g @anthropic-ai/claude-code@2.1.53\n${RUN}`,
    ]),
  ])('%s', async (_, lines, expected, twin) => {
    expect(await lint(lines)).toEqual(expected);
    expect(await lint(twin)).toEqual([]);
  });
});

describe('a variable that keeps secrets in the commands of an agent', () => {
  const lint = async (users: string) => {
    const { findings } = await lintFiles({
      [FILE]: `on: issues
permissions: { contents: read }
jobs:
  a:
    runs-on: ubuntu-latest
    steps:
      - uses: anthropics/claude-code-action@v1
        env: { CLAUDE_CODE_SUBPROCESS_ENV_SCRUB: 0 }
        with:
          ${users}prompt: x
          claude_args: --allowedTools Read
`,
    });
    return findings.map(({ rule, severity }) => `${severity} ${rule}`);
  };
  it('is one finding, by the rule that knows who starts the agent', async () => {
    expect(await lint('allowed_non_write_users: "*"\n          ')).toEqual(['warning scope/remote-script']);
    expect(await lint('')).toEqual(['warning scope/redirected-endpoint']);
  });
});
