import type { Place } from '../../model/place.js';
import type { SyntaxNode } from '../../syntax/node.js';
import type { Origin } from '../values/value.js';

export type { Origin };

/** A range of a file; `end` exclusive. */
export interface Offsets {
  file: string;
  start: number;
  end: number;
}

/** A node of code: a SyntaxNode with the properties that only code has. */
export interface CodeSyntaxNode extends SyntaxNode {
  readonly parent: CodeSyntaxNode | undefined;
  /** The value of a member; undefined also for no name: an option that a framework does not have. */
  get(key: string | undefined): CodeSyntaxNode | undefined;
  items(): readonly CodeSyntaxNode[];
  readonly may?: readonly CodeSyntaxNode[];
  /** The call whose result this is. Such a node is `dynamic`: its reader knows what the call returns. */
  readonly call: Call | undefined;
  /** The function, class or module that this refers to. Such a node is `dynamic` too. */
  readonly reference: Reference | undefined;
  /** Where this comes from, for a name that is imported, a member of one, or a definition. */
  readonly origin: Origin | undefined;
  /** The known end of a text whose beginning is computed. */
  readonly ends: string | undefined;
  /** The object that it was read from, and the name of the member; undefined if it is no member, or a known one. */
  readonly takenFrom: { readonly object: CodeSyntaxNode; readonly name: string } | undefined;
  /** The names that lead to it from a package or the platform: `environ.HOME` of `os`, `process.env.HOME` of no module. */
  readonly reached: { readonly module: string; readonly dotted: string } | undefined;
  /** Equal for all nodes of the same literal, call or definition, wherever it is referred to. */
  readonly identity: string;
  /** Where it is created. */
  readonly offsets: Offsets;
  /** The function that was evaluated for one of its calls to create this: the same text creates several. */
  readonly factory: Offsets | undefined;
  /** Whether a condition decides that it is in its list. */
  readonly isPerhaps: boolean;
  /** Whether each value that this item of a list may be is an item of its own beside it: it adds none. */
  readonly isInParts: boolean;
  /** Whether its key is written out where it is set, not computed. */
  readonly hasWrittenKey: boolean;
  /** The value that is spread into a list here, if its items are not known: `...toolNamespace()`. */
  readonly spread: CodeSyntaxNode | undefined;
  /** The values that are spread into this object, of which the members are not known: `{ ...await client.tools() }`. */
  readonly spreads: readonly CodeSyntaxNode[];
  /** The object that this object copies before it sets other members: `{ ...refund, name: 'x' }`. */
  readonly copied: CodeSyntaxNode | undefined;
  /** Of a choice of objects: one object, of which each member is what any of them has. */
  readonly joined: CodeSyntaxNode | undefined;
  /** Where it is written here: the name in a list, if `at` is the definition that the name refers to. */
  written(): Place;
}

/** A call or construction. */
export interface Call {
  /** As written, without type arguments: `new Agent`, `client.responses.create`. */
  readonly callee: string;
  /** Last name of the callee: `create`. */
  readonly name: string;
  readonly isNew: boolean;
  /** Where the callee comes from. */
  readonly origin: Origin | undefined;
  /** It may not run although the function around it does. */
  readonly isConditional: boolean;
  /** A function of the project was evaluated for it: its effects are known. */
  readonly hasRun: boolean;
  /** Where the function around it begins; undefined at the level of the module. */
  readonly functionStart: number | undefined;
  /** The callee. */
  readonly target: CodeSyntaxNode;
  /** The object whose member is called: `billing` in `billing.asTool()`. */
  readonly receiver: CodeSyntaxNode | undefined;
  /** Objects the callee is read from, nearest first: `client.responses`, `client` in `client.responses.create()`. */
  readonly receivers: readonly CodeSyntaxNode[];
  /** A spread of a known list is written out. */
  readonly positional: readonly CodeSyntaxNode[];
  /** Keyword arguments as an object (Python); empty elsewhere. */
  readonly named: CodeSyntaxNode;
  /**
   * The options of a constructor, however the language passes them: the keyword arguments in Python, elsewhere the first
   * argument that is an object. Includes later changes through the name of the result, and arguments that a class of
   * the project passes to its base.
   */
  readonly options: CodeSyntaxNode;
  /** The call of the base's constructor, if this constructs a class of the project that has one. */
  readonly passedOn: Call | undefined;
  /** The call whose arguments `functools.partial(callee, ...)` binds; undefined for any other call. */
  readonly binds: Call | undefined;
  /** The call that bound its first arguments before; undefined where none did. */
  readonly boundBy: CodeSyntaxNode | undefined;
  /** Its result, if it calls a function of the project that only returns a value. */
  readonly given: CodeSyntaxNode | undefined;
  /** The name that the result is assigned to, if any: `billing` in `const billing = new Agent()`. */
  readonly boundTo: string | undefined;
  /** The callee: where a finding about the call is reported. */
  readonly at: Place;
}

/** A function, class or module that code refers to. */
export interface Reference {
  readonly kind: 'function' | 'class' | 'module';
  /** Undefined where it has none. */
  readonly name: string | undefined;
  /** The name where it is declared; the whole where it has none. */
  readonly at: Place;
  readonly docstring: string | undefined;
  readonly parameters: readonly string[];
  /** Decorators: `call` is set for those with arguments, `origin` for the others. */
  readonly decorators: readonly CodeSyntaxNode[];
  /** Base classes. */
  readonly bases: readonly CodeSyntaxNode[];
  /**
   * The value of each return of a function, its own body only; the expression of an arrow function or lambda. The last one is
   * null where it may also return without a value.
   */
  readonly returned: readonly CodeSyntaxNode[];
  /** Members that are set on it later: `issue_refund.needs_approval = True`. */
  readonly given: CodeSyntaxNode | undefined;
  /** The member of a name of a class, or of the nearest base in the project, or of a module of the project; undefined if nothing is known. */
  member(name: string): CodeSyntaxNode | undefined;
  /** Every call in a function, in the order of the text; undefined if there are too many. */
  readonly calls: readonly CodeSyntaxNode[] | undefined;
}

/** A value that code sets in an environment variable. */
export interface EnvironmentWrite {
  name: string;
  value: CodeSyntaxNode;
  /** The whole statement. */
  at: Place;
}
