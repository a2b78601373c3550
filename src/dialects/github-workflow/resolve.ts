import { isFile, isPlain } from '../ci/answers.js';
import { actionOf } from '../ci/profiles.js';
import { startedIn } from '../ci/started.js';
import { keyed, textOf, type Value, type WorkflowStep } from '../ci/workflow.js';
import facts from '../ci/events.json' with { type: 'json' };
import {
  all,
  allIn,
  type Alternative,
  ANSWER,
  ANSWER_FILE,
  type Expression,
  FREE,
  literal,
  not,
  parseExpression,
  rightsOf,
  templateOf,
  valuesOf,
  withContexts,
} from '../ci/expression.js';
import {
  jobBeside,
  jobsBefore,
  keptOf,
  type Scope,
  scopeOfAction,
  scopesCalled,
  stepsUpTo,
} from './scope.js';
import { readScript } from './script-values.js';
import { asksForRights, IN_FUNCTION, readShell } from '../ci/shell-values.js';
import { replaced, type ScriptValues } from '../ci/written.js';

/** A value leads to others this far. */
const DEEPEST = 16;
/** Most parts that one value is made from. */
const MOST_PARTS = 2_000;

const unknown = (why: string): Expression => ({ kind: 'unknown', why });

interface Work {
  left: number;
  depth: number;
}

/** Paths of contexts and texts that the value of a text is made from, wherever it is produced. */
export function madeFrom(text: string, scope: Scope): string[] {
  const all = [...allIn(ofText(text, scope, { left: MOST_PARTS, depth: 0 }), valuesOf)];
  return [
    text,
    ...all.flatMap((one) => (one.kind === 'context' ? one.path : one.kind === 'literal' ? one.value : [])),
  ];
}

/** Whether a text is one of those that the files state, on each path on which it is produced: `true` or `false`. */
export const isStated = (text: string, scope: Scope): boolean =>
  [...allIn(ofText(text, scope, { left: MOST_PARTS, depth: 0 }), valuesOf)].every(
    ({ kind }) => kind === 'literal' || kind === 'one-of',
  );

const withValues = (of: Expression, scope: Scope, work: Work): Expression =>
  withContexts(of, (one) => {
    if (work.left-- <= 0) return unknown('it is made from more values than are read');
    if (one.kind === 'context') return valueAt(one.path, scope, work);
    const [list, wanted] = one.kind === 'call' ? one.given : [];
    // `contains(needs.*.result, 'failure')`: one of the jobs ended so.
    return wanted && list?.kind === 'call' && list.name === RESULTS
      ? list.given
          .map((left): Expression => ({ kind: 'equal', left, right: wanted }))
          .reduce((left, right) => ({ kind: 'or', left, right }), literal('false'))
      : one;
  });

/** The results of the jobs that have to end before one, as a list. */
const RESULTS = 'needs.*.result';

function ofText(text: string, scope: Scope, work: Work): Expression {
  if (!text.includes('${{')) return literal(text);
  const whole = parseExpression(text);
  if (whole) return withValues(whole, scope, work);
  // Every second part is what stands between the brackets of an expression.
  const parts = text.split(/\$\{\{([\s\S]*?)\}\}/).map((part, index) => {
    if (index % 2 === 0) return literal(part);
    const read = parseExpression(part);
    return read ? withValues(read, scope, work) : unknown('an expression in it is not read');
  });
  return templateOf(parts);
}

const ofValue = (value: Value | undefined, scope: Scope, work: Work): Expression | undefined =>
  value && ofText(value.text, scope, work);

