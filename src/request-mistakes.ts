import { RULES } from '../rules/index.js';
import type { RuleSelection } from './lint/levels.js';
import { isRealDate } from './model/date.js';
import { nearest } from './model/nearest.js';

const LEVELS: readonly string[] = ['error', 'warning', 'info', 'off'];
const PRESETS: readonly string[] = ['recommended', 'strict'];

/** What a caller without types may get wrong: a rule that does not exist, taken silently, would make a run look clean. */
export function requestMistakes(request: RuleSelection & { asOf?: string }): string[] {
  const { rules = {}, only = [], preset, asOf } = request;
  const ids = RULES.map((rule) => rule.id as string);
  return [
    ...[...Object.keys(rules), ...only].flatMap((id) => unknown(id, ids, 'rule')),
    ...Object.values(rules).flatMap((level) => unknown(level, LEVELS, 'severity')),
    ...(preset === undefined ? [] : unknown(preset, PRESETS, 'preset')),
    ...(asOf === undefined || isRealDate(asOf) ? [] : [`\`${asOf}\` is no date as YYYY-MM-DD`]),
  ];
}

function unknown(word: string, known: readonly string[], what: string): string[] {
  if (known.includes(word)) return [];
  const meant = nearest(String(word), known);
  return [`\`${word}\` is no ${what}${meant === undefined ? '' : ` (did you mean \`${meant}\`?)`}`];
}
