/** Longest text that is read as code, in UTF-16 units (design, section 9). */
export const MAX_CODE = 4 * 1024 * 1024;

/** A line longer than this, in a text of long lines, was written by a bundler. */
const LONG_LINE = 50_000;

/** Mean length of a line above which a text with a long line is taken for a bundle. */
const MEAN_LINE = 500;

/**
 * Most milliseconds that one text is parsed for. Valid code of the largest size takes about one second, and several where
 * the machine has much else to do: what can be read must not depend on that.
 */
export const MAX_PARSE_MS = 10_000;

/** Steps of evaluation that one file may cost: names looked up, values and items read. */
export const MAX_STEPS = 200_000;

/** Changes of values gone through, in one project, to tell what these were where they were copied. */
export const MAX_LOOKED_BACK = 1_000_000;

/** Names, calls and members followed from one expression before it is given up. */
export const MAX_HOPS = 48;

/** Calls of functions of the project that are read with their arguments. */
export const MAX_INSTANCES = 1_000;

/** Brackets, casts and awaits around one expression that are looked through. */
export const MAX_WRAPS = 200;

/** Items of one list once spreads are written out. */
export const MAX_ITEMS = 5_000;

/** Modules followed from one import. */
export const MAX_MODULES = 16;

/** Most text, in UTF-16 units, whose trees are kept; a tree takes about 20 bytes for each. */
export const MAX_OPEN_TEXT = 16 * 1024 * 1024;

/** Why a text is not read as code, in words; undefined where it is. One pass. */
export function reasonToSkip(text: string): string | undefined {
  if (text.length > MAX_CODE) return 'larger than 4 MiB';
  let longest = 0;
  let lines = 0;
  for (let start = 0; start <= text.length; lines++) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    if (end - start > longest) longest = end - start;
    start = end + 1;
  }
  const bundled = longest > LONG_LINE && text.length / lines > MEAN_LINE;
  return bundled ? `minified or generated: one line has ${longest} characters` : undefined;
}
