import { RULES } from '../../rules/index.js';
import type { SystemJson, SystemOutline } from '../compare/system-json.js';
import { UNREAD_NAMES } from '../dialects/frameworks/recognised.js';
import { identified } from '../lint/fingerprint.js';
import { requirementsKey } from '../lint/lint-target.js';
import { inTextOrder, type VendorFiles, vendorNote } from '../lint/notes.js';
import type { DecisionOfFiles } from '../lint/result.js';
import { addedUp, joinedSkipped } from '../lint/skipped.js';
import type { Waiver } from '../lint/waivers.js';
import { addTo } from '../model/grouped.js';
import { type Finding, type Level, RUNTIMES, type Runtime } from '../model/index.js';
import type { Labels } from '../report/format.js';
import type { Report } from '../report/formats/json.js';
import { compareText } from '../report/shared/order.js';
import { inWaiverOrder } from '../report/system-texts.js';
import { formatOf } from '../syntax/index.js';
import { isAgentPerFile } from '../systems/index.js';

/** A report of `check --format json`, as it was read. */
export type ReadReport<System = SystemJson> = Omit<Report, 'systems'> & {
  systems: System[];
  labels?: Labels;
  shard?: ShardMember;
};

/** What the report of a shard has for those who join it. */
interface ShardMember {
  index: number;
  of: number;
  rules: Readonly<Record<string, Level>>;
  configurations: string[];
  settings: { used: boolean; finding: Finding }[];
  vendors: VendorFiles[];
  waivers: Waiver[];
}

/** What reports are made of, as plain data. */
export interface Parts<System = SystemJson>
  extends Pick<
    Report,
    | 'version'
    | 'asOf'
    | 'decisions'
    | 'files'
    | 'findings'
    | 'notAssessed'
    | 'unread'
    | 'skipped'
    | 'met'
    | 'notes'
  > {
  systems: System[];
  /** Tools that do what a person has to approve. */
  acts: number;
  failsOnUnread: boolean;
  failsOnUnassessed: boolean;
  waivers: Waiver[];
  rules: Readonly<Record<string, Level>>;
}

export const NOTHING: Parts = {
  version: '',
  asOf: '',
  decisions: [],
  files: [],
  systems: [],
  findings: [],
  notAssessed: [],
  acts: 0,
  unread: [],
  skipped: [],
  failsOnUnread: false,
  failsOnUnassessed: false,
  met: [],
  notes: [],
  waivers: [],
  rules: {},
};

type CompareFiles = (a: string, b: string) => number;

/** Joins the parts of one run. `onValues`: findings on values that several parts may have, already joined. */
export function joinParts<System extends SystemOutline>(
  reports: readonly ReadReport<System>[],
  onValues: readonly Finding[] = [],
): Parts<System> {
  const owners = new Map<string, number>();
  const dialects = new Map<string, string>();
  for (const [at, { files }] of reports.entries())
    for (const { path, dialect } of files) {
      if (!owners.has(path)) owners.set(path, at);
      dialects.set(path, dialect);
    }
  const compare = runOrder(dialects);
  const isOwn = (file: string, at: number) => (owners.get(file) ?? at) === at;
  const systems = reports
    .flatMap((report, at) => report.systems.filter(({ file }) => isOwn(file, at)))
    .sort((a, b) => compare(a.file, b.file));
  const waivers = uniqueTexts(
    reports.flatMap(({ shard }) => shard?.waivers ?? []),
    (one) => JSON.stringify(one),
  );
  return {
    version: reports[0]?.version ?? '',
    asOf: reports.reduce((latest, { asOf }) => (asOf > latest ? asOf : latest), ''),
    decisions: joinDecisions(
      reports.flatMap(({ decisions }) => decisions),
      systems,
      compare,
    ),
    files: [...dialects].map(([path, dialect]) => ({ path, dialect })),
    systems,
    findings: joinFindings(reports, onValues, compare),
    notAssessed: joinNotAssessed(reports, isOwn, compare),
    acts: reports.reduce((sum, { summary }) => sum + (summary.acts?.found ?? 0), 0),
    unread: joinUnread(reports.flatMap(({ unread }) => unread)),
    // Reports of earlier versions have none.
    skipped: joinedSkipped(reports.flatMap(({ skipped }) => skipped ?? [])),
    failsOnUnread: reports.some((report) => report.failsOnUnread),
    failsOnUnassessed: reports.some((report) => report.failsOnUnassessed),
    met: joinMet(reports.flatMap(({ met }) => met)),
    notes: joinNotes(reports, compare),
    waivers: inWaiverOrder(waivers, compare),
    rules: reports[0]?.shard?.rules ?? {},
  };
}

/** What is not assessed. What several parts say of one place that they share, as of a lock file, is said once. */
function joinNotAssessed(
  reports: readonly ReadReport<unknown>[],
  isOwn: (file: string, at: number) => boolean,
  compare: CompareFiles,
): Report['notAssessed'] {
  const saidBy = new Map<string, number>();
  return reports
    .flatMap(({ notAssessed }, at) =>
      notAssessed.filter((one) => {
        const text = JSON.stringify(one);
        const first = saidBy.get(text) ?? at;
        saidBy.set(text, first);
        return first === at && isOwn(one.file, at);
      }),
    )
    .sort((a, b) => compare(a.file, b.file));
}

