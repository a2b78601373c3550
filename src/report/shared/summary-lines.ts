import type { LintResult } from '../../lint/result.js';
import { repairedAt } from '../../lint/choose-fixes.js';
import { groupedBy } from '../../model/grouped.js';
import {
  codeSpan,
  EVIDENCE_WORDS,
  type Finding,
  type Ignored,
  type NotAssessed,
  type Place,
  type Unresolved,
} from '../../model/index.js';
import { displayText } from '../../model/secrets.js';
import { compareText, inOrderOf, type Summary, standing, summarize, tally } from './order.js';
import { skippedLine } from './skipped-words.js';
import { count, hanging, series, visible } from './text.js';
import { UNREAD_NEXT, unreadItems, unreadTitle } from './unread-words.js';

export interface SummaryLine {
  text: string;
  bold?: boolean;
}

const MOST_GROUPS = 10;
/** Most names and places of one group that are printed. */
const MOST_NAMED = 10;

const IGNORED_BY: Record<Ignored['kind'], string> = {
  comment: 'by a comment',
  config: 'by the configuration',
  baseline: 'by the baseline',
  base: 'from before the change',
};

/**
 * What a run comes to. A clean run means "checked and met", so the lines count what was met and how that is known, what
 * failed, and what was not assessed or not read. `brief` leaves out the last two.
 */
export function summaryLines(result: LintResult, width: number, brief = false): SummaryLine[] {
  const { errors, warnings, infos, ignored, acts, met, files, systems } = summarize(result);
  const found = [count(errors, 'error'), count(warnings, 'warning'), count(infos, 'info')].join(', ');
  const checked = `${count(files, 'file')}, ${count(systems, 'agent system')}`;
  const claimed = ruleCounts(result.met.map(({ rule, attested }) => [rule, attested]));
  return [
    { text: `${found} in ${checked}`, bold: true },
    ...(brief ? [] : prose(actWords(acts), width)),
    ...(ignored > 0 ? prose(ignoredWords(result.findings), width) : []),
    ...(systems > 0 || met.shown + met.attested > 0 ? prose(metWords(met), width) : []),
    ...(claimed === '' ? [] : prose(`Only claimed: ${claimed}.`, width)),
    ...(errors + warnings + infos > 0 ? prose(`By rule: ${failedWords(standing(result))}.`, width) : []),
    ...prose(repairWords(standing(result)), width),
    ...unreadLines(result.unread, width),
    ...(brief ? [] : prose(skippedLine(result.skipped) ?? '', width).filter(({ text }) => text !== '')),
    ...(brief ? [] : notAssessedLines(result.notAssessed.filter(isListed), width)),
    ...(brief ? [] : unresolvedLines(result.unresolved.filter(isNameless), width)),
  ];
}

/** Programs whose agents no rule has seen: their files are named, and not listed as not assessed once more. */
function unreadLines(unread: LintResult['unread'], width: number): SummaryLine[] {
  if (unread.length === 0) return [];
  return [
    { text: unreadTitle(unread) },
    ...unreadItems(unread).flatMap((item) => prose(item, width, '  - ')),
    ...prose(UNREAD_NEXT, width),
  ];
}

/** What has no lines of its own: programs that are not read, and acts that were not decided. */
const isListed = (one: NotAssessed) => one.rule !== 'framework/unread' && !isUndecidedAct(one);

/** A tool that has a name is an entry of what is not assessed. */
const isNameless = ({ toolName }: Unresolved): boolean => toolName === undefined;

const isUndecidedAct = ({ tool, act }: NotAssessed): boolean => tool !== undefined && act !== undefined;

/** Acts of which it is not known whether a person approves them, each once, those of the same reasons together. */
export function undecidedActs(items: readonly NotAssessed[]): { names: string; because: string }[] {
  const acts = grouped(items.filter(isUndecidedAct), actWithPlace).map((all) => ({
    one: all[0] as NotAssessed,
    because: [...new Set(all.map(({ because = '' }) => because))].sort().join(', or '),
  }));
  return grouped(acts, ({ because }) => because).map((group) => ({
    names: series(
      namesOf(
        group.map(({ one }) => one),
        actWithPlace,
      ),
    ),
    because: group[0]?.because ?? '',
  }));
}

