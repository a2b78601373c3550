import { RUNTIME_TITLE } from '../decide/decide.js';
import { type Consequence, type MigrationSubject, migrationFacts } from '../facts/migrations.js';
import { groupedBy } from '../model/grouped.js';
import { RUNTIMES, type Runtime } from '../model/index.js';
import { sentence, series } from '../report/shared/text.js';
import { systemLink } from './anchors.js';
import { toolsOf } from './controls.js';
import { type Block, listOf, note, type Section, text } from './document.js';
import type { Migration, Review, ReviewedDecision } from './types.js';

/** The migrations that decisions ask for: the targeted runtime is excluded, or another one is recommended. */
export function migrationsOf(
  decisions: readonly Pick<ReviewedDecision, 'found' | 'recommended' | 'runtimes'>[],
  systems: Review['systems'],
): Migration[] {
  const all = decisions.flatMap(({ found = [], recommended, runtimes }) =>
    found.flatMap(({ runtime: from, files }) => {
      const isRequired = runtimes.some(({ runtime, verdict }) => runtime === from && verdict === 'excluded');
      if (!isRequired && (recommended === null || recommended === from)) return [];
      const open = runtimes.filter(({ verdict }) => verdict !== 'excluded').map(({ runtime }) => runtime);
      return (recommended ? [recommended] : open)
        .filter((to) => to !== from)
        .map((to) => ({ from, to, isRequired, files }));
    }),
  );
  const byFile = groupedBy(systems, ({ file }) => file);
  return [...groupedBy(all, ({ from, to, isRequired }) => `${from} ${to} ${isRequired}`).values()].flatMap(
    (group) => {
      const [first] = group;
      if (!first) return [];
      const files = group.flatMap((one) => one.files);
      const subjects = subjectsOf(files.flatMap((file) => byFile.get(file) ?? []));
      const facts = migrationFacts(first.from, first.to);
      const words = (all: readonly Consequence[]) =>
        all
          .filter(({ when }) => when === undefined || subjects.has(when))
          .map(({ text: one, section }) => `${one} (Section ${section}.)`);
      return [
        {
          ...first,
          files,
          moves: words(facts.moves),
          noCounterpart: words(facts.noCounterpart),
          build: words(facts.build),
        },
      ];
    },
  );
}

/** Kinds of tools that the operator of a runtime carries out. */
const OPERATOR_KINDS: ReadonlySet<string> = new Set([
  'web_search',
  'file_search',
  'code_interpreter',
  'image_generation',
  'computer_use',
]);
/** Kinds that execute something, so that they need a place to run. */
const EXECUTING_KINDS: ReadonlySet<string> = new Set([
  'shell',
  'code_interpreter',
  'apply_patch',
  'computer_use',
]);

function subjectsOf(systems: Review['systems']): ReadonlySet<MigrationSubject> {
  const agents = systems.flatMap((system) => system.agents);
  const kinds = agents.flatMap((agent) => toolsOf(agent).map(({ tool }) => tool.kind));
  const applies: Record<MigrationSubject, boolean> = {
    'function-tools': kinds.includes('function'),
    'operator-tools': kinds.some((kind) => OPERATOR_KINDS.has(kind)),
    mcp: agents.some(({ mcpServers }) => mcpServers.length > 0),
    handoffs: agents.some(({ handoffs }) => handoffs.length > 0),
    delegation:
      agents.some(({ delegatesTo }) => delegatesTo.length > 0) ||
      systems.some(({ delegation }) => delegation !== undefined && delegation.enabled.value !== false),
    'hosted-sandbox': systems.some(({ environment }) => environment?.kind === 'hosted'),
    sandbox:
      systems.some(({ environment }) => environment !== undefined) ||
      kinds.some((kind) => EXECUTING_KINDS.has(kind)),
  };
  return new Set((Object.keys(applies) as MigrationSubject[]).filter((subject) => applies[subject]));
}

/** Which move it is, as a sentence without its end: `Required: from the managed agent service to ...`. */
function migrationTitle({ from, to, isRequired }: Migration): string {
  const why = isRequired ? 'Required' : 'Another runtime fits';
  return `${why}: from ${RUNTIME_TITLE[from]} to ${RUNTIME_TITLE[to]}`;
}

/** The three lists of a migration, each with its title; lists without an entry are left out. */
function migrationLists({ moves, noCounterpart, build }: Migration): [string, readonly string[]][] {
  const lists: [string, readonly string[]][] = [
    ['What moves', moves],
    ['What has no counterpart as far as is shown', noCounterpart],
    ['What you must build', build],
  ];
  return lists.filter(([, items]) => items.length > 0);
}

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
