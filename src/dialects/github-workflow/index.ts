import { isActionOfUnknownVersion } from '../../facts/bad-packages.js';
import type {
  Agent,
  AgentHazard,
  AgentStart,
  AgentSystem,
  AutomaticCommand,
  Bypass,
  Launch,
  Opening,
  Place,
  Redirect,
  Unresolved,
} from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { bareAgent, settingsSystem } from '../agents/agent.js';
import answers from '../ci/answers.json' with { type: 'json' };
import { onOf, statedIn, templateLabels } from '../ci/documents.js';
import { isCutOff } from '../ci/expressions.js';
import { bypassIn, mayStartAgent, programNamed } from '../ci/profiles.js';
import { mayRunScript } from '../ci/started.js';
import { type Ability, abilityOf, settingsStated } from '../ci/tools.js';
import { textOf, type Value, type Workflow, type WorkflowStep, workflowOf } from '../ci/workflow.js';
import { redirectBy, redirectsIn, vendorHosts } from '../clients/endpoints.js';
import { GEMINI } from '../clients/gemini.js';
import { readClient } from '../clients/read.js';
import { hookCommands } from '../commands/automatic-commands.js';
import { agentsInstalled } from '../commands/bypass.js';
import type { Dialect, ReadContext, Recognition } from '../dialect.js';
import { decidedByAgent } from './decisions.js';
import { hazardsOf } from './hazards.js';
import { type Job, jobsOf, MOST_JOBS } from './scope.js';
import { type Rights, rightsOf, secretsOf } from './rights.js';
import { editFor, type Reached, reachedBy } from './starts.js';
import { type AgentStep, agentStepsOf, MOST_AGENTS, mayStartUnread, unreadStarts } from './steps.js';
import { mayBeOutside, readsOutsiders, triggersOf } from './triggers.js';

const NAME = /(?:^|\/|__)\.github(?:\/|__)workflows(?:\/|__)[^/]+\.ya?ml$/;
const WHY = 'a workflow has no place for it';

