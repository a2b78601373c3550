import type { Join, Neighbours } from '../dialects/dialect.js';
import { DIALECTS } from '../dialects/index.js';
import type { Workspace } from '../model/index.js';
import { parseDocument } from '../syntax/index.js';

const JOINS: ReadonlyMap<string, Join> = new Map(
  DIALECTS.flatMap(({ name, join }) => (join ? [[name, join] as const] : [])),
);

/** What a dialect needs from neighbouring documents; undefined if each of its documents is read by itself. */
export const joinOf = (dialect: string | undefined): Join | undefined => JOINS.get(dialect ?? '');

/** Whether each agent of a dialect has its own file, and agents refer to each other by path. */
export const isAgentPerFile = (dialect: string | undefined): boolean =>
  joinOf(dialect)?.isAgentPerFile === true;

/** Files that a client reads together with one by convention, without a reference. */
export const partnersOf = (file: string, files: readonly string[]): string[] =>
  [...JOINS.values()].flatMap((join) => join.partnersOf?.(file, files) ?? []);

/** Keys of our configuration under which files are named. */
const OWN_FILE_KEYS = ['extends', 'tool_lists'];

const NAMES_FILES = new RegExp(
  `\\b(?:${[...OWN_FILE_KEYS, ...[...JOINS.values()].flatMap(({ fileKeys = [] }) => fileKeys)].join('|')})\\b`,
);

/** Whether a document may name other files that it is read with. */
export const mayNameFiles = (text: string): boolean => NAMES_FILES.test(text);

/** The parts of the project around a file that a dialect can read. */
export const neighboursOf = (
  file: string,
  workspace: Workspace,
  isLeftOut: (path: string) => boolean,
): Neighbours => ({
  files: workspace.files,
  isSearched: (path) => workspace.isSearched(path),
  isLeftOut,
  rootOf(path, format) {
    const read = workspace.read(path, file);
    return read.ok ? parseDocument(path, format, read.text).roots[0] : undefined;
  },
  textOf(path) {
    const read = workspace.read(path, file);
    return read.ok ? read.text : undefined;
  },
});
