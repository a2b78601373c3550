// Measures the built command line. It prints medians and ratios and judges nothing: times differ from machine to machine.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { measureApps } from './apps.mjs';
import { measureEditor } from './editor.mjs';
import { compareMany, compareSingle } from './files.mjs';
import { compareGate } from './gate.mjs';
import { amount, counted, inTurn, median, mib, ms, printRow, times } from './measure.mjs';
import { agentPrograms } from './programs.mjs';

const root = resolve(import.meta.dirname, '../..');
const scripts = join(root, '../shared/bench');
const bin = join(root, 'dist/agent-lint.cjs');
const PARTS = ['single', 'many', 'programs', 'formats', 'gate', 'editor'];
const USAGE = `usage: npm run bench -- [RUNS] [PARTS..]
       npm run bench -- --apps DIR [--seconds N] [WORDS..]

PARTS: ${PARTS.join(', ')}; left out: all. CPU time is that of all processes, user and system, without
NODE_EXTRA_CA_CERTS; commands run in turn, so that a busy machine slows all alike. What an editor waits for is time on the
clock: measure it on a machine that does nothing else.

--apps DIR   Measures the applications of test/bench/apps.json, and one named file among many documents; with words only
             the rows with one of these in their address or title.
             Nothing is fetched: DIR/owner+name has a clone with the commit, as by
             git clone https://github.com/owner/name DIR/owner+name
             It is cloned once more, and not changed. A row shows CPU time, peak memory, steps of evaluation, and how many
             functions were called. The last two are counted: they are the same on every machine with as many processors.
--seconds N  The CPU time at which a run of an application is ended (120).`;

/** The time that a script says it took, in milliseconds: what it does, and not its start. */
const saidBy = (script, ...args) =>
  Number(spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' }).stdout);

/** Two scripts that say themselves how long they took, so that starting up counts for neither. */
function compareSaid(title, base, ours, goal, { folder, runs }) {
  const [before, own] = inTurn(
    [base, ours].map((path) => () => saidBy(path, folder)),
    runs,
  );
  const ratio = median(own.map((time, run) => time / before[run]));
  printRow(title, [ms(median(before)), ms(median(own)), times(ratio)], times(goal));
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

/** Programs with an agent each, against parsing them with the same parser and nothing else; real files against reading them. */
function comparePrograms({ folder, runs }) {
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
  const lint = lintScript(folder);
  for (const [title, count, helpers] of [
    ['1,000 programs of 2 KB, against the bare parser', 1_000, 4],
    ['100 programs of 20 KB, against the bare parser', 100, 40],
  ]) {
    const programs = agentPrograms(join(folder, String(count)), count, helpers);
    compareSaid(title, parse, lint, 1 / 0.6, { folder: programs, runs });
  }
  const corpus = join(root, '../shared/corpus');
  if (!existsSync(corpus)) return console.log('skipped: corpus not present');
  const json = "try { if (name.endsWith('.json')) JSON.parse(text); } catch {}";
  const read = script(join(folder, 'read.mjs'), '', json);
  compareSaid('The corpus, against reading and JSON.parse', read, lint, 4, { folder: corpus, runs });
}

/** The memory and CPU of every format, with the conditions of streaming. */
function compareFormats({ folder, payloads }) {
  const use = (command, files) =>
    counted([bin, ...command.split(' '), files, '-o', join(folder, 'report')], folder);
  const formats = ['json', 'jsonl', 'sarif', 'gitlab', 'junit', 'markdown', 'github', 'agent', 'compact'];
  const row = (count, command, goal, base) => {
    const { peak, cpu, work } = use(command, payloads(count));
    const beside = base === undefined ? [] : [times(cpu / base)];
    const figures = [...beside, `${amount(work)} calls`, mib(peak)];
    printRow(`${count} files, ${command}`, figures, mib(goal));
    return cpu;
  };
  const pretty = row(10_000, 'check --format pretty', 300);
  for (const command of [...formats.map((name) => `check --format ${name}`), 'inspect --format json'])
    row(10_000, command, 300, pretty);
  row(50_000, 'check --format json', 700);
}

async function bench(folder, runs, parts) {
  const written = new Map();
  const payloads = (count) => {
    const out = join(folder, `payloads-${count}`);
    if (!written.has(count))
      spawnSync(process.execPath, [join(scripts, 'gen-payloads.mjs'), out, String(count)]);
    written.set(count, out);
    return out;
  };
  const to = { folder, root, scripts, bin, runs, payloads, script };
  console.log(`${runs} runs each, in turn: medians`);
  if (parts.includes('single')) compareSingle(to);
  if (parts.includes('many')) compareMany(to);
  if (parts.includes('programs')) comparePrograms(to);
  if (parts.includes('formats')) compareFormats(to);
  if (parts.includes('gate')) compareGate(folder, bin, runs);
  if (parts.includes('editor')) await measureEditor(to);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    apps: { type: 'string' },
    seconds: { type: 'string', default: '120' },
    help: { type: 'boolean', short: 'h' },
  },
});
const runs = Number(positionals[0] ?? 7);
const parts = positionals.length > 1 ? positionals.slice(1) : PARTS;
const limit = Number(values.seconds);
const isPositive = (value) => Number.isInteger(value) && value > 0;
const wrong = values.apps
  ? !isPositive(limit)
  : !isPositive(runs) || parts.some((part) => !PARTS.includes(part));

if (values.help || wrong) {
  console.log(USAGE);
  process.exitCode = values.help ? 0 : 2;
} else if (!existsSync(bin)) console.log('skipped: dist/ is not built (npm run build)');
else if (values.apps === undefined && !existsSync(join(scripts, 'gen-payloads.mjs')))
  console.log('skipped: bench scripts not present');
else {
  const folder = mkdtempSync(join(tmpdir(), 'agent-lint-bench-'));
  try {
    if (values.apps) measureApps(folder, bin, { from: resolve(values.apps), words: positionals, limit });
    else await bench(folder, runs, parts);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
