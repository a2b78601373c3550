import type { Row } from './workflow-rows.js';
import { BASE, CLAUDE, CODEX, GEMINI, OPENED, type StepParts } from './workflow-shapes.js';

/** A row whose twin may be reported as well: the level of each is stated. */
export interface Pair extends Row {
  /** What is reported for the shape, by level and rule. */
  found: readonly string[];
}

const [ERROR, WARNING, INFO] = ['error', 'warning', 'info'].map(
  (level) => `${level} scope/remote-script`,
) as [string, string, string];
const BYPASS = 'warning approval/auto-approved';
const ELSEWHERE = 'error scope/redirected-endpoint';

const HEAD = "'${{ github.event.pull_request.head.sha }}'";
const BRANCH = "ref: '${{ github.head_ref }}'";
const OF_FORK =
  "env: { URL: '${{ github.event.pull_request.head.repo.clone_url }}', REF: '${{ github.head_ref }}' }";
const checkout = (inputs: string): string => `{ uses: actions/checkout@v4, with: { ${inputs} } }`;
const READS = { prompt: 'Say.', claude_args: '--allowedTools "Read"' };
const tools = (list: string): Readonly<Record<string, string>> => ({
  prompt: 'Triage.',
  claude_args: `--allowedTools "${list}"`,
});
const options = (text: string): Readonly<Record<string, string>> => ({
  prompt: 'Say.',
  claude_args: `'${text}'`,
});
const stated = (value: object): Readonly<Record<string, string>> => ({
  prompt: 'Say.',
  settings: `'${JSON.stringify(value)}'`,
});
const core = (name: string) => stated({ tools: { core: [name] } });
const template = (labels: string) => `name: Bug\nlabels: ${labels}\nbody: []\n`;
const TEMPLATE = '.github/ISSUE_TEMPLATE/bug.yml';
const secret = (name: string): string => `\${{ secrets.${name} }}`;
/** A star that a token makes effective, with a command that the token of the job bounds. */
const EDITS = { ...OPENED, claude_args: '--allowedTools "Bash(gh issue edit:*)"' };
const ofOptions = (run: string, other: string, found = [ERROR]): Pair => ({
  row: `1.2: \`${run}\` beside \`${other}\``,
  shape: { run },
  twin: { run: other },
  found,
});
const LABELS =
  '{ env: { A: "${{ steps.a.outputs.structured_output }}" }, run: gh issue edit 7 --add-label "$A" }';
const labelled = (types: string): StepParts => ({
  on: `{ issues: { types: [${types}] } }`,
  job: ["if: contains(github.event.issue.labels.*.name, 'bug')"],
  uses: GEMINI,
});

