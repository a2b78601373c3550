import { expect, it } from 'vitest';
import { readCommand } from '../../src/dialects/commands/commands.js';
import facts from '../../src/dialects/permissions/ignored-rules.json' with { type: 'json' };
import type { ProgramRow } from '../../src/facts/program-row.js';
import { kindsAlone, programRows } from '../../src/facts/programs/table.js';
import { lintInMemory } from '../program/lint-in-memory.js';

const KINDS = ['any', 'account', 'many', 'outward', 'destructive', 'local', 'script', 'change', 'read'];

/** The words of a row as its program has them: `ps:restart`. */
const written = (row: string, { colons }: ProgramRow): string => (colons ? row.replaceAll(' ', ':') : row);

/** Every command of the table, with a word for each star. */
const commands = [
  ...kindsAlone().keys(),
  ...programRows().flatMap(([program, stated]) =>
    Object.entries(stated).flatMap(([kind, rows]) =>
      KINDS.includes(kind) && typeof rows === 'string'
        ? rows
            .split(', ')
            .map((row) =>
              row === '-' ? program : `${program} ${written(row, stated).replaceAll('*', 'thing')}`,
            )
        : [],
    ),
  ),
  ...programRows().flatMap(([program, { switches = {} }]) =>
    Object.values(switches).flatMap((words) => words.split(' ').map((word) => `${program} ${word}`)),
  ),
];

/** Commands that go on behind what they do: those that read, where tables have places for any word, and some of each kind. */
const longer = [
  ...['aws', 'az', 'doctl', 'gcloud'].flatMap((program) =>
    commands
      .filter(
        (command) => command.startsWith(`${program} `) && /\b(?:describe|get|list|read|show)/.test(command),
      )
      .map((command) => `${command} name`),
  ),
  'gcloud projects describe my-project',
  'gcloud projects describe delete',
  'gcloud run services describe api',
  'gcloud config get-value project',
  'gcloud storage ls gs://b',
  'gcloud logging read "severity"',
  'az account show --query id',
  'az group list --query x',
  'az vm list -g rg',
  'az account set --subscription x',
  'az storage blob download -n x',
  'doctl apps logs my-app',
  'git clean -d -n -f',
  'git restore --staged --worktree x',
  'git reset --soft --hard',
  'docker compose down -v',
  'forge script x --broadcast',
  'kubectl apply -f x --dry-run=client',
  'aws --profile prod s3 rm x',
  'redis-cli -h prod FLUSHALL',
];

/** The entries that cover a command, from the widest on: the whole shell, then each beginning, then itself alone. */
const entriesFor = (command: string): string[] => {
  const words = command.split(' ');
  const beginnings = words.map((_, index) => `Bash(${words.slice(0, index + 1).join(' ')}:*)`);
  return ['Bash', ...beginnings, `Bash(${command})`];
};

const RANK = { error: 3, warning: 2, open: 1, none: 0 };

it('never judges an entry milder than one that it covers', async () => {
  const all = [...commands, ...longer];
  const entries = [...new Set(all.flatMap(entriesFor))];
  const fileOf = (index: number) => `at${index}/.claude/settings.json`;
  const { findings, notAssessed } = await lintInMemory(
    Object.fromEntries(
      entries.map((entry, index) => [fileOf(index), JSON.stringify({ permissions: { allow: [entry] } })]),
    ),
  );
  const level = new Map<string, keyof typeof RANK>();
  for (const { at } of notAssessed) level.set(at.file, 'open');
  for (const { file, severity, rule } of findings)
    if (rule === 'approval/auto-approved' || rule === 'scope/wildcard')
      level.set(file, severity === 'error' ? 'error' : 'warning');
  const files = new Map(entries.map((entry, index) => [entry, fileOf(index)]));
  const levelOf = (entry: string) => level.get(files.get(entry) ?? '') ?? 'none';
  const milder = all.flatMap((command) =>
    entriesFor(command).flatMap((entry, index, covering) => {
      const narrower = covering[index + 1];
      if (narrower === undefined || RANK[levelOf(entry)] >= RANK[levelOf(narrower)]) return [];
      return `${entry} ${levelOf(entry)}, ${narrower} ${levelOf(narrower)}`;
    }),
  );
  expect(commands.length).toBeGreaterThan(2_000);
  // What acts by an option alone is a warning by its beginning, in a list that otherwise reads. Claude Code asks about
  // commands of some programs unless an entry is for one of them alone.
  const byOption = [
    ...programRows().flatMap(([name, { readsBut }]) => (readsBut ? `Bash(${name}:*) warning` : [])),
    ...facts.asked.map((name) => `Bash(${name}`),
  ];
  expect([...new Set(milder)].filter((one) => !byOption.some((known) => one.startsWith(known)))).toEqual([]);
});

it.each([
  ['cargo', 'cargo publish', 'cargo login'],
  ['docker image', 'docker image push', 'docker image pull'],
])('names what reaches most of what `%s` can begin', (program, most, other) => {
  expect(readCommand(program, true)?.known).toBe(most);
  expect(readCommand(other, true)?.known).toBe(other);
});
