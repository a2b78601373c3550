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

/** The module or global that a value comes from, and the names from there on. */
export function namesOf(value: Value, depth = 0): Names | undefined {
  if (depth > MAX_ARGUMENT_DEPTH) return undefined;
  const inner = (one: Value | undefined): Names | undefined => one && namesOf(one, depth + 1);
  const and = (of: Names | undefined, name: string): Names | undefined =>
    of && { module: of.module, path: [...of.path, name] };
  switch (value.kind) {
    case 'external': {
      if (value.takenFrom) {
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
      return value.members.map(inner).find((one) => one !== undefined);
    case 'unknown': {
      if (value.undeclared !== undefined) return { module: '', path: [value.undeclared] };
      if (value.takenFrom) return and(inner(value.takenFrom.object), value.takenFrom.name);
      const [first] = value.from?.parts ?? [];
      if (!first) return undefined;
      if (value.from?.name === 'same') return inner(first);
      if (value.from?.name === 'each') return and(inner(first), '[]');
      if (value.from?.name === 'item') return and(inner(first), '[]');
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