/** Joins the reports of several repositories, whose paths differ. */
export function joinRepositories(all: readonly Parts[]): Parts {
  const systems = all.flatMap((one) => one.systems);
  const order = new Map(all.flatMap(pathsOf).map((path, at) => [path, at]));
  const compare = (a: string, b: string) => (order.get(a) ?? 0) - (order.get(b) ?? 0);
  return {
    version: all[0]?.version ?? '',
    asOf: all.reduce((latest, { asOf }) => (asOf > latest ? asOf : latest), ''),
    decisions: joinDecisions(
      all.flatMap(({ decisions }) => decisions),
      systems,
      compare,
    ),
    files: all.flatMap(({ files }) => files),
    systems,
    findings: all.flatMap(({ findings }) => findings),
    notAssessed: all.flatMap(({ notAssessed }) => notAssessed),
    acts: all.reduce((sum, { acts }) => sum + acts, 0),
    unread: joinUnread(all.flatMap(({ unread }) => unread)),
    skipped: addedUp(all.flatMap(({ skipped }) => skipped)),
    failsOnUnread: all.some((one) => one.failsOnUnread),
    failsOnUnassessed: all.some((one) => one.failsOnUnassessed),
    met: joinMet(all.flatMap(({ met }) => met)),
    notes: uniqueTexts(
      all.flatMap(({ notes }) => notes),
      String,
    ),
    waivers: all.flatMap(({ waivers }) => waivers),
    rules: {},
  };
}

/** The order in which a run checks files: single files, agents in several files, programs (`readProject`). */
function runOrder(dialects: ReadonlyMap<string, string>): CompareFiles {
  const phaseOf = remembered((file: string): number => {
    const format = formatOf(file);
    // Variables that say something of a coding agent are read like a document.
    if (format === 'code' || (format === 'environment' && !dialects.has(file))) return 2;
    return isAgentPerFile(dialects.get(file)) ? 1 : 0;
  });
  return (a, b) => phaseOf(a) - phaseOf(b) || compareText(a, b);
}

/** A function that is asked once for each file. */
function remembered(phaseOf: (file: string) => number): (file: string) => number {
  const known = new Map<string, number>();
  return (file) => {
    const phase = known.get(file) ?? phaseOf(file);
    known.set(file, phase);
    return phase;
  };
}

const PER = new Map(RULES.map((rule) => [rule.id as string, rule.per]));

/**
 * The findings of all parts. A finding that a run or a decision has once stays with the first of its systems; a place that
 * several parts share, as in a configuration, is reported once; an ignore is unused if no part uses it.
 */
function joinFindings(
  reports: readonly ReadReport<unknown>[],
  onValues: readonly Finding[],
  compare: CompareFiles,
): Finding[] {
  const [only] = reports;
  if (reports.length === 1 && only && !only.shard) return only.findings;
  const byFile = new Map<string, { from: Set<number>; findings: Finding[] }>();
  const add = (finding: Finding, from: number) => {
    const known = byFile.get(finding.file) ?? { from: new Set(), findings: [] };
    byFile.set(finding.file, known);
    known.from.add(from);
    known.findings.push(finding);
  };
  const isFirst = onlyFirst(reports, compare);
  for (const [at, { findings }] of reports.entries())
    for (const finding of findings) if (isFirst(finding, at)) add(finding, at);
  const unused = unusedSettings(reports);
  for (const finding of [...unused, ...onValues]) add(finding, JOINED);
  const isUnused = new Set(unused.map(placeKey));
  return [...byFile.values()].flatMap(({ from, findings }) => {
    if (from.size === 1 && !from.has(JOINED)) return findings;
    return identified(
      findings.filter((one) => one.rule !== 'config/expiring-soon' || !isUnused.has(placeKey(one))),
    );
  });
}

/** Stands for the part that a finding is of, where it is of none. */
const JOINED = -1;

const placeKey = ({ rule, file, range }: Finding): string =>
  JSON.stringify([rule === 'config/expiring-soon' ? 'config/unused-ignore' : rule, file, range]);

/** What no part uses: an ignore that none needed, a setting that each part with its configuration calls unused. */
function unusedSettings(reports: readonly ReadReport<unknown>[]): Finding[] {
  const open = reports.flatMap(({ shard }) => shard?.settings ?? []);
  const used = new Set(open.filter((one) => one.used).map(({ finding }) => placeKey(finding)));
  const unusedIn = reports.map(
    ({ shard }) => new Set(shard?.settings.map(({ finding }) => placeKey(finding))),
  );
  const isUnused = (finding: Finding): boolean => {
    const key = placeKey(finding);
    if (finding.rule === 'config/unused-ignore') return !used.has(key);
    return reports.every(
      ({ shard }, at) => !shard?.configurations.includes(finding.file) || unusedIn[at]?.has(key) === true,
    );
  };
  return uniqueTexts(open.map(({ finding }) => finding).filter(isUnused), placeKey);
}

