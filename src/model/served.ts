import type { Place } from './place.js';
import type { Remedy } from './remedy.js';
import type { Tool } from './tool.js';

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

/** An MCP server that programs of the repository define. */
export interface ServedTools {
  /** As it calls itself. */
  name: string;
  /** Where it is constructed. */
  at: Place;
  /** Its tools, each with what it states of it. */
  tools: (Tool & { hints: ToolHints })[];
  /** An agent, a client or a program of the repository starts it: its tools are judged there. */
  isStarted?: true;
}
