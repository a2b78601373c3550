import type { AssignOperator, Expression, Statement, Target } from '../ir/ir.js';
import type { ImportFault, Reason } from '../reason.js';
import type { Heap } from '../values/heap.js';
import type { Cell, Scope } from '../values/scope.js';
import type { SourceFile } from '../values/source.js';
import type {
  Arguments,
  At,
  CallEvent,
  CallExpression,
  ClassValue,
  Context,
  External,
  FunctionValue,
  Instance,
  ListState,
  Origin,
  RecordState,
  Slot,
  State,
  Value,
} from '../values/value.js';
import type { Activity } from './activity.js';
import type { Budget } from './budget.js';
import type { Changeable } from './changeable.js';
import type { Identity } from './identity.js';
import type { ModuleState } from './module-state.js';
import type { Records } from './records.js';

/** One function, module or class body while it runs. */
export interface Frame {
  readonly file: SourceFile;
  readonly scope: Scope;
  readonly context: Context;
  /** The function that runs; undefined at the level of a module. */
  readonly inside: FunctionValue | undefined;
  /** `this`, and the object of `super`. */
  readonly self: Value | undefined;
  readonly inClass: ClassValue | undefined;
  /** State that all blocks of the body share. */
  readonly body: Body;
}

/** The state of one body while it runs. */
export interface Body {
  /** The heap that the ends of the body are joined into. */
  readonly base: Heap;
  /** When it began. */
  readonly began: number;
  /** The number of open branches: what runs in one is conditional. */
  uncertain: number;
  readonly returns: { readonly slot: Slot | undefined; readonly heap: Heap }[];
  readonly yields: Slot[];
  /** Enclosing loops and labelled blocks, innermost last. */
  readonly loops: Loop[];
  /** Enclosing `try` statements, innermost last. */
  readonly attempts: { readonly base: Heap; readonly thrown: Heap[] }[];
  /** Scopes that were opened; undefined once a closure may read them later. */
  scopes: Scope[] | undefined;
}

/** A loop or a labelled block while it runs, with the heaps at its exits. */
export interface Loop {
  readonly label: string | undefined;
  readonly isLoop: boolean;
  readonly base: Heap;
  readonly breaks: Heap[];
  /** The heap at the start of the current round. */
  turn: Heap;
  readonly continues: Heap[];
}

/** The call site, for allocations and for the recorded event. */
export interface CallSite {
  readonly frame: Frame;
  readonly at: At;
  readonly isNew: boolean;
  readonly expression?: CallExpression | undefined;
  /** Distinguishes calls at one call site: one for each item of a list. */
  readonly turn?: number | undefined;
  readonly event?: CallEvent | undefined;
}

/** An import that is not resolved yet: modules import each other. */
export interface Link {
  readonly at: At;
  readonly specifier: string;
  readonly imported: string;
}

/** The objects of the program: their states in the heap, by number. */
export interface Objects {
  list(at: At, context: Context, state: Omit<ListState, 'kind'>): Value;
  record(at: At, context: Context, state: Omit<RecordState, 'kind'>): Value;
  listState(value: { readonly id: number }): ListState;
  recordState(value: { readonly id: number }): RecordState;
  /** Sets the state of an object when it is created. Later changes are a `write`. */
  update(id: number, state: State): void;
}

/** The values of names. */
export interface Names {
  read(cell: Cell): Value | undefined;
  write(cell: Cell, value: Value): void;
  /** Drops the value of a name that nothing can read any more. */
  forget(cell: Cell): void;
  /** The cell that an assignment to a name writes. */
  cellForWrite(name: string, frame: Frame): Cell;
  /** Records an import that is resolved when its name is read. */
  link(cell: Cell, link: Link): void;
  /** Why a name has no value yet, where an unresolved import is the reason. */
  whyUnset(cell: Cell): Reason | undefined;
}

