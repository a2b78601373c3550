import type {
  Agent,
  AgentHazard,
  AgentStart,
  AgentSystem,
  AutomaticCommand,
  Bypass,
  Grant,
  HazardKind,
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
import { bypassIn } from '../ci/bypasses.js';
import { onOf, settingsIn, statedIn } from '../ci/documents.js';
import { inExpression, isTokenOfJob } from '../ci/expressions.js';
import { admitsAll, bypassOptionsOf, optionGiven } from '../ci/profiles.js';
import { startedIn } from '../ci/started.js';
import { templateLabels } from '../ci/templates.js';
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
    const review = root.get('on')?.get('manual-approval') ?? root.get('manual-approval');
    const asked: Tool['approval'] =
      review && stringOf(review) !== undefined
        ? {
            state: 'shown',
            value: { by: 'human', stated: `manual-approval: ${stringOf(review) ?? ''}` },
            at: review.at(),
          }
        : { state: 'inexpressible', why: 'in a workflow there is nobody to ask' };
    agent.tools = [...shellTools(root, asked)];
    agent.mcpServers = [...readServers(root.get('mcp-servers'), FORMAT), ...githubServer(root)];
    agent.guardrails.output = threatDetection(root);
    const system = settingsSystem(
      root,
      { dialect: 'agentic-workflow', surface: 'developer', agents: [agent] },
      WHY,
    );
    const redirects = [root.get('env'), root.get('engine')?.get('env')].flatMap(redirectsIn);
    if (redirects.length > 0) system.redirects = redirects;
    system.commands = commandsOf(root);
    const bypasses = bypassesIn(root);
    if (bypasses.length > 0) system.bypasses = bypasses;
    const openings = unpinnedParts(root, name);
    if (openings.length > 0) system.openings = openings;
    const ignored = withNumbers(root);
    if (ignored.length > 0) system.ignored = ignored;
    const network = networkOf(root);
    if (network) system.environment = network;
    system.values = [root.get('env'), root.get('engine')?.get('env')].flatMap(headerValues);
    system.starts = [startOf(root, agent, review !== undefined)];
    const isOpen = system.starts.some(({ guard, events }) => guard.state === 'absent' && events.length > 0);
    system.hazards = [
      ...checksOff(root, name, context),
      ...settingsThatOpen(root, { agent: name, isOpen, context }),
      ...answersRun(root, name),
      ...(isOpen || review !== undefined ? [] : rightsThatWrite(root, name)),
      ...openLabels(root, name, context),
    ];
    system.unresolved.push(...unreadParts(root, name, isOpen));
    return [system];
  },
};

export default agenticWorkflow;

/** Parts that other files, programs or expressions decide. */
function unreadParts(root: SyntaxNode, name: string, isOpen: boolean): Unresolved[] {
  const engine = root.get('engine');
  const limit = root.get('max-turns') ?? engine?.get('max-turns');
  const github = root.get('tools')?.get('github');
  const token = isOpen && github?.kind === 'object' && !github.get('github-token') ? github : undefined;
  const parts: [string, string, SyntaxNode | undefined][] = [
    [
      `the token of the GitHub tools of ${name}`,
      `a repository secret \`${facts.token}\` is used if there is one`,
      token,
    ],
    [`tools of ${name}`, 'it imports parts of other files', root.get('imports')],
    [
      `the engine of ${name}`,
      'an own program runs the model',
      engine?.get('driver') ?? engine?.get('command'),
    ],
    [`plugins of ${name}`, 'what they contain is not in this file', root.get('plugins')],
    [`skills of ${name}`, 'what they contain is not in this file', root.get('skills')],
    ['`mcp-scripts`', 'programs in them are not read', root.get('mcp-scripts') ?? root.get('safe-inputs')],
    [`the limit of turns of ${name}`, 'it is computed', stringOf(limit) === undefined ? undefined : limit],
  ];
  return parts.flatMap(([what, why, node]) => (node ? [{ what, why, at: node.at() }] : []));
}

/** Commands of plain steps, which run outside of the container of the agent. */
function commandsOf(root: SyntaxNode): AutomaticCommand[] {
  return stepsOf(root).flatMap(({ run, name }, index) => {
    const own = name ?? `step ${String(index + 1)}`;
    return run ? [{ of: 'step', name: own, text: run.text, language: 'shell', at: run.at() }] : [];
  });
}

