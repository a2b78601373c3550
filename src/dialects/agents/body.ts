import { type CallEffect, effectOfCall, type ReadCommand } from '../../effects/calls/index.js';
import { givesOut, tokensOf } from '../../effects/index.js';
import {
  codeSpan,
  hasHumanGate,
  isIrreversible,
  isMilder,
  isSamePlace,
  type Place,
  type Tool,
} from '../../model/index.js';
import {
  type CallShape,
  type CodeSyntaxNode,
  bared,
  callIn,
  callOf,
  callsReachedBy,
  contains,
  dependsOn,
  isNothing,
  type Reach,
  type ReachedCall,
  type RootCaller,
  shapeOf,
  testedIn,
  type Value,
} from '../../program/index.js';
import { keptFor, keptIn } from '../../model/once.js';
import type { SourceDocument } from '../../syntax/node.js';
import { isArithmetic, isOfWords } from './arithmetic.js';
import { type Act, type Caller, type Deeds, deedsOf, isFreshCall, withPrograms } from './deeds.js';
import { isAmongNames, type NamesByModule } from './names-by-module.js';
import {
  CHANGING_METHODS,
  CLAIMED_DEEDS,
  COMPARES,
  IDLE_CALLS,
  KEEPS_WITHIN,
  QUIET_CALLS,
  QUIET_METHODS,
} from './quiet-calls.js';

/** What the body of a tool does. */
export interface Body {
  /** The function. */
  readonly node: CodeSyntaxNode;
  readonly reach: Reach;
  readonly acts: readonly Act[];
  /** All calls of the same run, by which an act is told from housekeeping; left out: its acts. */
  around?(): readonly Act[];
}

const bodies = new WeakMap<Tool, Body>();
/** The deeds of tools in a body, as they are by the name that a tool had before it was judged by the body. */
const settled = keptFor((_: Body) => new WeakMap<Tool, Deeds>());

/** Where the bodies of the tools of agents begin, by document. */
const judged = new WeakMap<SourceDocument, Set<number>>();

/** Where bodies begin in a document that tools were judged by so far. */
export const bodiesIn = (document: SourceDocument): ReadonlySet<number> => new Set(judged.get(document));

/** The body that a tool was judged by. */
export const bodyOfTool = (tool: Tool): Body | undefined => bodies.get(tool);

const deedsIn = (body: Body, tool: Tool, isFlag: Caller['isFlag']): Deeds =>
  keptIn(settled(body), originalOf(tool), () => deedsOf(body, { effect: tool.effect, isFlag }));

/** A copy of a tool, which keeps the body of the original: its effect and its gate stay as they are. */
export function withSameBody(copy: Tool, original: Tool): Tool {
  const body = bodies.get(original);
  if (body) bodies.set(copy, body);
  return copy;
}

const originals = new WeakMap<Tool, Tool>();

/** The tool as it was read, before anything changed of it. */
export const originalOf = (tool: Tool): Tool => originals.get(tool) ?? tool;

/** The same tool with other values. */
export function changed(tool: Tool, values: Partial<Tool>): Tool {
  const copy = withSameBody({ ...tool, ...values }, tool);
  originals.set(copy, originalOf(tool));
  return copy;
}

/** Types of parameters that a framework passes beside what the model gives. */
const CONTEXTS = /(?:Context|Runtime|State|Config)(?:Wrapper|Manager)?(?:\(\))?$/;
/** The name of such a parameter that needs no type (google/adk/tools/function_tool.py). */
const BY_NAME = 'tool_context';

/** Whether a call asks a person something; facts of it are to the right of this room. */
export interface PeopleFacts {
  asks(names: { readonly module: string; readonly path: readonly string[] }): boolean;
  isAsking(call: CallShape): boolean;
}

/**
 * What the body of a tool does; undefined where the node is no function of the project. `isAnswer`: the calls of the model,
 * in a function that makes them itself.
 */
export function bodyOf(
  node: CodeSyntaxNode,
  readCommand: ReadCommand,
  people: PeopleFacts,
  isAnswer?: (call: Pick<CodeSyntaxNode, 'offsets'>) => boolean,
): Body | undefined {
  const isScript = node.document.format !== ('python' as string);
  const caller = isAnswer ? callerOf(people, false, isAnswer) : (isScript ? scripts : others)(people);
  const reach = callsReachedBy(node, caller);
  return (
    reach &&
    keptIn(read, reach, () => {
      const acts = reach.calls.map((call) => ({
        call,
        does: effectIn(call, reach, readCommand) ?? quietCall(call, people),
      }));
      return { node, reach, acts: withPrograms(acts, reach) };
    })
  );
}

