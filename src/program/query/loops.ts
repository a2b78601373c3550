import { keptFor } from '../../model/once.js';
import type { Place } from '../../model/place.js';
import type { Expression, Span, Statement } from '../ir/ir.js';
import { bare, everyStatement, statementsIn, within } from '../ir/walk.js';
import { callNode } from './call.js';
import { CodeFile } from './document.js';
import type { CodeSyntaxNode } from './node.js';
import { rangeOf } from './node-value.js';
import { ROOT } from './view.js';

/** A loop around a call, in the function that the call stands in. */
export interface LoopAround {
  /**
   * `for`: it goes through something. `counted`: a test of how many or how much ends it. `open`: it goes on until something
   * else ends it.
   */
  readonly kind: 'for' | 'counted' | 'open';
  /** Neither its own test nor the end of its first round ends it: `while True`. */
  readonly isEndless: boolean;
  /** Its keyword and test: `while True`. */
  readonly at: Place;
  /** As written, without its body. */
  readonly text: string;
  /** The calls in it, not those of functions that are defined in it. */
  readonly calls: readonly CodeSyntaxNode[];
}

type Loop = Statement & { readonly kind: 'for' | 'while' };

/** The loops around a call in its own function, innermost first. */
export function loopsAround(node: CodeSyntaxNode): LoopAround[] {
  const file = node.document;
  if (!(file instanceof CodeFile)) return [];
  const { start, end } = node.offsets;
  const functionStart = node.call?.functionStart ?? 0;
  return loopsIn(file)
    .filter(
      (one) =>
        one.start >= functionStart &&
        one.start <= start &&
        one.body.some((inner) => inner.start <= start && end <= inner.end),
    )
    .map((loop) => loopView(loop, file));
}

/** The loops of a file, the last one first: each call in it asks for those around it. */
const loopsIn = keptFor((file: CodeFile): readonly Loop[] =>
  [...everyStatement(file.program()?.body ?? [])]
    .filter((one) => one.kind === 'for' || one.kind === 'while')
    .sort((a, b) => b.start - a.start),
);

function loopView(loop: Loop, file: CodeFile): LoopAround {
  const [first] = loop.body;
  // As written, without what opens the body.
  let end = file.text.slice(loop.start, first?.start ?? loop.end).indexOf('\n');
  end = loop.start + (end < 0 ? (first?.start ?? loop.end) - loop.start : end);
  while (end > loop.start + 1 && OPENS.has(file.text.charAt(end - 1))) end--;
  const span: Span = { start: loop.start, end };
  const text = file.text.slice(span.start, span.end);
  return {
    kind: loop.kind === 'for' ? 'for' : isCounted(loop) ? 'counted' : 'open',
    isEndless: loop.kind === 'while' && (!loop.test || isTrue(bare(loop.test))) && !leavesAtOnce(loop.body),
    at: { file: file.file, path: 'loop', range: () => rangeOf({ file, span }) },
    text,
    get calls() {
      const inside = (one: Span): boolean => loop.start <= one.start && one.end <= loop.end;
      return file
        .evaluation()
        .eventsIn(file)
        .filter(({ expression }) => inside(expression))
        .map((event) => callNode(event, ROOT));
    },
  };
}

const isTrue = (test: Expression): boolean => test.kind === 'literal' && Boolean(test.scalar);

const OPENS: ReadonlySet<string> = new Set([' ', '\t', '\r', ':', '{']);

/** Whether a test of how many or how much ends a loop: its own, or one behind which it is left. */
function isCounted(loop: Loop & { readonly kind: 'while' }): boolean {
  if (loop.test && compares(loop.test)) return true;
  for (const one of statementsIn(loop.body))
    if (one.kind === 'if' && compares(one.test) && [one.body, one.otherwise].some(leaves)) return true;
  return false;
}

const leaves = (body: readonly Statement[]): boolean => {
  for (const { kind } of statementsIn(body))
    if (kind === 'break' || kind === 'return' || kind === 'throw') return true;
  return false;
};

/** Whether a body is left at the end of its first round unless something is raised. */
const leavesAtOnce = (body: readonly Statement[]): boolean =>
  body.some(
    (one) => one.kind === 'break' || one.kind === 'return' || (one.kind === 'try' && leavesAtOnce(one.body)),
  );

const ORDER: ReadonlySet<string> = new Set(['less', 'at-most', 'more', 'at-least']);

/** Whether a test compares by order: a number of turns, a time, an amount of tokens. */
function compares(test: Expression): boolean {
  for (const one of within(test)) {
    const inner = bare(one);
    if (inner.kind === 'binary' && ORDER.has(inner.operator)) return true;
  }
  return false;
}
