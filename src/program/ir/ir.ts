import type { Language } from '../language.js';
import type { Reason } from '../reason.js';
/**
 * The representation of a program, independent of its language. Each node has its span: offsets in UTF-16 units, `end`
 * exclusive. A node is one object per place in a text, so that it can be a key.
 */

/** A range of one text; `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** One literal of a string: its content between the quotes, and how it is spelled. */
export interface TextPiece extends Span {
  readonly spelling: Language['name'] | 'raw';
}

/** Positional arguments and items of a list. */
export interface Element {
  readonly value: Expression;
  /** `...value`, `*value` */
  readonly spread: boolean;
}

/** A member of an object literal, an argument with a name, or a spread of an object, which has no key. */
export interface Entry extends Span {
  /** Undefined where the key is computed or where this is a spread. */
  readonly key: string | undefined;
  /** A key that is an expression. */
  readonly computed: Expression | undefined;
  /** Where the key is written; of a spread the whole. */
  readonly keySpan: Span;
  readonly value: Expression;
  readonly spread: boolean;
  /** A getter: the value is its function, which runs when the member is read. */
  readonly isGetter: boolean;
}

/** One part of a comprehension, in its order. */
export type Clause =
  | { readonly kind: 'for'; readonly target: Target; readonly iterable: Expression }
  | { readonly kind: 'if'; readonly test: Expression };

/** An operation on two values. `add` adds numbers and concatenates texts or lists; `merge` is `|` of Python, `repeat` its `*`. */
export type BinaryOperator =
  | 'add'
  | 'merge'
  | 'repeat'
  | 'equal'
  | 'not-equal'
  /** `===`, `is`: the same as `equal` where both are literals. */
  | 'same'
  | 'not-same'
  | 'in'
  | 'not-in'
  /** `<`, `<=`, `>`, `>=` */
  | 'less'
  | 'at-most'
  | 'more'
  | 'at-least'
  /** `a / b` of Python, which also joins paths. */
  | 'divide'
  | 'other';

export type LogicalOperator = 'and' | 'or' | 'nullish';

export type Expression =
  | (Span & { readonly kind: 'literal'; readonly scalar: number | boolean | null })
  /** `undefined`, `void x`. */
  | (Span & { readonly kind: 'nothing' })
  | (Span & { readonly kind: 'text'; readonly pieces: readonly TextPiece[] })
  /** A text with computed parts. `isFormatted`: a part has a format, or brackets are escaped: the text is not known. */
  | (Span & {
      readonly kind: 'template';
      readonly parts: readonly (TextPiece | Expression)[];
      readonly isFormatted: boolean;
      /** The call of the function before a template in JavaScript: its only argument here is the template. */
      readonly tag: (Expression & { readonly kind: 'call' }) | undefined;
    })
  /** A list, tuple or set. */
  | (Span & { readonly kind: 'list'; readonly elements: readonly Element[] })
  | (Span & { readonly kind: 'record'; readonly entries: readonly Entry[] })
  | (Span & { readonly kind: 'name'; readonly name: string })
  /** `this` of JavaScript; `super` of both languages (`super()` of Python is a call of it). */
  | (Span & { readonly kind: 'this' })
  | (Span & { readonly kind: 'super' })
  | (Span & {
      readonly kind: 'member';
      readonly object: Expression;
      readonly property: string;
      readonly propertySpan: Span;
    })
  | (Span & { readonly kind: 'index'; readonly object: Expression; readonly index: Expression })
  | (Span & {
      readonly kind: 'slice';
      readonly object: Expression;
      readonly from: Expression | undefined;
      readonly to: Expression | undefined;
      readonly step: Expression | undefined;
    })
  | Call
  | (Span & { readonly kind: 'function'; readonly definition: FunctionDefinition })
  | (Span & { readonly kind: 'class'; readonly definition: ClassDefinition })
  | (Span & {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    })
  | (Span & {
      readonly kind: 'logical';
      readonly operator: LogicalOperator;
      readonly left: Expression;
      readonly right: Expression;
    })
  | (Span & { readonly kind: 'not'; readonly operand: Expression })
  | (Span & { readonly kind: 'typeof'; readonly operand: Expression })
  | (Span & {
      readonly kind: 'conditional';
      readonly test: Expression;
      readonly yes: Expression;
      readonly no: Expression;
    })
  | (Span & {
      readonly kind: 'comprehension';
      readonly of: 'list' | 'set' | 'dict' | 'generator';
      /** The key of a dict. */
      readonly key: Expression | undefined;
      readonly result: Expression;
      readonly clauses: readonly Clause[];
    })
  /** Has the value of another expression: brackets, casts, awaits, `!`. */
  | (Span & { readonly kind: 'same'; readonly by: 'brackets' | 'cast' | 'await'; readonly value: Expression })
  /** `(a = b)`, `a := b`: evaluates to the value. `operator` as in the statement. */
  | (Span & {
      readonly kind: 'assign';
      readonly target: Target;
      readonly value: Expression;
      readonly operator: AssignOperator;
    })
  /** `yield x`; `all`: `yield* x`, `yield from x`. */
  | (Span & { readonly kind: 'yield'; readonly value: Expression | undefined; readonly all: boolean })
  /** `a, b` of JavaScript: evaluates to the last. */
  | (Span & { readonly kind: 'sequence'; readonly values: readonly Expression[] })
  /** A module loaded in place: `require('x')`, `import('x')`. */
  | (Span & { readonly kind: 'module'; readonly specifier: string })
  /** Any other expression, not read further. `parts`: the expressions in it, which run all the same. */
  | (Span & { readonly kind: 'unknown'; readonly why: Reason; readonly parts: readonly Expression[] });

