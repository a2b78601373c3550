import type { Place } from '../../model/index.js';
import { isAssignment } from '../../syntax/shell/command-line.js';
import { type Command, scanShell, type TextRange } from '../../syntax/shell/scan.js';
import facts from './answers.json' with { type: 'json' };
import { inExpression } from './expressions.js';
import type { Values, WorkflowStep } from './workflow.js';

/** What an answer of an agent names. */
export type Named = 'label' | 'branch';

/** An answer of an agent that names something, as a step states it. */
export interface NamedByAnswer {
  at: Place;
  output: string;
  what: Named;
}

const NAMES: readonly (readonly [Named, typeof facts.label])[] = [
  ['label', facts.label],
  ['branch', facts.branch],
];

/** Whether an output of a step is no text of the agent. */
export const isPlain = (output: string): boolean => facts.plain.includes(output.split('.').at(-1) ?? '');

/** What an agent answers in the text of a script: as an expression, or as a variable that is evaluated. */
export function answerIn(step: WorkflowStep, answer: RegExp): { at: Place; output: string }[] {
  const { run, env } = step;
  for (const value of [run, step.with.get('script')]) {
    const match = inExpression(value?.text ?? '', answer);
    if (value && match && !isPlain(match.found))
      return [{ at: value.within(match.start, match.end), output: match.found }];
  }
  if (!run) return [];
  for (const [name, { text }] of env) {
    const output = inExpression(text, answer)?.found;
    if (output === undefined) continue;
    if (commandsIn(run.text).some(({ words }) => evaluates(run.text, words, name)))
      return [{ at: run.at(), output }];
  }
  return [];
}

/** The variables that contain an answer. */
const answersGiven = (env: Values, answer: RegExp): { name: string; output: string }[] =>
  [...env].flatMap(([name, { text }]) => {
    const output = inExpression(text, answer)?.found;
    return output === undefined || isPlain(output) ? [] : [{ name, output }];
  });

const commandsIn = (text: string): readonly Command[] =>
  scanShell(text, { start: 0, end: text.length }).commands;

type Words = Command['words'];

/** Whether a shell runs the value of a variable: `eval "$A"`, `bash -c "$A"`, and `bash -c '$A'`. */
function evaluates(text: string, words: Words, name: string): boolean {
  if (facts.harmless.includes(words[0]?.value ?? '')) return false;
  const at = words.findIndex(
    ({ value }, index) =>
      value === 'eval' || (value === '-c' && /^(?:.*\/)?(?:ba|z)?sh$/.test(words[index - 1]?.value ?? '')),
  );
  const run = at < 0 ? [] : words.slice(at + 1);
  const inner = new RegExp(`^'\\$\\{?${name}\\b`);
  return run.some(
    ({ start, end, pieces }) =>
      pieces.some(({ hole }) => hole?.name === name) || inner.test(text.slice(start, end)),
  );
}

/** The labels and branches that a step names by an answer, which no list limits. `answer`: finds it in an expression. */
export function namedByAnswer(step: WorkflowStep, answer: RegExp): NamedByAnswer[] {
  const condition = (step.if?.text ?? '').replaceAll(/\$\{\{|\}\}/g, '');
  if (/==\s*'[^']|contains\(/.test(condition) && inExpression(`\${{${condition}}}`, answer)) return [];
  for (const [key, value] of step.with) {
    const output = inExpression(value.text, answer)?.found;
    const what = NAMES.find(([, { inputs }]) => inputs.includes(key.toLowerCase()))?.[0];
    if (output !== undefined && !isPlain(output) && what) return [{ at: value.at(), output, what }];
  }
  const variables = answersGiven(step.env, answer);
  const [first] = variables;
  const { run } = step;
  const value = run ?? step.with.get('script');
  if (!first || !value) return [];
  const names = variables.map(({ name }) => name);
  const what = run ? namedInShell(run.text, names) : namedInScript(value.text, names);
  return what ? [{ at: value.at(), output: first.output, what }] : [];
}

/** Whether an output of a step is the path of a file with the text of the agent. */
export const isFile = (output: string): boolean => facts.files.includes(output);

/** A variable in a command that contains the answer of an agent and has no quotes: a shell splits it into words and options. */
export function bareAnswer(
  { run, env }: WorkflowStep,
  answer: RegExp,
): { at: Place; of: { is: 'output-splits'; output: string; stated: string } } | undefined {
  if (!run) return undefined;
  for (const { name, output } of answersGiven(env, answer)) {
    const bare = splitIn(run.text, new RegExp(`^\\$(?:${name}|\\{${name}\\})$`));
    if (bare)
      return {
        at: run.within(bare.word.start, bare.word.end),
        of: { is: 'output-splits', output, stated: `$${name}` },
      };
  }
  return undefined;
}

