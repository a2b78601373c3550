import { isTestFile } from '../../../model/test-file.js';
import type { OwnAnswer } from '../deciders/interruptions.js';
import type { FoundAgent, SystemPrograms } from '../framework.js';
import { importedBy } from '../programs.js';
import { applicableAnswers, applyAnswer, applyKept } from './applied-answers.js';
import type { SystemDraft } from './draft.js';
import { interrupts } from './unanswered.js';

/** Programs with the answers that they give without a person. */
export interface AnsweringPrograms extends SystemPrograms {
  /** Approvals that each file gives without a person. */
  answers: ReadonlyMap<string, readonly OwnAnswer[]>;
  /** The agents whose runs an answer is for; undefined if one of them is not known. */
  ranFor(answer: OwnAnswer): readonly FoundAgent[] | undefined;
  /** Agents that other files pass to the function or class that answers. */
  passedTo(file: string, answer: OwnAnswer): readonly FoundAgent[];
}

/** Applies the answers of programs to the gates of the agents that they are for. */
export function applyAnswers(systems: readonly SystemDraft[], programs: AnsweringPrograms): void {
  for (const [file, all] of programs.answers) {
    applyClient(file, all, systems, programs);
    const answers = all.filter(({ isOfClient }) => !isOfClient);
    if (answers.length === 0) continue;
    const passed = new Set(answers.flatMap((one) => programs.passedTo(file, one)));
    // Approvals in tests are not those of the program.
    const reached = isTestFile(file) ? new Set([file]) : importedBy(file, programs.context);
    for (const { group, files, settledBy } of systems) {
      if (![...files].some((one) => reached.has(one)) && !group.some((one) => passed.has(one))) continue;
      settledBy.add(file);
      const own = answers.filter(
        (one) => programs.ranFor(one)?.some((agent) => group.includes(agent)) ?? true,
      );
      for (const answer of applicableAnswers(own.filter(({ kept }) => !kept))) applyAnswer(group, answer);
      for (const answer of own) applyKept(group, answer);
    }
  }
}

/** Applies what a client approves to the agent whose requests it is sent, as far as that is known. */
function applyClient(
  file: string,
  all: readonly OwnAnswer[],
  systems: readonly SystemDraft[],
  programs: AnsweringPrograms,
): void {
  const answers = all.filter(({ isOfClient }) => isOfClient);
  const { clients } = programs.framework.vendor;
  if (answers.length === 0 || !clients) return;
  const shown = systems.filter(
    ({ group, entry }) =>
      group.some(({ agent }) =>
        [...agent.tools, ...agent.mcpServers.flatMap(({ tools }) => tools)].some(interrupts),
      ) && clients.filesOf(entry, programs).some((one) => one.file === file),
  );
  const unless = shown.length > 1 ? 'the page that approves each call may show another agent' : undefined;
  for (const { group, settledBy } of shown) {
    settledBy.add(file);
    for (const answer of applicableAnswers(answers)) applyAnswer(group, { ...answer, unless });
  }
}
