import { programsOf } from '../../facts/programs/table.js';
import {
  type CommandLine,
  programName,
  spelledLines,
  unwrapped,
  type Given,
  givenTo,
} from '../../syntax/shell/command-line.js';
import type { Word } from '../../syntax/shell/word.js';
import facts from './blocking-hooks.json' with { type: 'json' };
import { printedByCode } from './hook-code.js';
import { asksStatus } from './hook-shell.js';

/** Languages that hooks are written in. */
export type ScriptLanguage = 'shell' | 'powershell' | 'python' | 'script';

/** Where a hook is written. */
export interface HookPlace {
  file: string;
  readBeside: ((path: string) => string | undefined) | undefined;
  /** The folder in which it runs, where the place of the file does not say it. */
  project?: string | undefined;
  /** What reads its command. */
  language?: 'powershell' | 'cmd' | undefined;
}

/** A program that a hook runs: a script of the project, or code that the settings themselves contain. */
export interface HookProgram {
  /** From the root of the tree; left out: it is written in the settings. */
  path?: string;
  language: ScriptLanguage;
  code: string;
  /** What stands behind it on its line and says how the line ends, with the status that it then has where it fails. */
  ending?: { text: string; status: string | undefined };
}

const LONGEST = 2_000;
/** Folders of a project, or of a plugin, whose files name scripts from the folder around them. */
const FOLDER = /^((?:.*?\/)??)(?:\.claude|\.claude-plugin|agents|commands|skills|hooks)\//;
const BY_ENDING: readonly (readonly [RegExp, ScriptLanguage])[] = [
  [/\.py$/i, 'python'],
  [/\.[cm]?[jt]sx?$/i, 'script'],
  [/\.ps1$/i, 'powershell'],
  [/\.(?:sh|bash|zsh)$/i, 'shell'],
];
/** The folder of a project or a plugin, before a path below it. */
const ROOT = new RegExp(
  `^(?:\\$\\{?(?:env:)?(?:${facts.folders.replaceAll(' ', '|')})(?::-[^}]*)?\\}?|%(?:${facts.folders.replaceAll(' ', '|')})%|\\$\\(git rev-parse --show-toplevel\\)|\\.)[\\\\/]`,
);

/** The paths that a word may name, the likeliest first; none where it lies outside of the project. */
function pathsOf(text: string, { file, project }: HookPlace): string[] {
  const path = text
    .replaceAll('"', '')
    .replace(ROOT, './')
    .replaceAll('\\', '/')
    .replace(/^(?:\.\/)+/, '');
  if (!/^[\w@.-][\w@./-]{0,200}$/.test(path) || path.split('/').includes('..')) return [];
  const around = project ?? FOLDER.exec(file)?.[1] ?? '';
  const own = file.slice(0, file.lastIndexOf('/') + 1);
  return [...new Set([around + path, path, own + path])];
}

