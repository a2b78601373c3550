import { claimEdit } from '../../src/assess/claims.js';
import { type AgentSystem, defineRule, entryAgent, isMet, type TraceSwitch } from '../../src/model/index.js';

export default defineRule({
  id: 'tracing/disabled',
  summary: 'The tracing of a program’s agents is switched off',
  severity: 'error',
  surface: 'product',
  spec: '1',
  remediation:
    'Remove the switch. To keep traces from the vendor, leave tracing on and replace its processor.',
  references: [
    'ASI10',
    'MCP08:2025',
    'AISVS-12.1.1',
    'CWE-778',
    'AML.M0024',
    'SP800-53r5:AU-2',
    'SP800-53r5:AU-3',
    'SP800-53r5:AU-12',
    'AI-RMF-1.0:MEASURE-2.8',
    'AI-RMF-1.0:MANAGE-4.1',
  ],
  since: '0.1.0',
  check(system, report) {
    const { traces, tracing } = system;
    const entry = entryAgent(system);
    if (!traces || !entry) return;
    if (isMet(tracing)) {
      report.met(tracing);
      return;
    }
    for (const off of traces.off ?? []) {
      const { name, at, state, why } = off;
      report({
        at,
        agent: entry.name,
        evidence: state,
        subject: `Whether \`${name}\` switches tracing off: ${why ?? 'computed at run time'}.`,
        message: `\`${name}\` switches tracing off${whose(off)}: no step, tool call or result of \`${entry.name}\` is recorded.`,
        remediation: remediationFor(system),
      });
    }
  },
});

const whose = ({ ofRun }: TraceSwitch) => (ofRun ? ' for this run' : '');

/** Processors of the project receive nothing while the switch is off, so they take its place (facts on dialects, section 0). */
function remediationFor(system: AgentSystem): string {
  const replace = system.language === 'python' ? 'set_trace_processors' : 'setTraceProcessors';
  return [
    `Take it away. Must traces not reach the vendor? Leave tracing on and call \`${replace}([...])\` with a processor of your own.`,
    `Traced elsewhere? ${claimEdit(system, 'tracing', '{ sink: "otlp: https://traces.example.com" }')}`,
  ].join(' ');
}