function valueAt(path: string, scope: Scope, outer: Work): Expression {
  const [first = '', name = '', kind = '', last = ''] = path.split('.');
  if (!['env', 'inputs', 'matrix', 'steps', 'needs', 'jobs'].includes(first))
    return { kind: 'context', path };
  if (path === RESULTS) {
    const ends = (scope.job?.needs ?? []).map((one) =>
      valueAt(`needs.${one.toLowerCase()}.result`, scope, outer),
    );
    return { kind: 'call', name: RESULTS, given: ends };
  }
  if (outer.depth >= DEEPEST) return unknown(`\`${path}\` leads to more values than are followed`);
  outer.depth++;
  const found =
    first === 'env'
      ? (variable(name, scope, outer) ?? literal(''))
      : first === 'inputs'
        ? input(name, scope, outer)
        : first === 'matrix'
          ? ofMatrix(name, scope, outer)
          : (first === 'steps' ? ofStep : ofJob)(name, kind, last, scope, outer);
  outer.depth--;
  return found;
}

/** The value of a variable; undefined where no file of the project sets it. */
function variable(name: string, scope: Scope, work: Work): Expression | undefined {
  const { step, job, workflow, caller, steps } = scope;
  const own = step && ofValue(keyed(step.env, name), scope, work);
  if (own) return own;
  const stated =
    (job && ofValue(keyed(job.env, name), scope, work)) ??
    ofValue(keyed(workflow.env, name), scope, work) ??
    (job || !caller ? undefined : variable(name, caller.scope, work));
  let value = stated;
  for (const one of step ? stepsUpTo(steps, step).filter(exports) : [])
    for (const written of valuesOfStep(one, scope, work).exported)
      if (written.name.toLowerCase() === name)
        value = replaced(value ?? literal(''), written.value, written.under);
  return value;
}

/** Whether a step may set variables for later ones: few do, and each asks for those of all before it. */
const exports = ({ run, with: inputs }: WorkflowStep): boolean =>
  /GITHUB_ENV|exportVariable/.test(run?.text ?? textOf(inputs, 'script') ?? '');

function input(name: string, { workflow, caller }: Scope, work: Work): Expression {
  const value = caller && (keyed(caller.given, name) ?? keyed(workflow.inputs, name));
  return (caller && ofValue(value, caller.scope, work)) ?? literal('');
}

