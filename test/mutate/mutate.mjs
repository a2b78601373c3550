// Which small changes of the sources no test notices: `npm run mutate -- decide rules --count 40 --seed 1`.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { BaseSequencer, startVitest } from 'vitest/node';
import { withSwitches } from './mutants.mjs';

const root = join(import.meta.dirname, '../..');
const cache = join(root, 'node_modules/.cache/agent-lint');
const RECORD = join(cache, 'mutate-record.json');
const output = join(cache, `mutate-runs-${process.pid}.jsonl`);

const { values: options, positionals: rooms } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    /** Millions of steps of tests in which a mutant has to be noticed. */
    steps: { type: 'string', default: '5' },
    /** Only test files whose path contains one of these. */
    tests: { type: 'string', multiple: true, default: [''] },
    /** Forget which functions each test file enters. */
    record: { type: 'boolean', default: false },
  },
});

const filesIn = (folder, end) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((file) => file.endsWith(end))
    .map((file) => `${folder}/${file}`)
    .sort();

const folderOf = (room) =>
  [room, `src/${room}`, `src/dialects/${room}`].find((folder) => existsSync(join(root, folder)));
const folders = rooms.map((room) => {
  const folder = folderOf(room);
  if (folder === undefined) throw new Error(`no folder of src or rules: ${room}`);
  return folder;
});

/** Numbers for names, in the order in which they are asked for. */
const names = [];
const numbers = new Map();
function numberOf(name) {
  let number = numbers.get(name);
  if (number === undefined) {
    number = names.push(name) - 1;
    numbers.set(name, number);
  }
  return number;
}

/** As many mutants of a folder, in turns of each kind, in an order that depends on the seed and on each mutant alone. */
function sampleOf(folder) {
  const kinds = new Map();
  for (const path of filesIn(folder, '.ts')) {
    if (path.startsWith('src/generated/')) continue;
    const note = (mutant) => {
      const order = createHash('sha256').update(`${options.seed} ${mutant.key}`).digest('hex');
      kinds.set(mutant.kind, [...(kinds.get(mutant.kind) ?? []), { ...mutant, folder, order }]);
    };
    withSwitches(
      path,
      readFileSync(join(root, path), 'utf8'),
      (mutant) => void note(mutant),
      () => 0,
    );
  }
  const queues = [...kinds.values()].map((all) => all.sort((a, b) => (a.order < b.order ? -1 : 1)));
  const most = Math.max(0, ...queues.map(({ length }) => length));
  const inTurns = Array.from({ length: most }, (_, turn) => queues.flatMap((queue) => queue[turn] ?? []));
  return inTurns.flat().slice(0, Number(options.count));
}

const sample = folders.flatMap(sampleOf);
const numberOfMutant = new Map(sample.map(({ key }, number) => [key, number]));

/** Which functions each test file enters, and in how many steps. */
const recorded = () =>
  existsSync(RECORD) && !options.record ? JSON.parse(readFileSync(RECORD, 'utf8')) : { names: [], files: {} };
const record = recorded();
const files = filesIn('test', '.test.ts').filter((file) =>
  options.tests.some((words) => file.includes(words)),
);

const reachedBy = {};
for (const file of files) {
  const known = record.files[file];
  if (known === undefined) continue;
  const functions = new Set(known.entered.map((index) => record.names[index]));
  reachedBy[join(root, file)] = sample.flatMap(({ within }, number) =>
    functions.has(within) ? [number] : [],
  );
}
/** Files of few steps first: those of a folder of the sample, where nothing is recorded. */
const costOf = (file) =>
  record.files[file]?.steps ??
  (folders.some((folder) => file.startsWith(folder.replace('src/', 'test/'))) ? 0 : 1e9);
const order = files
  .filter((file) => reachedBy[join(root, file)]?.length !== 0)
  .sort((a, b) => costOf(a) - costOf(b));

mkdirSync(cache, { recursive: true });
writeFileSync(output, '');
const plan = {
  mutants: sample.map((_, number) => number),
  reachedBy,
  steps: Number(options.steps) * 1e6,
  output,
};

class InOrder extends BaseSequencer {
  sort(specifications) {
    const place = ({ moduleId }) => order.indexOf(relative(root, moduleId));
    return specifications.sort((a, b) => place(a) - place(b));
  }
}

process.env.AGENT_LINT_VARIANTS = '0';
const vitest = await startVitest(
  'test',
  order,
  {
    root,
    watch: false,
    config: false,
    include: ['test/**/*.test.ts'],
    isolate: false,
    pool: 'forks',
    maxWorkers: 1,
    runner: join(import.meta.dirname, 'runner.ts'),
    sequence: { sequencer: InOrder },
    provide: { plan },
    reporters: [{}],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    dangerouslyIgnoreUnhandledErrors: true,
  },
  {
    plugins: [
      {
        name: 'mutants',
        enforce: 'pre',
        transform(text, id) {
          const path = relative(root, id);
          if (!/^(?:src|rules)\/.*\.ts$/.test(path)) return;
          return {
            code: withSwitches(path, text, ({ key }) => numberOfMutant.get(key), numberOf),
            map: null,
          };
        },
      },
    ],
  },
);
await vitest.close();

const runs = readFileSync(output, 'utf8')
  .split('\n')
  .flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
const noticed = new Map(
  runs.flatMap((run) => Object.entries(run.noticed).map(([number, test]) => [Number(number), test])),
);
const reached = new Set(runs.flatMap((run) => run.reached));
const differing = new Set(runs.flatMap((run) => run.differing));

rmSync(output);

// Another run may have written to the record.
Object.assign(record, recorded());
const indexOf = new Map(record.names.map((name, index) => [name, index]));
for (const { file, tests, skipped, failed, steps, entered } of runs) {
  if (skipped > 0 || record.files[relative(root, file)] !== undefined) continue;
  const indexes = entered.map((number) => {
    const name = names[number];
    if (!indexOf.has(name)) indexOf.set(name, record.names.push(name) - 1);
    return indexOf.get(name);
  });
  record.files[relative(root, file)] = { tests, failed, steps, entered: indexes };
}
writeFileSync(RECORD, JSON.stringify(record));

const placeOf = ({ path, line, kind, text }) =>
  `  ${path}:${line} ${kind}: ${text.replace(/\s+/g, ' ').slice(0, 90)}`;
for (const folder of folders) {
  const all = sample.flatMap((mutant, number) => (mutant.folder === folder ? [{ ...mutant, number }] : []));
  const tried = all.filter(({ number }) => reached.has(number));
  const survivors = tried.filter(({ number }) => !noticed.has(number));
  const share = tried.length === 0 ? 0 : Math.round((100 * (tried.length - survivors.length)) / tried.length);
  console.log(
    `${folder}: ${tried.length - survivors.length} of ${tried.length} reached mutants noticed (${share} %)`,
  );
  for (const mutant of survivors)
    console.log(placeOf(mutant) + (differing.has(mutant.number) ? '' : ' (the same value in every test)'));
  const rest = all.filter(({ number }) => !reached.has(number));
  if (rest.length > 0) console.log(`  not reached: ${rest.length}`);
  for (const mutant of rest) console.log(`  ${placeOf(mutant)}`);
}
const total = (count) => runs.reduce((sum, run) => sum + count(run), 0);
console.log(
  `${total((run) => run.tests)} tests of ${runs.length} files; ${total((run) => run.failed)} left out`,
);
