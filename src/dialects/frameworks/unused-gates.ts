import {
  type AgentSystem,
  changeTools,
  codeSpan,
  type Place,
  someTool,
  type Tool,
} from '../../model/index.js';
import {
  type CodeDocument,
  type CodeSyntaxNode,
  functionsIn,
  usesOf,
  type ValuePattern,
  valuesOfNames,
} from '../../program/index.js';
import { changed } from '../agents/body.js';
import type { AskedAt, Framework } from './framework.js';
import { exportOf } from './origins.js';
import { memberAt } from './places.js';
import { gives, thingAt } from './rows/things.js';

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
  const documents = new Map([...calls.keys()].map((one) => [one.file, one]));
  const known = new Map<CodeDocument, readonly UnusedGate[]>();
  const gatesIn = (document: CodeDocument): readonly UnusedGate[] => {
    const nodes = calls.get(document) ?? [];
    const gates = known.get(document) ?? [
      ...nodes.flatMap((node) => unusedCall(node, framework)),
      ...unusedFunctions(document, nodes, framework),
      ...unusedMaps(document, nodes, framework),
    ];
    known.set(document, gates);
    return gates;
  };
  for (const system of systems) {
    if (!someTool(system.agents, isOpen)) continue;
    const files = [...new Set([system.file, ...system.agents.map(({ at }) => at.file)])];
    const gates = files.flatMap((file) => {
      const document = documents.get(file);
      return document ? gatesIn(document) : [];
    });
    changeTools(system, (tool) => {
      const gate = isOpen(tool) && gates.find(({ tools }) => tools?.includes(tool.name) ?? true);
      if (!gate) return tool;
      const message = `${gate.words} is a gate that no agent receives.`;
      return changed(tool, { unusedGate: { at: gate.at, message } });
    });
  }
}

const isOpen = ({ kind, approval }: Tool): boolean =>
  kind !== 'agent' &&
  (approval.state === 'absent' || (approval.state === 'shown' && approval.value.by === 'machine'));

/** A gate that a call makes: middleware, a group of gated tools. */
function unusedCall(node: CodeSyntaxNode, framework: Framework): UnusedGate[] {
  const name = exportOf(node, framework) ?? '';
  const row = framework.rowsOf(node.document.file).rowOf(name);
  const ofPart = row?.row.gives === 'part' ? row.args : [];
  const option = ofPart.find(({ mode }) => mode === 'by-name')?.key;
  const group = thingAt(node, framework);
  const isGate = option !== undefined || (gives(group, 'toolset') && group.stated.row.gate !== undefined);
  if (!isGate || !node.call || usesOf(node).length > 0) return [];
  const map = option === undefined ? undefined : (node.call.options.get(option) ?? node.call.positional[0]);
  const named = map?.kind === 'object' ? { tools: map.keys() } : {};
  return [{ at: node.call.at, words: codeSpan(node.call.boundTo ?? `${node.call.callee}()`), ...named }];
}

/** Functions that return an approval, and are given at no option that takes one. */
function unusedFunctions(
  document: CodeDocument,
  nodes: readonly CodeSyntaxNode[],
  framework: Framework,
): UnusedGate[] {
  const sinks: AskedAt[] = [
    ...[...framework.answers.sinks.keys()].filter((one) => one.kind === 'return'),
    ...asksIn(document, framework),
  ];
  if (sinks.length === 0) return [];
  const given = givenAt(
    nodes,
    sinks.map(({ option }) => option),
  );
  return functionsIn(document).flatMap((node) => {
    const { reference } = node;
    if (!reference || given.has(keyOf(node))) return [];
    const answers = reference.returned.flatMap((one) => [one, ...(one.may ?? [])]);
    if (!answers.some((one) => sinks.some(({ value }) => isWritten(one, value)))) return [];
    return [
      { at: reference.at, words: reference.name === undefined ? 'This function' : codeSpan(reference.name) },
    ];
  });
}

/** What asks a person at options of agents beside the tools. */
const asksIn = ({ file }: CodeDocument, framework: Framework): readonly AskedAt[] =>
  framework.vendor.asksAt?.(framework.rowsOf(file)) ?? [];

/** What calls are given at some options, whole or as a member of it. */
function givenAt(nodes: readonly CodeSyntaxNode[], options: readonly string[]): ReadonlySet<string> {
  const stated = nodes.flatMap(({ call }) => options.flatMap((one) => memberAt(call?.options, one) ?? []));
  const all = stated.flatMap((one) => [one, ...(one.may ?? []), ...(one.call?.positional ?? [])]);
  const members = all.flatMap((one) => one.keys().flatMap((key) => one.get(key) ?? []));
  return new Set([...all, ...members].map(keyOf));
}

/** A value, or the definition of a function: one that another function returns is made at each call. */
const keyOf = ({ reference, identity, offsets: { file, start } }: CodeSyntaxNode): string =>
  reference?.kind === 'function' ? `${file}:${start}` : identity;

/** Maps of gates by the names of tools, which no call is given. */
function unusedMaps(
  document: CodeDocument,
  nodes: readonly CodeSyntaxNode[],
  framework: Framework,
): UnusedGate[] {
  const statuses = asksIn(document, framework);
  const [first] = statuses;
  if (!first) return [];
  const given = givenAt(nodes, [first.option]);
  return valuesOfNames(document).flatMap(({ name, value }) => {
    if (value.kind !== 'object' || given.has(keyOf(value))) return [];
    const tools = value.keys().filter((key) => {
      const entry = value.get(key);
      return entry && statuses.some((one) => isWritten(entry, one.value));
    });
    return tools.length > 0 ? [{ at: value.at(), words: codeSpan(name), tools }] : [];
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
