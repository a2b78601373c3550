import type { Downloads } from '../../facts/program-row.js';
import { programRow, programsOf, wordsIn } from '../../facts/programs/table.js';
import { isContainer, isShell, lineOf, programName, unwrapped } from '../../syntax/shell/command-line.js';
import { givenTo } from '../../syntax/shell/given.js';
import { type Command, scanShell } from '../../syntax/shell/scan.js';
import { optionsIn } from '../../syntax/shell/options.js';
import { type Word, wholeHole, withoutHead } from '../../syntax/shell/word.js';
import {
  addressIn,
  type Contents,
  type Flow,
  fileKey,
  inFile,
  inWord,
  join,
  NOTHING,
  runs,
  save,
  withLiterals,
} from './flow.js';
import { isLoopback, namesCommit, printsCredentials } from './programs.js';
import { sentSecret } from './senders.js';

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
