/** One fact about a program. */
export interface StateRecord {
  record: string;
  key: string[];
  at: string[];
  content: Record<string, unknown>;
}

export function stateText(records: readonly StateRecord[]): string;
