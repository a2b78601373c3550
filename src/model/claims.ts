import type { DeclaredEffect } from './effect.js';
import type { Place } from './place.js';
import type { Scope } from './server.js';

/** A claim about one tool, by the key that `controls.tools` gives it. */
export interface ToolClaim {
  key: string;
  at: Place;
  effect?: DeclaredEffect;
  /** A milder effect than the known one does not count: the change that is judged brings it itself. */
  onlyRaises?: true;
  approval?: { by: string; how?: string; at: Place };
  /** Where it says `approval: false`: that no approval is required. */
  refused?: Place;
}

/** A claim about one MCP server, by its url as written. */
export interface ServerClaim {
  key: string;
  at: Place;
  allowedTools?: { names: { name: string; at: Place }[]; at: Place };
  scopes: Scope[];
}

/** Claims about what a payload has no field for: `controls` in a file, or an attestation of the project. */
export interface ControlClaims {
  /** The agent that they are about; left out: the whole system. */
  agent?: string;
  /** Why, for an attestation. */
  reason?: string;
  /** A policy from outside the repository makes them. */
  ofPolicy?: boolean;
  tools: ToolClaim[];
  servers: ServerClaim[];
  tracing?: { sink: string; at: Place };
  input?: { names: string[]; at: Place };
  output?: { names: string[]; at: Place };
  residency?: { region?: string; how?: string; at: Place };
  retention?: { how?: string; at: Place };
}
