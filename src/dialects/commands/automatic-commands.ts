import type { AutomaticCommand, CommandLanguage } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf } from '../agents/tool.js';
import { scriptOf } from './hook-scripts.js';

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
  return (hooks?.keys() ?? []).flatMap((event) => commandsIn(event, hooks?.get(event), beside, 0));
}

/** What finds the scripts that commands run. */
interface Beside {
  readBeside: ReadBeside;
  project?: string;
}

function commandsIn(
  event: string,
  list: SyntaxNode | undefined,
  beside: Beside,
  depth: number,
): AutomaticCommand[] {
  if (depth >= DEEPEST) return [];
  return (list?.items() ?? []).flatMap((hook) => [
    ...COMMAND_KEYS.flatMap(([key, language]) => commandOf(event, hook.get(key), hook, language, beside)),
    ...commandsIn(event, hook.get('hooks'), beside, depth + 1),
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
  const text = isList ? commandLine([stated, ...args]) : stated;
  const spoken = stringOf(hook.get('shell')) === 'powershell' ? 'powershell' : language;
  const script = scriptBeside(stated, node.document.file, beside);
  return [
    {
      of: 'hook',
      name: event,
      text,
      language: spoken,
      at: node.at(),
      ...(script ? { script } : {}),
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
  const stated = stringOf(node) ?? (words.length > 0 ? commandLine(words) : undefined);
  const text = stated !== undefined && given.length > 0 ? `${stated} ${commandLine(given)}` : stated;
  if (text === undefined || text === '') return [];
  const script = scriptBeside(text, node.document.file, { readBeside });
  return [
    { of: 'setting', name, text, language: 'shell', at: node.at(), when, ...(script ? { script } : {}) },
  ];
}

/** Words that no shell reads, as a line in which a shell reads the same words. */
export const commandLine = (words: readonly string[]): string =>
  words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');

function scriptBeside(
  command: string,
  file: string,
  { readBeside, project }: Beside,
): AutomaticCommand['script'] {
  const found = readBeside && scriptOf(command, file, project);
  if (found?.language !== 'shell') return undefined;
  const text = readBeside?.(found.path);
  // A script without an ending may be in any language: its first line says which.
  if (text === undefined || (text.startsWith('#!') && !/^#!.*\b(?:ba|da|z|k)?sh\b/.test(text.slice(0, 100))))
    return undefined;
  return { path: found.path, text, language: found.path.endsWith('.ps1') ? 'powershell' : 'shell' };
}
