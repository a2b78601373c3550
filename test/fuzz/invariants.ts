import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import fc from 'fast-check';
import { decide, NEEDS } from '../../src/decide/decide.js';
import type { LintResult } from '../../src/lint/result.js';
import { joinPartResults, lintPart } from '../../src/merge/in-parts.js';
import {
  type Finding,
  type Fix,
  isClaim,
  type Range,
  type Requirements,
  SEVERITIES,
} from '../../src/model/index.js';
import { isWhole } from '../../src/program/parses.js';
import { renderAgent } from '../../src/report/formats/agent.js';
import { renderCompact } from '../../src/report/formats/compact.js';
import { renderGithub } from '../../src/report/formats/github.js';
import { renderGitlab } from '../../src/report/formats/gitlab.js';
import { renderJson } from '../../src/report/formats/json.js';
import { renderJsonl } from '../../src/report/formats/jsonl.js';
import { renderJunit } from '../../src/report/formats/junit.js';
import { renderMarkdown } from '../../src/report/formats/markdown.js';
import { renderPretty } from '../../src/report/formats/pretty.js';
import { renderSarif } from '../../src/report/formats/sarif.js';
import { inventoryJson, renderInventoryText } from '../../src/report/inventory.js';
import { streamHtml } from '../../src/review/formats/html.js';
import { renderInventoryMermaid } from '../../src/review/inventory-chart.js';
import { editedText } from '../../src/syntax/edit/apply.js';
import { formatOf } from '../../src/syntax/index.js';
import { divide } from '../../src/systems/shards.js';
import { checkTextProperty } from '../program/text-property.js';
import { validatorOf } from '../report/schemas.js';
import { contradictions } from '../rules/contradictions.js';
import { foundWithoutParts } from '../rules/rules-without-parts.js';
import { chanceOf, pick } from './chance.js';
import { type Checked, lint, linted, named, opened, whole } from './checked.js';
import { lengthOf, treeOf } from './corpus.js';
import type { Paired } from './programs.js';
import { workOf } from './work.js';

/** Something that holds for every input. */
export interface Invariant {
  /** A sentence that is true. */
  readonly name: string;
  /** It is checked for one input of so many. */
  readonly of: number;
  /** Whether it says something of an input; left out: of every one. */
  readonly applies?: (checked: Checked) => boolean;
  /** What is wrong, in lines; empty where it holds. */
  readonly check: (checked: Checked, folder: string) => readonly string[] | Promise<readonly string[]>;
}

const isOpen = ({ ignored }: Finding): boolean => ignored === undefined;
const textOf = ({ workspace }: Checked, file: string): string | undefined => {
  const read = workspace.read(file);
  return read.ok ? read.text : undefined;
};

/** A finding without its place. */
const keyOf = ({ rule, file, path, agent = '' }: Finding): string => `${rule} ${file} ${path} ${agent}`;
const nameOf = ({ rule, file, path, message }: Finding): string => `${rule} ${file} ${path}: ${message}`;

const isProgramFile = (file: string): boolean => formatOf(file) === 'code';
const hasProgram = ({ input: { files } }: Checked): boolean => Object.keys(files).some(isProgramFile);
const hasSeveral = ({ input: { files } }: Checked): boolean => Object.keys(files).length > 1;

