import { isOwnMachine } from '../../assess/mcp/hosts.js';
import type { AgentJson, EvidenceJson, ServerJson, SystemJson } from '../../compare/system-json.js';
import { isWithin, regionNamed, regionsOf, regionTitle } from '../../facts/regions.js';
import { regionOfHost } from '../../facts/regions-hosts.js';
import type { DecisionOfFiles } from '../../lint/result.js';
import type { AgentSystem, Requirements } from '../../model/index.js';
import { hostOf } from '../../model/secrets.js';
import { statedWords } from './decision-words.js';
import { evidenceShown, valueWords } from './evidence-words.js';
import { sentence } from './text.js';

/** Where data of a system is processed or kept, and how that is known: `dataPlace` of `schemas/review.schema.json`. */
export interface DataPlace {
  /** What the requirements say of data. */
  requirement: string;
  /** The file of the system. */
  file: string;
  agent?: string;
  component: 'processing' | 'storage' | 'traces' | 'MCP host';
  what: string;
  where: string;
  /** `outside`: a file shows a place that the requirements exclude. */
  state: 'seen' | 'claimed' | 'unverified' | 'outside';
  words: string;
}

/** A system as it is printed, with the exporter of its traces, which print does not have. */
export interface MappedSystem {
  json: SystemJson;
  traces: AgentSystem['traces'];
}

type Row = Omit<DataPlace, 'requirement' | 'file'>;

/** Where each system processes and keeps data, as far as its files say: no place is guessed. */
export function dataMapOf(
  systems: readonly MappedSystem[],
  decisions: readonly DecisionOfFiles[],
): DataPlace[] {
  const byFile = new Map(decisions.flatMap((one) => one.files.map((file) => [file, one] as const)));
  return systems.flatMap(({ json, traces }) => {
    const requirements = byFile.get(json.file)?.requirements ?? {};
    const requirement = requirementWords(requirements);
    const hosts = json.agents.flatMap((agent) =>
      agent.mcpServers.map((server) => hostRow(agent, server, requirements)),
    );
    // Settings of a coding agent say nothing of where its maker processes data.
    const own =
      json.surface === 'product'
        ? [processingRow(json, requirements), ...storageRows(json, requirements), traceRow(json, traces)]
        : [];
    return [...own, ...hosts].map((row) => ({ requirement, file: json.file, ...row }));
  });
}

function requirementWords({ residency, zero_data_retention }: Requirements): string {
  const stated = statedWords({
    ...(residency ? { residency } : {}),
    ...(zero_data_retention === undefined ? {} : { zero_data_retention }),
  });
  return stated.length === 0 ? 'Nothing is stated on data' : sentence(stated.join('; '));
}

/** Whether a region breaks what is required; a region that no fact names breaks nothing. */
function isOutside(region: string | undefined, requirements: Requirements): boolean {
  const required = regionsOf(requirements);
  return region !== undefined && required.length > 0 && !required.some((one) => isWithin(region, one));
}

function processingRow({ runtime, endpoint, residency }: SystemJson, requirements: Requirements): Row {
  const row = { component: 'processing' as const, what: 'model calls' };
  if (runtime === 'managed') {
    return {
      ...row,
      where: 'US, by the managed agent service',
      state: isOutside('us', requirements) ? 'outside' : 'seen',
      words: 'Constraint 1: it processes data in the US only.',
    };
  }
  if (endpoint?.host !== undefined && endpoint.region !== undefined && endpoint.region !== 'none') {
    const place = endpoint.region.toUpperCase();
    return {
      ...row,
      where: `${endpoint.host} (${place})`,
      state: isOutside(endpoint.region, requirements)
        ? 'outside'
        : endpoint.processes
          ? 'seen'
          : 'unverified',
      words: hostWords(place, endpoint.processes === true),
    };
  }
  if ('value' in residency) return { ...row, ...claimedRegion(residency, requirements) };
  if (endpoint?.host !== undefined) {
    const words =
      endpoint.region === 'none' ? 'The host states no region.' : 'The region of the host is not known.';
    return { ...row, where: endpoint.host, state: 'unverified', words };
  }
  return {
    ...row,
    where: endpoint ? 'computed at run time' : 'not stated',
    state: 'unverified',
    words: 'No file states where the model is called.',
  };
}

