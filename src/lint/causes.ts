import { addTo } from '../model/grouped.js';
import {
  codeSpan,
  type Finding,
  type FindingTool,
  type Fix,
  isClaim,
  type Position,
  type Related,
  type Report,
  type StandsFor,
  type TextEdit,
} from '../model/index.js';
import { literalPattern } from '../model/pattern.js';
import { fingerprintOf, inOrder } from './fingerprint.js';

/** What makes a finding on a tool: the tool, and the place that other tools may share with it. */
export interface Caused {
  file: string;
  path: string;
  start: Position;
  tool: FindingTool;
  /** The words of the message that name the tool. */
  subject: string;
}

/** A finding with its cause; left out: it is on a place of its own. */
interface OnCause {
  finding: Finding;
  lockedBy: string | undefined;
  cause?: Caused;
  /** What it is about, of a place that several systems share. */
  parts?: NonNullable<Report['parts']>;
}

interface Member extends OnCause {
  cause: Caused;
}

/** Tools that a message names; JSON has all of them. */
const MOST_NAMED = 10;

/**
 * Findings of one rule with one cause are one, at the first of its tools, with the tools that it stands for. A finding on a
 * single tool of a single agent stays as it is. Findings that are ignored stay apart.
 */
export function foldedByCause<T extends OnCause>(reported: readonly T[]): (T | OnCause)[] {
  const members = reported.filter((one): one is T & Member => one.cause !== undefined);
  const nth = occurrences(members);
  const groups = new Map<string, (T & Member)[]>();
  for (const one of members) if (!one.finding.ignored) addTo(groups, groupKey(one), one);
  const folded = new Map<OnCause, OnCause | undefined>();
  for (const group of groups.values()) {
    group.sort(({ finding: a }, { finding: b }) => inOrder(a, b));
    const [first, ...rest] = group;
    if (!first) continue;
    const { file, path } = first.cause;
    const standsFor: StandsFor = {
      file,
      path,
      members: group.map((one) => ({
        name: one.cause.tool.name,
        file: one.finding.file,
        path: one.finding.path,
        nth: nth.get(one) ?? 0,
      })),
    };
    for (const one of rest) folded.set(one, undefined);
    const finding = rest.length === 0 ? first.finding : joined(first, group);
    folded.set(first, { ...first, finding: { ...finding, standsFor } });
  }
  return reported.flatMap((one) => (folded.has(one) ? (folded.get(one) ?? []) : one));
}

/** Capabilities of one agent may stand at one place: their paths differ. */
const groupKey = ({ finding: { rule, severity, evidence }, lockedBy, cause }: Member): string => {
  const { file, path, start } = cause;
  return [rule, severity, evidence, lockedBy ?? '', file, path, start.line, start.column].join('\n');
};

/** Which of several findings of one rule and path each is, as if none were joined. */
function occurrences(members: readonly Member[]): Map<Member, number> {
  const ordered = [...members].sort(({ finding: a }, { finding: b }) => inOrder(a, b));
  const known = new Map<string, { nth: number; place: string }>();
  return new Map(
    ordered.map((one) => {
      const { rule, file, path, message } = one.finding;
      const key = `${rule}\n${file}\n${path}`;
      const place = `${placeKey(one.finding)}\n${message}`;
      const before = known.get(key);
      const nth = before === undefined ? 0 : before.place === place ? before.nth : before.nth + 1;
      known.set(key, { nth, place });
      return [one, nth];
    }),
  );
}

/** The fingerprints of a finding, one for each tool that it stands for, as if each had its own. */
export function memberFingerprints(
  { rule, fingerprint, standsFor }: Finding,
  laterName: (file: string) => string = (file) => file,
): string[] {
  if (!standsFor) return [fingerprint];
  return standsFor.members.map(({ file, path, nth }) => fingerprintOf(rule, laterName(file), path, nth));
}

