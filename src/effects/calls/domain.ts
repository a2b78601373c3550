/** Rows of the table of calls, as its files state them (`schema.json`). */
export interface CallDomain {
  about: string;
  packages: KnownPackage[];
}

/** What is known of the calls of a package. */
export interface KnownPackage {
  /** How programs import it, with a space between several; `*` for names of the platform. */
  names: string;
  language: string;
  source: string;
  checkedOn: string;
  /** Names for what members are called on. */
  objects?: Record<string, string>;
  calls: CallRow[];
}

/** What some calls do, and which of their arguments decides. */
export interface CallRow {
  members: string;
  effect?: string;
  /** What it does, where the name of the member says something else. */
  words?: string;
  path?: string;
  key?: string;
  content?: string;
  computes?: boolean;
  mode?: string;
  sql?: string;
  code?: string;
  shell?: string;
  program?: { at: string; arguments?: string; rest?: number; shell?: string };
  http?: { method: string; address?: string; content?: string };
  options?: { at: string; is: (string | boolean | number | null)[]; effect: string }[];
  temporary?: boolean;
  tagged?: boolean;
}
