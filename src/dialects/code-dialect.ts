import type { AgentSystem, LockedVersion, Surface, Tool, VendorProfile } from '../model/index.js';
import type { CodeDocument, ContextType, GrammarName, InstalledPackage } from '../program/index.js';

/** Whether a program may be of a dialect, by its text only: in doubt, it may be. */
export interface CodeMark {
  dialect: string;
  mayHold(text: string, grammar: GrammarName): boolean;
  /**
   * Whether a program may concern programs that do not import it, by its text only: it may change what a package gives to
   * all of them (`axios.defaults.headers`), or answer requests of their runs. They are then read together.
   */
  concernsOthers?(text: string): boolean;
  /** Programs that import such a file may run and change what it makes. */
  followsImports?: true;
  /** Its programs define MCP servers, which entries of other files start. */
  servesTools?: true;
  /** Its packages of Python with a name that modules of projects often have too. */
  installed?: readonly InstalledPackage[];
  /** Its types of parameters that give a value of their type argument. */
  contextTypes?: readonly ContextType[];
  /** Its packages of TypeScript and JavaScript. */
  packages?: readonly string[];
}

/** What programs of a framework import, in one language. */
export interface ImportedModules {
  /** A module stands for itself and everything below it. */
  readonly modules: readonly string[];
  readonly confirmedBy?: readonly string[];
  /** Types of parameters that give a value of their first type argument, with the member that gives it. */
  readonly contexts?: Readonly<Record<string, string>>;
  /** Calls of pages that answer requests of runs. */
  readonly pages?: readonly string[];
  /** Modules that export more than what agents are built with: only these names show that one is built. */
  readonly broad?: Readonly<
    Record<string, { readonly names?: readonly string[]; readonly withTools?: readonly string[] }>
  >;
}

/** What programs of a framework import, by language. */
export interface FrameworkModules {
  /** What people call it. */
  readonly name: string;
  /** Whether its agents are read. Otherwise a file that uses it is only reported as unread. */
  readonly isRead: boolean;
  readonly python?: ImportedModules;
  readonly typescript?: ImportedModules;
}

/** An environment variable that a file beside the programs sets: `.env`, a Dockerfile. */
export interface EnvironmentSetting {
  name: string;
  value: string;
  /** Folder that it holds in and below; empty for the root. */
  folder: string;
  at: AgentSystem['at'];
}

/** The version of a package that a project locks for one of its files. */
export type LockedFor = (file: string, name: string) => LockedVersion | undefined;

/** What a reader of programs may know beside them. */
export interface CodeContext {
  environment: readonly EnvironmentSetting[];
  /** The vendor profile in force for a file. */
  vendorFor(file: string): VendorProfile | undefined;
  /** The nearest file of a name in the folder of a file, or in one above it. */
  fileAbove?(file: string, name: string): string | undefined;
  /** Files of the project that a file imports, found without reading them. */
  importsOf(file: string): readonly string[];
  /** A file of the project that was opened, whatever dialect asked for it. */
  documentOf(file: string): CodeDocument | undefined;
  /** Left out: versions are not known. */
  lockedFor?: LockedFor;
}

/** A call of a framework that builds or runs agents, or of a model, and is not read. */
export interface UnreadCall {
  /** What people call the framework, or the client of models. */
  framework: string;
  call?: string;
  at: AgentSystem['at'];
}

/** What a dialect found in the programs of a project. */
export interface CodeReading {
  systems: AgentSystem[];
  /** Files that are of this dialect, with the reason, for `inspect`. A system's file is one of them. */
  claimed: ReadonlyMap<string, string>;
  /** Calls that build or run agents and are not read, one for each file in which no agent was found. */
  unread?: readonly UnreadCall[];
  /** Calls that another dialect may name as not read: `file name`. */
  called?: ReadonlySet<string>;
  /** Tools that act and that no agent is seen to take: asked when all dialects have read their agents. */
  untaken?(): readonly Tool[];
}

/**
 * A way in which programs write agents. It reads all files of a project at once, because agents of one system are in
 * several. A folder of a dialect has it as the default export of `code.ts`, and its `CodeMark` as that of `mark.ts`; that
 * of a framework has `framework.ts`, from which both are made.
 */
export interface CodeDialect {
  name: string;
  surface: Surface;
  /** Reads the files that its mark passed. Every file of the project that it imports can be read through its nodes. */
  read(documents: readonly CodeDocument[], context: CodeContext): CodeReading;
}
