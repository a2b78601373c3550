import type { Requirements } from '../generated/types.js';
import type { AgentHazard, AgentStart, AutomaticCommand } from './automatic.js';
import type { Endpoint, StoredState } from './call.js';
import type { ControlClaims } from './claims.js';
import type { Containment } from './containment.js';
import type { Evidence } from './evidence.js';
import type { EditableNode, Edits, Repair } from './fix.js';
import type { Place } from './place.js';
import type { EditRemedy, ParameterNeed, Remedy } from './remedy.js';
import type { TraceSettings, TurnLimit } from './run.js';
import type { ServedTools } from './served.js';
import type { Launch, McpServer, NamedValue, Scope, ToolChange } from './server.js';
import type { Bypass, IgnoredSetting, OpenHook, Opening, Redirect, StatedText } from './settings.js';
import type { Guardrails, Tool } from './tool.js';

/** The three runtimes of the spec, section 1. */
export type Runtime = 'managed' | 'framework' | 'responses';
export const RUNTIMES: readonly Runtime[] = ['managed', 'framework', 'responses'];

/** `product`: an agent that is deployed. `developer`: a coding agent's settings. */
export type Surface = 'product' | 'developer';

/** A setting that answers questions for a whole agent: a permission mode, an approval policy. */
export interface ApprovalMode {
  /** As written: `bypassPermissions`, `never`. */
  stated: string;
  /** With its key, where that is not part of it: `approval_policy = "never"`. */
  setting?: string;
  at: Place;
  /**
   * Who is asked: a person; a person for all but edits of files; a person where the model thinks fit; another model
   * instead of a person; nobody.
   */
  asks: 'human' | 'except-edits' | 'as-model-decides' | 'another-model' | 'nobody';
  /** What limits the effect of what runs without approval; left out: nothing is known to. */
  containedBy?: Containment;
  /** Settings that do nothing against it although they look like it. */
  without?: readonly { at: Place; message: string }[];
  /** A setting that makes it another mode, in which no person approves: the variable, and that mode with its key. */
  opensIf?: { set: string; setting: string };
  /** What brings the approval back. */
  remedy: Remedy;
}

/** Another agent named in `handoffs` or `delegates_to`. */
export interface AgentReference {
  name: string;
  at: Place;
  /** Its run counts toward the limit of the run that calls it. */
  sharesLimit?: true;
  /** How its run is made to do that, as a sentence; left out: it cannot. */
  limitEdit?: string;
  /** The file that makes it, as written: relative to the folder of its own file. Where that file was read, `name` is its agent's. */
  file?: string;
}

export interface Instructions {
  text: string;
  at: Place;
  /** The place of a part of `text`; offsets in UTF-16 units of the text itself. */
  within(start: number, end: number): Place;
}

/** The region in which a model runs. */
export interface RunsIn {
  /** A country's code or `eu`; `none` where it may be any. */
  region: string;
  /** What says so, as written. */
  by: string;
  /** The region in words, where it is no single one. */
  words?: string;
  at: Place;
}

export interface Agent {
  name: string;
  /** The name of the variable that it is assigned to in a program. */
  symbol?: string;
  /** The key or constructor that makes it: where a lack is reported. */
  at: Place;
  /** Its name where it has one, else as `at`. */
  nameAt: Place;
  model?: string;
  /** Where its model runs, as far as the call that makes it says so. */
  runsIn?: RunsIn;
  instructions?: Instructions;
  tools: Tool[];
  mcpServers: McpServer[];
  /** Tools that only its gates name: its servers may offer them. */
  gatedNames?: Tool[];
  handoffs: AgentReference[];
  delegatesTo: AgentReference[];
  guardrails: Guardrails;
  /** A program starts runs with it, or may, whatever else reaches it. */
  startsRuns?: true;
  /** What the file says of questions for all that it does; left out: nothing. */
  mode?: ApprovalMode;
  /** It must call a tool in each turn: only a limit of turns ends its run. */
  alwaysCalls?: { at: Place; why: string; edit: string; repair: Repair };
  /** A tool whose body begins a run that leads back to that tool, and the names on the way: `ask, back, ask`. */
  runsAgain?: { at: Place; names: readonly string[] };
  /** Folders beside the project that it may read or write without a question, as written. */
  folders?: Scope[];
  /** Its format means "every tool" where its list is left out or holds a star, and it is so here. */
  allTools?: { at: Place; why: string; edit: string; repair?: Repair };
}

