import { keptIn } from '../../model/once.js';
import type { Machine } from '../evaluate/machine.js';
import type { Expression, FunctionDefinition } from '../ir/ir.js';
import { lastName } from '../ir/walk.js';
import { MAX_ARGUMENT_DEPTH, MAX_CHOICES, MAX_PARTS } from '../limits.js';
import { expressionAt, originOf, type TakenFrom, type Value } from '../values/value.js';
import { type CalledName, namesOf } from './names-of.js';
import type { CodeSyntaxNode } from './node.js';
import { offsetsOf } from './node-value.js';

/** An argument of a call, by who chooses it, as far as that is known. */
export type CallArgument =
  | { readonly kind: 'constant'; readonly value: string | number | boolean | null }
  /** A text of several parts, in their order. */
  | { readonly kind: 'text'; readonly parts: readonly TextPart[] }
  /** A value that the caller of the root passes. `isWhole`: nothing is added to it. `result`: the call that it begins with. */
  | {
      readonly kind: 'model';
      readonly isWhole: boolean;
      readonly result?: CalledName;
      /** The object that it is the text of: `JSON.stringify({ query, variables })`. */
      readonly record?: CallArgument;
    }
  | { readonly kind: 'list'; readonly items: readonly CallArgument[]; readonly isOpen: boolean }
  | {
      readonly kind: 'record';
      readonly members: ReadonlyMap<string, CallArgument>;
      readonly isOpen: boolean;
    }
  /** One of several. */
  | { readonly kind: 'either'; readonly of: readonly CallArgument[] }
  /** A computed value that does not depend on the caller of the root. `result`: the call that computes it. */
  | { readonly kind: 'other'; readonly result?: CalledName }
  | { readonly kind: 'none' };

/** A part of a text: as written, or computed. */
export type TextPart = string | { readonly from: 'model' | 'other'; readonly result?: CalledName };

/** Who passes the parameters of a root, and which calls the model answers. */
export interface RootParameters {
  readonly m: Machine;
  readonly functions: ReadonlySet<FunctionDefinition>;
  /** Whether the framework passes a parameter, and not the caller: a context, a run. */
  isContext(name: string, index: number, origin: string | undefined): boolean;
  /** Whether the model answers a call: what it gives is the model's, as what it passes to the root is. */
  isAnswer?: ((call: Pick<CodeSyntaxNode, 'offsets'>) => boolean) | undefined;
}

const OTHER: CallArgument = { kind: 'other' };
const NONE: CallArgument = { kind: 'none' };
const MODEL: CallArgument = { kind: 'model', isWhole: true };
const IN_PART: CallArgument = { kind: 'model', isWhole: false };

/** Results of operations, by their depth: `y + y` has the same operand twice, which may have its own twice. */
type KnownArguments = Map<Value, CallArgument>[];

/** The argument that a value is, seen from a root. */
export const argumentOf = (value: Value, of: RootParameters): CallArgument => argumentAt(value, of, 0, []);

function argumentAt(value: Value, of: RootParameters, depth: number, all: KnownArguments): CallArgument {
  if (value.kind !== 'unknown' || !value.from) return newArgument(value, of, depth, all);
  all[depth] ??= new Map();
  return keptIn(all[depth], value, () => newArgument(value, of, depth, all));
}

