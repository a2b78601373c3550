import type { CostShape, CostTerm, Spread, Unbounded } from '../../assess/cost/shape.js';
import { RUNTIME_TITLE } from '../../decide/index.js';
import { specSentence } from '../../facts/decision-rules.js';
import { displayText } from '../../model/secrets.js';
import { sentence, series, visible } from './text.js';

/** The rule behind the terms, quoted once above the tables. */
export function billingRule(): string {
  const { name, text } = specSentence('constraint-5');
  return `${sentence(name)}: ${text}`;
}

const COST_HEADINGS: readonly string[] = ['Term', 'Rate', 'Low', 'Typical', 'High'];

/** Cost shapes as one table, runtime by low, typical and high; a cell has several lines. */
export interface CostOverview {
  headings: readonly string[];
  rows: string[][][];
  /** What each number is made of, in one table. */
  terms: { headings: readonly string[]; rows: string[][] };
  /** What the numbers rest on and what is missing, each once, with the runtimes that it is about where that is not all. */
  sentences: string[];
}

/** What a session and a month cost on each runtime. */
export function costOverview(shapes: readonly CostShape[]): CostOverview {
  return {
    headings: ['Runtime', 'System', 'Low', 'Typical', 'High'],
    rows: shapes.map((shape) => [
      ...namesOf(shape).map((name) => [name]),
      ...BANDS.map((band) => [
        ...new Set([
          money(shape.perSession[band], shape.atLeast?.perSession[band], 4, 'a session'),
          money(shape.perMonth[band], shape.atLeast?.perMonth[band], 2, 'a month'),
        ]),
      ]),
    ]),
    terms: {
      headings: ['Runtime', 'System', ...COST_HEADINGS],
      rows: shapes.flatMap((shape) => shape.terms.map((term) => [...namesOf(shape), ...termRow(term)])),
    },
    sentences: sharedSentences(shapes),
  };
}

/** How much a session and a month take, where only the usage is known. */
export function volumeTable(shapes: readonly CostShape[]): CostOverview['terms'] {
  return {
    headings: ['Runtime', 'System', 'Volume', 'Low', 'Typical', 'High'],
    rows: shapes.flatMap((shape) => [
      ...shape.terms.map(({ quantity, unit, ...term }) => [
        ...namesOf(shape),
        `${termName(term)}, ${unit} a session`,
        ...columns(quantity ?? { low: null, typical: null, high: null }, amountWords),
      ]),
      [...namesOf(shape), 'Sessions a month', ...columns(shape.sessionsPerMonth, amountWords)],
    ]),
  };
}

const namesOf = ({ runtime, file }: CostShape): [string, string] => [
  sentence(RUNTIME_TITLE[runtime]),
  file === undefined ? 'no agent found' : visible(file),
];

/** An amount of money; where a part of it is not known, the known part is a lower bound. */
function money(
  value: Spread['high'],
  known: Spread['high'] | undefined,
  digits: number,
  time: string,
): string {
  if (value === null && typeof known === 'number') return `at least ${dollars(known, digits)} ${time}`;
  return cell(value, (usd) => `${dollars(usd, digits)} ${time}`);
}

/** The sentences of all shapes, each once. */
export function sharedSentences(shapes: readonly CostShape[]): string[] {
  const about = new Map<string, Set<string>>();
  for (const shape of shapes)
    for (const words of sentencesOf(shape))
      about.set(words, (about.get(words) ?? new Set()).add(namesOf(shape)[0]));
  const all = new Set(shapes.map((shape) => namesOf(shape)[0])).size;
  return [...about].map(([words, runtimes]) =>
    runtimes.size === all ? words : `${series([...runtimes])}: ${words}`,
  );
}

/** A row of the terms without numbers: what a session is made of on one runtime, the same for these files. */
export interface CostSummary {
  title: string;
  files: string[];
  /** The terms, by name. */
  terms: string[];
  /** What no setting limits, as sentences. */
  unbounded: string[];
}

/** The terms of cost shapes without rates: one row for each runtime and set of terms. */
export function costSummaries(shapes: readonly CostShape[]): CostSummary[] {
  const rows = new Map<string, CostSummary>();
  for (const shape of shapes) {
    const title = sentence(RUNTIME_TITLE[shape.runtime]);
    const terms = shape.terms.map(termName);
    const unbounded = shape.unbounded.map(unboundedWords);
    const key = JSON.stringify([title, terms, unbounded]);
    const row = rows.get(key) ?? { title, files: [], terms, unbounded };
    rows.set(key, row);
    if (shape.file !== undefined) row.files.push(shape.file);
  }
  return [...rows.values()];
}

