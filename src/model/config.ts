import type { Controls } from '../generated/types.js';
import type { Effect } from './effect.js';
import type { Level } from './finding.js';
import type { EditableNode, Edits, PlainMembers } from './fix.js';
import type { Place } from './place.js';
import type { StatedRequirements, Surface } from './system.js';

/** Names of a project's configuration; the first one in a folder applies. */
export const CONFIG_NAMES: readonly string[] = [
  'agent-lint.config.yaml',
  'agent-lint.config.yml',
  'agent-lint.config.json',
  '.agent-lintrc.yaml',
  '.agent-lintrc.yml',
  '.agent-lintrc.json',
  'package.json',
];

/** Whether a path relative to the root is meant. Compiled from globs by the edge that read them. */
export interface FileMatcher {
  (path: string): boolean;
  /** Where its files may be: each of them is within one of these. Left out: anywhere. */
  readonly reach?: readonly PathScope[];
}

/** Paths that begin with a text and, where it is stated, have a base name; with `inName`, the base name begins so. */
export interface PathScope {
  begins: string;
  name?: string;
  inName?: true;
}

export type Preset = 'recommended' | 'strict';

/** What a configuration says of one rule. */
export interface RuleSetting {
  level?: Level;
  options?: Readonly<Record<string, unknown>>;
  /** No nearer configuration may change it; `new`: what the baseline has accepted stays accepted. */
  locked?: boolean | 'new';
  at?: Place;
}

export interface Override {
  matches: FileMatcher;
  /** The globs that `matches` is compiled from, as written. */
  globs: readonly string[];
  dialects?: readonly string[];
  surface?: Surface;
  requirements?: StatedRequirements;
  rules: Readonly<Record<string, RuleSetting>>;
}

/** A control that no file shows, claimed by glob. */
export interface Attestation {
  matches: FileMatcher;
  /** The globs that `matches` is compiled from, as written. */
  globs: readonly string[];
  controls: Controls;
  reason: string;
  /** Last day on which it holds, `YYYY-MM-DD`, UTC. */
  until?: string;
  at: Place;
  /** The place of a path below `controls`. */
  placeOf(path: readonly (string | number)[]): Place;
}

/** A finding set aside by people. */
export interface IgnoreEntry {
  rule: string;
  matches: FileMatcher;
  /** The globs that `matches` is compiled from, as written. */
  globs: readonly string[];
  /** Structural path of the element; left out: every place in the file. */
  path?: string;
  /** Empty where the file gives none: then nothing is set aside. */
  reason: string;
  until?: string;
  at: Place;
}

/** A file that claims are written into; `node`: its root, where it says anything. */
export interface ClaimTarget {
  file: string;
  node?: EditableNode | undefined;
}

/** Adds claims about one file to the configuration that applies to it. */
export interface ClaimEdits {
  /** The configuration. */
  target: ClaimTarget;
  /** The entry of `attestations` that claims controls of the file; its reason is for the person to write who makes it. */
  entry(controls: PlainMembers): PlainMembers;
  /** Claims controls of the file under `attestations`. */
  attest(controls: PlainMembers): Edits;
  /** Adds a pattern to `servers.allow`. */
  allowServer(pattern: string): Edits;
}

/** A glob of an entry of the configuration, with its place. */
export interface FileGlob {
  /** What the entry is, as people call it. */
  kind: 'override' | 'attestation' | 'ignore' | 'exclude';
  /** As it is written. */
  glob: string;
  /** The files that it matches; without the `!` of one that takes files out again. */
  matches: FileMatcher;
  /** It matches folders as well, with everything in them. */
  takesFolders?: true;
  at: Place;
  /** The place of the entry. */
  entry: Place;
}

/** Files that are not checked, by one glob. */
export interface Exclude {
  /** As it is written. */
  glob: string;
  /** The files and folders that the glob matches; without the `!` of one that takes files out again. */
  matches: FileMatcher;
  at: Place;
}

/** What an organisation's policy says beside its rules (design, section 8). */
export interface Policy {
  owner?: { name: string; contact?: string };
  /** Claims of the repository satisfy locked rules. */
  acceptsClaims: boolean;
  ignores: { requireUntil: boolean; maxDays?: number };
  baseline: { forbidsGrowth: boolean; maxAgeDays?: number };
}

/** One configuration file, read and validated. Later layers are nearer to the linted file. */
export interface ConfigLayer {
  file: string;
  /** The layer is a policy from outside the repository. */
  policy?: Policy;
  /** Its text, for edits: its root, or what it says where it has none. Globs start from the folder `base`. */
  written?: { file: string; base: string } & ({ node: EditableNode } | { text: string });
  /** The place of one of its keys. */
  placeOf?(key: string): Place | undefined;
  preset?: Preset;
  requirements?: StatedRequirements;
  vendor?: string;
  /** Whether a program fails the run whose agents nobody reads. */
  failsOnUnread?: boolean;
  /** Whether an act fails the run of which it is not known whether people approve it. */
  failsOnUnassessed?: boolean;
  /** Whether the result of a run is kept. Left out: another layer says it, or it is not. */
  cache?: boolean;
  rules: Readonly<Record<string, RuleSetting>>;
  overrides: readonly Override[];
  /** The overrides whose globs match a file, in their order. */
  overridesOf(file: string): readonly Override[];
  /** Effects of tools by name, corrected once for the project. */
  tools: Readonly<Record<string, { effect: Effect; because?: string; at: Place }>>;
  servers: { allow: readonly string[]; deny: readonly string[] };
  /** Files of saved tool lists, relative to the root, by the name, address or host of their server. */
  toolLists: Readonly<Record<string, { file: string; at: Place }>>;
  attestations: readonly Attestation[];
  /** The attestations whose globs match a file, in their order. */
  attestationsOf(file: string): readonly Attestation[];
  ignore: readonly IgnoreEntry[];
  excludes: FileMatcher;
  /** The entries of `exclude`. */
  excluded: readonly Exclude[];
  /** The entries of `exclude` that cover a file or a folder around it. */
  excludesOf(file: string): readonly Exclude[];
  /** All globs of its overrides, attestations, ignores and excludes. */
  fileGlobs: readonly FileGlob[];
  /** It locks a rule, for all files or by an override. */
  locks: boolean;
  /** Names that propose a dialect, added to the built-in ones. */
  proposes(path: string): string | undefined;
}

/**
 * The resolved configuration that the library takes: data and pure functions, no files.
 * `layersFor` gives the layers that hold for a file, the outermost first.
 */
export interface ResolvedConfig {
  layersFor(file: string): readonly ConfigLayer[];
  /** Where claims about a file are added; left out where no configuration is read. */
  claimsFor?: (file: string) => ClaimEdits | undefined;
  /** Files that an option of the run excludes and that were found all the same, for locked rules. */
  excludes?: FileMatcher;
  /** All layers met so far, for reports on unused and expired entries. */
  layers(): readonly ConfigLayer[];
}
