import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf } from '../agents/tool.js';
import { isPlain } from '../ci/answers.js';
import { actionOf } from '../ci/profiles.js';
import { startedIn } from '../ci/started.js';
import facts from './events.json' with { type: 'json' };
import {
  type Alternative,
  all,
  type Expression,
  literal,
  not,
  parseExpression,
  partsOf,
} from './expression.js';
import { ANSWER, FREE, RIGHTS } from './known-values.js';
import {
  jobBeside,
  jobsBefore,
  languageOf,
  type Scope,
  scopeOfAction,
  scopeOfJob,
  workflowCalled,
} from './scope.js';
import { readScript } from './script-values.js';
import { asksForRights, readShell } from './shell-values.js';
import { replaced, type ScriptValues } from './written.js';

/** A value leads to others this far. */
const DEEPEST = 16;
/** Most parts that one value is made from. */
const MOST_PARTS = 2_000;

const unknown = (why: string): Expression => ({ kind: 'unknown', why });

interface Work {
  left: number;
  depth: number;
}

/** What a text with expressions is made from. */
const resolvedText = (text: string, scope: Scope): Expression =>
  ofText(text, scope, { left: MOST_PARTS, depth: 0 });

/** Paths of contexts and texts that the value of a text is made from, wherever it is produced. */
export function madeFrom(text: string, scope: Scope | undefined): string[] {
  const waiting = scope ? [resolvedText(text, scope)] : [];
  const result = [text];
  for (let count = 0; waiting.length > 0 && count < MOST_PARTS; count++) {
    const one = waiting.pop();
    if (one?.kind === 'context') result.push(one.path);
    else if (one?.kind === 'literal') result.push(one.value);
    else if (one?.kind === 'one-of') waiting.push(...one.of.map(({ value }) => value));
    else if (one) waiting.push(...partsOf(one));
  }
  return result;
}

function withValues(of: Expression, scope: Scope, work: Work): Expression {
  if (work.left-- <= 0) return unknown('it is made from more values than are read');
  const within = (one: Expression): Expression => withValues(one, scope, work);
  switch (of.kind) {
    case 'context':
      return valueAt(of.path, scope, work);
    case 'call':
      return { ...of, given: of.given.map(within) };
    case 'not':
      return not(within(of.of));
    case 'and':
    case 'or':
    case 'equal':
    case 'unequal':
    case 'other':
      return { ...of, left: within(of.left), right: within(of.right) };
    default:
      return of;
  }
}

function ofText(text: string, scope: Scope, work: Work): Expression {
  if (!text.includes('${{')) return literal(text);
  const whole = parseExpression(text);
  if (whole) return withValues(whole, scope, work);
  const parts = [...text.matchAll(/\$\{\{([\s\S]*?)\}\}/g)].map(([, inner = '']) => {
    const part = parseExpression(inner);
    return part ? withValues(part, scope, work) : unknown('an expression in it is not read');
  });
  return { kind: 'call', name: 'format', given: parts };
}

const ofNode = (node: SyntaxNode | undefined, scope: Scope, work: Work): Expression | undefined => {
  if (node?.scalar === undefined) return undefined;
  const text = stringOf(node);
  return text === undefined ? literal(String(node.scalar ?? '')) : ofText(text, scope, work);
};

/** The value of a key, whatever its case. */
function keyed(node: SyntaxNode | undefined, name: string): SyntaxNode | undefined {
  return node?.get(name) ?? node?.get(node.keys().find((key) => key.toLowerCase() === name) ?? '');
}

function valueAt(path: string, scope: Scope, outer: Work): Expression {
  const [first = '', name = '', kind = '', last = ''] = path.split('.');
  if (!['env', 'inputs', 'matrix', 'steps', 'needs', 'jobs'].includes(first))
    return { kind: 'context', path };
  if (outer.depth >= DEEPEST) return unknown(`\`${path}\` leads to more values than are followed`);
  outer.depth++;
  const found = (() => {
    switch (first) {
      case 'env':
        return variable(name, scope, outer) ?? literal('');
      case 'inputs':
        return input(name, scope, outer);
      case 'matrix':
        return ofMatrix(name, scope, outer);
      case 'steps':
        return ofStep(name, kind, last, scope, outer);
      default:
        return ofJob(name, kind, last, scope, outer);
    }
  })();
  outer.depth--;
  return found;
}

