import type { Effect, ToolKind, Ungateable } from '../../model/index.js';
import type { CodeSyntaxNode, Origin } from '../../program/index.js';
import { isSdkModule } from './modules.js';
import facts from './sdk.json' with { type: 'json' };

export type Language = 'typescript' | 'python';

/** What the SDK exports a constructor of tools as. */
export interface ToolFacts {
  kind: ToolKind;
  /** The option that holds its name. */
  name?: string;
  /** Its name where it has no such option. */
  as?: string;
  /** The option that gates it, and the one that answers the gate. */
  gate?: string;
  answer?: string;
  effect?: Effect;
  ungateable?: keyof typeof facts.ungateable;
  /** The option that says what its own sandbox lets it do. */
  sandbox?: string;
}

/** The names of one language's SDK, its options and its defaults. */
export interface Sdk {
  language: Language;
  agents: readonly string[];
  sandboxAgents: readonly string[];
  /** Turns after which a run ends that states no limit. */
  defaultTurns: number;
  /** An agent that is called as a tool has no limit where none is stated in so many words; else the default applies. */
  toolWithoutLimit: boolean;
  tools: Readonly<Record<string, ToolFacts>>;
  decorators?: Readonly<Record<string, { name: string; gate: string }>>;
  hostedServers: readonly string[];
  groups: Readonly<Record<string, string>>;
  /** The client whose sandbox is the machine itself. */
  hostClient: string;
  handoffs: readonly string[];
  localServers: Readonly<Record<string, string>>;
  /** Options of a local server that check the calls of its tools; left out: the language has none. */
  serverGuardrails?: { input: string; output: string };
  serverGroups: readonly string[];
  filters: Readonly<Record<string, { allowed: string; blocked: string }>>;
  runs: readonly string[];
  runners: readonly string[];
  /** What starts a spoken session, with guardrails of its own. */
  sessions: readonly string[];
  /** Models that start subagents with the operator. */
  subagentModels: readonly string[];
  /** Settings that are made apart and handed to what runs an agent. */
  runSettings: readonly string[];
  tracingSwitches: readonly string[];
  /** What begins one trace, and may be told not to record it. */
  traces: readonly string[];
  traceProcessors: Readonly<Record<string, string>>;
  clientSetters: readonly string[];
  /** Functions that are given a key. */
  keySetters: readonly string[];
  fields: Readonly<Record<keyof typeof facts.typescript.fields, string>>;
  capabilities: Readonly<Record<string, string>>;
}

const TYPESCRIPT = { language: 'typescript', ...facts.typescript } as Sdk;
const PYTHON = { language: 'python', ...facts.python } as Sdk;

export const SANDBOX_DEFAULTS: readonly string[] = facts.sandboxDefaults;
/** Functions of other packages that make tools of functions and take no approval option. */
export const UNASKING = facts.unasking as readonly {
  module: string;
  maker: string;
  ungateable: keyof typeof facts.ungateable;
}[];
export const UNGATEABLE: Readonly<Record<keyof typeof facts.ungateable, Ungateable>> = facts.ungateable;
export const TRACING_VARIABLE = facts.tracingVariable;
export const TRACING_VARIABLE_ON: readonly string[] = facts.tracingVariableOn;

/** Spellings of numbers that are no limit. */
export const INFINITE_NUMBERS: readonly string[] = facts.infiniteNumbers;

/** The SDK of a file's language. */
export function sdkOf(file: string): Sdk {
  return /\.py[iw]?$/i.test(file) ? PYTHON : TYPESCRIPT;
}

/**
 * The name that the SDK exports what is called as: `Agent`, `Agent.create`, `Agent().clone`, `Runner.run`. A class of the
 * project that extends one of the SDK counts as that one. Undefined where the call has nothing to do with the SDK.
 */
export function sdkName(node: CodeSyntaxNode): string | undefined {
  const { call } = node;
  if (!call) return undefined;
  const copied = copiedBy(node);
  if (copied) {
    const name = sdkName(copied);
    return name && `${name}().clone`;
  }
  return nameOf(call.origin, node) ?? baseName(call.target, node, 0) ?? memberName(node);
}

