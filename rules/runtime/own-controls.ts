import { isRegion, isWithin, RUNTIME_TITLE, regionsOf } from '../../src/decide/index.js';
import {
  type AgentSystem,
  defineRule,
  type Evidence,
  isMet,
  type Requirements,
} from '../../src/model/index.js';
import { exclusionsOf, regionWords, series } from './_words.js';

export default defineRule({
  id: 'runtime/own-controls',
  summary: "Residency or zero retention rests on the caller's own controls, and these are not stated",
  severity: 'warning',
  surface: 'product',
  spec: '1',
  remediation:
    'State your own controls in the agent config: `controls: { residency: { region: eu, how: ... }, retention: { how: ... }, tracing: { sink: ... } }`. Stated elsewhere? Attest them in the project configuration.',
  references: ['LLM02:2026', 'MCP10:2025', 'CWE-668', 'CWE-212'],
  since: '0.1.0',
  check(system, report, { decision, requirements }) {
    const { runtime, residency, retention, runtimeAt } = system;
    if (runtime !== 'framework' && runtime !== 'responses') return;
    const keys = exclusionsOf(decision, 'managed').map((reason) => reason.requirement);
    const wanted: Wanted = {
      ...(keys.includes('residency') ? { residency } : {}),
      ...(keys.includes('zero_data_retention') ? { retention } : {}),
    };
    const missing = missingParts(system, wanted);
    const outside = wanted.residency ? regionOutside(residency, requirements) : undefined;
    if (wanted.residency && outside === undefined) report.met(residency);
    if (wanted.retention) report.met(retention);
    const subject = `your own controls on ${RUNTIME_TITLE[runtime]}`;
    if (outside !== undefined) {
      const also = missing.length > 0 ? ` Not stated either: ${series(missing)}.` : '';
      report({
        at: runtimeAt,
        severity: 'error',
        message: `\`${runtime}\` has to process data in ${regionWords(requirements)} (spec: rule 2), and the stated control keeps it in ${outside}.${also}`,
        remediation: `Move the data to ${regionWords(requirements)} and state it in \`controls.residency.region\`, or correct the region if it is wrong.`,
        related: residency.at ? [{ at: residency.at, message: 'The region is stated here.' }] : [],
      });
    } else if (missing.length > 0) {
      report({
        at: runtimeAt,
        message: `\`${runtime}\` leaves ${termWords(wanted, requirements)} to your own controls (spec: rule 2), and these are not stated: ${series(missing)}.`,
        remediation: `State them in an agent config: \`controls: { ${examples(wanted, requirements)} }\`. Stated elsewhere? Attest them in the project configuration.`,
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

function missingParts({ agents, tracing }: AgentSystem, { residency, retention }: Wanted): string[] {
  const isPlaceMissing = residency !== undefined && !isMet(residency);
  const isKeepingMissing = retention !== undefined && !isMet(retention);
  if (!isPlaceMissing && !isKeepingMissing) return [];
  const hosts = new Set(agents.flatMap((agent) => agent.mcpServers.map((server) => server.name)));
  return [
    ...(isPlaceMissing ? ['where the model is called'] : []),
    ...(isKeepingMissing ? ['what is stored'] : []),
    ...(isMet(tracing) ? [] : ['where traces go']),
    ...(isPlaceMissing ? [...hosts].map((host) => `where \`${host}\` processes data`) : []),
  ];
}

/** The region that a control names where it lies outside the required ones. */
function regionOutside(residency: Evidence<string>, requirements: Requirements): string | undefined {
  const claim = isMet(residency) ? residency.value.trim().toLowerCase() : '';
  // A cloud's own name of a region is read only where it can mean nothing but the US.
  const region = claim.startsWith('us-') ? 'us' : claim;
  if (!isRegion(region) || regionsOf(requirements).some((required) => isWithin(region, required)))
    return undefined;
  return region.toUpperCase();
}

function termWords({ residency, retention }: Wanted, requirements: Requirements): string {
  return series([
    ...(residency ? [`residency in ${regionWords(requirements)}`] : []),
    ...(retention ? ['zero data retention'] : []),
  ]);
}

/** What to write, for the controls that are missing. */
function examples({ residency, retention }: Wanted, requirements: Requirements): string {
  return [
    ...(residency && !isMet(residency)
      ? [`residency: { region: ${regionsOf(requirements)[0]}, how: ... }`]
      : []),
    ...(retention && !isMet(retention) ? ['retention: { how: ... }'] : []),
    'tracing: { sink: ... }',
  ].join(', ');
}

/** A control with a place in the file weighs more than one that cannot be known. */
function stateOf({ residency, retention }: Wanted): Evidence<string>['state'] {
  const states = [residency, retention].flatMap((control) =>
    control && !isMet(control) ? [control.state] : [],
  );
  return states.includes('absent') ? 'absent' : (states[0] ?? 'absent');
}
