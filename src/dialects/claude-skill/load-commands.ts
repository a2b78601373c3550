import type { AutomaticCommand } from '../../model/index.js';
import { behindBreak, lineEnd } from '../../syntax/lines.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf } from '../agents/tool.js';

/** Whether a text may contain a command that runs while it loads. */
export const mayLoadCommands = (text: string): boolean => text.includes('!`') || text.includes('```!');

/** Most commands of one page that are read. */
const MOST = 200;

/**
 * Commands that Claude Code runs while it loads a skill or command, and whose output takes their place: `` !`cmd` `` at
 * the start of a line or behind a blank, and blocks that begin with ```` ```! ````. Other blocks of code quote. Source:
 * documentation of Claude Code, skills, "Inject dynamic context", 2026-11.
 */
export function loadCommands(name: string, body: SyntaxNode | undefined): AutomaticCommand[] {
  const text = stringOf(body);
  if (!body || text === undefined || !mayLoadCommands(text)) return [];
  return commandsIn(text)
    .slice(0, MOST)
    .map(({ start, end, from, to }) => ({
      of: 'skill',
      name,
      text: text.slice(from, to),
      language: 'shell',
      at: body.within(start, end),
    }));
}

interface Found {
  /** With its marks. */
  start: number;
  end: number;
  /** The command alone. */
  from: number;
  to: number;
}

function commandsIn(text: string): Found[] {
  const found: Found[] = [];
  let fence: { mark: string; runs: boolean; start: number } | undefined;
  for (let line = 0; line < text.length; ) {
    const end = lineEnd(text, line);
    const next = behindBreak(text, end);
    const words = text.slice(line, end).trim();
    const mark = /^(?:`{3,20}|~{3,20})/.exec(words)?.[0];
    if (fence) {
      if (mark !== undefined && words === mark && mark.startsWith(fence.mark)) {
        if (fence.runs) found.push({ start: fence.start, end: line, from: fence.start, to: line });
        fence = undefined;
      }
    } else if (mark !== undefined)
      fence = { mark, runs: words.slice(mark.length).trim() === '!', start: next };
    else for (const one of inLine(text, line, end)) found.push(one);
    line = next;
  }
  return found;
}

/** `` !`cmd` `` in one line; inside other code it is quoted. */
function inLine(text: string, line: number, end: number): Found[] {
  const found: Found[] = [];
  for (let at = line; at < end; at++) {
    const char = text.charAt(at);
    if (char === '!' && text.charAt(at + 1) === '`' && (at === line || /\s/.test(text.charAt(at - 1)))) {
      const close = text.indexOf('`', at + 2);
      if (close < 0 || close > end) return found;
      found.push({ start: at, end: close + 1, from: at + 2, to: close });
      at = close;
    } else if (char === '`') {
      const mark = /^`{1,20}/.exec(text.slice(at, Math.min(end, at + 20)))?.[0] ?? '`';
      const close = text.indexOf(mark, at + mark.length);
      at = close < 0 || close > end ? at + mark.length - 1 : close + mark.length - 1;
    }
  }
  return found;
}
