import { describe, expect, it } from 'vitest';
import { lintFiles, statedFindings } from '../rules/lint-files.js';

const PATH = '.github/workflows/triage.md';

const workflow = (matter: string) => `---\n${matter}\n---\n# Triage\n\nRead the issue and answer it.\n`;

async function found(matter: string, path = PATH): Promise<string[]> {
  const { findings } = await lintFiles({ [path]: workflow(matter) });
  return findings.map(
    ({ rule, severity, range }) => `${range.start.line}:${range.start.column} ${severity} ${rule}`,
  );
}

const ISSUES = 'on:\n  issues:\n    types: [opened]\n  roles: ';
const OUTPUTS = '\nsafe-outputs:\n  add-comment:\n';

describe('who can start an agentic workflow', () => {
  it.each([
    ['all', `${ISSUES}all${OUTPUTS}`, ['5:10 error scope/remote-script']],
    ['a list with readers', `${ISSUES}[admin, read]${OUTPUTS}`, ['5:10 error scope/remote-script']],
    [
      'roles at the top, as older versions write it',
      `on: issues\nroles: all${OUTPUTS}`,
      ['3:8 error scope/remote-script'],
    ],
    [
      'commands in comments',
      `on:\n  slash_command: fix\n  roles: all${OUTPUTS}`,
      ['4:10 error scope/remote-script'],
    ],
    [
      'pull requests of forks',
      `on:\n  pull_request:\n    forks: ["*"]\n  roles: all${OUTPUTS}`,
      ['4:12 warning scope/remote-script', '5:10 error scope/remote-script'],
    ],
    [
      'a token that writes',
      `${ISSUES}all\npermissions:\n  contents: write`,
      ['5:10 error scope/remote-script'],
    ],
    ['writers', `${ISSUES}[admin, maintainer, write]${OUTPUTS}`, []],
    ['writers, by default', `on:\n  issues:\n    types: [opened]${OUTPUTS}`, []],
    ['all, for what needs a role', `on:\n  issues:\n    types: [labeled]\n  roles: all${OUTPUTS}`, []],
    ['all, on a schedule', `on:\n  schedule: daily\n  roles: all${OUTPUTS}`, []],
    [
      'all, with a review of each run',
      `on:\n  issues:\n    types: [opened]\n  roles: all\n  manual-approval: production${OUTPUTS}`,
      [],
    ],
    ['all, and it only reads', `${ISSUES}all\npermissions:\n  contents: read`, []],
    ['all, and what it writes is only shown', `${ISSUES}all${OUTPUTS}  staged: true\n`, []],
    ['all, and pull requests of its own branches', `on:\n  pull_request:\n  roles: all${OUTPUTS}`, []],
  ])('is %s', async (_, matter, expected) => {
    expect(await found(matter)).toEqual(expected);
  });

  it('is said with the event and with what it may do', async () => {
    const { findings } = await lintFiles({
      [PATH]: workflow(`${ISSUES}all\ntools:\n  bash: true\nsandbox:\n  agent: false${OUTPUTS}`),
    });
    expect(findings.map(({ message }) => message)[0]).toBe(
      'Anyone can start `triage` by the event `issues`, and it can write by `add-comment` and run any command: a prompt injection in that text acts with the rights of the workflow. `roles: all` switches off the check of the workflow.',
    );
  });
});

