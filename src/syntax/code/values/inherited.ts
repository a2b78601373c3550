import type { CodeFile } from '../file.js';
import { read } from '../language.js';
import { bindingOf, classAround, isInBranch } from '../names/names.js';
import type { Site } from '../names/outline.js';
import { outward } from '../names/scopes.js';
import type { Cst } from '../tree/cst.js';
import { wordAt } from '../tree/words.js';
import { arrayOf, changedObject, joinedArray, optionsOf } from './containers.js';
import { callValue } from './evaluate.js';
import { factoryResult } from './factories.js';
import { type CallValue, dynamic, type Members, type Slot, slotWith, type Value } from './value.js';

/** Classes of a project that extend each other are followed no further than this. */
const DEEPEST = 4;

/**
 * The call of its base's constructor in a class of the project, where a call constructs one: `super({ ... })`,
 * `super().__init__(...)`.
 */
export function passedOn(call: CallValue): CallValue | undefined {
  const target = call.target();
  return isClass(target) ? baseCall(target) : undefined;
}

function baseCall({ at: { file, node } }: ClassValue): CallValue | undefined {
  const inClass = (start: number): boolean =>
    node.start <= start && start < node.end && wordAt(file.text, start) === 'super';
  for (const one of file.partAt(node.start).captures().calls(inClass)) {
    const expression = read(one);
    if (expression.kind !== 'call' || !isConstructor(expression.callee, file)) continue;
    return callValue({ file, node: one }, expression);
  }
  return undefined;
}

/** `super` itself in TypeScript, `super().__init__` in Python. */
function isConstructor(callee: Cst, file: CodeFile): boolean {
  const said = read(callee);
  return file.language.isPython
    ? said.kind === 'member' && said.property === '__init__'
    : said.kind !== 'member';
}

/** The options of a call, and those that the class that it constructs gives its base or itself. */
export function allOptionsOf(call: CallValue): Value {
  const made = call.target();
  return isClass(made) ? optionsIn(call, made, 0) : optionsOf(call);
}

/** What a call of a class, or of its constructor by a class that extends it, states of the object that is made. */
function optionsIn(call: CallValue, made: ClassValue, depth: number): Value {
  const own = optionsOf(call);
  const inner = baseCall(made);
  const extended = depth < DEEPEST && (inner || !hasConstructor(made)) ? baseOf(made) : undefined;
  const base = extended ? optionsIn(inner ?? call, extended, depth + 1) : inner && optionsOf(inner);
  const passed = base?.kind === 'object' ? base.members() : undefined;
  const defaults = defaultsOf(made);
  const isSet = !writesOn(made, inner).next().done;
  if (!passed && defaults.size === 0 && !isSet) return own;
  const members = (): Members => {
    const stated = own.kind === 'object' ? own.members() : undefined;
    const bound = passed && inner ? { ...passed, slots: withArguments(passed.slots, call, inner) } : passed;
    const all = bound && inner ? withOwn(inner, bound, stated) : (stated ?? { slots: new Map() });
    const before = new Map([...defaults, ...(bound?.slots ?? []), ...all.slots]);
    return { ...all, slots: new Map([...before, ...setBy(made, inner, before)]) };
  };
  const at = own.kind === 'object' || base?.kind !== 'object' ? own.at : base.at;
  return changedObject(at, members, []);
}

/** The class of the project that a class extends. */
function baseOf({ at: { file }, definition }: ClassValue): ClassValue | undefined {
  return definition.bases.map((base) => file.project.evaluate(file, base)).find(isClass);
}

function hasConstructor({ at: { file, node }, definition }: ClassValue): boolean {
  const scope = classAround(file, definition.body?.start ?? node.start + 1);
  if (!scope) return false;
  return file.language.isPython
    ? file.sitesIn(scope, '__init__') !== undefined
    : file.partAt(scope.start).methodOf(scope, 'constructor') !== undefined;
}

/** A parameter of a constructor that it passes on stands for what a call passes for it, by name or in order. */
function withArguments(
  slots: ReadonlyMap<string, Slot>,
  call: CallValue,
  inner: CallValue,
): ReadonlyMap<string, Slot> {
  const { file, node } = inner.at;
  const method = file.functionOf(outward(file.scopeAround(node.start), ['function']));
  const names = method ? file.language.define(method).parameters.map(({ name }) => name) : [];
  const first = file.language.isPython ? 1 : 0;
  if (names.length <= first || call.positional.some(({ spread }) => spread)) return slots;
  const argumentFor = (value: Value): Cst | undefined => {
    const name =
      value.kind === 'dynamic' && value.parameter?.file === file ? value.parameter.name : undefined;
    if (name === undefined || !names.includes(name)) return undefined;
    return (
      call.named.find(({ key }) => key === name)?.value ?? call.positional[names.indexOf(name) - first]?.node
    );
  };
  const bound = (slot: Slot): Slot =>
    slotWith(slot, () => {
      const value = slot.value();
      const given = argumentFor(value);
      return given ? call.at.file.project.evaluate(call.at.file, given) : value;
    });
  return new Map([...slots].map(([key, slot]) => [key, bound(slot)]));
}

