import type { CodeFile } from '../file.js';
import { MAX_MODULES } from '../limits.js';
import { type Binding, moduleBinding } from '../names/names.js';
import { WHOLE_MODULE } from '../names/outline.js';
import { exportOrigin } from '../node.js';
import { memberOf } from './members.js';
import { dynamic, type Value, type Written } from './value.js';

/** What an import stands for: a value of the project, or a name of a module outside of it. */
export function importedValue(at: Written, specifier: string, imported: string): Value {
  const origin = exportOrigin(specifier, imported);
  const target = at.file.project.moduleOf(specifier, at.file);
  if (target && imported === WHOLE_MODULE) return { kind: 'module', at, file: target, origin };
  const found = target && exportedBy(target, imported);
  if (found) return renamed(found, specifier);
  const inner = submodule(at.file, specifier, imported);
  if (inner)
    return { kind: 'module', at, file: inner, origin: exportOrigin(joinedName(specifier, imported), '*') };
  return dynamic(
    at,
    `imported from \`${specifier}\`, ${target ? 'which does not export it' : whyNot(specifier)}`,
    origin,
  );
}

const DATA = /\.(?:json[5c]?|ya?ml|toml|txt|md|csv|html?|css|svg|wasm|node)$/i;

function whyNot(specifier: string): string {
  if (!specifier.startsWith('.')) return 'outside the project';
  return DATA.test(specifier) ? 'which is not a program' : 'which is not found';
}

/** What a module of the project exports under a name; undefined where it exports no such thing. */
export function exportedBy(target: CodeFile, name: string): Value | undefined {
  const found = follow(target, name, 0);
  if (!found) return undefined;
  return 'binding' in found
    ? target.project.valueOfBinding(found.binding, found.binding.file.text.length)
    : found.value;
}

/** All that a module exports, by `import * as tools`; undefined where it passes on what is not known. */
export function exportsOf(file: CodeFile): Value[] | undefined {
  const names = exportedNames(file, 0);
  return names && [...names].flatMap((name) => exportedBy(file, name) ?? []);
}

/** The default of a module is not passed on with the rest. */
function exportedNames(file: CodeFile, hops: number): Set<string> | undefined {
  const { names, stars, whole } = file.exports();
  if (whole || hops > MAX_MODULES || !file.step()) return undefined;
  const all = new Set(names.keys());
  for (const star of stars) {
    const target = file.project.moduleOf(star, file);
    const inner = target && exportedNames(target, hops + 1);
    if (!inner) return undefined;
    for (const name of inner) if (name !== 'default') all.add(name);
  }
  return all;
}

/** The name in its own module that an imported name stands for; undefined where it is none of the project. */
export function importedBinding(file: CodeFile, specifier: string, imported: string): Binding | undefined {
  const target = file.project.moduleOf(specifier, file);
  const found = target && follow(target, imported, 0);
  return found && 'binding' in found ? found.binding : undefined;
}

type Followed = { binding: Binding } | { value: Value };

function follow(target: CodeFile, name: string, hops: number): Followed | undefined {
  if (hops > MAX_MODULES || !target.step()) return undefined;
  const { project } = target;
  const exports = target.exports();
  const onward = (specifier: string, imported: string): Followed | undefined => {
    const next = project.moduleOf(specifier, target);
    // A package that names a module of its own: `from . import tools`.
    const inner = next === target ? submodule(target, specifier, imported) : undefined;
    const own = inner && target.root();
    if (own) return { value: moduleValue(target, own, inner, imported) };
    if (next && imported !== WHOLE_MODULE) return follow(next, imported, hops + 1);
    const node = target.root();
    return node && { value: importedValue({ file: target, node }, specifier, imported) };
  };
  if (target.language.isPython) {
    const binding = moduleBinding(target, name);
    if (binding) return throughImport(binding, onward);
  } else {
    const exported = exports.names.get(name);
    const node = target.root();
    if (exported?.kind === 'value') return { value: project.evaluate(target, exported.value) };
    if (exported?.kind === 'from') return onward(exported.specifier, exported.imported);
    const binding = exported?.kind === 'local' ? moduleBinding(target, exported.name) : undefined;
    if (binding) return throughImport(binding, onward);
    if (exports.whole && node) {
      const whole = project.evaluate(target, exports.whole);
      return { value: name === 'default' ? whole : memberOf(whole, name, { file: target, node }) };
    }
  }
  if (name === 'default') return undefined;
  for (const star of exports.stars) {
    const next = project.moduleOf(star, target);
    const found = next && follow(next, name, hops + 1);
    if (found) return found;
  }
  const inner = target.language.isPython ? innerModule(target, name) : undefined;
  const node = inner && target.root();
  if (node) return { value: moduleValue(target, node, inner, name) };
  // `export * from 'package'`: what the project does not declare comes from there, where it is the only one.
  const only = onlyPackage(
    exports.stars.filter((star) => !star.startsWith('.') && !project.moduleOf(star, target)),
  );
  return only === undefined ? undefined : onward(only, name);
}

/** The package that all of some modules belong to, by the shortest of their names: `agents` and `agents.mcp`. */
function onlyPackage(modules: readonly string[]): string | undefined {
  const [shortest] = [...modules].sort((a, b) => a.length - b.length);
  const isBelow = (one: string): boolean =>
    one === shortest || one.startsWith(`${shortest}.`) || one.startsWith(`${shortest}/`);
  return modules.every(isBelow) ? shortest : undefined;
}

function throughImport(
  binding: Binding,
  onward: (specifier: string, imported: string) => Followed | undefined,
): Followed | undefined {
  const only = binding.sites.length === 1 ? binding.sites[0]?.source : undefined;
  return only?.kind === 'import' ? onward(only.specifier, only.imported) : { binding };
}

function moduleValue(target: CodeFile, node: Written['node'], inner: CodeFile, name: string): Value {
  return { kind: 'module', at: { file: target, node }, file: inner, origin: exportOrigin(name, '*') };
}

/** The module of a package that `from . import x` or `package.x` names. */
function innerModule(target: CodeFile, name: string): CodeFile | undefined {
  return target.file.endsWith('__init__.py') ? target.project.moduleOf(`.${name}`, target) : undefined;
}

function submodule(from: CodeFile, specifier: string, imported: string): CodeFile | undefined {
  if (!from.language.isPython || imported === WHOLE_MODULE) return undefined;
  return from.project.moduleOf(joinedName(specifier, imported), from);
}

function joinedName(specifier: string, name: string): string {
  return specifier.endsWith('.') ? specifier + name : `${specifier}.${name}`;
}

/** What an absolute import names is known by the module that it was imported from. */
function renamed(value: Value, specifier: string): Value {
  const isOwn = value.kind === 'definition' && value.origin.module === '';
  return isOwn && !specifier.startsWith('.')
    ? { ...value, origin: { ...value.origin, module: specifier } }
    : value;
}
