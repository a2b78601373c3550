import { NEEDS, type WhatIfChange } from '../decide/index.js';
import { isRegion, regionMeant } from '../facts/regions.js';
import { codeSpan, type Requirements, RUNTIMES } from '../model/index.js';
import { listOf, oneOf } from './arguments.js';
import { UsageError } from './usage-error.js';
import { didYouMean } from './suggest.js';

/** Requirements from flags: a flag replaces its key of the configuration. */
export function requirementsOf(args: Record<string, unknown>): Requirements {
  const residency = listOf(args.residency, 'residency').map(region);
  const needs = [...new Set(listOf(args.need, 'need').map(need))];
  const prefer = [...new Set(listOf(args.prefer, 'prefer').map(runtime))];
  const languages = listOf(args.language, 'language');
  const beta = oneOf(args.beta, ['allowed', 'forbidden'] as const, 'beta');
  return {
    ...(residency.length > 0 ? { residency } : {}),
    ...(typeof args.zdr === 'boolean' ? { zero_data_retention: args.zdr } : {}),
    ...(needs.length > 0 ? { needs } : {}),
    ...(beta ? { beta } : {}),
    ...(languages.length > 0 ? { languages } : {}),
    ...(prefer.length > 0 ? { prefer } : {}),
  };
}

/** The option of `decide` that a key of `--what-if` stands for: the keys of the configuration, and the flags. */
const FLAGS: Readonly<Record<string, string>> = {
  residency: 'residency',
  zero_data_retention: 'zdr',
  zdr: 'zdr',
  needs: 'need',
  need: 'need',
  beta: 'beta',
  languages: 'language',
  language: 'language',
  prefer: 'prefer',
};

const KEYS = ['residency', 'zero_data_retention', 'needs', 'beta', 'languages', 'prefer'];

/**
 * What `--what-if`, or an option of another name, asks, repeated or separated by commas (`residency=eu,us` is one list); undefined where the option is not
 * given. `needs=none` drops all needs; `need+=artifacts` and `need-=artifacts` change the stated ones.
 */
export function whatIfOf(value: unknown, option = '--what-if'): Requirements | WhatIfChange | undefined {
  const form = `${option} takes key=value`;
  const items = listOf(value, 'what-if');
  if (items.length === 0) return undefined;
  const values = {
    '=': new Map<string, string[]>(),
    '+=': new Map<string, string[]>(),
    '-=': new Map<string, string[]>(),
  };
  let about: { flag: string; by: keyof typeof values } | undefined;
  for (const item of items) {
    const [, key, by, rest = item] = /^([^=]*?)([+-]?=)(.*)$/s.exec(item) ?? [];
    if (key !== undefined) about = { flag: flagOf(key.trim()), by: by as keyof typeof values };
    if (about === undefined) throw new UsageError(`${form}, not \`${item}\`. Keys: ${KEYS.join(', ')}.`);
    const { flag } = about;
    const stated = rest.trim();
    if (stated === '') throw new UsageError(`${form}: \`${item}\` has no value.`);
    if (about.by !== '=' && flag !== 'need')
      throw new UsageError(
        `\`+=\` and \`-=\` change needs only: state the whole value instead of \`${item}\`.`,
      );
    const all = values[about.by];
    all.set(flag, [...(all.get(flag) ?? []), stated]);
  }
  const { zdr, need, beta, ...rest } = Object.fromEntries(values['=']);
  const noNeeds = need?.length === 1 && need[0]?.toLowerCase() === 'none';
  const needsOf = (by: '+=' | '-=') => requirementsOf({ need: values[by].get('need') }).needs ?? [];
  const replace: Requirements = {
    ...requirementsOf({
      ...rest,
      ...(beta ? { beta: beta.map(betaValue) } : {}),
      ...(zdr ? { zdr: isTrue(zdr.at(-1) ?? '') } : {}),
      ...(need && !noNeeds ? { need } : {}),
    }),
    ...(noNeeds ? { needs: [] } : {}),
  };
  const changesNeeds = values['+='].size + values['-='].size > 0;
  return changesNeeds ? { replace, addNeeds: needsOf('+='), removeNeeds: needsOf('-=') } : replace;
}

