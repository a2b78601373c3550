import { compareLines, type DiffLine } from '../compare/lines.js';
import { redact } from '../model/secrets.js';
import { visible } from '../report/shared/text.js';

const CONTEXT = 3;

/**
 * The changes of a file as a unified diff, as `git apply` takes it. Empty where the texts are the same. Secrets are cut
 * out of it, and characters that are not seen are spelled.
 */
export function unifiedDiff(file: string, before: string, after: string): string {
  if (before === after) return '';
  const lines = compareLines(linesOf(before), linesOf(after));
  const name = (side: string) => quoted(`${side}/${file}`);
  return [`--- ${name('a')}`, `+++ ${name('b')}`, ...hunksOf(lines)].map((line) => `${line}\n`).join('');
}

/** Lines with their ends; the last one may have none. */
const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** A name as git writes it: in quotes where it has characters that would end it. */
function quoted(name: string): string {
  const isPlain = !/["\\]/.test(name) && visible(name) === name;
  return isPlain ? name : JSON.stringify(name);
}

function hunksOf(lines: readonly DiffLine[]): string[] {
  const changes = lines.flatMap(({ mark }, index) => (mark === ' ' ? [] : [index]));
  const hunks: { from: number; to: number }[] = [];
  for (const at of changes) {
    const last = hunks.at(-1);
    if (last && at - last.to <= 2 * CONTEXT) last.to = at;
    else hunks.push({ from: at, to: at });
  }
  return hunks.flatMap(({ from, to }) => {
    const start = Math.max(0, from - CONTEXT);
    const shown = lines.slice(start, to + CONTEXT + 1);
    const before = lines.slice(0, start);
    const range = (other: DiffLine['mark']) => {
      const length = shown.filter(({ mark }) => mark !== other).length;
      const first = before.filter(({ mark }) => mark !== other).length + (length === 0 ? 0 : 1);
      return length === 1 ? String(first) : `${first},${length}`;
    };
    return [`@@ -${range('+')} +${range('-')} @@`, ...shown.flatMap(written)];
  });
}

function written({ mark, text }: DiffLine): string[] {
  const hasEnd = text.endsWith('\n');
  const bare = hasEnd ? text.slice(0, -1) : text;
  const end = bare.endsWith('\r') ? '\r' : '';
  const inner = end === '' ? bare : bare.slice(0, -1);
  // Tabs indent; all else that is not seen is spelled.
  const safe = redact(inner).split('\t').map(visible).join('\t');
  const line = `${mark}${safe}${end}`;
  return hasEnd ? [line] : [line, '\\ No newline at end of file'];
}
