import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { isFilledInLater, isOwnMachine } from '../assess/mcp/hosts.js';
import { isGateNotRequired } from '../compare/change.js';
import {
  type AgentJson,
  type EvidenceJson,
  type ServerJson,
  type SystemJson,
  systemJson,
  type ToolJson,
} from '../compare/system-json.js';
import type { AgentSystem } from '../model/index.js';
import { displayText, hostOf } from '../model/secrets.js';
import type { UnreadFiles } from '../systems/index.js';
import type { Identity } from './format.js';
import { NOT_REQUIRED } from './shared/evidence-words.js';
import { compareText } from './shared/order.js';
import { jsonText } from './shared/text.js';

/** A name and a value; a name may occur several times. */
interface Property {
  name: string;
  value: string;
}

interface Component {
  type: 'application' | 'machine-learning-model';
  'bom-ref': string;
  name: string;
  version?: string;
  properties?: Property[];
}

/** Data that enters or leaves a service. */
interface ServiceData {
  name: string;
  flow: 'inbound' | 'outbound';
  classification: string;
}

interface Service {
  'bom-ref': string;
  name: string;
  endpoints?: string[];
  /** Whether its use leaves the machine of the agent; left out: not known. */
  'x-trust-boundary'?: boolean;
  data?: ServiceData[];
  properties: Property[];
}

/** What the bill of materials is made of. */
export interface BillOfMaterials {
  systems: readonly AgentSystem[];
  /** Frameworks that are recognised and not read yet. */
  unread: readonly UnreadFiles[];
  /** Version of agent-lint. */
  version: string;
  /** What the inventory is of. */
  identity: Identity;
  /** Day of the inventory, `YYYY-MM-DD`. Left out: no date is printed. */
  asOf?: string;
}

/**
 * The inventory as CycloneDX 1.6: agents as applications, models, MCP servers as services. The serial number comes from
 * the content, so that the same project has the same one.
 */
export function renderCycloneDx({ systems, unread, version, identity, asOf }: BillOfMaterials): string {
  const all = systems.map(systemJson);
  const parts = partsOf(all);
  const project = projectComponent(identity);
  const properties = [
    ...unread.map(({ framework, files }) => property('unread', `${framework}: ${files.join(', ')}`)),
    ...all.flatMap(({ file, unresolved }) =>
      unresolved.map(({ what, why }) => property('unresolved', `${file}: ${what}: ${why}`)),
    ),
  ];
  const content = {
    version: 1,
    metadata: {
      ...(asOf === undefined ? {} : { timestamp: `${asOf}T00:00:00Z` }),
      tools: { components: [{ type: 'application', name: 'agent-lint', version }] },
      component: project,
      ...(properties.length > 0 ? { properties } : {}),
    },
    components: [...parts.agents, ...parts.models],
    services: parts.services,
    dependencies: [
      { ref: project['bom-ref'], dependsOn: parts.agents.map((agent) => agent['bom-ref']).sort(compareText) },
      ...parts.dependencies,
    ],
  };
  return jsonText({
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: serialNumber(JSON.stringify(content)),
    ...content,
  });
}

/** What the bill is of; its version is the commit that is checked out. */
function projectComponent({ project, commit }: Identity): Component {
  const changed = commit?.changed ?? 0;
  return {
    type: 'application',
    'bom-ref': 'project',
    name: displayText(project),
    ...(commit === undefined ? {} : { version: commit.id }),
    ...(changed > 0 ? { properties: [property('files-that-differ-from-the-commit', String(changed))] } : {}),
  };
}

