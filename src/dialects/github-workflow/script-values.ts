import { keptIn } from '../../model/once.js';
import {
  type Call,
  type Code,
  expressionsIn,
  expressionsOf,
  type FunctionDefinition,
  type InlineScript,
  readInlineScript,
  type Statement,
  type Target,
  within,
} from '../../program/inline/script.js';
import {
  all,
  type Alternative,
  ANSWER,
  type Expression,
  FREE,
  HEAD,
  headRepository,
  isAnswer,
  isAnswerFile,
  literal,
  MOST_STATEMENTS,
  not,
  rightsOf,
  templateOf,
  whyUnknown,
} from '../ci/expression.js';
import facts from '../ci/events.json' with { type: 'json' };
import { asksForRights, asksRights, looksUpHead } from '../ci/shell-values.js';
import {
  assign,
  type Branch,
  insideOf,
  now,
  openReading,
  type Reading,
  replaced,
  type ScriptValues,
  type Surroundings,
} from '../ci/written.js';

interface Block extends Branch {
  of?: 'try' | 'function';
  /** What a function that is called by its name returns, each with the test behind which it has returned. */
  returned?: (Alternative & { end: Expression })[];
}

interface Script extends Reading<Block>, InlineScript {
  /** Functions that have a name. */
  functions: Map<string, FunctionDefinition>;
  /** What calls of them in the function that is read evaluate to. */
  called: Map<Call, Expression>;
}

const unknown = (why: string): Expression => ({ kind: 'unknown', why });
const NOT_READ = unknown('a comparison of its script is not read');

/** What a script of `github-script` gives to later steps, and where it fails: branches are followed, nothing is run. */
export function readScript(code: string, around: Surroundings): ScriptValues {
  const reading = openReading<Block>(code, around, (name) => name);
  const parsed = readInlineScript(reading.text);
  if (!parsed) {
    const value = unknown('its script is not read');
    const written = [{ name: '*', value, under: [] }];
    return { ...reading, outputs: written, exported: written, fails: asksForRights(code) ? [[value]] : [] };
  }
  const script: Script = { ...reading, ...parsed, functions: new Map(), called: new Map() };
  readAll(script, script.statements);
  return script;
}

function readAll(script: Script, statements: readonly Statement[]): void {
  for (const one of statements)
    if (one.kind === 'function') script.functions.set(one.definition.name ?? '', one.definition);
  for (const one of statements) if (script.runs.length < MOST_STATEMENTS) readStatement(script, one);
}

/** Reads statements that run where something is so; what ends a function ends nothing behind it. */
function readBlock(script: Script, block: Block, statements: readonly Statement[]): void {
  const { branches, ended } = script;
  const before = ended.length;
  branches.push(block);
  readAll(script, statements);
  branches.pop();
  if (block.of === 'function') ended.length = before;
}

/** What any call may do that is not seen: of a callback, or of a function that is passed on. */
const readFunction = (script: Script, { body }: FunctionDefinition): void => {
  readBlock(script, { before: [], test: FREE, of: 'function' }, body());
};

/** Functions that call others are followed this far. */
const DEEPEST = 4;

/** What a function of the script returns for a call by its name; it is read where it is called. */
function returnedBy(script: Script, of: Call): Expression | undefined {
  const { variables, branches, called, ended } = script;
  const definition = of.callee.kind === 'name' ? script.functions.get(of.callee.name) : undefined;
  if (!definition || branches.filter(({ returned }) => returned).length >= DEEPEST) return undefined;
  return keptIn(called, of, () => {
    const { parameters, body } = definition;
    const given = parameters.map(({ rest }, index) => {
      const value = of.positional[index]?.value;
      return rest ? FREE : value ? madeOf(script, value) : literal('');
    });
    const earlier = parameters.flatMap(({ name }) => {
      const value = variables.get(name);
      return value ? [[name, value] as const] : [];
    });
    for (const [index, { target }] of parameters.entries())
      setTarget(script, target, given[index] ?? FREE, []);
    const block = { before: [], of: 'function', returned: [] } satisfies Block as Block;
    const before = ended.length;
    script.called = new Map();
    branches.push(block);
    readAll(script, body());
    returnHere(script, undefined);
    branches.pop();
    script.called = called;
    for (const [name, value] of earlier) variables.set(name, value);
    const { returned = [] } = block;
    const ends = new Set(returned.map(({ end }) => end));
    ended.push(...ended.splice(before).filter((one) => !ends.has(one)));
    const [first] = returned;
    if (script.runs.length >= MOST_STATEMENTS) return unknown('its script has more statements than are read');
    return first?.under.length === 0 ? first.value : { kind: 'one-of', of: returned };
  });
}

