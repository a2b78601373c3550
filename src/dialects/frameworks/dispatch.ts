import {
  type Approval,
  type Evidence,
  isIrreversible,
  isMet,
  type Place,
  type Tool,
  type Unresolved,
} from '../../model/index.js';
import { keptIn, once } from '../../model/once.js';
import {
  type Call,
  type CallTerm,
  type CodeDocument,
  type CodeSyntaxNode,
  type Condition,
  calledNames,
  callsOf,
  contains,
  decoratedIn,
  flowOf,
  functionsIn,
  mentionsText,
  moduleOf,
  nodeOfCall,
  nodeOfFunction,
  type Reach,
  type ReachedCall,
  type Step,
  type Term,
  type TestStep,
  textsIn,
  valueWhere,
} from '../../program/index.js';
import { actingCalls, type Body, bodyOf, withBody } from '../agents/body.js';
import { readCommand } from '../commands/commands.js';
import { PEOPLE } from './bodies.js';
import { gateOfCalls, gateOfConditions, isPassedTo } from './deciders/body-gates.js';
import { EVERY_IS, HAS_ITEM, isAsking, SOME_IS, TOOL_CALLS } from './deciders/deciders.js';
import { isFunction } from './registered-tools.js';
import {
  isOneOf,
  type NamedRequest,
  textsOfTest,
  withNamesTested,
  withoutOtherTools,
} from './tested-names.js';

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
  readonly call: CallTerm;
  readonly node: CodeSyntaxNode;
  readonly functions: readonly CodeSyntaxNode[];
  /** What stands before it, as alternatives. */
  conditions(): readonly Condition[];
}

/** Functions that are looked through for branches by the name of a tool, those of the loop's own file first. */
const MOST_DISPATCHERS = 12;

/**
 * Gives each tool the effect and the gate of what the program runs for it: the function beside its name in a dict or
 * registry, the branch of a chain that tests the name, the function or method that is looked up by the name. What the
 * program does not run stays as it is. Returns what was not looked through.
 */
export function judgeByLoop(loop: ToolLoop): readonly Unresolved[] {
  // A library that passes on what it is given names no tool.
  if (loop.tools.length === 0) return [];
  const isRequest: Program['isRequest'] = (node) => loop.requests.some((one) => isSame(one, node));
  const given = new Set(loop.tools.map(({ tool }) => tool.name));
  const { documents, others = [] } = loop;
  const mayDispatch = (one: CodeSyntaxNode): boolean =>
    mentionsText(one, given) || (given.size === 1 && loop.requests.some((request) => isWithin(request, one)));
  const dispatchers = loop.documents.flatMap(functionsIn).filter(mayDispatch);
  // The code of a module is a place for a loop like any other.
  const modules = loop.documents.flatMap((one) => moduleOf(one) ?? []).filter(mayDispatch);
  const places = [dispatchers, modules].flatMap((some) => some.slice(0, MOST_DISPATCHERS));
  const branches = branchesOf(places, isRequest, others);
  const names = given.size === 1 ? withNamesTested(branches, given) : given;
  const paths = pathsOf(loop, isRequest);
  const program: Program = { documents, names, isOfOne: given.size === 1, others, paths, isRequest };
  const isByName = program.paths.some(looksUp);
  const functions = isByName ? loop.documents.flatMap(functionsIn) : [];
  const registered = registeredIn(loop.documents);
  for (const { tool, body } of loop.tools) {
    const run =
      body ?? functionFor(tool.name, program) ?? registered(tool.name) ?? functionNamed(tool.name, functions);
    if (run) judgedByFunction(tool, run, program);
    for (const one of branches) {
      if (isRunFor(tool) && isIrreversible(tool.effect.effect)) break;
      const branch = branchOf(one, tool, program);
      if (branch && (!isRunFor(tool) || branch.acts.some(acts))) judgedByBranch(tool, branch, program);
    }
    const tested = isRunFor(tool) ? undefined : testedFor(tool.name, program);
    if (tested) judgedByFunction(tool, tested, program);
  }
  const [left] = dispatchers.slice(MOST_DISPATCHERS);
  const why = `only ${MOST_DISPATCHERS} of ${dispatchers.length} functions that mention the names of tools are read`;
  return left ? [{ what: 'what runs for each tool', why, at: left.at() }] : [];
}

