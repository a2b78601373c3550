import { type CommandKind, KINDS } from '../../facts/program-row.js';
import { kindsAlone, programRow, programRows, wordsIn } from '../../facts/programs/table.js';
import { once } from '../../model/once.js';
import facts from './command-words.json' with { type: 'json' };

export type { CommandKind } from '../../facts/program-row.js';

/** Commands that begin with some words, and what they do. */
export interface CommandRow {
  readonly kind: CommandKind;
  /** The program, then the words behind it: `*` stands for one word, a star in a word for a part of it. */
  readonly words: readonly string[];
}

interface Program {
  readonly rows: readonly CommandRow[];
  /** Words that make it do something else, wherever they stand. */
  readonly switches: ReadonlyMap<string, CommandKind>;
}

const read = new Map<string, Program>();
const alone = once(kindsAlone);

/** The rows of a program: read when the first command of it is. */
function programOf(name: string): Program {
  const before = read.get(name);
  if (before) return before;
  const own = programRow(name);
  const stated = own?.as === undefined ? own : programRow(own.as);
  const kindAlone = alone().get(name);
  if (!stated && kindAlone === undefined) return { rows: [], switches: new Map() };
  const rows = KINDS.flatMap((kind) =>
    (stated?.[kind]?.split(', ') ?? []).map((row) => ({
      kind,
      words: row === '-' ? [name] : [name, ...row.split(' ')],
    })),
  );
  if (kindAlone) rows.push({ kind: kindAlone, words: [name] });
  const switches = KINDS.flatMap((kind) =>
    wordsIn(stated?.switches?.[kind]).map((word) => [word, kind] as const),
  );
  const found = { rows, switches: new Map(switches) };
  read.set(name, found);
  return found;
}

const allRows = once(() =>
  [...new Set([...programRows().map(([name]) => name), ...alone().keys()])].flatMap(
    (name) => programOf(name).rows,
  ),
);

/** The rows of one program, or of every one. */
export const rowsOf = (program?: string): readonly CommandRow[] =>
  program === undefined ? allRows() : programOf(program).rows;

/** The kind of the row that says most about a command, with the words of it that fit; undefined where none fits. */
export function rowOf(words: readonly string[]): CommandRow | undefined {
  let best: CommandRow | undefined;
  const fitting = programOf(words[0] ?? '').rows.filter(
    (row) => row.words.length <= words.length && fits(row, words),
  );
  for (const row of fitting)
    if (!fitting.some((taker) => isTakenBy(row, taker)) && isMore(row, best)) best = row;
  return best && { kind: best.kind, words: words.slice(0, best.words.length) };
}

/** The rows that commands beginning with some words can reach, beyond what those words say. */
export function rowsBelow(words: readonly string[]): readonly CommandRow[] {
  const fitting = programOf(words[0] ?? '').rows.filter((row) => fits(row, words));
  const takers = fitting.filter((row) => row.words.length <= words.length);
  return fitting.filter(
    (row) => row.words.length > words.length && !takers.some((taker) => isTakenBy(row, taker)),
  );
}

/** Whether the last word of a row names the command, so that it is no place for any word of a longer one. */
const isTakenBy = (row: CommandRow, { kind, words }: CommandRow): boolean =>
  row.words.length > words.length &&
  !['any', 'account', 'many'].includes(kind) &&
  words.at(-1) !== '*' &&
  row.words[words.length - 1] === '*';

/** The options that a command of two or three words has, and what each makes of it. */
function optionRows([program = '', ...subcommand]: readonly string[]): readonly CommandRow[] {
  const options = programRow(program)?.options;
  const name = subcommand.join(' ');
  const kinds = options && Object.hasOwn(options, name) ? options[name] : undefined;
  return KINDS.flatMap((kind) =>
    wordsIn(kinds?.[kind]).map((option) => ({ kind, words: [program, ...subcommand, option] })),
  );
}

/** What the options of a command make of it: the gravest of those that it has, and of those that may follow. */
export function optionsOf(words: readonly string[]): {
  has: CommandRow | undefined;
  all: readonly CommandRow[];
} {
  const all = [3, 2].flatMap((count) => (words.length < count ? [] : optionRows(words.slice(0, count))));
  const has = all.filter((row) =>
    words.slice(row.words.length - 1).some((word) => isOption(word, row.words.at(-1) ?? '')),
  );
  return { has: gravestRow(has), all };
}

/** Whether a word is an option: `--dry-run`, `-n`, or `-nd` for `-n`. */
const isOption = (word: string, option: string): boolean =>
  word === option || (/^-\w$/.test(option) && /^-[A-Za-z]+$/.test(word) && word.includes(option.charAt(1)));

/** The gravest of the words that change what a program does, with that word. */
export function switchOf(words: readonly string[]): CommandRow | undefined {
  const [program = ''] = words;
  const { switches } = programOf(program);
  if (switches.size === 0) return undefined;
  const found = words.flatMap((word) => {
    const kind = switches.get(word) ?? switches.get(word.replace(/=.*$/s, ''));
    return kind === undefined ? [] : [{ kind, words: [program, word] }];
  });
  return gravestRow(found);
}

/** What the words that change it can make of a program that is given any. */
export const switchesBelow = (program: string): readonly CommandRow[] =>
  [...programOf(program).switches].map(([word, kind]) => ({ kind, words: [program, word] }));

const MONEY: ReadonlySet<string> = new Set(facts.reach.money.split(' '));
const MOST: ReadonlySet<string> = new Set(facts.reach.most.split(' '));
const LEAST: ReadonlySet<string> = new Set(facts.reach.least.split(' '));

/** Where a row stands among those of its kind: what pays out before what publishes, and that before what logs in. */
const rankOf = ({ words }: CommandRow): number => {
  if (words.includes('*')) return 4;
  const rank = [MONEY, MOST].findIndex((set) => words.some((word) => set.has(word)));
  return rank >= 0 ? rank : words.some((word) => LEAST.has(word)) ? 3 : 2;
};

const isGraver = (row: CommandRow, than: CommandRow): boolean => {
  const [own, other] = [KINDS.indexOf(row.kind), KINDS.indexOf(than.kind)];
  return own < other || (own === other && rankOf(row) < rankOf(than));
};

/** The gravest of some rows: of those of one kind that which reaches most, then the first. */
export const gravestRow = (rows: readonly (CommandRow | undefined)[]): CommandRow | undefined =>
  rows.reduce((best, row) => (best && (!row || !isGraver(row, best)) ? best : row), undefined);

/** Whether the words of a row and those of a command are alike, as far as both go. */
export const fits = (row: CommandRow, words: readonly string[]): boolean =>
  row.words.every((pattern, index) => {
    const word = words[index];
    if (word === undefined || pattern === word || pattern === '*') return true;
    const [head = '', tail] = pattern.split('*');
    return tail !== undefined && word.startsWith(head) && word.slice(head.length).endsWith(tail);
  });

/** A longer row says more, and of equally long ones that with more plain words; on a par the graver one. */
const isMore = (row: CommandRow, than: CommandRow | undefined): boolean =>
  than === undefined ||
  row.words.length > than.words.length ||
  (row.words.length === than.words.length &&
    (plain(row) > plain(than) || (plain(row) === plain(than) && lettersOf(row) > lettersOf(than))));

const lettersOf = ({ words }: CommandRow): number => words.join('').length;

const plain = ({ words }: CommandRow): number => words.filter((word) => !word.includes('*')).length;
