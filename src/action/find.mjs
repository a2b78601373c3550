// Finds the command line for this copy of the action: its own dist/, else the tarball of its release, else a build.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { writeOutputs } from './outputs.mjs';

const folder = resolve(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const COMMAND = 'dist/agent-lint.cjs';

/** The command line of the release that the action was asked for, by its tag or its commit. */
async function fromRelease() {
  const { GITHUB_SERVER_URL, ACTION_REPOSITORY, ACTION_REF = '' } = process.env;
  const isTag = ACTION_REF === `v${version}`;
  if (!ACTION_REPOSITORY || !(isTag || /^[0-9a-f]{40}$/.test(ACTION_REF))) return undefined;
  const url = `${GITHUB_SERVER_URL}/${ACTION_REPOSITORY}/releases/download/v${version}/agent-lint-${version}.tgz`;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(60_000) });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const place = mkdtempSync(join(process.env.RUNNER_TEMP ?? tmpdir(), 'agent-lint-'));
    writeFileSync(join(place, 'release.tgz'), Buffer.from(await response.arrayBuffer()));
    execFileSync('tar', ['-xzf', 'release.tgz'], { cwd: place, stdio: 'inherit' });
    const { gitHead } = JSON.parse(readFileSync(join(place, 'package/package.json'), 'utf8'));
    if (isTag || gitHead === ACTION_REF) return join(place, 'package', COMMAND);
    console.log(`The release v${version} was built from ${gitHead}, not from ${ACTION_REF}.`);
  } catch (error) {
    console.log(`No tarball of v${version}: ${error.message}`);
  }
  return undefined;
}

function built() {
  const npm = (...args) =>
    execFileSync('npm', args, { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' });
  npm('ci', '--ignore-scripts');
  npm('run', 'build');
  return join(folder, COMMAND);
}

const own = join(folder, COMMAND);
const command = existsSync(own) ? own : ((await fromRelease()) ?? built());
writeOutputs({ command });
