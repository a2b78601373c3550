import {
  type AgentSystem,
  defineRule,
  type McpServer,
  type Place,
  type Repair,
  type Scope,
} from '../../src/model/index.js';
import { redact } from '../../src/model/secrets.js';
import { yamlKey } from '../../src/syntax/edit/yaml-text.js';
import data from './broad-scopes.json' with { type: 'json' };

const EXACT: ReadonlyMap<string, string> = new Map(Object.entries(data.exact));

/** What a broad scope grants, in words; undefined for any other scope. */
function grantOf(scope: string): string | undefined {
  const name = scope.trim().toLowerCase();
  const beginning = Object.entries(data.beginnings).find(([start]) => name.startsWith(start));
  const ending = Object.entries(data.endings).find(([end]) => name.endsWith(end));
  return EXACT.get(name) ?? ending?.[1] ?? beginning?.[1];
}

/** A claim of the project's configuration is reported in the file that names the server. */
const placeOf = (scope: Scope, server: McpServer): Place =>
  scope.at.file === server.at.file ? scope.at : server.at;

function remediationFor(system: AgentSystem, server: McpServer, scope: Scope): string {
  const isStated = scope.at.file === server.at.file && !system.controls;
  const where = isStated
    ? 'this list'
    : system.controls
      ? `\`controls.mcp_servers.${yamlKey(server.address)}.scopes\``
      : 'the `scopes` claimed for the server';
  return isOnlyBroad(server)
    ? `Decide which scopes the allowed tools need, and request only those, in the token and in ${where}.`
    : `Remove \`${redact(scope.value)}\` from the token and from ${where}, or request a narrower scope in its place.`;
}

/** Whether a server has only broad scopes: which it needs is a decision then. */
const isOnlyBroad = ({ scopes }: McpServer) => scopes.every(({ value }) => grantOf(value) !== undefined);

/** Takes a scope out of a list that has narrower ones. What is claimed of a token is set at its issuer. */
function removalOf(
  { controls }: AgentSystem,
  server: McpServer,
  { value, at, remove }: Scope,
): Repair | undefined {
  if (isOnlyBroad(server)) return undefined;
  const isClaim = controls !== undefined || at.file !== server.at.file;
  const name = redact(value);
  return {
    title: isClaim
      ? `Claim: the token for \`${server.name}\` does not have the scope \`${name}\``
      : `Remove the scope \`${name}\``,
    edits: remove ?? (() => at.edit?.()?.remove()),
  };
}

export default defineRule({
  id: 'scope/broad-oauth',
  summary: 'An OAuth scope of an MCP server grants more than a task needs',
  severity: 'warning',
  spec: '1',
  remediation: 'Decide which scopes the allowed tools need, and request only those.',
  references: [
    'LLM03:2026',
    'LLM06:2025',
    'ASI03',
    'MCP02:2025',
    'CWE-250',
    'CWE-272',
    'AML.M0026',
    'SP800-53r5:AC-6',
    'SP800-53r5:CM-7',
    'SP800-53r5:CM-7(5)',
    'AI-RMF-1.0:MEASURE-2.7',
  ],
  since: '0.1.0',
  about: ['scopes'],
  check(system, report) {
    for (const agent of system.agents) {
      for (const server of agent.mcpServers) {
        for (const scope of server.scopes) {
          const grant = grantOf(scope.value);
          if (grant === undefined) continue;
          report({
            at: placeOf(scope, server),
            agent: agent.name,
            message: `The scope \`${redact(scope.value)}\` gives the token for \`${server.name}\` ${grant}.`,
            remediation: remediationFor(system, server, scope),
            fixes: [removalOf(system, server, scope)],
          });
        }
      }
    }
  },
});