/** Who may start an agent: the traps, and the inputs of actions that open and bound. */
const STARTS: readonly Pair[] = [
  ...['edited', 'reopened'].map(
    (type): Pair => ({
      row: `trap 1: a label that was there before \`${type}\` is no check, in the event \`labeled\` it is one`,
      shape: labelled(type),
      twin: labelled('labeled'),
      beside: { [TEMPLATE]: template('[bug]') },
      found: [ERROR],
    }),
  ),
  ...(
    [
      ['a form with one text of labels', TEMPLATE, template('"triage, bug"'), template('"triage, defect"')],
      [
        'a template in Markdown',
        '.github/ISSUE_TEMPLATE/bug.md',
        '---\nname: Bug\nlabels: bug\n---\nWhat happened?\n',
        '---\nname: Bug\nlabels: defect\n---\nWhat happened?\n',
      ],
    ] as const
  ).map(
    ([what, file, text, other]): Pair => ({
      row: `trap 1: a label that ${what} sets is no check`,
      shape: labelled('opened'),
      twin: labelled('opened'),
      beside: { [file]: text },
      twinBeside: { [file]: other },
      found: [ERROR],
    }),
  ),
  {
    row: 'trap 3: the output of a job that asks for the role is no star',
    shape: { uses: CLAUDE, with: { ...OPENED, allowed_non_write_users: "'${{ github.actor }}'" } },
    twin: { uses: CLAUDE, with: { ...OPENED, allowed_non_write_users: "'${{ needs.gate.outputs.user }}'" } },
    found: [ERROR],
  },
  ...(
    [
      ['pull_request_review', ERROR],
      ['pull_request_review_comment', ERROR],
      ['discussion', ERROR],
      ['discussion_comment', ERROR],
      ['issue_comment', ERROR],
    ] as const
  ).map(
    ([on, level]): Pair => ({
      row: `trap 4: a star for bots on \`${on}\``,
      shape: { on, uses: CLAUDE, with: { ...tools('Bash'), allowed_bots: '"*"' } },
      twin: { on: 'pull_request', uses: CLAUDE, with: { ...tools('Bash'), allowed_bots: '"*"' } },
      found: [level],
    }),
  ),
  {
    row: 'trap 5: `allow-bots` admits every bot before v1.7',
    shape: { uses: 'openai/codex-action@v1.6', with: { prompt: 'Say.', 'allow-bots': 'true' } },
    twin: { uses: 'openai/codex-action@v1.7', with: { prompt: 'Say.', 'allow-bots': 'true' } },
    found: [WARNING],
  },
  {
    row: 'trap 5: `allow-bot-users` refuses a star',
    shape: { uses: CODEX, with: { prompt: 'Say.', 'allow-users': '"*"' } },
    twin: { uses: CODEX, with: { prompt: 'Say.', 'allow-bot-users': '"*"' } },
    found: [ERROR],
  },
  {
    row: 'trap 8: `coreTools` bounds as `tools.core` does, `tools.allowed` does not',
    shape: { uses: GEMINI, with: stated({ tools: { allowed: ['read_file'] } }) },
    twin: { uses: GEMINI, with: stated({ coreTools: ['read_file'] }) },
    found: [ERROR],
  },
  {
    row: 'trap 10: a phrase in the condition is no check of who came',
    shape: {
      on: 'issue_comment',
      job: ["if: contains(github.event.comment.body, '@agent')"],
      uses: CLAUDE,
      with: OPENED,
    },
    twin: {
      on: 'issue_comment',
      job: ["if: github.event.comment.author_association == 'OWNER'"],
      uses: CLAUDE,
      with: OPENED,
    },
    found: [ERROR],
  },
  {
    row: 'trap 10: without a prompt a star lets everybody mention it',
    shape: {
      uses: CLAUDE,
      with: { github_token: 'x', allowed_non_write_users: '"*"', claude_args: '--allowedTools Bash' },
    },
    twin: {
      uses: CLAUDE,
      with: { github_token: 'x', allowed_non_write_users: 'octocat', claude_args: '--allowedTools Bash' },
    },
    found: [ERROR],
  },
  {
    row: 'trap 13: the author of a pull request and the last who acted, by polarity',
    shape: { on: 'pull_request_target', job: ["if: github.actor != 'octocat'"], uses: GEMINI },
    twin: { on: 'pull_request_target', job: ["if: github.actor == 'octocat'"], uses: GEMINI },
    found: [ERROR],
  },
  {
    row: 'trap 14, H8: an empty token and rights that read leave nothing to reach',
    shape: { permissions: '{ issues: read }', uses: GEMINI, with: core('run_shell_command(echo)') },
    twin: {
      permissions: '{ issues: read }',
      uses: GEMINI,
      env: "{ GITHUB_TOKEN: '' }",
      with: core('run_shell_command(echo)'),
    },
    found: [ERROR],
  },
  {
    row: 'H1: a star with a command, and one with tools that only read',
    shape: { uses: CLAUDE, with: OPENED },
    twin: { uses: CLAUDE, with: { ...OPENED, claude_args: '--allowedTools "Read,Grep"' } },
    found: [ERROR],
  },
  {
    row: 'H1: a star for Droid has an effect with a token',
    shape: { uses: 'Factory-AI/droid-action@v1', with: OPENED },
    twin: { uses: 'Factory-AI/droid-action@v1', with: { prompt: 'Say.', allowed_non_write_users: '"*"' } },
    found: [ERROR],
  },
  {
    row: 'H1, H9: a star with `gh issue edit` of any number',
    shape: { uses: CLAUDE, with: EDITS },
    twin: {
      uses: CLAUDE,
      with: {
        ...EDITS,
        claude_args: '\'--allowedTools "Bash(gh issue edit ${{ github.event.issue.number }}:*)"\'',
      },
    },
    found: [WARNING],
  },
  {
    row: 'H2, H9: the author of the issue with `gh issue edit` of any number',
    shape: {
      uses: CLAUDE,
      with: { ...EDITS, allowed_non_write_users: "'${{ github.event.issue.user.login }}'" },
    },
    twin: { uses: CLAUDE, with: { ...EDITS, allowed_non_write_users: 'octocat' } },
    found: [WARNING],
  },
  {
    row: 'H1, H18: a star with `gh issue edit` and a right to write code',
    shape: { permissions: '{ contents: write }', uses: CLAUDE, with: EDITS },
    twin: { permissions: '{ issues: write }', uses: CLAUDE, with: EDITS },
    found: [ERROR],
    other: [WARNING],
  },
  {
    row: 'H3: every app with a command is an error beside rights to write code',
    shape: {
      permissions: '{ contents: write }',
      uses: CLAUDE,
      with: { ...tools('Bash(git push:*)'), allowed_bots: '"*"' },
    },
    twin: { uses: CLAUDE, with: { ...tools('Bash(git push:*)'), allowed_bots: '"*"' } },
    found: [ERROR],
    other: [WARNING],
  },
  {
    row: 'H4: the moving tag is newer than v1.0.30',
    shape: { uses: 'anthropics/claude-code-action@v1.0.29', with: tools('Bash(git push:*)') },
    twin: { uses: CLAUDE, with: tools('Bash(git push:*)') },
    found: [WARNING, 'error mcp/known-bad-version'],
  },
  {
    row: 'H5: every user starts Codex, named users do not',
    shape: { uses: CODEX, with: { prompt: 'Say.', 'allow-users': '"*"' } },
    twin: { uses: CODEX, with: { prompt: 'Say.' } },
    found: [ERROR],
  },
  {
    row: 'H5: Codex that only reads is an error beside rights to write',
    shape: {
      permissions: '{ contents: write }',
      uses: CODEX,
      with: { prompt: 'Say.', 'allow-users': '"*"', sandbox: 'read-only' },
    },
    twin: { uses: CODEX, with: { prompt: 'Say.', 'allow-users': '"*"', sandbox: 'read-only' } },
    found: [ERROR],
    other: [WARNING],
  },
  {
    row: 'H6: `danger-full-access` for everybody, and for people with write access',
    shape: { uses: CODEX, with: { prompt: 'Say.', 'allow-users': '"*"', sandbox: 'danger-full-access' } },
    twin: { uses: CODEX, with: { prompt: 'Say.', sandbox: 'danger-full-access' } },
    found: [ERROR],
    other: [WARNING],
  },
  {
    row: 'H6: a user without privileges cannot read the key',
    shape: { on: 'push', uses: CODEX, with: { prompt: 'Say.', 'safety-strategy': 'read-only' } },
    twin: {
      on: 'push',
      uses: CODEX,
      with: { prompt: 'Say.', 'safety-strategy': 'unprivileged-user', 'codex-user': 'agent' },
    },
    found: [WARNING],
  },
  {
    row: 'H7: Qwen Code is for everybody, unless a condition asks for the role',
    shape: { uses: 'QwenLM/qwen-code-action@v1', with: { prompt: 'Say.' } },
    twin: {
      job: ["if: github.event.issue.author_association == 'MEMBER'"],
      uses: 'QwenLM/qwen-code-action@v1',
      with: { prompt: 'Say.' },
    },
    found: [ERROR],
  },
];

