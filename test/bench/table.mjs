// The table of one run: start, many files with and without kept results, other linters of JSON, and a hook on a large program.
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { linkedProgram } from './programs.mjs';

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

/** The wall time of a process in milliseconds, with its children's. */
function timeOf([command, ...args], cwd, env) {
  const start = performance.now();
  spawnSync(command, args, { cwd, stdio: 'ignore', env: { ...process.env, ...env } });
  return performance.now() - start;
}

/** Prints how long commands take, each as a multiple of the first: interleaved, the first round for the caches alone. */
function row(title, commands, goals, { runs, cwd, env }) {
  const times = commands.map(() => []);
  for (let run = -1; run < runs; run++)
    for (const [at, { words }] of commands.entries()) {
      const time = timeOf(words, cwd, env);
      if (run >= 0) times[at].push(time);
    }
  console.log(`${title}: ${commands[0].name} ${median(times[0]).toFixed(0)} ms`);
  for (const [at, { name }] of commands.entries()) {
    if (at === 0) continue;
    const ratio = median(times[at].map((time, run) => time / times[0][run]));
    const goal = goals[name] === undefined ? '' : `  (goal ${goals[name]}x)`;
    console.log(
      `  ${name.padEnd(46)} ${median(times[at]).toFixed(0).padStart(6)} ms  ${ratio.toFixed(2)}x${goal}`,
    );
  }
}

/** Linters of the same kind, that check the same payloads; those that are not installed are named. */
function peers(root, scripts, folder, files) {
  const installed = join(root, 'test/bench/peers/node_modules');
  const biome = join(root, 'node_modules/@biomejs');
  const binary = existsSync(biome)
    ? readdirSync(biome)
        .map((name) => join(biome, name, 'biome'))
        .find((path) => existsSync(path))
    : undefined;
  const found = binary ? [{ name: 'biome', words: [binary, 'lint', files] }] : [];
  if (!existsSync(installed)) {
    console.log('skipped: ajv-cli and eslint (npm ci --prefix test/bench/peers installs them)');
    return found;
  }
  // The configuration imports its packages from beside itself.
  const beside = join(folder, 'eslint');
  mkdirSync(beside);
  copyFileSync(join(scripts, 'eslint.config.mjs'), join(beside, 'eslint.config.mjs'));
  symlinkSync(installed, join(beside, 'node_modules'));
  const ajv = [
    join(installed, 'ajv-cli/dist/index.js'),
    'validate',
    '-s',
    join(scripts, 'session.schema.json'),
  ];
  const eslint = [join(installed, 'eslint/bin/eslint.js'), '-c', join(beside, 'eslint.config.mjs')];
  const node = process.execPath;
  return [
    ...found,
    { name: 'ajv-cli', words: [node, ...ajv, '-d', join(files, '**/*.json')] },
    { name: 'eslint with json', words: [node, ...eslint, files] },
  ];
}

/** The package as npm installs it, in an empty folder; undefined where it cannot be packed. */
function packed(root, folder) {
  const inner = join(folder, 'packed');
  mkdirSync(inner);
  writeFileSync(join(inner, 'package.json'), '{}');
  const pack = spawnSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', inner], {
    cwd: root,
    encoding: 'utf8',
  });
  const name = pack.stdout?.trim().split('\n').at(-1) ?? '';
  const unpack = spawnSync('tar', ['-xzf', join(inner, name), '-C', inner]);
  const bin = join(inner, 'package/dist/agent-lint.cjs');
  return unpack.status === 0 && existsSync(bin) ? bin : undefined;
}

/** Prints the table. `payloads` writes that many payloads and gives their folder. */
export function printTable({ folder, root, scripts, bin, runs, payloads }) {
  const node = process.execPath;
  const floor = join(scripts, 'floor.mjs');
  const empty = join(folder, 'nothing.cjs');
  writeFileSync(empty, '');
  const env = { XDG_CACHE_HOME: join(folder, 'cache') };
  const at = { runs, cwd: folder, env };
  const ours = (name, ...args) => ({ name, words: [node, bin, 'check', ...args] });

  const one = payloads(1);
  const installed = packed(root, folder);
  row(
    'One file',
    [
      { name: 'an empty process', words: [node, empty] },
      ours('agent-lint', one),
      ours('agent-lint --cache, warm', '--cache', one),
      ...(installed ? [{ name: 'agent-lint, packed', words: [node, installed, 'check', one] }] : []),
    ],
    { 'agent-lint': 1.35, 'agent-lint, packed': 1.35 },
    at,
  );
  const thousand = payloads(1_000);
  row(
    '1,000 files',
    [
      { name: 'the floor', words: [node, floor, thousand] },
      ours('agent-lint', thousand),
      ours('agent-lint --cache, warm', '--cache', thousand),
      ...peers(root, scripts, folder, thousand),
    ],
    { 'agent-lint': 2.5, 'agent-lint --cache, warm': 1.5 },
    at,
  );
  const many = payloads(10_000);
  row(
    '10,000 files',
    [
      { name: 'the floor', words: [node, floor, many] },
      ours('agent-lint', many),
      ours('agent-lint --cache, warm', '--cache', many),
    ],
    { 'agent-lint': 3, 'agent-lint --cache, warm': 1.5 },
    { ...at, runs: Math.min(runs, 5) },
  );
  const program = linkedProgram(join(folder, 'linked'), 3_500);
  row(
    'A hook on one file of a program of 3,500 files',
    [
      { name: 'an empty process', words: [node, empty] },
      ours('agent-lint', 'd0/f0.ts'),
      ours('agent-lint --cache, warm (goal 1.5 s)', '--cache', 'd0/f0.ts'),
    ],
    {},
    { ...at, runs: Math.min(runs, 3), cwd: program },
  );
  rmSync(program, { recursive: true });
}
