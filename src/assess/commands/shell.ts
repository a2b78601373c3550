import type { Downloads, Sends } from '../../facts/program-row.js';
import { programRow, programsOf, wordsIn } from '../../facts/programs/table.js';
import { hostOf } from '../../model/addresses.js';
import {
  isContainer,
  isShell,
  lineOf,
  programName,
  unwrapped,
  givenTo,
} from '../../syntax/shell/command-line.js';
import { type Command, scanShell } from '../../syntax/shell/scan.js';
import { optionsIn } from '../../syntax/shell/options.js';
import { rangeInWord, type Word, wholeHole, withoutHead } from '../../syntax/shell/word.js';
import {
  addressIn,
  type CommandFlaw,
  type Contents,
  type Flow,
  fileKey,
  inFile,
  inPath,
  inWord,
  join,
  NOTHING,
  runs,
  save,
  withLiterals,
} from './flow.js';
import { isLoopback, isOwnHeader, isOwnHostOf, namesCommit, printsCredentials } from './programs.js';

/** Reads a script of a shell, or one of `cmd`, into a flow. */
export function flowOfShell(flow: Flow, text: string, language?: 'cmd'): void {
  for (const command of scanShell(text, { start: 0, end: text.length }, language && { language }).commands) {
    const out = readOne(flow, command);
    flow.outputs.set(command, out);
    for (const file of command.outputFiles ?? []) save(flow, file.value, out);
  }
}

/** What the input of a command is made of. */
function inputOf(flow: Flow, { feeds = [], input, inputFile }: Command): Contents {
  return join([
    ...feeds.map((one) => flow.outputs.get(one) ?? NOTHING),
    ...(input ? [inWord(flow, input)] : []),
    ...(inputFile ? [inFile(flow, inputFile)] : []),
  ]);
}

const ASSIGNMENT = /^([A-Za-z_]\w{0,99})\+?=/;
const DECLARERS: ReadonlySet<string> = new Set(['export', 'local', 'readonly', 'declare', 'typeset']);
const TESTS: ReadonlySet<string> = new Set(['[', '[[', 'test']);

/** Reads one command and returns the contents of its output. */
function readOne(flow: Flow, command: Command): Contents {
  const line = lineOf(command);
  const { argv, env } = line;
  const [first, ...given] = argv;
  const declared = first && DECLARERS.has(first.value) ? given : [];
  if (first === undefined || (declared.length > 0 && declared.every(({ value }) => ASSIGNMENT.test(value)))) {
    for (const word of first ? declared : env) assign(flow, word);
    // `$(< FILE)` prints the file.
    return command.words.length === 0 ? inputOf(flow, command) : NOTHING;
  }
  // Without a command behind it, `env` prints what it has.
  const started = unwrapped(line).argv;
  return runOne(flow, started.length > 0 ? started : argv, command);
}

function assign(flow: Flow, word: Word): void {
  const [head = '', name = ''] = ASSIGNMENT.exec(word.value) ?? [];
  const value = withoutHead(word, head.length);
  const contents = inWord(flow, value);
  flow.variables.set(name, contents);
  if (value.pieces.some(({ hole }) => hole && hole.name === undefined)) flow.literals.delete(name);
  else flow.literals.set(name, withLiterals(flow, value.value));
}

const MACHINES: ReadonlySet<string> = new Set(['kubectl', 'docker-compose']);

function runOne(flow: Flow, words: readonly Word[], command: Command): Contents {
  const [first, ...given] = words;
  if (!first) return NOTHING;
  const input = inputOf(flow, command);
  const program = programName(withLiterals(flow, first.value));
  if (programRow(program)?.runs) return readRunner(flow, words, command, input);
  if (isContainer(program) || MACHINES.has(program)) {
    const shell = given.findIndex(({ value }) => isShell(programName(value)));
    return shell < 0 ? NOTHING : runOne(flow, given.slice(shell), command);
  }
  if (program === 'eval') return readEval(flow, given);
  if (program === 'source' || first.value === '.') {
    const [script] = given;
    if (script) runs(flow, inFile(flow, script), program === 'source' ? 'source' : '.');
    return NOTHING;
  }
  const ran = wholeHole(first)
    ? inWord(flow, first)
    : flow.files.get(fileKey(withLiterals(flow, first.value)));
  if (ran?.download) {
    runs(flow, ran, wholeHole(first) ? 'the shell' : `\`${first.value}\``);
    return NOTHING;
  }
  return readPlain(flow, program, words, input);
}

