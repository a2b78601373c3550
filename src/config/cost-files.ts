import { resolve } from 'node:path';
import { disk } from '../files/index.js';
import type { Validator } from '../generated/validators.js';
import type { Rates, Usage } from '../model/cost.js';
import { isRealDate } from '../model/date.js';
import { formatOf, loadParsers, parseDocument, type SyntaxNode } from '../syntax/index.js';
import { explainErrors } from '../syntax/schema-errors.js';
import { type KeySchema, keysIn } from '../syntax/schema-keys.js';
import { type ConfigProblem, inOrder, problemAt, problemOf } from './problem.js';

/** A file of rates or of usage, read and validated, or every mistake in it with its place. */
export type CostFile<T> = { ok: true; value: T } | { ok: false; problems: ConfigProblem[] };

/** Reads the rates of `review --rates FILE`. `shown`: the path as people typed it. */
export async function readRates(shown: string, cwd: string): Promise<CostFile<Rates>> {
  const { validateRates } = await import('../generated/cost-validators.js');
  const schema = await import('../../schemas/rates.schema.json', { with: { type: 'json' } });
  return readFile(shown, cwd, 'rates', validateRates, schema.default as KeySchema);
}

/** Reads the usage of `review --usage FILE`. */
export async function readUsage(shown: string, cwd: string): Promise<CostFile<Usage>> {
  const { validateUsage } = await import('../generated/cost-validators.js');
  const schema = await import('../../schemas/usage.schema.json', { with: { type: 'json' } });
  return readFile(shown, cwd, 'usage', validateUsage, schema.default as KeySchema);
}

async function readFile<T>(
  shown: string,
  cwd: string,
  kind: 'rates' | 'usage',
  validate: Validator,
  schema: KeySchema,
): Promise<CostFile<T>> {
  const wayOut = `See docs/cost.md for an example of a ${kind} file.`;
  const format = formatOf(shown);
  if (format !== 'json' && format !== 'jsonc' && format !== 'yaml')
    return failed([problemOf(shown, `A ${kind} file is YAML or JSON. ${wayOut}`)]);
  await loadParsers([format]);
  const read = disk.reader()(resolve(cwd, shown));
  if (!read.ok)
    return failed([problemOf(shown, `The ${kind} file cannot be read: ${read.reason}. ${wayOut}`)]);
  const document = parseDocument(shown, format, read.text);
  const [root, second] = document.roots;
  const broken = document.problems.map(({ at, message }) =>
    problemAt(at, `${message.charAt(0).toUpperCase()}${message.slice(1)}. ${wayOut}`),
  );
  if (second)
    broken.push(problemAt(second.at(), `A ${kind} file is one YAML document; here a second one begins.`));
  if (broken.length > 0) return failed(broken);
  if (root === undefined || root.kind === 'null')
    return failed([problemOf(shown, `The ${kind} file is empty. ${wayOut}`)]);
  const value = root.toValue();
  const errors = validate(value) ? [] : (validate.errors ?? []);
  const problems = explainErrors(root, errors, 'the schema', keysIn(schema)).map(
    ({ at, statement, suggestion }) =>
      problemAt(at, suggestion === undefined ? `${statement} ${wayOut}` : statement, suggestion),
  );
  if (problems.length === 0) problems.push(...orderProblems(root), ...dayProblems(root));
  return problems.length > 0 ? failed(problems) : { ok: true, value: value as T };
}

/** A day of the price list that is none of the calendar: nobody could tell how old the rates are. */
function dayProblems(root: SyntaxNode): ConfigProblem[] {
  const day = root.get('as_of');
  if (day === undefined || isRealDate(String(day.scalar))) return [];
  return [
    problemAt(
      day.at(),
      `\`as_of\` is no day: write the day of the price list as YYYY-MM-DD, for example "2026-11-01".`,
    ),
  ];
}

/** Low, typical and high that are not in ascending order, wherever they stand. */
function orderProblems(node: SyntaxNode | undefined): ConfigProblem[] {
  if (node?.kind !== 'object') return [];
  const [low, typical, high] = ['low', 'typical', 'high'].map((key) => node.get(key));
  const pairs = [
    [low, typical, '`low` is more than `typical`'],
    [typical, high, '`typical` is more than `high`'],
  ] as const;
  const here = pairs.flatMap(([less, more, message]) =>
    less && more && Number(less.scalar) > Number(more.scalar)
      ? [problemAt(less.at(), `${message}: state them in ascending order.`)]
      : [],
  );
  return [...here, ...node.keys().flatMap((key) => orderProblems(node.get(key)))];
}

const failed = (problems: ConfigProblem[]): { ok: false; problems: ConfigProblem[] } => ({
  ok: false,
  problems: inOrder(problems),
});