/** Tells whether a finding is the one that a whole run would have, of a rule that reports once per run or decision. */
function onlyFirst(
  reports: readonly ReadReport<unknown>[],
  compare: CompareFiles,
): (finding: Finding, at: number) => boolean {
  const keys = reports.map(({ decisions }) => {
    const ofFile = new Map<string, string>();
    for (const { requirements, files } of decisions)
      for (const file of files)
        ofFile.set(file, requirementsKey(requirements as DecisionOfFiles['requirements']));
    return ofFile;
  });
  const onceKey = (finding: Finding, at: number): string | undefined => {
    const per = PER.get(finding.rule);
    const decision = keys[at]?.get(finding.file);
    if (decision === undefined) return undefined;
    if (per === 'run') return finding.rule;
    return per === 'decision' ? `${finding.rule} ${decision}` : undefined;
  };
  const first = new Map<string, { file: string; at: number }>();
  for (const [at, { findings }] of reports.entries())
    for (const finding of findings) {
      const key = onceKey(finding, at);
      if (key === undefined) continue;
      const known = first.get(key);
      if (!known || compare(finding.file, known.file) < 0) first.set(key, { file: finding.file, at });
    }
  return (finding, at) => {
    const key = onceKey(finding, at);
    return key === undefined || first.get(key)?.at === at;
  };
}

type DecisionJson = Report['decisions'][number];

function joinDecisions(
  all: readonly DecisionJson[],
  systems: readonly SystemOutline[],
  compare: CompareFiles,
): DecisionJson[] {
  const selfHosted = new Set(
    systems.filter(({ environment }) => environment?.kind === 'self-hosted').map(({ file }) => file),
  );
  const groups = new Map<string, DecisionJson[]>();
  for (const one of all)
    addTo(groups, requirementsKey(one.requirements as DecisionOfFiles['requirements']), one);
  return [...groups.values()]
    .flatMap((group) => {
      // Reasons say more where a system has a self-hosted sandbox.
      const decision = group.find(({ files }) => files.some((file) => selfHosted.has(file))) ?? group[0];
      if (!decision) return [];
      const found = new Map<Runtime, string[]>();
      for (const { runtime, files } of group.flatMap((one) => one.found ?? []))
        for (const file of files) addTo(found, runtime, file);
      return {
        ...decision,
        files: inRun(
          group.flatMap(({ files }) => files),
          compare,
        ),
        ...(decision.found && {
          found: RUNTIMES.flatMap((runtime) => {
            const files = found.get(runtime);
            return files ? [{ runtime, files: inRun(files, compare) }] : [];
          }),
        }),
      };
    })
    .sort((a, b) => compare(a.files[0] ?? '', b.files[0] ?? ''));
}

const inRun = (files: readonly string[], compare: CompareFiles): string[] =>
  [...new Set(files)].sort(compare);

function joinUnread(all: Report['unread']): Report['unread'] {
  return UNREAD_NAMES.flatMap((framework) => {
    const files = all.filter((one) => one.framework === framework).flatMap((one) => one.files);
    return files.length > 0 ? [{ framework, files: [...new Set(files)].sort(compareText) }] : [];
  });
}

function joinMet(all: Report['met']): Report['met'] {
  const met = new Map<string, Report['met'][number]>();
  for (const { rule, shown, attested } of all) {
    const known = met.get(rule) ?? { rule, shown: 0, attested: 0 };
    met.set(rule, { rule, shown: known.shown + shown, attested: known.attested + attested });
  }
  return [...met.values()].sort((a, b) => compareText(a.rule, b.rule));
}

function joinNotes(reports: readonly ReadReport<unknown>[], compare: CompareFiles): string[] {
  const vendors = new Map<string, string[]>();
  const others: string[] = [];
  for (const { notes, shard } of reports) {
    const own = new Set((shard?.vendors ?? []).map(({ vendor, files }) => vendorNote(vendor, files)));
    for (const { vendor, files } of shard?.vendors ?? [])
      for (const file of files) addTo(vendors, vendor, file);
    others.push(...notes.filter((text) => !own.has(text)));
  }
  const joined = [...vendors]
    .map(([vendor, files]) => ({ vendor, files: inRun(files, compare) }))
    .sort((a, b) => compare(a.files[0] ?? '', b.files[0] ?? ''));
  return uniqueTexts(
    inTextOrder([...joined.map(({ vendor, files }) => vendorNote(vendor, files)), ...others]),
    String,
  );
}

function uniqueTexts<T>(items: readonly T[], textOf: (item: T) => string): T[] {
  return [...new Map(items.map((item) => [textOf(item), item])).values()];
}

/** All paths that the parts of a repository name. */
export const pathsOf = ({ files, findings, waivers }: Parts): string[] => [
  ...new Set([
    ...files.map(({ path }) => path),
    ...findings.map(({ file }) => file),
    ...waivers.map(({ file }) => file),
  ]),
];
