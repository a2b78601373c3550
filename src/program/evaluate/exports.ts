import type { Expression, Statement } from '../ir/ir.js';
import { boundBy } from '../ir/walk.js';
import type { At, Slot } from '../values/value.js';
import { makeFunction } from './functions.js';
import type { Frame, Machine } from './machine.js';
import type { Exported } from './module-state.js';
import { Members } from './slots.js';

/** What a statement exports from its module. */
export function exportFrom(m: Machine, one: Statement, frame: Frame): void {
  const module = m.moduleState(frame.file);
  if (!module || frame.scope !== module.scope) return;
  const at = (span: { start: number; end: number }): At => ({ file: frame.file, span });
  const set = (name: string, exported: Exported): void => {
    module.exports.set(name, exported);
  };
  const setCell = (name: string, local: string): void => {
    const cell = module.scope.cells.get(local);
    if (cell) set(name, { kind: 'cell', cell });
  };
  switch (one.kind) {
    case 'export': {
      const { specifier } = one;
      if (one.isTypeOnly) return;
      if (specifier === undefined) for (const { exported, local } of one.bindings) setCell(exported, local);
      else {
        for (const { exported, local, span } of one.bindings)
          set(exported, { kind: 'from', specifier, imported: local, at: at(span) });
        if (one.star === '') {
          if (module.stars.every((star) => star.specifier !== specifier))
            module.stars.push({ specifier, module: m.moduleOf(specifier, frame.file) });
        } else if (one.star !== undefined)
          set(one.star, { kind: 'from', specifier, imported: '*', at: at(one) });
      }
      return;
    }
    case 'export-value': {
      const slot: Slot = { value: m.evaluate(one.value, frame), written: at(one.value) };
      if (one.name === '=') module.whole = slot;
      else set('default', { kind: 'slot', slot });
      return;
    }
    case 'exported': {
      const { statement, isDefault } = one;
      for (const name of declaredBy(statement)) setCell(isDefault ? 'default' : name, name);
      if (isDefault && statement.kind === 'function' && statement.definition.name === undefined) {
        const value = makeFunction(m, statement.definition, frame);
        set('default', { kind: 'slot', slot: { value, written: at(statement) } });
      }
      return;
    }
    default:
  }
}

function* declaredBy(one: Statement): Generator<string> {
  if (one.kind === 'assign') for (const target of one.targets) yield* boundBy(target);
  else if (one.kind === 'declare') yield* boundBy(one.target);
  else if (one.kind === 'function' || one.kind === 'class') {
    if (one.definition.name !== undefined) yield one.definition.name;
  } else if (one.kind === 'enum') yield one.name;
  else if (one.kind === 'block') for (const inner of one.body) yield* declaredBy(inner);
}

/** `module.exports = x`, `exports.x = y`, `exports['x'] = y` */
export function exportMember(
  m: Machine,
  { object, property }: { readonly object: Expression; readonly property: string },
  slot: Slot,
  frame: Frame,
): void {
  const module = m.moduleState(frame.file);
  if (!module || frame.file.language.exportsAll) return;
  if (object.kind === 'name' && object.name === 'module' && property === 'exports') module.whole = slot;
  else if (isExports(object)) module.exports.set(property, { kind: 'slot', slot });
}

/** `Object.assign(exports, x)`, `Object.assign(module.exports, require('./x'))` */
export function exportMembers(
  m: Machine,
  target: Expression,
  all: readonly Slot[],
  at: At,
  frame: Frame,
): void {
  const module = m.moduleState(frame.file);
  if (!module || frame.file.language.exportsAll || !isExports(target)) return;
  const members = new Members();
  for (const slot of module.whole ? [module.whole, ...all] : all) members.spread(m, slot.value, slot);
  module.whole = { value: m.record(at, frame.context, members.state()), written: at };
}

/** `exports`, `module.exports` */
function isExports(one: Expression): boolean {
  if (one.kind === 'name') return one.name === 'exports';
  return (
    one.kind === 'member' &&
    one.property === 'exports' &&
    one.object.kind === 'name' &&
    one.object.name === 'module'
  );
}
