import { programName } from '../../syntax/shell/command-line.js';
import { type CodeToken, inlineTokens } from '../../syntax/shell/inline-code.js';
import { type Command, scanShell } from '../../syntax/shell/scan.js';
import type { HookProgram } from './hook-scripts.js';

/** A status with which a program ends. */
export interface HookEnding {
  status: string;
  /** It ends so where it fails itself: its input is not there, or a program or a file. */
  isOwn?: true;
  /** Where it is among the tokens of a program of Python or JavaScript. */
  token?: number;
}

/** The statuses with which a program ends, as far as it states them. */
export function endingsOf({ code, language }: HookProgram): HookEnding[] {
  return language === 'shell' || language === 'powershell'
    ? endingsOfShell(code, language)
    : endingsOfTokens(inlineTokens(code, language), language);
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

function endingsOfShell(code: string, language: 'shell' | 'powershell'): HookEnding[] {
  const reading = language === 'shell' ? {} : { language };
  const { commands } = scanShell(code, { start: 0, end: code.length }, reading);
  const constants = new Map<string, string>();
  const given = new Set<string>();
  const tests: (Command | undefined)[] = [];
  return commands.flatMap((command, index): HookEnding[] => {
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
}

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

const EXITS: ReadonlySet<string> = new Set(
  'sys.exit exit quit os._exit SystemExit process.exit Deno.exit'.split(' '),
);
/** What a test asks that is about the program itself. */
const OWN_NAMES = /(?:^|\.)(?:argv\.length|exists|isfile|is_file|which|existsSync|isatty|isTTY)$/;

function endingsOfTokens(tokens: readonly CodeToken[], language: 'python' | 'script'): HookEnding[] {
  const constants = new Map<string, string>();
  const returned = new Set<string>();
  const isCaught = tokens.some(
    ({ kind, value }) => kind === 'name' && (value === 'except' || value.endsWith('catch')),
  );
  const found: HookEnding[] = [];
  tokens.forEach(({ kind, value }, index) => {
    const next = tokens[index + 1]?.value;
    if (kind !== 'name') return;
    const behind = digitsAt(tokens, index + (next === '=' ? 2 : 1));
    if (next === '=' && behind !== '') constants.set(value, behind);
    if (value === 'return' && behind !== '') returned.add(behind);
    const add = (status: string): void => {
      found.push({
        status,
        token: index,
        ...(isOwnBranch(tokens, index, language) && { isOwn: true as const }),
      });
    };
    if (value === 'process.exitCode' && next === '=') add(behind);
    else if (
      (value === 'throw' || value === 'raise') &&
      !isCaught &&
      !EXITS.has(tokens[index + 1]?.value ?? '')
    )
      add('1');
    else if (EXITS.has(value) && next === '(')
      for (const one of statusesIn(tokens, index + 2, constants, returned)) add(one);
  });
  return found.filter(({ status }) => status !== '');
}

/** The digits from a token on. */
function digitsAt(tokens: readonly CodeToken[], from: number): string {
  let digits = '';
  for (let at = from; tokens[at]?.kind === 'sign' && /^[\d-]$/.test(tokens[at]?.value ?? ''); at++)
    digits += tokens[at]?.value ?? '';
  return digits;
}

/** The statuses that the value in brackets may be: numbers, a text (which is printed, and is 1), what a function returns. */
function statusesIn(
  tokens: readonly CodeToken[],
  from: number,
  constants: ReadonlyMap<string, string>,
  returned: ReadonlySet<string>,
): string[] {
  let depth = 0;
  const statuses: string[] = [];
  for (let at = from; at < tokens.length; at++) {
    const { kind, value } = tokens[at] as CodeToken;
    if (value === ')' && kind === 'sign' && depth-- === 0) break;
    if (value === '(' && kind === 'sign') depth++;
    if (depth > 0) continue;
    const isFirst = at === from;
    if (kind === 'text' && isFirst) return ['1'];
    if (kind === 'name' && isFirst && tokens[at + 1]?.kind === 'text') return ['1'];
    if (kind === 'name' && tokens[at + 1]?.value === '(') statuses.push(...returned);
    else if (kind === 'name')
      statuses.push(constants.get(value) ?? (value === 'True' || value === 'true' ? '1' : ''));
    else if (/^\d$/.test(value) && !/^\d$/.test(tokens[at - 1]?.value ?? ''))
      statuses.push(digitsAt(tokens, at));
  }
  return statuses.length === 0 ? ['0'] : statuses.filter((one) => one !== '');
}

/** Whether a branch around a token is one for what fails: of an error, of a test of the program itself, of one that a person starts. */
function isOwnBranch(tokens: readonly CodeToken[], at: number, language: 'python' | 'script'): boolean {
  let isNearest = true;
  let closed = 0;
  let opened = false;
  for (let index = at; index >= 0; index--) {
    const { kind, value } = tokens[index] as CodeToken;
    if (kind === 'sign' && value === '}') closed++;
    if (kind === 'sign' && value === '{') {
      if (closed > 0) closed--;
      else opened = true;
    }
    if (kind !== 'name') continue;
    if (isNearest && (value === 'except' || value === 'catch' || value.endsWith('.catch'))) return true;
    if (value !== 'if' && value !== 'elif') continue;
    const sign = language === 'python' ? ':' : '{';
    const end = tokens.findIndex((one, from) => from > index && one.value === sign);
    const test = tokens
      .slice(index + 1, end < 0 ? at : Math.min(end, at))
      .filter((one) => one.kind !== 'sign' || one.value === '!');
    const names = test.filter((one) => one.kind === 'name').map((one) => one.value);
    // `--self-test`: a person starts it so, and no client.
    const isByPerson =
      names.some((name) => name.includes('argv')) && test.some((one) => /^--\w/.test(one.value));
    if (isByPerson && (isNearest || (opened && closed === 0))) return true;
    if (isNearest) {
      const isEmpty = test.length === 2 && (test[0]?.value === 'not' || test[0]?.value === '!');
      const isCount = names.includes('len') && names.includes('sys.argv');
      if (isEmpty || isCount || names.some((name) => OWN_NAMES.test(name))) return true;
    }
    isNearest = false;
  }
  return false;
}
