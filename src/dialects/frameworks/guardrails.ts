import type { Evidence } from '../../model/index.js';
import type { CodeSyntaxNode } from '../../program/index.js';
import { computed } from '../agents/tool.js';
import { textOf } from './framework.js';

/** The names of guardrails in a list; an empty list is none. */
export function namesOf(
  list: CodeSyntaxNode | undefined,
  /** Whether an item stops anything. */
  acts: (item: CodeSyntaxNode) => boolean = () => true,
): Evidence<string[]> {
  if (!list || list.kind === 'null') return { state: 'absent' };
  if (list.kind !== 'array') return computed(list);
  const open = list.items().find(isOpen);
  const known = list.items().filter((item) => !isOpen(item) && acts(item));
  if (open && known.length === 0) return computed(open);
  const names = known.map(guardrailName);
  return names.length === 0
    ? { state: 'absent', at: list.written() }
    : { state: 'shown', value: names, at: list.written() };
}

export function guardrailName(item: CodeSyntaxNode): string {
  const named = item.call?.options.get('name') ?? item.get('name');
  return textOf(named) ?? item.call?.boundTo ?? item.reference?.name ?? item.origin?.name ?? 'guardrail';
}

/** Values that may be anything, or nothing: a spread of an unknown value, one of several. */
const isOpen = ({ kind, call, reference, origin }: CodeSyntaxNode) =>
  kind === 'dynamic' && !call && !reference && !origin;
