import type { ClassDefinition, Expression, FunctionDefinition, Statement } from '../../ir/ir.js';
import { bare, expressionsIn, expressionsOf, statementsIn, within } from '../../ir/walk.js';
import type { SourceFile } from '../../values/source.js';

/** Where a function is written. */
export interface FunctionPlace {
  readonly definition: FunctionDefinition;
  readonly parent: FunctionPlace | undefined;
  readonly inClass: ClassDefinition | undefined;
  /** Its own name, or that of the variable or key that it is assigned to. */
  readonly name: string | undefined;
  /** The call that it is an argument of. */
  readonly passedTo: (Expression & { readonly kind: 'call' }) | undefined;
}

/** Every function of a file, by its definition. */
type FunctionPlaces = ReadonlyMap<FunctionDefinition, FunctionPlace>;

const knownPlaces = new WeakMap<SourceFile, FunctionPlaces>();

/** The functions of a file, with what is around them. */
export function functionsOf(file: SourceFile): FunctionPlaces {
  const before = knownPlaces.get(file);
  if (before) return before;
  const places = new Map<FunctionDefinition, FunctionPlace>();
  knownPlaces.set(file, places);
  const waiting: Inside[] = [];
  const enter = (
    definition: FunctionDefinition,
    around: Inside,
    name: string | undefined,
    passedTo?: FunctionPlace['passedTo'],
  ): void => {
    if (places.has(definition)) return;
    const place: FunctionPlace = {
      definition,
      parent: around.parent,
      inClass: around.inClass,
      name: definition.name ?? name,
      passedTo,
    };
    places.set(definition, place);
    waiting.push({ body: definition.body(), parent: place, inClass: undefined });
  };
  const enterClass = (definition: ClassDefinition, around: Inside): void => {
    const inner: Inside = { body: [], parent: around.parent, inClass: definition };
    for (const member of definition.members()) {
      if (member.kind === 'method') enter(member.definition, inner, member.name);
      else if (member.kind === 'statement') waiting.push({ ...inner, body: [member.statement] });
      else if (member.value) look(member.value, inner, member.name);
    }
  };
  const look = (start: Expression, around: Inside, name: string | undefined): void => {
    const named = new Map<Expression, string>();
    const passed = new Map<Expression, Expression & { kind: 'call' }>();
    if (name !== undefined) named.set(bare(start), name);
    for (const one of within(start)) {
      if (one.kind === 'function') enter(one.definition, around, named.get(one), passed.get(one));
      else if (one.kind === 'class') enterClass(one.definition, around);
      else if (one.kind === 'record')
        for (const { key, value } of one.entries) if (key !== undefined) named.set(bare(value), key);
      if (one.kind === 'call')
        for (const given of [...one.positional, ...one.named]) passed.set(bare(given.value), one);
    }
  };
  const program = file.program();
  if (program) waiting.push({ body: program.body, parent: undefined, inClass: undefined });
  for (let around = waiting.pop(); around; around = waiting.pop()) {
    for (const one of statementsIn(around.body)) {
      if (one.kind === 'function') {
        enter(one.definition, around, undefined);
        for (const inner of expressionsOf({ ...one, kind: 'function' })) look(inner, around, undefined);
      } else if (one.kind === 'class') enterClass(one.definition, around);
      else for (const expression of expressionsIn(one)) look(expression, around, givenName(one, expression));
    }
  }
  return places;
}

interface Inside {
  readonly body: readonly Statement[];
  readonly parent: FunctionPlace | undefined;
  readonly inClass: ClassDefinition | undefined;
}

function givenName(one: Statement, expression: Expression): string | undefined {
  if (one.kind !== 'assign' || one.value !== expression) return undefined;
  const [target] = one.targets;
  return target?.kind === 'name' ? target.name : target?.kind === 'member' ? target.property : undefined;
}
