import {
  type Cycle,
  cyclesOf,
  cyclesReached,
  cycleWords,
  isRemoved,
} from '../../src/assess/delegation/cycles.js';
import {
  type AgentSystem,
  defineRule,
  type Editor,
  isMet,
  joinEdits,
  type Repair,
} from '../../src/model/index.js';

/** What ends a cycle where the files state no turn limit. Sources: facts on the framework (2026-11-20); spec, section 8. */
function aboutTurns({ runtime, language, turnLimits }: AgentSystem): string {
  if (runtime === 'framework' && (language === undefined || turnLimits))
    return "Only the framework's default limit of 10 turns ends it.";
  if (runtime === 'managed') return 'The spec shows no turn limit of the managed service.';
  return 'No turn limit is stated.';
}

/** The default of the SDK, and how each of its languages states a limit. */
const LIMIT = 10;
const OPTION = { typescript: 'maxTurns', python: 'max_turns' };

/** States a limit in each run that has none; undefined where the format has no place for one. */
function limitRepair({ openRuns = [], language }: AgentSystem): Repair | undefined {
  if (openRuns.length === 0 || language === undefined) return undefined;
  const option = OPTION[language];
  const limited = (run: Editor | undefined) => run?.set(option, LIMIT) ?? run?.append({ [option]: LIMIT });
  return {
    title: `Set \`${option}\` to ${LIMIT}`,
    edits: () => joinEdits(...openRuns.map((at) => limited(at.edit?.()))),
  };
}

/** Takes the way back out of a list with other handoffs: an agent that hands off to nobody is another design. */
function backRepair({ closer, closing }: Cycle): Repair | undefined {
  if (closer.handoffs.length < 2) return undefined;
  return {
    title: `Remove the handoff from \`${closer.name}\` to \`${closing.name}\``,
    edits: () => closing.at.edit?.()?.remove(),
  };
}

function remediationFor({ openRuns = [], language }: AgentSystem, { closer, closing }: Cycle): string {
  const back = `the handoff from \`${closer.name}\` to \`${closing.name}\``;
  if (openRuns.length === 0 || language === undefined)
    return `Decide whether \`${closer.name}\` needs the way back. If not, remove ${back}, so that \`${closer.name}\` answers instead.`;
  const limit = language === 'python' ? `max_turns=${LIMIT}` : `maxTurns: ${LIMIT}`;
  return `Set \`${limit}\` where the run starts, or remove ${back}.`;
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
  about: ['handoffs'],
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
        fixes: [limitRepair(system), backRepair(cycle)],
        remediation: remediationFor(system, cycle),
        message: `\`${closer.name}\` hands off to \`${closing.name}\`, which closes a cycle: ${cycleWords(cycle)}. ${aboutTurns(system)}`,
      });
    }
  },
});
