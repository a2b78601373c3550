import type { AutomaticCommand, CommandLanguage } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { quotedLine } from '../../syntax/shell/command-line.js';
import { scanShell } from '../../syntax/shell/scan.js';
import type { Word as ShellWord } from '../../syntax/shell/word.js';
import { stringOf } from '../agents/tool.js';
import { bypassesIn } from './bypass.js';
import type { Word } from './command-line.js';
import { type HookPlace, hookPrograms } from './hook-scripts.js';

/** Keys of a hook that hold its command, and what that is written in. */
const COMMAND_KEYS: readonly (readonly [key: string, language: CommandLanguage])[] = [
  ['command', 'shell'],
  ['bash', 'shell'],
  ['powershell', 'powershell'],
  ['linux', 'shell'],
  ['osx', 'shell'],
  ['exec', 'shell'],
];

/** Lists of hooks may contain lists of hooks; deeper ones are not read. */
const DEEPEST = 3;

/** A command of a hook. */
export interface StatedHook {
  event: string;
  /** What states it, and the entry of the event that it is in. */
  node: SyntaxNode;
  entry: SyntaxNode;
  command: SyntaxNode;
  text: string;
  language: CommandLanguage;
}

/**
 * The commands of a map of hooks by event, as the clients write it: `{ Event: [{ matcher, hooks: [{ command }] }] }`, or
 * `{ event: [{ command }] }`, or `{ event: [{ bash, powershell }] }`.
 */
export const statedHooks = (hooks: SyntaxNode | undefined): StatedHook[] =>
  (hooks?.keys() ?? []).flatMap((event) =>
    (hooks?.get(event)?.items() ?? []).flatMap((entry) => hooksIn(event, entry, entry, 0)),
  );

function hooksIn(event: string, node: SyntaxNode, entry: SyntaxNode, depth: number): StatedHook[] {
  const args = node.get('args');
  const isPowerShell = stringOf(node.get('shell')) === 'powershell';
  const own = COMMAND_KEYS.flatMap(([key, language]): StatedHook[] => {
    const command = node.get(key);
    const stated = stringOf(command);
    if (!command || stated === undefined || node.get('enabled')?.scalar === false) return [];
    const text = args?.kind === 'array' ? quotedLine([stated, ...textsOf(args)]) : stated;
    return [{ event, node, entry, command, text, language: isPowerShell ? 'powershell' : language }];
  });
  const inner = depth + 1 < DEEPEST ? (node.get('hooks')?.items() ?? []) : [];
  return [...own, ...inner.flatMap((one) => hooksIn(event, one, entry, depth + 1))];
}

const textsOf = (list: SyntaxNode | undefined): string[] =>
  (list?.items() ?? []).map((item) => stringOf(item) ?? '');

/**
 * What hooks run. A script of the project that a command runs is read, too. `project`: the folder in which they run, where
 * the place of the file does not say.
 */
export const hookCommands = (
  hooks: SyntaxNode | undefined,
  readBeside: HookPlace['readBeside'],
  project?: string,
): AutomaticCommand[] =>
  statedHooks(hooks).map(({ event, node, command, text, language }) =>
    withScript({ of: 'hook', name: event, text, language }, command, node.get('args'), {
      readBeside,
      project,
    }),
  );

/** The command of a setting, as one text or a list of words. `when`: when its client runs it, as a clause. */
export function settingCommand(
  name: string,
  node: SyntaxNode,
  when: string,
  readBeside: HookPlace['readBeside'],
  args?: SyntaxNode,
): AutomaticCommand[] {
  const words = textsOf(node);
  const stated = stringOf(node) ?? quotedLine(words);
  const given = quotedLine(textsOf(args));
  const text = stated !== '' && given !== '' ? `${stated} ${given}` : stated;
  if (text === '') return [];
  const language = IS_POWERSHELL.test(text) ? 'powershell' : 'shell';
  return [withScript({ of: 'setting', name, text, language, when }, node, args, { readBeside })];
}

/** A command with the script of the project that it runs, and with an agent that it starts without its questions. */
function withScript(
  command: Omit<AutomaticCommand, 'at' | 'script' | 'bypass'>,
  node: SyntaxNode,
  args: SyntaxNode | undefined,
  place: Pick<HookPlace, 'readBeside' | 'project'>,
): AutomaticCommand {
  const { text, language } = command;
  const around = { ...place, file: node.document.file, ...(language === 'powershell' && { language }) };
  const found = place.readBeside && hookPrograms(text, around).find(({ path }) => path);
  const bypass = bypassesIn(wordsIn(node, args))[0];
  return {
    ...command,
    at: node.at(),
    ...(found?.path && { script: { path: found.path, text: found.code, language: found.language } }),
    ...(bypass && { bypass }),
  };
}

/** Words that no other shell has. */
const IS_POWERSHELL =
  /^\s*(?:powershell|pwsh)\b|\b(?:iwr|irm|iex|Invoke-(?:WebRequest|RestMethod|Expression))\b/i;

/** The commands of a text, or the one that a list of words is; `args`: a list of further words of the last one. */
export function wordsIn(node: SyntaxNode, args?: SyntaxNode): Word[][] {
  const commands = node.kind === 'array' ? [wordsOf(node)] : commandsIn(node);
  const further = wordsOf(args);
  return further.length === 0
    ? commands
    : [...commands.slice(0, -1), [...(commands.at(-1) ?? []), ...further]];
}

/** The texts of a list, or of objects with a `value`. */
const wordsOf = (list: SyntaxNode | undefined): Word[] =>
  (list?.items() ?? []).flatMap((item) => {
    const text = stringOf(item) ?? stringOf(item.get('value'));
    return text === undefined ? [] : [{ text, at: item.at() }];
  });

/** The commands of a text of a shell, of PowerShell or of `cmd`, or of a part of it. */
export function commandsIn(
  node: SyntaxNode,
  from = 0,
  to?: number,
  language?: 'powershell' | 'cmd',
): Word[][] {
  const text = stringOf(node) ?? '';
  const { commands } = scanShell(text, { start: from, end: to ?? text.length }, language && { language });
  return placed(
    node,
    commands.map(({ words }) => words),
  );
}

/** The words of commands with their places in a text. */
export const placed = (node: SyntaxNode, commands: readonly (readonly ShellWord[])[]): Word[][] =>
  commands.map((words) =>
    words.map(({ value, start, end }) => ({ text: value, at: node.within(start, end) })),
  );
