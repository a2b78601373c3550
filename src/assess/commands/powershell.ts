import { programRow, wordsIn } from '../../facts/programs/table.js';
import { programName } from '../../syntax/shell/command-line.js';
import {
  type PowerShellCommand,
  type PowerShellPipeline,
  type PowerShellWord,
  parsePowerShell,
} from '../../syntax/shell/powershell.js';
import { type Download, type Flow, inPath, runs, save } from './flow.js';
import { isLoopback, namesCommit, POWERSHELL } from './programs.js';

/** Reads a script of PowerShell into a flow. */
export function flowOfPowerShell(flow: Flow, text: string): void {
  for (const pipeline of parsePowerShell(text)) readPipeline(flow, pipeline);
}

function readPipeline(flow: Flow, pipeline: PowerShellPipeline): void {
  let before: Download | undefined;
  for (const command of pipeline) before = readCommand(flow, command, before);
}

/** Reads a command; gives what it writes into the pipe, where that came from an address. */
function readCommand(
  flow: Flow,
  command: PowerShellCommand,
  before: Download | undefined,
): Download | undefined {
  const { words } = command;
  const isCalled = words[0]?.text === '&' || words[0]?.text === '.';
  const [head, ...given] = isCalled ? words.slice(1) : words;
  if (!head) return undefined;
  const name = head.isQuoted && !isCalled ? '' : programName(head.text);
  const [sign] = given;
  if (sign?.text === '=' && head.text.startsWith('$')) {
    const value = downloadIn(flow, { words: given.slice(1) });
    flow.variables.set(head.text.toLowerCase(), value ? { download: value } : {});
    return undefined;
  }
  if (POWERSHELL.runs.includes(name)) {
    const download = before ?? firstOf(given, (word) => downloadOfWord(flow, word));
    if (download) runs(flow, { download }, `\`${head.text}\``);
    return undefined;
  }
  const creates = POWERSHELL.creates.some((one) => head.text.toLowerCase().includes(one));
  const created = isCalled || creates ? downloadOfWord(flow, head) : undefined;
  if (created && (isCalled || creates)) {
    runs(flow, { download: created }, 'PowerShell');
    return undefined;
  }
  if (programRow(name)?.runs) {
    if (before) runs(flow, { download: before }, `\`${name}\``);
    readStarted(flow, name, given);
    return undefined;
  }
  const file = inPath(flow, head.text.replaceAll('\\', '/'));
  if (file.download) {
    runs(flow, file, `\`${head.text}\``);
    return undefined;
  }
  const own = downloadIn(flow, { words: isCalled ? words.slice(1) : words });
  for (const word of words) for (const inner of word.within) readPipeline(flow, inner);
  return own ?? (name.includes('-') || name === 'tee' || name === 'out-string' ? before : undefined);
}

/** `powershell -File x.ps1`, `bash -c "..."` inside a script. */
function readStarted(flow: Flow, name: string, given: readonly PowerShellWord[]): void {
  const runner = programRow(name)?.runs;
  const at = given.findIndex(({ text }) => wordsIn(runner?.code).includes(text.toLowerCase()));
  const [code] = at < 0 ? [] : given.slice(at + 1);
  if (code && runner) flow.read(flow, code.text, runner.language);
  for (const { text } of at < 0 ? given : []) {
    const file = inPath(flow, text.replaceAll('\\', '/'));
    if (file.download) runs(flow, file, `\`${name}\``);
  }
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

/** What a word takes from an address: by the commands in its brackets, by a method, by a variable. */
function downloadOfWord(flow: Flow, word: PowerShellWord): Download | undefined {
  const text = word.text.toLowerCase();
  const variable = /^\$[\w:]+/.exec(text)?.[0];
  const known = variable === undefined ? undefined : flow.variables.get(variable)?.download;
  if (known) return known;
  if (!word.isQuoted && POWERSHELL.methods.some((method) => text.includes(`.${method}(`))) {
    const address = addressOf(word.within.flatMap((one) => one.flatMap(({ words }) => words)));
    return address !== undefined && isLoopback(address)
      ? undefined
      : { program: 'DownloadString', ...(address === undefined ? {} : { address }) };
  }
  return firstOf(word.within, (pipeline) => {
    const [first] = pipeline;
    return first && downloadIn(flow, first);
  });
}

/** What a command downloads and prints; with an option it writes a file. */
function downloadIn(flow: Flow, { words }: PowerShellCommand): Download | undefined {
  const [head, ...given] = words;
  if (!head) return undefined;
  if (!POWERSHELL.downloads.includes(programName(head.text)))
    return firstOf(words, (word) => downloadOfWord(flow, word));
  const address = addressOf(given);
  if (address !== undefined && (isLoopback(address) || namesCommit(address))) return undefined;
  const download: Download = { program: head.text, ...(address === undefined ? {} : { address }) };
  const option = given.findIndex(({ text }) => POWERSHELL.fileOptions.includes(text.toLowerCase()));
  if (option < 0) return download;
  save(flow, (given[option + 1]?.text ?? '').replaceAll('\\', '/'), { download });
  return undefined;
}

const addressOf = (words: readonly PowerShellWord[]): string | undefined =>
  words.find(({ text }) => /^[a-z]+:\/\//i.test(text))?.text ??
  words.find(({ text }) => /^[\w-]+(?:\.[\w-]+)+(?:\/|$)/.test(text))?.text;
