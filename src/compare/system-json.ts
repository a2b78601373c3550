import { seenGate } from '../assess/approval/lost-gates.js';
import { containmentWords } from '../assess/grant-words.js';
import { plainHttp } from '../assess/mcp/hosts.js';
import { sensitiveServer } from '../assess/scope/sensitive.js';
import { HOUSEKEEPING, sourceWords } from '../effects/index.js';
import {
  type Agent,
  type AgentSystem,
  type Approval,
  type Endpoint,
  type Evidence,
  type Guardrails,
  gateFlawOf,
  isMet,
  type McpServer,
  type Place,
  type Range,
  type Tool,
  toolsOf,
} from '../model/index.js';
import { displayText, displayUrl, redact, secretIn } from '../model/secrets.js';

/** A control and how it is known. */
export interface EvidenceJson {
  state: Evidence<unknown>['state'];
  value?: unknown;
  why?: string;
  range?: Range;
  /** Only where it is another file than the system's. */
  file?: string;
}

interface Where {
  range: Range;
  file?: string;
}

export interface GuardrailsJson {
  input: EvidenceJson;
  output: EvidenceJson;
}

export interface ToolJson extends Where {
  name: string;
  kind: string;
  type?: string;
  effect: string;
  confidence: string;
  because: string;
  openEnded: boolean;
  /** What its body does to the program's own data; left out where nothing is known. */
  also?: { act: string; at: { file: string; range: Range }; because: string }[];
  /** `by`: who answers the gate, where it is not a person alone. */
  approval: EvidenceJson & { by?: Approval['by'] };
  /** What checks its calls alone, where something does. */
  guardrails?: GuardrailsJson;
  path: string;
  /** Only in a comparison; null: none is stated. */
  description?: string | null;
  /** Only in a comparison: the variable or function that defines it. */
  symbol?: string;
  /** Only in a comparison, where who answers is not known: whom the gate asks that its file states. */
  stated?: Approval['by'];
  /** Only in a comparison: why its gate does not hold. */
  flaw?: string;
}

export interface ServerJson extends Where {
  name: string;
  address: string;
  transport: string;
  allowedTools: EvidenceJson;
  scopes: string[];
  /** The tools that the allow-list names. */
  tools: ToolJson[];
  /** What its command starts, where the command shows it. */
  package?: { from: string; name: string; version?: string; pinned: boolean };
  /** Folders that it is given. */
  folders?: string[];
  /** What settings beside the file say of its tools. */
  permissions?: ({ tool: string; state: string } & Where)[];
  /** The setting that lets every tool of it run with nobody asked. */
  runsUnasked?: { stated: string } & Where;
  /** What it offers, as a saved tool list or, where it is defined there, a program has it. */
  offered?: { file: string; defined?: true; tools: { name: string; effect: string; openEnded: boolean }[] };
  disabled?: true;
  /** Only in a comparison: what makes every tool of it a risk. */
  risk?: string;
  /** What checks the calls of its tools alone, where something does. */
  guardrails?: GuardrailsJson;
  path: string;
}

export interface AgentJson extends Where {
  name: string;
  model?: string;
  tools: ToolJson[];
  mcpServers: ServerJson[];
  handoffs: string[];
  delegatesTo: string[];
  guardrails: GuardrailsJson;
  path: string;
  /** Who is asked before the agent acts, where a setting says so for all that it does. */
  mode?: { stated: string; asks: string; contained?: string } & Where;
  /** It may use every tool of its client, and why. */
  allTools?: { why: string } & Where;
  /** Only in a comparison; null: none are stated. */
  instructions?: string | null;
}

/** A system as `inspect` and the JSON report print it (design, section 6). */
export interface SystemJson {
  file: string;
  dialect: string;
  surface: string;
  runtime?: string;
  range: Range;
  agents: AgentJson[];
  /** The MCP server that it is, with its tools. */
  serves?: { name: string; tools: ToolJson[] } & Where;
  delegation?: { enabled: EvidenceJson; maxConcurrent?: EvidenceJson };
  environment?: { type: string; kind: string } & Where;
  tracing: EvidenceJson;
  residency: EvidenceJson;
  retention: EvidenceJson;
  endpoint?: { host?: string; region?: string; processes?: boolean } & Where;
  storedState?: ({ kind: string; name: string; kept: EvidenceJson } & Where)[];
  /** The vendor profile that the file itself selects. */
  vendor?: string;
  /** The language of a program. */
  language?: string;
  /** The version that its defaults and fields are read by, where none is locked. */
  because?: string;
  turnLimits?: { of: string; limit: EvidenceJson; because?: string }[];
  requirements?: unknown;
  unresolved: ({ what: string; why: string } & Where)[];
  /** Only in a comparison: where the session is created or the model is called; null: none is seen. */
  request?: string | null;
}