export interface Delegation {
  enabled: Evidence<boolean>;
  /** Left out where the value breaks the documented type: that is `session/schema`. */
  maxConcurrent?: Evidence<number>;
  /** What the runtime does without a bound, where it is another than the vendor profile's: it does not count as one. */
  defaultBound?: { value: number; whose: string };
  /** The field of a program that states the bound; left out: `multi_agent.max_concurrent_subagents`. */
  boundField?: { name: string; set(value: number): Edits };
}

export interface Environment {
  type: string;
  at: Place;
  /** `contained`: the operator's hosted sandbox holds what a tool does. */
  kind: 'hosted' | 'self-hosted' | 'other';
  /** Network of a hosted sandbox, where a vendor profile documents it. */
  network?: { access: string; allowedDomains: string[]; at: Place; narrow: EditRemedy };
}

export interface Header {
  name: string;
  value: string;
  at: Place;
  /** Part of the value is computed (`{{var}}`). */
  dynamic: boolean;
  /** Where the value alone stands. */
  valueAt: Place;
}

/** A part of a request line. */
export interface RequestPart {
  value: string;
  at: Place;
  /** Puts another value in its place; left out where it is not written out. */
  replace?(value: string): Edits;
}

/** A request that creates a session, wherever one can be seen. */
export interface SessionRequest {
  /** The request line or call, the `headers` key, else the `agent` key. */
  at: Place;
  method?: RequestPart;
  /** Path of the target without query; left out where a part of it is computed. */
  path?: RequestPart;
  headers: Header[];
  /** Whether the format shows method, path and content type: an agent config shows headers only. */
  complete: boolean;
  /** The host that it is sent to, in lower case; left out where none is seen. */
  host?: string;
  /** Adds a header; left out, or undefined, where the text cannot be edited. */
  addHeader?(name: string, value: string): Edits;
  /** The command that sends it; left out where it is no command. */
  command?: 'curl' | 'wget';
}

/** A field that breaks the documented types of the payload. */
export interface PayloadViolation {
  at: Place;
  message: string;
  repair?: Repair;
}

/** Something that the spec's payload does not document. */
export interface UndocumentedPart {
  what: 'key' | 'environment-type' | 'tool-type' | 'tool-kind' | 'tool-field';
  name: string;
  at: Place;
}

export interface PayloadReading {
  violations: PayloadViolation[];
  undocumented: UndocumentedPart[];
}

export type GuardrailSide = 'input' | 'output';

/** How a format states guardrails itself. */
export interface OwnGuardrail {
  /** The edit, as a sentence. */
  edit: string;
  /** When it is claimed instead, as the beginning of a sentence. */
  unless: string;
  /** Left out where the edit cannot be made for people. */
  repair?: Repair;
  /** It is a function that people write: the page of the rule has one to start from. */
  inCode?: true;
  /** The parameter that it sets. It is offered only where the project locks a version that has it. */
  needs?: ParameterNeed;
}

/** A mistake in keys of ours, raised by the engine as `config/schema`. */
export interface ConfigIssue {
  at: Place;
  message: string;
  repair?: Repair;
}

/** Requirements with the place of each key. */
export interface StatedRequirements {
  requirements: Requirements;
  /** The place of `requirements` and of each stated key. */
  at: Place;
  places: Partial<Record<keyof Requirements, Place>>;
}

/** What could not be read, and why. */
export interface Unresolved {
  what: string;
  why: string;
  at: Place;
  /** It stands for tools of the agent of this name. */
  toolsOf?: string;
  /** The name of the tool, where it stands for one that its file names. */
  toolName?: string;
  /** The call that loads MCP servers at run time, where it stands for their tools. */
  loadsServers?: Place;
}

/** An import that leads to no file of the repository. */
export interface DeadImport {
  /** As written: `./gate.js`, `app.gate`. */
  module: string;
  /** What is taken from it; `*` where it is loaded as a whole. */
  names: readonly string[];
  /** The files that it may stand for. */
  paths: readonly string[];
  /** The whole statement, or the call that loads it. */
  at: Place;
}

/** The version of a package that a project locks, and the file that says so. */
export interface LockedVersion {
  /** Of a range, the lowest. */
  version: string;
  file: string;
  at: Place;
  /** Only of a range: as it is written, and the first version above it, where it has an end. */
  range?: { stated: string; below?: string };
}

/** A file that states versions and cannot be read. */
export interface UnreadLock {
  /** What is wrong with it, as a clause. */
  why: string;
  at: Place;
}

