import { decide, NEEDS, openQuestions, type RequirementKey, RUNTIME_TITLE } from '../../decide/index.js';
import { specSentence } from '../../facts/decision-rules.js';
import { type Requirements, RUNTIMES, type Runtime } from '../../model/index.js';
import { needWords, OWN_WORDS, outcomeWords, runtimeSeries, runtimesWith } from './decision-words.js';
import { hanging, sentence } from './text.js';

/** One question about a requirement. */
export interface Question {
  key: RequirementKey;
  text: string;
  /** What can be chosen by number or name; empty where any text of its kind can be given. */
  choices: { name: string; words: string }[];
  /** How to answer. */
  answer: string;
}

const TEXTS: Record<RequirementKey, { text: string; answer: string }> = {
  needs: {
    text: 'What do the agents need from a runtime?',
    answer: 'Numbers or names, with commas between them.',
  },
  prefer: {
    text: 'Which runtime do you prefer?',
    answer: 'A number or a name; several with commas between them, the first one first.',
  },
  residency: {
    text: 'Where may data be processed?',
    answer: 'eu, eea, us, other country codes with commas between them, or any.',
  },
  zero_data_retention: { text: 'Must nothing be kept after a call?', answer: 'yes or no.' },
  beta: { text: 'May production rest on a beta surface?', answer: 'yes or no.' },
  languages: {
    text: 'What does the team write agents in?',
    answer: 'Languages with commas between them, such as python or typescript.',
  },
};

/** The question about a key. A preference is asked among the runtimes that it can settle. */
export function questionOf(key: RequirementKey, requirements: Requirements): Question {
  return { key, ...TEXTS[key], choices: choicesOf(key, requirements) };
}

function choicesOf(key: RequirementKey, requirements: Requirements): Question['choices'] {
  if (key === 'needs') return NEEDS.map((need) => ({ name: need, words: needWords(need) }));
  if (key !== 'prefer') return [];
  const { runtimes } = decide(requirements);
  const candidates = runtimes.filter(({ verdict }) => verdict === 'candidate');
  const open = candidates.length > 0 ? candidates : runtimes.filter(({ verdict }) => verdict !== 'excluded');
  return open.map(({ runtime }) => ({ name: runtime, words: RUNTIME_TITLE[runtime] }));
}

/** A question as lines. */
export function questionLines({ key, text, choices, answer }: Question, width: number): string[] {
  const widest = Math.max(0, ...choices.map(({ name }) => name.length));
  return [
    ...hanging('', `${text} (${key})`, width),
    ...choices.flatMap(({ name, words }, at) =>
      hanging(`  ${at + 1}  ${name.padEnd(widest)}  `, words, width),
    ),
    ...hanging('', answer, width),
  ];
}

/** The sentences of the spec that an answer to a question can set off. */
const RULES: Record<RequirementKey, readonly string[]> = {
  residency: ['rule-2', 'constraint-1', 'constraint-3'],
  zero_data_retention: ['rule-2', 'constraint-2', 'constraint-3'],
  beta: ['constraint-4'],
  needs: ['rule-1', 'rule-3', 'rule-4', 'table'],
  languages: ['table'],
  prefer: [],
};

/** Why a question is asked: the rules behind it, in our words. */
export function ruleLines(key: RequirementKey, width: number): string[] {
  const rules = RULES[key].map(specSentence);
  if (rules.length === 0)
    return hanging('', 'No rule: a preference decides where several runtimes fit.', width);
  return [
    ...hanging('', `${sentence(OWN_WORDS)}:`, width),
    ...rules.flatMap(({ name, text }) => hanging('  - ', `${sentence(name)}: ${text}`, width)),
  ];
}

/** What an answer leaves: the outcome, what is excluded, and what is still to be asked. */
export function leftLines(requirements: Requirements, skipped: ReadonlySet<string>, width: number): string[] {
  const decision = decide(requirements);
  const excluded = runtimesWith(decision, 'excluded');
  const left: Runtime[] = RUNTIMES.filter((runtime) => !excluded.includes(runtime));
  const open = openQuestions(requirements).filter((key) => !skipped.has(key));
  return [
    outcomeWords(decision),
    excluded.length === 0 ? 'No runtime is excluded.' : `${sentence(runtimeSeries(excluded))}: excluded.`,
    `Left: ${runtimeSeries(left)}.`,
    open.length === 0 ? 'Nothing is left to ask.' : `Still to ask: ${open.join(', ')}.`,
  ].flatMap((line) => hanging('', line, width));
}