/** Functions that lead to a call of the model and are searched for what runs by its answer. */
const MOST_ASKING = 12;

/** Whether programs run what a model answers, without tools: a command or code, or an act that a text of its answer picks. */
export function runsAnswer(documents: readonly CodeDocument[], requests: readonly CodeSyntaxNode[]): boolean {
  const isRequest: Program['isRequest'] = (node) => requests.some((one) => isSame(one, node));
  const isAnswer = isAnswerIn({ isRequest });
  const isOfAnswer = (term: Term): boolean => contains(term, (one) => isAnswer(one));
  const functions = documents.flatMap(functionsIn);
  const asking = new Set(functions.filter((one) => requests.some((request) => isWithin(request, one))));
  for (const one of asking) {
    const callers = functions.filter(({ reference }) =>
      reference?.calls?.some(({ call }) => call?.name === one.reference?.name),
    );
    for (const caller of asking.size < MOST_ASKING ? callers : []) asking.add(caller);
  }
  const modules = documents.flatMap((one) => moduleOf(one) ?? []);
  return [...[...asking].slice(0, MOST_ASKING), ...modules.slice(0, MOST_ASKING)].some((node) => {
    const { acts: all = [], reach } = bodyOf(node, readCommand, PEOPLE, isRequest) ?? {};
    return all.some((one) => {
      if (!reach || !acts(one)) return false;
      if (one.does?.openEnded && isOfAnswer(reach.termOf(one.call))) return true;
      const isPicked = (step: Step): boolean =>
        textsOfTest(step) !== undefined && step.kind === 'test' && isOfAnswer(step.term);
      const conditions = reach.conditionsOf(one.call);
      return conditions.length > 0 && conditions.every((tests) => tests.some(isPicked));
    });
  });
}

type Does = Body['acts'][number];

const acts = ({ does }: Does): boolean => does !== undefined && isIrreversible(does.effect);

/** Whether a call of a branch is more than what prints, computes or looks something up for people. */
const mayAct = ({ does }: Does): boolean => does !== undefined && does.effect !== 'read';

/** Whether the program shows what runs for a tool. */
const isRunFor = ({ approval }: Tool): boolean => approval.state !== 'inexpressible';

/** Nothing asks before it, as far as the program shows. */
const ungated = ({ at }: Tool): Evidence<Approval> => ({ state: 'absent', at });

/** Of two gates the one that says more: a person's answer in either is one. */
function stronger(a: Evidence<Approval>, b: Evidence<Approval> | undefined): Evidence<Approval> {
  if (!b || (isMet(a) && a.value.by !== 'machine')) return a;
  if (isMet(b) || b.state === 'undecidable' || b.why !== undefined) return b;
  return a;
}

function judgedByFunction(tool: Tool, run: CodeSyntaxNode, program: Program): void {
  const { others } = program;
  const own = bodyOf(
    run,
    readCommand,
    PEOPLE,
    others.length > 0 ? (node) => isOneOf(node, others) : undefined,
  );
  const body = own && withoutOtherTools(own, others);
  if (body) withBody(tool, body);
  const inside = body && gateOfCalls(body.reach, actingCalls(body, tool));
  tool.approval = stronger(stronger(ungated(tool), inside), gateAround(tool.name, run, program));
  if (run.reference?.name !== undefined) tool.symbol ??= run.reference.name;
}

/** The part of a function that runs for one tool. */
interface Branch extends Body {
  /** The calls of the model in it. */
  readonly behind: readonly ReachedCall[];
}

function judgedByBranch(tool: Tool, branch: Branch, program: Program): void {
  withBody(tool, branch);
  const reach = { ...branch.reach, isEnd: isAnswerIn(program) };
  const inside = gateOfCalls(reach, actingCalls(branch, tool));
  const around = branch.behind.length > 0 ? undefined : gateAround(tool.name, branch.node, program);
  tool.approval = stronger(stronger(ungated(tool), inside), around);
}

