import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

/** Runs git without anything that the checked repository could make it run. */
function git(...args) {
  const quiet = ['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false'];
  return spawnSync('git', [...quiet, ...args], { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
}

/** The commit that the pull request of this run is to be merged into; `undefined` in other runs. */
export function baseCommit() {
  if (process.env.GITHUB_EVENT_NAME !== 'pull_request') return undefined;
  if (process.env.BASE_COMMIT) return process.env.BASE_COMMIT;
  if (!process.env.GITHUB_EVENT_PATH) return undefined;
  return JSON.parse(readFileSync(process.env.GITHUB_EVENT_PATH, 'utf8')).pull_request?.base?.sha;
}

/**
 * Has git fetch a commit that a shallow checkout lacks; other names of commits are left to the command line.
 * @returns what to do where it cannot be fetched.
 */
export function fetchProblem(commit) {
  if (!COMMIT.test(commit) || git('cat-file', '-e', `${commit}^{commit}`)) return undefined;
  const args = ['fetch', '--depth=1', 'origin', commit];
  if (git(...args)) return undefined;
  return `The commit ${commit} cannot be fetched, so its configuration cannot be read. Give actions/checkout \`fetch-depth: 2\`, or run this before the action:\ngit ${args.join(' ')}`;
}
