import type { Bypass, Launch, Place } from '../../model/index.js';
import facts from './agent-programs.json' with { type: 'json' };
import { programName, type Word } from './command-line.js';
import { switchOf } from './command-table.js';
import { unwrapped } from './command-wrappers.js';

const PROGRAMS = new Map<string, { packages: readonly string[]; only?: string }>(
  Object.entries(facts.programs),
);
const BY_PACKAGE = new Map(
  [...PROGRAMS].flatMap(([name, { packages }]) => packages.map((one) => [one, name])),
);
const RUNNERS: ReadonlySet<string> = new Set(['npx', 'bunx', 'pnpx', 'npm', 'pnpm', 'yarn', 'bun']);
const MOST_WRAPPERS = 8;

/** What a text must contain to start a coding agent without its questions. */
export const MAY_BYPASS =
  /--(?:dangerously-|yolo\b|allow-all|trust-all-tools|yes\b|yes-always|skip-permissions|approval-mode|permission-mode|auto\b|sandbox|force\b)|danger-full-access|\b(?:gemini|qwen|crush|cursor-agent|q)\b[^\n]{0,200}\s-[yfa]\b/;

/** A coding agent that a command starts, and the option that switches its questions off. */
export interface FoundBypass {
  program: string;
  option: Word;
}

/** What starts a coding agent without its questions in a command; undefined where nothing does. */
function bypassOf(command: readonly Word[]): FoundBypass | undefined {
  let words = command;
  for (let depth = 0; depth < MOST_WRAPPERS; depth++) {
    const inner = unwrapped(words, isAgent)?.words;
    if (!inner || inner.length === 0) break;
    words = inner;
  }
  const started = agentIn(words);
  if (!started) return undefined;
  const { program, rest } = started;
  const only = PROGRAMS.get(program)?.only;
  if (only !== undefined && rest[0]?.text !== only) return undefined;
  const found = switchOf([program, ...rest.map(({ text }) => text)]);
  const option = found?.kind === 'any' ? rest.find(({ text }) => text === found.words[1]) : undefined;
  return option && { program, option };
}

/** What starts a coding agent without its questions in commands, with the place of the option. */
export const bypassesIn = (
  commands: readonly (readonly Word[])[],
): Pick<Bypass, 'program' | 'option' | 'at'>[] =>
  commands.flatMap((command) => {
    const found = bypassOf(command);
    return found ? [{ program: found.program, option: found.option.text, at: found.option.at }] : [];
  });

const isAgent = (words: readonly Word[]): boolean => agentIn(words) !== undefined;

/** The coding agent that words start, by its name or by a runner of packages, and the words behind it. */
function agentIn(words: readonly Word[]): { program: string; rest: readonly Word[] } | undefined {
  // Recipes of a Makefile begin with signs of their own.
  const first = programName((words[0]?.text ?? '').replace(/^[@+-]+/, ''));
  if (PROGRAMS.has(first)) return { program: first, rest: words.slice(1) };
  if (!RUNNERS.has(first)) return undefined;
  const at = words.findIndex(({ text }) => BY_PACKAGE.has(text.replace(/(?<=.)@.*$/s, '')));
  const program = BY_PACKAGE.get((words[at]?.text ?? '').replace(/(?<=.)@.*$/s, ''));
  return program === undefined ? undefined : { program, rest: words.slice(at + 1) };
}

const NAMED = [...BY_PACKAGE.keys()].filter((one) => one.startsWith('@')).join('|');

/** What a text must contain to install a package of a coding agent at a version. */
export const MAY_INSTALL = new RegExp(`(?:${NAMED})(?:@|":)`);

const INSTALLED = new RegExp(`(${NAMED})@(\\d{1,6}\\.\\d{1,6}\\.\\d{1,6})(?![\\w.-])`, 'g');
const MOST_INSTALLED = 50;

/** Packages of coding agents in a text with an exact version: `@google/gemini-cli@0.1.0`. `within`: the place of a part of it. */
export function agentsInstalled(text: string, within: (start: number, end: number) => Place): Launch[] {
  return [...text.matchAll(INSTALLED)].slice(0, MOST_INSTALLED).flatMap((found) => {
    const [all, name = '', version = ''] = found;
    const line = text.slice(text.lastIndexOf('\n', found.index) + 1, found.index);
    if (/(?:^|\s)#/.test(line)) return [];
    const end = found.index + all.length;
    return { from: 'npm', name, version, pinned: true, at: within(end - version.length, end) };
  });
}

/** Scripts of `package.json` that a package manager runs by itself. */
export const STARTING_SCRIPTS: ReadonlySet<string> = new Set(facts.starts);
