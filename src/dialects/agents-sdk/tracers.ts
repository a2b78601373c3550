import { type CodeDocument, type CodeSyntaxNode, callsOf } from '../../program/index.js';
import { isSdkModule } from './modules.js';
import { type Sdk, sdkName } from './sdk.js';
import facts from './tracers.json' with { type: 'json' };

const TRACERS: Readonly<Record<string, readonly string[]>> = facts.calls;
/** Options with which such a call registers nothing. */
const OFF: Readonly<Record<string, boolean>> = facts.off;

/**
 * Calls behind another one of the same file that register what receives traces: processors of the project, and libraries
 * that register their own (`mlflow.openai.autolog()`). `isSure`: they run whenever the other one does.
 */
export function tracersBehind(document: CodeDocument, node: CodeSyntaxNode, sdk: Sdk): { isSure: boolean }[] {
  const isPython = sdk.language === 'python';
  const from = (module: string) => Object.hasOwn(TRACERS, module) || isSdkModule(module, isPython);
  return callsOf(document, { from })
    .filter((one) => one.offsets.start > node.offsets.start && (isTracer(one) || addsProcessor(one, sdk)))
    .map((one) => ({ isSure: isSure(one, node) }));
}

function isSure({ call }: CodeSyntaxNode, behind: CodeSyntaxNode): boolean {
  const isOpen = Object.keys(OFF).some((key) => call?.named.get(key)?.kind === 'dynamic');
  return !isOpen && !call?.isConditional && call?.functionStart === behind.call?.functionStart;
}

function isTracer({ call }: CodeSyntaxNode): boolean {
  const { module = '', dotted = '', file } = call?.origin ?? {};
  const isOff = Object.entries(OFF).some(([key, value]) => call?.named.get(key)?.scalar === value);
  return file === undefined && !isOff && (TRACERS[module]?.includes(dotted) ?? false);
}

function addsProcessor(node: CodeSyntaxNode, { traceProcessors }: Sdk): boolean {
  const name = sdkName(node);
  const given = node.call?.positional[0] ?? node.call?.named.get('processors');
  const isNone = given?.kind === 'array' && given.items().length === 0;
  return name !== undefined && Object.hasOwn(traceProcessors, name) && given !== undefined && !isNone;
}
