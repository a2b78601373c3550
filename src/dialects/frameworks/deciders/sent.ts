import {
  type CallShape,
  type CodeSyntaxNode,
  constantIn,
  documentsAround,
  nodeOfCall,
  type Offsets,
  parameterIn,
  partsOf,
  pathOf,
  shapeOf,
  spellingOf,
  type Traced,
  textOf,
  type Value,
} from '../../../program/index.js';
import { keptFor, keptIn } from '../../../model/once.js';
import type { SourceDocument } from '../../../syntax/node.js';
import { isAmongNames, namesByModule } from '../../agents/names-by-module.js';
import type { Framework } from '../framework.js';
import { exportOf } from '../origins.js';
import { isRun } from './deciders.js';
import { personFunctions } from './handlers.js';
import { FRAMEWORK_DECIDERS } from '../../framework-deciders.js';
import facts from './handlers.json' with { type: 'json' };

const REQUESTS = namesByModule(facts.requests);
const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const DECODING = words(`${facts.decoding} ${FRAMEWORK_DECIDERS.decoding}`);
const LOOKUPS = words(facts.lookups);
const OWN = words(facts.serverSide);
const VALIDATING = words(facts.validating);

/** Whether a call returns only what a schema allows: `schema.parse(body)`, and not `JSON.parse(text)`. */
export const validates = ({ name, callee }: CallShape): boolean =>
  VALIDATING.has(name) && pathOf(callee)?.module !== '';

/**
 * What a client sent that a value is, as the program spells it: the body of a request, a member of it, or that decoded.
 * Undefined where the program has it from elsewhere: what a store returns for an id of the request is no such value, and
 * neither is one message of several. `framework`: whose runs and conversions are known. `by`: what the caller of any function
 * gives it counts, not only a client of a handler.
 */
export function sentBy(
  value: Traced,
  node: Pick<CodeSyntaxNode, 'document'>,
  framework?: Framework,
  by: 'clients' | 'callers' = 'clients',
): string | undefined {
  let left = MOST_STEPS;
  const isSent = (one: Value): boolean => sentIn(one) !== undefined;
  /** The value, or the one of several, or of those spread into a list, that is sent. */
  const sentIn = (one: Traced): Traced | undefined => {
    if (left-- <= 0) return undefined;
    const shape = shapeOf(one);
    const isChoice = shape.kind === 'gated' || shape.kind === 'either';
    if (!isChoice && shape.kind !== 'list') return isDirect(one) ? one : undefined;
    for (const each of isChoice ? partsOf(shape) : shape.spreads) {
      const sent = sentIn(each);
      if (sent) return sent;
    }
    return undefined;
  };
  const isDirect = (one: Traced): boolean => {
    const path = pathOf(one);
    if (path && isAmongNames(REQUESTS, path) && !OWN.has(path.dotted.split('.').at(-1) ?? '')) return true;
    const shape = shapeOf(one);
    switch (shape.kind) {
      case 'parameter':
        return by === 'callers' || isOfHandler(one, node.document);
      case 'member': {
        const { property, object } = shape;
        return !OWN.has(property) && !(property === 'state' && isServer(object)) && isSent(object);
      }
      case 'index':
        return textOf(shape.index) !== undefined && isSent(shape.object);
      case 'call': {
        // What a run gives is the server's own, also where it began with what a client sent.
        if (framework && isRun(one, framework)) return false;
        const isOurs = framework && exportOf(nodeOfCall(shape), framework) !== undefined;
        const { name, object, given } = shape;
        if (LOOKUPS.has(name) && object && constantIn(given[0])) return isSent(object);
        if (!DECODING.has(name)) return isOurs === true && given.some(isSent);
        return [...(object && !isOurs ? [object] : []), ...given.flatMap(optionsIn)].some(isSent);
      }
      case 'logical':
        return isSent(shape.left) || isSent(shape.right);
      default:
        return false;
    }
  };
  const sent = sentIn(value);
  return sent && (parameterIn(sent)?.name ?? spellingOf(sent));
}

/** Whether a value is a parameter of a function that requests or commands run. */
export const isOfHandler = (value: Traced, document: CodeSyntaxNode['document']): boolean =>
  isOfOne(value, handlersAround(document));

/** Whether a value is a parameter of one of some functions, or of one inside of them. */
export function isOfOne(value: Traced, functions: readonly Offsets[]): boolean {
  const parameter = parameterIn(value);
  if (!parameter) return false;
  const { at, of } = parameter;
  const { start: from, end: to } = of.definition;
  return functions.some(({ file, start, end }) => file === at.file.file && start <= from && to <= end);
}

/** By the number of documents of the project that were read so far. */
const handlersOf = keptFor((_: SourceDocument) => new Map<number, readonly Offsets[]>());

/** The functions of the project of a document that requests or commands run. */
function handlersAround(document: SourceDocument): readonly Offsets[] {
  const all = documentsAround(document);
  return keptIn(handlersOf(document), all.length, () =>
    personFunctions({ document }, new Set(all.map(({ file }) => file))).flatMap(({ node, route }) =>
      route === undefined ? [] : [node.offsets],
    ),
  );
}

/** Values that are looked at for one value. */
const MOST_STEPS = 500;

/** What an argument gives: itself, or the options of `validateUIMessages({ messages })`. */
function optionsIn(value: Value): readonly Value[] {
  const shape = shapeOf(value);
  return shape.kind === 'record' ? [...shape.members.values()] : [value];
}

/** Whether a value is what a server passes to a handler: its `state` is the server's own, that of a body is sent. */
const isServer = (value: Value): boolean =>
  /^(?:c|ctx|context|req|request)$/.test(parameterIn(value)?.name ?? '');
