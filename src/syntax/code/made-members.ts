import type { CodeFile } from './file.js';
import { fieldOf } from './members.js';
import type { CallValue, Value } from './value.js';
import { changesOf } from './writes.js';

/** Classes of a project that extend each other are followed no further than this. */
const DEEPEST = 4;

/** Modules whose classes are extended for what they say of a class: they give it no member that is told by name. */
const SAYING: ReadonlySet<string> = new Set(['abc', 'typing', 'typing_extensions']);

/**
 * A member of what a class of the project makes: a field that one of its methods gives a value, a method, an attribute
 * of the class. Undefined where it has none, or where what it extends is not known.
 */
export function memberOfMade(made: CallValue, name: string): Value | undefined {
  const target = made.target();
  const isClass = target.kind === 'definition' && target.definition.kind === 'class';
  if (!isClass || !extendsOnlyKnown(target, 0)) return undefined;
  const { file, node } = made.at;
  // Another value may be given to it later; the assignment that it stands in is its own.
  const isReplaced = changesOf(file, node).some(({ path, write }) =>
    path.length === 0
      ? !write.values.some(({ node: given }) => given.start <= node.start && node.end <= given.end)
      : path[0] === name,
  );
  if (isReplaced) return undefined;
  return memberIn(target, name, 0);
}

type ClassValue = Value & { kind: 'definition' };

function basesOf({ at, definition }: ClassValue): Value[] {
  return definition.bases.map((base) => at.file.project.evaluate(at.file, base));
}

function extendsOnlyKnown(of: ClassValue, depth: number): boolean {
  return basesOf(of).every((base) =>
    base.kind === 'definition'
      ? depth < DEEPEST && extendsOnlyKnown(base, depth + 1)
      : base.kind === 'dynamic' &&
        (base.origin === undefined ? isBuiltIn(base) : SAYING.has(base.origin.module)),
  );
}

const isBuiltIn = ({ at }: Value): boolean => at.file.language.isPython && at.node.text === 'object';

function memberIn(of: ClassValue, name: string, depth: number): Value | undefined {
  const { body } = of.definition;
  const own = body && fieldIn(of.at.file, body.start, name);
  if (own || depth >= DEEPEST) return own;
  for (const base of basesOf(of)) {
    const found = base.kind === 'definition' ? memberIn(base, name, depth + 1) : undefined;
    if (found) return found;
  }
  return undefined;
}

const fieldIn = (file: CodeFile, offset: number, name: string): Value | undefined =>
  file.step() ? fieldOf(file, offset, name) : undefined;
