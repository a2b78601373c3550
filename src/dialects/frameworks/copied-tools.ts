import { editRemedy, type Place, type Tool } from '../../model/index.js';
import type { CodeSyntaxNode } from '../../program/index.js';
import { bodyOfTool, withSameBody } from '../agents/body.js';
import { toolOf } from '../agents/tool.js';
import { judgedBy, judgedByBody } from './bodies.js';
import { copiedBy } from './copies.js';
import { type Framework, textOf } from './framework.js';
import { concluded } from './gate-levels.js';
import { readGate } from './gates.js';
import { namePlace, pathName } from './places.js';
import { languageOf } from './language-rules.js';

/**
 * A copy of a tool with other options: `{ ...refund, needsApproval: true }`, `dataclasses.replace(refund,
 * needs_approval=True)`. Undefined if it is no copy of a single tool. `read`: reads the
 * original; undefined if that is no single tool.
 */
export function readCopiedTool(
  node: CodeSyntaxNode,
  words: CopyWords,
  read: (base: CodeSyntaxNode) => Tool | undefined,
): Tool[] | undefined {
  const base = node.copied ?? copiedBy(node);
  const given = node.copied ? node : node.call?.options;
  if (!base || given?.kind !== 'object') return undefined;
  const tool = read(base);
  if (!tool) return undefined;
  return words.isOff?.(given) ? [] : [withGiven(underGivenName(tool, node, given), given, words)];
}

/** What the options of a tool are called. */
export interface CopyWords {
  readonly framework: Framework;
  readonly gate: string | undefined;
  readonly body: string | undefined;
  /** Whether options switch a tool off. */
  isOff?(given: CodeSyntaxNode): boolean;
  /** The guardrails that options state. */
  guardrails?(given: CodeSyntaxNode): Pick<Tool, 'guardrails'>;
}

/** A tool under the name of its copy. */
function underGivenName(tool: Tool, node: CodeSyntaxNode, given: CodeSyntaxNode): Tool {
  const nameNode = stated(given, 'name');
  const name = textOf(nameNode);
  if (name === undefined || tool.kind !== 'function') return tool;
  const at = namePlace(node, nameNode, `tools[${pathName(name)}]`);
  return renamed(tool, name, at, textOf(stated(given, 'description')));
}

/** A tool under another name, which is what the model reads; what its kind and its body do stays. */
export function renamed(made: Tool, name: string, at: Place, description = made.description): Tool {
  const { gateRemedy } = made;
  const text = gateRemedy?.text.replaceAll(`\`${made.name}\``, `\`${name}\``) ?? '';
  const tool = { ...made, ...(gateRemedy && { gateRemedy: { ...gateRemedy, text } }) };
  if (tool.kind !== 'function') return withSameBody({ ...tool, name, at }, made);
  const said = { name, kind: tool.kind, ...(description === undefined ? {} : { description }) };
  const { effect, openEnded } = tool;
  const known = effect.because.from === 'kind' ? { effect, openEnded } : {};
  return judgedBy({ ...tool, ...toolOf(said, at, tool.approval), ...known }, bodyOfTool(made));
}

/** A tool with another function: its own gate stays, and the new function decides what it does. */
function withFunction(tool: Tool, body: string | undefined, given: CodeSyntaxNode): Tool {
  const fn = body === undefined ? undefined : stated(given, body);
  if (!fn || tool.kind !== 'function') return tool;
  const { name, kind, description } = tool;
  const said = { name, kind, ...(description === undefined ? {} : { description }) };
  return judgedByBody({ ...tool, ...toolOf(said, tool.at, tool.approval) }, fn);
}

function withGiven(original: Tool, given: CodeSyntaxNode, words: CopyWords): Tool {
  const { gate: option, body, framework } = words;
  const tool = withFunction(original, body, given);
  const copy = withSameBody({ ...tool, ...words.guardrails?.(given) }, tool);
  const gate = option === undefined ? undefined : stated(given, option);
  if (option === undefined || !gate || tool.ungateable) return copy;
  const gateRemedy =
    languageOf(given) === 'python'
      ? editRemedy(`Set \`${option}=True\` where the tool is copied`, () => gate.edit()?.replace(true))
      : { text: `Set \`${option}: async () => true\` where the tool is copied.` };
  const approval = readGate(gate, option, framework);
  return concluded(copy, [{ level: 'own', gate: approval, replaces: true, remedy: gateRemedy }]);
}

const stated = (given: CodeSyntaxNode, key: string): CodeSyntaxNode | undefined =>
  given.keys().includes(key) ? given.get(key) : undefined;