function newArgument(value: Value, of: RootParameters, depth: number, known: KnownArguments): CallArgument {
  const { m } = of;
  // What is not followed further back may come from the model.
  if (depth > MAX_ARGUMENT_DEPTH && value.kind !== 'scalar' && value.kind !== 'nothing') return IN_PART;
  const inner = (one: Value): CallArgument => argumentAt(one, of, depth + 1, known);
  // A length is a number, whoever filled the list.
  const memberNamed = ({ object, name }: TakenFrom): CallArgument =>
    name === 'length' ? OTHER : memberOf(inner(object));
  switch (value.kind) {
    case 'scalar':
      return { kind: 'constant', value: value.scalar };
    case 'nothing':
      return NONE;
    case 'list': {
      const { items, open } = m.listState(value);
      const isOpen = open !== undefined || items.some(({ spread }) => spread);
      const parts = items.map((slot) => inner(slot.spread ?? slot.value));
      return eachChoice(parts, (all) => ({ kind: 'list', items: all, isOpen }));
    }
    case 'record': {
      const { members, open } = m.recordState(value);
      const all = new Map([...members].map(([key, slot]) => [key, inner(slot.value)] as const));
      return { kind: 'record', members: all, isOpen: open !== undefined };
    }
    case 'union':
      return { kind: 'either', of: value.members.map(inner) };
    case 'parameter': {
      if (value.from) return joined(value.from.parts.map(inner), value.from.name);
      if (!of.functions.has(value.of.definition)) return OTHER;
      const index = value.of.definition.parameters.indexOf(value.parameter);
      const origin = value.origin?.dotted;
      return of.isContext(value.name, index, origin) ? OTHER : MODEL;
    }
    case 'external':
      return value.takenFrom ? memberNamed(value.takenFrom) : OTHER;
    case 'instance': {
      const { returned, target, receivers, positional, named } = value.call;
      if (returned) return inner(returned);
      if (of.isAnswer?.({ offsets: offsetsOf(value.at) })) return MODEL;
      const on = receivers[0] ? inner(receivers[0].value) : NONE;
      if (on.kind === 'model') return on;
      // `" ".join(words)`: a text has no members that a target is taken from.
      const isOfText = on.kind === 'constant' && PASSING_METHODS.has(lastName(value.call.expression.callee));
      if (!isOfText && !passesOn(target)) return resultOf(value);
      const given = [...positional, ...named.members.values()].map((slot) => inner(slot.value));
      // `os.path` of `os.path.join(folder, name)` is no part of the result.
      const isPart = on.kind !== 'none' && (on.kind !== 'other' || on.result !== undefined);
      return joined(isPart ? [on, ...given] : given, 'computed');
    }
    case 'unknown': {
      if (value.later) {
        const given = m.read(value.later);
        return given && given !== value ? inner(given) : OTHER;
      }
      if (value.takenFrom) return memberNamed(value.takenFrom);
      if (value.why === 'too-many-operands') return IN_PART;
      if (!value.from) return OTHER;
      const parts = value.from.parts.map(inner);
      if (isText(expressionAt(value.at))) return eachChoice(parts, text);
      return joined(parts, value.from.name);
    }
    default:
      return OTHER;
  }
}

/** The result of a call that is not read. */
function resultOf({ call }: Value & { kind: 'instance' }): CallArgument {
  const names = namesOf(call.target);
  if (!names) return OTHER;
  return { kind: 'other', result: { ...names, language: call.file.language.name } };
}

/** A value computed from several: chosen by the model if any of them is; whole if nothing is added. */
function joined(parts: readonly CallArgument[], by: string): CallArgument {
  if (by === 'equal' || by === 'in' || by === 'less' || by === 'at-most' || by === 'not') return OTHER;
  if (by === 'item') return parts[0] ? memberOf(parts[0]) : OTHER;
  if (!parts.some(isOfModel)) return (parts.length === 1 && parts[0]) || startedBy(OTHER, parts);
  if (parts.every((part) => part.kind === 'model' && part.isWhole)) return MODEL;
  const [only, ...others] = parts;
  if (only?.kind === 'record' && others.length === 0) return { kind: 'model', isWhole: false, record: only };
  return startedBy(IN_PART, parts);
}

/** A member or item of a value: of the same model or call. */
const memberOf = (object: CallArgument): CallArgument =>
  isOfModel(object) ? startedBy(MODEL, [object]) : startedBy(OTHER, [object]);

/** A value of several parts, with the call that the first of them is the result of. */
function startedBy<T extends object>(whole: T, parts: readonly CallArgument[]): T {
  const result = resultAtStart(parts[0]);
  return result ? { ...whole, result } : whole;
}

/** The call whose result a value is or begins with: `mkdtemp()` of `os.path.join(mkdtemp(), name)`. */
export function resultAtStart(one: CallArgument | undefined): CalledName | undefined {
  if (one?.kind === 'text') return typeof one.parts[0] === 'object' ? one.parts[0].result : undefined;
  return one?.kind === 'other' || one?.kind === 'model' ? one.result : undefined;
}