/** A member of what a class of the project makes: `new GuardedRunner().run` is `Runner().run`. */
function memberName({ call }: CodeSyntaxNode): string | undefined {
  const made = call?.receiver?.call ? call.receiver : undefined;
  const name = made?.call?.target.reference?.kind === 'class' ? sdkName(made) : undefined;
  return name && `${name}().${call?.name}`;
}

/** Functions of Python that copy what they are given, by their module: agents are dataclasses there. */
const COPYING: Readonly<Record<string, readonly string[]>> = {
  dataclasses: ['replace'],
  copy: ['copy', 'deepcopy'],
};

/** Whether a module has functions that copy agents. */
export const copiesAgents = (module: string): boolean => Object.hasOwn(COPYING, module);

/** What `replace(agent, ...)` or `deepcopy(agent)` copies. */
export function copiedBy({ call }: CodeSyntaxNode): CodeSyntaxNode | undefined {
  const { module = '', dotted = '', file } = call?.origin ?? {};
  const names = copiesAgents(module) && file === undefined ? COPYING[module] : undefined;
  return names?.includes(dotted.split('.').at(-1) ?? '') ? call?.positional[0] : undefined;
}

/** Classes that extend classes that extend the SDK's: further than this nobody goes. */
const DEEPEST = 4;

/** The name that the SDK exports what a class of the project extends as; undefined where it extends none of the SDK. */
export function baseName(target: CodeSyntaxNode, node: CodeSyntaxNode, depth = 0): string | undefined {
  const { reference } = target;
  if (reference?.kind !== 'class' || depth > DEEPEST) return undefined;
  for (const base of reference.bases) {
    const name = nameOf(base.origin, node) ?? baseName(base, node, depth + 1);
    if (name !== undefined) return name;
  }
  return undefined;
}

/** The name in the SDK of something that is referred to, without the modules that lead to it. */
export function nameOf(origin: Origin | undefined, node: CodeSyntaxNode): string | undefined {
  if (!origin || origin.file !== undefined) return undefined;
  if (!isSdkModule(origin.module, sdkOf(node.document.file).language === 'python')) return undefined;
  return origin.dotted.replace(/^(?:[a-z_]\w{0,40}\.){1,5}(?=[A-Za-z])/, '');
}

/** Whether what is called gives an agent: a constructor, or a copy of one. */
export function isAgentName(name: string | undefined, { agents }: Sdk): boolean {
  return name !== undefined && (agents.includes(name) || isCloneName(name, agents));
}

/** Whether the SDK is known to export something under a name. */
export function isKnownName(name: string, sdk: Sdk): boolean {
  const lists = [
    sdk.hostedServers,
    sdk.handoffs,
    sdk.serverGroups,
    sdk.runs,
    sdk.runners,
    sdk.sessions,
    sdk.tracingSwitches,
  ];
  const maps = [
    sdk.tools,
    sdk.decorators ?? {},
    sdk.groups,
    sdk.localServers,
    sdk.filters,
    sdk.traceProcessors,
  ];
  return lists.some((list) => list.includes(name)) || maps.some((map) => Object.hasOwn(map, name));
}

/** Whether a call copies an agent: `Agent().clone`, `Agent.create().clone().clone`. */
export function isCloneName(name: string, agents: readonly string[]): boolean {
  if (!name.endsWith('.clone')) return false;
  const from = name.slice(0, name.indexOf('('));
  return agents.includes(from);
}

/**
 * An option of a call, however it is given. Where the options are computed, every one of them may be there: gives what
 * computes them.
 */
export function option(options: CodeSyntaxNode, key: string): CodeSyntaxNode | undefined {
  return options.kind === 'dynamic' ? options : options.get(key);
}

/** The options that hold the guardrails of a function tool. */
export const toolGuardrailFields = ({ fields }: Sdk) => ({
  input: fields.toolInputGuardrails,
  output: fields.toolOutputGuardrails,
});

/** The text of a node; undefined where it is no literal. */
export function textOf(node: CodeSyntaxNode | undefined): string | undefined {
  return typeof node?.scalar === 'string' ? node.scalar : undefined;
}

/** Whether options switch a tool or a handoff off for good: the model is never offered it, as if nobody had given it. */
export function isSwitchedOff(options: CodeSyntaxNode | undefined, { fields }: Sdk): boolean {
  return options?.get(fields.isEnabled)?.scalar === false;
}
