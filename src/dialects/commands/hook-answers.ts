import { type CodeToken, closeOf, inlineTokens } from '../../syntax/shell/inline-code.js';
import { type Command, scanShell } from '../../syntax/shell/scan.js';
import type { HookProgram } from './hook-scripts.js';

/** What a program prints under a key; a question mark where that is worked out. */
export interface HookAnswer {
  key: string;
  value: string;
  /** It goes to the error output. */
  isError?: true;
  /** Where it is among the tokens of a program of Python or JavaScript. */
  token?: number;
}

const KEYS: ReadonlySet<string> = new Set(
  'permissionDecision decision permission behavior continue halt'.split(' '),
);

/** What a program prints that may be a decision: a member of an object, a key that is set, JSON in a text. */
export function answersOf({ code, language }: HookProgram): HookAnswer[] {
  if (language === 'shell') return answersOfShell(code);
  const tokens = inlineTokens(code, language === 'script' ? language : 'python');
  const calls = printsIn(tokens).slice(0, MOST_COMPARED);
  return answersIn(tokens).map((answer, index) => {
    if (index >= MOST_COMPARED) return answer;
    const at = answer.token ?? 0;
    const name = nameFor(tokens, at);
    const around = calls.filter(({ start, end }) => start < at && at < end);
    const uses =
      around.length > 0
        ? around
        : calls.filter(({ start, end }) =>
            tokens.slice(start, end).some(({ kind, value }) => kind === 'name' && value === name),
          );
    return withError(answer, uses);
  });
}

/** Answers of one program, and calls that print, so many of which are compared. */
const MOST_COMPARED = 50;

/** An answer of which all that prints it writes to the error output. */
const withError = (answer: HookAnswer, uses: readonly { isError: boolean }[]): HookAnswer =>
  uses.length > 0 && uses.every(({ isError }) => isError) ? { ...answer, isError: true } : answer;

function answersOfShell(code: string): HookAnswer[] {
  const { commands } = scanShell(code, { start: 0, end: code.length });
  const isError = ({ outputFiles = [] }: Command): boolean =>
    outputFiles.some(
      ({ value, start }) => value === '/dev/stderr' || (value === '2' && code.charAt(start - 1) === '&'),
    );
  let left = MOST_COMPARED;
  return commands.flatMap((command) => {
    const { words, input } = command;
    const found = [...words, ...(input ? [input] : [])].flatMap(({ value }) =>
      answersIn(inlineTokens(value, 'script')),
    );
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

const answersIn = (tokens: readonly CodeToken[]): HookAnswer[] =>
  tokens.flatMap(({ kind, value: text }, token): HookAnswer[] => {
    const key = text.slice(text.lastIndexOf('.') + 1);
    if (!KEYS.has(key))
      return kind === 'text' && /\W/.test(text)
        ? answersIn(inlineTokens(text, 'script')).map((answer) => ({ ...answer, token }))
        : [];
    const behind = tokens.slice(token + 1, token + 5).filter(({ value }) => value !== ']' && value !== '\n');
    const [sign, stated] = behind;
    if (sign?.kind !== 'sign' || !/^[:=]$/.test(sign.value) || !stated || stated.value === '=') return [];
    if (stated.kind === 'text') return [{ key, value: /^\w+/.exec(stated.value)?.[0] ?? '?', token }];
    return [{ key, value: /^(?:true|false)$/i.test(stated.value) ? stated.value.toLowerCase() : '?', token }];
  });

const PRINTS = /^(?:print|json\.dump|console\.\w+|(?:process|sys)\.std(?:out|err)\.write)$/;
const ERRORS = /^(?:console\.(?:error|warn)|.*\bstderr\b.*)$/;

/** The calls of a program that print, and whether they write to the error output. */
const printsIn = (tokens: readonly CodeToken[]): { start: number; end: number; isError: boolean }[] =>
  tokens.flatMap(({ kind, value }, start) => {
    if (kind !== 'name' || !PRINTS.test(value) || tokens[start + 1]?.value !== '(') return [];
    const end = closeOf(tokens, start + 1);
    const isError = tokens.slice(start, end).some((one) => one.kind === 'name' && ERRORS.test(one.value));
    return [{ start, end, isError }];
  });

/** The name that what is around a token is given to: `out = {...}`, `out["key"] = ...`. */
function nameFor(tokens: readonly CodeToken[], token: number): string | undefined {
  const own = tokens[token];
  if (own?.kind === 'name' && own.value.includes('.')) return own.value.replace(/\..*$/, '');
  let depth = 0;
  for (let at = token - 1; at > 0; at--) {
    const { kind, value } = tokens[at] as CodeToken;
    const before = tokens[at - 1] as CodeToken;
    if (kind !== 'sign') continue;
    if (')]}'.includes(value)) depth++;
    else if ('([{'.includes(value) && depth > 0) depth--;
    else if (value === '[' && before.kind === 'name') return before.value;
    else if (value === '=' && depth === 0 && before.kind === 'name') return before.value;
    else if (value === ';' || (value === '\n' && !/^[([{,]$/.test(before.value))) return undefined;
  }
  return undefined;
}
