import { wordsIn } from '../../facts/programs/table.js';
import type { AgentHazard, HazardKind, Place } from '../../model/index.js';
import { literalPattern } from '../../model/pattern.js';
import { scanShell } from '../../syntax/shell/scan.js';
import { stringOf } from '../agents/tool.js';
import { answerIn, bareAnswer, namedByAnswer } from '../ci/answers.js';
import { settingsIn } from '../ci/documents.js';
import { inExpression, isTokenOfJob } from '../ci/expressions.js';
import { isBelow, isMoving, optionGiven } from '../ci/profiles.js';
import { movingPackagesIn } from '../ci/started.js';
import { type Ability, expandingIn } from '../ci/tools.js';
import {
  documentBeside,
  folderOf,
  textOf,
  type Value,
  type Workflow,
  type WorkflowStep,
} from '../ci/workflow.js';
import { nodesAt } from '../clients/settings.js';
import { splitWords } from '../commands/command-line.js';
import type { ReadContext } from '../dialect.js';
import facts from '../ci/events.json' with { type: 'json' };
import { isStated, madeFrom } from './resolve.js';
import type { Rights } from './rights.js';
import { type Job, type Scope, stepsUpTo } from './scope.js';
import type { Reached } from './starts.js';
import { type AgentStep, whatAsksForRole } from './steps.js';
import { type Trigger, workflowsBeside } from './triggers.js';

/** A step that runs an agent, with what is known of it. */
export interface Situation {
  workflow: Workflow;
  job: Job;
  found: AgentStep;
  reached: Reached;
  ability: Ability;
  rights: Rights;
  /** Names of secrets in its reach. */
  secrets: readonly string[];
  triggers: readonly Trigger[];
  context: ReadContext;
  /** Everybody in a public repository reads the log of its runs. */
  isPublic: boolean;
}

type Found = Omit<AgentHazard, 'agent'>;

/** How the files let an outsider's text act or leak, beside who starts the agent. */
export function hazardsOf(situation: Situation): Found[] {
  return [
    ...textsGiven(situation),
    ...forkHeads(situation),
    ...logsRead(situation),
    ...outputsRun(situation),
    ...whatLeaks(situation),
    ...reach(situation),
    ...versions(situation),
    ...laterSteps(situation),
  ];
}

const isOpen = ({ reached }: Situation): boolean => reached.isOpen;

/** The check of the action itself is all that keeps outsiders out. */
const isOnlyChecked = ({ reached, found }: Situation): boolean =>
  reached.guard.state === 'shown' && whatAsksForRole(found) !== undefined && reached.open.length > 0;

const TEXT_PATH = new RegExp(
  `\\b(?:${facts.texts.paths.map((path) => path.replaceAll('.', '\\.')).join('|')})\\b`,
);

/** Activities that another person than the author may cause. */
const OWN_ACTIVITIES: ReadonlySet<string> = new Set(['opened', 'created', 'synchronize', 'submitted']);

/** Whether the author of a text may be somebody else than the person who starts the agent. */
const isOfOther = (path: string, { outside }: Trigger): boolean => {
  const events: Readonly<Record<string, { author: string }>> = facts.events;
  const author = events[outside?.name ?? '']?.author ?? '';
  return (
    !path.startsWith(`github.event.${author}.`) ||
    outside?.types.some((type) => !OWN_ACTIVITIES.has(type)) === true
  );
};

/** Texts of outsiders in options, settings and instructions. */
function textsGiven(situation: Situation): Found[] {
  const { found, ability, reached } = situation;
  const { step, own, used } = found;
  const { args = [], settings = [], prompts = [] } = used?.profile ?? {};
  const textsIn = (inputs: readonly string[]) =>
    inputs.flatMap((input) => textIn(input, step.with.get(input)));
  const isTheirs = ({ expression }: { expression: string }): boolean =>
    isOpen(situation) ||
    (isOnlyChecked(situation) && reached.open.some((event) => isOfOther(expression, event)));
  const options = textsIn([...args, ...settings]).filter(isTheirs);
  if (options.length > 0)
    return options.map(({ at, ...of }) => ({ at, of: { is: 'text-in-options', ...of } }));
  if (!isOpen(situation) || ability.acts !== undefined) return [];
  const [prompt] = [...textsIn(prompts), ...textIn('run', step.run)];
  if (prompt) {
    const { at, ...of } = prompt;
    return [{ at, of: { is: 'text-in-prompt', ...of } }];
  }
  const said = [...prompts.map((input) => textOf(step.with, input)), step.run?.text].join('\n');
  for (const [variable, value] of [...step.env, ...(own?.env ?? [])]) {
    const [text] = new RegExp(`\\b${variable}\\b`).test(said) ? textIn(variable, value) : [];
    if (text)
      return [{ at: value.at(), of: { is: 'text-in-variable', variable, expression: text.expression } }];
  }
  return [];
}