/** A locked version that does not enforce a gate, bound or redaction of the program. */
export interface BrokenVersion {
  package: string;
  /** Left out: no release mends it. */
  locked?: LockedVersion;
  /** What happens, as clauses. */
  what: readonly string[];
  /** What it does not enforce. */
  parts: readonly { words: string; at: Place; tool?: Tool }[];
  remedy: Remedy;
  /** Only some versions of a range do not, or the release with the fix is not known: it is listed as not assessed. */
  isOpen?: true;
  /** Only gates of tools that do nothing which requires one. */
  isIdle?: true;
}

/** The model: the same for every dialect. */
export interface AgentSystem {
  file: string;
  dialect: string;
  surface: Surface;
  /** The runtime that the file targets; none is targeted where it is left out. */
  runtime?: Runtime;
  /** What targets the runtime where no key of ours states it, as the subject of a sentence; left out: this file. */
  targetedBy?: string;
  /** The rule whose page shows a program in which a person answers a gate; without it that is `approval/missing`. */
  answeredOn?: string;
  /** Where a finding about the runtime stands. */
  runtimeAt: Place;
  /** The whole document or element. */
  at: Place;
  agents: Agent[];
  /** The agent that a run begins at, where the format says so. */
  entry?: string;
  delegation?: Delegation;
  environment?: Environment;
  tracing: Evidence<string>;
  /** The caller's own controls of rule 2: the region, and how retention is kept. */
  residency: Evidence<string>;
  retention: Evidence<string>;
  stated?: StatedRequirements;
  request?: SessionRequest;
  /** It is a single call of a model: the code around the call runs the loop, and records its steps. */
  isSingleCall?: true;
  payload?: PayloadReading;
  /** The root of a file that takes `controls` of its own; elsewhere the project's configuration takes claims. */
  controls?: EditableNode;
  /** How the format states the guardrails of some sides, the best way first; left out where they can only be claimed. */
  ownGuardrails?(sides: readonly GuardrailSide[]): readonly OwnGuardrail[];
  /** Claims of the file itself; the controls above hold them once the system is joined. */
  claims: ControlClaims[];
  configIssues: ConfigIssue[];
  unresolved: Unresolved[];
  /** Imports that a control which is not known may come from; left out: none. */
  deadImports?: DeadImport[];
  /** The vendor profile that the file itself selects. */
  vendor?: string;
  /** Where the model is called, where the file shows it. */
  endpoint?: Endpoint;
  /** What the operator keeps; left out where the format says nothing of it. */
  storedState?: StoredState[];
  /** Limits of turns that the files state for its runs; left out where the format is no program. */
  turnLimits?: TurnLimit[];
  /** Runs of a program that state no limit of turns: the calls that could. */
  openRuns?: Place[];
  /** What bounds those of them that the framework gives a default: of one agent it may be another than of the next. */
  runDefaults?: {
    readonly at: Place;
    readonly turns: number;
    /** The variable that sets it in place of the framework, and where. */
    readonly set?: { readonly name: string; readonly at: Place };
    /** The agent. */
    readonly of: string;
    /** How it states a limit. */
    readonly edit?: string | undefined;
    /** Its further runs. */
    readonly again: Place[];
  }[];
  /** The limit of turns that the SDK gives a run that states none; left out where it is not known. */
  defaultTurns?: number;
  /** The option of a run that limits its turns, as its framework spells it; left out where it has none. */
  turnOption?: string;
  /** Every run of a program, as far as runs are seen, is given a text of the source: nobody else writes to its agents. */
  hasConstantInput?: true;
  /** Where its traces go; left out where the format says nothing of it. */
  traces?: TraceSettings;
  /** Files that run it or settle what applies to it, beside those that its agents and tools stand in. */
  settledBy?: ReadonlySet<string>;
  /** Files of tests that programs outside of tests import: what they define is part of the product. */
  importedTests?: ReadonlySet<string>;
  /** The language of a program: remedies name what exists in it. */
  language?: 'typescript' | 'python';
  /** The version of its framework that defaults and fields are read by, where none is locked: `ai 7`. */
  assumes?: string;
  /** The locked version of a package that a program uses; left out where the format is no program. */
  locked?: (name: string) => LockedVersion | undefined;
  /** The version of a package that the systems of a run have to be updated to, if one of them has. */
  updateOf?: (name: string) => string | undefined;
  /** Files that would state the version of its framework and cannot be read; left out: none. */
  unreadLocks?: readonly UnreadLock[];
  /** Calls that versions of its framework do not enforce: by the id of the defect and the number of its pattern. */
  callsAtRisk?: readonly { defect: string; pattern: number; words: string; at: Place }[];
  /** Locked versions that do not enforce what it uses; left out: none is known. */
  brokenVersions?: readonly BrokenVersion[];
  /** Tools of a saved tool list that changed since people accepted them. */
  toolChanges?: ToolChange[];
  /** The MCP server that it is, with its tools; left out: it is none. */
  serves?: ServedTools;
  /** It is quoted in a page: what is wrong with it is at most worth a note (design, section 7). */
  isQuoted?: true;
  /** No client is known to load its file by itself under its name: somebody has to name it to one. */
  isUnloaded?: true;
  /** Commands that run without a person: of hooks, of a skill that loads, of steps of a workflow. */
  commands?: AutomaticCommand[];
  /** What starts its agents; left out where the format does not say. */
  starts?: AgentStart[];
  /** Actions that may start an agent and are not read. */
  mayStart?: { uses: string; at: Place }[];
  /** Actions that the steps of its workflow use: `owner/name@v1`. */
  actions?: { uses: string; at: Place }[];
  /** How its files let an outsider's text act or leak beside that. */
  hazards?: AgentHazard[];
  /** Named values of the system itself that may hold a credential: headers of a request, secrets of a container. */
  values?: NamedValue[];
  /** Settings that decide where requests go; left out: none. */
  redirects?: Redirect[];
  /** Hooks that are there to block and cannot; left out: none. */
  openHooks?: OpenHook[];
  /** Restrictions that its client never applies; left out: none. */
  ignored?: IgnoredSetting[];
  /** Texts that a model reads and that no agent or tool above has; left out: none. */
  texts?: StatedText[];
  /** Commands that start a coding agent without its questions; left out: none. */
  bypasses?: Bypass[];
  /** Packages of coding agents that the project installs or starts, at the version that it states. */
  installs?: Launch[];
  /** Settings that open what a client otherwise keeps shut; left out: none. */
  openings?: Opening[];
}

