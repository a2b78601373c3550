import { type AgentSystem, toolsOf } from '../../model/index.js';
import {
  type CodeDocument,
  type CodeSyntaxNode,
  callsOf,
  factoriesOf,
  type Offsets,
} from '../../syntax/code/index.js';
import type { SourceDocument } from '../../syntax/node.js';
import type { CodeDialect, CodeReading } from '../code-dialect.js';
import { type Agents, openAgents, settleCalledAgents } from './agents.js';
import { agentsHandedTo } from './handed.js';
import { ownAnswers } from './interruptions.js';
import { isSdkModule } from './modules.js';
import { openPrograms, ownDocuments } from './programs.js';
import { readRuns } from './runs.js';
import { openSandboxes } from './sandboxes.js';
import { copiesAgents, isAgentName, isKnownName, nameOf, sdkName, sdkOf } from './sdk.js';
import { systemsOf } from './systems.js';

/** The open-source agent framework in TypeScript and Python. */
const agentsSdk: CodeDialect = {
  name: 'agents-sdk',
  surface: 'product',
  read(documents, context): CodeReading {
    const classes = derivedClasses(documents);
    const calls = callsIn(documents, classes);
    const own = ownDocuments(documents, (one) => isConfirmed(one, calls.get(one) ?? []), context);
    const agents = openAgents({
      serversOf: groupedServers,
      runsOnHost: onceForEach(openSandboxes(own, context)),
    });
    const made = madeByFactories(own, agents, classes);
    for (const document of own)
      for (const node of calls.get(document) ?? []) if (!standsIn(made, node)) agents.at(node);
    settleCalledAgents(agents.all());
    // What was read for each item of a list, or each call, is no agent of its own beside them.
    const each = agents.all().filter(({ node }) => node.factory);
    const functions = each.flatMap(({ node }) => (isTurn(node) ? [] : (node.factory ?? [])));
    const turns = each.filter(({ node }) => isTurn(node)).map(({ node }) => node.offsets);
    const found = agents
      .all()
      .filter(
        ({ node }) => node.factory || !(standsIn(functions, node) || turns.some((one) => isAt(one, node))),
      );
    const systems = systemsOf({
      agents: found,
      runs: new Map(
        own.map((document) => [document.file, readRuns(document, calls.get(document) ?? [], agents)]),
      ),
      answers: new Map(own.map((document) => [document.file, ownAnswers(document)])),
      handedTo: (file, answer) => agentsHandedTo(answer, file, own, agents, context),
      files: openPrograms(own, context),
      context,
    });
    return { systems, claimed: claimedBy(own, systems) };
  },
};

export default agentsSdk;

/**
 * Agents that functions of the project make, one for each call. Gives the functions: what stands in them was read for
 * every call, and is no agent of its own.
 */
function madeByFactories(
  documents: readonly CodeDocument[],
  agents: Agents,
  classes: ReadonlySet<string>,
): Offsets[] {
  const names = new Set(
    documents.flatMap((document) =>
      factoriesOf(document, mayGiveAgents(document.text, classes))
        .filter(({ gives }) => {
          const made = agentIn(gives);
          return made !== undefined && isAgentName(sdkName(made), sdkOf(document.file));
        })
        .map(({ name }) => name),
    ),
  );
  if (names.size === 0) return [];
  return documents.flatMap((document) =>
    callsOf(document, { named: names }).flatMap(({ call }) => {
      const given = call?.given && agentIn(call.given);
      // What every call gives alike is found where it stands.
      const found = given?.factory ? agents.at(given) : undefined;
      return found?.node.factory ? [found.node.factory] : [];
    }),
  );
}

/** The agent that a function gives, itself or as a tool. */
function agentIn(gives: CodeSyntaxNode): CodeSyntaxNode | undefined {
  const { fields } = sdkOf(gives.document.file);
  return gives.call?.name === fields.asTool ? gives.call.receiver : gives;
}

function standsIn(functions: readonly Offsets[], { offsets }: CodeSyntaxNode): boolean {
  return functions.some(
    ({ file, start, end }) => file === offsets.file && start <= offsets.start && offsets.end <= end,
  );
}

/** Whether a node was read for one turn of a loop: the loop may make other agents, which are read as they are written. */
const isTurn = ({ document, factory }: CodeSyntaxNode): boolean =>
  factory !== undefined && /^(?:async\s+)?for\b/.test(document.text.slice(factory.start, factory.start + 20));

const isAt = ({ file, start, end }: Offsets, { offsets }: CodeSyntaxNode): boolean =>
  file === offsets.file && start === offsets.start && end === offsets.end;

/** Whether what a file imports is this SDK: the Python name is used by other packages too, so a known name confirms it. */
function isConfirmed(document: CodeDocument, calls: readonly CodeSyntaxNode[]): boolean {
  const sdk = sdkOf(document.file);
  return calls.some((node) => {
    const name = sdkName(node);
    return name !== undefined && (isAgentName(name, sdk) || isKnownName(name, sdk));
  });
}