/** A call or construction. */
export interface Call extends Span {
  readonly kind: 'call';
  readonly callee: Expression;
  /** `callee[T]`, where the brackets may contain a type or a key: `Agent[Context]()`, `tools[name]()` (Python). */
  readonly indexed: (Expression & { readonly kind: 'index' }) | undefined;
  readonly isNew: boolean;
  readonly positional: readonly Element[];
  /** Keyword arguments and `**spread` (Python). */
  readonly named: readonly Entry[];
  /** The brackets with what is in them; undefined where there are none (`new Agent`). */
  readonly brackets: Span | undefined;
}

/** How an assignment changes its target: `set` replaces the value, `default` (`??=`, `||=`) only if there is none. */
export type AssignOperator = 'set' | 'add' | 'merge' | 'default' | 'and' | 'other';

/** The target of an assignment. */
export type Target =
  | (Span & { readonly kind: 'name'; readonly name: string })
  | (Span & {
      readonly kind: 'member';
      readonly object: Expression;
      readonly property: string;
      readonly propertySpan: Span;
    })
  | (Span & { readonly kind: 'index'; readonly object: Expression; readonly index: Expression })
  /** `tools[:] = more`: all items of the list are replaced. */
  | (Span & { readonly kind: 'slice'; readonly object: Expression })
  | (Span & { readonly kind: 'items'; readonly items: readonly ItemTarget[] })
  | (Span & { readonly kind: 'members'; readonly members: readonly MemberTarget[] })
  | (Span & { readonly kind: 'unknown'; readonly parts: readonly Expression[] });

/** One target of a list pattern; undefined target: an item that is skipped. */
export interface ItemTarget {
  readonly target: Target | undefined;
  readonly fallback: Expression | undefined;
  readonly rest: boolean;
}

/** One target of an object pattern. */
export interface MemberTarget {
  /** Undefined for the rest, or where the key is computed. */
  readonly key: string | undefined;
  readonly computed: Expression | undefined;
  readonly target: Target;
  readonly fallback: Expression | undefined;
  readonly rest: boolean;
}

