import type { Reason } from '../reason.js';
import { ALWAYS, joinedGuard, tailOf } from './guard.js';
import { gatedState, isSameState, joinStates } from './join.js';
import type { Gate, Guard, State } from './value.js';

/** What all views of one heap share. */
interface Store {
  /** States as they are where no view says otherwise. */
  readonly states: Map<number, State>;
  /** In which view an object or name was made, and when, by its number; not known where no view is left. */
  readonly births: Map<number, { readonly creator: Heap; readonly clock: number }>;
  clock: number;
}

/**
 * The states of objects and names, by number. A branch writes into a view of its own; views of the ways that go on are
 * joined where they come together. What is made in a view is known to nobody else until then: it is kept for all at once,
 * and only changes of what was there before are joined. States are never changed in place.
 */
export class Heap {
  private readonly own = new Map<number, State>();
  private readonly store: Store;
  /** The view that took over what this one says. */
  private takenOverBy: Heap | undefined;
  /** When a way that left was last kept: what was made before is no longer written for all. */
  private keptAt = 0;
  /** What had to happen for the program to be where this view is. */
  guard: Guard | undefined;

  constructor(readonly parent?: Heap) {
    this.store = parent?.store ?? { states: new Map(), births: new Map(), clock: 0 };
    this.guard = parent?.guard;
  }

  /** Time, which goes on with each that asks for it. */
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

  set(id: number, state: State): void {
    const { store } = this;
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

  /** Drops what is known of a name that nothing reads any more. */
  forget(id: number): void {
    this.own.delete(id);
    this.store.states.delete(id);
    this.store.births.delete(id);
  }

  /** Forgets which view made what: none is left but this one, of which nothing goes back. */
  settle(): void {
    this.store.births.clear();
  }

  /** A view in which a branch writes. */
  branch(): Heap {
    return new Heap(this);
  }

  /**
   * What was written since another view, which this one goes back to, as one view of that: for a way that leaves. What
   * goes on here writes for itself from then on.
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
   * Takes over what some views of this one say, one of which holds. `why` is said of what they say differently. `isCopy`:
   * the views are joined once more elsewhere.
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

  /** What this view has changed of what the view around it has: its own state is another one. */
  changedIds(): number[] {
    return [...this.own].flatMap(([id, state]) => {
      const before = this.parent?.get(id);
      return before && !isSameState(before, state) ? [id] : [];
    });
  }

  /** The view that says now what this one said. */
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

/**
 * When each of some views holds, which go back to one: whatever happened, where nothing tells them apart. What may run at
 * any time, or not, has no such point; its values are there under no gate that is known.
 */
function gatesOf(views: readonly Heap[], base: Guard | undefined, why: Reason): readonly Gate[] | undefined {
  if (views.every(({ guard }) => guard === base))
    return why === 'may-run' ? undefined : views.map(() => ALWAYS);
  return views.map(({ guard }) => [tailOf(guard, base)]);
}