/** What an action grants, bounds and prints. */
const ACTIONS: readonly Pair[] = [
  ...['label_trigger: agent', 'assignee_trigger: agent', "trigger_phrase: '@agent'"].map((input): Pair => {
    const [name = '', value = ''] = input.split(': ');
    return {
      row: `1.1: \`${input}\` opens nothing`,
      shape: { uses: CLAUDE, with: OPENED },
      twin: { uses: CLAUDE, with: { ...tools('Bash'), [name]: value } },
      found: [ERROR],
    };
  }),
  ...['--dangerously-skip-permissions', '--permission-mode bypassPermissions'].map(
    (option): Pair => ({
      row: `1.1: \`${option}\` in the options of an action`,
      shape: { uses: BASE, with: options(option) },
      twin: { uses: BASE, with: options('--permission-mode acceptEdits') },
      found: [ERROR],
    }),
  ),
  {
    row: '1.1: `--disallowedTools` takes what `--allowedTools` gives',
    shape: { uses: BASE, with: options('--allowedTools Bash --disallowedTools WebFetch') },
    twin: { uses: BASE, with: options('--allowedTools Bash --disallowedTools Bash') },
    found: [ERROR],
  },
  {
    row: '1.1: `mcp__*` allows no tool of Claude Code, `mcp__notes__*` allows those of a server',
    shape: { uses: BASE, with: tools('mcp__notes__*') },
    twin: { uses: BASE, with: tools('mcp__*') },
    found: [WARNING],
  },
  {
    row: '1.2: `mcp__*` in the options of a program allows no tool either',
    shape: { run: 'claude -p "$P" --allowedTools "mcp__notes__*"' },
    twin: { run: 'claude -p "$P" --allowedTools "mcp__*"' },
    found: [WARNING],
  },
  {
    row: '1.1: older inputs list tools before version 1',
    shape: {
      uses: 'anthropics/claude-code-action@v0.0.60',
      with: { ...OPENED, claude_args: '', allowed_tools: 'Bash' },
    },
    twin: { uses: CLAUDE, with: { ...OPENED, claude_args: '', allowed_tools: 'Bash' } },
    found: [ERROR, 'error mcp/known-bad-version'],
  },
  {
    row: '1.1: older inputs refuse tools before version 1',
    shape: {
      uses: 'anthropics/claude-code-base-action@v0.0.63',
      with: { prompt: 'Say.', allowed_tools: 'Bash', disallowed_tools: 'WebFetch' },
    },
    twin: {
      uses: 'anthropics/claude-code-base-action@v0.0.63',
      with: { prompt: 'Say.', allowed_tools: 'Bash', disallowed_tools: 'Bash' },
    },
    found: [ERROR],
  },
  ...['direct_prompt', 'override_prompt', 'custom_instructions'].map(
    (input): Pair => ({
      row: `1.1: \`${input}\` is an instruction before version 1`,
      shape: {
        uses: 'anthropics/claude-code-action@beta',
        with: { ...OPENED, claude_args: '--allowedTools Read', [input]: "'${{ github.event.issue.title }}'" },
      },
      twin: {
        uses: CLAUDE,
        with: { ...OPENED, claude_args: '--allowedTools Read', [input]: "'${{ github.event.issue.title }}'" },
      },
      found: [WARNING, INFO],
    }),
  ),
  {
    row: '1.1: `path_to_claude_code_executable` in the files of a fork',
    shape: {
      on: 'pull_request_target',
      before: [checkout(`ref: ${HEAD}`)],
      uses: CLAUDE,
      with: { ...READS, path_to_claude_code_executable: './bin/claude' },
    },
    twin: {
      on: 'pull_request_target',
      before: [checkout('')],
      uses: CLAUDE,
      with: { ...READS, path_to_claude_code_executable: './bin/claude' },
    },
    found: [ERROR],
  },
  ...['anthropics/claude-code-base-action@v1', 'Factory-AI/droid-action@v1'].map(
    (uses): Pair => ({
      row: `1.1: \`show_full_output\` of \`${uses}\``,
      shape: { on: 'pull_request', uses, with: { ...READS, show_full_output: 'true' } },
      twin: { on: 'pull_request', uses, with: { ...READS, show_full_output: 'false' } },
      found: [WARNING],
    }),
  ),
  {
    row: '1.1: `codex-args` that open the sandbox',
    shape: {
      on: 'push',
      uses: CODEX,
      with: { prompt: 'Say.', 'codex-args': "'--sandbox danger-full-access'" },
    },
    twin: { on: 'push', uses: CODEX, with: { prompt: 'Say.', 'codex-args': "'--sandbox workspace-write'" } },
    found: [BYPASS],
  },
  {
    row: '1.1: the older name of the action of Gemini CLI',
    shape: { uses: 'google-gemini/gemini-cli-action@v0', with: { prompt: 'Say.' } },
    twin: { uses: 'google-gemini/gemini-cli-action@v0', with: core('read_file') },
    found: [ERROR],
  },
  {
    row: '1.1: `unsafe` for everybody, and the default for named users',
    shape: {
      uses: CODEX,
      with: { prompt: 'Say.', 'allow-users': '"*"', 'safety-strategy': 'unsafe' },
    },
    twin: {
      uses: CODEX,
      with: { prompt: 'Say.', 'allow-users': 'octocat', 'safety-strategy': 'unsafe' },
    },
    found: [ERROR],
    other: [WARNING],
  },
  {
    row: '1.1: a version of Gemini CLI that moves',
    shape: { on: 'push', uses: GEMINI, with: { prompt: 'Say.', gemini_cli_version: 'latest' } },
    twin: { on: 'push', uses: GEMINI, with: { prompt: 'Say.', gemini_cli_version: '0.39.1' } },
    found: [INFO],
  },
  {
    row: '1.1: a version of Codex that moves',
    shape: { on: 'push', uses: CODEX, with: { prompt: 'Say.', 'codex-version': 'latest' } },
    twin: { on: 'push', uses: CODEX, with: { prompt: 'Say.', 'codex-version': '0.139.0' } },
    found: [INFO],
  },
  {
    row: '1.1: a version of Qwen Code that is a branch',
    shape: { on: 'push', uses: 'QwenLM/qwen-code-action@v1', with: { prompt: 'Say.', version: 'main' } },
    twin: { on: 'push', uses: 'QwenLM/qwen-code-action@v1', with: { prompt: 'Say.', version: '0.1.2' } },
    found: [INFO],
  },
  {
    row: '1.1: tools that Gemini CLI excludes',
    shape: { uses: GEMINI, with: stated({ tools: { exclude: ['web_fetch'] } }) },
    twin: { uses: GEMINI, with: stated({ tools: { exclude: ['run_shell_command'] } }) },
    found: [ERROR],
    other: [WARNING],
  },
  {
    row: '1.1: OpenCode shares the sessions of public repositories by default',
    shape: { on: 'issue_comment', uses: 'anomalyco/opencode/github@v1', with: { model: 'a/b' } },
    twin: {
      on: 'issue_comment',
      uses: 'anomalyco/opencode/github@v1',
      with: { model: 'a/b', share: 'false' },
    },
    found: [WARNING],
  },
  {
    row: '1.1: OpenCode logs in elsewhere',
    shape: {
      on: 'push',
      uses: 'anomalyco/opencode/github@v1',
      with: { model: 'a/b', share: 'false', oidc_base_url: 'https://login.example.com' },
    },
    twin: {
      on: 'push',
      uses: 'anomalyco/opencode/github@v1',
      with: { model: 'a/b', share: 'false', oidc_base_url: 'https://api.opencode.ai' },
    },
    found: [ELSEWHERE],
  },
  {
    row: '1.1: the text of an outsider in the instructions of AI inference',
    shape: {
      uses: 'actions/ai-inference@v1',
      with: { 'system-prompt': "'${{ github.event.issue.body }}'" },
    },
    twin: {
      uses: 'actions/ai-inference@v1',
      with: { 'system-prompt': "'${{ github.event.issue.number }}'" },
    },
    found: [WARNING],
  },
  {
    row: '1.1: AI inference reads GitHub with a token of its own',
    shape: {
      uses: 'actions/ai-inference@v1',
      with: { prompt: 'Say.', 'enable-github-mcp': 'true', 'github-mcp-token': `'${secret('PAT')}'` },
    },
    twin: {
      uses: 'actions/ai-inference@v1',
      with: { prompt: 'Say.', 'enable-github-mcp': 'false', 'github-mcp-token': `'${secret('PAT')}'` },
    },
    found: [WARNING],
  },
  ...[secret('GITHUB_TOKEN'), '${{ github.token }}', '${{ github.token || secrets.GITHUB_TOKEN }}'].map(
    (token): Pair => ({
      row: `1.1: a token of its own before that of the job is one, \`${token}\` is none`,
      shape: {
        uses: 'actions/ai-inference@v1',
        with: {
          prompt: 'Say.',
          'enable-github-mcp': 'true',
          'github-mcp-token': "'${{ secrets.PAT || github.token }}'",
        },
      },
      twin: {
        uses: 'actions/ai-inference@v1',
        with: { prompt: 'Say.', 'enable-github-mcp': 'true', 'github-mcp-token': `'${token}'` },
      },
      found: [WARNING],
    }),
  ),
  {
    row: '1.1: an answer of AI inference in a command',
    shape: {
      uses: 'actions/ai-inference@v1',
      id: 'ai',
      with: { prompt: 'Say.' },
      after: ['run: echo "${{ steps.ai.outputs.response }}"'],
    },
    twin: {
      uses: 'actions/ai-inference@v1',
      id: 'ai',
      with: { prompt: 'Say.' },
      after: ['{ run: echo "$A", env: { A: "${{ steps.ai.outputs.response }}" } }'],
    },
    found: [ERROR],
  },
];

