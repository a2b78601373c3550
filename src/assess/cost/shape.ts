import type { ModelRates, Rates, Usage, UsageFigures } from '../../model/cost.js';
import {
  type AgentSystem,
  type Decision,
  entryAgent,
  type Runtime,
  type Tool,
  type ToolKind,
  toolsOf,
} from '../../model/index.js';
import { type BoundedSpread, figureOf, type Spread, subagentsOf, turnsOf, type Unbounded } from './bounds.js';

export type { Spread, Unbounded } from './bounds.js';

/** One term of the sum that a session costs. Amounts are in USD. Source: spec, section 1, constraint 5. */
export interface CostTerm {
  kind:
    | 'model-input'
    | 'model-cached-input'
    | 'model-output'
    | 'tool-calls'
    | 'container'
    | 'own-infrastructure';
  /** The models or the tool that it is for. */
  of?: string;
  /** What is multiplied, in words, with the keys of the two files. */
  formula: string;
  /** What is counted: `tokens`, `calls`, `hours`. */
  unit: string;
  /** USD for `per` units; left out where no rate is stated. */
  rate?: { usd: Spread; per: number; unit: string };
  /** Units a session; left out where neither rates nor usage are given. */
  quantity?: Spread;
  /** USD a session; `high` can be unbounded without a rate too. */
  usd: Spread;
}

/** What a session costs on one runtime, as far as the two files say. */
export interface CostShape {
  runtime: Runtime;
  /** The file of the system; left out where no agent is found. */
  file?: string;
  /** The models of the system, that of the entry agent first. */
  models: string[];
  /** The system targets another runtime, or none: its agents would have to be moved. */
  planned: boolean;
  terms: CostTerm[];
  perSession: Spread;
  sessionsPerMonth: Spread;
  perMonth: Spread;
  /** The sums of what is known; left out where all of it is. */
  atLeast?: { perSession: Spread; perMonth: Spread };
  /** What no setting limits: then `high` is never a number. */
  unbounded: Unbounded[];
  /** What is not known, each as a sentence that says where to state it. */
  missing: string[];
  /** What the numbers rest on, as sentences. */
  notes: string[];
}

/** What the rates and the usage file say; either can be left out. */
export interface CostInputs {
  rates?: Rates;
  usage?: Usage;
}

/** A decision with the files that it applies to. */
export interface CostSubject {
  decision: Decision;
  files: readonly string[];
}

/**
 * The cost of each deployed system on each runtime that its decision does not exclude; where no agent is found, of the
 * agents that are planned. Pure; no price is known here.
 */
export function costShapes(
  subjects: readonly CostSubject[],
  systems: readonly AgentSystem[],
  inputs: CostInputs,
): CostShape[] {
  return subjects.flatMap(({ decision, files }) => {
    const open = decision.runtimes.filter(({ verdict }) => verdict !== 'excluded');
    const named = new Set(files);
    const deployed = systems.filter(({ file, surface }) => surface === 'product' && named.has(file));
    const costed: (AgentSystem | undefined)[] = files.length === 0 ? [undefined] : deployed;
    return costed.flatMap((system) => open.map(({ runtime }) => shapeOf(runtime, system, inputs)));
  });
}

/** Keys of the usage file that no cost shape uses: a misspelt tool or file would silently cost nothing. */
export function unusedFigures(shapes: readonly CostShape[], usage: Usage): string[] {
  const files = new Set(shapes.flatMap(({ file }) => file ?? []));
  const tools = new Set(
    shapes.flatMap(({ terms }) => terms.flatMap(({ kind, of }) => (kind === 'tool-calls' && of ? [of] : []))),
  );
  const { systems = {}, ...general } = usage;
  const calls = (figures: UsageFigures, before: string) =>
    Object.keys(figures.tool_calls_per_session ?? {}).flatMap((name) =>
      tools.has(name) ? [] : [`${before}tool_calls_per_session.${name}`],
    );
  return [
    ...calls(general, ''),
    ...Object.entries(systems).flatMap(([file, figures]) =>
      files.has(file) ? calls(figures, `systems.${file}.`) : [`systems.${file}`],
    ),
  ];
}

/** Kinds of tools that the operator runs at a standard rate. The others run in the sandbox or at the caller's. */
const RATED_KINDS: readonly ToolKind[] = [
  'web_search',
  'file_search',
  'code_interpreter',
  'image_generation',
  'computer_use',
];