/** A GitHub workflow in which an agent runs. Other workflows are not agent configuration. */
const githubWorkflow: Dialect = {
  name: 'github-workflow',
  order: 25,
  surface: 'developer',

  mayHold: (text, path) =>
    NAME.test(path) &&
    text.includes('jobs') &&
    /\b(?:steps|uses)\b/.test(text) &&
    (PREPARES.test(path) ||
      mayStartAgent(text) ||
      mayStartUnread(text) ||
      (mayBeOutside(text) && mayCallProject(text)) ||
      mayDecide(text)),

  ownsBroken: (path, text) => NAME.test(path) && mayStartAgent(text),

  recognise(root: SyntaxNode, _, context: ReadContext): Recognition {
    if (root.document.format !== 'yaml' || root.kind !== 'object' || !NAME.test(root.document.file))
      return { claimed: false, reason: 'not a workflow of GitHub' };
    if (PREPARES.test(root.document.file) && root.get('jobs'))
      return { claimed: true, reason: 'steps that prepare the machine of an agent' };
    const isDeep = mayBeOutside(root.document.text);
    const jobs = jobsOf(workflowOf(root), context);
    if (jobs.some((job) => agentStepsOf(job, context, isDeep).length > 0))
      return { claimed: true, reason: 'a GitHub workflow in which an agent runs' };
    return jobs.some((job) => unreadStarts(job, () => false).length > 0)
      ? { claimed: true, reason: 'a GitHub workflow in which an action that is not read may start an agent' }
      : { claimed: false, reason: 'no step of the workflow runs an agent' };
  },

  read(root: SyntaxNode, context: ReadContext): AgentSystem[] {
    let labels: ReadonlySet<string> | undefined;
    const workflow = workflowOf(root);
    const triggers = triggersOf(workflow, context, () => (labels ??= templateLabels(root, context)));
    const isDeep = mayBeOutside(root.document.text);
    const agents: Agent[] = [];
    const starts: AgentStart[] = [];
    const hazards: AgentHazard[] = [];
    const jobs = jobsOf(workflow, context);
    const commands = jobs.flatMap((job) => (job.called ? [] : commandsOf(job)));
    const actions = jobs.flatMap((job) => (job.called ? [] : actionsOf(job)));
    const unresolved: Unresolved[] = actions
      .filter(({ uses }) => isActionOfUnknownVersion(uses))
      .map(({ uses, at }) => ({
        what: `the version of \`${uses.split('@')[0] ?? ''}\``,
        why: 'it is pinned to a commit, and the file does not show which version that is',
        at,
      }));
    const note = (what: string, why: string, at: Place): void => void unresolved.push({ what, why, at });
    const behind = [...workflow.jobs.values()][MOST_JOBS];
    if (behind)
      note(`jobs after the first ${String(MOST_JOBS)} of the workflow`, 'no more are read', behind.at());
    const installs = jobs.flatMap((job) => (job.called ? [] : job.own.steps.flatMap(installsIn)));
    const names = new Set<string>();
    const redirects = redirectsOfVariables(workflow);
    const openings: Opening[] = [];
    const bypasses: Bypass[] = [];
    const mayStart: NonNullable<AgentSystem['mayStart']> = [];
    for (const job of jobs) {
      const steps = agentStepsOf(job, context, isDeep);
      const own = new Set(steps.map((one) => one.own));
      if (!job.called) mayStart.push(...unreadStarts(job, (step) => own.has(step)));
      for (const found of steps) {
        if (agents.length >= MOST_AGENTS) {
          const what = `agents of ${job.own.name} after the first ${String(MOST_AGENTS)} of the workflow`;
          note(what, 'no more are read', found.at);
          break;
        }
        const name = nameOf(found, job, names);
        const agent = bareAgent(name, root, WHY);
        agent.at = agent.nameAt = found.at;
        agent.tools = found.stated.tools;
        agents.push(agent);
        installs.push(...installsOf(found));
        redirects.push(...redirectsOf(found));
        commands.push(...commandsGiven(found, context));
        openings.push(...pluginsOf(found));
        const { computed } = found.stated;
        if (computed !== undefined)
          note(`tools of ${name}`, `${computed} is computed when the workflow runs`, found.at);
        const rights = rightsOf(job);
        const ability = whatItCan(found, rights);
        const reached = reachedBy(job, found, triggers);
        const secrets = secretsOf(job, found);
        const { who, guard, events, open, unsure, opened, isUnresolved } = reached;
        const situation = { workflow, job, found, reached, ability, rights, secrets, triggers, context };
        const isPublic = triggers.length > 0 || readsOutsiders(workflow);
        const ofStep = hazardsOf({ ...situation, isPublic });
        for (const { at, of } of ofStep) hazards.push({ agent: name, at, of });
        // Of an agent that only reads, its log is what an outsider gets.
        const isShown = ability.acts === undefined && ofStep.some(({ of }) => of.is === 'shown-output');
        starts.push({
          agent: name,
          at: found.at,
          who,
          events,
          guard,
          ...(isUnresolved && !isShown ? { isUnresolved } : {}),
          ...(ability.acts === undefined ? withoutTools(reached, computed) : ability),
          rights: rights.writes,
          secrets,
          ...(found.inside === undefined ? {} : { inside: found.inside }),
          ...(opened ? { opened } : {}),
          edit: editFor(open.length > 0 ? open : unsure),
        });
        const isStopped = guard.state !== 'absent' && !isCompiled(root, context);
        const own = isStopped ? bypassesIn(found) : [];
        bypasses.push(...own);
        if (isStopped && own.length === 0 && triggers.length === 0)
          openings.push(...wholeShell(found, ability, rights));
        if (isStepCutOff(found))
          note(
            `the step of ${name}`,
            'an expression in it has no `}}`: GitHub rejects the workflow',
            found.at,
          );
      }
    }
    if (agents.length > 0) openings.push(...decidedByAgent(workflow, context));
    const system = settingsSystem(root, { dialect: 'github-workflow', surface: 'developer', agents }, WHY);
    // A variable that keeps secrets in commands is one flaw: where outsiders start the agent, the hazard says more.
    const kept = new Set(hazards.flatMap(({ of, at }) => (of.is === 'secrets-kept' ? at.path : [])));
    return [
      {
        ...system,
        ...{ commands, actions, starts, hazards, unresolved, installs, mayStart, openings, bypasses },
        redirects: redirects.filter(({ at }) => !kept.has(at.path)),
      },
    ];
  },
};

export default githubWorkflow;

/** Its job runs before the coding agent of GitHub, on the same machine. */
const PREPARES = /(?:^|\/)copilot-setup-steps\.ya?ml$/;

/** Packages of coding agents that the command of a step installs or starts at a version. */
const installsIn = ({ run }: WorkflowStep): Launch[] =>
  run ? agentsInstalled(run.text, (start, end) => run.within(start, end)) : [];

