import facts from './other-languages.json' with { type: 'json' };

/** A client of models, or a framework, of a language that is not read. */
export interface ForeignClient {
  /** As reports name it: `OpenAI for Go`. */
  name: string;
  modules: readonly string[];
}

const CLIENTS: ReadonlyMap<string, readonly ForeignClient[]> = new Map(
  facts.languages.flatMap(({ name: language, endings, clients }) => {
    const named = clients.map(({ name, modules }) => ({ name: `${name} for ${language}`, modules }));
    return endings.map((ending) => [ending, named] as const);
  }),
);

/** The clients of the language of a file; undefined for a file of a language that is read, or of none. */
export const foreignClientsFor = (path: string): readonly ForeignClient[] | undefined =>
  CLIENTS.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase());

/** Names of all of them, in the order of the data. */
export const FOREIGN_NAMES: readonly string[] = [
  ...new Set([...CLIENTS.values()].flat().map(({ name }) => name)),
];
