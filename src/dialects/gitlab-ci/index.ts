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
import { parseDocument } from '../../syntax/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { scanShell } from '../../syntax/shell/scan.js';
import { bareAgent, settingsSystem } from '../agents/agent.js';
import { stringOf } from '../agents/tool.js';
import { bypassIn } from '../ci/bypasses.js';
import { mayStartProgram, optionGiven } from '../ci/profiles.js';
import { mayRunScript, type StartedInText, startedByScript, startedIn } from '../ci/started.js';
import type { StatedTools, StepContext } from '../ci/stated-tools.js';
import { abilityOf, toolsOfProgram } from '../ci/tools.js';
import type { Dialect, ReadContext, Recognition } from '../dialect.js';
import facts from './facts.json' with { type: 'json' };

const NAME = /(?:^|\/)(?:[\w.-]*\.gitlab-ci\.ya?ml|\.gitlab(?:-ci)?\/.*\.ya?ml)$/;
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
    return jobsOf(root, context, includedBy(root, context)).some(({ started }) => started !== undefined)
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
    const included = includedBy(root, context);
    const unresolved: Unresolved[] = included.unread;
    const behind = namesOf(root)[MOST_JOBS];
    const last = behind === undefined ? undefined : root.get(behind);
    if (last)
      unresolved.push({
        what: `jobs after the first ${String(MOST_JOBS)} of the pipeline`,
        why: 'no more are read',
        at: last.at('key'),
      });
    for (const job of jobsOf(root, context, included)) {
      for (const { text, at } of job.included ? [] : job.lines)
        commands.push({ of: 'step', name: job.name, text, language: 'shell', at });
      if (!job.started) continue;
      const { program, stated } = job.started;
      const at = job.included?.at ?? job.started.at;
      const inside = program.inside ?? job.included?.path;
      const name = agents.some((one) => one.name === program.agent.name)
        ? `${program.agent.name} (${job.name})`
        : program.agent.name;
      const agent = bareAgent(name, job.node, WHY);
      agent.at = agent.nameAt = at;
      agent.tools = stated.tools;
      agents.push(agent);
      const { computed } = stated;
      if (computed !== undefined)
        unresolved.push({ what: `tools of ${name}`, why: `${computed} is computed when the job runs`, at });
      const { events, guard } = startedBy(job, root);
      const ability = abilityOf(stated);
      const isUnknown = guard.state === 'absent' && computed !== undefined;
      starts.push({
        agent: name,
        at,
        who: 'branches',
        events,
        guard: isUnknown ? { state: 'undecidable', why: `${computed} is computed when the job runs` } : guard,
        ...(ability.acts === undefined && computed !== undefined ? { acts: 'act' } : ability),
        rights: [],
        secrets: tokensOf(job, root),
        ...(inside === undefined ? {} : { inside }),
        edit: 'Decide who may start it: write `when: manual` in the rule, or join `$CI_COMMIT_REF_PROTECTED == "true"` with `&&` to its condition.',
      });
      if (guard.state !== 'absent')
        bypasses.push(
          ...bypassIn(program, {
            subject: `The job \`${job.name}\``,
            at,
            node: inside === undefined ? job.started.node : undefined,
          }),
        );
      const option = optionGiven(wordsIn(program.agent.prints), program.given);
      if (option !== undefined && events.length > 0)
        hazards.push({ agent: name, at, of: { is: 'shown-output', setting: option.replace('=', ' ') } });
      const variable = bareVariable(job.lines.map(({ text }) => text).join('\n'), program.agent.program);
      if (variable !== undefined)
        hazards.push({
          agent: name,
          at,
          of: { is: 'text-in-options', input: 'script', expression: `$${variable}` },
        });
    }
    const system = settingsSystem(root, { dialect: 'gitlab-ci', surface: 'developer', agents }, WHY);
    return [{ ...system, commands, starts, hazards, unresolved, ...(bypasses.length > 0 && { bypasses }) }];
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

/** A job of a pipeline. */
interface Job {
  name: string;
  node: SyntaxNode;
  /** It, and the jobs that it extends. */
  all: readonly SyntaxNode[];
  lines: readonly Line[];
  /** The file that the pipeline includes, in which it is, and where it includes it. */
  included?: Included;
  started?: { program: StartedInText; at: Place; node: SyntaxNode; stated: StatedTools };
}

/** A text of a script. */
interface Line {
  text: string;
  at: Place;
  node: SyntaxNode;
}

const RESERVED: ReadonlySet<string> = new Set(facts.reserved);
const OF_REQUESTS = /merge_request|merge_requests/;
const MOST_JOBS = 200;

