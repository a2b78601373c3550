import type { Place } from './place.js';
import type { Remedy } from './remedy.js';

/** What an MCP server states of a tool for its clients: annotations of the protocol, which nothing enforces. */
export interface ToolHints {
  readOnly?: boolean;
  destructive?: boolean;
  /** Where annotations are stated; left out: none are. */
  at?: Place;
  /** Why they are not known; left out: they are. */
  why?: string;
  /** Marks the tool as destructive. */
  mark: Remedy;
}
