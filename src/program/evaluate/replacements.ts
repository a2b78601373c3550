import { isTestFile } from '../../model/test-file.js';
import type { Heap } from '../values/heap.js';
import { union } from '../values/join.js';
import type { Cell } from '../values/scope.js';
import type { SourceFile } from '../values/source.js';
import {
  type At,
  type External,
  isSame,
  type Slot,
  taken,
  takenFromAll,
  type Value,
} from '../values/value.js';
import type { Machine, Replacements } from './machine.js';

/** A member of a package for which the project has a value of its own, and the files that set it. */
interface Replaced {
  readonly cell: Cell;
  readonly files: Set<SourceFile>;
}

/** A member as the package has it. */
export function memberOutside(object: External, name: string, at: At): External {
  const takenFrom = { object, name };
  return { kind: 'external', at, origin: taken(object.origin, name), why: object.why, takenFrom };
}

/**
 * Members of packages that the project replaces (`shutil.rmtree = fake`). `root`: the heap of the whole program, in
 * which each is as the package has it, until a view of it says otherwise.
 */
export function replacementsOf(m: Machine, root: Heap): Replacements {
  const replaced = new Map<string, Replaced>();
  return {
    replace(member: External, { value, written: { file } }: Slot) {
      const key = keyOf(member);
      // What a test replaces says nothing of the program.
      if (key === undefined || isTestFile(file.file)) return;
      let known = replaced.get(key);
      // A setting of a package is a value too: only a function of the project takes the place of one.
      if (!known && value.kind !== 'function') return;
      if (!known) {
        known = {
          cell: { id: m.number(), name: '', of: undefined, declaration: undefined },
          files: new Set(),
        };
        replaced.set(key, known);
        root.set(known.cell.id, { kind: 'value', value: member });
      }
      known.files.add(file);
      m.write(known.cell, value);
    },
    replacementOf(member: External) {
      const key = replaced.size > 0 ? keyOf(member) : undefined;
      const known = key === undefined ? undefined : replaced.get(key);
      const value = known && m.read(known.cell);
      if (!known || !value) return undefined;
      const here = asRead(value, member);
      const isSure = [...known.files].every((file) => m.imports(member.at.file, file));
      return isSure ? here : union([member, here], member.at, 'may-run');
    },
  };
}

/** A value in which the member itself is the one that is read here. */
function asRead(value: Value, member: External): Value {
  const isMember = (one: Value): boolean => one.kind === 'external' && isSame(one, member);
  if (value.kind === 'union')
    return { ...value, members: value.members.map((one) => (isMember(one) ? member : one)) };
  return isMember(value) ? member : value;
}

/** What identifies a member; undefined where each object has its own. */
function keyOf(member: External): string | undefined {
  const { module, dotted } = member.origin;
  if (module === '' || dotted.includes('(')) return undefined;
  const isOfPackage = takenFromAll(member).every(({ value }) => value.kind === 'external');
  return isOfPackage ? `${module}\0${dotted}` : undefined;
}
