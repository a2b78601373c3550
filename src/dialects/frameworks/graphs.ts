import { codeSpan } from '../../model/index.js';
import {
  bared,
  type CallShape,
  type CodeSyntaxNode,
  type Condition,
  callsOf,
  conditionsOfResult,
  memberIn,
  parameterIn,
  shapeOf,
  type Value,
  type ValuePattern,
} from '../../program/index.js';
import { keptIn } from '../../model/once.js';
import { type AskingFunction, byCalls, type DecidingFunctions } from './asking-functions.js';
import { asksSomebody, memberRead } from './deciders/deciders.js';
import { comparedTexts } from './tool-names.js';
import type { Framework } from './framework.js';
import { textOf } from './framework.js';
import { exportOf } from './origins.js';
import { isPartOfToolCall, RUNNING } from './tested-names.js';

/** A graph that a builder makes, as far as its nodes are read. */
export interface Graph {
  /** Lists of tools, with the node that runs them; undefined where it is not known which does. */
  readonly tools: readonly { readonly list: CodeSyntaxNode; readonly node: string | undefined }[];
  /** What its other nodes are: agents, and functions. */
  readonly nodes: readonly { readonly name: string | undefined; readonly runs: CodeSyntaxNode }[];
  /** The nodes whose functions ask a person. */
  readonly asking: readonly AskingFunction[];
  /** The nodes after which a node may run; undefined among them: another one, or the beginning. */
  before(node: string): readonly (string | undefined)[];
  /** The functions that decide whether a node runs; undefined: tools that a node runs by their names. */
  deciding(node: string | undefined): readonly DecidingFunctions[];
}

/** What a framework says of its graphs. */
export interface GraphWords {
  readonly framework: Framework;
  /** Whether an export begins a graph. */
  isBuilder(name: string): boolean;
  /** Methods of a builder that add nodes and edges, and edges of which a function chooses the end. */
  readonly nodes: readonly string[];
  readonly edges: readonly string[];
  readonly choices: readonly string[];
  /** Exports by which a node says where to go on, with the argument that names the node. */
  readonly jumps: ReadonlyMap<string, string>;
  /** Methods that give a model tools. */
  readonly binds: readonly string[];
  /** The tools of a node that runs tools. */
  toolsOf(node: CodeSyntaxNode): CodeSyntaxNode | undefined;
  /** What such a node is called that is added without a name. */
  nameOf(node: CodeSyntaxNode): string | undefined;
}

/** Builders of builders are followed no further than this. */
const DEEPEST = 64;

/** The graph that a call compiles; undefined where it compiles none. */
export function graphOf(compiled: CodeSyntaxNode, graph: GraphWords | undefined): Graph | undefined {
  const root = graph && rootOf(compiled, graph);
  if (!root) return undefined;
  const { framework } = graph;
  const added = callsOf(root.document, {
    named: new Set([...graph.nodes, ...graph.edges, ...graph.choices]),
  }).filter((one) => rootOf(one, graph)?.identity === root.identity);
  const nodes = added
    .filter(({ call }) => call && graph.nodes.includes(call.name))
    .flatMap(({ call }) => nodesOf(call?.positional ?? [], graph));
  const tools: { list: CodeSyntaxNode; node: string | undefined }[] = [];
  for (const { name, runs } of nodes) {
    for (const list of toolsOfNode(runs, graph)) tools.push({ list, node: name });
  }
  for (const { runs } of nodes)
    for (const list of boundIn(runs, graph.binds)) tools.push({ list, node: undefined });
  const edges = added.flatMap(({ call }): Edge[] => {
    const [from, to, answers] = call?.positional ?? [];
    if (!call || !from) return [];
    if (graph.choices.includes(call.name)) return [{ from, to: answers, by: to }];
    return graph.edges.includes(call.name) ? [{ from, to }] : [];
  });
  const choosing = edges.flatMap(({ by }) =>
    by ? [{ name: by.reference?.name, runs: by, kind: 'function' }] : [],
  );
  const asking = [...nodes.map((one) => ({ ...one, kind: 'node' })), ...choosing]
    .filter(({ runs }) => runs.reference && asksSomebody(runs.reference) === true)
    .map(({ name, runs, kind }) => ({ what: `the ${kind} ${codeSpan(name ?? kind)}`, runs }));
  const names = new Set(nodes.map(({ name }) => name));
  const nameOfNode = (from: CodeSyntaxNode): string | undefined => {
    const name = textOf(from);
    return names.has(name) ? name : undefined;
  };
  const jumps = ({ runs }: { readonly runs: CodeSyntaxNode }): boolean =>
    runs.reference?.calls?.some((one) => graph.jumps.has(exportOf(one, framework) ?? '')) === true;
  const jumping = nodes.filter(jumps);
  const known = new Map<string | undefined, readonly DecidingFunctions[]>();
  return {
    tools,
    nodes,
    asking,
    deciding: (node) =>
      keptIn(known, node, () => {
        if (node === undefined) return runningIn(nodes);
        const leading = edges.filter(({ to }) => mayLead(to, node));
        if (jumping.length === 0 && !choosing.some(jumps)) return chosenBy(leading, node, nodes);
        if (leading.length > 0 || jumping.length === 0) return [];
        const isRun = (call: CallShape): boolean => {
          const key = graph.jumps.get(call.name);
          return key !== undefined && mayGoTo(call, key, node);
        };
        return [
          {
            what: `the node ${codeSpan(jumping[0]?.name ?? 'node')}`,
            functions: jumping.map(({ runs }) => runs),
            lets: byCalls(isRun),
            isOnly: true,
          },
        ];
      }),
    before: (node) => [
      ...edges.filter(({ to }) => mayLead(to, node)).flatMap(({ from }) => namesIn(from).map(nameOfNode)),
      ...jumping.map(({ name }) => name),
    ],
  };
}

