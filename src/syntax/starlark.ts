import { type Json5AsYaml, json5AsYaml } from './json5.js';

const CALL = /^([ \t]*)([A-Za-z_]\w*)[ \t]*\(/gm;
/** A call with literal arguments only, its texts left out. */
const LITERAL = /^\s*(?:[A-Za-z_]\w*\s*=\s*(?:[\s,[\]]|True|False|None)*)*$/;

/**
 * Rules in Starlark as YAML that has the same places: a list of the calls at the beginning of lines, each with its name
 * under `call` where there is room for it, and its arguments. A call whose arguments are computed is empty; all else is blank.
 */
export function rulesAsYaml(text: string): Json5AsYaml {
  let out = '';
  let from = 0;
  for (const found of text.matchAll(CALL)) {
    const [all, indent = '', name = ''] = found;
    if (found.index < from || indent !== '') continue;
    const open = found.index + all.length - 1;
    const { end, plain, words } = argumentsAt(text, open);
    if (end < 0) break;
    out += blank(text.slice(from, found.index));
    out += (out.trim() === '' ? '[' : ',').padEnd(open - found.index);
    out += LITERAL.test(words) && name === 'prefix_rule' ? `{${plain}}` : `{${blank(plain)}}`;
    from = end + 1;
  }
  out += blank(text.slice(from));
  const isEmpty = out.trim() === '';
  return json5AsYaml(isEmpty ? `[]${out.slice(2)}` : `${out.replace(/[ \n]$/, '')}]`);
}

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

/** The arguments of a call, without comments and with colons, where it ends, and its words without texts. */
function argumentsAt(text: string, open: number): { end: number; plain: string; words: string } {
  let plain = '';
  let words = '';
  let depth = 0;
  for (let at = open + 1; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === ')' && depth === 0) return { end: at, plain, words };
    if (char === '(') depth++;
    if (char === ')') depth--;
    if (char === '"' || char === "'") {
      const end = textEnd(text, at, char);
      plain += text.slice(at, end);
      words += end - at > 1 && !text.slice(at, end).includes('\n') ? '' : '?';
      at = end - 1;
    } else if (char === '#') {
      const end = text.indexOf('\n', at);
      const until = end < 0 ? text.length : end;
      plain += ' '.repeat(until - at);
      at = until - 1;
    } else {
      plain += char === '=' ? ':' : char;
      words += char;
    }
  }
  return { end: -1, plain, words };
}

function textEnd(text: string, start: number, quote: string): number {
  let at = start + 1;
  while (at < text.length && text.charAt(at) !== quote) at += text.charAt(at) === '\\' ? 2 : 1;
  return at + 1;
}
