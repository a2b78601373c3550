import { wordsIn } from '../facts/programs/table.js';
import facts from './loaded-names.json' with { type: 'json' };

const MARKS = `(?:${wordsIn(facts.managers).join('|')})*`;

/** A name of a path, or of one in which `__` stands for a slash. A manager of dotfiles writes `dot_` for the first dot. */
const patternOf = (name: string): string =>
  name
    .replaceAll('.', String.raw`\.`)
    .replace(/^\\\./, String.raw`(?:\.|dot[-_])`)
    .replaceAll('/', String.raw`(?:\/|__)`)
    .replaceAll('*', '(?:(?!__)[^/])*');

const LOADED: ReadonlyMap<string, RegExp> = new Map(
  Object.entries(facts.dialects).flatMap(([dialects, names]) => {
    const all = wordsIn(names).map(patternOf).join('|');
    const pattern = new RegExp(`(?:^|\\/|__)${MARKS}(?:${all})$`, 'i');
    return wordsIn(dialects).map((dialect) => [dialect, pattern] as const);
  }),
);

/** Whether a client may load a file of a dialect by itself under its name, in some folder: in doubt, it may. */
export const isLoadedName = (dialect: string, path: string): boolean =>
  LOADED.get(dialect)?.test(path) ?? true;