/** Whether the caller of the root passes any part of it. */
export function isOfModel(one: CallArgument): boolean {
  switch (one.kind) {
    case 'model':
      return true;
    case 'text':
      return one.parts.some((part) => typeof part === 'object' && part.from === 'model');
    case 'list':
      return one.items.some(isOfModel);
    case 'record':
      return [...one.members.values()].some(isOfModel);
    case 'either':
      return one.of.some(isOfModel);
    default:
      return false;
  }
}

const isText = (one: Expression): boolean =>
  one.kind === 'template' || (one.kind === 'binary' && one.operator === 'add');

/** What parts make, for each choice of those that are one of several constants, or of texts with such a beginning. */
function eachChoice(
  parts: readonly CallArgument[],
  make: (parts: readonly CallArgument[]) => CallArgument,
): CallArgument {
  const isChoice = (one: CallArgument) =>
    one.kind === 'either' && one.of.every(({ kind }) => kind === 'constant' || kind === 'text');
  if (!parts.some(isChoice)) return make(parts);
  let all: readonly (readonly CallArgument[])[] = [[]];
  for (const one of parts) {
    const choices = one.kind === 'either' && isChoice(one) ? one.of : [one];
    all = all.flatMap((before) => choices.map((choice) => [...before, choice]));
    if (all.length > MAX_CHOICES) return make(parts);
  }
  return { kind: 'either', of: all.map(make) };
}

/** A text of several parts; parts that are texts are flattened. */
function text(all: readonly CallArgument[]): CallArgument {
  const parts: TextPart[] = [];
  const add = (part: TextPart): void => {
    const last = parts.at(-1);
    if (typeof part === 'string' && typeof last === 'string') parts[parts.length - 1] = last + part;
    else if (part !== '') parts.push(part);
  };
  for (const one of all) {
    if (one.kind === 'constant') add(String(one.value));
    else if (one.kind === 'text') for (const part of one.parts) add(part);
    else add(startedBy({ from: isOfModel(one) ? ('model' as const) : ('other' as const) }, [one]));
  }
  // What is left out may be anything.
  if (parts.length > MAX_PARTS) parts.splice(MAX_PARTS, parts.length, { from: 'model' });
  const [only, ...others] = parts;
  if (typeof only === 'object' && others.length === 0) {
    const isWhole = all.some((one) => one.kind === 'model' && one.isWhole);
    return startedBy(only.from === 'other' ? OTHER : isWhole ? MODEL : IN_PART, all);
  }
  return { kind: 'text', parts };
}

/** Functions that return their argument in another form, by module; the module of a global is empty. */
const PASSING: Readonly<Record<string, string>> = {
  '': 'str String bytes list dict tuple Array.from JSON.parse JSON.stringify URL atob compile decodeURIComponent encodeURI encodeURIComponent Buffer.from',
  os: 'path fspath',
  'os.path': '*',
  posixpath: '*',
  ntpath: '*',
  path: '*',
  'node:path': '*',
  pathlib: '*',
  shlex: '*',
  json: 'loads dumps',
  'urllib.parse': '*',
  url: '*',
  'node:url': '*',
  textwrap: 'dedent indent',
  ast: 'fix_missing_locations parse unparse',
  base64: '*',
  re: 'sub',
};

/** Methods that return their receiver or argument in another form. */
const PASSING_METHODS: ReadonlySet<string> = new Set(['format', 'join', 'concat']);

/** The default export of a module that is a namespace. */
const DEFAULT = 'default.';

function passesOn(target: Value): boolean {
  if (target.kind === 'unknown' && target.undeclared !== undefined) return isAmong('', target.undeclared);
  if (target.kind === 'unknown' && target.takenFrom) {
    const { object, name } = target.takenFrom;
    if (PASSING_METHODS.has(name)) return true;
    return object.kind === 'unknown' && object.undeclared !== undefined
      ? isAmong('', `${object.undeclared}.${name}`)
      : false;
  }
  const origin = originOf(target);
  if (!origin || origin.file !== undefined) return false;
  return isAmong(origin.module, origin.dotted) || isAmong(origin.module, origin.dotted.slice(DEFAULT.length));
}

function isAmong(module: string, dotted: string): boolean {
  const names = Object.hasOwn(PASSING, module) ? PASSING[module]?.split(' ') : undefined;
  return names?.some((name) => name === '*' || dotted === name || dotted.startsWith(`${name}.`)) ?? false;
}