function readScript(text: string, language: ScriptLanguage | undefined, place: HookPlace): HookProgram[] {
  for (const path of pathsOf(text, place)) {
    const code = place.readBeside?.(path);
    if (code === undefined) continue;
    const byName = BY_ENDING.find(([ending]) => ending.test(path))?.[1];
    const found = language ?? byName ?? languageOf(/^#!(.{0,200})/.exec(code)?.[1]);
    return found === undefined ? [] : [{ path, language: found, code }];
  }
  return [];
}

/** What the first line of a script says; without one it is of a shell. */
function languageOf(line: string | undefined): ScriptLanguage | undefined {
  if (line === undefined || /\b(?:ba|da|z|k)?sh\b/.test(line)) return 'shell';
  if (/\bpython/.test(line)) return 'python';
  return /\b(?:node|bun|deno|tsx)\b/.test(line) ? 'script' : undefined;
}

const asLanguage = (language: string): ScriptLanguage | undefined =>
  (['shell', 'powershell', 'python', 'script'] as const).find((one) => one === language);

const KINDS = ['project', 'package'] as const;

/** The scripts and the code that one command of a hook runs. */
function programsIn(line: CommandLine, place: HookPlace): HookProgram[] {
  const argv = unwrapped(line).argv;
  const [first] = argv;
  if (first === undefined) return [];
  const given: Given<Word> | undefined = givenTo(argv, ({ value }) => value);
  if (given?.by === 'file') return readScript(given.word.value, asLanguage(given.language), place);
  if (given?.by === 'module')
    return readScript(`${given.word.value.replaceAll('.', '/')}.py`, 'python', place);
  if (given?.by === 'code') {
    const code = given.words.map(({ value }) => value).join(' ');
    if (given.language === 'shell' || given.language === 'cmd')
      return hookPrograms(code, given.language === 'cmd' ? { ...place, language: 'cmd' } : place);
    const language = asLanguage(given.language);
    return language === undefined ? [] : [{ language, code }];
  }
  return given === undefined && /[\\/.]/.test(first.value) ? readScript(first.value, undefined, place) : [];
}

const isPreparing = ({ argv: [first] }: CommandLine): boolean =>
  first === undefined || programsOf('prepares').has(first.value);

/**
 * The programs that a hook runs and that decide how it ends: a script of the project or the code in a line, with what
 * stands behind it. A line of several commands is a program of its own.
 */
export function hookPrograms(text: string, place: HookPlace): HookProgram[] {
  const isBare = text.length <= LONGEST;
  const lines = isBare ? spelledLines(text, place.language, KINDS) : [];
  for (const [index, line] of lines.entries()) {
    const found = isPreparing(line) ? [] : programsIn(line, place);
    if (found.length > 0)
      return found.map((program) => ({
        ...program,
        ...endingOf(text, line, lines.slice(index + 1), program),
      }));
  }
  const isMany = lines.length > 1 || lines.some(asksStatus);
  const isProgram = isMany && lines.some((line) => !isPreparing(line));
  const language = place.language === 'powershell' ? 'powershell' : 'shell';
  return isProgram && place.language !== 'cmd' ? [{ language, code: text }] : [];
}

const SUCCEEDS: ReadonlySet<string> = new Set(['true', ':', 'echo', 'printf', 'logger', 'date', 'cat']);

/** How the commands behind a program end the line where the program fails: with its own status, another one, or an unknown one. */
function endingOf(
  text: string,
  { isBackground }: CommandLine,
  behind: readonly CommandLine[],
  { ending }: HookProgram,
): Pick<HookProgram, 'ending'> {
  if (isBackground) return { ending: { text: '&', status: '0' } };
  const from = behind.findIndex(({ by, argv }) => by !== '&&' && argv[0]?.value !== '}');
  const [first] = from < 0 ? [] : behind.slice(from);
  const last = behind.findLast(({ argv: [word] }) => word !== undefined && word.value !== '}');
  if (!first || !last) return ending ? { ending } : {};
  const start = first.argv[0]?.start ?? 0;
  const shown = `${first.by ?? ';'} ${text.slice(start, last.argv.at(-1)?.end).trim()}`;
  if (first.by === '|')
    return { ending: { text: shown, status: text.includes('pipefail') ? undefined : '0' } };
  const program = programName(last.argv[0]?.value ?? '');
  const status = program === 'exit' ? (last.argv[1]?.value ?? '') : SUCCEEDS.has(program) ? '0' : undefined;
  // `exit $?` keeps the status.
  return status !== undefined && /^\d+$/.test(status) ? { ending: { text: shown, status } } : {};
}

/** Whether a program does nothing but print a decision that lets a call run. In doubt it decides something. */
export function onlyPrintsAllow(text: string, language: ScriptLanguage): boolean {
  if (text.length > LONGEST || language === 'powershell') return false;
  const plain = text.replaceAll('\r\n', '\n');
  const printed = language === 'shell' ? printedByShell(plain) : printedByCode(plain, language);
  return printed !== undefined && isAllow(printed.replace(/\\n$/, ''));
}

const BLANKS: ReadonlySet<string> = new Set(['-n', '-e', '-ne', '-en', '-E', '%s', '%s\\n']);

/** The one text that a script of a shell prints, where nothing in it could change that. */
function printedByShell(text: string): string | undefined {
  const printed: Word[] = [];
  for (const { argv, env, redirects, by, isBackground } of spelledLines(text)) {
    const [first, ...given] = argv;
    const program = first?.value ?? '';
    const isDropped = redirects.to.some(({ value }) => value === '/dev/null');
    const [input] = redirects.from;
    if (by === '||' || by === '|' || isBackground === true) return undefined;
    if (program === 'echo' || program === 'printf')
      printed.push(...given.filter(({ value }) => !BLANKS.has(value)));
    else if (program === 'cat' && input && given.length === 0) printed.push(input);
    else if (
      program === 'exit' ? given[0]?.value !== '0' : program === 'cat' ? !isDropped : program !== 'set'
    )
      if (program !== '' || env.some(({ value }) => !/=\$\(cat\)$/.test(value))) return undefined;
  }
  const [word, ...more] = printed;
  return word === undefined || more.length > 0 || word.pieces.some(({ hole }) => hole)
    ? undefined
    : word.value;
}

/** `permissionDecision` of PreToolUse, `behavior` of PermissionRequest, and the older word for both. */
const ALLOWS: ReadonlyMap<string, string> = new Map([
  ['permissionDecision', 'allow'],
  ['behavior', 'allow'],
  ['decision', 'approve'],
]);

/** Whether a text is JSON that lets a call run, as Claude Code reads it. */
function isAllow(text: string): boolean {
  let allows = false;
  try {
    JSON.parse(text, (key, value: unknown) => {
      allows ||= ALLOWS.get(key) === value && (key === 'decision' || text.includes('hookSpecificOutput'));
      return value;
    });
  } catch {
    return false;
  }
  return allows;
}
