import type { Place } from '../../model/place.js';
import { memberOfClass } from '../evaluate/classes.js';
import type { ClassValue, FunctionValue, ModuleValue } from '../values/value.js';
import { callNode } from './call.js';
import type { Reference } from './node.js';
import { fileOf, type MakeNode } from './shown.js';

/** Calls of a function that are looked at. */
const MOST_CALLS = 64;

/** A function, class or module as its readers see it. Its parts are worked out when they are asked for. */
export function referenceOf(
  value: FunctionValue | ClassValue | ModuleValue,
  at: Place,
  make: MakeNode,
): Reference {
  if (value.kind === 'module') return moduleReference(value.file.file, at);
  const evaluation = fileOf(value.at).evaluation();
  const { machine } = evaluation;
  const isFunction = value.kind === 'function';
  return {
    kind: value.kind,
    at,
    name: value.definition.name,
    docstring: value.definition.docstring,
    parameters: isFunction ? value.definition.parameters.map(({ name }) => name) : [],
    get decorators() {
      return value.decorators.map(make);
    },
    get bases() {
      return isFunction ? [] : value.bases.map(make);
    },
    get returned() {
      return isFunction ? evaluation.returnsOf(value).map(make) : [];
    },
    get given() {
      const state = machine.recordState(value);
      return isFunction && state.members.size > 0
        ? make({ value: { kind: 'options', at: value.at, state }, written: value.at })
        : undefined;
    },
    member(name) {
      const found = isFunction ? undefined : memberOfClass(machine, value, name)?.slot;
      return found && make(found);
    },
    inClass: isFunction ? value.inClass?.definition.name : undefined,
    get calls() {
      if (!isFunction) return [];
      const calls = evaluation.callsIn(value);
      return calls.length > MOST_CALLS ? undefined : calls.map((one) => callNode(one, make));
    },
  };
}

function moduleReference(name: string, at: Place): Reference {
  return {
    kind: 'module',
    name,
    at,
    docstring: undefined,
    parameters: [],
    decorators: [],
    bases: [],
    returned: [],
    given: undefined,
    member: () => undefined,
    inClass: undefined,
    calls: [],
  };
}
