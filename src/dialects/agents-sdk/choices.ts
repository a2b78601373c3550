import { indentOf } from './blocks.js';

/** Anything that may choose between yes and no, or waits for what is no call: `await agreed;`. */
const CHOICE =
  /\bawait\s{1,3}[\w$.]{1,80}\s{0,3}[;\n]|\b(?:if|else|assert|switch|case|match|when|confirm|prompt|input|ask|question|decide|decision)|\?(?![.?])|&&|\|\||\b(?:and|or|not)\b/i;
/** What stands for no requests, and chooses nothing: `?? []`, `or []`. */
const OR_NONE = /\s(?:\?\?|\|\||or)\s\[\]/g;
/** `if (item.type !== 'tool_approval_item') {`, with what it does: there are no other requests. */
const OF_A_KIND =
  /\b(?:if|elif)\b\s{0,3}\(?[^\n:{]{0,80}(?:tool_approval_item|ToolApprovalItem)['"]?\)?\)?\s{0,3}[:{]?\s{0,60}(?:continue;?\s{0,60}\}?)?/g;
/** `if approved:`, `if (approved) {` */
const IF_NAMED = /\bif\s{1,9}\(?([A-Za-z_]\w{0,60})\)?\s{0,9}[:{]/g;
const CALL = /([A-Za-z_$][\w$]{0,60})\s{0,3}\(/g;
/** Calls that ask nobody: words of the language, what writes a log, what goes through a list. */
const ASKS_NOBODY: ReadonlySet<string> = new Set(
  'for while if elif of in len list enumerate tuple print printf echo log info debug warn warning error trace write writeline stringify dumps str repr json parse loads foreach map values entries items keys state to_state tostate approve approve_tool_call push append slice format get run all allsettled async await'.split(
    ' ',
  ),
);

const NO_NAMES: ReadonlySet<string> = new Set();

const TEXTS = /("""|''')[\s\S]*?\1|\/\*[\s\S]*?\*\/|"[^"\n\\]*"|'[^'\n\\]*'/g;

/** What is said in quotes and comments decides nothing. */
export const withoutTexts = (text: string): string =>
  text.replace(TEXTS, (all) => (all.includes('\n') ? '' : "''"));

/** `if not pending: break`, `if (pending.length > 0) {`: whether a name holds anything, and what is left behind that. */
const IF_THERE =
  /\b(?:if|elif)\b\s{0,3}\(?\s{0,3}(not\s{1,3}|!{1,2})?(?:len\()?([A-Za-z_$][\w$]{0,60})(?:\??\.length)?\)?(?:\s{0,3}([=!]={1,2}|[<>]=?)\s{0,3}\d{1,3})?\s{0,3}(?::|\)\s{0,3}\{?)\s{0,60}((?:break|continue|return)\b[\w \t.]{0,80};?\s{0,60}\}?)?/g;

/** A text without the conditions that only say whether names hold anything, and leave where they do not. */
const withoutIfThere = (text: string, holds: ReadonlySet<string>): string =>
  text.replace(IF_THERE, (all, not: string | undefined, name: string, compares = '', leaves?: string) => {
    const isOfNone = not === undefined ? /^[=<]/.test(compares) : not !== '!!';
    return holds.has(name) && (leaves === undefined || isOfNone) ? ' ' : all;
  });

/**
 * Whether a stretch between the request and `approve` may choose: a condition, or a call whose answer nobody knows.
 * `holds`: names of runs and of their requests, which say by themselves only whether there are any.
 */
export function mayChoose(between: string, whole: string, holds: ReadonlySet<string> = NO_NAMES): boolean {
  const said = withoutTexts(between.replace(OF_A_KIND, ' ')).replace(OR_NONE, '');
  const text = withoutIfThere(said, holds).replace(IF_NAMED, (all, name) =>
    isAlwaysTrue(name, whole) ? '' : all,
  );
  return CHOICE.test(text) || asks(text);
}

/** Whether a text calls what may ask somebody. */
export function asks(text: string): boolean {
  return [...text.matchAll(CALL)].some(([, name]) => !ASKS_NOBODY.has((name ?? '').toLowerCase()));
}

/** A name that a file gives one value alone, `true`, decides nothing. */
function isAlwaysTrue(name: string, text: string): boolean {
  const given = [
    ...text.matchAll(new RegExp(`\\b${name}(?:\\s?:\\s?\\w{1,20})?\\s{0,9}=(?!=)\\s{0,9}(\\w{0,9})`, 'g')),
  ];
  return given.length > 0 && given.every(([, value]) => value?.toLowerCase() === 'true');
}

/** A condition that only says that there are requests. */
const THERE_ARE = /^[\s\w.?!()>=]*\binterruptions\b[\s\w.?!()>=]*$/;
const HEADER =
  /^\s*(?:\}\s*)?(?:(else\b|catch\b|except\b|case\b|default\b|match\b|switch\b)|(?:if|elif|while)\b(.*))/;
const IS_FUNCTION =
  /\b(?:def|function)\b|=>\s*\{?\s*$|^\s*(?:(?:public|private|protected|static|async)\s+)*(?!(?:if|for|while|switch|catch|else)\b)[\w$]+\s*\([^)]*\)[^;=]*\{\s*$/;
/** People call it: its name or its route says that they agree. */
const BY_PEOPLE = /approv|confirm|accept|allow|consent/i;
const BY_ITSELF = /auto|without|blind/i;

/**
 * Whether something around a request decides: a condition of the blocks that it stands in, a call that the requests are
 * passed to, a function that people call to agree. `lines` end with the approval; the request stands in line `at`, at
 * `offset` of all of them. `isFollowed`: the call of the function around it was seen, and is judged for itself.
 */
export function hasChoiceAround(
  lines: readonly string[],
  at: number,
  offset: number,
  whole: string,
  isFollowed = false,
): boolean {
  const text = lines.join('\n');
  const own = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  if (isPassedOn(own) || mayChoose(withoutCondition(own), whole)) return true;
  let depth = indentOf(lines[at] ?? '');
  // What stands before the request in its block, and what stands inside the statement below.
  let before = '';
  let inside = '';
  for (let index = at - 1; index >= 0; index--) {
    const line = lines[index] ?? '';
    if (line.trim() === '') continue;
    if (indentOf(line) >= depth) {
      before = `${line}\n${before}`;
      if (indentOf(line) > depth) inside = `${line}\n${inside}`;
      else {
        if (leavesUnlessAgreed(line, inside)) return true;
        inside = '';
      }
      continue;
    }
    depth = indentOf(line);
    inside = '';
    if (IS_FUNCTION.test(line)) return !isFollowed && isCalledByPeople(lines, index);
    const [, always, condition] = HEADER.exec(line) ?? [];
    if (always !== undefined) return true;
    if (condition !== undefined && decides(condition, whole)) return true;
    // Between the question whether there are requests and the loop over them somebody may be asked for all.
    if (condition?.includes('interruptions') && asks(before)) return true;
    before = '';
  }
  return false;
}

const LEAVES = /\b(?:return|continue|break|raise|throw|abort|exit)\b/;
const AGREES =
  /approv|confirm|allow|accept|consent|answer|decision|grant|permit|reject|denied|deny|\b(?:ok|yes|no|agreed?|go_?ahead)\b/i;

/** `if not await ask(result.interruptions): return`: who does not agree ends it before anything is approved. */
function leavesUnlessAgreed(line: string, inside: string): boolean {
  const condition = /^\s*(?:\}\s*)?(?:if|unless)\b(.*)/.exec(line)?.[1];
  if (condition === undefined || !LEAVES.test(`${condition}\n${inside}`)) return false;
  const asked = condition.replace(LEAVES, '\n').split('\n')[0] ?? '';
  return AGREES.test(asked) || asks(asked);
}

/** `collect(result.interruptions)`: what the requests are passed to may ask. */
function isPassedOn(before: string): boolean {
  const name = /([A-Za-z_$][\w$]{0,60})\s{0,3}\(\s*(?:[\w$.?!()]{1,80}\.)?$/.exec(before)?.[1];
  return name !== undefined && !ASKS_NOBODY.has(name.toLowerCase());
}

/** The line without `if (result.interruptions.length) {` and the head of the loop. */
function withoutCondition(line: string): string {
  return (
    line
      .replace(/\b(?:if|while|elif)\s*\(?([^{:]*)\)?\s*[{:]/g, (all, inner) =>
        THERE_ARE.test(inner) ? ' ' : all,
      )
      .replace(/\b(?:if|while|elif)\b[\s(!]*[\w$.?]*$/, '')
      // `session.on('tool_approval_requested', ...)`: what is listened to further on may be a person.
      .replace(/\b(?:on|once)\(\s{0,9}['"]$/, '')
      // `if event.type == "tool_approval_required":` and `case` of it: there are no other requests.
      .replace(/\b(?:(?:if|elif)\b[\s(]{0,9}[\w$.?]{1,80}\s{0,9}={2,3}|case\b)\s{0,9}['"]$/, '')
      .replace(/\([^()]*\)(?=\.\w*$)/g, '()')
  );
}

function decides(condition: string, whole: string): boolean {
  const stated = condition.replace(/[:{]\s*$/, '').trim();
  if (THERE_ARE.test(stated) || stated.includes('__name__') || /^\(?\s*(?:true|1)\s*\)?$/i.test(stated))
    return false;
  const name = /^\(?\s*([A-Za-z_]\w*)\s*\)?$/.exec(stated)?.[1];
  if (name === undefined) return true;
  return !(isAlwaysTrue(name, whole) || saysThereAre(name, whole));
}

/** A name that only says whether there are requests: `hasInterruptions = result.interruptions.length > 0`. */
function saysThereAre(name: string, text: string): boolean {
  const given = [...text.matchAll(new RegExp(`\\b${name}\\s{0,9}=(?!=)([^\\n;]{0,200})`, 'g'))];
  return (
    given.length > 0 &&
    given.every(([, value]) => THERE_ARE.test(value ?? '') || /^\s*(?:true|false)\b/i.test(value ?? ''))
  );
}

/** By its name, or by the route or command that its decorators and the call around it name. */
function isCalledByPeople(lines: readonly string[], index: number): boolean {
  const said = [lines[index] ?? ''];
  for (let above = index - 1; above >= 0 && /^\s*@/.test(lines[above] ?? ''); above--)
    said.push(lines[above] ?? '');
  const text = said.join('\n');
  return BY_PEOPLE.test(text) && !BY_ITSELF.test(text);
}

const NAMED =
  /\b(?:def|class|function\s?\*?)\s{1,9}([\w$]{1,80})|\b(?:const|let|var)\s{1,9}([\w$]{1,80})\s{0,9}[=:]|^\s*(?:(?:public|private|protected|static|async)\s{1,9}){0,3}([\w$]{1,80})\s{0,9}\(/;

/** Names of the functions and classes that an offset stands in, innermost first, told from the text. */
export function namesAround(text: string, offset: number): string[] {
  const lines = text.slice(0, offset).split('\n');
  const names: string[] = [];
  let depth = indentOf(lines.at(-1) ?? '');
  for (let index = lines.length - 2; index >= 0 && depth > 0; index--) {
    const line = lines[index] ?? '';
    if (line.trim() === '' || indentOf(line) >= depth) continue;
    depth = indentOf(line);
    const [, declared, given, method] = (line.length <= LONGEST && NAMED.exec(line)) || [];
    const name = declared ?? (IS_FUNCTION.test(line) ? (given ?? method) : undefined);
    if (name !== undefined) names.push(name);
  }
  return names;
}

const LONGEST = 300;
