import facts from './gate-defects.json' with { type: 'json' };
import { isOlder } from './sdk-versions.js';

/** What a program has that a defect breaks. */
export const DEFECT_SHAPES = [
  /** A tool whose request for approval ends the run. */
  'gate',
  /** Such a tool of an agent that another agent calls as a tool. */
  'nested-gate',
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
  'output-guardrail',
  /** An option of a call of the package, with a value: `option`. */
  'option',
] as const;

export type DefectShape = (typeof DEFECT_SHAPES)[number];

/** A gate, bound or redaction that versions of a package do not enforce. */
export interface GateDefect {
  id: string;
  package: string;
  /** The first version that has it; left out: not known, or the first one. */
  since?: string;
  /** The first version without it. */
  fixed: string;
  shape: DefectShape;
  /** Only of the shape `option`; a list stands for an empty one. */
  option?: { key: string; value: boolean | readonly [] };
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
  dialects: readonly string[];
  /** What programs import of it. */
  modules: readonly string[];
}

export const GATE_DEFECTS = facts.defects as readonly GateDefect[];

export const DEFECTIVE_PACKAGES = facts.packages as readonly DefectivePackage[];

/** Whether a version, or every version from it to `below`, has a defect: `open` where only some of them have. */
export function hasDefect(
  { since, fixed }: GateDefect,
  version: string,
  range?: { below?: string },
): 'yes' | 'no' | 'open' {
  if (!isOlder(version, fixed)) return 'no';
  if (since !== undefined && isOlder(version, since)) {
    const mayReach = range && (range.below === undefined || isOlder(since, range.below));
    return mayReach ? 'open' : 'no';
  }
  if (range === undefined) return 'yes';
  return range.below !== undefined && !isOlder(fixed, range.below) ? 'yes' : 'open';
}
