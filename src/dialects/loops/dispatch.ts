import { isIrreversible, type Tool, type Unresolved } from '../../model/index.js';
import { keptIn, once } from '../../model/once.js';
import {
  alternativesIn,
  bared,
  type Call,
  type CallShape,
  type CodeDocument,
  type CodeSyntaxNode,
  type Condition,
  calledNames,
  callIn,
  callOf,
  constantIn,
  contains,
  dependsOn,
  flowOf,
  functionsIn,
  type Guard,
  isNothing,
  memberIn,
  mentionsText,
  moduleOf,
  nodeOfCall,
  nodeOfFunction,
  numberOf,
  pathOf,
  type Reach,
  type ReachedCall,
  type Shape,
  shapeOf,
  type Traced,
  textsIn,
  type Value,
  type Visit,
} from '../../program/index.js';
import { actingCalls, type Body, bodyOf, changed, withBody } from '../agents/body.js';
import { readCommand } from '../commands/commands.js';
import { PEOPLE } from '../frameworks/bodies.js';
import { gateOfCalls, gateOfConditions } from '../frameworks/deciders/body-gates.js';
import { asksSomebody, isAsking, isPerson, isQuestion, TOOL_CALLS } from '../frameworks/deciders/deciders.js';
import { concluded, type Gate } from '../frameworks/gate-levels.js';
import { isPassedToOne } from '../frameworks/passed-values.js';
import { isPartOfToolCall, mayHold, RUNNING, textsOfTest } from '../frameworks/tested-names.js';
import { comparedTexts } from '../frameworks/tool-names.js';
import { functionsCalled, functionsOf, namedFunctions } from './functions.js';
import { isOneOf, type NamedRequest, withoutOtherTools } from './other-requests.js';

/** A tool of a program that runs what the model calls by itself. */
export interface LoopTool {
  readonly tool: Tool;
  /** The function that stands in the list of tools. */
  readonly body?: CodeSyntaxNode;
}

/** A loop that a program writes by hand around a client of models. */
export interface ToolLoop {
  /** The files that the loop may be in. */
  readonly documents: readonly CodeDocument[];
  readonly tools: readonly LoopTool[];
  /** The calls of the model. */
  readonly requests: readonly CodeSyntaxNode[];
  /** Calls of the model in other loops. */
  readonly others?: readonly NamedRequest[];
  /** The function in the list runs only where the program calls the tool: `tools[name].invoke(args)`. */
  readonly isRunByCall?: boolean;
}

/** What a loop runs, and the names of its tools. */
interface Program {
  readonly documents: readonly CodeDocument[];
  readonly paths: readonly Path[];
  readonly names: ReadonlySet<string>;
  /** One tool is given. */
  readonly isOfOne: boolean;
  readonly others: readonly NamedRequest[];
  isRequest(node: Pick<CodeSyntaxNode, 'offsets'>): boolean;
}

/** A call of functions of the project, with what must hold for it since the model was called. */
interface Path {
  readonly call: CallShape;
  readonly node: CodeSyntaxNode;
  readonly functions: readonly CodeSyntaxNode[];
  /** When the model was asked last before it, and when it runs. 0: the model is not seen to be asked before it. */
  readonly since: number;
  readonly clock: number;
  /** What stands before it, as alternatives. */
  conditions(): readonly Condition[];
}

/** Functions that are looked through for branches by the name of a tool, or for what an answer runs; those of the loop's file first. */
export const MOST_DISPATCHERS = 12;

/**
 * Gives each tool the effect and the gate of what the program runs for it: the function beside its name in a dict or
 * registry, the branch of a chain that tests the name, the function or method that is looked up by the name. What the
 * program does not run stays as it is. `unread`: what was not looked through.
 */