describe('what an agentic workflow may do', () => {
  const ON = 'on:\n  schedule: daily\n';
  it.each([
    ['every command', 'tools:\n  bash: [":*"]', ['5:10 warning scope/wildcard']],
    ['every command, by true', 'tools:\n  bash: true', ['5:3 warning scope/wildcard']],
    [
      'every command without the sandbox',
      'tools:\n  bash: ["*"]\nsandbox:\n  agent: false',
      ['5:10 error scope/wildcard', '7:10 warning scope/remote-script'],
    ],
    ['commands that read', 'tools:\n  bash: ["git status", "ls"]', []],
    ['no command', 'tools:\n  bash: false', []],
    [
      'every tool set of GitHub',
      'tools:\n  github:\n    toolsets: [all]',
      ['6:15 warning scope/unrestricted-server'],
    ],
    ['some tool sets of GitHub', 'tools:\n  github:\n    toolsets: [issues, labels]', []],
    [
      'every tool set, narrowed by names',
      'tools:\n  github:\n    toolsets: [all]\n    allowed: [issue_read]',
      [],
    ],
    [
      'every tool of a server',
      'mcp-servers:\n  notes:\n    url: https://notes.example.com/mcp',
      ['6:10 warning scope/unrestricted-server'],
    ],
    [
      'named tools of a server',
      'mcp-servers:\n  notes:\n    url: https://notes.example.com/mcp\n    allowed: [list_notes]',
      [],
    ],
    ['every host', 'network:\n  allowed: [defaults, "*"]', ['5:23 warning scope/open-network']],
    [
      'every host, without the firewall',
      'network:\n  allowed: [defaults]\n  firewall: disable',
      ['6:13 warning scope/open-network'],
    ],
    ['named hosts', 'network:\n  allowed: [defaults, "*.example.com"]', []],
    ['what the network is by default', 'network: defaults', []],
    ['the text of everybody', 'tools:\n  github:\n    lockdown: false', ['6:15 warning scope/remote-script']],
    ['the text of people with write access', 'tools:\n  github:\n    lockdown: true', []],
    [
      'text of any integrity',
      'tools:\n  github:\n    min-integrity: none',
      ['6:20 warning scope/remote-script'],
    ],
    [
      'text of any integrity, locked down',
      'tools:\n  github:\n    lockdown: true\n    min-integrity: none',
      ['7:20 info scope/remote-script'],
    ],
    ['approved text', 'tools:\n  github:\n    min-integrity: approved', []],
    ['what the compiler refuses', 'strict: false', ['4:9 warning scope/remote-script']],
    ['what the compiler accepts', 'strict: true', []],
  ])('is %s', async (_, matter, expected) => {
    const withoutDetection = (await found(`${ON}${matter}`)).filter((one) => !one.includes('guardrail'));
    expect(withoutDetection).toEqual(expected);
  });

  it('lists as not read what other files and programs decide', async () => {
    const { unresolved } = await lintFiles({
      [PATH]: workflow(`${ON}imports:\n  - shared/tools.md\nengine:\n  id: custom\n  driver: ./run.sh`),
    });
    expect(unresolved.map(({ what, why }) => `${what}: ${why}`)).toEqual([
      'tools of triage: it imports parts of other files',
      'the engine of triage: an own program runs the model',
    ]);
  });
});

describe('another setting of an agentic workflow', () => {
  it.each([
    [
      'sends requests elsewhere',
      'on: push\nengine:\n  id: claude\n  env: { ANTHROPIC_BASE_URL: "https://x.example.com" }',
      '5:30 error scope/redirected-endpoint',
      'on: push\nengine:\n  id: claude\n  env: { ANTHROPIC_BASE_URL: "https://api.anthropic.com" }',
    ],
    [
      'names a tool with its calls',
      'on: push\ntools:\n  github:\n    allowed: ["issue_read:1"]',
      '5:15 warning scope/ignored-setting',
      'on: push\ntools:\n  github:\n    allowed: [issue_read]',
    ],
    [
      'allows every tool of a server',
      'on: push\nmcp-servers:\n  a: { command: npx, args: ["-y", "postgres-mcp@1.0.0"], allowed: ["*"] }',
      '4:17 warning scope/unrestricted-server',
      'on: push\nmcp-servers:\n  a: { command: npx, args: ["-y", "postgres-mcp@1.0.0"], allowed: [list_tables] }',
    ],
    [
      'filters who starts it, and shuts nobody out',
      `${ISSUES}all\n  skip-roles: [read]${OUTPUTS}`,
      '5:10 error scope/remote-script',
      `${ISSUES}[write]\n  skip-roles: [read]${OUTPUTS}`,
    ],
  ])('%s', async (_, matter, expected, twin) => {
    expect(await found(matter)).toEqual([expected]);
    expect(await found(twin)).toEqual([]);
  });

  it('contains text that people do not see, which is reported', async () => {
    const lint = async (hidden: string) =>
      statedFindings(
        await lintFiles({ [PATH]: `---\non: push\n---\nRead${hidden} it.\n` }),
        'scope/hidden-text',
      );
    expect(await lint('\u{e0072}')).toEqual([
      '4:5 error The text of `triage` contains tag characters (U+E0072), which people do not see: a model reads a text that nobody reviewed.',
    ]);
    expect(await lint('')).toEqual([]);
  });

  it.each(['plugins: [a/b]', 'skills: [a]', 'mcp-scripts: { a: { run: "echo" } }', 'safe-inputs: { a: {} }'])(
    'is named as not read: %s',
    async (stated) => {
      const { unresolved } = await lintFiles({ [PATH]: workflow(`on: push\n${stated}`) });
      expect(unresolved).toHaveLength(1);
      expect((await lintFiles({ [PATH]: workflow('on: push') })).unresolved).toEqual([]);
    },
  );

  it('is used without being named: a token of the GitHub tools, which is listed as not assessed', async () => {
    const lint = async (roles: string, github: string) =>
      (
        await lintFiles({ [PATH]: workflow(`${ISSUES}${roles}\ntools: { github: ${github} }`) })
      ).unresolved.map(({ what, why, at }) => `${at.range().start.line} ${what}: ${why}`);
    expect(await lint('all', '{ toolsets: [issues] }')).toEqual([
      '6 the token of the GitHub tools of triage: a repository secret `GH_AW_GITHUB_MCP_SERVER_TOKEN` is used if there is one',
    ]);
    expect(await lint('all', '{ github-token: "${{ github.token }}" }')).toEqual([]);
    expect(await lint('[write]', '{ toolsets: [issues] }')).toEqual([]);
  });
});

