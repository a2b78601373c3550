import type { Approval, Evidence, Met, Tool } from '../../model/index.js';
import {
  callIn,
  callOf,
  type CallShape,
  type Condition,
  dependsOn,
  isKnownAs,
  parameterIn,
  type Reach,
  type Shape,
  shapeOf,
  simplified,
  type Traced,
} from '../../program/index.js';
import { bodyOf } from '../agents/body.js';
import { readCommand } from '../commands/commands.js';
import { PEOPLE } from './bodies.js';
import { gateOfConditions } from './deciders/body-gates.js';
import { isAsking } from './deciders/deciders.js';
import { type Switch, settingWithin, switchIn, testedOnce, whenUnset } from './deciders/unset.js';
import type { AskingFunction, DecidingFunctions } from './framework.js';
import { answeredBy, strongest, notKnown } from './gate-levels.js';
import { offByDefault, offGate } from './setting-gates.js';
import { mayHold } from './tested-names.js';

/** The conditions under which a function lets a tool run by a call. */
export const byCalls =
  (isRun: (call: CallShape) => boolean): DecidingFunctions['lets'] =>
  (_, reach) =>
    reach.calls.filter(({ event }) => isRun(callOf(event))).flatMap((call) => reach.conditionsOf(call));

/** What is known of all tools where such a function asks. */
export const mayAsk = ({ what, runs }: AskingFunction) => notKnown(runs.at(), `${what} may ask a person`);

const beforeTool = ({ what }: { readonly what: string }): string =>
  `${what} may ask a person before the tool runs`;

/**
 * What functions that ask a person say of one tool: none, where each asks only about tools of other names, or only where a
 * setting switches it on. Else it is not known whether a person is asked before the tool runs, unless one of them runs it.
 */
export function gateOfFunctions(
  tool: Tool,
  asking: readonly AskingFunction[],
  deciding: readonly DecidingFunctions[],
  names: ReadonlySet<string>,
): Evidence<Approval> | undefined {
  const decided = deciding.map((one) => decidedBy(tool, one, names));
  const all = [
    ...asking.map((one) => gateOfFunction(tool, one, names)),
    ...decided.flatMap((gate) => (gate && !isOfPerson(gate) ? [gate] : [])),
  ];
  const found = strongest(all, (gate) => gate);
  // Where a person is asked, whether about this call is another question.
  const asked = decided.filter((gate) => gate !== undefined).find(isOfPerson);
  const by = asked && deciding[decided.indexOf(asked)];
  if (!found && by?.isOfCall) return asked;
  if (!found && by) return { ...notKnown(asked.at, beforeTool(by)), asked };
  return found?.state === 'undecidable' && asked ? { ...found, asked } : found;
}

/** Whether a person lets a tool run; what a function refuses is another gate. */
const isOfPerson = (gate: Evidence<Approval>): gate is Met<Approval> =>
  gate.state === 'shown' && gate.value.refuses === undefined;

/** Whether a call is passed a parameter behind the first one, which runs the tool, or is of something that is not known. */
const passesOn = ({ callee, given, named }: CallShape): boolean =>
  !KNOWN_CALLEES.has(shapeOf(callee).kind) ||
  [...given, ...named.values()].some((one) => dependsOn(one, (part) => isLater(part) || undefined) !== false);

/** Whether a value is a parameter behind the first one. */
function isLater(one: Traced): boolean {
  const { parameter, of } = parameterIn(one) ?? {};
  return parameter !== undefined && (of?.definition.parameters.indexOf(parameter) ?? 0) > 0;
}

const KNOWN_CALLEES: ReadonlySet<Shape['kind']> = new Set(['outside', 'name', 'member', 'function']);

/**
 * What functions say of a tool that runs only where one of them lets it: what none ever lets run is refused; undefined where
 * one has no gate.
 */