function joined(first: Member, group: readonly Member[]): Finding {
  const { finding, cause } = first;
  const tools = [...new Map(group.map(({ cause: { tool } }) => [toolKey(tool), tool])).values()];
  const isOnePlace = new Set(group.map((one) => placeKey(one.finding))).size === 1;
  const names = [...new Set(group.map((one) => one.cause.subject))];
  return {
    ...finding,
    confidence: SURENESS.find((sure) => group.some((one) => one.finding.confidence === sure)) ?? 'high',
    message: isOnePlace ? finding.message : messageOf(group, names),
    // One tool of several agents is known by its own path.
    ...(isOnePlace
      ? {}
      : { path: cause.path, ...(cause.file !== finding.file && { causeFile: cause.file }) }),
    remediation: remedyOf(group),
    related: relatedOf(group),
    ...(tools.length > 1 && { tools }),
    fixes: fixesOf(group),
  };
}

const SURENESS = ['high', 'medium', 'low'] as const;

const placeKey = ({ file, range: { start } }: Pick<Finding, 'file' | 'range'>): string =>
  `${file}\n${start.line}:${start.column}`;

const toolKey = (tool: FindingTool): string => `${tool.name}\n${tool.agent}\n${placeKey(tool)}`;

interface AtPlace extends OnCause {
  parts: NonNullable<Report['parts']>;
}

/** Findings of one rule at one place that several systems share are one, with all that it is about. */
export function joinedByPlace<T extends OnCause>(reported: readonly T[]): (T | OnCause)[] {
  const groups = new Map<string, (T & AtPlace)[]>();
  for (const one of reported.filter((each): each is T & AtPlace => each.parts !== undefined)) {
    const { finding, lockedBy } = one;
    const { rule, severity, evidence, path } = finding;
    const isOfTools = finding.standsFor !== undefined;
    const key = [rule, severity, evidence, lockedBy ?? '', isOfTools, placeKey(finding), path].join('\n');
    if (!finding.ignored) addTo(groups, key, one);
  }
  const joined = new Map<OnCause, OnCause | undefined>();
  for (const [first, ...rest] of groups.values()) {
    if (!first || rest.length === 0) continue;
    for (const one of rest) joined.set(one, undefined);
    joined.set(first, { ...first, finding: atOnePlace([first, ...rest]) });
  }
  return reported.flatMap((one) => (joined.has(one) ? (joined.get(one) ?? []) : one));
}

function atOnePlace(group: readonly [AtPlace, ...AtPlace[]]): Finding {
  const [{ finding }] = group;
  const alike = new Map<string, string[]>();
  for (const {
    finding: { message },
    parts: { words, each },
  } of group)
    for (const one of each)
      addTo(
        alike,
        message.replace(words, () => '\n'),
        one,
      );
  const sentences = [...alike].map(([says, each]) =>
    says.replace('\n', () => series(atMost([...new Set(each)]))),
  );
  const all = [...new Set(group.map((one) => one.finding.remediation))];
  const tools = new Map(group.flatMap((one) => one.finding.tools ?? []).map((tool) => [toolKey(tool), tool]));
  const members = group.flatMap((one) => one.finding.standsFor?.members ?? []);
  const related = new Map(group.flatMap((one) => one.finding.related).map((one) => [placeKey(one), one]));
  return {
    ...finding,
    message: sentences.join(' '),
    // What one remedy begins with, another one goes on.
    remediation: all
      .filter((text) => !all.some((other) => other !== text && other.startsWith(text)))
      .join(' '),
    related: [...related.values()],
    ...(tools.size > 0 && { tools: [...tools.values()] }),
    ...(finding.standsFor && { standsFor: { ...finding.standsFor, members } }),
  };
}

/** What each tool does, those that do the same in one sentence: "Each of `a` and `b` deletes permanently ...". */
function messageOf(group: readonly Member[], names: readonly string[]): string {
  const named = new Set(names.slice(0, MOST_NAMED));
  const subjects = new Map<string, string[]>();
  for (const { finding, cause } of group) {
    const says = finding.message.startsWith(cause.subject)
      ? finding.message.slice(cause.subject.length)
      : undefined;
    addTo(subjects, says ?? `\n${finding.message}`, cause.subject);
  }
  const sentences = [...subjects].flatMap(([says, all]) => {
    const own = [...new Set(all)];
    const shown = own.filter((name) => named.has(name));
    if (shown.length === 0) return [];
    if (says.startsWith('\n')) return says.slice(1);
    const rest = own.length - shown.length;
    const listed = series(rest > 0 ? [...shown, `${rest} more`] : shown);
    return `${own.length > 1 ? 'Each of ' : ''}${listed}${says}`;
  });
  const left = [...subjects.values()].filter((all) => !all.some((name) => named.has(name)));
  const others = new Set(left.flat()).size;
  return [
    ...sentences,
    ...(others > 0 ? [`${others} more ${others === 1 ? 'tool does' : 'tools do'} so by the same line.`] : []),
  ].join(' ');
}

