import {
  type CommandLine,
  commandLines,
  programName,
  withoutInner,
} from '../../syntax/shell/command-line.js';
import { type CodeToken, inlineTokens } from '../../syntax/shell/inline-code.js';
import { type Command, scanShell } from '../../syntax/shell/scan.js';

/** A status with which a program ends. */
export interface HookEnding {
  status: string;
  /** It ends so where it fails itself: its input is not there, or a program or a file. */
  isOwn?: true;
}

/** What a program prints under a key; a question mark where that is worked out. */
export interface HookAnswer {
  key: string;
  value: string;
  /** It goes to the error output. */
  isError?: true;
}

/** What takes each failure of a program, and lets it end with status 0. */
export interface HookHandler {
  /** As it is written: `except BaseException`. */
  text: string;
  /** It takes the ending with which the program blocks, too. */
  takesEndings: boolean;
}

/** What a program of a hook does: how it ends, what it prints, what takes its failures. */
export interface HookDeeds {
  endings: readonly HookEnding[];
  answers: readonly HookAnswer[];
  handler?: HookHandler;
}

const KEYS: ReadonlySet<string> = new Set(
  'permissionDecision decision permission behavior continue halt'.split(' '),
);
const STOPS: ReadonlySet<string> = new Set(['deny', 'block', 'ask', 'defer']);

/** Whether a key is one of a decision. */
export const isKey = (key: string): boolean => KEYS.has(key);

/** Whether an answer is one that stops the call, in the words of some client. */
export const isDenial = ({ key, value }: HookAnswer): boolean =>
  key === 'continue' ? value === 'false' : key === 'halt' ? value === 'true' : STOPS.has(value);

/** An answer of which all that prints it writes to the error output. */
export const withError = <Answer extends HookAnswer>(
  answer: Answer,
  uses: readonly { isError: boolean }[],
): Answer =>
  uses.length > 0 && uses.every(({ isError }) => isError) ? { ...answer, isError: true } : answer;

/** The decisions in a text that is JSON, or has some in it. */
export function answersInText(text: string): HookAnswer[] {
  const tokens: readonly CodeToken[] = /\W/.test(text) ? inlineTokens(text, 'script') : [];
  return tokens.flatMap(({ kind, value: stated }, at): HookAnswer[] => {
    const key = stated.slice(stated.lastIndexOf('.') + 1);
    if (!isKey(key)) return kind === 'text' ? answersInText(stated) : [];
    const [sign, said] = tokens.slice(at + 1, at + 5).filter(({ value }) => value !== ']' && value !== '\n');
    if (sign?.kind !== 'sign' || !/^[:=]$/.test(sign.value) || !said || said.value === '=') return [];
    if (said.kind === 'text') return [{ key, value: /^\w+/.exec(said.value)?.[0] ?? '?' }];
    return [{ key, value: /^(?:true|false)$/i.test(said.value) ? said.value.toLowerCase() : '?' }];
  });
}

/** What a script of a shell does. */
export function deedsOfShell(code: string, language: 'shell' | 'powershell'): HookDeeds {
  const reading = language === 'shell' ? {} : { language };
  const { commands } = scanShell(code, { start: 0, end: code.length }, reading);
  const handler = language === 'shell' ? trapIn(code) : undefined;
  return {
    endings: endingsIn(commands),
    answers: answersIn(code, commands),
    ...(handler && { handler }),
  };
}

/** Answers of one script of which is compared where they go. */
const MOST_COMPARED = 50;

function answersIn(code: string, commands: readonly Command[]): HookAnswer[] {
  const isError = ({ outputFiles = [] }: Command): boolean =>
    outputFiles.some(
      ({ value, start }) => value === '/dev/stderr' || (value === '2' && code.charAt(start - 1) === '&'),
    );
  let left = MOST_COMPARED;
  return commands.flatMap((command) => {
    const { words, input } = command;
    const found = [...words, ...(input ? [input] : [])].flatMap(({ value }) => answersInText(value));
    if (found.length === 0 || left-- <= 0) return found;
    // `out='{...}'; echo "$out" >&2`
    const name = words.length === 1 ? /^(\w+)=/.exec(words[0]?.value ?? '')?.[1] : undefined;
    const prints = ({ words: given }: Command): boolean =>
      given.some(({ pieces }) => pieces.some(({ hole }) => hole?.name === name));
    const uses = name === undefined ? [command] : commands.filter(prints);
    return found.map((answer) =>
      withError(
        answer,
        uses.map((one) => ({ isError: isError(one) })),
      ),
    );
  });
}
const first = ({ words: [word] }: Command): string => word?.value ?? '';
const OPENS: ReadonlySet<string> = new Set(['if', 'elif', 'while', 'until']);
const CLOSES: ReadonlySet<string> = new Set(['fi', 'done', 'esac', '}']);
const CONTROL: ReadonlySet<string> = new Set([...OPENS, 'then', 'else', 'do', '!', '{']);

