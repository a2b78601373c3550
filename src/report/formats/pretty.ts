import picocolors from 'picocolors';
import type { LintResult } from '../../lint/result.js';
import { addTo } from '../../model/grouped.js';
import { EVIDENCE_WORDS, type Finding, type Range, type Severity } from '../../model/index.js';
import type { RenderOptions } from '../format.js';
import { decisionLines } from '../shared/decision-lines.js';
import { driftWords, fileWords } from '../shared/drift.js';
import { type QuotedSource, quoteFrom, renderFrame } from '../shared/frame.js';
import { listed, standing } from '../shared/order.js';
import { summaryLines } from '../shared/summary-lines.js';
import { hanging, visible, withoutCommands } from '../shared/text.js';

type Colors = ReturnType<typeof picocolors.createColors>;

interface Page {
  colors: Colors;
  width: number;
  /** Lines under a label, by label and text: much is said again of the next file. */
  labelled: Map<string, readonly string[]>;
  source(file: string): QuotedSource | undefined;
}

const INDENT = '    ';

/** The report for people: the decision, the findings by file, then what was met, what failed and what is not known. */
export function renderPretty(result: LintResult, options: RenderOptions): string {
  const { quiet = false, width = 100 } = options;
  const colors = picocolors.createColors(options.color);
  const page: Page = {
    colors,
    width: Math.max(40, width),
    labelled: new Map(),
    source: sources(result, options),
  };
  const findings = listed(standing(result), options);
  const blocks = [
    ...(quiet ? [] : decisionBlocks(result, page)),
    ...fileBlocks(findings, page),
    summaryLines(result, page.width, quiet).map((line) => (line.bold ? colors.bold(line.text) : line.text)),
  ];
  return withoutCommands(`${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`);
}

/** Findings come by file, so one source is kept, split once; what a finding calls a literal secret is hidden in every frame of its file. */
function sources(result: LintResult, options: RenderOptions): Page['source'] {
  const secrets = new Map<string, Range[]>();
  for (const finding of result.findings) {
    if (finding.rule !== 'mcp/literal-secret') continue;
    addTo(secrets, finding.file, finding.range);
  }
  let opened: { file: string; source: QuotedSource | undefined } | undefined;
  return (file) => {
    if (opened?.file !== file) {
      const text = options.source(file);
      const source = text === undefined ? undefined : quoteFrom(text, secrets.get(file));
      opened = { file, source };
    }
    return opened.source;
  };
}

function decisionBlocks(result: LintResult, { colors, width }: Page): string[][] {
  // Which runtime fits is no question for the settings of a client, unless the project asks it.
  const decisions = result.decisions.filter(
    (one) => one.settingsOnly === undefined || Object.keys(one.requirements).length > 0,
  );
  const several = decisions.length > 1;
  return decisions.map(({ decision, requirements, files, found = [] }) => {
    const [outcome = '', ...rest] = decisionLines(decision, requirements, width);
    const heading = several ? [...hanging('', `For ${fileWords(files)}:`, width)] : [];
    const drift = driftWords(found, decision.recommended);
    const below = drift === undefined ? [] : ['', ...hanging('', drift, width)];
    return [...heading, colors.bold(outcome), ...rest, ...below];
  });
}

function fileBlocks(findings: readonly Finding[], page: Page): string[][] {
  const blocks: string[][] = [];
  let file: string | undefined;
  for (const finding of findings) {
    const lines = findingLines(finding, page);
    if (finding.file !== file) {
      file = finding.file;
      lines.unshift(page.colors.underline(visible(file)));
    }
    blocks.push(lines);
  }
  return blocks;
}

function painted(severity: Severity, colors: Colors): (text: string) => string {
  return { error: colors.red, warning: colors.yellow, info: colors.cyan }[severity];
}

function findingLines(finding: Finding, page: Page): string[] {
  const { colors, width } = page;
  const paint = painted(finding.severity, colors);
  const { line, column } = finding.range.start;
  const lines = [
    `  ${line}:${column}  ${paint(finding.severity)}  ${colors.bold(visible(finding.rule))}`,
    ...hanging(INDENT, visible(finding.message), width),
  ];
  const source = page.source(finding.file);
  const frame = source
    ? renderFrame(source, finding.range, width - INDENT.length, { gutter: colors.dim, carets: paint })
    : [];
  if (frame.length > 0) lines.push('');
  for (const row of frame) lines.push(INDENT + row);
  if (frame.length > 0) lines.push('');
  const add = (label: string, text: string) => {
    for (const one of labelled(label, text, page)) lines.push(one);
  };
  add('How we know', `${EVIDENCE_WORDS[finding.evidence]}, ${finding.confidence} confidence`);
  add('What to change', finding.remediation);
  if (finding.spec !== undefined) add('Spec', sectionWords(finding.spec));
  for (const { file, range, message } of finding.related)
    add('See', `${file}:${range.start.line}:${range.start.column} ${message}`);
  return lines;
}

function sectionWords(spec: string): string {
  return `${spec.includes(',') ? 'sections' : 'section'} ${spec}`;
}

const LABEL_WIDTH = 'What to change'.length;

/** Texts remembered at most, and the longest one: what is said again and again is short. */
const MOST_REMEMBERED = 1000;
const LONGEST_REMEMBERED = 500;

function labelled(label: string, text: string, page: Page): readonly string[] {
  const key = `${label} ${text}`;
  const known = page.labelled.get(key);
  if (known) return known;
  const lines = labelledLines(label, visible(text), page);
  if (page.labelled.size < MOST_REMEMBERED && text.length <= LONGEST_REMEMBERED)
    page.labelled.set(key, lines);
  return lines;
}

function labelledLines(label: string, text: string, { colors, width }: Page): string[] {
  const lead = `${INDENT}${label.padEnd(LABEL_WIDTH)}  `;
  const [first = '', ...rest] = hanging(lead, text, width);
  return [INDENT + colors.dim(label) + first.slice(INDENT.length + label.length), ...rest];
}
