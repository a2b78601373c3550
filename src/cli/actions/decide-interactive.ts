import { resolve } from 'node:path';
import { type RequirementEdits, requirementEdits } from '../../config/requirement-edits.js';
import { decide, openQuestions, replaceRequirements } from '../../decide/index.js';
import { disk, replaceFile, writeFailure } from '../../files/index.js';
import type { Requirements } from '../../model/index.js';
import { writeFixed } from '../../project/fix-files.js';
import { layersHere, type Project } from '../../project/open-project.js';
import {
  type DecisionFormat,
  type DecisionMeta,
  type PrintedDecision,
  renderDecision,
  renderRecords,
} from '../../report/decision.js';
import {
  leftLines,
  type Question,
  questionLines,
  questionOf,
  ruleLines,
} from '../../report/shared/question-words.js';
import { hanging, visible } from '../../report/shared/text.js';
import { editedText } from '../../syntax/edit/apply.js';
import { yamlBlock } from '../../syntax/edit/yaml-text.js';
import { writeRecords } from '../decision-records.js';
import { EXIT } from '../exit.js';
import { UsageError } from '../../project/usage-error.js';
import { note, writeReport } from '../output.js';
import { isTerminal, openPrompt, type Prompt } from '../prompt.js';
import { requirementsOf } from '../../project/requirements.js';
import { unifiedDiff } from '../unified-diff.js';

/** A shell's status for a program that Ctrl+C ended. */
const INTERRUPTED = 130;
/** Columns of a line at most, on a terminal that has them. */
const WIDEST = 100;
const NARROWEST = 40;
const widthOf = () => Math.max(NARROWEST, Math.min(WIDEST, process.stdout.columns || WIDEST));

/** What `decide --interactive` starts with. */
export interface Interview {
  project: Project;
  /** What the configuration states here. */
  stated: Requirements;
  /** What the flags state. */
  flags: Requirements;
  format: DecisionFormat;
  meta: DecisionMeta;
  output: string | undefined;
  /** `--no-config`: nothing is read and nothing is written. */
  withoutConfiguration: boolean;
}

/** @throws {UsageError} where nobody can be asked, or where an option has no meaning among questions. */
export function refuseWithoutTerminal(args: Record<string, unknown>, paths: readonly string[]): void {
  if (paths.length > 0)
    throw new UsageError(
      '--interactive asks about the requirements of one configuration and takes no paths. Run it in the folder of the configuration.',
    );
  if (args['what-if'] !== undefined)
    throw new UsageError('--interactive asks what applies, and --what-if asks what would. Use one of them.');
  if (isTerminal()) return;
  throw new UsageError(
    '--interactive needs a terminal as standard input and output. State the requirements with flags instead: --residency, --zdr, --need, --beta, --language, --prefer.',
    'For example: agent-lint decide --residency eu --zdr --need durable-session --beta forbidden --language python --prefer framework',
  );
}

/** Asks what still decides, the most decisive first, prints the decision and writes the answers where that is asked for. */
export async function runInterview(interview: Interview): Promise<number> {
  const { stated, flags, format, meta, output } = interview;
  const prompt = openPrompt();
  try {
    const before = replaceRequirements(stated, flags);
    const answers = await askAll(prompt, before);
    if (prompt.interrupted) return interrupted();
    const requirements = replaceRequirements(before, answers);
    print('');
    const width = output === undefined ? { width: widthOf() } : {};
    const decision = decide(requirements);
    writeReport(renderDecision(decision, requirements, format, { ...meta, ...width }), output);
    const given = replaceRequirements(flags, answers);
    if (Object.keys(given).length > 0 && !interview.withoutConfiguration) {
      const status = await offerToWrite(prompt, interview.project, given);
      if (status !== EXIT.ok) return status;
    }
    return await offerRecord(prompt, interview.project.root, { decision, requirements, files: [] }, meta);
  } finally {
    prompt.close();
  }
}

function interrupted(): number {
  print('');
  note('Interrupted. Nothing was written.');
  return INTERRUPTED;
}

const print = (...lines: readonly string[]) => process.stdout.write(`${lines.join('\n')}\n`);

/** What is known after some questions. */
interface Asked {
  answers: Requirements;
  skipped: ReadonlySet<string>;
}

const HELP =
  'Enter skips a question, b goes back, ? shows the rule behind it, q ends the questions. An answer can end with its source: eu because DPIA-7.';

async function askAll(prompt: Prompt, before: Requirements): Promise<Requirements> {
  let now: Asked = { answers: {}, skipped: new Set() };
  const earlier: Asked[] = [];
  if (openQuestions(before).length === 0) {
    print('The stated requirements decide: nothing is left to ask.');
    return now.answers;
  }
  const known = () => replaceRequirements(before, now.answers);
  print(...hanging('', HELP, widthOf()), ...leftLines(before, now.skipped, widthOf()));
  for (;;) {
    const key = openQuestions(known()).find((one) => !now.skipped.has(one));
    if (key === undefined) return now.answers;
    const question = questionOf(key, known());
    print('', ...questionLines(question, widthOf()));
    const answer = await answerTo(prompt, question);
    if (answer === 'end') return now.answers;
    if (answer === 'back') {
      const last = earlier.pop();
      if (last === undefined) print('This is the first question.');
      else now = last;
      continue;
    }
    earlier.push(now);
    if (answer === 'skip') now = { ...now, skipped: new Set([...now.skipped, key]) };
    else now = { ...now, answers: replaceRequirements(now.answers, answer) };
    print('', ...leftLines(known(), now.skipped, widthOf()));
  }
}

