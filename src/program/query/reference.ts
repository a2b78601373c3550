import { memberOfClass } from '../evaluate/classes.js';
import type { Evaluation } from '../evaluate/index.js';
import { MAX_CALLS_READ } from '../limits.js';
import type { ClassValue, FunctionValue, ModuleValue, Slot } from '../values/value.js';
import { callNode } from './call.js';
import type { CodeSyntaxNode, Reference } from './node.js';
import { fileOf, type NodeMaker } from './node-value.js';

/** A function, class or module as its readers see it. What a kind does not have is empty. */
export function referenceOf(
  value: FunctionValue | ClassValue | ModuleValue,
  node: CodeSyntaxNode & NodeMaker,
): Reference {
  const { kind } = value;
  const definition = kind === 'module' ? undefined : value.definition;
  const evaluation = (): Evaluation => fileOf(value.at).evaluation();
  const all = (slots: readonly Slot[]): readonly CodeSyntaxNode[] => slots.map((slot) => node.make(slot));
  return {
    kind,
    name: kind === 'module' ? value.file.file : definition?.name,
    docstring: definition?.docstring,
    parameters: kind === 'function' ? value.definition.parameters.map(({ name }) => name) : [],
    get at() {
      return node.at();
    },
    get decorators() {
      return kind === 'module' ? [] : all(value.decorators);
    },
    get bases() {
      return kind === 'class' ? all(value.bases) : [];
    },
    get returned() {
      return kind === 'function' ? all(evaluation().returnsOf(value)) : [];
    },
    get given() {
      const state = kind === 'function' ? evaluation().machine.recordState(value) : undefined;
      return state && state.members.size > 0
        ? node.make({ value: { kind: 'options', at: value.at, state }, written: value.at })
        : undefined;
    },
    get calls() {
      const calls = kind === 'function' ? evaluation().callsIn(value) : [];
      return calls.length > MAX_CALLS_READ ? undefined : calls.map((one) => callNode(one, node));
    },
    member(name) {
      const { machine } = evaluation();
      if (kind === 'class') {
        const found = memberOfClass(machine, value, name);
        return found && node.make(found);
      }
      const cell = kind === 'module' ? machine.moduleState(value.file)?.scope.cells.get(name) : undefined;
      const found = cell && machine.read(cell);
      return found && node.make({ value: found, written: value.at });
    },
  };
}
