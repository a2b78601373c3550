import { type Evidence, editRemedy, type Guardrails, type ParallelGuardrail } from '../../model/index.js';
import { type CodeSyntaxNode, writtenOption } from '../../program/index.js';
import { computed } from '../agents/tool.js';
import { option, type Profile, textOf } from './framework.js';
import { needing } from './gates.js';
import { exportOf, nameOf } from './origins.js';

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

/**
 * The input guardrails of a list that run beside their agent although the framework can run them before it. Each is
 * reported at its decorator, else at the list.
 */
export function parallelIn(list: CodeSyntaxNode | undefined, profile: Profile): Pick<Guardrails, 'parallel'> {
  const { parallelGuardrails } = profile.agents;
  if (!parallelGuardrails || list?.kind !== 'array') return {};
  const { option: name } = parallelGuardrails;
  const parallel = list.items().flatMap((item): ParallelGuardrail[] => {
    const maker = guardrailMaker(item, parallelGuardrails.makers, profile);
    const stated = maker?.node.call?.options.get(name) ?? maker?.node.get(name);
    if (stated?.scalar === false) return [];
    const state = !maker || stated?.kind === 'dynamic' ? 'undecidable' : 'shown';
    const why = maker ? stated?.why : 'the guardrail itself is not read';
    const written = writtenOption(profile.language, name, false);
    const node = maker?.node ?? item;
    const of = maker?.name ?? parallelGuardrails.makers[0] ?? '';
    const title = maker?.isDecorator
      ? `Write \`@${of}(${written})\``
      : `Set \`${written}\` in \`${guardrailName(item)}\``;
    const remedy = editRemedy(
      title,
      () => node.edit()?.set(name, false),
      'the agent then waits until the check has passed',
    );
    return [
      {
        name: guardrailName(item),
        at: maker?.isDecorator ? node.written() : list.written(),
        state,
        ...(why === undefined ? {} : { why }),
        remedy: needing(remedy, profile, of, name),
      },
    ];
  });
  return parallel.length > 0 ? { parallel } : {};
}

/** What an input guardrail is made with: its constructor, its decorator, or an object with its function. */
function guardrailMaker(
  item: CodeSyntaxNode,
  makers: readonly string[],
  { framework }: Profile,
): { node: CodeSyntaxNode; name?: string; isDecorator: boolean } | undefined {
  const named = (node: CodeSyntaxNode) => exportOf(node, framework) ?? nameOf(node.origin, node, framework);
  const isMaker = (node: CodeSyntaxNode) => makers.includes(named(node) ?? '');
  const made = [item, item.call?.target].find((node) => node?.call && isMaker(node));
  const node = made ?? item.reference?.decorators.find(isMaker);
  if (node) return { node, name: named(node) ?? '', isDecorator: made === undefined };
  return item.kind === 'object' ? { node: item, isDecorator: false } : undefined;
}

/** Values that may be anything, or nothing: a spread of an unknown value, one of several. */
const isOpen = ({ kind, call, reference, origin }: CodeSyntaxNode) =>
  kind === 'dynamic' && !call && !reference && !origin;

/** The options that contain guardrails. */
interface GuardrailFields {
  input: string | undefined;
  output: string | undefined;
}

/** Those of a function tool. */
export const guardrailFields = ({ tools }: Profile): GuardrailFields => ({
  input: tools.fields.inputGuardrails,
  output: tools.fields.outputGuardrails,
});

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