/** An edge of a graph. `by`: what chooses its end. */
interface Edge {
  readonly from: CodeSyntaxNode;
  readonly to: CodeSyntaxNode | undefined;
  readonly by?: CodeSyntaxNode | undefined;
}

/** Nodes that run tools by the names in a call of the model: `tools[call["name"]].invoke(call["args"])`. */
function runningIn(nodes: Graph['nodes']): readonly DecidingFunctions[] {
  const mayRun = ({ runs }: Graph['nodes'][number]): boolean =>
    runs.reference?.calls?.some(({ call }) => RUNNING.has(call?.name ?? '')) === true;
  const lets = byCalls((call) => RUNNING.has(call.name) && isPartOfToolCall(call));
  return nodes
    .filter(mayRun)
    .map(({ name = 'node', runs }) => ({ what: `the node ${codeSpan(name)}`, functions: [runs], lets }));
}

/** The functions whose answers alone lead to a node, and the nodes that set what these test: `"act" if state["go"] else END`. */
function chosenBy(
  leading: readonly Edge[],
  node: string,
  nodes: Graph['nodes'],
): readonly DecidingFunctions[] {
  const chosen = leading.map(({ by, to }) => ({ by, answers: answersFor(to, node) }));
  if (chosen.length === 0 || !chosen.every(({ by }) => by?.reference?.kind === 'function')) return [];
  const ways = chosen.flatMap(({ by, answers }) => {
    const conditions = by ? answers.flatMap((one) => resultsLike(by, one)) : [];
    return by && conditions.length > 0 ? [{ by, conditions }] : [];
  });
  const [first] = ways;
  if (!first) return [];
  const fields = ways.flatMap(({ conditions }) => conditions.flatMap((one) => one.flatMap(fieldTested)));
  const setting = fields.flatMap((wanted): DecidingFunctions[] => {
    const functions = nodes.flatMap(({ runs }) => (resultsLike(runs, wanted).length > 0 ? [runs] : []));
    const name = functions[0]?.reference?.name ?? 'node';
    return [{ what: `the node ${codeSpan(name)}`, functions, lets: (runs) => resultsLike(runs, wanted) }];
  });
  return [
    {
      what: `the function ${codeSpan(first.by.reference?.name ?? 'function')}`,
      functions: ways.map(({ by }) => by),
      lets: (runs) => ways.find(({ by }) => by === runs)?.conditions ?? [],
    },
    ...setting.filter(({ functions }) => functions.length > 0),
  ];
}

/** The conditions under which a function returns what is like a pattern. */
const resultsLike = (runs: CodeSyntaxNode, wanted: ValuePattern): readonly Condition[] =>
  conditionsOfResult(runs, wanted)?.flatMap(({ conditions }) => conditions) ?? [];

/** The answers that lead to a node: its name, or the keys that a map has for it. */
function answersFor(to: CodeSyntaxNode | undefined, node: string): readonly ValuePattern[] {
  if (to?.kind !== 'object') return [node, [node]];
  return to
    .keys()
    .filter((key) => textOf(to.get(key)) === node)
    .map((key) => (/^(?:true|false)$/i.test(key) ? /^t/i.test(key) : key));
}

/** What a node has to return for a test of the state to hold: `state["go"]`, `state.said == "yes"`. */
function fieldTested(guard: Condition[number]): readonly ValuePattern[] {
  if (guard.kind !== 'test') return [];
  const { value, holds } = bared(guard.test.value, guard.holds);
  const { tested, texts } = comparedTexts(value) ?? { tested: value, texts: undefined };
  const read = memberRead(tested);
  if (!read || !parameterIn(read.object) || (texts && !holds)) return [];
  return (texts ?? [holds]).map((wanted) => ({ [read.name]: wanted }));
}

