import type { TraceStore } from '../../facts/trace-hosts.js';
import type {
  IgnoredSetting,
  Opening,
  Agent,
  AgentReference,
  Delegation,
  McpServer,
  OtherVendor,
  ParallelGuardrail,
  Place,
  Recording,
  Remedy,
  StoredState,
  Tool,
  TraceSwitch,
  TurnLimit,
  Unresolved,
} from '../../model/index.js';
import type {
  Call,
  CodeDocument,
  CodeSyntaxNode,
  Condition,
  Flow,
  Reach,
  ValuePattern,
  Visit,
} from '../../program/index.js';
import type { CodeContext, LockedFor } from '../code-dialect.js';
import { type AnswerNames, answerNames } from './answers.js';
import type { Gate } from './gate-levels.js';
import type { ProgramFiles } from './programs.js';
import { openRows, type Rows, rowsFor, type Thing } from './rows/catalogue.js';
import type { FrameworkRows } from './rows/row.js';

/** What rules for files say of a tool that a backend adds; undefined where they let it run, or are not about it. */
export type ByRules = (tool: Tool) => Gate | 'refused' | undefined;

/** What an entry of a map of gates states of what a person may decide. */
export interface DecisionWords {
  readonly field: string;
  /** Decisions of which one is needed: they refuse. */
  readonly refusals: readonly string[];
  readonly predicate: string;
}

/** A map of gates by the names of tools, and the option that it is. */
export interface GateMap {
  readonly map: CodeSyntaxNode;
  readonly option: string;
  readonly decisions?: DecisionWords | undefined;
  /** What brings it, where a condition may decide that it is there. */
  readonly item?: CodeSyntaxNode;
  /** An agent states it for its subagents. */
  readonly isInherited?: true;
}

/** What an agent or a run states for the calls of all tools, and the option that it is. */
export interface GateOfAll {
  readonly value: CodeSyntaxNode;
  readonly option: string;
}

/** Whether requests for approval reach the code that runs an agent, or a function that answers them. */
export type TakesRequests = 'yes' | 'no' | 'unknown';

/** What is stated of the gate of a tool; without one, of those of servers that no list names. */
export type GatesOf = (tool: Tool | undefined) => readonly Gate[];

/** A function that asks a person beside the tools: a node of a graph, or middleware. */
export interface AskingFunction {
  /** What asks, in words. */
  readonly what: string;
  readonly runs: CodeSyntaxNode;
  /** Whether a tool runs only where the function calls what it is passed. */
  readonly isAround?: boolean;
}

/** Functions of which one has to let a tool run. */
export interface DecidingFunctions {
  readonly what: string;
  readonly functions: readonly CodeSyntaxNode[];
  /** The conditions under which one of them lets a tool run. */
  lets(runs: CodeSyntaxNode, reach: Reach): readonly Condition[];
  /** What they never let run is refused: else it may run in another way. */
  readonly isOnly?: true;
  /** It runs for each call: what a person answers in it is about that call. */
  readonly isOfCall?: true;
}

/** What the graph that an agent is compiled of says of its tools. */
export interface AgentGraph {
  /** The names of tools, without what nodes do by themselves. */
  readonly names: ReadonlySet<string>;
  /** The functions that ask a person for a tool, or some tools. */
  asking(tool: Tool): readonly AskingFunction[];
  /** Those that decide whether it runs. */
  deciding(tool: Tool): readonly DecidingFunctions[];
  /** The node that runs it; undefined where it is not known which does. */
  nodeOf(tool: Tool): string | undefined;
  /** The nodes after which a node may run; undefined among them: another one, or the beginning. */
  before(node: string): readonly (string | undefined)[];
}

/** Where an agent states gates, beside its tools. */
export interface AgentGates {
  /** Maps by the names of tools. */
  readonly maps: readonly GateMap[];
  /** The nodes of its graph around which a person is asked. */
  readonly interrupts: Interrupts;
  /** What functions say, beside the tools: nodes of its graph, and middleware, also what is not read of it. */
  readonly byFunctions: GatesOf;
  /** What rules for files say of a tool that a backend adds. */
  readonly byRules?: ByRules | undefined;
  /** The node of a graph that runs a tool; without one, that of the tools of servers. */
  nodeOf(tool: Tool | undefined): string | undefined;
  /** The nodes after which a node may run; undefined among them: another one. */
  before(node: string): readonly (string | undefined)[];
}

/** Lists of the nodes of a graph before and after which a person is asked. */
export interface Interrupts {
  readonly before?: CodeSyntaxNode | undefined;
  readonly after?: CodeSyntaxNode | undefined;
  /** The options that they are. */
  readonly options?: { readonly before: string; readonly after: string };
}

