import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type {
  About,
  AgentSystem,
  Finding,
  FindingTool,
  Fix,
  MetCount,
  NotAssessed,
  Place,
  Range,
  Report,
  Reporter,
  Severity,
  StandsFor,
  TextEdit,
  Tool,
} from '../model/index.js';
import { codeSpan, isMet, SEVERITIES } from '../model/index.js';
import { displayText, redact } from '../model/secrets.js';
import { isTestFile } from '../model/test-file.js';
import { type Caused, foldedByCause, joinedByPlace } from './causes.js';
import { withFencedNames } from './fenced-names.js';
import { inOrder } from './fingerprint.js';
import type { RuleInForce } from './severities.js';

/** A finding, with its place until its file is finished. */
export interface Diagnostic {
  finding: Finding;
  at: Place | undefined;
  lockedBy: string | undefined;
  /** A hash of the value that it is about, and the words for its other places. */
  about?: About;
  cause?: Caused;
  parts?: NonNullable<Report['parts']>;
}

/** What the rules have reported so far. */
export interface Diagnostics {
  reported: Diagnostic[];
  notAssessed: NotAssessed[];
  met: Map<string, MetCount>;
  /** Tools that do what a person has to approve, by file, path and name. */
  acts: Set<string>;
  /** Texts as they are printed: the same text is reported for many files. Short texts, and not many of them. */
  redacted: Map<string, string>;
  /** The system that is being checked; none while the engine itself reports. */
  system: AgentSystem | undefined;
  /** Whether findings carry their fixes. */
  withFixes: boolean;
  /** How many findings of each file carry fixes. */
  fixed: Map<string, number>;
}

export function openDiagnostics(withFixes: boolean): Diagnostics {
  return {
    reported: [],
    notAssessed: [],
    met: new Map(),
    acts: new Set(),
    redacted: new Map(),
    system: undefined,
    withFixes,
    fixed: new Map(),
  };
}

/**
 * The reporter of one rule: severity, evidence and place are decided here and nowhere else, and secrets in names that a
 * rule reports are redacted here. It is opened once and reports for the current system of the diagnostics.
 */
export function reporterFor(diagnostics: Diagnostics, inForce: RuleInForce): Reporter {
  const { id } = inForce.rule;
  let count: MetCount | undefined;
  const reporter = (report: Report) => {
    if (report.isLost || isAssessed(report, inForce, diagnostics.system)) add(diagnostics, report, inForce);
    else addNotAssessed(diagnostics, report, inForce);
  };
  const met: Reporter['met'] = (evidence) => {
    if (!isMet(evidence)) return;
    count ??= countOf(diagnostics, id);
    count[evidence.state] += 1;
  };
  return Object.assign(reporter, { met });
}

/** Counts a tool that does what a person has to approve: once, whatever agents have it. */
export function addAct({ acts }: Diagnostics, { name, at }: Pick<Tool, 'name' | 'at'>): void {
  acts.add(`${at.file}\n${at.path}\n${name}`);
}

function countOf({ met }: Diagnostics, rule: string): MetCount {
  const count = met.get(rule) ?? { rule, shown: 0, attested: 0 };
  met.set(rule, count);
  return count;
}

/** The evidence table of the design, section 1: a control that cannot be known is listed, not reported, unless strict; a bound that is computed, always. */
function isAssessed(report: Report, inForce: RuleInForce, system: AgentSystem | undefined): boolean {
  if (report.isListed) return false;
  if (inForce.preset === 'strict') return true;
  if (report.evidence === 'undecidable') return false;
  return report.evidence !== 'inexpressible' || system?.runtime === 'managed';
}

const MOST_REMEMBERED = 2000;
const LONGEST_REMEMBERED = 1000;

/** What is printed of a text of a rule: names are fenced as their backticks need it, and secrets are removed. */
function worded({ redacted: known, system }: Diagnostics, plain: string): string {
  const text = system ? withFencedNames(system, plain) : plain;
  if (text.length > LONGEST_REMEMBERED) return displayText(text);
  let found = known.get(text);
  if (found === undefined) {
    found = displayText(text);
    if (known.size < MOST_REMEMBERED) known.set(text, found);
  }
  return found;
}

/** A message about a notebook names the cell and its line (design, section 6). */
export function inCell(at: Place, message: string): string {
  const cell = at.file.endsWith('.ipynb') ? at.range().cell : undefined;
  return cell ? `Cell ${cell.number}, line ${cell.line}: ${message}` : message;
}

/** One entry, or one for each tool that it is about. */
function addNotAssessed(diagnostics: Diagnostics, report: Report, inForce: RuleInForce): void {
  const words = (text: string) => worded(diagnostics, text);
  for (const one of report.undecided ?? [undefined]) {
    const agent = one?.agent ?? report.agent;
    const act = one && (one.act ?? report.act);
    diagnostics.notAssessed.push({
      rule: inForce.rule.id,
      at: report.at,
      ...(agent === undefined ? {} : { agent: words(agent) }),
      evidence: report.evidence ?? 'shown',
      message: inCell(report.at, words(one?.subject ?? report.subject ?? report.message)),
      ...(one && { tool: words(one.tool), why: one.why, because: words(one.because) }),
      ...(act && { act }),
    });
  }
}