/** What those who join the parts of a run need of a system. */
export type SystemOutline = Pick<SystemJson, 'file' | 'surface' | 'environment' | 'unresolved'>;

/** The members of a system's JSON that `SystemOutline` names. */
export function systemOutline(system: AgentSystem): SystemOutline {
  const { file, surface } = system;
  return { file, surface, ...environmentMember(system), unresolved: unresolvedJson(system) };
}

/** The JSON of a system. Secrets are cut out of every text that a file may have put them in. */
export function systemJson(system: AgentSystem): SystemJson {
  const where = (place: Place): Where => placeJson(place, system.file);
  const evidence = (one: Evidence<unknown>): EvidenceJson => evidenceJson(one, system.file);
  const { delegation } = system;
  return {
    file: system.file,
    dialect: system.dialect,
    surface: system.surface,
    ...(system.runtime && { runtime: system.runtime }),
    range: system.at.range(),
    agents: system.agents.map((agent) => agentJson(agent, system.file)),
    ...(system.serves && {
      serves: {
        name: displayText(system.serves.name),
        tools: system.serves.tools.map((tool) => toolJson(tool, system.file)),
        ...where(system.serves.at),
      },
    }),
    ...(delegation && {
      delegation: {
        enabled: evidence(delegation.enabled),
        ...(delegation.maxConcurrent && { maxConcurrent: evidence(delegation.maxConcurrent) }),
      },
    }),
    ...environmentMember(system),
    tracing: evidence(tracingShown(system)),
    residency: evidence(system.residency),
    retention: evidence(system.retention),
    ...(system.endpoint && { endpoint: endpointJson(system.endpoint, where) }),
    ...(system.storedState && {
      storedState: system.storedState.map(({ kind, name, kept, at }) => ({
        kind,
        name: displayText(name),
        kept: evidence(kept),
        ...where(at),
      })),
    }),
    ...(system.vendor && { vendor: system.vendor }),
    ...(system.language && { language: system.language }),
    ...(system.assumes !== undefined && { because: assumed(system).join('') }),
    ...(system.turnLimits && {
      turnLimits: system.turnLimits.map((one) => ({
        of: displayText(one.of),
        limit: evidence(one.limit),
        ...(one.assumes !== undefined && { because: assumed(one).join('') }),
      })),
    }),
    ...(system.stated && { requirements: withoutSecrets(system.stated.requirements) }),
    unresolved: unresolvedJson(system),
  };
}

/** The texts that people accept with a system, complete, so that each change of them is seen, and without secrets. */
export interface SystemTexts {
  /** Where the session is created or the model is called: method and path, host, headers; null: none is seen. */
  request: string | null;
  /** In the order of its agents. */
  agents: {
    instructions: string | null;
    /** Of its tools, then of those of its MCP servers, in their order. */
    descriptions: (string | null)[];
  }[];
}

export const textsOf = (system: AgentSystem): SystemTexts => ({
  request: requestText(system),
  agents: system.agents.map((agent) => ({
    instructions: textOf(agent.instructions?.text),
    descriptions: toolsOf(agent).map(({ description }) => textOf(description)),
  })),
});

/** A system with its texts, as a comparison reads it. Texts that are not known are left out. */
export function withTexts(system: SystemJson, texts: SystemTexts | undefined): SystemJson {
  if (!texts) return system;
  const agents = system.agents.map((agent, at): AgentJson => {
    const { instructions = null, descriptions = [] } = texts.agents[at] ?? {};
    const left = descriptions.values();
    const described = (tool: ToolJson) => ({ ...tool, description: left.next().value ?? null });
    const tools = agent.tools.map(described);
    const mcpServers = agent.mcpServers.map((one) => ({ ...one, tools: one.tools.map(described) }));
    return { ...agent, instructions, tools, mcpServers };
  });
  return { ...system, request: texts.request, agents };
}

