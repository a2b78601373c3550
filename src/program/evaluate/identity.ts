import type { At, Context } from '../values/value.js';

/** The role of an allocation site: one site can allocate several things. */
export type Role = 'definition' | 'list' | 'record' | 'call' | 'object' | 'generic';

/** Numbers of cells, objects and contexts. The same allocation site in the same context has the same number. */
export interface Identity {
  /** A new number. */
  number(): number;
  identify(place: object, context: Context, role: Role): number;
  /** The context of a call or of one round; the same for equal arguments. `isFree`: it costs no depth. */
  context(parent: Context, at: At, turn: number | undefined, of: At, isFree?: boolean): Context;
  /** The context of one round of what runs for each of several. */
  turn(context: Context, of: At, index: number): Context;
}

/** The level of a module. */
export const MODULE_CONTEXT: Context = {
  number: 0,
  at: undefined,
  turn: undefined,
  depth: 0,
  calls: 0,
  of: undefined,
  call: undefined,
  parent: undefined,
};

const ROLES: Readonly<Record<Role, number>> = {
  definition: 0,
  list: 1,
  record: 2,
  call: 3,
  object: 4,
  generic: 5,
};
const MOST_ROLES = 8;

/** An identity in which nothing has a number. `created`: is told what gets one. */
export function identityOf(created: (id: number, place: object, role: Role) => void): Identity {
  /** By context and role: most contexts allocate many things. */
  const ids = new Map<number, Map<object, number>>();
  const contexts = new ByPlace<Context[]>();
  let lastId = 0;
  let lastContext = 0;
  const context: Identity['context'] = (parent, at, turn, of, isFree = false) => {
    const all = contexts.get(at.span, parent.number);
    const before = all?.find((one) => one.turn === turn && one.of?.span === of.span);
    if (before) return before;
    const isCall = at.span !== of.span;
    const created: Context = {
      number: ++lastContext,
      at,
      turn,
      depth: isCall && !isFree ? parent.depth + 1 : parent.depth,
      calls: isCall ? parent.calls + 1 : parent.calls,
      of,
      parent,
      call: isCall ? at : undefined,
    };
    if (all) all.push(created);
    else contexts.set(at.span, parent.number, [created]);
    return created;
  };
  return {
    number: () => ++lastId,
    identify(place, { number }, role) {
      const key = number * MOST_ROLES + ROLES[role];
      let own = ids.get(key);
      if (!own) {
        own = new Map();
        ids.set(key, own);
      }
      const before = own.get(place);
      if (before !== undefined) return before;
      own.set(place, ++lastId);
      created(lastId, place, role);
      return lastId;
    },
    context,
    turn: (parent, of, index) => context(parent, of, index, of),
  };
}

interface Entry<V> {
  readonly key: number;
  readonly value: V;
  /** Most places have one value: only those with more have a map. */
  others: Map<number, V> | undefined;
}

/** Values by a place and a number. */
export class ByPlace<V> {
  private readonly entries = new Map<object, Entry<V>>();

  get(place: object, key: number): V | undefined {
    const entry = this.entries.get(place);
    return entry?.key === key ? entry.value : entry?.others?.get(key);
  }

  set(place: object, key: number, value: V): void {
    const entry = this.entries.get(place);
    if (!entry || entry.key === key) this.entries.set(place, { key, value, others: entry?.others });
    else {
      entry.others ??= new Map();
      entry.others.set(key, value);
    }
  }

  /** Everything at a place. */
  all(place: object): readonly V[] {
    const entry = this.entries.get(place);
    return entry ? [entry.value, ...(entry.others?.values() ?? [])] : [];
  }
}