export function judgeByLoop(loop: ToolLoop): {
  readonly judged: (tool: Tool) => Tool;
  readonly unread: readonly Unresolved[];
} {
  // A library that passes on what it is given names no tool.
  if (loop.tools.length === 0) return { judged: (tool) => tool, unread: [] };
  const isRequest: Program['isRequest'] = (node) => loop.requests.some((one) => isSame(one, node));
  const given = new Set(loop.tools.map(({ tool }) => tool.name));
  const { documents, others = [] } = loop;
  const mayDispatch = (one: CodeSyntaxNode): boolean =>
    mentionsText(one, given) || (given.size === 1 && loop.requests.some((request) => isWithin(request, one)));
  const functions = documents.flatMap(functionsIn);
  const dispatchers = functions.filter(mayDispatch);
  // The code of a module is a place for a loop like any other.
  const modules = documents.flatMap((one) => moduleOf(one) ?? []).filter(mayDispatch);
  const places = [dispatchers, modules].flatMap((some) => some.slice(0, MOST_DISPATCHERS));
  const branches = branchesOf(places, isRequest, others);
  const names = given.size === 1 ? withNamesTested(branches, given) : given;
  const paths = pathsOf(loop, isRequest);
  const program: Program = { documents, names, isOfOne: given.size === 1, others, paths, isRequest };
  const isByName = program.paths.some(looksUp);
  const registered = namedFunctions(documents);
  const judged = new Map<Tool, Tool>();
  for (const { tool: given, body } of loop.tools) {
    let tool = given;
    const isRun = body && (!loop.isRunByCall || paths.some((path) => leadsTo(path, tool.name, body)));
    const run =
      (isRun ? body : undefined) ??
      functionFor(tool.name, program) ??
      registered(tool.name) ??
      (isByName ? functionNamed(tool.name, functions) : undefined);
    if (run) tool = judgedByFunction(tool, run, program);
    for (const one of branches) {
      if (isRunFor(tool) && isIrreversible(tool.effect.effect)) break;
      const branch = branchOf(one, tool, program);
      if (branch && (!isRunFor(tool) || branch.acts.some(acts))) tool = judgedByBranch(tool, branch, program);
    }
    const tested = isRunFor(tool) ? undefined : testedFor(tool.name, program);
    if (tested) tool = judgedByFunction(tool, tested, program);
    const same =
      isRunFor(tool) || body ? undefined : functions.find((one) => one.reference?.name === tool.name);
    const whole = same && bodyOf(same, readCommand, PEOPLE);
    // A name proves nothing: another function of it may act, and none makes a tool harmless.
    judged.set(given, whole?.acts.some(acts) ? withBody(tool, whole) : tool);
  }
  const [left] = dispatchers.slice(MOST_DISPATCHERS);
  const why = `only ${MOST_DISPATCHERS} of ${dispatchers.length} functions that mention the names of tools are read`;
  return {
    judged: (tool) => judged.get(tool) ?? tool,
    unread: left ? [{ what: 'what runs for each tool', why, at: left.at() }] : [],
  };
}

type Does = Body['acts'][number];

const acts = ({ does }: Does): boolean => does !== undefined && isIrreversible(does.effect);

/** Whether a call of a branch is more than what prints, computes or looks something up for people. */
const mayAct = ({ does }: Does): boolean => does !== undefined && does.effect !== 'read';

/** Whether the program shows what runs for a tool. */
const isRunFor = ({ approval }: Tool): boolean => approval.state !== 'inexpressible';

/** A tool with the stronger of gates in what runs for it and around that; without one, nothing asks before it. */
function gatedBy(tool: Tool, ...gates: readonly (Gate | undefined)[]): Tool {
  const stated = gates.filter((one) => one && (one.state !== 'absent' || one.why !== undefined));
  const all = [...stated, { state: 'absent', at: tool.at } as const];
  return concluded(
    tool,
    all.map((gate) => ({ level: 'own', replaces: true, gate })),
  );
}

function judgedByFunction(stated: Tool, run: CodeSyntaxNode, program: Program): Tool {
  const { others } = program;
  const own = bodyOf(
    run,
    readCommand,
    PEOPLE,
    others.length > 0 ? (node) => isOneOf(node, others) : undefined,
  );
  const body = own && withoutOtherTools(own, others);
  const symbol = stated.symbol ?? run.reference?.name;
  const tool = withBody(symbol === undefined ? stated : changed(stated, { symbol }), body);
  const inside = body && gateOfCalls(body.reach, actingCalls(body, tool));
  return gatedBy(tool, inside, gateAround(tool.name, run, program));
}

