import type { ClassDefinition, ClassMember, Element, Entry, Expression, Statement, Target } from './ir.js';

const NONE: readonly never[] = [];

/** The expressions right inside an expression, in the order of the text; not those in bodies of functions and classes. */
export function expressionsOf(one: Expression): readonly Expression[] {
  switch (one.kind) {
    case 'template':
      return one.tag ? [one.tag] : one.parts.filter((part): part is Expression => 'kind' in part);
    case 'list':
      return one.elements.map(elementValue);
    case 'record':
      return one.entries.flatMap(expressionsOfEntry);
    case 'member':
      return [one.object];
    case 'index':
      return [one.object, one.index];
    case 'slice':
      return [one.object, ...given(one.from, one.to, one.step)];
    case 'call':
      return [
        one.indexed ?? one.callee,
        ...one.positional.map(elementValue),
        ...one.named.flatMap(expressionsOfEntry),
      ];
    case 'function':
      return [
        ...one.definition.decorators,
        ...one.definition.parameters.flatMap(({ fallback, target }) => [
          ...given(fallback),
          ...expressionsOfTarget(target),
        ]),
      ];
    case 'class':
      return [...one.definition.decorators, ...one.definition.bases];
    case 'binary':
    case 'logical':
      return [one.left, one.right];
    case 'not':
    case 'typeof':
      return [one.operand];
    case 'conditional':
      return [one.test, one.yes, one.no];
    case 'comprehension':
      return [
        ...given(one.key),
        one.result,
        ...one.clauses.flatMap((clause) =>
          clause.kind === 'if' ? [clause.test] : [...expressionsOfTarget(clause.target), clause.iterable],
        ),
      ];
    case 'same':
      return [one.value];
    case 'assign':
      return [...expressionsOfTarget(one.target), one.value];
    case 'yield':
      return given(one.value);
    case 'sequence':
      return one.values;
    case 'unknown':
      return one.parts;
    default:
      return NONE;
  }
}

const elementValue = ({ value }: Element): Expression => value;

const given = (...all: readonly (Expression | undefined)[]): readonly Expression[] =>
  all.filter((one) => one !== undefined);

const expressionsOfEntry = ({ computed, value }: Entry): readonly Expression[] =>
  computed ? [computed, value] : [value];

/** The expressions in a target: objects whose members are set, keys, defaults. */
function expressionsOfTarget(target: Target): readonly Expression[] {
  switch (target.kind) {
    case 'name':
      return NONE;
    case 'member':
    case 'slice':
      return [target.object];
    case 'index':
      return [target.object, target.index];
    case 'items':
      return target.items.flatMap((one) => [
        ...(one.target ? expressionsOfTarget(one.target) : NONE),
        ...given(one.fallback),
      ]);
    case 'members':
      return target.members.flatMap((one) => [
        ...given(one.computed),
        ...expressionsOfTarget(one.target),
        ...given(one.fallback),
      ]);
    case 'unknown':
      return target.parts;
  }
}

/** The expressions right inside a statement, not those of the statements in it. */
export function expressionsIn(one: Statement): readonly Expression[] {
  switch (one.kind) {
    case 'expression':
      return [one.value];
    case 'assign':
      return [...one.targets.flatMap(expressionsOfTarget), one.value];
    case 'declare':
      return expressionsOfTarget(one.target);
    case 'delete':
      return one.targets.flatMap(expressionsOfTarget);
    case 'function':
      return expressionsOf({ ...one, kind: 'function' });
    case 'class':
      return expressionsOf({ ...one, kind: 'class' });
    case 'export-value':
      return [one.value];
    case 'return':
    case 'throw':
      return given(one.value);
    case 'if':
      return [one.test];
    case 'for':
      return [...expressionsOfTarget(one.target), one.iterable];
    case 'while':
      return [...given(one.test), ...one.update];
    case 'with':
      return one.items.flatMap(({ value, target }) => [
        value,
        ...(target ? expressionsOfTarget(target) : NONE),
      ]);
    case 'switch':
      return [
        one.subject,
        ...one.cases.flatMap(({ tests, guard, binds }) => [
          ...tests,
          ...given(guard),
          ...binds.flatMap(expressionsOfTarget),
        ]),
      ];
    case 'enum':
      return one.entries.flatMap(expressionsOfEntry);
    default:
      return NONE;
  }
}

