import picocolors from 'picocolors';
import { sentencesBehind } from '../../facts/decision-rules.js';
import { repairedAt } from '../../lint/choose-fixes.js';
import type { LintResult } from '../../lint/result.js';
import { groupedBy } from '../../model/grouped.js';
import { type Finding, isFailing, type Severity } from '../../model/index.js';
import type { RenderOptions } from '../format.js';
import { joined } from '../shared/chunks.js';
import { type QuotedSource, renderFrame } from '../shared/code-frame.js';
import { endingDecision } from '../shared/decision-lines.js';
import { evidenceWords, policyWords } from '../shared/evidence-words.js';
import { type Limited, limited, restWords } from '../shared/limit.js';
import { listed, standing } from '../shared/order.js';
import { sourcesOf } from '../shared/sources.js';
import { FIX_OPTION, summaryLines, undecidedActs } from '../shared/summary-lines.js';
import { count, hanging, visible, withoutCommands } from '../shared/text.js';
import { byWeight, runsOfFile } from '../shared/weight.js';

type Colors = ReturnType<typeof picocolors.createColors>;

interface Page {
  colors: Colors;
  width: number;
  /** Lines under a label, by label and text: the same remedy often comes again in the next file. */
  labelled: Map<string, readonly string[]>;
  source(file: string): QuotedSource | undefined;
}

const INDENT = '    ';

/** Findings of one rule that are printed where no limit is given. */
const MOST_OF_RULE = 50;

/**
 * The report for people: the findings, the gravest first, with the acts of which it is not known whether a person approves them
 * behind the errors; then what was met, what failed and what is not known; the decision last.
 */
export function* streamPretty(result: LintResult, options: RenderOptions): Generator<string> {
  const { quiet = false, brief = false, width = 100, maxFindings, failOn = 'error' } = options;
  const colors = picocolors.createColors(options.color);
  const page: Page = {
    colors,
    width: Math.max(40, width),
    labelled: new Map(),
    source: sourcesOf(result.findings, options),
  };
  const decisions = quiet || options.decision === false ? [] : reportedDecisions(result);
  const undecided = decisions.length > 0 ? isUndecided : () => false;
  const findings = listed(byWeight(result), options).filter((one) => !undecided(one));
  // Where nothing fails the run, people read it for its findings.
  const isShown = ({ severity }: Finding) => !brief || failOn === 'never' || isFailing(severity, failOn);
  const limit = limited(
    findings.filter(isShown),
    maxFindings === undefined ? { perRule: MOST_OF_RULE } : { all: maxFindings },
  );
  const blockText = (lines: readonly string[]) => withoutCommands(`${lines.join('\n')}\n`);
  const isError = ({ severity }: Finding) => severity === 'error';
  const errors = limit.printed.filter(isError);
  for (const lines of fileBlocks(errors, page)) yield `${blockText(lines)}\n`;
  if (!quiet && !brief) for (const lines of undecidedBlock(result, page.width)) yield `${blockText(lines)}\n`;
  for (const lines of fileBlocks(limit.printed.slice(errors.length), page)) yield `${blockText(lines)}\n`;
  for (const lines of [...restBlock(limit), ...besideBlock(findings.filter((one) => !isShown(one)))])
    yield `${blockText(lines)}\n`;
  yield blockText(
    summaryLines(result, page.width, quiet || brief).map((line) =>
      line.bold ? colors.bold(line.text) : line.text,
    ),
  );
  const at = standing(result).find(isUndecided);
  if (decisions.length > 0) yield `\n${blockText(endingDecision(decisions, at, page.width))}`;
}

/** The report as one text. */
export const renderPretty = (result: LintResult, options: RenderOptions): string =>
  joined(streamPretty(result, options));

/** Decisions of settings of a coding agent, which target no runtime, are printed only if the project states requirements. */
const reportedDecisions = ({ decisions }: LintResult): LintResult['decisions'] =>
  decisions.filter((one) => one.settingsOnly === undefined || Object.keys(one.requirements).length > 0);

/** Whether a finding says no more than the decision in the last lines. */
const isUndecided = ({ rule, severity }: Finding): boolean =>
  rule === 'runtime/undecided' && severity === 'info';

/** Tools that act, and of which it is not known whether a person approves that: all by name, those of one reason together. */
function undecidedBlock({ notAssessed }: LintResult, width: number): string[][] {
  const groups = undecidedActs(notAssessed);
  if (groups.length === 0) return [];
  return [
    groups.flatMap(({ names, because }) =>
      hanging('', visible(`Not decided for ${names}: ${because}.`), width),
    ),
  ];
}

function restBlock(limit: Limited): string[][] {
  const rest = restWords(limit);
  return rest === undefined ? [] : [[rest]];
}

/** What does not fail the run, in one line. */
function besideBlock(findings: readonly Finding[]): string[][] {
  if (findings.length === 0) return [];
  return [[`${findings.length} more that do not block (agent-lint check prints them).`]];
}

/** One block for each finding, or for the similar findings of a file; the first of a file begins with its name. */
function* fileBlocks(findings: readonly Finding[], page: Page): Generator<string[]> {
  for (const inFile of runsOfFile(findings)) {
    const blocks = [...groupedBy(inFile, likeness).values()].map((group) => {
      const [first] = group;
      if (first === undefined) return [];
      return group.length === 1 ? findingLines(first, page) : groupLines(first, group, page);
    });
    blocks[0]?.unshift(page.colors.underline(visible(inFile[0]?.file ?? '')));
    yield* blocks;
  }
}