/** The part of a function that runs for one tool. */
interface Branch extends Body {
  /** The calls of the model in it. */
  readonly behind: readonly ReachedCall[];
  /** All its calls, also those that only read. */
  readonly all: readonly Does[];
}

function judgedByBranch(stated: Tool, branch: Branch, program: Program): Tool {
  const tool = withBody(stated, branch);
  const [first = 0] = branch.behind.flatMap(({ event }) => event.times).sort((a, b) => a - b);
  const isAfter = ({ event }: CallShape): boolean =>
    event.times.length === 0 || event.times.some((time) => time > first);
  const gives = (call: CallShape): boolean => branch.reach.gives(call) && isAfter(call);
  const reach = { ...branch.reach, isEnd: isAnswerIn(program), gives };
  const inside = gateOfCalls(reach, actingCalls(branch, tool));
  const around = branch.behind.length > 0 ? undefined : gateAround(tool.name, branch.node, program);
  return gatedBy(tool, inside, around);
}

/**
 * What stands between the model's call and a function, wherever that is called. What a person typed before the model was
 * asked is no answer about its call.
 */
function gateAround(name: string, run: CodeSyntaxNode, program: Program): Gate | undefined {
  const { paths, names } = program;
  const leading = paths.filter((path) => leadsTo(path, name, run) || looksUp(path));
  const asked = leading.filter(({ since }) => since > 0);
  const conditions = leading.flatMap((path) => path.conditions()).filter((one) => mayHold(one, name, names));
  const isAnswer = isAnswerIn(program);
  const isIn = ({ event: { times } }: CallShape): boolean =>
    times.length === 0 ||
    asked.length === 0 ||
    asked.some(({ since, clock }) => times.some((time) => since < time && time < clock));
  const isBefore = (call: CallShape): boolean => !questionsOf(call).some(isIn);
  const called = leading.map(({ call }) => call);
  const isEnd = (one: Traced): boolean => {
    const call = callIn(one);
    return isAnswer(one) || (call !== undefined && isAsking(call) && isBefore(call));
  };
  return conditions.length === 0
    ? undefined
    : gateOfConditions(conditions, {
        isGiven: () => false,
        isEnd,
        isPassed: (asked) => isPassedToOne(called, asked, isEnd),
        // Each of several tools may have a function of its own that asks: `if (await tool.ask(args)) await tool.run(args)`.
        mayAsk: () =>
          paths.some(
            ({ functions }) =>
              functions.length > 1 && functions.some(({ reference }) => reference && asksSomebody(reference)),
          ),
        document: run.document,
        where: 'in the loop',
      });
}

/** The calls that ask, behind what is done with their answers: `input("> ").strip()`. */
function questionsOf(call: CallShape): readonly CallShape[] {
  const found: CallShape[] = [];
  dependsOn(call, (one) => {
    const inner = callIn(one);
    if (inner && isQuestion(inner)) found.push(inner);
    return undefined;
  });
  return found.length > 0 ? found : [call];
}

/** Whether a path calls the function of a tool. */
const leadsTo = ({ call, functions }: Path, name: string, run: CodeSyntaxNode): boolean =>
  [...functions, functionIn(call, name)].some((one) => one !== undefined && isSame(one, run));

/** What a model answers depends on what it is sent, and is no answer of a person: that of another loop's model, too. */
export const isAnswerIn =
  ({ isRequest, others = [] }: Pick<Program, 'isRequest'> & Partial<Pick<Program, 'others'>>) =>
  (one: Traced): boolean => {
    const call = callIn(one);
    if (!call) return false;
    const node = nodeOfCall(call);
    return isRequest(node) || isOneOf(node, others);
  };

export const isSame = (a: Pick<CodeSyntaxNode, 'offsets'>, b: Pick<CodeSyntaxNode, 'offsets'>): boolean =>
  a.offsets.file === b.offsets.file && a.offsets.start === b.offsets.start;

