import { hasHumanGate, isSamePlace, type Tool } from '../../model/index.js';
import type { CodeSyntaxNode } from '../../program/index.js';
import { bodyOfTool } from '../agents/body.js';
import { presentGate } from './agent-gates.js';
import { judgedBy } from './bodies.js';
import type { Profile, ToolEntry } from './framework.js';

type OfTool = ToolEntry & { kind: 'tool' };

/**
 * Joins tools of one definition between which a condition chooses: with a gate, and without. They are one tool, and the
 * condition decides whether it has the gate. `chosen`: the entries that a condition brings, and the items that they are.
 */
export function joinChoices(
  entries: readonly ToolEntry[],
  chosen: ReadonlyMap<ToolEntry, CodeSyntaxNode>,
  profile: Profile,
): ToolEntry[] {
  const tools = entries.filter((one): one is OfTool => one.kind === 'tool' && chosen.has(one));
  const joined = new Map<ToolEntry, ToolEntry | undefined>();
  for (const open of tools) {
    if (open.tool.approval.state !== 'absent') continue;
    const gated = tools.filter(({ tool }) => hasHumanGate(tool) && isSame(tool, open.tool));
    const brought = gated.flatMap((one) => {
      const item = chosen.get(one);
      const { approval: gate } = one.tool;
      return item && gate.state === 'shown' ? [{ gate, item, option: gate.value.stated }] : [];
    });
    const approval = presentGate(brought, profile);
    if (!approval) continue;
    for (const one of gated) joined.set(one, undefined);
    const { isPerhaps: _, ...tool } = open.tool;
    joined.set(open, { kind: 'tool', tool: judgedBy({ ...tool, approval }, bodyOfTool(open.tool)) });
  }
  return entries.flatMap((one) => (joined.has(one) ? (joined.get(one) ?? []) : [one]));
}

const isSame = (one: Tool, other: Tool): boolean => one.name === other.name && isSamePlace(one.at, other.at);
