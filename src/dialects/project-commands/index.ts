import type { SyntaxNode } from '../../syntax/node.js';
import { settingsSystem } from '../agents/agent.js';
import type { Dialect, ReadContext, Recognition } from '../dialect.js';
import type { AutomaticCommand, Bypass, Launch, NamedValue, Opening, Redirect } from '../../model/index.js';
import { instructionWords } from '../../syntax/shell/command-line.js';
import { looksLikeSecret } from '../../model/secrets.js';
import { headerValues, stringOf } from '../agents/tool.js';
import { isOfPrograms, redirectBy, redirectsIn } from '../clients/endpoints.js';
import { loadedCode } from '../clients/loaded-code.js';
import { variablesIn } from '../clients/variables.js';
import { commandsIn, placed, settingCommand, wordsIn } from '../commands/automatic-commands.js';
import { agentsInstalled, bypassesIn, MAY_BYPASS, mayInstall, STARTING_SCRIPTS } from '../commands/bypass.js';
import type { Word } from '../commands/command-line.js';
import { credentialIn } from '../servers/server-values.js';

const WHY = 'a file of commands has no place for it';

/**
 * Files that are no settings of a coding agent, and start one, or set its variables: scripts of `package.json`, tasks,
 * Makefiles, shell scripts, containers, `.env`. One without anything to report is no agent configuration.
 */
const projectCommands: Dialect = {
  name: 'project-commands',
  order: 60,
  surface: 'developer',
  isBeside: true,
  formats: ['json', 'jsonc', 'yaml', 'shell', 'environment'],
  lenient: true,

  mayHold: (text, path) => KINDS.some((kind) => kind.name.test(path) && kind.mayHold(text)),

  recognise(root: SyntaxNode, _proposal, context): Recognition {
    return Object.values(factsOf(root, context)).some(({ length }) => length > 0)
      ? { claimed: true, reason: 'commands or variables of a coding agent' }
      : { claimed: false, reason: 'it starts no coding agent, and sets none of its variables' };
  },

  read(root, context) {
    const stated = settingsSystem(
      root,
      { dialect: 'project-commands', surface: 'developer', agents: [] },
      WHY,
    );
    return [{ ...stated, ...factsOf(root, context) }];
  },
};

export default projectCommands;

function factsOf(root: SyntaxNode, context: ReadContext): ProjectFacts {
  const facts: ProjectFacts = {
    redirects: [],
    bypasses: [],
    commands: [],
    openings: [],
    installs: [],
    values: [],
  };
  const { file } = root.document;
  KINDS.find(({ name }) => name.test(file))?.read(root, facts, context);
  return facts;
}

/** What a file says of coding agents. */
interface ProjectFacts {
  redirects: Redirect[];
  bypasses: Bypass[];
  commands: AutomaticCommand[];
  openings: Opening[];
  installs: Launch[];
  /** Credentials of what a client starts by itself. */
  values: NamedValue[];
}

/** One kind of files. */
interface Kind {
  name: RegExp;
  /** Whether a text of it has what such a file must contain. */
  mayHold(text: string): boolean;
  read(root: SyntaxNode, facts: ProjectFacts, context: ReadContext): void;
}

const VARIABLES =
  /_BASE_URL|OPENAI_API_BASE|_ENDPOINT|GEMINI_API_BASE|NODE_TLS_REJECT|PYTHONHTTPSVERIFY|GIT_SSL_NO|CA_BUNDLE|OTEL_LOG_|TELEMETRY_LOG|ENV_SCRUB|YOLO_MODE/;

const mayStart = (text: string): boolean => MAY_BYPASS.test(text) || mayInstall(text);
const mayStartOrSet = (text: string): boolean => VARIABLES.test(text) || mayStart(text);
const mayOpen = (text: string): boolean => text.includes('folderOpen') || MAY_BYPASS.test(text);

