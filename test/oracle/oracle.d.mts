import type { inspect, lint } from '../../src/index.js';
import type { StateRecord } from './state.mjs';

export const BASELINE: string;
export function statesOf(
  groups: ReadonlyMap<string, readonly Program[]>,
  api: { inspect: typeof inspect; lint: typeof lint },
): AsyncGenerator<[group: string, records: StateRecord[]]>;
export function readStates(folder: string): Map<string, StateRecord[]>;

/** A program: files, or a folder. */
export type Program = { name: string } & ({ files: Record<string, string> } | { cwd: string });
