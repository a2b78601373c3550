// The oracle: what the linter says about programs before a change, and what differs after it.
//
//   npm run oracle -- store DIR [PATHS..]   stores the state of the repository's programs, or of each folder in PATHS
//   npm run oracle -- compare A B           prints what differs between two stored states; status 1 if something is lost
//   npm run oracle -- collect DIR [TESTS..] writes each program that tests check to a folder of its own, for `store`
//   npm run oracle -- accept                writes the baseline of the repository's programs again
//
// Options: `--dist DIR` (store, accept) uses another build than `dist/`; `--lines` (compare) lists what only moved.
// README.md beside this file explains the records and how to read the differences.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { compareStates, comparisonText } from './compare.mjs';
import { inFolder, namedPrograms, ownPrograms } from './programs.mjs';
import { stateOf, stateText } from './state.mjs';

/** The accepted state of the repository's own programs. */
export const BASELINE = join(import.meta.dirname, 'baseline');

/** Tests with programs as texts. */
const TESTS = ['test/dialects/agents-sdk', 'test/program', 'test/rules'];

const USAGE = `Usage: npm run oracle -- store DIR [PATHS..] [--dist DIR]
       npm run oracle -- compare A B [--lines]
       npm run oracle -- collect DIR [TESTS..]
       npm run oracle -- accept [--dist DIR]`;

/** The states of groups of programs, one group after the other. */
export async function* statesOf(groups, api) {
  for (const [group, programs] of groups) {
    const records = [];
    for (const program of programs) records.push(...(await inFolder(program, (one) => stateOf(one, api))));
    yield [group, records];
  }
}

/** Reads the states that a folder contains. */
export function readStates(folder) {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return new Map(
    names
      .sort()
      .map((name) => [name.slice(0, -'.json'.length), JSON.parse(readFileSync(join(folder, name), 'utf8'))]),
  );
}

async function writeStates(folder, groups, api) {
  mkdirSync(folder, { recursive: true });
  for await (const [group, records] of statesOf(groups, api)) {
    writeFileSync(join(folder, `${group}.json`), stateText(records));
    console.log(`${group}: ${records.length} records`);
  }
}

/** Runs tests that keep what they check (`keep-program.ts`): those of programs, unless others are named. */
function collect(folder, tests) {
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', ...(tests.length > 0 ? tests : TESTS)],
    {
      cwd: join(import.meta.dirname, '../..'),
      env: { ...process.env, AGENT_LINT_PROGRAMS: folder },
      stdio: 'inherit',
    },
  );
  return status ?? 2;
}

async function main(args) {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { dist: { type: 'string' }, lines: { type: 'boolean' } },
  });
  const [command, ...operands] = positionals;
  const library = () =>
    import(pathToFileURL(resolve(values.dist ?? join(import.meta.dirname, '../../dist'), 'index.js')).href);
  if (command === 'store' && operands.length > 0) {
    const [folder, ...paths] = operands;
    await writeStates(folder, paths.length > 0 ? namedPrograms(paths) : ownPrograms(), await library());
    return 0;
  }
  if (command === 'compare' && operands.length === 2) {
    const [before, after] = operands.map(readStates);
    const comparison = compareStates(before, after);
    process.stdout.write(comparisonText(comparison, values) || 'Nothing differs.\n');
    return comparison.losses.length > 0 ? 1 : 0;
  }
  if (command === 'collect' && operands.length > 0) {
    const [folder, ...tests] = operands;
    return collect(resolve(folder), tests);
  }
  if (command === 'accept' && operands.length === 0) {
    rmSync(BASELINE, { recursive: true, force: true });
    await writeStates(BASELINE, ownPrograms(), await library());
    return 0;
  }
  console.error(USAGE);
  return 2;
}

if (process.argv[1] === import.meta.filename) {
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`);
    process.exitCode = 2;
  }
}
