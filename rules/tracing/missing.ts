import { claimRemedy } from '../../src/assess/claims.js';
import { defineRule, entryAgent, isMet } from '../../src/model/index.js';

export default defineRule({
  id: 'tracing/missing',
  summary: 'A managed agent states no trace sink',
  severity: 'error',
  surface: 'product',
  spec: '1',
  remediation: 'Store every step, tool call and result of a session, and state the sink.',
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
  capInexpressible: true,
  check(system, report, context) {
    const { runtime, tracing } = system;
    // A request cannot state a trace: that is listed. A framework traces by itself.
    if (runtime !== 'managed' && !system.isSingleCall) return;
    const entry = entryAgent(system);
    if (isMet(tracing)) report.met(tracing);
    else if (entry) {
      const claim = claimRemedy(system, context, { tracing: { sink: 'webhooks' } }, 'its events are stored');
      report({
        at: entry.at,
        agent: entry.name,
        evidence: tracing.state,
        subject: `Where the steps of \`${entry.name}\` are traced.`,
        message: `\`${entry.name}\` states no trace sink: its steps, tool calls and results may go unrecorded.`,
        remediation: `${runtime === 'managed' ? 'Store the events of each session, from the stream or the webhooks.' : 'Record each request, tool call and result in the code that calls the model.'} ${claim.text}`,
        fixes: [claim.repair],
      });
    }
  },
});
