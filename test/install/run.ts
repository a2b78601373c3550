import { spawn } from 'node:child_process';

export interface CommandRun {
  status: number | null;
  stdout: string;
  /** Standard output and standard error, as they came. */
  log: string;
}

/** A person who commits, and nothing of the machine's own settings of git. */
const IDENTITY = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_COUNT: '2',
  GIT_CONFIG_KEY_0: 'init.defaultBranch',
  GIT_CONFIG_VALUE_0: 'main',
  GIT_CONFIG_KEY_1: 'protocol.file.allow',
  GIT_CONFIG_VALUE_1: 'always',
  GIT_AUTHOR_NAME: 'Somebody',
  GIT_AUTHOR_EMAIL: 'somebody@example.com',
  GIT_COMMITTER_NAME: 'Somebody',
  GIT_COMMITTER_EMAIL: 'somebody@example.com',
};

/** Variables that a surrounding npm, git or vitest run would leave to a command. */
const INHERITED =
  /^(?:npm_(?!config_(?:cache|cafile|registry)$)|GIT_|GITHUB_|RUNNER_|VITEST|NODE_ENV|NODE_PATH|INIT_CWD|PRE_COMMIT)/i;

/** Runs a script of bash in a folder, and waits for it. The status is the caller's to judge. */
export function tryIn(folder: string, script: string, env: Record<string, string> = {}): Promise<CommandRun> {
  const own = Object.entries(process.env).filter(([name]) => !INHERITED.test(name));
  const child = spawn('bash', ['-eo', 'pipefail', '-c', script], {
    cwd: folder,
    env: { ...Object.fromEntries(own), ...IDENTITY, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const run = { stdout: '', log: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    run.stdout += text;
    run.log += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    run.log += text;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (status) => resolve({ status, ...run }));
  });
}

/** As `tryIn`, for a script that has to end with status 0. */
export async function runIn(
  folder: string,
  script: string,
  env: Record<string, string> = {},
): Promise<CommandRun> {
  const run = await tryIn(folder, script, env);
  if (run.status !== 0) throw new Error(`${script} ended with ${run.status}\n${run.log}`);
  return run;
}