/** The value of a variable; undefined where no file of the project sets it. */
function variable(name: string, scope: Scope, work: Work): Expression | undefined {
  const { step, job, root, caller, steps } = scope;
  const own = ofNode(keyed(step?.get('env'), name), scope, work);
  if (own) return own;
  const stated =
    ofNode(keyed(job?.node.get('env'), name), scope, work) ??
    ofNode(keyed(root.get('env'), name), scope, work) ??
    (job || !caller ? undefined : variable(name, caller.scope, work));
  let value = stated;
  for (const one of step ? stepsUpTo(steps, step) : [])
    for (const written of valuesOfStep(one, scope, work).variables)
      if (written.name.toLowerCase() === name)
        value = replaced(value ?? literal(''), written.value, written.under);
  return value;
}

function input(name: string, { inputs, caller }: Scope, work: Work): Expression {
  if (!caller) return literal('');
  const given = ofNode(keyed(caller.given, name), caller.scope, work);
  return given ?? ofNode(keyed(inputs, name)?.get('default'), caller.scope, work) ?? literal('');
}

function ofMatrix(name: string, scope: Scope, work: Work): Expression {
  const matrix = scope.job?.node.get('strategy')?.get('matrix');
  const listed = keyed(matrix, name);
  const nodes = [
    ...(listed?.items() ?? []),
    ...(matrix?.get('include')?.items() ?? []).flatMap((one) => keyed(one, name) ?? []),
  ];
  const values = nodes.flatMap((node) => ofNode(node, scope, work) ?? []);
  const computed = stringOf(listed) ?? stringOf(matrix);
  if (computed !== undefined) {
    const list = ofText(computed, scope, work);
    const names =
      list.kind === 'call' && list.name === 'fromjson' && list.given[0]?.kind === 'literal'
        ? list.given[0].value.split(/[\s,"'[\]]+/).filter((one) => one !== '')
        : undefined;
    if (!names) return unknown(`\`matrix.${name}\` is computed when the workflow runs`);
    values.push(...names.map(literal));
  }
  return { kind: 'one-of', of: values.map((value) => ({ value, under: [] })) };
}

const stepsUpTo = (steps: readonly SyntaxNode[], step: SyntaxNode): readonly SyntaxNode[] => {
  const path = step.path();
  const index = steps.findIndex((one) => one.path() === path);
  return index < 0 ? [] : steps.slice(0, index);
};

/** What lets a step run: its own condition; it is left out where an earlier step failed. */
const conditionOf = (node: SyntaxNode | undefined, scope: Scope, work: Work): Expression[] => {
  const text = stringOf(node);
  if (text === undefined) return node?.scalar === false ? [literal('false')] : [];
  const condition = parseExpression(text);
  return [condition ? withValues(condition, scope, work) : unknown('a condition is not read')];
};

function ofStep(id: string, kind: string, name: string, scope: Scope, work: Work): Expression {
  const step = scope.steps.find((one) => stringOf(one.get('id'))?.toLowerCase() === id);
  if (!step) return unknown(`no step has the id \`${id}\``);
  const there: Scope = { ...scope, step };
  const under = conditionOf(step.get('if'), there, work);
  const skipped: Alternative[] = under.length > 0 ? [{ value: literal(''), under: [not(all(under))] }] : [];
  if (kind === 'outcome' || kind === 'conclusion') {
    const fails = failing(step, there, work);
    const ends: Alternative[] = [
      { value: literal('success'), under: [...under, ...fails.map((one) => not(all(one)))] },
      ...(fails.length > 0 && kind === 'outcome'
        ? fails.map((one) => ({ value: literal('failure'), under: [...under, ...one] }))
        : [{ value: literal('failure'), under }]),
    ];
    return {
      kind: 'one-of',
      of: [...ends, ...skipped.map((one) => ({ ...one, value: literal('skipped') }))],
    };
  }
  if (kind !== 'outputs') return FREE;
  return {
    kind: 'one-of',
    of: [
      ...outputOf(step, name, there, work).map((one) => ({ ...one, under: [...under, ...one.under] })),
      ...skipped,
    ],
  };
}

/** What the output of a step may be. */
function outputOf(step: SyntaxNode, name: string, scope: Scope, work: Work): Alternative[] {
  const uses = stringOf(step.get('uses'));
  if (uses !== undefined && !isScript(uses))
    return [{ value: outputOfAction(uses, name, step, scope, work), under: [] }];
  const { outputs } = valuesOfStep(step, scope, work);
  const written = outputs.filter((one) => one.name.toLowerCase() === name || one.name === '*');
  let value: Expression = literal('');
  for (const one of written)
    value =
      one.name === '*'
        ? { kind: 'one-of', of: [{ value, under: [] }, one] }
        : replaced(value, one.value, one.under);
  return [{ value, under: [] }];
}

const isScript = (uses: string): boolean => /^actions\/github-script@/.test(uses);

function outputOfAction(uses: string, name: string, step: SyntaxNode, scope: Scope, work: Work): Expression {
  const check = checkOf(uses);
  if (check)
    return check.outputs.includes(name)
      ? RIGHTS
      : unknown(`the output \`${name}\` of \`${uses}\` is not known`);
  // The answer of an agent is the text of whoever steers it.
  if (actionOf(uses)) return isPlain(name) ? FREE : ANSWER;
  const inner = scopeOfAction(scope, step);
  const stated = keyed(inner?.root.get('outputs'), name)?.get('value');
  if (inner && stated) return ofNode(stated, inner, work) ?? FREE;
  if (inner) return literal('');
  return unknown(`the outputs of \`${uses.split('@')[0] ?? ''}\` are not known`);
}

interface Check {
  uses: readonly string[];
  outputs: readonly string[];
  fails?: boolean;
  failsWith?: Readonly<Record<string, string>>;
}

const CHECKS: ReadonlyMap<string, Check> = new Map(
  (facts.checks.actions as readonly Check[]).flatMap((one) =>
    one.uses.map((name) => [name.toLowerCase(), one] as const),
  ),
);

const checkOf = (uses: string): Check | undefined => CHECKS.get((uses.split('@')[0] ?? '').toLowerCase());

/** What the script of a step writes, and where it fails. */
function valuesOfStep(step: SyntaxNode, scope: Scope, work: Work): ScriptValues {
  const there: Scope = { ...scope, step };
  const read = {
    expression: (text: string) => ofText(`\${{${text}}}`, there, work),
    variable: (name: string): Expression | undefined =>
      name.startsWith('GITHUB_') || name.startsWith('RUNNER_')
        ? ofRunner(name)
        : variable(name.toLowerCase(), there, work),
    file: (name: string): Expression | undefined =>
      name.length > 2 && answersIn(stepsUpTo(there.steps, step), name) ? ANSWER : undefined,
  };
  const run = stringOf(step.get('run'));
  if (run !== undefined) return isShell(step, scope) ? readShell(run, read) : unread(run);
  const script = stringOf(step.get('with')?.get('script'));
  return script !== undefined && isScript(stringOf(step.get('uses')) ?? '') ? readScript(script, read) : NONE;
}

/** Whether a step writes the answer of an agent into a file. */
const answersIn = (steps: readonly SyntaxNode[], file: string): boolean =>
  steps.some((step) => {
    const run = stringOf(step.get('run')) ?? '';
    return run.includes(file) && startedIn(run) !== undefined && WRITES.test(run);
  });
const WRITES = /(?:>|\btee\b)/;

/** What a script of another language writes is not known. */
const unread = (run: string): ScriptValues => {
  const written = [{ name: '*', value: unknown('a script that is not of a shell writes it'), under: [] }];
  return {
    outputs: run.includes('GITHUB_OUTPUT') ? written : [],
    variables: run.includes('GITHUB_ENV') ? written : [],
    fails: [],
    runs: [],
  };
};

const NONE: ScriptValues = { outputs: [], variables: [], fails: [], runs: [] };

/** Variables that the runner sets. */
const ofRunner = (name: string): Expression => {
  const paths: Readonly<Record<string, string>> = {
    GITHUB_ACTOR: 'github.actor',
    GITHUB_TRIGGERING_ACTOR: 'github.triggering_actor',
    GITHUB_REPOSITORY_OWNER: 'github.repository_owner',
    GITHUB_EVENT_NAME: 'github.event_name',
  };
  const path = paths[name];
  return path === undefined ? FREE : { kind: 'context', path };
};

function failing(step: SyntaxNode, scope: Scope, work: Work): (readonly Expression[])[] {
  const uses = stringOf(step.get('uses')) ?? '';
  const check = checkOf(uses);
  if (check) {
    const inputs = step.get('with');
    const isAsked = Object.entries(check.failsWith ?? {}).some(
      ([key, value]) => String(inputs?.get(key)?.scalar ?? '') === value,
    );
    return check.fails === true || isAsked
      ? [[{ kind: 'unequal', left: RIGHTS, right: literal('true') }]]
      : [];
  }
  const inner = scopeOfAction(scope, step);
  if (inner) return inner.steps.flatMap((one) => failures(one, { ...inner, step: one }, work));
  return [...valuesOfStep(step, scope, work).fails];
}

function failures(step: SyntaxNode, scope: Scope, work: Work): (readonly Expression[])[] {
  if (step.get('continue-on-error')?.scalar === true) return [];
  const under = conditionOf(step.get('if'), scope, work);
  return failing(step, scope, work).map((one) => [...under, ...one]);
}

/** What has to be so that none of some steps fails. */
function passing(steps: readonly SyntaxNode[], scope: Scope, work: Work): Expression[] {
  return steps.flatMap((step) => failures(step, { ...scope, step }, work).map((one) => not(all(one))));
}

function ofJob(name: string, kind: string, output: string, scope: Scope, work: Work): Expression {
  const actual = Object.keys({ ...keysOf(scope.root.get('jobs')) }).find((key) => key.toLowerCase() === name);
  const there = actual === undefined ? undefined : jobBeside(scope, actual);
  if (!there?.job) return unknown(`the workflow has no job \`${name}\``);
  const under = conditionOf(there.job.node.get('if'), there, work);
  const skipped: Alternative[] = under.length > 0 ? [{ value: literal(''), under: [not(all(under))] }] : [];
  if (kind === 'result') {
    const passes = passing(there.steps, there, work);
    return {
      kind: 'one-of',
      of: [
        { value: literal('success'), under: [...under, ...passes] },
        { value: literal('failure'), under },
        ...skipped.map((one) => ({ ...one, value: literal('skipped') })),
      ],
    };
  }
  if (kind !== 'outputs') return FREE;
  return { kind: 'one-of', of: [{ value: outputOfJob(output, there, work), under }, ...skipped] };
}

const keysOf = (node: SyntaxNode | undefined): Readonly<Record<string, true>> =>
  Object.fromEntries((node?.keys() ?? []).map((key) => [key, true]));

function outputOfJob(name: string, scope: Scope, work: Work): Expression {
  const node = scope.job?.node;
  const uses = stringOf(node?.get('uses'));
  if (uses === undefined) return ofNode(keyed(node?.get('outputs'), name), scope, work) ?? literal('');
  const called = workflowCalled(scope);
  const outputs = called && onOfCall(called.root)?.get('outputs');
  const value = keyed(outputs, name)?.get('value');
  const first = called?.root.get('jobs')?.keys()[0];
  const inside =
    called && first !== undefined ? scopeOfJob(called.root, first, scope.context, called.caller) : undefined;
  if (!called) return unknown(`the outputs of \`${uses}\` are not known`);
  return (inside && ofNode(value, inside, work)) ?? literal('');
}

const onOfCall = (root: SyntaxNode): SyntaxNode | undefined =>
  (root.get('on') ?? root.get('true'))?.get('workflow_call');

/** What has to be so that a step is reached: its conditions and those of its job and of what calls it, and that no step before it fails. */
export function reaching(scope: Scope): Expression[] {
  const work: Work = { left: MOST_PARTS, depth: 0 };
  const { step, job, caller } = scope;
  const result: Expression[] = [];
  if (step) {
    const text = stringOf(step.get('if')) ?? '';
    result.push(...conditionOf(step.get('if'), scope, work));
    if (!runsAnyway(text)) result.push(...passing(stepsUpTo(scope.steps, step), scope, work));
  }
  if (job) {
    result.push(...conditionOf(job.node.get('if'), scope, work));
    if (!runsAnyway(stringOf(job.node.get('if')) ?? ''))
      for (const before of jobsBefore(scope))
        result.push(
          ...conditionOf(before.job?.node.get('if'), before, work),
          ...(before.job?.node.get('continue-on-error')?.scalar === true
            ? []
            : passing(before.steps, before, work)),
          ...ofCalled(before, work),
        );
  }
  return caller ? [...result, ...reaching(caller.scope)] : result;
}

/** Where a job calls a workflow: that none of its jobs fails. */
function ofCalled(scope: Scope, work: Work): Expression[] {
  const called = workflowCalled(scope);
  return (called?.root.get('jobs')?.keys() ?? []).flatMap((name) => {
    const inside = called && scopeOfJob(called.root, name, scope.context, called.caller);
    if (!inside) return [];
    const under = all(conditionOf(inside.job?.node.get('if'), inside, work));
    return passing(inside.steps, inside, work).map(
      (one): Expression => ({ kind: 'or', left: not(under), right: one }),
    );
  });
}

/** Whether a step before it, in its job or one that has to end first, asks for the role of a person in a way that is not read. */
export function asksUnread(scope: Scope): boolean {
  const isUnread = (steps: readonly SyntaxNode[], there: Scope): boolean =>
    steps.some((step) => {
      const uses = stringOf(step.get('uses')) ?? '';
      const isRead = isScript(uses) || checkOf(uses) || (step.get('run') && isShell(step, there));
      return !isRead && asksForRights(JSON.stringify(step.toValue() ?? ''));
    });
  const { step, steps, caller } = scope;
  return (
    (step !== undefined && isUnread(stepsUpTo(steps, step), scope)) ||
    (scope.job !== undefined && jobsBefore(scope).some((one) => isUnread(one.steps, one))) ||
    (caller !== undefined && asksUnread(caller.scope))
  );
}

const isShell = (step: SyntaxNode, { root, job }: Scope): boolean =>
  languageOf(root, job?.node ?? root, step) === 'shell';

/** Whether a condition lets a job or a step run where one before it failed or was left out. */
const runsAnyway = (condition: string): boolean => /\b(?:always|failure|cancelled)\s*\(/.test(condition);

/** What a step runs, and what has to be so where it does. */
export function runsOf(scope: Scope): { text: string; under: readonly Expression[] }[] {
  const { step } = scope;
  if (!step) return [];
  const reached = reaching(scope);
  const uses = stringOf(step.get('uses'));
  const own = valuesOfStep(step, scope, { left: MOST_PARTS, depth: 0 }).runs;
  const whole = uses === undefined || isScript(uses) ? [] : [{ text: uses, under: [] }];
  return [...own, ...whole].map(({ text, under }) => ({ text, under: [...reached, ...under] }));
}

/** Why a condition is not known, where it is not. */
export function whyUnknown(conditions: readonly Expression[]): string | undefined {
  const waiting = [...conditions];
  for (let count = 0; waiting.length > 0 && count < MOST_PARTS; count++) {
    const one = waiting.pop();
    if (one?.kind === 'unknown') return one.why;
    if (one) waiting.push(...partsOf(one));
  }
  return undefined;
}
