import type { Sends } from '../../facts/program-row.js';
import { wordsIn } from '../../facts/programs/table.js';
import { hostOf } from '../../model/addresses.js';
import { optionsIn } from '../../syntax/shell/options.js';
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
  NOTHING,
} from './flow.js';
import { isLoopback, isOwnHeader, isOwnHostOf } from './programs.js';

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
        ? inOptions(flow, program, sender, given, input)
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
function inOptions(
  flow: Flow,
  program: string,
  sender: Sends,
  given: readonly Word[],
  input: Contents,
): Contents {
  const found = optionsIn(given, program).map(({ name, flag, value }): Contents => {
    const isOf = (list: string | undefined): boolean => wordsIn(list).includes(name);
    if (name === '') return inAddress(flow, flag);
    if (!value || isOf(sender.ownOptions)) return NOTHING;
    if (isOf(sender.headerOptions)) return isOwnHeader(value.value) ? NOTHING : inWord(flow, value);
    if (isOf(sender.fileOptions))
      return value.value === '-' || value.value === '.' ? input : inFile(flow, value);
    if (isOf(sender.rawOptions)) return inWord(flow, value);
    return isOf(sender.dataOptions) ? inData(flow, value, input) : NOTHING;
  });
  return join(found);
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
