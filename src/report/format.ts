import type { LintResult } from '../lint/result.js';
import type { Waiver } from '../lint/waivers.js';
import type { FailOn } from '../model/index.js';

/** What `--label` says of a run, by key: the repository, the team. */
export type Labels = Readonly<Record<string, string>>;

/** What runs with the same value of a label come to, of several that are joined. */
export interface ReportGroup {
  /** The labels that all of them share. */
  labels: Labels;
  errors: number;
  warnings: number;
  infos: number;
}

/** Which part of a project a run is about; counted from 1. */
export interface ShardOf {
  index: number;
  of: number;
}

/** What is reviewed: the name of its folder, and the commit that is checked out. */
export interface Identity {
  project: string;
  commit?: {
    /** As git shortens it. */
    short: string;
    id: string;
    /** How many of the reviewed files differ from it. */
    changed: number;
  };
}

/** What a format may know beside the result. */
export interface RenderOptions {
  color: boolean;
  /** Text of a file, for the code frames; none is drawn where it is undefined. */
  source(file: string): string | undefined;
  /** Lists errors only, with the counts of all findings; for people also no decision and nothing on what was not assessed. */
  quiet?: boolean;
  /** Written into reports for programs, to distinguish the reports of many repositories. */
  labels?: Labels;
  /** Findings by the value of a label, where several runs are joined. */
  groups?: readonly ReportGroup[];
  /** Labels of a file, where several runs are joined: in place of `labels`. */
  labelsFor?(file: string): Labels;
  /** Writes what joins the report with those of the other parts into the report for programs. */
  shard?: ShardOf;
  /** Columns to write in; 100 where it is not stated. */
  width?: number;
  /** Prints at most this many findings and counts the rest; 0 prints all. Formats that programs read are always complete. */
  maxFindings?: number;
  /** `false` leaves out the decision: the run is about single files. */
  decision?: boolean;
  /** The lowest severity that fails the run; left out: `error`. */
  failOn?: FailOn;
  /** For people: what fails the run, and the rest as one line. A commit is waiting for it. */
  brief?: boolean;
  /** The day of the run, only where one was given. */
  asOf?: string;
  /** What is reviewed, given the files; left out: it is not named. */
  identity?(files: readonly string[]): Identity;
  /** Every waiver of the project, where a format lists them. */
  waivers?: readonly Waiver[];
  /** A path of the result as the working directory sees it; as it is where this is left out. */
  here?(file: string): string;
}

/**
 * A format: result in, text out, in pieces where it can be long. It never changes the outcome. The pieces are made while
 * they are asked for.
 */
export type Render = (result: LintResult, options: RenderOptions) => string | Iterable<string>;
