import type { CodeSyntaxNode, Origin } from '../../program/index.js';
import { copiedBy } from './copies.js';
import { type Language, separatorIn } from './language-rules.js';

/** The modules of a package, in the language of its programs. */
interface Modules {
  readonly modules: readonly string[];
  readonly language: Language;
}

/** What names of packages are looked up by: their modules, by the language of a file. */
interface NamedModules {
  rowsOf(file: string): Modules & {
    /** The name without calls that return what they are called on. */
    withoutSteps?(name: string): string;
  };
}

/** Whether a module is a package of the framework, or below one. */
export function isModuleOf({ modules, language }: Modules, module: string): boolean {
  return modules.some((name) => module === name || module.startsWith(`${name}${separatorIn(language)}`));
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
  const rows = framework.rowsOf(node.document.file);
  // `import google.adk.tools` binds `google`, which is no module of the framework.
  if (![origin.module, `${origin.module}.${origin.dotted}`].some((one) => isModuleOf(rows, one)))
    return undefined;
  const name = origin.dotted.replace(/^(?:[a-z_]\w{0,40}\.){1,5}(?=[A-Za-z])/, '');
  return rows.withoutSteps?.(name) ?? name;
}
