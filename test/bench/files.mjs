// Single files, many files, real files and files of no concern: beside an empty process, a script that does the least, and other linters.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compare } from './measure.mjs';
import { agentPrograms, linkedProgram, unrelatedSources } from './programs.mjs';

const node = process.execPath;

/** Linters of the same kind, that check the same payloads; those that are not installed are named. */
function peers({ root, scripts, folder }, files) {
  const installed = join(root, 'test/bench/peers/node_modules');
  const biome = join(root, 'node_modules/@biomejs');
  const binary = existsSync(biome)
    ? readdirSync(biome)
        .map((name) => join(biome, name, 'biome'))
        .find((path) => existsSync(path))
    : undefined;
  const found = binary ? { biome: [binary, 'lint', files] } : {};
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
  return {
    ...found,
    'ajv-cli': [node, ...ajv, '-d', join(files, '**/*.json')],
    'eslint with json': [node, ...eslint, files],
  };
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

/** What single files add to an empty process. */
export function compareSingle(to) {
  const { folder, root, bin, runs, payloads } = to;
  const empty = join(folder, 'empty.cjs');
  writeFileSync(empty, '');
  const env = { XDG_CACHE_HOME: join(folder, 'cache') };
  const base = { 'an empty process': [node, empty] };
  const at = { runs, cwd: folder, env, isAdded: true };
  const both = (...args) => ({
    check: [node, bin, 'check', ...args],
    'check --cache, warm': [node, bin, 'check', '--cache', ...args],
  });
  const one = payloads(1);
  const installed = packed(root, folder);
  compare(
    'One payload',
    {
      ...base,
      ...both(one),
      ...(installed ? { 'check, packed': [node, installed, 'check', one] } : {}),
    },
    at,
  );
  const programs = agentPrograms(join(folder, 'single'), 2, 4);
  for (const [title, file] of Object.entries({ TypeScript: 'f0.ts', Python: 'f1.py' }))
    compare(`One program in ${title}`, { ...base, ...both(join(programs, 'd0', file)) }, at);
  const linked = linkedProgram(join(folder, 'linked'), 3_500);
  compare(
    'One file of a program of 3,500',
    { ...base, ...both('d0/f0.ts') },
    { ...at, runs: Math.min(runs, 3), cwd: linked },
  );
}

/** What many files need of the time of a script that does the least. */
export function compareMany(to) {
  const { folder, scripts, bin, runs, payloads } = to;
  const at = { runs, cwd: folder, env: { XDG_CACHE_HOME: join(folder, 'cache') } };
  const rows = (files) => ({
    'the floor': [node, join(scripts, 'floor.mjs'), files],
    check: [node, bin, 'check', files],
    'check --cache, warm': [node, bin, 'check', '--cache', files],
  });
  const thousand = payloads(1_000);
  compare(
    '1,000 files',
    { ...rows(thousand), ...peers(to, thousand) },
    { ...at, goals: { check: 2.5, 'check --cache, warm': 1.5 } },
  );
  compare('10,000 files', rows(payloads(10_000)), {
    ...at,
    runs: Math.min(runs, 5),
    goals: { check: 3, 'check --cache, warm': 1.5 },
  });
  const sources = unrelatedSources(join(folder, 'sources'), 10_000);
  compare(
    '10,000 unrelated sources',
    {
      'reading them': [node, to.script(join(folder, 'list.mjs'), '', ''), sources],
      check: [node, bin, 'check', '--allow-none', sources],
    },
    { ...at, goals: { check: 2.5 } },
  );
}
