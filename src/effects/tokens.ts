import { lexicon } from './lexicon.js';
import { wordOf } from './words.js';

/** Names longer than this are cut: no tool is called by more. */
const LONGEST_NAME = 200;

const isUpper = (char: string): boolean => char >= 'A' && char <= 'Z';
const isLower = (char: string): boolean => char >= 'a' && char <= 'z';
const isDigit = (char: string): boolean => char >= '0' && char <= '9';

/** `mcp__server__tool` -> `tool`: the server's name says nothing of the tool. */
function withoutServer(name: string): string {
  if (!name.startsWith('mcp__')) return name;
  const end = name.indexOf('__', 'mcp__'.length);
  return end === -1 ? name : name.slice(end + 2);
}

/** Whether a new token starts at `at`, inside a run of letters and digits. */
function startsToken(name: string, at: number, current: string): boolean {
  const char = name[at] ?? '';
  const before = name[at - 1] ?? '';
  if (isUpper(char)) {
    const afterSmall = isLower(before) || isDigit(before);
    const endsAcronym = isUpper(before) && isLower(name[at + 1] ?? '') && name.slice(at + 1) !== 's';
    return afterSmall || endsAcronym;
  }
  // `s3` and `b2` are one word, `step2` is two.
  return isDigit(char) && !isDigit(before) && current.length > 2;
}

/**
 * The words of a tool's name, in lower case: splits snake, kebab and camel case, dots, slashes and digits,
 * and leaves out an `mcp__server__` prefix.
 */
export function tokensOf(name: string): string[] {
  const text = withoutServer(name.trim().slice(0, LONGEST_NAME));
  const tokens: string[] = [];
  let current = '';
  const end = (): void => {
    if (current !== '') tokens.push(current.toLowerCase());
    current = '';
  };
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (!isUpper(char) && !isLower(char) && !isDigit(char)) {
      end();
      continue;
    }
    if (current !== '' && startsToken(text, at, current)) end();
    current += char;
  }
  end();
  return tokens;
}

/**
 * `createorupdate` and `deleteuser` -> their words; a token that the lexicon knows, or cannot cut, stays whole.
 * A token that is not `alone` in its name is cut with more care: `dataconnect` is a product.
 */
export function expandCompound(token: string, alone: boolean): string[] {
  if (token.length < 6 || wordOf(token)) return [token];
  const { words, lists, inflected, beginnings } = lexicon();
  if (
    !beginnings.has(token.slice(0, 3)) ||
    lists.objects.has(token) ||
    lists.readNouns.has(token) ||
    inflected.has(token)
  )
    return [token];
  for (let cut = token.length - 3; cut >= 3; cut -= 1) {
    const left = token.slice(0, cut);
    const right = token.slice(cut);
    const leftWord = words.get(left);
    if (leftWord) {
      if (lists.objects.has(right) && (alone || leftWord.sense === 'verb')) return [left, right];
      for (const joiner of ['and', 'or']) {
        const verb = right.startsWith(joiner) ? right.slice(joiner.length) : '';
        if (words.has(verb)) return [left, joiner, verb];
      }
    }
    const acts = alone && right.length >= 4 && (words.get(right)?.sense ?? 'noun') !== 'noun';
    if (acts && lists.objects.has(left)) return [left, right];
  }
  return [token];
}

/**
 * The first words that all tools of one server share (`ha`, `browser`), joined by `_`; undefined where there
 * are none, where they say what the tools do, or where fewer than two names are given.
 */
export function commonPrefix(names: readonly string[]): string | undefined {
  const lists = names.map(tokensOf);
  const first = lists[0];
  if (first === undefined || lists.length < 2) return undefined;
  const shared: string[] = [];
  for (const [index, token] of first.entries()) {
    if (lists.some((tokens) => tokens[index] !== token || tokens.length <= index + 1)) break;
    const word = wordOf(token);
    if (word && word.sense !== 'noun') break;
    const restActs = lists.every((tokens) => tokens.slice(index + 1).some((rest) => wordOf(rest)));
    if (word && !restActs) break;
    shared.push(token);
  }
  return shared.length > 0 ? shared.join('_') : undefined;
}
