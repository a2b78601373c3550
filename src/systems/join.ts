import { readClaims } from '../dialects/payload/claims.js';
import {
  type AgentSystem,
  type Attestation,
  type ConfigLayer,
  type ControlClaims,
  changeTools,
  holdsOn,
  isMet,
  isUnfilled,
  type McpServer,
} from '../model/index.js';
import { applyClaims, declaredAs, misspeltClaims } from './claims.js';

/**
 * Joins facts from other files: the file's own claims, the project's attestations that are valid on `asOf`
 * (`YYYY-MM-DD`) and declared effects. Changes the system in place: it was read only for this run.
 */
export function joinSystem(system: AgentSystem, layers: readonly ConfigLayer[], asOf: string): void {
  for (const agent of system.agents) agent.mcpServers = agent.mcpServers.map(withoutUnfilled);
  for (const claims of orderedClaims(system)) applyClaims(system, claims);
  for (const layer of layers) {
    for (const attestation of layer.attestationsOf(system.file)) {
      if (!holdsOn(attestation, asOf) || isUnfilled(attestation.reason)) continue;
      applyClaims(system, {
        ...readAttestation(attestation),
        reason: attestation.reason,
        ...(layer.policy ? { ofPolicy: true } : {}),
      });
    }
  }
  for (const layer of layers) declareTools(system, layer);
  for (const issue of misspeltClaims(system)) system.configIssues.push(issue);
}

/** A list of tools with only placeholders (`first_tool`, `...`) does not count. */
function withoutUnfilled(server: McpServer): McpServer {
  const { allowedTools } = server;
  if (!isMet(allowedTools) || !allowedTools.value.some(isUnfilled)) return server;
  const value = allowedTools.value.filter((name) => !isUnfilled(name));
  const { at } = allowedTools;
  return {
    ...server,
    allowedTools: value.length > 0 ? { ...allowedTools, value } : { state: 'absent', ...(at && { at }) },
    tools: server.tools.filter(({ name }) => !isUnfilled(name)),
  };
}

/** What an attestation claims. */
export const readAttestation = ({ controls, placeOf }: Attestation): ControlClaims =>
  readClaims(controls, placeOf);

/** Claims of the whole system first, so that an agent's own claims override them. */
function orderedClaims(system: AgentSystem): AgentSystem['claims'] {
  if (system.claims.length < 2) return system.claims;
  return [...system.claims].sort((a, b) => Number(a.agent !== undefined) - Number(b.agent !== undefined));
}

function declareTools(system: AgentSystem, layer: ConfigLayer): void {
  changeTools(system, (tool) => {
    // An effect that the file itself declares is nearer than the project's correction.
    if (tool.declared?.at?.file === system.file || !Object.hasOwn(layer.tools, tool.name)) return tool;
    const declared = layer.tools[tool.name];
    return declared ? declaredAs(tool, declared, layer.policy !== undefined) : tool;
  });
}
