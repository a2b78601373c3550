import { programRow, programsOf } from '../../facts/programs/table.js';
import { type CallArgument, isOfModel } from '../../program/index.js';
import { isContainer, programName } from '../../syntax/shell/command-line.js';
import type { CallEffect, ReadCommand } from './call.js';
import { reading, textWith } from './reading.js';
import { readRequest } from './request.js';
import { readSql } from './sql.js';

/** Stands for what is computed in a command line. */
const HOLE = 'x';

/** Whether the model chooses any of some words; an object among them has options, and is no word. */
const isChosen = (one: CallArgument): boolean =>
  one.kind === 'list' ? one.items.some(isChosen) : one.kind !== 'record' && isOfModel(one);

/** An argument as a word of a command line; undefined where it is computed in whole. */
const wordOf = (one: CallArgument): string | undefined => textWith(HOLE, one);

/** Text that a shell runs: whatever the model makes of it, where any of it is the model's (design, section 1). */
export function readShell(text: CallArgument, readCommand: ReadCommand): CallEffect {
  // `communicate()` without input runs nothing more.
  if (text.kind === 'none') return reading('read', 'call');
  if (isChosen(text)) return reading('open-ended', 'shell-text');
  const line = text.kind === 'list' ? lineOf(text.items) : wordOf(text);
  return line === undefined ? reading('unknown', 'program') : readLine(line, readCommand);
}

const lineOf = (items: readonly CallArgument[]): string => items.map((one) => wordOf(one) ?? HOLE).join(' ');

/** A line that the model has no part in. A program that runs what it is given is given nothing by the model. */
function readLine(line: string, readCommand: ReadCommand): CallEffect {
  const known = readCommand(line);
  if (known === undefined || known.openEnded) return reading('unknown', 'command', firstWords(line));
  return reading(known.effect, 'command', known.known);
}

const firstWords = (line: string): string => line.trim().split(/\s+/, 1)[0]?.slice(0, 60) ?? '';

/** Switches behind which a program takes program text. */
const TAKES_TEXT =
  /^(?:-[a-z]{0,4}[ce]|--?(?:eval|execute|print|command)|-(?:Command|EncodedCommand)|\/[cC])$/;
/** What a program takes as text: commands of a shell, code, or SQL. */
function takenBy(program: string): 'commands' | 'code' | 'sql' | undefined {
  const name = programName(program).replace(/^(python)[\d.]+$/, '$1');
  const { runs, statements, wraps } = programRow(name) ?? {};
  if (statements) return 'sql';
  if (runs) return ['shell', 'powershell'].includes(runs.language) ? 'commands' : 'code';
  if (TAKES_COMMANDS.has(name)) return 'commands';
  return wraps === undefined && programsOf('input').has(name) && !programsOf('network').has(name)
    ? 'code'
    : undefined;
}

const TAKES_COMMANDS: ReadonlySet<string> = new Set('cmd ssh xargs sudo doas env eval'.split(' '));

/** Whether a program runs the file that it is given. */
export const isInterpreter = (program: string): boolean => runsText(takenBy(program));

const runsText = (taken: ReturnType<typeof takenBy>): boolean => taken === 'commands' || taken === 'code';

/** Whether a program may run the text that it is fed: code, SQL, or what a container makes of it. */
export const takesText = (program: string): boolean =>
  takenBy(program) !== undefined || isContainer(programName(program));

const TAKES_SQL = /^(?:-[A-Za-z]{0,4}[ceqQ]|--(?:command|execute|query))$/;
/** The switches of `ssh` that a value follows. */
const SSH_VALUES = /^-[BbcDEeFIiJLlmOoPpQRSWw]$/;

/** A program that is started without a shell, with the words behind it. */
export function readProgram(program: CallArgument, list: CallArgument, readCommand: ReadCommand): CallEffect {
  if (program.kind === 'list') {
    const [first = { kind: 'none' } as const, ...rest] = program.items;
    return readProgram(first, { kind: 'list', items: rest, isOpen: program.isOpen }, readCommand);
  }
  if (isChosen(program)) return reading('open-ended', 'program');
  const name = wordOf(program)?.trim();
  if (name === undefined) return reading('unknown', 'program');
  // `subprocess.run("git status")`: some platforms and helpers part the words themselves.
  const [first = '', ...words] = name.split(/\s+/);
  const own: CallArgument[] = words.map((value) => ({ kind: 'constant', value }));
  const given = list.kind === 'list' ? list.items : list.kind === 'none' ? [] : [list];
  return readArguments(baseOf(first), [...own, ...given], readCommand);
}

