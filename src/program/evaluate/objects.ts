import { EMPTY_LIST, EMPTY_RECORD } from '../values/value.js';
import type { Machine, Objects } from './machine.js';
import { withinBounds } from './slots.js';

/** Objects in the current view of the heap. The same allocation site in the same context is the same object. */
export function objectsOf(m: Machine): Objects {
  return {
    list(at, context, state) {
      const id = m.identify(at.span, context, 'list');
      m.heap.set(id, { kind: 'list', ...state, items: withinBounds(state.items) });
      return { kind: 'list', id, at, context };
    },
    record(at, context, state) {
      const id = m.identify(at.span, context, 'record');
      m.heap.set(id, { kind: 'record', ...state });
      return { kind: 'record', id, at, context };
    },
    listState({ id }) {
      const state = m.heap.get(id);
      return state?.kind === 'list' ? state : EMPTY_LIST;
    },
    recordState({ id }) {
      const state = m.heap.get(id);
      return state?.kind === 'record' ? state : EMPTY_RECORD;
    },
    update: (id, state) => m.heap.set(id, state),
  };
}