interface Filled {
  start: number;
  end: number;
  text: string;
}

/** What a shell fills into a command without quotes and splits into words, if a pattern finds it and nothing compares it. */
export function splitIn(text: string, wanted: RegExp): (Filled & { word: TextRange }) | undefined {
  const commands = commandsIn(text);
  const isIn = (word: Words[number]): boolean => filledIn(text, word).some((one) => wanted.test(one.text));
  for (const { words } of commands) {
    const holding = new Set(words.filter(isIn).map(({ start, end }) => text.slice(start, end)));
    if (compares(wordsOf(text, words), (word) => holding.has(word))) return undefined;
  }
  for (const { words } of commands) {
    const written = wordsOf(text, words);
    if (written.some((one) => facts.harmless.includes(one))) continue;
    for (const [index, word] of words.entries()) {
      const found = isAssignment(written[index] ?? '')
        ? undefined
        : withoutQuotes(text, word).find((one) => wanted.test(one.text));
      if (found) return { ...found, word };
    }
  }
  return undefined;
}

const wordsOf = (text: string, words: Words): string[] =>
  words.map(({ start, end }) => text.slice(start, end));

/** What a shell fills into a word: variables, and what commands print. */
const filledIn = (text: string, { pieces }: Words[number]): Filled[] =>
  pieces.flatMap(({ hole, offset, taken }) =>
    hole ? [{ start: offset, end: offset + taken, text: text.slice(offset, offset + taken) }] : [],
  );

/** Those of them around which there are no quotes: their quotes are their own. */
function withoutQuotes(text: string, word: Words[number]): Filled[] {
  const filled = filledIn(text, word);
  let around = '';
  let from = word.start;
  for (const [index, { start, end }] of filled.entries()) {
    around += `${text.slice(from, start)}\0${String(index)}\0`;
    from = end;
  }
  const bare = `${around}${text.slice(from, word.end)}`.replaceAll(QUOTED, '');
  return filled.filter((_, index) => bare.includes(`\0${String(index)}\0`));
}

const QUOTED = /'[^']*'|"(?:[^"\\]|\\.)*"/g;

/** What a script of a shell names by variables, or by those that it fills from them. */
function namedInShell(text: string, from: readonly string[]): Named | undefined {
  const names = new Set(from);
  let found: Named | undefined;
  for (const words of commandsIn(text).map((one) => wordsOf(text, one.words))) {
    const isIn = (word: string): boolean =>
      [...word.matchAll(/\$\{?(\w+)/g)].some(([, name = '']) => names.has(name));
    if (compares(words, isIn)) return undefined;
    for (const word of words)
      if (isAssignment(word) && isIn(word)) names.add(word.slice(0, word.indexOf('=')));
    if (words[0] === 'for' && words.some(isIn)) names.add(words[1] ?? '');
    if (words.includes('read') && names.size > 0) names.add(words.at(-1) ?? '');
    found ??= NAMES.find(([, { commands: beginnings }]) =>
      beginnings.some((one) => behind(words, one.split(' ')).some(isIn)),
    )?.[0];
  }
  return found;
}

/** Whether a command compares an answer with something that is not empty, or with what a list has. */
function compares(words: readonly string[], isIn: (word: string) => boolean): boolean {
  const { lists, tests, operators } = facts.compares;
  if (lists.some((one) => behind(words, one.split(' ')).length > 0)) return true;
  if (!words.some((word) => tests.includes(word)) || !words.some(isIn)) return false;
  if (words.includes('case')) return true;
  return words.some((word) => operators.includes(word)) && !words.some((word) => EMPTY.test(word));
}

const EMPTY = /^(?:["']{2}|["']?null["']?)$/;

/** The words of a command from the last wanted one on, if they come in this order; an option may have its value behind `=`. */
function behind(words: readonly string[], wanted: readonly string[]): readonly string[] {
  let at = 0;
  for (const [index, word] of words.entries()) {
    if (word === wanted[at] || word.startsWith(`${wanted[at] ?? ''}=`)) at++;
    if (at === wanted.length) return words.slice(index);
  }
  return [];
}

/** What a script of `github-script` names, if it compares nothing. */
function namedInScript(text: string, names: readonly string[]): Named | undefined {
  const code = text.replaceAll(/\/\*[\s\S]*?(?:\*\/|$)|(?<!:)\/\/[^\n]*/g, '');
  if (!names.some((name) => code.includes(`process.env.${name}`))) return undefined;
  if (facts.comparesInScript.some((one) => code.includes(one))) return undefined;
  return NAMES.find(([, { calls }]) => calls.some((one) => code.includes(one)))?.[0];
}
