import type { Place } from '../../model/index.js';
import { type CodeDocument, callsOf } from '../../syntax/code/index.js';
import { hasChoiceAround, mayChoose } from './choices.js';
import { placed } from './places.js';

const NAMED = new Set(['approve']);
const OF_A_RUN = /(?:^|\.)\w{0,60}(?:state|session)(?:\(\))?(?:\.current)?\??\.approve$/i;
const PLAIN = /^([A-Za-z_$][\w$]{0,60})\??\.approve$/;
/** What brings a request for approval. */
const REQUEST = /\binterruptions\b|tool_approval_(?:requested|required)/g;
const COMPREHENSION =
  /\[[^[\]]{0,200}\.approve\([^[\]]{0,200}\)\s+for\s+\w+\s+in\s+[\w.]{0,80}interruptions\s*\]/;
/** Lines that are looked at before an approval, how long they may be, and approvals of one file. */
const MOST_LINES = 20;
const LONGEST_LINE = 500;
const MOST_APPROVALS = 200;

/**
 * Approvals that a program gives without a choice: between the request and `approve()`, and in what stands around them,
 * nothing is asked and nothing decides. Told from the text; in doubt there is a choice.
 */
export function blindApprovals(document: CodeDocument): Place[] {
  if (!document.text.includes('.approve')) return [];
  const lines = document.text.split('\n');
  return callsOf(document, { named: NAMED })
    .slice(0, MOST_APPROVALS)
    .flatMap(({ call }) => {
      if (!call || !isOfRun(call.callee, document.text)) return [];
      const { start } = call.at.range();
      const first = Math.max(0, start.line - MOST_LINES);
      const around = lines.slice(first, start.line);
      // Nobody writes such lines by hand: what they decide is not told from their text.
      if (around.some((line) => line.length > LONGEST_LINE)) return [];
      const before = around.map((line) => withoutComment(line).trimEnd());
      // The choice may stand behind the call, on its line: `state.approve(item) if ok else state.reject(item)`.
      const last = before.at(-1) ?? '';
      const text = before.join('\n');
      const request = [...text.matchAll(REQUEST)].at(-1);
      if (!request) return [];
      const isListed = document.grammar === 'python' && COMPREHENSION.test(last);
      const at = isListed ? text.length - last.length : request.index;
      const between = isListed ? '' : text.slice(request.index + request[0].length);
      const line = text.slice(0, at).split('\n').length - 1;
      if (mayChoose(between, document.text) || hasChoiceAround(before, line, at, document.text)) return [];
      return [placed(call.at, 'interruptions')];
    });
}

/** Whether what is approved is the state of a run: it is called so, or the name was given one. */
function isOfRun(callee: string, text: string): boolean {
  if (OF_A_RUN.test(callee)) return true;
  const name = PLAIN.exec(callee)?.[1];
  if (name === undefined) return false;
  const given = new RegExp(
    `\\b${name.replaceAll('$', '\\$')}\\s{0,9}=\\s{0,9}(?:await\\s{1,9})?[\\w.]{1,80}\\.(?:to_state\\(\\)|state\\b)`,
  );
  return given.test(text);
}

/** What a comment says decides nothing. */
function withoutComment(line: string): string {
  const mark = line.search(/(?:^|\s)(?:\/\/|#)/);
  return mark < 0 ? line : line.slice(0, mark);
}
