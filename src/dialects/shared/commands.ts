import type { Effect, EffectReading, Place, Tool } from '../../model/index.js';
import facts from './commands.json' with { type: 'json' };
import { commandsOf } from './launch.js';

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

const MOST_WORDS = 4;

/** Whatever the program is, it only tells about itself. */
const ASKS_ABOUT = new Set(['--version', '--help', '-V', '-h']);

/** What a command line does, by its first words; undefined where the program is not known. */
export function readCommand(line: string): CommandReading | undefined {
  const words = wordsOf(line);
  const last = words.at(-1) ?? '';
  if (words.length === 2 && ASKS_ABOUT.has(last))
    return { effect: 'read', openEnded: false, local: false, known: words.join(' ') };
  for (let count = Math.min(MOST_WORDS, words.length); count > 0; count--) {
    const known = words.slice(0, count).join(' ');
    const kind = KNOWN.get(known);
    if (kind === undefined) continue;
    const effect = kind === 'open-ended' || kind === 'local' ? 'destructive' : kind;
    return { effect, openEnded: kind === 'open-ended', local: kind === 'local', known };
  }
  return undefined;
}

/** A stream that is joined to another one is no command: `2>&1`. */
const JOINED_STREAM = /\d?>{1,2}&\d?-?/g;

/** What a line of several commands does (`a && b; c | d`): what its gravest one does, or nothing known where one is not. */
function readLine(line: string): CommandReading | undefined {
  const parts = commandsOf({ text: line.replace(JOINED_STREAM, ' '), at: NOWHERE });
  if (parts.length <= 1) return readCommand(line);
  const readings = parts.map((words) => readCommand(words.map(({ text }) => text).join(' ')));
  const grave = readings
    .filter((one) => one !== undefined)
    .sort((one, other) => GRAVITY.indexOf(kindOf(one)) - GRAVITY.indexOf(kindOf(other)))[0];
  const isGrave = grave !== undefined && grave.effect !== 'read' && grave.effect !== 'change';
  return isGrave || !readings.includes(undefined) ? grave : undefined;
}

const START = { line: 1, column: 1 };
const NOWHERE: Place = { file: '', path: '', range: () => ({ start: START, end: START }) };

/** The kinds of commands, the gravest first. */
const GRAVITY: readonly (typeof KINDS)[number][] = [
  'outward',
  'destructive',
  'open-ended',
  'local',
  'change',
  'read',
];

const kindOf = ({ effect, openEnded, local }: CommandReading): (typeof KINDS)[number] =>
  openEnded ? 'open-ended' : local ? 'local' : effect === 'unknown' ? 'change' : effect;

/** The words of a command without what stands before its program: settings of variables, folders of the program. */
function wordsOf(line: string): string[] {
  const words = line
    .slice(0, 400)
    .split(/[\s:]+/)
    .filter((word) => word !== '' && word !== '*' && word !== '**');
  while (words[0] !== undefined && /^[A-Za-z_]\w*=/.test(words[0])) words.shift();
  const program = words[0];
  if (program !== undefined && /^\/(?:usr\/)?(?:local\/)?s?bin\//.test(program))
    words[0] = program.slice(program.lastIndexOf('/') + 1);
  return words.map((word) => word.replace(/\*+$/, ''));
}

/** A shell that may run commands of one form. Its effect is that of the command. */
export function commandTool(name: string, line: string, at: Place, approval: Tool['approval']): Tool {
  const reading = readLine(line);
  const effect: EffectReading = reading
    ? { effect: reading.effect, confidence: 'high', because: `the command \`${reading.known}\`` }
    : { effect: 'unknown', confidence: 'low', because: 'the command is not known' };
  const tool: Tool = {
    name,
    kind: 'shell',
    at,
    effect,
    openEnded: reading?.openEnded ?? false,
    approval,
    command: line,
  };
  if (reading?.local) tool.contained = 'on this machine alone';
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
