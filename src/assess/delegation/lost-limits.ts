import { addTo } from '../../model/grouped.js';
import { type AgentSystem, isBound, isMet, placeWords, type TurnLimit } from '../../model/index.js';
import type { EarlierSystems } from '../approval/lost-gates.js';

/** Whether a limit of turns of a system may have been lost: only then the base has to be read. */
export const mayHaveLostLimit = ({ turnLimits = [] }: AgentSystem): boolean =>
  turnLimits.some(({ limit }) => !isBound(limit));

/**
 * Gives the limit that bounded the same runs in the state that a change starts from, where none bounds them any more. Runs
 * are the same by the file of their system and by what is run; where several may be meant, only if each had a limit.
 */
export function openLostLimits({
  systems,
  movedTo,
}: Pick<EarlierSystems, 'systems' | 'movedTo'>): (
  system: AgentSystem,
  now: TurnLimit,
) => TurnLimit | undefined {
  const earlier = new Map<string, TurnLimit[]>();
  for (const { file, turnLimits = [] } of systems)
    for (const one of turnLimits) addTo(earlier, `${movedTo(file)}\n${one.of}`, one);
  return ({ file }, { of, limit }) => {
    const before = isBound(limit) ? [] : (earlier.get(`${file}\n${of}`) ?? []);
    return before.every((one) => isBound(one.limit)) ? before[0] : undefined;
  };
}

/** What a limit was at the base, as a sentence. */
export function limitBefore({ limit, at }: TurnLimit): string {
  return `At the base the limit was ${isMet(limit) ? limit.value : 'stated'} (${placeWords(at)}).`;
}
