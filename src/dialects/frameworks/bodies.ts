import type { Tool } from '../../model/index.js';
import type { CodeSyntaxNode } from '../../program/index.js';
import { actingCalls, type Body, bodyOf, type PeopleFacts, withBody } from '../agents/body.js';
import { readCommand } from '../commands/commands.js';
import { gateOfCalls } from './deciders/body-gates.js';
import { asksPerson, isAsking } from './deciders/deciders.js';
import type { Profile } from './framework.js';

export const PEOPLE: PeopleFacts = { asks: asksPerson, isAsking };

/**
 * A tool with the effect of its function, and the gate in the function's body: a person's answer. A gate
 * of the framework itself stays.
 */
export function judgedByBody(tool: Tool, node: CodeSyntaxNode | undefined): Tool {
  return judgedBy(tool, node && bodyOf(node, readCommand, PEOPLE));
}

/** The same with a body that was read before. */
export function judgedBy(tool: Tool, body: Body | undefined): Tool {
  if (!body) return tool;
  withBody(tool, body);
  const gate = tool.approval.state === 'absent' && gateOfCalls(body.reach, actingCalls(body, tool));
  if (gate) tool.approval = gate;
  return tool;
}

/**
 * A tool of a kind that may do anything, with an object or function of the project as its executor: a gate counts if it
 * is in each of its functions.
 */
export function gatedByExecutor(tool: Tool, options: CodeSyntaxNode, { tools }: Profile): Tool {
  const { executors } = tools;
  const executor = executors?.options.map((name) => options.get(name)).find((one) => one !== undefined);
  if (!executors || !executor || tool.approval.state !== 'absent') return tool;
  const made = executor.call?.target.reference;
  const functions = made ? executors.methods.flatMap((name) => made.member(name) ?? []) : [executor];
  const gates = functions.flatMap((one) => {
    const body = bodyOf(one, readCommand, PEOPLE);
    const calls = body ? actingCalls(body, tool) : [];
    return body && calls.length > 0 ? [gateOfCalls(body.reach, calls)] : [];
  });
  const weakest = gates.find((one) => !one) ?? gates.find((one) => one?.state !== 'shown') ?? gates[0];
  if (weakest && !gates.includes(undefined)) tool.approval = weakest;
  return tool;
}
