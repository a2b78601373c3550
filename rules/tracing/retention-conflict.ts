import { exclusionsOf, regionWords, series } from '../../src/assess/runtime/words.js';
import { telemetryContents } from '../../src/assess/scope/endpoints.js';
import { type AgentSystem, defineRule, entryAgent, type Requirements } from '../../src/model/index.js';

export default defineRule({
  id: 'tracing/retention-conflict',
  summary: "Traces go to the vendor's trace store, which the requirements exclude",
  severity: 'error',
  surface: 'product',
  spec: '1',
  remediation: "Leave tracing on, and replace the vendor's processor with your own.",
  references: [
    'LLM02:2026',
    'MCP10:2025',
    'AISVS-12.1.1',
    'CWE-212',
    'CWE-359',
    'SP800-53r5:SA-9(5)',
    'AI-RMF-1.0:GOVERN-6.1',
    'AI-RMF-1.0:MAP-4.1',
  ],
  since: '0.1.0',
  about: ['traces'],
  check(system, report, { decision, requirements }) {
    const { traces, tracing } = system;
    const entry = entryAgent(system);
    if (!traces || !entry) return;
    const keys = exclusionsOf(decision, 'managed').map(({ requirement }) => requirement);
    const broken = [...new Set(keys)].filter((key) => key === 'residency' || key === 'zero_data_retention');
    if (broken.length === 0 || tracing.state !== 'shown') return;
    const isKept = requirements.zero_data_retention === true;
    const recorded = (traces.recorded ?? []).filter(
      ({ region, isWithoutContents }) =>
        (isKept && !isWithoutContents) || (region === 'us' && broken.includes('residency')),
    );
    for (const one of recorded) {
      const { store, by, at, state, why, edit, regionEdit, region, isWithoutContents, isTelemetry } = one;
      const where = region === undefined ? store : `${store} (${region})`;
      const isOnlyThere = !isKept || isWithoutContents;
      const reason = isOnlyThere
        ? `data must stay in ${regionWords(requirements)}`
        : 'zero data retention is required';
      const elsewhere = isKept || regionEdit === undefined ? '' : ` ${regionEdit}`;
      const what = isWithoutContents ? '' : ', with inputs and outputs,';
      report({
        at,
        agent: entry.name,
        ...(isTelemetry && { about: telemetryContents(at.file, by) }),
        evidence: state,
        subject: `Whether \`${by}\` records inputs and outputs: ${why ?? 'it is computed at run time'}.`,
        message: `\`${by}\` sends the traces of \`${entry.name}\`${what} to ${where}, but ${reason}.`,
        remediation: `Decide where the traces go: to a store of your own, or without their contents. ${edit}${elsewhere}`,
      });
    }
    if (traces.exporter === 'own' || traces.exporter === 'none') {
      if (recorded.length === 0) report.met(tracing);
      return;
    }
    const contents = traces.isWithoutContents ? '' : ', with inputs and outputs,';
    report({
      at: traces.at ?? entry.at,
      agent: entry.name,
      message: `\`${entry.name}\` sends its traces${contents} to the vendor's trace store${byWhat(system)}, but ${series(broken.map((key) => termOf(key, requirements)))}.`,
      remediation: remediationFor(system),
    });
  },
});

const byWhat = ({ traces }: AgentSystem) =>
  traces?.exporter === 'both'
    ? ', in addition to the processor that is added here'
    : ' (the default of the SDK)';

function termOf(key: string, requirements: Requirements): string {
  if (key !== 'residency') return 'zero data retention is required';
  return `data must stay in ${regionWords(requirements)}`;
}

function remediationFor({ language }: AgentSystem): string {
  const call = language === 'python' ? 'set_trace_processors' : 'setTraceProcessors';
  return `Decide where the traces go, and replace the vendor's processor with your own, with \`${call}\`. Do not switch tracing off: that is \`tracing/disabled\`.`;
}
