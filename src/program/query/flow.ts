import type { SourceDocument } from '../../syntax/node.js';
import type { FunctionDefinition } from '../ir/ir.js';
import { MAX_FLOW_STEPS } from '../limits.js';
import { textValue } from '../tree/spelling.js';
import { withTail } from '../values/guard.js';
import type { SourceFile } from '../values/source.js';
import { type CallEvent, type Guard, type Union, unknown, type Value } from '../values/value.js';
import { callNode } from './call.js';
import { CodeFile } from './document.js';
import { type Condition, type Conditions, conditionsOf, simplified } from './flow/conditions.js';
import { type FunctionPlace, functionsOf } from './flow/places.js';
import { type CallTerm, numbering, type Step, type Term } from './flow/term.js';
import { termsOf } from './flow/values.js';
import type { CodeSyntaxNode } from './node.js';
import { ROOT } from './view.js';

export type { Condition } from './flow/conditions.js';
export {
  type CallTerm,
  dependenceOf,
  pathOf,
  type Step,
  spellingOf,
  type Term,
} from './flow/term.js';

/** What is asked of the paths of a program. */
interface FlowQuestion {
  /** Last names of the calls whose paths are asked for. */
  readonly targets: ReadonlySet<string>;
  /** Whether a call that is not read is a step of the paths behind it: it may decide whether they go on. */
  mayDecide(call: CallTerm): boolean;
}

/** Where paths begin: a module, or a function. */
export type FlowRoot =
  | { readonly kind: 'module'; readonly file: string }
  | {
      readonly kind: 'function';
      readonly file: string;
      readonly definition: FunctionDefinition;
      /** Functions and classes that it stands in, innermost first, its own name first. */
      readonly within: readonly string[];
      /** The call that it is an argument of, and what the texts in the arguments before it say. */
      readonly passedTo: { readonly name: string; readonly texts: readonly string[] } | undefined;
    };

/** One way to a call that is asked for. */
export interface Visit {
  readonly call: CallTerm;
  /** When it happens. */
  readonly clock: number;
  /** The module that runs, or the function that nobody calls, where the way begins. */
  readonly root: FlowRoot;
  /** What must have happened since some time. */
  steps(since: number): readonly Step[];
}

/** The paths of some files to the calls that a question asks for. */
export interface Flow {
  readonly visits: readonly Visit[];
  /** The function of a definition as a root; the module where it is undefined. */
  rootOf(file: string, definition: FunctionDefinition | undefined): FlowRoot;
  /** The conditions of some steps, as alternatives of which one holds. */
  conditions(steps: readonly Step[]): readonly Condition[];
  /** As few conditions as say the same. */
  simplified(conditions: readonly Condition[]): readonly Condition[];
}

/** Asks the evaluation of some files for the paths to calls. */
export function flowOf(documents: readonly SourceDocument[], question: FlowQuestion): Flow {
  const files = documents.filter(
    (one): one is CodeFile => one instanceof CodeFile && one.program() !== undefined,
  );
  const numberOf = numbering();
  const conditions: Conditions = { numberOf, known: new Map(), left: MAX_FLOW_STEPS };
  const byName = new Map<string, SourceFile>(files.map((one) => [one.file, one]));
  const rootOf: Flow['rootOf'] = (name, definition) => {
    const file = byName.get(name);
    const place = definition && file && functionsOf(file).get(definition);
    return place && file ? functionRoot(place, file) : { kind: 'module', file: name };
  };
  const visits: Visit[] = [];
  const [first] = files;
  if (first) {
    const evaluation = first.evaluation();
    const terms = termsOf(evaluation, question.mayDecide);
    for (const file of evaluation.filesWithEvents()) byName.set(file.file, file);
    for (const file of evaluation.filesWithEvents())
      for (const event of evaluation.eventsIn(file)) {
        const given = asked(event, question.targets);
        if (given === undefined) continue;
        const call = terms.call(event);
        const target = given === 'itself' ? call : passed(call, given);
        const taken = given === 'itself' ? event.target : event.positional[given]?.value;
        for (const { guard: before, clock } of event.ways) {
          const guard = taken?.kind === 'union' ? chosen(before, taken, question.targets, clock) : before;
          const start = startOf(guard);
          const root =
            start?.kind === 'entered'
              ? rootOf(start.at.file.file, start.definition)
              : rootOf(start?.kind === 'module' ? start.at.file.file : file.file, undefined);
          visits.push({ call: target, clock, root, steps: (since) => terms.steps(guard, since) });
        }
      }
  }
  return {
    visits,
    rootOf,
    conditions(steps) {
      conditions.left = MAX_FLOW_STEPS;
      return conditionsOf(steps, conditions);
    },
    simplified: (all) => simplified(all, numberOf),
  };
}