export const isWithin = ({ offsets: inner }: CodeSyntaxNode, { offsets: outer }: CodeSyntaxNode): boolean =>
  inner.file === outer.file && outer.start <= inner.start && inner.end <= outer.end;

/** The calls of functions of the project, in the files of a loop. */
function pathsOf(
  { documents, requests, others = [] }: ToolLoop,
  isRequest: Program['isRequest'],
): readonly Path[] {
  const mayRun = ({ origin, target, positional }: Call): boolean =>
    !origin || [target, ...positional.slice(0, PASSED)].some((one) => functionsOf(one).length > 0);
  const called = documents.map((document) => calledNames(document, mayRun));
  const targets = new Set([
    ...called.flatMap((names) => [...names]),
    ...[...requests, ...others.map((one) => one.node)].flatMap(({ call }) => call?.name ?? []),
  ]);
  const files = new Set(documents.map(({ file }) => file));
  const flow = flowOf(documents, { targets, within: files, takesOwn: true, mayDecide: isAsking });
  const visits = flow.visits.flatMap((visit) =>
    visit.call ? [{ visit, call: visit.call, node: nodeOfCall(visit.call) }] : [],
  );
  const asks = visits.filter(({ node }) => isRequest(node) || isOneOf(node, others));
  const times = asks.map(({ visit }) => visit.clock);
  const beginning = beginningOf(visits, times);
  return visits
    .filter(({ node }) => !isRequest(node))
    .map(({ visit, call, node }) => {
      const since = Math.max(beginning(visit.clock), ...times.filter((time) => time < visit.clock));
      return {
        call,
        node,
        functions: node.call ? functionsCalled(node.call) : [],
        since,
        clock: visit.clock,
        conditions: once(() => flow.simplified(flow.conditions(visit.path(since)))),
      };
    });
}

/**
 * When the function began that asks the model and runs what it answers, for the calls in it. What happened before is no
 * part of the turn, also where the model is not seen to be asked in it.
 */
function beginningOf(
  visits: readonly { readonly visit: Visit; readonly node: CodeSyntaxNode }[],
  times: readonly number[],
): (clock: number) => number {
  const functionOf = ({ offsets: { file }, call }: CodeSyntaxNode): string =>
    `${file} ${call?.functionStart}`;
  const isAsking = ({ began, clock }: Visit): boolean => times.some((time) => began < time && time <= clock);
  const asking = new Set(visits.filter(({ visit }) => isAsking(visit)).map(({ node }) => functionOf(node)));
  const own = visits
    .filter(({ node }) => asking.has(functionOf(node)))
    .map(({ visit }) => visit)
    .sort((a, b) => a.clock - b.clock);
  return (clock) => own.findLast((one) => one.clock <= clock)?.began ?? 0;
}

/**
 * The function that a program runs for a tool: under its name in a map, or of the object that states its name. Of several
 * that which acts: others check what it is given, or ask.
 */
function functionFor(name: string, { paths, isOfOne }: Program): CodeSyntaxNode | undefined {
  const found = paths.flatMap(({ call, node, functions }) => {
    // A table with one entry is what that is.
    const { callee, indexed } = call.event.expression;
    const isTable = isOfOne && (indexed !== undefined || callee.kind === 'index') && functions.length === 1;
    return (isTable ? functions[0] : (functionIn(call, name) ?? methodOf(node, name))) ?? [];
  });
  const [first, ...others] = found;
  const doesAct = (one: CodeSyntaxNode) => bodyOf(one, readCommand, PEOPLE)?.acts.some(acts) === true;
  return first && others.some((one) => !isSame(one, first)) ? (found.find(doesAct) ?? first) : first;
}

/** The function under a name in the map that a call looks it up in: there may be more than a union has members. */
function functionIn({ callee, object, given, ...call }: CallShape, name: string): CodeSyntaxNode | undefined {
  const passed = pathOf(callee) ? given.slice(0, PASSED) : [];
  const all = [callee, ...(object && RUNNING.has(call.name) ? [object] : []), ...passed];
  const [found] = all.flatMap((one) => chosenBy(one, name)).map(shapeOf);
  return found?.kind === 'function' ? nodeOfFunction(found.value) : undefined;
}

