import { keptFor } from '../../../model/once.js';
import type { Call, ClassDefinition, Expression, FunctionDefinition } from '../../ir/ir.js';
import { bare, everyStatement, expressionsOfStatement, lastName } from '../../ir/walk.js';
import type { SourceFile } from '../../values/source.js';

/** Where a function or class is written. */
export interface DefinitionPlace {
  readonly definition: FunctionDefinition | ClassDefinition;
  readonly parent: DefinitionPlace | undefined;
  /** Its own name, or that of the variable or key that it is assigned to. */
  readonly name: string | undefined;
  /** The call that it is an argument of. */
  readonly passedTo: Call | undefined;
}

/** Every function and class of a file, by its definition. */
type Places = ReadonlyMap<object, DefinitionPlace>;

/** The functions and classes of a file, with what is around them. */
export const definitionsOf = keptFor((file: SourceFile): Places => {
  const found = new Map<DefinitionPlace['definition'], Omit<DefinitionPlace, 'parent'>>();
  const named = new Map<Expression, string>();
  const passed = new Map<Expression, Call>();
  const add = (definition: DefinitionPlace['definition'], name?: string, passedTo?: Call): void => {
    if (found.has(definition)) return;
    found.set(definition, { definition, name: definition.name ?? name, passedTo });
    for (const one of 'members' in definition ? definition.members() : [])
      if (one.kind === 'method') add(one.definition, one.name);
  };
  for (const one of everyStatement(file.program()?.body ?? [])) {
    if (one.kind === 'function' || one.kind === 'class') add(one.definition);
    const [target] = one.kind === 'assign' ? one.targets : [];
    if (one.kind === 'assign' && (target?.kind === 'name' || target?.kind === 'member'))
      named.set(bare(one.value), lastName(target));
    for (const inner of expressionsOfStatement(one)) {
      if (inner.kind === 'function' || inner.kind === 'class')
        add(inner.definition, named.get(inner), passed.get(inner));
      if (inner.kind === 'record')
        for (const { key, value } of inner.entries) if (key !== undefined) named.set(bare(value), key);
      if (inner.kind === 'call')
        for (const given of [...inner.positional, ...inner.named]) passed.set(bare(given.value), inner);
    }
  }
  const places = new Map<object, DefinitionPlace>();
  let around: DefinitionPlace | undefined;
  for (const one of [...found.values()].sort((a, b) => a.definition.start - b.definition.start)) {
    while (around && around.definition.end < one.definition.end) around = around.parent;
    around = { ...one, parent: around };
    places.set(one.definition, around);
  }
  return places;
});