/** What was read of a function: it may be a tool of several agents. */
const read = new WeakMap<Reach, Body>();

/** The frameworks that call functions of JavaScript, and those that call others. */
const scripts = keptFor((people: PeopleFacts) => callerOf(people, true));
const others = keptFor((people: PeopleFacts) => callerOf(people, false));

/** `passesContext`: what is behind the first argument is the framework's. */
const callerOf = (
  people: PeopleFacts,
  passesContext: boolean,
  isAnswer?: RootCaller['isAnswer'],
): RootCaller => ({
  // A function of a loop by hand is passed what its program passes: `run(name, input)`.
  isContext: (name, index, type) =>
    (passesContext && index > 0) || (type === undefined ? name === BY_NAME : CONTEXTS.test(type)),
  isAnswer,
  isIdle: (call) => isAmong(IDLE_CALLS, call),
  mayDecide: people.isAsking,
});

/** What the table of calls says of a call. */
function effectIn(call: ReachedCall, reach: Reach, readCommand: ReadCommand): CallEffect | undefined {
  const { origin, language } = call;
  if (!origin) return undefined;
  const isMadeBy = (test: typeof isArithmetic) => (which: number) => {
    const text = callOf(call.event).given[which];
    return text !== undefined && test(text, reach.conditionsOf(call));
  };
  const isFresh = (which: string): boolean => {
    const { object, given } = callOf(call.event);
    const made = callIn(object)?.given[0];
    const path = which.startsWith('receiver') ? made : given[Number.parseInt(which, 10)];
    return path !== undefined && contains(path, isFreshCall);
  };
  return effectOfCall(
    {
      ...origin,
      language,
      argument: (which) => call.argument(which),
      receiver: () => call.receiver(),
      isArithmetic: isMadeBy(isArithmetic),
      isOfWords: isMadeBy(isOfWords),
      isFresh,
      isTagged: call.isTagged,
    },
    readCommand,
  );
}

/**
 * A tool with the effect that its body shows (design, section 1, order of evidence): what it calls may raise what the name
 * suggests, and lowers it only where the whole body was read. `isFlag`: whether an argument is a truth value, by its schema.
 */
export function withBody(tool: Tool, body: Body | undefined, isFlag?: Caller['isFlag']): Tool {
  if (!body) return tool;
  const { document, offsets } = body.node;
  judged.set(document, (judged.get(document) ?? new Set()).add(offsets.start));
  const { acts } = body;
  const chosen = acts.flatMap((act) => chosenBy(act, body) ?? []);
  const writes = writtenBy(acts);
  const { deeds, others } = deedsIn(body, tool, isFlag);
  const also = others.map(({ act: { call }, because }) => ({ act: call.text, at: call.at, because }));
  const sent = givesOut(tool.name, tool.description) ? acts.find(({ does }) => does?.sendsTo) : undefined;
  const copy = changed(tool, {
    ...(chosen.length > 0 && { chosen }),
    ...(writes && { writes }),
    ...(also.length > 0 && { also }),
    ...(sent?.does?.sendsTo && {
      givesTo: { host: sent.does.sendsTo, call: sent.call.text, at: sent.call.at },
    }),
    ...effectBy(body, tool, deeds, also.length > 0),
  });
  bodies.set(copy, body);
  return copy;
}

/** What a body shows of the effect of a tool. `others`: whether it does anything to the program's own data. */
function effectBy(body: Body, tool: Tool, deeds: readonly Act[], others: boolean): Partial<Tool> {
  const { reach, acts } = body;
  const grave = gravestOf(deeds, tool);
  if (grave) return actsBy(tool, grave);
  if (reach.isCut && !isIrreversible(tool.effect.effect) && !tool.openEnded)
    return { effect: { effect: 'unknown', confidence: 'high', because: { from: 'part-of-body' } } };
  const isRead =
    reach.isWhole && !reach.isStub && acts.every(({ does }) => does && does.effect !== 'unknown');
  const changing = acts.find(({ does }) => does?.effect === 'change');
  const named = tool.effect.effect;
  const isGrave = isIrreversible(named) || tool.openEnded;
  if (changing && changing.does !== CHANGES && isMilder(named, 'change')) return actsBy(tool, changing);
  if (!isRead || named === 'read' || (isGrave && acts.some(changesElsewhere))) return {};
  if (isPlaceholder(tool, body)) return { isPlaceholder: true };
  const effect = changing || others || reach.setsState ? 'change' : 'read';
  if (named === effect) return {};
  const instead = named === 'unknown' && !isGrave ? {} : { instead: tool.effect.because };
  const because = { from: 'whole-body', ...instead } as const;
  return { effect: { effect, confidence: 'high', because }, openEnded: false };
}