type ClassValue = Value & { kind: 'definition' };

const isClass = (value: Value): value is ClassValue =>
  value.kind === 'definition' && value.definition.kind === 'class';

/** Functions that run whenever an object is made. */
const CONSTRUCTORS: ReadonlySet<string> = new Set(['__init__', '__post_init__', 'constructor']);

/**
 * What a class sets on what it constructs, whatever the call passes: `self.tools = [...]` behind the call of its base's
 * constructor, `this.tools.push(...)`, a field of a class in TypeScript. A parameter that is only kept is what the call
 * passes.
 */
function setBy(made: ClassValue, inner: CallValue | undefined, before: Members['slots']): Map<string, Slot> {
  const { file } = made.at;
  const set = new Map<string, Slot>();
  for (const { name, write, isAssigned } of writesOn(made, inner)) {
    const [given] = write.values;
    if (!given || (isAssigned && isParameter(file, given.node))) continue;
    const written = { file, node: given.node };
    const known = set.get(name);
    const had = known ?? before.get(name);
    // What is added under a condition may be there.
    const isOpen = isAssigned && (known !== undefined || isInBranch(file, write.start));
    const value = (): Value => {
      if (isOpen) return dynamic(written, 'set under a condition');
      if (isAssigned) return file.project.evaluate(file, given.node);
      const added =
        write.act === 'extend' ? file.project.evaluate(file, given.node) : arrayOf(written, write.values);
      return joinedArray(written, [...(had ? [had.value()] : []), added]);
    };
    set.set(name, { written, value });
  }
  return set;
}

/** The changes of fields of the object that is made which its class makes whenever it makes one. */
function* writesOn({ at: { file, node }, definition }: ClassValue, inner: CallValue | undefined) {
  const scope = classAround(file, definition.body?.start ?? node.start + 1);
  for (const write of file.partAt(node.start).writesFrom(file.language.isPython ? 'self' : 'this')) {
    const { act, path, start } = write;
    const [name] = path;
    const isAssigned = act === 'assign';
    if (path.length !== 1 || typeof name !== 'string') continue;
    if (!isAssigned && act !== 'append' && act !== 'extend') continue;
    if (start < node.start || start >= node.end || classAround(file, start) !== scope) continue;
    const around = outward(file.scopeAround(start), ['function', 'class']);
    if (around.kind === 'function') {
      const method = file.functionOf(around)?.field('name')?.text ?? '';
      if (!CONSTRUCTORS.has(method) || (inner && start < inner.at.node.start)) continue;
    }
    yield { name, write, isAssigned };
  }
}

/** Fields of a dataclass that its own class gives a default. Without an annotation a name is no field: its base's default hides it. */
function defaultsOf({ at: { file, node }, definition, decorators }: ClassValue): Map<string, Slot> {
  const defaults = new Map<string, Slot>();
  if (!file.language.isPython || !decorators.some(({ text }) => DATACLASS.test(text))) return defaults;
  const scope = classAround(file, definition.body?.start ?? node.start + 1);
  for (const site of file.partAt(node.start).outline().sites) {
    if (site.start < node.start || site.start >= node.end || file.scopeAround(site.start) !== scope) continue;
    const slot = defaultIn(file, site);
    if (slot) defaults.set(site.name, slot);
  }
  return defaults;
}

const DATACLASS = /^(?:dataclasses\.)?dataclass\b/;

function defaultIn(file: CodeFile, { source, nameNode }: Site): Slot | undefined {
  if (source.kind !== 'value' || source.steps.length > 0 || !nameNode.field('type')) return undefined;
  const said = read(source.value);
  const isField = said.kind === 'call' && /^(?:dataclasses\.)?field$/.test(said.callee.text);
  const option = isField ? said.named.find(({ key }) => key?.startsWith('default')) : undefined;
  if (isField && !option) return undefined;
  const node = option?.value ?? source.value;
  const written = { file, node };
  const stated = (): Value => file.project.evaluate(file, node);
  if (option?.key !== 'default_factory') return { written, value: stated };
  const value = (): Value => {
    const made = stated();
    const result = made.kind === 'definition' ? factoryResult(made.at.file, made.definition) : undefined;
    return result && made.kind === 'definition'
      ? made.at.file.project.evaluate(made.at.file, result.node)
      : dynamic(written, 'made by a function');
  };
  // `list` and `dict` make an empty one.
  return node.text === 'list' || node.text === 'dict' ? undefined : { written, value };
}

/** What the constructor passes on of what it is given is what it is given. */
function withOwn({ at }: CallValue, base: Members, own: Members | undefined): Members {
  const isPassed = base.open !== undefined && isParameter(at.file, base.open.written.node);
  const open = own?.open ?? (isPassed ? undefined : base.open);
  return { slots: new Map([...base.slots, ...(own?.slots ?? [])]), ...(open && { open }) };
}

function isParameter(file: CodeFile, node: Cst): boolean {
  const said = read(node);
  return said.kind === 'name' && bindingOf(file, said.name, node.start)?.isParameter === true;
}