/** What stands between the model's call and a function, wherever that is called. */
function gateAround(name: string, run: CodeSyntaxNode, program: Program): Evidence<Approval> | undefined {
  const { paths, names } = program;
  const leading = paths.filter((path) => path.functions.some((one) => isSame(one, run)) || looksUp(path));
  const conditions = leading.flatMap((path) => path.conditions()).filter((one) => mayHold(one, name, names));
  return conditions.length === 0
    ? undefined
    : gateOfConditions(conditions, {
        isGiven: () => false,
        isEnd: isAnswerIn(program),
        isPassed: (asked) => leading.some(({ call }) => isPassedTo(call, asked)),
        document: run.document,
        where: 'in the loop',
      });
}

/** What the model answers depends on what it is sent, and is no answer of a person. */
const isAnswerIn =
  ({ isRequest }: Pick<Program, 'isRequest'>) =>
  (term: Term): boolean =>
    term.kind === 'call' && isRequest(nodeOfCall(term));

const isSame = (a: Pick<CodeSyntaxNode, 'offsets'>, b: Pick<CodeSyntaxNode, 'offsets'>): boolean =>
  a.offsets.file === b.offsets.file && a.offsets.start === b.offsets.start;

const isWithin = ({ offsets: inner }: CodeSyntaxNode, { offsets: outer }: CodeSyntaxNode): boolean =>
  inner.file === outer.file && outer.start <= inner.start && inner.end <= outer.end;

/** The functions that a node is or may be. */
const functionsOf = (node: CodeSyntaxNode): readonly CodeSyntaxNode[] =>
  [node, ...(node.may ?? [])].filter(isFunction);

/** The calls of functions of the project, in the files of a loop. */
function pathsOf(
  { documents, requests, others = [] }: ToolLoop,
  isRequest: Program['isRequest'],
): readonly Path[] {
  const mayRun = (call: Call): boolean => !call.origin || functionsOf(call.target).length > 0;
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
  return visits
    .filter(({ node }) => !isRequest(node))
    .map(({ visit, call, node }) => ({
      call,
      node,
      functions: node.call ? functionsOf(node.call.target) : [],
      conditions: once(() => {
        const since = Math.max(0, ...times.filter((time) => time < visit.clock));
        return flow.simplified(flow.conditions(visit.steps(since)));
      }),
    }));
}

/** The function that a program runs for a tool: under its name in a map, or of the object that states its name. */
function functionFor(name: string, { paths, isOfOne }: Program): CodeSyntaxNode | undefined {
  for (const { call, node, functions } of paths) {
    // A table with one entry is what that is.
    const { callee, indexed } = call.expression;
    if (isOfOne && (indexed ?? callee.kind === 'index') && functions.length === 1) return functions[0];
    const [found] = chosenBy(call.callee, name);
    if (found?.kind === 'function') return nodeOfFunction(found);
    const method = methodOf(node, name);
    if (method) return method;
  }
  return undefined;
}

