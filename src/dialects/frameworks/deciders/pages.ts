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
} from '../../../program/index.js';
import type { Framework } from '../framework.js';
import { exportOf } from '../origins.js';

/** The texts by which a page names the parts of one tool: `tool-issueRefund`. */
const PART = /^tool-(?=.)/;

/** An approval in a page that no action of a person leads to. */
export interface PageApproval {
  /** The names of the tools that it approves; undefined for all. */
  readonly names: ReadonlySet<string> | undefined;
  /** The answer as written. */
  readonly written: string;
}

/** The functions of some pages that run without an action of a person: effects, and options that what arrives calls. */
export function unattendedIn([first]: readonly CodeDocument[], framework: Framework): readonly Offsets[] {
  if (!first || !framework.profiles.some(({ answers }) => answers.pages)) return [];
  return documentsAround(first).flatMap((document) => {
    const { pages } = framework.profileOf(document.file).answers;
    if (!pages) return [];
    const { effects, options } = pages.unattended;
    const given = callsOf(document, { named: new Set([...pages.calls, ...effects.calls]) }).flatMap(
      (node) => {
        const { call } = node;
        if (call?.origin?.module === effects.module)
          return effects.calls.includes(call.name) ? call.positional : [];
        if (!pages.calls.includes(exportOf(node, framework) ?? '')) return [];
        return options.flatMap((one) => call?.options.get(one) ?? []);
      },
    );
    return given.flatMap(({ reference, offsets }) => (reference?.kind === 'function' ? [offsets] : []));
  });
}

/**
 * Whether a page approves by itself: the approval is in a function that runs without an action of a person, and all that is
 * tested before is what arrived. Undefined for what a person may have done.
 */
export function approvedByPage(
  visit: Visit,
  flow: Flow,
  unattended: readonly Offsets[],
  framework: Framework,
): PageApproval | undefined {
  const { root, call } = visit;
  if (!call || root.kind !== 'function') return undefined;
  const { start, end } = root.definition;
  if (!unattended.some((one) => one.file === root.file && one.start === start && one.end === end))
    return undefined;
  const { approvals, pages } = framework.profileOf(root.file).answers;
  const node = nodeOfCall(call);
  const name = exportOf(node, framework) ?? '';
  if (!pages?.calls.some((one) => approvals.some((method) => name === `${one}().${method}`)))
    return undefined;
  const { options, positional = [] } = node.call ?? {};
  const answer = options?.get(pages.answer) ?? positional[0]?.get(pages.answer);
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
  const written = `${call.name}({ ${pages.answer}: true })`;
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
