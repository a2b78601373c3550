import { changedObject, optionsOf } from './containers.js';
import type { Cst } from './cst.js';
import { callValue } from './evaluate.js';
import type { CodeFile } from './file.js';
import { read } from './language.js';
import { bindingOf } from './names.js';
import type { CallValue, Members, Value } from './value.js';
import { wordAt } from './words.js';

/** Classes of a project that extend each other are followed no further than this. */
const DEEPEST = 4;

/**
 * The call of its base's constructor in a class of the project, where a call constructs one: `super({ ... })`,
 * `super().__init__(...)`.
 */
export function passedOn(call: CallValue): CallValue | undefined {
  const target = call.target();
  if (target.kind !== 'definition' || target.definition.kind !== 'class') return undefined;
  const { file, node } = target.at;
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

/** The options of a call, and those that the class that it constructs gives its base. */
export function allOptionsOf(call: CallValue, depth = 0): Value {
  const own = optionsOf(call);
  const inner = depth < DEEPEST ? passedOn(call) : undefined;
  const base = inner && allOptionsOf(inner, depth + 1);
  if (!inner || base?.kind !== 'object') return own;
  const members = (): Members =>
    withOwn(inner, base.members(), own.kind === 'object' ? own.members() : undefined);
  return changedObject(own.kind === 'object' ? own.at : base.at, members, []);
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
