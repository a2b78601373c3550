import { hasHumanGate, isSamePlace, type Tool } from '../../model/index.js';
import {
  type CodeSyntaxNode,
  conditionsToBeThere,
  isKnownAs,
  type Origin,
  shapeOf,
  type Traced,
  valueWhere,
} from '../../program/index.js';
import { bodyOfTool } from '../agents/body.js';
import { presentGate } from './agent-gates.js';
import { judgedBy } from './bodies.js';
import type { Framework, ToolEntry } from './framework.js';

/**
 * Whether a value is never the one that a condition chooses: what it tests is known, `RISKY.includes('pay')`. `tools`: the
 * names of tools by the functions that they are made of, `tool.name in RISKY`.
 */
export function isNeverChosen(
  item: CodeSyntaxNode,
  framework: Framework,
  tools: ReadonlyMap<string, string> = NO_NAMES,
): boolean {
  const nameOf = (one: Traced) => {
    const shape = shapeOf(one);
    const member = shape.kind === 'outside' ? memberOfDefined(shape.origin) : undefined;
    const isName = member !== undefined && framework.answers.names.has(member.name);
    const name = isName ? tools.get(member.of) : undefined;
    return name === undefined ? undefined : { value: name };
  };
  return conditionsToBeThere([item]).every((guards) =>
    guards.some(
      (guard) => guard.kind === 'test' && isKnownAs(valueWhere(guard.test.value, nameOf), !guard.holds),
    ),
  );
}

const NO_NAMES: ReadonlyMap<string, string> = new Map();

/** The names of tools by the functions that they are made of. */
export function namesByFunction(
  read: readonly (readonly [item: CodeSyntaxNode, entries: readonly ToolEntry[]])[],
): ReadonlyMap<string, string> {
  return new Map(
    read.flatMap(([{ origin, reference }, [entry, ...others]]) =>
      reference?.kind === 'function' && origin && entry?.kind === 'tool' && others.length === 0
        ? [[`${origin.file}:${origin.dotted}`, entry.tool.name] as const]
        : [],
    ),
  );
}

/** The definition of the project that a member is read from, and the name of the member. */
function memberOfDefined({ file, dotted }: Origin): { of: string; name: string } | undefined {
  const end = dotted.lastIndexOf('.');
  return file === undefined || end < 0
    ? undefined
    : { of: `${file}:${dotted.slice(0, end)}`, name: dotted.slice(end + 1) };
}

type OfTool = ToolEntry & { kind: 'tool' };

/**
 * Joins tools of one definition between which a condition chooses: with a gate, and without. They are one tool, and the
 * condition decides whether it has the gate. `chosen`: the entries that a condition brings, and the items that they are.
 */
export function joinChoices(
  entries: readonly ToolEntry[],
  chosen: ReadonlyMap<ToolEntry, CodeSyntaxNode>,
  framework: Framework,
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
    const approval = presentGate(brought, framework);
    if (!approval) continue;
    for (const one of gated) joined.set(one, undefined);
    const { isPerhaps: _, ...tool } = open.tool;
    joined.set(open, { kind: 'tool', tool: judgedBy({ ...tool, approval }, bodyOfTool(open.tool)) });
  }
  return entries.flatMap((one) => (joined.has(one) ? (joined.get(one) ?? []) : [one]));
}

const isSame = (one: Tool, other: Tool): boolean => one.name === other.name && isSamePlace(one.at, other.at);
