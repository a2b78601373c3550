import { type CodeSyntaxNode, callsOf, decoratedIn, documentsAround } from '../../program/index.js';
import type { SourceDocument } from '../../syntax/node.js';
import type { Framework } from './framework.js';
import { exportOf, isModuleOf, nameOf } from './origins.js';
import type { StatedRow } from './rows/catalogue.js';

/** A function that a method of an agent or a toolset makes a tool: `@agent.tool`, `agent.tool(refund)`, `agent.tool()(refund)`. */
export interface RegisteredTool {
  /** A function; for a method that makes tools, also what is computed, or a list. */
  fn: CodeSyntaxNode;
  /** The decorator or the call, with its options. */
  maker: CodeSyntaxNode;
  /** The export: `Agent().tool`. */
  name: string;
}

/** The functions of a file that methods of agents and toolsets make tools, by the agent or toolset. */
type Registered = ReadonlyMap<string, readonly RegisteredTool[]>;

const known = new WeakMap<Framework, WeakMap<SourceDocument, Registered>>();

/** What methods of an object are given, as decorators or in calls. */
export const registeredOn = (owner: CodeSyntaxNode, framework: Framework): RegisteredTool[] =>
  documentsAround(owner.document).flatMap(
    (document) => registeredIn(document, framework).get(owner.identity) ?? [],
  );

const isMethod = (name: string): boolean => name.includes('().');

function registeredIn(document: SourceDocument, framework: Framework): Registered {
  const ofFramework = known.get(framework) ?? new WeakMap<SourceDocument, Registered>();
  const before = ofFramework.get(document);
  if (before) return before;
  const found = new Map<string, RegisteredTool[]>();
  const rows = framework.rowsOf(document.file);
  const add = (fn: CodeSyntaxNode, maker: CodeSyntaxNode): void => {
    const name = exportOf(maker, framework) ?? nameOf(maker.origin, maker, framework);
    if (name === undefined) return;
    const { call, takenFrom } = maker;
    const owners = isMethod(name)
      ? (call?.receivers ?? (takenFrom ? [takenFrom.object] : []))
      : ownersPassed(maker, rows?.rowOf(name));
    // `hooks.on.before_run` is of `hooks`.
    for (const owner of owners.map((one) => one.takenFrom?.object ?? one))
      found.set(owner.identity, [...(found.get(owner.identity) ?? []), { fn, maker, name }]);
  };
  for (const fn of decoratedIn(document))
    for (const decorator of fn.reference?.decorators ?? []) add(fn, decorator);
  for (const node of callsOf(document, { from: (module) => isModuleOf(rows, module) })) {
    const { positional = [], named } = node.call ?? {};
    const given = [...positional, ...(named?.keys().flatMap((key) => named.get(key) ?? []) ?? [])].find(
      (one) => one.reference?.kind === 'function' || one.kind === 'dynamic' || one.kind === 'array',
    );
    // `agent.tool(strict=True)(refund)`: the inner call has the options.
    const target = node.call?.target;
    if (given) add(given, target?.call ? target : node);
  }
  known.set(framework, ofFramework.set(document, found));
  return found;
}

/** The agents that a call is passed which registers a function for them: `register(pay, caller=desk, executor=user)`. */
function ownersPassed({ call }: CodeSyntaxNode, stated: StatedRow | undefined): CodeSyntaxNode[] {
  const args = stated?.row.decorates
    ? stated.args.filter(({ role }) => role === 'to' || role === 'executes')
    : [];
  return args.flatMap(({ key }) => call?.options.get(key) ?? []);
}

/** What registers a function, for whichever agents. */
export const registrationsOf = (fn: CodeSyntaxNode, framework: Framework): RegisteredTool[] => {
  const all = documentsAround(fn.document).flatMap((one) =>
    [...registeredIn(one, framework).values()].flat(),
  );
  return [
    ...new Map(all.filter((one) => one.fn.identity === fn.identity).map((one) => [one.maker, one])).values(),
  ];
};