const textOf = ({ text }: Script, { start, end }: { start: number; end: number }): string =>
  text.slice(start, end);

function readStatement(script: Script, one: Statement): void {
  const [target] = one.kind === 'assign' ? one.targets : [];
  if (one.kind === 'assign' && target?.kind === 'name' && one.value.kind === 'function') {
    script.functions.set(target.name, one.value.definition);
    setTarget(script, target, madeOf(script, one.value), []);
    return;
  }
  for (const part of expressionsIn(one)) {
    script.runs.push({ text: textOf(script, part), under: now(script) });
    readCalls(script, part);
  }
  switch (one.kind) {
    case 'if': {
      const test = testOf(script, one.test);
      readBlock(script, { before: [], test }, one.body);
      readBlock(script, { before: [test] }, one.otherwise);
      break;
    }
    case 'switch': {
      const before: Expression[] = [];
      for (const { tests, body } of one.cases) {
        const left = madeOf(script, one.subject);
        const parts = tests.map((part): Expression => ({ kind: 'equal', left, right: madeOf(script, part) }));
        const test = parts.reduce<Expression | undefined>(either, undefined);
        readBlock(script, { before: [...before], ...(test ? { test } : {}) }, body);
        if (test) before.push(test);
      }
      break;
    }
    case 'try': {
      const tried = { before: [], of: 'try' } satisfies Block as Block;
      readBlock(script, tried, one.body);
      const thrown = [...tried.before, ...(tried.test ? [not(tried.test)] : [])];
      const test = thrown.reduce<Expression>(either, FREE);
      for (const { body } of one.handlers) readBlock(script, { before: [], test }, body);
      readAll(script, one.last);
      break;
    }
    case 'for':
    case 'while':
      readBlock(script, { before: [], test: FREE }, one.body);
      break;
    case 'block':
      readAll(script, one.body);
      break;
    case 'assign':
      for (const target of one.targets)
        setTarget(script, target, madeOf(script, one.value), one.declares ? [] : now(script));
      break;
    case 'return':
      returnHere(script, one.value);
      break;
    case 'throw':
      endHere(script);
      break;
  }
}

const either = (left: Expression | undefined, right: Expression): Expression =>
  left ? { kind: 'or', left, right } : right;

/** What a function returns, or the script, whose result is an output of its step. */
function returnHere(script: Script, value: Code | undefined): void {
  const block = script.branches.findLast(({ of }) => of === 'function');
  const under = now(script);
  const one = value ? awaited(script, value) : literal('');
  const end = not(all(under));
  if (block) block.returned?.push({ value: one, under, end });
  else if (value) script.outputs.push({ name: 'result', value: one, under });
  if (script.fails.some((one) => isSame(one, withoutFailures(under)))) FAILING.add(end);
  script.ended.push(end);
}

/** Tests behind which a script has ended because it failed there. */
const FAILING = new WeakSet<Expression>();

/** What has to be so, for a step that did not fail before: where it did, what follows is of no account. */
const withoutFailures = (under: readonly Expression[]): Expression[] =>
  under.filter((one) => !FAILING.has(one));

const isSame = (one: readonly Expression[], other: readonly Expression[]): boolean =>
  one.length === other.length && one.every((part, index) => part === other[index]);

/** Where a script ends with an error: a `try` around it goes on behind itself. */
function endHere(script: Script): void {
  const { branches, fails, ended } = script;
  const at = branches.findLastIndex(({ of }) => of === 'try');
  const under = now(script);
  if (at >= 0) branches[at]?.before.push(all(insideOf(branches.slice(at + 1))));
  else {
    fails.push(withoutFailures(under));
    const end = not(all(under));
    FAILING.add(end);
    ended.push(end);
  }
}

