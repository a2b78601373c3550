import { programRow } from '../../facts/programs/table.js';
import { commandsWithin, programName, withoutInner, givenTo } from '../../syntax/shell/command-line.js';
import { type Command, scanShell } from '../../syntax/shell/scan.js';
import type { Word } from '../../syntax/shell/word.js';
import { type Download, type Flow, inPath, runs, save } from './flow.js';
import { isLoopback, namesCommit, POWERSHELL } from './programs.js';

/** Reads a script of PowerShell into a flow. */
export function flowOfPowerShell(flow: Flow, text: string): void {
  const { commands } = scanShell(text, { start: 0, end: text.length }, { language: 'powershell' });
  readCommands(flow, withoutInner(commands));
}

function readCommands(flow: Flow, commands: readonly Command[]): void {
  for (const command of commands) {
    const [before] = command.feeds ?? [];
    const download = readCommand(flow, command, before && flow.outputs.get(before)?.download);
    if (download) flow.outputs.set(command, { download });
  }
}

/** Reads a command; gives what it writes into the pipe, where that came from an address. */
function readCommand(flow: Flow, { words }: Command, before: Download | undefined): Download | undefined {
  const isCalled = words[0]?.value === '&' || words[0]?.value === '.';
  const [head, ...given] = isCalled ? words.slice(1) : words;
  if (!head) return undefined;
  const name = isText(head) && !isCalled ? '' : programName(head.value);
  if (given[0]?.value === '=' && head.value.startsWith('$')) {
    const value = downloadIn(flow, given.slice(1));
    flow.variables.set(head.value.toLowerCase(), value ? { download: value } : {});
    return undefined;
  }
  if (POWERSHELL.runs.includes(name)) {
    const download = before ?? firstOf(given, (word) => downloadOfWord(flow, word));
    if (download) runs(flow, { download }, `\`${head.value}\``);
    return undefined;
  }
  const creates = POWERSHELL.creates.some((one) => head.value.toLowerCase().includes(one));
  const created = isCalled || creates ? downloadOfWord(flow, head) : undefined;
  if (created) {
    runs(flow, { download: created }, 'PowerShell');
    return undefined;
  }
  if (programRow(name)?.runs) {
    if (before) runs(flow, { download: before }, `\`${name}\``);
    readStarted(flow, [head, ...given]);
    return undefined;
  }
  const file = inPath(flow, head.value.replaceAll('\\', '/'));
  if (file.download) {
    runs(flow, file, `\`${head.value}\``);
    return undefined;
  }
  const own = downloadIn(flow, isCalled ? words.slice(1) : words);
  readCommands(flow, within(words));
  return own ?? (name.includes('-') || name === 'tee' || name === 'out-string' ? before : undefined);
}

/** `powershell -File x.ps1`, `bash -c "..."` inside a script. */
function readStarted(flow: Flow, words: readonly Word[]): void {
  const given = givenTo(words, ({ value }) => value);
  if (given?.by === 'code') flow.read(flow, given.words.map(({ value }) => value).join(' '), given.language);
  if (given?.by !== 'file') return;
  const file = inPath(flow, given.word.value.replaceAll('\\', '/'));
  if (file.download) runs(flow, file, `\`${programName(words[0]?.value ?? '')}\``);
}

function firstOf<Item, Value>(
  items: readonly Item[],
  find: (item: Item) => Value | undefined,
): Value | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The commands in the brackets of words, without those in brackets of their own. */
const within = (words: readonly Word[]): readonly Command[] => withoutInner(commandsWithin(words));

/** Whether a word begins with a quote: it names no command. */
const isText = ({ start, pieces }: Word): boolean => pieces[0]?.offset !== start;

/** What a word takes from an address: by the commands in its brackets, by a method, by a variable. */
function downloadOfWord(flow: Flow, word: Word): Download | undefined {
  const text = word.value.toLowerCase();
  const variable = /^\$[\w:]+/.exec(text)?.[0];
  const known = variable === undefined ? undefined : flow.variables.get(variable)?.download;
  if (known) return known;
  if (!isText(word) && POWERSHELL.methods.some((method) => text.includes(`.${method}(`))) {
    const address = addressOf(within([word]).flatMap(({ words }) => words));
    return address !== undefined && isLoopback(address)
      ? undefined
      : { program: 'DownloadString', ...(address === undefined ? {} : { address }) };
  }
  return firstOf(within([word]), ({ words, by }) => (by === '|' ? undefined : downloadIn(flow, words)));
}

/** What a command downloads and prints; with an option it writes a file. */
function downloadIn(flow: Flow, words: readonly Word[]): Download | undefined {
  const [head, ...given] = words;
  if (!head) return undefined;
  if (!POWERSHELL.downloads.includes(programName(head.value)))
    return firstOf(words, (word) => downloadOfWord(flow, word));
  const address = addressOf(given);
  if (address !== undefined && (isLoopback(address) || namesCommit(address))) return undefined;
  const download: Download = { program: head.value, ...(address === undefined ? {} : { address }) };
  const option = given.findIndex(({ value }) => POWERSHELL.fileOptions.includes(value.toLowerCase()));
  if (option < 0) return download;
  save(flow, (given[option + 1]?.value ?? '').replaceAll('\\', '/'), { download });
  return undefined;
}

const addressOf = (words: readonly Word[]): string | undefined =>
  words.find(({ value }) => /^[a-z]+:\/\//i.test(value))?.value ??
  words.find(({ value }) => /^[\w-]+(?:\.[\w-]+)+(?:\/|$)/.test(value))?.value;