/** The function that a program runs behind a test of the name, or of the only tool's name; of several that of the same name. */
function testedFor(name: string, { paths, names, isOfOne }: Program): CodeSyntaxNode | undefined {
  const isNamed = (one: CodeSyntaxNode | undefined): boolean => one?.reference?.name === name;
  const tested = paths.filter(({ call, functions, node, conditions }) => {
    // What a constant decides inside is seen from the branch that passes it.
    if (functions.length !== 1 || call.given.some(({ kind }) => kind === 'constant')) return false;
    if (isOfOne && isNamed(functions[0])) return true;
    const isTested = (one: Condition): boolean =>
      one.some((step) => isTestOf(step, name, node)) && mayHold(one, name, names);
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
function statesToolCall(term: Term): boolean | undefined {
  if (term.kind === 'not') {
    const inner = statesToolCall(term.operand);
    return inner === undefined ? undefined : !inner;
  }
  if (term.kind !== 'compare' || term.operator !== 'equal') return isPartOfToolCall(term) || undefined;
  const sides = [term.left, term.right];
  if (sides.some((one) => textsIn(one)?.some((text) => TOOL_CALLS.has(text)))) return true;
  const isNothing = sides.some((one) => one.kind === 'constant' && !one.scalar);
  return isNothing && sides.some(isPartOfToolCall) ? false : undefined;
}

const isPartOfToolCall = (term: Term): boolean =>
  contains(term, (one) => one.kind === 'member' && TOOL_CALLS.has(one.property));

/** What a term is where the name of a tool is looked up in it: `TOOLS[name]`, `tools.get(name)`, `REGISTRY[name].run`. */
function chosenBy(start: Term, name: string): readonly Term[] {
  const known = new Map<Term, readonly Term[]>();
  const inside = (object: Term): readonly Term[] => alternativesOf(object).flatMap(underKey(name));
  const chosen = (term: Term): readonly Term[] => {
    if (term.kind === 'index') return term.index.kind === 'constant' ? [] : inside(term.object);
    if (term.kind === 'member') return of(term.object).flatMap(underKey(term.property));
    const isGet = term.kind === 'call' && term.name === 'get' && term.given.length > 0;
    return isGet && term.object ? inside(term.object) : [];
  };
  const of = (term: Term): readonly Term[] =>
    keptIn(known, term, () => [...new Set(alternativesOf(term).flatMap(chosen))]);
  return of(start);
}

const underKey =
  (name: string) =>
  (term: Term): Term | readonly Term[] =>
    term.kind === 'record' ? (term.members.get(name) ?? []) : [];

/** The terms that a term may be, in their order; itself where it is no choice. */
function alternativesOf(start: Term): readonly Term[] {
  const found = new Set<Term>();
  const visited = new Set<Term>();
  const waiting = [start];
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    if (visited.has(one)) continue;
    visited.add(one);
    if (one.kind === 'gated') waiting.push(...one.branches.map(({ term }) => term).reverse());
    else if (one.kind === 'either') waiting.push(...[...one.members].reverse());
    else if (one.kind === 'logical') waiting.push(one.right, one.left);
    else found.add(one);
  }
  return [...found];
}

const LOOKUPS: ReadonlySet<string> = new Set(['globals', 'locals', 'vars']);

/** Whether a path calls what is looked up by a name; a subscript before the arguments may be one of types. */
const looksUp = ({ call: { callee, expression }, functions }: Path): boolean =>
  isLookedUp(callee) || (expression.indexed !== undefined && (isNamespace(callee) || functions.length === 0));

/** Whether what is called is looked up by a computed name, in what is not known: `globals()[name]`, `getattr(self, name)`. */
function isLookedUp(callee: Term): boolean {
  switch (callee.kind) {
    case 'call':
      if (callee.name === 'getattr') return callee.given[1]?.kind !== 'constant';
      return callee.name === 'get' && isNamespace(callee.object);
    case 'index':
      return callee.index.kind !== 'constant' && callee.object.kind !== 'record';
    case 'gated':
      return callee.branches.some(({ term }) => isLookedUp(term));
    case 'either':
      return callee.members.some(isLookedUp);
    default:
      return false;
  }
}

/** Everything that a module or an object has, by its names. */
const isNamespace = (term: Term | undefined): boolean =>
  term?.kind === 'self' || (term?.kind === 'call' && LOOKUPS.has(term.name));

/** Functions that a program registers under a name: `@register("tidy")`, `registry.add("tidy", tidy)`. */
function registeredIn(documents: readonly CodeDocument[]): (name: string) => CodeSyntaxNode | undefined {
  const found = new Map<string, CodeSyntaxNode>();
  const note = (name: unknown, node: CodeSyntaxNode | undefined): void => {
    if (typeof name === 'string' && node?.reference?.kind === 'function' && !found.has(name))
      found.set(name, node);
  };
  for (const document of documents) {
    const decorated = decoratedIn(document);
    const decorators = decorated.flatMap(({ reference }) => reference?.decorators ?? []);
    const places = new Set(decorators.map((one) => startOf(one.written())));
    const calls = callsOf(document, {
      where: ({ hasRun, positional, at }) =>
        hasRun && (positional.some(isFunction) || (places.size > 0 && places.has(startOf(at)))),
    });
    const byPlace = new Map(calls.map((node) => [startOf(node.written()), node.call]));
    for (const node of decorated)
      for (const decorator of node.reference?.decorators ?? []) {
        const call = byPlace.get(startOf(decorator.written()));
        const stated = call?.positional[0] ?? call?.named.get('name');
        if (call || isFunction(decorator)) note(stated?.scalar ?? node.reference?.name, node);
      }
    for (const { call } of calls) note(call?.positional[0]?.scalar, call?.positional.find(isFunction));
  }
  return (name) => found.get(name);
}

function startOf({ range }: Place): string {
  const { start } = range();
  return `${start.line}:${start.column}`;
}

/** The function of a name; else the only one whose name ends with it: `getattr(self, f"tool_{name}")`. */
function functionNamed(name: string, functions: readonly CodeSyntaxNode[]): CodeSyntaxNode | undefined {
  const own = functions.find(({ reference }) => reference?.name === name);
  const [only, ...others] = functions.filter(({ reference }) => reference?.name?.endsWith(`_${name}`));
  return own ?? (others.length === 0 ? only : undefined);
}

/** Whether a step tests, in the function around a call, that the name is this one. */
function isTestOf(step: Step, name: string, node?: CodeSyntaxNode): boolean {
  if (step.kind !== 'test' || !step.holds || !textsOfTest(step)?.includes(name)) return false;
  if (!node) return true;
  const { file, span } = step.term.at;
  const { file: own, start } = node.offsets;
  return file.file === own && (node.call?.functionStart ?? 0) <= span.start && span.start < start;
}

/** Whether a step tests the name of a tool, and nothing else. */
const isTestOfAny = (step: Step, names: ReadonlySet<string>): boolean =>
  textsOfTest(step)?.some((one) => names.has(one)) === true;

/** Whether all conditions ask for a tool by its name: one that is only gated by a test of the name runs for others, too. */
const isOfNames = (conditions: readonly Condition[], names: ReadonlySet<string>): boolean =>
  conditions.every((one) =>
    one.some((step) => step.kind === 'test' && step.holds && isTestOfAny(step, names)),
  );

/** Whether a condition can hold where the model calls a tool of this name. */
export const mayHold = (condition: Condition, name: string, names: ReadonlySet<string>): boolean =>
  condition.every((step) => {
    if (step.kind !== 'test') return true;
    const filter = filterOf(step);
    if (filter) return filter.some((one) => mayHold(one, name, names));
    const texts = textsOfTest(step);
    if (texts?.some((one) => names.has(one))) return texts.includes(name) === step.holds;
    const known = valueWhere(step.term, (one) => (isNameOfCall(one) ? { value: name } : undefined));
    return !known || !contains(step.term, isNameOfCall) || Boolean(known.value) === step.holds;
  });

/** The name that a call of a tool states: `message.tool_calls[0]["name"]`, and not one of its arguments. */
const isNameOfCall = (term: Term): boolean =>
  term.kind === 'member' && term.property === 'name' && isCallOfTool(term.object);

/** Whether a term is a call of a tool, or one of several. */
function isCallOfTool(term: Term): boolean {
  switch (term.kind) {
    case 'item':
      return isCallOfTool(term.of);
    case 'index':
      return isCallOfTool(term.object);
    case 'member':
      return TOOL_CALLS.has(term.property) || (/^-?\d+$/.test(term.property) && isCallOfTool(term.object));
    case 'gated':
      return term.branches.some((one) => isCallOfTool(one.term));
    default:
      return false;
  }
}

/**
 * The alternatives of which one has to hold for an item of what is tested: `[c for c in calls if c["name"] in NAMES]`,
 * `any(c["name"] in NAMES for c in calls)`.
 */
function filterOf(step: TestStep): readonly Condition[] | undefined {
  const { term, holds } = step;
  const tested = (one: Term): Step => ({ ...step, term: one });
  if (term.kind === 'call' && !term.object && term.callee.kind !== 'function') {
    const [items] = term.given;
    if (items && term.name === (holds ? SOME_IS : EVERY_IS)) return conditionsOfItems(items, tested);
    return holds && HAS_ITEM.has(term.name) && items?.kind === 'computed' ? items.keptBy : undefined;
  }
  if (term.kind !== 'computed') return undefined;
  const [, test] = term.parts;
  if (term.holdsFor === (holds ? 'some' : 'every') && test) return [[tested(test)]];
  return holds ? term.keptBy : undefined;
}

/** The conditions of what a comprehension gives, each with a test of it. */
function conditionsOfItems(list: Term, tested: (one: Term) => Step): readonly Condition[] | undefined {
  if (list.kind === 'either') return list.each && [[tested(list.each)]];
  if (list.kind !== 'list' || list.spreads.length > 0) return undefined;
  // How often a loop runs is not known: each turn gives the same.
  if (list.isOpen && !list.items.every((item) => contains(item, ({ kind }) => kind === 'item')))
    return undefined;
  return list.items.flatMap((one) =>
    one.kind === 'gated' ? one.branches.map(({ steps, term }) => [...steps, tested(term)]) : [[tested(one)]],
  );
}

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
  const own = conditions.filter((one) => one.some((step) => isTestOf(step, name)));
  const isOfOne = own.some((one) =>
    one.some((step) => isTestOf(step, name) && textsOfTest(step)?.every((text) => text === name)),
  );
  if (isOfOne) return true;
  const isOther = (step: Step): boolean =>
    step.kind === 'test' && step.holds && textsOfTest(step)?.some((text) => names.has(text)) === false;
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
    return [{ acts, reach: { ...body.reach, conditionsOf }, node, behind }];
  });
}

