import type { Exported } from '../names/outline.js';
import { WHOLE_MODULE } from '../names/outline.js';
import type { Cst } from '../tree/cst.js';
import { textOf } from './expressions.js';
import { boundBy } from './patterns.js';

/** What one export statement gives to other modules. */
export interface ExportStatement {
  names: readonly (readonly [name: string, exported: Exported])[];
  /** `export * from 'x'` */
  star?: string;
  /** `export = x` */
  whole?: Cst;
}

/** Reads one export statement. */
export function readExport(node: Cst): ExportStatement {
  const from = node.field('source');
  const specifier = from && textOf(from);
  const clause = node.children().find(({ type }) => type === 'export_clause' || type === 'namespace_export');
  if (specifier !== undefined && !clause) return { names: [], star: specifier };
  if (clause?.type === 'namespace_export') {
    const name = clause.children()[0];
    return {
      names: name && specifier !== undefined ? [[name.text, reExport(specifier, WHOLE_MODULE)]] : [],
    };
  }
  if (clause) return { names: clause.children().flatMap((one) => named(one, specifier)) };
  const declaration = node.field('declaration');
  const isDefault = /^export\s+default\b/.test(node.text.slice(0, 40));
  if (declaration) return { names: declared(declaration, isDefault) };
  const value = node.field('value') ?? node.children()[0];
  if (!value) return { names: [] };
  return isDefault ? { names: [['default', { kind: 'value', value }]] } : { names: [], whole: value };
}

function reExport(specifier: string, imported: string): Exported {
  return { kind: 'from', specifier, imported };
}

function named(one: Cst, specifier: string | undefined): [string, Exported][] {
  const name = one.field('name');
  if (!name) return [];
  const own = textOf(name) ?? name.text;
  const alias = one.field('alias');
  const outer = alias ? (textOf(alias) ?? alias.text) : own;
  return [[outer, specifier === undefined ? { kind: 'local', name: own } : reExport(specifier, own)]];
}

function declared(declaration: Cst, isDefault: boolean): [string, Exported][] {
  const name = declaration.field('name');
  if (isDefault) {
    const value = declaration;
    return [['default', name ? { kind: 'local', name: name.text } : { kind: 'value', value }]];
  }
  if (name) return [[name.text, { kind: 'local', name: name.text }]];
  const bound = declaration.children().flatMap((declarator) => {
    const pattern = declarator.field('name');
    return pattern ? boundBy(pattern, undefined) : [];
  });
  return bound.map((one) => [one.name, { kind: 'local', name: one.name }]);
}
