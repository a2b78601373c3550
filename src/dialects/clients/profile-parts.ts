import type { ClientProfile, OpeningProfile } from './profile.js';

/** A commit is the only version of a repository that nobody can move. */
const COMMIT = /^[\da-f]{40}$/i;

/** Marketplaces of plugins, under the names of their key: a later one has an effect where the first is absent. */
export const marketplaces = (client: string, [first = '', ...later]: readonly string[]): OpeningProfile[] =>
  [first, ...later].flatMap((key): OpeningProfile[] => {
    const source = { kind: 'source', at: [key, '*', 'source'] } as const;
    const unless = key === first ? [] : [{ at: [first] }];
    return [
      {
        ...source,
        unless,
        has: [{ at: ['source'], values: ['github', 'git', 'git-subdir'] }],
        lacks: [
          { at: ['ref'], pattern: COMMIT },
          { at: ['sha'], pattern: COMMIT },
        ],
        named: ['repo'],
        says: `${client} installs plugins of the newest commit of a marketplace: hooks and servers of a later commit run unreviewed`,
        edit: 'Decide which commit to use, and write it in `{path}`, as `"ref": "<commit>"`.',
      },
      {
        ...source,
        unless,
        has: [{ at: ['source'], values: ['npm'] }],
        lacks: [{ at: ['version'] }],
        named: ['package'],
        says: `${client} installs plugins of the newest release of a package: hooks and servers of a later release run unreviewed`,
        edit: 'Decide which version to use, and write it in `{path}`, as `"version": "<version>"`.',
      },
      {
        kind: 'check',
        at: [key, '*', 'source', 'url'],
        unless,
        pattern: /^http:\/\/(?!localhost\b|127\.)/i,
        says: 'The list of plugins is loaded without encryption: anyone on the network path chooses the hooks and servers that run here',
        edit: 'Decide how the address is encrypted: use an address with `https://`.',
      },
    ];
  });

/** The profile of a client that took over the settings of another one, with its own name in each sentence. */
export const renamed = (profile: ClientProfile, client: string): ClientProfile => ({
  ...inTexts(profile, (text) => text.replaceAll(profile.client, client)),
  source: profile.source,
});

function inTexts<T>(value: T, change: (text: string) => string): T {
  if (typeof value === 'string') return change(value) as T & string;
  if (Array.isArray(value)) return value.map((one: unknown) => inTexts(one, change)) as T & unknown[];
  if (typeof value !== 'object' || value === null || value instanceof RegExp) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]: [string, unknown]) => [key, inTexts(one, change)]),
  ) as T & object;
}
