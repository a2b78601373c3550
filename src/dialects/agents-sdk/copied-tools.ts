import { editRemedy, type Tool } from '../../model/index.js';
import type { CodeSyntaxNode } from '../../program/index.js';
import { toolOf } from '../agents/tool.js';
import { gatedTool, readGate } from './gates.js';
import { guardrailsIn } from './guardrails.js';
import { namePlace, pathName } from './places.js';
import { copiedBy, isSwitchedOff, type Sdk, textOf, toolGuardrailFields } from './sdk.js';

/**
 * A copy of a tool with other options: `{ ...refund, needsApproval: true }`, `dataclasses.replace(refund,
 * needs_approval=True)`. Undefined where it is none, or one of something that is no single tool. `read`: reads what is
 * copied; undefined where it is no single tool.
 */
export function readCopiedTool(
  node: CodeSyntaxNode,
  sdk: Sdk,
  read: (base: CodeSyntaxNode) => Tool | undefined,
): Tool[] | undefined {
  const base = node.copied ?? copiedBy(node);
  const given = node.copied ? node : node.call?.options;
  if (!base || given?.kind !== 'object') return undefined;
  const tool = read(base);
  if (!tool) return undefined;
  return isSwitchedOff(given, sdk) ? [] : [withGiven(renamed(tool, node, given), given, sdk)];
}

/** Another name says another deed. */
function renamed(tool: Tool, node: CodeSyntaxNode, given: CodeSyntaxNode): Tool {
  const nameNode = stated(given, 'name');
  const name = textOf(nameNode);
  if (name === undefined || tool.kind !== 'function') return tool;
  const description = textOf(stated(given, 'description')) ?? tool.description;
  const at = namePlace(node, nameNode, `tools[${pathName(name)}]`);
  const said = { name, kind: tool.kind, ...(description === undefined ? {} : { description }) };
  return { ...tool, ...toolOf(said, at, tool.approval) };
}

function withGiven(tool: Tool, given: CodeSyntaxNode, sdk: Sdk): Tool {
  const option = GATES[sdk.language];
  const copy = { ...tool, ...guardrailsIn(given, toolGuardrailFields(sdk)) };
  const gate = stated(given, option);
  if (!gate || tool.ungateable) return copy;
  const gateRemedy =
    sdk.language === 'python'
      ? editRemedy(`Set \`${option}=True\` where the tool is copied`, () => gate.edit()?.replace(true))
      : { text: `Set \`${option}: async () => true\` where the tool is copied.` };
  return gatedTool(copy, { approval: readGate(gate, option), gateRemedy });
}

/** The member of a tool that asks a person (facts on dialects, A2). */
const GATES = { typescript: 'needsApproval', python: 'needs_approval' } as const;

const stated = (given: CodeSyntaxNode, key: string): CodeSyntaxNode | undefined =>
  given.keys().includes(key) ? given.get(key) : undefined;
