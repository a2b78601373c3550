import { type AgentSystem, codeSpan, type Place, type Tool, toolsOf } from '../../model/index.js';
import {
  type CodeDocument,
  type CodeSyntaxNode,
  functionsIn,
  type Sink,
  usesOf,
  type ValuePattern,
} from '../../program/index.js';
import type { Framework, Profile } from './framework.js';
import { exportOf } from './origins.js';

/** A gate that a program makes and passes to no agent. */
interface UnusedGate {
  readonly at: Place;
  /** As it is written. */
  readonly words: string;
  /** The tools that it names; without them it covers any tool. */
  readonly tools?: readonly string[];
}

/** Notes gates that no agent receives at the ungated tools of the systems that their file belongs to. */
export function noteUnusedGates(
  calls: ReadonlyMap<CodeDocument, readonly CodeSyntaxNode[]>,
  systems: readonly AgentSystem[],
  framework: Framework,
): void {
  for (const system of systems) {
    const open = system.agents.flatMap(toolsOf).filter(isOpen);
    if (open.length === 0) continue;
    const files = new Set([system.file, ...system.agents.map(({ at }) => at.file)]);
    for (const [document, nodes] of calls) {
      if (!files.has(document.file)) continue;
      const gates = [
        ...nodes.flatMap((node) => unusedCall(node, framework.profileOf(document.file))),
        ...unusedFunctions(document, nodes, framework),
      ];
      for (const { at, words, tools } of gates)
        for (const tool of open)
          if (tools?.includes(tool.name) ?? true)
            tool.unusedGate ??= { at, message: `${words} is a gate that no agent receives.` };
    }
  }
}

const isOpen = ({ kind, approval }: Tool): boolean =>
  kind !== 'agent' &&
  (approval.state === 'absent' || (approval.state === 'shown' && approval.value.by === 'machine'));

/** A gate that a call makes: middleware, a group of gated tools. */
function unusedCall(node: CodeSyntaxNode, { agents, tools, framework }: Profile): UnusedGate[] {
  const name = exportOf(node, framework) ?? '';
  const option = agents.middleware?.gates[name];
  const isGate =
    option !== undefined || [name, node.call?.name ?? ''].some((one) => tools.gatedGroups?.[one]);
  if (!isGate || !node.call || usesOf(node).length > 0) return [];
  const map = option === undefined ? undefined : (node.call.options.get(option) ?? node.call.positional[0]);
  const named = map?.kind === 'object' ? { tools: map.keys() } : {};
  return [{ at: node.call.at, words: codeSpan(node.call.boundTo ?? `${node.call.callee}()`), ...named }];
}

type Returned = Sink & { readonly kind: 'return' };

/** Functions that return an approval, and are given at no option that takes one. */
function unusedFunctions(
  document: CodeDocument,
  nodes: readonly CodeSyntaxNode[],
  framework: Framework,
): UnusedGate[] {
  const sinks = [...framework.answers.sinks.keys()].filter((one): one is Returned => one.kind === 'return');
  if (sinks.length === 0) return [];
  const given = new Set(
    nodes.flatMap(({ call }) =>
      sinks.flatMap(({ option }) => memberAt(call?.options, option)?.identity ?? []),
    ),
  );
  return functionsIn(document).flatMap((node) => {
    const { reference } = node;
    if (!reference || given.has(node.identity)) return [];
    const answers = reference.returned.flatMap((one) => [one, ...(one.may ?? [])]);
    if (!answers.some((one) => sinks.some(({ value }) => isWritten(one, value)))) return [];
    return [
      { at: reference.at, words: reference.name === undefined ? 'This function' : codeSpan(reference.name) },
    ];
  });
}

/** Whether a value is written out as a pattern says. */
function isWritten(node: CodeSyntaxNode, pattern: ValuePattern): boolean {
  if (typeof pattern !== 'object' || pattern === null) return node.scalar === pattern;
  return Object.entries(pattern).every(([key, value]) => {
    if (key === '()') return node.call?.name === value;
    const member = node.get(key);
    return member !== undefined && isWritten(member, value as ValuePattern);
  });
}

const memberAt = (options: CodeSyntaxNode | undefined, path: string): CodeSyntaxNode | undefined =>
  path.split('.').reduce<CodeSyntaxNode | undefined>((node, key) => node?.get(key), options);
