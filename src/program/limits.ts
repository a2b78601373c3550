/**
 * Every bound on reading programs. A bound that is reached becomes a `why` or a reason to skip the file; none is silent.
 *
 * | bound | what happens when it is reached |
 * |---|---|
 * | `MAX_CODE`, `LONG_LINE` with `MEAN_LINE` | the file is not read; `reasonToSkip` says why |
 * | `MAX_PARSE_MS`, and the memory and stack in `tree/wasm.ts` | the file is not read: parsing it takes too much |
 * | `MAX_DEPTH` | the expression or statement is unknown, because it is `TOO_DEEP` |
 */

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

/**
 * Expressions and statements inside each other, from the top of a file. It bounds the stack of everything that follows
 * the representation: what is nested deeper is not in it.
 */
export const MAX_DEPTH = 500;

/** Why an expression or a statement is unknown that is nested deeper than `MAX_DEPTH`. */
export const TOO_DEEP = 'nested too deeply';

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
