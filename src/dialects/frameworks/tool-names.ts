import {
  bared,
  constantIn,
  dependsOn,
  shapeOf,
  textsIn,
  type Traced,
  type Value,
  valueWhere,
} from '../../program/index.js';

/** Names of tools: those, all but those, or those that a test picks. */
export type ToolNames =
  | { readonly kind: 'these' | 'others'; readonly names: ReadonlySet<string> }
  | { readonly kind: 'picked'; readonly picks: (name: string) => boolean };

export const ALL_TOOLS: ToolNames = { kind: 'others', names: new Set() };
export const NO_TOOLS: ToolNames = { kind: 'these', names: new Set() };

/** Tools that are in none of them. */
export const otherThan = (tools: ToolNames): ToolNames =>
  tools.kind === 'picked'
    ? { kind: 'picked', picks: (name) => !tools.picks(name) }
    : { kind: tools.kind === 'these' ? 'others' : 'these', names: tools.names };

/** Tools that are in both. */
export function inBoth(a: ToolNames, b: ToolNames): ToolNames {
  if (a.kind === 'these')
    return { kind: 'these', names: new Set([...a.names].filter((one) => isIn(b, one))) };
  if (b.kind === 'these') return inBoth(b, a);
  if (a.kind === 'others' && b.kind === 'others')
    return { kind: 'others', names: new Set([...a.names, ...b.names]) };
  return { kind: 'picked', picks: (name) => isIn(a, name) && isIn(b, name) };
}

/** Tools that are in one of them. */
export const inEither = (a: ToolNames, b: ToolNames): ToolNames =>
  otherThan(inBoth(otherThan(a), otherThan(b)));

export const isIn = (tools: ToolNames, name: string): boolean =>
  tools.kind === 'picked' ? tools.picks(name) : tools.names.has(name) === (tools.kind === 'these');

export const isNone = (tools: ToolNames): boolean => tools.kind === 'these' && tools.names.size === 0;

export const isEvery = (tools: ToolNames): boolean => tools.kind === 'others' && tools.names.size === 0;

/**
 * The names for which a test of a name holds: `tool.name in NAMES`, `tool.name == "pay"`, their opposites, and what else can
 * be computed of a name, `tool.name.startswith("pay_")`.
 */
export function namesOfTest(value: Value, isName: (one: Traced) => boolean): ToolNames | undefined {
  const { value: test, holds } = bared(value);
  const { tested, texts } = comparedTexts(test, true) ?? {};
  const found: ToolNames | undefined =
    tested && texts && isName(tested) ? { kind: 'these', names: new Set(texts) } : namesPicked(test, isName);
  return found && !holds ? otherThan(found) : found;
}

/**
 * What a test compares, and the constant texts that it compares it with; undefined where it compares with none. `isAnyIn`:
 * also where a constant is searched.
 */
export function comparedTexts(
  value: Value,
  isAnyIn = false,
): { readonly tested: Value; readonly texts: readonly string[] } | undefined {
  const shape = shapeOf(value);
  if (shape.kind !== 'compare') return undefined;
  const { left, right, operator } = shape;
  const isFirst = constantIn(left) !== undefined;
  if (operator !== 'equal' && (operator !== 'in' || (isFirst && !isAnyIn))) return undefined;
  const [tested, other] = operator === 'equal' && isFirst ? [right, left] : [left, right];
  const texts = textsIn(other);
  return texts && { tested, texts };
}

/** A name like those of tools: whether a test can be computed is asked for it. */
const SOME_NAME = 'mcp__some_server__some_tool';

function namesPicked(value: Value, isName: (one: Traced) => boolean): ToolNames | undefined {
  const isOfName = (of: Value): boolean => dependsOn(of, (one) => isName(one) || undefined) !== false;
  // A collection that names are put into has those of earlier calls.
  const isKept = (one: Traced): boolean => {
    const shape = shapeOf(one);
    if (shape.kind !== 'compare' || shape.operator !== 'in') return false;
    return shapeOf(shape.right).kind === 'list' && isOfName(shape.right);
  };
  const answerFor = (name: string) =>
    valueWhere(value, (one) => (isName(one) ? { value: name } : isKept(one) ? 'unknown' : undefined));
  if (!isOfName(value) || !answerFor(SOME_NAME)) return undefined;
  return { kind: 'picked', picks: (name) => Boolean(answerFor(name)?.value) };
}