/** The options with which the agent of a step runs without its questions, where outsiders do not just start it. */
function bypassesIn({ program, used, step, at, inside }: AgentStep): Bypass[] {
  const subject = inside === undefined ? 'This step' : `\`${inside}\``;
  if (program) return bypassIn(program, { subject, at, text: inside === undefined ? step.run : undefined });
  if (!used) return [];
  const { profile } = used;
  const inputs = (profile.args ?? []).flatMap((name) => step.with.get(name) ?? []);
  const agent = programNamed(profile.tools);
  return inputs.flatMap((text) =>
    agent ? bypassIn({ agent, given: text.text.split(/\s+/) }, { subject, at, text }) : [],
  );
}

/** Whether a workflow is what an agentic one beside it compiles to: its agent runs in a sandbox, and its page is checked. */
function isCompiled({ document: { file } }: SyntaxNode, { readBeside }: ReadContext): boolean {
  const page = /^(.*)\.lock\.yml$/.exec(file)?.[1];
  const text = page === undefined ? undefined : readBeside?.(`${page}.md`);
  return text !== undefined && onOf(statedIn(`${page ?? ''}.md`, text)) !== undefined;
}

/** Whether an expression in what a step runs or is given has no end. */
const isStepCutOff = ({ step: { run, with: inputs } }: AgentStep): boolean =>
  [...(run ? [run] : []), ...inputs.values()].some(({ text }) => isCutOff(text));

/** Packages that the action of a step installs in a version which an input states. */
const installsOf = ({ used, step }: AgentStep): Launch[] =>
  Object.entries(used?.profile.installs ?? {}).flatMap(([input, name]) => {
    const value = step.with.get(input);
    const pinned = /^\d+\.\d+\.\d+$/.test(value?.text ?? '');
    return value && pinned ? [{ from: 'npm', name, version: value.text, pinned, at: value.at() }] : [];
  });

/** Where an input of a step is, or what calls the step. */
const placeOf = ({ inside, at }: AgentStep, input: Value, place = input.at()): Place =>
  inside === undefined ? place : at;

/** Where the inputs of an action send the requests of its agent: by an address, and by variables of its settings. */
function redirectsOf(found: AgentStep): Redirect[] {
  const { used, step } = found;
  if (!used) return [];
  const { sends = {}, logins = {} } = used.profile;
  const addressed = [['model', sends] as const, ['login', logins] as const].flatMap(([kind, inputs]) =>
    Object.entries(inputs).flatMap(([name, vendor]): Redirect[] => {
      const input = step.with.get(name);
      if (!input || input.text === '') return [];
      return [{ name, value: input.text, kind, hosts: vendorHosts(vendor), at: placeOf(found, input) }];
    }),
  );
  const stated = settingsStated(used.profile, step).flatMap(({ root, input }) => {
    const { text } = input;
    return redirectsIn(root.get('env')).map((one): Redirect => {
      const start = text.indexOf(one.value, text.indexOf(`"${one.name}"`));
      const place = start < 0 ? input.at() : input.within(start, start + one.value.length);
      return { ...one, at: placeOf(found, input, place) };
    });
  });
  return [...addressed, ...stated];
}

/** What the settings that an action is given let its client run by itself: hooks, and commands of Gemini CLI. */
function commandsGiven(found: AgentStep, context: ReadContext): AutomaticCommand[] {
  const { used, step } = found;
  return (used ? settingsStated(used.profile, step) : []).flatMap(({ root, input }) => {
    const commands =
      used?.profile.tools === 'gemini'
        ? readClient(root, GEMINI, context).commands
        : hookCommands(root.get('hooks'), context.readBeside);
    return (commands ?? []).map((one) => ({ ...one, at: placeOf(found, input) }));
  });
}

