import type {
  Agent,
  AgentHazard,
  AgentStart,
  AgentSystem,
  AutomaticCommand,
  Bypass,
  Grant,
  IgnoredSetting,
  Opening,
  Place,
  Tool,
  Unresolved,
} from '../../model/index.js';
import { editRemedy } from '../../model/remedy.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { bareAgent, readInstructions, settingsSystem } from '../agents/agent.js';
import { headerValues, stringOf, toolOf } from '../agents/tool.js';
import { answerIn, bareAnswer, splitIn } from '../ci/answers.js';
import { filesOf, onOf, settingsIn, statedIn, templateLabels } from '../ci/documents.js';
import { inExpression, isTokenOfJob } from '../ci/expressions.js';
import { admitsAll, bypassIn, bypassOptionsOf, optionGiven } from '../ci/profiles.js';
import { startedIn } from '../ci/started.js';
import { eventsOf, stepOf, type WorkflowStep } from '../ci/workflow.js';
import { redirectsIn } from '../clients/endpoints.js';
import { nodesAt } from '../clients/settings.js';
import { commandTool } from '../commands/commands.js';
import type { Dialect, Proposal, ReadContext, Recognition } from '../dialect.js';
import { commandOf } from '../permissions/permission-rules.js';
import { readServers, type ServerFormat } from '../servers/server-entries.js';
import facts from './facts.json' with { type: 'json' };

const NAME = /(?:^|\/|__)\.github(?:\/|__)workflows(?:\/|__)(?!shared(?:\/|__))[^/]+\.md$/;
const WHY = 'an agentic workflow has no place for it';
const UNASKED = { state: 'inexpressible', why: 'in a workflow there is nobody to ask' } as const;

const words = (list: string): ReadonlySet<string> => new Set(list.split(', '));
const EVENTS = words(facts.events);
const OPEN_ROLES = words(facts['open-roles']);
const READ_ONLY = words(facts['read-only-outputs']);
const SETTINGS = words(facts['output-settings']);
const WRITES = words(facts['write-permissions']);
const SHORT: Readonly<Record<string, string>> = facts.short;
const TYPES: Readonly<Record<string, string>> = facts.types;

