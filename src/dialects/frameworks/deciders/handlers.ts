import {
  type CodeSyntaxNode,
  callsNamed,
  callsOf,
  decoratedIn,
  documentsAround,
  functionsIn,
} from '../../../program/index.js';
import { isAmongNames, namesByModule } from '../../agents/names-by-module.js';
import facts from './handlers.json' with { type: 'json' };

/** A function that a person runs: by a request, a command, a click; or one that asks a person. */
export interface PersonFunction {
  readonly node: CodeSyntaxNode;
  readonly name: string;
  /** The texts that register it: `/approve/{id}`; undefined where no request or command runs it. */
  readonly route: string | undefined;
}

const HANDLERS = namesByModule(facts.handlers);

const isHandlerCall = ({ reached }: CodeSyntaxNode): boolean =>
  reached !== undefined && isAmongNames(HANDLERS, reached);

const known = new WeakMap<object, readonly PersonFunction[]>();

/** The functions of the project of a file that people run, or that ask people. */
export function personFunctions({ document }: CodeSyntaxNode): readonly PersonFunction[] {
  const before = known.get(document);
  if (before) return before;
  const found = new Map<string, PersonFunction>();
  const documents = documentsAround(document);
  const add = (node: CodeSyntaxNode, route: string | undefined): void => {
    if (node.reference?.kind !== 'function') return;
    const { file, start } = node.offsets;
    const key = `${file}:${start}`;
    if (!found.has(key)) found.set(key, { node, name: node.reference.name ?? route ?? 'a function', route });
  };
  for (const one of documents) {
    for (const node of decoratedIn(one))
      for (const decorator of node.reference?.decorators ?? [])
        if (isHandlerCall(decorator.call?.target ?? decorator))
          add(node, textsOf(decorator.call?.positional));
    for (const { call } of callsOf(one, { where: ({ target }) => isHandlerCall(target) }))
      for (const node of [...(call?.positional ?? []), ...(call?.named.items() ?? [])])
        add(node, textsOf(call?.positional));
    if (ROUTE_FILE.test(one.file))
      for (const node of functionsIn(one)) if (METHODS.has(node.reference?.name ?? '')) add(node, one.file);
    for (const node of functionsIn(one)) if (callsNamed(node, QUESTION)) add(node, undefined);
  }
  const all = [...found.values()];
  for (const one of documents) known.set(one, all);
  return all;
}

const textsOf = (nodes: readonly CodeSyntaxNode[] = []): string =>
  nodes.flatMap(({ scalar }) => (typeof scalar === 'string' ? [scalar] : [])).join(' ');

/** A file whose exported functions answer requests, by the convention of Next.js and its kind. */
const ROUTE_FILE = /(?:^|\/)(?:route|\+server)\.[jt]sx?$/;

const METHODS: ReadonlySet<string> = new Set(['DELETE', 'GET', 'PATCH', 'POST', 'PUT']);

/** Calls that may ask a person, by their last name. */
const QUESTION = /^(?:input|prompt|question)$|(?:ask|confirm)$/i;
