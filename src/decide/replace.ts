import type { Requirements } from '../model/requirements.js';
import { NEEDS } from './decide.js';

/** Requirements with some keys replaced. A replaced key loses what `because` says about the one before. */
export function replaceRequirements(stated: Requirements, replacing: Requirements): Requirements {
  const { because = {}, ...rest } = stated;
  const isReplaced = (key: string) => key in replacing || (replacing.needs !== undefined && isNeed(key));
  const kept = Object.entries(because).filter(([key]) => !isReplaced(key));
  const all = { ...rest, ...replacing };
  const reasons = { ...Object.fromEntries(kept), ...replacing.because };
  return Object.keys(reasons).length > 0 ? { ...all, because: reasons } : all;
}

const isNeed = (key: string) => NEEDS.some((need) => need === key);