/** The expression in a value that an outsider writes. */
function textIn(input: string, value: Value | undefined): { at: Place; input: string; expression: string }[] {
  const found = inExpression(value?.text ?? '', TEXT_PATH);
  return value && found ? [{ at: value.within(found.start, found.end), input, expression: found.found }] : [];
}

const { own: OF_HEADS, remarks: OF_REMARKS } = facts.heads.events;

interface Checkout {
  at: Place;
  stated: string;
  /** It names the commit of the event. */
  isOfEvent: boolean;
}

const stepsBefore = ({ job, found }: Situation): readonly WorkflowStep[] =>
  found.own ? stepsUpTo(job.own.steps, found.own) : [];

/** The step that puts the head of a pull request into the folder in which the agent works, and where it is among them. */
function headCheckout(
  steps: readonly WorkflowStep[],
  scope: Scope,
  ownRun: string,
): (Checkout & { index: number }) | undefined {
  for (const [index, step] of steps.entries()) {
    const made = (text: string): readonly string[] =>
      madeFrom(text, { ...scope, step: scope.steps[index] ?? step });
    const { run, uses, with: inputs } = step;
    if (/^actions\/checkout@/.test(uses?.text ?? '') && /^\.?\/?$/.test(textOf(inputs, 'path') ?? '')) {
      const repository = inputs.get('repository');
      const ref = inputs.get('ref');
      const text = ref?.text ?? '';
      const from = made(text);
      if (ref && namesHead(from, facts.heads.refs)) {
        const isOfEvent = from.some((one) => /\.(?:head\.sha|head_sha)\b/.test(one));
        return { at: ref.at(), stated: `ref: ${text}`, isOfEvent, index };
      }
      const name = repository?.text ?? '';
      if (repository && namesHead(made(name), facts.heads.repositories))
        return { at: repository.at(), stated: `repository: ${name}`, isOfEvent: false, index };
    }
    const text = run?.text ?? '';
    const command =
      facts.heads.commands.find((one) => text.includes(one)) ??
      (FETCHES.test(text) ? variablesIn(text).find((one) => namesHead(made(one), NAMED_BY_GIT)) : undefined);
    if (run && command !== undefined) return { at: run.at(), stated: command, isOfEvent: false, index };
  }
  const own = facts.heads.commands.find((one) => ownRun.includes(one));
  const last = steps.at(-1);
  return own !== undefined && last
    ? { at: last.at(), stated: own, isOfEvent: false, index: steps.length }
    : undefined;
}

const NAMED_BY_GIT: readonly string[] = [...facts.heads.refs, ...facts.heads.repositories];

/** Commands that put a commit into the folder. */
const FETCHES = /\bgit (?:checkout|fetch|switch|reset|merge|pull|cherry-pick|worktree)\b/;

/** The variables and expressions in a text, as expressions. */
const variablesIn = (text: string): string[] => [
  ...[...text.matchAll(/\$\{?([A-Za-z_]\w*)/g)].map(([, name = '']) => `\${{ env.${name} }}`),
  ...(text.match(/\$\{\{[^}]*\}\}/g) ?? []),
];

const namesHead = (from: readonly string[], heads: readonly string[]): boolean =>
  from.some((one) => heads.some((head) => one.includes(head)));

