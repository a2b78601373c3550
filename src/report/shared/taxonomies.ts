import catalogue from '../taxonomies.json' with { type: 'json' };

/** A public list of weaknesses, risks or requirements that rules refer to, in one edition. */
export interface Taxonomy {
  name: string;
  fullName: string;
  edition: string;
  /** The day as of which its ids and titles are stated. */
  checkedOn: string;
  organization: string;
  informationUri: string;
  /** How its ids begin and end in `references`, for example `LLM` and `:2026`. */
  prefix: string;
  suffix: string;
  /** Page of one entry; `{number}` is its id without prefix and suffix. */
  helpUri?: string;
  names: Readonly<Record<string, string>>;
}

/** An id of a rule's `references`, with the taxonomy that it comes from. */
export interface Taxon {
  taxonomy: Taxonomy;
  /** As the publisher writes it, with the edition where the bare id is ambiguous. */
  id: string;
  name?: string;
  helpUri?: string;
}

export const TAXONOMIES: readonly Taxonomy[] = catalogue.taxonomies;

/** The taxon of an id such as `CWE-862` or `LLM03:2026`; undefined where no taxonomy has such ids. */
export function taxonOf(reference: string): Taxon | undefined {
  const taxonomy = TAXONOMIES.find(
    ({ prefix, suffix }) =>
      reference.startsWith(prefix) &&
      reference.endsWith(suffix) &&
      reference.length > prefix.length + suffix.length,
  );
  if (!taxonomy) return undefined;
  const number = reference.slice(taxonomy.prefix.length, reference.length - taxonomy.suffix.length);
  const name = Object.hasOwn(taxonomy.names, reference) ? taxonomy.names[reference] : undefined;
  return {
    taxonomy,
    id: reference,
    ...(name !== undefined && { name }),
    ...(taxonomy.helpUri !== undefined && {
      helpUri: taxonomy.helpUri.replace('{number}', encodeURIComponent(number)),
    }),
  };
}
