import { readStatement } from '../../effects/calls/sql.js';
import { programRow, programsOf, wordsIn, wrapsOf } from '../../facts/programs/table.js';
import type { Effect, EffectReading, Place, Tool } from '../../model/index.js';
import { withoutEnd } from '../../model/without-end.js';
import {
  type CommandLine,
  commandLine,
  isQuoted,
  spelledLines,
  TEXTS,
} from '../../syntax/shell/command-line.js';
import type { Word } from '../../syntax/shell/word.js';
import {
  type CommandKind,
  type CommandRow,
  fits,
  gravestRow,
  optionsOf,
  rowOf,
  rowsBelow,
  rowsOf,
  switchesBelow,
  switchOf,
} from './command-table.js';
import facts from './command-words.json' with { type: 'json' };
import { isLoose, meet } from './globs.js';

/** What a command does. `openEnded`: whatever it is given. */
export interface CommandReading {
  effect: Effect;
  openEnded: boolean;
  /** What it cannot undo stays on this machine. */
  local: boolean;
  /** It runs a script of the project, and only the name of that says what it does, or it may be any of a folder. */
  script: false | 'script-name' | 'any-script';
  /** The beginning that says so, for example `git push`. */
  known: string;
}

/** Switches without a value between a program and what it is to do. */
const FLAGS = new Set(facts.flags.split(' '));

const STARTS = wordsIn(facts.starts);

/** Functions of Python and JavaScript that start a command. */
export const startingCalls = (): readonly string[] => STARTS;

/** Whatever the program is, it only describes itself. */
const ASKS_ABOUT = new Set(['--version', '--help', '-V', '-h']);

/**
 * What a command line does, by the first words of each of its commands, of which the gravest counts; undefined where a
 * program is not known and no other one says enough. A beginning of commands is as grave as all that it can become.
 */
export const readCommand = (line: string, isBeginning = false): CommandReading | undefined =>
  readLines(linesOf(line), isBeginning);

/** What a script of a shell does, by its commands; undefined where one is not known and no other one says enough. */
export const readScript = (text: string, language?: 'powershell' | 'cmd'): CommandReading | undefined =>
  readLines(linesOf(text, MOST_SCRIPT, language), false);

const MOST_SCRIPT = 50_000;

function readLines(lines: readonly CommandLine[], isBeginning: boolean): CommandReading | undefined {
  const rows = lines.map((line, index) => {
    const begins = isBeginning && index === lines.length - 1;
    const row = readWords(wordsOf(line), begins);
    return row?.kind === 'any' && !begins ? (statementRow(line) ?? row) : row;
  });
  // Beside a command that is known to act, one that runs whatever it is given says no more.
  const acting = rows.filter((row) => row !== undefined && ACTING.has(row.kind));
  const gravest = gravestRow(acting.length > 0 ? acting : rows);
  return gravest && (isGrave(gravest) || !rows.includes(undefined)) ? readingOf(gravest) : undefined;
}

