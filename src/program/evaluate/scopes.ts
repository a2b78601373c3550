import type { Expression, Statement } from '../ir/ir.js';
import { boundBy, expressionsIn, statementsIn, within } from '../ir/walk.js';
import type { Language } from '../language.js';
import type { Cell, Scope } from '../values/scope.js';
import type { SourceFile } from '../values/source.js';

/** Gives numbers to what the heap keeps. */
export interface Numbering {
  number(): number;
  /** Notes the number of what is created at a place. */
  created(id: number, place: object, role: string): void;
}

/** What a body declares: names by the statement that declares them, where one does that may be used before it runs. */
export type Declared = ReadonlyMap<string, Statement | undefined>;

const known = new WeakMap<readonly Statement[], Declared>();

/** The names that a body of Python or a function of JavaScript declares: all of its blocks for `var` and for Python. */
export function declaredIn(body: readonly Statement[], { hasBlocks }: Language): Declared {
  const before = known.get(body);
  if (before) return before;
  const names = new Map<string, Statement | undefined>();
  if (!hasBlocks) declarePython(body, names);
  else {
    for (const one of statementsIn(body)) declareVar(one, names);
    for (const one of body) declareLexical(one, names);
  }
  known.set(body, names);
  return names;
}

const knownBlocks = new WeakMap<readonly Statement[], Declared>();

/** The names that a block of JavaScript declares for itself. */
export function declaredInBlock(body: readonly Statement[]): Declared {
  const before = knownBlocks.get(body);
  if (before) return before;
  const names = new Map<string, Statement | undefined>();
  for (const one of body) declareLexical(one, names);
  knownBlocks.set(body, names);
  return names;
}

function declarePython(body: readonly Statement[], names: Map<string, Statement | undefined>): void {
  const outer = new Set<string>();
  const add = (name: string): void => {
    if (!names.has(name)) names.set(name, undefined);
  };
  for (const one of statementsIn(body)) {
    switch (one.kind) {
      case 'assign':
        for (const target of one.targets) for (const name of boundBy(target)) add(name);
        break;
      case 'declare':
      case 'for':
        for (const name of boundBy(one.target)) add(name);
        break;
      case 'function':
      case 'class':
        if (one.definition.name !== undefined) add(one.definition.name);
        break;
      case 'import':
        for (const { local } of one.bindings) if (!names.has(local)) names.set(local, one);
        break;
      case 'with':
        for (const { target } of one.items) if (target) for (const name of boundBy(target)) add(name);
        break;
      case 'try':
        for (const { target } of one.handlers) if (target) for (const name of boundBy(target)) add(name);
        break;
      case 'switch':
        for (const { binds } of one.cases)
          for (const target of binds) for (const name of boundBy(target)) add(name);
        break;
      case 'outer':
        for (const name of one.names) outer.add(name);
        break;
      default:
    }
    for (const expression of expressionsIn(one)) addAssigned(expression, add);
  }
  for (const name of outer) names.delete(name);
}

/** `(name := value)`; one in a comprehension belongs to the function around it. */
function addAssigned(start: Expression, add: (name: string) => void): void {
  for (const one of within(start))
    if (one.kind === 'assign') for (const name of boundBy(one.target)) add(name);
}

function declareVar(one: Statement, names: Map<string, Statement | undefined>): void {
  const isVar =
    (one.kind === 'assign' || one.kind === 'declare' || one.kind === 'for') && one.declares === 'var';
  if (!isVar) return;
  const targets = one.kind === 'assign' ? one.targets : [one.target];
  for (const target of targets)
    for (const name of boundBy(target)) if (!names.has(name)) names.set(name, undefined);
}

function declareLexical(statement: Statement, names: Map<string, Statement | undefined>): void {
  const one = statement.kind === 'exported' ? statement.statement : statement;
  switch (one.kind) {
    case 'assign':
      if (one.declares && one.declares !== 'var')
        for (const target of one.targets) for (const name of boundBy(target)) names.set(name, one);
      break;
    case 'declare':
      if (one.declares && one.declares !== 'var')
        for (const name of boundBy(one.target)) if (!names.has(name)) names.set(name, undefined);
      break;
    case 'function':
    case 'class':
      if (one.definition.name !== undefined) names.set(one.definition.name, one);
      break;
    case 'enum':
      names.set(one.name, one);
      break;
    case 'import':
      for (const { local } of one.bindings) names.set(local, undefined);
      break;
    default:
  }
}

/** Adds a name to a scope. */
export function addCell(
  m: Numbering,
  scope: Scope,
  name: string,
  declaration?: Statement,
  of?: Declared,
): Cell {
  const cell: Cell = { id: m.number(), name, of, declaration };
  if (of) m.created(cell.id, of, name);
  scope.cells.set(name, cell);
  return cell;
}

/** A scope with the names that are declared in it. */
export function openScope(
  m: Numbering,
  kind: Scope['kind'],
  file: SourceFile,
  parent: Scope | undefined,
  declared: Declared,
): Scope {
  const scope: Scope = { kind, file, parent, cells: new Map() };
  for (const [name, declaration] of declared) addCell(m, scope, name, declaration, declared);
  return scope;
}

/** The scope of a block in what runs. */
export function blockScope(
  m: Numbering,
  frame: {
    readonly file: SourceFile;
    readonly scope: Scope;
    readonly body: { readonly scopes: Scope[] | undefined };
  },
  declared: Declared,
): Scope {
  const scope = openScope(m, 'block', frame.file, frame.scope, declared);
  frame.body.scopes?.push(scope);
  return scope;
}
