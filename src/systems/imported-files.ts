import { type AliasesOf, type GrammarName, grammarOf, modulePaths } from '../syntax/code/index.js';

const SCRIPT_IMPORT =
  /(?:\bfrom|\bimport|\brequire\s{0,9}\(|\bimport\s{0,9}\()\s{0,9}(['"`])([^'"`\n]{1,300})\1/g;
const PYTHON_IMPORT =
  /^[ \t]*(?:from[ \t]+([.\w]{1,300})[ \t]+import\b([^\n#]{0,2000})|import[ \t]+([\w., \t]{1,300}))/gm;

/** Files of a project that a program imports, told from its text: strings and comments may say more than is imported. */
export function importedFiles(
  file: string,
  text: string,
  files: ReadonlySet<string>,
  aliases: AliasesOf,
): string[] {
  const grammar = grammarOf(file);
  if (!grammar) return [];
  const found = new Set<string>();
  for (const specifier of grammar === 'python' ? pythonModules(text) : scriptModules(text)) {
    const path = modulePaths(specifier, file, grammar, aliases).find((one) => files.has(one));
    if (path !== undefined && path !== file) found.add(path);
  }
  return [...found];
}

/** The modules that a program may import, told from its text alone: strings and comments may say more. */
export function modulesMentioned(text: string, grammar: GrammarName): ReadonlySet<string> {
  return grammar === 'python' ? pythonModules(text) : scriptModules(text);
}

function scriptModules(text: string): Set<string> {
  return new Set([...text.matchAll(SCRIPT_IMPORT)].map((found) => found[2] ?? ''));
}

function pythonModules(text: string): Set<string> {
  const modules = new Set<string>();
  for (const [, from, names, plain] of text.matchAll(PYTHON_IMPORT)) {
    if (from !== undefined) {
      modules.add(from);
      // What is imported from a package may be a module of it.
      for (const name of (names ?? '').match(/\w+/g) ?? [])
        modules.add(from.endsWith('.') ? from + name : `${from}.${name}`);
    }
    for (const name of plain?.match(/[\w.]+/g) ?? []) modules.add(name);
  }
  return modules;
}