const textOf = (words: readonly Word[]): string => words.map(({ value }) => value).join(' ');

function readEval(flow: Flow, given: readonly Word[]): Contents {
  const contents = join(given.filter((word) => startsAsCode(word)).map((word) => inWord(flow, word)));
  if (contents.download) runs(flow, contents, '`eval`');
  else flow.read(flow, textOf(given), 'shell');
  return NOTHING;
}

/** Whether what is filled in stands where a command begins. */
const startsAsCode = (word: Word): boolean => {
  const [piece] = word.pieces;
  return piece?.hole !== undefined && word.value.trimStart().startsWith('{{');
};

function readRunner(flow: Flow, words: readonly Word[], command: Command, input: Contents): Contents {
  const [first] = words;
  const given = givenTo(words, ({ value }) => value);
  const program = programName(first?.value ?? '');
  const shown = `\`${program}\``;
  if (given?.by === 'code') return readGivenCode(flow, shown, given.language, given.words, input);
  if (given?.by === 'file') runs(flow, inFile(flow, given.word), shown);
  if (given?.by === 'filter') return input;
  if (given?.by !== 'input') return NOTHING;
  if (input.download) runs(flow, input, shown);
  else if (command.input && given.language !== 'other') flow.read(flow, command.input.value, given.language);
  return NOTHING;
}

const isNoOption = ({ value }: Word) => !value.startsWith('-') && !value.startsWith('+');

function readGivenCode(
  flow: Flow,
  shown: string,
  language: string,
  code: readonly Word[],
  input: Contents,
): Contents {
  const [word] = code;
  if (!word) return NOTHING;
  if (code.length === 1 && startsAsCode(word) && inWord(flow, word).download)
    runs(flow, inWord(flow, word), shown);
  else if (word.value === '-') runs(flow, input, shown);
  else flow.read(flow, textOf(code), language);
  return language === 'shell' ? input : NOTHING;
}

/** A program that runs nothing: what it prints, and what it sends. */
function readPlain(flow: Flow, program: string, words: readonly Word[], input: Contents): Contents {
  const given = words.slice(1);
  const texts = words.map(({ value }) => withLiterals(flow, value));
  if (verifies(flow, program, given)) return NOTHING;
  if (worksOutChecksum(program, given)) return { isChecksum: true };
  const { sends, downloads } = programRow(program) ?? {};
  const flaw = sends && sentSecret(flow, program, sends, given, input);
  if (flaw) flow.flaws.push(flaw);
  if (downloads) return readDownload(flow, program, downloads, given);
  const printed = printsCredentials(texts);
  if (printed !== undefined) return { secret: { from: printed, by: 'command' } };
  if (programsOf('prints').has(program)) return join(given.map((word) => inWord(flow, word)));
  if (programsOf('passes').has(program)) {
    const files = given.filter(isNoOption);
    const out = join([input, ...files.map((word) => inFile(flow, word)), ...holesOf(flow, program, given)]);
    if (program === 'tee' || program === 'sponge') for (const file of files) save(flow, file.value, out);
    return out;
  }
  if (COPIES.has(program)) copy(flow, given.filter(isNoOption));
  return NOTHING;
}

/** A here-document or a variable that `cat` and the like print. */
const holesOf = (flow: Flow, program: string, given: readonly Word[]): Contents[] =>
  program === 'sed' || program === 'awk' || program === 'jq' ? [] : given.map((word) => inWord(flow, word));