function decidedBy(
  tool: Tool,
  { what, functions, lets, isOnly, isOfCall }: DecidingFunctions,
  names: ReadonlySet<string>,
): Evidence<Approval> | undefined {
  const gates = functions.map((runs): Evidence<Approval> | undefined => {
    const reach = bodyOf(runs, readCommand, PEOPLE)?.reach;
    if (!reach) return undefined;
    const isOfTool = (one: Condition): boolean => !names.has(tool.name) || mayHold(one, tool.name, names);
    // Each lets the same call run.
    const own = simplified(lets(runs, reach).filter(isOfTool));
    // What it is passed on to may run it.
    const isPassedOn = reach.calls.some(
      (call) => passesOn(callOf(call.event)) && reach.conditionsOf(call).some(isOfTool),
    );
    if (own.length === 0 && (isPassedOn || !isOnly)) return undefined;
    if (own.length === 0 && reach.isWhole)
      return answeredBy('human', `${what} refuses`, runs.at(), { refuses: true });
    // Its result was evaluated apart from what it reaches: the same calls are in both.
    const reached = new Set<object>(reach.calls.map(({ event }) => event.expression));
    const gives: Reach['gives'] = (one) =>
      reach.gives(one) || reached.has(callIn(one)?.event.expression ?? reach);
    const { document } = runs;
    return gateOfConditions(own, {
      ...reach,
      gives,
      document,
      isEachCall: isOfCall,
      mayAsk: () => isOfCall === true,
      where: `in ${what}`,
    });
  });
  const open = gates.find((one) => one?.state !== 'shown');
  const asked = gates.find((one) => one && isOfPerson(one));
  if (gates.includes(undefined) || (asked && open)) return undefined;
  return asked ?? open ?? gates[0];
}

function gateOfFunction(tool: Tool, one: AskingFunction, names: ReadonlySet<string>): Evidence<Approval> {
  const at = one.runs.at();
  const open = one.isAround ? mayAsk(one) : notKnown(at, beforeTool(one));
  const reach = bodyOf(one.runs, readCommand, PEOPLE)?.reach;
  const isNamed = names.has(tool.name);
  const ofTool = (conditions: readonly Condition[]) =>
    isNamed ? conditions.filter((each) => mayHold(each, tool.name, names)) : conditions;
  const conditions = reach ? askedUnder(one.runs, reach) : [];
  if (reach?.isWhole && conditions.length === 0) return offByDefault(one.what, at);
  if (!reach || conditions.length === 0) return open;
  const own = ofTool(conditions);
  if (own.length === 0)
    return { state: 'absent', at, why: `${one.what} asks a person about other tools only` };
  const running = one.isAround ? simplified(ofTool(runUnder(one.runs, reach))) : [];
  const around = gateOfConditions(running, { ...reach, where: `in ${one.what}` });
  if (around && around.state !== 'undecidable' && (around.at || around.state === 'shown')) return around;
  if (running.length > 0 && reach.isWhole && !around)
    return { state: 'absent', at, why: `${one.what} lets it run whatever a person answers` };
  const settings = own.map(settingOfCondition);
  const off = settings.find((one) => one?.isOff);
  if (off && settings.every((one) => one?.isOff)) return offGate(off, at);
  const setting = settings.find((one) => one !== undefined);
  return setting ? { ...open, why: `\`${setting.name}\` may answer in place of a person` } : open;
}

/** The conditions under which a function calls what it is passed. */
const runUnder = byCalls(({ event }) => parameterIn(event.target) !== undefined);

/** The conditions under which a function asks a person. */
const askedUnder = byCalls(isAsking);

/** The setting that a person is asked under, and whether nobody is if it is not set. */
function settingOfCondition(condition: Condition): (Switch & { isOff: boolean }) | undefined {
  for (const guard of condition) {
    if (guard.kind !== 'test') continue;
    const { holds, test } = guard;
    const setting = settingWithin(test.value);
    if (!setting) continue;
    const isOff = isKnownAs(whenUnset(test.value), !holds);
    return { ...testedOnce(switchIn(test.value, setting, holds), condition), isOff };
  }
  return undefined;
}