/** Members of packages that the project replaces. */
export interface Replacements {
  /** Sets a member of a package. */
  replace(member: External, slot: Slot): void;
  /** What the project sets in the place of a member, as far as its file sees it; undefined where it sets nothing. */
  replacementOf(member: External): Value | undefined;
}

/** A type of a package that gives a value of its first type argument under a member. */
export interface ContextType {
  readonly module: string;
  readonly name: string;
  readonly member: string;
}

/** Names that are imported as types only. */
export interface TypeNames {
  /** The origin of a name or member that is a type. */
  typeOrigin(type: Expression, frame: Frame): Origin | undefined;
  /** Records that a name is imported as a type only. */
  isType(cell: Cell, origin: Origin): void;
  /** Types of packages that give what their type argument names. */
  readonly contextTypes: readonly ContextType[];
  /** An object of a class: the known ones, else one that stands for any. */
  objectOf(type: ClassValue): Value | undefined;
}

/** The modules of the project, each of which is evaluated once. */
export interface Modules {
  /**
   * The module that a specifier names, evaluated as far as imports do not go round; undefined outside of the project.
   */
  moduleOf(specifier: string, from: SourceFile): ModuleState | undefined;
  /** Why a file that a module stands for is not read; undefined where there is none. */
  faultOf(specifier: string, from: SourceFile): ImportFault | undefined;
  moduleState(file: SourceFile): ModuleState | undefined;
  /** Whether a file is another or imports it, also through others. */
  imports(file: SourceFile, other: SourceFile): boolean;
  /** Some files, and all that import one of them, also through others. */
  importersOf(files: Iterable<SourceFile>): ReadonlySet<SourceFile>;
  /** All that a module exports, as the object that `import * as` names; undefined where that is not known. */
  exportsOf(file: SourceFile): RecordState | undefined;
  /** Binds all names of a module: `from module import *`. */
  star(specifier: string, frame: Frame): void;
  /** The package of which a file imports all names; undefined where there is none. */
  outsideStar(frame: Frame): string | undefined;
}

/** Declarations that are evaluated before their turn, when a name needs them. */
export interface Declarations {
  /** Records a declaration that its block has not reached. */
  declares(statement: Statement, frame: Frame): void;
  /** Evaluates a declaration before its turn; `running` if that is under way, false if it is not possible. */
  early(declaration: Statement, frame: Frame): boolean | 'running';
  isEarly(statement: Statement, frame: Frame): boolean;
}

/** The evaluation of each kind of syntax. */
export interface Evaluators {
  /** Evaluates one expression. */
  evaluate(expression: Expression, frame: Frame): Value;
  /** Runs statements; whether what follows them runs too. */
  run(statements: readonly Statement[], frame: Frame): boolean;
  assign(target: Target, slot: Slot, frame: Frame, operator: AssignOperator): void;
  call(expression: CallExpression, frame: Frame): Value;
  /** Calls a value with arguments that are known. */
  apply(target: Value, given: Arguments, site: CallSite): Value;
  /** The result of a function of the language; undefined for other calls. */
  builtInCall(
    target: Value,
    receiver: Value | undefined,
    given: Arguments,
    site: CallSite,
  ): Value | undefined;
  member(object: Value, name: string, at: At): Value;
  item(object: Value, index: Value, at: At): Value;
  superMember(name: string, frame: Frame, at: At): Value;
  inherited(object: Instance, name: string): Value | undefined;
  setMember(object: Value, name: string, slot: Slot): void;
}

/** What all parts of the evaluation share. They call each other through it, and not through imports. */
export interface Machine
  extends Identity,
    Changeable,
    Omit<Budget, 'limitOf'>,
    Records,
    Activity,
    Objects,
    Names,
    Replacements,
    TypeNames,
    Modules,
    Declarations,
    Evaluators {
  heap: Heap;
  /** Rounds of loops that run: when each loop began, and when its round did. */
  readonly rounds: { readonly from: number; round: number }[];
  /** Loops around whose bodies run until nothing changes. */
  repeating: number;
}
