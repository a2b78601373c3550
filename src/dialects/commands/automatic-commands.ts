import type { AutomaticCommand, CommandLanguage } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { scanShell } from '../../syntax/shell/scan.js';
import type { Word as ShellWord } from '../../syntax/shell/word.js';
import { stringOf } from '../agents/tool.js';
import { bypassesIn } from './bypass.js';
import type { Word } from './command-line.js';
import { hookPrograms } from './hook-scripts.js';

type ReadBeside = ((path: string) => string | undefined) | undefined;

/** Keys of a hook that hold its command, and what that is written in. */
const COMMAND_KEYS: readonly (readonly [key: string, language: CommandLanguage])[] = [
  ['command', 'shell'],
  ['bash', 'shell'],
  ['powershell', 'powershell'],
  ['linux', 'shell'],
  ['osx', 'shell'],
];

/** Lists of hooks may contain lists of hooks; deeper ones are not read. */
const DEEPEST = 3;

/**
 * The commands of a map of hooks by event, as the clients write it: `{ Event: [{ matcher, hooks: [{ command }] }] }`, or
 * `{ event: [{ command }] }`, or `{ event: [{ bash, powershell }] }`. A script of the project that a command runs is
 * read, too. `project`: the folder in which they run, where the place of the file does not say.
 */
export function hookCommands(
  hooks: SyntaxNode | undefined,
  readBeside: ReadBeside,
  project?: string,
): AutomaticCommand[] {
  const beside: Beside = { readBeside, ...(project === undefined ? {} : { project }) };
  return (hooks?.keys() ?? []).flatMap((event) => hooksIn(event, hooks?.get(event), beside, 0));
}

/** What finds the scripts that commands run. */
interface Beside {
  readBeside: ReadBeside;
  project?: string;
}

function hooksIn(
  event: string,
  list: SyntaxNode | undefined,
  beside: Beside,
  depth: number,
): AutomaticCommand[] {
  if (depth >= DEEPEST) return [];
  return (list?.items() ?? []).flatMap((hook) => [
    ...COMMAND_KEYS.flatMap(([key, language]) => commandOf(event, hook.get(key), hook, language, beside)),
    ...hooksIn(event, hook.get('hooks'), beside, depth + 1),
  ]);
}

function commandOf(
  event: string,
  node: SyntaxNode | undefined,
  hook: SyntaxNode,
  language: CommandLanguage,
  beside: Beside,
): AutomaticCommand[] {
  const stated = stringOf(node);
  if (!node || stated === undefined || hook.get('enabled')?.scalar === false) return [];
  const args = (hook.get('args')?.items() ?? []).map((item) => stringOf(item) ?? '');
  const isList = hook.get('args')?.kind === 'array';
  const text = isList ? quotedLine([stated, ...args]) : stated;
  const spoken = stringOf(hook.get('shell')) === 'powershell' ? 'powershell' : language;
  const script = scriptBeside(text, node.document.file, beside, spoken);
  const bypass = bypassesIn(wordsIn(node, hook.get('args')))[0];
  return [
    {
      of: 'hook',
      name: event,
      text,
      language: spoken,
      at: node.at(),
      ...(script ? { script } : {}),
      ...(bypass ? { bypass } : {}),
    },
  ];
}

/** The command of a setting, as one text or a list of words. `when`: when its client runs it, as a clause. */
export function settingCommand(
  name: string,
  node: SyntaxNode,
  when: string,
  readBeside: ReadBeside,
  args?: SyntaxNode,
): AutomaticCommand[] {
  const words = node.items().map((item) => stringOf(item) ?? '');
  const given = (args?.items() ?? []).map((item) => stringOf(item) ?? '');
  const stated = stringOf(node) ?? (words.length > 0 ? quotedLine(words) : undefined);
  const text = stated !== undefined && given.length > 0 ? `${stated} ${quotedLine(given)}` : stated;
  if (text === undefined || text === '') return [];
  const script = scriptBeside(text, node.document.file, { readBeside });
  const bypass = bypassesIn(wordsIn(node, args))[0];
  return [
    {
      of: 'setting',
      name,
      text,
      language: IS_POWERSHELL.test(text) ? 'powershell' : 'shell',
      at: node.at(),
      when,
      ...(script ? { script } : {}),
      ...(bypass ? { bypass } : {}),
    },
  ];
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

/** Words that no shell reads, as a line in which a shell reads the same words. */
export const quotedLine = (words: readonly string[]): string =>
  words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');

/** The script of the project that a command runs. */
function scriptBeside(
  command: string,
  file: string,
  { readBeside, project }: Beside,
  language?: CommandLanguage,
): AutomaticCommand['script'] {
  if (!readBeside) return undefined;
  const place = { file, readBeside, project, ...(language === 'powershell' && { language }) };
  const found = hookPrograms(command, place).find(({ path }) => path !== undefined);
  return found?.path === undefined
    ? undefined
    : { path: found.path, text: found.code, language: found.language };
}