function ofMatrix(name: string, scope: Scope, work: Work): Expression {
  const { listed, computed: all } = scope.job?.matrix ?? {
    listed: new Map<string, Value[]>(),
    computed: new Map(),
  };
  const values = (keyed(listed, name) ?? []).flatMap((one) => ofValue(one, scope, work) ?? []);
  const computed = keyed(all, name)?.text ?? textOf(all, '*');
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

/** What lets a step run: its own condition; it is left out where an earlier step failed. */
const conditionOf = (value: Value | undefined, scope: Scope, work: Work): Expression[] => {
  if (!value || value.text === '') return [];
  const condition = parseExpression(value.text);
  return [condition ? withValues(condition, scope, work) : unknown('a condition is not read')];
};

function ofStep(id: string, kind: string, name: string, scope: Scope, work: Work): Expression {
  const step = scope.steps.find((one) => one.id?.toLowerCase() === id);
  if (!step) return unknown(`no step has the id \`${id}\``);
  const there: Scope = { ...scope, step };
  const under = conditionOf(step.if, there, work);
  if (kind === 'outputs') return whereRun(under, outputOf(step, name, there, work), '');
  if (kind !== 'outcome' && kind !== 'conclusion') return FREE;
  const fails = failing(step, there, work);
  const failures = kind === 'outcome' && fails.length > 0 ? fails : [[]];
  const ends = [
    { value: literal('success'), under: fails.map((one) => not(all(one))) },
    ...failures.map((one) => ({ value: literal('failure'), under: one })),
  ];
  return whereRun(under, ends, 'skipped');
}

/** What a step or a job gives where it runs, and where it is left out. */
const whereRun = (under: readonly Expression[], of: readonly Alternative[], skipped: string): Expression => ({
  kind: 'one-of',
  of: [
    ...of.map((one) => ({ ...one, under: [...under, ...one.under] })),
    ...(under.length > 0 ? [{ value: literal(skipped), under: [not(all(under))] }] : []),
  ],
});

/** What the output of a step may be. */
function outputOf(step: WorkflowStep, name: string, scope: Scope, work: Work): Alternative[] {
  const uses = step.uses?.text;
  if (uses !== undefined && !isScript(uses))
    return [{ value: outputOfAction(uses, name, step, scope, work), under: [] }];
  const { outputs } = valuesOfStep(step, scope, work);
  const written = outputs.filter((one) => one.name.toLowerCase() === name || one.name === '*');
  if (written.length === 0)
    return [
      {
        value: unknown(`what writes \`${name}\` of the step \`${step.id ?? ''}\` is not read`),
        under: [],
      },
    ];
  let value: Expression = literal('');
  for (const one of written)
    value =
      one.name === '*'
        ? { kind: 'one-of', of: [{ value, under: [] }, one] }
        : replaced(value, one.value, one.under);
  return [{ value, under: [] }];
}

const isScript = (uses: string): boolean => /^actions\/github-script@/.test(uses);

function outputOfAction(
  uses: string,
  name: string,
  step: WorkflowStep,
  scope: Scope,
  work: Work,
): Expression {
  const check = checkOf(uses);
  if (check)
    return check.outputs.includes(name)
      ? rightsBy(step, scope, work)
      : unknown(`the output \`${name}\` of \`${uses}\` is not known`);
  // The answer of an agent is the text of whoever steers it.
  if (actionOf(uses)) return isFile(name) ? ANSWER_FILE : isPlain(name) ? FREE : ANSWER;
  const inner = scopeOfAction(scope, step);
  const stated = inner && ofValue(keyed(inner.workflow.outputs, name), inner, work);
  if (stated) return stated;
  if (inner && inner.steps.length > 0) return literal('');
  return unknown(`the outputs of \`${uses.split('@')[0] ?? ''}\` are not known`);
}

/** What an action answers that checks the rights of who came, or of another person. */
const rightsBy = (step: WorkflowStep, scope: Scope, work: Work): Expression =>
  rightsOf('', ofValue(step.with.get('username'), scope, work));

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

/**
 * What the script of a step writes, and where it fails: read once, after the steps before it, and again only where
 * it is asked for nearer to the question.
 */
function valuesOfStep(step: WorkflowStep, scope: Scope, { depth }: Work): ScriptValues {
  const known = keptOf(scope).values;
  for (const one of [...stepsUpTo(scope.steps, step), step]) {
    if ((known.get(one)?.depth ?? DEEPEST + 1) <= depth) continue;
    known.set(one, { depth, values: UNFINISHED });
    known.set(one, { depth, values: readStep(one, scope, { left: MOST_PARTS, depth }) });
  }
  return known.get(step)?.values ?? NONE;
}

function readStep(step: WorkflowStep, scope: Scope, work: Work): ScriptValues {
  const there: Scope = { ...scope, step };
  const read = {
    expression: (text: string) => ofText(`\${{${text}}}`, there, work),
    variable: (name: string): Expression | undefined =>
      name.startsWith('GITHUB_') || name.startsWith('RUNNER_')
        ? ofRunner(name)
        : variable(name.toLowerCase(), there, work),
    file: (name: string): Expression | undefined =>
      name.length > 2 && answersIn(stepsUpTo(there.steps, step), step, name) ? ANSWER : undefined,
  };
  const run = step.run?.text;
  if (run !== undefined) return isShell(step) ? readShell(run, read) : unread(run);
  const script = textOf(step.with, 'script');
  return script !== undefined && isScript(step.uses?.text ?? '') ? readScript(script, read) : NONE;
}

/** Whether a step or one before it writes the answer of an agent into a file. */
const answersIn = (before: readonly WorkflowStep[], step: WorkflowStep, file: string): boolean =>
  [...before, step].some((one) => {
    const run = one.run?.text ?? '';
    if (!run.includes(file) || startedIn(run) === undefined) return false;
    // What the step itself only reads may be the prompt.
    return one === step ? [...run.matchAll(WRITTEN)].some(([, name]) => name === file) : WRITES.test(run);
  });
const WRITES = /(?:>|\btee\b)/;
const WRITTEN = /(?:>>?|\btee(?:\s+-a)?)\s*["']?([^\s"';|&<>]+)/g;

/** What a script of another language writes is not known. */
const unread = (run: string): ScriptValues => {
  const written = [{ name: '*', value: unknown('a script that is not of a shell writes it'), under: [] }];
  return {
    outputs: run.includes('GITHUB_OUTPUT') ? written : [],
    exported: run.includes('GITHUB_ENV') ? written : [],
    fails: [],
    runs: [],
  };
};

const NONE: ScriptValues = { outputs: [], exported: [], fails: [], runs: [] };

/** What a step asks of itself is not known. */
const UNFINISHED: ScriptValues = {
  ...NONE,
  outputs: [{ name: '*', value: unknown('a step is made from its own output'), under: [] }],
};

/** Variables that the runner sets. */
const ofRunner = (name: string): Expression => {
  const paths: Readonly<Record<string, string>> = facts.runner;
  const path = paths[name];
  return path === undefined ? FREE : { kind: 'context', path };
};

function failing(step: WorkflowStep, scope: Scope, work: Work): (readonly Expression[])[] {
  const check = checkOf(step.uses?.text ?? '');
  if (check) {
    const left = rightsBy(step, scope, work);
    const isAsked = Object.entries(check.failsWith ?? {}).some(
      ([key, value]) => (textOf(step.with, key) ?? '') === value,
    );
    return check.fails === true || isAsked ? [[{ kind: 'unequal', left, right: literal('true') }]] : [];
  }
  const inner = scopeOfAction(scope, step);
  if (inner) return inner.steps.flatMap((one) => failures(one, { ...inner, step: one }, work));
  return [...valuesOfStep(step, scope, work).fails];
}

function failures(step: WorkflowStep, scope: Scope, work: Work): (readonly Expression[])[] {
  if (step.mayFail) return [];
  const under = conditionOf(step.if, scope, work);
  return failing(step, scope, work).map((one) => [...under, ...one]);
}

/** What has to be so that none of some steps fails. */
function passing(steps: readonly WorkflowStep[], scope: Scope, work: Work): Expression[] {
  return steps.flatMap((step) => failures(step, { ...scope, step }, work).map((one) => not(all(one))));
}

function ofJob(name: string, kind: string, output: string, scope: Scope, work: Work): Expression {
  const job = keyed(scope.workflow.jobs, name);
  if (!job) return unknown(`the workflow has no job \`${name}\``);
  const there = jobBeside(scope, job);
  const under = conditionOf(job.if, there, work);
  if (kind === 'outputs')
    return whereRun(under, [{ value: outputOfJob(output, there, work), under: [] }], '');
  if (kind !== 'result') return FREE;
  const ends = [
    { value: literal('success'), under: passing(there.steps, there, work) },
    { value: literal('failure'), under: [] },
  ];
  return whereRun(under, ends, 'skipped');
}

function outputOfJob(name: string, scope: Scope, work: Work): Expression {
  const { job } = scope;
  if (!job?.uses) return ofValue(job && keyed(job.outputs, name), scope, work) ?? literal('');
  const { called, scopes: [inside] = [] } = scopesCalled(scope) ?? {};
  if (!called) return unknown(`the outputs of \`${job.uses.text}\` are not known`);
  return (inside && ofValue(keyed(called.workflow.outputs, name), inside, work)) ?? literal('');
}

/** What has to be so that a step is reached: its conditions and those of its job and of what calls it, and that no step before it fails. */
export function reaching(scope: Scope): Expression[] {
  const work: Work = { left: MOST_PARTS, depth: 0 };
  const { step, job, caller } = scope;
  const result: Expression[] = [];
  if (step) {
    result.push(...conditionOf(step.if, scope, work));
    if (!runsBehind('failure', step.if)) result.push(...passing(stepsUpTo(scope.steps, step), scope, work));
    const own = step.run && startedIn(step.run.text) ? valuesOfStep(step, scope, work).runs : [];
    const start = own.find(({ text }) => startedIn(text) !== undefined);
    result.push(...(start?.under ?? []).filter((one) => one !== IN_FUNCTION));
  }
  if (job) {
    result.push(...conditionOf(job.if, scope, work));
    for (const one of jobsBefore(job)) {
      const before = jobBeside(scope, one);
      if (!runsBehind('skipped', job.if)) result.push(...conditionOf(one.if, before, work));
      if (!runsBehind('failure', job.if))
        result.push(...(one.mayFail ? [] : passing(one.steps, before, work)), ...ofCalled(before, work));
    }
  }
  return caller ? [...result, ...reaching(caller.scope)] : result;
}

/** Where a job calls a workflow: that none of its jobs fails. */
const ofCalled = (scope: Scope, work: Work): Expression[] =>
  (scopesCalled(scope)?.scopes ?? []).flatMap((inside) => {
    const under = all(conditionOf(inside.job?.if, inside, work));
    return passing(inside.steps, inside, work).map(
      (one): Expression => ({ kind: 'or', left: not(under), right: one }),
    );
  });

/** Whether a step before it, in its job or one that has to end first, asks for the role of a person in a way that is not read. */
export function asksUnread({ step, steps, job, caller }: Scope): boolean {
  const isUnread = (one: WorkflowStep): boolean => {
    const uses = one.uses?.text ?? '';
    return !isScript(uses) && !checkOf(uses) && !(one.run && isShell(one)) && asksForRights(one.all());
  };
  return (
    (step !== undefined && stepsUpTo(steps, step).some(isUnread)) ||
    jobsBefore(job).some((one) => one.steps.some(isUnread)) ||
    (caller !== undefined && asksUnread(caller.scope))
  );
}

const isShell = ({ language }: WorkflowStep): boolean => language === 'shell';

/** Whether a condition lets a job or a step run where one before it failed or was left out. */
function runsBehind(end: 'failure' | 'skipped', condition: Value | undefined): boolean {
  const text = condition?.text ?? '';
  if (!STATUS.test(text)) return false;
  const read = parseExpression(text);
  return !read || canBe(true, read, end);
}

const STATUS = /\b(?:always|failure|cancelled|success)\s*\(/;

/** Whether a condition can be true, or false, behind such an end. */
function canBe(wanted: boolean, of: Expression, end: 'failure' | 'skipped'): boolean {
  switch (of.kind) {
    case 'not':
      return canBe(!wanted, of.of, end);
    case 'and':
    case 'or': {
      const [left, right] = [canBe(wanted, of.left, end), canBe(wanted, of.right, end)];
      return (of.kind === 'and') === wanted ? left && right : left || right;
    }
    case 'call': {
      if (of.given.length > 0 || !STATUS.test(`${of.name}(`)) return true;
      return wanted === (of.name === 'always' || of.name === end);
    }
    default:
      return true;
  }
}

/** What a step runs, and what has to be so where it does. */
export function runsOf(scope: Scope): { text: string; under: readonly Expression[] }[] {
  const { step } = scope;
  if (!step) return [];
  const reached = reaching(scope);
  const uses = step.uses?.text;
  const own = valuesOfStep(step, scope, { left: MOST_PARTS, depth: 0 }).runs;
  const whole = uses === undefined || isScript(uses) ? [] : [{ text: uses, under: [] }];
  return [...own, ...whole].map(({ text, under }) => ({ text, under: [...reached, ...under] }));
}
