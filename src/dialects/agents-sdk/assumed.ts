import { indentOf } from './blocks.js';
import { closedBy, closing, type Opened, openedBy, type Program, split } from './switches.js';

/** A text as it reads when every setting that opens a gate is on, and what those settings are. */
export interface Assumed {
  text: string;
  opened: readonly Opened[];
}

/** Without one of these no condition stands in a text. */
const DECIDES = /\bif\b|&&|\?/;

/**
 * The text up to an approval with what settings decide taken as decided: conditions that they make hold are gone, and so
 * are blocks that they keep from running. Undefined where no setting decides anything. The approval is in the last line.
 */
export function assumingSwitches(text: string, program: Program): Assumed | undefined {
  if (!DECIDES.test(text)) return undefined;
  const lines = text.split('\n');
  const opened: Opened[] = [];
  const settled = new Map<string, Opened>();
  const last = lines.length - 1;
  const opens = (condition: string): Opened | undefined =>
    settled.get(condition.trim()) ?? openedBy(condition, program);
  /** Takes out a block that does not run, and the word that begins its other branch. */
  const drop = (index: number): void => {
    const depth = indentOf(lines[index] ?? '');
    lines[index] = '';
    let next = index + 1;
    while (next < last && (lines[next]?.trim() === '' || indentOf(lines[next] ?? '') > depth)) {
      lines[next] = '';
      next++;
    }
    const other = /^\s*(?:\}\s*)?else\s*[:{]\s*$/.test(lines[next] ?? '');
    if (other || /^\s*\}\s*$/.test(lines[next] ?? '')) lines[next] = '';
  };
  for (const [index, line] of lines.entries()) {
    if (lines[index] !== line) continue;
    const assigned =
      /^\s*(?:const\s|let\s|var\s)?\s*([A-Za-z_$][\w$]{0,60})(?:\s?:\s?\w{1,20})?\s{0,3}=(?![=>])(.*)$/.exec(
        line,
      );
    if (assigned && index < last) {
      const by = opens((assigned[2] ?? '').replace(/;\s*$/, ''));
      if (!by) continue;
      // What a name holds opens nothing until a condition asks for it.
      settled.set(assigned[1] ?? '', by);
      lines[index] = '';
      continue;
    }
    const header = headerOf(line);
    if (!header) continue;
    const holds = runsTo(lines, index, last);
    const by = holds
      ? opens(header.condition)
      : (closedBy(header.condition, program) ?? onlySwitch(header.condition, opens));
    if (!by) continue;
    opened.push(by);
    if (holds) lines[index] = ' '.repeat(indentOf(line)) + header.rest.replace(OTHERWISE, '');
    else drop(index);
  }
  lines[last] = withoutOwnSwitch(lines[last] ?? '', opens, opened);
  return opened.length > 0 ? { text: lines.join('\n'), opened } : undefined;
}

/** The other branch, in the line of the first. */
const OTHERWISE = /[;}\s]{0,9}\belse\b.*$/;

/** A condition without alternatives: where it may hold or not, what stands behind it may not run. */
const onlySwitch = (condition: string, opens: (text: string) => Opened | undefined): Opened | undefined =>
  split(condition, /\bor\b|\|\||\?\?/).length === 1 ? whichever(opens(condition)) : undefined;

/** What is done with some tools says nothing of the others. */
const whichever = (opened: Opened | undefined) => (opened?.only ? undefined : opened);

/** Whether the block of a header holds the last line. */
function runsTo(lines: readonly string[], index: number, last: number): boolean {
  const depth = indentOf(lines[index] ?? '');
  for (let next = index + 1; next <= last; next++) {
    const line = lines[next] ?? '';
    if (line.trim() !== '' && indentOf(line) <= depth) return false;
  }
  return true;
}

interface Header {
  condition: string;
  /** What stands behind the condition in its line. */
  rest: string;
}

function headerOf(line: string): Header | undefined {
  const word = /^\s*(?:\}\s*)?if\b\s*/.exec(line)?.[0];
  if (word === undefined) return undefined;
  const said = line.slice(word.length);
  const end = said.startsWith('(') ? closing(said, 0) : -1;
  const behind = said.slice(end + 1).trim();
  if (end > 0 && !/^(?:and|or|is|==|!=|\[|\.)/.test(behind) && !behind.startsWith(':'))
    return { condition: said.slice(1, end), rest: behind };
  const [condition = '', ...rest] = split(said, /:/);
  return rest.length > 0 ? { condition, rest: rest.join(':').trim() } : undefined;
}

/** `auto && state.approve(i)`, `auto ? state.approve(i) : ...`, `state.approve(i) if auto else ...`. */
function withoutOwnSwitch(
  line: string,
  opens: (text: string) => Opened | undefined,
  opened: Opened[],
): string {
  const head = /^(\s*)([^;]{1,200}?)(?:&&|\?(?![.?]))\s*(?=[\w$.?()]{1,80}\.approve\b)/.exec(line);
  const first = head && opens(head[2] ?? '');
  if (head && first) {
    opened.push(first);
    return `${head[1]}${line.slice(head[0].length).replace(/\)\s*:.*$/, ')')}`;
  }
  const tail = /\)\s+if\s+(.{1,200})\s+else\s.*$/.exec(line);
  const second = tail && opens(tail[1] ?? '');
  if (tail && second) {
    opened.push(second);
    return line.slice(0, tail.index + 1);
  }
  return line;
}