function series(items: readonly string[]): string {
  return items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

/**
 * The remedy of each tool, in each agent that has it. Those that differ by names alone are printed once. Names are replaced in
 * our own words: a remedy that names a tool twice names it in the same way.
 */
function remedyOf(group: readonly Member[]): string {
  const agents = new Set(group.map(({ cause }) => cause.tool.agent));
  const tools = new Set(group.map(({ cause }) => cause.subject));
  const subjectOf = ({ cause: { subject, tool } }: Member) => {
    if (agents.size < 2) return subject;
    return tools.size < 2 ? codeSpan(tool.agent) : `${subject} of ${codeSpan(tool.agent)}`;
  };
  const plainOf = ({ cause: { tool }, finding }: Member) =>
    [tool.name, tool.agent].reduce(
      (text, name) => (name === '' ? text : text.replaceAll(wholeName(name), '?')),
      finding.remediation,
    );
  const alike = new Map<string, Member[]>();
  for (const one of group) addTo(alike, plainOf(one), one);
  return [...alike.values()]
    .map((same) => {
      const [first] = same;
      if (!first) return '';
      const others = [...new Set(same.map(subjectOf))].filter((one) => one !== subjectOf(first));
      const lead = alike.size > 1 || agents.size > 1 ? `For ${subjectOf(first)}: ` : '';
      const rest = others.length > 0 ? ` Do the same for ${series(atMost(others))}.` : '';
      return `${lead}${first.finding.remediation}${rest}`;
    })
    .join(' ');
}

/** A name, where it is no part of a longer word. */
const wholeName = (name: string): RegExp => new RegExp(`(?<!\\w)${literalPattern(name)}(?!\\w)`, 'g');

const atMost = (names: readonly string[]): string[] =>
  names.length > MOST_NAMED
    ? [...names.slice(0, MOST_NAMED), `${names.length - MOST_NAMED} more`]
    : [...names];

/** The other tools, then what is related to each of them, each place once. */
function relatedOf(group: readonly Member[]): Related[] {
  const [first, ...rest] = group;
  if (!first) return [];
  const places = new Map<string, Related>();
  const add = (one: Related) => {
    if (placeKey(one) !== placeKey(first.finding) && !places.has(placeKey(one)))
      places.set(placeKey(one), one);
  };
  for (const { finding, cause } of rest)
    add({ message: `${cause.subject} does so, too.`, file: finding.file, range: finding.range });
  for (const { finding } of group) for (const one of finding.related) add(one);
  return [...places.values()];
}

/** One edit for all: the first fix of each, where none touches another. Otherwise those of the first tool: the rest is left. */
function fixesOf(group: readonly Member[]): Fix[] {
  const own = group[0]?.finding.fixes ?? [];
  const firsts = group.map(({ finding: { fixes } }) => fixes[0]);
  const [first] = firsts;
  if (!first) return own;
  const edits = new Map<string, TextEdit>();
  for (const fix of firsts) {
    if (!fix || fix.safe !== first.safe || isClaim(fix) !== isClaim(first)) return own;
    for (const edit of fix.edits) edits.set(JSON.stringify(edit), edit);
  }
  const all = [...edits.values()];
  if (all.some((one, at) => all.slice(at + 1).some((other) => touches(one, other)))) return own;
  const titles = [...new Set(firsts.flatMap((fix) => fix?.title ?? []))];
  const title =
    titles.length > 1 ? `${first.title}, and the same for ${titles.length - 1} more` : first.title;
  return [{ title, safe: first.safe, edits: all }];
}

const compare = (one: Position, other: Position): number =>
  one.line - other.line || one.column - other.column;

/** Whether two edits overlap, or write at the same place of one file. */
export function touches(one: TextEdit, other: TextEdit): boolean {
  if (one.file !== other.file) return false;
  if (compare(one.range.start, other.range.start) === 0) return true;
  return compare(one.range.start, other.range.end) < 0 && compare(other.range.start, one.range.end) < 0;
}
