import { listOf, oneOf } from '../project/arguments.js';
import { UsageError } from '../project/usage-error.js';
import { FORMATS, type Format } from './formats.js';

/** One report of a run: its format, and the file that it is written to; without a file, standard output. */
export interface ReportTarget {
  format: Format;
  output: string | undefined;
}

/**
 * The reports that `--format` and `--output` ask for. They pair in the order given; a last format without an output goes
 * to standard output.
 */
export function reportTargets(args: Record<string, unknown>): ReportTarget[] {
  const formats = listOf(args.format, 'format').map((name) => oneOf<Format>(name, FORMATS, 'format'));
  const outputs = filesOf(args.output);
  if (formats.length === 0) formats.push('pretty');
  if (outputs.length > formats.length)
    throw new UsageError(`--output ${outputs[formats.length]} needs a --format of its own.`);
  if (formats.length > outputs.length + 1)
    throw new UsageError(
      `--format ${formats[outputs.length]} needs an --output: only the last report can go to standard output.`,
    );
  const twice = outputs.find((file, at) => outputs.indexOf(file) !== at);
  if (twice !== undefined)
    throw new UsageError(`--output ${twice} is given twice: each report needs a file of its own.`);
  return formats.map((format, at) => ({ format: format ?? 'pretty', output: outputs[at] }));
}

/** Files as given: a comma may be part of a name. */
function filesOf(value: unknown): string[] {
  const files: readonly unknown[] = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return files.map((file) => {
    if (typeof file !== 'string' || file === '') throw new UsageError('--output needs a value.');
    return file;
  });
}
