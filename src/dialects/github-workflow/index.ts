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
import { stringOf } from '../agents/tool.js';
import { bypassIn } from '../ci/bypasses.js';
import { onOf, statedIn } from '../ci/documents.js';
import { isCutOff } from '../ci/expressions.js';
import { mayStartAgent, programNamed } from '../ci/profiles.js';
import { mayRunScript } from '../ci/started.js';
import { templateLabels } from '../ci/templates.js';
import { type Ability, abilityOf, settingsStated } from '../ci/tools.js';
import { redirectsIn, vendorHosts } from '../clients/endpoints.js';
import { GEMINI } from '../clients/gemini.js';
import { readClient } from '../clients/read.js';
import { nodesAt } from '../clients/settings.js';
import { hookCommands } from '../commands/automatic-commands.js';
import { agentsInstalled } from '../commands/bypass.js';
import type { Dialect, ReadContext, Recognition } from '../dialect.js';
import { decidedByAgent } from './decisions.js';
import { hazardsOf } from './hazards.js';
import { outsideTypes } from './outsiders.js';
import { type Job, jobsOf, MOST_JOBS } from './jobs.js';
import { type Rights, rightsOf, secretsOf } from './rights.js';
import { editFor, type Reached, reachedBy } from './starts.js';
import { type AgentStep, agentStepsOf, MOST_AGENTS, mayStartUnread, unreadStarts } from './steps.js';
import { mayBeOutside, triggersOf } from './triggers.js';
import { languageOf, stepsOf } from './scope.js';

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
      (mayBeOutside(text) && mayCallProject(text))),

  ownsBroken: (path, text) => NAME.test(path) && mayStartAgent(text),

  recognise(root: SyntaxNode, _, context: ReadContext): Recognition {
    if (root.document.format !== 'yaml' || root.kind !== 'object' || !NAME.test(root.document.file))
      return { claimed: false, reason: 'not a workflow of GitHub' };
    if (PREPARES.test(root.document.file) && root.get('jobs'))
      return { claimed: true, reason: 'steps that prepare the machine of an agent' };
    const isDeep = mayBeOutside(root.document.text);
    const jobs = jobsOf(root, context);
    if (jobs.some((job) => agentStepsOf(job, context, isDeep).length > 0))
      return { claimed: true, reason: 'a GitHub workflow in which an agent runs' };
    return jobs.some((job) => unreadStarts(job, () => false).length > 0)
      ? { claimed: true, reason: 'a GitHub workflow in which an action that is not read may start an agent' }
      : { claimed: false, reason: 'no step of the workflow runs an agent' };
  },

  read(root: SyntaxNode, context: ReadContext): AgentSystem[] {
    let labels: ReadonlySet<string> | undefined;
    const triggers = triggersOf(root, context, () => (labels ??= templateLabels(root, context)));
    const isDeep = mayBeOutside(root.document.text);
    const agents: Agent[] = [];
    const starts: AgentStart[] = [];
    const hazards: AgentHazard[] = [];
    const jobs = jobsOf(root, context);
    const commands = jobs.flatMap((job) => (job.called ? [] : commandsOf(job)));
    const actions = jobs.flatMap((job) => (job.called ? [] : actionsOf(job)));
    const unresolved: Unresolved[] = actions
      .filter(({ uses }) => isActionOfUnknownVersion(uses))
      .map(({ uses, at }) => ({
        what: `the version of \`${uses.split('@')[0] ?? ''}\``,
        why: 'it is pinned to a commit, and the file does not show which version that is',
        at,
      }));
    const behind = root.get('jobs')?.get(root.get('jobs')?.keys()[MOST_JOBS] ?? '');
    if (behind)
      unresolved.push({
        what: `jobs after the first ${String(MOST_JOBS)} of the workflow`,
        why: 'no more are read',
        at: behind.at('key'),
      });
    const installs = jobs.flatMap((job) => (job.called ? [] : stepsOf(job.all[0]?.node).flatMap(installsIn)));
    const names = new Set<string>();
    const redirects = variablesOf(root).flatMap(redirectsIn);
    const openings: Opening[] = [];
    const bypasses: Bypass[] = [];
    const mayStart: NonNullable<AgentSystem['mayStart']> = [];
    for (const job of jobs) {
      const steps = agentStepsOf(job, context, isDeep);
      const own = new Set(steps.map((one) => (one.own ?? one.step).path()));
      if (!job.called) mayStart.push(...unreadStarts(job, (step) => own.has(step.path())));
      for (const found of steps) {
        if (agents.length >= MOST_AGENTS) {
          unresolved.push({
            what: `agents of ${job.name} after the first ${String(MOST_AGENTS)} of the workflow`,
            why: 'no more are read',
            at: found.at,
          });
          break;
        }
        const name = nameOf(found, job, names);
        const agent = bareAgent(name, found.step, WHY);
        agent.at = agent.nameAt = found.at;
        agent.tools = found.stated.tools;
        agents.push(agent);
        installs.push(...installsOf(found));
        redirects.push(...redirectsOf(found));
        commands.push(...commandsGiven(found, context));
        openings.push(...pluginsOf(found));
        const { computed } = found.stated;
        if (computed !== undefined)
          unresolved.push({
            what: `tools of ${name}`,
            why: `${computed} is computed when the workflow runs`,
            at: found.at,
          });
        const rights = rightsOf(job);
        const ability = whatItCan(found, job, rights);
        const reached = reachedBy(job, found, triggers);
        const secrets = secretsOf(job, found);
        const { who, guard, events, open, unsure, opened, isUnresolved } = reached;
        starts.push({
          agent: name,
          at: found.at,
          who,
          events,
          guard,
          ...(isUnresolved ? { isUnresolved } : {}),
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
          unresolved.push({
            what: `the step of ${name}`,
            why: 'an expression in it has no `}}`: GitHub rejects the workflow',
            at: found.at,
          });
        const situation = { root, job, found, reached, ability, rights, secrets, triggers, context };
        const isPublic = triggers.length > 0 || readsOutsiders(root);
        for (const { at, of } of hazardsOf({ ...situation, isPublic })) hazards.push({ agent: name, at, of });
      }
    }
    if (agents.length > 0) openings.push(...decidedByAgent(root, context));
    const system = settingsSystem(root, { dialect: 'github-workflow', surface: 'developer', agents }, WHY);
    // A variable that keeps secrets in commands is one flaw: where outsiders start the agent, the hazard says more.
    const kept = new Set(hazards.flatMap(({ of, at }) => (of.is === 'secrets-kept' ? at.path : [])));
    const sent = redirects.filter(({ at }) => !kept.has(at.path));
    return [
      {
        ...system,
        ...{ commands, actions, starts, hazards, unresolved },
        ...(sent.length > 0 && { redirects: sent }),
        ...(installs.length > 0 && { installs }),
        ...(mayStart.length > 0 && { mayStart }),
        ...(openings.length > 0 && { openings }),
        ...(bypasses.length > 0 && { bypasses }),
      },
    ];
  },
};

export default githubWorkflow;

/** Its job runs before the coding agent of GitHub, on the same machine. */
const PREPARES = /(?:^|\/)copilot-setup-steps\.ya?ml$/;

/** Packages of coding agents that the command of a step installs or starts at a version. */
function installsIn(step: SyntaxNode): Launch[] {
  const run = step.get('run');
  return run ? agentsInstalled(stringOf(run) ?? '', (start, end) => run.within(start, end)) : [];
}

/** The options with which the agent of a step runs without its questions, where outsiders do not just start it. */
function bypassesIn({ program, used, step, at, inside }: AgentStep): Bypass[] {
  const subject = inside === undefined ? 'This step' : `\`${inside}\``;
  if (program)
    return bypassIn(program, { subject, at, node: inside === undefined ? step.get('run') : undefined });
  if (!used) return [];
  const { profile } = used;
  const inputs = (profile.args ?? []).flatMap((name) => step.get('with')?.get(name) ?? []);
  const agent = programNamed(profile.tools);
  return inputs.flatMap((node) =>
    agent ? bypassIn({ agent, given: (stringOf(node) ?? '').split(/\s+/) }, { subject, at, node }) : [],
  );
}

/** Whether a workflow is what an agentic one beside it compiles to: its agent runs in a sandbox, and its page is checked. */
function isCompiled({ document: { file } }: SyntaxNode, { readBeside }: ReadContext): boolean {
  const page = /^(.*)\.lock\.yml$/.exec(file)?.[1];
  const text = page === undefined ? undefined : readBeside?.(`${page}.md`);
  return text !== undefined && onOf(statedIn(`${page ?? ''}.md`, text)) !== undefined;
}

/** Whether an expression in what a step runs or is given has no end. */
const isStepCutOff = ({ step }: AgentStep): boolean =>
  [step.get('run'), ...(step.get('with')?.keys() ?? []).map((key) => step.get('with')?.get(key))].some(
    (node) => isCutOff(stringOf(node) ?? ''),
  );

/** Packages that the action of a step installs in a version which an input states. */
const installsOf = ({ used, step }: AgentStep): Launch[] =>
  Object.entries(used?.profile.installs ?? {}).flatMap(([input, name]) => {
    const node = step.get('with')?.get(input);
    const version = stringOf(node);
    const pinned = /^\d+\.\d+\.\d+$/.test(version ?? '');
    return node && version !== undefined && pinned
      ? [{ from: 'npm', name, version, pinned, at: node.at() }]
      : [];
  });

/** Where the inputs of an action send the requests of its agent: by an address, and by variables of its settings. */
function redirectsOf({ used, step, at, inside }: AgentStep): Redirect[] {
  if (!used) return [];
  const { profile } = used;
  const here = (place: Place): Place => (inside === undefined ? place : at);
  const named = (['model', 'login'] as const).flatMap((kind) =>
    Object.entries((kind === 'model' ? profile.sends : profile.logins) ?? {}).map(([name, vendor]) => ({
      name,
      vendor,
      kind,
    })),
  );
  const addressed = named.flatMap(({ name, vendor, kind }): Redirect[] => {
    const input = step.get('with')?.get(name);
    const value = stringOf(input);
    if (!input || value === undefined || value === '') return [];
    return [{ name, value, kind, hosts: vendorHosts(vendor), at: here(input.at()) }];
  });
  const stated = settingsStated(profile, step).flatMap(({ root, input }) => {
    const text = stringOf(input) ?? '';
    return redirectsIn(root.get('env')).map((one): Redirect => {
      const start = text.indexOf(one.value, text.indexOf(`"${one.name}"`));
      return {
        ...one,
        at: here(start < 0 ? input.at() : input.within(start, start + one.value.length)),
      };
    });
  });
  return [...addressed, ...stated];
}

/** What the settings that an action is given let its client run by itself: hooks, and commands of Gemini CLI. */
function commandsGiven({ used, step, at, inside }: AgentStep, context: ReadContext): AutomaticCommand[] {
  if (!used) return [];
  return settingsStated(used.profile, step).flatMap(({ root, input }) => {
    const commands =
      used.profile.tools === 'gemini'
        ? readClient(root, GEMINI, context).commands
        : hookCommands(root.get('hooks'), context.readBeside);
    const here = inside === undefined ? input.at() : at;
    return (commands ?? []).map((one) => ({ ...one, at: here }));
  });
}

const ADDRESS = /https?:\/\/[^\s"',\]]{1,300}/g;

/** Addresses whose newest commit an action installs as plugins or extensions of its client. */
const pluginsOf = ({ used, step, at, inside, name }: AgentStep): Opening[] =>
  (used?.profile.plugins ?? []).flatMap((key): Opening[] => {
    const input = step.get('with')?.get(key);
    const [address] = (stringOf(input) ?? '').match(ADDRESS) ?? [];
    if (!input || address === undefined) return [];
    return [
      {
        kind: 'source',
        stated: address,
        says: `${name} installs plugins of the newest commit of an address: hooks and servers of a later commit run unreviewed`,
        edit: `Decide which commit to use: check it out into a folder of the workflow, and name that folder in \`${key}\`.`,
        at: inside === undefined ? input.at() : at,
      },
    ];
  });

/** The variables of a workflow, of its jobs and of their steps. */
const variablesOf = (root: SyntaxNode): (SyntaxNode | undefined)[] => [
  root.get('env'),
  ...nodesAt(root, ['jobs', '*', 'env']),
  ...nodesAt(root, ['jobs', '*', 'steps', '*', 'env']),
];

/** Whether a workflow calls an action, a workflow or a script of the project. */
const mayCallProject = (text: string): boolean => /uses:\s*["']?\.\//.test(text) || mayRunScript(text);

/** Whether an event starts a workflow that carries a text of outsiders, whoever causes it. */
const readsOutsiders = (root: SyntaxNode): boolean => {
  const on = onOf(root);
  const names = [stringOf(on), ...(on?.items() ?? []).map(stringOf), ...(on?.keys() ?? [])];
  return names.some(
    (name) => name !== undefined && (name === 'pull_request' || outsideTypes(name) !== undefined),
  );
};

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
  const inJob = names.has(name) ? `${name} (${job.name})` : name;
  let own = inJob;
  for (let count = 2; names.has(own); count++) own = `${inJob} ${String(count)}`;
  names.add(own);
  return own;
}

/** The actions that the steps of a job use. */
const actionsOf = ({ all }: Job): NonNullable<AgentSystem['actions']> =>
  stepsOf(all[0]?.node).flatMap((step) => {
    const uses = step.get('uses');
    const used = stringOf(uses);
    return uses && used !== undefined ? [{ uses: used, at: uses.at() }] : [];
  });

/** The commands of the steps of a job. */
function commandsOf(job: Job): AutomaticCommand[] {
  const { name, all, root } = job;
  const node = all[0]?.node ?? root;
  return stepsOf(node).flatMap((step, index) => {
    const run = step.get('run');
    const text = stringOf(run);
    if (!run || text === undefined) return [];
    return [
      {
        of: 'step',
        name: stringOf(step.get('name')) ?? stringOf(step.get('id')) ?? `${name} ${String(index + 1)}`,
        text,
        language: languageOf(root, node, step),
        at: run.at(),
      },
    ];
  });
}

/** What the agent of a step can do: with its tools, else with what its action does by itself. */
function whatItCan(found: AgentStep, job: Job, rights: Rights): Ability {
  const { stated, used, program, step, own } = found;
  if (stated.expands && isFenced(own ?? step, job, rights)) return {};
  const { isOfToken, ...able } = abilityOf(stated);
  // A client with other names for its tools may run what a shell expands in the words of a command.
  const isExact = used ? used.profile.tools === 'claude' : program?.agent.named === undefined;
  const ability: Ability = isOfToken && isExact && rights.isStated ? { ...able, isMild: true } : able;
  if (ability.acts !== undefined && !ability.isMild) return ability;
  // An action that answers a mention commits what it changes, where the token of its job may write contents.
  const answers = used?.profile.mentions === true && step.get('with')?.get('prompt') === undefined;
  const commits = rights.heavy.some((one) => one === 'write-all' || one === 'contents');
  return answers && commits ? { acts: 'commit and push' } : ability;
}

/** What an agent without acting tools can do: unknown where they are computed; for every app, at least what costs. */
function withoutTools({ who, isOpen }: Reached, computed: string | undefined): Ability {
  if (computed !== undefined) return { acts: 'act' };
  return who === 'apps' && isOpen ? { acts: 'answer with the key of its model', isMild: true } : {};
}

/** Whether a step has no token of the job, and the job no right but to say who it is. */
function isFenced(step: SyntaxNode, job: Job, { writes, isStated }: Rights): boolean {
  const isBare = step.get('env')?.get('GITHUB_TOKEN')?.scalar === '';
  return isBare && isStated && writes.every((one) => one === 'id-token') && job.all.length > 0;
}
