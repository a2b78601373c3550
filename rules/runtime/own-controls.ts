import { claimRemedy } from '../../src/assess/claims.js';
import { exclusionsOf, regionWords, series } from '../../src/assess/runtime/words.js';
import { RUNTIME_TITLE } from '../../src/decide/index.js';
import { isWithin, regionNamed, regionsOf, regionTitle } from '../../src/facts/regions.js';
import { hostInRegion, regionOfModel } from '../../src/facts/regions-hosts.js';
import {
  type AgentSystem,
  codeSpan,
  defineRule,
  type Endpoint,
  type Evidence,
  isMet,
  type PlainMembers,
  type Report,
  type Requirements,
} from '../../src/model/index.js';

export default defineRule({
  id: 'runtime/own-controls',
  summary: "Residency or zero retention requires the caller's own controls, which are not stated",
  severity: 'warning',
  surface: 'product',
  spec: '1',
  remediation:
    'State your own controls under `controls` in the agent config, or under `attestations` in the project configuration: `residency` with its `region`, and `retention`.',
  references: [
    'LLM02:2026',
    'MCP10:2025',
    'CWE-668',
    'CWE-212',
    'SP800-53r5:SA-9(5)',
    'AI-RMF-1.0:GOVERN-6.1',
    'AI-RMF-1.0:MAP-4.1',
  ],
  since: '0.1.0',
  check(system, report, context) {
    const { decision, requirements } = context;
    const { runtime, residency, retention, runtimeAt, storedState } = system;
    if (runtime !== 'framework' && runtime !== 'responses') return;
    const keys = exclusionsOf(decision, 'managed').map((reason) => reason.requirement);
    const wanted: Wanted = {
      ...(keys.includes('residency') ? { residency } : {}),
      // Where the file shows what is stored, `runtime/stores-state` and `runtime/may-store-state` report it.
      ...(keys.includes('zero_data_retention') && storedState === undefined ? { retention } : {}),
    };
    const contrary = wanted.residency
      ? (endpointOutside(system, requirements) ?? modelOutside(system, requirements))
      : undefined;
    if (contrary) {
      report(contrary);
      return;
    }
    const missing = missingParts(system, wanted);
    const outside = wanted.residency ? regionOutside(residency, requirements) : undefined;
    if (wanted.residency && outside === undefined) report.met(residency);
    if (wanted.retention) report.met(retention);
    const subject = `your own controls on ${RUNTIME_TITLE[runtime]}`;
    const servers = wanted.residency?.state === 'shown' ? serverParts(system, true, false) : [];
    if (servers.length > 0) {
      report({
        at: runtimeAt,
        message: `\`${runtime}\` requires your own controls for residency in ${regionWords(requirements)} (spec: rule 2). The endpoint is shown. Not shown: ${series(servers)}.`,
        evidence: 'inexpressible',
        subject: `${series(servers)}, beyond the endpoint of the model`,
      });
    }
    if (outside !== undefined) {
      const also = missing.length > 0 ? ` Also not stated: ${series(missing)}.` : '';
      report({
        at: runtimeAt,
        severity: 'error',
        message: `\`${runtime}\` must process data in ${regionWords(requirements)} (spec: rule 2), but the stated control keeps it in ${outside}.${also}`,
        remediation: `Decide where the data is kept: move it to ${regionWords(requirements)} and state it in \`controls.residency.region\`, or correct the region if it is wrong.`,
        related: residency.at ? [{ at: residency.at, message: 'The region is stated here.' }] : [],
      });
    } else if (missing.length > 0) {
      const claim = claimRemedy(
        system,
        context,
        controlsFor(wanted, requirements),
        'these controls are in place',
      );
      report({
        at: runtimeAt,
        message: `\`${runtime}\` requires your own controls for ${termWords(wanted, requirements)} (spec: rule 2). Not stated: ${series(missing)}.`,
        remediation: `Put your own controls in place, and state them. ${claim.text}`,
        fixes: [claim.repair],
        evidence: stateOf(wanted),
        subject,
      });
    }
  },
});

/** The controls of rule 2 that the requirements call for. */
interface Wanted {
  residency?: Evidence<string>;
  retention?: Evidence<string>;
}

function missingParts(system: AgentSystem, { residency, retention }: Wanted): string[] {
  const isPlaceMissing = residency !== undefined && !isMet(residency);
  const isKeepingMissing = retention !== undefined && !isMet(retention);
  if (!isPlaceMissing && !isKeepingMissing) return [];
  return [
    ...(isPlaceMissing ? [whereCalled(system.endpoint)] : []),
    ...(isKeepingMissing ? ['what is stored'] : []),
    ...(isMet(system.tracing) ? [] : ['where traces go']),
    ...serverParts(system, isPlaceMissing, isKeepingMissing),
  ];
}

