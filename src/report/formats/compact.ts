import type { LintResult } from '../../lint/result.js';
import type { RenderOptions } from '../format.js';
import { joined, linesOf } from '../shared/chunks.js';
import { limited, restWords } from '../shared/limit.js';
import { listed, standing, summarize } from '../shared/order.js';
import { count, visible, withoutCommands } from '../shared/text.js';
import { unreadBrief } from '../shared/unread-words.js';

/**
 * One line per finding, for editors and `grep`: `path:line:column: severity rule message`. Paths are relative to the
 * working directory. Two lines at most follow, and neither names a rule: what is not printed, and the counts.
 */
export function* streamCompact(result: LintResult, options?: Partial<RenderOptions>): Generator<string> {
  const here = options?.here ?? ((file: string) => file);
  const limit = limited(listed(standing(result), options), { all: options?.maxFindings ?? 0 });
  for (const { file, range, severity, rule, message } of limit.printed) {
    const { line, column } = range.start;
    yield `${withoutCommands(visible(`${here(file)}:${line}:${column}: ${severity} ${rule} ${message}`))}\n`;
  }
  const rest = restWords(limit);
  const { errors, warnings, infos } = summarize(result);
  const counts = `${count(errors, 'error')}, ${count(warnings, 'warning')}, ${count(infos, 'info')}`;
  const { unread } = result;
  const end = unread.length > 0 ? `${counts}; ${unreadBrief(unread)}` : counts;
  yield* linesOf([...(rest === undefined ? [] : [rest]), end].map(withoutCommands));
}

/** The report as one text. */
export const renderCompact = (result: LintResult, options?: Partial<RenderOptions>): string =>
  joined(streamCompact(result, options));