/** Whether the model chooses what a call does, by a call of a tool. */
function isByCall({ call, does }: Does, conditions: readonly Condition[], { termOf }: Reach): boolean {
  if (conditions.length === 0 || !(does?.openEnded || does?.chosen)) return false;
  const isStated = (step: Step): boolean => step.kind === 'test' && step.holds === statesToolCall(step.term);
  return isPartOfToolCall(termOf(call)) || conditions.every((one) => one.some(isStated));
}

/** The part of a function that runs where the name is that of a tool; undefined where none does. */
function branchOf(whole: Branch, { name }: Tool, program: Program): Branch | undefined {
  const { names, isOfOne } = program;
  const isAnswer = isAnswerIn(program);
  // What the model answers brings the call.
  const isOfCall = (step: Step): boolean =>
    step.kind === 'entered' ||
    isTestOfAny(step, names) ||
    (step.kind === 'test' && contains(step.term, (term) => isAnswer(term)));
  const { reach } = whole;
  const conditionsOf: Reach['conditionsOf'] = (call) =>
    reach.conditionsOf(call).filter((one) => mayHold(one, name, names));
  const acts = whole.acts.flatMap(({ call, does }) => {
    const conditions = conditionsOf(call);
    const isByName =
      conditions.some((one) => one.some((step) => isTestOf(step, name))) &&
      isOfNames(reach.conditionsOf(call), names) &&
      isPickedOut(call, conditions, name, names);
    // The only tool needs no test of its name: what the model passes runs behind its call.
    const isOnly = isOfOne && does !== undefined && isByCall({ call, does }, conditions, reach);
    if (!isByName && !isOnly) return [];
    const isCertain = conditions.some((one) => one.every(isOfCall));
    // The same call, which certainly runs where the model calls this tool.
    const own: typeof call = Object.create(call, { isCertain: { value: isCertain } });
    return [{ call: own, does }];
  });
  if (acts.length === 0) return undefined;
  return {
    ...whole,
    acts,
    reach: { ...reach, conditionsOf, isStub: false, isWhole: false, calls: acts.map(({ call }) => call) },
  };
}