/** What the options of programs say. */
const PROGRAMS: readonly Pair[] = [
  ofOptions('claude --print "$P" --dangerously-skip-permissions', 'claude "$P"'),
  ofOptions(
    'claude -p "$P" --dangerously-skip-permissions --max-turns 3 --max-budget-usd 1 --strict-mcp-config',
    'claude -p "$P" --max-turns 3 --max-budget-usd 1 --strict-mcp-config',
  ),
  ofOptions(
    'claude -p "$P" --permission-mode bypassPermissions --verbose',
    'claude -p "$P" --permission-mode acceptEdits --verbose',
  ),
  ofOptions(
    'npx @anthropic-ai/claude-code -p "$P" --allowedTools Bash',
    'npx prettier -p "$P" --allowedTools Bash',
    [ERROR, INFO],
  ),
  ofOptions('codex exec --sandbox danger-full-access "$P"', 'codex exec --skip-git-repo-check "$P"'),
  ofOptions(
    'codex exec --full-auto -c sandbox_workspace_write.network_access=true "$P"',
    'codex exec -c sandbox_workspace_write.network_access=false "$P"',
  ),
  ofOptions('gemini --prompt "$P" --yolo', 'gemini --prompt "$P"'),
  ofOptions('gemini "$P" --approval-mode=yolo', 'gemini "$P" --approval-mode=default'),
  ofOptions('gemini "$P" --approval-mode yolo', 'gemini "$P" --approval-mode plan'),
  ofOptions(
    'gemini -p "$P" --allowed-tools "run_shell_command(echo)"',
    'gemini -p "$P" --allowed-tools "read_file"',
  ),
  ofOptions('qwen -p "$P" --approval-mode yolo', 'qwen -p "$P" --approval-mode plan'),
  ofOptions('copilot --prompt "$P" --yolo', 'copilot --prompt "$P" --no-ask-user'),
  ofOptions('copilot -p "$P" --allow-all', 'copilot -p "$P" --secret-env-vars=A'),
  ofOptions('cursor-agent --print "$P" --yolo', 'cursor-agent --print "$P"'),
  ofOptions('agent --print "$P" --force', 'agent --print "$P"'),
  ofOptions('opencode run --dangerously-skip-permissions "$P"', 'opencode --version'),
  ofOptions('amp --execute "$P" --dangerously-allow-all', 'amp --execute "$P"'),
  ofOptions('droid exec --auto high "$P"', 'droid exec "$P"'),
  ofOptions('GOOSE_MODE=auto goose run -t "$P"', 'GOOSE_MODE=chat goose run -t "$P"'),
  ofOptions(
    'q chat --no-interactive --trust-tools=execute_bash "$P"',
    'q chat --no-interactive --trust-tools=fs_read "$P"',
  ),
  ofOptions(
    'kiro-cli chat --no-interactive --trust-tools=fs_read,execute_bash "$P"',
    'kiro-cli chat --no-interactive --trust-tools=fs_read "$P"',
  ),
  ofOptions('kiro-cli chat --no-interactive --trust-all-tools "$P"', 'kiro-cli chat --no-interactive "$P"'),
  ofOptions('cn --print "$P" --auto', 'cn --print "$P" --ask Bash'),
  ofOptions(
    `OPENCODE_PERMISSION='"deny"' opencode run --share "$P"`,
    `OPENCODE_PERMISSION='"deny"' opencode run "$P"`,
    [WARNING],
  ),
  ofOptions('auggie -p "$P"', 'auggie --version'),
  ofOptions('openhands --headless -t "$P"', 'openhands --llm-approve -t "$P"'),
  {
    row: '1.2: commands that `.cursor/cli.json` allows run without `--force`',
    shape: { before: [checkout('')], run: 'cursor-agent -p "$P"' },
    twin: { before: [checkout('')], run: 'cursor-agent -p "$P"' },
    beside: { '.cursor/cli.json': '{ "permissions": { "allow": ["Shell(git push)"], "deny": [] } }' },
    twinBeside: { '.cursor/cli.json': '{ "permissions": { "allow": ["Shell(ls)"], "deny": [] } }' },
    found: [ERROR, 'error approval/auto-approved'],
  },
  {
    row: '1.2: a deny rule of `.cursor/cli.json` stands over its allow rules',
    shape: { before: [checkout('')], run: 'cursor-agent -p "$P"' },
    twin: { before: [checkout('')], run: 'cursor-agent -p "$P"' },
    beside: { '.cursor/cli.json': '{ "permissions": { "allow": ["Shell(git)"], "deny": ["Shell(rm)"] } }' },
    twinBeside: {
      '.cursor/cli.json': '{ "permissions": { "allow": ["Shell(git)"], "deny": ["Shell(git)"] } }',
    },
    found: [ERROR, 'error approval/auto-approved'],
  },
  {
    row: '1.2: an expression without an end is no text of an outsider',
    shape: { run: '"claude -p \\"Say ${{ github.event.issue.title }}\\" --allowedTools Read"' },
    twin: { run: '"claude -p \\"Say ${{ github.event.issue.title\\" --allowedTools Read"' },
    found: [WARNING],
  },
];

