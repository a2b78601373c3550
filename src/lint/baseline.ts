import { groupedBy } from '../model/grouped.js';
import { type Finding, holdsOn, type Place, placeSpan, type Policy, type StandsFor } from '../model/index.js';
import { memberFingerprints } from './causes.js';
import { fingerprintOf } from './fingerprint.js';
import { type EngineReport, ownerWords } from './ignores.js';
import { isRule, ruleOf } from './severities.js';

/** An old finding that a project has accepted for now (design, section 8; `schemas/baseline.schema.json`). */
export interface BaselineEntry {
  fingerprint: string;
  rule: string;
  /** Relative to the root, with `/`. */
  file: string;
  /** Structural path by names. */
  path: string;
  /** The day on which it was accepted, `YYYY-MM-DD`. */
  since: string;
  reason?: string;
  /** The last day on which it counts, `YYYY-MM-DD`, UTC. */
  until?: string;
  /** The tools that were accepted with one cause: another tool with that cause is new. */
  tools?: readonly AcceptedTool[];
  /** The file of the cause, where it is another one. */
  cause?: string;
}

/** A tool that was accepted with its cause. */
export interface AcceptedTool {
  name: string;
  /** The file of its finding. */
  file: string;
}

/** A baseline as it was read. */
export interface Baseline {
  entries: readonly BaselineEntry[];
  /** The place of an entry in the file of the baseline; worked out late. */
  at(index: number): Place;
}

/** What a run does with a baseline. */
export interface BaselineRun {
  baseline: Baseline;
  /** Whether a file without agents was looked at, or would have been, if it still existed. */
  covers(file: string): boolean;
  /** What a change adds to the baseline; left out where no earlier state is known, or a policy allows it. */
  growth?: BaselineGrowth;
}

/** What a change adds to a baseline. */
export interface BaselineGrowth {
  /** The baseline of the change. */
  stated: Baseline;
  /** Whether the earlier state has an entry. */
  isKnown(entry: BaselineEntry): boolean;
  /** The commit of the earlier state, as the user wrote it. */
  ref: string;
  /** Only what is new counts: what the earlier state had accepted is old, also under a lock. */
  countsOnlyNew: boolean;
}

/** What a run looked at: decides which entries it may call stale, and which it may replace. */
export interface Extent {
  /** Whether a file was looked at in this run, or would have been if it still existed. */
  covers(file: string): boolean;
  /** Whether a rule was switched on for a file. */
  checks(rule: string, file: string): boolean;
  /** The lock of a rule for a file; undefined where there is none. */
  lockOf(rule: string, file: string): Lock | undefined;
}

/** A lock of a rule. */
export interface Lock {
  /** The configuration that locks it. */
  by: string;
  /** It is for new findings: what the baseline has accepted stays accepted. */
  onlyNew: boolean;
}

/** Rules of the engine are about files and configuration: a baseline never accepts what they report. */
const isOfEngine = (rule: string) => rule.startsWith('file/') || rule.startsWith('config/');

/**
 * Sets aside the findings that a baseline accepts. Those that an ignore sets aside already stay as they are. Gives what
 * is wrong with the baseline itself: entries for locked rules, and entries of checked files that match nothing any more.
 */
