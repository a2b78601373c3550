import type { CodeFile } from '../file.js';
import type { Cst } from '../tree/cst.js';
import type { Exported } from './outline.js';

/** What a file gives to others. */
export interface Exports {
  names: ReadonlyMap<string, Exported>;
  /** Modules whose every export is exported again (`export *`, `from x import *`). */
  stars: readonly string[];
  /** `module.exports = x`. */
  whole: Cst | undefined;
}

const STAR = /\bimport\s{0,9}\(?\s{0,9}\*/;
const EXPORTS = /\bexports?\b/;

/** What the parts of a file give to other files; those that say nothing of it are not read. */
export function exportsOf(file: CodeFile): Exports {
  const says = file.language.isPython ? STAR : EXPORTS;
  const names = new Map<string, Exported>();
  const stars: string[] = [];
  let whole: Cst | undefined;
  for (const part of file.parts()) {
    if (!part.some((text) => says.test(text))) continue;
    const outline = part.outline();
    for (const [name, exported] of outline.exports) names.set(name, exported);
    for (const star of outline.stars) stars.push(star);
    whole = outline.whole ?? whole;
  }
  return { names, stars, whole };
}
