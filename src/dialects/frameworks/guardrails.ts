import type { Evidence, Guardrails } from '../../model/index.js';
import type { CodeSyntaxNode } from '../../program/index.js';
import { computed } from '../agents/tool.js';
import { option, textOf } from './framework.js';

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

/** The options that contain guardrails. */
interface GuardrailFields {
  input: string | undefined;
  output: string | undefined;
}

/** Guardrails that check the calls of one tool, or of the tools of one server; nothing where none is stated. */
export function guardrailsIn(
  options: CodeSyntaxNode | undefined,
  { input, output }: GuardrailFields,
): { guardrails?: Guardrails } {
  // Computed options may contain any guardrail: that is no evidence of one.
  if (options?.kind !== 'object') return {};
  const guardrails = { input: namesOf(option(options, input)), output: namesOf(option(options, output)) };
  const isStated = guardrails.input.state !== 'absent' || guardrails.output.state !== 'absent';
  return isStated && options.keys().some((key) => key === input || key === output) ? { guardrails } : {};
}
