import type { ApprovalMode, Grant, OpeningKind, RedirectKind, Unmet } from '../../model/index.js';
import type { BuiltInTools } from '../permissions/built-in.js';

/** Keys from the root of a document to a setting, one below the other. */
export type Path = readonly string[];

/** Who is asked under a mode. */
export type Asks = ApprovalMode['asks'];

/** A coding-agent client as data: its built-in tools, and where its documents state who may run what. */
export interface ClientProfile {
  /** Tools of entries in `permissions.allow` that write the file which is in their brackets. */
  writes?: readonly string[];
  /** The dialect that reads its documents. */
  dialect: string;
  /** What the client is called. */
  client: string;
  /** Where the facts are from. */
  source: string;
  /** When they were checked against it: YYYY-MM-DD. */
  checkedOn: string;
  /** Why a control that its documents have no place for cannot be stated in them. */
  noPlace: string;
  /** Who asks for approval of what no setting is about, or why that is not known. */
  asker: string | { unknown: string };
  /** How a document describes its agent: `settings` of the client itself, a `markdown` file, or keys of its own. */
  agent: 'settings' | 'markdown' | AgentKeys;
  /** Settings beside a document that count for it as well: `settings` is their path, as a replacement of the match. */
  below?: { of: RegExp; settings: string };
  /** Maps of further agents by name, or lists of them with the key `named`; each may have lists of its own. */
  /** `further`: a second text that follows the instructions. */
  agents?: { at: readonly Path[]; model: Path; instructions: Path; further?: Path; named?: string };
  tools: BuiltInTools;
  /** Letter case does not count in names of tools. */
  ignoreCase?: true;
  /** Modes of approval; the first that a document states counts. */
  modes?: readonly ModeProfile[];
  sandbox?: SandboxProfile;
  lists?: readonly ListProfile[];
  /** Left out: its documents have no servers. */
  servers?: ServersProfile;
  /** Where hooks are, and the switch that switches them off. */
  hooks?: Path;
  hooksOff?: Path;
  /** Where folders beside the project are that may be read or written without approval. */
  folders?: Path;
  /** Edits in them require approval, as those in the project do. */
  asksInFolders?: true;
  network?: NetworkProfile;
  /** Settings that are known, and of which is not known or not stated here what they let run. */
  unread?: readonly UnreadProfile[];
  /** Where the limit of turns of a run is, what its key is called, and the limit of the client's default. */
  turns?: { at: Path; turns: number };
  /** Maps of headers and the like, which may contain credentials; `*` stands for every key. */
  values?: readonly Path[];
  /** Where a map of environment variables is. */
  variables?: Path;
  endpoints?: readonly EndpointProfile[];
  /** Settings with a command that the client runs by itself. */
  starters?: readonly StarterProfile[];
  /** Settings that its documents accept and that have no effect in them. */
  ignored?: readonly IgnoredProfile[];
  /** Settings that open what the client otherwise keeps shut. */
  openings?: readonly OpeningProfile[];
}

/** A setting that decides where requests go, or that switches a check off. */
export interface EndpointProfile {
  /** A star stands for every key. */
  at: Path;
  kind: RedirectKind;
  /** Hosts of the vendor itself; `*.example.com` means every host below it. */
  hosts?: readonly string[];
  /**
   * What names the vendor in place of `hosts`: the key of a map so many levels above, or the value of a key beside it;
   * where that is `auto` or left out, one of `keys` beside it says that the address has a key of its own.
   */
  vendor?: { above: number } | { beside: string; keys: readonly string[] };
  /** The value that switches a check off, or a recording on; left out: it is an address. */
  only?: string | boolean;
}

/** A setting, by its value. */
export interface SettingCondition {
  /** A star stands for every key and every item. */
  at: Path;
  /** One of these; left out, with `pattern` left out: any value. */
  values?: readonly (string | boolean | number)[];
  pattern?: RegExp;
}

/** A setting that is reported. */
export interface SettingProfile extends SettingCondition {
  /** Settings of the document that must be so, and settings with which it is not reported. */
  when?: readonly SettingCondition[];
  unless?: readonly SettingCondition[];
  /** What its own key is; left out: every key. */
  key?: RegExp;
  /** Keys below it that must be so, and keys that are absent, of another form or without these entries. */
  has?: readonly SettingCondition[];
  lacks?: readonly SettingCondition[];
  /** What to do, as a sentence. */
  edit: string;
}

/** A setting that opens something. Of a list, each entry counts by itself. */
export interface OpeningProfile extends SettingProfile {
  kind: OpeningKind;
  /** An entry of the document, with such keys below it, with which it opens nothing. */
  unlessSome?: Pick<SettingProfile, 'at' | 'has' | 'lacks'>;
  /** Below it, what messages name, and what they are placed at; left out: its own value. */
  named?: Path;
  placed?: Path;
  /** Messages name the setting without its value. */
  isNameOnly?: true;
  /** What can happen, as a sentence without its full stop; `{value}` and `{path}` stand for those of the setting. */
  says: string;
  level?: 'warning' | 'info';
}

