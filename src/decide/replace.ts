import type { Requirements } from '../model/requirements.js';
import { NEEDS } from './decide.js';

/** Requirements with some keys replaced. A replaced key loses what `because` says about the one before. */
export function replaceRequirements(stated: Requirements, replacing: Requirements): Requirements {
  const { because = {}, ...rest } = stated;
  const isReplaced = (key: string) => key in replacing || (replacing.needs !== undefined && isNeed(key));
  const kept = Object.entries(because).filter(([key]) => !isReplaced(key));
  const all = { ...rest, ...replacing };
  return kept.length > 0 ? { ...all, because: Object.fromEntries(kept) } : all;
}

const isNeed = (key: string) => NEEDS.some((need) => need === key);