const KINDS: readonly Kind[] = [
  { name: /(?:^|\/)package\.json$/, mayHold: mayStart, read: readPackage },
  { name: /(?:^|\/)\.vscode\/tasks\.json$/, mayHold: mayOpen, read: readTasks },
  {
    name: /\.code-workspace$/,
    mayHold: mayOpen,
    read: (root, facts, context) => readTasks(root.get('tasks'), facts, context),
  },
  {
    name: /(?:^|\/)(?:\.devcontainer\/(?:[^/]+\/)?)?\.?devcontainer\.json$/,
    mayHold: (text) => /Command"|Env"/.test(text),
    read: readContainer,
  },
  { name: /(?:^|\/)(?:docker-)?compose[\w.-]{0,40}\.ya?ml$/, mayHold: mayStartOrSet, read: readCompose },
  {
    name: /(?:^|\/)\.env(?:\.(?!example|sample|template|dist)[\w-]+)*$/i,
    mayHold: (text) => VARIABLES.test(text),
    read: readEnvironment,
  },
  { name: /(?:docker|container)file(?:\.[\w-]+)?$/i, mayHold: mayStartOrSet, read: readRecipes },
  {
    name: /(?:^|\/)(?:(?:gnu)?makefile|justfile)$|\.mk$/i,
    mayHold: (text) => MAY_BYPASS.test(text),
    read: readRecipes,
  },
  { name: /(?:^|\/)\.openhands\/(?:setup|pre-commit)\.sh$/, mayHold: () => true, read: readStartScript },
  { name: /\.(?:sh|bash|zsh)$|(?:^|\/)\.husky\/[\w-]+$/, mayHold: mayStartOrSet, read: readScript },
  { name: /\.(?:ps1|bat|cmd)$/i, mayHold: (text) => MAY_BYPASS.test(text), read: readWindows },
];

type Start = Pick<Bypass, 'subject' | 'startsBy'>;

const DEPENDENCIES = ['dependencies', 'devDependencies', 'optionalDependencies'];

/** Packages of coding agents that the scripts and the dependencies of a package state at a version. */
function installsOf(root: SyntaxNode): Launch[] {
  const scripts = root.get('scripts');
  return [
    ...(scripts?.keys() ?? []).flatMap((name) => installsIn(scripts?.get(name))),
    ...DEPENDENCIES.flatMap((key) => {
      const list = root.get(key);
      return (list?.keys() ?? []).flatMap((name) => {
        const node = list?.get(name);
        const stated = stringOf(node) ?? '';
        return node ? agentsInstalled(`${name}@${stated.replace(/^=/, '')}`, () => node.at()) : [];
      });
    }),
  ];
}

const installsIn = (node: SyntaxNode | undefined): Launch[] =>
  node ? agentsInstalled(stringOf(node) ?? '', (start, end) => node.within(start, end)) : [];

function readPackage(root: SyntaxNode, facts: ProjectFacts): void {
  facts.installs.push(...installsOf(root));
  const scripts = root.get('scripts');
  for (const name of scripts?.keys() ?? [])
    addCommands(scripts?.get(name), facts, {
      subject: `The script \`${name}\``,
      ...(STARTING_SCRIPTS.has(name) && { startsBy: 'and a package manager runs it at each install' }),
    });
}

const OPENS = 'the folder opens';
const SYSTEMS = ['linux', 'osx', 'windows'];

function readTasks(root: SyntaxNode | undefined, facts: ProjectFacts, { readBeside }: ReadContext): void {
  for (const task of root?.get('tasks')?.items() ?? []) {
    const name = stringOf(task.get('label') ?? task.get('taskName')) ?? 'a task';
    const isStarted = stringOf(task.get('runOptions')?.get('runOn')) === 'folderOpen';
    const subject = `The task \`${name}\``;
    for (const node of [task, ...SYSTEMS.flatMap((system) => task.get(system) ?? [])]) {
      const command = node.get('command');
      if (!command || stringOf(command) === undefined) continue;
      const args = node.get('args');
      add(wordsIn(command, args), facts, { subject, ...(isStarted && { startsBy: `when ${OPENS}` }) });
      if (!isStarted) continue;
      for (const { text, language, at } of settingCommand(name, command, OPENS, readBeside, args)) {
        facts.commands.push({ of: 'task', name, text, language, at, when: OPENS });
        facts.values.push(...credentialIn({ text, at }));
      }
      facts.values.push(...tokensIn(node.get('options')?.get('env')));
    }
  }
}