function add(diagnostics: Diagnostics, report: Report, inForce: RuleInForce): void {
  const { rule } = inForce;
  const { parts } = report;
  const confidence = report.confidence ?? 'high';
  const own = diagnostics.system?.file === report.at.file ? diagnostics.system : undefined;
  const finding: Finding = {
    rule: rule.id,
    severity: own?.isQuoted ? 'info' : severityOf(report, inForce, diagnostics.system),
    confidence,
    message: withUse(inCell(report.at, worded(diagnostics, report.message)), own?.isUnloaded),
    file: report.at.file,
    range: report.at.range(),
    path: report.at.path,
    ...(report.agent === undefined ? {} : { agent: worded(diagnostics, report.agent) }),
    evidence: report.evidence ?? 'shown',
    ...(report.act && { act: report.act }),
    remediation:
      report.remediation === undefined ? rule.remediation : worded(diagnostics, report.remediation),
    related: (report.related ?? []).map(({ at, message }) => ({
      message: inCell(at, worded(diagnostics, message)),
      file: at.file,
      range: at.range(),
    })),
    ...(rule.spec !== undefined && diagnostics.system?.runtime === 'managed' ? { spec: rule.spec } : {}),
    references: [...rule.references],
    fingerprint: '',
    fixes: diagnostics.withFixes ? fixesOf(diagnostics, report) : [],
    ...(inForce.policy?.owner ? { policy: inForce.policy.owner } : {}),
    ...(report.tools && { tools: report.tools.map((one) => findingTool(diagnostics, one)) }),
    ...(parts && report.tools && { standsFor: standsForTools(report.at, report.tools) }),
  };
  const { about } = report;
  const cause = causedBy(diagnostics, report);
  diagnostics.reported.push({
    ...(cause && { cause }),
    ...(parts && {
      parts: {
        words: worded(diagnostics, parts.words),
        each: parts.each.map((one) => worded(diagnostics, one)),
      },
    }),
    finding,
    at: report.at,
    lockedBy: inForce.lockedBy,
    ...(about && { about: { ...about, value: bytesToHex(sha256(utf8ToBytes(about.value))) } }),
  });
}

function causedBy(diagnostics: Diagnostics, { cause, agent = '' }: Report): Caused | undefined {
  if (!cause) return undefined;
  const { at, tool } = cause;
  const { file, path } = at;
  const subject = worded(diagnostics, codeSpan(tool.name));
  const { start } = at.range();
  return { file, path, start, tool: findingTool(diagnostics, { tool, agent: { name: agent } }), subject };
}

const findingTool = (
  diagnostics: Diagnostics,
  { tool: { name, at }, agent }: { tool: Tool; agent: { name: string } },
): FindingTool => ({
  name: worded(diagnostics, name),
  agent: worded(diagnostics, agent.name),
  file: at.file,
  range: at.range(),
});

const standsForTools = ({ file, path }: Place, tools: readonly { tool: Tool }[]): StandsFor => ({
  file,
  path,
  isWhole: true,
  members: tools.map(({ tool: { name, at } }) => ({
    name,
    file: at.file,
    path: `${path}${at.path}`,
    nth: 0,
  })),
});

/** A finding on a value; left out `about`: on none. */
export type OnValue = Omit<Diagnostic, 'at'>;

/** Whether a finding may be one with others on the same value or of the same cause: those that are ignored stay apart. */
export const isOnValue = ({ about, cause, parts, finding }: OnValue): boolean =>
  (about !== undefined || cause !== undefined || parts !== undefined) && !finding.ignored;

/** Findings of which those with one cause, and those on the same value, are one. */
export const joinedFindings = (reported: readonly OnValue[]): Finding[] =>
  joinedByValue(joinedByPlace(foldedByCause(reported)));

/** Findings of which those on the same value are one (see `About`), at its first place, with the others; ignored ones stay. */
function joinedByValue(reported: readonly OnValue[]): Finding[] {
  const groups = new Map<string, OnValue[]>();
  for (const one of reported) {
    const { about, lockedBy, finding } = one;
    if (!about || finding.ignored) continue;
    const of = about.ofRules ? [] : [finding.rule, finding.severity];
    const key = [...of, lockedBy, about.value].join('\n');
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const joined = new Map<Finding, Finding | undefined>();
  for (const group of groups.values()) {
    // At one place, the one that names an agent says more.
    const [first, ...rest] = group.sort(
      ({ finding: a }, { finding: b }) =>
        SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity) ||
        inOrder(a, b) ||
        Number(a.agent === undefined) - Number(b.agent === undefined),
    );
    const others = rest.filter((one) => !one.about?.ofRules || one.finding.rule !== first?.finding.rule);
    if (!first || others.length === 0) continue;
    const places = new Map(first.finding.related.map((one) => [placeKey(one), one]));
    for (const { finding, about } of others) {
      joined.set(finding, undefined);
      const { file, range, related } = finding;
      if (about?.ofRules && isOnLineOf(first.finding, finding)) continue;
      for (const one of [{ message: about?.others ?? '', file, range }, ...related])
        if (placeKey(one) !== placeKey(first.finding) && !places.has(placeKey(one)))
          places.set(placeKey(one), one);
    }
    joined.set(first.finding, { ...first.finding, related: [...places.values()] });
  }
  return reported.flatMap(({ finding }) => (joined.has(finding) ? (joined.get(finding) ?? []) : finding));
}

