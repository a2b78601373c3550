import { type Approval, codeSpan, type Evidence, type Place } from '../../model/index.js';
import type { Value } from '../../program/index.js';
import facts from './deciders/deciders.json' with { type: 'json' };
import { type Setting, type Switch, settingWithin, switchIn, whenUnset } from './deciders/unset.js';

/** No gate where a setting has to switch it on, or switches it off. */
export function offGate(setting: Switch, at: Place | undefined): Evidence<Approval> {
  const { isOfRun, name, better } = setting;
  return {
    state: 'absent',
    ...(at && { at }),
    why: offUnless(setting),
    ...(isOfRun && { off: { by: 'run', setting: name } }),
    ...(better !== undefined && { remedy: { text: remedyOf(setting, better) } }),
  };
}

function remedyOf({ name, setIn, fallback }: Switch, better: string): string {
  const setting = codeSpan(name);
  const value = codeSpan(better);
  const then = 'approval is then required unless the setting switches it off';
  if (setIn !== undefined)
    return `Set ${setting} to ${value.replaceAll('"', '')} in ${codeSpan(setIn)}: approval is then required.`;
  const from = fallback === undefined ? '' : `, in place of ${codeSpan(fallback)}`;
  return `Make ${value} the default of ${setting} where the program reads it${from}: ${then}.`;
}

const offUnless = ({ name, setIn, on, fallback }: Switch): string => {
  if (setIn !== undefined) return `its gate is off: ${codeSpan(setIn)} sets ${codeSpan(name)}`;
  if (on !== undefined) return `its gate is off unless ${codeSpan(`${name}=${on}`)} is set`;
  const otherwise = fallback === undefined ? '' : ` (default: ${codeSpan(fallback)})`;
  return `its gate is off unless ${codeSpan(name)} is set${otherwise}`;
};

/** No gate, because constants and defaults of the program let the tool run. `what`: the function that would ask. */
export function offByDefault(what: string, at: Place): Evidence<Approval> {
  const why = `with the constants and defaults of the program, ${what} does not ask`;
  return { state: 'absent', at, why, off: { by: 'defaults' } };
}

/** A gate that is there until a setting switches it off. */
export const onUnless = (stated: string, { name }: Setting): string =>
  `${stated}, unless ${codeSpan(name)} switches it off`;

/**
 * A gate that is on where a value computed from a setting is true (`holds`: or false): whether it is where nothing is set.
 * Undefined where that is not known.
 */
export function setByDefault(
  value: Value,
  holds = true,
): { readonly isOn: boolean; readonly setting: Switch } | undefined {
  const known = whenUnset(value);
  const setting = known && settingWithin(value);
  if (setting === undefined || !known) return undefined;
  const isTrue = Boolean(known.value);
  // Where it runs is no choice of the program.
  if (isTrue && isStage(setting.name)) return undefined;
  return { isOn: isTrue === holds, setting: switchIn(value, setting, holds) };
}

const STAGES: ReadonlySet<string> = new Set(facts.stages.split(' '));

/** Whether a deployment sets a setting to say what it is: `NODE_ENV`. */
const isStage = (setting: string): boolean =>
  STAGES.has(setting.slice(setting.lastIndexOf('_') + 1).toUpperCase());
