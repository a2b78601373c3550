import { RUNTIME_TITLE } from '../../decide/decide.js';
import { type Consequence, type MigrationSubject, migrationFacts } from '../../facts/migrations.js';
import { groupedBy } from '../../model/grouped.js';
import {
  type AgentSystem,
  type Decision,
  type Evidence,
  isMet,
  type Runtime,
  type ToolKind,
  toolsOf,
} from '../../model/index.js';

/** A move of agents from the runtime that their files target to another one, with what follows from it. */
interface Migration {
  from: Runtime;
  to: Runtime;
  files: string[];
  /** The requirements exclude the targeted runtime. */
  isRequired: boolean;
  moves: string[];
  noCounterpart: string[];
  build: string[];
}

/** What of a decision a migration follows from. */
interface DecidedRuntime extends Pick<Decision, 'recommended' | 'runtimes'> {
  found?: Decision['found'] | undefined;
}

/** The migrations that decisions ask for: the targeted runtime is excluded, or another one is recommended. */
export function migrationsOf(
  decisions: readonly DecidedRuntime[],
  systems: readonly AgentSystem[],
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
          .map(({ text, section }) => `${text} (Section ${section}.)`);
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
const OPERATOR_KINDS: ReadonlySet<ToolKind> = new Set<ToolKind>([
  'web_search',
  'file_search',
  'code_interpreter',
  'image_generation',
  'computer_use',
]);
/** Kinds that execute something, so that they need a place to run. */
const EXECUTING_KINDS: ReadonlySet<ToolKind> = new Set<ToolKind>([
  'shell',
  'code_interpreter',
  'apply_patch',
  'computer_use',
]);

function subjectsOf(systems: readonly AgentSystem[]): ReadonlySet<MigrationSubject> {
  const agents = systems.flatMap((system) => system.agents);
  const kinds = agents.flatMap((agent) => toolsOf(agent).map(({ kind }) => kind));
  const applies: Record<MigrationSubject, boolean> = {
    'function-tools': kinds.includes('function'),
    'operator-tools': kinds.some((kind) => OPERATOR_KINDS.has(kind)),
    mcp: agents.some(({ mcpServers }) => mcpServers.length > 0),
    handoffs: agents.some(({ handoffs }) => handoffs.length > 0),
    delegation:
      agents.some(({ delegatesTo }) => delegatesTo.length > 0) ||
      systems.some(({ delegation }) => delegation !== undefined && !isOff(delegation.enabled)),
    'hosted-sandbox': systems.some(({ environment }) => environment?.kind === 'hosted'),
    sandbox:
      systems.some(({ environment }) => environment !== undefined) ||
      kinds.some((kind) => EXECUTING_KINDS.has(kind)),
  };
  return new Set((Object.keys(applies) as MigrationSubject[]).filter((subject) => applies[subject]));
}

const isOff = (enabled: Evidence<boolean>): boolean => isMet(enabled) && !enabled.value;

/** Which move it is, as a sentence without its end: `Required: from the managed agent service to ...`. */
export function migrationTitle({ from, to, isRequired }: Migration): string {
  const why = isRequired ? 'Required' : 'Another runtime fits';
  return `${why}: from ${RUNTIME_TITLE[from]} to ${RUNTIME_TITLE[to]}`;
}

/** The three lists of a migration, each with its title; lists without an entry are left out. */
export function migrationLists({ moves, noCounterpart, build }: Migration): [string, readonly string[]][] {
  const lists: [string, readonly string[]][] = [
    ['What moves', moves],
    ['What has no counterpart as far as is shown', noCounterpart],
    ['What you must build', build],
  ];
  return lists.filter(([, items]) => items.length > 0);
}