const CLASS =
  /\bclass\s+(\w{1,100})(?:<[^<>{}]{0,100}>)?\s{0,20}(?:\(([^)]{0,300})|extends\s+([\w.]{1,100}))/g;
const OF_SDK = /Agent|MCPServer|Runner/;
/** Classes that extend classes that extend the SDK's: further than this nobody goes. */
const DEEPEST = 4;

/** Classes of the project that extend one of the SDK, or such a class, by name. */
function derivedClasses(documents: readonly CodeDocument[]): ReadonlySet<string> {
  const classes = documents.flatMap(({ text, file }) =>
    [...text.matchAll(CLASS)].map(([, name = '', listed, single]) => ({
      name,
      file,
      bases: (listed ?? single ?? '').match(/\w+/g) ?? [],
    })),
  );
  const derived = new Set<string>();
  for (let round = 0; round < DEEPEST; round++) {
    const known = derived.size;
    for (const { name, file, bases } of classes) {
      if (!bases.some((base) => OF_SDK.test(base) || derived.has(base))) continue;
      derived.add(name);
      for (const call of methodsOf(bases, file)) derived.add(call);
    }
    if (derived.size === known) break;
  }
  return derived;
}

/** What is called of an object of the SDK, however its class is named. */
function methodsOf(bases: readonly string[], file: string): string[] {
  const { runs, fields } = sdkOf(file);
  const isOne = (name: string): boolean => bases.some((base) => base.includes(name));
  return [
    ...(isOne('Runner') ? runs.map((name) => name.slice(name.lastIndexOf('.') + 1)) : []),
    ...(isOne('Agent') ? [COPIES, fields.asTool] : []),
  ];
}

/** The method of an agent that gives a copy of it. */
const COPIES = 'clone';

const RENAMED = /Agent\s*(?:as\s|:\s*\w+\s*[,}])/;

/** Whether a function may give an agent, told from its text: most functions of a file name none. */
function mayGiveAgents(file: string, classes: ReadonlySet<string>): (text: string) => boolean {
  if (RENAMED.test(file)) return () => true;
  const names = ['Agent', COPIES, ...classes];
  return (text) => names.some((name) => text.includes(name));
}

/** Calls of each file that may be of the SDK: of what it exports, and of classes that extend one of those. */
function callsIn(
  documents: readonly CodeDocument[],
  classes: ReadonlySet<string>,
): Map<CodeDocument, CodeSyntaxNode[]> {
  return new Map(
    documents.map((document) => {
      const isPython = sdkOf(document.file).language === 'python';
      const from = (module: string) => isSdkModule(module, isPython) || (isPython && copiesAgents(module));
      return [document, callsOf(document, classes.size > 0 ? { from, named: classes } : { from })];
    }),
  );
}

/** Servers of a group that is connected at once: whatever it gives may be any of them. */
function groupedServers(node: CodeSyntaxNode): readonly CodeSyntaxNode[] {
  const sdk = sdkOf(node.document.file);
  const name = nameOf(node.origin, node);
  const group = name && sdk.serverGroups.find((one) => name.startsWith(`${one}()`));
  if (!group) return [];
  return callsOf(node.document, { from: (module) => isSdkModule(module, sdk.language === 'python') }).flatMap(
    (made) => {
      if (sdkName(made) !== group) return [];
      return made.call?.positional[0]?.items() ?? made.call?.named.get('servers')?.items() ?? [];
    },
  );
}

/** A question about a file that every agent in it asks. */
function onceForEach<T>(ask: (document: SourceDocument) => T): (document: SourceDocument) => T {
  const answers = new Map<SourceDocument, T>();
  return (document) => {
    const known = answers.get(document);
    if (known !== undefined) return known;
    const answer = ask(document);
    answers.set(document, answer);
    return answer;
  };
}

/** Files that hold an agent, or a tool or server of one. */
function claimedBy(documents: readonly CodeDocument[], systems: readonly AgentSystem[]): Map<string, string> {
  const claimed = new Map<string, string>();
  for (const { agents } of systems) {
    for (const agent of agents) claimed.set(agent.at.file, 'an agent of the Agents SDK');
  }
  for (const { agents, turnLimits, traces } of systems) {
    const parts = [
      ...agents.flatMap((agent) => [...toolsOf(agent), ...agent.mcpServers]),
      ...(turnLimits ?? []),
      ...(traces?.off ?? []),
    ];
    for (const { at } of parts) {
      const isOwn = documents.some(({ file }) => file === at.file);
      if (isOwn && !claimed.has(at.file)) claimed.set(at.file, 'belongs to an agent of the Agents SDK');
    }
  }
  return claimed;
}
