import type { Inventory, Report } from '../../src/index.js';

/** One fact about a program. */
export interface StateRecord {
  record: string;
  key: string[];
  at: string[];
  content: Record<string, unknown>;
}

export function stateText(records: readonly StateRecord[]): string;

/** The day of every run. */
export const AS_OF: string;
export function stateOf(
  program: { name: string; cwd: string },
  api: { inspect(): Promise<Inventory>; lint(): Promise<Report> },
): Promise<StateRecord[]>;
