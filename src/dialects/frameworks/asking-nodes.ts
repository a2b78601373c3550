import { type Approval, type Evidence, isIrreversible, type Tool } from '../../model/index.js';
import type { CodeSyntaxNode, Condition, Reach } from '../../program/index.js';
import { bodyOf } from '../agents/body.js';
import { toolOf } from '../agents/tool.js';
import { readCommand } from '../commands/commands.js';
import { judgedByBody, PEOPLE } from './bodies.js';
import { offGate } from './deciders/body-gates.js';
import { isAsking } from './deciders/deciders.js';
import { type Switch, settingWithin, switchIn, whenUnset } from './deciders/unset.js';
import { mayHold } from './dispatch.js';
import { pathName, placed } from './places.js';

/** A node of a graph whose function asks a person. */
export interface AskingNode {
  readonly name: string;
  readonly runs: CodeSyntaxNode;
}

/**
 * What the nodes that ask a person say of one tool: none, where each asks only about tools of other names, or only where a
 * setting switches it on. Else it is not known whether a person is asked before the tool runs.
 */
export function gateOfNodes(
  tool: Tool,
  nodes: readonly AskingNode[],
  names: ReadonlySet<string>,
): Evidence<Approval> | undefined {
  const all = nodes.map((one) => gateOfNode(tool, one, names));
  return all.find(({ state }) => state !== 'absent') ?? all[0];
}

function gateOfNode(tool: Tool, { name, runs }: AskingNode, names: ReadonlySet<string>): Evidence<Approval> {
  const at = runs.at();
  const open = {
    state: 'undecidable',
    at,
    why: `the node \`${name}\` may ask a person before the tool runs`,
  } as const;
  const reach = bodyOf(runs, readCommand, PEOPLE)?.reach;
  const conditions = reach ? askedUnder(reach) : [];
  if (conditions.length === 0) return open;
  const isNamed = names.has(tool.name);
  const own = isNamed ? conditions.filter((one) => mayHold(one, tool.name, names)) : conditions;
  if (own.length === 0)
    return { state: 'absent', at, why: `the node \`${name}\` asks a person about other tools only` };
  const settings = own.map(settingOfCondition);
  const off = settings.find((one) => one?.isOff);
  if (off && settings.every((one) => one?.isOff)) return offGate(off, at);
  const setting = settings.find((one) => one !== undefined);
  return setting ? { ...open, why: `\`${setting.name}\` may answer in place of a person` } : open;
}

/** The conditions under which a function asks a person. */
const askedUnder = (reach: Reach): readonly Condition[] =>
  reach.calls.filter((call) => isAsking(reach.termOf(call))).flatMap((call) => reach.conditionsOf(call));

/** The setting that a person is asked under, and whether nobody is if it is not set. */
function settingOfCondition(condition: Condition): (Switch & { isOff: boolean }) | undefined {
  for (const step of condition) {
    if (step.kind !== 'test') continue;
    const setting = settingWithin(step.term);
    if (!setting) continue;
    const unset = whenUnset(step.term);
    const isOff = unset !== undefined && Boolean(unset.value) !== step.holds;
    return { ...switchIn(step.term, setting, step.holds), isOff };
  }
  return undefined;
}

/**
 * What a node does by itself as a tool of the graph, if that leaves the system or may be anything: files that it writes are
 * its own. Undefined for other nodes.
 */
export function actingNode(name: string | undefined, runs: CodeSyntaxNode): Tool | undefined {
  if (runs.reference?.kind !== 'function') return undefined;
  const own = name ?? runs.reference.name ?? 'node';
  const at = placed(runs.at(), `tools[${pathName(own)}]`);
  const tool = judgedByBody(toolOf({ name: own, kind: 'function' }, at, { state: 'absent' }), runs);
  const isAct = tool.effect.because.from === 'body' && (tool.openEnded || tool.effect.effect === 'outward');
  if (!isAct || !isIrreversible(tool.effect.effect)) return undefined;
  if (runs.reference.name !== undefined) tool.symbol = runs.reference.name;
  return tool;
}
