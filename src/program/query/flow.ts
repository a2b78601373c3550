import type { SourceDocument } from '../../syntax/node.js';
import type { Evaluation } from '../evaluate/index.js';
import type { FunctionDefinition } from '../ir/ir.js';
import { MAX_FLOW_STEPS, MAX_FLOW_STEPS_IN_FILE } from '../limits.js';
import { textValue } from '../tree/spelling.js';
import type { SourceFile } from '../values/source.js';
import type { At, CallEvent, Value } from '../values/value.js';
import { callNode } from './call.js';
import { CodeFile } from './document.js';
import { call } from './flow/calls.js';
import { type Condition, simplified } from './flow/conditions.js';
import { evaluate } from './flow/expressions.js';
import { declaredBy, type FunctionPlace, functionsOf } from './flow/frames.js';
import { assign, declaredIn } from './flow/names.js';
import { Names, type Path } from './flow/state.js';
import { run } from './flow/statements.js';
import { type CallTerm, type FlowFrame, numbering, type Term } from './flow/term.js';
import type { FlowQuestion, Here, Visit, Walk } from './flow/walk.js';
import type { CodeSyntaxNode } from './node.js';
import { ROOT } from './view.js';

export { type Condition, conditionsOf } from './flow/conditions.js';
export {
  argumentsOf,
  type CallTerm,
  type Dependence,
  dependenceOf,
  partsOf,
  pathOf,
  type Step,
  spellingOf,
  type Term,
  type Way,
} from './flow/term.js';
export type { FlowQuestion, Visit } from './flow/walk.js';

/** Where paths begin: a module, or a function that runs for a call which is not seen. */
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

/** The paths that begin at one place and lead to the calls that are asked for. */
export type Paths =
  | { readonly kind: 'all'; readonly visits: readonly Visit[] }
  /** There are more than are followed: some are not told. */
  | { readonly kind: 'some'; readonly visits: readonly Visit[]; readonly why: string };

/** The flow of some files to the calls that a question asks for. */
export interface Flow {
  /** Where paths to such a call may begin, in the order of the files. */
  readonly roots: readonly FlowRoot[];
  pathsFrom(root: FlowRoot): Paths;
  /** Whether a function was followed from some other place than itself, as far as paths were asked for. */
  wasFollowed(definition: FunctionDefinition): boolean;
  /** As few conditions as say the same. */
  simplified(conditions: readonly Condition[]): readonly Condition[];
}

/** Opens the flow of files of one project. Nothing is followed before it is asked for. */
export function flowOf(documents: readonly SourceDocument[], question: FlowQuestion): Flow {
  const files = documents.filter(
    (one): one is CodeFile => one instanceof CodeFile && one.program() !== undefined,
  );
  const [first] = files;
  if (!first)
    return {
      roots: [],
      pathsFrom: () => ({ kind: 'all', visits: [] }),
      wasFollowed: () => false,
      simplified: (all) => all,
    };
  const evaluation = first.evaluation();
  const walk = openWalk(evaluation, question);
  return {
    roots: rootsOf(files, evaluation, question.targets),
    pathsFrom: (root) => walk.from(root, files),
    wasFollowed: (definition) => walk.followed.has(definition),
    simplified: (all) => simplified(all, walk.numberOf),
  };
}

/** The modules and functions that hold a call with one of these names, or a call of a function that does. */
function rootsOf(
  files: readonly CodeFile[],
  evaluation: Evaluation,
  targets: ReadonlySet<string>,
): FlowRoot[] {
  const reached = new Set<FunctionDefinition>();
  const modules = new Set<CodeFile>();
  const callers = new Map<FunctionDefinition, CallEvent[]>();
  const waiting: FunctionDefinition[] = [];
  const placeOf = (definition: FunctionDefinition, file: CallEvent['file']): FunctionPlace | undefined =>
    functionsOf(file).get(definition);
  const enter = (event: CallEvent): void => {
    const inside = event.inside;
    if (!inside) {
      modules.add(event.file as CodeFile);
      return;
    }
    // What is around a function may be what runs it.
    for (let place = placeOf(inside.definition, inside.at.file); place; place = place.parent) {
      if (!reached.has(place.definition)) {
        reached.add(place.definition);
        waiting.push(place.definition);
      }
      if (!place.parent && place.passedTo) modules.add(place.file as CodeFile);
    }
  };
  /** It is called, or passed on, under whatever name it has. */
  const isTaken = (value: Value): boolean =>
    value.kind === 'union'
      ? value.members.some(isTaken)
      : (value.kind === 'unknown' || value.kind === 'external') &&
        value.takenFrom !== undefined &&
        targets.has(value.takenFrom.name);
  const isTarget = ({ expression: { callee }, target, positional }: CallEvent): boolean =>
    targets.has(callee.kind === 'name' ? callee.name : callee.kind === 'member' ? callee.property : '') ||
    [target, ...positional.map(({ value }) => value)].some(isTaken);
  const starts: CallEvent[] = [];
  // With the files of the functions that they call.
  const all = new Set<SourceFile>(files);
  for (const file of all)
    for (const event of evaluation.eventsIn(file)) {
      if (isTarget(event)) starts.push(event);
      const called = [event.target, ...event.positional.map(({ value }) => value)].flatMap(functionsIn);
      for (const { definition, at } of called) {
        all.add(at.file);
        const known = callers.get(definition);
        if (known) known.push(event);
        else callers.set(definition, [event]);
      }
    }
  if (starts.length === 0) return [];
  for (const event of starts) enter(event);
  for (let one = waiting.pop(); one; one = waiting.pop())
    for (const event of callers.get(one) ?? []) enter(event);
  return files.flatMap((file): FlowRoot[] => {
    const own = modules.has(file) ? [{ kind: 'module' as const, file: file.file }] : [];
    if (reached.size === 0) return own;
    const places = [...functionsOf(file).values()].filter(({ definition }) => reached.has(definition));
    return [...own, ...places.map((place) => rootOf(place, file))];
  });
}

