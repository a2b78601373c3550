import { codeSpan, type Tool } from '../../model/index.js';
import type { CodeSyntaxNode, ReachedCall } from '../../program/index.js';
import { actingCalls, type Body, bodyOf, type PeopleFacts, withBody } from '../agents/body.js';
import { readCommand } from '../commands/commands.js';
import { gateOfCalls } from './deciders/body-gates.js';
import { asksPerson, isAsking } from './deciders/deciders.js';
import { concluded, notKnown, weakest } from './gate-levels.js';

export const PEOPLE: PeopleFacts = { asks: asksPerson, isAsking };

/**
 * A tool with the effect of its function, and the gate in the function's body: a person's answer. A gate
 * of the framework itself stays. `options`: those that the tool is made of, with the schema of its arguments.
 */
export function judgedByBody(tool: Tool, node: CodeSyntaxNode | undefined, options?: CodeSyntaxNode): Tool {
  return judgedBy(
    tool,
    node && bodyOf(node, readCommand, PEOPLE),
    options && ((name) => options.keys().some((key) => hasFlag(options.get(key), name))),
  );
}

/** Whether a schema has a truth value of a name: `z.object({ wipe: z.boolean() })`, `{ properties: { wipe: ... } }`. */
function hasFlag(schema: CodeSyntaxNode | undefined, name: string): boolean {
  const members = schema?.call?.positional[0] ?? schema?.get('properties') ?? schema;
  const member = members?.kind === 'object' ? members.get(name) : undefined;
  return member !== undefined && isFlag(member, 0);
}

const DEEPEST_SCHEMA = 4;

function isFlag(member: CodeSyntaxNode, depth: number): boolean {
  const { call } = member;
  if (!call) return member.get('type')?.scalar === 'boolean';
  const [inner] = call.positional;
  return (
    /\bboolean\b/i.test(call.callee) ||
    (depth < DEEPEST_SCHEMA && inner?.call !== undefined && isFlag(inner, depth + 1))
  );
}

/** The same with a body that was read before. */
export function judgedBy(stated: Tool, body: Body | undefined, isFlag?: (name: string) => boolean): Tool {
  const tool = withBody(stated, body, isFlag);
  if (!body) return tool;
  if (tool.approval.state !== 'absent') return tool;
  const calls = actingCalls(body, tool);
  const own = gateOfCalls(body.reach, calls);
  const gate = own && own.state !== 'absent' ? own : (gateOfSome(tool, body, calls) ?? own);
  return concluded(tool, [{ level: 'own', gate }]);
}

/**
 * A gate before some of the calls of which one does what the name of a tool says: which of them that is, its body does not
 * show.
 */
function gateOfSome(
  tool: Tool,
  { reach }: Body,
  calls: readonly ReachedCall[],
): Tool['approval'] | undefined {
  if (tool.effect.because.from === 'body') return undefined;
  const alone = calls.map((call) => ({ call, gate: gateOfCalls(reach, [call]) }));
  const asked = alone.find(({ gate }) => gate?.state === 'shown' && gate.value.by === 'human')?.gate;
  const before = alone.find(({ gate }) => gate?.state !== 'shown');
  if (!asked || !before) return undefined;
  const why = `whether ${codeSpan(before.call.text)} acts, which no answer is asked for, is not known`;
  return notKnown(asked.at, why);
}

/**
 * A tool of a kind that may do anything, with an object or function of the project as its executor: a gate counts if it
 * is in each of its functions.
 */
export function gatedByExecutor(
  tool: Tool,
  executor: CodeSyntaxNode | undefined,
  methods: readonly string[],
): Tool {
  if (!executor || tool.approval.state !== 'absent') return tool;
  const made = executor.call?.target.reference;
  const functions = made ? methods.flatMap((name) => made.member(name) ?? []) : [executor];
  const gates = functions.flatMap((one) => {
    const body = bodyOf(one, readCommand, PEOPLE);
    const calls = body ? actingCalls(body, tool) : [];
    return body && calls.length > 0 ? [gateOfCalls(body.reach, calls)] : [];
  });
  const gate = gates.includes(undefined) ? undefined : weakest(gates, (one) => one ?? tool.approval);
  return concluded(tool, [{ level: 'own', gate }]);
}