/** Whether an answer of a node may go on at another: `Command(goto="tools")`. */
function mayGoTo({ given: [first], named }: CallShape, key: string, node: string): boolean {
  const isRecord = first && shapeOf(first).kind === 'record';
  const to = named.get(key) ?? (isRecord ? memberIn(first, key) : first);
  const isIt = (one: Value): boolean => {
    const shape = shapeOf(one);
    if (shape.kind === 'list') return shape.items.some((item) => shapeOf(item).kind !== 'list' && isIt(item));
    return shape.kind === 'constant' ? shape.scalar === node : shape.kind !== 'outside';
  };
  return to === undefined || isIt(to);
}

/** Whether an edge may lead to a node: its end is a constant of the framework, and a function may choose any. */
const mayLead = (to: CodeSyntaxNode | undefined, node: string): boolean =>
  !to || namesIn(to).some((one) => textOf(one) === node || (textOf(one) === undefined && !one.origin));

/** The nodes that an argument of an edge names: one, a list, or a map by answers. */
function namesIn(stated: CodeSyntaxNode): readonly CodeSyntaxNode[] {
  if (stated.kind === 'object') return stated.keys().flatMap((key) => stated.get(key) ?? []);
  return stated.kind === 'array' ? stated.items() : [stated];
}

/** Calls and lists of tools that graphs which are read are built of, by identity. */
export function partsOfGraphs(
  compiled: Iterable<{ node: CodeSyntaxNode }>,
  wordsAt: (node: CodeSyntaxNode) => GraphWords | undefined,
): Set<string> {
  const parts = new Set<string>();
  for (const { node } of compiled) {
    const words = wordsAt(node);
    const root = words && rootOf(node, words);
    if (root) parts.add(root.identity);
    for (const { list } of graphOf(node, words)?.tools ?? []) parts.add(list.identity);
  }
  return parts;
}

/** The call that creates the builder whose method this is. */
function rootOf(node: CodeSyntaxNode, words: GraphWords): CodeSyntaxNode | undefined {
  let at: CodeSyntaxNode | undefined = node.call?.receiver;
  for (let depth = 0; at && depth < DEEPEST; depth++) {
    const name = exportOf(at, words.framework);
    if (name === undefined) return undefined;
    if (words.isBuilder(name)) return at;
    at = at.call?.receiver;
  }
  return undefined;
}

/** The nodes that one call adds: `add_node("tools", run)`, `add_node(run)`, `addNode({ tools: run })`. */
function nodesOf(
  [first, second]: readonly CodeSyntaxNode[],
  { nameOf }: GraphWords,
): { name: string | undefined; runs: CodeSyntaxNode }[] {
  if (second) return [{ name: textOf(first), runs: second }];
  if (first?.kind === 'object')
    return first.keys().flatMap((name) => {
      const runs = first.get(name);
      return runs ? [{ name, runs }] : [];
    });
  return first ? [{ name: first.reference?.name ?? nameOf(first), runs: first }] : [];
}

/** The tools that a node runs: `ToolNode(tools)`, also inside a function: `tool_node.invoke(state)`. */
function toolsOfNode(node: CodeSyntaxNode, { toolsOf }: GraphWords): readonly CodeSyntaxNode[] {
  const own = toolsOf(node);
  if (own) return [own];
  const run = callsThrough(node).flatMap(({ call }) => (call?.receiver && toolsOf(call.receiver)) ?? []);
  return [...new Map(run.map((list) => [list.identity, list])).values()];
}

/** Functions within functions of a node are followed no further than this. */
const DEEPEST_CALLS = 4;

/** The calls of a function, and of the functions of the project that it calls. */
function callsThrough(
  { reference }: CodeSyntaxNode,
  depth = 0,
  visited = new Set<string>(),
): readonly CodeSyntaxNode[] {
  if (reference?.kind !== 'function' || depth >= DEEPEST_CALLS) return [];
  const calls = reference.calls ?? [];
  const inner = calls.flatMap(({ call }) => {
    const { target } = call ?? {};
    if (target?.reference?.kind !== 'function' || visited.has(target.identity)) return [];
    visited.add(target.identity);
    return callsThrough(target, depth + 1, visited);
  });
  return [...calls, ...inner];
}

/** The lists of tools that a function gives a model: `model.bind_tools(tools).invoke(messages)`. */
function boundIn(node: CodeSyntaxNode, binds: readonly string[]): CodeSyntaxNode[] {
  const lists = new Map<string, CodeSyntaxNode>();
  for (const { call } of callsThrough(node))
    for (const one of [call, ...(call?.receivers ?? []).map((receiver) => receiver.call)]) {
      const list = one && binds.includes(one.name) ? one.positional[0] : undefined;
      if (list) lists.set(list.identity, list);
    }
  return [...lists.values()];
}
