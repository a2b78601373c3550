// What applications cost that people have: each at a fixed commit, in a clone of its own.
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { amount, counted, mib, printRow, seconds } from './measure.mjs';
import { commit, documents } from './programs.mjs';

const APPS = JSON.parse(readFileSync(join(import.meta.dirname, 'apps.json'), 'utf8'));

const DOCUMENTS = 11_000;

/** A clone at a commit; undefined where the repository is not there or lacks it. */
function cloneOf({ app, commit }, from, to) {
  const source = resolve(from, app.replace('/', '+'));
  if (!existsSync(source)) return console.log(`skipped: ${app} is not in ${from}`);
  const env = { ...process.env, GIT_LFS_SKIP_SMUDGE: '1' };
  const git = (...args) => spawnSync('git', args, { stdio: 'ignore', env });
  git('clone', '--quiet', '--shared', '--no-checkout', source, to);
  // A copy may lack a large file: then all others are there.
  git('-C', to, 'checkout', '--quiet', '--detach', commit);
  const { stdout } = spawnSync('git', ['-C', to, 'rev-parse', 'HEAD'], { encoding: 'utf8' });
  return stdout?.trim() === commit ? to : console.log(`skipped: ${app} has no commit ${commit}`);
}

/** The rows of applications, and of a named file beside many documents: all, or those with one of some words in their address or title. */
export function measureApps(folder, bin, { from, words, limit }) {
  const report = ['--quiet', '--format', 'json', '--output', join(folder, 'report.json')];
  const measure = (title, cwd, args, env) => {
    const used = counted([bin, 'check', ...report, ...args], cwd, { env, seconds: limit });
    const figures = used.isEnded
      ? [`did not end in ${limit} s`]
      : [seconds(used.cpu), mib(used.peak), `${amount(used.steps)} steps`, `${amount(used.work)} calls`];
    printRow(title, figures);
  };
  const isAsked = (title) => words.length === 0 || words.some((word) => title.includes(word));
  for (const one of APPS.filter(({ app }) => isAsked(app))) {
    const cwd = cloneOf(one, from, join(folder, 'app'));
    if (cwd === undefined) continue;
    const env = { XDG_CACHE_HOME: join(folder, 'cache') };
    let edits = 0;
    const edit = () => {
      edits++;
      appendFileSync(join(cwd, one.edit), `\nedited = ${edits}\n`);
      execFileSync('git', ['-C', cwd, 'add', one.edit]);
    };
    console.log(`${one.app}: ${one.row}`);
    measure('  all', cwd, []);
    measure('  --new-since HEAD~1', cwd, ['--new-since', 'HEAD~1']);
    edit();
    measure('  --staged, after an edit', cwd, ['--staged']);
    const kept = ['--staged', '--cache'];
    counted([bin, 'check', ...report, ...kept], cwd, { env, seconds: limit });
    edit();
    measure('  --staged --cache, after an edit', cwd, kept, env);
    rmSync(cwd, { recursive: true, force: true });
  }
  const title = `One named file among ${amount(DOCUMENTS)} documents`;
  if (!isAsked(title)) return;
  const many = documents(join(folder, 'documents'), DOCUMENTS);
  commit(many.folder);
  measure(title, many.folder, [many.file]);
}
