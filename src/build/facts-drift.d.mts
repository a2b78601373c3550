import type { Names } from './declared-names.mjs';

export interface Drift {
  missing: string[];
  onlyInCode: string[];
  unread: { name: string; owners: string[] }[];
  added: string[];
  removed: string[];
}

export function statedNames(stated: object): Set<string>;
export function driftOf(of: {
  stated: Set<string>;
  read: { has(name: string): boolean };
  known: Set<string>;
  newest: Names;
  checked?: Names;
}): Drift;
export function driftText(title: string, drift: Drift): string[];
