import type { CodeSyntaxNode } from '../../program/index.js';

/** Functions of Python that copy their argument, by module: agents and tools are often dataclasses there. */
const COPYING: Readonly<Record<string, readonly string[]>> = {
  dataclasses: ['replace'],
  copy: ['copy', 'deepcopy'],
};

/** Whether a module has functions that copy agents. */
export const copiesAgents = (module: string): boolean => Object.hasOwn(COPYING, module);

/** The original in `replace(agent, ...)` or `deepcopy(agent)`. */
export function copiedBy({ call }: CodeSyntaxNode): CodeSyntaxNode | undefined {
  const { module = '', dotted = '', file } = call?.origin ?? {};
  const names = copiesAgents(module) && file === undefined ? COPYING[module] : undefined;
  return names?.includes(dotted.split('.').at(-1) ?? '') ? call?.positional[0] : undefined;
}