export function applyBaseline(
  baseline: Baseline,
  findings: readonly Finding[],
  extent: Extent,
  asOf: string,
  policy?: Policy,
  growth?: BaselineGrowth,
): EngineReport[] {
  const added = growth && policy?.baseline.forbidsGrowth ? addedEntries(growth) : [];
  const isAdded = new Set(growth?.stated === baseline ? added : []);
  const reports = added.map((index) => growthReport(growth as BaselineGrowth, index, policy));
  const findingOf = findingByEntry(findings);
  const holding: { entry: BaselineEntry; finding: Finding; isSpared: boolean }[] = [];
  const states = baseline.entries.flatMap((entry, index): EngineReport[] => {
    const { rule, file } = entry;
    if (isAdded.has(index)) return [];
    const lock = extent.lockOf(rule, file);
    if (lock && !isSpared(entry, lock, growth)) return [lockedEntry(baseline, index, lock)];
    const { maxAgeDays } = policy?.baseline ?? {};
    if (maxAgeDays !== undefined && daysBetween(entry.since, asOf) > maxAgeDays) {
      const whose = policy?.owner ? ` of ${ownerWords(policy.owner)}` : '';
      const message = `This baseline entry is older than ${maxAgeDays} days. The policy${whose} does not allow it, so it has no effect.`;
      return [{ rule: 'config/policy', at: baseline.at(index), message }];
    }
    const finding = findingOf(entry);
    if (finding === undefined || isOfEngine(rule)) return staleEntry(baseline, index, extent);
    if (holdsOn(entry, asOf)) holding.push({ entry, finding, isSpared: lock !== undefined && !lock.onlyNew });
    return [];
  });
  for (const [finding, all] of groupedBy(holding, (one) => one.finding)) {
    const [first] = all;
    if (
      !first ||
      finding.ignored ||
      !isAccepted(
        finding,
        all.map(({ entry }) => entry),
      )
    )
      continue;
    const { since, reason = `accepted in the baseline on ${since}`, until } = first.entry;
    finding.ignored = {
      kind: all.some(({ isSpared }) => isSpared) ? 'base' : 'baseline',
      reason,
      ...(until === undefined ? {} : { until }),
    };
  }
  return [...reports, ...states];
}

/** Gives the finding that an entry is about: that of its fingerprint, or one that stands for a tool which it accepts. */
function findingByEntry(findings: readonly Finding[]): (entry: BaselineEntry) => Finding | undefined {
  const byRule = new Map(findings.map((finding) => [finding.rule, finding]));
  const byFingerprint = new Map<string, Finding>();
  const byTool = new Map<string, Finding>();
  for (const finding of findings) {
    const { rule, standsFor } = finding;
    for (const one of memberFingerprints(finding)) byFingerprint.set(one, finding);
    for (const tool of standsFor?.members ?? []) byTool.set(toolKey(rule, standsFor, tool), finding);
  }
  for (const finding of findings) byFingerprint.set(finding.fingerprint, finding);
  return ({ rule, fingerprint, file, path, cause = file, tools = [] }) =>
    byFingerprint.get(fingerprint) ??
    tools.map((tool) => byTool.get(toolKey(rule, { file: cause, path }, tool))).find((found) => found) ??
    (isOncePerRun(rule) ? byRule.get(rule) : undefined);
}

const toolKey = (
  rule: string,
  cause: { file: string; path: string } | undefined,
  tool: AcceptedTool,
): string => [rule, cause?.file, cause?.path, tool.file, tool.name].join('\n');

/** Whether entries about a finding accept it whole: of one that stands for several tools, each of them. */
function isAccepted(finding: Finding, entries: readonly BaselineEntry[]): boolean {
  const { rule, standsFor } = finding;
  if (!standsFor) return entries.length > 0;
  const accepted = new Set(
    entries.flatMap(({ fingerprint, file, path, cause = file, tools }) =>
      tools ? tools.map((tool) => toolKey(rule, { file: cause, path }, tool)) : [fingerprint],
    ),
  );
  if (standsFor.isWhole && accepted.has(finding.fingerprint)) return true;
  const fingerprints = memberFingerprints(finding);
  return standsFor.members.every(
    (tool, at) => accepted.has(fingerprints[at] ?? '') || accepted.has(toolKey(rule, standsFor, tool)),
  );
}

/** Whether an entry counts although its rule is locked: what was accepted before is not new. */
function isSpared(entry: BaselineEntry, lock: Lock, growth: BaselineGrowth | undefined): boolean {
  const isOld = growth?.isKnown(entry);
  return lock.onlyNew ? isOld !== false : isOld === true && growth?.countsOnlyNew === true;
}

function lockedEntry(baseline: Baseline, index: number, { by }: Lock): EngineReport {
  const { rule } = baseline.entries[index] as BaselineEntry;
  const at = baseline.at(index);
  return {
    rule: 'config/locked-rule',
    at,
    message: `\`${rule}\` is locked by ${by}: this baseline entry has no effect.`,
    fixes: [{ title: 'Remove the entry', safe: true, edits: () => at.edit?.()?.remove() }],
  };
}

/** Whether a rule reports once per run: at which of the files depends on which others there are. */
const isOncePerRun = (rule: string) => isRule(rule) && ruleOf(rule).per === 'run';

