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

/** A node of code: what SyntaxNode says, and what only code has. */
export interface CodeSyntaxNode extends SyntaxNode {
  readonly parent: CodeSyntaxNode | undefined;
  get(key: string): CodeSyntaxNode | undefined;
  items(): readonly CodeSyntaxNode[];
  /** The call that makes this value. Such a node is `dynamic`: what a call gives is for its reader to know. */
  readonly call: Call | undefined;
  /** The function, class or module that this is. Such a node is `dynamic` too. */
  readonly reference: Reference | undefined;
  /** Where this comes from, for a name that is imported, a member of one, or a definition. */
  readonly origin: Origin | undefined;
  /** How a text ends whose beginning is computed. */
  readonly ends: string | undefined;
  /** The object that it was taken from, and the name of the member; undefined where it is no member, or a known one. */
  readonly takenFrom: { readonly object: CodeSyntaxNode; readonly name: string } | undefined;
  /** The names that lead to it from a package or the platform: `environ.HOME` of `os`, `process.env.HOME` of no module. */
  readonly reached: { readonly module: string; readonly dotted: string } | undefined;
  /** The same for every node that is the same literal, call or definition, wherever it is referred to. */
  readonly identity: string;
  /** Where it is made. */
  readonly offsets: Offsets;
  /** The function that was read for one call of it to give this: it is one of several that the same text makes. */
  readonly factory: Offsets | undefined;
  /** What is spread into a list here, where its items are not known: `...toolNamespace()`. */
  readonly spread: CodeSyntaxNode | undefined;
  /** What an object copies that begins with it and is given other members behind it: `{ ...refund, name: 'x' }`. */
  readonly copied: CodeSyntaxNode | undefined;
  /** Where it is written here: the name in a list, where `at` is the definition that the name stands for. */
  written(): Place;
}

/** A call or construction. */
export interface Call {
  /** As written, without type arguments: `new Agent`, `client.responses.create`. */
  readonly callee: string;
  /** Last name of the callee: `create`. */
  readonly name: string;
  readonly isNew: boolean;
  /** Where what is called comes from. */
  readonly origin: Origin | undefined;
  /** It may not run although the function around it does. */
  readonly isConditional: boolean;
  /** A function of the project was evaluated for it: what that does is known. */
  readonly hasRun: boolean;
  /** Where the function around it begins; undefined at the level of the module. */
  readonly functionStart: number | undefined;
  /** What is called. */
  readonly target: CodeSyntaxNode;
  /** The object whose member is called: `billing` in `billing.asTool()`. */
  readonly receiver: CodeSyntaxNode | undefined;
  /** Every object that the callee is taken from, nearest first: `client.responses`, `client` in `client.responses.create()`. */
  readonly receivers: readonly CodeSyntaxNode[];
  /** A spread of a known list is written out. */
  readonly positional: readonly CodeSyntaxNode[];
  /** Keyword arguments as an object (Python); empty elsewhere. */
  readonly named: CodeSyntaxNode;
  /**
   * The options of a constructor, however the language passes them: the keyword arguments in Python, elsewhere the first
   * argument that is an object. What is changed later through the name of the result is in it, and what a class of the
   * project gives its base.
   */
  readonly options: CodeSyntaxNode;
  /** The call of the base's constructor, where it constructs a class of the project that makes one. */
  readonly passedOn: Call | undefined;
  /** The call that `functools.partial(callee, ...)` binds arguments of; undefined for any other call. */
  readonly binds: Call | undefined;
  /** The call that bound its first arguments before; undefined where none did. */
  readonly boundBy: CodeSyntaxNode | undefined;
  /** What it gives, where a function of the project is called that does nothing but give it. */
  readonly given: CodeSyntaxNode | undefined;
  /** The name that the result is given, where it is: `billing` in `const billing = new Agent()`. */
  readonly boundTo: string | undefined;
  /** The callee, where a finding about the call stands. */
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
  /** What each return of a function gives, its own body only; the expression of an arrow function or lambda. */
  readonly returned: readonly CodeSyntaxNode[];
  /** Members that it is given later: `issue_refund.needs_approval = True`. */
  readonly given: CodeSyntaxNode | undefined;
  /** What a class, or the nearest class of the project that it extends, has under a name; undefined where nothing is known. */
  member(name: string): CodeSyntaxNode | undefined;
  /** The class around a method. */
  readonly inClass: string | undefined;
  /** Every call in a function, in the order of the text; undefined where there are more than are looked at. */
  readonly calls: readonly CodeSyntaxNode[] | undefined;
}

/** A value given to an environment variable in code. */
export interface EnvironmentWrite {
  name: string;
  value: CodeSyntaxNode;
  /** The whole statement. */
  at: Place;
  /** It holds only where none is set yet (`os.environ.setdefault`). */
  isDefault: boolean;
}