/** A setting with a command, as one text or as a list of words. */
export interface StarterProfile {
  /** A star stands for every key, and at the end for each item of a list, or one text in its place. */
  at: Path;
  /** When it runs, as a clause: `Claude Code draws its status line`. */
  when: string;
  /** The key beside it with the arguments of the command. */
  args?: string;
  /** A person starts it. */
  isByPerson?: true;
  /** A switch above it: where the first keys of `at` lead to, its key there, and the value with which nothing runs. */
  off?: { below: number; key: string; value: boolean };
}

/** A setting that has no effect where it is. */
export interface IgnoredProfile extends SettingProfile {
  /** Several entries that say the same are one finding, at the first. */
  isOnce?: true;
  /** Only values that are no texts. */
  isNoText?: true;
  /** How far it goes, where nothing is lost by it. */
  level?: 'info';
  /** Where it counts, as the end of "... applies it only ..."; or what the client does, as a sentence. */
  only: string | { why: string };
}

/** A setting that is not read. */
export interface UnreadProfile {
  /** `*` stands for every key. */
  at: Path;
  /** The only value that is not read; absent: every value. */
  value?: string | boolean;
  why: string;
}

/** The network that commands reach in the sandbox of a client. */
export interface NetworkProfile {
  /** The policy, and the value that lets every host be reached. */
  at: Path;
  open: string;
  /** The value that lets none be reached but those of the list. */
  closed: string;
  follows: string;
}

/** The keys that describe an agent. */
export interface AgentKeys {
  name: Path;
  /** It is reported at its name; left out: at the document. */
  isAtName?: true;
  /** Tells the name of an agent without one from that of its file. */
  file?: RegExp;
  /** What it is called otherwise. */
  unnamed: string;
  model?: Path;
  instructions: Path;
}

/** A mode of approval. */
export interface ModeProfile {
  /** Where it is stated: the first of these that a document has. */
  at: readonly Path[];
  /** What findings call it; left out: its last key. */
  setting?: string;
  /**
   * What its value is: a text, a switch (`true` or `false`), or a `word` where other texts may be that are no mode. A
   * switch and a word are stated with their key. Left out: a text.
   */
  form?: 'text' | 'switch' | 'word';
  /** Keys beside which it has no effect. */
  hiddenBy?: readonly Path[];
  /** Settings with which it has none. */
  unless?: readonly SettingCondition[];
  /** Who is asked, by value. */
  asks: Readonly<Record<string, Asks>>;
  /** Who is asked under any other value; left out: such a value is not documented. */
  otherwise?: Asks;
  /** Where switches are that take a value away, so that a person is asked, and the value that they then have. */
  off?: Readonly<Record<string, Path>>;
  switches?: string | boolean;
  /** What is stated of a value that was taken away names the switch. */
  namesSwitch?: true;
  /** What brings the approval back; `{path}` stands for where the mode is stated. */
  edit: string;
  /**
   * What brings it back where nothing is left to decide: the value `to`, or that the setting goes. `edit`: its words, where they
   * are others.
   */
  reset?: { of: Asks; to?: string; edit?: string };
}

/** The sandbox that commands run in. */
export interface SandboxProfile {
  /** Where it is stated: the first of these that a document has. */
  at: readonly Path[];
  /** Texts that switch it off; `true`, and any other text, switch it on. Left out: it is an object with `enabled`. */
  off?: readonly string[];
  /** The only texts that switch it on; another text is a command with unknown limits. Left out: each text switches it on. */
  on?: readonly string[];
  /** Key of a switch; unless it is false, the model may run a command outside of the sandbox where no approval is required. */
  leave?: string;
  /** Key of a list of commands that run outside of it. */
  outside?: string;
  /** Where hosts are that commands in it reach without approval. */
  hosts?: Path;
}

/**
 * What the entries of a list are:
 * - `calls`: names of tools, a shell with the beginning of a command in brackets: `run_shell_command(git)`
 * - `at-names`: names of built-in tools, `@server/tool` and `@server`
 * - `slash-names`: names of built-in tools, `server/tool` and `server/*`
 * - `beginnings`: beginnings of commands, and regular expressions between slashes
 * - `expressions`: regular expressions of whole commands
 * - `folders`: patterns of files
 * - `colon-calls`: names of tools with what they are for: `Shell(git:push)`; other names are for `server:tool`
 * - `colon-commands`: beginnings of commands, with a colon before their arguments: `npm:install`
 * - `colon-names`: `server:tool`, `server:*` and `*:*`
 * - `joined-names`: names of built-in tools, `server__tool` and `mcp_server_tool`
 * - `rules`: rules of Claude Code: `Bash(git push:*)`, `mcp__server__tool`
 */