const actWithPlace = ({ tool = '', at }: NotAssessed): string =>
  `${codeSpan(tool)} (${at.file}:${at.range().start.line})`;

const namesOf = (group: readonly NotAssessed[], words: (one: NotAssessed) => string): string[] => [
  ...new Set(inOrderOf(group, placed).map(words)),
];

const placed = ({ rule, at }: NotAssessed) => ({ file: at.file, range: at.range(), rule, path: at.path });

/** The option that repairs a finding, by the level of its fix. */
export const FIX_OPTION = { safe: '--fix', unsafe: '--fix-unsafe' } as const;

/** `--fix repairs 2 findings, --fix-unsafe 3 more.` */
function repairWords(findings: readonly Finding[]): string {
  const levels = findings.map(repairedAt);
  const [safe, unsafe] = (['safe', 'unsafe'] as const).map(
    (level) => levels.filter((one) => one === level).length,
  ) as [number, number];
  if (safe + unsafe === 0) return '';
  if (unsafe === 0) return `${FIX_OPTION.safe} repairs ${count(safe, 'finding')}.`;
  if (safe === 0) return `${FIX_OPTION.unsafe} repairs ${count(unsafe, 'finding')}.`;
  return `${FIX_OPTION.safe} repairs ${count(safe, 'finding')}, ${FIX_OPTION.unsafe} ${unsafe} more.`;
}

/** `3 of 26 acts were not decided.` */
function actWords(acts: Summary['acts']): string {
  if (!acts || acts.notDecided === 0) return '';
  const { found, notDecided } = acts;
  return `${notDecided} of ${count(found, 'act')} ${notDecided === 1 ? 'was' : 'were'} not decided.`;
}

function prose(text: string, width: number, lead = ''): SummaryLine[] {
  if (text === '') return [];
  return hanging(lead, text, width).map((line) => ({ text: line }));
}

function metWords({ shown, attested }: { shown: number; attested: number }): string {
  if (shown + attested === 0) return 'No controls met.';
  return `${count(shown + attested, 'control')} met: ${shown} seen in files, ${attested} only claimed.`;
}

function ignoredWords(findings: readonly Finding[]): string {
  const ignored = findings.flatMap((finding) => finding.ignored ?? []);
  const old = ignored.filter(({ kind }) => kind === 'base').length;
  const kinds = tally(ignored, ({ kind }) => IGNORED_BY[kind]);
  if (old === ignored.length) return `${count(old, 'old finding')} ignored.`;
  const parts = [...kinds].map(([words, number]) => `${number} ${words}`);
  return `${count(ignored.length, 'finding')} ignored: ${series(parts)}.`;
}

function failedWords(findings: readonly Finding[]): string {
  return ruleCounts(tally(findings, (finding) => finding.rule));
}

function ruleCounts(counts: Iterable<[string, number]>): string {
  const parts = [...counts].filter(([, number]) => number > 0);
  parts.sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1));
  return parts.map(([rule, number]) => `${visible(rule)} ${number}`).join(', ');
}

/** Grouped by rule and by why, the largest group first; tools are all named, and of the rest only what is printed pays for its place. */
function notAssessedLines(items: readonly NotAssessed[], width: number): SummaryLine[] {
  const key = (item: NotAssessed) => {
    const { rule, evidence, isImport, because } = item;
    return `${rule} ${evidence} ${isImport ?? because ?? withoutAgent(item)}`;
  };
  const hasTools = (group: readonly NotAssessed[]) => group.some(({ tool }) => tool !== undefined);
  const all = grouped(items, key);
  // What names tools is never left out.
  const groups = [...all.filter(hasTools), ...all.filter((group) => !hasTools(group))].map((group) =>
    groupWords(group, ({ rule, evidence }) => `${rule}, ${EVIDENCE_WORDS[evidence]}: ${openWords(group)}`),
  );
  return listLines(`Not assessed: ${items.length}`, groups, width, all.filter(hasTools).length);
}

