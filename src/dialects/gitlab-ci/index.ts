import { wordsIn } from '../../facts/programs/table.js';
import type {
  Agent,
  AgentHazard,
  AgentStart,
  AgentSystem,
  AutomaticCommand,
  Bypass,
  Evidence,
  Place,
  Unresolved,
} from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { scanShell } from '../../syntax/shell/scan.js';
import { bareAgent, settingsSystem } from '../agents/agent.js';
import {
  all,
  type Expression,
  literal,
  not,
  whyUnknown,
  FREE,
  parseExpression,
  withContexts,
} from '../ci/expression.js';
import { bypassIn, mayStartProgram, optionGiven } from '../ci/profiles.js';
import { mayRunScript, type StartedInText, startedByScript, startedIn } from '../ci/started.js';
import type { StatedTools } from '../ci/stated-tools.js';
import { abilityOf, toolsOfProgram } from '../ci/tools.js';
import { textOf, type Value } from '../ci/workflow.js';
import type { Dialect, ReadContext, Recognition } from '../dialect.js';
import facts from './facts.json' with { type: 'json' };
import { MOST_JOBS, NAME, type Pipeline, type PipelineJob, readPipeline } from './pipeline.js';
import { canBeMet, type Possible } from '../ci/outsiders.js';
import { IN_FUNCTION, oneOfWords, readShell } from '../ci/shell-values.js';

const WHY = 'a pipeline has no place for it';

/** A pipeline of GitLab in which a job starts an agent. Other pipelines are not agent configuration. */
const gitlabCi: Dialect = {
  name: 'gitlab-ci',
  order: 26,
  surface: 'developer',

  mayHold: (text, path) =>
    (NAME.test(path) &&
      text.includes('script') &&
      (mayStartProgram(text) || (OF_REQUESTS.test(text) && mayRunScript(text)))) ||
    (NAME.test(path) && /^include\s*:/m.test(text)) ||
    (FLOWS.test(path) && /^flow\s*:/m.test(text)),

  ownsBroken: (path, text) => NAME.test(path) && mayStartProgram(text),

  recognise(root: SyntaxNode, _, context: ReadContext): Recognition {
    if (root.document.format !== 'yaml' || root.kind !== 'object' || !NAME.test(root.document.file))
      return { claimed: false, reason: 'not a pipeline of GitLab' };
    if (isFlow(root)) return { claimed: true, reason: 'a flow of GitLab Duo' };
    return startsIn(readPipeline(root, context)).some(({ started }) => started !== undefined)
      ? { claimed: true, reason: 'a GitLab pipeline in which an agent runs' }
      : { claimed: false, reason: 'no job of the pipeline runs an agent' };
  },

  read(root: SyntaxNode, context: ReadContext): AgentSystem[] {
    if (isFlow(root)) return [unreadFlow(root)];
    const agents: Agent[] = [];
    const starts: AgentStart[] = [];
    const hazards: AgentHazard[] = [];
    const bypasses: Bypass[] = [];
    const commands: AutomaticCommand[] = [];
    const pipeline = readPipeline(root, context);
    const unresolved: Unresolved[] = [...pipeline.unread];
    if (pipeline.more)
      unresolved.push({
        what: `jobs after the first ${String(MOST_JOBS)} of the pipeline`,
        why: 'no more are read',
        at: pipeline.more,
      });
    for (const { job, started } of startsIn(pipeline)) {
      const texts = job.steps.flatMap(({ run }) => run ?? []);
      for (const { text, at } of job.included ? [] : texts)
        commands.push({ of: 'step', name: job.name, text, language: 'shell', at: at() });
      if (!started) continue;
      const { program, text: line, stated } = started;
      const at = job.included?.at ?? line.at();
      const inside = program.inside ?? job.included?.path;
      const name = agents.some((one) => one.name === program.agent.name)
        ? `${program.agent.name} (${job.name})`
        : program.agent.name;
      const agent = bareAgent(name, root, WHY);
      agent.at = agent.nameAt = at;
      agent.tools = stated.tools;
      agents.push(agent);
      const { computed } = stated;
      if (computed !== undefined)
        unresolved.push({ what: `tools of ${name}`, why: `${computed} is computed when the job runs`, at });
      const { guard, ...who } = startedBy(job, started);
      const ability = abilityOf(stated);
      const isUnknown = guard.state === 'absent' && computed !== undefined;
      starts.push({
        agent: name,
        at,
        who: 'branches',
        ...who,
        guard: isUnknown ? { state: 'undecidable', why: `${computed} is computed when the job runs` } : guard,
        ...(ability.acts === undefined && computed !== undefined ? { acts: 'act' } : ability),
        rights: [],
        secrets: tokensOf(job),
        ...(inside === undefined ? {} : { inside }),
        edit: 'Decide who may start it: write `when: manual` in the rule, or join `$CI_COMMIT_REF_PROTECTED == "true"` with `&&` to its condition.',
      });
      if (guard.state !== 'absent')
        bypasses.push(
          ...bypassIn(program, {
            subject: `The job \`${job.name}\``,
            at,
            text: inside === undefined ? line : undefined,
          }),
        );
      const option = optionGiven(wordsIn(program.agent.prints), program.given);
      if (option !== undefined && who.events.length > 0)
        hazards.push({ agent: name, at, of: { is: 'shown-output', setting: option.replace('=', ' ') } });
      const variable = bareVariable(texts.map(({ text }) => text).join('\n'), program.agent.program);
      if (variable !== undefined)
        hazards.push({
          agent: name,
          at,
          of: { is: 'text-in-options', input: 'script', expression: `$${variable}` },
        });
    }
    const system = settingsSystem(root, { dialect: 'gitlab-ci', surface: 'developer', agents }, WHY);
    return [{ ...system, commands, starts, hazards, unresolved, bypasses }];
  },
};

