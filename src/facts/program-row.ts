/**
 * What the commands of one form do, from the gravest on. `any` runs whatever follows; `account` does whatever its login
 * may; `many` has commands of many kinds, of which the gravest counts; `outward` and `destructive` as everywhere; `local`
 * cannot be undone and stays on this machine; `script` runs a script of the project that is named after a release,
 * `scripts` any of a folder.
 */
export const KINDS = [
  'any',
  'account',
  'many',
  'outward',
  'destructive',
  'local',
  'script',
  'scripts',
  'change',
  'read',
] as const;

/** One of these kinds. */
export type CommandKind = (typeof KINDS)[number];

/** Texts by kind of command. */
export type ByKind = Partial<Record<CommandKind, string>>;

/** How a program starts the command behind it. Lists are words with blanks between them. */
export interface Wraps {
  /** What it starts: a command (the default), one of the project, one of a package, a module, or one that is given its input. */
  of?: 'command' | 'project' | 'package' | 'module' | 'input';
  /** Options that take the next word. */
  valued?: string;
  /** How many words of its own stand before the command. */
  words?: number;
  /** The command follows a `--` alone. */
  dashes?: true;
  /** Options that make it start something else. */
  turns?: string;
}

/** A program that runs its input, or the file that its first word names. Lists are words with blanks between them. */
export interface Runs {
  language: string;
  /** Options whose value is run as code. */
  code?: string;
  modules?: string;
  valued?: string;
  words?: string;
  filters?: string;
  files?: string;
}

/** A program that prints what an address answers, unless an option names a file. */
export interface Downloads {
  fileOptions?: string;
  /** Options with which the file is named after the address. */
  nameOptions?: string;
  /** So it is without an option. */
  toFile?: boolean;
}

/** A program that sends to an address: its input, files that it copies, or what its options state. */
export interface Sends {
  input?: boolean;
  /** Every word but the last is a file, and a word with a colon is elsewhere. */
  copies?: boolean;
  /** Values in which `@FILE` and `<FILE>` read a file. */
  dataOptions?: string;
  rawOptions?: string;
  fileOptions?: string;
  headerOptions?: string;
  ownOptions?: string;
}

/** A client of databases: the options that SQL stands behind, those of files with SQL, and whether it is a plain word, too. */
export interface Statements {
  after?: string;
  files?: string;
  plain?: boolean;
}

/** A program that runs an agent. Lists are words with blanks between them. */
export interface AgentFacts {
  /** The client; left out: only its options without questions are known. */
  name?: string;
  /** The packages that contain it. */
  packages?: string;
  /** The subcommand that alone takes its options. */
  onlyBehind?: string;
  /** It runs by itself only with one of these words, and with one of `also`. */
  needs?: string;
  also?: string;
  /** Options with which it runs any command without a question; `always`: it does by default. */
  anyCommand?: string;
  always?: boolean;
  /** Options with which it runs any command in a sandbox without a network. */
  sandboxed?: string;
  /** Options that list tools, that list those which it may not use whatever else it may, and that list the only ones. */
  lists?: string;
  refused?: string;
  only?: string;
  /** It compares only the beginning of a command, and not what a shell expands in it. */
  expands?: boolean;
  /** What it does without questions, where that is less than any command. */
  does?: string;
  /** A file of the checkout with lists of what runs unasked and what is refused. */
  rules?: { file: string; allow: readonly string[]; deny: readonly string[] };
  /** A list in a file of the checkout whose entries take its shell away. */
  shellOff?: { file: string; at: readonly string[]; entries: readonly string[] };
  /** A file of a person that lets it run any command, where a step writes it. */
  permissions?: string;
  /** What its lists call the tools of Claude Code. */
  named?: Readonly<Record<string, string>>;
  /** A variable with values that keep its questions. */
  unless?: { variable: string; values: string };
  /** Whose settings in the checkout say more of its tools. */
  settings?: string;
  /** A subcommand that itself requires write access of whoever caused the event. */
  writers?: string;
  /** Options that publish what it sees. */
  prints?: string;
  /** Files of the checkout that it obeys. */
  loads?: string;
  /** Texts without which a text does not start it; left out: its name. */
  marks?: readonly string[];
}

/**
 * A program of the command line. What it does by its first words: rows with a comma between them, each the words behind the
 * program, `-` for the program alone; `*` stands for one word, `get-*` for a word that begins so, `*-create` for one that ends so. The longest row that fits
 * decides, and of equally long ones that with more plain words. A beginning of commands is as grave as the gravest row that
 * it covers. Other columns: lists are words with blanks between them, subcommands are keys, and the empty key is the program.
 */
export interface ProgramRow extends ByKind {
  source?: string;
  /** The same rows as another program. */
  as?: string;
  /** Words that change what it does wherever they stand. */
  switches?: ByKind;
  /** What an option makes of a subcommand wherever behind it it stands; of several the gravest counts. */
  options?: Readonly<Record<string, ByKind>>;
  /** Options with which it acts; without them it reads. */
  readsBut?: string;
  /** Its subcommands are joined by a colon, so that none follows behind a blank: `config:set`. */
  colons?: boolean;
  /** The word behind any of its commands with which it only describes that one. */
  help?: string;
  /** Options with a value before a subcommand. */
  globals?: Readonly<Record<string, string>>;
  wraps?: Readonly<Record<string, Wraps>>;
  runs?: Runs;
  statements?: Statements;
  /** It asks for what it runs unless it has a second word or one of these options. */
  client?: string;
  downloads?: Downloads;
  sends?: Sends;
  /** Rows with which it prints credentials; `-`: alone. */
  secrets?: string;
  /** Words with which it compares a file with a checksum or a signature; none: always. */
  verifies?: string;
  /** Runners that fetch a package: its kind, and the options that name the package. */
  fetches?: Readonly<Record<string, { kind: string; names: string }>>;
  /** Words behind which packages are named that it installs or starts; `-`: its first word names one. */
  installs?: string;
  /** Letters and long options that take a value. */
  valued?: string;
  longValued?: string;
  agent?: AgentFacts;
}

/**
 * What programs are by a list of names alone. `input`: it runs whatever it is fed; `passes`: its output is made of what it
 * reads; `prints`: it prints its words; `network`: it sends what it is given to an address of the caller's choice;
 * `containers`: it starts images; `prepares`: it only prepares what a line starts; `raises`: it gives the rights of another;
 * `packages`: it starts a package or a command by its name; `manifests`: it starts a script of a manifest.
 */
export type ProgramList =
  | 'input'
  | 'files'
  | 'passes'
  | 'prints'
  | 'network'
  | 'containers'
  | 'prepares'
  | 'raises'
  | 'packages'
  | 'manifests';
