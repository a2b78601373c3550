import { keptFor, keptIn } from '../../../model/once.js';
import {
  type CodeDocument,
  type CodeSyntaxNode,
  callsNamed,
  callsOf,
  decoratedIn,
  documentsAround,
  documentsUsing,
  functionsIn,
  moduleOf,
} from '../../../program/index.js';
import type { SourceDocument } from '../../../syntax/node.js';
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

/** The functions that people run, or that ask people, in some files of a project and in those that import them. */
export function personFunctions(
  { document }: Pick<CodeSyntaxNode, 'document'>,
  files: ReadonlySet<string>,
): readonly PersonFunction[] {
  const key = [documentsAround(document).length, ...files].join('\0');
  return keptIn(functionsNear(document), key, () => {
    const found = new Map<string, PersonFunction>();
    for (const one of documentsUsing(document, files))
      for (const each of functionsOfPeople(one)) {
        const { file, start } = each.node.offsets;
        keptIn(found, `${file}:${start}`, () => each);
      }
    return [...found.values()];
  });
}

/** By the number of documents that were read so far, and the files. */
const functionsNear = keptFor((_: SourceDocument) => new Map<string, readonly PersonFunction[]>());

/** The functions that one file gives to people, and those of it that ask people. */
const functionsOfPeople = keptFor((document: CodeDocument): readonly PersonFunction[] => {
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
  for (const node of exportedHandlers(document)) add(node, document.file);
  for (const node of functionsIn(document)) if (callsNamed(node, QUESTION)) add(node, undefined);
  return found;
});

/** The exported functions of a file that a framework runs for requests, by the path of the file or its directive. */
function exportedHandlers(document: CodeDocument): CodeSyntaxNode[] {
  const module = moduleOf(document);
  const names = EXPORTS.flatMap((one) => (one.files.test(document.file) ? one.names : []));
  const handlers = names.flatMap((name) =>
    functionsOf(name.split('.').reduce<CodeSyntaxNode | undefined>((at, key) => at?.get(key), module)),
  );
  if (!SERVER_ACTIONS.test(document.text)) return handlers;
  return [...handlers, ...(module?.keys() ?? []).flatMap((key) => functionsOf(module?.get(key)))];
}

/** A function, or those that a call wraps: `withAuth(handler)`. */
const functionsOf = (node: CodeSyntaxNode | undefined): CodeSyntaxNode[] => {
  if (node?.reference?.kind === 'function') return [node];
  return node?.call?.positional.flatMap(functionsOf) ?? [];
};

const textsOf = (nodes: readonly CodeSyntaxNode[] = []): string =>
  nodes.flatMap(({ scalar }) => (typeof scalar === 'string' ? [scalar] : [])).join(' ');

/** The exports that answer requests, by the path of a file. */
const EXPORTS = facts.exports.map(({ files, names }) => ({
  files: new RegExp(files),
  names: names.split(' '),
}));

/** A file whose exported functions a client can call: the directive comes before any statement. */
const SERVER_ACTIONS = /^(?:\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)*(['"])use server\1/;

/** Calls that may ask a person, by their last name. */
const QUESTION = /^(?:input|prompt|question)$|(?:ask|confirm)$/i;
