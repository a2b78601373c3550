import { describe, expect, it } from 'vitest';
import { matchesServer, matchingPattern, type ServerIdentity } from '../../src/assess/mcp/identity.js';
import { folderMatcher, globMatcher } from '../../src/config/globs.js';
import { indexByFile } from '../../src/model/file-index.js';
import { fixedPlace } from '../../src/model/index.js';

/** Numbers from 0 to 1 that are the same in each run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

const SEGMENTS = ['a', 'ab', 'b-1', '*', '**', 'a*', '*.yaml', 'x.yaml', '{a,b}', '[ab]', '?', 'a\\*', '!b'];
const NAMES = ['a', 'ab', 'b-1', 'b', 'x.yaml', 'a.yaml', 'a*'];

describe('an index of globs', () => {
  it('finds what a loop over all of them finds, in the same order', () => {
    const random = randomFrom(7);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const many = <T>(list: readonly T[]): T[] =>
      Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(list));
    for (let round = 0; round < 200; round++) {
      const base = pick(['', '', 'a', 'a/ab']);
      const globs = Array.from(
        { length: 30 },
        () => many(['./', '../', '', '', ''])[0] + many(SEGMENTS).join('/'),
      );
      const items = globs.map((glob) => ({ glob, matches: globMatcher([glob], base) }));
      const find = indexByFile(items, ({ matches }) => matches);
      for (let path = many(NAMES).join('/'), n = 0; n < 20; n++, path = many(NAMES).join('/')) {
        expect(find(path)).toEqual(items.filter(({ matches }) => matches(path)));
        const each = globs.map((glob) => globMatcher([glob], base));
        const taken = globs.flatMap((glob, at) => (glob.startsWith('!') ? [] : (each[at] ?? [])));
        const out = globs
          .filter((glob) => glob.startsWith('!'))
          .map((glob) => globMatcher([glob.slice(1)], base));
        const expected = taken.some((one) => one(path)) && !out.some((one) => one(path));
        expect(globMatcher(globs, base)(path), `${path} of ${globs.join(' ')}`).toBe(expected);
      }
    }
  });

  it.each([
    ['files', (at: number) => `services/s${at}.agent.yaml`],
    ['folders', (at: number) => `services/s${at}/**`],
    ['base names', (at: number) => `s${at}.agent.yaml`],
    ['base names below one folder', (at: number) => `services/**/s${at}.agent.yaml`],
    ['what names begin with', (at: number) => `s${at}.*`],
  ])('tries a few of thousands of entries that name %s on a file', (_, globOf) => {
    let tried = 0;
    const items = Array.from({ length: 3_000 }, (__, at) => globMatcher([globOf(at)]));
    const counting = items.map((matches) =>
      Object.assign(
        (path: string) => {
          tried++;
          return matches(path);
        },
        { reach: matches.reach ?? [] },
      ),
    );
    const find = indexByFile(counting, (one) => one);
    let found = 0;
    for (let at = 0; at < 3_000; at++) {
      found += find(`services/s${at}.agent.yaml`).length + find(`services/s${at}/x.yaml`).length;
    }
    expect(found).toBe(3_000);
    expect(tried).toBeLessThan(30_000);
  });

  it('takes what is below a folder that one of many globs names', () => {
    const matches = folderMatcher(Array.from({ length: 20 }, (_, at) => `d${at}/**`));
    expect(['d7', 'd7/x', 'd7/x/y.yaml', 'd77/x'].map(matches)).toEqual([true, true, true, false]);
  });
});

describe('a list of servers', () => {
  const start = { line: 1, column: 1 };
  const at = fixedPlace('a.json', '', { start, end: start });
  const patterns = [
    ...['*.example.com', 'example.org', 'https://mcp.example.net:8443/mcp', '10.0.0.1', '[::1]'],
    ...[
      'npm:@acme/*',
      '@acme/mcp',
      'pypi:Acme_MCP',
      'pypi:other.mcp==1.0',
      'image:mcp/github',
      'mcp-remote@0.1.38',
    ],
    ...['image:ghcr.io/acme/*', 'nuget:Acme.Mcp', 'docker:docker.io/library/redis', 'ghcr.io/acme/bridge:2'],
  ];
  const identities: ServerIdentity[] = [
    ...[
      'a.example.com',
      'example.com',
      'a.b.example.com',
      'example.org',
      'mcp.example.net',
      '10.0.0.1',
      '::1',
    ].map((host) => ({ host })),
    ...(
      [
        ['npm', '@acme/mcp'],
        ['npm', '@acme/other'],
        ['npm', 'mcp-remote', '0.1.38'],
        ['pypi', 'acme.mcp'],
        ['pypi', 'other-mcp', '1.0'],
        ['image', 'mcp/github'],
        ['image', 'docker.io/mcp/github', 'latest'],
        ['image', 'redis'],
        ['image', 'ghcr.io/acme/bridge', '2'],
        ['nuget', 'acme.mcp'],
        ['npm', 'nothing'],
      ] as const
    ).map(([from, name, version]) => ({
      launch: { from, name, pinned: true, at, ...(version ? { version } : {}) },
    })),
  ];

  it.each(identities)('finds the first pattern that means %j', (identity) => {
    for (let from = 0; from < patterns.length; from++) {
      const list = patterns.slice(from);
      expect(matchingPattern(list, identity)).toBe(list.find((one) => matchesServer(one, identity)));
    }
  });
});
