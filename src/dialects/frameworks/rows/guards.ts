import {
  type Agent,
  type Evidence,
  type Guardrails,
  type GuardrailSide,
  isMet,
  type ParallelGuardrail,
} from '../../../model/index.js';
import { type CodeSyntaxNode, resultIs } from '../../../program/index.js';
import { type Framework, inSentence, textOf } from '../framework.js';
import { namesOf } from '../guardrails.js';
import { RECEIVER } from './catalogue.js';
import { notKnown } from '../gate-levels.js';
import { type Fact, factsIn, rowsAt, type Thing } from './things.js';

/** What the guardrails of a thing check on one side, by what it states; absent where it states none. */
export function guardIn(thing: Thing, side: GuardrailSide): Evidence<string[]> {
  const all = factsIn(thing, 'guard')
    .filter(({ arg }) => arg.side === side || arg.side === 'both')
    .map(guardOf);
  return joined(all) ?? all.find(({ state }) => state === 'undecidable') ?? all[0] ?? { state: 'absent' };
}

/** All that checks one side, where something does. */
export function joined(all: readonly Evidence<string[]>[]): Evidence<string[]> | undefined {
  const [first, ...others] = all.filter(isMet);
  return first && { ...first, value: [first, ...others].flatMap(({ value }) => value) };
}

function guardOf({ value, by, arg }: Fact): Evidence<string[]> {
  const { advisory } = arg;
  // A part that is a check by itself.
  if (arg.key === RECEIVER && value.call)
    return { state: 'shown', value: [value.call.name], at: value.written() };
  if (advisory) {
    const [list = value, ...others] = value.reference?.kind === 'function' ? value.reference.returned : [];
    return namesOf(
      others.length > 0 ? value : list,
      (item) => textOf(item.call?.options.get(advisory.option)) !== advisory.value,
    );
  }
  const items = value.kind === 'array' ? value.items() : [by ?? value];
  // A function of a part may stop the run by an error.
  const idle = by ? undefined : items.find(isIdle);
  if (items.length > 0 && items.every(isIdle) && idle)
    return notKnown(
      idle.written(),
      `\`${idle.reference?.name ?? 'a function'}\` returns nothing, so what it stops is not known`,
    );
  if (value.kind === 'array') return namesOf(value);
  if (value.kind === 'object') return { state: 'shown', value: [arg.key], at: value.written() };
  if (value.kind === 'null') return { state: 'absent', at: value.written() };
  const named = [(by ?? value).reference?.name, value.call?.boundTo, value.origin?.name, textOf(value)];
  const name = named.find((one) => one) ?? (by || value.reference ? arg.key : undefined);
  return name === undefined
    ? notKnown(value.written(), value.why ?? 'computed at run time')
    : { state: 'shown', value: [name], at: value.written() };
}

/** Whether a function of the project never returns what would replace the text. */
const isIdle = (node: CodeSyntaxNode): boolean =>
  node.reference?.kind === 'function' &&
  // What a decorator makes of it returns something else.
  node.reference.decorators.length === 0 &&
  (node.reference.returned.length === 0 || resultIs(node, null) === 'always');

/** The guardrails of an agent: a side of which the framework has no option cannot be stated. */
export function guardrailsOf(thing: Thing, framework: Framework): Agent['guardrails'] {
  const { row } = thing.stated;
  const rows = rowsAt(thing.node, framework);
  const given = rows.registeringOn(thing.stated.api);
  const args = [thing.stated.args, thing.stated.hooks, ...given.map((one) => one.args)].flat();
  // Parts may check, and an agent that a run could be given.
  const hasParts =
    args.some(({ role }) => role === 'parts' || role === 'runs') ||
    rows.giving('part').some(({ row: { reach } }) => reach);
  const isKnown = rows.giving('agent').some(({ args: all }) => all.some(({ role }) => role === 'guard'));
  const without = isKnown ? `\`${thing.stated.api}\` has` : `agents of ${inSentence(framework)} have`;
  const isOne = args.some(({ role }) => role === 'guard');
  const sideOf = (side: GuardrailSide): Evidence<string[]> =>
    args.some((arg) => arg.role === 'guard' && (arg.side === side || arg.side === 'both'))
      ? guardIn(thing, side)
      : hasParts
        ? { state: 'absent' }
        : { state: 'inexpressible', why: `${without} no option for ${isOne ? `${side} ` : ''}guardrails` };
  return {
    input: sideOf('input'),
    output: sideOf('output'),
    ...(row.guards === 'each' ? { eachTurn: true } : {}),
  };
}

/** Guardrails that check the calls of one tool, or of the tools of one server; nothing where none is stated. */
export function guardrailsOfCalls(
  all: readonly Fact[],
  options: CodeSyntaxNode | undefined,
): { guardrails?: Guardrails } {
  const facts = all.filter(({ role }) => role === 'guard');
  // Computed options may contain any guardrail: that is no evidence of one.
  if (facts.length === 0 || options?.kind !== 'object') return {};
  const of = (side: GuardrailSide) => namesOf(facts.find(({ arg }) => arg.side === side)?.value);
  return { guardrails: { input: of('input'), output: of('output') } };
}

/** The input guardrails of a thing that run beside its agent although the framework can run them before it. */
export function parallelIn(
  thing: Thing | undefined,
  framework: Framework,
): { parallel?: ParallelGuardrail[] } {
  const list = factsIn(thing, 'guard').find(({ arg }) => arg.side === 'input')?.value;
  const parallel = list && framework.vendor.parallel?.(list, framework);
  return parallel?.length ? { parallel: [...parallel] } : {};
}
