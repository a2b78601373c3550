import {
  type CodeDocument,
  type CodeSyntaxNode,
  callsNamed,
  callsOf,
  decoratedIn,
  documentsUsing,
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

/** The functions that people run, or that ask people, in some files of a project and in those that import them. */
export function personFunctions(
  { document }: Pick<CodeSyntaxNode, 'document'>,
  files: ReadonlySet<string>,
): readonly PersonFunction[] {
  const found = new Map<string, PersonFunction>();
  for (const one of documentsUsing(document, files)) {
    const functions = known.get(one) ?? functionsOfPeople(one);
    known.set(one, functions);
    for (const each of functions) {
      const { file, start } = each.node.offsets;
      const key = `${file}:${start}`;
      if (!found.has(key)) found.set(key, each);
    }
  }
  return [...found.values()];
}

/** The functions that one file gives to people, and those of it that ask people. */
function functionsOfPeople(document: CodeDocument): readonly PersonFunction[] {
  const found: PersonFunction[] = [];
  const add = (node: CodeSyntaxNode, route: string | undefined): void => {
    if (node.reference?.kind === 'function')
      found.push({ node, name: node.reference.name ?? route ?? 'a function', route });
  };
  for (const node of decoratedIn(document))
    for (const decorator of node.reference?.decorators ?? [])
      if (isHandlerCall(decorator.call?.target ?? decorator)) add(node, textsOf(decorator.call?.positional));
  for (const { call } of callsOf(document, { where: ({ target }) => isHandlerCall(target) }))
    for (const node of [...(call?.positional ?? []), ...(call?.named.items() ?? [])])
      add(node, textsOf(call?.positional));
  const isRoute = ROUTE_FILE.test(document.file);
  for (const node of functionsIn(document))
    if (isRoute && METHODS.has(node.reference?.name ?? '')) add(node, document.file);
    else if (callsNamed(node, QUESTION)) add(node, undefined);
  return found;
}

const textsOf = (nodes: readonly CodeSyntaxNode[] = []): string =>
  nodes.flatMap(({ scalar }) => (typeof scalar === 'string' ? [scalar] : [])).join(' ');

/** A file whose exported functions answer requests, by the convention of Next.js and its kind. */
const ROUTE_FILE = /(?:^|\/)(?:route|\+server)\.[jt]sx?$/;

const METHODS: ReadonlySet<string> = new Set(['DELETE', 'GET', 'PATCH', 'POST', 'PUT']);

/** Calls that may ask a person, by their last name. */
const QUESTION = /^(?:input|prompt|question)$|(?:ask|confirm)$/i;