function shapeOf(
  runtime: Runtime,
  system: AgentSystem | undefined,
  { rates, usage: given }: CostInputs,
): CostShape {
  const usage = given ?? {};
  const { systems = {}, ...general } = usage;
  const figures: UsageFigures = { ...general, ...(system && own(systems, system.file)) };
  const missing = new Set<string>();
  const turns = turnsOf(runtime, system, figures);
  const subagents = subagentsOf(system, figures);
  const models = modelsOf(system, figures);
  const hasUsage = given !== undefined;
  const basis: Basis = { runtime, system, rates, hasUsage, figures, turns, subagents, models, missing };
  const terms = [...modelTerms(basis), ...toolTerms(basis), executionTerm(basis)];
  const perSession = sum(terms.map(({ usd }) => usd));
  const known = sumOfKnown(terms.map(({ usd }) => usd));
  const isPartial = isSomeKnown(known) && BANDS.some((band) => perSession[band] === null);
  const sessionsPerMonth = figureOf(figures.sessions_per_month);
  if (rates !== undefined && figures.sessions_per_month === undefined)
    missing.add('The sessions of a month are not stated: add `sessions_per_month` to the usage file.');
  return {
    runtime,
    ...(system && { file: system.file }),
    models,
    planned: system?.runtime !== runtime,
    terms,
    perSession,
    sessionsPerMonth,
    perMonth:
      rates === undefined ? { ...unknown(), high: perSession.high } : product(perSession, sessionsPerMonth),
    ...(isPartial && {
      atLeast: { perSession: known, perMonth: product(known, sessionsPerMonth) },
    }),
    unbounded: [turns, subagents].flatMap(({ unbounded }) => unbounded ?? []),
    missing: [...missing],
    notes: notesOf(basis),
  };
}

/** All that the terms are made of. */
interface Basis {
  runtime: Runtime;
  system: AgentSystem | undefined;
  rates: Rates | undefined;
  hasUsage: boolean;
  figures: UsageFigures;
  turns: BoundedSpread;
  subagents: BoundedSpread;
  models: string[];
  missing: Set<string>;
}

function modelsOf(system: AgentSystem | undefined, figures: UsageFigures): string[] {
  const entry = system && entryAgent(system);
  const stated = [entry?.model, ...(system?.agents ?? []).map(({ model }) => model)];
  const named = stated.flatMap((model) => model ?? []);
  return [...new Set(named.length > 0 ? named : [figures.model].flatMap((model) => model ?? []))];
}

const MODEL_TERMS = [
  { kind: 'model-input', figure: 'input_tokens_per_turn', rate: 'usd_per_million_input_tokens' },
  {
    kind: 'model-cached-input',
    figure: 'cached_input_tokens_per_turn',
    rate: 'usd_per_million_cached_input_tokens',
  },
  { kind: 'model-output', figure: 'output_tokens_per_turn', rate: 'usd_per_million_output_tokens' },
] as const;

/** Tokens: the agents that run at once take a turn each. */
function modelTerms(basis: Basis): CostTerm[] {
  const { figures, turns, subagents, models } = basis;
  const agents = plusOne(subagents.spread);
  const of = models.length > 0 ? models.join(', ') : undefined;
  return MODEL_TERMS.flatMap((term): CostTerm[] => {
    const { kind, figure, rate } = term;
    if (kind === 'model-cached-input' && figures[figure] === undefined) return [];
    return [
      termOf(basis, {
        kind,
        of,
        formula: `turns_per_session × agents at once × ${figure} × ${rate}`,
        rate: modelRate(basis, rate),
        per: 1_000_000,
        unit: 'tokens',
        quantity: product(product(turns.spread, agents), stated(basis, figure)),
      }),
    ];
  });
}

/** The rate of the entry agent's model; with several models, the lowest and the highest of them beside it. */
function modelRate({ rates, models, missing }: Basis, key: keyof ModelRates): Spread | undefined {
  if (rates === undefined) return undefined;
  if (models.length === 0) missing.add('No model is stated: add `model` to the usage file.');
  const known = models.map((model) => own(rates.models, model)?.[key]);
  for (const [index, usd] of known.entries()) {
    const model = models[index] ?? '';
    if (usd === undefined)
      missing.add(
        `No rate is stated for the model \`${model}\`: add \`models.${model}.${key}\` to the rates.`,
      );
  }
  const [first] = known;
  const all = known.flatMap((usd) => usd ?? []);
  if (first === undefined || all.length < known.length) return undefined;
  return { low: Math.min(...all), typical: first, high: Math.max(...all) };
}

