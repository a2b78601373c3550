import { toolOf } from '../dialects/agents/tool.js';
import type {
  Agent,
  AgentSystem,
  ConfigIssue,
  ControlClaims,
  Evidence,
  McpServer,
  Met,
  Place,
  Repair,
  ServerClaim,
  Tool,
  ToolClaim,
} from '../model/index.js';
import { changeTools, isMet, isMilder, toolsOf } from '../model/index.js';
import { nearestAmong } from '../model/nearest.js';
import { once } from '../model/once.js';

/**
 * Applies claims to a system: a control that the file does not show becomes `attested`. What a file shows
 * is never replaced by a claim. Source: design, sections 1 and 4.
 */
export function applyClaims(system: AgentSystem, claims: ControlClaims): void {
  const agents =
    claims.agent === undefined ? system.agents : system.agents.filter((one) => one.name === claims.agent);
  for (const agent of agents) {
    agent.mcpServers = agent.mcpServers.map((server) =>
      claims.servers.reduce(
        (one, claim) => (claim.key === keyOf(one) ? withServerClaim(one, claim, claims) : one),
        server,
      ),
    );
    applyToolClaims(agent, claims);
    if (claims.input)
      agent.guardrails.input = attest(agent.guardrails.input, claims.input.names, claims.input.at, claims);
    if (claims.output)
      agent.guardrails.output = attest(
        agent.guardrails.output,
        claims.output.names,
        claims.output.at,
        claims,
      );
  }
  if (claims.tracing) system.tracing = attest(system.tracing, claims.tracing.sink, claims.tracing.at, claims);
  const { residency, retention } = claims;
  if (residency) {
    system.residency = attest(
      system.residency,
      residency.region ?? residency.how ?? '',
      residency.at,
      claims,
    );
  }
  if (retention) system.retention = attest(system.retention, retention.how ?? '', retention.at, claims);
}

function attest<T>(known: Evidence<T>, value: T, at: Place, claims: ControlClaims): Evidence<T> {
  if (known.state === 'shown') return known;
  const { reason, ofPolicy } = claims;
  const evidence: Met<T> = { state: 'attested', value, at };
  if (reason !== undefined) evidence.why = reason;
  if (!ofPolicy) evidence.unclaimed = withoutClaim(known);
  return evidence;
}

/** The system without the claims of the repository. */
function withoutClaim<T>(evidence: Evidence<T>): Evidence<T> {
  return ('unclaimed' in evidence && evidence.unclaimed) || evidence;
}

function withServerClaim(server: McpServer, claim: ServerClaim, claims: ControlClaims): McpServer {
  const scoped = { ...server, scopes: [...server.scopes, ...claim.scopes] };
  // A list in the file itself takes precedence, and its tools are read already.
  if (!claim.allowedTools || server.allowedTools.state === 'shown') return scoped;
  const { names, at: list } = claim.allowedTools;
  const all = names.map(({ name }) => name);
  const claimed = names.filter(({ name }) => name !== '*');
  const tools = claimed.map(({ name, at }): Tool => {
    const place = at.file === server.at.file ? at : entryPlace(server, name);
    const tool = toolOf({ name, kind: 'mcp' }, place, { state: 'absent' }, server.url ?? server.name);
    return { ...tool, ...(!claims.ofPolicy && { claimed: true }), ...server.toolGate };
  });
  const allowedTools = attest(server.allowedTools, all, list, claims);
  return { ...scoped, allowedTools, tools: [...server.tools, ...tools] };
}

/** An attestation is in the configuration; the finding belongs to the file that names the server. */
function entryPlace({ at }: McpServer, name: string): Place {
  return {
    file: at.file,
    get path() {
      return `${at.path}.allowed_tools[${name}]`;
    },
    range: () => at.range(),
  };
}

function applyToolClaims(agent: Agent, claims: ControlClaims): void {
  if (claims.tools.length === 0) return;
  const claimed = (tool: Tool): Tool =>
    claims.tools.reduce((one, claim) => (isAbout(claim, one) ? withClaim(one, claim, claims) : one), tool);
  changeTools({ agents: [agent] }, claimed);
}

function isAbout(claim: ToolClaim, tool: Tool): boolean {
  if (claim.key === tool.name) return true;
  return tool.server !== undefined && claim.key === `${tool.server}#${tool.name}`;
}

function withClaim(stated: Tool, claim: ToolClaim, claims: ControlClaims): Tool {
  const isLower = claim.onlyRaises && claim.effect && isMilder(claim.effect.effect, stated.effect.effect);
  const tool = claim.effect && !isLower ? declaredAs(stated, claim.effect, claims.ofPolicy) : stated;
  const approval: Tool['approval'] =
    claim.refused && tool.approval.state !== 'shown' ? { state: 'absent', at: claim.refused } : tool.approval;
  if (!claim.approval) return approval === tool.approval ? tool : { ...tool, approval };
  const { by, at } = claim.approval;
  const value = { by: by === 'human' ? 'human' : 'machine', stated: by } as const;
  return { ...tool, approval: attest(approval, value, at, claims) };
}

/** A tool with a declared effect, which keeps the effect of name and kind for `approval/effect-lowered`. */
export function declaredAs(tool: Tool, declared: NonNullable<Tool['declared']>, ofPolicy = false): Tool {
  const { unclaimed = { effect: tool.effect, openEnded: tool.openEnded }, ...rest } = tool;
  const isMild = declared.effect === 'read' || declared.effect === 'change';
  return {
    ...rest,
    ...(!ofPolicy && { unclaimed }),
    undeclared: tool.undeclared ?? tool.effect,
    declared,
    effect: { effect: declared.effect, confidence: 'high', because: { from: 'declared' } },
    openEnded: tool.openEnded && !isMild,
  };
}

