import type { CodeSyntaxNode, Origin } from '../../program/index.js';
import { copiedBy } from './copies.js';
import type { Profile } from './framework.js';

/** The modules of a package, in the language of its programs. */
interface Modules {
  readonly modules: readonly string[];
  readonly language: Profile['language'];
}

/** What names of packages are looked up by: their modules, by the language of a file. */
interface NamedModules {
  profileOf(file: string): Modules & {
    readonly agents?: Pick<Profile['agents'], 'builders'>;
  };
}

/** Whether a module is a package of the framework, or below one. */
export function isModuleOf({ modules, language }: Modules, module: string): boolean {
  const separator = language === 'python' ? '.' : '/';
  return modules.some((name) => module === name || module.startsWith(`${name}${separator}`));
}

/**
 * The name of a callee in the framework's exports: `Agent`, `Agent.create`, `Agent().clone`, `Runner.run`. A
 * class of the project that extends one of the framework counts as that one. Undefined if the call does not come from
 * the framework.
 */
export function exportOf(node: CodeSyntaxNode, framework: NamedModules): string | undefined {
  const { call } = node;
  if (!call) return undefined;
  const copied = copiedBy(node);
  if (copied) {
    const name = exportOf(copied, framework);
    return name && `${name}().clone`;
  }
  return (
    nameOf(call.origin, node, framework) ??
    baseName(call.target, node, framework) ??
    memberName(node, framework)
  );
}

/** What a call is of: the object of its method, or the instance that is called itself. */
export const calledOn = ({ call }: CodeSyntaxNode): CodeSyntaxNode | undefined =>
  call?.receiver ?? (call?.target.call ? call.target : undefined);

/** A call of an instance: `agent("...")` is `Agent()`. */
export function instanceName({ call }: CodeSyntaxNode, framework: NamedModules): string | undefined {
  const name = call?.receiver || !call?.target.call ? undefined : exportOf(call.target, framework);
  return name && `${name}()`;
}

/** A member of an instance of a class of the project: `new GuardedRunner().run` is `Runner().run`. */
function memberName({ call }: CodeSyntaxNode, framework: NamedModules): string | undefined {
  const made = call?.receiver?.call ? call.receiver : undefined;
  const name = made?.call?.target.reference?.kind === 'class' ? exportOf(made, framework) : undefined;
  return name && `${name}().${call?.name}`;
}

/** Longest chain of classes of the project up to one of the framework. */
const DEEPEST = 4;

/**
 * The name of the framework's class that a class of the project extends; undefined if it extends none.
 */
export function baseName(
  target: CodeSyntaxNode,
  node: CodeSyntaxNode,
  framework: NamedModules,
  depth = 0,
): string | undefined {
  const { reference } = target;
  if (reference?.kind !== 'class' || depth > DEEPEST) return undefined;
  for (const base of reference.bases) {
    const name = nameOf(base.origin, node, framework) ?? baseName(base, node, framework, depth + 1);
    if (name !== undefined) return name;
  }
  return undefined;
}

/** The name in the framework of something that is referred to, without the modules that lead to it. */
export function nameOf(
  origin: Origin | undefined,
  node: CodeSyntaxNode,
  framework: NamedModules,
): string | undefined {
  if (!origin || origin.file !== undefined) return undefined;
  const profile = framework.profileOf(node.document.file);
  // `import google.adk.tools` binds `google`, which is no module of the framework.
  if (![origin.module, `${origin.module}.${origin.dotted}`].some((one) => isModuleOf(profile, one)))
    return undefined;
  const name = origin.dotted.replace(/^(?:[a-z_]\w{0,40}\.){1,5}(?=[A-Za-z])/, '');
  return withoutSteps(name, profile.agents?.builders ?? {});
}

/** `StateGraph().add_node().compile` as `StateGraph().compile`: each step of a builder returns the builder. */
function withoutSteps(name: string, builders: Readonly<Record<string, string>>): string {
  const [builder = '', ...steps] = name.split('().');
  if (!Object.hasOwn(builders, builder)) return name;
  const last = steps.indexOf(builders[builder] ?? '');
  return [builder, ...(last < 0 ? steps.slice(-1) : steps.slice(last))].join('().');
}

/** Whether a call runs an agent: a function of the framework, or a method of what a constructor returns. */
export function isRunName(name: string, profile: Profile): boolean {
  const { calls, methods = [] } = profile.runs;
  return calls.includes(name) || (isMethodOfAgent(name, profile) && methods.includes(lastOf(name)));
}

/** Whether a name is that of a method of an agent: `Agent().run`. */
function isMethodOfAgent(name: string, { agents }: Profile): boolean {
  const maker = name.slice(0, Math.max(0, name.lastIndexOf('().')));
  return agents.constructors.includes(withoutSame(maker, agents));
}

const lastOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** `create_agent().with_config` as `create_agent`: the method returns the agent with other settings. */
function withoutSame(name: string, agents: Pick<Profile['agents'], 'constructors' | 'same'>): string {
  const at = name.lastIndexOf('().');
  if (at < 0 || agents.constructors.includes(name) || !agents.same?.includes(lastOf(name))) return name;
  return withoutSame(name.slice(0, at), agents);
}

/** Whether a call returns an agent: a constructor, or a copy. */
export function isAgentName(name: string | undefined, { agents }: Profile): boolean {
  return name !== undefined && (agents.constructors.includes(name) || isCloneName(name, agents.constructors));
}

/** Whether a call copies an agent: `Agent().clone`, `Agent.create().clone().clone`. */
function isCloneName(name: string, agents: readonly string[]): boolean {
  if (!name.endsWith('.clone')) return false;
  const from = name.slice(0, name.indexOf('('));
  return agents.includes(from);
}

/** Whether an agent, or the original of a copy, is constructed by one of these constructors. */
export function isMadeBy(
  node: CodeSyntaxNode,
  constructors: readonly string[],
  framework: NamedModules,
): boolean {
  return constructors.includes((exportOf(node, framework) ?? '').split('(')[0] ?? '');
}