/** Calls of the tools that have a standard rate, and of those that one of the two files names. */
function toolTerms(basis: Basis): CostTerm[] {
  const { system, rates, figures, turns, subagents, missing } = basis;
  const calls = figures.tool_calls_per_session;
  const isUnbounded = [turns, subagents].some(({ spread }) => spread.high === 'unbounded');
  return ratedTools(basis).map((name) => {
    const usd = own(rates?.tools, name)?.usd_per_thousand_calls;
    const figure = figureOf(own(calls, name));
    if (rates !== undefined && usd === undefined)
      missing.add(
        `No rate is stated for \`${name}\`: add \`tools.${name}.usd_per_thousand_calls\` to the rates.`,
      );
    if (rates !== undefined && own(calls, name) === undefined)
      missing.add(
        `The calls of \`${name}\` are not stated: add \`tool_calls_per_session.${name}\` to the usage file.`,
      );
    return termOf(basis, {
      kind: 'tool-calls',
      of: name,
      formula: `tool_calls_per_session.${name} × usd_per_thousand_calls`,
      rate: usd === undefined ? undefined : { low: usd, typical: usd, high: usd },
      per: 1_000,
      unit: 'calls',
      // Calls are made in turns: where these have no limit, the calls have none.
      quantity: system !== undefined && isUnbounded ? { ...figure, high: 'unbounded' } : figure,
    });
  });
}

function ratedTools({ system, rates, figures }: Basis): string[] {
  const named = [...Object.keys(rates?.tools ?? {}), ...Object.keys(figures.tool_calls_per_session ?? {})];
  if (system === undefined) return [...new Set(Object.keys(figures.tool_calls_per_session ?? {}))];
  const tools = system.agents.flatMap((agent) => toolsOf(agent));
  const names = tools.flatMap((tool) => nameOfRate(tool, named) ?? []);
  return [...new Set(names)].sort();
}

/** What the rate of a tool goes by: its own name, its type, or its kind. */
function nameOfRate({ name, type, kind }: Tool, named: readonly string[]): string | undefined {
  const found = [name, type, kind].find((one) => one !== undefined && named.includes(one));
  return found ?? (RATED_KINDS.includes(kind) ? kind : undefined);
}

/** Execution: the operator's container on the managed service, unless the sandbox is the caller's; else the caller's. */
function executionTerm(basis: Basis): CostTerm {
  const { runtime, system, rates, turns, missing } = basis;
  const isHosted = runtime === 'managed' && system?.environment?.kind !== 'self-hosted';
  const figure = isHosted ? 'container_hours_per_session' : 'execution_hours_per_session';
  const key = isHosted ? 'usd_per_container_hour' : 'usd_per_execution_hour';
  const usd = isHosted
    ? rates?.container?.usd_per_container_hour
    : rates?.own_infrastructure?.usd_per_execution_hour;
  if (rates !== undefined && usd === undefined) {
    const section = isHosted ? 'container' : 'own_infrastructure';
    missing.add(`No rate is stated for an hour of execution: add \`${section}.${key}\` to the rates.`);
  }
  const hours = stated(basis, figure);
  return termOf(basis, {
    kind: isHosted ? 'container' : 'own-infrastructure',
    formula: `${figure} × ${key}`,
    rate: usd === undefined ? undefined : { low: usd, typical: usd, high: usd },
    per: 1,
    unit: 'hours',
    quantity: turns.spread.high === 'unbounded' ? { ...hours, high: 'unbounded' } : hours,
  });
}

interface TermParts extends Pick<CostTerm, 'kind' | 'formula'> {
  of?: string | undefined;
  rate: Spread | undefined;
  per: number;
  unit: string;
  quantity: Spread;
}

function termOf(
  { rates, hasUsage }: Basis,
  { kind, of, formula, rate, per, unit, quantity }: TermParts,
): CostTerm {
  const named = { kind, ...(of === undefined ? {} : { of }), formula, unit };
  const unpriced: Spread = { ...unknown(), ...(quantity.high === 'unbounded' ? { high: 'unbounded' } : {}) };
  // Without rates there are volumes, and no money; without usage, not even these.
  if (rates === undefined) return { ...named, ...(hasUsage ? { quantity } : {}), usd: unpriced };
  if (rate === undefined) return { ...named, quantity, usd: unpriced };
  const usd = product(quantity, rate);
  const each = (value: Spread['low']) => (value === null ? null : value / per);
  return {
    ...named,
    rate: { usd: rate, per, unit },
    quantity,
    usd: {
      low: each(usd.low),
      typical: each(usd.typical),
      high: usd.high === 'unbounded' ? 'unbounded' : each(usd.high),
    },
  };
}