/** Whether name or description claims a deed, and the body only returns a text about it. */
function isPlaceholder({ effect: { effect, because } }: Tool, { acts, reach }: Body): boolean {
  if (!isIrreversible(effect) || (because.from !== 'name' && because.from !== 'description')) return false;
  const isClaimed = because.words.split(' ').some((word) => CLAIMED_DEEDS.has(word));
  return isClaimed && reach.returnsTexts && !reach.setsState && acts.every(({ does }) => does === NOTHING);
}

/** The files that calls change. */
function writtenBy(acts: readonly Act[]): Tool['writes'] {
  const changing = acts.flatMap(({ does }) => (does && does.effect !== 'read' ? [does] : []));
  if (
    changing.some(
      ({ chosen, openEnded, because: { by } }) => chosen === 'path' || (openEnded && RUNS.has(by)),
    )
  )
    return 'any';
  const files = changing.flatMap(({ file }) => file ?? []);
  return files.length > 0 ? files : undefined;
}

/** What runs a command or program text that the model writes. */
const RUNS: ReadonlySet<CallEffect['because']['by']> = new Set(['program-text', 'shell-text', 'program']);

/** A request that changes something in another system: whether it is what the name says, nobody sees. */
const changesElsewhere = ({ does }: Act): boolean =>
  does?.effect === 'change' && (does.because.by === 'method' || does.because.by === 'request-path');

/** The calls of a body that require an answer of a person: those that act, else those that may, by the tool's name. */
export function actingCalls(body: Body, tool: Tool): readonly ReachedCall[] {
  const { acts } = body;
  const { effect, openEnded } = tool;
  const { deeds } = deedsIn(body, tool, undefined);
  if (deeds.length > 0) return deeds.map(({ call }) => call);
  if (!isIrreversible(effect.effect) && !openEnded) return [];
  const mayAct = ({ does }: Act): boolean =>
    does === undefined || does.effect === 'unknown' || (does.effect === 'change' && does !== CHANGES);
  return acts.filter(mayAct).map(({ call }) => call);
}

/** What the model chooses of a call, without a comparison with a list or a root before. */
function chosenBy(
  { call, does }: Act,
  { reach, acts }: Body,
): NonNullable<Tool['chosen']>[number] | undefined {
  const what = does?.chosen;
  if (!what || acts.some(({ call: other }) => KEEPS_WITHIN.has(other.name))) return undefined;
  const conditions = reach.conditionsOf(call);
  if (conditions.every((guards) => testedIn(guards).some((test) => isCompared(test, reach))))
    return undefined;
  return { what, call: call.text, at: call.at };
}

/** Whether a test compares what the model gives with something. */
function isCompared(test: Value, reach: Reach): boolean {
  const shape = shapeOf(bared(test).value);
  const compares =
    (shape.kind === 'compare' && !isNothing(shape.left) && !isNothing(shape.right)) ||
    (shape.kind === 'call' && COMPARES.has(shape.name));
  return compares && dependsOn(test, (one) => reach.isGiven(one) || undefined) !== false;
}

/** The call that weighs most: one that acts as the name says, one that certainly runs, the first. */
function gravestOf(deeds: readonly Act[], { effect }: Tool): Act | undefined {
  const weight = ({ call, does }: Act): number =>
    (does?.openEnded ? 4 : 0) + (call.isCertain ? 2 : 0) + (does?.effect === effect.effect ? 1 : 0);
  return deeds.reduce<Act | undefined>(
    (best, one) => (best && weight(best) >= weight(one) ? best : one),
    undefined,
  );
}

function actsBy(tool: Tool, { call, does }: Act): Partial<Tool> {
  if (!does) return {};
  const runs = packageName(call);
  const effect: Tool['effect'] = {
    effect: does.effect,
    confidence: call.isCertain ? 'high' : 'medium',
    because: {
      from: 'body',
      call: call.text,
      at: call.at,
      words: wordsOf(call, does),
      ...(runs && { runs }),
    },
  };
  return { effect, openEnded: does.openEnded, reached: placesOf(tool, call) };
}

