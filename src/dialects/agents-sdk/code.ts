import { type AgentSystem, toolsOf } from '../../model/index.js';
import { type CodeDocument, type CodeSyntaxNode, callsOf, classesIn } from '../../program/index.js';
import type { SourceDocument } from '../../syntax/node.js';
import type { CodeDialect, CodeReading } from '../code-dialect.js';
import { openAgents, settleCalledAgents } from './agents.js';
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
    for (const document of own) for (const node of calls.get(document) ?? []) agents.at(node);
    settleCalledAgents(agents.all());
    const systems = systemsOf({
      agents: agents.all(),
      runs: new Map(
        own.map((document) => [document.file, readRuns(document, calls.get(document) ?? [], agents)]),
      ),
      answers: ownAnswers(own),
      handedTo: (file, answer) => agentsHandedTo(answer, file, own, agents, context),
      files: openPrograms(own, context),
      context,
    });
    return { systems, claimed: claimedBy(own, systems) };
  },
};

export default agentsSdk;

/** Whether what a file imports is this SDK: the Python name is used by other packages too, so a known name confirms it. */
function isConfirmed(document: CodeDocument, calls: readonly CodeSyntaxNode[]): boolean {
  const sdk = sdkOf(document.file);
  return calls.some((node) => {
    const name = sdkName(node);
    return name !== undefined && (isAgentName(name, sdk) || isKnownName(name, sdk));
  });
}

const OF_SDK = /Agent|MCPServer|Runner/;
/** Classes that extend classes that extend the SDK's: further than this nobody goes. */
const DEEPEST = 4;

/** Classes of the project that extend one of the SDK, or such a class, by name. */
function derivedClasses(documents: readonly CodeDocument[]): ReadonlySet<string> {
  const classes = documents.flatMap((document) =>
    classesIn(document).map(({ name, bases }) => ({ name, bases, file: document.file })),
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
