import { describe, expect, it } from 'vitest';
import { joinMaps, withValue } from '../../src/program/values/grown-map.js';

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);

describe('a map with one more value', () => {
  // Whatever was added to which version in which order, each version is what a copy would be.
  it.each(numbers(6))('is what a changed copy is, and the map stays as it was, seed %i', (seed) => {
    let state = seed + 1;
    const random = (below: number) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return (state >>> 8) % below;
    };
    const versions: [ReadonlyMap<string, number>, Map<string, number>][] = [[new Map(), new Map()]];
    for (let step = 0; step < 300; step++) {
      // Mostly the newest one goes on.
      const from = random(10) === 0 ? random(versions.length) : versions.length - 1;
      const [map, copy] = versions[from] as (typeof versions)[number];
      const key = `k${random(80)}`;
      versions.push([withValue(map, key, step), new Map(copy).set(key, step)]);
    }
    const keys = numbers(80).map((at) => `k${at}`);
    const read = (map: ReadonlyMap<string, number>) => {
      const each: string[] = [];
      map.forEach((value, key) => void each.push(`${key} ${value}`));
      return [
        map.size,
        [...map],
        [...map.keys()],
        [...map.values()],
        each,
        keys.map((key) => [map.get(key), map.has(key)]),
      ];
    };
    expect(versions.map(([map]) => read(map))).toEqual(versions.map(([, copy]) => read(copy)));
    // Two versions are joined as two copies are.
    const both = (one: number, other: number) => (one === other ? one : Math.max(one, other) + 1_000);
    for (let step = 0; step < 60; step++) {
      const [a, b] = [versions[random(versions.length)], versions[random(versions.length)]];
      if (!a || !b) continue;
      const joined = joinMaps(a[0], b[0], both, (one) => -one);
      const expected = joinMaps(a[1], b[1], both, (one) => -one);
      expect([...joined]).toEqual([...expected]);
    }
  });
});