/** The words that say what a call does, for people. */
function wordsOf({ origin }: ReachedCall, { because: { by, words } }: CallEffect): string {
  if (by === 'statement' && words === '') return 'sql';
  if (by === 'call' && words === '') return (origin?.path.slice(-2) ?? []).flatMap(tokensOf).join(' ');
  return WORDS[by] ?? words;
}

const WORDS: Partial<Record<CallEffect['because']['by'], string>> = {
  address: 'http',
  'program-text': 'code',
  'shell-text': 'command',
  program: 'command',
  mode: 'overwrite',
};

/** What a call runs from its package, where the program writes it by another name. */
function packageName({ text, origin }: ReachedCall): string | undefined {
  const path = origin?.path.filter((one) => one !== 'default') ?? [];
  if (!origin || origin.module === '' || path.length === 0) return undefined;
  const called = [origin.module.replace(/^node:/, ''), ...path].join('.');
  return text.startsWith(called) ? undefined : called;
}

/** A call that acts after a person's answer, and the tool that leads to it. */
export interface GatedAct {
  readonly tool: Tool;
  readonly call: string;
  readonly at: Place;
}

/**
 * Adds to each tool of an agent that acts without a gate those that do the same after a person's answer. `proposed`: what
 * another function does for a tool after an answer.
 */
export function relateGated(tools: readonly Tool[], proposed: readonly GatedAct[]): Tool[] {
  const actOf = (tool: Tool): readonly GatedAct[] => {
    const { because } = tool.effect;
    return because.from === 'body' ? [{ tool, call: because.call, at: because.at }] : [];
  };
  const gated = [...tools.filter(hasHumanGate).flatMap(actOf), ...proposed];
  return tools.map((tool) => {
    const [act] = hasHumanGate(tool) ? [] : actOf(tool);
    let reached = tool.reached ?? [];
    for (const { tool: other, call, at } of gated) {
      if (!act || (call !== act.call && !isSamePlace(at, act.at))) continue;
      const message = `${codeSpan(other.name)} does the same after a person's answer.`;
      if (!reached.some((one) => one.message === message)) reached = [...reached, { at: other.at, message }];
    }
    return reached.length > (tool.reached?.length ?? 0) ? changed(tool, { reached }) : tool;
  });
}

/** The calls that lead to what a tool does: `tidy` calls `clean`, `clean` runs `shutil.rmtree`. */
function placesOf({ name }: Tool, call: ReachedCall): NonNullable<Tool['reached']> {
  const steps = call.via.map(({ at, name: callee, within }, index) => {
    const caller = index === 0 ? name : (within ?? 'a function');
    return { at, message: `${codeSpan(caller)} calls ${codeSpan(callee)}.` };
  });
  const caller = steps.length === 0 ? name : (call.within ?? 'a function');
  return [...steps, { at: call.at, message: `${codeSpan(caller)} runs ${codeSpan(call.text)}.` }];
}

const NOTHING: CallEffect = {
  effect: 'read',
  openEnded: false,
  because: { by: 'call', words: '' },
};
const CHANGES: CallEffect = { ...NOTHING, effect: 'change' };

/** What a call does that touches nothing outside of the program; undefined where that is not known. */
function quietCall(call: ReachedCall, people: PeopleFacts): CallEffect | undefined {
  if (call.origin && people.asks(call.origin)) return NOTHING;
  if (isAmong(QUIET_CALLS, call) || /(?:Error|Exception)$/.test(call.name)) return NOTHING;
  // What the context of a run has is the project's: `ctx.deps.state.copy()`.
  const isOfContext = CONTEXTS.test(call.origin?.path[0] ?? '') && (call.origin?.path.length ?? 0) > 2;
  if (call.origin && call.origin.module !== '' && !isOfContext) return undefined;
  // `db.delete(id)` of a `db` that is not known may delete anything.
  if (CHANGING_METHODS.has(call.name))
    return call.isOnOwn ? NOTHING : call.isOnCollection ? CHANGES : undefined;
  return QUIET_METHODS.has(call.name) ? NOTHING : undefined;
}

const isAmong = (names: NamesByModule, { origin }: ReachedCall): boolean =>
  origin !== undefined && isAmongNames(names, { module: origin.module, dotted: origin.path.join('.') });
