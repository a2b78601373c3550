import { type Evidence, isMet } from '../../model/index.js';

/** Whether subagent delegation is stated to be on. */
export function isOn(enabled: Evidence<boolean>): boolean {
  return isMet(enabled) && enabled.value;
}
