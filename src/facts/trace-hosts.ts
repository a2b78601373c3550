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

/** Stores by name. */
export const TRACE_HOSTS: Readonly<Partial<Record<string, TraceHost>>> = facts.stores;

/** Variables that say where such a store is. */
export const TRACE_ENDPOINTS: ReadonlySet<string> = new Set(
  Object.values(facts.stores).flatMap(({ endpoints }) => endpoints),
);
