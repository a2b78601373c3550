import type { Agent, Place, Tool } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { readInstructions } from './payload.js';
import { bareAgent } from './settings-system.js';
import { stringOf, toolOf } from './tool.js';

/** An agent of a format: its name, its model, what it is told. */
export function formatAgent(
  name: string,
  node: SyntaxNode,
  keys: { model?: SyntaxNode | undefined; instructions?: SyntaxNode | undefined },
  why: string,
): Agent {
  const agent = bareAgent(name, node, why);
  const nameNode = node.get('name');
  if (nameNode && stringOf(nameNode) === name) agent.nameAt = nameNode.at();
  const model = stringOf(keys.model);
  if (model !== undefined) agent.model = model;
  const instructions = readInstructions(keys.instructions);
  if (instructions) agent.instructions = instructions;
  return agent;
}

/** A tool whose effect the format itself tells, whatever its name says. */
export function knownTool(
  name: string,
  effect: 'read' | 'change',
  at: Place,
  approval: Tool['approval'],
): Tool {
  const tool = toolOf({ name, kind: 'function' }, at, approval);
  tool.effect = { effect, confidence: 'high', because: { from: 'kind' } };
  tool.openEnded = false;
  return tool;
}