function setTarget(script: Script, target: Target, value: Expression, under: readonly Expression[]): void {
  if (target.kind === 'name') assign(script, target.name, value, under);
  else if (target.kind === 'members')
    for (const one of target.members) setTarget(script, one.target, memberOf(script, value, one.key), under);
  else if (target.kind === 'items')
    for (const one of target.items)
      if (one.target) setTarget(script, one.target, memberOf(script, value, undefined), under);
}

/** What the calls in an expression do: they write for later steps, or fail. `isCaught`: an error of it ends nothing. */
function readCalls(script: Script, of: Code, isCaught = false): void {
  if (of.kind === 'function') {
    readFunction(script, of.definition);
    return;
  }
  const passedOn = of.kind === 'name' ? script.functions.get(of.name) : undefined;
  if (passedOn) readFunction(script, passedOn);
  const callee = of.kind === 'call' ? of.callee : undefined;
  const catches = callee?.kind === 'member' && callee.property === 'catch';
  const isNamed = of.kind === 'call' && returnedBy(script, of) !== undefined;
  for (const part of expressionsOf(of).slice(isNamed ? 1 : 0))
    readCalls(script, part, part === callee ? isCaught || catches : isCaught && of.kind !== 'call');
  if (of.kind === 'assign') setTarget(script, of.target, madeOf(script, of.value), now(script));
  if (of.kind !== 'call') return;
  const name = textOf(script, of.callee);
  const list = of.callee.kind === 'member' && ADDS.test(of.callee.property) ? of.callee.object : undefined;
  if (list?.kind === 'name') script.variables.set(list.name, FREE);
  const [first, second] = of.positional.map(({ value }) => value);
  const under = now(script);
  if (name === 'core.setFailed') script.fails.push(withoutFailures(under));
  else if (name === 'process.exit') {
    const end = not(all(under));
    if (first && textOf(script, first) !== '0') {
      script.fails.push(withoutFailures(under));
      FAILING.add(end);
    }
    script.ended.push(end);
  } else if (name === 'core.setOutput' || name === 'core.exportVariable') {
    const written = {
      name: first?.kind === 'text' ? script.textOf(first.pieces) : '*',
      value: second ? madeOf(script, second) : literal(''),
      under,
    };
    script[name === 'core.setOutput' ? 'outputs' : 'exported'].push(written);
  } else if (!isCaught && of.callee.kind === 'member' && facts.checks.throws.includes(of.callee.property))
    throwsWithout(script, of);
}

/** Methods that change what is in a list. */
const ADDS = /^(?:add|push|unshift|splice|fill)$/;

/** GitHub answers that a person is none of a list with an error, which ends the block. */
function throwsWithout(script: Script, of: Call): void {
  const { branches, fails, ended } = script;
  const passed = asTest(rightsBy(script, of));
  const under = now(script);
  const block = branches.at(-1);
  if (block && branches.some(({ of }) => of === 'try'))
    block.test = block.test ? { kind: 'and', left: block.test, right: passed } : passed;
  else {
    fails.push([...under, not(passed)]);
    ended.push({ kind: 'or', left: not(all(under)), right: passed });
  }
}

/** What a test makes of the answer of a check: whether the rights suffice. */
const asTest = (of: Expression): Expression =>
  of.kind === 'rights' ? { kind: 'equal', left: of, right: literal('true') } : of;

const testOf = (script: Script, of: Code): Expression => asTest(madeOf(script, of));

/** What a function with a promise gives where it is awaited; without that, a promise is always true. */
const awaited = (script: Script, of: Code): Expression =>
  (of.kind === 'call' ? returnedBy(script, of) : undefined) ?? madeOf(script, of);
const PROMISE = literal('[object Promise]');

const COMPARED: Readonly<Record<string, 'equal' | 'unequal'>> = {
  equal: 'equal',
  same: 'equal',
  'not-equal': 'unequal',
  'not-same': 'unequal',
};