/** Arguments of which one may be the function that a call runs: `pool.submit(TOOLS[name])`, `run_in_executor(None, run)`. */
const PASSED = 2;

/** The function that a program runs behind a test of the name, or of the only tool's name; of several that of the same name. */
function testedFor(name: string, { paths, names, isOfOne }: Program): CodeSyntaxNode | undefined {
  const isNamed = (one: CodeSyntaxNode | undefined): boolean => one?.reference?.name === name;
  const tested = paths.filter(({ call, functions, node, conditions }) => {
    // What a constant decides inside is seen from the branch that passes it.
    if (functions.length !== 1 || call.given.some(constantIn)) return false;
    if (isOfOne && isNamed(functions[0])) return true;
    const isTested = (one: Condition): boolean =>
      one.some((guard) => isTestOf(guard, name, node)) && mayHold(one, name, names);
    if (!mentionsText(node, new Set([name]))) return false;
    return conditions().some(isTested) && isOfNames(conditions(), names);
  });
  const [first, ...others] = tested.flatMap(({ functions }) => functions);
  const own = [first, ...others].find(isNamed);
  return own ?? (first && others.every((one) => isSame(one, first)) ? first : undefined);
}

/** The method that is called, of that one of several objects which states the name: `tools.find(...).run()`. */
function methodOf({ call }: CodeSyntaxNode, name: string): CodeSyntaxNode | undefined {
  const objects = (call?.receiver?.may ?? []) as readonly CodeSyntaxNode[];
  const object = objects.find((one) => statesName(one, name, 0));
  const found = object && call && memberOf(object, call.name);
  return found?.reference?.kind === 'function' ? found : undefined;
}

/** A member of an object, be it one of its class. */
const memberOf = (object: CodeSyntaxNode, key: string): CodeSyntaxNode | undefined =>
  object.get(key) ?? object.call?.options.get(key) ?? object.call?.target.reference?.member(key);

/** Whether an object has a name, itself or in its description: `tool.name`, `tool.schema.function.name`. */
function statesName(object: CodeSyntaxNode, name: string, depth: number): boolean {
  if (memberOf(object, 'name')?.scalar === name) return true;
  const inner = depth < DEEPEST_NAME ? object.keys().flatMap((key) => object.get(key) ?? []) : [];
  return inner.some((one) => one.kind === 'object' && statesName(one, name, depth + 1));
}

const DEEPEST_NAME = 2;

/** The side on which a test passes where the model called a tool; undefined where it tests something else. */
function statesToolCall(test: Value): boolean | undefined {
  const { value, holds } = bared(test);
  const shape = shapeOf(value);
  if (shape.kind !== 'compare' || shape.operator !== 'equal')
    return isPartOfToolCall(value) ? holds : undefined;
  const sides = [shape.left, shape.right];
  if (sides.some((one) => textsIn(one)?.some((text) => TOOL_CALLS.has(text)))) return holds;
  return sides.some(isNothing) && sides.some(isPartOfToolCall) ? !holds : undefined;
}

/** What a value is where the name of a tool is looked up in it: `TOOLS[name]`, `tools.get(name)`, `REGISTRY[name].run`. */
function chosenBy(start: Value, name: string): readonly Value[] {
  const known = new Map<Shape, readonly Value[]>();
  const inside = (object: Value): readonly Value[] =>
    alternativesIn(object).flatMap((one) => memberIn(one, name) ?? []);
  const chosen = (value: Value): readonly Value[] => {
    const shape = shapeOf(value);
    if (shape.kind === 'index') return constantIn(shape.index) ? [] : inside(shape.object);
    if (shape.kind === 'member')
      return of(shape.object).flatMap((one) => memberIn(one, shape.property) ?? []);
    const isGet = shape.kind === 'call' && shape.name === 'get' && shape.given.length > 0;
    return isGet && shape.object ? inside(shape.object) : [];
  };
  const of = (value: Value): readonly Value[] =>
    keptIn(known, shapeOf(value), () => [...new Set(alternativesIn(value).flatMap(chosen))], []);
  return of(start);
}

