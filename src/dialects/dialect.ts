import type { AgentSystem, Surface, VendorProfile } from '../model/index.js';
import type { Format, SyntaxNode } from '../syntax/node.js';

/** What a name or a glob proposes before content decides. */
export interface Proposal {
  /** The dialect that the name proposes, where it does. */
  dialect?: string;
  /** The proposed dialect is written as a session payload, so the name proposes every dialect that is. */
  isPayload?: true;
  /** The configuration, or a file of the dialect that refers to it, says so: its name proposes nothing. */
  isStated?: true;
}

/** Why a document is, or is not, of a dialect: printed by `inspect`. */
export type Recognition =
  | { claimed: true; reason: string }
  | {
      claimed: false;
      reason: string;
      /** It comes close to this dialect, so this reason is the one that is reported. */
      near?: boolean;
    };

/** What a reader may know beside the document. */
export interface ReadContext {
  vendor?: VendorProfile;
  /** The text of another file of the tree, by its path from the root; undefined where there is none that can be read. */
  readBeside?(path: string): string | undefined;
  /** Files of the project in a folder, by their paths from the root. */
  filesIn?(folder: string): readonly string[];
}

/** What a dialect may see of the project around a file. */
export interface Neighbours {
  /** Files of the project that may be checked, sorted. */
  readonly files: readonly string[];
  /** Whether a search saw the folder of a path: what is not in `files` was left out for a reason. */
  isSearched(path: string): boolean;
  /** Whether the configuration leaves a file out. */
  isLeftOut(path: string): boolean;
  /** The root of another document, on which the file then depends; undefined where there is none that can be read. */
  rootOf(path: string, format: Format): SyntaxNode | undefined;
  /** The text of another file, on which the file then depends; undefined where there is none that can be read. */
  textOf(path: string): string | undefined;
}

/** What a dialect needs from neighbouring documents. */
export interface Join {
  /** Files that may be read together with a file by the custom of its client, without being named in it. */
  partnersOf?(file: string, files: readonly string[]): readonly string[];
  /** Keys under which its documents name files that they are read with. */
  fileKeys?: readonly string[];
  /** Each of its files states one agent, and agents name one another by path: together they make one system. */
  isAgentPerFile?: true;
  /** Joins parts of a system that are in documents of their own; gives the systems that the file then makes. */
  parts?(systems: AgentSystem[], file: string, beside: Neighbours): AgentSystem[];
  /** Joins what documents beside it say of a system, once the claims of the project are applied. */
  stated?(system: AgentSystem, beside: Neighbours): void;
}

/** One way in which the world writes agent configuration. */
export interface Dialect {
  /** Position in which dialects are asked; the first that claims a root reads it, and those of `isBeside` too. */
  order: number;
  name: string;
  surface: Surface;
  /** How its files are written; left out: JSON, YAML and requests. */
  formats?: readonly Format[];
  /** Whether a path proposes it: a fault of such a file is a finding even where nothing in it could be read. */
  proposes?(path: string): boolean;
  /** Whether a text may hold it: a file that no dialect may be in is not parsed. A cheap search for words. */
  mayHold(text: string, path: string): boolean;
  /** Whether a document that does not parse is of it, by its path and its text: then its fault is a finding. */
  ownsBroken?(path: string, text: string): boolean;
  /** Its documents are session payloads, plain or with keys of ours (design, section 4). */
  isPayload?: true;
  /** Its own tools read a comma before a closing bracket in `.json`. */
  lenient?: true;
  /** Its own tools refuse front matter that is no YAML: the fault is a finding. */
  isStrict?: true;
  /** It reads what it knows of a document beside the dialect that the document is of: neither hides the other. */
  isBeside?: true;
  /** Whether this root of a document is of this dialect. */
  recognise(root: SyntaxNode, proposal: Proposal, context: ReadContext): Recognition;
  /** Reads a root that `recognise` claimed; several requests in one file give several systems. */
  read(root: SyntaxNode, context: ReadContext): AgentSystem[];
  /** Left out: each of its documents is read by itself. */
  join?: Join;
}
