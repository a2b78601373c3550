import type { Range } from '../../model/place.js';
import type { SourceDocument } from '../node.js';
import { CodeFile } from './file.js';
import { WHOLE_MODULE } from './names/outline.js';
import { modulesImported } from './python/imports.js';
import type { Cst } from './tree/cst.js';
import { importedNames } from './typescript/imports.js';

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
 * of a fixed name. What only types need (`import type`, `if TYPE_CHECKING:`) is none. Empty where the program is not read.
 */
export function importsOf(document: SourceDocument): CodeImport[] {
  if (!(document instanceof CodeFile) || !document.root()) return [];
  const { tree, language } = document;
  const found: CodeImport[] = [];
  const typing: { start: number; end: number }[] = [];
  let isTyping = false;
  tree.query(tree.grammar.imports, (capture, native) => {
    const node = tree.of(native);
    if (capture === 'condition') isTyping = node.text.endsWith('TYPE_CHECKING');
    else if (capture === 'guarded') {
      if (isTyping) typing.push({ start: node.start, end: node.end });
    } else {
      for (const { module, names } of (language.isPython ? modulesImported : scriptModules)(node))
        found.push({ module, names, range: document.range(node.start, node.end) });
    }
  });
  if (typing.length === 0) return found;
  const ranges = typing.map(({ start, end }) => document.range(start, end));
  return found.filter(({ range }) => !ranges.some((one) => isBefore(one.start, range.start, one.end)));
}

function isBefore(start: Range['start'], at: Range['start'], end: Range['start']): boolean {
  const from = at.line > start.line || (at.line === start.line && at.column >= start.column);
  return from && (at.line < end.line || (at.line === end.line && at.column < end.column));
}

type Loaded = Pick<CodeImport, 'module' | 'names'>;

function scriptModules(node: Cst): Loaded[] {
  if (node.type === 'call_expression') {
    const loads = node.word === 'import' || node.word === 'require';
    const specifier = loads ? node.field('arguments')?.children()[0] : undefined;
    const module = specifier?.type === 'string' ? specifier.text.slice(1, -1) : undefined;
    return module === undefined ? [] : [{ module, names: [WHOLE_MODULE] }];
  }
  const byModule = new Map<string, string[]>();
  for (const { source } of importedNames(node)) {
    if (source.kind !== 'import' || source.typeOnly) continue;
    byModule.set(source.specifier, [...(byModule.get(source.specifier) ?? []), source.imported]);
  }
  return [...byModule].map(([module, names]) => ({ module, names }));
}
