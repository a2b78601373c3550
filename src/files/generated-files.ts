/** Characters and lines at the beginning of a file that may say that it is generated. */
const HEAD = 2_000;
const HEAD_LINES = 20;

/** A line of a comment, in the languages that are read. */
const COMMENT = /^\s{0,40}(?:\/\/|\/?\*|#|<!--|--|;|"""|''')/;
const GENERATED =
  /@generated\b|\bDO NOT EDIT\b|\bauto-?generated\b|\bautomatically generated\b|\bgenerated (?:automatically|by|from)\b|\bcode generated\b/i;

/** Whether a comment in the head of a file says that a program wrote it. */
export function saysGenerated(text: string): boolean {
  const lines = text.slice(0, HEAD).split('\n').slice(0, HEAD_LINES);
  return lines.some((line) => COMMENT.test(line) && GENERATED.test(line));
}