/** A parameter of a function. */
export interface Parameter extends Span {
  /** As callers name it: of a pattern the text of it. */
  readonly name: string;
  readonly target: Target;
  readonly fallback: Expression | undefined;
  /** `*args`, `...args`: items; `**options`: members. */
  readonly rest: 'items' | 'members' | undefined;
  /** Keyword only (behind `*` in Python). */
  readonly isNamedOnly: boolean;
  /** `constructor(private readonly x)`: it is a field too. */
  readonly isField: boolean;
  /** The annotation, in Python: it is evaluated, and may have metadata (`Annotated[str, Field(...)]`). */
  readonly annotation: Expression | undefined;
}

/** A function as it is written. */
export interface FunctionDefinition extends Span {
  readonly name: string | undefined;
  readonly nameSpan: Span | undefined;
  /** A lambda and an arrow function have no `this` of their own. */
  readonly kind: 'function' | 'lambda' | 'method' | 'getter' | 'setter' | 'constructor';
  readonly isStatic: boolean;
  readonly isGenerator: boolean;
  /** Its result is a promise, or a coroutine. */
  readonly isAsync: boolean;
  readonly decorators: readonly Expression[];
  /** The whole definition with its decorators, for removing it. */
  readonly whole: Span;
  readonly docstring: string | undefined;
  readonly parameters: readonly Parameter[];
  /** The body: statements; of an arrow function or lambda without a block one `return`. Lowered on first access. */
  body(): readonly Statement[];
  readonly bodySpan: Span | undefined;
}

/** A member of a class. */
export type ClassMember =
  | { readonly kind: 'method'; readonly name: string | undefined; readonly definition: FunctionDefinition }
  | (Span & {
      readonly kind: 'field';
      readonly name: string | undefined;
      readonly nameSpan: Span;
      readonly value: Expression | undefined;
      readonly isStatic: boolean;
      /** It has an annotation: a field of a dataclass is declared by one. */
      readonly isTyped: boolean;
      /** The annotation, in Python. */
      readonly annotation?: Expression;
    })
  /** Anything else in the body of a class: nested classes, conditions, static blocks. */
  | { readonly kind: 'statement'; readonly statement: Statement };

/** A class as it is written. Its body is lowered on first access. */
export interface ClassDefinition extends Span {
  readonly name: string | undefined;
  readonly nameSpan: Span | undefined;
  readonly whole: Span;
  readonly decorators: readonly Expression[];
  readonly docstring: string | undefined;
  readonly bases: readonly Expression[];
  members(): readonly ClassMember[];
}

/** A name that an import binds. */
export interface ImportBinding {
  readonly local: string;
  readonly localSpan: Span;
  /** What the module exports it as; `*` for the module itself, `default` for its default. */
  readonly imported: string;
  readonly isTypeOnly: boolean;
  /** The module, if it differs from that of the statement: `import a, b` of Python. */
  readonly specifier?: string;
}

/** A name that a module exports. */
export interface ExportBinding {
  readonly exported: string;
  readonly local: string;
  readonly span: Span;
}

export type Declares = 'const' | 'let' | 'var';

/** One case of a `switch` or `match`. */
export interface Case extends Span {
  /** What the subject is compared with; empty: the default. A pattern that is no value counts as unknown. */
  readonly tests: readonly Expression[];
  readonly isDefault: boolean;
  readonly guard: Expression | undefined;
  /** Names that a pattern binds. */
  readonly binds: readonly Target[];
  readonly body: readonly Statement[];
  /** It falls through to the next case, unless it leaves (JavaScript). */
  readonly fallsThrough: boolean;
}

/** `except (A, B) as name:`, `catch (name) {}` */
export interface Handler extends Span {
  readonly target: Target | undefined;
  readonly body: readonly Statement[];
}