const LOOKUPS: ReadonlySet<string> = new Set(['globals', 'locals', 'vars']);

/** Whether a path calls what is looked up by a name; a subscript before the arguments may be one of types. */
const looksUp = ({ call: { callee, event }, functions }: Path): boolean =>
  isLookedUp(callee) ||
  (event.expression.indexed !== undefined && (isNamespace(callee) || functions.length === 0));

/** Whether what is called is looked up by a computed name, in what is not known: `globals()[name]`, `getattr(self, name)`. */
const isLookedUp = (callee: Value): boolean =>
  alternativesIn(callee, ['gated', 'either']).some((one) => {
    const shape = shapeOf(one);
    if (shape.kind === 'index') return !constantIn(shape.index) && shapeOf(shape.object).kind !== 'record';
    if (shape.kind !== 'call') return false;
    return shape.name === 'getattr'
      ? !constantIn(shape.given[1])
      : shape.name === 'get' && isNamespace(shape.object);
  });

/** Everything that a module or an object has, by its names. */
function isNamespace(value: Value | undefined): boolean {
  const shape = value && shapeOf(value);
  return shape?.kind === 'self' || (shape?.kind === 'call' && LOOKUPS.has(shape.name));
}

/** The function of a name; else the only one whose name ends with it: `getattr(self, f"tool_{name}")`. */
function functionNamed(name: string, functions: readonly CodeSyntaxNode[]): CodeSyntaxNode | undefined {
  const own = functions.find(({ reference }) => reference?.name === name);
  const [only, ...others] = functions.filter(({ reference }) => reference?.name?.endsWith(`_${name}`));
  return own ?? (others.length === 0 ? only : undefined);
}

/** Names of tools, and the texts that programs compare the same value with: names of tools that are not given here. */
function withNamesTested(bodies: readonly Body[], names: ReadonlySet<string>): ReadonlySet<string> {
  const byValue = new Map<number, Set<string>>();
  const conditions = bodies.flatMap(({ reach }) => reach.calls.flatMap((call) => reach.conditionsOf(call)));
  for (const guard of conditions.flat()) {
    const compared = guard.kind === 'test' ? comparedTexts(guard.test.value) : undefined;
    if (!compared) continue;
    const number = numberOf(compared.tested);
    byValue.set(number, new Set([...(byValue.get(number) ?? []), ...compared.texts]));
  }
  const all = new Set(names);
  for (const texts of byValue.values())
    if ([...texts].some((one) => names.has(one))) for (const one of texts) all.add(one);
  return all;
}

/** Whether a guard tests, in the function around a call, that the name is this one. */
function isTestOf(guard: Guard, name: string, node?: CodeSyntaxNode): boolean {
  if (guard.kind !== 'test' || !guard.holds || !textsOfTest(guard)?.includes(name)) return false;
  if (!node) return true;
  const { file, span } = shapeOf(guard.test.value).at;
  const { file: own, start } = node.offsets;
  return file.file === own && (node.call?.functionStart ?? 0) <= span.start && span.start < start;
}

/** Whether a guard tests the name of a tool, and nothing else. */
const isTestOfAny = (guard: Guard, names: ReadonlySet<string>): boolean =>
  textsOfTest(guard)?.some((one) => names.has(one)) === true;

/** Whether all conditions ask for a tool by its name: one that is only gated by a test of the name runs for others, too. */
const isOfNames = (conditions: readonly Condition[], names: ReadonlySet<string>): boolean =>
  conditions.every((one) =>
    one.some((guard) => guard.kind === 'test' && guard.holds && isTestOfAny(guard, names)),
  );

/**
 * Whether the name of a tool alone leads to a call. Where one test lets several tools in (`if name in TOOLS`), and a
 * lookup or another test behind it decides which of them goes on, it is not known which does.
 */