/** Whether a call is asked for: itself, or the argument at a place that it runs (`to_thread(state.approve, item)`). */
function asked({ expression, target, positional }: CallEvent, targets: ReadonlySet<string>) {
  const { callee } = expression;
  const name = callee.kind === 'name' ? callee.name : callee.kind === 'member' ? callee.property : '';
  const isRead = target.kind === 'function' && !takenName(target);
  if (isOneOf(target, targets) || (targets.has(name) && !isRead)) return 'itself';
  const place = positional.findIndex(({ value }) => isOneOf(value, targets));
  return place < 0 ? undefined : place;
}

/** The guards of a call of one of several, where that is one that is asked for. */
function chosen(
  parent: Guard | undefined,
  of: Union,
  targets: ReadonlySet<string>,
  clock: number,
): Guard | undefined {
  const places = [...of.members.keys()].filter((place) => isOneOf(of.members[place] as Value, targets));
  if (places.length === 0 || places.length === of.members.length) return parent;
  const { at, why, from } = of;
  if (from) {
    const test = { value: unknown(at, why, from), clock };
    return { kind: 'test', test, holds: true, clock, parent };
  }
  const gates = places.map((place) => of.gates?.[place]);
  const tails = gates.flatMap((gate) => gate ?? [[{ kind: 'lost', clock, parent: undefined }] as const]);
  const ends = tails.flatMap((tail) => withTail(parent, tail, clock) ?? []);
  return { kind: 'choice', clock, parent, ends };
}

const takenName = (value: Value): string | undefined =>
  value.kind === 'unknown' || value.kind === 'external' ? value.takenFrom?.name : undefined;

const isOneOf = (value: Value, targets: ReadonlySet<string>): boolean =>
  value.kind === 'union'
    ? value.members.some((one) => isOneOf(one, targets))
    : targets.has(takenName(value) ?? '');

/** The call that another one runs with the arguments behind it. */
function passed(call: CallTerm, place: number): CallTerm {
  const callee = call.given[place] as Term;
  const object = callee.kind === 'member' ? callee.object : undefined;
  return { ...call, callee, object, given: call.given.slice(place + 1) };
}

/** The guard that a list begins with. */
function startOf(guard: Guard | undefined): Guard | undefined {
  let at = guard;
  while (at?.parent) at = at.parent;
  return at;
}

function functionRoot(place: FunctionPlace, file: SourceFile): FlowRoot {
  const within: string[] = [];
  for (let at: FunctionPlace | undefined = place; at; at = at.parent) {
    if (at.name !== undefined) within.push(at.name);
    if (at.inClass?.name !== undefined) within.push(at.inClass.name);
  }
  const { passedTo, definition } = place;
  const callee = passedTo?.callee;
  const texts = (passedTo?.positional ?? []).flatMap(({ value }) =>
    value.kind === 'text' ? textValue(file.text, value.pieces) : [],
  );
  const name = callee?.kind === 'name' ? callee.name : callee?.kind === 'member' ? callee.property : '';
  return { kind: 'function', file: file.file, definition, within, passedTo: passedTo && { name, texts } };
}

/** The call of a term as dialects see it. */
export const nodeOfCall = ({ event }: CallTerm): CodeSyntaxNode => callNode(event, ROOT);
