import { MAX_ARGUMENT_DEPTH } from '../limits.js';
import { expressionAt, originOf, type Value } from '../values/value.js';

/** The name of something from outside of the project. */
export interface Names {
  /** The module that it comes from; empty for names of the language or the platform. */
  readonly module: string;
  /** The names from there on, with `()` behind each one that is called. */
  readonly path: readonly string[];
}

/** The name of something that is called. */
export interface CalledName extends Names {
  readonly language: 'typescript' | 'python';
}

/** The names of values, which many calls share. */
const KNOWN = new WeakMap<Value, { readonly names: Names | undefined }>();

/** The module or global that a value comes from, and the names from there on. */
export function namesOf(value: Value): Names | undefined {
  const visited = new Set<Value>();
  const at = (one: Value, depth: number): Names | undefined => {
    const before = KNOWN.get(one);
    if (before) return before.names;
    if (visited.has(one) || depth > MAX_ARGUMENT_DEPTH) return undefined;
    visited.add(one);
    const names = newNames(one, (inner) => inner && at(inner, depth + 1));
    // A part that has none here may have one where the question begins elsewhere.
    if (names || depth === 0) KNOWN.set(one, { names });
    return names;
  };
  return at(value, 0);
}

const and = (of: Names | undefined, name: string): Names | undefined =>
  of && { module: of.module, path: [...of.path, name] };

function newNames(value: Value, inner: (one: Value | undefined) => Names | undefined): Names | undefined {
  switch (value.kind) {
    case 'external': {
      // An object of an annotated type has the name of the type, wherever it is taken from.
      if (value.takenFrom && !value.origin.dotted.endsWith('()')) {
        const object = inner(value.takenFrom.object);
        if (object) return and(object, value.takenFrom.name);
      }
      const { module, dotted, file } = value.origin;
      return file === undefined ? { module, path: dotted === '' ? [] : dotted.split('.') } : undefined;
    }
    case 'parameter':
      return value.origin && { module: value.origin.module, path: value.origin.dotted.split('.') };
    case 'instance': {
      if (value.call.returned) return inner(value.call.returned);
      if (value.of) return inner(baseOf(value.of));
      const called = inner(value.call.target);
      const last = called?.path.at(-1);
      return called && last !== undefined
        ? { module: called.module, path: [...called.path.slice(0, -1), `${last}()`] }
        : undefined;
    }
    case 'class':
      return inner(baseOf(value));
    case 'union':
      for (const one of value.members) {
        const names = inner(one);
        if (names) return names;
      }
      return undefined;
    case 'unknown': {
      if (value.undeclared !== undefined) return { module: '', path: [value.undeclared] };
      if (value.takenFrom) return and(inner(value.takenFrom.object), value.takenFrom.name);
      const [first] = value.from?.parts ?? [];
      if (!first) return undefined;
      if (value.from?.name === 'same') return inner(first);
      if (value.from?.name === 'each' || value.from?.name === 'item') return and(inner(first), '[]');
      // `folder / name` of a path is a path.
      const one = expressionAt(value.at);
      const of = one.kind === 'binary' && one.operator === 'divide' ? inner(first) : undefined;
      return of?.module === 'pathlib' ? of : undefined;
    }
    default:
      return undefined;
  }
}

/** The first base of a class from outside of the project. */
function baseOf({ bases }: Value & { kind: 'class' }): Value | undefined {
  return bases.map(({ value }) => value).find((one) => one.kind === 'class' || originOf(one) !== undefined);
}
