import { changedObject } from './containers.js';
import type { Cst } from './cst.js';
import { fieldOf } from './members.js';
import type { CallValue, Value, Written } from './value.js';
import { changesOf } from './writes.js';

/** Classes of a project that extend each other are followed no further than this. */
const DEEPEST = 4;

/** A member of what a class of the project makes, with what is given to it later: `new Kit().tools`. */
export function memberOfInstance(made: CallValue, name: string): Value | undefined {
  let target = made.target();
  for (let depth = 0; depth < DEEPEST; depth++) {
    if (target.kind !== 'definition' || target.definition.kind !== 'class') return undefined;
    const { file, node } = target.at;
    const own = fieldOf(file, node.start + 1, name);
    if (own) return mayBePassed(made, target.at, name) ? undefined : withGiven(made, name, own);
    const base: Cst | undefined = target.definition.bases[0];
    if (!base) return undefined;
    target = file.project.evaluate(file, base);
  }
  return undefined;
}

/** A value in the body of a class of Python may be the default of what its constructor takes, as in a dataclass. */
function mayBePassed({ named, positional }: CallValue, { file, node }: Written, name: string): boolean {
  if (!file.language.isPython || (named.length === 0 && positional.length === 0)) return false;
  const scope = file.scopes().startingAt(node.start, 'class');
  const has = (one: string): boolean => scope !== undefined && file.sitesOf(one)?.get(scope) !== undefined;
  const isMethod =
    scope &&
    file
      .sitesOf(name)
      ?.get(scope)
      ?.some(({ source }) => source.kind === 'function');
  return !isMethod && has(name) && !has('__init__');
}

function withGiven({ at }: CallValue, name: string, value: Value): Value {
  const changes = changesOf(at.file, at.node).filter(({ path }) => path[0] === name);
  if (changes.length === 0) return value;
  const slots = new Map([[name, { written: value.at, value: () => value }]]);
  const changed = changedObject(at, () => ({ slots }), changes);
  return (changed.kind === 'object' && changed.members().slots.get(name)?.value()) || value;
}
