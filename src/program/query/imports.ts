import { groupedBy } from '../../model/grouped.js';
import type { Range } from '../../model/place.js';
import type { SourceDocument } from '../../syntax/node.js';
import type { ClassDefinition, Expression, Statement } from '../ir/ir.js';
import { blocksOf, expressionsIn, within } from '../ir/walk.js';
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
  const file = document instanceof CodeFile ? document : undefined;
  const program = file?.program();
  if (!file || !program) return [];
  const found: Found[] = [];
  const waiting: (readonly Statement[])[] = [program.body];
  const visit = (start: Expression): void => {
    for (const one of within(start)) {
      if (one.kind === 'module')
        found.push({ module: one.specifier, names: ['*'], start: one.start, end: one.end });
      else if (one.kind === 'function') waiting.push(one.definition.body());
      else if (one.kind === 'class') addClass(one.definition);
    }
  };
  const addClass = ({ members }: ClassDefinition): void => {
    for (const one of members()) {
      if (one.kind === 'method') waiting.push(one.definition.body());
      else if (one.kind === 'statement') waiting.push([one.statement]);
      else if (one.value) visit(one.value);
    }
  };
  for (let body = waiting.pop(); body; body = waiting.pop()) {
    for (const one of body) {
      if (one.kind === 'import') add(one, found, withTypes);
      if (one.kind === 'export' && one.specifier !== undefined && !one.isTypeOnly)
        found.push({ module: one.specifier, names: namesOf(one), start: one.start, end: one.end });
      if (one.kind === 'function') waiting.push(one.definition.body());
      if (one.kind === 'class') addClass(one.definition);
      for (const expression of expressionsIn(one)) visit(expression);
      const blocks = blocksOf(one);
      waiting.push(...(one.kind === 'if' && !withTypes && isForTypes(one.test) ? blocks.slice(1) : blocks));
    }
  }
  return found
    .sort((a, b) => a.start - b.start)
    .map(({ module, names, start, end }) => ({ module, names, range: file.range(start, end) }));
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

/** `if TYPE_CHECKING:` */
function isForTypes(test: Expression): boolean {
  if (test.kind === 'same') return isForTypes(test.value);
  if (test.kind === 'member') return test.property === 'TYPE_CHECKING';
  return test.kind === 'name' && test.name === 'TYPE_CHECKING';
}
