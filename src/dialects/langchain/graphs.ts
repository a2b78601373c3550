import { keptIn } from '../../model/once.js';
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
import { byCalls } from '../frameworks/asking-functions.js';
import { asksSomebody, memberRead } from '../frameworks/deciders/deciders.js';
import {
  type AskingFunction,
  type DecidingFunctions,
  type FoundAgent,
  type Framework,
  textOf,
} from '../frameworks/framework.js';
import { exportOf } from '../frameworks/origins.js';
import { keyIn, methodOf, RECEIVER, type Rows } from '../frameworks/rows/catalogue.js';
import { factsIn, gives, makes, thingAt, valueIn } from '../frameworks/rows/things.js';
import { isPartOfToolCall, RUNNING } from '../frameworks/tested-names.js';
import { comparedTexts } from '../frameworks/tool-names.js';

/** A graph that a builder makes, as far as its nodes are read. */
export interface Graph {
  /** The call that begins it. */
  readonly root: CodeSyntaxNode;
  /** Lists of tools, with the node that runs them; undefined where it is not known which does. */
  readonly tools: readonly { readonly list: CodeSyntaxNode; readonly node: string | undefined }[];
  /** What its other nodes are: agents, and functions. */
  readonly nodes: readonly Node[];
  /** The nodes whose functions ask a person. */
  readonly asking: readonly AskingFunction[];
  /** The nodes after which a node may run; undefined among them: another one, or the beginning. */
  before(node: string): readonly (string | undefined)[];
  /** The functions that decide whether a node runs; undefined: tools that a node runs by their names. */
  deciding(node: string | undefined): readonly DecidingFunctions[];
}

/** A node of a graph, and the agent, function or list of tools that it runs. */
interface Node {
  readonly name: string | undefined;
  readonly runs: CodeSyntaxNode;
}

/** Builders of builders are followed no further than this. */
const DEEPEST = 64;

/** The graph that an agent is compiled of; undefined where it is compiled of none. */
export function graphOf({ node: compiled, framework, rows }: FoundAgent): Graph | undefined {
  const root = builderOf(compiled, framework);
  if (!root) return undefined;
  const named = new Set([...rows.giving('node'), ...rows.giving('edge')].map(({ api }) => methodOf(api)));
  const added = callsOf(root.document, { named })
    .filter((one) => builderOf(one, framework)?.identity === root.identity)
    .flatMap((one) => thingAt(one, framework) ?? []);
  const nodes = added
    .filter((one) => gives(one, 'node'))
    .flatMap((one) => nodesOf(valueIn(one, 'name'), valueIn(one, 'runs'), framework));
  const tools: { list: CodeSyntaxNode; node: string | undefined }[] = [];
  for (const { name, runs } of nodes) {
    for (const list of toolsOfNode(runs, framework)) tools.push({ list, node: name });
  }
  const binds = bindsOf(rows);
  for (const { runs } of nodes)
    for (const list of boundIn(runs, binds)) tools.push({ list, node: undefined });
  const edges = added
    .filter((one) => gives(one, 'edge'))
    .flatMap((one): Edge[] => {
      const from = valueIn(one, 'from');
      return from ? [{ from, to: valueIn(one, 'to'), by: valueIn(one, 'pick') }] : [];
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
  const jumpsBy = jumpsOf(rows);
  const jumps = ({ runs }: Pick<Node, 'runs'>): boolean =>
    runs.reference?.calls?.some((one) => jumpsBy.has(exportOf(one, framework) ?? '')) === true;
  const jumping = nodes.filter(jumps);
  const known = new Map<string | undefined, readonly DecidingFunctions[]>();
  return {
    root,
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
          const key = jumpsBy.get(call.name);
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

/** Methods that give a model tools. */
export const bindsOf = (rows: Rows): readonly string[] =>
  rows.giving('unread').flatMap((one) => (keyIn([one], 'tools') === undefined ? [] : methodOf(one.api)));

/** Exports by which a node says where to go on, with the argument that names the node. */
const jumpsOf = (rows: Rows): ReadonlyMap<string, string> =>
  new Map(
    rows
      .giving('edge')
      .filter(({ api }) => methodOf(api) === '')
      .map((one) => [one.api, keyIn([one], 'to') ?? '']),
  );

/** An edge of a graph. `by`: what chooses its end. */
interface Edge {
  readonly from: CodeSyntaxNode;
  readonly to: CodeSyntaxNode | undefined;
  readonly by?: CodeSyntaxNode | undefined;
}

/** Nodes that run tools by the names in a call of the model: `tools[call["name"]].invoke(call["args"])`. */
function runningIn(nodes: readonly Node[]): readonly DecidingFunctions[] {
  const mayRun = ({ runs }: Node): boolean =>
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
  nodes: readonly Node[],
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

/** The call that creates the builder whose method this is. */
function builderOf(node: CodeSyntaxNode, framework: Framework): CodeSyntaxNode | undefined {
  let at: CodeSyntaxNode | undefined = node.call?.receiver;
  for (let depth = 0; at && depth < DEEPEST && exportOf(at, framework) !== undefined; depth++) {
    if (makes(at, 'builder', framework)) return at;
    at = at.call?.receiver;
  }
  return undefined;
}

/** The nodes that one call adds: `add_node("tools", run)`, `add_node(run)`, `addNode({ tools: run })`. */
function nodesOf(
  first: CodeSyntaxNode | undefined,
  second: CodeSyntaxNode | undefined,
  framework: Framework,
): Node[] {
  if (second) return [{ name: textOf(first), runs: second }];
  if (first?.kind === 'object')
    return first.keys().flatMap((name) => {
      const runs = first.get(name);
      return runs ? [{ name, runs }] : [];
    });
  return first ? [{ name: first.reference?.name ?? nameOfTools(first, framework), runs: first }] : [];
}

/** What a node that runs tools is called where it is added without a name. */
function nameOfTools(node: CodeSyntaxNode, framework: Framework): string | undefined {
  const thing = thingAt(node, framework);
  return gives(thing, 'toolset')
    ? (textOf(valueIn(thing, 'name')) ?? thing.stated.row.nodes?.tools)
    : undefined;
}

/** The tools that a node runs: `ToolNode(tools)`, also inside a function: `tool_node.invoke(state)`. */
function toolsOfNode(node: CodeSyntaxNode, framework: Framework): readonly CodeSyntaxNode[] {
  const listIn = (one: CodeSyntaxNode | undefined) => {
    const thing = thingAt(one, framework);
    const given = gives(thing, 'toolset') ? factsIn(thing, 'tools') : [];
    return given.find(({ arg }) => arg.key !== RECEIVER)?.value;
  };
  const own = listIn(node);
  if (own) return [own];
  const run = callsThrough(node).flatMap(({ call }) => listIn(call?.receiver) ?? []);
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