/** Asks until the answer can be read. */
async function answerTo(prompt: Prompt, question: Question): Promise<Requirements | 'skip' | 'back' | 'end'> {
  for (;;) {
    const line = (await prompt.ask('> '))?.trim();
    if (line === undefined || /^(?:q|quit)$/i.test(line)) return 'end';
    if (/^(?:b|back)$/i.test(line)) return 'back';
    if (line === '') return 'skip';
    if (line === '?') {
      print(...ruleLines(question.key, widthOf()));
      continue;
    }
    try {
      return withSource(question, line);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      print(...hanging('', visible(error.message), widthOf()));
    }
  }
}

/** An answer with where it comes from: `eu because DPIA-7`. @throws {UsageError} where the answer cannot be read. */
function withSource(question: Question, line: string): Requirements {
  const cut = line.search(/\sbecause\s/i);
  const answer = readAnswer(question, cut < 0 ? line : line.slice(0, cut).trim());
  const because =
    cut < 0
      ? ''
      : line
          .slice(cut)
          .replace(/^\s+because\s+/i, '')
          .trim();
  return because === '' ? answer : { ...answer, because: { [question.key]: because } };
}

/** @throws {UsageError} where the answer cannot be read. */
function readAnswer({ key, choices }: Question, line: string): Requirements {
  const words = line.split(/[\s,]+/).filter((word) => word !== '');
  const named = words.map((word) => choices[/^\d{1,3}$/.test(word) ? Number(word) - 1 : -1]?.name ?? word);
  switch (key) {
    case 'needs':
      return requirementsOf({ need: named });
    case 'prefer':
      return requirementsOf({ prefer: named });
    case 'residency':
      return requirementsOf({ residency: words });
    case 'languages':
      // A number chooses where a question has a list, and this one has none.
      if (words.some((word) => !/\p{L}/u.test(word)))
        throw new UsageError(`Name languages, such as python, not \`${line}\`.`);
      return requirementsOf({ language: line });
    case 'zero_data_retention':
      return { zero_data_retention: isYes(line, ['true', 'false']) };
    case 'beta':
      return { beta: isYes(line, ['allowed', 'forbidden']) ? 'allowed' : 'forbidden' };
  }
}

function isYes(line: string, [yes, no]: readonly [string, string]): boolean {
  const word = line.toLowerCase();
  if (['y', 'yes', yes].includes(word)) return true;
  if (['n', 'no', no].includes(word)) return false;
  throw new UsageError(`Answer yes or no, not \`${line}\`.`);
}

/** Where decision records usually are, below the root. */
const RECORDS = 'docs/adr';

/** Offers the decision as a record. */
async function offerRecord(
  prompt: Prompt,
  root: string,
  decision: PrintedDecision,
  meta: DecisionMeta,
): Promise<number> {
  const agreed = await prompt.ask(`Write a decision record to ${RECORDS}? [y/N] `);
  if (prompt.interrupted) return interrupted();
  if (!isAgreed(agreed)) return EXIT.ok;
  const folder = resolve(root, RECORDS);
  for (const line of writeRecords(folder, renderRecords([decision], meta), RECORDS)) print(visible(line));
  return EXIT.ok;
}

const isAgreed = (line: string | undefined): boolean => /^y(?:es)?$/i.test(line?.trim() ?? '');

/** Shows what would be written into the configuration, and writes it where the user agrees. */
async function offerToWrite(prompt: Prompt, project: Project, given: Requirements): Promise<number> {
  const target = requirementEdits(layersHere(project), given);
  const absolute = resolve(project.root, target.file);
  const text = textsOf(absolute, target);
  if (text === undefined) {
    print('', `Add this to ${visible(target.file)}, which cannot be edited safely:`);
    print(...yamlBlock({ requirements: { ...given } as Record<string, never> }, '', '  ').map(visible));
    return EXIT.ok;
  }
  print('', ...unifiedDiff(target.file, text.before, text.after).trimEnd().split('\n').map(visible));
  const agreed = await prompt.ask(`Write this to ${visible(target.file)}? [y/N] `);
  if (prompt.interrupted) return interrupted();
  if (!isAgreed(agreed)) {
    print('Nothing was written.');
    return EXIT.ok;
  }
  const failure = writeTexts(project.root, absolute, target, text);
  if (failure !== undefined) throw new UsageError(`cannot write ${target.file}: ${failure}`);
  print(`Wrote ${visible(target.file)}.`);
  return EXIT.ok;
}

interface Texts {
  before: string;
  after: string;
}

function textsOf(absolute: string, { edits, isNew }: RequirementEdits): Texts | undefined {
  if (edits === undefined) return undefined;
  if (isNew) return { before: '', after: editedText('', edits) };
  const read = disk.reader()(absolute);
  return read.ok ? { before: read.text, after: editedText(read.text, edits) } : undefined;
}

/** Why the file was not written; undefined where it was. */
function writeTexts(
  root: string,
  absolute: string,
  { file, isNew }: RequirementEdits,
  texts: Texts,
): string | undefined {
  if (!isNew) return writeFixed(root, [{ file, ...texts }]).get(file);
  try {
    replaceFile(absolute, texts.after);
    return undefined;
  } catch (error) {
    return writeFailure(error);
  }
}