/** A system with what tells of each tool whether a change hides or weakens its gate, and of each server whether it is a risk. */
export function withGates(json: SystemJson, { agents }: AgentSystem): SystemJson {
  const known = (tool: ToolJson, read: Tool | undefined): ToolJson => {
    const flaw = read && gateFlawOf(read);
    const seen = read && seenGate(read);
    return {
      ...tool,
      ...(read?.symbol !== undefined && { symbol: read.symbol }),
      ...(seen?.state === 'shown' && seen !== read?.approval && { stated: seen.value.by }),
      ...(flaw && { flaw: displayText(flaw.why) }),
    };
  };
  return {
    ...json,
    agents: json.agents.map((agent, at) => ({
      ...agent,
      tools: agent.tools.map((tool, place) => known(tool, agents[at]?.tools[place])),
      mcpServers: agent.mcpServers.map((server, place) => {
        const read = agents[at]?.mcpServers[place];
        const risk = read && riskOf(read);
        return {
          ...server,
          tools: server.tools.map((tool, index) => known(tool, read?.tools[index])),
          ...(risk !== undefined && { risk }),
        };
      }),
    })),
  };
}

/** What makes every tool of a server a risk; undefined where nothing is known to. */
function riskOf(server: McpServer): string | undefined {
  if (server.disabled) return undefined;
  return plainHttp(server) === 'shown' ? 'plain HTTP' : sensitiveServer(server)?.kind;
}

/** White space at the end says nothing to a model. */
const textOf = (text: string | undefined): string | null => redact(text?.trimEnd() ?? '') || null;

/** A request as its lines: method and path, host, headers by name. */
function requestText({ request, endpoint }: AgentSystem): string | null {
  const { method, path, headers = [], host = endpoint?.host } = request ?? {};
  const target = [method?.value, path && displayUrl(path.value)].filter(Boolean).join(' ');
  const named = headers.map(({ name, value }) => ({
    key: name.toLowerCase(),
    line: `${name}: ${secretIn(name, value) ? '***' : redact(value)}`,
  }));
  named.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const lines = [target, host === undefined ? '' : `Host: ${host}`, ...named.map(({ line }) => line)];
  return lines.filter(Boolean).join('\n') || null;
}

/** Tracing as it is shown to readers: what is switched off is stated, by a program or by its environment. */
export function tracingShown({ tracing, traces }: AgentSystem): Evidence<string> {
  if (isMet(tracing) || !traces?.offAt) return tracing;
  return { state: 'shown', value: 'off', at: traces.offAt };
}

function endpointJson({ host, region, processes, at }: Endpoint, where: (place: Place) => Where) {
  return {
    ...(host !== undefined && { host: displayText(host) }),
    ...(region !== undefined && { region }),
    ...(processes !== undefined && { processes }),
    ...where(at),
  };
}

function agentJson(agent: Agent, file: string): AgentJson {
  return {
    name: displayText(agent.name),
    ...placeJson(agent.at, file),
    ...(agent.model !== undefined && { model: displayText(agent.model) }),
    tools: agent.tools.map((tool) => toolJson(tool, file)),
    mcpServers: agent.mcpServers.map((server) => serverJson(server, file)),
    handoffs: agent.handoffs.map((next) => displayText(next.name)),
    delegatesTo: agent.delegatesTo.map((next) => displayText(next.name)),
    guardrails: guardrailsJson(agent.guardrails, file),
    ...(agent.mode && {
      mode: {
        stated: displayText(agent.mode.stated),
        asks: agent.mode.asks,
        ...(agent.mode.containedBy && { contained: containmentWords(agent.mode.containedBy) }),
        ...placeJson(agent.mode.at, file),
      },
    }),
    ...(agent.allTools && { allTools: { why: agent.allTools.why, ...placeJson(agent.allTools.at, file) } }),
    path: agent.at.path,
  };
}

function guardrailsJson({ input, output }: Guardrails, file: string): GuardrailsJson {
  return { input: evidenceJson(input, file), output: evidenceJson(output, file) };
}

