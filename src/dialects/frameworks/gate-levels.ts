import type {
  Agent,
  Approval,
  Evidence,
  GateFlaw,
  McpServer,
  Met,
  Place,
  Remedy,
  Tool,
  Unmet,
} from '../../model/index.js';
import { changed } from '../agents/body.js';
import { movedTo } from './places.js';

export type Gate = Evidence<Approval>;

type Shown = Met<Approval> & { state: 'shown' };

/** A gate that is stated, and who answers it. */
export const answeredBy = (
  by: Approval['by'],
  stated: string,
  at: Place | undefined,
  more?: Omit<Approval, 'by' | 'stated'>,
): Shown => ({ state: 'shown', value: { by, stated, ...more }, ...(at && { at }) });

/** A gate that ends the run with a request to a person. */
export const asking = (stated: string, at: Place, more?: Omit<Approval, 'by' | 'stated'>): Shown =>
  answeredBy('human', stated, at, { interrupts: true, ...more });

/** What is not known of a gate, or of something else. */
export const notKnown = (at: Place | undefined, why: string): Unmet & { state: 'undecidable' } => ({
  state: 'undecidable',
  ...(at && { at }),
  why,
});

/** The levels of gates from the tool outwards, and what inner levels say where the gate of one counts. */
const LEVELS = {
  /** The tool itself: its options, its class, its body. */
  own: ({ state }) => state === 'absent',
  /** An option of a group, for members that state nothing. */
  default: ({ state, at }) => state === 'absent' && !at,
  /** A list of a group by the names of its members. */
  named: ({ state }) => state === 'absent',
  /** What is around a group. */
  group: ({ state }) => state !== 'shown',
  /** The agent: maps by names, nodes of its graph, functions, rules. */
  agent: ({ state }) => state !== 'shown',
  /** Each run of the agent. */
  run: ({ state }) => state === 'absent',
  /** All calls, by the agent or each run. A function of the tool itself wins. */
  all: ({ state, ...gate }) => state === 'absent' && !('off' in gate && gate.off?.by === 'function'),
} satisfies Record<string, (inner: Gate) => boolean>;

/** What is stated at one level of the gate of a tool, or of the tools of a server. */
export interface GateStatement {
  readonly level: keyof typeof LEVELS;
  /** Left out: nothing. A function is asked where its gate may count; it is given what inner levels say. */
  readonly gate?: Gate | ((inner: Gate) => Gate | undefined) | undefined;
  /** It counts in place of what inner levels say. */
  readonly replaces?: true;
  /** What makes the tool ask at this level. */
  readonly remedy?: Remedy | undefined;
  /** Where the tool is reported if this lets it run; left out: at what answers in place of a person. */
  readonly at?: Place | undefined;
}

/** Gates that are stated at one level. */
export const atLevel = (level: GateStatement['level'], gates: readonly (Gate | undefined)[]) =>
  gates.map((gate): GateStatement => ({ level, gate }));

interface Concluded {
  readonly gate: Gate;
  /** The statement that it is of; left out: an inner one. */
  readonly by?: GateStatement;
  readonly remedy?: Remedy | undefined;
}

const STRENGTH: readonly string[] = ['absent', 'machine', 'undecidable', 'conditional', 'human'];

const strengthOf = (gate: Gate): number =>
  STRENGTH.indexOf(gate.state === 'shown' ? gate.value.by : gate.state);

/** The strongest of gates that count together. */
export const strongest = <T>(all: readonly T[], gateOf: (one: T) => Gate): T | undefined =>
  [...all].sort((a, b) => strengthOf(gateOf(b)) - strengthOf(gateOf(a)))[0];

/** The weakest of alternatives. */
export const weakest = <T>(all: readonly T[], gateOf: (one: T) => Gate): T | undefined =>
  [...all].sort((a, b) => strengthOf(gateOf(a)) - strengthOf(gateOf(b)))[0];

/**
 * The gate that statements amount to. On one level the strongest counts; outer levels add, or win where they replace; what
 * is unknown stays so unless an outer level says more.
 */
export function concludeGate(inner: Gate, statements: readonly GateStatement[]): Concluded {
  let found: Concluded = { gate: inner };
  for (const [level, isOver] of Object.entries(LEVELS)) {
    const own = statements.filter((by) => by.level === level && (by.replaces || isOver(found.gate)));
    const stated = own.flatMap((by) => {
      const gate = typeof by.gate === 'function' ? by.gate(found.gate) : by.gate;
      return gate ? [{ gate, by }] : [];
    });
    const outer = strongest(stated, ({ gate }) => gate);
    const isKept = found.gate.state === 'undecidable' && outer?.gate.state !== 'shown' && !outer?.by.replaces;
    const remedy = own.find((by) => by.remedy)?.remedy ?? found.remedy;
    found = { ...found, ...(isKept ? {} : outer), remedy };
  }
  return found;
}

/** A tool with the gate that statements amount to, and what gates it. */
export function concluded(tool: Tool, statements: readonly GateStatement[]): Tool {
  const { gate, by, remedy } = concludeGate(tool.approval, statements);
  if (gate === tool.approval && !remedy) return tool;
  const isAnswered = gate.state === 'shown' && gate.value.by === 'machine';
  const answer = isAnswered && by && by.level !== 'own' ? gate.at : undefined;
  const entry = isAnswered || gate.state === 'absent' ? by?.at : undefined;
  const at = entry ?? (answer ? movedTo(answer, tool.at) : tool.at);
  return changed(tool, { approval: gate, at, ...(remedy && { gateRemedy: remedy }) });
}

/** Concludes the gates of the tools of an agent and of its servers. `others`: what is stated of tools that no list names. */
export function concludeEach(
  agent: Agent,
  gated: (tool: Tool) => Tool,
  others: readonly GateStatement[] = [],
  reaches: (server: McpServer) => boolean = () => true,
): void {
  const each = (tool: Tool): Tool => (tool.kind === 'agent' ? tool : gated(tool));
  agent.tools = agent.tools.map(each);
  agent.mcpServers = agent.mcpServers.map((server) =>
    reaches(server) ? concludedServer(server, each, others) : server,
  );
}

/** A tool with what else is wrong with its gate. */
export const flawed = (tool: Tool, ...flaws: readonly GateFlaw[]): Tool =>
  flaws.length > 0 ? changed(tool, { flaws: [...(tool.flaws ?? []), ...flaws] }) : tool;

/** A server with the gates of its tools that statements amount to. */
export function concludedServer(
  server: McpServer,
  gated: (tool: Tool) => Tool,
  others: readonly GateStatement[],
): McpServer {
  const { toolGate: gate, tools } = server;
  const toolGate = gate && { ...gate, approval: concludeGate(gate.approval, others).gate };
  return { ...server, tools: tools.map(gated), ...(toolGate && { toolGate }) };
}
