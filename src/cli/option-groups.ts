import type { Argv } from 'yargs';
import { wrap } from '../report/shared/text.js';

/** Options as the help of a command shows them: by what people want to do. What is in no group stays among the others. */
const GROUPS: readonly [title: string, options: readonly string[]][] = [
  [
    'What is checked:',
    ['exclude', 'staged', 'since', 'stdin', 'stdin-filename', 'shard', 'config', 'policy', 'print-config'],
  ],
  ['Rules:', ['only', 'preset', 'min-confidence', 'ignore']],
  ['What is new:', ['new-since', 'config-from', 'baseline', 'update-baseline', 'as-of']],
  [
    'Report:',
    ['format', 'output', 'quiet', 'max-findings', 'label', 'summary', 'color', 'timing', 'cache', 'watch'],
  ],
  [
    'What fails a run:',
    ['fail-on', 'max-warnings', 'fail-on-unread', 'fail-on-unassessed', 'exit-zero', 'allow-none'],
  ],
  ['Fixes:', ['fix', 'fix-unsafe', 'fix-dry-run']],
];

/** What yargs keeps of the options of a command, and its type does not show. */
interface Kept {
  getOptions(): {
    key: Record<string, unknown>;
    boolean: string[];
    defaultDescription: Record<string, string | undefined>;
  };
  getInternalMethods(): { getUsageInstance(): { getDescriptions(): Record<string, string | undefined> } };
}

/** Puts the options that a parser has into their groups, and wraps what they do at the width: yargs breaks within words. */
export function withGroups(parser: Argv, width: number): Argv {
  const kept = parser as unknown as Kept;
  const { key, boolean, defaultDescription } = kept.getOptions();
  for (const [title, options] of GROUPS) {
    const own = options.filter((option) => option in key);
    if (own.length > 0) parser.group(own, title);
  }
  const texts = Object.entries(kept.getInternalMethods().getUsageInstance().getDescriptions());
  const longest = Math.max(...texts.map(([option]) => option.length));
  for (const [option, text] of texts) {
    if (text === undefined || text.startsWith('__yargs')) continue;
    const type = boolean.includes(option) ? ' [boolean]' : ' [string]';
    const byDefault = defaultDescription[option];
    const behind = type.length + 1 + (byDefault === undefined ? 0 : ` [default: ${byDefault}]`.length);
    parser.describe(option, wrapped(text, width - longest - BESIDE, behind));
  }
  return parser;
}

/** Columns of the indent, the letter of an option and the gaps beside its name. */
const BESIDE = 12;

/** Text in lines of at most `width` columns, the last one with as much room behind it. */
export function wrapped(text: string, width: number, room = 0): string {
  const lines = wrap(text, Math.max(20, width));
  const last = lines.at(-1) ?? '';
  return [...lines, ...(room > 0 && last.length + room > width ? [''] : [])].join('\n');
}
