import type { ExportBinding, ImportBinding, Statement } from '../../ir/ir.js';
import {
  childOf,
  childrenOf,
  endOf,
  fieldOf,
  firstChild,
  hasMark,
  type NodeId,
  spanOf,
  startOf,
  type Tree,
  textOf,
  typeOf,
} from '../../tree/tree.js';
import { isOf, type Lowering } from '../lowering.js';
import { wordOf } from './keys.js';

/** `import a, { b as c } from 'x'`, `import * as a from 'x'`, `import 'x'`, `import a = require('x')` */
export function importStatement({ tree }: Lowering, node: NodeId, out: Statement[]): void {
  const loaded = childOf(tree, node, 'import_require_clause');
  const source = fieldOf(tree, loaded ?? node, 'source');
  if (source === undefined) return;
  const isTypeOnly = hasMark(tree, node, 'type') || hasMark(tree, node, 'typeof');
  const clause = childOf(tree, node, 'import_clause');
  const own = loaded === undefined ? undefined : childOf(tree, loaded, 'identifier');
  const bindings =
    own !== undefined
      ? [binding(tree, own, '*', isTypeOnly)]
      : clause === undefined
        ? []
        : childrenOf(tree, clause).flatMap((child) => boundBy(tree, child, isTypeOnly));
  const specifier = wordOf(tree, source);
  out.push({
    kind: 'import',
    specifier,
    bindings,
    isStar: false,
    isTypeOnly,
    start: startOf(tree, node),
    end: endOf(tree, node),
  });
}

const binding = (tree: Tree, local: NodeId, imported: string, isTypeOnly: boolean): ImportBinding => ({
  local: textOf(tree, local),
  localSpan: spanOf(tree, local),
  imported,
  isTypeOnly,
});

/** The names that a part of an import binds: the default, all of a module, or some of it. */
function boundBy(tree: Tree, node: NodeId, isTypeOnly: boolean): ImportBinding[] {
  const type = typeOf(tree, node);
  if (type === 'identifier') return [binding(tree, node, 'default', isTypeOnly)];
  if (type === 'namespace_import') {
    const local = firstChild(tree, node);
    return local === undefined ? [] : [binding(tree, local, '*', isTypeOnly)];
  }
  return childrenOf(tree, node).flatMap((one) => {
    const name = fieldOf(tree, one, 'name');
    if (name === undefined) return [];
    const isType = isTypeOnly || hasMark(tree, one, 'type') || hasMark(tree, one, 'typeof');
    return [binding(tree, fieldOf(tree, one, 'alias') ?? name, wordOf(tree, name), isType)];
  });
}

/** `import Name = other.name` */
export function importAlias(from: Lowering, node: NodeId, out: Statement[]): void {
  const { tree } = from;
  const [local, value] = childrenOf(tree, node);
  if (local === undefined || value === undefined) return;
  out.push({
    kind: 'assign',
    targets: [from.target(local)],
    value: from.expression(value),
    operator: 'set',
    declares: 'const',
    isTyped: false,
    start: startOf(tree, node),
    end: endOf(tree, node),
  });
}

/** Everything that begins with `export`. */
export function exportStatement(from: Lowering, node: NodeId, out: Statement[]): void {
  const { tree } = from;
  const span = spanOf(tree, node);
  const source = fieldOf(tree, node, 'source');
  const specifier = source === undefined ? undefined : wordOf(tree, source);
  const isDefault = hasMark(tree, node, 'default');
  const declaration = fieldOf(tree, node, 'declaration');
  if (declaration !== undefined) {
    for (const statement of from.statement(declaration)) {
      out.push({ kind: 'exported', statement, isDefault, start: span.start, end: span.end });
    }
    return;
  }
  const value = fieldOf(tree, node, 'value');
  const whole = hasMark(tree, node, '=') ? childrenOf(tree, node)[0] : undefined;
  if (value !== undefined || whole !== undefined) {
    const name = value === undefined ? '=' : 'default';
    out.push({
      kind: 'export-value',
      name,
      value: from.expression((value ?? whole) as NodeId),
      start: span.start,
      end: span.end,
    });
    return;
  }
  // `export as namespace Name` declares a global for scripts without modules.
  if (hasMark(tree, node, 'as')) return;
  const isTypeOnly = hasMark(tree, node, 'type');
  const clause = childOf(tree, node, 'export_clause');
  const namespace = childOf(tree, node, 'namespace_export');
  const name = namespace === undefined ? undefined : firstChild(tree, namespace);
  const star = name === undefined ? (clause === undefined ? '' : undefined) : wordOf(tree, name);
  const bindings =
    clause === undefined ? [] : childrenOf(tree, clause).flatMap((one) => bindingOf(tree, one));
  if (star !== undefined && specifier === undefined) return;
  out.push({ kind: 'export', specifier, bindings, star, isTypeOnly, start: span.start, end: span.end });
}

function bindingOf(tree: Tree, node: NodeId): ExportBinding[] {
  const name = fieldOf(tree, node, 'name');
  if (name === undefined) return [];
  const outer = fieldOf(tree, node, 'alias') ?? name;
  return [{ exported: wordOf(tree, outer), local: wordOf(tree, name), span: spanOf(tree, outer) }];
}

/** `declare const a: T`, `declare class A {}`: of modules and functions nothing runs. */
export function ambientDeclaration(from: Lowering, node: NodeId, out: Statement[]): void {
  const { tree } = from;
  const declared = firstChild(tree, node);
  const runs = isOf(
    tree,
    declared,
    'lexical_declaration',
    'variable_declaration',
    'class_declaration',
    'abstract_class_declaration',
    'enum_declaration',
  );
  if (runs) out.push(...from.statement(declared as NodeId));
}