/** Entries that the earlier state does not have, by their index. */
const addedEntries = ({ stated, isKnown }: BaselineGrowth): number[] =>
  stated.entries.flatMap((entry, index) => (isKnown(entry) ? [] : index));

function growthReport({ stated, ref }: BaselineGrowth, index: number, policy?: Policy): EngineReport {
  const whose = policy?.owner ? ` of ${ownerWords(policy.owner)}` : '';
  const at = stated.at(index);
  return {
    rule: 'config/policy',
    at,
    message: `This baseline entry is not in the baseline of \`${ref}\`. The policy${whose} forbids new entries, so it has no effect.`,
    fixes: [{ title: 'Remove the entry', safe: true, edits: () => at.edit?.()?.remove() }],
  };
}

const daysBetween = (from: string, to: string) =>
  (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000;

function staleEntry(baseline: Baseline, index: number, extent: Extent): EngineReport[] {
  const entry = baseline.entries[index];
  if (!entry || !extent.covers(entry.file) || !extent.checks(entry.rule, entry.file)) return [];
  const message = `The baseline accepts \`${entry.rule}\` in ${placeSpan(entry.file)}, but this finding no longer exists.`;
  const at = baseline.at(index);
  const removal = { title: 'Remove the entry', safe: true, edits: () => at.edit?.()?.remove() };
  return [{ rule: 'config/stale-baseline', at, message, fixes: [removal] }];
}

/**
 * The entries of the next baseline: those of files that this run does not cover stay, the others are made anew from its
 * findings. What was accepted before keeps its day, reason and end. `findings` are those of all rules.
 */
export function nextBaseline(
  before: readonly BaselineEntry[],
  findings: readonly Finding[],
  extent: Extent,
  today: string,
  policy?: Policy,
): BaselineEntry[] {
  const reported = new Set(findings.map(({ rule }) => rule));
  // A run on a part leaves these rules out, and says nothing about their entries.
  const stays = ({ rule, file }: BaselineEntry) =>
    isOncePerRun(rule) && (reported.has(rule) || !extent.checks(rule, file));
  const once = new Set(before.filter(stays).map(({ rule }) => rule));
  const isKept = (entry: BaselineEntry) => !filesOf(entry).some(extent.covers) || stays(entry);
  const kept = before.filter(isKept);
  const findingOf = findingByEntry(findings);
  const old = groupedBy(
    before.filter((entry) => !isKept(entry)),
    findingOf,
  );
  const mayAccept = (lock: Lock | undefined, isKnown: boolean) =>
    lock === undefined || (lock.onlyNew && isKnown);
  const accepted = findings
    .filter(
      ({ rule, file, ignored }) =>
        !isOfEngine(rule) &&
        !once.has(rule) &&
        extent.covers(file) &&
        (ignored === undefined || ignored.kind === 'baseline'),
    )
    .flatMap((finding): BaselineEntry[] => {
      const entries = old.get(finding) ?? [];
      const isKnown = isAccepted(finding, entries);
      if (!mayAccept(extent.lockOf(finding.rule, finding.file), isKnown)) return [];
      if (policy?.baseline.forbidsGrowth && !isKnown) return [];
      return [entryOf(finding, entries, isKnown, today, extent)];
    });
  return [...kept, ...accepted].sort(byIdentity);
}

const memberKey = (one: StandsFor['members'][number]): string => `${one.file}\n${one.path}\n${one.nth}`;

/** The files that an entry is about. */
const filesOf = ({ file, tools = [] }: BaselineEntry): string[] => [file, ...tools.map((tool) => tool.file)];

/** The entry of a finding. What was accepted before keeps its day, reason and end; tools that were not looked at stay. */
function entryOf(
  { fingerprint, rule, file, path, causeFile, standsFor }: Finding,
  entries: readonly BaselineEntry[],
  isKnown: boolean,
  today: string,
  extent: Extent,
): BaselineEntry {
  const [first] = entries;
  const { since = today, reason, until } = (isKnown ? first : undefined) ?? {};
  const unseen = entries.flatMap(({ tools = [] }) => tools.filter((tool) => !extent.covers(tool.file)));
  const withOthers = first?.tools && unseen.length > 0 ? first : undefined;
  // One tool of several agents is known by its own fingerprint.
  const isSeveral =
    withOthers !== undefined ||
    standsFor?.isWhole === true ||
    new Set(standsFor?.members.map(memberKey)).size > 1;
  const cause = withOthers ? withOthers.cause : causeFile;
  const tools = new Map(
    [...(standsFor?.members ?? []), ...unseen].map(({ name, file: of }): [string, AcceptedTool] => [
      `${of}\n${name}`,
      { name, file: of },
    ]),
  );
  return {
    fingerprint: withOthers?.fingerprint ?? fingerprint,
    rule,
    file: withOthers?.file ?? file,
    path: withOthers?.path ?? path,
    since,
    ...(reason === undefined ? {} : { reason }),
    ...(until === undefined ? {} : { until }),
    ...(isSeveral && { tools: [...tools].sort(([a], [b]) => compare(a, b)).map(([, tool]) => tool) }),
    ...(isSeveral && cause !== undefined && { cause }),
  };
}

/** Findings of one rule at one path of a file, among which an entry is looked for. */
const MOST_OCCURRENCES = 1_000;

/** The entries under the later names of their files, in their order. One that the baseline already has stays as it is. */
export function underLaterNames(
  entries: readonly BaselineEntry[],
  laterName: (file: string) => string,
): readonly BaselineEntry[] {
  const known = new Set(entries.map(({ fingerprint }) => fingerprint));
  return entries.map((entry) => {
    const { cause, tools } = entry;
    const moved = {
      file: laterName(entry.file),
      ...(tools && { tools: tools.map((tool) => ({ ...tool, file: laterName(tool.file) })) }),
      ...(cause !== undefined && { cause: laterName(cause) }),
    };
    const before = [cause, ...filesOf(entry)];
    if (before.every((file) => file === undefined || laterName(file) === file)) return entry;
    for (let nth = 0; nth < MOST_OCCURRENCES; nth++) {
      if (fingerprintOf(entry.rule, cause ?? entry.file, entry.path, nth) !== entry.fingerprint) continue;
      const fingerprint = fingerprintOf(entry.rule, moved.cause ?? moved.file, entry.path, nth);
      const isThere = fingerprint !== entry.fingerprint && known.has(fingerprint);
      return isThere ? entry : { ...entry, ...moved, fingerprint };
    }
    return entry;
  });
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

const byIdentity = (a: BaselineEntry, b: BaselineEntry) =>
  compare(a.file, b.file) ||
  compare(a.rule, b.rule) ||
  compare(a.path, b.path) ||
  compare(a.fingerprint, b.fingerprint);

/**
 * A baseline as text: an entry a line, and commas on lines of their own, so that no entry's line changes with what comes
 * before or after it. Git merges branches that add and remove entries in different places.
 */
export function baselineText(entries: readonly BaselineEntry[], version: string): string {
  const head = `{\n  "schema": "${BASELINE_SCHEMA}",\n  "tool": ${JSON.stringify(version)},\n  "entries": [`;
  const lines = entries.map((entry) => `    ${JSON.stringify(entry)}`);
  return `${head}\n${lines.length === 0 ? '' : `${lines.join('\n  ,\n')}\n`}  ]\n}\n`;
}

/**
 * The entries of both sides of a merge. One that both have keeps the earlier day and end, and a reason that either gives:
 * what is gone on one side alone goes again with the next update.
 */
export function entriesOfBoth(
  ours: readonly BaselineEntry[],
  theirs: readonly BaselineEntry[],
): BaselineEntry[] {
  const all = new Map(ours.map((entry) => [entry.fingerprint, entry]));
  for (const entry of theirs) {
    const own = all.get(entry.fingerprint);
    all.set(entry.fingerprint, own ? joined(own, entry) : entry);
  }
  return [...all.values()].sort(byIdentity);
}

function joined(own: BaselineEntry, other: BaselineEntry): BaselineEntry {
  const reason = own.reason ?? other.reason;
  // Sorting puts what is undefined last.
  const [until] = [own.until, other.until].sort();
  return {
    ...own,
    since: own.since < other.since ? own.since : other.since,
    ...(reason === undefined ? {} : { reason }),
    ...(until === undefined ? {} : { until }),
  };
}

/** The value of `schema` in a baseline. */
export const BASELINE_SCHEMA = 'agent-lint/baseline@1';