export const INVARIANTS: readonly Invariant[] = [
  { name: 'every range is inside its file', of: 1, check: misplaced },
  {
    name: 'what is reported is not listed as not assessed, and no rule is left out where it would find something',
    of: 4,
    check: ({ result }) => [...contradictions(result), ...foundWithoutParts(result)],
  },
  {
    name: 'residency without the US, or no retention, excludes the managed service',
    of: 1,
    check: managedIsExcluded,
  },
  {
    name: 'no file stops the run',
    of: 1,
    check: ({ result }) =>
      result.findings.filter(({ rule }) => (rule as string) === 'file/internal').map(nameOf),
  },
  { name: 'the same input gives the same bytes', of: 8, check: repeated },
  { name: 'reports for programs are valid', of: 8, check: reportsForPrograms },
  { name: 'reports for people can be written', of: 40, check: reportsForPeople },
  { name: 'the order of the files and parts decide nothing', of: 4, applies: hasSeveral, check: reordered },
  {
    name: 'what a named file gives is among what the folder gives',
    of: 8,
    applies: hasSeveral,
    check: namedFiles,
  },
  {
    name: 'comments, unused text and names of local variables decide nothing',
    of: 8,
    applies: hasProgram,
    check: textDecides,
  },
  {
    name: 'the layout of a document and its comments decide nothing',
    of: 4,
    applies: (checked) => !hasProgram(checked),
    check: layoutDecides,
  },
  {
    name: 'a gate that is removed removes no finding, and a control that is added adds none of its kind',
    of: 1,
    applies: ({ input }) => input.paired !== undefined,
    check: controlsHelp,
  },
  {
    name: 'an edit leaves a whole file, clears its finding, adds none, and replaces no computed value',
    of: 4,
    applies: ({ result }) => result.findings.some((one) => edits(one).length > 0),
    check: editsRepair,
  },
  {
    name: 'work grows with the size of the input',
    of: 250,
    applies: ({ input }) => lengthOf(input.files) < 2_000,
    check: workIsBounded,
  },
  { name: 'the command line gives the same bytes with and without --cache', of: 1000, check: cached },
];

/** The built command line. */
const BIN = resolve(import.meta.dirname, '../../dist/agent-lint.cjs');

/** Whether every line of a range exists, and every column up to the one behind its end. */
function isInside({ start, end }: Range, lines: readonly string[]): boolean {
  const holds = ({ line, column }: Range['start']) =>
    line >= 1 && column >= 1 && line <= lines.length && column <= (lines[line - 1] ?? '').length + 1;
  const inOrder = start.line < end.line || (start.line === end.line && start.column <= end.column);
  return holds(start) && holds(end) && inOrder;
}

function misplaced(checked: Checked): string[] {
  const { findings, notAssessed, unresolved } = checked.result;
  const lines = new Map<string, readonly string[] | undefined>();
  const linesOf = (file: string) => {
    if (!lines.has(file))
      lines.set(
        file,
        textOf(checked, file)
          ?.replace(/^\ufeff/, '')
          .split(/\r\n|\n|\r/),
      );
    return lines.get(file);
  };
  const placed = [
    ...findings.flatMap((one) => [
      { ...one, message: one.rule },
      ...one.related,
      ...one.fixes.flatMap((fix) =>
        fix.edits.map(({ file, range }) => ({ file, range, message: `fix of ${one.rule}` })),
      ),
    ]),
    ...[...notAssessed, ...unresolved].map(({ at }) => ({
      file: at.file,
      range: at.range(),
      message: 'not assessed',
    })),
  ];
  return placed.flatMap(({ file, range, message }) => {
    const known = linesOf(file);
    // An edit may create a file.
    if (known === undefined)
      return file in checked.input.files
        ? []
        : message.startsWith('fix of')
          ? []
          : [`${file}: no such file (${message})`];
    return isInside(range, known)
      ? []
      : [`${file} ${JSON.stringify(range)} of ${known.length} lines: ${message}`];
  });
}