/** A workflow of GitHub that is written for an agent: front matter that says when, with what and as whom, then prose. */
const agenticWorkflow: Dialect = {
  name: 'agentic-workflow',
  order: 24,
  surface: 'developer',
  formats: ['markdown'],
  isStrict: true,

  proposes: (path) => NAME.test(path),

  mayHold: (text) => /^\uFEFF?---[\r\n]/.test(text) && /^["']?on["']?\s*:/m.test(text),

  recognise(root: SyntaxNode, proposal: Proposal): Recognition {
    const isOurs = proposal.dialect === 'agentic-workflow' && onOf(root) !== undefined;
    return isOurs
      ? { claimed: true, reason: 'an agentic workflow of GitHub' }
      : { claimed: false, reason: 'no front matter that says what starts it' };
  },

  read(root: SyntaxNode, context: ReadContext): AgentSystem[] {
    const file = root.document.file;
    const name = stringOf(root.get('name')) ?? file.slice(file.lastIndexOf('/') + 1).replace(/\.md$/, '');
    const agent = bareAgent(name, root, WHY);
    const instructions = readInstructions(root.document.body);
    if (instructions) agent.instructions = instructions;
    const [review] = [...at(root, 'on.manual-approval'), ...at(root, 'manual-approval')];
    const reviewer = stringOf(review);
    const asked: Tool['approval'] =
      review && reviewer !== undefined
        ? {
            state: 'shown',
            value: { by: 'human', stated: `manual-approval: ${reviewer}` },
            at: review.at(),
          }
        : UNASKED;
    agent.tools = [...shellTools(root, asked)];
    agent.mcpServers = [...readServers(root.get('mcp-servers'), FORMAT), ...githubServer(root)];
    agent.guardrails.output = threatDetection(root);
    const start = startOf(root, agent, review !== undefined);
    const isOpen = start.guard.state === 'absent' && start.events.length > 0;
    const around = { agent: name, isOpen, isReviewed: review !== undefined, context };
    const variables = [...at(root, 'env'), ...at(root, 'engine.env')];
    const network = networkOf(root);
    return [
      {
        ...settingsSystem(root, { dialect: 'agentic-workflow', surface: 'developer', agents: [agent] }, WHY),
        redirects: variables.flatMap(redirectsIn),
        commands: commandsOf(root),
        bypasses: bypassesIn(root),
        openings: unpinnedParts(root, name),
        ignored: withNumbers(root),
        ...(network && { environment: network }),
        values: variables.flatMap(headerValues),
        starts: [start],
        hazards: [
          ...checksOff(root, name, context),
          ...settingsThatOpen(root, around),
          ...answersRun(root, name),
        ],
        unresolved: unreadParts(root, name, isOpen),
      },
    ];
  },
};

export default agenticWorkflow;

/** Parts that other files, programs or expressions decide. */
function unreadParts(root: SyntaxNode, name: string, isOpen: boolean): Unresolved[] {
  const [limit] = [...at(root, 'max-turns'), ...at(root, 'engine.max-turns')];
  const withSecret = at(root, 'tools.github').filter(
    (one) => one.kind === 'object' && !one.get('github-token'),
  );
  const secret = `a repository secret \`${facts.token}\` is used if there is one`;
  return [
    ...(isOpen ? withSecret : []).map((node) => ({
      what: `the token of the GitHub tools of ${name}`,
      why: secret,
      at: node.at(),
    })),
    ...facts.unread.flatMap(({ path, what, why }) =>
      at(root, path).map((node) => ({ what: what.replace('{name}', name), why, at: node.at() })),
    ),
    ...(limit && stringOf(limit) !== undefined
      ? [{ what: `the limit of turns of ${name}`, why: 'it is computed', at: limit.at() }]
      : []),
  ];
}

/** Commands of plain steps, which run outside of the container of the agent. */
const commandsOf = (root: SyntaxNode): AutomaticCommand[] =>
  stepsOf(root).flatMap(({ run, name }, index) => {
    const own = name ?? `step ${String(index + 1)}`;
    return run ? [{ of: 'step', name: own, text: run.text, language: 'shell', at: run.at() }] : [];
  });

/** The plain steps of a workflow: around the agent, of jobs of its own, and of jobs that get what it writes. */
const stepsOf = (root: SyntaxNode): WorkflowStep[] => [
  ...['pre-steps.*', 'steps.*', 'post-steps.*', 'jobs.*.steps.*'].flatMap((path) =>
    at(root, path).map(stepOf),
  ),
  ...outputSteps(root),
];

const outputSteps = (root: SyntaxNode): WorkflowStep[] =>
  ['safe-outputs.steps.*', 'safe-outputs.jobs.*.steps.*'].flatMap((path) => at(root, path).map(stepOf));

/** Options with which a plain step starts an agent without its questions. */
const bypassesIn = (root: SyntaxNode): Bypass[] =>
  stepsOf(root).flatMap(({ run }) => {
    const program = startedIn(run?.text ?? '');
    return run && program ? bypassIn(program, { text: run, at: run.at(), subject: 'This step' }) : [];
  });

/** What the agent writes, in the text of a command of a job that gets it. */
const answersRun = (root: SyntaxNode, agent: string): AgentHazard[] =>
  outputSteps(root).flatMap((step): AgentHazard[] => {
    const [run] = answerIn(step, ANSWER);
    const bare = bareAnswer(step, ANSWER);
    const text = step.run;
    const inShell = splitIn(text?.text ?? '', INSERTED);
    if (run) return [{ agent, at: run.at, of: { is: 'output-runs', output: run.output, isChecked: false } }];
    if (bare) return [{ agent, at: bare.at, of: { ...bare.of, isChecked: false } }];
    return text && inShell
      ? [
          {
            agent,
            at: text.within(inShell.start, inShell.end),
            of: { is: 'output-splits', output: facts.answer, stated: inShell.text, isChecked: false },
          },
        ]
      : [];
  });

/** An output of the job of the agent. */
const ANSWER = /\bneeds\.agent\.outputs\.[\w-]+/;
/** What a command reads from the file of the answer. */
const INSERTED = new RegExp(`^(?:\\$\\(|\`)\\s*(?:cat|jq)\\b[^]*\\b${facts.answer}\\b`);

/** Parts of other repositories without a commit: each compilation uses their newest state. */
function unpinnedParts(root: SyntaxNode, name: string): Opening[] {
  const listed = ['imports', 'plugins', 'skills'].flatMap((key) =>
    [...at(root, `${key}+`), ...at(root, `${key}.*.path`)].flatMap((node) => {
      const stated = stringOf(node) ?? '';
      return isElsewhere(stated, key) && !isCommit(stated.split('@')[1]) ? [{ node, stated }] : [];
    }),
  );
  const actions = at(root, 'runtimes.*').flatMap((runtime) => {
    const stated = stringOf(runtime.get('action-repo'));
    const isPinned = isCommit(stringOf(runtime.get('action-version')));
    return stated === undefined || isPinned
      ? []
      : at(runtime, 'action-repo').map((node) => ({ node, stated }));
  });
  return [...listed, ...actions].map(({ node, stated }) => ({
    kind: 'source',
    stated,
    says: `\`${name}\` uses the newest state of a part of another repository: what changes there runs unreviewed`,
    edit: 'Decide which commit to use, and write it after the name: `owner/name/path@<commit>` (of a runtime, as `action-version`).',
    at: node.at(),
  }));
}

/** Whether a part is of another repository: `owner/name/path.md@main`; a plugin always is. */
const isElsewhere = (stated: string, key: string): boolean =>
  /^[\w-]+\/[\w.-]+(?:\/[\w./-]*)?@/.test(stated) || (key === 'plugins' && /^[\w-]+\/[\w.-]+$/.test(stated));
const isCommit = (version: string | undefined): boolean => /^[0-9a-f]{40}$/.test(version ?? '');

/** Names of tools with a number behind them, as another form of the entry has it: no tool is called so. */
const withNumbers = (root: SyntaxNode): IgnoredSetting[] =>
  at(root, 'tools.github.allowed.*').flatMap((item) => {
    const entry = stringOf(item) ?? '';
    const [, name = '', calls = ''] = /^([\w-]+):(\d+)$/.exec(entry) ?? [];
    if (name === '') return [];
    return [
      {
        entry,
        why: 'The compiler takes it as the name of a tool, which no tool has.',
        edit: `Write \`{ name: ${name}, max-calls: ${calls} }\` in its place.`,
        at: item.at(),
      },
    ];
  });

/** Settings that switch off what is checked by default: who wrote a text, and the workflow when it is compiled. */
function checksOff(root: SyntaxNode, agent: string, context: ReadContext): AgentHazard[] {
  const [lockdown] = at(root, 'tools.github.lockdown');
  const isLockedDown = lockdown?.scalar === true;
  const unfiltered = [
    ...(lockdown?.scalar === false ? [{ node: lockdown, setting: 'lockdown: false' }] : []),
    ...at(root, 'tools.github.min-integrity')
      .filter((node) => stringOf(node) === 'none')
      .map((node) => ({ node, setting: 'min-integrity: none' })),
  ];
  const unchecked = at(root, 'strict').filter(({ scalar }) => scalar === false && !isForced(root, context));
  return [
    ...unfiltered.map(({ node, setting }): AgentHazard => {
      return { agent, at: node.at(), of: { is: 'unfiltered-text', setting, isLockedDown } };
    }),
    ...unchecked.map((node): AgentHazard => {
      return { agent, at: node.at(), of: { is: 'unchecked-workflow', setting: 'strict: false' } };
    }),
  ];
}

/** Whether the settings of the repository force the checks on every workflow. */
function isForced(root: SyntaxNode, { readBeside }: ReadContext): boolean {
  const { file } = root.document;
  const text = readBeside?.(`${file.slice(0, file.lastIndexOf('/') + 1)}aw.json`) ?? '';
  return settingsIn(text)?.get('strict')?.scalar === true;
}

type Opens = Extract<AgentHazard['of'], { is: 'agentic-setting' }>['opens'];

/** What a setting says that widens what a run reaches or costs. */
const SAYS: Readonly<Record<string, (text: string, node: SyntaxNode) => boolean>> = {
  address: (text) => /^https?:\/\//.test(text),
  'any person': admitsAll,
  'below zero': (_, { scalar }) => Number(scalar) < 0,
  off: (_, { scalar }) => scalar === false,
  on: (_, { scalar }) => scalar !== false && scalar !== null,
  'own token': (text) => !isTokenOfJob(text),
  secret: (text) => /\$\{\{\s*secrets\.(?!GITHUB_TOKEN\b)/.test(text),
  star: (text) => text === '*',
  write: (text) => text === 'write',
};

/** The nodes at a path. */
function at(root: SyntaxNode, path: string): SyntaxNode[] {
  const keys = path.replace('+', '').split('.');
  const nodes = nodesAt(root, keys.slice(0, -1));
  const last = keys.at(-1)?.split('|') ?? [];
  const found = nodes.flatMap((node) =>
    last[0] === '*' ? nodesAt(node, ['*']) : (last.map((key) => node.get(key)).find((one) => one) ?? []),
  );
  return path.endsWith('+') ? found.flatMap((node) => [node, ...node.items()]) : found;
}

interface Around {
  agent: string;
  /** People without a role can start it. */
  isOpen: boolean;
  isReviewed: boolean;
  context: ReadContext;
}

/** Settings that widen what a run reaches or costs. */
function settingsThatOpen(root: SyntaxNode, around: Around): AgentHazard[] {
  const { agent, isOpen, isReviewed, context } = around;
  const found: AgentHazard[] = [];
  const add = (nodes: readonly SyntaxNode[], setting: string, opens: Opens, isGrave = false): void => {
    const of = { is: 'agentic-setting', setting, opens, ...(isGrave && { isGrave }) } as const;
    found.push(...nodes.map((node) => ({ agent, at: node.at(), of })));
  };
  for (const { path, opens, says, setting } of isOpen ? facts.opens : facts.opens.filter((one) => !one.toAll))
    for (const node of at(root, path)) {
      const text = stringOf(node) ?? '';
      if (SAYS[says]?.(text, node) === false) continue;
      const key = node.path().split('.').at(-2) ?? '';
      const parts: Readonly<Record<string, string>> = { text, path: node.path(), key };
      add(
        [node],
        setting.replace(/\{(\w+)\}/g, (_, name: string) => parts[name] ?? ''),
        opens as Opens,
      );
    }
  const [engine] = at(root, 'engine');
  const options = bypassOptionsOf(stringOf(engine?.get('id')) ?? stringOf(engine) ?? 'copilot');
  const args = at(root, 'engine.args');
  const given = args.flatMap((list) => list.items().map((item) => stringOf(item) ?? ''));
  const option = optionGiven(options, given);
  if (option !== undefined) add(args, option, 'options');
  const on = onOf(root);
  const bots = on ? at(on, 'bots+') : [];
  add(
    bots.filter((one) => stringOf(one) === '*'),
    'bots: ["*"]',
    'apps',
  );
  const hidden = nodesAt(root, ['safe-outputs', 'threat-detection-suppress', '*']);
  const isKept = (one: SyntaxNode): boolean => one.kind === 'object' && !one.get('expires');
  add(hidden.filter(isKept), 'threat-detection-suppress', 'hides');
  const token = ownTokenOf(root);
  const [fetches] = at(root, 'tools').filter((tools) => tools.keys().includes('web-fetch'));
  if (fetches && token) add([fetches.get('web-fetch') ?? token], 'tools.web-fetch', 'fetch');
  for (const run of ['mcp-scripts', 'safe-inputs'].flatMap((key) => nodesAt(root, [key, '*', 'run']))) {
    const input = inExpression(stringOf(run) ?? '', /\binputs\.[\w-]+/);
    if (input) add([run], input.found, 'script');
  }
  const forks = ['pull_request', 'pull_request_target'].flatMap((event) => {
    const isAny = on && at(on, `${event}.forks+`).some((one) => stringOf(one) === '*');
    return isAny ? at(on, `${event}.forks`) : [];
  });
  for (const node of forks) add([node], 'forks: ["*"]', 'forks', node.path().includes('pull_request_target'));
  const [sandbox] = at(root, 'sandbox');
  const off = sandbox?.get('agent') ?? sandbox;
  if (off?.scalar === false) add([off], `${off.path()}: false`, 'sandbox', isOpen || forks.length > 0);
  for (const one of on?.get('pull_request_target') ? at(root, 'checkout+') : []) {
    const ref = at(one, 'ref|repository').filter((node) => HEAD.test(stringOf(node) ?? ''));
    add(ref, stringOf(ref[0]) ?? '', 'head');
  }
  if (isOpen) {
    const [outputs] = at(root, 'safe-outputs');
    for (const [key, list] of Object.entries(facts.names)) {
      const output = outputs?.get(key);
      if (outputs?.keys().includes(key) && !output?.get(list))
        add([output ?? outputs], `safe-outputs.${key}`, 'names', startsOthers(root, context));
    }
    if (token && at(root, 'tools.github.allowed-repos|repos').length === 0)
      add([token], 'tools.github.github-token', 'token', outputsOf(root).length > 0);
  } else if (!isReviewed)
    for (const setting of permissionsThatWrite(root)) {
      const key = setting.slice(0, setting.indexOf(':'));
      // Where anybody starts it, that says so.
      if (key === 'permissions' || WRITES.has(key))
        add(at(root, key === 'permissions' ? key : `permissions.${key}`), setting, 'rights');
    }
  // Labels that make a text trusted, and that a template sets on the issue of anybody.
  const trusted = at(root, 'tools.github.approval-labels+');
  const labels = trusted.length > 0 ? templateLabels(root, context) : new Set<string>();
  for (const node of trusted) {
    const label = stringOf(node) ?? '';
    if (labels.has(label.trim().toLowerCase())) add([node], `approval-labels: ${label}`, 'labels');
  }
  return found;
}

const HEAD = /\.head\.(?!ref\b)|refs\/pull\//;

/** Whether a label starts another workflow of the repository. */
const startsOthers = ({ document: { file: own } }: SyntaxNode, context: ReadContext): boolean =>
  filesOf(own.slice(0, own.lastIndexOf('/') + 1), /\.(?:md|ya?ml)$/, context).some(({ file, text }) => {
    const root = file !== own && BY_LABEL.test(text) ? statedIn(file, text) : undefined;
    return root !== undefined && isByLabel(root);
  });

/** Words that a workflow has which a label starts. */
const BY_LABEL = /\blabeled\b|label_command/;

const isByLabel = (root: SyntaxNode): boolean =>
  eventsOf(root).some(
    ({ name, types = [] }) =>
      name === 'label_command' || /^\w+ (?:.* )?labeled\b/.test(name) || types.includes('labeled'),
  );

/** A token of the GitHub tools that is not that of the job. */
const ownTokenOf = (root: SyntaxNode): SyntaxNode | undefined =>
  at(root, 'tools.github.github-token|github-app').find((one) => !isTokenOfJob(stringOf(one) ?? ''));

const isOutOfSandbox = (root: SyntaxNode): boolean =>
  [...at(root, 'sandbox'), ...at(root, 'sandbox.agent')].some(({ scalar }) => scalar === false);

/** The commands that `tools.bash` lets the agent run, in the container of the workflow. */
function shellTools(root: SyntaxNode, approval: Tool['approval']): Tool[] {
  const [bash] = at(root, 'tools.bash');
  if (!bash || bash.scalar === false || bash.scalar === null) return [];
  const box = { containedBy: { by: 'container' } as const };
  const contained = isOutOfSandbox(root) ? {} : box;
  // A firewall that is switched off, or lets every host through, contains nothing.
  const ofWhole = isOutOfSandbox(root) || networkOf(root) ? {} : box;
  const whole = (node: SyntaxNode, at: Place): Tool => {
    const grant: Grant = { who: 'agent', what: { of: 'commands' }, setting: 'tools.bash', at, ...ofWhole };
    grant.remedy = { text: 'List the commands that the task needs, for example `bash: ["git status"]`.' };
    return {
      ...toolOf({ name: 'bash', kind: 'shell' }, at, approvalOf(approval, node)),
      grant,
      ...ofWhole,
    };
  };
  if (bash.scalar === true) return [whole(bash, bash.at('key'))];
  return bash.items().flatMap((item) => {
    const text = stringOf(item);
    if (text === undefined) return [];
    const line = commandOf(text).command;
    if (line === '' || line === ':') return [whole(item, item.at())];
    const tool = commandTool(
      `bash(${text})`,
      line,
      item.at(),
      approvalOf(approval, item),
      line === text.trim(),
    );
    return [{ ...tool, ...(tool.containedBy ? {} : contained) }];
  });
}

/** Who answers: the list lets commands run, unless a person reviews the run before. */
const approvalOf = (approval: Tool['approval'], node: SyntaxNode): Tool['approval'] =>
  approval.state === 'shown'
    ? approval
    : {
        state: 'shown',
        value: { by: 'machine', stated: 'tools.bash', setting: 'tools.bash' },
        at: node.at(),
      };

const FORMAT: ServerFormat = {
  allowKeys: ['allowed'],
  unstated: { state: 'absent' },
  gate: { approval: UNASKED },
  allowListEdit: (name) => `List under \`mcp-servers.${name}.allowed\` the tools that the task needs.`,
};

/** The server of GitHub, where its tool sets are all that there are. */
function githubServer(root: SyntaxNode): Agent['mcpServers'] {
  const [toolsets, ...items] = at(root, 'tools.github.toolsets|toolset+');
  const named = [toolsets, ...items].flatMap((node) => stringOf(node)?.split(',') ?? []);
  if (!toolsets || !named.some((one) => one.trim() === facts['toolset-all'])) return [];
  const [list] = at(root, 'tools.github.allowed');
  const allowed = (list?.items() ?? []).flatMap((item) => stringOf(item) ?? stringOf(item.get('name')) ?? []);
  return [
    {
      name: 'github',
      address: 'github',
      transport: 'stdio',
      at: toolsets.at(),
      allowedTools:
        list && allowed.length > 0 ? { state: 'shown', value: allowed, at: list.at() } : { state: 'absent' },
      tools: [],
      scopes: [],
      values: [],
      allowListEdit: 'List under `tools.github.toolsets` only those that the task needs.',
    },
  ];
}

/** A model judges what the agent writes before it is written, unless that is switched off. */
function threatDetection(root: SyntaxNode): Agent['guardrails']['output'] {
  const outputs = root.get('safe-outputs');
  if (outputs?.kind !== 'object') return { state: 'inexpressible', why: 'it writes nothing' };
  const detection = outputs.get('threat-detection');
  if (detection?.scalar === false) return { state: 'absent', at: detection.at() };
  return { state: 'shown', value: ['threat-detection'], at: (detection ?? outputs).at('key') };
}

/** The hosts that the agent reaches, where they are all. */
function networkOf(root: SyntaxNode): AgentSystem['environment'] {
  const star = at(root, 'network.allowed.*').find((item) => stringOf(item) === '*');
  const [off] = at(root, 'network.firewall').filter(
    (one) => one.scalar === false || stringOf(one) === 'disable',
  );
  const open = star ?? off;
  if (!open) return undefined;
  const title = star ? 'Remove `*` from `network.allowed`' : 'Remove `firewall`';
  return {
    type: 'container',
    at: open.at(),
    kind: 'other',
    network: {
      access: 'enabled',
      allowedDomains: [],
      at: open.at(),
      narrow: editRemedy(title, () => open.edit()?.remove()),
    },
  };
}

/** What starts the workflow, and whether people without a role can. */
function startOf(root: SyntaxNode, agent: Agent, isReviewed: boolean): AgentStart {
  const on = onOf(root);
  const roles = on?.get('roles') ?? root.get('roles');
  const stated = [roles, ...(roles?.items() ?? [])].flatMap((node) => stringOf(node)?.toLowerCase() ?? []);
  const open = stated.find((role) => OPEN_ROLES.has(role));
  const acts = actsOf(root, agent);
  const events = outsideEvents(root);
  const guard: AgentStart['guard'] = isReviewed
    ? { state: 'shown', value: 'a person reviews each run', at: agent.at }
    : roles && open !== undefined
      ? { state: 'absent' }
      : roles && stated.length === 0
        ? { state: 'undecidable', why: 'the roles are computed' }
        : { state: 'shown', value: 'only people with write access', at: roles?.at() ?? agent.at };
  return {
    agent: agent.name,
    at: roles?.at() ?? agent.at,
    who: 'anyone',
    rights: [],
    secrets: [],
    events,
    guard,
    ...(acts === undefined ? {} : { acts }),
    ...(roles && open !== undefined
      ? {
          opened: {
            stated: `roles: ${open}`,
            by: 'workflow',
            at: roles.at(),
            repair: { title: 'Remove `roles`', edits: () => roles.edit()?.remove() },
          },
        }
      : {}),
    edit: 'Write `roles: [admin, maintainer, write]` under `on`.',
  };
}

/** The events of the workflow that people without a role can cause; one alone may have its types behind its name. */
const outsideEvents = (root: SyntaxNode): AgentStart['events'] =>
  eventsOf(root).flatMap(({ name, types = [], at }) => {
    const [first = '', ...own] = name.split(/\s+/);
    const hasForks = onOf(root)?.get(name)?.get('forks') !== undefined;
    return isOutside([SHORT[first] ?? first, ...own, ...types], hasForks) ? [{ name, at: at() }] : [];
  });

/** Whether anyone can cause an event; `hasForks`: pull requests of forks start it, too. */
function isOutside([name = '', ...types]: readonly string[], hasForks = false): boolean {
  if (!EVENTS.has(name) && !(name === 'pull_request' && hasForks)) return false;
  const open = TYPES[name]?.split(', ');
  return types.length === 0 || open === undefined || types.some((type) => open.includes(type));
}

/** The outputs that it writes, unless they are only shown. */
function outputsOf(root: SyntaxNode): string[] {
  const outputs = root.get('safe-outputs');
  return outputs?.get('staged')?.scalar === true
    ? []
    : (outputs?.keys() ?? []).filter((key) => !SETTINGS.has(key) && !READ_ONLY.has(key));
}

/** What the agent may do, in words that complete "can". */
function actsOf(root: SyntaxNode, { tools }: Agent): string | undefined {
  const named = outputsOf(root);
  const whole = tools.find(({ grant }) => grant?.what.of === 'commands');
  const writes = permissionsThatWrite(root);
  const parts = [
    ...(named.length > 0
      ? [
          `write by ${named
            .slice(0, 3)
            .map((key) => `\`${key}\``)
            .join(', ')}`,
        ]
      : []),
    ...(writes.length > 0 ? [`use a token with \`${writes[0]}\``] : []),
    ...(whole ? ['run any command'] : []),
  ];
  return parts.length === 0 ? undefined : parts.join(' and ');
}

/** Permissions of the agent's own job that write. */
function permissionsThatWrite(root: SyntaxNode): string[] {
  const permissions = root.get('permissions');
  if (stringOf(permissions) === 'write-all') return ['permissions: write-all'];
  return (permissions?.keys() ?? []).flatMap((key) =>
    stringOf(permissions?.get(key)) === 'write' && !['id-token', 'copilot-requests'].includes(key)
      ? [`${key}: write`]
      : [],
  );
}
