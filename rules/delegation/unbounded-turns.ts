import { cyclesOf, cyclesReached, cycleWords, isRemoved } from '../../src/assess/delegation/cycles.js';
import { limitBefore } from '../../src/assess/delegation/lost-limits.js';
import {
  type AgentSystem,
  defineRule,
  isBound,
  isMet,
  someTool,
  TOO_MANY_TURNS,
  type Tool,
  type TurnLimit,
} from '../../src/model/index.js';

export default defineRule({
  id: 'delegation/unbounded-turns',
  summary: 'An agent runs without a turn limit, or with one that bounds nothing',
  severity: 'warning',
  spec: '1, 8',
  remediation: 'Set a turn limit, for example 10.',
  references: [
    'LLM06:2026',
    'LLM10:2025',
    'ASI08',
    'AISVS-9.1.2',
    'CWE-835',
    'AML.T0034.002',
    'AML.M0004',
    'SP800-53r5:SC-5',
    'SP800-53r5:SC-6',
    'AI-RMF-1.0:MEASURE-2.7',
  ],
  since: '0.1.0',
  about: ['alwaysCalls', 'delegatesTo', 'runDefaults', 'runsAgain', 'turnLimits'],
  check(system, report, context) {
    const { turnLimits = [] } = system;
    for (const { name, alwaysCalls } of system.agents) {
      if (!alwaysCalls) continue;
      const { at, why, edit, repair } = alwaysCalls;
      report({
        at,
        agent: name,
        message: `\`${name}\` calls a tool in each turn and never answers by itself: ${why}.`,
        remediation: edit,
        fixes: [repair],
      });
    }
    for (const { name, runsAgain } of system.agents) {
      if (!runsAgain) continue;
      const { at, names } = runsAgain;
      const [tool] = names;
      report({
        at,
        agent: name,
        message: `The body of the tool \`${tool}\` begins a run that leads back to that tool, which closes a cycle: ${names.join(' -> ')}. Each run has a fresh turn limit, so no limit bounds the cycle.`,
        remediation: `Remove \`${tool}\` from the tools of the run in the body of \`${names.at(-2)}\`.`,
      });
    }
    // Each call of an agent as a tool is a run with a limit of its own.
    for (const cycle of system.language ? cyclesOf(system, 'delegatesTo') : []) {
      const { closer, closing, steps } = cycle;
      if (steps.every(({ sharesLimit }) => sharesLimit)) continue;
      const edit = steps.find(({ limitEdit }) => limitEdit !== undefined)?.limitEdit;
      report({
        at: closing.at,
        agent: closer.name,
        message: `\`${closer.name}\` calls \`${closing.name}\` as a tool, which closes a cycle: ${cycleWords(cycle)}. Each call begins with a fresh turn limit, so no limit bounds the cycle.`,
        remediation: `${edit === undefined ? 'Remove' : `${edit} Or remove`} the tool that calls \`${closing.name}\` from \`${closer.name}\`.`,
      });
    }
    for (const { at, turns, set, of, again, edit } of system.runDefaults ?? []) {
      if (turns < TOO_MANY_TURNS) continue;
      if (set) {
        report({
          at: set.at,
          agent: of,
          message: `\`${of}\` may run ${turns} turns (\`${set.name}\`): a limit of ${MANY} or more does not bound the cost of a loop.`,
          remediation: `Set \`${set.name}\` to 25, or the number of turns that the task needs.`,
          related: [at, ...again].map((one) => ({ at: one, message: 'This run states no limit.' })),
        });
        continue;
      }
      report({
        at,
        severity: costsOrActs(system, of) ? 'warning' : 'info',
        message: `This run states no turn limit, and the default of ${turns.toLocaleString('en')} turns does not bound the cost of a loop.`,
        ...(edit === undefined ? {} : { remediation: edit }),
        related: again.map((one) => ({ at: one, message: 'Another run of this agent without a limit.' })),
      });
    }
    for (const stated of turnLimits) {
      const { of, limit, at, words } = stated;
      if (isBound(limit)) {
        report.met(limit);
        continue;
      }
      const before = context.lostLimit?.(system, stated);
      if (limit.state === 'undecidable' && !before) {
        const subject = `The turn limit of \`${of}\`, which is computed at run time.`;
        report({ at, agent: of, evidence: limit.state, isListed: true, message: subject });
        continue;
      }
      const cycles = isRemoved(stated) ? cyclesReached(system, stated) : [];
      const [cycle] = cycles;
      report({
        at,
        agent: of,
        evidence: isMet(limit) ? 'shown' : limit.state,
        subject: `The turn limit of \`${of}\`.`,
        message: `\`${of}\` ${whatHappens(stated)}.${before ? ` ${limitBefore(before)}` : ''}${cycle ? ` Nothing ends its handoff cycle: ${cycleWords(cycle)}.` : ''}`,
        remediation: words.edit,
        fixes: [
          stated.repair ?? {
            title: `Set it to ${words.turns}`,
            edits: () => at.edit?.()?.replace(words.turns),
          },
        ],
        ...(before ? { isLost: true } : {}),
        ...(cycle || before ? { severity: 'error' } : {}),
        related: cycles.map(({ closer, closing }) => ({
          at: closing.at,
          message: `\`${closer.name}\` hands off to \`${closing.name}\` and closes the cycle.`,
        })),
      });
    }
  },
});

const MANY = TOO_MANY_TURNS.toLocaleString('en');

/** Tools that are billed by the call. */
const BILLED: ReadonlySet<Tool['kind']> = new Set(['web_search', 'image_generation', 'code_interpreter']);

/** Whether an agent has a tool that costs by the call, or changes something outside of the program. */
const costsOrActs = ({ agents }: AgentSystem, name: string): boolean =>
  someTool(
    agents.filter((agent) => agent.name === name),
    ({ kind, effect: { effect }, openEnded }) =>
      BILLED.has(kind) || openEnded || effect === 'outward' || effect === 'destructive',
  );

function whatHappens({ limit, words }: TurnLimit): string {
  if (limit.state === 'undecidable') return 'has a turn limit that is computed at run time';
  if (isMet(limit) && limit.value !== null)
    return `may run ${limit.value} turns: a limit of ${MANY} or more does not bound the cost of a loop`;
  return `can loop without a turn limit: ${words.off}`;
}
