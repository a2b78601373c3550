// Measures the built command line against what its goals name, interleaved, so that a busy machine slows both alike.
// usage: npm run bench -- [RUNS] [PARTS..]   PARTS: table, start, programs, formats, gate, others; left out: all. It prints medians and ratios and judges nothing: times differ from machine to machine.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { compareGate } from './gate.mjs';
import { agentPrograms, unrelatedSources } from './programs.mjs';
import { printTable } from './table.mjs';

const root = resolve(import.meta.dirname, '../..');
const scripts = join(root, '../shared/bench');
const bin = join(root, 'dist/agent-lint.cjs');
const runs = Number(process.argv[2] ?? 7);
const PARTS = ['table', 'start', 'programs', 'formats', 'gate', 'others'];
const parts = process.argv.length > 3 ? process.argv.slice(3) : PARTS;

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

/** Wall time of one whole process, in milliseconds. It runs outside any project, so that no configuration is found. */
function timeOf(args, cwd) {
  const start = performance.now();
  spawnSync(process.execPath, args, { cwd, stdio: 'ignore' });
  return performance.now() - start;
}

/** What our run adds to the base, in milliseconds. */
function difference(title, base, ours, goal, cwd) {
  const added = [];
  for (let run = -1; run < runs; run++) {
    const before = timeOf(base, cwd);
    const time = timeOf(ours, cwd) - before;
    if (run >= 0) added.push(time);
  }
  console.log(`${title.padEnd(48)} adds ${median(added).toFixed(0)} ms  (goal ${goal} ms)`);
}

function compare(title, base, ours, goal, cwd) {
  const times = { base: [], ours: [] };
  // The first round warms the file cache and counts for nothing.
  for (let run = -1; run < runs; run++) {
    const [baseTime, ownTime] = [timeOf(base, cwd), timeOf(ours, cwd)];
    if (run < 0) continue;
    times.base.push(baseTime);
    times.ours.push(ownTime);
  }
  const ratio = median(times.ours.map((time, run) => time / times.base[run]));
  const ms = (values) => `${median(values).toFixed(0)} ms`;
  console.log(
    `${title.padEnd(48)} ${ms(times.base).padStart(8)} ${ms(times.ours).padStart(8)}  ${ratio.toFixed(2)}x  (goal ${goal}x)`,
  );
}

