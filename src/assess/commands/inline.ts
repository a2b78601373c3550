import { startingCalls } from '../../dialects/commands/commands.js';
import {
  type CodeToken,
  closeOf,
  type InlineLanguage,
  inlineTokens,
  startedAt,
} from '../../syntax/shell/inline-code.js';
import { type Contents, type Download, type Flow, runs } from './flow.js';
import { INLINE, isLoopback } from './programs.js';

const isOneOf = (names: readonly string[], value: string): boolean =>
  names.some((name) => value === name || value.endsWith(`.${name}`));

/** What a call is given, in tokens; longer ones are not read to their end. */
const MOST_GIVEN = 400;

/** Reads a program that is written in a command: a text from an address that it runs, and commands that it starts. */
export function inlineFlow(flow: Flow, code: string, language: InlineLanguage): void {
  const tokens = inlineTokens(code, language);
  const texts = new Map<string, Download>();
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as CodeToken;
    if (token.kind !== 'name') continue;
    const next = tokens[at + 1];
    if (next?.value === '=' && tokens[at + 2]?.value !== '=') {
      const found = downloadIn(tokens.slice(at + 2, endOfLine(tokens, at)), texts);
      if (found) texts.set(token.value, found);
    }
    if (next?.value !== '(') continue;
    const given = tokens.slice(at + 2, closeOf(tokens, at + 1, MOST_GIVEN));
    if (INLINE.runs.includes(token.value)) {
      const download = downloadIn(given, texts);
      if (download) runs(flow, { download } satisfies Contents, `\`${token.value}\``);
    } else {
      const line = startedAt(tokens, at, startingCalls());
      if (line !== undefined) flow.read(flow, line, 'shell');
    }
  }
}

function endOfLine(tokens: readonly CodeToken[], from: number): number {
  const end = tokens
    .slice(0, from + MOST_GIVEN)
    .findIndex(({ kind, value }, at) => at > from && kind === 'sign' && (value === ';' || value === '\n'));
  return end < 0 ? tokens.length : end;
}

/** What some code takes from an address, itself or through a variable. */
function downloadIn(
  tokens: readonly CodeToken[],
  texts: ReadonlyMap<string, Download>,
): Download | undefined {
  for (const [at, { kind, value }] of tokens.entries()) {
    if (kind !== 'name') continue;
    const [base = ''] = value.split('.');
    const known = texts.get(value) ?? texts.get(base);
    if (known) return known;
    if (tokens[at + 1]?.value !== '(' || !isOneOf(INLINE.downloads, value)) continue;
    const address = tokens[at + 2];
    if (address?.kind !== 'text') return { program: value };
    if (!isLoopback(address.value)) return { program: value, address: address.value };
  }
  return undefined;
}
