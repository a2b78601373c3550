import { type AgentSystem, toolsOf } from '../../model/index.js';
import { type CodeDocument, type CodeSyntaxNode, callsOf } from '../../program/index.js';
import type { SourceDocument } from '../../syntax/node.js';
import type { CodeDialect, CodeReading } from '../code-dialect.js';
import { openAgents, settleCalledAgents } from './agents.js';
import { agentsHandedTo } from './handed.js';
import { ownAnswers } from './interruptions.js';
import { isSdkModule } from './modules.js';
import { openPrograms, ownDocuments } from './programs.js';
import { readRuns, runAgent } from './runs.js';
import { openSandboxes } from './sandboxes.js';
import { copiesAgents, isAgentName, isKnownName, nameOf, sdkName, sdkOf } from './sdk.js';
import { systemsOf } from './systems.js';

/** The open-source agent framework in TypeScript and Python. */
const agentsSdk: CodeDialect = {
  name: 'agents-sdk',
  surface: 'product',
  read(documents, context): CodeReading {
    const calls = callsIn(documents);
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
      ranFor: ({ runs }) => {
        const ran = runs.map((run) => runAgent(run, agents));
        const known = ran.filter((one) => one !== undefined);
        return known.length > 0 && known.length === ran.length ? known : undefined;
      },
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

/** Calls of each file that may be of the SDK: of what it exports, and of classes that extend one of those. */
function callsIn(documents: readonly CodeDocument[]): Map<CodeDocument, CodeSyntaxNode[]> {
  return new Map(
    documents.map((document) => {
      const isPython = sdkOf(document.file).language === 'python';
      const from = (module: string) => isSdkModule(module, isPython) || (isPython && copiesAgents(module));
      return [document, callsOf(document, { from })];
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
