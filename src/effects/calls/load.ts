import { CALL_DOMAINS } from './domains.js';
import { addDomain } from './table.js';

const loaded = new Set<string>();

/** Names of modules in a text: behind `from`, `import` and `require`, and in quotes behind them. */
const IMPORT = /\b(?:from|import|require)\b\s*\(?\s*(?:['"]([^'"\n]{1,120})['"]|([A-Za-z_][\w.]{0,120}))/g;
/** `import os, shutil`. */
const IMPORTS = /^[ \t]*import[ \t]+([A-Za-z_][\w. ,]{0,400})/gm;

/** The first names of the modules that a text imports: enough to know which domains it may need. */
function importedIn(text: string): Set<string> {
  const names = new Set<string>();
  for (const [, quoted, plain] of text.matchAll(IMPORT)) {
    const name = quoted === undefined ? (plain ?? '') : quoted.replace(/^node:/, '');
    names.add(quoted === undefined ? (name.split('.', 1)[0] ?? '') : firstOf(name));
  }
  for (const [, list = ''] of text.matchAll(IMPORTS))
    for (const one of list.split(',')) names.add(one.trim().split(/[.\s]/, 1)[0] ?? '');
  return names;
}

/** The package of a module of npm: its scope and name, or its name. */
const firstOf = (module: string): string => module.split('/', module.startsWith('@') ? 2 : 1).join('/');

/**
 * Loads the tables of calls whose packages some of the programs import; those of the platform always. Asynchronous like
 * the other tables of programs; afterwards `effectOfCall` knows them.
 */
export async function loadCalls(texts: Iterable<string>): Promise<void> {
  const names = new Set<string>(['']);
  for (const text of texts) for (const name of importedIn(text)) names.add(name);
  const needed = CALL_DOMAINS.filter(
    ({ name, imports }) =>
      !loaded.has(name) && imports.some((one) => names.has(one) || fitsFamily(one, names)),
  );
  await Promise.all(
    needed.map(async ({ name, load }) => {
      const { default: domain } = await load();
      if (loaded.has(name)) return;
      loaded.add(name);
      addDomain(domain);
    }),
  );
}

/** `@aws-sdk/client-*` is a family of packages. */
const fitsFamily = (name: string, names: ReadonlySet<string>): boolean =>
  name.endsWith('*') && [...names].some((one) => one.startsWith(name.slice(0, -1)));
