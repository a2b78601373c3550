/** Whole numbers from 0 to below a bound, the same ones for a seed (mulberry32, public domain). */
export type Chance = (below: number) => number;

export function chanceOf(seed: number): Chance {
  let state = seed | 0;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}

export const pick = <T>(among: readonly T[], at: Chance): T => among[at(among.length)] as T;