/** The statements right inside a statement, by the blocks that they are in; not those of functions and classes. */
export function blocksOf(one: Statement): readonly (readonly Statement[])[] {
  switch (one.kind) {
    case 'exported':
      return [[one.statement]];
    case 'if':
      return [one.body, one.otherwise];
    case 'for':
      return [one.body, one.otherwise];
    case 'while':
      return [one.initial, one.body, one.otherwise];
    case 'try':
      return [one.body, ...one.handlers.map(({ body }) => body), one.otherwise, one.last];
    case 'with':
    case 'block':
      return [one.body];
    case 'switch':
      return one.cases.map(({ body }) => body);
    default:
      return NONE;
  }
}

/** Every statement of a body and in its blocks, in the order of the text; not those of functions and classes in it. */
export function* statementsIn(body: readonly Statement[]): Generator<Statement> {
  const waiting = [...body].reverse();
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    yield one;
    const blocks = blocksOf(one);
    for (let index = blocks.length - 1; index >= 0; index--) {
      const block = blocks[index] ?? NONE;
      for (let at = block.length - 1; at >= 0; at--) waiting.push(block[at] as Statement);
    }
  }
}

/** Every statement of a body, those in its functions and classes among them; fields of classes are assignments. */
export function* everyStatement(body: readonly Statement[]): Generator<Statement> {
  const waiting: (readonly Statement[])[] = [body];
  const addClass = ({ members }: ClassDefinition): void => {
    for (const one of members()) {
      if (one.kind === 'method') waiting.push(one.definition.body());
      else if (one.kind === 'statement') waiting.push([one.statement]);
      else if (one.value) waiting.push([fieldAssigned(one, one.value)]);
    }
  };
  const addExpression = (start: Expression): void => {
    for (const one of within(start)) {
      if (one.kind === 'function') waiting.push(one.definition.body());
      else if (one.kind === 'class') addClass(one.definition);
    }
  };
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    for (const statement of statementsIn(one)) {
      yield statement;
      if (statement.kind === 'function') waiting.push(statement.definition.body());
      else if (statement.kind === 'class') addClass(statement.definition);
      for (const expression of expressionsIn(statement)) addExpression(expression);
    }
  }
}

/** A field of a class as an assignment to its name. */
function fieldAssigned(field: ClassMember & { kind: 'field' }, value: Expression): Statement {
  const { name, nameSpan, isTyped, start, end } = field;
  const targets: Target[] = name === undefined ? [] : [{ ...nameSpan, kind: 'name', name }];
  return { kind: 'assign', targets, value, operator: 'set', declares: undefined, isTyped, start, end };
}

/** Every expression in the statements of a body, those in its functions and classes among them. */
export function* everyExpression(body: readonly Statement[]): Generator<Expression> {
  for (const statement of everyStatement(body))
    for (const outer of expressionsIn(statement)) for (const one of within(outer)) yield one;
}

/** The expressions of a statement and all in them. */
export const expressionsOfStatement = (one: Statement): readonly Expression[] =>
  expressionsIn(one).flatMap((outer) => [...within(outer)]);

/** An expression and all in it, outermost first; not what is in bodies of functions and classes. */
export function* within(start: Expression): Generator<Expression> {
  const waiting = [start];
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    yield one;
    const inner = expressionsOf(one);
    for (let index = inner.length - 1; index >= 0; index--) waiting.push(inner[index] as Expression);
  }
}

/** The names that a target binds. */
export function* boundBy(target: Target): Generator<string> {
  const waiting: Target[] = [target];
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    if (one.kind === 'name') yield one.name;
    else if (one.kind === 'items') waiting.push(...one.items.flatMap(({ target: inner }) => inner ?? NONE));
    else if (one.kind === 'members') waiting.push(...one.members.map(({ target: inner }) => inner));
  }
}

/** The last of the names of an expression: `run` of `agent.run`; empty where it has none. */
export function lastName(one: Expression): string {
  return one.kind === 'name' ? one.name : one.kind === 'member' ? one.property : '';
}

/** An expression without its brackets, casts and awaits. */
export function bare(one: Expression): Expression {
  let at = one;
  while (at.kind === 'same') at = at.value;
  return at;
}
