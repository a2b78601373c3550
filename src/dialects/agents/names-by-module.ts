/** Names by the module that they are of, `*` for whatever it has; the module of the platform's own names is empty. */
export type NamesByModule = ReadonlyMap<string, readonly string[]>;

/** A name and its module. */
export interface ModuleName {
  readonly module: string;
  readonly dotted: string;
}

/** Names by module, as data states them: in one text, with a space between. */
export const namesByModule = (words: Readonly<Record<string, string>>): NamesByModule =>
  new Map(Object.entries(words).map(([module, names]) => [module, names.split(' ')]));

/** The names of both, by module. */
export const namesOfBoth = (a: NamesByModule, b: NamesByModule): NamesByModule =>
  new Map([
    ...a,
    ...[...b].map(([module, names]) => [module, [...(a.get(module) ?? []), ...names]] as const),
  ]);

/** Whether a name, or what it is taken from, is among some. */
export function isAmongNames(names: NamesByModule, stated: ModuleName): boolean {
  const { module, dotted } = withoutPrefix(stated);
  return (names.get(module) ?? []).some(
    (name) =>
      name === '*' || dotted === name || dotted.startsWith(`${name}.`) || dotted.startsWith(`${name}(`),
  );
}

/** `node:process` with its default export is `process`. */
export const withoutPrefix = ({ module, dotted }: ModuleName): ModuleName => ({
  module: module.replace(/^node:/, ''),
  dotted: dotted.replace(/^default\./, ''),
});
