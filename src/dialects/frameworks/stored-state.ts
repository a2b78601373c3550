import type { Place, StoredState } from '../../model/index.js';
import type { CodeSyntaxNode } from '../../program/index.js';
import { cachedFor, continuedBy, keptBy } from '../payload/stored-state.js';
import type { Fields, FoundAgent, Profile } from './framework.js';
import { exportOf } from './origins.js';
import { memberAt } from './places.js';

/**
 * Whether the operator stores responses, by the model settings; undefined if none sets `store` and
 * nothing else is kept. The setting of a
 * run applies to all its agents; without a setting, an agent beside others that have one stores by default.
 */
export function storedStateOf({
  group,
  stores,
  kept,
}: {
  group: readonly FoundAgent[];
  /** The `store` settings of its runs. */
  stores: readonly CodeSyntaxNode[];
  kept: readonly StoredState[];
}): StoredState[] | undefined {
  const state = (node: CodeSyntaxNode | undefined, at: Place): StoredState => ({
    kind: 'response',
    name: 'store',
    ...keptBy(node, at),
    ...(node ? { repair: storesNothing(node, 'store') } : {}),
  });
  if (stores.length > 0) return [...stores.map((node) => state(node, node.at())), ...kept];
  if (group.every(({ store }) => store === undefined)) return kept.length > 0 ? [...kept] : undefined;
  return [...group.map(({ store, agent }) => state(store, agent.at)), ...kept];
}

/** State of the operator that a call creates: a session of conversations, a thread. */
export interface KeptSession {
  /** The call, wherever its result is referred to. */
  id: string;
  states: StoredState[];
}

/** The state that a call creates with the operator; undefined for any other call. `at`: where it is reported. */
export function sessionOf(
  node: CodeSyntaxNode | undefined,
  { runs, framework }: Profile,
  at = node?.at(),
): KeptSession | undefined {
  const kind = node && runs.kept?.calls?.[exportOf(node, framework) ?? ''];
  if (!kind || !at) return undefined;
  return { id: node.identity, states: continuedBy(kind, node.call?.name ?? '', node, at) };
}

/** What the options of a run make the operator keep: ids of its state, and a session or thread of it. */
export function keptByRun(
  options: CodeSyntaxNode | undefined,
  profile: Profile,
): { kept?: StoredState[]; session?: string } {
  const { options: ids = {}, session } = profile.runs.kept ?? {};
  // Computed options may contain any of them: that is no evidence of one.
  if (options?.kind !== 'object') return {};
  const given = options.get(session);
  const created = sessionOf(given, profile, given?.written());
  const kept = Object.entries(ids).flatMap(([name, kind]) => {
    const node = options.get(name);
    return node ? continuedBy(kind, name, node, node.written()) : [];
  });
  return { kept: [...kept, ...(created?.states ?? [])], ...(created ? { session: created.id } : {}) };
}

/** What the options of an agent and of its runs make the operator keep, by the paths of the profile. */
export function keptBySettings(given: readonly Fields[], { runs, language }: Profile): StoredState[] {
  const found = Object.entries(runs.kept?.settings ?? {}).flatMap(([path, kind]) => {
    const [first = '', ...rest] = path.split('.');
    const name = rest.at(-1) ?? first;
    const off = language === 'python' ? 'False' : 'false';
    return given.flatMap((get): StoredState[] => {
      const node = rest.length > 0 ? memberAt(get(first), rest.join('.')) : get(first);
      if (!node || node.kind === 'null') return [];
      if (kind === 'cache') return cachedFor(name, node);
      if (kind !== 'response') return continuedBy(kind, name, node, node.written());
      const edit = `Set \`${name}\` to ${off}, and send what an answer needs with each request.`;
      return [{ kind, name, edit, ...keptBy(node, node.at()), repair: storesNothing(node, name) }];
    });
  });
  const byPlace = new Map(found.map((one) => [JSON.stringify([one.at.file, one.at.range()]), one]));
  return [...byPlace.values()];
}

const storesNothing = (node: CodeSyntaxNode, name: string) => ({
  title: `Set \`${name}\` to false`,
  edits: () => node.edit()?.replace(false),
});
