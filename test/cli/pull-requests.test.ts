import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ATTACKS, BASE, BENIGN, POLICY } from './attacks.js';
import { newRepository, type Repository, repositoryAt, temporaryFolder } from './repository.js';
import { inTurn } from './run-cli.js';

const MODES = [
  'check',
  'check --staged',
  'check --since main',
  'check --new-since main',
  'check --config-from main --new-since main',
  'check --policy policy.yaml --config-from main --new-since main',
  'diff main',
  'diff main --fail-on ungated',
] as const;
/** The one that `init --ci` writes. */
const GATE = 'check --config-from main --new-since main';

const PAGE = resolve(import.meta.dirname, '../../docs/gate.md');
const HEAD = `| pull request | ${MODES.map((mode) => `\`${mode}\``).join(' | ')} | rule |`;
/** Set to write what is seen into the page, in place of comparing with it. */
const IS_WRITING = process.env.WRITE_GATE_TABLE !== undefined;

/** Each attack is seen in the mode of `init --ci`, and in turn in one of the others: `npm run test:all` takes each in each. */
const IS_ALL = IS_WRITING || process.env.AGENT_LINT_ALL === '1';
const OTHERS = MODES.filter((mode) => mode !== GATE);
const NOT_RUN = 'not run';

const pullRequests = { ...ATTACKS, ...BENIGN };
const seen = new Map<string, string>();

/** The rows of the table on the page, by what a pull request does. */
function rowsOnPage(): ReadonlyMap<string, string> {
  const lines = readFileSync(PAGE, 'utf8').split('\n');
  const from = lines.indexOf(HEAD) + 2;
  const rows = lines.slice(from, lines.indexOf('', from));
  return new Map(rows.map((row) => [row.split(' | ')[0]?.slice(2) ?? '', row]));
}

function writeRows(rows: Iterable<string>): void {
  const text = readFileSync(PAGE, 'utf8');
  const start = text.search(/^\| pull request \|/m);
  const end = text.indexOf('\n\n', start);
  const table = [HEAD, `|${' --- |'.repeat(MODES.length + 2)}`, ...rows].join('\n');
  writeFileSync(PAGE, text.slice(0, start) + table + text.slice(end));
}

/** What happens to a pull request in some modes, as a row of the table. */
async function rowOf(title: string, modes: readonly string[]): Promise<string> {
  const outside = repositoryAt(temporaryFolder());
  outside.write('policy.yaml', POLICY);
  const policy = join(outside.folder, 'policy.yaml');
  const repository = newRepository(BASE);
  await pullRequests[title]?.(repository);
  repository.git('add', '-A');
  const statusIn = async (mode: string) => (await runIn(repository, mode, policy)).status;
  const staged = modes.includes('check --staged') ? await statusIn('check --staged') : null;
  repository.commit();
  const gate = await runIn(repository, `${GATE} --format compact`, policy);
  const rules = new Set([...gate.stdout.matchAll(/: error (\S+)/g)].map(([, rule]) => `\`${rule}\``));
  const cells = await inTurn(MODES, async (mode) => {
    if (!modes.includes(mode)) return NOT_RUN;
    const status = mode === GATE ? gate.status : mode === 'check --staged' ? staged : await statusIn(mode);
    expect([0, 1]).toContain(status);
    return status === 1 ? 'fails' : 'passes';
  });
  return `| ${title} | ${cells.join(' | ')} | ${[...rules].sort().join(', ')} |`;
}

/** A row of the page, without what it says of other modes. */
const withOnly = (modes: readonly string[], row: string): string =>
  row
    .split(' | ')
    .map((cell, at) => (MODES[at - 1] === undefined || modes.includes(MODES[at - 1] ?? '') ? cell : NOT_RUN))
    .join(' | ');

const runIn = ({ run }: Repository, mode: string, policy: string) =>
  run(...mode.split(' ').map((one) => (one === 'policy.yaml' ? policy : one)));

describe('the table of pull requests in docs/gate.md', () => {
  let rows: ReadonlyMap<string, string>;
  beforeAll(() => {
    rows = rowsOnPage();
    return () => {
      if (IS_WRITING)
        writeRows(Object.keys(pullRequests).flatMap((title) => seen.get(title) ?? rows.get(title) ?? []));
    };
  });

  it.skipIf(IS_WRITING)('has a row for each pull request', () => {
    expect([...rows.keys()]).toEqual(Object.keys(pullRequests));
  });

  it.each(Object.keys(ATTACKS).map((title, at) => [title, at] as const))(
    'says what happens to one that %s',
    async (title, at) => {
      const modes = IS_ALL ? MODES : [GATE, OTHERS[at % OTHERS.length] ?? GATE];
      const row = await rowOf(title, modes);
      seen.set(title, row);
      if (!IS_WRITING) expect(row).toBe(withOnly(modes, rows.get(title) ?? ''));
    },
    120_000,
  );

  it.each(Object.keys(BENIGN))(
    'lets pass, in each mode, one that %s',
    async (title) => {
      const row = await rowOf(title, MODES);
      seen.set(title, row);
      expect(row).not.toContain('fails');
      if (!IS_WRITING) expect(row).toBe(rows.get(title));
    },
    120_000,
  );
});
