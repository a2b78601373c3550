import { untilTokenOfJob } from '../ci/expressions.js';
import { textOf, type Values, type WorkflowJob, type WorkflowStep } from '../ci/workflow.js';
import facts from '../ci/events.json' with { type: 'json' };
import { type Job, stepsUpTo } from './scope.js';
import type { AgentStep } from './steps.js';

/** What the token of a job may write. */
export interface Rights {
  /** Names of them, or `write-all`; none where the workflow states none. */
  writes: readonly string[];
  /** Those of them that are code, a release or a login elsewhere. */
  heavy: readonly string[];
  isStated: boolean;
}

/** The rights of the token of a job. A workflow that is called gets at most those of the job that calls it. */
export function rightsOf({ own, called }: Job): Rights {
  const most = called?.by.writes;
  const writes = own.writes && most ? common(own.writes, most) : (own.writes ?? most);
  return {
    writes: writes ?? [],
    heavy: (writes ?? []).filter((name) => name === ALL || facts.rights.names.includes(name)),
    isStated: writes !== undefined,
  };
}

const ALL = 'write-all';

const common = (some: readonly string[], others: readonly string[]): readonly string[] =>
  some.includes(ALL) ? others : others.includes(ALL) ? some : some.filter((one) => others.includes(one));

const MODEL_KEY = new RegExp(facts.modelKeys.words.split(' ').join('|'), 'i');

/** Names of the secrets that an agent reaches, other than the key of its model and the token of its job. */
export function secretsOf({ own: job, called }: Job, { step, own, used }: AgentStep): string[] {
  const texts = [job.workflow.env, job.env, own?.env, step.env].flatMap(textsOf);
  const { tokens = ['github_token'], settings = [] } = used?.profile ?? { tokens: [] };
  texts.push(...[...tokens, ...settings].flatMap((input) => textOf(step.with, input) ?? []));
  texts.push(...tokensKept(job, own));
  // A workflow that is called has only the secrets that the job passes on which calls it.
  const passed = called?.by.secrets ?? 'inherit';
  const names = texts.flatMap((text) =>
    [...untilTokenOfJob(text).matchAll(/\bsecrets\.(\w+)/g)].map(([, name = '']) => name),
  );
  return [...new Set(names)].filter(
    (name) => name !== 'GITHUB_TOKEN' && !MODEL_KEY.test(name) && (passed === 'inherit' || passed.has(name)),
  );
}

/** Tokens and keys that a checkout before a step leaves in the settings of git, unless it is told not to. */
const tokensKept = ({ steps }: WorkflowJob, step: WorkflowStep | undefined): string[] =>
  (step ? stepsUpTo(steps, step) : []).flatMap(({ uses, with: inputs }) =>
    /^actions\/checkout@/.test(uses?.text ?? '') && textOf(inputs, 'persist-credentials') !== 'false'
      ? ['token', 'ssh-key'].flatMap((input) => textOf(inputs, input) ?? [])
      : [],
  );

const textsOf = (values: Values | undefined): string[] =>
  [...(values?.values() ?? [])].map(({ text }) => text);
