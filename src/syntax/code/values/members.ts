import type { CodeFile } from '../file.js';
import { read } from '../language.js';
import { classAround, isSelf } from '../names/names.js';
import type { Step } from '../names/outline.js';
import type { Origin } from '../node.js';
import type { Cst } from '../tree/cst.js';
import { factoryResult } from './factories.js';
import { parameterProperty } from './parameters.js';
import { type CallValue, dynamic, itemsAt, membersAt, type Value, type Written } from './value.js';

/** What a member of a value is. `at` is where the member is asked for. */
export function memberOf(value: Value, step: Step, at: Written): Value {
  switch (value.kind) {
    case 'array': {
      const slot = typeof step === 'number' && !value.isEither ? itemsAt(value, at)[step] : undefined;
      return slot ? slot.value() : dynamic(at, `the item ${step} of a list, computed at run time`);
    }
    case 'object': {
      const key = String(step);
      const all = value.members();
      // What it never has is not looked for in what it has here: `options.update`.
      const { slots, open } = all.open || all.slots.has(key) ? membersAt(value, at) : all;
      const slot = slots.get(key);
      return slot?.value() ?? dynamic(at, open?.why ?? `not a member of the object: ${step}`);
    }
    case 'module': {
      const name = String(step);
      const found = at.file.project.exportOf(value.file, name);
      const origin = { ...taken(value.origin, name), file: value.file.file };
      return found ?? dynamic(at, `not declared in ${value.file.file}: ${name}`, origin);
    }
    case 'definition': {
      const found = value.definition.kind === 'class' ? staticMember(value, String(step)) : undefined;
      const why = `a member of ${value.definition.name ?? 'a definition'}`;
      return found ?? dynamic(at, why, taken(value.origin, step));
    }
    case 'call': {
      const origin = resultOrigin(value);
      return dynamic(at, value.why(), origin && taken(origin, step));
    }
    case 'dynamic':
      return dynamic(at, value.why, value.origin && taken(value.origin, step));
    case 'scalar':
      // The value of an enum's member in Python.
      return step === 'value' && at.file.language.isPython ? value : dynamic(at, 'computed at run time');
    default:
      return dynamic(at, 'computed at run time');
  }
}

/** The origin of a member of something that has one. */
export function taken(origin: Origin, step: Step): Origin {
  const name = String(step);
  return origin.name === '*' && origin.dotted === ''
    ? { ...origin, name, dotted: name }
    : { ...origin, dotted: `${origin.dotted}.${name}` };
}

/** The origin of what a call gives: `Agent()`. */
export function resultOrigin(value: CallValue): Origin | undefined {
  const origin = originOf(value.target());
  return origin && { ...origin, dotted: `${origin.dotted}()` };
}

/** Where a value comes from, by name; undefined where that is not known. */
export function originOf(value: Value): Origin | undefined {
  if (value.kind === 'definition' || value.kind === 'module' || value.kind === 'dynamic') return value.origin;
  return undefined;
}

/** An attribute of a class itself: a member of an enum, a static field. */
function staticMember(value: Value & { kind: 'definition' }, name: string): Value | undefined {
  const { file, node } = value.at;
  if (!file.language.isPython) return fieldOf(file, node.start + 1, name);
  const scope = file.classAt(node.start);
  const sites = scope && file.sitesIn(scope, name);
  if (!scope || !sites) return undefined;
  return file.project.valueOfBinding({ file, name, scope, sites, isParameter: false }, node.end);
}

/** What `this.x` or `self.x` is in the class around an offset; undefined where that class gives it no value. */
export function fieldOf(file: CodeFile, offset: number, name: string): Value | undefined {
  const scope = classAround(file, offset);
  if (!scope) return undefined;
  const part = file.partAt(scope.start);
  const roots = file.language.isPython ? ['self', 'cls'] : ['this'];
  const given = roots
    .flatMap((root) => part.writesFrom(root))
    .filter(
      ({ act, path, start }) =>
        act === 'assign' && path.length === 1 && path[0] === name && classAround(file, start) === scope,
    );
  const first = given[0]?.values[0]?.node;
  if (first && given.length === 1) return file.project.evaluate(file, first);
  if (first) return dynamic({ file, node: first }, 'assigned in several places');
  if (!file.language.isPython) {
    const method = part.methodOf(scope, name);
    if (method) return file.project.evaluate(file, method);
    const getter = part.methodOf(scope, name, 'get');
    return getter ? resultOf(file, getter) : parameterProperty(file, scope, name);
  }
  const sites = file.sitesIn(scope, name);
  const value =
    sites && file.project.valueOfBinding({ file, name, scope, sites, isParameter: false }, offset);
  return value?.kind === 'definition' && isProperty(value) ? resultOf(value.at.file, value.at.node) : value;
}

const PROPERTIES: ReadonlySet<string> = new Set(['property', 'cached_property', 'functools.cached_property']);

const isProperty = ({ decorators }: Value & { kind: 'definition' }): boolean =>
  decorators.length === 1 && PROPERTIES.has(decorators[0]?.text ?? '');

/** What reading a property gives, where its function does nothing but give it. */
function resultOf(file: CodeFile, node: Cst): Value {
  const result = factoryResult(file, file.language.define(node));
  return result
    ? file.project.evaluate(file, result.node)
    : dynamic({ file, node }, 'computed by a property of its class');
}

/** Whether an expression is the object that a method belongs to. */
export function isSelfNode(written: Written): boolean {
  const expression = read(written.node);
  return expression.kind === 'name' && isSelf(written.file, expression.name);
}
