import type { StateRecord } from './state.mjs';

export interface Comparison {
  groups: Map<string, string[]>;
  moved: string[];
  losses: string[];
}

export type States = ReadonlyMap<string, readonly StateRecord[]>;
export function compareStates(before: States, after: States): Comparison;
export function comparisonText(comparison: Comparison, options?: { lines?: boolean }): string;
