import { CODE_MARKS } from '../dialects/code-marks.js';
import type { Workspace } from '../model/index.js';
import { keptForText } from '../model/once.js';
import {
  type GrammarFile,
  type GrammarName,
  grammarOf,
  isNotebook,
  loadGrammars,
  programText,
} from '../program/index.js';
import { formatOf, loadParsers, withoutByteOrderMark } from '../syntax/index.js';
import type { ReadPrograms } from './program-reader.js';
import { mayHoldDialect } from './read-file.js';
import type { startedFiles } from './started-files.js';
import { mayUseUnread } from './unread-frameworks.js';

/** Programs of a workspace, opened for reading. */
export interface ProgramSources {
  /** Texts of the files that may be of some dialect, by path. For others the text is only searched. */
  texts: ReadonlyMap<string, string>;
  /** Texts of the other files that may use a framework which is recognised and not read yet. */
  others: ReadonlyMap<string, string>;
  /** Why a file is not among them, if it is not because it uses no known SDK. */
  unread: ReadonlyMap<string, string>;
  /** Reads the programs; loaded only if there is one. */
  read: ReadPrograms;
  /** The files that a command may run, loaded with it. */
  startedFiles: typeof startedFiles;
}

/** Files that may contain scripts of JavaScript: workflows and actions. */
const WITH_SCRIPTS = /\.github(?:\/|__).*\.ya?ml$|(?:^|\/)action\.ya?ml$/;

/** Files of settings that may contain hooks, scripts that say by their first line what they are, and the words of each language. */
const WITH_HOOKS =
  /(?:^|\/)(?:\.[\w-]+\/(?:.*\/)?[\w.-]+|hooks\/[\w.-]+|(?:settings|hooks|plugin|\.?crush)[\w.-]*|SKILL)\.(?:jsonc?|md|toml)$/;
const SCRIPT = /(?:^|\/)hooks\/[\w-]+$/;
const RUNS: readonly (readonly [GrammarName, RegExp])[] = [
  ['python', /\bpython|\.py\b/],
  ['tsx', /\b(?:node|bun|deno|tsx)\b|\.[cm]?[jt]s\b/],
];

/** The languages of programs that hooks may run. */
function languagesOfHooks(workspace: Workspace): GrammarName[] {
  const texts = workspace.files.flatMap((path) => {
    const isScript = SCRIPT.test(path);
    const read = isScript || WITH_HOOKS.test(path) ? workspace.read(path) : undefined;
    if (read?.ok !== true) return [];
    if (isScript) return /^#!.{1,200}/.exec(read.text) ?? [];
    return read.text.includes('hooks') ? [read.text] : [];
  });
  return RUNS.flatMap(([name, words]) => (texts.some((text) => words.test(text)) ? [name] : []));
}

/** Whether there are scripts beside a workflow that may start an agent: only then they are read. */
function mayNeedScripts(workspace: Workspace): boolean {
  const found = workspace.files.flatMap((path) => {
    const read = WITH_SCRIPTS.test(path) ? workspace.read(path) : undefined;
    return read?.ok === true ? [{ path, read }] : [];
  });
  return (
    found.some(({ read }) => read.text.includes('actions/github-script@')) &&
    found.some(({ path, read }) => mayHoldDialect(path, read))
  );
}

/**
 * Finds the programs of a workspace and loads their reader, with the grammars of their languages: the only
 * asynchronous step. Undefined if no file of code uses a known SDK. `readGrammar` returns the bytes of a wasm
 * file; an edge knows where they are. `among` are the files to search: all, or those that a selection needs.
 */
export async function openPrograms(
  workspace: Workspace,
  readGrammar: (name: GrammarFile) => Promise<Uint8Array>,
  among: Iterable<string> = workspace.files,
): Promise<ProgramSources | undefined> {
  await loadGrammars(readGrammar, [
    ...languagesOfHooks(workspace),
    ...(mayNeedScripts(workspace) ? (['tsx'] as const) : []),
  ]);
  const texts = new Map<string, string>();
  const others = new Map<string, string>();
  const unread = new Map<string, string>();
  for (const path of among) {
    if (formatOf(path) !== 'code') continue;
    // Notebooks are JSON.
    if (isNotebook(path)) await loadParsers(['json']);
    const read = workspace.read(path);
    if (!read.ok) unread.set(path, read.reason);
    else if (mayHoldAgents(path, read)) texts.set(path, withoutByteOrderMark(read.text));
    else if (mayUse(path, read)) others.set(path, withoutByteOrderMark(read.text));
  }
  if (texts.size + others.size === 0) return undefined;
  const { loadProgramReader: loadCode, startedFiles } = await import('./program-reader.js');
  const read = await loadCode(workspace, texts, others, readGrammar, among);
  return { texts, others, unread, read, startedFiles };
}

/** Whether a program may concern programs that do not import it, by its text. */
export const mayConcernOthers = (text: string): boolean =>
  CODE_MARKS.some((mark) => mark.concernsOthers?.(text));

/** Whether a program may be of a dialect, by its text. Needs the parser of JSON loaded for a notebook. */
export const mayHoldAgents = keptForText((path, text) => {
  const code = programText(path, text);
  return CODE_MARKS.some((mark) => mark.mayHold(code, languageOf(path)));
});

const mayUse = keptForText((path, text) => mayUseUnread(programText(path, text), languageOf(path)));

const SERVERS = CODE_MARKS.filter(({ servesTools }) => servesTools);

/** Whether a program may define an MCP server, by its text. Needs the parser of JSON loaded for a notebook. */
export const mayServe = keptForText((path, text) => {
  const code = programText(path, text);
  return SERVERS.some((mark) => mark.mayHold(code, languageOf(path)));
});

const languageOf = (path: string): GrammarName => (grammarOf(path) === 'python' ? 'python' : 'tsx');
