import type { Expression, FunctionDefinition, Span, Statement } from '../ir/ir.js';
import { EMPTY_RECORD, type FunctionValue, type Value } from '../values/value.js';
import { hold, tested } from './guards.js';
import type { CallSite, Machine } from './machine.js';
import { addCell, openScope } from './scopes.js';
import { truthOf } from './truth.js';

/** Names that no program can have. */
const IS_SETTLED = '(settled)';
const RESULT = '(result)';
const GIVEN = '(given)';

/** The functions that an executor is passed, by the construction of the promise. */
const SETTLERS = new WeakMap<
  Span,
  { readonly resolve: FunctionDefinition; readonly reject: FunctionDefinition }
>();
const RESOLVES = new WeakSet<FunctionDefinition>();

/** `if (!settled) { settled = true; result = given; }` */
function bodyOfResolve({ start, end }: Span): readonly Statement[] {
  const span = { start, end };
  const name = (text: string): Expression & { kind: 'name' } => ({ ...span, kind: 'name', name: text });
  const set = (text: string, value: Expression): Statement => ({
    ...span,
    kind: 'assign',
    targets: [name(text)],
    value,
    operator: 'set',
    declares: undefined,
    isTyped: false,
  });
  const body = [set(IS_SETTLED, { ...span, kind: 'literal', scalar: true }), set(RESULT, name(GIVEN))];
  return [
    { ...span, kind: 'if', test: { ...span, kind: 'not', operand: name(IS_SETTLED) }, body, otherwise: [] },
  ];
}

function definitionAt({ start, end }: Span, body: readonly Statement[]): FunctionDefinition {
  const span = { start, end };
  return {
    ...span,
    name: undefined,
    nameSpan: undefined,
    kind: 'lambda',
    isStatic: false,
    isGenerator: false,
    isAsync: false,
    decorators: [],
    whole: span,
    docstring: undefined,
    parameters: [
      {
        ...span,
        name: GIVEN,
        target: { ...span, kind: 'name', name: GIVEN },
        fallback: undefined,
        rest: undefined,
        isNamedOnly: false,
        isField: false,
        annotation: undefined,
      },
    ],
    body: () => body,
    bodySpan: undefined,
  };
}

function settlersAt(place: Span) {
  const before = SETTLERS.get(place);
  if (before) return before;
  const created = {
    resolve: definitionAt(place, bodyOfResolve(place)),
    reject: definitionAt(place, []),
  };
  RESOLVES.add(created.resolve);
  SETTLERS.set(place, created);
  return created;
}

/**
 * The result of `new Promise(executor)`: what the executor, or a callback that it passes on, gives to its first
 * parameter first. Undefined where no call of that is read.
 */
export function promised(m: Machine, executor: FunctionValue, site: CallSite): Value | undefined {
  const { frame, at } = site;
  const { context, file } = frame;
  const scope = openScope(m, 'function', file, frame.scope, new Map());
  const isSettled = addCell(m, scope, IS_SETTLED);
  const result = addCell(m, scope, RESULT);
  m.write(isSettled, { kind: 'scalar', at, scalar: false });
  const { resolve, reject } = settlersAt(at.span);
  const settler = (definition: FunctionDefinition): Value => ({
    kind: 'function',
    id: m.identify(definition, context, 'definition'),
    at,
    definition,
    scope,
    context,
    origin: { module: '', name: '', dotted: '', file: file.file },
    decorators: [],
    inClass: undefined,
    self: undefined,
  });
  const positional = [resolve, reject].map((one) => ({ value: settler(one), written: at }));
  m.apply(executor, { positional, named: EMPTY_RECORD }, { ...site, isNew: false, event: undefined });
  const settled = m.read(isSettled);
  const holds = settled && truthOf(m, settled, file);
  if (!settled || holds === false) return undefined;
  // What awaits a promise runs only if that is settled.
  if (holds === undefined) hold(m, tested(m, settled), true);
  return m.read(result) ?? { kind: 'nothing', at };
}

/** Whether a function that is passed on resolves a promise: it does nothing else, or is written in an executor. */
export function resolvesPromise(m: Machine, { definition, scope }: FunctionValue): boolean {
  if (RESOLVES.has(definition)) return true;
  for (let at: typeof scope | undefined = scope; at && at.kind !== 'module'; at = at.parent)
    for (const cell of at.cells.values()) {
      const value = m.read(cell);
      if (value?.kind === 'function' && RESOLVES.has(value.definition)) return true;
    }
  return false;
}