function whereCalled(endpoint: Endpoint | undefined): string {
  if (endpoint?.host === undefined) return 'where the model is called';
  const stored = endpoint.region === undefined ? '' : ` (it stores it in ${regionTitle(endpoint.region)})`;
  return `where \`${endpoint.host}\` processes data${stored}`;
}

/** What remote servers leave open: no promise of the model's operator reaches them. */
function serverParts({ agents }: AgentSystem, place: boolean, keeping: boolean): string[] {
  const names = agents.flatMap(({ mcpServers }) => mcpServers.map((server) => server.name));
  return [...new Set(names)].map((name) => {
    if (!place) return `what \`${name}\` keeps`;
    return `where \`${name}\` processes data${keeping ? ' and what it keeps' : ''}`;
  });
}

/** A host that is known to keep data outside the required regions, or in none. */
function endpointOutside({ endpoint }: AgentSystem, requirements: Requirements): Report | undefined {
  const { host, region, at, processes, move } = endpoint ?? {};
  if (host === undefined || region === undefined || at === undefined) return undefined;
  const required = regionsOf(requirements);
  if (required.some((one) => isWithin(region, one))) return undefined;
  const verb = processes ? 'processes' : 'stores';
  const where = region === 'none' ? 'promises no region' : `${verb} data in ${regionTitle(region)}`;
  const better = required.map(hostInRegion).find((one) => one !== undefined);
  return {
    at,
    severity: 'error',
    message: `\`${host}\` ${where}, but data must be processed in ${regionWords(requirements)} (spec: rule 2).`,
    fixes: [better ? { title: `Send the request to \`${better}\``, edits: () => move?.(better) } : undefined],
    remediation: better
      ? `Send the request to \`https://${better}/v1\`, with a project that the operator has approved for that region.`
      : `Send the request to a host that processes data in ${regionWords(requirements)}.`,
  };
}

/** A model whose id says that requests to it are processed outside the required regions. */
function modelOutside({ agents }: AgentSystem, requirements: Requirements): Report | undefined {
  const required = regionsOf(requirements);
  for (const { model = '', runsIn, nameAt, name } of agents) {
    const ofId = regionOfModel(model);
    const found = runsIn ?? (ofId && { ...ofId, by: model, at: nameAt });
    if (!found || required.some((one) => isWithin(found.region, one))) continue;
    const { region, words = regionTitle(region), by, at } = found;
    const how = regionOfModel(by) ? 'runs in' : 'runs models in';
    return {
      at,
      agent: name,
      severity: 'error',
      message: `${codeSpan(by)} ${how} ${words}${regionOfModel(by) ? ', as its id says' : ''}, but data must be processed in ${regionWords(requirements)} (spec: rule 2).`,
      remediation: regionOfModel(by)
        ? `Decide which model runs in ${regionWords(requirements)}, and use the id that begins with that region, or one without a region from there.`
        : `Decide where the model runs: name a place in ${regionWords(requirements)} that processes it.`,
    };
  }
  return undefined;
}

/** The region that a control names where it lies outside the required ones. */
function regionOutside(residency: Evidence<string>, requirements: Requirements): string | undefined {
  const region = isMet(residency) ? regionNamed(residency.value) : undefined;
  if (region === undefined || regionsOf(requirements).some((required) => isWithin(region, required)))
    return undefined;
  return regionTitle(region);
}

function termWords({ residency, retention }: Wanted, requirements: Requirements): string {
  return series([
    ...(residency ? [`residency in ${regionWords(requirements)}`] : []),
    ...(retention ? ['zero data retention'] : []),
  ]);
}

/** The claim of the controls that are missing. */
function controlsFor({ residency, retention }: Wanted, requirements: Requirements): PlainMembers {
  const [region] = regionsOf(requirements);
  return {
    ...(residency && !isMet(residency) && region !== undefined ? { residency: { region } } : {}),
    ...(retention && !isMet(retention) ? { retention: { how: '' } } : {}),
  };
}

/** A control with a place in the file weighs more than one that cannot be known. */
function stateOf({ residency, retention }: Wanted): Evidence<string>['state'] {
  const states = [residency, retention].flatMap((control) =>
    control && !isMet(control) ? [control.state] : [],
  );
  return states.includes('absent') ? 'absent' : (states[0] ?? 'absent');
}
