import { keptFor } from '../../model/once.js';
import { isTestFile } from '../../model/test-file.js';
import {
  type CodeDocument,
  callsOf,
  dependsOn,
  documentsAround,
  type Flow,
  type Guard,
  nodeOfCall,
  type Offsets,
  type Shape,
  shapeOf,
  type Traced,
  textOf,
  type Visit,
} from '../../program/index.js';
import type { ClientApproval, FoundAgent, Framework, ProjectPrograms } from '../frameworks/framework.js';
import { approvalsOf } from '../frameworks/answers.js';
import { exportOf } from '../frameworks/origins.js';
import vendor from './vendor.json' with { type: 'json' };

/** How pages answer the requests of the runs that they show. */
interface Pages {
  /** The file at the root of a package: pages are those of the package of the agent. */
  readonly manifest: string;
  /** The option of an approval that is the answer. */
  readonly answer: string;
  /** Functions that run without an action of a person. */
  readonly unattended: {
    /** Calls of a module whose function runs when a page is shown or its data changes. */
    readonly effects: { readonly module: string; readonly calls: readonly string[] };
    /** Options of the calls of a page whose function is called with what arrives. */
    readonly options: readonly string[];
  };
}

const facts: Pages = vendor.pages;

/** The calls by which a page shows what a run streams. */
const callsOfPage = (file: string, framework: Framework): readonly string[] =>
  framework.rowsOf(file).stated.pages ?? [];

/** The pages of the package of an agent, and what they import. */
export function pagesOf(
  { node }: FoundAgent,
  { framework, context }: ProjectPrograms,
): readonly CodeDocument[] {
  const named = new Set(callsOfPage(node.document.file, framework));
  const packageOf = (file: string) => context.fileAbove?.(file, facts.manifest);
  const own = packageOf(node.document.file);
  const all = documentsAround(node.document).filter(({ file }) => !isTestFile(file));
  const found = all.filter(
    (one) =>
      callsOf(one, { named }).some((call) => named.has(exportOf(call, framework) ?? '')) &&
      packageOf(one.file) === own,
  );
  const near = new Set(found.map(({ file }) => file));
  for (const file of near) for (const next of context.importsOf(file)) near.add(next);
  return all.filter(({ file }) => near.has(file));
}

/** The texts by which a page names the parts of one tool: `tool-issueRefund`. */
const PART = /^tool-(?=.)/;

/** The functions of pages that run without an action of a person: effects, and options that what arrives calls. */
const unattendedIn = keptFor(({ documents: [first], framework }: ProjectPrograms): readonly Offsets[] =>
  first ? documentsAround(first).flatMap((document) => unattendedOf(document, framework)) : [],
);

function unattendedOf(document: CodeDocument, framework: Framework): readonly Offsets[] {
  const { effects, options } = facts.unattended;
  const calls = callsOfPage(document.file, framework);
  const given = callsOf(document, { named: new Set([...calls, ...effects.calls]) }).flatMap((node) => {
    const { call } = node;
    if (call?.origin?.module === effects.module)
      return effects.calls.includes(call.name) ? call.positional : [];
    if (!calls.includes(exportOf(node, framework) ?? '')) return [];
    return options.flatMap((one) => call?.options.get(one) ?? []);
  });
  return given.flatMap(({ reference, offsets }) => (reference?.kind === 'function' ? [offsets] : []));
}

/**
 * Whether a page approves by itself: the approval is in a function that runs without an action of a person, and all that is
 * tested before is what arrived. Undefined for what a person may have done.
 */
export function approvedByPage(
  visit: Visit,
  flow: Flow,
  programs: ProjectPrograms,
): ClientApproval | undefined {
  const { framework } = programs;
  const { root, call } = visit;
  if (!call || root.kind !== 'function') return undefined;
  const { start, end } = root.definition;
  if (!unattendedIn(programs).some((one) => one.file === root.file && one.start === start && one.end === end))
    return undefined;
  const approvals = approvalsOf(framework.rowsOf(root.file));
  const node = nodeOfCall(call);
  const name = exportOf(node, framework) ?? '';
  const calls = callsOfPage(root.file, framework);
  if (!calls.some((one) => approvals.some((method) => name === `${one}().${method}`))) return undefined;
  const { options, positional = [] } = node.call ?? {};
  const answer = options?.get(facts.answer) ?? positional[0]?.get(facts.answer);
  if (answer?.scalar !== true) return undefined;
  const names = new Set<string>();
  let isOfAll = false;
  for (const condition of flow.simplified(flow.conditions(visit.path(0)))) {
    const tested = condition.map((guard) => testOf(guard, framework, (of) => of === root.definition));
    if (tested.includes(undefined)) return undefined;
    const own = tested.flatMap((one) => one ?? []);
    for (const one of own) names.add(one);
    isOfAll ||= own.length === 0;
  }
  const written = `${call.name}({ ${facts.answer}: true })`;
  return { names: isOfAll ? undefined : names, written };
}

/** Kinds of values that what arrived may be a part of. */
const ARRIVED: ReadonlySet<Shape['kind']> = new Set([
  'constant',
  'member',
  'index',
  'item',
  'compare',
  'not',
  'logical',
]);

/** The tools that a test names, none for a test of other parts of what arrived; undefined for a test of something else. */
function testOf(
  guard: Guard,
  framework: Framework,
  isRoot: (definition: unknown) => boolean,
): readonly string[] | undefined {
  if (guard.kind === 'entered') return [];
  if (guard.kind !== 'test') return undefined;
  const isElse = (one: Traced): boolean | undefined => {
    const shape = shapeOf(one);
    if (shape.kind === 'call') return exportOf(nodeOfCall(shape), framework) === undefined;
    if (shape.kind === 'parameter') return !isRoot(shape.value.of.definition);
    return ARRIVED.has(shape.kind) ? undefined : true;
  };
  const test = shapeOf(guard.test.value);
  if (dependsOn(guard.test.value, isElse)) return undefined;
  if (test.kind !== 'compare') return [];
  const texts = [test.left, test.right].flatMap((one) => textOf(one) ?? []).filter((one) => PART.test(one));
  if (texts.length === 0) return [];
  return guard.holds && test.operator === 'equal' ? texts.map((one) => one.replace(PART, '')) : undefined;
}
