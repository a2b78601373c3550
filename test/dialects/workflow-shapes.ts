/** A workflow with one step that runs an agent, and what a shape of it differs in. */
export interface StepParts {
  on?: string;
  permissions?: string;
  /** Lines of the job before its steps. */
  job?: readonly string[];
  runner?: string;
  /** Steps before that of the agent. */
  before?: readonly string[];
  uses?: string;
  run?: string;
  id?: string;
  env?: string;
  with?: Readonly<Record<string, string>>;
  /** Steps after it. */
  after?: readonly string[];
}

/** The text of a workflow: the step of the agent has the rights of labels, and is in the job `one`. */
export function workflow({
  on = 'issues',
  permissions = '{ issues: write }',
  job = [],
  runner = 'ubuntu-latest',
  before = [],
  uses,
  run,
  id,
  env,
  with: inputs = {},
  after = [],
}: StepParts): string {
  return [
    `on: ${on}`,
    ...(permissions === '' ? [] : [`permissions: ${permissions}`]),
    'jobs:',
    '  one:',
    `    runs-on: ${runner}`,
    ...job.map((line) => `    ${line}`),
    '    steps:',
    ...before.map((step) => `      - ${step}`),
    uses === undefined ? `      - run: ${run ?? ''}` : `      - uses: ${uses}`,
    ...(id === undefined ? [] : [`        id: ${id}`]),
    ...(env === undefined ? [] : [`        env: ${env}`]),
    ...(Object.keys(inputs).length === 0 ? [] : ['        with:']),
    ...Object.entries(inputs).map(([name, value]) => `          ${name}: ${value}`),
    ...after.map((step) => `      - ${step}`),
    '',
  ].join('\n');
}

export const CLAUDE = 'anthropics/claude-code-action@v1';
export const BASE = 'anthropics/claude-code-base-action@v1';
export const CODEX = 'openai/codex-action@v1';
export const GEMINI = 'google-github-actions/run-gemini-cli@v0';

/** Opens an action of Claude Code to everybody, with a command that reaches the network. */
export const OPENED = {
  github_token: '${{ secrets.GITHUB_TOKEN }}',
  allowed_non_write_users: '"*"',
  prompt: 'Triage.',
  claude_args: '--allowedTools "Bash"',
};