/** What a client of a database does with the SQL that its line states; undefined where the line states none, or more. */
function statementRow({ argv, redirects, holes }: CommandLine): CommandRow | undefined {
  const words = argv.map(({ value }) => value);
  const from = words.findIndex((word) => programRow(word)?.statements);
  const [program = '', ...rest] = words.slice(from);
  const stated = from < 0 ? undefined : programRow(program)?.statements;
  const isOne = (word: string | undefined, names: string | undefined) =>
    word !== undefined && wordsIn(names).some((name) => isSwitch(word, name));
  if (!stated || redirects.from.length > 0 || holes.some(({ commands }) => commands)) return undefined;
  if (rest.some((word) => isOne(word, stated.files))) return undefined;
  const texts = rest.flatMap((word, index) => {
    if (isOne(word, stated.after)) return /=(.*)$/s.exec(word)?.[1] ?? rest[index + 1] ?? '';
    return [];
  });
  // `sqlite3 shop.db "SELECT 1"`
  const given = rest.filter((word, index) => !word.startsWith('-') && !isOne(rest[index - 1], stated.after));
  if (stated.plain) texts.push(...given.slice(1));
  const rows = texts.map((text): CommandRow | undefined => {
    const read = /[$`\\]/.test(text) ? undefined : readStatement(text);
    if (read === undefined || read.effect === 'unknown') return undefined;
    return { kind: read.effect, words: [program, read.verb.toUpperCase()] };
  });
  return rows.includes(undefined) ? undefined : gravestRow(rows);
}

/** Whether a word is a switch: `-c`, `-Atc`, `--command=x`. */
const isSwitch = (word: string, name: string): boolean =>
  word === name ||
  (name.startsWith('--') && word.startsWith(`${name}=`)) ||
  (/^-\w$/.test(name) && /^-[A-Za-z]+$/.test(word) && word.endsWith(name.slice(1)));

const ACTING: ReadonlySet<CommandKind | Effect> = new Set(['outward', 'destructive']);
const OPEN_ENDED: ReadonlySet<CommandKind> = new Set(['any', 'account', 'many']);

function readingOf({ kind, words }: CommandRow): CommandReading {
  const openEnded = OPEN_ENDED.has(kind);
  const script = kind === 'script' ? 'script-name' : kind === 'scripts' && 'any-script';
  const effect = openEnded || kind === 'local' ? 'destructive' : script ? 'outward' : (kind as Effect);
  return {
    effect,
    openEnded,
    local: kind === 'local',
    script,
    known: words[0] === ANY_PROGRAM ? (words[1] ?? '') : words.join(' ').replaceAll('*', ''),
  };
}

/** Whether something is worse than what nobody knows. */
const isGrave = ({ kind }: CommandRow): boolean => kind !== 'change' && kind !== 'read';

function readWords(said: readonly string[], isBeginning: boolean): CommandRow | undefined {
  const words = withoutGlobals(said);
  const [program = '', last = ''] = words;
  if (words.length === 2 && ASKS_ABOUT.has(last)) return { kind: 'read', words };
  const isHelp = words[1] === 'help' || (words.length <= 4 && words.at(-1) === programRow(program)?.help);
  if (isHelp && programRow(program) && !wrapsOf(words)) return { kind: 'read', words };
  const known = rowOf(words);
  const isAlone = known === undefined || known.words.length === 1;
  const isGiven = programsOf('input').has(program) || programsOf('files').has(program);
  const script = isGiven ? (scriptAmong(words) ?? '') : program;
  // The line names the script, and does not say what it does, unless by that name.
  if (isAlone && (SCRIPT.test(script) || (programsOf('files').has(program) && NAMED.test(script)))) {
    const row = rowOf(['make', script.replace(/^.*[/\\]|\.\w+$/g, '')]);
    if (row?.kind === 'script') return { kind: 'script', words: [script] };
    if (script !== program) return isBeginning ? gravestRow(rowsBelow(words)) : undefined;
  }
  if (known === undefined || known.kind === 'any') {
    // `npx tsc`, `timeout 5 git push`
    const [inner, ...rest] = insideWords(words) ?? [];
    if (inner !== undefined) return readWords([withoutVersion(inner), ...rest], isBeginning);
  }
  const look = looksOnly(words);
  if (look !== undefined) return { kind: 'read', words: look };
  const { has } = optionsOf(words);
  const own = has ?? gravestRow([known, isAlone ? switchOf(words) : undefined]);
  return isBeginning ? begun(words, known, own) : own;
}

/** What commands that begin so can do: the gravest of it. `known`: the row that fits; `own`: with its switches. */
function begun(
  words: readonly string[],
  known: CommandRow | undefined,
  own: CommandRow | undefined,
): CommandRow | undefined {
  const isAlone = known === undefined || known.words.length === 1;
  const below = gravestRow([
    ...rowsBelow(words),
    ...(isAlone ? switchesBelow(words[0] ?? '') : []),
    ...optionsOf(words).all,
  ]);
  // A row for any word in the middle is for many commands, of which these need not be one.
  const reached = below?.words.includes('*') ? { kind: below.kind, words: [...words, '...'] } : below;
  // A program of many commands: which of them, the words behind it do not say, or its rows do.
  const isOpen =
    own?.kind === 'many' || (own?.kind === 'account' && own.words.length < words.length) || own === undefined;
  if (!isOpen) return OPEN_ENDED.has(own.kind) ? own : gravestRow([own, reached]);
  return reached && isGrave(reached) ? reached : undefined;
}

/** In place of a program: a pattern lets run any. */
const ANY_PROGRAM = '*';

/** Whether a pattern is for every program that only describes itself. */
export const describes = (pattern: string): boolean => /^\*\s+(?:--version|--help|-V|-h)$/.test(pattern);

/**
 * What the gravest of the commands does that fit a pattern, by its characters. A row for whatever a program does counts
 * where the pattern says no more than the program.
 */
function readGlob(glob: string): CommandRow | undefined {
  return gravestRow(textsOf(glob).map((text) => rowOfGlob(text.trim().replaceAll(/\s*:\*$/g, ' *'))));
}

function rowOfGlob(text: string): CommandRow | undefined {
  const glob = withoutFolder(text);
  const star = glob.indexOf('*');
  if (star < 0) {
    const [line] = linesOf(glob);
    return line && readWords(wordsOf(line), false);
  }
  if (describes(glob)) return { kind: 'read', words: [ANY_PROGRAM, text] };
  if (star === 0) return { kind: 'any', words: [ANY_PROGRAM, text] };
  const head = glob.slice(0, star);
  const inside = insideWords(glob.split(/\s+/));
  if (inside) return rowOfGlob(inside.join(' '));
  const matched = rowsOf(/^\S+(?=\s)/.exec(head)?.[0]).filter((row) => {
    const { kind, words } = row;
    if (!isBelow(row, head)) return false;
    const line = spelled(words);
    const isOpen = OPEN_ENDED.has(kind);
    if (isOpen && head.length > line.length + 1) return false;
    return meet(glob, line) || meet(glob, `${line} *`);
  });
  // A program of many commands is as grave as those of them that fit.
  const acting = matched.filter(({ kind }) => kind !== 'many');
  const options = matched
    .filter(({ words }) => meet(glob, `${spelled(words)} *`))
    .flatMap(({ words }) => [
      ...optionsOf(words).all,
      ...(words.length === 1 ? switchesBelow(words[0] ?? '') : []),
    ]);
  return gravestRow([...(acting.length > 0 ? acting : matched), ...options]);
}

/** Whether a row may be of the words before a star, up to the first option: a star of a row stands for one word. */
function isBelow(row: CommandRow, head: string): boolean {
  const said = head.split(/\s+/).slice(0, -1);
  const options = said.findIndex((word) => /^["'-]/.test(word));
  return programRow(said[0] ?? '')?.colons || fits(row, options < 0 ? said : said.slice(0, options));
}

/** Words of the table as a line has them: some programs join their subcommands by a colon. */
const spelled = ([program = '', ...words]: readonly string[]): string =>
  [program, ...(programRow(program)?.colons ? [words.join(':')] : words)].join(' ').trimEnd();

/** A pattern without the folder of installed programs in which its program is. */
const withoutFolder = (glob: string): string =>
  glob.startsWith('/') ? glob.replace(FOLDER, '').replace(/^(?:\/[\w.-]*)*\/(?=\*)/, '') : glob;

/** The folder of scripts of which a pattern lets run any: `./scripts/*`, `python scripts/*`. */
function folderOfScripts(glob: string): string | undefined {
  const [, interpreter, folder] = FOLDER_OF_SCRIPTS.exec(glob.trim()) ?? [];
  // Without a folder, the interpreter runs any program: `python *`.
  if (!folder || (interpreter === undefined && !/^\.\/|\//.test(folder))) return undefined;
  // `/usr/bin/*` is any program.
  return interpreter === undefined && folder.startsWith('/') ? undefined : folder;
}

/** Whether a beginning of commands ends with a folder in which scripts are: `bash scripts/`. */
export const namesFolder = (line: string): boolean =>
  line.endsWith('/') && folderOfScripts(`${line}*`) !== undefined;

const FOLDER_OF_SCRIPTS =
  /^(?:(python3?|node|bash|sh|zsh|tsx|ts-node|ruby|perl|bun|deno run|uv run|npx tsx)\s+)?((?:\.\/)?(?:\.?[\w@-][\w@.-]*\/)*(?:\w[\w.-]*)?|\.\/|~?\/(?:[\w@-][\w@.-]*\/)+(?:\w[\w.-]*)?)\*+(?:\.\w+)?(?:\s*:?\*)?$/;

/** The script that an interpreter is given; PowerShell names it behind `-File`. */
function scriptAmong(words: readonly string[]): string | undefined {
  const file = words.findIndex((word) => /^-file$/i.test(word));
  return words[file < 0 ? 1 : file + 1];
}

/** Switches with which a client of HTTP asks whether something is there, and those that make it send or write. */
const LOOKS: ReadonlyMap<string, { looks: RegExp; acts: RegExp }> = new Map([
  [
    'curl',
    {
      looks: /^(?:-[fgikLqsSv46#]*I[fgikLqsSv46#]*|--head)$/,
      acts: /^-(?:[fgiIkLqsSv46#]*[XdFTKoOQ]|-(?:request|data|json|form|upload|config|output|remote-name|quote))/,
    },
  ],
  ['wget', { looks: /^--spider$/, acts: /^-(?:[ieO]|-(?:method|post|body|input|execute|output))/ }],
]);

/** The beginning that says that nothing but headers is asked for: `curl -sI`. */
function looksOnly(words: readonly string[]): readonly string[] | undefined {
  const program = words[0] ?? '';
  const switches = LOOKS.get(program);
  const look = words.find((word) => switches?.looks.test(word));
  if (look === undefined || words.some((word) => switches?.acts.test(word))) return undefined;
  return [program, look];
}

/** A file that an interpreter is given, whatever its name: what follows is for that file. */
const NAMED = /^[\w@~.][\w@~./\\-]{0,200}(?<![/\\])$/;

const SCRIPT =
  /^(?:[A-Za-z]:|\$\{?\w+\}?(?=\/))?[\w@~ ./\\-]{1,200}\.(?:[cm]?[jt]sx?|py|sh|bash|rb|pl|php|ps1)$/;

/** The words without the switches before a subcommand. `git -c` may name programs to run, and stays. */
function withoutGlobals(words: readonly string[]): readonly string[] {
  const [program = '', next = ''] = words;
  const globals = programRow(program)?.globals;
  if (!globals) return words;
  const length = Object.hasOwn(globals, next) ? 2 : 1;
  const valued = wordsIn(globals[length === 2 ? next : '']);
  let from = length;
  for (let word = words[from]; word !== undefined; word = words[from]) {
    if (valued.includes(word)) from += 2;
    else if (valued.some((one) => word?.startsWith(`${one}=`)) || FLAGS.has(word)) from++;
    else break;
  }
  return from === length ? words : [...words.slice(0, length), ...words.slice(from)];
}

/** The words of the command that a wrapper starts; undefined where the words do not name it. */
function insideWords(words: readonly string[]): readonly string[] | undefined {
  const { startsBy, inner } = commandLine(words, TEXTS, ['project', 'package', 'module', 'input']);
  const [inside] = startsBy === 'words' ? inner : [];
  return inside && inside.argv.length > 0 ? inside.argv : undefined;
}

/** `prisma@6` and `@scope/cli@latest` run the same program as without a version. */
const withoutVersion = (name: string): string => name.replace(/(?<=.)@[\w.^~-]{1,60}$/, '');

/** Whether a command that is alone, without a star, still runs whatever is fed to it: `bash`, `python -`. */
function runsItsInput(line: string): boolean {
  const lines = linesOf(line);
  return [...lines, ...lines.flatMap(({ inner }) => inner)].some((one) => {
    const [program = '', ...rest] = wordsOf(one);
    const said = rest.filter((word) => !word.startsWith('-')).length + one.redirects.from.length;
    const client = programRow(program)?.client;
    if (client !== undefined) return said < 2 && !rest.some((word) => wordsIn(client).includes(word));
    return programsOf('input').has(program) && said === 0;
  });
}

/** What the commands do that a shell takes as one argument: `bash -c "git push"`. */
function readInline(line: string): CommandReading | undefined {
  const [one, ...more] = linesOf(line);
  const isText = one?.startsBy === 'text' && more.length === 0 && one.holes.length === 0;
  const isShown = one?.inner.every(({ argv }) => !argv.some(({ value }) => /[$`]/.test(value)));
  const reading = isText && isShown ? readLines(one.inner, false) : undefined;
  return reading?.openEnded ? undefined : reading;
}

const EVERYTHING = new Set(facts.everything.split(' '));

/** Whether a command removes a whole machine or home directory: `rm -rf /`. */
function isRemovingAll({ argv, inner }: CommandLine): boolean {
  const words = argv.map(({ value }) => value);
  const rest = words.slice(words.indexOf('rm') + 1);
  const removes =
    words.includes('rm') &&
    rest.some((word) => EVERYTHING.has(word)) &&
    rest.some((word) => /^(?:-[A-Za-z]*[rR]|--recursive$)/.test(word));
  return removes || inner.some(isRemovingAll);
}

/** What a pattern of commands lets run: by its words, and by its characters where a star is not behind them. */
function readPattern(line: string, isOne: boolean, glob: string | undefined): CommandReading | undefined {
  const pattern = glob ?? (!isOne && namesFolder(line) ? `${line}*` : undefined);
  const folder = pattern === undefined ? undefined : folderOfScripts(pattern);
  // `heroku config:*` begins no `heroku config:set`: what follows stands behind a blank.
  const isWhole =
    isOne ||
    (glob !== undefined && / [^*]/.test(line) && programRow(line.split(' ')[0] ?? '')?.colons === true);
  const reading =
    folder === undefined ? readCommand(line, !isWhole) : readingOf({ kind: 'scripts', words: [folder] });
  if (glob === undefined || !(isLoose(glob) || textsOf(glob).length > 1)) return reading;
  const row = readGlob(glob);
  if (!row) return reading;
  const byCharacters = readingOf(row);
  return reading && gravityOf(reading) <= gravityOf(byCharacters) ? reading : byCharacters;
}

/**
 * The gravest command of those that begin with a program, where other rules take back the options without which it reads;
 * undefined where it still runs any, or none of them is taken back.
 */
export function withoutOptions(pattern: string, isTaken: (option: string) => boolean): string | undefined {
  const program = /^(\S+) \*$/.exec(pattern)?.[1] ?? '';
  const acting = wordsIn(programRow(program)?.readsBut);
  const left = acting.filter((option) => !isTaken(option)).map((option) => `${program} . ${option}`);
  const readings = left.map((line) => readCommand(line, false));
  if (left.length === acting.length || readings.some((one) => one?.openEnded)) return undefined;
  const gravities = readings.map(gravityOf);
  return left[gravities.indexOf(Math.min(...gravities))] ?? `${program} .`;
}

/** Where a reading stands among others, from the gravest on; one that nobody knows before those that do no harm. */
export function gravityOf(reading: CommandReading | undefined): number {
  if (reading === undefined) return 5.5;
  const { script, local, openEnded, effect } = reading;
  if (script || local) return script ? 5 : 4;
  return openEnded ? 1 : ACTING.has(effect) ? 0 : HARMLESS;
}

const HARMLESS = 6;

/** Whether a reading of that gravity does no harm. */
export const isHarmless = (gravity: number): boolean => gravity >= HARMLESS;

/**
 * A shell that may run commands of one form. Its effect is that of the command. If it is the only command, the
 * program may be able to run anything, and this command runs one thing: which one, its words do not say.
 */
export function commandTool(
  name: string,
  line: string,
  at: Place,
  approval: Tool['approval'],
  isOne = false,
  glob?: string,
): Tool {
  const whole = readPattern(line, isOne, glob);
  // What follows the text that a shell runs is no part of it.
  const isText = isOne || /["'](?::\*|\s+\*)$/.test(glob ?? `${line} *`);
  const inline = isText && whole?.openEnded ? readInline(line) : undefined;
  const reading = inline ?? whole;
  const isFixed = isOne || (isText && linesOf(line).every(({ startsBy }) => startsBy === 'text'));
  const isSettled = isFixed && reading?.openEnded === true && !runsItsInput(line);
  const effect: EffectReading =
    reading && !isSettled
      ? {
          effect: reading.effect,
          confidence: reading.script ? 'low' : 'high',
          because: { from: reading.script || 'command', words: reading.known },
        }
      : { effect: 'unknown', confidence: 'low', because: { from: 'unknown-command' } };
  // One form of a command that removes everything is enough.
  const containedBy = isOne ? !linesOf(line).some(isRemovingAll) && ONE_FORM : reading?.local && MACHINE;
  return {
    name,
    kind: 'shell',
    at,
    effect,
    openEnded: !isSettled && (reading?.openEnded ?? false),
    approval,
    command: line,
    ...(isOne && { oneCommand: true }),
    ...(containedBy && { containedBy }),
  };
}

const ONE_FORM = { by: 'one-form' } as const;
const MACHINE = { by: 'machine' } as const;

/**
 * Whether a pattern has its `:*`, which Claude Code reads as a beginning of commands, behind a program or a subcommand,
 * where no command has a colon. Scripts have (`npm run test:*`).
 */
export function endsInColon(pattern: string): boolean {
  if (!/^[\w ./-]{1,200}:\*$/.test(pattern)) return false;
  const words = pattern.slice(0, -2).trim().split(/ +/);
  const row = rowOf(words);
  const length = rowsBelow(words).length > 0 ? words.length : (row?.words.length ?? 0);
  const isScript = words.length > 2 && words[1] === 'run';
  const isWrapper = wrapsOf(words)?.length === length;
  return !isScript && (length === words.length || (isWrapper && length + 1 === words.length));
}

/** Whether words are a program or a subcommand that is mostly given more words, and acts with them. */
export function takesWords(line: string): boolean {
  const words = line.trim().split(/\s+/);
  const row = rowOf(words);
  const below = rowsBelow(words);
  const isWrapper = wrapsOf(words)?.length === words.length;
  return isWrapper || (row !== undefined && isGrave(row)) || below.some(isGrave);
}

const MOST_TEXT = 2_000;

/** The commands of a line that do something: what only opens or closes a block of a shell does not. */
const linesOf = (line: string, most = MOST_TEXT, language?: 'powershell' | 'cmd'): CommandLine[] =>
  spelledLines(line.slice(0, most), language).filter(
    ({ argv: [first] }) => first !== undefined && (isQuoted(first) || !BLOCKS.has(first.value)),
  );

const BLOCKS: ReadonlySet<string> = new Set('for case select fi done esac }'.split(' '));

/** The commands of a line, each as it is spelled. */
const textsOf = (line: string): string[] =>
  linesOf(line).map(({ argv }) => line.slice(argv[0]?.start, argv.at(-1)?.end));

/** The words of a command as the table has them: a colon parts them, a star at the end is left out. */
function wordsOf({ argv }: CommandLine): string[] {
  const from = argv[0]?.start ?? 0;
  const words = argv
    .filter(({ start }) => start - from < MOST_READ)
    // The colon behind the letter of a drive is a part of its path.
    .flatMap((word: Word) =>
      isQuoted(word) ? word.value : word.value.split(/[\s:]+(?<!^[A-Za-z]:(?=[\\/]))/),
    )
    .filter((word) => word !== '' && word !== '*' && word !== '**');
  const program = words[0];
  if (program !== undefined)
    words[0] = (FOLDER.test(program) ? (program.split(/[\\/]/).at(-1) ?? '') : program).replace(
      /\.exe$/i,
      '',
    );
  return words.map((word) => withoutEnd(word, '*'));
}

/** Characters of one command that are read. */
const MOST_READ = 400;

/** Folders of installed programs, of the machine or of an environment of the project. */
const FOLDER =
  /^(?:\/(?:[\w.-]{1,40}\/){0,6}|(?:[\w.~$-]{1,40}[\\/]){0,6}(?:\.?v?env|\.local|node_modules)[\\/])(?:\.?s?bin|Scripts)[\\/]/;