/** The agent that the format begins at, else one that nobody hands off or delegates to, else the first: where a lack of the whole system is reported. */
export function entryAgent(system: AgentSystem): Agent | undefined {
  if (system.agents.length < 2) return system.agents[0];
  const stated =
    system.entry === undefined ? undefined : system.agents.find(({ name }) => name === system.entry);
  if (stated) return stated;
  const reached = new Set<string>();
  for (const agent of system.agents) {
    for (const next of agent.handoffs) if (next.name !== agent.name) reached.add(next.name);
    for (const next of agent.delegatesTo) if (next.name !== agent.name) reached.add(next.name);
  }
  return system.agents.find((agent) => !reached.has(agent.name)) ?? system.agents[0];
}

/** Every tool of an agent, with those that its servers' allow-lists name. */
export function toolsOf(agent: Agent): readonly Tool[] {
  let { tools } = agent;
  for (const server of agent.mcpServers) if (server.tools.length > 0) tools = tools.concat(server.tools);
  return tools;
}

/** Whether a tool of these agents, or one that their servers' allow-lists name, passes a test. */
export const someTool = (agents: readonly Agent[], test: (tool: Tool) => boolean): boolean =>
  agents.some(({ tools, mcpServers }) => tools.some(test) || mcpServers.some((one) => one.tools.some(test)));

/** Every tool of a system: those of its agents, and those that it serves to others. */
export const everyToolOf = ({ agents, serves }: AgentSystem): readonly Tool[] => [
  ...agents.flatMap(toolsOf),
  ...(serves?.tools ?? []),
];

/** Changes every tool of a system, or of some agents. */
export function changeTools(
  { agents, serves }: Pick<AgentSystem, 'serves'> & { agents: readonly Agent[] },
  change: (tool: Tool) => Tool,
): void {
  for (const agent of agents) {
    agent.tools = agent.tools.map(change);
    agent.mcpServers = agent.mcpServers.map((server) => ({ ...server, tools: server.tools.map(change) }));
  }
  if (serves) serves.tools = serves.tools.map((tool) => ({ ...change(tool), hints: tool.hints }));
}

/** Agents reachable from `agent` over handoffs and delegation, itself first. */
export function reachableFrom(system: AgentSystem, agent: Agent): Agent[] {
  const byName = new Map(system.agents.map((one) => [one.name, one]));
  const seen = new Set<Agent>([agent]);
  for (const one of seen) {
    for (const next of [...one.handoffs, ...one.delegatesTo]) {
      const found = byName.get(next.name);
      if (found) seen.add(found);
    }
  }
  return [...seen];
}
