import { cyclesOf, cyclesReached, cycleWords, isRemoved } from '../../src/assess/delegation/cycles.js';
import { type AgentSystem, defineRule, isMet } from '../../src/model/index.js';

/** What ends a cycle where the files state no turn limit. Sources: facts on the framework (2026-11-20); spec, section 8. */
function aboutTurns({ runtime, dialect, turnLimits }: AgentSystem): string {
  if (runtime === 'framework' && (dialect !== 'agents-sdk' || turnLimits))
    return "Only the framework's default limit of 10 turns ends it.";
  if (runtime === 'managed') return 'The spec shows no turn limit of the managed service.';
  return 'No turn limit is stated.';
}

export default defineRule({
  id: 'delegation/handoff-cycle',
  summary: 'Agents hand off to each other in a cycle',
  severity: 'info',
  strict: 'warning',
  spec: '1',
  remediation: 'Let the last agent answer instead of handing back, or set a turn limit for the run.',
  references: [
    'LLM06:2026',
    'LLM10:2025',
    'ASI08',
    'AISVS-9.1.2',
    'CWE-835',
    'AML.T0034.002',
    'AML.T0084.003',
    'SP800-53r5:SC-5',
    'SP800-53r5:SC-6',
    'AI-RMF-1.0:MEASURE-2.7',
  ],
  since: '0.1.0',
  check(system, report) {
    const limits = system.turnLimits ?? [];
    // A stated limit ends every cycle.
    if (limits.some(({ limit }) => isMet(limit) && limit.value !== null)) return;
    // Where the limit is removed, `delegation/unbounded-turns` reports the cycle with the switch.
    const endless = new Set(
      limits.filter(isRemoved).flatMap((limit) => cyclesReached(system, limit).map(({ closing }) => closing)),
    );
    for (const cycle of cyclesOf(system)) {
      const { closer, closing } = cycle;
      if (endless.has(closing)) continue;
      report({
        at: closing.at,
        agent: closer.name,
        message: `\`${closer.name}\` hands off to \`${closing.name}\`, which closes a cycle: ${cycleWords(cycle)}. ${aboutTurns(system)}`,
      });
    }
  },
});
