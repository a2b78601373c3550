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

/** Programs that run the command behind them, each with the switches that change which command that is. */
const WRAPPERS: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(facts.wrappers));
const FROM_INPUT = new Set(facts['from-input']);
const CLIENTS: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(facts.clients));

/** Switches with a value between a program and what it is to do: `git -C folder push`. */
const GLOBALS: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(facts.globals));

const MOST_WORDS = 4;

/** Whatever the program is, it only describes itself. */
const ASKS_ABOUT = new Set(['--version', '--help', '-V', '-h']);

/**
 * What a command line does, by the first words of each of its commands, of which the gravest counts; undefined where a
 * program is not known and no other one says enough.
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
const gravityOf = (command: CommandReading | undefined): number =>
  GRAVITY[command?.local ? 'local' : command?.openEnded ? 'openEnded' : (command?.effect ?? 'unknown')];

const graver = (one: CommandReading | undefined, other: CommandReading | undefined) =>
  one === undefined || (other !== undefined && gravityOf(other) > gravityOf(one)) ? other : one;

function readWords(said: readonly string[]): CommandReading | undefined {
  const words = withoutGlobals(said);
  const last = words.at(-1) ?? '';
  if (words.length === 2 && ASKS_ABOUT.has(last))
    return { effect: 'read', openEnded: false, local: false, known: words.join(' ') };
  const known = longestKnown(words);
  // The line names the script, and does not say what it does.
  if (
    known !== undefined &&
    known === words[0] &&
    FROM_INPUT.has(known) &&
    SCRIPT.test(scriptAmong(words) ?? '')
  )
    return undefined;
  const inner = known === undefined || KNOWN.get(known) === 'open-ended' ? insideWrapper(words) : undefined;
  if (inner) return inner;
  const look = looksOnly(words);
  if (look !== undefined) return { effect: 'read', openEnded: false, local: false, known: look };
  const kind = known === undefined ? undefined : KNOWN.get(known);
  if (known === undefined || kind === undefined) return undefined;
  const effect = kind === 'open-ended' || kind === 'local' ? 'destructive' : kind;
  return { effect, openEnded: kind === 'open-ended', local: kind === 'local', known };
}

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
function looksOnly(words: readonly string[]): string | undefined {
  const program = words[0] ?? '';
  const switches = LOOKS.get(program);
  const look = words.find((word) => switches?.looks.test(word));
  if (look === undefined || words.some((word) => switches?.acts.test(word))) return undefined;
  return `${program} ${look}`;
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

/** Whether a command that is alone, without a star, still runs whatever is fed to it: `bash`, `python -`. */
function runsItsInput(line: string): boolean {
  return segmentsOf(line).some((segment) => {
    const [program = '', ...rest] = wordsOf(segment);
    const said = rest.filter((word) => !word.startsWith('-')).length;
    const client = CLIENTS.get(program);
    if (client !== undefined) return said < 2 && !rest.some((word) => client.includes(word));
    return FROM_INPUT.has(program) && said === 0;
  });
}

const INLINE =
  /^\s*(?:bash|sh|zsh|dash|pwsh|powershell)(?:\s+-[A-Za-z]{1,20})*?\s+-(?:[a-z]{0,4}c|Command)\s+(?:"([^"$`\\]{1,1000})"|'([^'$`]{1,1000})')\s*$/;

/** What the commands do that a shell takes as one argument: `bash -c "git push"`. */
function readInline(line: string): CommandReading | undefined {
  const [, plain, verbatim] = INLINE.exec(line) ?? [];
  const reading = readCommand(plain ?? verbatim ?? '');
  return reading?.openEnded ? undefined : reading;
}

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
): Tool {
  const whole = readCommand(line);
  const inline = isOne && whole?.openEnded ? readInline(line) : undefined;
  const reading = inline ?? whole;
  const isSettled = isOne && reading?.openEnded === true && !runsItsInput(line);
  const effect: EffectReading =
    reading && !isSettled
      ? { effect: reading.effect, confidence: 'high', because: { from: 'command', words: reading.known } }
      : { effect: 'unknown', confidence: 'low', because: { from: 'unknown-command' } };
  const tool: Tool = {
    name,
    kind: 'shell',
    at,
    effect,
    openEnded: !isSettled && (reading?.openEnded ?? false),
    approval,
    command: line,
  };
  if (isOne) tool.oneCommand = true;
  if (isOne) tool.containedBy = { by: 'one-form' };
  else if (reading?.local) tool.containedBy = { by: 'machine' };
  return tool;
}

