// Runs a command, and prints the CPU time of all its processes: `node test/measured.mjs vitest run`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** `times` of a POSIX shell: two lines with user and system time, of the shell and of all processes that have ended. */
const SCRIPT = '"$@"; status=$?; times >"$TIMES"; exit $status';

const folder = mkdtempSync(join(tmpdir(), 'agent-lint-times-'));
const file = join(folder, 'times');
const [command, ...args] = process.argv.slice(2);
const options = { stdio: 'inherit', env: { ...process.env, TIMES: file } };
const isPosix = process.platform !== 'win32';
const { status } = isPosix
  ? spawnSync('sh', ['-c', SCRIPT, 'sh', command, ...args], options)
  : spawnSync(command, args, { ...options, shell: true });
if (isPosix && status !== null) {
  const [, ended = ''] = readFileSync(file, 'utf8').split('\n');
  const [user = 0, system = 0] = [...ended.matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, minutes, seconds]) => Number(minutes) * 60 + Number(seconds),
  );
  const all = user + system;
  console.log(
    `CPU of all processes: ${all.toFixed(0)} s (user ${user.toFixed(0)} s, system ${system.toFixed(0)} s)`,
  );
}
rmSync(folder, { recursive: true, force: true });
process.exitCode = status ?? 1;
