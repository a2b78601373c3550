// Runs the check with the words of the inputs. Its status becomes an output: the action's last step ends with it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { baseCommit, fetchProblem } from './base.mjs';
import { writeOutputs } from './outputs.mjs';
import { wordsOf } from './words.mjs';

const USAGE = 2;
const { AGENT_LINT, CHECK_PATHS, CHECK_FORMAT, CHECK_OUTPUT, CHECK_FAIL_ON, CHECK_ARGUMENTS } = process.env;
const { CHECK_POLICY, CHECK_FAIL_ON_UNASSESSED } = process.env;
const folder = mkdtempSync(join(process.env.RUNNER_TEMP ?? tmpdir(), 'agent-lint-report-'));
const json = join(folder, 'agent-lint.json');
// Writes the summary of the step, whatever format is asked for.
const summarised = ['--format', 'github', '--output', join(folder, 'annotations.txt')];

/** @throws {Error} for what is neither true nor false: a gate is not left off by a misspelt word. */
function isYes(input) {
  const word = input?.trim().toLowerCase() ?? '';
  if (word !== 'true' && word !== 'false' && word !== '')
    throw new Error(`fail-on-unassessed is true or false, not \`${input}\`.`);
  return word === 'true';
}

const agentLint = (args, options) => spawnSync(process.execPath, [AGENT_LINT, 'check', ...args], options);

/** The commit whose configuration judges: as asked, else the base of a pull request. */
function configFrom() {
  const asked = process.env.CHECK_CONFIG_FROM?.trim();
  if (asked) return asked;
  const { stdout } = agentLint(['--help'], { encoding: 'utf8' });
  return stdout.includes('--config-from') ? baseCommit() : undefined;
}

/** Runs the check, and returns its status. */
function check() {
  const from = configFrom();
  const problem = from === undefined ? undefined : fetchProblem(from);
  if (problem !== undefined) throw new Error(problem);
  const paths = wordsOf(CHECK_PATHS ?? '');
  const format = CHECK_FORMAT || 'github';
  const args = [
    ...['--format', 'json', '--output', json],
    ...(format === 'github' ? [] : summarised),
    ...wordsOf(CHECK_ARGUMENTS ?? ''),
    ...(CHECK_POLICY ? ['--policy', CHECK_POLICY] : []),
    ...(isYes(CHECK_FAIL_ON_UNASSESSED) ? ['--fail-on-unassessed'] : []),
    ...(from === undefined ? [] : ['--config-from', from]),
    ...['--fail-on', CHECK_FAIL_ON || 'error', '--format', format],
    ...(CHECK_OUTPUT ? ['--output', CHECK_OUTPUT] : []),
    '--',
    ...(paths.length === 0 ? ['.'] : paths),
  ];
  const { status, error } = agentLint(args, { stdio: ['ignore', 'inherit', 'inherit'] });
  if (error) throw error;
  return status ?? 1;
}

function outcome() {
  try {
    return check();
  } catch (error) {
    console.error(`agent-lint: ${error.message}`);
    return USAGE;
  }
}

const status = outcome();
const { summary } = existsSync(json) ? JSON.parse(readFileSync(json, 'utf8')) : {};
writeOutputs({
  status,
  findings: summary === undefined ? '' : summary.errors + summary.warnings + summary.infos,
  errors: summary === undefined ? '' : summary.errors,
  report: summary === undefined ? '' : CHECK_OUTPUT || json,
});
