import { type Finding, holdsOn, type Place, type Policy } from '../model/index.js';
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
  /** Whether a file that was not checked would have been, if it still existed. */
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
  /** Whether a file was checked in this run, or would have been if it still existed. */
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
  const byFingerprint = new Map(findings.map((finding) => [finding.fingerprint, finding]));
  const byRule = new Map(findings.map((finding) => [finding.rule, finding]));
  const states = baseline.entries.flatMap((entry, index): EngineReport[] => {
    const { rule, file, fingerprint, until } = entry;
    if (isAdded.has(index)) return [];
    const lock = extent.lockOf(rule, file);
    if (lock && !isSpared(entry, lock, growth)) return [lockedEntry(baseline, index, lock)];
    const { maxAgeDays } = policy?.baseline ?? {};
    if (maxAgeDays !== undefined && daysBetween(entry.since, asOf) > maxAgeDays) {
      const whose = policy?.owner ? ` of ${ownerWords(policy.owner)}` : '';
      const message = `This baseline entry is older than ${maxAgeDays} days. The policy${whose} does not allow it, so it has no effect.`;
      return [{ rule: 'config/policy', at: baseline.at(index), message }];
    }
    const finding = byFingerprint.get(fingerprint) ?? (isOncePerRun(rule) ? byRule.get(rule) : undefined);
    if (finding === undefined || isOfEngine(rule)) return staleEntry(baseline, index, extent);
    if (holdsOn(entry, asOf) && finding.ignored === undefined) {
      finding.ignored = {
        kind: lock && !lock.onlyNew ? 'base' : 'baseline',
        reason: entry.reason ?? `accepted in the baseline on ${entry.since}`,
        ...(until === undefined ? {} : { until }),
      };
    }
    return [];
  });
  return [...reports, ...states];
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
  const message = `The baseline accepts \`${entry.rule}\` in ${entry.file}, but this finding no longer exists.`;
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
  const known = new Map(before.map((entry) => [entry.fingerprint, entry]));
  const reported = new Set(findings.map(({ rule }) => rule));
  // A run on a part leaves these rules out, and says nothing about their entries.
  const stays = ({ rule, file }: BaselineEntry) =>
    isOncePerRun(rule) && (reported.has(rule) || !extent.checks(rule, file));
  const once = new Set(before.filter(stays).map(({ rule }) => rule));
  const kept = before.filter((entry) => !extent.covers(entry.file) || stays(entry));
  const mayAccept = (lock: Lock | undefined, fingerprint: string) =>
    lock === undefined || (lock.onlyNew && known.has(fingerprint));
  const accepted = findings
    .filter(
      ({ rule, file, fingerprint, ignored }) =>
        !isOfEngine(rule) &&
        !once.has(rule) &&
        extent.covers(file) &&
        mayAccept(extent.lockOf(rule, file), fingerprint) &&
        (!policy?.baseline.forbidsGrowth || known.has(fingerprint)) &&
        (ignored === undefined || ignored.kind === 'baseline'),
    )
    .map(({ fingerprint, rule, file, path }): BaselineEntry => {
      const { since = today, reason, until } = known.get(fingerprint) ?? {};
      return {
        fingerprint,
        rule,
        file,
        path,
        since,
        ...(reason === undefined ? {} : { reason }),
        ...(until === undefined ? {} : { until }),
      };
    });
  return [...kept, ...accepted].sort(byIdentity);
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
    const file = laterName(entry.file);
    if (file === entry.file) return entry;
    for (let nth = 0; nth < MOST_OCCURRENCES; nth++) {
      if (fingerprintOf(entry.rule, entry.file, entry.path, nth) !== entry.fingerprint) continue;
      const fingerprint = fingerprintOf(entry.rule, file, entry.path, nth);
      return known.has(fingerprint) ? entry : { ...entry, fingerprint, file };
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
