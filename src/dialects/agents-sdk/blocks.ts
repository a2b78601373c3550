const HEAD =
  /^\s*(?:export\s+)?(?:default\s+)?(?:(?:async\s+)?(?:def|function)\b|(?:const|let|var)\s+\w+(?:\s?:[^=]{1,80})?\s*=\s*(?:async\s*)?(?:function\b|(?:\([^()]*\)(?:\s?:[^=]{1,80})?|\w+)\s*=>)|\w+\s*=\s*lambda\b)/;

/** How far a line is indented. */
export const indentOf = (line: string): number => line.length - line.trimStart().length;

/**
 * The lines without the functions that are declared in them, with their decorators, and end before the last line: what a
 * function would do decides nothing until it is called. The last line, and a function that it stands in, stay.
 */
export function withoutFunctions(lines: readonly string[]): string[] {
  const kept: string[] = [];
  const last = lines.length - 1;
  for (let index = 0; index <= last; index++) {
    const line = lines[index] ?? '';
    const behind = index < last && HEAD.test(line) ? behindBlock(lines, index) : index;
    if (behind > index && behind <= last) {
      kept.length = decoratorsAt(kept, indentOf(line));
      index = behind - 1;
    } else kept.push(line);
  }
  return kept;
}

/** How many lines stand before the decorators with which lines end: `@tool`, or `@tool(` with what its brackets hold. */
function decoratorsAt(lines: readonly string[], depth: number): number {
  let first = lines.length;
  for (let at = first - 1; at >= 0; at--) {
    const line = lines[at] ?? '';
    const begins = indentOf(line) === depth && line.charAt(depth) === '@';
    if (begins) first = at;
    else if (line === '' || (indentOf(line) <= depth && !/^\s*[)\]}]/.test(line))) break;
  }
  return first;
}

/** Whether a function with a name begins in some lines and holds the last of them: who calls it, and when, is not seen. */
export function endsInFunction(lines: readonly string[]): boolean {
  return lines.some((line, index) => HEAD.test(line) && behindBlock(lines, index) >= lines.length);
}

/** The line behind what is indented deeper than a line, and behind the brackets that close it. */
function behindBlock(lines: readonly string[], head: number): number {
  const depth = indentOf(lines[head] ?? '');
  let at = head + 1;
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const isClosing = indentOf(line) === depth && /^\s*[)\]}]/.test(line);
    if (line !== '' && indentOf(line) <= depth && !isClosing) break;
    at++;
    if (isClosing && /^\s*\}[^{]*$/.test(line)) break;
  }
  return at;
}