/** What entries say that differ by the name of their agent. */
const withoutAgent = ({ message, agent }: NotAssessed): string =>
  agent === undefined ? message : message.replaceAll(codeSpan(agent), '');

/** What a group says of all that is in it, by name. */
function openWords(group: readonly NotAssessed[]): string {
  const [{ message, agent, because, isImport } = { message: '' }] = group;
  if (group.length === 1) return message;
  if (isImport)
    return `${group.length} imports lead to no file of the repository: a control that comes from there cannot be known`;
  const names = (of: 'tool' | 'agent') =>
    namesOf(group, (one) => codeSpan(one[of] ?? '')).filter((name) => name !== '``');
  if (because !== undefined) {
    const tools = names('tool');
    return `${tools.length === 0 ? count(group.length, 'program') : series(tools)}: ${because}`;
  }
  return agent === undefined ? message : message.replaceAll(codeSpan(agent), series(atMost(names('agent'))));
}

const atMost = (names: readonly string[]): string[] =>
  names.length > MOST_NAMED
    ? [...names.slice(0, MOST_NAMED), `${names.length - MOST_NAMED} more`]
    : [...names];

/** What a file leaves open, such as a list that is computed: no rule checks a tool in it. */
function unresolvedLines(items: readonly Unresolved[], width: number): SummaryLine[] {
  const words = ({ what, why }: Unresolved) => `${displayText(what)}: ${displayText(why)}`;
  const once = grouped(items, (item) => `${words(item)} ${placeOf(item)}`).flatMap(([first]) => first ?? []);
  const groups = grouped(once, words).map((group) => groupWords(group, words));
  return listLines(`Not read, so not checked: ${once.length}`, groups, width);
}

function grouped<T>(items: readonly T[], key: (item: T) => string): T[][] {
  return [...groupedBy(items, key)]
    .sort(([one, a], [other, b]) => b.length - a.length || compareText(one, other))
    .map(([, group]) => group);
}

function listLines(
  title: string,
  groups: readonly (() => string)[],
  width: number,
  least = 0,
): SummaryLine[] {
  if (groups.length === 0) return [];
  const most = Math.max(MOST_GROUPS, least);
  const more = groups.length - most;
  return [
    { text: title },
    ...groups.slice(0, most).flatMap((words) => prose(words(), width, '  - ')),
    ...(more > 0 ? [{ text: `  and ${more} more kinds` }] : []),
  ];
}

const groupWords =
  <T extends { at: Place }>(group: readonly T[], words: (item: T) => string) =>
  (): string => {
    const [any] = group;
    if (!any) return '';
    const first = group.reduce((before, one) => (isBefore(one.at, before.at) ? one : before), any);
    return `${visible(words(first))} (${placesOf(first, group)})`;
  };

/** The places of a group, each once, in order; further ones in a file by their lines. Many are sorted by file alone. */
function placesOf<T extends { at: Place }>(first: T, group: readonly T[]): string {
  const few = group.length > MOST_SORTED ? group.slice(0, MOST_SORTED) : group;
  const sorted = [...few].sort(({ at: a }, { at: b }) => (isBefore(a, b) ? -1 : isBefore(b, a) ? 1 : 0));
  const places = [...new Map([first, ...sorted].map((one) => [placeOf(one), one])).values()];
  const shown = places.slice(0, MOST_NAMED).map((one, at) => {
    const { line, column } = one.at.range().start;
    return places[at - 1]?.at.file === one.at.file ? `${line}:${column}` : placeOf(one);
  });
  const more = new Set(few.map(placeOf)).size - shown.length + (group.length - few.length);
  return series(more > 0 ? [...shown, `${more} more`] : shown);
}

/** Most places of a group that are worked out. */
const MOST_SORTED = 200;

/** Whether a place comes before another one in a report. Few files have several, so that few positions are worked out. */
function isBefore(one: Place, other: Place): boolean {
  if (one.file !== other.file) return one.file < other.file;
  const [a, b] = [one.range().start, other.range().start];
  return a.line < b.line || (a.line === b.line && a.column < b.column);
}

function placeOf({ at }: { at: Place }): string {
  const { line, column } = at.range().start;
  return visible(`${at.file}:${line}:${column}`);
}
