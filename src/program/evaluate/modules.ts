import type { ImportBinding } from '../ir/ir.js';
import { statementsIn } from '../ir/walk.js';
import { namesData } from '../modules/paths.js';
import type { ImportFault, Reason } from '../reason.js';
import type { Scope } from '../values/scope.js';
import { cellOf } from '../values/scope.js';
import type { SourceFile } from '../values/source.js';
import { type At, type External, exportOrigin, type Value } from '../values/value.js';
import type { Machine } from './machine.js';
import type { ModuleState } from './module-state.js';
import { declaredIn, openScope } from './scopes.js';

/** A module before it runs. */
export function newModule(m: Machine, file: SourceFile): ModuleState {
  const program = file.program();
  return {
    file,
    program,
    scope: openScope(m, 'module', file, undefined, declaredIn(program?.body ?? [], file.language)),
    stage: 'new',
    exports: new Map(),
    stars: [],
    whole: undefined,
    byStar: undefined,
  };
}

function faultOf(m: Machine, specifier: string, from: At['file']): ImportFault {
  const fault = m.faultOf(specifier, from);
  if (fault) return fault;
  if (!specifier.startsWith('.')) return 'outside';
  return namesData(specifier) ? 'no-program' : 'not-found';
}

/** What an import gives: a value of the project, or a name of a module outside of it. */
export function importedValue(m: Machine, at: At, specifier: string, imported: string): Value | 'later' {
  const target = m.moduleOf(specifier, at.file);
  if (target && imported === '*')
    return { kind: 'module', at, file: target.file, origin: exportOrigin(specifier, '*') };
  const found = target && exportOf(m, target, imported);
  if (found) return renamed(found, specifier);
  // The default of a module that sets members of `exports` is all of it.
  if (target && imported === 'default' && setsMembers(target))
    return { kind: 'module', at, file: target.file, origin: exportOrigin(specifier, '*') };
  const inner = submodule(m, at.file, specifier, imported);
  if (inner) {
    return {
      kind: 'module',
      at,
      file: inner.file,
      origin: exportOrigin(joinedName(specifier, imported), '*'),
    };
  }
  if (target && target.stage !== 'done') return 'later';
  return notFound(m, at, specifier, imported, target !== undefined);
}

const setsMembers = ({ exports }: ModuleState): boolean =>
  exports.size > 0 && [...exports.values()].every(({ kind }) => kind === 'slot');

/** A name that no file of the project gives. */
export function notFound(m: Machine, at: At, specifier: string, imported: string, isRead: boolean): External {
  const fault = isRead ? 'no-export' : faultOf(m, specifier, at.file);
  const why: Reason = { kind: 'import', module: specifier, fault };
  return { kind: 'external', at, origin: exportOrigin(specifier, imported), why };
}

/** What an absolute import names is known by the module that it was imported from. */
function renamed(value: Value, specifier: string): Value {
  const isOwn = (value.kind === 'function' || value.kind === 'class') && value.origin.module === '';
  return isOwn && !specifier.startsWith('.')
    ? { ...value, origin: { ...value.origin, module: specifier } }
    : value;
}

const resolving = new Set<string>();

/** What a module of the project gives under a name; undefined where it gives no such thing. */
export function exportOf(m: Machine, module: ModuleState, name: string): Value | undefined {
  const key = `${module.file.file}\0${name}`;
  // Modules that give each other's names lead round.
  if (resolving.has(key)) return undefined;
  resolving.add(key);
  try {
    return ownExport(m, module, name) ?? starred(m, module, name);
  } finally {
    resolving.delete(key);
  }
}

function ownExport(m: Machine, module: ModuleState, name: string): Value | undefined {
  if (module.file.language.exportsAll) {
    const cell = module.scope.cells.get(name);
    return cell && m.read(cell);
  }
  const exported = module.exports.get(name);
  if (exported?.kind === 'cell') return m.read(exported.cell);
  if (exported?.kind === 'slot') return exported.slot.value;
  if (exported?.kind === 'from') {
    const value = importedValue(m, exported.at, exported.specifier, exported.imported);
    return value === 'later' ? undefined : value;
  }
  if (!module.whole) return undefined;
  return name === 'default' ? module.whole.value : m.member(module.whole.value, name, module.whole.written);
}

function starred(m: Machine, module: ModuleState, name: string): Value | undefined {
  if (name === 'default' && !module.file.language.exportsAll) return undefined;
  const from = starIndex(m, module)?.get(name);
  if (from) return exportOf(m, from, name);
  if (!starIndex(m, module)) {
    for (const { module: one } of module.stars) {
      const found = one && exportOf(m, one, name);
      if (found) return found;
    }
  }
  const at: At = { file: module.file, span: module.program ?? { start: 0, end: 0 } };
  const inner = module.file.language.hasPackages ? innerModule(m, module, name) : undefined;
  if (inner) return { kind: 'module', at, file: inner.file, origin: exportOrigin(name, '*') };
  // `export * from 'package'`: what the project does not declare comes from there, where it is the only one.
  const outside = module.stars.filter((one) => !one.module && !one.specifier.startsWith('.'));
  const only = onlyPackage(outside.map(({ specifier }) => specifier));
  return only === undefined ? undefined : notFound(m, at, only, name, false);
}

