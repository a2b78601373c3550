import type { ClassDefinition, Expression, FunctionDefinition, Statement, Target } from '../../ir/ir.js';
import { bare, boundBy, expressionsIn, expressionsOf, statementsIn, within } from '../../ir/walk.js';
import type { SourceFile } from '../../values/source.js';

/** Where a function is written. */
export interface FunctionPlace {
  readonly definition: FunctionDefinition;
  readonly file: SourceFile;
  readonly parent: FunctionPlace | undefined;
  readonly inClass: ClassDefinition | undefined;
  /** By which it is known: its own, or that of what it is given to. */
  readonly name: string | undefined;
  /** The call that it is an argument of. */
  readonly passedTo: (Expression & { readonly kind: 'call' }) | undefined;
}

/** Every function of a file, by its definition. */
export type FunctionPlaces = ReadonlyMap<FunctionDefinition, FunctionPlace>;

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
      file,
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

const knownNames = new WeakMap<readonly Statement[], ReadonlySet<string>>();

/** The names that a body declares, in all of its blocks. */
export function declaredBy(body: readonly Statement[], isPython: boolean): ReadonlySet<string> {
  const before = knownNames.get(body);
  if (before) return before;
  const names = new Set<string>();
  const outer = new Set<string>();
  const add = (target: Target | undefined): void => {
    if (target) for (const name of boundBy(target)) names.add(name);
  };
  for (const statement of statementsIn(body)) {
    const one = statement.kind === 'exported' ? statement.statement : statement;
    switch (one.kind) {
      case 'assign':
        if (isPython || one.declares) for (const target of one.targets) add(target);
        break;
      case 'declare':
        add(one.target);
        break;
      case 'for':
        if (isPython || one.declares) add(one.target);
        break;
      case 'function':
      case 'class':
        if (one.definition.name !== undefined) names.add(one.definition.name);
        break;
      case 'import':
        for (const { local } of one.bindings) names.add(local);
        break;
      case 'with':
        for (const { target } of one.items) add(target);
        break;
      case 'try':
        for (const { target } of one.handlers) add(target);
        break;
      case 'switch':
        for (const { binds } of one.cases) for (const target of binds) add(target);
        break;
      case 'enum':
        names.add(one.name);
        break;
      case 'outer':
        for (const name of one.names) outer.add(name);
        break;
      default:
    }
    for (const expression of expressionsIn(one)) {
      for (const inner of within(expression)) {
        if (isPython && inner.kind === 'assign') add(inner.target);
        if (inner.kind === 'comprehension')
          for (const clause of inner.clauses) if (clause.kind === 'for') add(clause.target);
      }
    }
  }
  for (const name of outer) names.delete(name);
  knownNames.set(body, names);
  return names;
}

/** A statement that gives a name a value. */
export type Giving = Statement & {
  kind: 'assign' | 'for' | 'with' | 'function' | 'class' | 'import' | 'enum' | 'try' | 'switch' | 'declare';
};

const knownGivings = new WeakMap<readonly Statement[], ReadonlyMap<string, readonly Giving[]>>();

/** The statements of a body that give each of its names a value. */
export function givingsIn(body: readonly Statement[]): ReadonlyMap<string, readonly Giving[]> {
  const before = knownGivings.get(body);
  if (before) return before;
  const found = new Map<string, Giving[]>();
  const note = (name: string, one: Giving): void => {
    const all = found.get(name);
    if (!all) found.set(name, [one]);
    else if (!all.includes(one)) all.push(one);
  };
  for (const statement of statementsIn(body)) {
    const one = statement.kind === 'exported' ? statement.statement : statement;
    const targets: Target[] = [];
    switch (one.kind) {
      case 'assign':
        targets.push(...one.targets);
        break;
      case 'for':
        targets.push(one.target);
        break;
      case 'with':
        targets.push(...one.items.flatMap(({ target }) => target ?? []));
        break;
      case 'function':
      case 'class':
        if (one.definition.name !== undefined) note(one.definition.name, one);
        break;
      case 'import':
        for (const { local } of one.bindings) note(local, one);
        break;
      case 'enum':
        note(one.name, one);
        break;
      default:
    }
    for (const target of targets) for (const name of boundBy(target)) note(name, one as Giving);
  }
  knownGivings.set(body, found);
  return found;
}
