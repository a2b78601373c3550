import { behindBreak, lineEnd } from '../lines.js';
import type { TextRange } from './scan.js';

/** What a fence of Markdown says of a block for a shell. */
const SHELLS: ReadonlySet<string> = new Set(
  'bash sh shell zsh console terminal shell-session shellsession sh-session curl'.split(' '),
);

interface Fence {
  mark: string;
  length: number;
  start: number;
  isShell: boolean;
  /** It says no language: what it holds decides. */
  isBare: boolean;
}

/** The fenced blocks of a Markdown text that are written for a shell, without their fences. */
export function shellBlocks(text: string): TextRange[] {
  const blocks: TextRange[] = [];
  let open: Fence | undefined;
  for (let line = 0; line < text.length; ) {
    const end = lineEnd(text, line);
    const next = behindBreak(text, end);
    const words = text.slice(line, Math.min(end, line + 300)).trim();
    if (open) {
      if (closes(words, open)) {
        if (open.isShell || (open.isBare && beginsWithCurl(text, open.start, line)))
          blocks.push({ start: open.start, end: line });
        open = undefined;
      }
    } else open = fenceOf(words, next);
    line = next;
  }
  return blocks;
}

function fenceOf(line: string, start: number): Fence | undefined {
  const mark = line.charAt(0);
  if (mark !== '`' && mark !== '~') return undefined;
  let length = 0;
  while (line.charAt(length) === mark) length++;
  const language = line.slice(length).trim();
  if (length < 3 || language.includes('`')) return undefined;
  const [first = ''] = language
    .toLowerCase()
    .replace(/^[{.\s]{1,3}/, '')
    .split(/[\s{},:]/, 1);
  return { mark, length, start, isShell: SHELLS.has(first), isBare: language === '' };
}

function closes(line: string, { mark, length }: Fence): boolean {
  return line.length >= length && line.startsWith(mark) && line === mark.repeat(line.length);
}

function beginsWithCurl(text: string, start: number, end: number): boolean {
  const words = text.slice(start, Math.min(end, start + 300)).trimStart();
  return words.startsWith('curl ') || words.startsWith('$ curl ');
}