/** Commands of a dev container, and when they run. Source: containers.dev, lifecycle scripts, 2026-11. */
const LIFECYCLE: Readonly<Record<string, string>> = {
  initializeCommand: 'the container is built, on the machine itself',
  onCreateCommand: 'the container is made',
  updateContentCommand: 'the container is made',
  postCreateCommand: 'the container is made',
  postStartCommand: 'the container starts',
  postAttachCommand: 'an editor connects to the container',
};

/** What a command must contain to reach the network by itself: others of a container say nothing of agents. */
const MAY_FETCH =
  /\b(?:curl|wget|iwr|irm|iex|ncat?|socat|Invoke-\w+|urlopen|urllib|requests|fetch)\b|\/dev\/tcp/i;

function readContainer(root: SyntaxNode, facts: ProjectFacts, { readBeside }: ReadContext): void {
  for (const [name, when] of Object.entries(LIFECYCLE)) {
    const stated = root.get(name);
    const nodes =
      stated?.kind === 'object' ? stated.keys().flatMap((key) => stated.get(key) ?? []) : [stated];
    for (const node of nodes) {
      if (!node) continue;
      for (const command of settingCommand(name, node, when, readBeside))
        if (command.bypass || MAY_FETCH.test(command.script?.text ?? command.text))
          facts.commands.push(command);
    }
  }
  for (const key of ['remoteEnv', 'containerEnv']) {
    facts.redirects.push(...redirectsIn(root.get(key)));
    facts.openings.push(...loadedCode(root.get(key)));
    facts.values.push(...tokensIn(root.get(key)));
  }
}

/** Variables with a token of a known shape. */
const tokensIn = (variables: SyntaxNode | undefined): NamedValue[] =>
  headerValues(variables).filter(({ value }) => looksLikeSecret(value));

function readCompose(root: SyntaxNode, facts: ProjectFacts): void {
  const services = root.get('services');
  for (const name of services?.keys() ?? [])
    for (const key of ['command', 'entrypoint'])
      addCommands(services?.get(name)?.get(key), facts, { subject: `The container \`${name}\`` });
  if (!NAMES_AGENT.test(root.document.text)) return;
  for (const name of services?.keys() ?? []) {
    const variables = services?.get(name)?.get('environment');
    facts.redirects.push(...redirectsIn(variables));
    for (const item of variables?.items() ?? []) {
      const [, key = '', value = ''] = /^(\w{1,80})=(.*)$/.exec(stringOf(item) ?? '') ?? [];
      const redirect = redirectBy(key, value, item.at(), false);
      if (redirect) facts.redirects.push(redirect);
    }
  }
}

/** A text with no more than this names no coding agent: its variables are those of any program. */
const NAMES_AGENT = /\b(?:claude|codex|gemini|qwen|opencode|aider|goose|crush|cursor-agent)\b/i;

function readVariables(root: SyntaxNode, facts: ProjectFacts): void {
  for (const { name, value, at } of variablesIn(root)) {
    const redirect = redirectBy(name, value, at, false);
    if (redirect) facts.redirects.push(redirect);
    if (name === 'HERMES_YOLO_MODE' && /^(?:1|true)$/i.test(value))
      facts.bypasses.push({
        program: 'hermes',
        option: `${name}=${value}`,
        subject: 'This file',
        startsBy: 'and it holds for each start',
        at,
      });
  }
}