/** What a person adds to an agent to gate a tool: a sentence, and the option of an edit. */
export interface GateWords {
  readonly text: string;
  readonly edit?: { readonly mode: 'by-name' | 'by-node'; readonly key: string } | undefined;
}

/** The options of an agent by their names. */
export type Fields = (key: string | undefined) => CodeSyntaxNode | undefined;

/** Whether the runs of a program leave contents out of traces; `undecidable` where that is computed. */
export type LeavesOut = boolean | 'undecidable';

/** What the options of one run, or of its agent, say of its telemetry. */
export interface Telemetry {
  /** Whether inputs and outputs of the run are left out of traces, or nothing is sent. */
  readonly leavesOut: LeavesOut;
  /** Where the options send traces by themselves, whatever is registered. */
  readonly sentAt?: Place;
  readonly recording?: Recording;
  /** It is switched off, although something that receives traces may be registered. */
  readonly off?: TraceSwitch;
}

/** An agent of a program, before agents are joined to systems. */
export interface FoundAgent {
  agent: Agent;
  node: CodeSyntaxNode;
  framework: Framework;
  /** Those in force where it is made. */
  rows: Rows;
  /** An agent of a spoken session. */
  isSpoken: boolean;
  /** Agents that it hands off to or calls, by identity. */
  handsOffTo: { to: FoundAgent; by: AgentReference }[];
  /** `runBy`: the function that runs it, where the program runs it and not the framework. */
  calls: {
    to: FoundAgent;
    by: AgentReference;
    tool: Tool;
    runBy?: CodeSyntaxNode;
    /** The item of a list of subagents that describes it. */
    item?: CodeSyntaxNode;
  }[];
  unresolved: Unresolved[];
  /** It hands off to agents that are not known. */
  handsOffElsewhere?: true;
  /** Subagents that its model starts with the operator. */
  hosted?: Delegation;
  /** The setting by which the operator stores each response. */
  store?: CodeSyntaxNode;
  /** What a function of it makes of the options of a call. */
  prepared?: readonly CodeSyntaxNode[];
  /** Its option with what ends its loop. */
  stopsBy?: string;
  /** The bounds of its loop: its own, or those that its runs state. */
  bounds?: readonly TurnLimit[];
  /** The one that its middleware counts beside the limit of a run: the lower of both ends the run. */
  counted?: TurnLimit;
  /** What its runs say of their telemetry, or itself where none is seen. */
  telemetry?: readonly Telemetry[];
  /** Its model, where it states one. */
  model?: CodeSyntaxNode;
  /** Options that are meant to restrict it and do not. */
  ignored?: IgnoredSetting[];
  /** Options that open what its client keeps shut. */
  openings?: Opening[];
  /** What is kept of its runs. */
  kept?: StoredState[];
  /** The responses that the operator keeps unless a run says otherwise. */
  byDefault?: StoredState;
  /** What it states for the calls of all its tools, unless a run states another. */
  asks?: GateOfAll;
  /** The gates that it states for tools by name: its subagents inherit them. */
  gates?: AgentGates;
  /** What runs it keeps its state, so that it can wait for an answer. */
  isServed?: true;
  /** Whether its requests reach code that can answer, where the framework asks for that. */
  takesRequests?: TakesRequests | undefined;
  /** Its tools before their gates are read. */
  ungated?: readonly Tool[];
  /** The agent that runs it and is the same agent. */
  partOf?: FoundAgent;
  /** Calls that return it with other settings. */
  again?: CodeSyntaxNode[];
  /** Calls and lists that it is made of beside its own call, by identity. */
  madeOf?: readonly string[];
}

/** The result of reading one entry of a list of tools. */
export type ToolEntry =
  | { kind: 'tool'; tool: Tool }
  /** `unread`: options of it that are not read and bring no tools. */
  | { kind: 'server'; server: McpServer; unread?: readonly Unresolved[] }
  /** An agent that is called like a tool; several where a function runs them. */
  | {
      kind: 'agent';
      agents: readonly CodeSyntaxNode[];
      /** Its runs count toward the limit of the run that calls them. */
      sharesLimit?: boolean;
      /** The function of the program that runs them. */
      runBy?: CodeSyntaxNode;
      name: string | undefined;
      node: CodeSyntaxNode;
      at?: Place;
    }
  | { kind: 'unresolved'; unresolved: Unresolved };