/** The plain steps of a workflow: around the agent, of jobs of its own, and of jobs that get what it writes. */
const stepsOf = (root: SyntaxNode): WorkflowStep[] => [
  ...['pre-steps', 'steps', 'post-steps'].flatMap((key) => root.get(key)?.items() ?? []).map(stepOf),
  ...nodesAt(root, ['jobs', '*', 'steps', '*']).map(stepOf),
  ...outputSteps(root),
];

const outputSteps = (root: SyntaxNode): WorkflowStep[] =>
  [
    ...nodesAt(root, ['safe-outputs', 'steps', '*']),
    ...nodesAt(root, ['safe-outputs', 'jobs', '*', 'steps', '*']),
  ].map(stepOf);

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
    [root.get(key), ...(root.get(key)?.items() ?? []), ...nodesAt(root, [key, '*', 'path'])].flatMap(
      (node) => {
        const stated = stringOf(node) ?? '';
        return node && isElsewhere(stated, key) && !isCommit(stated.split('@')[1]) ? [{ node, stated }] : [];
      },
    ),
  );
  const actions = nodesAt(root, ['runtimes', '*']).flatMap((runtime) => {
    const node = runtime.get('action-repo');
    const stated = stringOf(node);
    const version = stringOf(runtime.get('action-version'));
    return node && stated !== undefined && !isCommit(version) ? [{ node, stated }] : [];
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
  (root.get('tools')?.get('github')?.get('allowed')?.items() ?? []).flatMap((item) => {
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
  const github = root.get('tools')?.get('github');
  const lockdown = github?.get('lockdown');
  const integrity = github?.get('min-integrity');
  const strict = root.get('strict');
  const unfiltered = (setting: string): HazardKind => ({
    is: 'unfiltered-text',
    setting,
    isLockedDown: lockdown?.scalar === true,
  });
  const off: [SyntaxNode | undefined, boolean, HazardKind][] = [
    [lockdown, lockdown?.scalar === false, unfiltered('lockdown: false')],
    [integrity, stringOf(integrity) === 'none', unfiltered('min-integrity: none')],
    [
      strict,
      strict?.scalar === false && !isForced(root, context),
      { is: 'unchecked-workflow', setting: 'strict: false' },
    ],
  ];
  return off.flatMap(([node, isOff, of]) => (node && isOff ? [{ agent, at: node.at(), of }] : []));
}

/** Whether the settings of the repository force the checks on every workflow. */
function isForced(root: SyntaxNode, { readBeside }: ReadContext): boolean {
  const { file } = root.document;
  const text = readBeside?.(`${file.slice(0, file.lastIndexOf('/') + 1)}aw.json`) ?? '';
  return settingsIn(text)?.get('strict')?.scalar === true;
}

interface Around {
  agent: string;
  /** People without a role can start it. */
  isOpen: boolean;
  context: ReadContext;
}

/** Settings that widen what a run reaches or costs. */
function settingsThatOpen(root: SyntaxNode, { agent, isOpen, context }: Around): AgentHazard[] {
  const found: AgentHazard[] = [];
  const add: Add = (node, setting, opens, isGrave = false) => {
    const of = { is: 'agentic-setting', setting, opens, ...(isGrave && { isGrave }) } as const;
    if (node) found.push({ agent, at: node.at(), of });
  };
  const outputs = root.get('safe-outputs');
  if (isOpen) reachOf(root, add, context);
  const engine = root.get('engine');
  const options = bypassOptionsOf(stringOf(engine?.get('id')) ?? stringOf(engine) ?? 'copilot');
  const args = engine?.get('args');
  const given = (args?.items() ?? []).map((item) => stringOf(item) ?? '');
  const option = optionGiven(options, given);
  if (option !== undefined) add(args, option, 'options');
  const driver = engine?.get('driver') ?? engine?.get('command');
  if (/^https?:\/\//.test(stringOf(driver) ?? '')) add(driver, stringOf(driver) ?? '', 'driver');
  const bots = onOf(root)?.get('bots');
  for (const one of bots ? [bots, ...bots.items()] : [])
    if (stringOf(one) === '*') add(one, 'bots: ["*"]', 'apps');
  const hidden = outputs?.get('threat-detection-suppress');
  for (const one of hidden?.items() ?? [])
    if (one.kind === 'object' && one.get('expires') === undefined)
      add(one, 'threat-detection-suppress', 'hides');
  const flows = root.get('tools')?.get('github')?.get('private-to-public-flows');
  if (flows && flows.scalar !== false && flows.scalar !== null)
    add(flows, 'private-to-public-flows', 'private');
  const sandbox = root.get('sandbox');
  const off = sandbox?.get('agent') ?? sandbox;
  const detection = outputs?.get('threat-detection');
  if (detection?.scalar === false) add(detection, 'threat-detection: false', 'detection');
  const env = root.get('env');
  for (const name of env?.keys() ?? []) {
    const value = env?.get(name);
    if (/\$\{\{\s*secrets\.(?!GITHUB_TOKEN\b)/.test(stringOf(value) ?? ''))
      add(value, `env.${name}`, 'secret');
  }
  const github = root.get('tools')?.get('github');
  const fetches = root.get('tools')?.keys().includes('web-fetch');
  const own = ownTokenOf(github);
  if (fetches && own) add(root.get('tools')?.get('web-fetch') ?? own, 'tools.web-fetch', 'fetch');
  const trusted = github?.get('trusted-users');
  for (const one of trusted ? [trusted, ...trusted.items()] : [])
    if (admitsAll(stringOf(one) ?? '')) add(one, `trusted-users: ${stringOf(one) ?? ''}`, 'trusts');
  for (const run of ['mcp-scripts', 'safe-inputs'].flatMap((key) => nodesAt(root, [key, '*', 'run']))) {
    const given = inExpression(stringOf(run) ?? '', /\binputs\.[\w-]+/);
    if (given) add(run, given.found, 'script');
  }
  const credits = root.get('max-ai-credits');
  if (credits && Number(credits.scalar) < 0) add(credits, 'max-ai-credits', 'cost');
  const on = onOf(root);
  const forks = ['pull_request', 'pull_request_target'].flatMap((event) => {
    const stated = on?.get(event)?.get('forks');
    return stated && [stated, ...stated.items()].some((one) => stringOf(one) === '*')
      ? [{ stated, isGrave: event === 'pull_request_target' }]
      : [];
  });
  for (const { stated, isGrave } of forks) add(stated, 'forks: ["*"]', 'forks', isGrave);
  if (off?.scalar === false) add(off, `${off.path()}: false`, 'sandbox', isOpen || forks.length > 0);
  const checkout = root.get('checkout');
  for (const one of on?.get('pull_request_target') ? [checkout, ...(checkout?.items() ?? [])] : []) {
    const ref = one?.get('ref') ?? one?.get('repository');
    const text = stringOf(ref) ?? '';
    if (/head_ref|\.head\.|refs\/pull\//.test(text)) add(ref, text, 'head');
  }
  return found;
}

type Add = (
  node: SyntaxNode | undefined,
  setting: string,
  opens: Extract<AgentHazard['of'], { is: 'agentic-setting' }>['opens'],
  isGrave?: boolean,
) => void;

/** What a person without a role can reach by starting the workflow. */
function reachOf(root: SyntaxNode, add: Add, context: ReadContext): void {
  const outputs = root.get('safe-outputs');
  for (const [key, list] of Object.entries(facts.names)) {
    const output = outputs?.get(key);
    if (outputs?.keys().includes(key) && !output?.get(list))
      add(output ?? outputs, `safe-outputs.${key}`, 'names', startsOthers(root, context));
  }
  for (const key of outputs?.keys() ?? []) {
    const target = outputs?.get(key)?.get('target');
    if (target && stringOf(target) === '*') add(target, `${key}.target: "*"`, 'items');
    const elsewhere = outputs?.get(key)?.get('target-repo');
    if (elsewhere) add(elsewhere, `${key}.target-repo: ${stringOf(elsewhere) ?? ''}`, 'elsewhere');
  }
  const tools = root.get('tools');
  const github = tools?.get('github');
  const token = ownTokenOf(github);
  if (token && !github?.get('allowed-repos') && !github?.get('repos'))
    add(token, 'tools.github.github-token', 'token', outputsOf(root).length > 0);
  for (const key of ['github-token', 'github-app']) {
    const writer = outputs?.get(key);
    if (writer && !isTokenOfJob(stringOf(writer) ?? '')) add(writer, `safe-outputs.${key}`, 'starts');
  }
  for (const key of ['cache-memory', 'repo-memory']) {
    const memory = tools?.get(key);
    if (memory && memory.scalar !== false && memory.scalar !== null) add(memory, key, 'memory');
  }
  const login = root.get('permissions')?.get('id-token');
  if (stringOf(login) === 'write') add(login, 'permissions.id-token', 'login');
}

/** Whether a label starts another workflow of the repository. */
function startsOthers({ document: { file } }: SyntaxNode, { filesIn, readBeside }: ReadContext): boolean {
  const others = (filesIn?.(file.slice(0, file.lastIndexOf('/') + 1)) ?? []).filter((one) => one !== file);
  return others.slice(0, MOST_WORKFLOWS).some((one) => {
    const text = readBeside?.(one) ?? '';
    const root = /\.(?:md|ya?ml)$/.test(one) && BY_LABEL.test(text) ? statedIn(one, text) : undefined;
    return root !== undefined && isByLabel(root);
  });
}

/** Words that a workflow has which a label starts. */
const BY_LABEL = /\blabeled\b|label_command/;

const isByLabel = (root: SyntaxNode): boolean =>
  eventsOf(root).some(
    ({ name, types = [] }) =>
      name === 'label_command' || /^\w+ (?:.* )?labeled\b/.test(name) || types.includes('labeled'),
  );

/** Most workflows that are searched for labels. */
const MOST_WORKFLOWS = 200;

/** A token of the GitHub tools that is not that of the job. */
const ownTokenOf = (github: SyntaxNode | undefined): SyntaxNode | undefined => {
  const token = github?.get('github-token') ?? github?.get('github-app');
  return token && !isTokenOfJob(stringOf(token) ?? '') ? token : undefined;
};

/** Permissions with which the agent itself writes, beside the outputs that are checked. Where anybody starts it, that says so. */
function rightsThatWrite(root: SyntaxNode, agent: string): AgentHazard[] {
  const permissions = root.get('permissions');
  return permissionsThatWrite(root).flatMap((setting): AgentHazard[] => {
    const key = setting.slice(0, setting.indexOf(':'));
    const node = permissions?.get(key) ?? permissions;
    const isNamed = key === 'permissions' || WRITES.has(key);
    return node && isNamed
      ? [{ agent, at: node.at(), of: { is: 'agentic-setting', setting, opens: 'rights' } }]
      : [];
  });
}

/** Labels that make a text trusted, and that a template sets on the issue of anybody. */
function openLabels(root: SyntaxNode, agent: string, context: ReadContext): AgentHazard[] {
  const trusted = root.get('tools')?.get('github')?.get('approval-labels');
  if (!trusted) return [];
  const set = templateLabels(root, context);
  return [trusted, ...trusted.items()].flatMap((node): AgentHazard[] => {
    const label = stringOf(node);
    if (label === undefined || !set.has(label.trim().toLowerCase())) return [];
    const setting = `approval-labels: ${label}`;
    return [{ agent, at: node.at(), of: { is: 'agentic-setting', setting, opens: 'labels' } }];
  });
}

/** Whether the firewall around the agent is switched off, or lets every host through. */
const isUncontained = (root: SyntaxNode): boolean => isOutOfSandbox(root) || networkOf(root) !== undefined;

const isOutOfSandbox = (root: SyntaxNode): boolean => {
  const sandbox = root.get('sandbox');
  return sandbox?.scalar === false || sandbox?.get('agent')?.scalar === false;
};

/** The commands that `tools.bash` lets the agent run, in the container of the workflow. */
function shellTools(root: SyntaxNode, approval: Tool['approval']): Tool[] {
  const bash = root.get('tools')?.get('bash');
  if (!bash || bash.scalar === false || bash.scalar === null) return [];
  const box = { containedBy: { by: 'container' } as const };
  const contained = isOutOfSandbox(root) ? {} : box;
  const ofWhole = isUncontained(root) ? {} : box;
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
  gate: { approval: { state: 'inexpressible', why: 'in a workflow there is nobody to ask' } },
  allowListEdit: (name) => `List under \`mcp-servers.${name}.allowed\` the tools that the task needs.`,
};

/** The server of GitHub, where its tool sets are all that there are. */
function githubServer(root: SyntaxNode): Agent['mcpServers'] {
  const github = root.get('tools')?.get('github');
  const toolsets = github?.get('toolsets') ?? github?.get('toolset');
  if (github?.kind !== 'object' || !toolsets) return [];
  const named = [toolsets, ...toolsets.items()].flatMap((node) => stringOf(node)?.split(',') ?? []);
  const allowed = (github.get('allowed')?.items() ?? []).flatMap(
    (item) => stringOf(item) ?? stringOf(item.get('name')) ?? [],
  );
  if (!named.some((one) => one.trim() === facts['toolset-all'])) return [];
  const list = github.get('allowed');
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
  const network = root.get('network');
  const star = (network?.get('allowed')?.items() ?? []).find((item) => stringOf(item) === '*');
  const firewall = network?.get('firewall');
  const off = firewall?.scalar === false || stringOf(firewall) === 'disable' ? firewall : undefined;
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
