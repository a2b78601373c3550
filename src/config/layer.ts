import type {
  Attestation,
  ConfigLayer,
  Exclude,
  FileGlob,
  IgnoreEntry,
  Override,
  Preset,
  RuleSetting,
} from '../model/config.js';
import type { Effect } from '../model/effect.js';
import { indexByFile } from '../model/file-index.js';
import type { Level } from '../model/finding.js';
import { below, globOfPath, pathOfGlob } from '../model/glob-paths.js';
import type { Place } from '../model/place.js';
import type { Controls, Requirements } from '../model/requirements.js';
import type { StatedRequirements, Surface } from '../model/system.js';
import { isUnfilled } from '../model/unfilled.js';
import type { SyntaxNode } from '../syntax/index.js';
import { placeBelow } from '../syntax/place-below.js';
import { folderMatcher, globMatcher } from './globs.js';

/** The name that a file has now. */
type LaterName = (file: string) => string;

/**
 * Makes a layer of a valid configuration. Globs are relative to the folder `base`, as shown. An entry that names one file
 * by its path is about that file under its later name, too.
 */
export function layerOf(node: SyntaxNode, base: string, laterName: LaterName = (file) => file): ConfigLayer {
  const preset = text(node.get('preset')) as Preset | undefined;
  const vendor = text(node.get('vendor'));
  const failsOnUnread = node.get('fail_on_unread')?.scalar;
  const failsOnUnassessed = text(node.get('fail_on_unassessed'));
  const cache = node.get('cache')?.scalar;
  const requirements = requirementsOf(node.get('requirements'));
  const overrides = items(node.get('overrides')).map((item) => overrideOf(item, base, laterName));
  const attestations = items(node.get('attestations')).map((item) => attestationOf(item, base, laterName));
  const excluded = excludesIn(scalars(node.get('exclude')), base);
  return {
    file: node.document.file,
    written: { file: node.document.file, base, node },
    placeOf: (key) => node.get(key)?.at('key'),
    ...(preset === undefined ? {} : { preset }),
    ...(vendor === undefined ? {} : { vendor }),
    ...(typeof failsOnUnread === 'boolean' ? { failsOnUnread } : {}),
    ...(failsOnUnassessed === undefined ? {} : { failsOnUnassessed: failsOnUnassessed === 'acts' }),
    ...(typeof cache === 'boolean' ? { cache } : {}),
    ...(requirements === undefined ? {} : { requirements }),
    rules: rulesOf(node.get('rules')),
    overrides,
    overridesOf: indexByFile(overrides, ({ matches }) => matches),
    tools: Object.fromEntries(
      entries(node.get('tools')).map(([name, tool]) => [name, { ...correctionOf(tool), at: tool.at('key') }]),
    ),
    servers: {
      allow: texts(node.get('servers')?.get('allow')),
      deny: texts(node.get('servers')?.get('deny')),
    },
    toolLists: toolListsOf(node.get('tool_lists'), base),
    attestations,
    attestationsOf: indexByFile(attestations, ({ matches }) => matches),
    ignore: items(node.get('ignore')).map((item) => ignoreOf(item, base, laterName)),
    excludes: folderMatcher(texts(node.get('exclude')), base),
    excluded,
    excludesOf: aroundFile(
      indexByFile(
        excluded.filter(({ glob }) => !glob.startsWith('!')),
        ({ matches }) => matches,
      ),
    ),
    fileGlobs: fileGlobsOf(node, excluded, base),
    locks: [node, ...items(node.get('overrides'))].some(locksRules),
    proposes: proposalsOf(node.get('dialects'), base),
  };
}

/** A layer of a file that says nothing. */
export function emptyLayer(file: string, base: string, text: string): ConfigLayer {
  return {
    file,
    written: { file, base, text },
    rules: {},
    overrides: [],
    overridesOf: () => [],
    tools: {},
    servers: { allow: [], deny: [] },
    toolLists: {},
    attestations: [],
    attestationsOf: () => [],
    ignore: [],
    excludes: () => false,
    excluded: [],
    excludesOf: () => [],
    fileGlobs: [],
    locks: false,
    proposes: () => undefined,
  };
}

const items = (node: SyntaxNode | undefined) => node?.items() ?? [];

const text = (node: SyntaxNode | undefined) => (typeof node?.scalar === 'string' ? node.scalar : undefined);

/** The items of a list, or the one value in its place. */
const scalars = (node: SyntaxNode | undefined) =>
  node?.kind === 'array' ? node.items() : node ? [node] : [];

const texts = (node: SyntaxNode | undefined) => scalars(node).flatMap((one) => text(one) ?? []);

function entries(node: SyntaxNode | undefined): [string, SyntaxNode][] {
  return (node?.keys() ?? []).flatMap((key): [string, SyntaxNode][] => {
    const value = node?.get(key);
    return value ? [[key, value]] : [];
  });
}

function requirementsOf(node: SyntaxNode | undefined): StatedRequirements | undefined {
  if (node === undefined) return undefined;
  const places: Partial<Record<keyof Requirements, Place>> = {};
  for (const [key, value] of entries(node)) {
    places[key as keyof Requirements] = value.at(
      value.kind === 'array' || value.kind === 'object' ? 'key' : 'value',
    );
  }
  return { requirements: node.toValue() as Requirements, at: node.at('key'), places };
}

const locksRules = (node: SyntaxNode): boolean =>
  entries(node.get('rules')).some(([, rule]) => (rule.get('locked')?.scalar ?? false) !== false);