function claimedRegion(
  residency: EvidenceJson,
  requirements: Requirements,
): Pick<Row, 'where' | 'state' | 'words'> {
  const where = valueWords(residency.value);
  return {
    where,
    state: isOutside(regionNamed(where), requirements) ? 'outside' : 'claimed',
    words: evidenceShown(residency),
  };
}

function storageRows(
  { runtime, storedState = [], retention }: SystemJson,
  requirements: Requirements,
): Row[] {
  const noneKept = requirements.zero_data_retention === true;
  const rows = storedState.map(({ name, kept }): Row => {
    const isKept = kept.state === 'absent' || kept.value === true;
    return {
      component: 'storage',
      what: name,
      where:
        kept.state === 'undecidable' ? 'computed at run time' : isKept ? 'kept by the operator' : 'not kept',
      state: kept.state === 'undecidable' ? 'unverified' : isKept && noneKept ? 'outside' : 'seen',
      words: kept.state === 'absent' ? 'The field is left out, and the default keeps.' : evidenceShown(kept),
    };
  });
  if ('value' in retention)
    return [
      ...rows,
      {
        component: 'storage',
        what: 'stored state',
        where: 'kept by the caller only',
        state: 'claimed',
        words: evidenceShown(retention),
      },
    ];
  if (runtime === 'managed') {
    return [
      ...rows,
      {
        component: 'storage',
        what: 'session state',
        where: 'kept by the managed agent service',
        state: noneKept ? 'outside' : 'seen',
        words: 'Constraint 2: it does not offer zero data retention.',
      },
    ];
  }
  if (rows.length > 0) return rows;
  return [
    {
      component: 'storage',
      what: 'stored state',
      where: 'not stated',
      state: 'unverified',
      words: 'No file states what is kept.',
    },
  ];
}

const EXPORTERS = {
  vendor: "the vendor's trace store, by default",
  own: 'an exporter of the project',
  both: "an exporter of the project and the vendor's trace store",
  none: 'nowhere, by default',
} as const;

function traceRow({ tracing }: SystemJson, traces: AgentSystem['traces']): Row {
  const row = { component: 'traces' as const, what: 'traces' };
  if ('value' in tracing) {
    const sink = valueWords(tracing.value);
    if (sink === 'off') return { ...row, where: 'switched off', state: 'seen', words: 'No trace is kept.' };
    return {
      ...row,
      where: sink,
      state: tracing.state === 'attested' ? 'claimed' : 'unverified',
      words: `${evidenceShown(tracing)}. The region of the sink is not known.`,
    };
  }
  const words = `${sentence(evidenceShown(tracing))}.`;
  if (!traces) return { ...row, where: 'not stated', state: 'unverified', words };
  return { ...row, where: EXPORTERS[traces.exporter], state: 'unverified', words };
}

function hostRow(agent: AgentJson, server: ServerJson, requirements: Requirements): Row {
  const row = { agent: agent.name, component: 'MCP host' as const, what: server.name };
  const host = hostOf(server.address)?.toLowerCase();
  if (server.transport === 'stdio' || (host !== undefined && isOwnMachine(host))) {
    return {
      ...row,
      where: 'the machine of the agent',
      state: 'unverified',
      words: `Started as ${server.address}. What it sends on is not known.`,
    };
  }
  const region = host === undefined ? undefined : regionOfHost(host);
  if (host !== undefined && region && region.region !== 'none')
    return {
      ...row,
      where: `${host} (${region.region.toUpperCase()})`,
      state: isOutside(region.region, requirements) ? 'outside' : region.processes ? 'seen' : 'unverified',
      words: hostWords(regionTitle(region.region), region.processes),
    };
  return {
    ...row,
    where: host ?? 'not known',
    state: 'unverified',
    words: 'Its region and what it keeps are not known.',
  };
}

function hostWords(place: string, processes: boolean): string {
  return processes
    ? `The host processes data in ${place}.`
    : `The host stores data in ${place}; where it processes data is not known.`;
}
