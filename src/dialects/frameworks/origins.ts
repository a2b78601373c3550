import type { CodeSyntaxNode, Origin } from '../../program/index.js';
import { copiedBy } from './copies.js';
import type { Profile } from './framework.js';

/** What names of packages are looked up by: their modules, by the language of a file. */
export interface NamedModules {
  profileOf(file: string): Pick<Profile, 'modules' | 'language'>;
}

/** Whether a module is a package of the framework, or below one. */
export function isModuleOf(
  { modules, language }: Pick<Profile, 'modules' | 'language'>,
  module: string,
): boolean {
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
  if (!isModuleOf(framework.profileOf(node.document.file), origin.module)) return undefined;
  return origin.dotted.replace(/^(?:[a-z_]\w{0,40}\.){1,5}(?=[A-Za-z])/, '');
}

/** Whether a call returns an agent: a constructor, or a copy. */
export function isAgentName(name: string | undefined, { agents }: Profile): boolean {
  return name !== undefined && (agents.constructors.includes(name) || isCloneName(name, agents.constructors));
}

/** Whether a call copies an agent: `Agent().clone`, `Agent.create().clone().clone`. */
export function isCloneName(name: string, agents: readonly string[]): boolean {
  if (!name.endsWith('.clone')) return false;
  const from = name.slice(0, name.indexOf('('));
  return agents.includes(from);
}

/** Whether the framework is known to export something under a name. */
export function isKnownName(name: string, { agents, tools, servers, runs, tracing }: Profile): boolean {
  const lists = [
    servers.hosted,
    agents.handoffs,
    servers.groups,
    runs.calls,
    runs.settings,
    runs.sessions,
    tracing.switches,
  ];
  const maps = [
    tools.makers,
    tools.decorators ?? {},
    tools.groups,
    servers.local,
    servers.filters,
    tracing.processors,
    runs.kept?.calls ?? {},
  ];
  return lists.some((list) => list.includes(name)) || maps.some((map) => Object.hasOwn(map, name));
}
