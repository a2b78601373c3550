import type { Source } from '../names/outline.js';
import { WHOLE_MODULE } from '../names/outline.js';
import type { Cst } from '../tree/cst.js';

/** A name that an import binds; `*` where it binds all that a module has. */
export interface ImportedName {
  name: string;
  source: Source;
}

const TOKEN = /#[^\n]*|[\p{ID_Start}_][\p{ID_Continue}]*|[.,*]/gu;

/** The names that an import statement binds, read from its words: most of them are never asked for. */
export function importedNames(node: Cst): ImportedName[] {
  const words = (node.text.match(TOKEN) ?? []).filter((word) => !word.startsWith('#'));
  const isFrom = words[0] === 'from';
  const split = isFrom ? words.indexOf('import') : 0;
  if (split < 0) return [];
  const from = words.slice(1, split).join('');
  const names: ImportedName[] = [];
  for (const part of parts(words.slice(split + 1))) {
    const renamed = part.indexOf('as');
    const dotted = part.slice(0, renamed < 0 ? part.length : renamed).join('');
    const alias = renamed < 0 ? undefined : part[renamed + 1];
    if (dotted === '') continue;
    if (isFrom) names.push(imported(alias ?? dotted, from, dotted));
    // `import a.b` binds `a`; `import a.b as c` binds the inner module.
    else if (alias !== undefined) names.push(imported(alias, dotted, WHOLE_MODULE));
    else names.push(imported(part[0] ?? '', part[0] ?? '', WHOLE_MODULE));
  }
  return names;
}

/** The modules that an import statement loads, by their full names, and what it takes from each. */
export function modulesImported(node: Cst): { module: string; names: string[] }[] {
  const words = (node.text.match(TOKEN) ?? []).filter((word) => !word.startsWith('#'));
  const isFrom = words[0] === 'from';
  const split = isFrom ? words.indexOf('import') : 0;
  if (split < 0) return [];
  const taken = parts(words.slice(split + 1)).flatMap((part) => {
    const renamed = part.indexOf('as');
    const dotted = part.slice(0, renamed < 0 ? part.length : renamed).join('');
    return dotted === '' ? [] : [dotted];
  });
  if (isFrom) return [{ module: words.slice(1, split).join(''), names: taken }];
  return taken.map((module) => ({ module, names: [WHOLE_MODULE] }));
}

function imported(name: string, specifier: string, of: string): ImportedName {
  return { name, source: { kind: 'import', specifier, imported: of, typeOnly: false } };
}

/** Words between commas. */
function parts(words: readonly string[]): string[][] {
  const found: string[][] = [[]];
  for (const word of words) {
    if (word === ',') found.push([]);
    else found.at(-1)?.push(word);
  }
  return found;
}
