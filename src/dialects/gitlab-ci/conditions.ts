import { all, type Expression, FREE, literal, parseExpression, withContexts } from '../ci/expression.js';
import { canBeMet, type Possible } from '../ci/outsiders.js';
import { IN_FUNCTION, oneOfWords, readShell } from '../ci/shell-values.js';
import { startedIn } from '../ci/started.js';
import { textOf } from '../ci/workflow.js';
import facts from './facts.json' with { type: 'json' };
import type { PipelineJob } from './pipeline.js';

/** Variables lead to others this far. */
const DEEPEST = 4;
const KNOWN: Readonly<Record<string, string>> = facts.ofRequests.known;

/** Whether a condition can be so in the pipeline of a merge request that anyone opens. */
export const canBeOfRequest = (of: Expression): Possible =>
  canBeMet(of, { name: 'merge_request_event', types: [] });

/** What a variable is in the pipeline of a merge request. */
function variable(name: string, { env, workflow }: PipelineJob, depth = 0): Expression {
  if (Object.hasOwn(KNOWN, name)) return literal(KNOWN[name] ?? '');
  if (facts.ofRequests.people.includes(name)) return { kind: 'context', path: 'github.actor' };
  const text = textOf(env, name) ?? textOf(workflow.env, name);
  if (text === undefined || depth >= DEEPEST) return FREE;
  const other = /^\$\{?(\w+)\}?$/.exec(text)?.[1];
  if (other !== undefined) return variable(other, { env, workflow } as PipelineJob, depth + 1);
  return text.includes('$') ? FREE : literal(text);
}

const TOKEN =
  /(\$\{?\w+\}?)\s*([=!])~\s*(?:\/((?:[^/\\]|\\.)+)\/\w*|(\$\{?\w+\}?|"[^"]*"|'[^']*'))|\$\{?(\w+)\}?|"([^"]*)"|'[^']*'/g;

const named = (word: string): string => `ci.${word.replaceAll(/[${}]/g, '')}`;
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** The `if` of a rule as an expression with the values of its variables; a condition that is not read may be so. */
export function conditionOf(text: string, job: PipelineJob): Expression {
  if (text.trim() === '') return literal('true');
  const plain = text.replaceAll(
    TOKEN,
    (
      whole,
      value?: string,
      sign?: string,
      pattern?: string,
      other?: string,
      name?: string,
      said?: string,
    ) => {
      if (value !== undefined) {
        const words = pattern === undefined ? (other ?? '') : quoted(pattern);
        return `${sign === '!' ? '!' : ''}matches(${named(value)}, ${words.startsWith('$') ? named(words) : words})`;
      }
      return name === undefined ? (said === undefined ? whole : quoted(said)) : named(name);
    },
  );
  const read = parseExpression(plain);
  return read ? resolved(read, job) : FREE;
}

function resolved(of: Expression, job: PipelineJob): Expression {
  // Names of variables are in capital letters; an expression has them in small ones.
  return withContexts(of, (one) => {
    if (one.kind === 'context')
      return one.path.startsWith('ci.') ? variable(one.path.slice(3).toUpperCase(), job) : FREE;
    if (one.kind !== 'call' || one.name !== 'matches') return one;
    const [value = FREE, pattern = FREE] = one.given;
    const isSimple = pattern.kind === 'literal' && /^[\w^$()|, -]+$/.test(pattern.value);
    return value.kind === 'literal' && !isSimple ? FREE : oneOfWords(value, pattern);
  });
}

/** What has to be so in the script of a job where it starts its agent. */
export function scriptConditions(job: PipelineJob, line: number): Expression {
  const text = job.steps
    .slice(0, line + 1)
    .map((step) => step.all())
    .join('\n');
  const { runs, fails } = readShell(text, {
    expression: () => FREE,
    variable: (name) => variable(name, job),
    file: () => undefined,
  });
  const under = runs.findLast((one) => startedIn(one.text) !== undefined)?.under ?? [];
  return all([
    ...under.filter((one) => one !== IN_FUNCTION),
    ...fails.map((one): Expression => ({ kind: 'not', of: all(one) })),
  ]);
}