/** Reads a file of the project by its path from the folder that the pipeline is for. */
function readerOf({ document: { file } }: SyntaxNode, { readBeside }: ReadContext) {
  const folder = /^(.*\/)?\.gitlab(?:-ci)?\//.exec(file)?.[1] ?? file.slice(0, file.lastIndexOf('/') + 1);
  return (path: string): string | undefined => readBeside?.(folder + path);
}

/** A file of the project that a pipeline includes. */
interface Included {
  at: Place;
  path: string;
  root: SyntaxNode;
}

const MOST_INCLUDED = 50;

/** What a pipeline includes: a text or a map, or a list of them. */
const includesOf = (root: SyntaxNode): readonly SyntaxNode[] => {
  const stated = root.get('include');
  return stated?.kind === 'array' ? stated.items().slice(0, MOST_INCLUDED) : stated ? [stated] : [];
};

/** The file that an entry includes, if it is one of the project; undefined for what is elsewhere. */
function localOf(entry: SyntaxNode): { node: SyntaxNode; path: string } | undefined {
  const node = entry.kind === 'object' ? entry.get('local') : entry;
  const path = stringOf(node)?.replace(/^\//, '');
  const isHere = path !== undefined && /^[\w./-]+\.ya?ml$/.test(path) && !path.split('/').includes('..');
  return node && isHere ? { node, path } : undefined;
}

/** What a pipeline includes, with what those files include. */
interface Includes {
  /** Files of the project; those that are read as pipelines themselves are not among them. */
  files: Included[];
  /** What is not read: files of other projects and addresses, components, templates, computed paths. */
  unread: Unresolved[];
}

function includedBy(root: SyntaxNode, context: ReadContext): Includes {
  const read = readerOf(root, context);
  const found: Includes = { files: [], unread: [] };
  const known = new Set([root.document.file]);
  // `place`: where the pipeline itself includes the file in which an entry is.
  const follow = (from: SyntaxNode, place?: Place): void => {
    for (const entry of includesOf(from)) {
      const { node = entry, path } = localOf(entry) ?? {};
      const at = place ?? node.at();
      if (path !== undefined && known.has(path)) continue;
      if (path !== undefined) known.add(path);
      const text = path === undefined ? undefined : read(path);
      if (path === undefined || text === undefined) found.unread.push(unreadInclude(entry, path, place));
      else if (found.files.length >= MOST_INCLUDED)
        found.unread.push(unreadInclude(entry, path, place, true));
      else if (!NAME.test(path)) {
        const { roots, problems } = parseDocument(path, 'yaml', text);
        const [included] = problems.length > 0 ? [] : roots;
        if (!included) continue;
        found.files.push({ at, path, root: included });
        follow(included, at);
      }
    }
  };
  follow(root);
  return found;
}

function unreadInclude(
  entry: SyntaxNode,
  path: string | undefined,
  place: Place | undefined,
  isOver = false,
): Unresolved {
  const kind = entry.kind === 'object' ? (entry.keys()[0] ?? 'include') : 'include';
  const why =
    path === undefined
      ? 'what it includes is not in this project, or its path is computed'
      : isOver
        ? `the pipeline includes more than ${String(MOST_INCLUDED)} files`
        : 'the file is not there';
  return { what: `\`${kind}\` of the pipeline`, why, at: place ?? entry.at() };
}

/** The names of the jobs of a file. */
const namesOf = (root: SyntaxNode): string[] =>
  root.keys().filter((name) => !RESERVED.has(name) && !name.startsWith('.'));

function jobsOf(root: SyntaxNode, context: ReadContext, { files: included }: Includes): Job[] {
  const read = readerOf(root, context);
  const roots = [root, ...included.map((one) => one.root)];
  const find = (name: string): SyntaxNode[] => roots.flatMap((one) => one.get(name) ?? []);
  return [undefined, ...included].flatMap((from) => {
    const source = from?.root ?? root;
    return namesOf(source)
      .filter((name) => !from || !root.get(name))
      .slice(0, MOST_JOBS)
      .flatMap((name): Job[] => {
        const node = source.get(name);
        if (!node) return [];
        // Of a job that several files state, the pipeline's own keys count first.
        const own = find(name);
        const all = [...own, ...own.flatMap((one) => basesOf(one, find))];
        const beside: StepContext = {
          variable: (variable) =>
            [...all, ...roots]
              .map((one) => stringOf(one.get('variables')?.get(variable)))
              .find((one) => one !== undefined),
          readBeside: read,
          isWindows: false,
          isCheckedOut: () => true,
          ran: () => lines.map(({ text }) => text),
        };
        const lines = ['before_script', 'script', 'after_script'].flatMap((key) =>
          linesOf([...all, ...find('default')].map((one) => one.get(key)).find((one) => one !== undefined)),
        );
        const job: Job = { name, node, all, lines, ...(from ? { included: from } : {}) };
        for (const { text, at, node: line } of lines) {
          const program = startedIn(text) ?? startedByScript(text, '', read);
          if (program)
            return [
              { ...job, started: { program, at, node: line, stated: toolsOfProgram(program, at, beside) } },
            ];
        }
        return [job];
      });
  });
}

/** The jobs that a job extends, the nearest first: one level. */
function basesOf(node: SyntaxNode, find: (name: string) => readonly SyntaxNode[]): SyntaxNode[] {
  const stated = node.get('extends');
  const one = stringOf(stated);
  const names = one === undefined ? (stated?.items() ?? []).map((item) => stringOf(item) ?? '') : [one];
  return names.reverse().flatMap(find);
}

/** The commands of a script: a text, or a list of texts and lists. */
function linesOf(node: SyntaxNode | undefined): Line[] {
  const text = stringOf(node);
  if (node && text !== undefined) return [{ text, at: node.at(), node }];
  return (node?.items() ?? []).flatMap((item) =>
    item.kind === 'string' || item.kind === 'array' ? linesOf(item) : [],
  );
}

const first = (all: readonly SyntaxNode[], key: string): SyntaxNode | undefined =>
  all.map((node) => node.get(key)).find((node) => node !== undefined);

/** What starts a job, and what asks a person first. */
function startedBy(job: Job, root: SyntaxNode): { events: AgentStart['events']; guard: Evidence<string> } {
  const rules = first(job.all, 'rules') ?? root.get('workflow')?.get('rules');
  const shown = (value: string, at: Place): Evidence<string> => ({ state: 'shown', value, at });
  const manual = first(job.all, 'when');
  const listed = first(job.all, 'only');
  const only = [stringOf(listed), ...(listed?.items() ?? []).map(stringOf)];
  const own: { name: string; at: Place }[] = [];
  let passedOn: Place | undefined;
  if (rules)
    for (const rule of rules.items()) {
      const condition = stringOf(rule.get('if')) ?? '';
      const when = stringOf(rule.get('when'));
      const isOfRequest =
        /merge_request_event|CI_MERGE_REQUEST_I?ID/.test(condition) && !/!=/.test(condition);
      if (when === 'never' && isOfRequest && !condition.includes('&&')) break;
      if (when === 'never' || when === 'manual' || isProtected(condition)) continue;
      if (isOfRequest || condition === '') own.push({ name: 'merge_request_event', at: rule.at() });
      if (/["'](?:trigger|api)["']/.test(condition)) passedOn ??= rule.at();
    }
  else if (listed && only.includes('merge_requests'))
    own.push({ name: 'merge_request_event', at: listed.at() });
  const events = own.slice(0, 1);
  if (manual && stringOf(manual) === 'manual')
    return { events, guard: shown('a person starts the job', manual.at()) };
  if (events.length === 0 && passedOn)
    return {
      events: [{ name: 'trigger', at: passedOn }],
      guard: { state: 'undecidable', why: 'what triggers the pipeline decides who may start it' },
    };
  if (events.length === 0) return { events, guard: shown('no merge request starts it', job.node.at()) };
  return first(job.all, 'environment')
    ? { events, guard: { state: 'undecidable', why: 'the environment may require an approval' } }
    : { events, guard: { state: 'absent' } };
}

const isProtected = (condition: string): boolean =>
  /\$CI_COMMIT_REF_PROTECTED\s*==\s*["']?true/.test(condition) && !condition.includes('||');

/** Tokens of a project or a person that the commands or the variables of a job name. */
function tokensOf({ lines, all }: Job, root: SyntaxNode): string[] {
  const maps = [...all, root].flatMap((node) => node.get('variables') ?? []);
  const values = maps.flatMap((map) => map.keys().map((name) => stringOf(map.get(name)) ?? ''));
  const used = [...lines.map(({ text }) => text.replaceAll(/(?:^|\s)#.*$/gm, '')), ...values].join('\n');
  const named = new Set([...used.matchAll(/\$\{?(\w+)/g)].map(([, name = '']) => name));
  return facts.tokens.names.filter((name) => named.has(name) || maps.some((map) => map.get(name)));
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
