import type { LintResult } from '../../lint/result.js';
import { type Finding, isClaim } from '../../model/index.js';
import type { RenderOptions } from '../format.js';
import { joined, linesOf } from '../shared/chunks.js';
import { limited, restWords } from '../shared/limit.js';
import { listed, standing, summarize } from '../shared/order.js';
import { count, visible, withoutCommands } from '../shared/text.js';
import { unreadBrief } from '../shared/unread-words.js';

/** Longest line, in characters (design, section 5). */
const LONGEST = 300;

/**
 * Short lines for coding agents: place, severity, rule, message and edit of each finding, nothing else that names a
 * rule. Names of strangers are cut, and no prompt is quoted: a report must not relay instructions.
 */
export function* streamAgent(result: LintResult, options?: Partial<RenderOptions>): Generator<string> {
  const limit = limited(listed(standing(result), options), { all: options?.maxFindings ?? 0 });
  const rest = restWords(limit);
  for (const finding of limit.printed) yield `${withoutCommands(lineOf(finding))}\n`;
  const { errors, warnings, infos } = summarize(result);
  const total = [count(errors, 'error'), count(warnings, 'warning'), count(infos, 'info')].join(', ');
  const { unread } = result;
  const end = unread.length > 0 ? shortened(`${total}; ${unreadBrief(unread)}`, LONGEST) : total;
  yield* linesOf([...(rest === undefined ? [] : [rest]), end].map(withoutCommands));
}

/** The report as one text. */
export const renderAgent = (result: LintResult, options?: Partial<RenderOptions>): string =>
  joined(streamAgent(result, options));

function lineOf({ file, range, severity, rule, message, remediation, fixes }: Finding): string {
  const { line, column } = range.start;
  // A claim is a person's to make: its remedy says what it would state.
  const fix = fixes[0] && isClaim(fixes[0]) ? undefined : fixes[0];
  const place = `${shortened(visible(file), LONGEST / 3)}:${line}:${column} ${severity} ${rule} `;
  const edit = ` Edit: ${visible(fix ? fix.title : remediation)}`;
  const forMessage = Math.max(LONGEST / 4, LONGEST - place.length - edit.length);
  const lead = place + shortened(visible(message), forMessage);
  return lead + shortened(edit, LONGEST - lead.length);
}

/** Text of at most `most` characters; what is cut ends in three dots. */
function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, Math.max(0, Math.floor(most) - 3)).trimEnd()}...`;
}
