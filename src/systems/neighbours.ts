import type { Join, Neighbours } from '../dialects/dialect.js';
import { DIALECTS } from '../dialects/index.js';
import type { Workspace } from '../model/index.js';
import { parseDocument } from '../syntax/index.js';

const JOINS: ReadonlyMap<string, Join> = new Map(
  DIALECTS.flatMap(({ name, join }) => (join ? [[name, join] as const] : [])),
);

/** What a dialect needs from neighbouring documents; undefined if each of its documents is read by itself. */
export const joinOf = (dialect: string | undefined): Join | undefined => JOINS.get(dialect ?? '');

/** Whether the agents of a dialect are in a file each and name one another by path. */
export const isAgentPerFile = (dialect: string | undefined): boolean =>
  joinOf(dialect)?.isAgentPerFile === true;

/** Files that may be read together with one by the custom of its client, without naming it. */
export const partnersOf = (file: string, files: readonly string[]): string[] =>
  [...JOINS.values()].flatMap((join) => join.partnersOf?.(file, files) ?? []);

/** Keys of our configuration under which files are named. */
const OWN_FILE_KEYS = ['extends', 'tool_lists'];

const NAMES_FILES = new RegExp(
  `\\b(?:${[...OWN_FILE_KEYS, ...[...JOINS.values()].flatMap(({ fileKeys = [] }) => fileKeys)].join('|')})\\b`,
);

/** Whether a document may name other files that it is read with. */
export const mayNameFiles = (text: string): boolean => NAMES_FILES.test(text);

/** What a dialect may see of the project around a file. */
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
});