const ADDRESS = /https?:\/\/[^\s"',\]]{1,300}/g;

/** Addresses whose newest commit an action installs as plugins or extensions of its client. */
const pluginsOf = (found: AgentStep): Opening[] =>
  (found.used?.profile.plugins ?? []).flatMap((key): Opening[] => {
    const input = found.step.with.get(key);
    const [address] = input?.text.match(ADDRESS) ?? [];
    if (!input || address === undefined) return [];
    return [
      {
        kind: 'source',
        stated: address,
        says: `${found.name} installs plugins of the newest commit of an address: hooks and servers of a later commit run unreviewed`,
        edit: `Decide which commit to use: check it out into a folder of the workflow, and name that folder in \`${key}\`.`,
        at: placeOf(found, input),
      },
    ];
  });

/** Where the variables of a workflow, of its jobs and of their steps send requests. */
const redirectsOfVariables = ({ env, jobs }: Workflow): Redirect[] =>
  [env, ...[...jobs.values()].flatMap((job) => [job.env, ...job.steps.map((step) => step.env)])].flatMap(
    (variables) => [...variables].flatMap(([name, { text, at }]) => redirectBy(name, text, at(), true) ?? []),
  );

/** Whether a workflow calls an action, a workflow or a script of the project. */
const mayCallProject = (text: string): boolean => CALLS.test(text) || mayRunScript(text);
const CALLS = /uses:\s*["']?\.\//;

/** Whether a workflow calls a part of the project and does something on what it answers. */
const mayDecide = (text: string): boolean =>
  CALLS.test(text) &&
  text.includes('.outputs.') &&
  answers.decides.some(({ words }) => words.some((word) => text.includes(word)));

/** An agent that runs any command with a token that writes contents, whoever starts it. */
const wholeShell = ({ name, at, stated }: AgentStep, ability: Ability, { heavy }: Rights): Opening[] => {
  const right = heavy.find((one) => one === 'contents' || one === 'write-all');
  if (!ability.isWhole || stated.unbounded || right === undefined) return [];
  return [
    {
      kind: 'commands',
      stated: '',
      level: 'warning',
      says: `\`${name}\` runs any command without approval, with a token that can write ${right === 'contents' ? '`contents`' : 'everything'}`,
      edit: 'List the commands that the task needs, for example `Bash(npm test)`, or give the job `contents: read`.',
      at,
    },
  ];
};

/** A name for the agent of a step that no other one of the workflow has. */
function nameOf({ name }: AgentStep, job: Job, names: Set<string>): string {
  const inJob = names.has(name) ? `${name} (${job.own.name})` : name;
  let own = inJob;
  for (let count = 2; names.has(own); count++) own = `${inJob} ${String(count)}`;
  names.add(own);
  return own;
}

/** The actions that the steps of a job use. */
const actionsOf = ({ own }: Job): NonNullable<AgentSystem['actions']> =>
  own.steps.flatMap(({ uses }) => (uses ? [{ uses: uses.text, at: uses.at() }] : []));

/** The commit of the workflow, as an expression, and a commit that stands in place of it: a file there cannot change. */
const OWN_COMMIT = /\$\{\{[\s|]*(?:github\.(?:job_workflow_|workflow_)?sha[\s|]*)+\}\}/g;
const SOME_COMMIT = '0'.repeat(40);

/** The commands of the steps of a job. */
const commandsOf = ({ own }: Job): AutomaticCommand[] =>
  own.steps.flatMap(({ run, name, id, index, language }) =>
    run
      ? [
          {
            of: 'step',
            name: name ?? id ?? `${own.name} ${String(index + 1)}`,
            text: run.text.replaceAll(OWN_COMMIT, SOME_COMMIT),
            language,
            at: run.at(),
          },
        ]
      : [],
  );

/** What the agent of a step can do: with its tools, else with what its action does by itself. */
function whatItCan(found: AgentStep, rights: Rights): Ability {
  const { stated, used, program, step, own } = found;
  if (stated.expands && isFenced(own ?? step, rights)) return {};
  const { isOfToken, ...able } = abilityOf(stated);
  // A client with other names for its tools may run what a shell expands in the words of a command.
  const isExact = used ? used.profile.tools === 'claude' : program?.agent.named === undefined;
  const ability: Ability = isOfToken && isExact && rights.isStated ? { ...able, isMild: true } : able;
  if (ability.acts !== undefined && !ability.isMild) return ability;
  // An action that answers a mention commits what it changes, where the token of its job may write contents.
  const answers = used?.profile.mentions === true && !step.with.has('prompt');
  const commits = rights.heavy.some((one) => one === 'write-all' || one === 'contents');
  return answers && commits ? { acts: 'commit and push' } : ability;
}

/** What an agent without acting tools can do: unknown where they are computed; for every app, at least what costs. */
function withoutTools({ who, isOpen }: Reached, computed: string | undefined): Ability {
  if (computed !== undefined) return { acts: 'act' };
  return who === 'apps' && isOpen ? { acts: 'answer with the key of its model', isMild: true } : {};
}

/** Whether a step has no token of the job, and the job no right but to say who it is. */
function isFenced({ env }: WorkflowStep, { writes, isStated }: Rights): boolean {
  return textOf(env, 'GITHUB_TOKEN') === '' && isStated && writes.every((one) => one === 'id-token');
}