/**
 * Whether a pattern has its `:*`, which Claude Code reads as a beginning of commands, behind a program or a subcommand,
 * where no command has a colon. Scripts have (`npm run test:*`).
 */
export function endsInColon(pattern: string): boolean {
  if (!/^[\w ./-]{1,200}:\*$/.test(pattern)) return false;
  const words = pattern.slice(0, -2).trim().split(/ +/);
  const known = longestKnown(words) ?? '';
  const length = known === '' ? 0 : known.split(' ').length;
  const isScript = words.length > 2 && words[1] === 'run';
  return !isScript && (length === words.length || (WRAPPERS.has(known) && length + 1 === words.length));
}

const ANYTHING = /^\^?\(?\.[*+]\)?\$?$/;

/** The words that a pattern of commands begins with; empty where it is for any command, undefined where it has none. */
export function plainStart(pattern: string): string | undefined {
  if (ANYTHING.test(pattern)) return '';
  const found = /^\^?((?:[\w /-]|\.(?![*+?]))+)/.exec(pattern);
  if (!found) return undefined;
  const [start, words = ''] = found;
  // A quantifier belongs to the last character, so that the word before it is not whole.
  const whole = /[*+?{]/.test(pattern.charAt(start.length)) ? words.replace(/[^ ]+$/, '') : words;
  return whole.trim() || undefined;
}

const MOST_FORMS = 32;

/**
 * The commands that a pattern stands for, the gravest first, where they can be written down:
 * `^npm (test|run lint)$`, `^npm (run )?tests?$`. Undefined where it fits others too.
 */
export function exactForms(pattern: string): string[] | undefined {
  let forms = [''];
  const text = pattern.replace(/^\^/, '').replace(/\$$/, '');
  for (const [, choices, plain, escaped, optional] of text.matchAll(
    /(?:\((?:\?:)?([\w /|-]{1,200})\)|([\w /="':,@~>&-])|\\([^\w\s]| ))(\??)(?![*+?{])|[\s\S]/g,
  )) {
    const next = choices?.split('|') ?? [plain ?? escaped ?? ''];
    if (next.includes('')) return undefined;
    if (optional) next.push('');
    forms = forms.flatMap((form) => next.map((one) => `${form}${one}`));
    if (forms.length > MOST_FORMS) return undefined;
  }
  if (text === '') return undefined;
  const gravity = new Map(forms.map((form) => [form, gravityOf(readCommand(form))]));
  return forms.sort((a, b) => (gravity.get(b) ?? 0) - (gravity.get(a) ?? 0));
}

const MOST_TEXT = 2_000;

/**
 * The commands of a line, parted where a shell parts them (`&&`, `||`, `;`, `|`, `&`, a line end), not inside quotes or
 * brackets. A line whose quotes do not close is one command: it cannot be split.
 */
export function segmentsOf(line: string): string[] {
  const text = line.slice(0, MOST_TEXT);
  const segments: string[] = [];
  let quote = '';
  let depth = 0;
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if (char === '\\') i++;
    else if (quote !== '') {
      if (char === quote) quote = '';
    } else if (char === '"' || char === "'" || char === '`') quote = char;
    else if (char === '(') depth++;
    else if (char === ')') depth = Math.max(0, depth - 1);
    else if (depth === 0 && PARTS.has(char) && !isRedirection(text, i)) {
      segments.push(text.slice(from, i));
      from = i + 1;
    }
  }
  if (quote !== '' || depth > 0) return [text];
  segments.push(text.slice(from));
  return segments.filter((segment) => segment.trim() !== '');
}

const PARTS = new Set(['&', '|', ';', '\n']);

/** `2>&1` and `&>file` name where output goes. */
const isRedirection = (text: string, at: number): boolean =>
  text.charAt(at) === '&' && (text.charAt(at - 1) === '>' || text.charAt(at + 1) === '>');

/** The words of a command without what is before its program: settings of variables, folders of the program. */
function wordsOf(command: string): string[] {
  const words = command
    .slice(0, 400)
    .split(/[\s:]+/)
    .filter((word) => word !== '' && word !== '*' && word !== '**');
  while (words[0] !== undefined && /^[A-Za-z_]\w*=/.test(words[0])) words.shift();
  const program = words[0];
  if (program !== undefined && /^\/(?:usr\/)?(?:local\/)?s?bin\//.test(program))
    words[0] = program.slice(program.lastIndexOf('/') + 1);
  return words.map((word) => word.replace(/\*+$/, ''));
}
