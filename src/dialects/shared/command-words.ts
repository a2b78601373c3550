const MOST_TEXT = 2_000;

/**
 * The commands of a line, parted where a shell parts them (`&&`, `||`, `;`, `|`, `&`, a line end), not inside quotes or
 * brackets. A line whose quotes do not close is one command: what stands in it cannot be told from text.
 */
export function segmentsOf(line: string): string[] {
  const text = line.slice(0, MOST_TEXT);
  const segments: string[] = [];
  let quote = '';
  let depth = 0;
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if (char === '\\') i++;
    else if (quote !== '') {
      if (char === quote) quote = '';
    } else if (char === '"' || char === "'" || char === '`') quote = char;
    else if (char === '(') depth++;
    else if (char === ')') depth = Math.max(0, depth - 1);
    else if (depth === 0 && PARTS.has(char) && !isRedirection(text, i)) {
      segments.push(text.slice(from, i));
      from = i + 1;
    }
  }
  if (quote !== '' || depth > 0) return [text];
  segments.push(text.slice(from));
  return segments.filter((segment) => segment.trim() !== '');
}

const PARTS = new Set(['&', '|', ';', '\n']);

/** `2>&1` and `&>file` name where output goes. */
const isRedirection = (text: string, at: number): boolean =>
  text.charAt(at) === '&' && (text.charAt(at - 1) === '>' || text.charAt(at + 1) === '>');

/** The words of a command without what stands before its program: settings of variables, folders of the program. */
export function wordsOf(command: string): string[] {
  const words = command
    .slice(0, 400)
    .split(/[\s:]+/)
    .filter((word) => word !== '' && word !== '*' && word !== '**');
  while (words[0] !== undefined && /^[A-Za-z_]\w*=/.test(words[0])) words.shift();
  const program = words[0];
  if (program !== undefined && /^\/(?:usr\/)?(?:local\/)?s?bin\//.test(program))
    words[0] = program.slice(program.lastIndexOf('/') + 1);
  return words.map((word) => word.replace(/\*+$/, ''));
}