interface Parts {
  agents: Component[];
  models: Component[];
  services: Service[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

function partsOf(systems: readonly SystemJson[]): Parts {
  const taken = new Map<string, string>();
  const agents: Component[] = [];
  const services = new Map<string, Service>();
  const models = new Set<string>();
  const dependencies: Parts['dependencies'] = [];
  for (const system of systems) {
    const refs = new Map<string, string>();
    const own = system.agents.map((agent) => {
      const ref = freeRef(`agent:${system.file}#${agent.path || agent.name}`, '', taken);
      if (!refs.has(agent.name)) refs.set(agent.name, ref);
      return { agent, ref };
    });
    for (const { agent, ref } of own) {
      agents.push(agentComponent(system, agent, ref));
      const model = agent.model === undefined ? [] : [`model:${agent.model}`];
      if (agent.model !== undefined) models.add(agent.model);
      const used = agent.mcpServers.map((server) => {
        const service = serviceOf(system, server);
        const name = freeRef(
          `server:${server.file ?? system.file}#${server.path}`,
          JSON.stringify(service),
          taken,
        );
        services.set(name, { 'bom-ref': name, ...service });
        return name;
      });
      const next = [...agent.handoffs, ...agent.delegatesTo].flatMap((name) => refs.get(name) ?? []);
      dependencies.push({ ref, dependsOn: [...new Set([...model, ...used, ...next])].sort(compareText) });
    }
  }
  return {
    agents,
    models: [...models].sort(compareText).map((name) => ({
      type: 'machine-learning-model',
      'bom-ref': `model:${name}`,
      name,
    })),
    services: [...services.values()],
    dependencies,
  };
}

/** A reference that nothing else has; what says the same shares one, as a server that several agents use. */
function freeRef(wanted: string, content: string, taken: Map<string, string>): string {
  for (let nth = 1; ; nth++) {
    const ref = nth === 1 ? wanted : `${wanted}#${nth}`;
    const there = taken.get(ref);
    if (there === undefined || (content !== '' && there === content)) {
      taken.set(ref, content);
      return ref;
    }
  }
}

function agentComponent(system: SystemJson, agent: AgentJson, ref: string): Component {
  const { environment, delegation, runtime } = system;
  return {
    type: 'application',
    'bom-ref': ref,
    name: agent.name,
    properties: [
      property('file', agent.file ?? system.file),
      property('path', agent.path),
      property('dialect', system.dialect),
      property('surface', system.surface),
      ...(runtime === undefined ? [] : [property('runtime', runtime)]),
      ...(environment ? [property('environment', environment.type)] : []),
      ...(delegation?.maxConcurrent
        ? [property('max-concurrent-subagents', evidenceWords(delegation.maxConcurrent))]
        : []),
      property('tracing', evidenceWords(system.tracing)),
      property('input-guardrail', evidenceWords(agent.guardrails.input)),
      property('output-guardrail', evidenceWords(agent.guardrails.output)),
      ...(agent.mode ? [property('approval-mode', agent.mode.stated)] : []),
      ...(agent.allTools ? [property('all-tools', agent.allTools.why)] : []),
      ...agent.tools.flatMap(toolProperties),
    ],
  };
}

/** A tool is one property with its effect and one with its gate, both with its name in front. */
function toolProperties(tool: ToolJson): Property[] {
  const { name, effect, approval } = tool;
  const by = approval.by === undefined ? '' : `, by ${approval.by}`;
  return [
    property('tool', name),
    property('effect', `${name}: ${effect}`),
    property('approval', `${name}: ${isGateNotRequired(tool) ? NOT_REQUIRED : evidenceWords(approval) + by}`),
  ];
}

function serviceOf(system: SystemJson, server: ServerJson): Omit<Service, 'bom-ref'> {
  const { name, address, transport, allowedTools, scopes, tools, disabled, folders = [] } = server;
  const endpoint = /^https?:\/\//i.test(address) ? [iri(address)] : [];
  return {
    name,
    ...(endpoint.length > 0 ? { endpoints: endpoint } : {}),
    ...trustBoundary(server),
    ...(disabled ? {} : { data: DATA_FLOWS.map((flow) => ({ ...flow })) }),
    properties: [
      property('file', server.file ?? system.file),
      property('path', server.path),
      property('transport', transport),
      ...(endpoint.length > 0 ? [] : [property('address', address)]),
      ...(server.package ? [property('package', packageWords(server.package))] : []),
      ...(disabled ? [property('disabled', 'true')] : []),
      property('allowed-tools', evidenceWords(allowedTools)),
      ...scopes.map((scope) => property('scope', scope)),
      ...folders.map((folder) => property('folder', folder)),
      ...tools.flatMap(toolProperties),
      ...(server.offered?.tools ?? []).map((tool) =>
        property('offered-tool', `${tool.name}: ${tool.effect}`),
      ),
    ],
  };
}

/** A server on the agent's own machine crosses no boundary; one whose host is computed may. */
function trustBoundary({ transport, address }: ServerJson): Pick<Service, 'x-trust-boundary'> {
  if (transport === 'stdio') return { 'x-trust-boundary': false };
  const host = hostOf(address);
  if (host === undefined || isFilledInLater(host)) return {};
  return { 'x-trust-boundary': !isOwnMachine(host) };
}

/** What passes between an agent and an MCP server with each call; directions are those of the service. */
const DATA_FLOWS: readonly ServiceData[] = [
  { name: 'arguments of tool calls', flow: 'inbound', classification: 'not stated' },
  { name: 'results of tool calls', flow: 'outbound', classification: 'not stated' },
];

function packageWords({ from, name, version }: NonNullable<ServerJson['package']>): string {
  return `${from}:${name}${version === undefined ? '' : `@${version}`}`;
}

/** The state of a control, with its value where it is met: `attested (human)`, `absent`. */
function evidenceWords({ state, value }: EvidenceJson): string {
  if (value === undefined) return state;
  return `${state} (${Array.isArray(value) ? value.map(String).join(', ') : String(value)})`;
}

const property = (name: string, value: string): Property => ({
  name: `agent-lint:${name}`,
  value: displayText(value),
});

/** An address as an IRI: characters that an IRI does not allow, as in `${TOKEN}`, are percent-encoded. */
function iri(address: string): string {
  return address
    .replace(/%(?![0-9a-fA-F]{2})/g, '%25')
    .replace(/[^\w\-.~:/?#@!$&'()*+,;=%\u{a0}-\u{d7ff}\u{f900}-\u{fdcf}\u{fdf0}-\u{ffef}]/gu, percent);
}

function percent(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  // Half of a pair has no bytes of its own.
  return code >= 0xd800 && code <= 0xdfff ? '%EF%BF%BD' : encodeURIComponent(character);
}

/** A UUID of a kind that RFC 9562 leaves to its maker (version 8), from the SHA-256 of the content. */
function serialNumber(content: string): string {
  const hex = bytesToHex(sha256(utf8ToBytes(content)));
  const variant = ((Number.parseInt(hex[16] ?? '0', 16) & 0x3) | 0x8).toString(16);
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