describe('a label that makes a text trusted', () => {
  it.each(['approval-labels: [bug]', 'approval-labels: bug'])(
    'is no check where a template sets it: %s',
    async (stated) => {
      const lint = async (labels: string) =>
        statedFindings(
          await lintFiles({
            [PATH]: workflow(`on: push\ntools:\n  github:\n    ${stated}`),
            '.github/ISSUE_TEMPLATE/bug.yml': `name: Bug\nlabels: [${labels}]\nbody: []\n`,
          }),
          'scope/remote-script',
        );
      expect(await lint('Bug')).toEqual([
        expect.stringContaining(
          'trusts the text of anyone: a template of issues sets the label, so each new issue has it (`approval-labels: bug`).',
        ),
      ]);
      expect(await lint('triage')).toEqual([]);
    },
  );
});

describe('a page that is no agentic workflow', () => {
  it.each([
    ['without front matter', '.github/workflows/README.md', '# How to\n\non: issues\n'],
    ['a shared part', '.github/workflows/shared/tools.md', workflow(`tools:\n  bash: true`)],
    ['elsewhere', 'docs/triage.md', workflow(`${ISSUES}all${OUTPUTS}`)],
    ['whose front matter does not end', PATH, `---\n${ISSUES}all${OUTPUTS}`],
  ])('has no finding: %s', async (_, path, text) => {
    const { findings } = await lintFiles({ [path]: text });
    expect(findings.filter(({ rule }) => !rule.startsWith('file/'))).toEqual([]);
  });
});

