import type { Place } from '../../model/index.js';
import { type CodeDocument, callsOf } from '../../syntax/code/index.js';
import { placed } from './places.js';

const NAMED = new Set(['approve']);
const OF_A_RUN = /(?:^|\.)\w{0,60}(?:state|session)(?:\(\))?(?:\.current)?\??\.approve$/i;
const PLAIN = /^([A-Za-z_$][\w$]{0,60})\??\.approve$/;
/** What brings a request for approval. */
const REQUEST = /\binterruptions\b|tool_approval_(?:requested|required)/g;
/** Anything that may choose between yes and no. */
const CHOICE =
  /\b(?:if|else|switch|case|match|when|confirm|prompt|input|ask|question|decide|decision)|\?(?!\.)|&&|\|\||\b(?:and|or|not)\b/i;
const COMPREHENSION =
  /\[[^[\]]{0,200}\.approve\([^[\]]{0,200}\)\s+for\s+\w+\s+in\s+[\w.]{0,80}interruptions\s*\]/;
/** Lines that are looked at before an approval. */
const MOST_LINES = 20;

/**
 * Approvals that a program gives without a choice: between the request and `approve()` nothing is asked and nothing
 * decides. Told from the text between the two; in doubt there is a choice.
 */
export function blindApprovals(document: CodeDocument): Place[] {
  if (!document.text.includes('.approve')) return [];
  const lines = document.text.split('\n');
  return callsOf(document, { named: NAMED }).flatMap(({ call }) => {
    if (!call || !isOfRun(call.callee, document.text)) return [];
    const { start } = call.at.range();
    const before = lines.slice(Math.max(0, start.line - MOST_LINES), start.line);
    const last = before.pop() ?? '';
    // The choice may stand behind the call, on its line: `state.approve(item) if ok else state.reject(item)`.
    const text = [...before, last].map(withoutComment).join('\n');
    const requests = [...text.matchAll(REQUEST)];
    const request = requests.at(-1);
    // `[state.approve(item) for item in result.interruptions]`
    if (document.grammar === 'python' && COMPREHENSION.test(withoutComment(last)))
      return [placed(call.at, 'interruptions')];
    if (!request) return [];
    const between = text.slice(request.index + request[0].length);
    if (CHOICE.test(between.replace(IF_NAMED, (all, name) => (isAlwaysTrue(name, document.text) ? '' : all))))
      return [];
    return [placed(call.at, 'interruptions')];
  });
}

/** `if approved:`, `if (approved) {` */
const IF_NAMED = /\bif\s{1,9}\(?([A-Za-z_]\w{0,60})\)?\s{0,9}[:{]/g;

/** A name that a file gives one value alone, `true`, decides nothing. */
function isAlwaysTrue(name: string, text: string): boolean {
  const given = [
    ...text.matchAll(new RegExp(`\\b${name}(?:\\s?:\\s?\\w{1,20})?\\s{0,9}=(?!=)\\s{0,9}(\\w{0,9})`, 'g')),
  ];
  return given.length > 0 && given.every(([, value]) => value?.toLowerCase() === 'true');
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
