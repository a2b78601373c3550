import type { CodeSyntaxNode } from '../../syntax/code/index.js';
import { closing, split } from './switches.js';

const RUN =
  /\b([A-Za-z_$][\w$]{0,60})(?:\s?:\s?[\w.[\]<>, ]{1,80})?\s?=\s?(?:await\s+)?(?:[\w$]{1,60}\.){0,3}(?:run|run_sync|run_streamed|runStreamed)\s?\(/g;
const MEMBERS = '(?:to_?[sS]tate\\(\\)|state|interruptions|get_interruptions\\(\\)|getInterruptions\\(\\))';
const MOST = 30;
const ROUNDS = 3;

const quoted = (name: string): string => name.replaceAll('$', '\\$');

/** Names that hold a run, its state or its requests: those given, what a run gives, and what is taken from one. */
export function carriersIn(text: string, given: readonly string[]): ReadonlySet<string> {
  const names = new Set(given);
  for (const [, name = ''] of text.matchAll(RUN)) if (names.size < MOST) names.add(name);
  for (let round = 0; round < ROUNDS; round++) {
    const before = names.size;
    if (before === 0) break;
    const all = [...names].map(quoted).join('|');
    const taken = new RegExp(
      `\\b([A-Za-z_$][\\w$]{0,60})(?:\\s?:\\s?[\\w.[\\]<>]{1,60})?\\s?=\\s?(?:await\\s+)?(?:${all})\\??\\.${MEMBERS}`,
      'g',
    );
    for (const [, name = ''] of text.matchAll(taken)) if (names.size < MOST) names.add(name);
    const opened = new RegExp(`\\{([\\w$,:\\s]{1,200})\\}\\s?=\\s?(?:await\\s+)?(?:${all})\\b`, 'g');
    for (const [, list = ''] of text.matchAll(opened))
      for (const part of list.split(',')) {
        const [member = '', name = member] = part.split(':').map((one) => one.trim());
        if (/^(?:state|interruptions)$/.test(member) && names.size < MOST) names.add(name);
      }
    if (names.size === before) break;
  }
  return names;
}

const CALLED = /([A-Za-z_$][\w$]{0,60})\s?\(/g;
/** What runs and looks at values, and is no function of the project. */
const OTHERS = new Set(
  'run run_sync run_streamed runStreamed print log len list enumerate if for while switch approve reject info debug'.split(
    ' ',
  ),
);

/** Names of functions that are called with one of the names in their arguments, told from the text. */
export function mayCarry(text: string, carriers: ReadonlySet<string>): ReadonlySet<string> {
  const named = new RegExp(`(?<![\\w$.])(?:${[...carriers].map(quoted).join('|')})(?![\\w$])`);
  const found = new Set<string>();
  for (const match of text.matchAll(CALLED)) {
    const name = match[1] ?? '';
    if (OTHERS.has(name) || found.has(name)) continue;
    const from = match.index + match[0].length;
    if (named.test(text.slice(from, from + 200).split('\n\n')[0] ?? '')) found.add(name);
  }
  return found;
}

/** The parameters for which a call passes one of the names. */
export function argumentsOf(
  { call, document, offsets }: CodeSyntaxNode,
  parameters: readonly string[],
  carriers: ReadonlySet<string>,
): string[] {
  const text = document.text.slice(offsets.start, offsets.end);
  const open = text.indexOf('(', call?.callee.length ?? 0);
  const close = open < 0 ? -1 : closing(text, open);
  if (close < 0) return [];
  const named = new RegExp(`(?<![\\w$.])(?:${[...carriers].map(quoted).join('|')})(?![\\w$])`);
  const own = parameters[0] === 'self' || parameters[0] === 'cls' ? parameters.slice(1) : parameters;
  return split(text.slice(open + 1, close), /,/).flatMap((argument, index) => {
    const [, key, value] = /^\s*([A-Za-z_]\w{0,60})\s?=(?!=)([\s\S]*)$/.exec(argument) ?? [];
    const parameter = key ?? own[index];
    return parameter !== undefined && named.test(value ?? argument) ? [parameter] : [];
  });
}
