import facts from './trace-hosts.json' with { type: 'json' };

/** Where a store of traces is, which a project may also run itself. */
export interface TraceHost {
  /** Options with its address, of the call that sends traces there. */
  options: readonly string[];
  /** Variables with its address. */
  endpoints: readonly string[];
  /** The vendor's hosts, by region. */
  hosts: Readonly<Record<string, string>>;
  /** What leaves contents out, or sends traces elsewhere, as a sentence. */
  edit: string;
  regionEdit: string;
}

/** A store of a vendor to which the environment of a program sends its traces. */
export interface TraceStore {
  name: string;
  /** Variables that send traces there, with the values that do. */
  variables: Readonly<Record<string, readonly string[]>>;
  /** Variables with its address. */
  endpoints: readonly string[];
  /** The vendor's hosts, by region, and the region without an address. */
  hosts: Readonly<Record<string, string>>;
  region: string;
  /** Variables that together leave contents out. */
  hidden: readonly string[];
  /** How contents are left out, or sent elsewhere, as sentences. */
  edit: string;
  regionEdit: string;
}

/** Stores by name. */
export const TRACE_HOSTS: Readonly<Partial<Record<string, TraceHost>>> = facts.stores;

/** Variables that say where such a store is. */
export const TRACE_ENDPOINTS: ReadonlySet<string> = new Set(
  Object.values(facts.stores).flatMap(({ endpoints }) => endpoints),
);