/**
 * The system as it is without the claims of the repository: controls that it claims are as the files state them, and tools
 * have the effects that they are known to have. Claims of a policy stay.
 */
export function withoutClaims(system: AgentSystem): AgentSystem {
  return {
    ...system,
    agents: system.agents.map((agent) => ({
      ...agent,
      tools: agent.tools.map(toolWithoutClaims),
      mcpServers: agent.mcpServers.map((server) => ({
        ...server,
        allowedTools: withoutClaim(server.allowedTools),
        tools: server.tools.filter(({ claimed }) => !claimed).map(toolWithoutClaims),
      })),
      guardrails: {
        ...agent.guardrails,
        input: withoutClaim(agent.guardrails.input),
        output: withoutClaim(agent.guardrails.output),
      },
    })),
    tracing: withoutClaim(system.tracing),
    residency: withoutClaim(system.residency),
    retention: withoutClaim(system.retention),
  };
}

function toolWithoutClaims(tool: Tool): Tool {
  const { unclaimed, ...rest } = tool;
  const plain: Tool = { ...rest, approval: withoutClaim(tool.approval) };
  if (!unclaimed) return plain;
  const { declared: _declared, undeclared: _undeclared, ...known } = plain;
  return { ...known, ...unclaimed };
}

/** The key of a claim about a server. */
const keyOf = ({ url, name }: McpServer) => url ?? name;

/** Claims without effect: of a tool or server of another agent, or with a key close to an existing one. */
export function misspeltClaims(system: AgentSystem): ConfigIssue[] {
  if (system.claims.length === 0) return [];
  const { agents } = system;
  const toolHolders = once(() =>
    holdersBy(agents, (agent) =>
      toolsOf(agent).flatMap(({ name, server }) =>
        server === undefined ? [name] : [name, `${server}#${name}`],
      ),
    ),
  );
  const servers = once(() => agents.flatMap(({ mcpServers }) => mcpServers));
  const serverHolders = once(() => holdersBy(agents, (agent) => agent.mcpServers.map(keyOf)));
  // A server without an allow-list may offer any tool, also one that another agent has.
  const open = once(
    () => new Set(agents.filter(({ mcpServers }) => mcpServers.some(isOpen)).map(({ name }) => name)),
  );
  const toolMeant = once(() => nearestAmong(agents.flatMap(toolsOf).map((tool) => tool.name)));
  const serverMeant = once(() => nearestAmong(servers().map(keyOf)));
  return system.claims.flatMap((claims): ConfigIssue[] => [
    ...claims.tools.flatMap((claim): ConfigIssue[] => {
      const holders = toolHolders().get(claim.key);
      if (holders && claims.agent !== undefined && open().has(claims.agent)) return [];
      if (holders) return elsewhere(claim, `\`${claim.key}\` is a tool`, holders, claims);
      const meant = toolMeant()(claim.key);
      const message = `Unknown tool \`${claim.key}\`: the claim has no effect. Did you mean \`${meant}\`?`;
      return meant ? [{ at: claim.at, message, repair: claimOf(claim.at, meant) }] : [];
    }),
    ...claims.servers.flatMap((claim): ConfigIssue[] => {
      const holders = serverHolders().get(claim.key);
      if (holders) return elsewhere(claim, 'This is an MCP server', holders, claims);
      const isHost = servers().some(({ url, name }) => url !== undefined && name === claim.key);
      const message = isHost
        ? 'The key of a server is its whole address: the claim has no effect. Write the address as in `mcp_servers`.'
        : 'Unknown MCP server: the claim has no effect. Did you mean the address that differs by a few characters?';
      const address = isHost
        ? servers().find(({ name }) => name === claim.key)?.url
        : serverMeant()(claim.key);
      const repair = address === undefined ? {} : { repair: claimOf(claim.at, address) };
      return isHost || address !== undefined ? [{ at: claim.at, message, ...repair }] : [];
    }),
  ]);
}

/** A claim under the intended key: there it has effect, so a person has to make the edit. */
const claimOf = (at: Place, key: string): Repair => ({
  title: `Claim: it is about \`${key}\``,
  edits: () => at.edit?.()?.rename(key),
});

const isOpen = ({ allowedTools }: McpServer): boolean => !isMet(allowedTools);

/** The names of the agents that have the tool or server of a claim's key. */
function holdersBy(
  agents: readonly Agent[],
  keysOf: (agent: Agent) => readonly string[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const holders = new Map<string, Set<string>>();
  for (const agent of agents) {
    for (const key of keysOf(agent)) {
      const names = holders.get(key);
      if (names) names.add(agent.name);
      else holders.set(key, new Set([agent.name]));
    }
  }
  return holders;
}

/** A claim of one agent about a tool that only others have: it looks like a gate, and gates nothing. */
function elsewhere(
  { at }: { at: Place },
  subject: string,
  holders: ReadonlySet<string>,
  { agent }: ControlClaims,
): ConfigIssue[] {
  if (agent === undefined || holders.has(agent)) return [];
  const [holder] = holders;
  const message = `${subject} of \`${holder}\`, not of \`${agent}\`: the claim has no effect. Move it to \`controls\` of \`${holder}\`.`;
  const repair = { title: 'Remove the claim', safe: true, edits: () => at.edit?.()?.remove() };
  return [{ at, message, repair }];
}
