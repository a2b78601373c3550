import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bitsBelow, type Marked } from '../../src/model/bits-below.js';

interface Node extends Marked {
  readonly at: number;
}

test('the bits of a node and of all behind it are found in any graph, in any order of questions', () => {
  const graph = fc.integer({ min: 1, max: 12 }).chain((size) =>
    fc.record({
      own: fc.array(fc.integer({ min: 0, max: 7 }), { minLength: size, maxLength: size }),
      edges: fc.array(fc.uniqueArray(fc.nat(size - 1), { maxLength: 4 }), {
        minLength: size,
        maxLength: size,
      }),
      questions: fc.array(fc.tuple(fc.nat(size - 1), fc.integer({ min: 1, max: 7 })), { maxLength: 12 }),
    }),
  );
  fc.assert(
    fc.property(graph, ({ own, edges, questions }) => {
      const nodes = own.map((_, at): Node => ({ at, asked: 0, there: 0 }));
      const behind = ({ at }: Node): readonly Node[] => (edges[at] ?? []).map((to) => nodes[to] as Node);
      const reached = (start: Node): ReadonlySet<Node> => {
        const all = new Set([start]);
        for (const one of all) for (const next of behind(one)) all.add(next);
        return all;
      };
      const asked: string[] = [];
      for (const [at, wanted] of questions) {
        const start = nodes[at] as Node;
        const ownOf = (node: Node): number => {
          for (const bit of [1, 2, 4]) if (wanted & ~node.asked & bit) asked.push(`${node.at} ${bit}`);
          return (own[node.at] ?? 0) & wanted;
        };
        const expected = [...reached(start)].reduce((all, one) => all | (own[one.at] ?? 0), 0) & wanted;
        expect(bitsBelow(start, wanted, ownOf, behind, () => undefined)).toBe(expected);
      }
      expect(new Set(asked).size).toBe(asked.length);
    }),
  );
});
