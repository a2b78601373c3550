import type { Evidence } from './evidence.js';
import type { Edits } from './fix.js';
import type { Grant } from './grant.js';
import type { Place } from './place.js';
import type { Guardrails, Tool } from './tool.js';

/** What starts a local server, where its command shows it. */
export interface Launch {
  /** Where the package or image comes from; `git`: straight from a repository; `url`: a program at an address. */
  from: 'npm' | 'jsr' | 'pypi' | 'nuget' | 'maven' | 'image' | 'git' | 'go' | 'url';
  /** Name without version: `@scope/name`, `registry/image`. */
  name: string;
  /** As written behind the name: a version, a range, a tag, a digest; left out: none is stated. */
  version?: string;
  /** The text names exactly one build: an exact version, a digest, a commit. */
  pinned: boolean;
  at: Place;
  /** What a container starts inside itself: `docker run node npx acme-mcp`. */
  inside?: Launch;
}

export interface Scope {
  value: string;
  at: Place;
  /** A folder in which an agent works beside its project. */
  isBeside?: true;
  /** Edits in it require approval, as those in the project do. */
  isAsked?: true;
  /** Removes it from its list; left out: the element at the place is removed. */
  remove?(): Edits;
}

/** A named value that may hold a credential: a header, an environment variable, an argument, a query parameter. */
export interface NamedValue {
  name: string;
  value: string;
  at: Place;
  /** The name as people write it, where it differs: `--api-key`. */
  shownAs?: string;
  /** It is in a file in which a client stores a login, and nothing else. */
  isLogin?: true;
  /** The program whose option it is: its name is that of the option, or `argument`. */
  program?: string;
  /** A default, or one side of a choice: another value may hold. */
  isDefault?: true;
  /** A variable of this name that a bundler writes into what every browser loads. */
  isPublic?: true;
}

export interface McpServer {
  /** Host of the address, else its label. */
  readonly name: string;
  /** The name of the variable that it is assigned to in a program. */
  readonly symbol?: string;
  /** Address or command with secrets cut out. */
  readonly address: string;
  /** The address as written; never printed. */
  readonly url?: string;
  /** How the address begins, where the rest of it is computed; never printed. */
  readonly urlBegins?: string;
  /** Its host is a service of a Compose file of the project. */
  readonly isComposed?: true;
  readonly transport: 'http' | 'sse' | 'stdio' | 'unknown';
  readonly at: Place;
  /** Tool names, or `*` alone for every tool the server offers. */
  readonly allowedTools: Evidence<readonly string[]>;
  /** The tools that the allow-list names. */
  readonly tools: readonly Tool[];
  readonly scopes: readonly Scope[];
  readonly values: readonly NamedValue[];
  /** What the format says of the gate of every tool that the server offers; left out: nothing. */
  readonly toolGate?: Pick<Tool, 'approval' | 'ungateable' | 'gateRemedy' | 'grant'>;
  /** The operator asks before its calls: what an agent states beside its tools does not reach them. */
  readonly hasOwnGate?: true;
  /** What checks the calls of its tools alone; left out: nothing is stated. */
  readonly guardrails?: Guardrails;
  /** The exact edit that names its tools, as a sentence, where the file itself has a place for an allow-list. */
  readonly allowListEdit?: string;
  /** How it is started or called, as written; never printed, and used by nothing but a snapshot that a user asks for. */
  readonly connection?: ServerConnection;
  /** What its command starts; left out: the command does not show it. */
  readonly launch?: Launch;
  /** Folders that it is given, as written. */
  readonly folders?: readonly Scope[];
  /** The entry pre-approves every tool of the server: `trust: true`, `autoApprove: ["*"]`. */
  readonly grant?: Grant;
  /** Takes the server out of its file; left out where that is more than one edit. */
  readonly remove?: () => Edits;
  /** The entry is switched off: its scopes are not judged. */
  readonly disabled?: true;
  /** What settings beside the file say of its tools; they are judged there. */
  readonly permissions?: readonly { tool: string; state: 'allowed' | 'asked' | 'denied'; at: Place }[];
  /** The file is the description of the server itself: who may call its tools is up to its clients. */
  readonly isOwn?: true;
  /** Settings beside the file pre-approve every tool of the server; that is reported there. */
  readonly letRunWhole?: true;
  /** The words of the command that starts it, as far as a program states them; left out: `connection` has them. */
  readonly starts?: readonly string[];
  /** Tools that a list takes away, whatever else it offers. */
  readonly blockedTools?: readonly string[];
  /** Its tools, as a saved tool list or its own program has them. */
  readonly offered?: OfferedTools;
  /**
   * How the runtime keeps the names of its tools apart from others: the name of the server comes before them, or two such
   * servers with one name of a tool are an error. Left out: it does not.
   */
  readonly names?: 'prefixed' | 'unique';
}

/** What starts or calls a server. */
export interface ServerConnection {
  command: readonly string[];
  environment: Readonly<Record<string, string>>;
  headers: Readonly<Record<string, string>>;
}

/** The tools that a server offers, as a saved tool list or its own program states them. */
export interface OfferedTools {
  /** The file with the list, or with the server. */
  file: string;
  tools: readonly Tool[];
  /** A program of the repository defines them; left out: a list was saved. */
  isDefined?: true;
}

/** A tool whose definition differs from the approved one. */
export interface ToolChange {
  name: string;
  at: Place;
  /** What changed, in words that follow the name: `was added`, `was changed (description)`. */
  what: string;
  /** Accepts the change: the definition counts as reviewed. */
  accept(): Edits;
}