export type Statement =
  | (Span & { readonly kind: 'expression'; readonly value: Expression })
  /** `a = b = value` has several targets. `declares` in JavaScript; `isTyped`: with an annotation. */
  | (Span & {
      readonly kind: 'assign';
      readonly targets: readonly Target[];
      readonly value: Expression;
      readonly operator: AssignOperator;
      readonly declares: Declares | undefined;
      readonly isTyped: boolean;
      /** The annotation, in Python. */
      readonly annotation?: Expression;
    })
  /** Declared without a value. */
  | (Span & {
      readonly kind: 'declare';
      readonly target: Target;
      readonly declares: Declares | undefined;
      readonly isTyped: boolean;
      /** The annotation, in Python. */
      readonly annotation?: Expression;
    })
  | (Span & { readonly kind: 'delete'; readonly targets: readonly Target[] })
  | (Span & { readonly kind: 'function'; readonly definition: FunctionDefinition })
  | (Span & { readonly kind: 'class'; readonly definition: ClassDefinition })
  /** `specifier` without bindings: the module is loaded for its side effects. `isStar`: `from x import *`. */
  | (Span & {
      readonly kind: 'import';
      readonly specifier: string;
      readonly bindings: readonly ImportBinding[];
      readonly isStar: boolean;
      readonly isTypeOnly: boolean;
    })
  /** `export { a as b }`, `export { a } from 'x'`, `export * from 'x'` (`star`: '' or the name of the namespace). */
  | (Span & {
      readonly kind: 'export';
      readonly specifier: string | undefined;
      readonly bindings: readonly ExportBinding[];
      readonly star: string | undefined;
      readonly isTypeOnly: boolean;
    })
  /** `export default value`, `export = value`. */
  | (Span & { readonly kind: 'export-value'; readonly name: 'default' | '='; readonly value: Expression })
  /** A statement whose names are exported: `export const a = 1`. */
  | (Span & { readonly kind: 'exported'; readonly statement: Statement; readonly isDefault: boolean })
  | (Span & { readonly kind: 'return'; readonly value: Expression | undefined })
  | (Span & { readonly kind: 'throw'; readonly value: Expression | undefined })
  | (Span & {
      readonly kind: 'if';
      /** It is an `assert` of Python: the code behind it runs as if the test passed. */
      readonly isAssertion?: true;
      readonly test: Expression;
      readonly body: readonly Statement[];
      readonly otherwise: readonly Statement[];
    })
  /** `for x of xs`, `for x in xs` (Python); `keys`: `for (k in o)` of JavaScript. */
  | (Span & {
      readonly kind: 'for';
      readonly target: Target;
      readonly declares: Declares | undefined;
      readonly iterable: Expression;
      readonly over: 'items' | 'keys';
      readonly body: readonly Statement[];
      readonly otherwise: readonly Statement[];
    })
  /** `while`, `do ... while` (`runsOnce`), and `for (;;)` behind its `initial`. */
  | (Span & {
      readonly kind: 'while';
      readonly initial: readonly Statement[];
      readonly test: Expression | undefined;
      readonly update: readonly Expression[];
      readonly runsOnce: boolean;
      readonly body: readonly Statement[];
      readonly otherwise: readonly Statement[];
    })
  | (Span & {
      readonly kind: 'try';
      readonly body: readonly Statement[];
      readonly handlers: readonly Handler[];
      readonly otherwise: readonly Statement[];
      readonly last: readonly Statement[];
    })
  | (Span & {
      readonly kind: 'with';
      readonly items: readonly { readonly value: Expression; readonly target: Target | undefined }[];
      readonly body: readonly Statement[];
    })
  | (Span & { readonly kind: 'switch'; readonly subject: Expression; readonly cases: readonly Case[] })
  | (Span & { readonly kind: 'break'; readonly label: string | undefined })
  | (Span & { readonly kind: 'continue'; readonly label: string | undefined })
  /** A block with names of its own (JavaScript). */
  | (Span & { readonly kind: 'block'; readonly body: readonly Statement[]; readonly label?: string })
  /** `global a`, `nonlocal a`. */
  | (Span & { readonly kind: 'outer'; readonly names: readonly string[] })
  /** `enum Effect { ... }`; `namespace` is a `block`. */
  | (Span & { readonly kind: 'enum'; readonly name: string; readonly entries: readonly Entry[] });

/** A whole file. */
export interface Program extends Span {
  readonly body: readonly Statement[];
  /** Where it could not be parsed; undefined if all of it was. */
  readonly brokenAt: number | undefined;
}
