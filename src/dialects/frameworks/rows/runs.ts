import type { CodeDocument, CodeSyntaxNode } from '../../../program/index.js';
import { variablesSet } from '../../requests/client-calls.js';
import type { Agents } from '../agents.js';
import { contentsIn } from '../contents.js';
import { type Framework, textOf } from '../framework.js';
import { placed } from '../places.js';
import { type FileRuns, type FoundRun, keysIn } from '../runs.js';
import { addPart, agentOfRun, unreadIn } from './agents.js';
import { boundOf } from './bounds.js';
import { gateOfAll } from './gates.js';
import { gives, thingAt, valueIn } from './things.js';

/** Reads the runs of one file, and what they state for their agents. */
export function readRunsByRows(
  document: CodeDocument,
  calls: readonly CodeSyntaxNode[],
  agents: Agents,
  framework: Framework,
): FileRuns {
  const found: FileRuns = {
    runs: [],
    settings: [],
    contents: contentsIn(document, framework.profileOf(document.file)),
    sessions: [],
    switches: [],
    processors: [],
    unread: [],
    baseUrl: undefined,
    values: [...variablesSet(document), ...calls.flatMap((node) => keysIn(node, false))],
  };
  for (const node of calls) {
    const thing = thingAt(node, framework);
    if (gives(thing, 'part') && !thing.stated.row.reach) addPart(thing, agents, framework);
    if (gives(thing, 'plain')) found.unread.push(...unreadIn(thing, `\`${thing.stated.api}\``));
    if (gives(thing, 'tracer'))
      found.processors.push({ exporter: 'own', at: placed(node.at(), 'tracing'), call: node.call });
    if (!gives(thing, 'run')) continue;
    const agent = agentOfRun(node, agents, framework);
    const isAgent = gives(thing, 'agent');
    if (isAgent && !agent) continue;
    // A tool that a function runs by itself begins no run.
    const starts = !gives(thingAt(node.call?.receiver, framework), 'tool');
    // That of a call which is the agent, too, is read with the agent.
    const turns = isAgent
      ? undefined
      : boundOf(thing, node, agent?.agent.name ?? node.call?.callee ?? 'the run');
    const run: FoundRun = {
      node,
      agent,
      starts,
      ...(textOf(valueIn(thing, 'input')) === undefined ? {} : { hasConstantInput: true as const }),
      turns,
      takesTurns: turns || isAgent ? undefined : node.at(),
      guardrails: { input: { state: 'absent' }, output: { state: 'absent' } },
      switchedOff: undefined,
      gates: { at: node.at(), interrupts: {}, asks: gateOfAll(thing) },
    };
    found.runs.push(run);
    if (!agent) found.unread.push(...unreadIn(thing, `\`${node.call?.callee}\``));
  }
  return found;
}