/** Which star gives which name; undefined while one of them has not run to its end. */
function starIndex(m: Machine, module: ModuleState): ReadonlyMap<string, ModuleState> | undefined {
  if (module.byStar || module.stars.length === 0) return module.byStar;
  if (module.stars.some(({ module: one }) => one && one.stage !== 'done')) return undefined;
  const index = new Map<string, ModuleState>();
  module.byStar = index;
  for (const { module: one } of module.stars) {
    if (!one) continue;
    for (const name of exportedNames(m, one))
      if (name !== 'default' && !index.has(name)) index.set(name, one);
  }
  return index;
}

/** The names that a module gives, those of its stars among them. */
export function exportedNames(m: Machine, module: ModuleState): ReadonlySet<string> {
  const own = module.file.language.exportsAll
    ? [...module.scope.cells].filter(([, cell]) => m.read(cell) !== undefined).map(([name]) => name)
    : [...module.exports.keys()];
  return new Set([...own, ...(starIndex(m, module)?.keys() ?? [])]);
}

/** The package that all of some modules belong to, by the shortest of their names: `agents` and `agents.mcp`. */
function onlyPackage(modules: readonly string[]): string | undefined {
  const [shortest] = [...modules].sort((a, b) => a.length - b.length);
  const isBelow = (one: string): boolean =>
    one === shortest || one.startsWith(`${shortest}.`) || one.startsWith(`${shortest}/`);
  return modules.every(isBelow) ? shortest : undefined;
}

/** The module of a package that `from . import x` or `package.x` names. */
function innerModule(m: Machine, module: ModuleState, name: string): ModuleState | undefined {
  return module.file.file.endsWith('__init__.py') ? m.moduleOf(`.${name}`, module.file) : undefined;
}

function submodule(
  m: Machine,
  from: SourceFile,
  specifier: string,
  imported: string,
): ModuleState | undefined {
  if (!from.language.hasPackages || imported === '*') return undefined;
  return m.moduleOf(joinedName(specifier, imported), from);
}

function joinedName(specifier: string, name: string): string {
  return specifier.endsWith('.') ? specifier + name : `${specifier}.${name}`;
}

/** Binds the names of an import in a scope. */
export function bindImport(
  m: Machine,
  scope: Scope,
  {
    specifier,
    bindings,
    isTypeOnly,
  }: { specifier: string; bindings: readonly ImportBinding[]; isTypeOnly: boolean },
): void {
  const { file } = scope;
  for (const binding of bindings) {
    const cell = cellOf(scope, binding.local);
    if (!cell) continue;
    const from = binding.specifier ?? specifier;
    const at: At = { file, span: binding.localSpan };
    if (isTypeOnly || binding.isTypeOnly) {
      if (!m.moduleOf(from, file)) m.isType(cell, exportOrigin(from, binding.imported));
      m.write(cell, { kind: 'unknown', at, why: { kind: 'type', module: from } });
      continue;
    }
    const value = importedValue(m, at, from, binding.imported);
    if (value === 'later') m.link(cell, { at, specifier: from, imported: binding.imported });
    else m.write(cell, value);
  }
}

/** A module and what it imports that has not run, each behind what it imports itself, as far as imports do not go round. */
export function inImportOrder(
  first: ModuleState,
  find: (specifier: string, from: SourceFile) => ModuleState | undefined,
): ModuleState[] {
  const ordered: ModuleState[] = [];
  const seen = new Set([first]);
  const waiting = [{ module: first, imports: importsOf(first, find) }];
  for (let last = waiting.at(-1); last; last = waiting.at(-1)) {
    const next = last.imports.pop();
    if (!next) {
      ordered.push(last.module);
      waiting.pop();
    } else if (next.stage === 'new' && !seen.has(next)) {
      seen.add(next);
      waiting.push({ module: next, imports: importsOf(next, find) });
    }
  }
  return ordered;
}

/** The modules of the project that statements of a module import, the last one first. */
function importsOf(
  { file, program }: ModuleState,
  find: (specifier: string, from: SourceFile) => ModuleState | undefined,
): ModuleState[] {
  const modules = new Set<ModuleState>();
  for (const one of statementsIn(program?.body ?? [])) {
    if (one.kind !== 'import' && one.kind !== 'export') continue;
    const names = one.kind === 'import' && file.language.hasPackages ? one.bindings : [];
    const { specifier } = one;
    const all = [
      specifier,
      ...names.map((name) => name.specifier ?? (specifier && joinedName(specifier, name.imported))),
    ];
    for (const named of all) {
      const module = named === undefined || named === '' ? undefined : find(named, file);
      if (module) modules.add(module);
    }
  }
  return [...modules].reverse();
}