/** A figure of the usage file; what is left out is noted, where there are rates to multiply it with. */
function stated(
  { rates, figures, missing }: Basis,
  key: (typeof MODEL_TERMS)[number]['figure'] | 'container_hours_per_session' | 'execution_hours_per_session',
): Spread {
  if (figures[key] === undefined && rates !== undefined)
    missing.add(`\`${key}\` is not stated: add it to the usage file.`);
  return figureOf(figures[key]);
}

function notesOf({ runtime, system, figures, turns, subagents, models, rates, missing }: Basis): string[] {
  if (rates !== undefined && figures.turns_per_session === undefined)
    missing.add('The turns of a session are not stated: add `turns_per_session` to the usage file.');
  if (rates !== undefined && subagents.spread.typical === null)
    missing.add('The subagents are not stated: add `concurrent_subagents` to the usage file.');
  return [
    ...[turns, subagents].flatMap(({ promised }) => promised ?? []),
    ...(system !== undefined && system.runtime !== runtime && (turns.isOfFiles || subagents.isOfFiles)
      ? ['The limits are those of the files today: set the same ones on this runtime.']
      : []),
    ...(models.length > 1
      ? ['Several models: low takes the lowest rate, typical that of the first agent, high the highest.']
      : []),
    ...(system?.agents.some(({ delegatesTo }) => delegatesTo.length > 0)
      ? [
          'An agent that another one calls as a tool takes turns of its own: `turns_per_session` has to count them.',
        ]
      : []),
    ...(runtime === 'managed' && system?.environment === undefined
      ? ['No sandbox is stated: the container rate assumes a hosted one.']
      : []),
    ...(runtime === 'managed'
      ? []
      : ["The billing rule is that of the managed agent service; here, execution is your infrastructure's."]),
  ];
}

const unknown = (): Spread => ({ low: null, typical: null, high: null });

function plusOne({ low, typical, high }: Spread): Spread {
  const more = (value: number | null) => (value === null ? null : value + 1);
  return { low: more(low), typical: more(typical), high: high === 'unbounded' ? high : more(high) };
}

/** Unbounded times anything is unbounded: also what is not known, since no number bounds it. */
function product(left: Spread, right: Spread): Spread {
  const times = (a: number | null, b: number | null) => (a === null || b === null ? null : a * b);
  const { high: one } = left;
  const { high: other } = right;
  return {
    low: times(left.low, right.low),
    typical: times(left.typical, right.typical),
    high: one === 'unbounded' || other === 'unbounded' ? 'unbounded' : times(one, other),
  };
}

const BANDS = ['low', 'typical', 'high'] as const;

const isSomeKnown = (spread: Spread): boolean => BANDS.some((band) => typeof spread[band] === 'number');

/** The sum of what is known of each term: the cost is no less than that. */
function sumOfKnown(spreads: readonly Spread[]): Spread {
  const add = (values: readonly Spread['high'][]) => {
    const known = values.filter((value) => typeof value === 'number');
    return known.length === 0 ? null : known.reduce((total, value) => total + value, 0);
  };
  const highs = spreads.map(({ high }) => high);
  return {
    low: add(spreads.map(({ low }) => low)),
    typical: add(spreads.map(({ typical }) => typical)),
    high: highs.includes('unbounded') ? 'unbounded' : add(highs),
  };
}

function sum(spreads: readonly Spread[]): Spread {
  const add = (values: readonly (number | null)[]) =>
    values.reduce<number | null>(
      (total, value) => (total === null || value === null ? null : total + value),
      0,
    );
  const highs = spreads.map(({ high }) => high);
  return {
    low: add(spreads.map(({ low }) => low)),
    typical: add(spreads.map(({ typical }) => typical)),
    high: highs.includes('unbounded')
      ? 'unbounded'
      : add(highs.map((high) => (high === 'unbounded' ? null : high))),
  };
}

/** The value of a key that the file itself has. */
function own<T>(members: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return members !== undefined && Object.hasOwn(members, key) ? members[key] : undefined;
}
