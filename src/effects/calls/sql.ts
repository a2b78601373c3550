import type { Effect } from '../../model/effect.js';
import type { CallArgument } from '../../program/index.js';
import type { CallEffect } from './call.js';
import { gravestReading, reading, textWith } from './reading.js';
import facts from './sql-verbs.json' with { type: 'json' };

const EFFECTS: ReadonlyMap<string, Effect> = new Map(
  (['read', 'change', 'destructive', 'outward'] as const).flatMap((effect) =>
    facts[effect].split(' ').map((verb) => [verb, effect] as const),
  ),
);

/** Statements that put rows somewhere. */
export const ADDING: ReadonlySet<string> = new Set(facts.adds.split(' '));
const OPENS: ReadonlySet<string> = new Set(facts.opens.split(' '));
const WITHIN: ReadonlySet<string> = new Set(facts.within.split(' '));

/** Characters of a statement that are looked at. */
const MOST_TEXT = 5_000;

/** What SQL does, by the verbs of its statements, of which the gravest counts; undefined where it has none. */
export function readStatement(sql: string): { effect: Effect; verb: string } | undefined {
  const statements = withoutQuotes(sql.slice(0, MOST_TEXT)).split(';');
  return gravestReading(statements.flatMap((one) => readOne(one) ?? []));
}

/** SQL that the model writes is open-ended; one whose beginning is written does what its verb says. */
export function readSql(sql: CallArgument, otherwise: Effect): CallEffect {
  const text = textWith('x', sql);
  const start = sql.kind === 'text' ? sql.parts[0] : text;
  const found = text !== undefined && typeof start === 'string' ? readStatement(text) : undefined;
  if (found) return reading(found.effect, 'statement', found.verb);
  const isWritten = sql.kind === 'model' || (typeof start === 'object' && start.from === 'model');
  return reading(isWritten ? 'open-ended' : otherwise, 'statement');
}

function readOne(statement: string): { effect: Effect; verb: string } | undefined {
  const words = statement.toLowerCase().match(/[a-z_]+/g) ?? [];
  const [first = ''] = words;
  const effect = EFFECTS.get(first);
  if (effect === undefined) return first === '' ? undefined : { effect: 'unknown', verb: first };
  // `ALTER TABLE t DROP COLUMN c` loses what was in it.
  if (first === 'alter' && words.some((word) => word === 'drop'))
    return { effect: 'destructive', verb: 'alter drop' };
  // `WITH old AS (...) DELETE FROM t`, `MATCH (n) DETACH DELETE n`, `EXPLAIN ANALYZE DELETE`.
  const opens = OPENS.has(first) || (first === 'explain' && words[1] === 'analyze');
  const inner = opens ? words.find((word) => WITHIN.has(word)) : undefined;
  if (inner !== undefined) return { effect: EFFECTS.get(inner) ?? 'unknown', verb: inner };
  if (first === 'select' && words.some((word) => word === 'into'))
    return { effect: 'change', verb: 'select into' };
  return { effect, verb: first };
}

/** A statement without its comments and what is quoted in it. */
const withoutQuotes = (sql: string): string =>
  sql.replace(/--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^']|'')*(?:'|$)|"[^"]*(?:"|$)|`[^`]*(?:`|$)/g, ' ');