/** The time that a script says it took, in milliseconds: what it does, and not its start. */
const saidBy = (script, ...args) =>
  Number(spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' }).stdout);

/** Two scripts that say themselves how long they took, so that starting up counts for neither. */
function compareSaid(title, base, ours, goal, folder) {
  const times = { base: [], ours: [] };
  for (let run = -1; run < runs; run++) {
    const [baseTime, ownTime] = [saidBy(base, folder), saidBy(ours, folder)];
    if (run < 0) continue;
    times.base.push(baseTime);
    times.ours.push(ownTime);
  }
  const ratio = median(times.ours.map((time, run) => time / times.base[run]));
  const ms = (values) => `${median(values).toFixed(0)} ms`;
  console.log(
    `${title.padEnd(48)} ${ms(times.base).padStart(8)} ${ms(times.ours).padStart(8)}  ${ratio.toFixed(2)}x  (goal ${goal}x)`,
  );
}

/** A script that walks a folder, does something with each file's `name` and `text`, and prints how long that took. */
function script(path, imports, each) {
  writeFileSync(
    path,
    `import { readdirSync, readFileSync } from 'node:fs';
${imports}
const start = performance.now();
for (const entry of readdirSync(process.argv[2], { recursive: true, withFileTypes: true })) {
  if (!entry.isFile()) continue;
  const name = entry.name;
  const text = readFileSync(entry.parentPath + '/' + name, 'utf8');
  ${each}
}
console.log(performance.now() - start);`,
  );
  return path;
}

/** A script that lints a folder and prints how long that took: what loads once was loaded for the examples before. */
function lintScript(folder) {
  const path = join(folder, 'lint.mjs');
  writeFileSync(
    path,
    `import { lint } from ${JSON.stringify(join(root, 'dist/index.js'))};
await lint({ cwd: ${JSON.stringify(join(root, 'examples'))}, config: false });
const start = performance.now();
await lint({ cwd: process.argv[2], config: false });
console.log(performance.now() - start);`,
  );
  return path;
}

/** The corpus of real files, against reading all of it and parsing what is JSON. */
function compareCorpus(folder, corpus) {
  const read = script(
    join(folder, 'read.mjs'),
    '',
    "try { if (name.endsWith('.json')) JSON.parse(text); } catch {}",
  );
  compareSaid('the corpus, against reading and JSON.parse', read, lintScript(folder), 4, corpus);
}

/** Programs with an agent each, against parsing them with the same parser and nothing else. */
function comparePrograms(folder) {
  const parser = pathToFileURL(join(root, 'node_modules/web-tree-sitter/web-tree-sitter.js'));
  const parse = script(
    join(folder, 'parse.mjs'),
    `import { Language, Parser } from ${JSON.stringify(parser.href)};
await Parser.init();
const parsers = {};
for (const [ending, grammar] of [['ts', 'typescript'], ['py', 'python']]) {
  parsers[ending] = new Parser();
  parsers[ending].setLanguage(await Language.load(${JSON.stringify(join(root, 'dist/grammars'))} + '/tree-sitter-' + grammar + '.wasm'));
}`,
    "parsers[name.split('.').pop()].parse(text).delete();",
  );
  const goal = (1 / 0.6).toFixed(2);
  const lint = lintScript(folder);
  const short = agentPrograms(join(folder, 'short'), 1_000, 4);
  compareSaid('1,000 programs of 2 KB, against the bare parser', parse, lint, goal, short);
  const long = agentPrograms(join(folder, 'long'), 100, 40);
  compareSaid('100 programs of 20 KB, against the bare parser', parse, lint, goal, long);
}

/** What a process used: its highest resident memory in MiB and its CPU time in ms. It writes what the system counted as it ends. */
function usageOf(args, cwd) {
  const hook = join(cwd, 'peak.cjs');
  const note = join(cwd, 'peak.txt');
  writeFileSync(
    hook,
    `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(note)}, JSON.stringify(process.resourceUsage())));`,
  );
  spawnSync(process.execPath, ['--require', hook, ...args], { cwd, stdio: 'ignore' });
  const { maxRSS, userCPUTime, systemCPUTime } = JSON.parse(readFileSync(note, 'utf8'));
  return { peak: maxRSS / 1024, cpu: (userCPUTime + systemCPUTime) / 1000 };
}

const peakOf = (args, cwd) => usageOf(args, cwd).peak;

/** The memory and CPU of every format, with the conditions of streaming. */
function compareFormats(folder, many) {
  const args = (format, from) => [bin, ...format.split(' '), from, '-o', join(folder, 'report')];
  const pretty = usageOf(args('check --format pretty', many), folder).cpu;
  const formats = ['json', 'jsonl', 'sarif', 'gitlab', 'junit', 'markdown', 'github', 'agent', 'compact'];
  for (const format of [...formats.map((name) => `check --format ${name}`), 'inspect --format json']) {
    const { peak, cpu } = usageOf(args(format, many), folder);
    console.log(
      `${`10,000 files, ${format}`.padEnd(48)} ${peak.toFixed(0).padStart(5)} MiB (at most 300)  ${(cpu / pretty).toFixed(2)}x the CPU of pretty (at most 2.5x)`,
    );
  }
  const { peak } = usageOf(args('check --format json', payloads(folder, 50_000)), folder);
  console.log(
    `${'50,000 files, check --format json'.padEnd(48)} ${peak.toFixed(0).padStart(5)} MiB (at most 700)`,
  );
}

function payloads(folder, count) {
  const out = join(folder, String(count));
  spawnSync(process.execPath, [join(scripts, 'gen-payloads.mjs'), out, String(count)]);
  return out;
}

/** The same files beside another tool of the same kind: CPU time, all threads. */
function compareOthers(folder, counts) {
  const biome = biomeBinary();
  if (biome === undefined) return console.log('skipped: biome is not installed');
  for (const [title, files] of counts) {
    const times = { biome: [], ours: [] };
    for (let run = -1; run < runs; run++) {
      const [other, own] = [
        cpuOf(biome, ['lint', files], folder),
        cpuOf(process.execPath, [bin, files], folder),
      ];
      if (run < 0) continue;
      times.biome.push(other);
      times.ours.push(own);
    }
    const [other, own] = [median(times.biome), median(times.ours)];
    console.log(
      `${`${title}, CPU beside biome`.padEnd(48)} ${other.toFixed(0).padStart(5)} ms ${own.toFixed(0).padStart(5)} ms  ${(own / other).toFixed(2)}x  (goal 1x)`,
    );
  }
}

/** The program that biome's own starter runs. */
function biomeBinary() {
  const folder = join(root, 'node_modules/@biomejs');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.map((name) => join(folder, name, 'biome')).find((path) => existsSync(path));
}

/** The CPU time of one process and its children, in milliseconds. */
function cpuOf(command, args, cwd) {
  const said = spawnSync(
    'bash',
    ['-c', 'TIMEFORMAT="%U %S"; time "$0" "$@" >/dev/null 2>/dev/null', command, ...args],
    {
      cwd,
      encoding: 'utf8',
    },
  ).stderr;
  const [user = 0, system = 0] = said.trim().split(' ').map(Number);
  return (user + system) * 1000;
}

function bench(folder) {
  const floor = join(scripts, 'floor.mjs');
  const [one, thousand, many] = [1, 1_000, 10_000].map((count) => payloads(folder, count));
  console.log(`${runs} runs each, interleaved: medians of the base and of agent-lint, median of the ratios`);
  const has = (part) => parts.includes(part);
  if (has('table'))
    printTable({ folder, root, scripts, bin, runs, payloads: (count) => payloads(folder, count) });
  if (has('start')) compareStart(folder, floor, { one, thousand, many });
  if (has('programs')) comparePrograms(folder);
  if (has('formats')) {
    compareFormats(folder, many);
    const [base, ours] = [peakOf([floor, many], folder), peakOf([bin, 'check', many], folder)];
    const memory = `${base.toFixed(0)} MiB ${ours.toFixed(0).padStart(6)} MiB  ${(ours / base).toFixed(2)}x`;
    console.log(`${'10,000 files, peak memory'.padEnd(48)} ${memory}  (goal 2.5x)`);
  }
  if (has('gate')) compareGate(folder, bin, { compare, difference });
  if (has('others'))
    compareOthers(folder, [
      ['1,000 files', thousand],
      ['10,000 files', many],
    ]);
}

/** One file, many files, real files and files of no concern, against a script that does the least. */
function compareStart(folder, floor, { one, thousand, many }) {
  const empty = join(folder, 'empty.cjs');
  writeFileSync(empty, '');
  compare('1 file, against an empty CommonJS process', [empty], [bin, 'check', one], 1.6, folder);
  compare('1,000 files, against the floor script', [floor, thousand], [bin, 'check', thousand], 2.5, folder);
  compare('10,000 files, against the floor script', [floor, many], [bin, 'check', many], 3, folder);
  const corpus = join(root, '../shared/corpus');
  if (existsSync(corpus)) compareCorpus(folder, corpus);
  else console.log('skipped: corpus not present');
  const read = script(join(folder, 'list.mjs'), '', '');
  const sources = unrelatedSources(join(folder, 'sources'), 10_000);
  compare(
    '10,000 unrelated sources, against reading them',
    [read, sources],
    [bin, 'check', '--allow-none', sources],
    2.5,
    folder,
  );
}

if (!existsSync(join(scripts, 'gen-payloads.mjs'))) console.log('skipped: bench scripts not present');
else if (!existsSync(bin)) console.log('skipped: dist/ is not built (npm run build)');
else if (parts.some((part) => !PARTS.includes(part))) {
  console.error(`The parts are ${PARTS.join(', ')}.`);
  process.exitCode = 2;
} else if (!Number.isInteger(runs) || runs < 1) {
  console.error('The number of runs is a whole number above 0.');
  process.exitCode = 2;
} else {
  const folder = mkdtempSync(join(tmpdir(), 'agent-lint-bench-'));
  try {
    bench(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