/** What an expression of a script is made from. */
function madeOf(script: Script, of: Code): Expression {
  const value = (one: Code): Expression => madeOf(script, one);
  switch (of.kind) {
    case 'literal':
      return literal(String(of.scalar));
    case 'nothing':
      return literal('');
    case 'text':
      return textWith(script, script.textOf(of.pieces));
    case 'template':
      return templateOf(
        of.parts.map((one) => ('kind' in one ? value(one) : textWith(script, script.textOf([one])))),
      );
    case 'list': {
      const items = of.elements.map((one) => value(one.value));
      const names = items.flatMap((one) => (one.kind === 'literal' ? one.value : []));
      if (names.length < items.length || names.length === 0) return madeFrom(script, of);
      return { kind: 'call', name: 'fromjson', given: [literal(names.join(','))] };
    }
    case 'name':
      return script.variables.get(of.name) ?? CONTEXTS.get(of.name) ?? FREE;
    case 'member':
      return pathOf(script, of, of.property);
    case 'index':
      return pathOf(script, of, of.index.kind === 'text' ? script.textOf(of.index.pieces) : undefined);
    case 'call':
      return ofCall(script, of);
    case 'binary': {
      const [left, right] = [value(of.left), value(of.right)];
      const kind = COMPARED[of.operator];
      if (kind) return { kind, left, right };
      if (of.operator === 'add') return templateOf([left, right]);
      if (!['less', 'at-most', 'more', 'at-least'].includes(of.operator)) return madeFrom(script, of);
      const isOfRole = [left, right].some((one) => asksRights(one) || whyUnknown(one) !== undefined);
      return isOfRole ? NOT_READ : { kind: 'other', left, right };
    }
    case 'logical':
      return {
        kind: of.operator === 'and' ? 'and' : 'or',
        left: testOf(script, of.left),
        right: testOf(script, of.right),
      };
    case 'not':
      return not(testOf(script, of.operand));
    case 'conditional':
      return replaced(value(of.no), value(of.yes), [testOf(script, of.test)]);
    case 'same':
      return of.by === 'await' ? awaited(script, of.value) : value(of.value);
    case 'assign':
      return value(of.value);
    case 'function': {
      const last = of.definition.body().at(-1);
      return last?.kind === 'return' && last.value ? value(last.value) : FREE;
    }
    default:
      return madeFrom(script, of);
  }
}

/** A text in which expressions of the workflow may stand. */
const textWith = ({ variables }: Script, text: string): Expression =>
  templateOf(
    text
      .split(/(AGENT_LINT_\d+)/)
      .map((part) => (MARK.test(part) ? variables.get(part) : undefined) ?? literal(part)),
  );
const MARK = /^AGENT_LINT_\d+$/;

const path = (text: string): Expression => ({ kind: 'context', path: text });

/** What the names and members of a script are in the expressions of a workflow. */
const CONTEXTS: ReadonlyMap<string, Expression> = new Map(
  Object.entries({
    context: 'context',
    process: 'process',
    'context.payload': 'github.event',
    'context.actor': 'github.actor',
    'context.repo.owner': 'github.repository_owner',
    'context.eventname': 'github.event_name',
  }).map(([name, of]) => [name, path(of)] as const),
);

/** A member of a value; of what GitHub answers, it is as much. */
function memberOf({ around }: Script, of: Expression, name: string | undefined): Expression {
  if (isAnswer(of)) return of;
  if (of.kind !== 'context') return of.kind === 'literal' || of.kind === 'call' ? FREE : of;
  if (of.path === 'process.env') return around.variable(name ?? '') ?? FREE;
  const own = `${of.path}.${(name ?? '*').toLowerCase()}`;
  return CONTEXTS.get(own) ?? path(own);
}

function pathOf(
  script: Script,
  of: Extract<Code, { kind: 'member' | 'index' }>,
  name: string | undefined,
): Expression {
  const object = awaited(script, of.object);
  if (object.kind === 'context') return memberOf(script, object, name);
  if (looksUpHead(textOf(script, of))) return HEAD;
  if (object.kind !== 'free') return memberOf(script, object, name);
  // What a record of the script has for a role.
  if (of.kind === 'index' && asksRights(madeOf(script, of.index))) return NOT_READ;
  return asksForRights(`.${name ?? ''}`)
    ? rightsBy(script, of)
    : (headRepository(textOf(script, of)) ?? FREE);
}