function excludesIn(nodes: readonly SyntaxNode[], base: string): Exclude[] {
  return nodes.flatMap((one): Exclude[] => {
    const glob = text(one);
    if (glob === undefined) return [];
    return [{ glob, matches: globMatcher([glob.replace(/^!/, '')], base), at: one.at() }];
  });
}

function fileGlobsOf(node: SyntaxNode, excluded: readonly Exclude[], base: string): FileGlob[] {
  const inEntries = (key: string, kind: FileGlob['kind']) =>
    items(node.get(key)).flatMap((entry) =>
      excludesIn(scalars(entry.get('files')), base).map((glob) => ({ ...glob, kind, entry: entry.at() })),
    );
  return [
    ...inEntries('overrides', 'override'),
    ...inEntries('attestations', 'attestation'),
    ...inEntries('ignore', 'ignore'),
    ...excluded.map((one) => ({
      ...one,
      kind: 'exclude' as const,
      takesFolders: true as const,
      entry: one.at,
    })),
  ];
}

/** What is about a file, or about a folder around it. */
const aroundFile =
  <T>(find: (path: string) => readonly T[]) =>
  (file: string): readonly T[] => {
    const found = new Set(find(file));
    for (let end = file.lastIndexOf('/'); end > 0; end = file.lastIndexOf('/', end - 1))
      for (const one of find(file.slice(0, end))) found.add(one);
    return [...found];
  };

const rulesOf = (node: SyntaxNode | undefined): Record<string, RuleSetting> =>
  Object.fromEntries(entries(node).map(([name, value]) => [name, settingOf(value)]));

function settingOf(node: SyntaxNode): RuleSetting {
  const list = node.kind === 'array' ? node.items() : [];
  const level = levelOf(node.kind === 'object' ? node.get('severity') : (list[0] ?? node));
  const options = (node.kind === 'object' ? node.get('options') : list[1])?.toValue();
  const locked = node.get('locked')?.scalar;
  return {
    ...(level === undefined ? {} : { level }),
    ...(options === undefined ? {} : { options: options as Record<string, unknown> }),
    ...(typeof locked === 'boolean' || locked === 'new' ? { locked } : {}),
    at: node.at('key'),
  };
}

const levelOf = (node: SyntaxNode | undefined) =>
  node?.scalar === false ? 'off' : (text(node) as Level | undefined);

function overrideOf(node: SyntaxNode, base: string, laterName: LaterName): Override {
  const dialects = node.get('dialects');
  const surface = text(node.get('surface')) as Surface | undefined;
  const requirements = requirementsOf(node.get('requirements'));
  return {
    ...filesOf(node, base, laterName),
    ...(dialects === undefined ? {} : { dialects: texts(dialects) }),
    ...(surface === undefined ? {} : { surface }),
    ...(requirements === undefined ? {} : { requirements }),
    rules: rulesOf(node.get('rules')),
  };
}

/** Without `files`, every file below the configuration's folder is meant. */
function filesOf(
  node: SyntaxNode,
  base: string,
  laterName: LaterName,
): Pick<IgnoreEntry, 'matches' | 'globs'> {
  const globs = node.get('files') ? texts(node.get('files')) : ['**'];
  return { matches: globMatcher([...globs, ...laterGlobs(globs, base, laterName)], base), globs };
}

/** Globs for the later names of files that other globs name by their path. */
const laterGlobs = (globs: readonly string[], base: string, laterName: LaterName): string[] =>
  globs.flatMap((glob) => {
    const file = pathOfGlob(glob, base);
    const later = file === undefined ? undefined : laterName(file);
    return later === undefined || later === file ? [] : (globOfPath(later, base) ?? []);
  });

function correctionOf(node: SyntaxNode): { effect: Effect; because?: string } {
  const because = text(node.get('because'));
  return { effect: text(node.get('effect')) as Effect, ...(because === undefined ? {} : { because }) };
}

/** Paths are relative to the folder of the configuration, `base`. */
function toolListsOf(node: SyntaxNode | undefined, base: string): ConfigLayer['toolLists'] {
  return Object.fromEntries(
    entries(node).map(([server, path]) => [server, { file: below(base, text(path) ?? ''), at: path.at() }]),
  );
}

function attestationOf(node: SyntaxNode, base: string, laterName: LaterName): Attestation {
  const controls = node.get('controls');
  return {
    ...filesOf(node, base, laterName),
    controls: controls?.toValue() as Controls,
    reason: text(node.get('reason')) ?? '',
    ...untilOf(node),
    at: node.at(),
    placeOf: (path) => placeBelow(controls ?? node, path),
  };
}

function ignoreOf(node: SyntaxNode, base: string, laterName: LaterName): IgnoreEntry {
  const path = text(node.get('at'));
  const reason = text(node.get('reason'))?.trim() ?? '';
  return {
    rule: text(node.get('rule')) ?? '',
    ...filesOf(node, base, laterName),
    ...(path === undefined ? {} : { path }),
    reason: isUnfilled(reason) ? '' : reason,
    ...untilOf(node),
    at: node.at(),
  };
}

function untilOf(node: SyntaxNode): { until?: string } {
  const until = text(node.get('until'));
  return until === undefined ? {} : { until };
}

function proposalsOf(node: SyntaxNode | undefined, base: string): (path: string) => string | undefined {
  const matchers = entries(node).map(([dialect, globs]) => ({
    dialect,
    matches: globMatcher(texts(globs), base),
  }));
  return (path) => matchers.find(({ matches }) => matches(path))?.dialect;
}
