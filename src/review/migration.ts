import { RUNTIME_TITLE } from '../decide/decide.js';
import { RUNTIMES, type Runtime } from '../model/index.js';
import { migrationLists, migrationTitle } from '../report/shared/migrations.js';
import { sentence, series } from '../report/shared/text.js';
import { systemLink } from './anchors.js';
import { type Block, listOf, note, type Section, text } from './document.js';
import type { Review, ReviewedDecision } from './types.js';

/** What the decisions mean for agents that target another runtime. */
export function migration({ migrations }: Review): Section {
  const blocks = migrations.flatMap((one): Block[] => [
    { kind: 'heading', text: migrationTitle(one) },
    ...migrationLists(one).flatMap(([title, items]): Block[] => [
      { kind: 'subheading', text: title },
      ...listOf(items),
    ]),
    { kind: 'subheading', text: 'Applies to' },
    ...listOf(one.files.map(systemLink)),
  ]);
  const named = RUNTIMES.filter((runtime) => migrations.some(({ from }) => from === runtime));
  return {
    id: 'migration',
    title: 'Migration',
    blocks:
      blocks.length > 0
        ? [
            note(
              `Moves away from ${sources(named)}. Sections are those of the specification; what it does not show is not assumed.`,
            ),
            ...blocks,
          ]
        : [
            text(
              'No agent has to move: no targeted runtime is excluded, and none is recommended in its place.',
            ),
          ],
  };
}

const sources = (runtimes: readonly Runtime[]): string =>
  series(runtimes.map((runtime) => RUNTIME_TITLE[runtime]));

/** Why the requirements exclude a runtime that files target, as sentences; empty: nothing has to move. */
export function mustMoveWords({
  found = [],
  runtimes,
  words,
}: Pick<ReviewedDecision, 'found' | 'runtimes' | 'words'>): string[] {
  return found.flatMap(({ runtime }) => {
    const isExcluded = runtimes.some((one) => one.runtime === runtime && one.verdict === 'excluded');
    const own = words.runtimes.find((one) => one.runtime === runtime);
    if (!isExcluded || !own) return [];
    return own.reasons.length > 0 ? own.reasons : [`${sentence(RUNTIME_TITLE[runtime])} is excluded.`];
  });
}
