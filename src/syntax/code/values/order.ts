import type { CodeFile } from '../file.js';
import { outward, type Scope } from '../names/scopes.js';
import type { Written } from './value.js';
import type { Change } from './writes.js';

/**
 * The changes that a value has seen where it is copied: what stands behind it in the same straight line comes later.
 * The copy shares what is in it, so that a list in it still changes with its origin.
 */
export function seenAt(changes: readonly Change[], use: Written): readonly Change[] {
  if (changes.every((change) => orderOf(change, use) === 'before')) return changes;
  const replaced = new Set<string>();
  return changes.flatMap((change): Change[] => {
    const order = orderOf(change, use);
    if (order === 'before') return [change];
    if (order === 'either') return [{ ...change, either: true }];
    const [first] = change.path;
    if (first === undefined) return [];
    const key = String(first);
    if (change.path.length === 1 && change.write.act === 'assign') replaced.add(key);
    return replaced.has(key) ? [] : [change];
  });
}

function orderOf({ file, write }: Change, { file: usedIn, node }: Written): 'before' | 'after' | 'either' {
  if (file !== usedIn || write.start <= node.start) return 'before';
  const [changed, used] = [file.scopeAround(write.start), file.scopeAround(node.start)];
  // What a function does is done when it is called, and nothing says when that is.
  if (functionOf(changed) !== functionOf(used)) return 'before';
  const loops = loopsAround(file, changed);
  return loopsAround(file, used).some((loop) => loops.includes(loop)) ? 'either' : 'after';
}

const functionOf = (scope: Scope): Scope => outward(scope, ['function', 'module']);

const LOOP = /^(?:async\s{1,9})?(?:for|while|do)\b/;

/** The loops around a place, up to its function. */
function loopsAround(file: CodeFile, from: Scope): Scope[] {
  const found: Scope[] = [];
  for (let scope = from; scope.parent && scope.kind !== 'function'; scope = scope.parent)
    if (scope.kind === 'branch' && LOOP.test(file.text.slice(scope.start, scope.start + 20)))
      found.push(scope);
  return found;
}
