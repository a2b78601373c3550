import picocolors from 'picocolors';
import { hanging, visible } from './shared/text.js';

/** How a page is printed. */
export interface PageOptions {
  color: boolean;
  /** Columns to write in. */
  width: number;
}

const CODE_INDENT = '    ';
/** The label of a block of findings. */
const REPORTS = 'reports';

/**
 * A page of the documentation as text for a terminal: headings without marks, paragraphs wrapped, code indented below the
 * name of its file.
 */
export function renderPage(markdown: string, { color, width }: PageOptions): string {
  const colors = picocolors.createColors(color);
  const lines: string[] = [];
  const source = markdown.trimEnd().split('\n');
  const indented = (code: string) => (code === '' ? '' : CODE_INDENT + visible(code));
  const reported = (finding: string) => hanging(CODE_INDENT, visible(finding), width);
  for (let at = 0; at < source.length; at += 1) {
    const line = source[at] ?? '';
    const fence = /^`{3,}/.exec(line)?.[0];
    if (fence !== undefined) {
      const end = source.indexOf(fence, at + 1);
      const last = end < 0 ? source.length : end;
      const label = labelOf(line.slice(fence.length));
      if (label !== '') lines.push(`  ${colors.dim(label)}`);
      const block = source.slice(at + 1, last);
      lines.push(...(label === REPORTS ? block.flatMap(reported) : block.map(indented)));
      at = last;
    } else if (line.startsWith('#')) lines.push(colors.bold(visible(line.replace(/^#+ /, ''))));
    else if (line.startsWith('- ')) lines.push(...hanging('- ', plain(line.slice(2)), width));
    else lines.push(...hanging('', plain(line), width));
  }
  return `${lines.join('\n')}\n`;
}

/** The file that a block shows, or what its lines are. */
function labelOf(info: string): string {
  const [language = '', file] = info.trim().split(' ');
  if (language === 'findings') return REPORTS;
  return file === undefined ? '' : visible(file);
}

const LINK = /\[([^\]]*)\]\(([^)]*)\)/g;

/** Text without the marks of emphasis and without the targets of links; code spans keep their marks. */
function plain(text: string): string {
  const parts = visible(
    text.replace(LINK, (_, words: string, target: string) => linked(words, target)),
  ).split('`');
  return parts.map((part, at) => (at % 2 === 0 ? part.replaceAll('**', '') : part)).join('`');
}

/** A link to another page is its words only: the page's path helps nobody on a terminal. */
function linked(words: string, target: string): string {
  return target.includes('://') ? `${words} (${target})` : words;
}

/** A paragraph of *How to fix* that names what the programs below it are for, with these programs. */
interface FixPart {
  lead: string;
  text: string;
}

/**
 * What *How to fix* shows for one framework, by its title or the name of its package; `names`: the titles that there are. A
 * part that begins "In Python" or "The same" belongs to the framework before it.
 */
export function fixesWith(page: string, framework: string): { found: string | undefined; names: string[] } {
  const parts = fixParts(page);
  const wanted = framework.toLowerCase();
  const isOf: boolean[] = [];
  for (const [at, { lead }] of parts.entries()) {
    const isNamed = lead.toLowerCase().includes(wanted);
    isOf.push(isNamed || (CONTINUED.test(lead) && isOf[at - 1] === true));
  }
  const found = parts.filter((_, at) => isOf[at]).map(({ text }) => text);
  const names = parts.flatMap(({ lead }) => (CONTINUED.test(lead) ? [] : (lead.split(',')[0] ?? [])));
  return { found: found.length > 0 ? found.join('\n\n') : undefined, names: [...new Set(names)] };
}

const CONTINUED = /^(?:In Python|In TypeScript|The same)/;
/** A paragraph names a version: "`langchain` 1.0.0 or later". */
const WITH_VERSION = /`[^`]+` \d[\w.]* or later/;

function fixParts(page: string): FixPart[] {
  const start = page.indexOf('\n## How to fix');
  const end = page.indexOf('\n## ', start + 1);
  const lines =
    start < 0
      ? []
      : page
          .slice(start, end < 0 ? undefined : end)
          .split('\n')
          .slice(2);
  const parts: FixPart[] = [];
  let fence: string | undefined;
  for (const line of lines) {
    const mark = /^`{3,}/.exec(line)?.[0];
    if (fence === undefined && mark === undefined && WITH_VERSION.test(line)) {
      // The sentence that names the framework may follow others.
      const sentences = line.split(/(?<=\.) (?=[A-Z])/);
      parts.push({ lead: sentences.find((one) => WITH_VERSION.test(one)) ?? line, text: line });
    } else {
      const last = parts.at(-1);
      if (last) last.text += `\n${line}`;
    }
    if (mark !== undefined) fence = fence === undefined ? mark : line === fence ? undefined : fence;
  }
  return parts.map(({ lead, text }) => ({ lead, text: text.trimEnd() }));
}
