import { groupedBy } from '../../model/grouped.js';
import type { Range } from '../../model/place.js';
import type { SourceDocument } from '../../syntax/node.js';
import type { Statement } from '../ir/ir.js';
import { bare, everyStatement, expressionsOfStatement, lastName } from '../ir/walk.js';
import { CodeFile } from './document.js';

/** A module that a program loads. */
export interface CodeImport {
  /** As written: `@langchain/langgraph/prebuilt`, `google.adk.agents`. */
  module: string;
  /** The names taken from it; `*` where it is loaded as a whole. */
  names: readonly string[];
  /** The whole statement, or the call that loads it. */
  range: Range;
}

/**
 * The modules that a program imports, in the order of the text: statements at any level, `require('x')` and `import('x')`
 * of a constant name. Imports for types only (`import type`, `if TYPE_CHECKING:`) are left out unless requested. Empty
 * if the program is not read.
 */
export function importsOf(document: SourceDocument, withTypes = false): CodeImport[] {
  if (!(document instanceof CodeFile)) return [];
  const found: Found[] = [];
  const left = new Set<Statement>();
  for (const one of everyStatement(document.program()?.body ?? [])) {
    if (left.has(one)) continue;
    // `if TYPE_CHECKING:`
    if (one.kind === 'if' && !withTypes && lastName(bare(one.test)) === 'TYPE_CHECKING')
      for (const inner of everyStatement(one.body)) left.add(inner);
    if (one.kind === 'import') add(one, found, withTypes);
    if (one.kind === 'export' && one.specifier !== undefined && !one.isTypeOnly)
      found.push({ module: one.specifier, names: namesOf(one), start: one.start, end: one.end });
    for (const inner of expressionsOfStatement(one))
      if (inner.kind === 'module') found.push({ ...inner, module: inner.specifier, names: ['*'] });
  }
  return found
    .sort((a, b) => a.start - b.start)
    .map(({ module, names, start, end }) => ({ module, names, range: document.range(start, end) }));
}

type Found = Omit<CodeImport, 'range'> & { start: number; end: number };

function add(one: Statement & { kind: 'import' }, found: Found[], withTypes: boolean): void {
  if (one.isTypeOnly && !withTypes) return;
  const { start, end } = one;
  if (one.isStar) found.push({ module: one.specifier, names: ['*'], start, end });
  const bindings = one.bindings.filter(({ isTypeOnly }) => !isTypeOnly || withTypes);
  const byModule = groupedBy(bindings, ({ specifier = one.specifier }) => specifier);
  for (const [module, all] of byModule)
    found.push({ module, names: all.map(({ imported }) => imported), start, end });
}

const namesOf = ({ bindings, star }: Statement & { kind: 'export' }): string[] => [
  ...bindings.map(({ local }) => local),
  ...(star === undefined ? [] : ['*']),
];