const baseOf = (program: string): string => program.slice(program.lastIndexOf('/') + 1);

function readArguments(
  program: string,
  items: readonly CallArgument[],
  readCommand: ReadCommand,
): CallEffect {
  const words = items.map(wordOf);
  const line = [program, ...words.map((word) => word ?? HOLE)].join(' ');
  const at = items.findIndex(isChosen);
  if (isContainer(program) && words[0] === 'run' && isContained(words))
    return reading('change', 'container', `${program} run`);
  const remote = program === 'ssh' ? remoteOf(items, words) : undefined;
  const taken = takenBy(program);
  const sql = taken === 'sql' ? sqlOf(program, items, words) : undefined;
  const given = remote ? readLine(remote, readCommand) : sql;
  if (given) return at < 0 ? given : { ...given, isWorded: true };
  if (at < 0) return readLine(line, readCommand);
  if (program === 'curl' || program === 'wget') return readDownload(items, words);
  const before = words[at - 1];
  const isText =
    before !== undefined && TAKES_TEXT.test(before) && words.slice(0, at).every((word) => word !== undefined);
  const known = readCommand(line);
  const runsIt = runsText(taken) && !(before !== undefined && /\.(?:[cm]?[jt]s|py|sh|rb|pl)$/.test(before));
  // `git` with words of the model: any of its commands. `git log` with one: that command.
  const by = taken === 'commands' ? 'shell-text' : 'program-text';
  if (isText && known?.openEnded !== false) return reading('open-ended', by, program);
  if (at === 0 && (runsIt || known?.openEnded === true)) return reading('open-ended', 'program', program);
  if (runsIt && before !== undefined && !before.startsWith('-')) return reading('open-ended', by, program);
  if (known === undefined || known.openEnded) return reading('unknown', 'command', program);
  return { ...reading(known.effect, 'command', known.known), isWorded: true };
}

/** The command that `ssh` runs on its host; undefined where it has none, or the model chooses a part of it. */
function remoteOf(
  items: readonly CallArgument[],
  words: readonly (string | undefined)[],
): string | undefined {
  let host = 0;
  for (let word = words[host]; word?.startsWith('-'); word = words[host])
    host += SSH_VALUES.test(word) ? 2 : 1;
  const command = items.slice(host + 1);
  return command.length === 0 || command.some(isChosen) ? undefined : lineOf(command);
}

/** What the SQL does that a client of databases is given; undefined where its words do not say which that is. */
function sqlOf(
  program: string,
  items: readonly CallArgument[],
  words: readonly (string | undefined)[],
): CallEffect | undefined {
  const before = words.findIndex((word) => word !== undefined && TAKES_SQL.test(word));
  if (before >= 0) return readSql(items[before + 1] ?? { kind: 'none' }, 'unknown');
  // `sqlite3 shop.db "SELECT 1"`
  const plain = items.filter((_, index) => !words[index]?.startsWith('-'));
  const last =
    programRow(programName(program))?.statements?.plain && plain.length > 1 ? plain.at(-1) : undefined;
  return last && readSql(last, 'unknown');
}

/** Whether a container keeps in what runs in it: no network, or nothing of this machine. */
function isContained(words: readonly (string | undefined)[]): boolean {
  const text = words.map((word) => word ?? HOLE).join(' ');
  if (/ --net(?:work)?[= ]none\b/.test(` ${text}`)) return !/ --privileged\b/.test(` ${text}`);
  return !/ (?:--privileged|-v|--volume|--mount|--pid|--net(?:work)?[= ]host)\b/.test(` ${text}`);
}

/** `curl` and `wget` by the method that their switches state. */
function readDownload(items: readonly CallArgument[], words: readonly (string | undefined)[]): CallEffect {
  const stated = words.findIndex((word) => word === '-X' || word === '--request');
  const hasBody = words.some(
    (word) => word !== undefined && /^(?:-d|-F|-T|--(?:data|json|form|upload|post)[\w-]*)(?:=|$)/.test(word),
  );
  const method: CallArgument =
    stated >= 0
      ? (items[stated + 1] ?? { kind: 'other' })
      : { kind: 'constant', value: hasBody ? 'POST' : 'GET' };
  const address =
    items.find((one) => /^https?:/.test(wordOf(one) ?? '')) ?? items.findLast((one) => one.kind === 'model');
  return readRequest(method, address ?? { kind: 'other' });
}
