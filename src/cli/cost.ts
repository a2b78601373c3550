import type { CostInputs } from '../assess/cost/shape.js';
import { type CostFile, readRates, readUsage } from '../config/cost-files.js';
import { lastOf } from '../project/arguments.js';
import { UsageError } from '../project/usage-error.js';

/**
 * The files of `--rates` and `--usage`, read from the working directory; undefined where neither is given.
 * @throws {UsageError} where one of them is missing or broken, with the place of each mistake.
 */
export async function costInputsOf(args: Record<string, unknown>): Promise<CostInputs | undefined> {
  const ratesFile = lastOf(args.rates, 'rates');
  const usageFile = lastOf(args.usage, 'usage');
  if (ratesFile === undefined && usageFile === undefined) return undefined;
  const rates = ratesFile === undefined ? undefined : await readRates(ratesFile, process.cwd());
  const usage = usageFile === undefined ? undefined : await readUsage(usageFile, process.cwd());
  const problems = [rates, usage].flatMap((one) => (one === undefined || one.ok ? [] : one.problems));
  const lines = problems.map(
    ({ file, line, column, message, suggestion }) =>
      `${file}:${line}:${column}: ${message}${suggestion ? ` ${suggestion}` : ''}`,
  );
  const [first, ...others] = lines;
  if (first !== undefined) throw new UsageError(first, others.length > 0 ? others.join('\n') : undefined);
  return { ...valueIn('rates', rates), ...valueIn('usage', usage) };
}

function valueIn<T>(key: string, file: CostFile<T> | undefined): Record<string, T> {
  return file?.ok ? { [key]: file.value } : {};
}
