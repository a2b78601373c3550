import type { CodeFile } from '../file.js';
import { WHOLE_MODULE } from './outline.js';
import type { Part } from './part.js';

const SCRIPT_IMPORTS = /\b(?:import|require)\s*\(/;
const PYTHON_IMPORTS = /(?:^|[;:])[ \t]*(?:import|from)\b|\b(?:__import__|import_module)\b/m;

/** Whether a part may import for itself: then nothing is known of it from the names that it uses. */
function importsItself(part: Part): boolean {
  const imports = part.file.language.isPython ? PYTHON_IMPORTS : SCRIPT_IMPORTS;
  return part !== part.file.parts()[0] && part.some((text) => imports.test(text));
}

/** Whether what a part imports may come from a module that passes a test, or from a file of the project. */
export function mayReach(part: Part, passes: (module: string) => boolean): boolean {
  const { file } = part;
  const all = file.parts();
  if (all.length === 1 || importsItself(part)) return true;
  const leads = (module: string): boolean =>
    passes(module) || file.project.moduleOf(module, file) !== undefined;
  // A name that no statement declares may come with all of a module.
  if (file.language.isPython && file.exports().stars.some(leads)) return true;
  for (const name of part.uses) if (importedFrom(file, name).some(leads)) return true;
  return false;
}

/** Whether a part may change what another file of the project declares. */
export const mayChangeImports = (part: Part): boolean => mayReach(part, () => false);

/** The modules that a name may be imported from; a name of a package of Python may be a module of its own. */
function importedFrom(file: CodeFile, name: string): string[] {
  return (file.sitesIn(file.module, name) ?? []).flatMap(({ source }) => {
    if (source.kind !== 'import') return [];
    const { specifier, imported } = source;
    if (!file.language.isPython || imported === WHOLE_MODULE) return [specifier];
    return [specifier, specifier.endsWith('.') ? specifier + imported : `${specifier}.${imported}`];
  });
}
