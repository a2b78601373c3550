import {
  type CallTerm,
  type CodeSyntaxNode,
  documentsAround,
  nodeOfCall,
  type Offsets,
  type ParameterTerm,
  pathOf,
  spellingOf,
  type Term,
} from '../../../program/index.js';
import type { SourceDocument } from '../../../syntax/node.js';
import { isAmongNames, namesByModule } from '../../agents/names-by-module.js';
import type { Framework } from '../framework.js';
import { exportOf } from '../origins.js';
import { isRun } from './deciders.js';
import { personFunctions } from './handlers.js';
import facts from './handlers.json' with { type: 'json' };

const REQUESTS = namesByModule(facts.requests);
const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const DECODING = words(facts.decoding);
const LOOKUPS = words(facts.lookups);
const OWN = words(facts.serverSide);
const VALIDATING = words(facts.validating);

/** Whether a call returns only what a schema allows: `schema.parse(body)`, and not `JSON.parse(text)`. */
export const validates = ({ name, callee }: CallTerm): boolean =>
  VALIDATING.has(name) && pathOf(callee)?.module !== '';

/**
 * What a client sent that a value is, as the program spells it: the body of a request, a member of it, or that decoded.
 * Undefined where the program has it from elsewhere: what a store returns for an id of the request is no such value, and
 * neither is one message of several. `framework`: whose runs and conversions are known. `by`: what the caller of any function
 * gives it counts, not only a client of a handler.
 */
export function sentBy(
  term: Term,
  node: Pick<CodeSyntaxNode, 'document'>,
  framework?: Framework,
  by: 'clients' | 'callers' = 'clients',
): string | undefined {
  let left = MOST_STEPS;
  /** The first of several that is sent. */
  const firstOf = (terms: readonly Term[]): Term | undefined => {
    for (const one of terms) {
      const sent = sentIn(one);
      if (sent) return sent;
    }
    return undefined;
  };
  const isSent = (one: Term): boolean => sentIn(one) !== undefined;
  /** The value, or the one of several, or of those spread into a list, that is sent. */
  const sentIn = (one: Term): Term | undefined => {
    switch (one.kind) {
      case 'gated':
        return firstOf(one.branches.map((branch) => branch.term));
      case 'either':
        return firstOf(one.members);
      case 'list':
        return firstOf(one.spreads);
      default:
        return isDirect(one) ? one : undefined;
    }
  };
  const isDirect = (one: Term): boolean => {
    if (left-- <= 0) return false;
    const path = pathOf(one);
    if (path && isAmongNames(REQUESTS, path) && !OWN.has(path.dotted.split('.').at(-1) ?? '')) return true;
    switch (one.kind) {
      case 'parameter':
        return by === 'callers' || isOfHandler(one, node.document);
      case 'member':
        return !OWN.has(one.property) && !isOwnState(one) && isSent(one.object);
      case 'index':
        return one.index.kind === 'constant' && typeof one.index.scalar === 'string' && isSent(one.object);
      case 'call': {
        // What a run gives is the server's own, also where it began with what a client sent.
        if (framework && isRun(one, framework)) return false;
        const isOurs = framework && exportOf(nodeOfCall(one), framework) !== undefined;
        if (LOOKUPS.has(one.name) && one.object && one.given[0]?.kind === 'constant')
          return isSent(one.object);
        if (!DECODING.has(one.name)) return isOurs === true && one.given.some(isSent);
        return [...(one.object && !isOurs ? [one.object] : []), ...one.given.flatMap(optionsIn)].some(isSent);
      }
      case 'logical':
        return isSent(one.left) || isSent(one.right);
      default:
        return false;
    }
  };
  const sent = sentIn(term);
  return sent?.kind === 'parameter' ? sent.name : sent && spellingOf(sent);
}

/** Whether a parameter is of a function that requests or commands run. */
export const isOfHandler = (parameter: ParameterTerm, document: CodeSyntaxNode['document']): boolean =>
  isOfOne(parameter, handlersAround(document));

/** Whether a parameter is of one of some functions, or of one inside of them. */
export const isOfOne = ({ of, at }: ParameterTerm, functions: readonly Offsets[]): boolean =>
  functions.some(({ file, start, end }) => file === at.file.file && start <= of.start && of.end <= end);

/** The functions of one project that requests or commands run, as far as the project was read. */
interface Handlers {
  /** The number of documents that they were looked for in. */
  readonly among: number;
  readonly offsets: readonly Offsets[];
}

const handlersOf = new WeakMap<SourceDocument, Handlers>();

/** The functions of the project of a document that requests or commands run. */
function handlersAround(document: SourceDocument): readonly Offsets[] {
  const all = documentsAround(document);
  const before = handlersOf.get(document);
  if (before?.among === all.length) return before.offsets;
  const offsets = personFunctions({ document }, new Set(all.map(({ file }) => file))).flatMap(
    ({ node, route }) => (route === undefined ? [] : [node.offsets]),
  );
  handlersOf.set(document, { among: all.length, offsets });
  return offsets;
}

/** Terms that are looked at for one value. */
const MOST_STEPS = 500;

/** What an argument gives: itself, or the options of `validateUIMessages({ messages })`. */
const optionsIn = (term: Term): readonly Term[] =>
  term.kind === 'record' ? [...term.members.values()] : [term];

/** `request.state` is the server's own; `body.state` is what a client sent. */
const isOwnState = (term: Term & { kind: 'member' }): boolean =>
  term.property === 'state' &&
  term.object.kind === 'parameter' &&
  /^(?:c|ctx|context|req|request)$/.test(term.object.name);
