import { addTo } from '../../model/grouped.js';
import { type AgentSystem, toolsOf } from '../../model/index.js';
import { keptFor, once } from '../../model/once.js';
import { isTestFile } from '../../model/test-file.js';
import { type CodeDocument, type CodeSyntaxNode, callsOf } from '../../program/index.js';
import type { SourceDocument } from '../../syntax/node.js';
import type { CodeDialect, CodeReading } from '../code-dialect.js';
import { settleCalledAgents } from './agents.js';
import { agentsPassedTo } from './agents-of-callers.js';
import { variablesSetIn } from './contents.js';
import { copiesAgents } from './copies.js';
import { ownAnswers } from './deciders/interruptions.js';
import { noteForgeable } from './forgeable.js';
import { type FoundAgent, type Framework, inSentence } from './framework.js';
import { noteRunsAgain } from './systems/nested-runs.js';
import { isModuleOf } from './origins.js';
import { importedBy, openPrograms, ownDocuments } from './programs.js';
import { agentOfRun, applyParts, isStated, noteKeptByRuns, openAgents, outermost } from './rows/agents.js';
import { readRuns } from './rows/runs.js';
import { gives, holdsReceiver, thingAt } from './rows/things.js';
import { connected } from './systems/draft.js';
import { systemsOf } from './systems/systems.js';
import { unreadCalls } from './unread-calls.js';
import { untakenTools } from './untaken.js';
import { noteUnusedGates } from './unused-gates.js';

/** The dialect that reads the programs of a framework by its rows. */
export const frameworkDialect = (ofAll: Framework): CodeDialect => ({
  name: ofAll.name,
  surface: 'product',
  read(documents, context): CodeReading {
    // What a file sets holds for the files that it imports, too: it may be the program that is started.
    const setters = once(() =>
      documents
        .filter(({ file }) => !isTestFile(file))
        .map((one) => ({ file: one.file, variables: variablesSetIn(one) }))
        .filter(({ variables }) => variables.length > 0),
    );
    const environmentOf = keptFor((document: SourceDocument) => [
      ...variablesSetIn(document),
      ...setters().flatMap(({ file, variables }) =>
        file !== document.file && importedBy(file, context).has(document.file) ? variables : [],
      ),
      ...context.environment.filter(({ folder }) => folder === '' || document.file.startsWith(`${folder}/`)),
    ]);
    const framework = ofAll.forProject(context.lockedFor, environmentOf);
    const calls = callsIn(documents, framework);
    const own = ownDocuments(documents, (one) => isConfirmed(calls.get(one) ?? [], framework), context);
    const programs = { framework, documents: own, context };
    const agents = openAgents(programs, calls);
    const agentOf = (run: CodeSyntaxNode) => agentOfRun(run, agents, framework);
    for (const document of own) for (const node of calls.get(document) ?? []) agents.at(node);
    const runs = new Map(
      own.map((document) => [
        document.file,
        readRuns(document, calls.get(document) ?? [], agents, framework),
      ]),
    );
    const started = new Map<FoundAgent, CodeSyntaxNode[]>();
    for (const one of runs.values())
      for (const { agent, node } of one.runs) if (agent) addTo(started, agent, node);
    const held = new Map<FoundAgent, CodeSyntaxNode[]>();
    for (const node of own.flatMap((document) => calls.get(document) ?? [])) {
      const thing = thingAt(node, framework);
      const found = gives(thing, 'runner') ? agentOf(node) : undefined;
      if (found && holdsReceiver(thing)) agents.addTools(found, [node]);
      else if (found && !started.has(found)) addTo(held, found, node);
    }
    // What holds an agent of which no run is seen is run from outside: `adk web`.
    const outside = [...held].map(([found, nodes]) => [found, outermost(nodes, framework)] as const);
    for (const [found, nodes] of [...started, ...outside]) {
      agents.addTools(found, nodes);
      applyParts(found, nodes, framework);
    }
    settleCalledAgents(agents.all());
    noteRunsAgain(started);
    for (const found of agents.all()) {
      const own = started.get(found) ?? [];
      framework.vendor.runs?.(found, own, programs);
      noteKeptByRuns(found, own, framework);
    }
    const systems = systemsOf({
      ...programs,
      agents: agents.all(),
      runs,
      answers: ownAnswers(programs),
      ranFor: ({ runs }) => {
        const ran = runs.map(agentOf);
        const known = ran.filter((one) => one !== undefined);
        return known.length > 0 && known.length === ran.length ? known : undefined;
      },
      passedTo: (file, answer) => agentsPassedTo(answer, file, own, agents, context),
      files: openPrograms(own, context),
    });
    const agentsOf = (node: CodeSyntaxNode) => {
      const first = agentOf(node);
      return first && connected(agents.all()).find((group) => group.includes(first));
    };
    noteForgeable(calls, framework, agentsOf, context.lockedFor);
    noteUnusedGates(calls, systems, framework);
    const claimed = claimedBy(own, systems, framework);
    return {
      systems,
      claimed,
      unread: unreadCalls(calls, agents.all(), claimed, framework),
      untaken: () => untakenTools(documents, calls, framework),
    };
  },
});

/**
 * Whether a file imports the framework: other packages may use its import name, so a known export confirms it.
 */
function isConfirmed(calls: readonly CodeSyntaxNode[], framework: Framework): boolean {
  return calls.some((node) => isStated(node, framework));
}

/** Calls of each file that may be of the framework: of its exports, and of classes that extend one of those. */
function callsIn(
  documents: readonly CodeDocument[],
  framework: Framework,
): Map<CodeDocument, CodeSyntaxNode[]> {
  return new Map(
    documents.map((document) => {
      const rows = framework.rowsOf(document.file);
      const copies = rows.language === 'python' ? copiesAgents : () => false;
      const from = (module: string) => isModuleOf(rows, module) || copies(module);
      return [document, callsOf(document, { from })];
    }),
  );
}

/** Files that contain an agent, or a tool or server of one. */
function claimedBy(
  documents: readonly CodeDocument[],
  systems: readonly AgentSystem[],
  framework: Framework,
): Map<string, string> {
  const title = inSentence(framework);
  const claimed = new Map<string, string>();
  for (const { agents } of systems) {
    for (const agent of agents) claimed.set(agent.at.file, `an agent of ${title}`);
  }
  for (const { agents, turnLimits, traces } of systems) {
    const parts = [
      ...agents.flatMap((agent) => [...toolsOf(agent), ...agent.mcpServers]),
      ...(turnLimits ?? []),
      ...(traces?.off ?? []),
    ];
    for (const { at } of parts) {
      const isOwn = documents.some(({ file }) => file === at.file);
      if (isOwn && !claimed.has(at.file)) claimed.set(at.file, `belongs to an agent of ${title}`);
    }
  }
  return claimed;
}