/** A variable of the environment that a program, or a file beside it, sets. */
export interface SetVariable {
  readonly name: string;
  /** Undefined where it is computed. */
  readonly value: string | undefined;
  /** Why it is not known. */
  readonly why?: string;
  readonly at: Place;
}

/** The programs of a framework in a project. */
export interface ProjectPrograms {
  readonly framework: Framework;
  readonly documents: readonly CodeDocument[];
  readonly context: CodeContext;
}

/** The same, with how the files of a program belong together. */
export interface SystemPrograms extends ProjectPrograms {
  readonly files: ProgramFiles;
}

/** What a vendor's code asks the library about an agent. */
export interface VendorReading {
  readonly programs: ProjectPrograms;
  readonly get: Fields;
  /** Its options; undefined where it has none. */
  readonly options: CodeSyntaxNode | undefined;
  /** The agent whose subagent a plain object describes. */
  readonly under: FoundAgent | undefined;
  /** Its middleware of which rows state no more than the name. */
  readonly parts: readonly CodeSyntaxNode[];
  /** The agent that a node makes or refers to. */
  agentAt(node: CodeSyntaxNode | undefined): FoundAgent | undefined;
  /** The entries of a list or group of tools. */
  toolsIn(list: CodeSyntaxNode): readonly ToolEntry[];
  /** The calls of a method of an agent, or of what runs it. */
  callsOn(found: FoundAgent, method: string): readonly CodeSyntaxNode[];
  /** The variables that the program, or a file beside it, sets for its environment. */
  environment(): readonly SetVariable[];
  /** Adds a subagent that the options describe. */
  add(found: FoundAgent, name: string): void;
}

/** What an agent has without being given it. */
export interface VendorFacts {
  readonly tools: readonly Tool[];
  readonly byRules?: ByRules | undefined;
  readonly graph?: AgentGraph | undefined;
}

/** What a vendor's code reads of a system, and may add to it. */
export interface VendorSystem {
  readonly group: readonly FoundAgent[];
  readonly switches: readonly TraceSwitch[];
  /** The files of its agents. */
  readonly files: ReadonlySet<string>;
  otherVendor?: OtherVendor | undefined;
}

/** An approval by a client that no action of a person leads to. */
export interface ClientApproval {
  /** The names of the tools that it approves; undefined for all. */
  readonly names: ReadonlySet<string> | undefined;
  /** The answer as written. */
  readonly written: string;
}

/** Clients in the same project that are sent the requests of runs, and answer them. */
interface VendorClients {
  /** The files of those that show what runs of an agent stream. */
  filesOf(found: FoundAgent, programs: ProjectPrograms): readonly CodeDocument[];
  /** Whether one of them approves by itself. */
  approvalOf(visit: Visit, flow: Flow, programs: ProjectPrograms): ClientApproval | undefined;
  /** How such a client answers, as sentences. */
  readonly remedy: string;
}

/** An option of agents, and a value of it that asks a person. */
export interface AskedAt {
  readonly option: string;
  readonly value: ValuePattern;
}

/** That nothing signs the requests which a call takes answers to. */
export interface Unsigned {
  /** As a clause. */
  readonly why: string;
  readonly remedy: Remedy;
  /** Whether something does is not known. */
  readonly isOpen?: boolean;
}

/** Where traces go once a call has run. */
export interface TraceProcessor {
  readonly exporter: 'own' | 'both';
  readonly at: Place;
  readonly call: Call | undefined;
}

/** What the calls of a file say of the traces of its program. */
export interface FileTraces {
  /** Switches that apply to the whole program. */
  readonly switches: TraceSwitch[];
  readonly processors: TraceProcessor[];
}

/** The parts that all agents of a program have. */
export interface ProgramParts {
  readonly parts: readonly Thing[];
  /** Of these it is not known what they do, or whether they are there; and what may load others. */
  readonly unread: readonly CodeSyntaxNode[];
}

/** What an agent lacks to wait for an answer: an option, why that is so, and what to change, as sentences. */
export interface Lack {
  readonly option: string;
  readonly why: string;
  readonly remedy: string;
}

/** A call that sends requests to a client only with an option, and does not state it. */
export interface SilentCall {
  readonly node: CodeSyntaxNode;
  /** The export that it is of. */
  readonly api: string;
  /** As it is written: `sdk_version=6`. */
  readonly option: string;
  readonly remedy: string;
}