/** Files of the coding agents that read the variables of the SDK of OpenAI. */
const READS_OPENAI =
  /^(?:\.codex\/|\.aider\.conf\.yml$|\.?opencode(?:\/|\.jsonc?$)|\.?crush\.json$|\.qwen\/|\.goosehints$)/;

/** A file `.env`: what its programs read is theirs to decide, unless a coding agent of the project reads it, too. */
function readEnvironment(root: SyntaxNode, facts: ProjectFacts, { filesIn }: ReadContext): void {
  const { file } = root.document;
  readVariables(root, facts);
  const folder = file.slice(0, file.lastIndexOf('/') + 1);
  const isOfAgent = (): boolean =>
    filesIn?.(folder).some((one) => READS_OPENAI.test(one.slice(folder.length))) === true;
  if (facts.redirects.some(({ name }) => isOfPrograms(name)) && !isOfAgent())
    facts.redirects = facts.redirects.filter(({ name }) => !isOfPrograms(name));
}

function readScript(root: SyntaxNode, facts: ProjectFacts): void {
  facts.installs.push(...installsIn(root));
  const isHook = root.document.file.split('/').at(-2) === '.husky';
  add(commandsIn(root), facts, {
    subject: 'This script',
    ...(isHook && { startsBy: 'and Git runs it by itself' }),
  });
  if (NAMES_AGENT.test(root.document.text)) readVariables(root, facts);
}

/** When OpenHands runs a script of a repository. Source: docs.openhands.dev, repository customization, 2026-11. */
const BEGINS = 'OpenHands begins to work in the repository';

/** A script that OpenHands runs by itself. */
function readStartScript(root: SyntaxNode, facts: ProjectFacts): void {
  const text = stringOf(root) ?? '';
  const name = root.document.file.slice(root.document.file.lastIndexOf('.openhands/'));
  const commands = commandsIn(root);
  add(commands, facts, { subject: 'This script', startsBy: `when ${BEGINS}` });
  facts.values.push(...commands.flatMap((words) => words.flatMap(credentialIn)));
  if (MAY_FETCH.test(text))
    facts.commands.push({ of: 'setting', name, text, language: 'shell', at: root.at(), when: BEGINS });
}

/** Lines with an option, as far as a backslash continues them. */
const LINE = /(?:[^\n]*\\\n)*[^\n]*/g;
const MOST_LINES = 20_000;

/** Lines of a Makefile or a Dockerfile: those that may start an agent are read, each by itself. */
function readRecipes(root: SyntaxNode, facts: ProjectFacts): void {
  const isContainer = /(?:docker|container)file/i.test(root.document.file);
  const subject = isContainer ? 'The container' : 'A recipe';
  const text = stringOf(root) ?? '';
  facts.installs.push(...installsIn(root));
  if (isContainer && NAMES_AGENT.test(text)) readVariables(root, facts);
  let lines = 0;
  for (const { 0: line, index } of text.matchAll(LINE)) {
    if (++lines > MOST_LINES) return;
    if (!MAY_BYPASS.test(line) || /^\s*#/.test(line)) continue;
    const end = index + line.length;
    const commands = isContainer
      ? placed(root, instructionWords(text, { start: index, end }))
      : commandsIn(root, index, end);
    add(commands, facts, { subject });
  }
}

/** A script of PowerShell, or of `cmd`. */
function readWindows(root: SyntaxNode, facts: ProjectFacts): void {
  const language = /\.ps1$/i.test(root.document.file) ? 'powershell' : 'cmd';
  add(commandsIn(root, 0, undefined, language), facts, { subject: 'This script' });
}

/** The commands of a text, or the one that a list of words is. */
function addCommands(node: SyntaxNode | undefined, facts: ProjectFacts, start: Start): void {
  if (node) add(wordsIn(node), facts, start);
}

function add(commands: readonly (readonly Word[])[], facts: ProjectFacts, start: Start): void {
  facts.bypasses.push(...bypassesIn(commands).map((found) => ({ ...found, ...start })));
}