/** The version that something is read by where none is locked, in words. */
const assumed = ({ assumes }: { assumes?: string }): string[] =>
  assumes === undefined ? [] : [`assumes ${assumes}`];

function toolJson(tool: Tool, file: string): ToolJson {
  const { approval } = tool;
  return {
    name: displayText(tool.name),
    kind: tool.kind,
    ...(tool.type !== undefined && { type: displayText(tool.type) }),
    effect: tool.effect.effect,
    confidence: tool.effect.confidence,
    because: displayText([sourceWords(tool.effect.because), ...assumed(tool)].join('; ')),
    openEnded: tool.openEnded,
    ...(tool.also && {
      also: tool.also.map(({ act, at, because }) => ({
        act: displayText(act),
        at: { file: at.file, range: at.range() },
        because: HOUSEKEEPING[because],
      })),
    }),
    approval:
      'value' in approval
        ? {
            ...evidenceJson({ ...approval, value: approval.value.stated }, file),
            ...(approval.value.by !== 'human' && { by: approval.value.by }),
          }
        : evidenceJson(approval, file),
    ...(tool.guardrails && { guardrails: guardrailsJson(tool.guardrails, file) }),
    path: tool.at.path,
    ...placeJson(tool.at, file),
  };
}

function serverJson(server: McpServer, file: string): ServerJson {
  return {
    name: displayText(server.name),
    address: displayText(server.address),
    transport: server.transport,
    allowedTools: evidenceJson(server.allowedTools, file),
    scopes: server.scopes.map((scope) => displayText(scope.value)),
    tools: server.tools.map((tool) => toolJson(tool, file)),
    ...reachJson(server, file),
    ...(server.guardrails && { guardrails: guardrailsJson(server.guardrails, file) }),
    path: server.at.path,
    ...placeJson(server.at, file),
  };
}

/** What is known of a server beside its tools: what starts it, what it is given, what runs unasked. */
function reachJson(server: McpServer, file: string): Partial<ServerJson> {
  const { launch, folders, permissions, grant, offered, disabled } = server;
  return {
    ...(launch && {
      package: {
        from: launch.from,
        name: displayText(launch.name),
        ...(launch.version !== undefined && { version: displayText(launch.version) }),
        pinned: launch.pinned,
      },
    }),
    ...(folders && { folders: folders.map(({ value }) => displayText(value)) }),
    ...(permissions && {
      permissions: permissions.map(({ tool, state, at }) => ({
        tool: displayText(tool),
        state,
        ...placeJson(at, file),
      })),
    }),
    ...(grant && {
      runsUnasked: { stated: displayText(grant.setting), ...placeJson(grant.at, file) },
    }),
    ...(offered && {
      offered: {
        file: offered.file,
        ...(offered.isDefined && { defined: true as const }),
        tools: offered.tools.map(({ name, effect, openEnded }) => ({
          name: displayText(name),
          effect: effect.effect,
          openEnded,
        })),
      },
    }),
    ...(disabled && { disabled }),
  };
}

function environmentMember({ environment, file }: AgentSystem): Pick<SystemJson, 'environment'> {
  if (!environment) return {};
  const { type, kind, at } = environment;
  return { environment: { type: displayText(type), kind, ...placeJson(at, file) } };
}

const unresolvedJson = ({ unresolved, file }: AgentSystem): SystemJson['unresolved'] =>
  unresolved.map(({ what, why, at }) => ({
    what: displayText(what),
    why: displayText(why),
    ...placeJson(at, file),
  }));

function placeJson(place: Place, file: string): Where {
  return { range: place.range(), ...(place.file !== file && { file: place.file }) };
}

function evidenceJson(evidence: Evidence<unknown>, file: string): EvidenceJson {
  return {
    state: evidence.state,
    ...('value' in evidence && { value: withoutSecrets(evidence.value) }),
    ...(evidence.why !== undefined && { why: displayText(evidence.why) }),
    ...(evidence.at && placeJson(evidence.at, file)),
  };
}

/** The same plain value with secrets cut out of every text in it. */
export function withoutSecrets(value: unknown): unknown {
  if (typeof value === 'string') return displayText(value);
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withoutSecrets(member)]));
}
