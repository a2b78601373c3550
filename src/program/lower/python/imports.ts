import type { ImportBinding, Statement } from '../../ir/ir.js';
import {
  allOf,
  childOf,
  childrenOf,
  endOf,
  everyChild,
  fieldOf,
  type NodeId,
  spanOf,
  startOf,
  type Tree,
  textOf,
  typeOf,
} from '../../tree/tree.js';
import type { Lowering } from '../lowering.js';

/** `import a.b`, `import a.b as c`: one statement for each module. */
export function importStatement({ tree }: Lowering, node: NodeId, out: Statement[]): void {
  const names = allOf(tree, node, 'name');
  for (const name of names) {
    const { module, alias } = importedName(tree, name);
    const whole = names.length === 1 ? node : name;
    const specifier = dottedName(tree, module);
    const first = specifier.split('.', 1)[0] ?? specifier;
    // `import a.b` binds `a`; `import a.b as c` binds the inner module.
    const binding: ImportBinding =
      alias === undefined
        ? {
            local: first,
            localSpan: spanOf(tree, module),
            imported: '*',
            isTypeOnly: false,
            specifier: first,
          }
        : { local: textOf(tree, alias), localSpan: spanOf(tree, alias), imported: '*', isTypeOnly: false };
    out.push({
      kind: 'import',
      specifier,
      bindings: [binding],
      isStar: false,
      isTypeOnly: false,
      start: startOf(tree, whole),
      end: endOf(tree, whole),
    });
  }
}

/** `from a import b as c`, `from . import d`, `from a import *` */
export function importFromStatement({ tree }: Lowering, node: NodeId, out: Statement[]): void {
  const module = fieldOf(tree, node, 'module_name');
  const bindings = allOf(tree, node, 'name').map((name): ImportBinding => {
    const { module: imported, alias } = importedName(tree, name);
    const local = alias ?? imported;
    return {
      local: dottedName(tree, local),
      localSpan: spanOf(tree, local),
      imported: dottedName(tree, imported),
      isTypeOnly: false,
    };
  });
  out.push({
    kind: 'import',
    specifier: module === undefined ? '__future__' : moduleName(tree, module),
    bindings,
    isStar: childOf(tree, node, 'wildcard_import') !== undefined,
    isTypeOnly: false,
    start: startOf(tree, node),
    end: endOf(tree, node),
  });
}

function importedName(tree: Tree, node: NodeId): { module: NodeId; alias: NodeId | undefined } {
  if (typeOf(tree, node) !== 'aliased_import') return { module: node, alias: undefined };
  return { module: fieldOf(tree, node, 'name') ?? node, alias: fieldOf(tree, node, 'alias') };
}

/** The words of a dotted name, without comments and line continuations between them. */
function dottedName(tree: Tree, node: NodeId): string {
  const words = childrenOf(tree, node);
  return words.length === 0 ? textOf(tree, node) : words.map((word) => textOf(tree, word)).join('.');
}

/** `a.b`, `..a.b` */
function moduleName(tree: Tree, node: NodeId): string {
  if (typeOf(tree, node) !== 'relative_import') return dottedName(tree, node);
  let specifier = '';
  for (const child of childrenOf(tree, node)) {
    if (typeOf(tree, child) !== 'import_prefix') specifier += dottedName(tree, child);
    else for (const _ of everyChild(tree, child)) specifier += '.';
  }
  return specifier;
}
