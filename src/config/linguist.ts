import { folderOf } from '../model/paths.js';
import { linesOf } from '../syntax/lines.js';
import { globMatcher } from './globs.js';

/** What a `.gitattributes` calls a file. */
export type Linguist = 'generated' | 'vendored';

/** One line of a `.gitattributes`: the files that it is about, and what it says of them. */
interface Row {
  matches(path: string): boolean;
  says: ReadonlyMap<Linguist, boolean>;
}

/** Most lines of one file that are read. */
const MOST_ROWS = 1_000;

/**
 * Finds what the `.gitattributes` of a repository call a file: `linguist-generated` or `linguist-vendored`. A later line
 * counts before an earlier one, and a file in a deeper folder before one above. `textOf` gives the text of a file by its
 * path.
 */
export function linguistOf(
  textOf: (path: string) => string | undefined,
): (path: string) => Linguist | undefined {
  const known = new Map<string, readonly Row[]>();
  const rowsIn = (folder: string): readonly Row[] => {
    const rows = known.get(folder) ?? rowsOf(textOf(below(folder, '.gitattributes')) ?? '', folder);
    known.set(folder, rows);
    return rows;
  };
  const isCalled = (path: string, name: Linguist): boolean => {
    for (let folder = folderOf(path); ; folder = folderOf(folder)) {
      const said = rowsIn(folder).findLast(({ says, matches }) => says.has(name) && matches(path));
      if (said) return said.says.get(name) === true;
      if (folder === '') return false;
    }
  };
  return (path) => (['generated', 'vendored'] as const).find((name) => isCalled(path, name));
}

const below = (folder: string, name: string) => (folder === '' ? name : `${folder}/${name}`);

function rowsOf(text: string, folder: string): Row[] {
  if (!text.includes('linguist-')) return [];
  return linesOf(text)
    .slice(0, MOST_ROWS)
    .flatMap(({ text: line }): Row[] => {
      const [pattern = '', ...attributes] = line.trim().split(/\s+/);
      const says = new Map(attributes.flatMap(saidBy));
      if (pattern === '' || pattern.startsWith('#') || pattern.startsWith('!') || says.size === 0) return [];
      // In a `.gitattributes`, a leading slash anchors a pattern to the folder.
      const glob = pattern.startsWith('/') ? `./${pattern.slice(1)}` : pattern;
      return [{ matches: globMatcher([glob], folder), says }];
    });
}

/** `linguist-generated`, `linguist-generated=true`, `-linguist-generated`. */
function saidBy(attribute: string): [Linguist, boolean][] {
  const [, sign = '', name = '', value = 'true'] =
    /^([-!]?)linguist-(generated|vendored)(?:=(\w+))?$/.exec(attribute) ?? [];
  return name === 'generated' || name === 'vendored' ? [[name, sign === '' && value !== 'false']] : [];
}
