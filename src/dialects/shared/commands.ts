import type { Effect, EffectReading, Place, Tool } from '../../model/index.js';
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

const MOST_WORDS = 4;

/** Whatever the program is, it only tells about itself. */
const ASKS_ABOUT = new Set(['--version', '--help', '-V', '-h']);

const RUNNERS = new Set(facts.runners.words);
const RUNNER_OPTIONS = new Set(facts.runners.options);
const SCRIPTS = new Set(facts.scripts.words);
const QUESTIONS = new Map<string, string[]>(
  Object.entries(facts.questions).flatMap(([program, options]) =>
    typeof options === 'string' ? [] : [[program, options] as const],
  ),
);

/** Runners in front of each other that are looked through: `timeout 60 uv run pytest`. */
const MOST_RUNNERS = 3;

/** What leads from one command to another, or takes its words from elsewhere. */
const LEADS_ON = /[|;&$`<>\n]/;

/**
 * What a command line does, by its first words; undefined where the program is not known, or runs one script that
 * nobody can see here. `isExact`: the line is a whole command, nothing comes behind it.
 */
export function readCommand(line: string, isExact = false): CommandReading | undefined {
  const words = wordsOf(line);
  const last = words.at(-1) ?? '';
  if (words.length === 2 && ASKS_ABOUT.has(last))
    return { effect: 'read', openEnded: false, local: false, known: words.join(' ') };
  const reading = readWords(words);
  if (!reading?.openEnded || LEADS_ON.test(line)) return reading;
  const inner = readInner(words, reading.known);
  if (inner && !inner.openEnded) return inner;
  return isExact ? readExact(words, inner ?? reading) : reading;
}

function readWords(words: readonly string[]): CommandReading | undefined {
  for (let count = Math.min(MOST_WORDS, words.length); count > 0; count--) {
    const known = words.slice(0, count).join(' ');
    const kind = KNOWN.get(known);
    if (kind === undefined) continue;
    const effect = kind === 'open-ended' || kind === 'local' ? 'destructive' : kind;
    return { effect, openEnded: kind === 'open-ended', local: kind === 'local', known };
  }
  return undefined;
}

/** `npx eslint`, `timeout 60 npm test`: what a runner runs, where that is known. */
function readInner(
  words: readonly string[],
  runner: string,
  depth = MOST_RUNNERS,
): CommandReading | undefined {
  if (!RUNNERS.has(runner) || depth === 0) return undefined;
  let at = runner.split(' ').length;
  while (RUNNER_OPTIONS.has(words[at] ?? '') || /^\d+[smh]?$/.test(words[at] ?? '')) at++;
  const [program, ...rest] = words.slice(at);
  if (program === undefined) return undefined;
  const inner = [program.replace(/(?<=.)(?:@|==)[\w.^~-]{1,40}$/, ''), ...rest];
  const reading = readWords(inner);
  if (!reading) return undefined;
  const deeper = reading.openEnded ? readInner(inner, reading.known, depth - 1) : undefined;
  const found = deeper ?? reading;
  return { ...found, known: [...words.slice(0, at), found.known].join(' ') };
}

/** One whole command of a program that can run anything: a question asks, and what a script does is not known here. */
function readExact(words: readonly string[], reading: CommandReading): CommandReading | undefined {
  const isQuestion = [...QUESTIONS].some(
    ([program, options]) =>
      reading.known === program &&
      !words.some((word) => options.some((option) => word === option || startsWithValue(word, option))),
  );
  if (isQuestion) return { ...reading, effect: 'read', openEnded: false };
  const program = [...SCRIPTS].find((one) => reading.known === one || reading.known.endsWith(` ${one}`));
  if (program === undefined) return reading;
  const next = words[reading.known.split(' ').length];
  const isModule = next === '-m' || next === 'run';
  return next !== undefined && next.startsWith('-') && !isModule ? reading : undefined;
}

/** `--method=POST`, `-XPOST`, `-sX`: an option with its value, or among others. */
function startsWithValue(word: string, option: string): boolean {
  if (option.startsWith('--')) return word.startsWith(`${option}=`);
  const letter = option.charAt(1);
  return option.length === 2 && /^-[A-Za-z]/.test(word) && word.includes(letter);
}

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

/**
 * A shell that may run commands of one form. Its effect is that of the command. `isExact`: it may run this one command
 * alone.
 */
export function commandTool(
  name: string,
  line: string,
  at: Place,
  approval: Tool['approval'],
  isExact = false,
): Tool {
  const reading = readCommand(line, isExact);
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

/** Said of a tool that runs one command and no other. */
export const ONE_FORM = 'in the one form that stands there';

const MOST_FORMS = 32;

/**
 * The commands that a pattern stands for, the gravest first, where they can be written down:
 * `^npm (test|run lint)$`. Undefined where it fits others too.
 */
export function exactForms(pattern: string): string[] | undefined {
  let forms = [''];
  const text = pattern.replace(/^\^/, '').replace(/\$$/, '');
  for (const [, choices, plain, escaped] of text.matchAll(
    /\((?:\?:)?([\w /|-]{1,200})\)(?![*+?{])|([\w /=-])(?![*+?{])|\\([.\-/ ])(?![*+?{])|[^]/g,
  )) {
    const next = choices?.split('|') ?? [plain ?? escaped ?? ''];
    if (next.includes('')) return undefined;
    forms = forms.flatMap((form) => next.map((one) => `${form}${one}`));
    if (forms.length > MOST_FORMS) return undefined;
  }
  const gravity = (line: string) => {
    const { openEnded = false, effect = 'unknown' } = readCommand(line, true) ?? {};
    return openEnded ? 0 : GRAVEST.indexOf(effect);
  };
  return text === '' ? undefined : forms.sort((a, b) => gravity(a) - gravity(b));
}

const GRAVEST: readonly Effect[] = ['destructive', 'outward', 'unknown', 'change', 'read'];

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
