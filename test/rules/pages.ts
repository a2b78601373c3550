import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const HEADINGS = ['What it checks', 'Why', 'Fails', 'Passes', 'How to fix', 'What it cannot see'];

/** Files that stand together on a page, and what the page says of them. */
export interface Example {
  files: Record<string, string | Uint8Array>;
  findings: string[];
  asOf?: string;
  /** The prose above it. */
  above?: string;
}

export interface Page {
  title: string;
  headings: string[];
  fails: Example[];
  passes: Example[];
  /** The text under "How to fix", without its programs. */
  howToFix: string;
  /** The programs under "How to fix": each works as it stands. */
  programs: Example[];
}

/** Sections with examples. */
const EXAMPLES: Readonly<Record<string, 'fails' | 'passes' | 'programs'>> = {
  Fails: 'fails',
  Passes: 'passes',
  'How to fix': 'programs',
};

/** Reads a rule's page: its headings, and its blocks as examples. */
export function readPage(id: string): Page {
  const text = readFileSync(join(import.meta.dirname, '../../rules', `${id}.md`), 'utf8');
  const lines = text.split('\n');
  const page: Page = {
    title: (lines[0] ?? '').replace(/^# /, ''),
    headings: [],
    fails: [],
    passes: [],
    howToFix: '',
    programs: [],
  };
  let section = '';
  let example: Example | undefined;
  let above = '';
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? '';
    if (line.startsWith('## ')) {
      section = line.slice(3);
      page.headings.push(section);
      example = undefined;
    } else if (line.startsWith('```') && section in EXAMPLES) {
      const fence = /^`+/.exec(line)?.[0] ?? '```';
      const end = lines.indexOf(fence, index + 1);
      const [language, name] = line.slice(fence.length).trim().split(' ');
      const body = lines.slice(index + 1, end);
      index = end;
      const list = page[EXAMPLES[section] ?? 'fails'];
      if (language === 'findings') {
        if (example) Object.assign(example, readFindings(body));
        example = undefined;
      } else if (name !== undefined) {
        if (example === undefined) {
          example = { files: {}, findings: [], above };
          list.push(example);
        }
        // A page cannot hold other bytes than text: `hex` blocks spell them out.
        example.files[name] =
          language === 'hex' ? Buffer.from(body.join('').replace(/\s/g, ''), 'hex') : `${body.join('\n')}\n`;
      }
    } else {
      if (line.trim() !== '') above = line;
      if (section === 'How to fix') page.howToFix += `${line}\n`;
      if (line.trim() !== '' && section !== 'Fails') example = undefined;
    }
  }
  return page;
}

function readFindings(lines: readonly string[]): Pick<Example, 'findings'> & { asOf?: string } {
  const stated = lines.filter((line) => line.trim() !== '');
  const date = stated[0]?.startsWith('as of ') ? stated.shift()?.slice('as of '.length) : undefined;
  return { findings: stated, ...(date === undefined ? {} : { asOf: date }) };
}
