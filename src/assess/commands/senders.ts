import type { Sends } from '../../facts/program-row.js';
import { programRow, wordsIn } from '../../facts/programs/table.js';
import { hostOf } from '../../model/addresses.js';
import { rangeInWord, type Word, withoutHead } from '../../syntax/shell/word.js';
import {
  addressIn,
  type CommandFlaw,
  type Contents,
  type Flow,
  inFile,
  inPath,
  inWord,
  join,
} from './flow.js';
import { isLoopback, isOwnHeader, isOwnHostOf } from './programs.js';

const NOTHING: Contents = {};

/** Credentials that a command sends, other than to say who calls; undefined where it sends none. */
export function sentSecret(
  flow: Flow,
  program: string,
  sender: Sends,
  given: readonly Word[],
  input: Contents,
): CommandFlaw | undefined {
  const { secret } = sender.copies
    ? copied(flow, given)
    : sender.input
      ? join([input, ...given.filter(isNoOption).map((word) => inWord(flow, word))])
      : given.length > 0
        ? inOptions(flow, sender, given, input)
        : NOTHING;
  if (!secret) return undefined;
  const address = addressIn(flow, given);
  const host = address === undefined ? undefined : (hostOf(address) ?? hostOf(`http://${address}`));
  if (address !== undefined && isLoopback(address)) return undefined;
  const isKnown = host !== undefined && !host.includes('{');
  // A key may go to the vendor that issued it, and an address that is not known may be that.
  if (secret.by === 'variable' && (!isKnown || isOwnHostOf(secret.from, host))) return undefined;
  return { kind: 'credentials', secret, sends: program, ...(isKnown ? { host } : {}) };
}

const isNoOption = ({ value }: Word) => !value.startsWith('-');

/** The options of `scp` and `rsync` whose value is not a file to copy. */
const COPY_VALUED = /^-[A-Za-z]*[ciFlJoPSe]$/;

/** Files that are copied to another machine. */
function copied(flow: Flow, given: readonly Word[]): Contents {
  const files = given.filter(
    (word, index) => isNoOption(word) && !COPY_VALUED.test(given[index - 1]?.value ?? ''),
  );
  const to = files.at(-1)?.value ?? '';
  if (!/^[^/\\]{2,}:/.test(to)) return NOTHING;
  return join(
    files
      .slice(0, -1)
      .filter(({ value }) => !value.includes(':'))
      .map((word) => inFile(flow, word)),
  );
}

/** What options and the address put in a request. */
function inOptions(flow: Flow, sender: Sends, given: readonly Word[], input: Contents): Contents {
  const found: Contents[] = [];
  const [dataOptions, rawOptions, fileOptions, headerOptions, ownOptions] = [
    wordsIn(sender.dataOptions),
    wordsIn(sender.rawOptions),
    wordsIn(sender.fileOptions),
    wordsIn(sender.headerOptions),
    wordsIn(sender.ownOptions),
  ];
  const all = [...dataOptions, ...rawOptions, ...fileOptions, ...headerOptions, ...ownOptions];
  for (let at = 0; at < given.length; at++) {
    const word = given[at] as Word;
    const { value } = word;
    if (!value.startsWith('-') || value === '-') {
      found.push(inAddress(flow, word));
      continue;
    }
    const option = all.find((one) => takes(one, value));
    if (option === undefined) continue;
    const own = valueIn(word, option);
    const stated = own ?? given[at + 1];
    if (!own) at++;
    if (!stated || ownOptions.includes(option)) continue;
    if (headerOptions.includes(option)) {
      if (!isOwnHeader(stated.value)) found.push(inWord(flow, stated));
    } else if (fileOptions.includes(option))
      found.push(stated.value === '-' || stated.value === '.' ? input : inFile(flow, stated));
    else if (rawOptions.includes(option)) found.push(inWord(flow, stated));
    else found.push(inData(flow, stated, input));
  }
  return join(found);
}

/** Whether a word is an option, with its value or without: `-d`, `-sd`, `--data=x`. */
function takes(option: string, value: string): boolean {
  if (option.startsWith('--')) return value === option || value.startsWith(`${option}=`);
  if (value.startsWith('--')) return false;
  return letterIn(option, value) > 0;
}

/** Letters of curl that take a value: behind one of them nothing more is an option. */
const VALUED = programRow('curl')?.valued ?? '';

/** Where the letter of an option stands among those of a word; 0 where it does not. */
function letterIn(option: string, value: string): number {
  for (let at = 1; at < value.length; at++) {
    if (value.charAt(at) === option.charAt(1)) return at;
    if (VALUED.includes(value.charAt(at))) return 0;
  }
  return 0;
}

/** The value of an option in the same word. */
function valueIn(word: Word, option: string): Word | undefined {
  const { value } = word;
  if (option.startsWith('--'))
    return value.length > option.length ? withoutHead(word, option.length + 1) : undefined;
  const at = letterIn(option, value);
  return at + 1 < value.length ? withoutHead(word, at + 1) : undefined;
}

/** Data of curl: `@FILE` and `name=@FILE` send a file, `-` is its input. */
function inData(flow: Flow, word: Word, input: Contents): Contents {
  const { value } = word;
  const mark = /^(?:[^@<=]{0,100}=)?[@<]/.exec(value)?.[0] ?? /^[\w.-]{1,100}@/.exec(value)?.[0];
  if (mark === undefined) return inWord(flow, word);
  const rest = value.slice(mark.length).replace(/;(?:type|filename)=.*$/s, '');
  if (rest === '-') return input;
  const contents = inFile(flow, withoutHead(word, mark.length));
  return contents.secret ? contents : inPath(flow, rest);
}

/** An address with credentials in it; in front of `@` they say who calls. */
function inAddress(flow: Flow, word: Word): Contents {
  const { value } = word;
  const scheme = value.indexOf('://');
  const slash = scheme < 0 ? -1 : value.indexOf('/', scheme + 3);
  const authority = scheme < 0 ? '' : value.slice(0, slash < 0 ? value.length : slash);
  const at = authority.lastIndexOf('@');
  const rest = at < 0 ? word : withoutHead(word, at + 1);
  // The host itself may be filled in; what follows is what is sent.
  return rangeInWord(rest, 0, rest.value.length).filled ? inWord(flow, rest) : NOTHING;
}