const isOnLineOf = (one: Finding, other: Finding): boolean =>
  one.file === other.file && one.range.start.line === other.range.start.line;

const placeKey = ({ file, range: { start } }: Pick<Finding, 'file' | 'range'>): string =>
  `${file}\n${start.line}:${start.column}`;

/** Most findings of one file that carry fixes: each edit is tried on the text, and a hostile file has thousands. */
const MOST_FIXED = 1_000;

/** The fixes that there are edits for. */
function fixesOf(diagnostics: Diagnostics, { at, fixes = [] }: Report): Fix[] {
  if (fixes.length === 0) return [];
  const count = (diagnostics.fixed.get(at.file) ?? 0) + 1;
  if (count > MOST_FIXED) return [];
  diagnostics.fixed.set(at.file, count);
  return fixes.flatMap((repair): Fix[] => {
    const edits = repair?.edits() ?? [];
    if (repair === undefined || edits.length === 0 || edits.some(printsSecret)) return [];
    return [{ title: worded(diagnostics, repair.title), safe: repair.safe ?? false, edits: [...edits] }];
  });
}

/** No report carries a credential, not even inside an edit that moves it. */
const printsSecret = ({ text }: TextEdit): boolean => redact(text) !== text;

/** A message about a file that somebody has to name to a client before what it says holds. */
export const withUse = (message: string, isUnloaded: true | undefined): string =>
  isUnloaded ? `${message} No known client loads this file by itself.` : message;

function severityOf(report: Report, inForce: RuleInForce, system: AgentSystem | undefined): Severity {
  const { file } = report.at;
  const isOfTests = isTestFile(file) && !system?.importedTests?.has(file);
  if (inForce.rule.id !== 'mcp/literal-secret' && inForce.lockedBy === undefined && isOfTests) return 'info';
  let severity = inForce.level === 'off' ? 'info' : inForce.level;
  if (report.severity !== undefined && !inForce.explicit) severity = report.severity;
  if (severity !== 'error') return severity;
  const milder = report.confidence === 'low' || isCapped(report, inForce);
  return milder ? 'warning' : severity;
}

function isCapped(report: Report, inForce: RuleInForce): boolean {
  return (
    report.evidence === 'inexpressible' &&
    inForce.rule.capInexpressible === true &&
    !inForce.explicit &&
    inForce.preset === 'recommended'
  );
}

/** Drops the places of findings from `start` on, and with them the text of their file. */
export function forgetPlaces(diagnostics: Diagnostics, start: number): void {
  for (let index = start; index < diagnostics.reported.length; index++) {
    const diagnostic = diagnostics.reported[index];
    if (diagnostic) diagnostic.at = undefined;
  }
}

/** Removes what was reported before at the same place: a tool that several agents of a program share is one tool. */
export function removeRepeated(diagnostics: Diagnostics, start: number): void {
  const known = new Set<string>();
  const once = diagnostics.reported.splice(start).filter(({ finding, cause }) => {
    const { rule, file, range, message } = finding;
    const key = `${rule}\n${file}\n${range.start.line}:${range.start.column}\n${message}\n${cause?.tool.agent ?? ''}`;
    return known.size !== known.add(key).size;
  });
  for (const one of once) diagnostics.reported.push(one);
  removeReported(diagnostics, once);
}

/** A value that one system has reported is not listed as not assessed for another system that has it too. */
function removeReported(diagnostics: Diagnostics, reported: readonly Diagnostic[]): void {
  const ranges = new Map<string, Set<string>>();
  const keyOf = (rule: string, file: string, path: string) => `${rule}\n${file}\n${path}`;
  const startOf = ({ start }: Range) => `${start.line}:${start.column}`;
  for (const { finding } of reported) {
    // The engine lists a file that it does not read in both (design, section 7).
    if (finding.rule === 'framework/unread') continue;
    const key = keyOf(finding.rule, finding.file, finding.path);
    ranges.set(key, (ranges.get(key) ?? new Set()).add(startOf(finding.range)));
  }
  diagnostics.notAssessed = diagnostics.notAssessed.filter(({ rule, at }) => {
    const known = ranges.get(keyOf(rule, at.file, at.path));
    return !known?.has(startOf(at.range()));
  });
}
