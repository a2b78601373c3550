import type { ToolHints } from './hints.js';
import type { Place } from './place.js';
import type { Tool } from './tool.js';

/** An MCP server that programs of the repository define. */
export interface ServedTools {
  /** As it calls itself. */
  name: string;
  /** Where it is constructed. */
  at: Place;
  /** Its tools, each with what it states of it. */
  tools: (Tool & { hints: ToolHints })[];
  /** Some of its tools are not known. */
  isOpen?: true;
  /** The servers that one program starts together; left out: it is one. */
  parts?: readonly ServedTools[];
  /** An agent, a client or a program of the repository starts it: its tools are judged there. */
  isStarted?: true;
}