const TEXTS = [
  'github.event.issue.title',
  'github.event.issue.body',
  'github.event.comment.body',
  'github.event.pull_request.title',
  'github.event.pull_request.body',
  'github.event.pull_request.head.ref',
  'github.event.review.body',
  'github.event.discussion.title',
  'github.event.discussion.body',
  'github.event.head_commit.message',
  'github.event.head_commit.author.name',
  'github.event.head_commit.author.email',
  'github.head_ref',
];

/** The holes: what a text of an outsider reaches. */
const HOLES: readonly Pair[] = [
  {
    row: 'H8: an exact command of Claude Code expands nothing',
    shape: { uses: BASE, with: tools('Bash(echo:*)') },
    twin: { uses: BASE, with: tools('Bash(echo done)') },
    found: [INFO],
  },
  ...['git', 'git status'].map(
    (command): Pair => ({
      row: `H8: \`run_shell_command(${command})\` of Gemini CLI is a beginning, there is no exact entry`,
      shape: { uses: GEMINI, with: core(`run_shell_command(${command})`) },
      twin: { uses: GEMINI, with: core('read_file') },
      found: [ERROR],
    }),
  ),
  {
    row: 'H8: a beginning of commands of Claude Code, and an exact one',
    shape: { uses: BASE, with: tools('Bash(git:*)') },
    twin: { uses: BASE, with: tools('Bash(git status)') },
    found: [ERROR],
  },
  ...['repository_dispatch', 'workflow_dispatch'].map(
    (on): Pair => ({
      row: `H24: a text by \`${on}\` is of people who may write`,
      shape: {
        on: 'issue_comment',
        uses: BASE,
        with: { ...READS, prompt: "'${{ github.event.comment.body }}'" },
      },
      twin: {
        on,
        uses: BASE,
        with: { ...READS, prompt: "'${{ github.event.client_payload.text }} ${{ inputs.text }}'" },
      },
      found: [WARNING],
    }),
  ),
  ...(
    [
      ['program', { run: 'claude -p "$P"' }],
      ['action', { uses: BASE, with: { prompt: 'Say.' } }],
    ] as const
  ).map(
    ([what, agent]): Pair => ({
      row: `g-6: what \`permissions.ask\` asks for is refused where nobody answers the ${what}`,
      shape: { before: ['uses: actions/checkout@v4'], ...agent },
      twin: { before: ['uses: actions/checkout@v4'], ...agent },
      beside: { '.claude/settings.json': '{ "permissions": { "allow": ["Bash(gh issue edit:*)"] } }' },
      twinBeside: { '.claude/settings.json': '{ "permissions": { "ask": ["Bash(gh issue edit:*)"] } }' },
      found: [WARNING, 'error approval/auto-approved'],
    }),
  ),
  {
    row: 'H9: a script takes the number from the event',
    shape: { uses: BASE, with: tools('Bash(gh issue edit:*)') },
    twin: { uses: BASE, with: tools('Bash(./scripts/label.sh:*)') },
    found: [WARNING],
  },
  ...['github.event.issue.number', 'github.sha', 'github.actor_id', 'github.event.action'].map(
    (path): Pair => ({
      row: `H10: \`${path}\` in a variable is no text of an outsider`,
      shape: {
        uses: BASE,
        env: '{ A: "${{ github.event.issue.title }}" }',
        with: { ...READS, prompt: 'Read $A.' },
      },
      twin: { uses: BASE, env: `{ A: "\${{ ${path} }}" }`, with: { ...READS, prompt: 'Read $A.' } },
      found: [INFO],
    }),
  ),
  ...TEXTS.map(
    (path): Pair => ({
      row: `H11: \`${path}\` in the prompt`,
      shape: { uses: BASE, with: { ...READS, prompt: `'\${{ ${path} }}'` } },
      twin: { uses: BASE, with: { ...READS, prompt: "'${{ github.event.issue.number }}'" } },
      found: [WARNING],
    }),
  ),
  ...(
    [
      [CODEX, 'codex-args', { prompt: 'Say.', 'allow-users': '"*"', sandbox: 'read-only' }, []],
      ['Factory-AI/droid-action@v1', 'droid_args', OPENED, [ERROR]],
      [BASE, 'settings', READS, []],
      [GEMINI, 'settings', { prompt: 'Say.' }, [ERROR]],
    ] as const
  ).map(
    ([uses, input, inputs, more]): Pair => ({
      row: `H11: the text of an outsider in \`${input}\` of \`${uses}\``,
      shape: {
        job: ["if: github.event.issue.state == 'open'"],
        uses,
        with: { ...inputs, [input]: `'{ "a": "\${{ github.event.issue.title }}" }'` },
      },
      twin: {
        job: ["if: github.event.issue.author_association == 'OWNER'"],
        uses,
        with: { ...inputs, [input]: `'{ "a": "\${{ github.event.issue.title }}" }'` },
      },
      found: [ERROR, ...more],
    }),
  ),
  ...['CLAUDE', 'v1.0.89'].map(
    (version): Pair => ({
      row: `H13: v1.0.88 leaves \`CLAUDE.md\` of a fork, ${version === 'CLAUDE' ? 'the moving tag' : version} does not`,
      shape: {
        on: 'pull_request_target',
        before: [checkout(`ref: ${HEAD}`)],
        uses: 'anthropics/claude-code-action@v1.0.88',
        with: { ...OPENED, claude_args: '--allowedTools "Read"' },
      },
      twin: {
        on: 'pull_request_target',
        before: [checkout(`ref: ${HEAD}`)],
        uses: version === 'CLAUDE' ? CLAUDE : `anthropics/claude-code-action@${version}`,
        with: { ...OPENED, claude_args: '--allowedTools "Read"' },
      },
      found: [ERROR, 'error mcp/known-bad-version'],
      other: version === 'CLAUDE' ? [] : ['error mcp/known-bad-version'],
    }),
  ),
  ...(
    [
      [
        'its branch and its repository',
        `${BRANCH}, repository: '\${{ github.event.pull_request.head.repo.full_name }}'`,
        BRANCH,
      ],
      ['the commit, not by its branch', `ref: ${HEAD}`, "ref: '${{ github.event.pull_request.head.ref }}'"],
      ['merge_commit_sha', "ref: '${{ github.event.pull_request.merge_commit_sha }}'", ''],
      ['a repository', "repository: '${{ github.event.pull_request.head.repo.full_name }}'", ''],
    ] as const
  ).map(
    ([what, inputs, other]): Pair => ({
      row: `H13: the head of a fork by ${what}`,
      shape: { on: 'pull_request_target', before: [checkout(inputs)], run: 'codex exec "Review."' },
      twin: { on: 'pull_request_target', before: [checkout(other)], run: 'codex exec "Review."' },
      found: [ERROR],
    }),
  ),
  {
    row: 'H13: the head of a fork by `git fetch` from its repository',
    shape: {
      on: 'pull_request_target',
      before: [`{ run: 'git fetch "$URL" "$REF" && git checkout FETCH_HEAD', ${OF_FORK} }`],
      run: 'claude -p "Review."',
    },
    twin: {
      on: 'pull_request_target',
      before: [`{ run: 'git fetch origin "$REF" && git checkout FETCH_HEAD', ${OF_FORK} }`],
      run: 'claude -p "Review."',
    },
    found: [ERROR],
  },
  {
    row: 'H13: the head of a fork by `git fetch`',
    shape: {
      on: 'pull_request_target',
      before: ['run: git fetch origin pull/7/head && git checkout FETCH_HEAD'],
      run: 'claude -p "Review."',
    },
    twin: {
      on: 'pull_request_target',
      before: ['run: git fetch origin main && git checkout FETCH_HEAD'],
      run: 'claude -p "Review."',
    },
    found: [ERROR],
  },
  ...[
    ['claude -p "Review."', 'CLAUDE.md'],
    ['codex exec "Review."', 'AGENTS.md'],
    ['gemini -p "Review."', 'GEMINI.md'],
    ['copilot -p "Review."', 'AGENTS.md'],
  ].map(
    ([run = '', file = '']): Pair => ({
      row: `H13: \`${run}\` loads \`${file}\` of a fork`,
      shape: { on: 'pull_request_target', before: [checkout(`ref: ${HEAD}`)], run },
      twin: { on: 'pull_request_target', before: [checkout(`ref: ${HEAD}, path: pr-head`)], run },
      found: [ERROR],
    }),
  ),
  {
    row: 'H13: `opencode run` loads `opencode.json` of a fork',
    shape: {
      on: 'pull_request_target',
      before: [checkout(`ref: ${HEAD}`)],
      env: `{ OPENCODE_PERMISSION: '"deny"' }`,
      run: 'opencode run "Review."',
    },
    twin: {
      on: 'pull_request_target',
      before: [checkout(`ref: ${HEAD}, path: pr-head`)],
      env: `{ OPENCODE_PERMISSION: '"deny"' }`,
      run: 'opencode run "Review."',
    },
    found: [ERROR],
  },
  {
    row: 'H13: a `workflow_run` whose cause is not known',
    shape: {
      on: 'workflow_run',
      before: [checkout("ref: '${{ github.event.workflow_run.head_sha }}'")],
      run: 'codex exec "Review."',
    },
    twin: { on: 'workflow_run', before: [checkout('')], run: 'codex exec "Review."' },
    found: [WARNING],
  },
  ...['issue_comment', 'pull_request_review'].map(
    (on): Pair => ({
      row: `H15: the head is looked up after \`${on}\``,
      shape: {
        on,
        job: [
          "if: contains('MEMBER', github.event.comment.author_association || github.event.review.author_association)",
        ],
        before: ['run: gh pr checkout 7'],
        uses: CLAUDE,
        with: READS,
      },
      twin: { on, before: [checkout('')], uses: CLAUDE, with: READS },
      found: [WARNING],
    }),
  ),
  {
    row: 'H16: logs of a run are no danger to an agent that neither acts nor writes',
    shape: {
      on: 'workflow_run',
      permissions: '{ contents: write }',
      before: ['run: gh run view 1 --log-failed > log.txt'],
      uses: BASE,
      with: READS,
    },
    twin: {
      on: 'workflow_run',
      permissions: '{ contents: read }',
      before: ['run: gh run view 1 --log-failed > log.txt'],
      uses: BASE,
      with: READS,
    },
    found: [WARNING],
  },
  ...['inputs.error_logs', 'steps.test.outputs.stderr'].map(
    (path): Pair => ({
      row: `H16: \`${path}\` in the prompt`,
      shape: { on: 'workflow_run', uses: BASE, with: { ...READS, prompt: `'Mend \${{ ${path} }}'` } },
      twin: { on: 'workflow_run', uses: BASE, with: { ...READS, prompt: "'Mend ${{ github.run_id }}'" } },
      found: [WARNING],
    }),
  ),
  ...(
    [
      [CODEX, 'final-message', { prompt: 'Say.', 'allow-users': '"*"', sandbox: 'read-only' }, [WARNING]],
      [GEMINI, 'summary', core('read_file'), []],
      [BASE, 'structured_output', READS, []],
    ] as const
  ).map(
    ([uses, output, inputs, other]): Pair => ({
      row: `H17: \`${output}\` of \`${uses}\` in a script, and in a variable`,
      shape: { uses, id: 'a', with: inputs, after: [`run: echo "\${{ steps.a.outputs.${output} }}"`] },
      twin: {
        uses,
        id: 'a',
        with: inputs,
        after: [`{ run: echo "$A", env: { A: "\${{ steps.a.outputs.${output} }}" } }`],
      },
      found: [ERROR, ...other],
      other,
    }),
  ),
  ...(
    [
      ['a prompt names `enum`', { ...READS, prompt: 'Say one of the enum.' }],
      ['another option names `enum`', { ...READS, claude_args: '--allowedTools Read --model enum' }],
      [
        'a schema has a property `enum`',
        {
          prompt: 'Say.',
          claude_args: `"--json-schema '{ \\"properties\\": { \\"enum\\": {} } }' --allowedTools Read"`,
        },
      ],
    ] as const
  ).map(
    ([what, inputs]): Pair => ({
      row: `H17: ${what}, which lists no answers as a schema does`,
      shape: { uses: BASE, id: 'a', with: inputs, after: [LABELS] },
      twin: {
        uses: BASE,
        id: 'a',
        with: {
          prompt: 'Say.',
          claude_args: `"--json-schema '{ \\"properties\\": { \\"a\\": { \\"enum\\": [\\"bug\\"] } } }' --allowedTools Read"`,
        },
        after: [LABELS],
      },
      found: [WARNING],
    }),
  ),
  ...(
    [
      ['bash -c', 'bash -c "$A"', 'test "$A" = ok'],
      ['a word without quotes', 'gh pr comment 7 --body $A', 'gh pr comment 7 --body "$A"'],
      ['words without quotes', './label.sh ${A}', './label.sh "${A}"'],
      ['a word that is only printed', 'git add $A', 'echo $A'],
      ['a word that is only assigned', 'git add $A', 'B=$A'],
      ['a word that is compared', 'git add $A', '[[ $A == bug ]] && date'],
      ['a command that no comment is', 'eval "$A"', '# eval "$A"'],
      ['a command in single quotes', "bash -c '$A'", "echo '$A'"],
      ['a part of what bash -c runs', 'bash -c "git add $A"', 'bash -c "git add" "B"'],
      ['words of a command within a command', 'echo "$(git add $A)"', 'echo "$(git add "$A")"'],
    ] as const
  ).map(
    ([what, run, other]): Pair => ({
      row: `H17: the answer of the agent in ${what}`,
      shape: {
        uses: GEMINI,
        id: 'a',
        with: core('read_file'),
        after: [`{ env: { A: "\${{ steps.a.outputs.summary }}" }, run: ${JSON.stringify(run)} }`],
      },
      twin: {
        uses: GEMINI,
        id: 'a',
        with: core('read_file'),
        after: [`{ env: { A: "\${{ steps.a.outputs.summary }}" }, run: ${JSON.stringify(other)} }`],
      },
      found: [ERROR],
    }),
  ),
  ...(
    [
      ['`settings.env`', { settings: `'{ "env": { "T": "${secret('NPM_TOKEN')}" } }'` }],
      ['a token of a person', { github_token: secret('BOT_PAT') }],
      ['a key that signs', { ssh_signing_key: secret('SIGNING') }],
    ] as const
  ).map(
    ([what, inputs]): Pair => ({
      row: `H18: a secret in ${what}`,
      shape: { uses: CLAUDE, with: { ...EDITS, ...inputs } },
      twin: { uses: CLAUDE, with: { ...EDITS, anthropic_api_key: secret('ANTHROPIC_API_KEY') } },
      found: [ERROR],
      other: [WARNING],
    }),
  ),
  ...(
    [
      ['a token of a person', `token: '${secret('PAT')}'`],
      ['a key', `ssh-key: '${secret('DEPLOY_KEY')}'`],
      ['a token of a person, in words', `token: '${secret('PAT')}', persist-credentials: 'true'`],
    ] as const
  ).map(
    ([what, inputs]): Pair => ({
      row: `H18: ${what} that a checkout keeps for the agent`,
      shape: { before: [checkout(inputs)], uses: CLAUDE, with: EDITS },
      twin: {
        before: [checkout(`${inputs.split(', ')[0] ?? ''}, persist-credentials: false`)],
        uses: CLAUDE,
        with: EDITS,
      },
      found: [ERROR],
      other: [WARNING],
    }),
  ),
  {
    row: 'H18: a token of a person that another action than a checkout uses before the agent',
    shape: { before: [checkout(`token: '${secret('PAT')}'`)], uses: CLAUDE, with: EDITS },
    twin: {
      before: [`{ uses: actions/setup-node@v4, with: { token: '${secret('PAT')}' } }`],
      uses: CLAUDE,
      with: EDITS,
    },
    found: [ERROR],
    other: [WARNING],
  },
  {
    row: 'H18: a token of a person that a checkout keeps, before the agent and behind it',
    shape: { before: [checkout(`token: '${secret('PAT')}'`)], uses: CLAUDE, with: EDITS },
    twin: { uses: CLAUDE, with: EDITS, after: [checkout(`token: '${secret('PAT')}'`)] },
    found: [ERROR],
    other: [WARNING],
  },
  {
    row: 'H18: a login at a cloud',
    shape: {
      permissions: '{ issues: write, id-token: write }',
      before: ['uses: aws-actions/configure-aws-credentials@v4'],
      uses: CLAUDE,
      with: EDITS,
    },
    twin: { before: ['uses: aws-actions/configure-aws-credentials@v4'], uses: CLAUDE, with: EDITS },
    found: [ERROR],
    other: [WARNING],
  },
  ...(
    [
      [
        'the job',
        { job: [`env: { T: "${secret('NPM_TOKEN')}" }`] },
        { job: [`env: { K: "${secret('OPENAI_API_KEY')}" }`] },
      ],
      ['the step', { env: `{ T: "${secret('NPM_TOKEN')}" }` }, { env: `{ T: "${secret('GITHUB_TOKEN')}" }` }],
    ] as const
  ).map(
    ([what, shape, twin]): Pair => ({
      row: `H18: a secret in the variables of ${what}`,
      shape: { uses: CLAUDE, with: EDITS, ...shape },
      twin: { uses: CLAUDE, with: EDITS, ...twin },
      found: [ERROR],
      other: [WARNING],
    }),
  ),
  {
    row: 'H20: `--verbose` with every message of the stream',
    shape: { run: 'claude -p "Say." --verbose --output-format stream-json' },
    twin: { run: 'claude -p "Say." --verbose --output-format text' },
    found: [WARNING],
  },
  ...(
    [
      ['claude -p "$P" --dangerously-skip-permissions', 'claude -p "$P"'],
      ['claude -p "$P" --permission-mode bypassPermissions', 'claude -p "$P" --permission-mode plan'],
      [
        'npx -y @anthropic-ai/claude-code@2.1.53 -p "$P" --dangerously-skip-permissions',
        'npx -y @anthropic-ai/claude-code@2.1.53 -p "$P"',
      ],
      ['codex exec --dangerously-bypass-approvals-and-sandbox "$P"', 'codex exec "$P"'],
      ['codex exec --yolo "$P"', 'codex exec --full-auto "$P"'],
      ['codex e -s danger-full-access "$P"', 'codex e -s workspace-write "$P"'],
      ['codex exec -c sandbox_workspace_write.network_access=true "$P"', 'codex exec -c model=a "$P"'],
      ['gemini --yolo -p "$P"', 'gemini -p "$P"'],
      ['gemini --approval-mode=yolo -p "$P"', 'gemini --approval-mode=auto_edit -p "$P"'],
      ['qwen -y -p "$P"', 'qwen -p "$P"'],
      ['copilot -p "$P" --allow-all-tools', `copilot -p "$P" --allow-tool='shell(git status)'`],
      ['copilot -p "$P" --allow-all', 'copilot -p "$P"'],
      ['cursor-agent -p --force "$P"', 'cursor-agent -p "$P"'],
      ['agent -p -f "$P"', 'agent -p "$P"'],
      ['opencode run --dangerously-skip-permissions "$P"', 'opencode run "$P"'],
      ['amp -x "$P" --dangerously-allow-all', 'amp -x "$P"'],
      ['droid exec --auto high "$P"', 'droid exec --auto low "$P"'],
      ['droid exec --skip-permissions-unsafe "$P"', 'droid exec "$P"'],
      ['aider --message "$P" --yes-always', 'aider --message "$P"'],
      ['q chat --no-interactive --trust-all-tools "$P"', 'q chat --no-interactive --trust-tools= "$P"'],
      ['kiro-cli chat --no-interactive -a "$P"', 'kiro-cli chat --no-interactive "$P"'],
      ['cn -p "$P" --auto', 'cn -p "$P" --readonly'],
    ] as const
  ).map(
    ([run, other]): Pair => ({
      row: `H22: on a push \`${run}\` beside \`${other}\``,
      shape: { on: 'push', run },
      twin: { on: 'push', run: other },
      found: [BYPASS],
    }),
  ),
  {
    row: 'H22: an option that switches questions off, in a job that only a push starts',
    shape: {
      on: '[push, issues]',
      job: ["if: github.event_name == 'push'"],
      run: 'claude -p "$P" --dangerously-skip-permissions',
    },
    twin: { on: '[push, issues]', job: ["if: github.event_name == 'push'"], run: 'claude -p "$P"' },
    found: [BYPASS],
  },
  {
    row: 'H22: an option that switches questions off, behind a check of the role',
    shape: {
      job: ["if: github.event.issue.author_association == 'OWNER'"],
      run: 'gemini --yolo -p "$P"',
    },
    twin: { job: ["if: github.event.issue.author_association == 'OWNER'"], run: 'gemini -p "$P"' },
    found: [BYPASS],
  },
  ...['push', 'issue_comment'].map(
    (on): Pair => ({
      row: `H22: an option that switches questions off, in \`claude_args\` on \`${on}\``,
      shape: { on, uses: CLAUDE, with: options('--model a --dangerously-skip-permissions') },
      twin: { on, uses: CLAUDE, with: options('--model a --permission-mode plan') },
      found: [BYPASS],
    }),
  ),
  {
    row: 'H26: a machine of your own among labels',
    shape: { runner: '{ group: agents, labels: [self-hosted] }', uses: BASE, with: READS },
    twin: { runner: '{ group: agents, labels: [ubuntu-latest] }', uses: BASE, with: READS },
    found: [WARNING],
  },
  {
    row: 'H27: a cache with a key of its own',
    shape: {
      before: ["{ uses: actions/cache@v4, with: { path: dist, key: 'dist' } }"],
      uses: BASE,
      with: READS,
    },
    twin: {
      before: ["{ uses: actions/cache@v4, with: { path: dist, key: 'agent' } }"],
      uses: BASE,
      with: READS,
    },
    beside: {
      '.github/workflows/release.yml':
        "on: push\njobs:\n  publish:\n    runs-on: ubuntu-latest\n    steps:\n      - { uses: actions/cache@v4, with: { path: dist, key: 'dist' } }\n      - run: npm publish\n",
    },
    found: [WARNING],
  },
  {
    row: 'H28: `@beta` moves',
    shape: { on: 'push', uses: 'anthropics/claude-code-base-action@beta', with: READS },
    twin: { on: 'push', uses: BASE, with: READS },
    found: [INFO],
  },
];

export const PAIRS: readonly Pair[] = [...STARTS, ...ACTIONS, ...PROGRAMS, ...HOLES];
