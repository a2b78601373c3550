import type {
  AgentSystem,
  Finding,
  Fix,
  MetCount,
  NotAssessed,
  Place,
  Report,
  Reporter,
  Severity,
  TextEdit,
} from '../model/index.js';
import { isMet, SEVERITIES } from '../model/index.js';
import { displayText, redact } from '../model/secrets.js';
import { isTestFile } from '../model/test-file.js';
import type { RuleInForce } from './levels.js';

/** A finding, with its place until its file is done. */
export interface Entry {
  finding: Finding;
  at: Place | undefined;
  lockedBy: string | undefined;
}

/** What rules said so far. */
export interface Ledger {
  entries: Entry[];
  notAssessed: NotAssessed[];
  met: Map<string, MetCount>;
  /** Texts without their secrets: the same words are said of many files. Short texts, and not many of them. */
  safe: Map<string, string>;
  /** The system that is being judged; none while the engine itself speaks. */
  about: AgentSystem | undefined;
  /** Whether findings carry their fixes. */
  withFixes: boolean;
  /** How many findings of each file carry fixes. */
  fixed: Map<string, number>;
}

export function openLedger(withFixes: boolean): Ledger {
  return {
    entries: [],
    notAssessed: [],
    met: new Map(),
    safe: new Map(),
    about: undefined,
    withFixes,
    fixed: new Map(),
  };
}

/**
 * The funnel of one rule: severity, evidence and place are settled here and nowhere else, and secrets in names that a
 * rule speaks of end here. It is opened once and speaks of the system that the ledger is open at.
 */
export function reporterFor(ledger: Ledger, inForce: RuleInForce): Reporter {
  const { id } = inForce.rule;
  let count: MetCount | undefined;
  const report = (said: Report) => {
    if (isAssessed(said, inForce, ledger.about)) enter(ledger, said, inForce);
    else list(ledger, said, inForce);
  };
  const met: Reporter['met'] = (evidence) => {
    if (!isMet(evidence)) return;
    count ??= countOf(ledger, id);
    count[evidence.state] += 1;
  };
  return Object.assign(report, { met });
}

function countOf({ met }: Ledger, rule: string): MetCount {
  const count = met.get(rule) ?? { rule, shown: 0, attested: 0 };
  met.set(rule, count);
  return count;
}

/** The evidence table of the design, section 1: what cannot be known is listed, not reported, unless strict. */
function isAssessed(said: Report, inForce: RuleInForce, system: AgentSystem | undefined): boolean {
  if (inForce.preset === 'strict') return true;
  if (said.evidence === 'undecidable') return false;
  return said.evidence !== 'inexpressible' || system?.runtime === 'managed';
}

const MOST_REMEMBERED = 2000;
const LONGEST_REMEMBERED = 1000;

function safe({ safe: known }: Ledger, text: string): string {
  if (text.length > LONGEST_REMEMBERED) return displayText(text);
  let found = known.get(text);
  if (found === undefined) {
    found = displayText(text);
    if (known.size < MOST_REMEMBERED) known.set(text, found);
  }
  return found;
}

function list(ledger: Ledger, said: Report, inForce: RuleInForce): void {
  ledger.notAssessed.push({
    rule: inForce.rule.id,
    at: said.at,
    ...(said.agent === undefined ? {} : { agent: safe(ledger, said.agent) }),
    evidence: said.evidence ?? 'shown',
    message: safe(ledger, said.subject ?? said.message),
  });
}

function enter(ledger: Ledger, said: Report, inForce: RuleInForce): void {
  const { rule } = inForce;
  const confidence = said.confidence ?? 'high';
  const finding: Finding = {
    rule: rule.id,
    severity: isQuoted(ledger.about, said.at.file) ? 'info' : severityOf(said, inForce, said.at.file),
    confidence,
    message: safe(ledger, said.message),
    file: said.at.file,
    range: said.at.range(),
    path: said.at.path,
    ...(said.agent === undefined ? {} : { agent: safe(ledger, said.agent) }),
    evidence: said.evidence ?? 'shown',
    remediation: said.remediation === undefined ? rule.remediation : safe(ledger, said.remediation),
    related: (said.related ?? []).map(({ at, message }) => ({
      message: safe(ledger, message),
      file: at.file,
      range: at.range(),
    })),
    ...(rule.spec !== undefined && ledger.about?.runtime === 'managed' ? { spec: rule.spec } : {}),
    references: [...rule.references],
    fingerprint: '',
    fixes: ledger.withFixes ? fixesOf(ledger, said) : [],
    ...(inForce.policy?.owner ? { policy: inForce.policy.owner } : {}),
  };
  ledger.entries.push({ finding, at: said.at, lockedBy: inForce.lockedBy });
}

/** Most findings of one file that carry fixes: each edit is tried on the text, and a hostile file has thousands. */
const MOST_FIXED = 1_000;

/** The fixes that there are edits for. */
function fixesOf(ledger: Ledger, { at, fixes = [] }: Report): Fix[] {
  if (fixes.length === 0) return [];
  const count = (ledger.fixed.get(at.file) ?? 0) + 1;
  if (count > MOST_FIXED) return [];
  ledger.fixed.set(at.file, count);
  return fixes.flatMap((repair): Fix[] => {
    const edits = repair?.edits() ?? [];
    if (repair === undefined || edits.length === 0 || edits.some(printsSecret)) return [];
    return [{ title: safe(ledger, repair.title), safe: repair.safe ?? false, edits: [...edits] }];
  });
}

/** No report carries a credential, not even inside an edit that moves it. */
const printsSecret = ({ text }: TextEdit): boolean => redact(text) !== text;

/** People paste the documentation of their vendor into pages; a file that a quoted request sends is no quotation. */
function isQuoted(about: AgentSystem | undefined, file: string): boolean {
  return about?.isQuoted === true && about.file === file;
}

function severityOf(said: Report, inForce: RuleInForce, file: string): Severity {
  if (inForce.rule.id !== 'mcp/literal-secret' && inForce.lockedBy === undefined && isTestFile(file))
    return 'info';
  let severity = inForce.level === 'off' ? 'info' : inForce.level;
  if (said.severity !== undefined && !inForce.explicit) severity = said.severity;
  if (severity !== 'error') return severity;
  const milder = said.confidence === 'low' || isCapped(said, inForce);
  return milder ? 'warning' : severity;
}

function isCapped(said: Report, inForce: RuleInForce): boolean {
  return (
    said.evidence === 'inexpressible' &&
    inForce.rule.capInexpressible === true &&
    !inForce.explicit &&
    inForce.preset === 'recommended'
  );
}

/** Whether `severity` weighs at least as much as `threshold`. */
export function isAtLeast(severity: Severity, threshold: Severity): boolean {
  return SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(threshold);
}

/** Lets go of the places of entries from `start` on, and with them of the text of their file. */
export function forgetPlaces(ledger: Ledger, start: number): void {
  for (let index = start; index < ledger.entries.length; index++) {
    const entry = ledger.entries[index];
    if (entry) entry.at = undefined;
  }
}

/** Takes out what was said before of the same place: a tool that several agents of a program hold is one tool. */
export function sayOnce(ledger: Ledger, start: number): void {
  const said = new Set<string>();
  const once = ledger.entries.splice(start).filter(({ finding }) => {
    const { rule, file, range, message } = finding;
    const key = `${rule}\n${file}\n${range.start.line}:${range.start.column}\n${message}`;
    return said.size !== said.add(key).size;
  });
  for (const one of once) ledger.entries.push(one);
}
