import type { Place } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { scanShell } from '../../syntax/shell/scan.js';
import { stringOf } from '../agents/tool.js';
import { isAssignment } from '../commands/command-line.js';
import facts from './answers.json' with { type: 'json' };
import { inExpression } from './expressions.js';

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

/** Outputs of a step that are no text of the agent. */
const PLAIN: ReadonlySet<string> = new Set(facts.plain);
const isPlain = (output: string): boolean => PLAIN.has(output.split('.').at(-1) ?? '');

/** What an agent answers in the text of a script: as an expression, or as a variable that is evaluated. */
export function answerIn(step: SyntaxNode, answer: RegExp): { at: Place; output: string }[] {
  for (const node of [step.get('run'), step.get('with')?.get('script')]) {
    const text = stringOf(node);
    const match = inExpression(text ?? '', answer);
    if (node && match && !isPlain(match.found))
      return [{ at: node.within(match.start, match.end), output: match.found }];
  }
  const env = step.get('env');
  const run = step.get('run');
  const text = stringOf(run) ?? '';
  for (const name of env?.keys() ?? []) {
    const output = inExpression(stringOf(env?.get(name)) ?? '', answer)?.found;
    if (output === undefined || !run) continue;
    if (new RegExp(`\\b(?:eval|(?:ba|z)?sh\\s+-c)\\s+["']?\\$\\{?${name}\\b`).test(text))
      return [{ at: run.at(), output }];
  }
  return [];
}

/** The labels and branches that a step names by an answer, which no list limits. `answer`: finds it in an expression. */
export function namedByAnswer(step: SyntaxNode, answer: RegExp): NamedByAnswer[] {
  const condition = (stringOf(step.get('if')) ?? '').replaceAll(/\$\{\{|\}\}/g, '');
  if (/==\s*'[^']|contains\(/.test(condition) && inExpression(`\${{${condition}}}`, answer)) return [];
  const inputs = step.get('with');
  for (const key of inputs?.keys() ?? []) {
    const node = inputs?.get(key);
    const output = inExpression(stringOf(node) ?? '', answer)?.found;
    const what = NAMES.find(([, { inputs: keys }]) => keys.includes(key.toLowerCase()))?.[0];
    if (node && output !== undefined && !isPlain(output) && what) return [{ at: node.at(), output, what }];
  }
  const env = step.get('env');
  const variables = (env?.keys() ?? []).flatMap((name) => {
    const output = inExpression(stringOf(env?.get(name)) ?? '', answer)?.found;
    return output === undefined || isPlain(output) ? [] : [{ name, output }];
  });
  const [first] = variables;
  if (!first) return [];
  const [run, script] = [step.get('run'), inputs?.get('script')];
  const names = variables.map(({ name }) => name);
  const what = run ? namedInShell(stringOf(run) ?? '', names) : namedInScript(stringOf(script) ?? '', names);
  const node = run ?? script;
  return node && what ? [{ at: node.at(), output: first.output, what }] : [];
}

/** Programs that only print or compare their words. */
const HARMLESS: ReadonlySet<string> = new Set(facts.harmless);

/** A variable in a command that contains the answer of an agent and has no quotes: a shell splits it into words and options. */
export function bareAnswer(
  step: SyntaxNode,
  answer: RegExp,
): { at: Place; of: { is: 'output-splits'; output: string; stated: string } } | undefined {
  const run = step.get('run');
  const text = stringOf(run);
  if (!run || text === undefined) return undefined;
  const env = step.get('env');
  for (const variable of env?.keys() ?? []) {
    const output = inExpression(stringOf(env?.get(variable)) ?? '', answer)?.found;
    if (output === undefined || isPlain(output)) continue;
    const bare = new RegExp(`\\$(?:${variable}\\b|\\{${variable}\\})`);
    const isIn = (word: string): boolean => bare.test(word);
    const commands = scanShell(text, { start: 0, end: text.length }).commands.map(({ words }) =>
      words.map(({ start, end }) => ({ start, end, text: text.slice(start, end) })),
    );
    if (
      commands.some((words) =>
        compares(
          words.map((word) => word.text),
          isIn,
        ),
      )
    )
      return undefined;
    const word = commands
      .filter((words) => !words.some((one) => HARMLESS.has(one.text)))
      .flat()
      .find((one) => !isAssignment(one.text) && isIn(one.text.replaceAll(QUOTED, '')));
    if (word)
      return {
        at: run.within(word.start, word.end),
        of: { is: 'output-splits', output, stated: `$${variable}` },
      };
  }
  return undefined;
}

const QUOTED = /'[^']*'|"(?:[^"\\]|\\.)*"/g;

/** What a script of a shell names by variables, or by those that it fills from them. */
function namedInShell(text: string, from: readonly string[]): Named | undefined {
  const names = new Set(from);
  let found: Named | undefined;
  const commands = scanShell(text, { start: 0, end: text.length }).commands.map(({ words }) =>
    words.map(({ start, end }) => text.slice(start, end)),
  );
  for (const words of commands) {
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
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*/g, '');
  if (!names.some((name) => code.includes(`process.env.${name}`))) return undefined;
  if (facts.comparesInScript.some((one) => code.includes(one))) return undefined;
  return NAMES.find(([, { calls }]) => calls.some((one) => code.includes(one)))?.[0];
}
