import type { Statement } from '../ir/ir.js';
import type { Declarations, Frame, Machine } from './machine.js';

/** Nothing is declared yet. */
export function declarationsOf(m: Machine): Declarations {
  const pending = new Map<Statement, Frame>();
  const early = new Map<Statement, Frame | 'running'>();
  return {
    declares: (statement, frame) => {
      pending.set(statement, frame);
    },
    early(declaration) {
      const frame = pending.get(declaration);
      const before = early.get(declaration);
      if (before === 'running') return 'running';
      if (!frame || before === frame) return false;
      early.set(declaration, 'running');
      const { guard } = m.heap;
      m.run([declaration], frame);
      m.heap.guard = guard;
      early.set(declaration, frame);
      return true;
    },
    isEarly(statement, frame) {
      const at = early.get(statement);
      return at !== undefined && at !== 'running' && at.scope === frame.scope;
    },
  };
}
