import { cellOf } from '../values/scope.js';
import { type Origin, taken } from '../values/value.js';
import type { ContextType, Machine, TypeNames } from './machine.js';

/** No name is known as a type yet. */
export function typeNamesOf(m: Machine, contextTypes: readonly ContextType[]): TypeNames {
  const origins = new Map<number, Origin>();
  return {
    contextTypes,
    objectOf: () => undefined,
    typeOrigin(type, frame) {
      if (type.kind === 'member') {
        const origin = m.typeOrigin(type.object, frame);
        return origin && taken(origin, type.property);
      }
      const cell = type.kind === 'name' ? cellOf(frame.scope, type.name) : undefined;
      if (!cell) return undefined;
      const value = m.read(cell);
      return origins.get(cell.id) ?? (value?.kind === 'external' ? value.origin : undefined);
    },
    isType: (cell, origin) => {
      origins.set(cell.id, origin);
    },
  };
}
