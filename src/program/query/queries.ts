import { groupedBy } from '../../model/grouped.js';
import { keptFor } from '../../model/once.js';
import type { Place } from '../../model/place.js';
import type { SourceDocument } from '../../syntax/node.js';
import { lineOf } from '../evaluate/classes.js';
import { setsEnvironment } from '../evaluate/environment.js';
import type { Evaluation } from '../evaluate/index.js';
import { keyOf } from '../evaluate/slots.js';
import { everyStatement, lastName } from '../ir/walk.js';
import { cellOf } from '../values/scope.js';
import {
  type CallEvent,
  type ClassValue,
  type Context,
  type FunctionValue,
  originOf,
  type RecordState,
  type Slot,
  type Value,
} from '../values/value.js';
import { callNode } from './call.js';
import { contextOf } from './content.js';
import { type CodeDocument, CodeFile } from './document.js';
import type { Call, CodeSyntaxNode, EnvironmentWrite, Offsets } from './node.js';
import { CodeView, ROOT } from './view.js';

/** Which calls of a file to return: calls of a module, or by the last name of the callee. */
export interface CallFilter {
  /** Whether the callee comes from a module, from an instance of its classes, or from a class that extends one. */
  from?: (module: string) => boolean;
  /** Last names of callees: `create` in `client.responses.create()`, wherever the client comes from. */
  named?: Pick<ReadonlySet<string>, 'has'>;
  /** Only calls in this range of the text. */
  within?: Pick<Offsets, 'start' | 'end'>;
  /** A further filter. It runs before calls are compared by their content, which is slow. */
  where?: (call: Call) => boolean;
}

/** The program of a document; undefined if it is no program or was skipped. */
export function moduleOf(document: SourceDocument): CodeSyntaxNode | undefined {
  const file = document instanceof CodeFile ? document : undefined;
  const span = file?.program();
  if (!file || !span) return undefined;
  const at = { file, span };
  const origin = { module: '', name: '*', dotted: '', file: file.file };
  return ROOT.make({ written: at, value: { kind: 'module', at, file, origin } });
}

/**
 * Calls and constructions of a file in the order of the text; every node has its `call`. One that is evaluated for
 * several calls of a function appears once for each distinct content.
 */
export function callsOf(document: SourceDocument, filter: CallFilter = {}): CodeSyntaxNode[] {
  if (!(document instanceof CodeFile)) return [];
  const found = eventsFor(document.evaluation().eventsIn(document), filter).filter((event) =>
    isAsked(event, filter),
  );
  return distinct(found).map((event) => callNode(event, ROOT));
}

/** The last names of the callees of some calls of a file. The calls are not compared by their content. */
export function calledNames(document: SourceDocument, where: (call: Call) => boolean): ReadonlySet<string> {
  const events = document instanceof CodeFile ? document.evaluation().eventsIn(document) : [];
  return new Set(
    events.flatMap((event) => (isAsked(event, { where }) ? lastName(event.expression.callee) : [])),
  );
}

/**
 * Calls of some documents of a project, and calls of other files that are evaluated for a call in one of them: in a
 * function that sends its argument.
 */
export function callsAround(documents: readonly SourceDocument[], filter: CallFilter = {}): CodeSyntaxNode[] {
  const [first] = documents;
  if (!(first instanceof CodeFile)) return [];
  const evaluation = first.evaluation();
  const own = new Set<unknown>(documents);
  const isOwn = (event: CallEvent): boolean => {
    if (own.has(event.file)) return true;
    for (let at: Context | undefined = event.context; at; at = at.parent)
      if (own.has(at.call?.file)) return true;
    return false;
  };
  return evaluation
    .filesWithEvents()
    .flatMap((file) =>
      distinct(
        eventsFor(evaluation.eventsIn(file), filter).filter(
          (event) => isOwn(event) && isAsked(event, filter),
        ),
      ),
    )
    .map((event) => callNode(event, ROOT));
}

/** The calls of files by the last names of their callees: many questions are about few names. */
const byName = keptFor((all: readonly CallEvent[]) =>
  groupedBy(all, ({ expression }) => lastName(expression.callee)),
);

/** Those of the calls of a file, in their order, that a filter may be about. */
function eventsFor(all: readonly CallEvent[], { from, named }: CallFilter): readonly CallEvent[] {
  if (from || !named) return all;
  const [first = [], ...others] = [...byName(all)].flatMap(([name, events]) =>
    named.has(name) ? [events] : [],
  );
  if (others.length === 0) return first;
  const found = new Set([first, ...others].flat());
  return all.filter((event) => found.has(event));
}