/** The words of a command behind what opens a block. */
const ownWords = ({ words }: Command): readonly string[] => {
  const from = words.findIndex(({ value }) => !CONTROL.has(value));
  return from < 0 ? [] : words.slice(from).map(({ value }) => value);
};

/** The statuses with which a script ends, as far as it states them. */
function endingsIn(commands: readonly Command[]): HookEnding[] {
  const constants = new Map<string, string>();
  const given = new Set<string>();
  const tests: (Command | undefined)[] = [];
  const last = withoutInner(commands).at(-1);
  const ends: HookEnding[] =
    last && last.by !== '||' && asksStatus({ argv: last.words }) ? [{ status: '1' }] : [];
  const stated = commands.flatMap((command, index): HookEnding[] => {
    const { words, by } = command;
    const before = commands[index - 1];
    const joined = by === '||' || by === '&&' ? before : undefined;
    for (const { value } of words) {
      const [, name = '', stated = ''] = /^\$?([A-Za-z_]\w*)=(.*)$/.exec(value) ?? [];
      if (name !== '') given.add(name);
      if (/^\d+$/.test(stated)) constants.set(name, stated);
    }
    if (words[0]?.value === 'read') for (const { value } of words.slice(1)) given.add(value);
    const opening = first(command);
    if (OPENS.has(opening)) {
      if (opening === 'elif') tests.pop();
      tests.push(command);
    } else if (opening === 'case' || opening === '{')
      tests.push(opening === '{' ? (joined ?? tests.at(-1)) : undefined);
    const [program = '', status = '1', ...more] = ownWords(command);
    const test = joined ?? tests.at(-1);
    const ended = program === 'exit' && more.length === 0 ? status.replace(/^-\d+$/, '255') : undefined;
    const known =
      ended === undefined ? undefined : (constants.get(/^\{\{(\w+)\}\}$/.exec(ended)?.[1] ?? '') ?? ended);
    if (CLOSES.has(opening)) tests.pop();
    if (known === undefined || !/^\d+$/.test(known)) return [];
    const isOwn = test !== undefined && isOwnTest(test, given);
    return [{ status: known, ...(isOwn && { isOwn }) }];
  });
  return [...stated, ...ends];
}

/** `jq -e .ok`: its status is what it answers. */
export const asksStatus = ({ argv: [program, ...given] }: Pick<CommandLine, 'argv'>): boolean =>
  programName(program?.value ?? '') === 'jq' &&
  given.some(({ value }) => /^(?:-[a-zA-Z]*e[a-zA-Z]*|--exit-status)$/.test(value));

/** Programs that prepare a script, or ask what the machine has: where they fail, the script itself does. */
const PREPARE: ReadonlySet<string> = new Set(
  'command which type hash cd mkdir source . touch cat tee set trap shift get-command test-path'.split(' '),
);
const TESTS: ReadonlySet<string> = new Set(['[', '[[', 'test']);

/** Whether a test asks what the script itself has: a program, a file, its input. */
function isOwnTest(test: Command, given: ReadonlySet<string>): boolean {
  const words = ownWords(test);
  const program = programName(words[0] ?? '');
  if (PREPARE.has(program)) return true;
  if (!TESTS.has(program)) return false;
  const isOfFile = words.some((word) => /^-[defrsxL]$/.test(word));
  const isCount =
    words.some((word) => word === '{{command}}' || word === '$#') &&
    words.some((word) => /^-(?:eq|lt|ne)$/.test(word));
  const empty = words.indexOf('-z');
  const name = empty < 0 ? undefined : /^\{\{(\w+)\}\}$/.exec(words[empty + 1] ?? '')?.[1];
  return isOfFile || isCount || (name !== undefined && given.has(name));
}

/** `trap 'exit 0' ERR`; on `EXIT` it takes every ending. The last trap of a signal decides. */
function trapIn(code: string): HookHandler | undefined {
  const traps = new Map<string, HookHandler | undefined>();
  for (const { argv } of commandLines(code)) {
    const [program, text = '', ...signals] = argv.map(({ value }) => value);
    const ends = /(?:^|[;\s])exit 0$/.test(text);
    const handler = { text: `trap '${text}' ${signals.join(' ')}`, takesEndings: signals.includes('EXIT') };
    if (program === 'trap') for (const one of signals) traps.set(one, ends ? handler : undefined);
  }
  return traps.get('EXIT') ?? traps.get('ERR');
}