/** The lists among the requirements: how an item is read, and an example. */
const LISTS = {
  residency: { item: (name: string) => region(name), example: 'eu' },
  needs: { item: (name: string): string => need(name), example: 'durable-session' },
  languages: { item: (name: string) => name, example: 'python' },
  prefer: { item: (name: string): string => runtime(name), example: 'framework' },
} as const;

/** Requirements that somebody gave as data. @throws {UsageError} for what is none, with what was meant. */
export function requirementsIn(given: Readonly<Record<string, unknown>>): Requirements {
  const members = Object.entries(given).map(([key, value]): [string, unknown] => {
    if (key === 'because') return [key, reasonsIn(value)];
    if (!KEYS.includes(key))
      throw new UsageError(`Unknown requirement \`${key}\`. Use ${KEYS.join(', ')}.${didYouMean(key, KEYS)}`);
    if (Object.hasOwn(LISTS, key)) return [key, listIn(key as keyof typeof LISTS, value)];
    if (key === 'beta') return [key, betaValue(String(value))];
    return [key, isTrue(String(value))];
  });
  return Object.fromEntries(members) as Requirements;
}

function listIn(key: keyof typeof LISTS, value: unknown): string[] {
  if (!Array.isArray(value)) throw new UsageError(`\`${key}\` is a list, as \`["${LISTS[key].example}"]\`.`);
  const wrong = value.find((one) => typeof one !== 'string');
  if (wrong !== undefined) throw new UsageError(`\`${key}\` is a list of texts, not of ${inJson(wrong)}.`);
  return [...new Set(value.map((one) => LISTS[key].item(String(one))))];
}

/** Why something is required, by its key. */
function reasonsIn(value: unknown): Record<string, string> {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const members = Object.entries(isObject ? value : {});
  if (isObject && members.every(([, one]) => typeof one === 'string')) return Object.fromEntries(members);
  throw new UsageError(
    `\`because\` takes a text for each key, as \`{"residency": "our contract"}\`, not ${inJson(value)}.`,
  );
}

const inJson = (value: unknown): string => codeSpan(JSON.stringify(value)?.slice(0, 100) ?? 'undefined');

function flagOf(key: string): string {
  const flag = Object.hasOwn(FLAGS, key) ? FLAGS[key] : undefined;
  if (flag !== undefined) return flag;
  throw new UsageError(
    `Unknown requirement \`${key}\`. Use ${KEYS.join(', ')}.${didYouMean(key, Object.keys(FLAGS))}`,
  );
}

function isTrue(value: string): boolean {
  if (value === 'true' || value === 'false') return value === 'true';
  throw new UsageError(`zero_data_retention takes true or false, not \`${value}\`.`);
}

function region(name: string): string {
  if (isRegion(name)) return name.toLowerCase();
  const meant = regionMeant(name);
  const suggestion = meant ? ` Did you mean \`${meant}\`?` : '';
  throw new UsageError(
    `Unknown region \`${name}\`. Use eu, eea, any or an ISO 3166-1 alpha-2 code such as us or de.${suggestion}`,
  );
}

const need = (name: string) => named(name, NEEDS, 'need');
const betaValue = (name: string) => named(name, ['allowed', 'forbidden'], 'value of beta');
const runtime = (name: string) => named(name, RUNTIMES, 'runtime');

function named<T extends string>(name: string, among: readonly T[], what: string): T {
  const found = among.find((one) => one === name.toLowerCase());
  if (found) return found;
  throw new UsageError(`Unknown ${what} \`${name}\`. Use ${among.join(', ')}.${didYouMean(name, among)}`);
}
