import { programRow, programRows, wordsIn } from '../../facts/programs/table.js';
import type { Bypass, Launch, Place } from '../../model/index.js';
import { once } from '../../model/once.js';
import { type CommandLine, commandLine, programName } from '../../syntax/shell/command-line.js';
import { insideOf, PLACED, type Word } from './command-line.js';
import { switchOf } from './command-table.js';

const byPackage = once(
  () =>
    new Map(programRows().flatMap(([name, { agent }]) => wordsIn(agent?.packages).map((one) => [one, name]))),
);

/** What a text must contain to start a coding agent without its questions. */
export const MAY_BYPASS =
  /--(?:dangerously-|yolo\b|allow-all|trust-all-tools|yes\b|yes-always|skip-permissions|approval-mode|permission-mode|auto\b|sandbox|force\b)|danger-full-access|\b(?:gemini|qwen|crush|cursor-agent|q)\b[^\n]{0,200}\s-[yfa]\b/;

/** What starts a coding agent without its questions in commands, with the place of the option. */
export const bypassesIn = (
  commands: readonly (readonly Word[])[],
): Pick<Bypass, 'program' | 'option' | 'at'>[] =>
  commands.flatMap((command) => {
    const { program = '', rest = [] } = agentIn(innermost(commandLine(command, PLACED)).argv) ?? {};
    const only = programRow(program)?.agent?.onlyBehind;
    if (program === '' || (only !== undefined && rest[0]?.text !== only)) return [];
    const found = switchOf([program, ...rest.map(({ text }) => text)]);
    const option = found?.kind === 'any' ? rest.find(({ text }) => text === found.words[1]) : undefined;
    return option ? [{ program, option: option.text, at: option.at }] : [];
  });

function innermost(line: CommandLine<Word>): CommandLine<Word> {
  const inside = insideOf(line, isAgent)?.line;
  return inside && inside.argv.length > 0 ? innermost(inside) : line;
}

const isAgent = ({ argv }: CommandLine<Word>): boolean => agentIn(argv) !== undefined;

/** The coding agent that words start, by its name or by a runner of packages, and the words behind it. */
function agentIn(words: readonly Word[]): { program: string; rest: readonly Word[] } | undefined {
  // Recipes of a Makefile begin with signs of their own.
  const first = programName((words[0]?.text ?? '').replace(/^[@+-]+/, ''));
  if (programRow(first)?.agent) return { program: first, rest: words.slice(1) };
  if (programRow(first)?.installs === undefined) return undefined;
  const at = words.findIndex(({ text }) => byPackage().has(text.replace(/(?<=.)@.*$/s, '')));
  const program = byPackage().get((words[at]?.text ?? '').replace(/(?<=.)@.*$/s, ''));
  return program === undefined ? undefined : { program, rest: words.slice(at + 1) };
}

/** A package of a coding agent at a version, in a text that installs or starts it. */
const installed = once(() => {
  const named = [...byPackage().keys()].filter((one) => one.startsWith('@')).join('|');
  return {
    any: new RegExp(`(?:${named})(?:@|":)`),
    exact: new RegExp(`(${named})@(\\d{1,6}\\.\\d{1,6}\\.\\d{1,6})(?![\\w.-])`, 'g'),
  };
});

/** Whether a text may install a package of a coding agent at a version. */
export const mayInstall = (text: string): boolean => installed().any.test(text);

const MOST_INSTALLED = 50;

/** Packages of coding agents in a text with an exact version: `@google/gemini-cli@0.1.0`. `within`: the place of a part of it. */
export function agentsInstalled(text: string, within: (start: number, end: number) => Place): Launch[] {
  return [...text.matchAll(installed().exact)].slice(0, MOST_INSTALLED).flatMap((found) => {
    const [all, name = '', version = ''] = found;
    const line = text.slice(text.lastIndexOf('\n', found.index) + 1, found.index);
    if (/(?:^|\s)#/.test(line)) return [];
    const end = found.index + all.length;
    return { from: 'npm', name, version, pinned: true, at: within(end - version.length, end) };
  });
}

/** Scripts of `package.json` that a package manager runs by itself. */
export const STARTING_SCRIPTS: ReadonlySet<string> = new Set(
  'preinstall install postinstall preprepare prepare postprepare prepublish dependencies'.split(' '),
);