function isAsked(event: CallEvent, filter: CallFilter): boolean {
  if (!isNamed(event, filter)) return false;
  const { call } = filter.where ? callNode(event, ROOT) : {};
  return !call || !filter.where || filter.where(call);
}

function isNamed(event: CallEvent, { from, named, within }: CallFilter): boolean {
  const { start, end, callee } = event.expression;
  if (within && (start < within.start || end > within.end)) return false;
  if (!from && !named) return true;
  const last = lastName(callee);
  if (named?.has(last)) return true;
  if (!from) return false;
  const [receiver] = event.receivers;
  return comesFrom(event.target, from) || (receiver !== undefined && isOfClassFrom(receiver.value, from));
}

function comesFrom(value: Value, from: (module: string) => boolean): boolean {
  if (value.kind === 'union') return value.members.some((one) => comesFrom(one, from));
  let at: Value = value;
  for (; at.kind === 'instance'; at = at.call.target) if (isOfClassFrom(at, from)) return true;
  const origin = originOf(at);
  return (origin !== undefined && from(origin.module)) || isOfClassFrom(at, from);
}

/** Whether a class of the project, or that of an object, extends what comes from a module. */
function isOfClassFrom(value: Value, from: (module: string) => boolean): boolean {
  const own = value.kind === 'instance' ? value.of : value.kind === 'class' ? value : undefined;
  if (!own) return false;
  return lineOf(own).classes.some(({ bases }) =>
    bases.some(({ value: base }) => {
      const origin = base.kind === 'class' ? undefined : originOf(base);
      return origin !== undefined && from(origin.module);
    }),
  );
}

/** Of calls at one place those that differ in their arguments or in their final members. */
function distinct(events: readonly CallEvent[]): CallEvent[] {
  const kept: CallEvent[] = [];
  let known = new Set<string>();
  for (const [index, event] of events.entries()) {
    if (events[index - 1]?.expression !== event.expression) known = new Set();
    const context = contextOf(event);
    if (known.has(context)) continue;
    known.add(context);
    kept.push(event);
  }
  return kept;
}

/** The value of a name at the end of its module; undefined if the module declares no such name. */
export function valueOfName(document: SourceDocument, name: string): CodeSyntaxNode | undefined {
  const named = document instanceof CodeFile ? namedIn(document, name) : undefined;
  return named && ROOT.make(named);
}

/** The values of the names that a module declares, at its end. */
export function valuesOfNames(document: SourceDocument): readonly { name: string; value: CodeSyntaxNode }[] {
  if (!(document instanceof CodeFile)) return [];
  const names = document.evaluation().moduleState(document)?.scope.cells.keys() ?? [];
  return [...names].flatMap((name) => {
    const slot = namedIn(document, name);
    return slot ? [{ name, value: ROOT.make(slot) }] : [];
  });
}

function namedIn(document: CodeFile, name: string): Slot | undefined {
  const evaluation = document.evaluation();
  const module = evaluation.moduleState(document);
  const cell = module && cellOf(module.scope, name);
  const value = cell && evaluation.machine.read(cell);
  return value && { value, written: value.at };
}

/** The members that a file sets on any value: `axios.defaults.baseURL = '...'`. */
export function membersGivenTo(document: SourceDocument, node: CodeSyntaxNode): CodeSyntaxNode | undefined {
  if (!(document instanceof CodeFile && node instanceof CodeView) || node.value.kind === 'options')
    return undefined;
  const evaluation = document.evaluation();
  const { value } = node;
  const isObject = value.kind === 'instance' || value.kind === 'record';
  const state: RecordState = isObject
    ? evaluation.machine.recordState(value)
    : evaluation.givenOutside(document, value);
  const { written } = node.slot;
  return ROOT.make({ written, value: { kind: 'options', at: written, state } });
}

/** The members of a package, and of members of it, that a file sets: `default.defaults.baseURL`. */
export function membersSetOf(document: SourceDocument, module: string): readonly (readonly string[])[] {
  return document instanceof CodeFile ? document.evaluation().pathsGivenTo(document, module) : [];
}

const GLOBALS: ReadonlySet<string> = new Set(['globalThis', 'window', 'global', 'self']);

/** Whether a JavaScript program overwrites a name of the platform: `globalThis.fetch = ...`. */
export function setsGlobal(document: SourceDocument, name: string): boolean {
  const targets = memberTargets(document).get(name) ?? [];
  return targets.some(({ object }) => object.kind === 'name' && GLOBALS.has(object.name));
}