const functionsIn = (value: Value): readonly (Value & { kind: 'function' })[] =>
  value.kind === 'function' ? [value] : value.kind === 'union' ? value.members.flatMap(functionsIn) : [];

function rootOf(place: FunctionPlace, file: CodeFile): FlowRoot {
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

interface OpenWalk extends Walk {
  from(root: FlowRoot, files: readonly CodeFile[]): Paths;
}

function openWalk(evaluation: Evaluation, question: FlowQuestion): OpenWalk {
  const numberOf = numbering();
  const around = new Map<unknown, FlowFrame>();
  let time = 0;
  let ids = 0;
  let beside = 0;
  let left = MAX_FLOW_STEPS;
  const leftIn = new Map<CodeFile, number>();
  let leftInFile = 0;
  let isPartial = false;
  let lastFrame = 0;
  const w: OpenWalk = {
    question,
    evaluation,
    ended: 0,
    found: [],
    known: new Map(),
    followed: new Set(),
    numberOf,
    evaluate: (one, path, here) => evaluate(w, one, path, here),
    run: (statements, paths, here) => run(w, statements, paths, here),
    call: (one, path, here) => call(w, one, path, here),
    clock: () => (beside > 0 ? 0 : ++time),
    newId: () => ++ids,
    count() {
      if (left > 0 && leftInFile > 0) {
        left--;
        leftInFile--;
        return true;
      }
      isPartial = true;
      return false;
    },
    leaveOut() {
      isPartial = true;
    },
    beside(look) {
      const { length } = w.found;
      const { ended } = w;
      beside++;
      try {
        return look();
      } finally {
        beside--;
        w.found.length = length;
        w.ended = ended;
      }
    },
    frameAround(place, file) {
      const key = place?.definition ?? file;
      const before = around.get(key);
      if (before) return before;
      const made: FlowFrame = place
        ? {
            id: --lastFrame,
            file,
            definition: place.definition,
            parent: w.frameAround(place.parent, file),
            declared: declaredIn(place),
            self: undefined,
          }
        : {
            id: --lastFrame,
            file,
            definition: undefined,
            parent: undefined,
            declared: declaredBy(file.program()?.body ?? [], file.isPython),
            self: undefined,
          };
      around.set(key, made);
      return made;
    },
    from(root, files) {
      const file = files.find((one) => one.file === root.file);
      if (!file) return { kind: 'all', visits: [] };
      left = MAX_FLOW_STEPS;
      leftInFile = leftIn.get(file) ?? MAX_FLOW_STEPS_IN_FILE;
      isPartial = false;
      w.found.length = 0;
      if (root.kind === 'module') {
        const here: Here = { frame: w.frameAround(undefined, file), within: [] };
        w.run(file.program()?.body ?? [], [{ names: new Names(), steps: [] }], here);
      } else runAlone(w, root.definition, file);
      leftIn.set(file, leftInFile);
      const visits = [...w.found];
      if (!isPartial) return { kind: 'all', visits };
      const why = 'it has more ways through it than are followed';
      evaluation.machine.limit(
        file,
        'control flow is followed in part: a function has more ways through it than are followed',
      );
      return { kind: 'some', visits, why };
    },
  };
  return w;
}

/** Runs a function for a call that is not seen. */
function runAlone(w: Walk, definition: FunctionDefinition, file: CodeFile): void {
  const place = functionsOf(file).get(definition);
  if (!place) return;
  const at: At = { file, span: definition };
  const frame: FlowFrame = {
    id: w.newId(),
    file,
    definition,
    parent: w.frameAround(place.parent, file),
    declared: declaredIn(place),
    self: { kind: 'self', at },
  };
  const here: Here = { frame, within: [] };
  const clock = w.clock();
  const path: Path = { names: new Names(), steps: [{ kind: 'entered', definition, clock }] };
  const isMethod = file.isPython && place.inClass !== undefined && !definition.isStatic;
  for (const [index, parameter] of definition.parameters.entries()) {
    const parameterAt: At = { file, span: parameter };
    const term: Term =
      isMethod && index === 0
        ? { kind: 'self', at: parameterAt }
        : { kind: 'parameter', at: parameterAt, name: parameter.name, of: definition, clock };
    assign(w, parameter.target, term, path, here);
  }
  w.run(definition.body(), [path], here);
}

/** The call of a term as dialects see it; undefined where evaluation never ran it. */
export const nodeOfCall = (term: CallTerm): CodeSyntaxNode | undefined => nodesOfCall(term)[0];

/** The same for each call of the functions around it. */
export function nodesOfCall({ expression, at }: CallTerm): readonly CodeSyntaxNode[] {
  if (!(at.file instanceof CodeFile)) return [];
  return at.file
    .evaluation()
    .eventsAt(expression)
    .map((event) => callNode(event, ROOT));
}