/** Findings of a file with the same key are one flaw in several places. */
const likeness = ({ rule, severity, evidence, confidence, spec = '' }: Finding): string =>
  [rule, severity, evidence, confidence, spec].join(' ');

function painted(severity: Severity, colors: Colors): (text: string) => string {
  return { error: colors.red, warning: colors.yellow, info: colors.cyan }[severity];
}

/** One finding, with the lines of the file around it. */
function findingLines(finding: Finding, page: Page): string[] {
  const { colors, width } = page;
  const paint = painted(finding.severity, colors);
  const lines = [
    `  ${positionOf(finding)}  ${paint(finding.severity)}  ${colors.bold(visible(finding.rule))}${repairMark(finding)}`,
    ...hanging(INDENT, visible(finding.message), width),
  ];
  const source = page.source(finding.file);
  const frame = source
    ? renderFrame(source, finding.range, width - INDENT.length, { gutter: colors.dim, carets: paint })
    : [];
  if (frame.length > 0) lines.push('', ...frame.map((row) => INDENT + row), '');
  const add = (label: string, text: string) => lines.push(...labelled(INDENT, label, text, page));
  add('Evidence', evidenceWords(finding));
  add('Fix', finding.remediation);
  for (const words of whyWords(finding)) add('Why', words);
  for (const words of policyWords(finding)) add('Policy', words);
  for (const words of seeWords(finding)) add('See', words);
  return lines;
}

/** Similar findings of one file: what can happen at each place, then once what they share. */
function groupLines(first: Finding, group: readonly Finding[], page: Page): string[] {
  const { colors, width } = page;
  const fixes = new Set(group.map(({ remediation }) => remediation));
  const places = group.map(positionOf);
  const placeWidth = places.reduce((most, { length }) => Math.max(most, length), 0);
  const deeper = ' '.repeat(INDENT.length + placeWidth + 2);
  const lines = [
    `  ${painted(first.severity, colors)(first.severity)}  ${colors.bold(visible(first.rule))}  (${count(group.length, 'finding')})`,
  ];
  for (const [at, finding] of group.entries()) {
    const lead = `${INDENT}${(places[at] ?? '').padEnd(placeWidth)}  `;
    lines.push(...hanging(lead, `${visible(finding.message)}${repairMark(finding)}`, width));
    if (fixes.size > 1) lines.push(...labelled(deeper, 'Fix', finding.remediation, page));
    for (const words of seeWords(finding)) lines.push(...labelled(deeper, 'See', words, page));
  }
  const add = (label: string, text: string) => lines.push(...labelled(INDENT, label, text, page));
  add('Evidence', evidenceWords(first));
  if (fixes.size === 1) add('Fix', first.remediation);
  for (const words of whyWords(first)) add('Why', words);
  for (const words of policyWords(first)) add('Policy', words);
  return lines;
}

/** Marks what a run with an option repairs. */
function repairMark(finding: Finding): string {
  const level = repairedAt(finding);
  return level === undefined ? '' : `  [${FIX_OPTION[level]}]`;
}

const positionOf = ({ range: { start } }: Finding): string => `${start.line}:${start.column}`;

/** Related places of one finding that are printed; JSON and SARIF contain all. */
const MOST_RELATED = 10;

/** The related places of a finding. One of the same file is named without the file. */
function seeWords({ related, file: here }: Finding): string[] {
  const words = related
    .slice(0, MOST_RELATED)
    .map(
      ({ file, range: { start }, message }) =>
        `${file === here ? '' : `${file}:`}${start.line}:${start.column} ${message}`,
    );
  const rest = related.length - words.length;
  return rest > 0 ? [...words, `${count(rest, 'more place')} (--format json lists all)`] : words;
}

/** A longer text is cut behind its first sentence. */
const LONGEST_REASON = 160;

/** Requirements behind a rule at most for them to be the reason: of more, its message says which one applies. */
const MOST_REASONS = 2;

/** The requirements behind a finding, those that name its rule first. */
function whyWords({ rule, spec }: Finding): string[] {
  if (spec === undefined) return [];
  const behind = sentencesBehind(rule);
  const own = behind.filter(({ explains }) => explains.includes(rule));
  const reasons = own.length > 0 ? own : behind;
  return reasons.length > MOST_REASONS ? [] : reasons.map(({ text }) => shortReason(text));
}

function shortReason(text: string): string {
  const end = text.indexOf('. ');
  return text.length <= LONGEST_REASON || end < 0 ? text : text.slice(0, end + 1);
}

const LABEL_WIDTH = 'Evidence'.length;

/** Texts remembered at most, and the longest one: what is said again and again is short. */
const MOST_REMEMBERED = 1000;
const LONGEST_REMEMBERED = 500;

function labelled(indent: string, label: string, text: string, page: Page): readonly string[] {
  const key = `${indent}${label} ${text}`;
  const known = page.labelled.get(key);
  if (known) return known;
  const width = indent === INDENT ? LABEL_WIDTH : label.length;
  const [first = '', ...rest] = hanging(`${indent}${label.padEnd(width)}  `, visible(text), page.width);
  const lines = [indent + page.colors.dim(label) + first.slice(indent.length + label.length), ...rest];
  if (page.labelled.size < MOST_REMEMBERED && text.length <= LONGEST_REMEMBERED)
    page.labelled.set(key, lines);
  return lines;
}
