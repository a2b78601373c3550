import facts from './regions-hosts.json' with { type: 'json' };

/** What a host says of the region in which a model is called. */
export interface HostRegion {
  /** A country's code or `eu`; `none` where the host promises no region. */
  region: string;
  /** Data is processed there, and not only stored. */
  processes: boolean;
}

const BASES: readonly (readonly [host: string, regions: { process: string[]; store: string[] }])[] =
  Object.entries(facts.hosts);

/** The region that a host stands for; undefined where no fact is known of it. Lower case expected. */
export function regionOfHost(host: string): HostRegion | undefined {
  for (const [base, { process, store }] of BASES) {
    if (host === base) return { region: 'none', processes: false };
    if (!host.endsWith(`.${base}`)) continue;
    const region = host.slice(0, -base.length - 1);
    if (process.includes(region)) return { region, processes: true };
    if (store.includes(region)) return { region, processes: false };
  }
  return undefined;
}

/** A host that processes data in a region, where one is known. Lower case expected. */
export function hostInRegion(region: string): string | undefined {
  const known = BASES.find(([, { process }]) => process.includes(region));
  return known && `${region}.${known[0]}`;
}

/** Calls that are given the place in which models run. */
export interface PlacedClient {
  modules: readonly string[];
  /** Their options with the place. */
  options: readonly string[];
  /** What `global` means, in words. */
  global?: string;
}

export const PLACED_CLIENTS: readonly PlacedClient[] = facts.clients;

/** The region of a place as clouds name it: `global`, `us-central1`; undefined where no fact is known of it. */
export function regionOfPlace(
  place: string,
  { global: words }: PlacedClient,
): { region: string; words?: string } | undefined {
  if (place === 'global' && words !== undefined) return { region: 'none', words };
  return /^us(?:-|$)/.test(place) ? { region: 'us' } : undefined;
}

const MODELS: Readonly<Record<string, { region: string; words?: string }>> = facts.models.regions;
const MODEL = new RegExp(
  `(?:^|[/:])(${Object.keys(MODELS).join('|')})\\.(?:${facts.models.vendors.join('|')})\\.[\\w.:-]+$`,
);

/** The region in which a model runs, by its id: `us.anthropic.claude-...`; `words` where that is no single one. */
export function regionOfModel(model: string): { region: string; words?: string } | undefined {
  const name = MODEL.exec(model)?.[1];
  return name === undefined ? undefined : MODELS[name];
}