/** Code for what is one vendor's own: no row can say it. Each member is optional. */
export interface Vendor {
  /** What functions of a program add to all its agents, by one of these. */
  parts?(
    calls: ReadonlyMap<CodeDocument, readonly CodeSyntaxNode[]>,
    framework: Framework,
  ): (agent: CodeSyntaxNode) => ProgramParts;
  /** What an agent has by itself, asked before its gates are read. */
  facts?(found: FoundAgent, reading: VendorReading): VendorFacts | undefined;
  /** Adds to an agent when everything else of it is read. */
  agent?(found: FoundAgent, reading: VendorReading): void;
  /** Adds what the runs that are seen to begin with an agent state in place of it. */
  runs?(found: FoundAgent, runs: readonly CodeSyntaxNode[], programs: ProjectPrograms): void;
  /** What asks a person at options of agents beside the tools. */
  asksAt?(rows: Rows): readonly AskedAt[];
  /** Why nothing signs the requests that a call takes answers to; undefined where something does. `remedy`: what would. */
  unsigned?(
    node: CodeSyntaxNode,
    found: FoundAgent,
    remedy: string,
    lockedFor: LockedFor | undefined,
  ): Unsigned | undefined;
  /** Adds what a call that a row names says of traces. */
  traces?(node: CodeSyntaxNode, found: FileTraces, framework: Framework): void;
  /** The guardrails of a list that run beside their agent although the framework can run them before it. */
  parallel?(list: CodeSyntaxNode, framework: Framework): readonly ParallelGuardrail[];
  /** Adds to a system before it is finished. */
  system?(system: VendorSystem, programs: SystemPrograms): void;
  /** What agents of one system lack to wait for an answer; undefined for one that can wait. */
  lacking?(
    group: readonly FoundAgent[],
    documents: readonly CodeDocument[],
  ): (of: FoundAgent) => Lack | undefined;
  /** The calls of a file that send no requests; none where one of the same adapter does, or may. */
  silent?(document: CodeDocument, framework: Framework): readonly SilentCall[];
  readonly clients?: VendorClients;
  /** Where the environment of a program sends its traces. */
  readonly store?: TraceStore;
  /** What it says of agents depends on the version. */
  readonly isByVersion?: true;
}

/** The names of a framework in output. */
interface FrameworkWords {
  /** The dialect's name. */
  readonly name: string;
  /** As people read it: `Agents SDK`. */
  readonly title: string;
}

/** One framework for agents, in each language that it has a package for. */
export interface Framework extends FrameworkWords {
  /** The newest rows of each language. */
  readonly rows: readonly Rows[];
  readonly answers: AnswerNames;
  readonly vendor: Vendor;
  /** The rows in the language of a file, for the version that is locked for it. */
  rowsOf(file: string): Rows;
  /** The same framework for a project, which locks versions of its packages. */
  forProject(lockedFor: LockedFor | undefined, environmentOf?: EnvironmentOf): Framework;
  /** The variables that a file, or one beside it, sets for its environment. */
  environmentOf: EnvironmentOf;
}

type EnvironmentOf = (file: CodeSyntaxNode['document']) => readonly SetVariable[];

/** Creates a framework from its rows. Throws if there are none, or two files for one language: a mistake of ours. */
export function frameworkOfRows(
  words: FrameworkWords,
  rows: readonly FrameworkRows[],
  vendor: Vendor = {},
): Framework {
  if (rows.length === 0 || new Set(rows.map(({ language }) => language)).size < rows.length)
    throw new Error(`rows of ${words.name} are wrong`);
  const newest = rows.map((stated) => rowsFor(stated, undefined));
  const answers = answerNames(newest);
  const openedFor = (
    lockedFor: LockedFor | undefined,
    environmentOf: EnvironmentOf = () => [],
  ): Framework => ({
    ...words,
    vendor,
    answers,
    rows: newest,
    rowsOf: openRows(rows, lockedFor),
    forProject: openedFor,
    environmentOf,
  });
  return openedFor(undefined);
}

/** A framework within a sentence: `the Agents SDK`, but `Mastra`. */
export const inSentence = ({ title }: Pick<Framework, 'title'>): string =>
  / (?:SDK|framework)$/i.test(title) ? `the ${title}` : title;

/**
 * An option of a call. If the options are computed, any of them may be set: returns the computed options. Undefined
 * for an option that the framework does not have.
 */
export function option(options: CodeSyntaxNode, key: string | undefined): CodeSyntaxNode | undefined {
  if (key === undefined) return undefined;
  return options.kind === 'dynamic' ? options : options.get(key);
}

/** The text of a node; undefined where it is no literal. */
export function textOf(node: CodeSyntaxNode | undefined): string | undefined {
  return typeof node?.scalar === 'string' ? node.scalar : undefined;
}
