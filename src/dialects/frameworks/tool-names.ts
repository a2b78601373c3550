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