/** Whether a program sets a member of this name on any object. */
export const setsMember = (document: SourceDocument, name: string): boolean =>
  memberTargets(document).has(name);

/** The members that a program sets anywhere, by their names. */
const memberTargets = keptFor((document: SourceDocument) => {
  const program = document instanceof CodeFile ? document.program() : undefined;
  const targets = [...everyStatement(program?.body ?? [])].flatMap((one) =>
    one.kind === 'assign' ? one.targets.filter((target) => target.kind === 'member') : [],
  );
  return groupedBy(targets, ({ property }) => property);
});

/** Functions, methods and classes that are decorated, in the order of the text; every node has its `reference`. */
export function decoratedIn(document: SourceDocument): CodeSyntaxNode[] {
  if (!(document instanceof CodeFile)) return [];
  const evaluation = document.evaluation();
  const all = [...evaluation.functionsIn(document), ...evaluation.classesIn(document)];
  return definitionsAmong(all.filter(({ decorators }) => decorators.length > 0));
}

/** The nodes of some functions and classes, each once, in the order of the text. */
function definitionsAmong(all: readonly (FunctionValue | ClassValue)[]): CodeSyntaxNode[] {
  const found = groupedBy(all, ({ definition }): object => definition);
  return [...found.values()]
    .flatMap(([first]) => first ?? [])
    .sort((a, b) => a.at.span.start - b.at.span.start)
    .map((value) => ROOT.make({ value, written: value.at }));
}

/** The files of the project of a document that were evaluated, itself among them. */
export function documentsAround(document: SourceDocument): readonly CodeFile[] {
  if (!(document instanceof CodeFile)) return [];
  const evaluation = document.evaluation();
  const reached = evaluation.reached();
  const before = around.get(evaluation);
  if (before?.reached === reached) return before.all;
  const files = new Set([...evaluation.filesWithEvents(), ...evaluation.files()]);
  const all = [...files].filter((one): one is CodeFile => one instanceof CodeFile);
  around.set(evaluation, { reached, all });
  return all;
}

/** Each question about a handler asks. */
const around = new WeakMap<Evaluation, { readonly reached: string; readonly all: readonly CodeFile[] }>();

/** The evaluated files of the project of a document that are one of some files, or import one, also through others. */
export function documentsUsing(document: SourceDocument, files: ReadonlySet<string>): CodeDocument[] {
  if (!(document instanceof CodeFile)) return [];
  const all = documentsAround(document);
  const used = all.filter(({ file }) => files.has(file));
  const using = document.evaluation().machine.importersOf(used);
  return all.filter((one) => using.has(one));
}

/** Functions and methods of a file, in the order of the text; every node has its `reference`. */
export function functionsIn(document: SourceDocument): CodeSyntaxNode[] {
  return document instanceof CodeFile ? definitionsAmong(document.evaluation().functionsIn(document)) : [];
}

/** Environment variables that code sets (`process.env.X = 'y'`, `os.environ["X"] = "y"`, `setdefault`). */
export function environmentWrites(document: SourceDocument): EnvironmentWrite[] {
  if (!(document instanceof CodeFile)) return [];
  const evaluation = document.evaluation();
  const writes = evaluation
    .eventsOf(document, 'set')
    .filter(setsEnvironment)
    .sort((a, b) => a.place.start - b.place.start);
  const set = writes.flatMap(({ key, slot, place }) => {
    const name = keyOf(key);
    if (name === undefined) return [];
    const at: Place = {
      file: document.file,
      path: name,
      range: () => document.range(place.start, place.end),
    };
    return { name, value: ROOT.make(slot), at };
  });
  return [...set, ...(document.language.environment === 'os.environ' ? environmentCalls(document) : [])];
}

const SETTERS: ReadonlySet<string> = new Set(['environ.setdefault', 'putenv']);

function environmentCalls(file: CodeFile): EnvironmentWrite[] {
  return callsOf(file, { from: (module) => module === 'os' }).flatMap(({ call }) => {
    const dotted = call?.origin?.dotted;
    if (!call || dotted === undefined) return [];
    const { at, named } = call;
    const [first, value] = call.positional;
    if (SETTERS.has(dotted))
      return value && typeof first?.scalar === 'string' ? [{ name: first.scalar, value, at }] : [];
    if (dotted !== 'environ.update') return [];
    return [first, named].flatMap((all) =>
      (all?.keys() ?? []).flatMap((name) => {
        const given = all?.get(name);
        return given ? [{ name, value: given, at }] : [];
      }),
    );
  });
}
