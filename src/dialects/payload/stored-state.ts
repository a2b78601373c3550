import { type Evidence, isMet, type Place, type StoredState } from '../../model/index.js';
import type { CodeSyntaxNode } from '../../program/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { computed } from '../agents/tool.js';

/** What a flag that has the operator keep something says. `at` stands for one that is left out. */
export function keptBy(node: SyntaxNode | undefined, at: Place): Pick<StoredState, 'kept' | 'at'> {
  if (node === undefined || node.kind === 'null') return { kept: { state: 'absent' }, at };
  if (node.kind === 'dynamic') return { kept: computed(node), at: node.at() };
  return { kept: { state: 'shown', value: node.scalar !== false, at: node.at() }, at: node.at() };
}

/** What is given as an id. */
type Given = SyntaxNode & Partial<Pick<CodeSyntaxNode, 'takenFrom' | 'call'>> & { may?: readonly Given[] };

/** Whether a value is an id of what the operator keeps: that it is none on another path, as before the first turn, changes nothing. */
const isId = ({ kind, takenFrom, call, scalar }: Given): boolean =>
  kind === 'dynamic'
    ? takenFrom !== undefined || call !== undefined
    : kind !== 'null' && scalar !== false && scalar !== '';

/**
 * What continues state that the operator keeps: a conversation, a former response, by its name or id. The id itself is
 * computed in most programs: a member of a result (`last.id`) or the result of a call is one.
 */
export function continuedBy(kind: StoredState['kind'], name: string, node: Given, at: Place): StoredState[] {
  if (node.kind === 'null' || node.scalar === false || node.scalar === '') return [];
  const isGiven = isId(node) || node.may?.some(isId) === true;
  const kept: Evidence<boolean> = isGiven ? { state: 'shown', value: true, at } : computed(node);
  const repair = { title: `Remove \`${name}\``, edits: () => node.edit()?.remove() };
  return [{ kind, name, kept, at, repair }];
}

/** A cache of prompts that the operator keeps for a day: `24h`; other values keep it in memory. */
export function cachedFor(name: string, node: Given): StoredState[] {
  if (node.kind !== 'dynamic' && node.scalar !== '24h') return [];
  const at = node.at();
  const kept: Evidence<boolean> =
    node.kind === 'dynamic' ? computed(node) : { state: 'shown', value: true, at };
  const repair = { title: `Remove \`${name}\``, edits: () => node.edit()?.remove() };
  return [{ kind: 'cache', name, edit: `Remove \`${name}\`.`, kept, at, repair }];
}

/** Nothing is kept where the file says so of all of it. A transcript that is not written says nothing of the operator. */
export function retentionOf(all: readonly StoredState[]): Evidence<string> {
  const states = all.filter(({ kind, kept }) => kind !== 'transcript' || !(isMet(kept) && !kept.value));
  if (states.length === 0 && all.length > 0)
    return { state: 'inexpressible', why: 'a program states no retention' };
  const open = states.find(({ kept }) => !(kept.state === 'shown' && !kept.value));
  if (open === undefined) return { state: 'shown', value: 'store: false', ...atOf(states) };
  return open.kept.state === 'undecidable' ? open.kept : { state: 'absent', at: open.at };
}

const atOf = ([first]: readonly StoredState[]) => (first ? { at: first.at } : {});
