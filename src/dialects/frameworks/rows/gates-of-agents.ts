import type { CodeSyntaxNode } from '../../../program/index.js';
import type {
  AgentGates,
  DecisionWords,
  FoundAgent,
  Framework,
  GateMap,
  GateWords,
  VendorFacts,
} from '../framework.js';
import type { Gate } from '../gate-levels.js';
import { mapByNames } from '../tools.js';
import type { Rows, StatedArg } from './catalogue.js';
import { gatesOfHooks, hooksOf } from './gates.js';
import { readEntry } from './tools.js';
import { factsIn, rowsAt, type Thing, valueIn } from './things.js';

/** Where an agent states gates: itself, its parts, the code of its vendor, and the agent that starts it. */
export interface GateSources {
  readonly thing: Thing;
  readonly parts: readonly Thing[];
  /** What may ask a person, and is not read. */
  readonly open: Gate | undefined;
  readonly under: FoundAgent | undefined;
  /** What the code of its vendor says. */
  readonly facts: VendorFacts | undefined;
}

/** The gates that an agent states for its tools by their names and by nodes, and by functions; undefined where none. */
export function gatesOfAgent(
  { agent }: FoundAgent,
  { thing, parts, open, under, facts }: GateSources,
  framework: Framework,
): AgentGates | undefined {
  const rows = rowsAt(thing.node, framework);
  const { byRules, graph } = facts ?? {};
  const { nodes: words, remedy } = thing.stated.row;
  const byFunctions = gatesOfHooks(hooksOf([thing, ...parts]), agent.tools, framework, graph);
  const read = (item: CodeSyntaxNode) => readEntry(item, agent.name, framework);
  const mapsOf = (one: Thing, item?: CodeSyntaxNode): GateMap[] =>
    factsIn(one, 'gate')
      .filter(({ arg }) => isMap(arg))
      .map(({ value, arg: { key: option } }) => ({
        map: mapByNames(value, valueIn(thing, 'tools'), read),
        option,
        decisions: decisionWords(rows),
        ...(item && { item }),
      }));
  const own = mapsOf(thing);
  const inherited = own.length > 0 ? [] : (under?.gates?.maps ?? []);
  const maps = [
    ...parts.flatMap((part) => mapsOf(part, part.node)),
    ...own,
    ...inherited.map((one) => ({ ...one, isInherited: true as const })),
  ];
  const interrupts = interruptsIn(thing);
  const isStated =
    maps.length > 0 || interrupts.before || interrupts.after || byRules || words || remedy?.gate;
  if (!byFunctions && !open && !isStated) return undefined;
  return {
    maps,
    interrupts,
    byFunctions: (tool) => [...(byFunctions?.(tool) ?? []), ...(open ? [open] : [])],
    byRules,
    nodeOf: (tool) => (graph && tool ? graph.nodeOf(tool) : words?.tools),
    before: (node) => graph?.before(node) ?? [words?.model],
  };
}

/** Whether an argument is a map of gates by the names of tools; one whose values are words of the framework is another. */
export const isMap = ({ mode, values }: StatedArg): boolean => mode === 'by-name' && !values;

/** The nodes before and after which an agent or a run waits. */
export function interruptsIn(thing: Thing): AgentGates['interrupts'] {
  const listOf = (side: string) =>
    factsIn(thing, 'gate').find(({ arg }) => arg.mode === 'by-node' && arg.side === side)?.value;
  const keyOf = (side: string) =>
    thing.stated.args.find(({ mode, side: own }) => mode === 'by-node' && own === side)?.key ?? '';
  return {
    before: listOf('before'),
    after: listOf('after'),
    options: { before: keyOf('before'), after: keyOf('after') },
  };
}

/** What an entry of a map may state of what a person decides. */
function decisionWords(rows: Rows): DecisionWords | undefined {
  const stated = rows.giving('gate').find(({ args }) => args.some(({ role }) => role === 'pick'));
  const allowed = stated?.args.find(({ role }) => role === 'gate');
  const predicate = stated?.args.find(({ role }) => role === 'pick');
  return allowed && { field: allowed.key, refusals: allowed.has ?? [], predicate: predicate?.key ?? '' };
}

/** What the row of an agent says of what gates its tools. */
export function gateWordsOf({ stated: { row, args } }: Thing): GateWords | undefined {
  const { gate, edit: mode } = row.remedy ?? {};
  if (gate === undefined) return undefined;
  const key = args.find((one) => one.role === 'gate' && one.mode === mode)?.key;
  const text = gate.replaceAll('{name}', '{tool}');
  return { text, edit: mode !== undefined && key !== undefined ? { mode, key } : undefined };
}
