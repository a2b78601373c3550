import { type Agent, type Evidence, type GuardrailSide, isMet } from '../../../model/index.js';
import { type CodeSyntaxNode, resultIs } from '../../../program/index.js';
import { type Framework, inSentence, textOf } from '../framework.js';
import { namesOf } from '../guardrails.js';
import { RECEIVER, type Rows } from './catalogue.js';
import { type Fact, factsIn, type Thing } from './things.js';

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
    return {
      state: 'undecidable',
      at: idle.written(),
      why: `\`${idle.reference?.name ?? 'a function'}\` returns nothing, so what it stops is not known`,
    };
  if (value.kind === 'array') return namesOf(value);
  if (value.kind === 'object') return { state: 'shown', value: [arg.key], at: value.written() };
  if (value.kind === 'null') return { state: 'absent', at: value.written() };
  const name =
    (by ?? value).reference?.name ??
    value.call?.boundTo ??
    value.origin?.name ??
    textOf(value) ??
    (by && arg.key);
  return name === undefined
    ? { state: 'undecidable', at: value.written(), why: value.why ?? 'computed at run time' }
    : { state: 'shown', value: [name], at: value.written() };
}

/** Whether a function of the project never returns what would replace the text. */
const isIdle = (node: CodeSyntaxNode): boolean =>
  node.reference?.kind === 'function' &&
  (node.reference.returned.length === 0 || resultIs(node, null) === 'always');

/** The guardrails of an agent: a side of which the framework has no option cannot be stated. */
export function guardrailsOf(
  thing: Thing,
  rows: Rows | undefined,
  framework: Framework,
): Agent['guardrails'] {
  const { row } = thing.stated;
  const given = rows?.registeringOn(thing.stated.api) ?? [];
  const args = [thing.stated.args, thing.stated.hooks, ...given.map((one) => one.args)].flat();
  const hasParts =
    args.some(({ role }) => role === 'parts') || rows?.giving('part').some(({ row: { reach } }) => reach);
  const isKnown = rows?.giving('agent').some(({ args: all }) => all.some(({ role }) => role === 'guard'));
  const without = isKnown ? `\`${thing.stated.api}\` has` : `agents of ${inSentence(framework)} have`;
  const sideOf = (side: GuardrailSide): Evidence<string[]> =>
    args.some((arg) => arg.role === 'guard' && (arg.side === side || arg.side === 'both'))
      ? guardIn(thing, side)
      : hasParts
        ? { state: 'absent' }
        : { state: 'inexpressible', why: `${without} no option for guardrails` };
  return {
    input: sideOf('input'),
    output: sideOf('output'),
    ...(row.guards === 'each' ? { eachTurn: true } : {}),
  };
}
