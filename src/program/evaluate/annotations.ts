import type { Expression } from '../ir/ir.js';
import { cellOf } from '../values/scope.js';
import type { At, ClassValue, Origin, Value } from '../values/value.js';
import type { Frame, Machine } from './machine.js';
import { textOf } from './texts.js';

/** What an annotation names: a class of the project, or the origin of instances of one of a package. */
type Named = ClassValue | Origin;

/** The class that an annotation names. */
export function namedBy(m: Machine, type: Expression | undefined, frame: Frame): Named | undefined {
  if (!type) return undefined;
  switch (type.kind) {
    case 'same':
      return namedBy(m, type.value, frame);
    // `"Runner"`, `"Runner[Settings]"`
    case 'text': {
      const [name = '', ...given] = textOf(frame.file, type.pieces).split('[');
      const named = namedBy(m, nameAt(name, type), frame);
      return given.length > 0 ? ownType(named, frame) : named;
    }
    // `Optional[Runner]`, `Runner[Settings]`
    case 'index': {
      const isOptional = type.object.kind === 'name' && type.object.name === frame.file.language.optionalType;
      if (isOptional) return namedBy(m, type.index, frame);
      return ownType(namedBy(m, type.object, frame), frame);
    }
    // `Runner | None`
    case 'binary': {
      const isNone = type.right.kind === 'literal' && type.right.scalar === null;
      return type.operator === 'merge' && isNone ? namedBy(m, type.left, frame) : undefined;
    }
    case 'name':
    case 'member': {
      const origin = m.typeOrigin(type, frame);
      if (origin && origin.dotted !== '') return { ...origin, dotted: `${origin.dotted}()` };
      const cell = type.kind === 'name' ? cellOf(frame.scope, type.name) : undefined;
      const value = cell && m.read(cell);
      return value?.kind === 'class' ? value : undefined;
    }
    default:
      return undefined;
  }
}

/** A generic type, if it is not one of the language: `List[str]`. */
const ownType = (named: Named | undefined, { file }: Frame): Named | undefined =>
  named && 'module' in named && file.language.typeModules.has(named.module) ? undefined : named;

/** The member under which a type of a package gives what its type argument names: `RunContext[Settings]`. */
export function contextOf(
  m: Machine,
  { module, dotted }: Origin,
  type: Expression | undefined,
  frame: Frame,
): { readonly member: string; readonly type: Named } | undefined {
  const context = m.contextTypes.find(
    (one) => dotted === `${one.name}()` && (module === one.module || module.startsWith(`${one.module}.`)),
  );
  const given = context && type && givenTo(type, frame);
  const named = given && namedBy(m, given, frame);
  return named && { member: context.member, type: named };
}

/** The first type argument of a type. */
function givenTo(type: Expression, frame: Frame): Expression | undefined {
  if (type.kind === 'same') return givenTo(type.value, frame);
  if (type.kind === 'text') {
    const [, given] = textOf(frame.file, type.pieces).split('[');
    const [name = ''] = given?.split(/[\],]/) ?? [];
    return nameAt(name.trim(), type);
  }
  if (type.kind !== 'index') return undefined;
  return type.index.kind === 'list' ? type.index.elements[0]?.value : type.index;
}

/** A name as it stands in a text: `a.b` is a member. */
function nameAt(name: string, { start, end }: Expression): Expression {
  const [first = '', ...rest] = name.split('.');
  return rest.reduce<Expression>(
    (object, property) => ({ kind: 'member', object, property, propertySpan: { start, end }, start, end }),
    { kind: 'name', name: first, start, end },
  );
}

/** A value of a type that an annotation names, as a member of an object. */
export function valueOfType(
  m: Machine,
  type: Named,
  {
    object,
    name,
    at,
  }: { readonly object: Value & { why?: unknown }; readonly name: string; readonly at: At },
): Value | undefined {
  if (!('module' in type)) return m.objectOf(type);
  return {
    kind: 'external',
    at,
    origin: type,
    why: { kind: 'member', of: name },
    takenFrom: { object, name },
  };
}
