import type { Opening } from '../../model/index.js';
import facts from '../ci/answers.json' with { type: 'json' };
import { textOf, type Workflow } from '../ci/workflow.js';
import type { ReadContext } from '../dialect.js';
import { type Expression, partsOf } from '../ci/expression.js';
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
      for (const { text: deed, under } of runsOf({ ...scopeOfJob(job, context), step })) {
        const found = facts.decides.find(({ words }) => words.some((word) => deed.includes(word)));
        if (!found || !under.some((one) => comparesAnswer(one))) continue;
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

/** Most parts of a condition that are looked at. */
const MOST_PARTS = 2_000;

/** Whether a condition compares the answer of an agent with a text that is not empty. */
function comparesAnswer(of: Expression): boolean {
  const waiting = [of];
  for (let count = 0; waiting.length > 0 && count < MOST_PARTS; count++) {
    const one = waiting.pop();
    if (!one) break;
    const compared =
      one.kind === 'equal' || one.kind === 'unequal'
        ? [one.left, one.right]
        : one.kind === 'call' && ['contains', 'startswith', 'endswith'].includes(one.name)
          ? one.given
          : [];
    const isEmpty = compared.some((side) => side.kind === 'literal' && ['', 'null'].includes(side.value));
    if (!isEmpty && compared.some(isAnswer)) return true;
    waiting.push(...partsOf(one));
  }
  return false;
}

/** Whether a value is the answer of an agent on one of its paths. */
const isAnswer = (of: Expression): boolean =>
  (of.kind === 'context' && of.path === 'agent.answer') ||
  (of.kind === 'one-of' && of.of.some(({ value }) => isAnswer(value))) ||
  (of.kind === 'call' && of.given.some(isAnswer));