/** The cost shape as plain data, amounts in USD to a millionth. */
export function costJson(shapes: readonly CostShape[]): CostShape[] {
  return shapes.map(({ file, models, terms, perSession, sessionsPerMonth, perMonth, atLeast, ...shape }) => ({
    ...shape,
    ...(file === undefined ? {} : { file }),
    models: models.map(displayText),
    terms: terms.map(({ of, formula, rate, quantity, usd, ...term }) => ({
      ...term,
      formula: displayText(formula),
      ...(of === undefined ? {} : { of: displayText(of) }),
      ...(rate && { rate: { ...rate, usd: rounded(rate.usd) } }),
      ...(quantity && { quantity: rounded(quantity) }),
      usd: rounded(usd),
    })),
    perSession: rounded(perSession),
    sessionsPerMonth,
    perMonth: rounded(perMonth),
    ...(atLeast && {
      atLeast: { perSession: rounded(atLeast.perSession), perMonth: rounded(atLeast.perMonth) },
    }),
    missing: shape.missing.map(displayText),
  }));
}

const TERM_WORDS: Record<CostTerm['kind'], string> = {
  'model-input': 'Model input',
  'model-cached-input': 'Model input from a cache',
  'model-output': 'Model output',
  'tool-calls': 'Tool calls',
  container: 'Hosted sandbox',
  'own-infrastructure': 'Your own infrastructure',
};

function termName({ kind, of }: Pick<CostTerm, 'kind' | 'of'>): string {
  return of === undefined ? TERM_WORDS[kind] : `${TERM_WORDS[kind]} (${visible(displayText(of))})`;
}

const unboundedWords = ({ what, setting }: Unbounded): string =>
  `High is unbounded: nothing limits the ${what}. ${setting}`;

function termRow(term: CostTerm): string[] {
  const { formula, rate, quantity, usd } = term;
  const unit = rate && rate.per > 1 ? `${amountWords(rate.per)} ${rate.unit}` : 'hour';
  return [
    `${termName(term)}: ${visible(formula)}`,
    rate ? `${spreadWords(rate.usd, plainDollars)} per ${unit}` : 'not stated',
    ...BANDS.map((band) => {
      const money = cell(usd[band], (value) => dollars(value, 4));
      const amount = quantity?.[band];
      if (rate === undefined || typeof amount !== 'number') return money;
      return `${amountWords(amount)} ${rate.unit} = ${money}`;
    }),
  ];
}

const BANDS = ['low', 'typical', 'high'] as const;

const columns = (spread: Spread, words: (value: number) => string): string[] =>
  BANDS.map((band) => cell(spread[band], words));

function cell(value: Spread['high'], words: (value: number) => string): string {
  if (value === null) return 'not known';
  return value === 'unbounded' ? value : words(value);
}

/** One word where all three agree. */
function spreadWords(spread: Spread, words: (value: number) => string): string {
  const all = columns(spread, words);
  return new Set(all).size === 1 ? (all[0] ?? '') : all.join(' / ');
}

function sentencesOf({ unbounded, missing, notes, planned, file }: CostShape): string[] {
  return [
    ...unbounded.map(unboundedWords),
    ...(planned && file !== undefined
      ? ['Of a runtime that the files do not target, the terms are those of the same agents on it.']
      : []),
    ...missing.map((one) => visible(displayText(one))),
    ...notes,
  ];
}

/** Money with its digits behind the point; what is smaller than the last one shows. */
function dollars(usd: number, digits: number): string {
  const least = 10 ** -digits;
  if (usd > 0 && usd < least) return `under USD ${least.toFixed(digits)}`;
  return `USD ${grouped(usd.toFixed(digits))}`;
}

/** A rate as it is stated. */
function plainDollars(usd: number): string {
  return `USD ${usd}`;
}

/** A quantity, with at most two digits behind the point. */
function amountWords(amount: number): string {
  return grouped(String(Math.round(amount * 100) / 100));
}

/** `1234567.5` as `1,234,567.5`, in every locale. */
function grouped(digits: string): string {
  const [whole = '', rest] = digits.split('.');
  const parts: string[] = [];
  for (let end = whole.length; end > 0; end -= 3) parts.unshift(whole.slice(Math.max(0, end - 3), end));
  const shown = /e/.test(digits) ? whole : parts.join(',');
  return rest === undefined ? shown : `${shown}.${rest}`;
}

/** Sums of binary fractions end in noise: a millionth of a dollar is exact enough. */
function rounded(spread: Spread): Spread {
  const round = (value: number | null) => (value === null ? null : Math.round(value * 1e6) / 1e6);
  return {
    low: round(spread.low),
    typical: round(spread.typical),
    high: spread.high === 'unbounded' ? spread.high : round(spread.high),
  };
}