describe('a setting of an agentic workflow that opens more', () => {
  const target = (value: string) => `${ISSUES}all\nsafe-outputs:\n  add-comment:\n    target: ${value}`;
  const head = (event: string) =>
    `on:\n  ${event}:\ncheckout:\n  ref: \${{ github.event.pull_request.head.sha }}`;
  it.each([
    ['a target', target('"*"'), '8:13 warning', target('triggering')],
    [
      'private flows',
      'on: push\ntools:\n  github:\n    private-to-public-flows: allow',
      '5:30 error',
      'on: push\ntools:\n  github:\n    private-to-public-flows: false',
    ],
    ['credits', 'on: push\nmax-ai-credits: -1', '3:17 info', 'on: push\nmax-ai-credits: 100'],
    [
      'forks',
      'on:\n  pull_request:\n    forks: ["*"]',
      '4:12 warning',
      'on:\n  pull_request:\n    forks: ["octocat/a"]',
    ],
    ['no sandbox', 'on: push\nsandbox:\n  agent: false', '4:10 warning', 'on: push\nsandbox:\n  agent: awf'],
    [
      'no detection',
      'on: push\nsafe-outputs:\n  threat-detection: false\n  add-comment:',
      '4:21 warning',
      'on: push\nsafe-outputs:\n  threat-detection: true\n  add-comment:',
    ],
    [
      'a secret',
      'on: push\nenv: { A: "${{ secrets.X }}" }',
      '3:11 error',
      'on: push\nenv: { A: "${{ vars.X }}" }',
    ],
    [
      'a download in a step beside the agent',
      'on: push\nsteps:\n  - run: curl -s https://x.example.com/a.sh | sh',
      '4:10 error',
      'on: push\nsteps:\n  - run: npm ci',
    ],
    [
      'a download in a job of its own',
      'on: push\njobs:\n  a:\n    runs-on: x\n    steps:\n      - run: curl -s https://x.example.com/a.sh | sh',
      '7:14 error',
      'on: push\njobs:\n  a:\n    runs-on: x\n    steps:\n      - run: npm ci',
    ],
    [
      'no sandbox, on pull requests of every fork',
      'on:\n  pull_request:\n    forks: ["*"]\nsandbox:\n  agent: false',
      '6:10 error',
      'on:\n  pull_request:\n    forks: ["*"]\nsandbox:\n  agent: awf',
    ],
    [
      'all rights to write',
      'on: issues\npermissions: write-all',
      '3:14 error',
      'on: issues\npermissions: read-all',
    ],
    [
      'a right to write',
      'on: issues\npermissions: { contents: write }',
      '3:26 error',
      'on: issues\npermissions: { contents: read }',
    ],
    [
      'a right to write, without a review of each run',
      'on:\n  issues:\npermissions: { issues: write }',
      '4:24 error',
      'on:\n  issues:\n  manual-approval: production\npermissions: { issues: write }',
    ],
    ['a head', head('pull_request_target'), '5:8 error', head('pull_request')],
    [
      'a login elsewhere, for anyone',
      `${ISSUES}all\npermissions: { id-token: write }`,
      '6:26 warning',
      `${ISSUES}[write]\npermissions: { id-token: write }`,
    ],
    [
      'a memory of what anyone wrote',
      `${ISSUES}all\ntools: { cache-memory: true }`,
      '6:24 info',
      `${ISSUES}[write]\ntools: { cache-memory: true }`,
    ],
    [
      'another repository, for anyone',
      `${ISSUES}all\nsafe-outputs: { add-comment: { target-repo: a/b } }`,
      '6:45 warning',
      `${ISSUES}all\nsafe-outputs: { add-comment: { max: 1 } }`,
    ],
    [
      'a token of its own, for anyone',
      `${ISSUES}all\ntools: { github: { github-token: "\${{ secrets.PAT }}" } }`,
      '6:34 warning',
      `${ISSUES}all\ntools: { github: { github-token: "\${{ secrets.PAT }}", allowed-repos: [a/b] } }`,
    ],
    [
      'outputs that start other workflows, for anyone',
      `${ISSUES}all\nsafe-outputs: { github-token: "\${{ secrets.PAT }}", add-comment: {} }`,
      '6:31 warning',
      `${ISSUES}all\nsafe-outputs: { github-token: "\${{ secrets.GITHUB_TOKEN }}", add-comment: {} }`,
    ],
    ['every app', 'on:\n  issues:\n  bots: ["*"]', '4:10 info', 'on:\n  issues:\n  bots: ["renovate[bot]"]'],
    [
      'options that answer every question',
      'on: push\nengine: { id: gemini, args: ["--yolo"] }',
      '3:29 warning',
      'on: push\nengine: { id: gemini, args: ["--debug"] }',
    ],
    [
      'an option with a value',
      'on: push\nengine: { id: codex, args: ["--sandbox", "danger-full-access"] }',
      '3:28 warning',
      'on: push\nengine: { id: codex, args: ["--sandbox", "read-only"] }',
    ],
    [
      'a program from the network',
      'on: push\nengine: { id: custom, driver: "https://x.example.com/run.sh" }',
      '3:31 warning',
      'on: push\nengine: { id: custom, driver: "./run.sh" }',
    ],
    [
      'a check that is silenced for good',
      'on: push\nsafe-outputs: { threat-detection-suppress: [{ rule: a }] }',
      '3:45 warning',
      'on: push\nsafe-outputs: { threat-detection-suppress: [{ rule: a, expires: 2027-01-01 }] }',
    ],
  ])('is reported, and its twin is not: %s', async (_, matter, place, twin) => {
    const own = async (text: string) =>
      (await found(text)).filter((one) => one.endsWith('scope/remote-script'));
    const stated = `${place} scope/remote-script`;
    const all = await own(matter);
    expect(all).toContain(stated);
    expect(await own(twin)).toEqual(all.filter((one) => one !== stated));
  });
});

it('names a login by its key, not as a secret', async () => {
  const text = workflow(`${ISSUES}all\npermissions: { id-token: write }`);
  expect(statedFindings(await lintFiles({ [PATH]: text }), 'scope/remote-script')).toEqual([
    '6:26 warning Anyone can start `triage`, and its run can log in to other services as this repository: `permissions.id-token`.',
  ]);
});

describe('front matter that does not parse', () => {
  const syntaxOf = async (path: string, matter: string) =>
    (await found(matter, path)).filter((one) => one.endsWith('file/syntax'));

  it.each([
    [PATH, 'on: [issues\nroles: all', '2:5', 'on: [issues]\nroles: all'],
    [PATH, 'on:\n  issues:\n    types: [opened', '4:12', 'on:\n  issues:\n    types: [opened]'],
    [PATH, 'on: issues\nname: a: b', '3:7', 'on: issues\nname: "a: b"'],
    ['.claude/agents/x.md', 'name: [a\ndescription: x', '2:7', 'name: a\ndescription: [x] and [y]'],
  ])('is a fault of %s: %j', async (path, matter, at, twin) => {
    expect(await found(matter, path)).toEqual([`${at} error file/syntax`]);
    expect(await syntaxOf(path, twin)).toEqual([]);
  });
});
