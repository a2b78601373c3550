import type { Agent, Evidence, GuardrailSide, OwnGuardrail } from '../../../model/index.js';
import { isTestFile } from '../../../model/test-file.js';
import type { FoundAgent } from '../framework.js';
import type { ProgramFiles } from '../programs.js';
import { keyIn, type Rows } from '../rows/catalogue.js';
import type { RunSettings } from '../runs.js';
import type { SystemDraft } from './draft.js';
import type { HeldFile } from './held.js';

/** Applies the guardrails that runs state. */
export function guardByRuns(files: readonly HeldFile[]): void {
  for (const { runs } of files)
    for (const { run, own } of runs) {
      if (own) guard(own.group, run.guardrails);
      if (run.agent) addParallel(run.agent.agent, run.guardrails);
    }
}

/** Settings of unknown runs: they belong to one of the systems around them, it is not known which. */
export function guardBySettings({ guardrails }: RunSettings, systems: readonly SystemDraft[]): void {
  const why = 'settings of a run state it, and whose run it is is not known';
  const open = (stated: Evidence<string[]>): Evidence<string[]> =>
    stated.state === 'shown'
      ? { state: 'undecidable', why, ...(stated.at ? { at: stated.at } : {}) }
      : stated;
  const { input, output } = guardrails;
  for (const { group } of systems) guard(group, { input: open(input), output: open(output) });
}

/** Guardrails of a run apply to every agent in it. */
function guard(group: readonly FoundAgent[], stated: Agent['guardrails']): void {
  for (const { agent } of group) {
    for (const side of ['input', 'output'] as const) {
      if (agent.guardrails[side].state === 'absent' && stated[side].state !== 'absent')
        agent.guardrails[side] = stated[side];
    }
  }
}

/** Guardrails of a run check what its first agent reads: the agents behind that one start after them. */
function addParallel({ guardrails }: Agent, { parallel }: Agent['guardrails']): void {
  if (parallel) guardrails.parallel = [...(guardrails.parallel ?? []), ...parallel];
}

/**
 * It is not known whether input reaches an agent first if another agent of its program hands off to agents that
 * are computed, and no known run begins with it.
 */
export function leaveOpen(
  { entry, group }: SystemDraft,
  { agents, files }: { readonly agents: readonly FoundAgent[]; readonly files: ProgramFiles },
): void {
  const { startsRuns, guardrails } = entry.agent;
  if (startsRuns || guardrails.input.state !== 'absent') return;
  const fileOf = ({ node }: FoundAgent): string => node.document.file;
  const starts = new Set(files.startsOf(fileOf(entry)));
  const mayReach = (one: FoundAgent): boolean =>
    one.handsOffElsewhere === true &&
    !group.includes(one) &&
    (fileOf(one) === fileOf(entry) ||
      (!isTestFile(fileOf(one)) && files.startsOf(fileOf(one)).some((start) => starts.has(start))));
  const from = agents.find(mayReach);
  if (!from) return;
  const why = `it may be reached by a handoff of \`${from.agent.name}\`, which is computed at run time`;
  guardrails.input = { state: 'undecidable', why, at: from.agent.at };
}

/** How a program states a guardrail. Trees are freed before it is called. */
export function guardrailsFor(
  group: readonly FoundAgent[],
  { stated, giving }: Rows,
): (sides: readonly GuardrailSide[]) => OwnGuardrail[] {
  const spoken = group.some(({ isSpoken }) => isSpoken) ? giving('agent') : [];
  const own = spoken.find(({ row }) => row.spoken)?.row.remedy;
  const editOf = (side: GuardrailSide) =>
    stated.remedies?.[side] ??
    (side === 'output' ? own?.output : undefined) ??
    `Set \`${keyIn(giving('agent'), 'guard', (arg) => arg.side === side)}\` of the agent or its run.`;
  return (sides) => [
    {
      edit: sides.map(editOf).join(' '),
      ...(stated.remedies?.page !== false && { inCode: true }),
      unless: `If the ${sides.join(' and the ')} ${sides.length > 1 ? 'are' : 'is'} checked elsewhere`,
    },
  ];
}
