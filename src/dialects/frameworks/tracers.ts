import { type CodeDocument, type CodeSyntaxNode, callsOf } from '../../program/index.js';
import type { Profile } from './framework.js';
import { exportOf, isModuleOf } from './origins.js';

/**
 * Calls behind another one of the same file that register an exporter of traces: processors of the project, and
 * libraries that register their own (`mlflow.openai.autolog()`). `isSure`: they always run if the other one does.
 */
export function tracersBehind(
  document: CodeDocument,
  node: CodeSyntaxNode,
  profile: Profile,
): { isSure: boolean }[] {
  const from = (module: string) =>
    Object.hasOwn(profile.tracing.tracers, module) || isModuleOf(profile, module);
  return callsOf(document, { from })
    .filter(
      (one) =>
        one.offsets.start > node.offsets.start && (isTracer(one, profile) || addsProcessor(one, profile)),
    )
    .map((one) => ({ isSure: isSure(one, node, profile) }));
}

function isSure({ call }: CodeSyntaxNode, behind: CodeSyntaxNode, { tracing }: Profile): boolean {
  const isOpen = Object.keys(tracing.tracersOff).some((key) => call?.named.get(key)?.kind === 'dynamic');
  return !isOpen && !call?.isConditional && call?.functionStart === behind.call?.functionStart;
}

function isTracer({ call }: CodeSyntaxNode, { tracing }: Profile): boolean {
  const { module = '', dotted = '', file } = call?.origin ?? {};
  const isOff = Object.entries(tracing.tracersOff).some(
    ([key, value]) => call?.named.get(key)?.scalar === value,
  );
  return file === undefined && !isOff && (tracing.tracers[module]?.includes(dotted) ?? false);
}

function addsProcessor(node: CodeSyntaxNode, { tracing, framework }: Profile): boolean {
  const name = exportOf(node, framework);
  const given = node.call?.positional[0] ?? node.call?.named.get('processors');
  const isNone = given?.kind === 'array' && given.items().length === 0;
  return name !== undefined && Object.hasOwn(tracing.processors, name) && given !== undefined && !isNone;
}