const REGIONS = ['us', 'eu', 'eea', 'de', 'ch', 'any'] as const;
const requirements: fc.Arbitrary<Requirements> = fc.record(
  {
    residency: fc.subarray([...REGIONS], { minLength: 1 }),
    zero_data_retention: fc.boolean(),
    needs: fc.subarray(NEEDS),
    beta: fc.constantFrom('allowed' as const, 'forbidden' as const),
    languages: fc.subarray(['python', 'typescript', 'go'], { minLength: 1 }),
    prefer: fc.subarray(['managed' as const, 'framework' as const, 'responses' as const], { minLength: 1 }),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Requirements>;

const excludesManaged = ({ residency, zero_data_retention, beta }: Requirements): boolean =>
  (residency !== undefined && !residency.includes('us') && !residency.includes('any')) ||
  zero_data_retention === true ||
  beta === 'forbidden';

function managedIsExcluded({ input, result }: Checked): string[] {
  const [stated = {}] = fc.sample(requirements, { seed: input.salt, numRuns: 1 });
  const more: Requirements = {
    ...stated,
    ...(input.salt % 2 ? { zero_data_retention: true } : { residency: ['eu'] }),
  };
  const decided = [
    ...[stated, more].map((one) => ({ requirements: one, decision: decide(one) })),
    ...result.decisions,
  ];
  return decided.flatMap(({ requirements: one, decision }) => {
    const managed = decision.runtimes.find(({ runtime }) => runtime === 'managed');
    const isWrong =
      excludesManaged(one) && (managed?.verdict !== 'excluded' || decision.recommended === 'managed');
    return isWrong ? [`${JSON.stringify(one)}: managed is ${managed?.verdict}`] : [];
  });
}

function differing(what: string, one: string, other: string): string[] {
  if (one === other) return [];
  const others = other.split('\n');
  const at = one.split('\n').findIndex((line, index) => line !== others[index]);
  return [`${what}, line ${at + 1}: ${one.split('\n')[at]} / ${others[at]}`];
}

async function repeated(
  { input, result, options: { withoutFixes = false } }: Checked,
  folder: string,
): Promise<string[]> {
  const again = await opened(input.files, input.preset, folder);
  return again
    ? differing('the second run', renderJson(result), renderJson(lint(again, { withoutFixes })))
    : ['the configuration is refused'];
}

/** Validators and schemas are compiled once. */
const isReport = validatorOf('report');
const isInventory = validatorOf('inventory');

function reportsForPrograms({ result, options: { asOf } }: Checked): string[] {
  const wrong: string[] = [];
  const parse = (what: string, text: string): unknown => {
    try {
      return JSON.parse(text);
    } catch (error) {
      wrong.push(`${what}: ${(error as Error).message}`);
      return undefined;
    }
  };
  const findings = result.findings.filter(isOpen);
  const json = parse('json', renderJson(result, { asOf }));
  if (!isReport(json)) wrong.push(`json: ${JSON.stringify(isReport.errors?.slice(0, 3))}`);
  const compact = renderCompact(result).trimEnd().split('\n');
  if (compact.length - 1 !== findings.length)
    wrong.push(`compact: ${compact.length - 1} lines for ${findings.length} findings`);
  for (const line of compact.slice(0, -1))
    if (!/^.+:\d+:\d+: (?:error|warning|info) \S+\/\S+ ./.test(line)) wrong.push(`compact: ${line}`);
  for (const line of renderJsonl(result).trimEnd().split('\n')) parse('jsonl', line);
  const gitlab = parse('gitlab', renderGitlab(result));
  if (!Array.isArray(gitlab) || gitlab.length !== findings.length)
    wrong.push('gitlab: not one entry for each finding');
  const commands = renderGithub(result)
    .split('\n')
    .filter((line) => line.startsWith('::'));
  if (commands.length !== findings.length)
    wrong.push(`github: ${commands.length} annotations for ${findings.length} findings`);
  for (const line of commands)
    if (!/^::(?:error|warning|notice) file=[^:]*::./.test(line)) wrong.push(`github: ${line}`);
  wrong.push(...unbalanced(renderJunit(result)));
  const sarif = parse('sarif', renderSarif(result)) as
    | {
        runs: {
          results: { ruleIndex: number; ruleId: string }[];
          tool: { driver: { rules: { id: string }[] } };
        }[];
      }
    | undefined;
  for (const { results, tool } of sarif?.runs ?? []) {
    if (results.length !== result.findings.length)
      wrong.push(`sarif: ${results.length} results for ${result.findings.length} findings`);
    for (const { ruleIndex, ruleId } of results)
      if (tool.driver.rules[ruleIndex]?.id !== ruleId)
        wrong.push(`sarif: ${ruleId} is not rule ${ruleIndex}`);
  }
  return wrong;
}

/** What is not well-formed in a text of XML without comments and references to entities of its own. */
function unbalanced(xml: string): string[] {
  const open: string[] = [];
  const rest = xml
    .replace(/<\?xml[^>]*\?>|<!\[CDATA\[[\s\S]*?\]\]>/g, '')
    .replace(
      /<(\/?)([\w-]+)((?:\s+[\w-]+="[^"<]*")*)\s*(\/?)>/g,
      (_, end: string, name: string, _attributes, empty: string) => {
        if (end === '/') return open.pop() === name ? '' : '<';
        if (empty === '') open.push(name);
        return '';
      },
    );
  const bad =
    /[<\p{Cs}]|&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)/iu.exec(rest) ??
    /[^\P{Cc}\t\n\r\x7f-\x9f]|[\ufffe\uffff]/u.exec(xml);
  return open.length > 0 || bad
    ? [
        `junit: not well-formed near ${JSON.stringify(rest.slice(Math.max(0, (bad?.index ?? 0) - 30), (bad?.index ?? 0) + 30))}`,
      ]
    : [];
}

function reportsForPeople(checked: Checked): string[] {
  const { result } = checked;
  const options = { color: false, source: (file: string) => textOf(checked, file) };
  const inventory = { files: [], systems: result.systems };
  const written = inventoryJson(inventory);
  return [
    ...(isInventory(JSON.parse(JSON.stringify(written)))
      ? []
      : [`inventory: ${JSON.stringify(isInventory.errors?.slice(0, 3))}`]),
    ...(renderInventoryMermaid(inventory).startsWith('flowchart LR\n') ? [] : ['mermaid: no flowchart']),
    ...Object.entries({
      pretty: renderPretty(result, options),
      agent: renderAgent(result, options),
      markdown: renderMarkdown(result, options),
      html: [...streamHtml(result, options)].join(''),
      text: renderInventoryText(inventory),
    }).flatMap(([name, text]) =>
      text.trim() === '' || /[^\P{Cc}\n]|\u202e/u.test(text)
        ? [`${name}: empty, or with commands for a terminal`]
        : [],
    ),
  ];
}

async function reordered(
  { workspace, config, options, result, input: { files, preset } }: Checked,
  folder: string,
): Promise<string[]> {
  const reversed = Object.fromEntries(Object.entries(files).reverse());
  const [one, other] = [await whole(files, preset, folder), await whole(reversed, preset, folder)];
  const inOrder = differing('in another order', renderJson(one), renderJson(other));
  // What is counted over all files is known of a run on the whole only.
  if (config.layers().length > 0) return inOrder;
  const parts = divide(workspace).into(3);
  const given = parts
    .filter(({ length }) => length > 0)
    .map((part) => lintPart(workspace, config, options, part));
  const joined = joinPartResults(given, config, options);
  return [...inOrder, ...differing('in parts', linesOf(result.findings), linesOf(joined.findings))];
}

const linesOf = (findings: readonly Finding[]): string =>
  findings
    .map((one) => `${nameOf(one)} ${one.severity} ${one.fingerprint} ${JSON.stringify(one.range)}`)
    .sort()
    .join('\n');

/** Reported of a whole run only: once per run or decision, or of settings that match nothing in the whole project. */
const OF_A_WHOLE_RUN = /^(?:runtime\/(?:beta|conflicting-needs|undecided)|config\/(?:unused|stale)-)/;

const MANIFEST = /(?:^|\/)(?:package\.json|pyproject\.toml|requirements[\w.-]*\.txt|[\w.-]*lock[\w.-]*)$/;

async function namedFiles({ input: { files, preset, salt } }: Checked, folder: string): Promise<string[]> {
  // A manifest that is named is not checked as the programs that it applies to.
  const all = Object.keys(files).filter((one) => !MANIFEST.test(one));
  if (all.length === 0) return [];
  const file = pick(all.sort(), chanceOf(salt));
  const lines = ({ findings }: LintResult) =>
    findings
      .filter(({ rule }) => !OF_A_WHOLE_RUN.test(rule))
      .map((one) => `${one.fingerprint} ${one.severity} ${nameOf(one)}`);
  const everything = lines(await whole(files, preset, folder));
  const found = lines(await named(files, preset, folder, file));
  return [
    ...found.filter((line) => !everything.includes(line)).map((line) => `only with ${file}: ${line}`),
    ...everything
      .filter((line) => line.includes(` ${file} `) && !found.includes(line))
      .map((line) => `only without ${file}: ${line}`),
  ];
}

function textDecides({ input: { files } }: Checked): Promise<string[]> {
  return checkTextProperty(files).then(
    () => [],
    (error: Error) => [error.message.split('\n--- ')[0] ?? ''],
  );
}

/** The same documents in another layout: JSON without blanks, and with comments where the syntax has them. */
async function layoutDecides(
  { input: { files, preset }, result }: Checked,
  folder: string,
): Promise<string[]> {
  const changed = Object.fromEntries(
    Object.entries(files).map(([file, text]) => [file, otherLayout(file, text)]),
  );
  if (Object.keys(files).every((file) => changed[file] === files[file])) return [];
  const after = await linted(changed, preset, folder);
  const keys = (found: readonly Finding[]) =>
    found
      .filter(isOpen)
      .map((one) => `${one.severity} ${keyOf(one)}`)
      .sort()
      .join('\n');
  return after
    ? differing('in another layout', keys(result.findings), keys(after.findings))
    : ['the configuration is refused'];
}

function otherLayout(file: string, text: string): string {
  const format = formatOf(file);
  if (/agent-lint|^\ufeff/.test(text)) return text;
  if (format === 'json') {
    const tree = treeOf(file, text);
    const isSame = tree !== undefined && isWhole(file, text) && isPlainJson(text);
    return isSame ? JSON.stringify(JSON.parse(text)) : text;
  }
  if (!isWhole(file, text)) return text;
  if (format === 'yaml' && !/^[%{[]|^---/m.test(text)) return `# approve, or confirm\n\n${text}\n\n# else\n`;
  if (format === 'toml') return `# approve, or confirm\n\n${text}\n\n# else\n`;
  return text;
}

function isPlainJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Rules that are about a control that is there: they find nothing where there is none. */
const OF_CONTROLS =
  /^(?:approval\/(?:unanswered|broken-version|forgeable|remembered|not-gateable|prose-only|effect-lowered|shared-name)|guardrail\/(?:beside-tools|misplaced)|scope\/ignored-setting)$/;

const KINDS: Readonly<Record<Paired['control'], RegExp>> = {
  gate: /^approval\//,
  bound: /^delegation\//,
  guardrail: /^guardrail\//,
  scope: /^scope\//,
  tracing: /^tracing\//,
};

async function controlsHelp(
  { input: { paired, preset }, result }: Checked,
  folder: string,
): Promise<string[]> {
  if (!paired) return [];
  const without = await linted(paired.without, preset, folder);
  if (!without) return ['the configuration is refused'];
  const only = (some: readonly Finding[], others: readonly Finding[]): Finding[] => {
    const keys = new Set(others.map(keyOf));
    return some.filter((one) => !keys.has(keyOf(one)));
  };
  // What is graver covers what it contains: without a gate of `Bash` nothing is said of a request that it can send as well.
  const lost = only(without.findings, result.findings);
  const covers = (one: Finding): boolean =>
    lost.some(({ severity }) => SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(one.severity));
  // Where nothing guards the input, one finding is about both sides.
  const namesOutput = without.findings.some(({ rule }) => rule === 'guardrail/missing-input');
  return only(result.findings, without.findings)
    .filter(({ rule }) => !(namesOutput && rule === 'guardrail/missing-output'))
    .filter(
      ({ rule }) =>
        !OF_CONTROLS.test(rule) && (paired.control === 'gate' || KINDS[paired.control].test(rule)),
    )
    .filter((one) => !covers(one))
    .map((one) => `only with the ${paired.control}: ${nameOf(one)}`);
}

const edits = ({ fixes, ignored }: Finding): Fix[] => (ignored ? [] : fixes.filter((fix) => !isClaim(fix)));

/** Edits of one input that are tried. */
const MOST_EDITS = 3;

async function editsRepair(checked: Checked, folder: string): Promise<string[]> {
  const { input, result } = checked;
  const all = result.findings.flatMap((finding) => edits(finding).map((fix) => ({ finding, fix })));
  const from = input.salt % all.length;
  const wrong: string[] = [];
  const known = counted(result.findings, clearedOf);
  const before = counted(result.findings, movedKey);
  for (const { finding, fix } of [...all.slice(from), ...all.slice(0, from)].slice(0, MOST_EDITS)) {
    const what = `"${fix.title}" for ${nameOf(finding)}`;
    const after: Record<string, string> = { ...input.files };
    for (const file of new Set(fix.edits.map((edit) => edit.file))) {
      const text = textOf(checked, file) ?? '';
      const own = fix.edits.filter((edit) => edit.file === file);
      const edited = editedText(text, own);
      after[file] = edited;
      if (isWhole(file, text) && !isWhole(file, edited))
        wrong.push(`${what} leaves ${file} broken:\n${edited}`);
      // Taking out what a title names is its whole point.
      for (const edit of fix.title.startsWith('Remove ') ? [] : own)
        for (const name of lostNames(file, text, edit.range, edit.text))
          wrong.push(`${what} replaces \`${name}\`, which the author computes`);
    }
    const again = await linted(after, input.preset, folder);
    if (!again) {
      wrong.push(`${what} leaves a configuration that is refused`);
      continue;
    }
    const left = counted(again.findings, clearedOf);
    if ((left.get(clearedOf(finding)) ?? 0) >= (known.get(clearedOf(finding)) ?? 0))
      wrong.push(`${what} leaves it`);
    const added = counted(again.findings, movedKey);
    // What is wrong with a gate that an edit adds is reported next: who answers it, who may forge the answer.
    for (const one of again.findings.filter(
      ({ rule, severity }) => severity !== 'info' && !OF_CONTROLS.test(rule),
    ))
      if (
        isOpen(one) &&
        !isNext(finding, one, fix) &&
        (added.get(movedKey(one)) ?? 0) > (before.get(movedKey(one)) ?? 0)
      )
        wrong.push(`${what} causes ${nameOf(one)}`);
  }
  return wrong;
}

/**
 * Whether an edit only lets a finding be seen: what a corrected key or value says is judged from then on, a tool that no
 * list lets run any more still lacks a gate, and the output side is asked for where the input side is met.
 */
const isNext = (repaired: Finding, one: Finding, { title }: Pick<Fix, 'title'>): boolean =>
  /^(?:Rename|Set) it to /.test(title) && one.file === repaired.file
    ? true
    : repaired.rule === 'config/schema' || repaired.rule === 'session/schema'
      ? /^(?:config\/schema|runtime\/|session\/)/.test(one.rule)
      : repaired.rule.startsWith('approval/') && one.rule === 'approval/auto-approved'
        ? true
        : repaired.rule.startsWith('guardrail/')
          ? one.rule === 'guardrail/missing-output'
          : repaired.rule === 'approval/auto-approved' && one.rule.startsWith('approval/');

/** Items of a list behind one that is removed move up. */
const withoutIndices = (text: string): string => text.replace(/\[\d+\]/g, '[]');
const movedKey = (one: Finding): string => withoutIndices(keyOf(one));

/** A finding as an edit clears it: a gate that a computed value answers is another finding. */
const clearedOf = (one: Finding): string => `${withoutIndices(nameOf(one))} ${one.evidence}`;

/** How often each open finding is reported. */
function counted(
  findings: readonly Finding[],
  key: (finding: Finding) => string,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const one of findings.filter(isOpen)) counts.set(key(one), (counts.get(key(one)) ?? 0) + 1);
  return counts;
}

/** Names that stand for themselves; those of numbers without an end, too. */
const CONSTANT =
  /^(?:true|false|null|undefined|None|True|False|NaN|Infinity|Number|math|sys|inf|maxsize|float|new|not|and|or|async|lambda|return|if|else|const|let)$/;

/** Names in the text that an edit takes out of a program: values that the author computes. */
function lostNames(file: string, text: string, range: Range, by: string): string[] {
  if (!isProgramFile(file)) return [];
  const taken = text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .slice(range.start.line - 1, range.end.line)
    .map((line, index, all) =>
      line.slice(
        index === 0 ? range.start.column - 1 : 0,
        index === all.length - 1 ? range.end.column - 1 : undefined,
      ),
    )
    .join('\n');
  const plain = taken.replace(/'[^'\n]*'|"[^"\n]*"|`[^`$]*`|#.*$|\/\/.*$/gm, ' ');
  const names = plain.match(/(?<![.\w$])[A-Za-z_$][\w$]*(?![\w$]|\s*[:=](?!=))/g) ?? [];
  return names.filter((name) => !CONSTANT.test(name) && !wordOf(name).test(by));
}

const wordOf = (name: string): RegExp => new RegExp(`(?<![\\w$.])${name.replaceAll('$', '\\$')}(?![\\w$])`);

/** How often a part is repeated to see how work grows. */
const REPEATED = [40, 80, 160] as const;
/** Growth from 80 to 160 over that from 40 to 80: 2 where it is linear, 4 where it is quadratic. */
const STEEPEST = 3;
/** Work that is nothing. */
const LITTLE = 60_000;

async function workIsBounded({ input: { files, preset, salt } }: Checked, folder: string): Promise<string[]> {
  const at = chanceOf(salt);
  const file = pick(Object.keys(files), at);
  const text = files[file] ?? '';
  const lines = text.split('\n');
  const isLine = at(3) > 0;
  const from = isLine ? at(lines.length) : at(text.length);
  const length = 1 + at(isLine ? 3 : 20);
  const grown = (times: number): string =>
    isLine
      ? [
          ...lines.slice(0, from),
          ...Array.from({ length: times }, () => lines.slice(from, from + length)).flat(),
          ...lines.slice(from + length),
        ].join('\n')
      : text.slice(0, from) + text.slice(from, from + length).repeat(times) + text.slice(from + length);
  const measured = async (): Promise<number[] | undefined> => {
    const works: number[] = [];
    for (const times of REPEATED) {
      const project = await opened({ ...files, [file]: grown(times) }, preset, folder);
      if (!project) return undefined;
      if (works.length === 0) lint(project);
      works.push(await workOf(() => lint(project)));
    }
    return works;
  };
  const isSteep = ([first = 0, second = 0, third = 0]: readonly number[]): boolean =>
    third - second > LITTLE && third - second > STEEPEST * Math.max(LITTLE / 4, second - first);
  const works = await measured();
  // V8 counts a function again that it compiles meanwhile: what grows does so each time.
  const again = works && isSteep(works) ? await measured() : undefined;
  return again && isSteep(again)
    ? [
        `${file}: ${again.join(', ')} blocks for ${REPEATED.join(', ')} times ${JSON.stringify(isLine ? lines.slice(from, from + length).join('\n') : text.slice(from, from + length))}`,
      ]
    : [];
}

function cached({ input: { files, preset } }: Checked): string[] {
  const home = mkdtempSync(join(tmpdir(), 'agent-lint-fuzz-'));
  const cwd = join(home, 'project');
  try {
    mkdirSync(cwd);
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(cwd, name)), { recursive: true });
      writeFileSync(join(cwd, name), text);
    }
    const run = (...more: string[]) => {
      const args = [BIN, 'check', '--format', 'json', '--preset', preset, '--as-of', '2026-11-20', ...more];
      const { status, stdout, stderr } = spawnSync(process.execPath, args, {
        cwd,
        encoding: 'utf8',
        env: { PATH: process.env.PATH, HOME: home, NO_COLOR: '1' },
      });
      return `${status}\n${stdout}${stderr}`;
    };
    const plain = run();
    return [
      ...(/^[0-24]\n/.test(plain) ? [] : [`status ${plain.slice(0, 300)}`]),
      ...differing('the run that fills the cache', plain, run('--cache')),
      ...differing('the run from the cache', plain, run('--cache')),
    ];
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
