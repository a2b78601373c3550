// What the gate costs beside a plain check: a baseline, only what is new, and one staged file among many programs.
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentPrograms } from './programs.mjs';

const AGENT = `runtime: framework
agent:
  instructions: x
  tools:
`;
/** Findings that a baseline accepts, in files of a hundred tools each. */
const tools = (file) =>
  Array.from({ length: 100 }, (_, at) => `    - { type: function, name: delete_t${file}_${at} }\n`).join('');

function git(cwd, ...args) {
  execFileSync('git', ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.com', ...args], {
    cwd,
    stdio: 'ignore',
  });
}

function commit(folder) {
  git(folder, 'init', '-q', '-b', 'main');
  git(folder, 'add', '-A');
  git(folder, 'commit', '-q', '-m', 'Start');
}

/** A repository with more findings than `entries`, and a baseline of that many. */
function withBaseline(folder, entries, bin) {
  mkdirSync(folder);
  for (let file = 0; file < Math.ceil(entries / 100); file++)
    writeFileSync(join(folder, `f${file}.agent.yaml`), AGENT + tools(file));
  execFileSync(process.execPath, [bin, '--update-baseline', '--exit-zero', '-f', 'agent'], {
    cwd: folder,
    stdio: 'ignore',
    maxBuffer: 1 << 30,
  });
  const path = join(folder, 'agent-lint-baseline.json');
  const baseline = JSON.parse(readFileSync(path, 'utf8'));
  baseline.entries.length = entries;
  writeFileSync(path, `${JSON.stringify(baseline)}\n`);
  return folder;
}

/** The first program below a folder, relative to it. */
const firstProgram = (folder) =>
  readdirSync(folder, { recursive: true }).find((name) => name.endsWith('.ts'));

/** Compares runs of the command line by `compare(title, base, ours, goal, cwd)`; `difference` does by what one adds. */
export function compareGate(folder, bin, { compare, difference }) {
  const accepted = withBaseline(join(folder, 'accepted'), 10_000, bin);
  const none = [bin, 'check', '-f', 'compact', '-o', join(folder, 'none.txt'), '--no-baseline'];
  const all = [bin, 'check', '-f', 'compact', '-o', join(folder, 'all.txt')];
  difference('10,000 entries of a baseline', none, all, 30, accepted);

  const programs = agentPrograms(join(folder, 'repository'), 1_400, 4);
  commit(programs);
  const file = firstProgram(programs);
  appendFileSync(join(programs, file), '\n// changed\n');
  git(programs, 'add', '-A');
  const plain = [bin, 'check', '-f', 'compact'];
  compare(
    '--new-since, nothing new, 1,400 programs',
    plain,
    [...plain, '--new-since', 'main'],
    1.2,
    programs,
  );
  compare('--staged, one of 1,400 programs', [...plain, file], [...plain, '--staged'], 1.5, programs);
}