function isPickedOut(
  { via }: ReachedCall,
  conditions: readonly Condition[],
  name: string,
  names: ReadonlySet<string>,
): boolean {
  const own = conditions.filter((one) => one.some((guard) => isTestOf(guard, name)));
  const isOfOne = own.some((one) =>
    one.some((guard) => isTestOf(guard, name) && textsOfTest(guard)?.every((text) => text === name)),
  );
  if (isOfOne) return true;
  const isOther = (guard: Guard): boolean =>
    guard.kind === 'test' && guard.holds && textsOfTest(guard)?.some((text) => names.has(text)) === false;
  return !via.some(({ isChoice }) => isChoice) && !own.some((one) => one.some(isOther));
}

/** What functions do in which the name of a tool is tested. */
function branchesOf(
  dispatchers: readonly CodeSyntaxNode[],
  isRequest: Program['isRequest'],
  others: Program['others'],
): readonly Branch[] {
  return dispatchers.flatMap((node) => {
    const whole = bodyOf(node, readCommand, PEOPLE, isRequest);
    if (!whole) return [];
    const body = withoutOtherTools(whole, others);
    const behind = body.reach.calls.filter((call) => isRequest(call.node));
    const known = new Map<ReachedCall['event'], readonly Condition[]>();
    const conditionsOf: Reach['conditionsOf'] = (call) =>
      keptIn(known, call.event, () => body.reach.conditionsOf(call, behind));
    const acts = body.acts.filter(mayAct);
    return [{ acts, all: body.acts, reach: { ...body.reach, conditionsOf }, node, behind }];
  });
}

/** Whether the model chooses what a call does, by a call of a tool. */
function isByCall({ call, does }: Does, conditions: readonly Condition[]): boolean {
  const isOpen = does?.openEnded || does?.chosen;
  if (conditions.length === 0 || !(isOpen || does?.effect === 'outward')) return false;
  const isStated = (guard: Guard): boolean =>
    guard.kind === 'test' && guard.holds === statesToolCall(guard.test.value);
  if (isPartOfToolCall(callOf(call.event))) return true;
  return isOpen === true && conditions.every((one) => one.some(isStated));
}

/** The part of a function that runs where the name is that of a tool; undefined where none does. */
function branchOf(whole: Branch, { name }: Tool, program: Program): Branch | undefined {
  const { names, isOfOne } = program;
  const isAnswer = isAnswerIn(program);
  // What the model answers brings the call.
  const isOfCall = (guard: Guard): boolean =>
    guard.kind === 'entered' ||
    isTestOfAny(guard, names) ||
    (guard.kind === 'test' && contains(guard.test.value, isAnswer));
  const { reach } = whole;
  const conditionsOf: Reach['conditionsOf'] = (call) =>
    reach.conditionsOf(call).filter((one) => mayHold(one, name, names));
  const acts = whole.acts.flatMap(({ call, does }) => {
    const conditions = conditionsOf(call);
    const isByName =
      conditions.some((one) => one.some((guard) => isTestOf(guard, name))) &&
      isOfNames(reach.conditionsOf(call), names) &&
      isPickedOut(call, conditions, name, names);
    // The only tool needs no test of its name: what the model passes runs behind its call.
    const isOnly = isOfOne && does !== undefined && isByCall({ call, does }, conditions);
    if (!isByName && !isOnly) return [];
    const isCertain = conditions.some((one) => one.every(isOfCall));
    // The same call, which certainly runs where the model calls this tool.
    const own: typeof call = Object.create(call, { isCertain: { value: isCertain } });
    return [{ call: own, does }];
  });
  if (acts.length === 0) return undefined;
  // That the model calls this tool is no choice of what the tool does. What a person answers to each call is one.
  const isOfTool = (guard: Guard): boolean =>
    isTestOfAny(guard, names) ||
    (guard.kind === 'test' &&
      statesToolCall(guard.test.value) !== undefined &&
      !contains(guard.test.value, isPerson));
  const own: Reach['conditionsOf'] = (call) =>
    conditionsOf(call).map((one) => one.filter((guard) => !isOfTool(guard)));
  return {
    ...whole,
    acts,
    around: once(() => whole.all.filter(({ call }) => conditionsOf(call).length > 0)),
    reach: {
      ...reach,
      conditionsOf: own,
      isStub: false,
      isWhole: false,
      calls: acts.map(({ call }) => call),
    },
  };
}