export type EntryForm =
  | 'rules'
  | 'calls'
  | 'at-names'
  | 'slash-names'
  | 'beginnings'
  | 'expressions'
  | 'searches'
  | 'folders'
  | 'colon-calls'
  | 'colon-commands'
  | 'colon-names'
  | 'joined-names';

/** A list of tools or commands. */
export type ListProfile =
  | AllowProfile
  | StoppedProfile
  | OfferProfile
  | (EntriesProfile & { says: 'only' })
  | { says: 'hooks' }
  | WordsProfile
  | ActionsProfile;

/** A list of entries. `only`: of the only built-in tools that are there. */
export interface EntriesProfile {
  /** Where it is stated: the first of these that a document has; `{tool}` stands for a built-in tool. */
  at: readonly Path[];
  entries: EntryForm;
  /** It may be one text, in which these part the entries. */
  separators?: RegExp;
}

/** A list of what runs without approval. */
export interface AllowProfile extends EntriesProfile {
  says: 'allow';
  /** The setting, as findings call it. */
  setting: string;
  /** The list, where remedies call it otherwise; `{tool}` stands for the built-in tool. */
  list?: string;
  /** Who may run what it names; left out: the agent. */
  who?: Grant['who'];
  /** Entries are moved to the list `ask` beside it, so that they require approval; else they are removed. */
  movesToAsk?: true;
  /** It is a map of entries to `true`, or to an object with `approve`. */
  isMap?: true;
  /** What follows where an entry is taken back: `the client then asks for approval`. */
  follows: string;
  /** What people have to decide, where no edit can take an entry back; `{tool}` stands for the built-in tool. */
  advice?: string;
  /** It is in the settings of a built-in tool, which has these names: each may have a list. */
  of?: readonly string[];
  /** An entry that is stated twice is read once. */
  isOnce?: true;
  /** Entries that the client skips: they let nothing run. */
  skipped?: Pick<RegExp, 'test'>;
}

/** A list of what requires approval, or of what is not there, whatever else lets it run. */
export interface StoppedProfile extends EntriesProfile {
  says: 'ask' | 'deny';
  /** The setting, as findings call it; left out: entries that could not be read are not listed. */
  setting?: string;
}

/** A map of tools to the words `allow`, `ask` and `deny`. */
export interface WordsProfile {
  says: 'words';
  /** Where it is stated: the first of these that a document has. */
  at: readonly Path[];
  /** Where tools are switched off: a map of names to `false`. */
  off: Path;
  /** Questions of the client that are about no tool, and the one that is about folders outside of the project. */
  own: readonly string[];
  folders?: string;
}

/** A list of rules, each for a tool, of which one that fits decides. */
export interface ActionsProfile {
  says: 'actions';
  /** The last rule that fits decides; left out: the first. */
  lastWins?: true;
  at: readonly Path[];
  /** Where a list of tools is that are not there, whatever a rule says. */
  off?: Path;
  /** The setting, as findings call it. */
  setting: string;
  /** The keys of a rule: the tool, the action, and the beginnings of commands of a shell that it is for. */
  tool: string;
  action: Path;
  command: Path;
  /** Actions that let it run, that ask a person, and that refuse it. */
  allow: string;
  ask: string;
  deny: string;
  follows: string;
  /** Why any other action says nothing. */
  otherwise: string;
  /** The name that is no tool: the question about folders outside of the project. */
  folders?: string;
}

/** The list of the tools that an agent may use: they ask by default. */
export interface OfferProfile extends EntriesProfile {
  says: 'offer';
  /** Why an agent without it has every tool; left out: it has none. */
  unlisted?: string;
  /** A list that removes tools from all of them, and what it adds to that reason. */
  removed?: { at: Path; why: string };
  /** The edit that names the tools, for an agent that has every tool. */
  edit: string;
}

/** The MCP servers of a document. */
export interface ServersProfile {
  /** Where they are: the first of these that is a map of servers, else the last. */
  at: readonly Path[];
  /** It may be a list of maps. */
  isList?: true;
  /** It may be a list of entries with their `name`. */
  isNamed?: true;
  /** Keys of an entry that list the tools that may be used, a dot before a key below it; none: there is no allow-list. */
  allowKeys?: readonly string[];
  /** A list without an entry stands for every tool. */
  emptyMeansAll?: true;
  /** The client applies no `trust` of a server. */
  ignoresTrust?: true;
  /** Keys of an entry that list tools that are not offered, whatever the allow-list says. */
  excludeKeys?: readonly string[];
  /** Keys of an entry that list tools which run without approval. */
  unaskedKeys?: readonly string[];
  /** Evidence of an allow-list that is left out. */
  unstated: Unmet;
  /** The edit that names the tools of a server; `{name}` stands for the name of the server. */
  allowListEdit?: string;
  /** Where values that people are asked for have their defaults. */
  inputs?: Path;
  /** A list of the only servers that are on, and one of those that are off. */
  on?: Path;
  off?: Path;
}
