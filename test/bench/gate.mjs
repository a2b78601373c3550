// What the gate costs beside a plain check: a baseline, only what is new, and one staged file among many programs.
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compare } from './measure.mjs';
import { agentPrograms, commit } from './programs.mjs';

const AGENT = `runtime: framework
agent:
  instructions: x
  tools:
`;
/** Findings that a baseline accepts, in files of a hundred tools each. */
const tools = (file) =>
  Array.from({ length: 100 }, (_, at) => `    - { type: function, name: delete_t${file}_${at} }\n`).join('');

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

/** Compares runs of the command line with and without the gate. */
export function compareGate(folder, bin, runs) {
  const check = (name, ...args) => [
    process.execPath,
    bin,
    'check',
    '-f',
    'compact',
    '-o',
    join(folder, name),
    ...args,
  ];
  compare(
    'A baseline of 10,000 entries',
    { 'left out': check('none', '--no-baseline'), applied: check('all') },
    { runs, cwd: withBaseline(join(folder, 'accepted'), 10_000, bin), goals: { applied: 30 }, isAdded: true },
  );
  const programs = agentPrograms(join(folder, 'repository'), 1_400, 4);
  commit(programs);
  const file = firstProgram(programs);
  appendFileSync(join(programs, file), '\n// changed\n');
  execFileSync('git', ['add', '-A'], { cwd: programs });
  const at = { runs, cwd: programs };
  const since = '--new-since, nothing new';
  compare(
    '1,400 programs',
    { check: check('all'), [since]: check('new', '--new-since', 'main') },
    { ...at, goals: { [since]: 1.2 } },
  );
  compare(
    'One of 1,400 programs',
    { named: check('one', file), '--staged': check('staged', '--staged') },
    { ...at, goals: { '--staged': 1.5 } },
  );
}