/** The files of a fork where the agent works: those that it obeys, and those that its commands run. */
function forkHeads(situation: Situation): Found[] {
  const { found, reached, triggers } = situation;
  const before = stepsBefore(situation);
  const { scope } = situation.job;
  const checkout = headCheckout(before, scope, found.step.run?.text ?? '');
  if (!checkout) return [];
  const installs = before.slice(checkout.index + 1).flatMap(({ run }) => codeRun(run?.text ?? ''));
  const [install] = installs;
  const isGrave = situation.rights.heavy.length > 0 || situation.secrets.length > 0 || install !== undefined;
  const { used, program, stated } = found;
  const { guard, open, unsure } = reached;
  const isFork = open.some(
    ({ name }) => OF_HEADS.includes(name) || (reached.isOpen && OF_REMARKS.includes(name)),
  );
  const mayBeFork = unsure.some(({ name }) => name === 'workflow_run');
  const result: Found[] = [];
  const obeyed = used?.profile.loads ?? wordsIn(program?.agent.loads);
  const restores = used?.profile.restores ?? {};
  const loads = obeyed.filter((file) => {
    const since = restores[file];
    return since === undefined || isBelow(used?.ref ?? '', since);
  });
  const isStopped = guard.state === 'shown';
  if (loads.length > 0 && !isStopped && (isFork ? reached.isOpen : mayBeFork))
    result.push({
      at: checkout.at,
      of: { is: 'fork-files', files: loads, checkout: checkout.stated, isSure: isFork, isGrave },
    });
  const command =
    [stated, ...(stated.ofSettings ?? [])]
      .flatMap(({ tools }) => tools.map((tool) => tool.command ?? ''))
      .find(runsCode) ??
    (used?.profile.runs ?? [])
      .flatMap((input) => textOf(found.step.with, input) ?? [])
      .find((path) => /^\.?[\w-]*\//.test(path) && !path.startsWith('/')) ??
    (obeyed.includes(SETTINGS) ? commandsOfSettings(situation).find(runsCode) : undefined);
  const isAdmitted = isFork && (reached.isOpen || isOnlyChecked(situation));
  const code = { is: 'fork-code', checkout: checkout.stated, isGrave } as const;
  if (command !== undefined && (isAdmitted || (mayBeFork && !isStopped)))
    result.push({ at: checkout.at, of: { ...code, command, isSure: isAdmitted } });
  // A step before the agent runs whatever the action checks later.
  if (result.length === 0 && install !== undefined && isFork)
    result.push({ at: checkout.at, of: { ...code, command: install, isSure: true, isOfStep: true } });
  const isLate =
    !checkout.isOfEvent && triggers.some(({ name }) => OF_REMARKS.includes(name)) && !reached.isOpen;
  if (result.length === 0 && isLate)
    result.push({ at: checkout.at, of: { is: 'late-head', checkout: checkout.stated } });
  return result;
}

/** Settings of the project whose commands a client runs by itself. */
const SETTINGS = '.claude/settings.json';

/** The commands that the settings of the project run: hooks, a status line, helpers for keys. */
function commandsOfSettings({ workflow, context }: Situation): string[] {
  const settings = documentBeside(workflow, SETTINGS, context);
  if (!settings) return [];
  const hooks = nodesAt(settings, ['hooks', '*', '*', 'hooks', '*', 'command']);
  const others = [
    settings.get('apiKeyHelper'),
    settings.get('otelHeadersHelper'),
    settings.get('statusLine')?.get('command'),
  ];
  return [...hooks, ...others].flatMap((node) => stringOf(node)?.trim() ?? []);
}

const runsCode = (command: string): boolean =>
  facts.runsCode.programs.some((one) =>
    one.endsWith('/') ? command.startsWith(one) : command === one || command.startsWith(`${one} `),
  );

/** The commands of a text that run code of the checkout. */
const codeRun = (text: string): string[] =>
  scanShell(text, { start: 0, end: text.length })
    .commands.map(({ words }) => words.map(({ value }) => value).join(' '))
    .filter(runsCode);

/** Logs and artifacts of another run, which an outsider's code wrote. */
function logsRead(situation: Situation): Found[] {
  const { found, reached, rights, ability } = situation;
  const isOther = [...reached.open, ...reached.unsure].some(({ name }) => name === 'workflow_run');
  if (!isOther || reached.guard.state === 'shown') return [];
  if (rights.writes.length === 0 && rights.isStated && ability.acts === undefined) return [];
  for (const step of [...stepsBefore(situation), found.step]) {
    const text = step.all();
    const source = facts.logs.words.find((word) => text.includes(word));
    if (source !== undefined) return [{ at: step.at(), of: { is: 'logs', source } }];
  }
  return [];
}

/** Whether a schema that a step states lists what its agent may answer. */
function limitsAnswers({ step, used, program }: AgentStep): boolean {
  const stated = [...step.with]
    .filter(([key]) => used?.profile.prompts?.includes(key) !== true)
    .flatMap(([, { text, at }]) => [text, ...splitWords({ text, at: at() }).map((word) => word.text)]);
  return [...stated, ...(program?.given ?? [])].some((text) => {
    const schema = text.includes('enum') ? settingsIn(text)?.toValue() : undefined;
    return schema !== undefined && JSON.stringify(schema).includes('"enum":[');
  });
}

/** What the agent answers, in the text of a command. */
function outputsRun(situation: Situation): Found[] {
  const { job, found, reached, workflow } = situation;
  const id = found.own?.id;
  const isChecked = isOnlyChecked(situation);
  if (id === undefined || (!isChecked && reached.guard.state === 'shown')) return [];
  if (reached.open.length === 0 && reached.unsure.length === 0) return [];
  const { own } = job;
  const limits = limitsAnswers(found);
  const readIn = (step: WorkflowStep, path: string): Found[] => {
    const answer = new RegExp(`${literalPattern(path)}[\\w-]*`);
    const run = answerIn(step, answer).filter(
      ({ output }) => !isStated(`\${{ ${output} }}`, { ...job.scope, step }),
    );
    if (run.length > 0 || limits)
      return run.map(({ at, output }) => ({ at, of: { is: 'output-runs', output, isChecked } }));
    const bare = bareAnswer(step, answer);
    if (bare) return [{ at: bare.at, of: { ...bare.of, isChecked } }];
    if (isChecked) return [];
    return namedByAnswer(step, answer).map(({ at, output, what }) => ({
      at,
      of: { is: 'output-names', output, what },
    }));
  };
  const result = stepsBehind(situation).flatMap((step) => readIn(step, `steps.${id}.outputs.`));
  for (const [key, { text }] of own.outputs)
    if (text.includes(`steps.${id}.outputs.`) && !isStated(text, job.scope))
      for (const other of workflow.jobs.values())
        for (const step of other.steps) result.push(...readIn(step, `needs.${own.name}.outputs.${key}`));
  return result;
}

/** The steps of a job behind an agent of it. */
const stepsBehind = ({ job, found: { own } }: Situation): readonly WorkflowStep[] =>
  own ? job.own.steps.slice(own.index + 1) : [];

/** What publishes the text that the agent sees. */
function whatLeaks({ found, job, isPublic }: Situation): Found[] {
  const { used, program, step, own } = found;
  const { prints = {}, printsUnless = {} } = used?.profile ?? {};
  const variable = (name: string): Value | undefined =>
    [step.env, own?.env, job.own.env, job.own.workflow.env]
      .map((env) => env?.get(name))
      .find((value) => value !== undefined);
  const result: Found[] = [];
  const add = (place: Place, of: HazardKind): void => void result.push({ at: place, of });
  const show = (place: Place, setting: string): void => add(place, { is: 'shown-output', setting });
  const scrub = variable('CLAUDE_CODE_SUBPROCESS_ENV_SCRUB');
  if (scrub && /^(?:0|false)$/.test(scrub.text) && step.with.has('allowed_non_write_users'))
    add(scrub.at(), {
      is: 'secrets-kept',
      setting: `CLAUDE_CODE_SUBPROCESS_ENV_SCRUB: ${scrub.text}`,
    });
  if (!isPublic) return result;
  for (const [input, value] of Object.entries(prints)) {
    const one = step.with.get(input);
    if (one?.text === value) show(one.at(), `${input}: ${value}`);
  }
  for (const [input, value] of Object.entries(printsUnless)) {
    const one = step.with.get(input);
    if (one?.text !== value && !one?.text.includes('${{'))
      add(one?.at() ?? found.at, { is: 'shared-session', input, value });
  }
  const option = optionGiven(wordsIn(program?.agent.prints), program?.given ?? []);
  const debug = variable('ACTIONS_STEP_DEBUG');
  if (option !== undefined) show(found.at, option.replace('=', ' '));
  else if (debug && /^(?:true|1)$/.test(debug.text)) show(debug.at(), 'ACTIONS_STEP_DEBUG');
  const transcripts = ['claude-execution-output'];
  if (own?.id !== undefined) transcripts.push(`steps.${own.id}.outputs.execution_file`);
  for (const { uses, with: inputs } of job.own.steps) {
    const path = inputs.get('path');
    const isUploaded = /^actions\/upload-artifact@/.test(uses?.text ?? '');
    if (path && isUploaded && transcripts.some((one) => path.text.includes(one)))
      show(path.at(), 'path: execution_file');
  }
  return result;
}

/** What is in reach of an agent that an outsider starts. */
function reach(situation: Situation): Found[] {
  const { found, job, rights, ability } = situation;
  const { stated, used, at } = found;
  const { unbounded } = stated;
  const result: Found[] = [];
  const add = (place: Place, of: HazardKind): void => void result.push({ at: place, of });
  if (unbounded && !isOpen(situation))
    add(unbounded.at, { is: 'unbounded', setting: unbounded.setting, isOnlyForm: unbounded.isOnlyForm });
  for (const [input, [value, instead = '']] of Object.entries(used?.profile.weakens ?? {})) {
    const one = found.step.with.get(input);
    if (one && one.text === value)
      add(one.at(), { is: 'key-readable', setting: `${input}: ${value}`, input, instead });
  }
  if (!isOpen(situation) || situation.reached.who !== 'anyone') return result;
  if (ability.acts === undefined) {
    const expanding = expandingIn(stated.tools);
    if (expanding !== undefined && stated.acts === undefined)
      add(at, { is: 'expanding-command', command: expanding });
    const reads = used?.profile.reads;
    const inputs = found.step.with;
    const token = reads && inputs.get(reads.token);
    const isOn = reads && textOf(inputs, reads.input) === reads.value;
    if (isOn && token && !isTokenOfJob(token.text))
      add(token.at(), { is: 'agentic-setting', setting: reads.token, opens: 'reads' });
    const isBare = used?.profile.tools === 'none';
    if (!isBare && (rights.heavy.length > 0 || !rights.isStated))
      add(at, { is: 'write-rights', rights: rights.heavy });
  }
  const own = job.own.runner.find(({ text }) => text === 'self-hosted');
  if (own) add(own.at(), { is: 'own-runner', runner: 'self-hosted' });
  return [...result, ...sharedCaches(situation)];
}

/** Caches that a job with an agent writes, and another job of the repository reads. */
function sharedCaches({ job: { own }, context }: Situation): Found[] {
  const { jobs, file } = own.workflow;
  const keys = own.steps.flatMap(({ uses, with: inputs }) => {
    const key = inputs.get('key');
    return key && /^actions\/cache(?:\/save)?@/.test(uses?.text ?? '') ? [key] : [];
  });
  if (keys.length === 0) return [];
  const others = [...jobs.values()]
    .filter(({ name }) => name !== own.name)
    .map((one) => ({ file, text: one.all() }));
  const all = [...others, ...workflowsBeside(own.workflow, context)].filter(
    ({ text }) => text.includes('actions/cache') && /publish|release|deploy/i.test(text),
  );
  return keys.flatMap((key): Found[] => {
    const { text } = key;
    const other = text === '' ? undefined : all.find((one) => one.text.includes(text));
    return other ? [{ at: key.at(), of: { is: 'shared-cache', key: text, file: other.file } }] : [];
  });
}

/** Whether the project has a package among its own, whose versions its lock file names. */
const isLocked = (name: string, workflow: Workflow, { readBeside }: ReadContext): boolean =>
  readBeside?.(`${folderOf(workflow)}package.json`)?.includes(`"${name}"`) === true;

/** Versions that change without a change of the workflow. */
function versions(situation: Situation): Found[] {
  const { found, workflow, context } = situation;
  const { used, program, inside, step } = found;
  for (const { run } of program ? [...stepsBefore(situation), step] : []) {
    const moving = movingPackagesIn(run?.text ?? '').find(
      ({ name, isBare }) => !isBare || !isLocked(name, workflow, context),
    );
    if (!run || !moving) continue;
    const { name, at, isBare } = moving;
    const of = { is: 'moving-version', uses: name, ...(isBare ? { isBare } : {}) } as const;
    return [{ at: run.within(at, at + name.length), of }];
  }
  if (!used || inside !== undefined) return [];
  const installed = Object.entries(used.profile.installs ?? {}).flatMap(([input, name]): Found[] => {
    const version = step.with.get(input);
    return version && isMoving(version.text)
      ? [{ at: version.at(), of: { is: 'moving-version', uses: `${name}@${version.text}` } }]
      : [];
  });
  const { uses } = step;
  if (installed.length > 0 || !uses) return installed;
  if (used.upstream !== undefined)
    return [{ at: uses.at(), of: { is: 'forked-action', uses: uses.text, upstream: used.upstream } }];
  return isMoving(used.ref) ? [{ at: uses.at(), of: { is: 'moving-version', uses: uses.text } }] : [];
}

/** Steps behind the agent that have a secret, on the machine that it may have changed. */
function laterSteps(situation: Situation): Found[] {
  const { job, ability } = situation;
  if (!isOpen(situation) || !ability.isWhole) return [];
  const later = stepsBehind(situation).find((one) => /\bsecrets\.|\bgithub\.token\b/.test(one.all()));
  if (!later) return [];
  const { name, uses, id, index } = later;
  const step = name ?? uses?.text ?? id ?? `${job.own.name} ${String(index + 1)}`;
  return [{ at: later.at(), of: { is: 'later-steps', step } }];
}
