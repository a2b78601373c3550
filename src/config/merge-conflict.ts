import { linesOf } from '../syntax/lines.js';

/** A text in which a merge is left open. */
export interface MergeConflict {
  /** The line of its first mark, from 1. */
  line: number;
  /** The text as each side of the merge has it; undefined where marks are missing. */
  sides: readonly [ours: string, theirs: string] | undefined;
}

/** The marks that git writes, in their order; the one of the common ancestor only in the styles `diff3` and `zdiff3`. */
const MARKS = [
  ['ours', /^<{7}(?: |$)/],
  ['ancestor', /^\|{7}(?: |$)/],
  ['theirs', /^={7}$/],
  ['both', /^>{7}(?: |$)/],
] as const;

type Part = (typeof MARKS)[number][0];

/** What may come next; the marks of a conflict within the common ancestor are longer, and are none of these. */
const NEXT: Readonly<Record<Part, readonly Part[]>> = {
  both: ['ours'],
  ours: ['ancestor', 'theirs'],
  ancestor: ['theirs'],
  theirs: ['both'],
};

/** The conflict that git left in a text; undefined where there is none. */
export function mergeConflictIn(text: string): MergeConflict | undefined {
  const ours: string[] = [];
  const theirs: string[] = [];
  let part: Part = 'both';
  let line = 0;
  let isWhole = true;
  for (const [index, { text: one }] of linesOf(text).entries()) {
    const mark = MARKS.find(([, form]) => form.test(one))?.[0];
    if (mark !== undefined) {
      if (line === 0) line = index + 1;
      isWhole &&= NEXT[part].includes(mark);
      part = mark;
      continue;
    }
    if (part === 'both' || part === 'ours') ours.push(one);
    if (part === 'both' || part === 'theirs') theirs.push(one);
  }
  if (line === 0) return undefined;
  return { line, sides: isWhole && part === 'both' ? [ours.join('\n'), theirs.join('\n')] : undefined };
}
