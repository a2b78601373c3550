import { isTestFile } from '../../../model/test-file.js';
import { type CodeDocument, type CodeSyntaxNode, valueOfNode } from '../../../program/index.js';
import { variablesSet } from '../../requests/client-calls.js';
import type { Agents } from '../agents.js';
import type { RunGates } from '../agent-gates.js';
import { contentsIn } from '../contents.js';
import { sentBy } from '../deciders/sent.js';
import { type Framework, textOf } from '../framework.js';
import { placed } from '../places.js';
import { type FileRuns, type FoundRun, keysIn } from '../runs.js';
import { addPart, agentOfRun, unreadIn } from './agents.js';
import { boundOf } from './bounds.js';
import { methodOf } from './catalogue.js';
import { gateOfAll } from './gates.js';
import { interruptsIn, isMap } from './by-name.js';
import { takesRequestsIn } from './outputs.js';
import { factsIn, gives, optionsOfThing, type Thing, thingAt, valueIn } from './things.js';

/** The map of a run that replaces those of its agent, or who decides about it. */
function replacedIn(thing: Thing, framework: Framework): Partial<RunGates> {
  const [fact] = factsIn(thing, 'gate').filter(({ arg }) => isMap(arg));
  if (!fact) return {};
  const { value: map, arg } = fact;
  const sent = map.kind === 'object' ? undefined : sentBy(valueOfNode(map), thing.node, framework);
  // What has the map may be computed whole: then it may have none.
  const holder = optionsOfThing(thing).get(arg.path[0]);
  const isHolder = holder?.offsets.start === map.offsets.start && arg.path.length > 1;
  return { map: isHolder ? undefined : map, mapOption: arg.path.join('.'), sent };
}

/** Settings that functions of a run read, without those of the framework itself. */
function configuredIn(thing: Thing): Pick<RunGates, 'configured' | 'isConfigured'> {
  const facts = factsIn(thing, 'configures').filter(({ value }) => value.kind !== 'null');
  return {
    configured: facts.find(({ arg }) => arg.own)?.value,
    isConfigured: facts.some(
      ({ value, arg: { own } }) =>
        value.kind !== 'object' || !own || value.keys().some((key) => !own.includes(key)),
    ),
  };
}

/** Whether options of a run are given that are no object. */
function isFilled({ stated: { args, row }, node: { call } }: Thing): boolean {
  const place = row.options ?? args.find(({ role }) => role === 'bound')?.place;
  if (place === undefined || !call || call.positional.length <= place) return false;
  return call.positional[place]?.kind !== 'object';
}

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
    // Tests replace options for themselves.
    if (gives(thing, 'plain') && !isTestFile(document.file)) {
      const { api } = thing.stated;
      found.unread.push(...unreadIn(thing, `\`${methodOf(api) === '' ? api : node.call?.callee}\``));
    }
    if (gives(thing, 'tracer'))
      found.processors.push({ exporter: 'own', at: placed(node.at(), 'tracing'), call: node.call });
    if (!gives(thing, 'run')) continue;
    const agent = agentOfRun(node, agents, framework);
    const isAgent = gives(thing, 'agent');
    if (isAgent && !agent) continue;
    // A tool that a function runs by itself begins no run.
    const starts = !gives(thingAt(node.call?.receiver, framework), 'tool');
    const again = (agent?.again ?? []).flatMap((one) => factsIn(thingAt(one, framework), 'bound'));
    const stated = [...factsIn(thing, 'bound'), ...again];
    // That of a call which is the agent, too, is read with the agent.
    const turns = isAgent
      ? undefined
      : boundOf(thing, node, agent?.agent.name ?? node.call?.callee ?? 'the run', stated);
    // Options cannot be added behind an argument that is no object, and one that runs another agent has a limit of its own.
    const isOther = factsIn(thingAt(agent?.node, framework), 'same').length > 0;
    const run: FoundRun = {
      node,
      agent,
      starts,
      ...(textOf(valueIn(thing, 'input')) === undefined ? {} : { hasConstantInput: true as const }),
      turns,
      takesTurns: turns || isAgent || isOther || isFilled(thing) ? undefined : node.at(),
      guardrails: { input: { state: 'absent' }, output: { state: 'absent' } },
      switchedOff: undefined,
      takesRequests: takesRequestsIn(thing, framework, true),
      gates: {
        at: node.at(),
        interrupts: interruptsIn(thing),
        asks: gateOfAll(thing),
        ...replacedIn(thing, framework),
        ...configuredIn(thing),
      },
    };
    found.runs.push(run);
    if (!agent) found.unread.push(...unreadIn(thing, `\`${node.call?.callee}\``));
  }
  return found;
}
