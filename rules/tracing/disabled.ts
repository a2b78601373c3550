import { asClause, type ClaimContext, claimRemedy } from '../../src/assess/claims.js';
import {
  type AgentSystem,
  defineRule,
  entryAgent,
  isMet,
  type OtherVendor,
  type TraceSwitch,
} from '../../src/model/index.js';

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
  about: ['traces'],
  check(system, report, context) {
    const { traces, tracing } = system;
    const entry = entryAgent(system);
    if (!traces || !entry) return;
    if (isMet(tracing)) {
      report.met(tracing);
      return;
    }
    const { otherVendor } = traces;
    for (const off of traces.off ?? []) {
      const { name, at, state, why = 'computed at run time' } = off;
      const lost = `no step, tool call or result of \`${entry.name}\` is recorded`;
      report({
        at,
        agent: entry.name,
        evidence: state,
        subject: `Whether \`${name}\` switches tracing off: ${why}.`,
        message:
          state === 'shown'
            ? `\`${name}\` switches tracing off${whose(off)}: ${lost}.${aboutKey(otherVendor)}`
            : `Whether \`${name}\` switches tracing off${whose(off)} is not known (${why}): if it does, ${lost}.`,
        remediation: remediationFor(system, context, off),
        fixes: [
          isProgram(at.file) ? undefined : { title: 'Remove this line', edits: () => at.edit?.()?.remove() },
        ],
        ...(otherVendor
          ? { severity: 'warning', related: [{ at: otherVendor.at, message: 'The model is set here.' }] }
          : {}),
      });
    }
  },
});

const whose = ({ ofRun }: TraceSwitch) => (ofRun ? ' for this run' : '');

/** Why people switch it off beside other models than those of the SDK's vendor: the default exporter has no key. */
function aboutKey(vendor: OtherVendor | undefined): string {
  if (!vendor) return '';
  switch (vendor.by) {
    case 'own': {
      const own = vendor.name === undefined ? 'an object' : `a class (\`${vendor.name}\`)`;
      return ` The model is ${own} of this project, so the default exporter may have no key.`;
    }
    case 'scripted':
      return ` No vendor answers here (\`${vendor.name}\`), so the default exporter may have no key.`;
    default:
      return ` The default exporter has no key here, because ${vendorWords(vendor)}.`;
  }
}

function vendorWords(vendor: Exclude<OtherVendor, { by: 'own' | 'scripted' }>): string {
  switch (vendor.by) {
    case 'host':
      return `the models come from \`${vendor.host}\``;
    case 'address':
      return 'the model client has an address of its own';
    case 'class':
      return `the models come from another vendor (\`${vendor.name}\`)`;
    case 'model':
      return `the model is another vendor's (\`${vendor.name}\`)`;
  }
}

/** Processors of the project receive nothing while the switch is off, so they take its place (facts on dialects, section 0). */
function remediationFor(system: AgentSystem, context: ClaimContext, { at, remedy }: TraceSwitch): string {
  const isPython = system.language === 'python';
  const replace = isPython ? 'set_trace_processors' : 'setTraceProcessors';
  const key = isPython ? 'set_tracing_export_api_key' : 'setTracingExportApiKey';
  const controls = { tracing: { sink: 'webhooks' } };
  const claim = claimRemedy(system, context, controls, 'its events are stored').text;
  if (!isProgram(at.file))
    return `Remove this line. If \`${system.file}\` is traced by other means, ${asClause(claim)}`;
  if (remedy !== undefined)
    return `Decide where the traces go. ${remedy} If the program is traced by other means, ${asClause(claim)}`;
  const own = `register your own processor with \`${replace}\``;
  const change = system.traces?.otherVendor
    ? `Decide where the traces go. Remove the switch, and ${own}, or give the default exporter a key with \`${key}\`.`
    : `Decide where the traces go, and remove the switch. To keep traces from the vendor, leave tracing on and ${own}.`;
  return `${change} If the program is traced by other means, ${asClause(claim)}`;
}

/** Whether a switch is in a program, and not in a file that sets its environment. */
const isProgram = (file: string): boolean => /\.(?:[cm]?[jt]sx?|py[iw]?)$/i.test(file);