/** Methods that change the form of a text alone, and functions that do so. */
const SAME: ReadonlySet<string> = new Set(
  'trim toLowerCase toUpperCase toString String Boolean Set'.split(' '),
);
/** Methods that ask what a text or a list contains, and what asks so in an expression. */
const ASKS: Readonly<Record<string, string>> = {
  includes: 'contains',
  has: 'contains',
  startsWith: 'startswith',
  endsWith: 'endswith',
};

/** Methods that ask so in another way. */
const TESTS = /^(?:test|match|search|some|every|find|indexOf)$/;

function calledName(of: Code): string {
  const callee = of.kind === 'call' ? of.callee : of;
  return callee.kind === 'member' ? callee.property : callee.kind === 'name' ? callee.name : '';
}

/** What a call answers that asks for the rights of a person: by the member of its options with their name. */
function rightsBy(script: Script, of: Code): Expression {
  const named = [...within(of)].flatMap((one) =>
    one.kind === 'record' ? one.entries.filter(({ key }) => key === 'username') : [],
  );
  return rightsOf(textOf(script, of), named[0] && madeOf(script, named[0].value));
}

function ofCall(script: Script, of: Call): Expression {
  const { callee } = of;
  const own = returnedBy(script, of);
  if (own) {
    const isAsync = callee.kind === 'name' && script.functions.get(callee.name)?.isAsync === true;
    return isAsync ? PROMISE : own;
  }
  if (callee.kind === 'member' && /^(?:catch|finally)$/.test(callee.property))
    return awaited(script, callee.object);
  const [first] = of.positional.map(({ value }) => value);
  const name = calledName(of);
  const asks = Object.hasOwn(ASKS, name) ? ASKS[name] : undefined;
  const subject = callee.kind === 'member' ? callee.object : first;
  if (first && textOf(script, callee) === 'JSON.parse') {
    const value = madeOf(script, first);
    if (isAnswer(value)) return { kind: 'call', name: 'fromjson', given: [value] };
  }
  if (callee.kind === 'member' && first && asks !== undefined)
    return { kind: 'call', name: asks, given: [madeOf(script, callee.object), madeOf(script, first)] };
  return subject && SAME.has(name) ? madeOf(script, subject) : madeFrom(script, of);
}

/** What a text of the script that is not followed is made from. */
function madeFrom(script: Script, of: Code): Expression {
  const text = textOf(script, of);
  if (looksUpHead(text)) return HEAD;
  if (asksForRights(text)) return rightsBy(script, of);
  const parts = expressionsOf(of).map((one) => awaited(script, one));
  const rights = parts.find(({ kind }) => kind === 'rights');
  // Where in a list a role is does not say whether it suffices.
  if (rights) return calledName(of) === 'indexOf' ? NOT_READ : rights;
  if (parts.some((one) => isAnswer(one) || isAnswerFile(one)))
    return TESTS.test(calledName(of)) ? { kind: 'call', name: 'matches', given: [ANSWER] } : ANSWER;
  if (parts.some(asksRights)) return NOT_READ;
  return parts.find((one) => one.kind === 'unknown') ?? foreign(of, text) ?? FREE;
}

/** A call whose answer may say who somebody is: of another service, or of a function of the script. */
function foreign(of: Code, text: string): Expression | undefined {
  const called =
    of.kind === 'call' && of.callee.kind === 'name'
      ? of.callee.name
      : of.kind === 'module'
        ? 'require'
        : /\bgithub\.(?:rest\.)?(?:orgs|teams|users)\b/.exec(text)?.[0];
  return called === undefined || PLAIN.has(called)
    ? undefined
    : unknown(`the answer of \`${called}\` is not known`);
}
const PLAIN: ReadonlySet<string> = new Set('Number parseInt'.split(' '));