export default gitlabCi;

const FLOWS = /(?:^|\/)\.gitlab\/duo\/flows\//;

const isFlow = (root: SyntaxNode): boolean =>
  FLOWS.test(root.document.file) && root.get('flow') !== undefined && root.get('components') !== undefined;

/** A flow of GitLab Duo: agents in a format that is known and not read. */
function unreadFlow(root: SyntaxNode): AgentSystem {
  const system = settingsSystem(root, { dialect: 'gitlab-ci', surface: 'developer', agents: [] }, WHY);
  const why = 'flows of GitLab Duo are not read';
  return { ...system, unresolved: [{ what: 'agents of the flow', why, at: root.at() }] };
}

interface Started {
  program: StartedInText;
  /** Its line, and which of the job that is. */
  text: Value;
  line: number;
  stated: StatedTools;
}

const OF_REQUESTS = /merge_request|merge_requests/;

/** The jobs of a pipeline, each with the agent that its script starts. */
const startsIn = (pipeline: Pipeline): { job: PipelineJob; started: Started | undefined }[] =>
  [...pipeline.jobs.values()].map((job) => ({ job, started: startedOf(job, pipeline) }));

function startedOf({ steps, env }: PipelineJob, { env: variables, read }: Pipeline): Started | undefined {
  for (const { run, index } of steps) {
    const program = run && (startedIn(run.text) ?? startedByScript(run.text, '', read));
    if (!program) continue;
    const beside = {
      variable: (name: string) => textOf(env, name) ?? textOf(variables, name),
      readBeside: read,
      isWindows: false,
      isCheckedOut: () => true,
      ran: () => steps.map((step) => step.all()),
    };
    return { program, text: run, line: index, stated: toolsOfProgram(program, run.at(), beside) };
  }
  return undefined;
}

/** What starts a job, and what asks a person first. */
function startedBy(
  job: PipelineJob,
  { line }: Started,
): Pick<AgentStart, 'events' | 'guard' | 'isUnresolved'> {
  const { rules, when: manual, only, environment } = job;
  const shown = (value: string, at: Place): Evidence<string> => ({ state: 'shown', value, at });
  const own: { at: Place; of: Expression }[] = [];
  let passedOn: Place | undefined;
  for (const { if: condition, when, at } of rules ?? []) {
    const of = conditionOf(condition, job);
    if (when !== 'never' && when !== 'manual') {
      const isOfRequest = condition === '' || /merge_request_event|CI_MERGE_REQUEST_/.test(condition);
      if (isOfRequest && canBeOfRequest(of) !== 'no') own.push({ at, of });
      if (/["'](?:trigger|api)["']/.test(condition)) passedOn ??= at;
    }
    // The first rule that is met decides.
    if (canBeOfRequest(not(of)) === 'no') break;
  }
  if (!rules && only?.names.includes('merge_requests')) own.push({ at: only.at, of: literal('true') });
  const inScript = scriptConditions(job, line);
  const events = own.slice(0, 1).map(({ at }) => ({ name: 'merge_request_event', at }));
  const start = own
    .map(({ of }) => of)
    .reduce<Expression>((left, right) => ({ kind: 'or', left, right }), literal('false'));
  const possible = canBeOfRequest(all([start, inScript]));
  if (manual?.text === 'manual') return { events, guard: shown('a person starts the job', manual.at()) };
  if (events.length === 0 && passedOn)
    return {
      events: [{ name: 'trigger', at: passedOn }],
      guard: { state: 'undecidable', why: 'what triggers the pipeline decides who may start it' },
    };
  if (events.length === 0) return { events, guard: shown('no merge request starts it', job.at()) };
  if (possible === 'no') return { events, guard: shown('a condition on who starts the pipeline', job.at()) };
  if (possible === 'maybe') {
    const why =
      whyUnknown(all([start, inScript])) ?? 'a condition compares with a list that is not in the files';
    return { events, guard: { state: 'undecidable', why }, isUnresolved: true };
  }
  return environment
    ? { events, guard: { state: 'undecidable', why: 'the environment may require an approval' } }
    : { events, guard: { state: 'absent' } };
}

/** Tokens of a project or a person that the commands or the variables of a job name. */
function tokensOf({ steps, env, workflow }: PipelineJob): string[] {
  const variables = [...env, ...workflow.env];
  const used = [
    ...steps.map((step) => step.all().replaceAll(/(?:^|\s)#.*$/gm, '')),
    ...variables.map(([, { text }]) => text),
  ].join('\n');
  const named = new Set([...used.matchAll(/\$\{?(\w+)/g)].map(([, name = '']) => name));
  return facts.tokens.names.filter((name) => named.has(name) || env.has(name) || workflow.env.has(name));
}

/** A variable with the text of a comment that a shell splits into words, options among them. */
function bareVariable(text: string, program: string): string | undefined {
  for (const { words } of scanShell(text, { start: 0, end: text.length }).commands) {
    if (!words.some(({ value }) => value.split('/').at(-1) === program)) continue;
    for (const { start, end } of words) {
      const name = /^\$\{?(\w+)/.exec(text.slice(start, end))?.[1];
      if (name !== undefined && facts.texts.names.includes(name)) return name;
    }
  }
  return undefined;
}

/** Variables lead to others this far. */
const DEEPEST = 4;
const KNOWN: Readonly<Record<string, string>> = facts.ofRequests.known;

/** Whether a condition can be so in the pipeline of a merge request that anyone opens. */
const canBeOfRequest = (of: Expression): Possible => canBeMet(of, { name: 'merge_request_event', types: [] });

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
function conditionOf(text: string, job: PipelineJob): Expression {
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
function scriptConditions(job: PipelineJob, line: number): Expression {
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
