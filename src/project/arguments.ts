import { RULES } from '../../rules/index.js';
import { isRealDate, type Level, today } from '../model/index.js';
import { series } from '../report/shared/text.js';
import { UsageError } from './usage-error.js';
import { didYouMean } from './suggest.js';

const LEVELS: readonly string[] = ['error', 'warning', 'info', 'off'];

/** The items of a list option, which is repeated or takes commas. An empty item, as from an unset variable, is a usage error. */
export function listOf(value: unknown, option: string): string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return values.flatMap((one) => {
    const items = one === false ? [] : betweenCommas(String(one));
    const stated = items.map((item) => item.trim()).filter((item) => item !== '');
    if (stated.length === 0) throw new UsageError(`--${option} needs a value.`);
    return stated;
  });
}

/** The items of a list. A comma within the braces of a glob separates nothing: `{a,b}` is one item. */
function betweenCommas(text: string): string[] {
  const items = [''];
  let depth = 0;
  for (const character of text) {
    if (character === '{') depth++;
    else if (character === '}') depth--;
    if (character === ',' && depth <= 0) items.push('');
    else items.push(`${items.pop() ?? ''}${character}`);
  }
  return items;
}

/** One of `choices`; a usage error with a suggestion otherwise. A repeated option counts the last time. */
export function oneOf<T extends string>(
  value: unknown,
  choices: readonly T[],
  option: string,
): T | undefined {
  const last: unknown = Array.isArray(value) ? value.at(-1) : value;
  if (last === undefined) return undefined;
  const found = choices.find((choice) => choice === last);
  if (found !== undefined) return found;
  throw new UsageError(
    `--${option} takes ${choices.join(', ')}, not \`${String(last)}\`.${didYouMean(String(last), choices)}`,
  );
}

/** The last value of an option that takes one string. */
export function lastOf(value: unknown, option: string): string | undefined {
  const last: unknown = Array.isArray(value) ? value.at(-1) : value;
  if (last === undefined || last === false) return undefined;
  if (typeof last !== 'string' || last === '') throw new UsageError(`--${option} needs a value.`);
  return last;
}

/** `--shard i/n`: one of several parts, counted from 1. */
export function shardOf(value: unknown): { index: number; of: number } | undefined {
  const text = lastOf(value, 'shard');
  if (text === undefined) return undefined;
  const [, index = 0, of = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number);
  if (index >= 1 && index <= of) return { index, of };
  throw new UsageError(`--shard takes i/n with i from 1 to n, as in 1/4, not \`${text}\`.`);
}

/** `--label key=value`, repeated: a later value of a key replaces the one before. Undefined where there is none. */
export function labelsOf(value: unknown): Record<string, string> | undefined {
  const given: readonly unknown[] = Array.isArray(value) ? value : value === undefined ? [] : [value];
  if (given.length === 0) return undefined;
  return Object.fromEntries(
    given.map((one): [string, string] => {
      const text = one === false ? '' : String(one);
      const [, key, stated] = /^([A-Za-z_][\w.-]{0,63})=([\s\S]{1,1000})$/.exec(text) ?? [];
      if (key === undefined || stated === undefined)
        throw new UsageError(
          `--label takes key=value, with a key of letters, digits, \`_\`, \`-\` and \`.\`, not \`${text}\`.`,
        );
      return [key, stated];
    }),
  );
}

/** A whole number of at least 0. */
export function countOf(value: unknown, option: string): number | undefined {
  const text = lastOf(typeof value === 'number' ? String(value) : value, option);
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--${option} takes a whole number, not \`${text}\`.`);
  return Number(text);
}

/** A date as `YYYY-MM-DD` that exists; today (UTC) where none is given. */
export function dateOf(value: unknown, option: string): string {
  const text = lastOf(value, option);
  if (text === undefined) return today();
  if (!isRealDate(text)) throw new UsageError(`--${option} takes a date as YYYY-MM-DD, not \`${text}\`.`);
  return text;
}

/** A rule's id; a usage error with a suggestion otherwise. */
export function ruleId(id: string): string {
  const ids = RULES.map((rule) => rule.id as string);
  if (ids.includes(id)) return id;
  const ofCategory = ids.filter((one) => one.startsWith(`${id}/`));
  if (ofCategory.length > 0)
    throw new UsageError(`\`${id}\` is a category. Name one of its rules: ${ofCategory.join(', ')}.`);
  const named = ids.filter((one) => one.endsWith(`/${id}`)).map((one) => `\`${one}\``);
  const meant = named.length > 0 ? ` Did you mean ${series(named, 'or')}?` : didYouMean(id, ids);
  throw new UsageError(`Unknown rule \`${id}\`.${meant} See agent-lint rules.`);
}

/** `--rule id=severity`, repeated. */
export function ruleLevels(value: unknown): Record<string, Level> {
  return Object.fromEntries(
    listOf(value, 'rule').map((setting): [string, Level] => {
      const cut = setting.indexOf('=');
      const id = cut < 0 ? setting : setting.slice(0, cut);
      const level = cut < 0 ? '' : setting.slice(cut + 1);
      if (!LEVELS.includes(level)) {
        throw new UsageError(
          `--rule takes id=severity with error, warning, info or off, not \`${setting}\`.${didYouMean(level, LEVELS)}`,
        );
      }
      return [ruleId(id), level as Level];
    }),
  );
}