const COPIES: ReadonlySet<string> = new Set(['mv', 'cp', 'install', 'ln']);

/** A file keeps what it is made of where it is moved to. */
function copy(flow: Flow, files: readonly Word[]): void {
  const last = files.at(-1);
  if (!last || files.length < 2) return;
  for (const from of files.slice(0, -1)) {
    const contents = flow.files.get(fileKey(withLiterals(flow, from.value)));
    if (!contents) continue;
    const to = withLiterals(flow, last.value);
    const base = from.value.split('/').at(-1) ?? '';
    save(flow, to, contents);
    save(flow, `${to.replace(/\/$/, '')}/${base}`, contents);
  }
}

/** After a checksum or a signature was compared, what was downloaded before is what people chose. */
function verifies(flow: Flow, program: string, given: readonly Word[]): boolean {
  const verifies = programRow(program)?.verifies;
  const marks = verifies === undefined ? undefined : wordsIn(verifies);
  const isTest = TESTS.has(program) && given.some((word) => inWord(flow, word).isChecksum);
  const isMarked =
    marks !== undefined && (marks.length === 0 || given.some(({ value }) => marks.includes(value)));
  if (!isTest && !isMarked) return false;
  for (const [path, contents] of flow.files)
    if (contents.download) flow.files.set(path, withoutDownload(contents));
  for (const [name, contents] of flow.variables)
    if (contents.download) flow.variables.set(name, withoutDownload(contents));
  return true;
}

/** `sha256sum FILE`, `openssl dgst`: what is printed is compared elsewhere. */
const worksOutChecksum = (program: string, given: readonly Word[]): boolean =>
  (programRow(program)?.verifies !== undefined && program.endsWith('sum')) ||
  (program === 'openssl' && given.some(({ value }) => value === 'dgst'));

const withoutDownload = ({ secret }: Contents): Contents => (secret ? { secret } : NOTHING);

/** What a download prints; with an option, or by its nature, it writes a file. */
function readDownload(flow: Flow, program: string, kind: Downloads, given: readonly Word[]): Contents {
  const address = addressIn(flow, given);
  if (address !== undefined && (isLoopback(address) || namesCommit(address) || address.startsWith('file:')))
    return NOTHING;
  const contents: Contents = { download: { program, ...(address === undefined ? {} : { address }) } };
  const options = optionsIn(given, program, kind.fileOptions);
  const written = options.find(({ name }) => wordsIn(kind.fileOptions).includes(name));
  const file = written && withLiterals(flow, written.value?.value ?? '-');
  if (file === '-' || file === '/dev/stdout') return contents;
  if (file !== undefined) {
    save(flow, file, contents);
    return NOTHING;
  }
  const isNamed = kind.toFile || options.some(({ name }) => wordsIn(kind.nameOptions).includes(name));
  if (!isNamed) return contents;
  const base =
    (address ?? '')
      .replace(/[?#].*$/s, '')
      .split('/')
      .at(-1) ?? '';
  if (base !== '') save(flow, base, contents);
  return NOTHING;
}

const isGiven = ({ value }: Word) => !value.startsWith('-');

/** Credentials that a command sends, other than to say who calls; undefined where it sends none. */
function sentSecret(
  flow: Flow,
  program: string,
  sender: Sends,
  given: readonly Word[],
  input: Contents,
): CommandFlaw | undefined {
  const { secret } = sender.copies
    ? copied(flow, given)
    : sender.input
      ? join([input, ...given.filter(isGiven).map((word) => inWord(flow, word))])
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

/** The options of `scp` and `rsync` whose value is not a file to copy. */
const COPY_VALUED = /^-[A-Za-z]*[ciFlJoPSe]$/;

/** Files that are copied to another machine. */
function copied(flow: Flow, given: readonly Word[]): Contents {
  const files = given.filter(
    (word, index) => isGiven(word) && !COPY_VALUED.test(given[index - 1]?.value ?? ''),
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
