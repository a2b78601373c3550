import type { Cst } from './cst.js';
import type { CodeFile } from './file.js';
import { read } from './language.js';
import { type Binding, bindingOf, isSelf } from './names.js';
import type { Site } from './outline.js';
import { passedFor } from './passed.js';
import type { Scope } from './scopes.js';
import type { Value } from './value.js';

/** A further name for values that are made elsewhere in its file: a second name, a parameter, the variable of a loop. */
export interface Alias {
  binding: Binding;
  /** What makes the values. */
  nodes: readonly Cst[];
  /** The loop over them: what stands in it runs for each. */
  loop: Scope | undefined;
}

/** The further names through which a file changes values: `for agent in (first, second): agent.tools.append(x)`. */
export function aliasesIn(file: CodeFile): Alias[] {
  const aliases: Alias[] = [];
  for (const name of file.changedNames()) {
    if (isSelf(file, name)) continue;
    const seen = new Set<object>();
    for (const { start } of file.writesFrom(name)) {
      const binding = file.step() ? bindingOf(file, name, start) : undefined;
      if (!binding || seen.has(binding.scope)) continue;
      seen.add(binding.scope);
      const nodes = valuesOf(binding, start).flatMap(({ at }) => (at.file === file ? [at.node] : []));
      if (nodes.length > 0) aliases.push({ binding, nodes, loop: loopOf(binding) });
    }
  }
  return aliases;
}

function valuesOf(binding: Binding, use: number): Value[] {
  const { file, name, scope, sites } = binding;
  if (binding.isParameter) {
    const node = file.functionOf(scope);
    return node ? passedFor({ file, node, name }).map((slot) => slot.value()) : [];
  }
  return sites.flatMap(({ source }) => {
    if (source.kind === 'unknown' && source.each) return itemsOf(file.project.evaluate(file, source.each));
    if (source.kind === 'value' && isTaken(source)) return [file.project.valueOfBinding(binding, use)];
    return [];
  });
}

function loopOf({ file, scope, sites }: Binding): Scope | undefined {
  const site = sites.find(({ source }) => source.kind === 'unknown' && source.each);
  // The variable of a loop in Python belongs to what stands around it.
  return site && (scope.kind === 'branch' ? scope : file.scopes().startingAt(site.start, 'branch'));
}

/** A name that is given what another name or its member stands for. What makes a value has its name already. */
function isTaken({ value, steps }: Site['source'] & { kind: 'value' }): boolean {
  return steps.length > 0 || ['name', 'member', 'element'].includes(read(value).kind);
}

function itemsOf(list: Value): Value[] {
  return list.kind === 'array' ? list.slots().map((slot) => slot.value()) : [];
}
