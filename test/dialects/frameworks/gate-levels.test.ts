import { describe, expect, it } from 'vitest';
import {
  concludeGate,
  type Gate,
  type GateStatement,
  strongest,
  weakest,
} from '../../../src/dialects/frameworks/gate-levels.js';

const by = (who: 'human' | 'conditional' | 'machine'): Gate => ({
  state: 'shown',
  value: { by: who, stated: who },
});

/** Gates from the weakest to the strongest. `off`: the tool itself states that nobody is asked. */
const GATES = {
  open: { state: 'absent' },
  off: { state: 'absent', at: { file: 'a.py', path: '', range: () => ({}) as never } },
  never: { state: 'absent', off: { by: 'function' } },
  hosted: { state: 'inexpressible' },
  machine: by('machine'),
  unknown: { state: 'undecidable' },
  some: by('conditional'),
  person: by('human'),
} satisfies Record<string, Gate>;
type Name = keyof typeof GATES;

const nameOf = (gate: Gate | undefined): string =>
  Object.entries(GATES).find(([, one]) => one === gate)?.[0] ?? 'none';

const OUTER: readonly Name[] = ['off', 'machine', 'unknown', 'some', 'person'];

describe('the gate that statements of levels amount to', () => {
  // What counts where an outer level states, in this order: off, machine, unknown, some, person.
  it.each<[inner: Name, levels: string, counts: string]>([
    ['open', 'own default named group agent run all', 'off machine unknown some person'],
    ['off', 'own named group agent run all', 'off machine unknown some person'],
    ['off', 'default', 'off off off off off'],
    ['never', 'own default named group agent run', 'off machine unknown some person'],
    ['never', 'all', 'never never never never never'],
    ['unknown', 'group agent', 'unknown machine unknown some person'],
    ['unknown', 'own default named run all', 'unknown unknown unknown unknown unknown'],
    ['hosted', 'group agent', 'off machine unknown some person'],
    ['hosted', 'own default named run all', 'hosted hosted hosted hosted hosted'],
    ['machine', 'own default named group agent run all', 'machine machine machine machine machine'],
    ['some', 'own default named group agent run all', 'some some some some some'],
    ['person', 'own default named group agent run all', 'person person person person person'],
  ])('is, over %s, by %s: %s', (inner, levels, counts) => {
    for (const level of levels.split(' ') as GateStatement['level'][]) {
      const found = OUTER.map((outer) => concludeGate(GATES[inner], [{ level, gate: GATES[outer] }]).gate);
      expect([level, ...found.map(nameOf)]).toEqual([level, ...counts.split(' ')]);
      const replaced = OUTER.map(
        (outer) => concludeGate(GATES[inner], [{ level, gate: GATES[outer], replaces: true }]).gate,
      );
      expect(replaced.map(nameOf)).toEqual(OUTER);
    }
  });

  it.each<[stated: string, counts: Name]>([
    // On one level the strongest counts, whatever comes first.
    ['agent:off agent:unknown agent:machine', 'unknown'],
    ['agent:some agent:person agent:unknown', 'person'],
    ['agent:machine agent:off', 'machine'],
    // Outer levels add, in the order of the levels.
    ['all:person own:off', 'person'],
    ['agent:person own:machine', 'machine'],
    ['agent:person own:unknown', 'person'],
    ['all:person agent:off own:unknown', 'unknown'],
    ['group:unknown agent:person', 'person'],
    ['run:person agent:machine', 'machine'],
    // A function is asked where its gate may count.
    ['own:person agent:unasked', 'person'],
    ['', 'open'],
  ])('is, of %s: %s', (stated, counts) => {
    const statements = stated.split(' ').flatMap((one): GateStatement[] => {
      const [level = '', gate = ''] = one.split(':');
      const asked = (): never => expect.fail('asked for nothing');
      return level === ''
        ? []
        : [
            {
              level: level as GateStatement['level'],
              gate: gate === 'unasked' ? asked : GATES[gate as Name],
            },
          ];
    });
    expect(nameOf(concludeGate(GATES.open, statements).gate)).toBe(counts);
  });

  it.each<[all: string, weak: string, strong: string]>([
    ['person some unknown machine off', 'off', 'person'],
    ['person some', 'some', 'person'],
    ['some unknown', 'unknown', 'some'],
    ['unknown machine', 'machine', 'unknown'],
    ['off open', 'off', 'off'],
  ])('is, of the alternatives %s, the weakest, and together the strongest', (all, weak, strong) => {
    const gates = all.split(' ').map((one): Gate => GATES[one as Name]);
    expect([weakest, strongest].map((of) => nameOf(of(gates, (one) => one)))).toEqual([weak, strong]);
  });

  it('comes with what gates the tool at the outermost level that may count', () => {
    const remedyAt = (inner: Gate) =>
      concludeGate(inner, [
        { level: 'own', remedy: { text: 'own' } },
        { level: 'agent', remedy: { text: 'agent' } },
      ]).remedy?.text;
    expect([GATES.open, GATES.unknown, GATES.person].map(remedyAt)).toEqual(['agent', 'agent', undefined]);
  });
});
