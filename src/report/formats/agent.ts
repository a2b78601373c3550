import type { LintResult } from '../../lint/result.js';
import { type Finding, isClaim, placeSpan, textParts } from '../../model/index.js';
import type { RenderOptions } from '../format.js';
import { joined, linesOf } from '../shared/chunks.js';
import { limited, restWords } from '../shared/limit.js';
import { listed, standing, summarize } from '../shared/order.js';
import { count, visible, withoutCommands } from '../shared/text.js';
import { unreadBrief } from '../shared/unread-words.js';

/** Characters of a message, of a claim that is printed whole, and of the last line (design, section 5). */
const LONGEST_MESSAGE = 160;
const LONGEST_CLAIM = 300;
const LONGEST_END = 300;

/** `all`: where findings are that are not printed; left out: how the command line prints them. */
type AgentOptions = Partial<RenderOptions> & { all?: string };

/**
 * Short lines for coding agents: place, severity, rule, message and edit of each finding, nothing else that names a
 * rule. Messages are cut, and no prompt is quoted: a report must not relay instructions.
 */
export function* streamAgent(result: LintResult, options?: AgentOptions): Generator<string> {
  const limit = limited(listed(standing(result), options), { all: options?.maxFindings ?? 0 });
  const rest = restWords(limit, options?.all);
  for (const finding of limit.printed) yield `${withoutCommands(lineOf(finding))}\n`;
  const { errors, warnings, infos } = summarize(result);
  const total = [count(errors, 'error'), count(warnings, 'warning'), count(infos, 'info')].join(', ');
  const { unread } = result;
  const end = unread.length > 0 ? shortened(`${total}; ${unreadBrief(unread)}`, LONGEST_END) : total;
  yield* linesOf([...(rest === undefined ? [] : [rest]), end].map(withoutCommands));
}

/** The report as one text. */
export const renderAgent = (result: LintResult, options?: AgentOptions): string =>
  joined(streamAgent(result, options));

function lineOf(finding: Finding): string {
  const { file, range, severity, rule, message } = finding;
  const { line, column } = range.start;
  const said = shortened(visible(message), LONGEST_MESSAGE);
  const place = placeSpan(visible(file), line, column);
  return `${place} ${severity} ${rule} ${said} Edit: ${visible(editOf(finding))}`;
}

/** What to change: half an edit would be a wrong one, so it is never cut. */
function editOf({ rule, remediation, fixes: [first] }: Finding): string {
  if (first && !isClaim(first)) return first.title;
  // A claim is a person's to make: its remedy says what it would state.
  const isLong = first !== undefined && remediation.length > LONGEST_CLAIM;
  return isLong ? `see agent-lint explain ${rule}` : remediation;
}

/** Text of at most `most` characters; what is cut ends in three dots. */
function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most - 3).trimEnd();
  // A name that is cut stays a quoted one.
  const last = textParts(cut).at(-1);
  const fence = last?.isCode === false ? (/`+/.exec(last.text)?.[0] ?? '') : '';
  const kept = cut.slice(0, cut.length - fence.length);
  return cut.endsWith(fence) ? `${kept}...` : `${kept}...${fence}`;
}
