import facts from './gate-defects.json' with { type: 'json' };
import { isOlder, isOlderRelease } from './versions.js';

/** What a program has that a defect breaks. */
export const DEFECT_SHAPES = [
  /** A tool whose request for approval ends the run. */
  'gate',
  /** Such a tool of an agent that another agent calls as a tool. */
  'nested-gate',
  /** Such a tool of an agent that is called as a tool by itself, or by agents that it calls. */
  'recursive-gate',
  /** Such a tool whose gate an agent states for its subagents. */
  'inherited-gate',
  /** Such a tool of an MCP server. */
  'server-gate',
  /** A gate that a function decides. */
  'predicate',
  /** An approval that is kept for later calls. */
  'remembered',
  /** The same for tools of an MCP server. */
  'remembered-of-server',
  /** A gate whose answer comes back in a history that the client sends. */
  'forgeable',
  /** A gated tool with a name that every object inherits. */
  'inherited-name',
  /** A gated tool with the name of another tool of the system. */
  'shared-name',
  'output-guardrail',
  /** Calls of the package: the first of `calls`. */
  'call',
  /** Entries of a settings file: `setting`. */
  'setting',
] as const;

export type DefectShape = (typeof DEFECT_SHAPES)[number];

/** A value of an option. */
export type WantedValue = boolean | string | readonly [] | { has: string };

/** Calls of a package, by names and by an option with a value. */
export interface CallPattern {
  /** What the package exports, or a method of what that makes; without it any call of the package counts. */
  names?: readonly string[];
  /** Modules that the names are of; left out: those of the package. */
  modules?: readonly string[];
  /** An option that the call states; members of an object behind dots, a star for each item of a list, `()` for what a function returns. */
  option?: string;
  /** The values of the option; left out: every one but `false`. A list stands for an empty one, `has` for a map with that key. */
  is?: readonly WantedValue[];
  /** The texts that the value is none of. */
  not?: readonly string[];
  /** The value is computed at run time. */
  isComputed?: true;
  /** The value is no function. */
  isNoFunction?: true;
  /** The value is a function with so many parameters or more. */
  takes?: number;
  /** How many such calls there are at least; left out: one. */
  times?: number;
  /** The pattern, from 0, whose option such a call makes a part of. */
  within?: number;
}

/** Entries of a settings file. */
export interface SettingPattern {
  /** The name of the file, where not every one counts. */
  file?: string;
  /** The path of keys; a star stands for any key or item. */
  path: string;
  /** What the value begins with and ends with, or has within, where it is a text. */
  starts?: string;
  ends?: string;
  has?: string;
  /** What is not between its beginning and its end. */
  lacks?: string;
  is?: boolean | string;
  /** The value is a text, and not a map. */
  isText?: true;
  /** The value is a permission rule for every tool of a server, or a list of rules with one. */
  isServer?: true;
  /** A condition that is met where the file has no such entry. */
  isUnstated?: true;
}

/** A gate, bound or redaction that versions of a package do not enforce. */
export interface GateDefect {
  id: string;
  package: string;
  /** The first version that has it; left out: not known, or the first one. */
  since?: string;
  /** The last version that is known to have it, where the release with the fix is not known exactly. */
  last?: string;
  /** The first version that is known to be without it; left out: no release is, and `instead` says what to do. */
  fixed?: string;
  instead?: string;
  shape: DefectShape;
  /** Calls that the program has: of the shape `call` the first are what is not enforced, all others are conditions. */
  calls?: readonly CallPattern[];
  /** Of the shape `setting`: the first is what is not enforced, all others are conditions. */
  settings?: readonly SettingPattern[];
  /** Answers cannot be signed: that a client can forge them is no other finding. */
  isUnsigned?: true;
  /** What is not enforced, where the option or the name of the call does not say it. */
  words?: string;
  /** What happens, as a clause. */
  what: string;
  source: string;
}

/** A package that has defects, and the systems that run on it. */
export interface DefectivePackage {
  name: string;
  /** Packages of the same version by which a project may lock it. */
  alsoLockedAs?: readonly string[];
  language: 'python' | 'typescript';
  /** The dialects that read it; none: its programs are not read. */
  dialects: readonly string[];
  /** What programs import of it. */
  modules: readonly string[];
}

export const GATE_DEFECTS = facts.defects as readonly GateDefect[];

export const DEFECTIVE_PACKAGES = facts.packages as readonly DefectivePackage[];

/** Whether a version, or every version from it to `below`, has a defect: `open` where only some of them have, or may have. */
export function hasDefect(
  { since, last, fixed }: GateDefect,
  version: string,
  range?: { below?: string },
): 'yes' | 'no' | 'open' {
  if (fixed === undefined) return 'yes';
  if (!isOlder(version, fixed)) return 'no';
  if (since !== undefined && isOlder(version, since)) {
    const mayReach = range && (range.below === undefined || isOlderRelease(since, range.below));
    return mayReach ? 'open' : 'no';
  }
  if (last !== undefined && isOlder(last, version)) return 'open';
  if (range === undefined) return 'yes';
  return range.below !== undefined && !isOlderRelease(last ?? fixed, range.below) ? 'yes' : 'open';
}
