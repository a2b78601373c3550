import { MAX_BETWEEN } from '../limits.js';
import type { Reason } from '../reason.js';
import { ALWAYS, joinedGuard, tailOf } from './guard.js';
import { gatedState, isSameState, joinStates } from './join.js';
import type { Gate, Guard, State } from './value.js';

/** State that all views of one heap share. */
interface Store {
  /** States that no view overrides. */
  readonly states: Map<number, State>;
  /** The view that created an object or name, and when, by its number; absent when no view is left. */
  readonly births: Map<number, { readonly creator: Heap; readonly clock: number }>;
  clock: number;
  /** What is stored in place of a state. */
  readonly widen: ((id: number, state: State) => State) | undefined;
  /** Counts the work of joining. */
  readonly spend: ((amount: number) => void) | undefined;
  /** Told what is stored in any view. */
  watch?: ((id: number, state: State) => void) | undefined;
}

/**
 * The states of objects and names, by number. A branch writes into its own view; views of branches that complete are
 * joined where control flow joins. An object that a view creates is unreachable from others until then: it is stored in
 * the shared states, and only changes of earlier objects are joined. States are never changed in place.
 */
export class Heap {
  private readonly own = new Map<number, State>();
  private readonly store: Store;
  /** The view that this one was merged into. */
  private takenOverBy: Heap | undefined;
  /** When a leaving branch was last copied: older objects are no longer written to the shared states. */
  private keptAt = 0;
  /** The guards under which the program reaches this view. */
  guard: Guard | undefined;

  constructor(
    readonly parent?: Heap,
    widen?: Store['widen'],
    spend?: Store['spend'],
  ) {
    this.store = parent?.store ?? { states: new Map(), births: new Map(), clock: 0, widen, spend };
    this.guard = parent?.guard;
  }

  /** The next tick of the clock. */
  tick(): number {
    return ++this.store.clock;
  }

  get(id: number): State | undefined {
    for (let at: Heap | undefined = this; at; at = at.parent) {
      const found = at.own.size > 0 ? at.own.get(id) : undefined;
      if (found) return found;
    }
    return this.store.states.get(id);
  }

  set(id: number, given: State): void {
    const { store } = this;
    const state = store.widen?.(id, given) ?? given;
    store.watch?.(id, state);
    if (!this.parent) {
      store.states.set(id, state);
      return;
    }
    if (this.own.has(id)) {
      this.own.set(id, state);
      return;
    }
    if (!store.states.has(id)) {
      store.births.set(id, { creator: this, clock: ++store.clock });
      store.states.set(id, state);
      return;
    }
    const birth = store.births.get(id);
    const isOwn = birth !== undefined && birth.creator.live() === this && birth.clock > this.keptAt;
    if (isOwn) store.states.set(id, state);
    else this.own.set(id, state);
  }

  /** Drops the value of a name that nothing can read any more. */
  forget(id: number): void {
    this.own.delete(id);
    this.store.states.delete(id);
    this.store.births.delete(id);
  }

  /** Forgets which view created what, when no other view is left. */
  settle(): void {
    this.store.births.clear();
  }

  /** A view in which a branch writes. */
  branch(): Heap {
    return new Heap(this);
  }

  /**
   * The writes since an ancestor as one view of it, for a branch that leaves. Later writes here stay in this view.
   */
  since(base: Heap): Heap {
    if (this.parent === base || this === base) return this;
    const chain: Heap[] = [];
    const now = ++this.store.clock;
    for (let at: Heap | undefined = this; at && at !== base; at = at.parent) {
      at.keptAt = now;
      chain.push(at);
    }
    const view = new Heap(base);
    view.guard = this.guard;
    for (const one of chain.reverse()) for (const [id, state] of one.own) view.own.set(id, state);
    return view;
  }

  /**
   * Joins views of this one, of which one is real. `why`: the reason of values that differ. `isCopy`: the views are
   * joined again elsewhere.
   */
  merge(views: readonly Heap[], why: Reason, isCopy = false): void {
    const [only, ...others] = views;
    if (!only) return;
    if (others.length === 0) {
      if (only !== this) for (const [id, state] of only.own) this.set(id, state);
    } else {
      const gates = gatesOf(views, this.guard, why);
      const ids = new Set<number>();
      for (const view of views) if (view !== this) for (const id of view.own.keys()) ids.add(id);
      for (const id of ids) {
        let joined: State | undefined;
        let isSame = true;
        const states = views.map((view) => view.get(id));
        for (const state of states) {
          if (!state) continue;
          isSame &&= joined === undefined || joined === state;
          joined = joined ? joinStates(joined, state, why) : state;
        }
        if (joined) this.set(id, isSame || !gates ? joined : gatedState(joined, states, gates));
        this.store.spend?.(isSame ? 1 : views.length + sizeOf(joined));
      }
    }
    const ends = views.map(({ guard }) => guard);
    this.guard = joinedGuard(this.guard, ends, this.tick());
    if (isCopy) return;
    for (const view of views) {
      if (view === this) continue;
      view.takenOverBy = this;
      view.own.clear();
    }
  }

  /** The objects whose state differs from that in the parent view. */
  changedIds(): number[] {
    return [...this.own].flatMap(([id, state]) => {
      const before = this.parent?.get(id);
      return before && !isSameState(before, state) ? [id] : [];
    });
  }

  /**
   * Runs something in this view. Returns the states of earlier objects that differ from those in the parent view, in the end
   * or in between: what is set and reset again (`db = connect()`, `db = None`) is there in the meantime.
   */
  statesDuring(run: () => void): ReadonlyMap<number, readonly State[]> {
    const { store, parent } = this;
    const stored = new Map<number, Set<State>>();
    const made = new Set<number>();
    const { watch } = store;
    store.watch = (id, state) => {
      if (!store.states.has(id)) made.add(id);
      if (made.has(id)) return;
      const states = stored.get(id) ?? new Set();
      stored.set(id, states);
      if (states.size < MAX_BETWEEN) states.add(state);
    };
    run();
    store.watch = watch;
    for (const [id, state] of this.own) stored.set(id, (stored.get(id) ?? new Set()).add(state));
    const found = new Map<number, readonly State[]>();
    for (const [id, states] of stored) {
      const before = parent?.get(id);
      const others = before ? [...states].filter((state) => !isSameState(before, state)) : [];
      if (others.length > 0) found.set(id, others);
    }
    return found;
  }

  /** The view that this one was merged into in the end. */
  private live(): Heap {
    let at: Heap = this;
    while (at.takenOverBy) at = at.takenOverBy;
    for (let one: Heap = this; one.takenOverBy && one.takenOverBy !== at; ) {
      const next: Heap = one.takenOverBy;
      one.takenOverBy = at;
      one = next;
    }
    return at;
  }
}

/** How much a join compares: the items of a list. Records share what they have in common. */
const sizeOf = (state: State | undefined): number => (state?.kind === 'list' ? state.items.length : 0);

/**
 * The gate of each of some views since their common ancestor. What may run at any time has no such point, and so no
 * known gate.
 */
function gatesOf(views: readonly Heap[], base: Guard | undefined, why: Reason): readonly Gate[] | undefined {
  if (views.every(({ guard }) => guard === base))
    return why === 'may-run' ? undefined : views.map(() => ALWAYS);
  return views.map(({ guard }) => [tailOf(guard, base)]);
}
