import { changedObject } from './containers.js';
import { fieldOf } from './members.js';
import type { CallValue, Value, Written } from './value.js';
import { changesOf } from './writes.js';

/** Classes of a project that extend each other are followed no further than this. */
const DEEPEST = 4;

/** Modules whose classes are extended for what they say of a class: they give it no member that is told by name. */
const SAYING: ReadonlySet<string> = new Set(['abc', 'typing', 'typing_extensions']);

/**
 * A member of what a class of the project makes, with what is given to it later: a field that a method gives a value, a
 * getter, a method, an attribute of the class (`new Kit().tools`). Undefined where it has none that is known.
 */
export function memberOfInstance(made: CallValue, name: string): Value | undefined {
  const target = made.target();
  if (!isClass(target) || isReplaced(made)) return undefined;
  const found = memberIn(target, name, 0);
  if (!found) return undefined;
  const own: Value = found.value.kind === 'scalar' ? { ...found.value, isDefault: true } : found.value;
  if (!mayBePassed(made, found.of, name)) return withGiven(made, name, own);
  const { at, named, positional } = made;
  if (positional.length > 0 || named.some(({ key }) => key === undefined)) return undefined;
  const passed = named.find(({ key }) => key === name)?.value;
  return withGiven(made, name, passed ? at.file.project.evaluate(at.file, passed) : own);
}

/** What a class, or the nearest class of the project that it extends, has under a name. */
export function memberOfClass(of: Value & { kind: 'definition' }, name: string): Value | undefined {
  return isClass(of) ? memberIn(of, name, 0)?.value : undefined;
}

type ClassValue = Value & { kind: 'definition' };

const isClass = (value: Value): value is ClassValue =>
  value.kind === 'definition' && value.definition.kind === 'class';

/** The member of a class or of the nearest class that it extends; nothing is looked for behind one that is not known. */
function memberIn(of: ClassValue, name: string, depth: number): { value: Value; of: Written } | undefined {
  const { at, definition } = of;
  const { file, node } = at;
  const own = file.step() ? fieldOf(file, definition.body?.start ?? node.start + 1, name) : undefined;
  if (own) return { value: own, of: at };
  if (depth >= DEEPEST) return undefined;
  for (const base of definition.bases.map((one) => file.project.evaluate(file, one))) {
    const found = isClass(base) ? memberIn(base, name, depth + 1) : undefined;
    if (found) return found;
    if (!isClass(base) && !saysAlone(base)) return undefined;
  }
  return undefined;
}

function saysAlone(base: Value): boolean {
  if (base.kind !== 'dynamic') return false;
  const { file, node } = base.at;
  if (base.origin === undefined) return file.language.isPython && node.text === 'object';
  return SAYING.has(base.origin.module);
}

/** Whether another value is given to its name later; the assignment that it stands in is its own. */
function isReplaced({ at: { file, node } }: CallValue): boolean {
  return changesOf(file, node).some(
    ({ path, write }) =>
      path.length === 0 &&
      !write.values.some(({ node: given }) => given.start <= node.start && node.end <= given.end),
  );
}

/** A value in the body of a class of Python may be the default of what its constructor takes, as in a dataclass. */
function mayBePassed({ named, positional }: CallValue, { file, node }: Written, name: string): boolean {
  if (!file.language.isPython || (named.length === 0 && positional.length === 0)) return false;
  const scope = file.classAt(node.start);
  const has = (one: string): boolean => scope !== undefined && file.sitesIn(scope, one) !== undefined;
  const isMethod = scope && file.sitesIn(scope, name)?.some(({ source }) => source.kind === 'function');
  return !isMethod && has(name) && !has('__init__');
}

function withGiven({ at }: CallValue, name: string, value: Value): Value {
  const changes = changesOf(at.file, at.node).filter(({ path }) => path[0] === name);
  if (changes.length === 0) return value;
  const slots = new Map([[name, { written: value.at, value: () => value }]]);
  const changed = changedObject(at, () => ({ slots }), changes);
  return (changed.kind === 'object' && changed.members().slots.get(name)?.value()) || value;
}
