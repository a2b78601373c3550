import type { Effect, EffectReading, Place, Tool } from '../../model/index.js';
import { segmentsOf, wordsOf } from './command-words.js';
import facts from './commands.json' with { type: 'json' };

/** What a command does. `open-ended`: whatever it is given. */
export interface CommandReading {
  effect: Effect;
  openEnded: boolean;
  /** What it cannot undo stays on this machine. */
  local: boolean;
  /** The beginning that says so, for example `git push`. */
  known: string;
}

const KINDS = ['open-ended', 'outward', 'destructive', 'local', 'read', 'change'] as const;

const KNOWN: ReadonlyMap<string, (typeof KINDS)[number]> = new Map(
  KINDS.flatMap((kind) => facts[kind].map((words) => [words, kind] as const)),
);

/** Programs that run the command behind them, each with the switches that change which command that is. */
const WRAPPERS: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(facts.wrappers));
const FROM_INPUT = new Set(facts['from-input']);
const CLIENTS: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(facts.clients));

/** Switches with a value between a program and what it is to do: `git -C folder push`. */
const GLOBALS: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(facts.globals));

const MOST_WORDS = 4;

/** Whatever the program is, it only tells about itself. */
const ASKS_ABOUT = new Set(['--version', '--help', '-V', '-h']);

/**
 * What a command line does, by the first words of each of its commands, of which the gravest counts; undefined where a
 * program is not known and no other one tells enough.
 */
export function readCommand(line: string): CommandReading | undefined {
  const readings = segmentsOf(line).map((segment) => readWords(wordsOf(segment)));
  const gravest = readings.reduce<CommandReading | undefined>(graver, undefined);
  const isGrave = gravityOf(gravest) > GRAVITY.unknown;
  return isGrave || readings.every((reading) => reading !== undefined) ? gravest : undefined;
}

/** From the gravest on: what leaves this machine or cannot be undone, what may be anything, what nobody knows. */
const GRAVITY = {
  outward: 5,
  destructive: 5,
  openEnded: 4,
  local: 3,
  unknown: 2,
  change: 1,
  read: 0,
} as const;

/** How grave a command is, against others; undefined stands for one that is not known. */
export const gravityOf = (command: CommandReading | undefined): number =>
  GRAVITY[command?.local ? 'local' : command?.openEnded ? 'openEnded' : (command?.effect ?? 'unknown')];

const graver = (one: CommandReading | undefined, other: CommandReading | undefined) =>
  one === undefined || (other !== undefined && gravityOf(other) > gravityOf(one)) ? other : one;

function readWords(said: readonly string[]): CommandReading | undefined {
  const words = withoutGlobals(said);
  const last = words.at(-1) ?? '';
  if (words.length === 2 && ASKS_ABOUT.has(last))
    return { effect: 'read', openEnded: false, local: false, known: words.join(' ') };
  const known = longestKnown(words);
  // Which script it is stands there, and what that does does not.
  if (known !== undefined && known === words[0] && FROM_INPUT.has(known) && SCRIPT.test(words[1] ?? ''))
    return undefined;
  const inner = known === undefined || KNOWN.get(known) === 'open-ended' ? insideWrapper(words) : undefined;
  if (inner) return inner;
  const kind = known === undefined ? undefined : KNOWN.get(known);
  if (known === undefined || kind === undefined) return undefined;
  const effect = kind === 'open-ended' || kind === 'local' ? 'destructive' : kind;
  return { effect, openEnded: kind === 'open-ended', local: kind === 'local', known };
}

const SCRIPT = /^[\w@~./\\-]{1,200}\.(?:[cm]?[jt]sx?|py|sh|bash|rb|pl|php|ps1)$/;

/** The words without the switches before a subcommand. `git -c` may name programs to run, and stays. */
function withoutGlobals(words: readonly string[]): readonly string[] {
  const length = [2, 1].find((count) => GLOBALS.has(words.slice(0, count).join(' ')));
  if (length === undefined) return words;
  const valued = GLOBALS.get(words.slice(0, length).join(' ')) ?? [];
  let from = length;
  for (let word = words[from]; word !== undefined; word = words[from]) {
    if (valued.includes(word)) from += 2;
    else if (valued.some((one) => word?.startsWith(`${one}=`)) || word === '--no-pager') from++;
    else break;
  }
  return from === length ? words : [...words.slice(0, length), ...words.slice(from)];
}

function longestKnown(words: readonly string[]): string | undefined {
  for (let count = Math.min(MOST_WORDS, words.length); count > 0; count--) {
    const known = words.slice(0, count).join(' ');
    if (KNOWN.has(known)) return known;
  }
  return undefined;
}

/** What the command behind a wrapper does (`npx tsc`, `timeout 5 git push`); undefined where it is not known. */
function insideWrapper(words: readonly string[]): CommandReading | undefined {
  const length = [2, 1].find(
    (count) => words.length > count && WRAPPERS.has(words.slice(0, count).join(' ')),
  );
  if (length === undefined) return undefined;
  const turning = WRAPPERS.get(words.slice(0, length).join(' ')) ?? [];
  let from = length;
  for (; from < words.length; from++) {
    const word = words[from] ?? '';
    if (turning.some((one) => word === one || word.startsWith(`${one}=`))) return undefined;
    // Its own switches, a time, settings of variables.
    if (!/^(?:-|[\d.]+[smhd]?$|[A-Za-z_]\w*=)/.test(word)) break;
  }
  return readWords(words.slice(from));
}

/** Whether a command that stands alone, without a star, still runs whatever is fed to it: `bash`, `python -`. */
function runsItsInput(line: string): boolean {
  return segmentsOf(line).some((segment) => {
    const [program = '', ...rest] = wordsOf(segment);
    const said = rest.filter((word) => !word.startsWith('-')).length;
    const client = CLIENTS.get(program);
    if (client !== undefined) return said < 2 && !rest.some((word) => client.includes(word));
    return FROM_INPUT.has(program) && said === 0;
  });
}

/**
 * A shell that may run commands of one form. Its effect is that of the command. Where one command stands there alone, the
 * program may be able to run anything, and this command runs one thing: which, its words do not tell.
 */
export function commandTool(
  name: string,
  line: string,
  at: Place,
  approval: Tool['approval'],
  isOne = false,
): Tool {
  const reading = readCommand(line);
  const isSettled = isOne && reading?.openEnded === true && !runsItsInput(line);
  const effect: EffectReading =
    reading && !isSettled
      ? { effect: reading.effect, confidence: 'high', because: `the command \`${reading.known}\`` }
      : { effect: 'unknown', confidence: 'low', because: 'the command is not known' };
  const tool: Tool = {
    name,
    kind: 'shell',
    at,
    effect,
    openEnded: !isSettled && (reading?.openEnded ?? false),
    approval,
    command: line,
  };
  if (isOne) tool.contained = 'in the one form that stands there';
  else if (reading?.local) tool.contained = 'on this machine alone';
  return tool;
}

const ANYTHING = /^\^?\(?\.[*+]\)?\$?$/;

/** The words that a pattern of commands begins with; empty where it stands for any command, undefined where it has none. */
export function plainStart(pattern: string): string | undefined {
  if (ANYTHING.test(pattern)) return '';
  const found = /^\^?((?:[\w /-]|\.(?![*+?]))+)/.exec(pattern);
  if (!found) return undefined;
  const [start, words = ''] = found;
  // A quantifier belongs to the last character, so that the word before it is not whole.
  const whole = /[*+?{]/.test(pattern.charAt(start.length)) ? words.replace(/[^ ]+$/, '') : words;
  return whole.trim() || undefined;
}
