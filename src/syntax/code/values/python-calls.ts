import { read } from '../language.js';
import { bindingOf } from '../names/names.js';
import type { Cst } from '../tree/cst.js';
import type { Expression } from '../tree/expression.js';
import { arrayOf, joinedArray, objectOf } from './containers.js';
import { originOf } from './members.js';
import { itemsAt, type Slot, type Value, type Written } from './value.js';

type CallExpression = Expression & { kind: 'call' };

const LIBRARY = /(?:^|\.)(?:chain|from_iterable|dedent|cleandoc|(?:deep)?copy)$/;
/** Functions of the language that give the items of a list in another order. */
const ORDERED: ReadonlySet<string> = new Set(['sorted', 'reversed']);
const TRIMS: ReadonlySet<string> = new Set(['strip', 'lstrip', 'rstrip']);

/**
 * What Python's own functions make of known lists and texts: `itertools.chain(a, b)`, `sum([a, b], [])`, `sorted(a)`,
 * `filter(None, a)`, `textwrap.dedent("...")`, `"...".strip()`. Undefined for any other call, and where something is not
 * known.
 */
export function madeByPython(at: Written, { callee, positional }: CallExpression): Value | undefined {
  const [first, second] = positional.map(({ node }) => node);
  const said = read(callee);
  if (said.kind === 'member' && TRIMS.has(said.property) && !first) return textOf(at, said.object);
  if (LIBRARY.test(callee.text))
    return ofLibrary(
      at,
      callee,
      positional.map(({ node }) => node),
    );
  if (said.kind !== 'name' || !first || bindingOf(at.file, said.name, callee.start)) return undefined;
  if (ORDERED.has(said.name)) return listIn(at, first) && arrayOf(at, [{ node: first, spread: true }]);
  if (said.name === 'sum' && second?.text === '[]') return flattened(at, first);
  return said.name === 'filter' && first.text === 'None' && second ? withoutNothing(at, second) : undefined;
}

function ofLibrary(at: Written, callee: Cst, given: readonly Cst[]): Value | undefined {
  const origin = originOf(at.file.project.evaluate(at.file, callee));
  const [first] = given;
  if (!origin || !first) return undefined;
  switch (`${origin.module}.${origin.dotted}`) {
    case 'itertools.chain':
      return arrayOf(
        at,
        given.map((node) => ({ node, spread: true })),
      );
    case 'itertools.chain.from_iterable':
      return flattened(at, first);
    // What the items of a copy are like does not change, whoever has them.
    case 'copy.copy':
    case 'copy.deepcopy':
      return copyOf(at, first);
    case 'textwrap.dedent':
    case 'inspect.cleandoc':
      return textOf(at, first);
    default:
      return undefined;
  }
}

/** A text whose space alone is changed is read where it stands. */
function textOf({ file }: Written, node: Cst): Value | undefined {
  const value = file.project.evaluate(file, node);
  return value.kind === 'scalar' && typeof value.scalar === 'string' ? value : undefined;
}

/** `tools.copy()`, `copy.deepcopy(options)`: changes of the copy are its own. */
export function copyOf(at: Written, node: Cst): Value | undefined {
  const { kind } = at.file.project.evaluate(at.file, node);
  if (kind === 'array') return arrayOf(at, [{ node, spread: true }]);
  return kind === 'object' || isEnvironment(at, node)
    ? objectOf(at, [{ keyNode: node, value: node, spread: true }])
    : undefined;
}

/** `os.environ`, whose members no file tells, and which may be given some more. */
export const isEnvironment = ({ file }: Written, node: Cst): boolean =>
  file.language.isPython && node.text === 'os.environ';

function listIn({ file }: Written, node: Cst): (Value & { kind: 'array' }) | undefined {
  const value = file.project.evaluate(file, node);
  return value.kind === 'array' ? value : undefined;
}

function flattened(at: Written, node: Cst): Value | undefined {
  const lists = listIn(at, node);
  return (
    lists &&
    joinedArray(
      at,
      itemsAt(lists, at).map((slot) => slot.value()),
    )
  );
}

function withoutNothing(at: Written, node: Cst): Value | undefined {
  const list = listIn(at, node);
  return list && { kind: 'array', at, slots: () => itemsAt(list, at).filter(isThere) };
}

/** What is certainly nothing, `false`, zero or an empty text is left out. */
export function isThere(slot: Slot): boolean {
  const value = slot.value();
  return value.kind !== 'nothing' && !(value.kind === 'scalar' && !value.scalar);
}
