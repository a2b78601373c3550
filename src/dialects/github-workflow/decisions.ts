import type { Opening } from '../../model/index.js';
import facts from '../ci/answers.json' with { type: 'json' };
import { textOf, type Workflow } from '../ci/workflow.js';
import type { ReadContext } from '../dialect.js';
import { allIn, type Expression, findIn, isAnswer, not, partsOf } from '../ci/expression.js';
import { runsOf } from './resolve.js';
import { scopeOfJob } from './scope.js';

/** Steps that approve, merge, push, deploy or comment where an agent answers so: no person decides. */
export const decidedByAgent = ({ jobs }: Workflow, context: ReadContext): Opening[] =>
  [...jobs.values()].flatMap((job) => {
    // Reviewers of an environment may approve each run of the job.
    if (job.environment) return [];
    return job.steps.flatMap((step): Opening[] => {
      const { run, uses } = step;
      const text = [run?.text, uses?.text, textOf(step.with, 'script')].join('\n');
      if (!facts.decides.some(({ words }) => words.some((word) => text.includes(word)))) return [];
      const deeds = runsOf({ ...scopeOfJob(job, context), step }).flatMap(({ text: deed, under }) => {
        const found = facts.decides.find(({ words }) => words.some((word) => deed.includes(word)));
        return found ? [{ found, under }] : [];
      });
      for (const { found, under } of deeds) {
        const tests = under.filter((one) => comparesAnswer(one) || isTold(one));
        if (tests.length === 0) continue;
        // What it does whatever the answer is, the answer does not decide.
        const others = new Set(
          deeds.flatMap((one) => (one.found === found ? one.under.map((of) => JSON.stringify(of)) : [])),
        );
        if (tests.every((one) => others.has(JSON.stringify(one.kind === 'not' ? one.of : not(one)))))
          continue;
        return [
          {
            kind: 'approval',
            stated: '',
            says: `The answer of an agent decides whether this step ${found.says}: no person does`,
            edit: 'Decide who approves it: give its job an `environment` with required reviewers, or leave the step to a person.',
            at: (run ?? uses)?.at() ?? step.at(),
          },
        ];
      }
      return [];
    });
  });

const COMPARES: ReadonlySet<string> = new Set(['contains', 'startswith', 'endswith', 'matches']);

/** Whether a condition compares the answer of an agent with a text that is not empty. */
const comparesAnswer = (of: Expression): boolean =>
  findIn(of, (one) => {
    const isComparison =
      one.kind === 'equal' || one.kind === 'unequal' || (one.kind === 'call' && COMPARES.has(one.name));
    const sides = isComparison ? partsOf(one) : [];
    return (
      sides.some(isAnswer) &&
      !sides.some((side) => side.kind === 'literal' && ['', 'null'].includes(side.value))
    );
  }) !== undefined;

/** Whether a condition is a value in the JSON that an agent answers, which may be true or false. */
const isTold = (of: Expression): boolean =>
  [...allIn(of, testsIn)].some((one) => one.kind === 'call' && one.name === 'fromjson' && isAnswer(one));

const testsIn = (of: Expression): readonly Expression[] =>
  ['and', 'or', 'not', 'one-of'].includes(of.kind) ? partsOf(of) : [];
