import type {
  AgentSystem,
  Decision,
  Finding,
  Level,
  MetCount,
  NotAssessed,
  Requirements,
  Rule,
  Runtime,
  Skipped,
  Unresolved,
} from '../model/index.js';
import type { UnreadFiles } from '../systems/index.js';
import type { OnValue } from './diagnostics.js';
import type { VendorFiles } from './notes.js';
import type { WaiverInput } from './waivers.js';

/** A rule with the level that is in force at the root. */
export interface ResolvedRule {
  rule: Rule;
  level: Level;
}

/** The decision on one distinct set of requirements, with the files that it applies to. */
export interface DecisionOfFiles {
  decision: Decision;
  requirements: Requirements;
  files: string[];
  /** They hold settings of clients alone: no runtime is chosen for these. */
  settingsOnly?: true;
  /** One of them names a self-hosted sandbox. */
  selfHosted?: true;
  /** The runtimes that these files target, and which do. */
  found?: { runtime: Runtime; files: string[] }[];
}

/** What reports list of a run, as texts: all that is left of a file once it is checked. */
export interface SystemTexts {
  add(system: AgentSystem): void;
  /** Takes what states waivers: a file as it was read; at the end the configuration and the baseline. Left out: unwanted. */
  addWaivers?(from: WaiverInput): void;
  /** All waivers, each as JSON. */
  waivers(): Iterable<string>;
  /** The texts of all systems for a format, in order; undefined if the format does not use them. */
  of(format: string): Iterable<string> | undefined;
}

/** Everything that a run found out: what every report is made of. */
export interface LintResult {
  version: string;
  decisions: DecisionOfFiles[];
  files: { path: string; dialect: string }[];
  /** Those of them that may have more findings than this run reports: a system in them depends on a selected file. */
  partly: string[];
  /** Empty if the run leaves them out. */
  systems: AgentSystem[];
  /** The same as texts, where the run was asked for them. */
  systemTexts?: SystemTexts;
  systemCount: number;
  /** Those set aside carry `ignored`. */
  findings: Finding[];
  notAssessed: NotAssessed[];
  /** Tools that do what a person has to approve, whether one does or not; left out: none. */
  acts?: number;
  /** Frameworks that are recognised and not read yet, with the files that use them; each is in `notAssessed` once. */
  unread: UnreadFiles[];
  /** What belongs to the project and was not read, by reason. */
  skipped: Skipped[];
  /** The configuration of one of these files says that it fails the run. */
  failsOnUnread?: true;
  /** The configuration says that an act which is not assessed fails the run, and one is not. */
  failsOnUnassessed?: true;
  /** What nobody could read of the systems, whether they are kept or left out. */
  unresolved: Unresolved[];
  met: MetCount[];
  /**
   * Settings of the configuration that another part of the project may use, of a run on a part: whether this part does,
   * and what is reported if none does.
   */
  openSettings?: { used: boolean; finding: Finding }[];
  /** The configurations that apply to a part. */
  configurations?: string[];
  /** Findings on a value that other parts may have as well, which are not in `findings`, of a run on a part. */
  onValues?: OnValue[];
  /** Files that select a vendor profile by themselves, of a run on a part. */
  vendors?: VendorFiles[];
  /** For standard error. */
  notes: string[];
  /** As in force at the root, for SARIF and summaries. */
  rules: readonly ResolvedRule[];
  /** The day that dates are compared with, `YYYY-MM-DD`. */
  asOf: string;
}
