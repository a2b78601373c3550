import { keptIn } from '../../model/once.js';
import type { Evaluation } from '../evaluate/index.js';
import type { Expression } from '../ir/ir.js';
import { everyExpression } from '../ir/walk.js';
import { MAX_FLOW_TERMS } from '../limits.js';
import { startOf } from '../values/guard.js';
import type { SourceFile } from '../values/source.js';
import { argumentsOf, type FunctionValue, type Value } from '../values/value.js';
import type { CodeFile } from './document.js';
import { type CallShape, callOf, partsOf, refreshed, type Shape, shapeOf } from './flow/shape.js';
import type { CodeSyntaxNode, Offsets } from './node.js';
import { CodeView } from './view.js';

/** What is asked of the result of a call. */
export interface LeavingQuestion {
  /** Files in which it is followed. */
  readonly within: ReadonlySet<string>;
  /** Members of the result that lead on to all of it. */
  readonly carriers: ReadonlySet<string>;
  /** The function around the call, if its caller only takes a text from it: what it returns does not leave. */
  readonly ends?: Offsets | undefined;
  /** Whether a call that is not read only looks at what it is given. */
  isPlain(call: CallShape): boolean;
}

/** Calls whose result is that of an argument. */
const PASSING: ReadonlySet<string> = new Set(
  'all allSettled create_task dumps ensure_future gather race resolve run run_until_complete shield stringify wait_for'.split(
    ' ',
  ),
);

/** Methods of a result that give nothing but what was said. */
const TEXTUAL = ['text', 'output', 'list'];

/**
 * Whether the result of a call, or an item or event of it, goes to code that is not read: it is returned or yielded to a
 * caller outside of the files, passed to a call that is not read, or stored in a member of an object.
 */
export function leavesFiles(call: CodeSyntaxNode, question: LeavingQuestion): boolean {
  if (!(call instanceof CodeView) || call.value.kind !== 'instance') return true;
  const { expression, file } = call.value.call;
  const evaluation = (file as CodeFile).evaluation();
  refreshed(evaluation);
  const isGiven = carrierOf(expression, question);
  const files = evaluation.filesWithEvents().filter((one) => question.within.has(one.file));
  return files.some(
    (one) =>
      evaluation.eventsIn(one).some((event) => {
        if (event.expression === expression) return false;
        const { target } = event;
        // The body of a function of the project is followed instead.
        if (target.kind === 'function' || target.kind === 'class') return false;
        if (!argumentsOf(event).some(({ value }) => isGiven(value))) return false;
        const one = callOf(event);
        return !PASSING.has(one.name) && !question.isPlain(one);
      }) ||
      evaluation.eventsOf(one, 'set').some(({ slot }) => isGiven(slot.value)) ||
      evaluation
        .functionsIn(one)
        .some(
          (own) =>
            !isFunctionAt(own, question.ends) &&
            (isReturnedOutside(own, evaluation, isGiven) || yieldsIt(own, expression, file)),
        ),
  );
}

const isFunctionAt = ({ definition, at }: FunctionValue, ends: Offsets | undefined): boolean =>
  ends !== undefined && at.file.file === ends.file && definition.start === ends.start;

/** Whether a value is the result of a call, or has it in it. */
function carrierOf(expression: Expression, { carriers }: LeavingQuestion): (value: Value) => boolean {
  const known = new Map<Shape, boolean>();
  let left = MAX_FLOW_TERMS;
  // What is computed from itself gains nothing by that.
  const carries = (value: Value): boolean => {
    const shape = shapeOf(value);
    return keptIn(known, shape, () => left-- <= 0 || isCarrier(shape), false);
  };
  const isCarrier = (shape: Shape): boolean => {
    switch (shape.kind) {
      case 'call':
        if (shape.event.expression === expression) return true;
        if (shape.object && carries(shape.object))
          return !TEXTUAL.some((word) => shape.name.toLowerCase().includes(word));
        return PASSING.has(shape.name) && shape.given.some(carries);
      case 'member':
        return carriers.has(shape.property) && carries(shape.object);
      case 'index':
        return carries(shape.object);
      case 'either':
        return [...shape.members, ...(shape.each ? [shape.each] : [])].some(carries);
      case 'gated':
      case 'item':
      case 'logical':
      case 'list':
      case 'record':
        return partsOf(shape).some(carries);
      default:
        return false;
    }
  };
  return carries;
}

/** Whether a function returns such a value to a caller that is not seen. */
function isReturnedOutside(
  own: FunctionValue,
  evaluation: Evaluation,
  isGiven: (value: Value) => boolean,
): boolean {
  return evaluation.returnEventsOf(own).some(
    ({ slot, paths }) =>
      slot !== undefined &&
      isGiven(slot.value) &&
      paths.some(({ guard }) => {
        const start = startOf(guard);
        return start?.kind === 'entered' && start.definition === own.definition;
      }),
  );
}

/** Whether the function around a call yields something whole. */
function yieldsIt({ definition, at }: FunctionValue, { start, end }: Expression, file: SourceFile): boolean {
  if (!definition.isGenerator || at.file !== file || start < definition.start || end > definition.end)
    return false;
  for (const one of everyExpression(definition.body()))
    if (one.kind === 'yield' && (one.value?.kind === 'name' || one.value?.kind === 'call')) return true;
  return false;
}
