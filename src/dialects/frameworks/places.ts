import { codeSpan, type Place, placeWords, type Unresolved } from '../../model/index.js';
import type { CodeSyntaxNode } from '../../program/index.js';

/** A place under a structural path of its own. `around`: the construct it belongs to, for comments above it. */
export function placed(at: Place, path: string, around: Place = at): Place {
  return {
    file: at.file,
    path,
    range: () => at.range(),
    edit: () => at.edit?.(),
    ...(at.about && { about: at.about }),
    element: () => (around.file === at.file ? (around.element?.() ?? around.range()) : at.range()),
  };
}

/** The place of what answers for a tool; the tool itself is defined elsewhere. */
export const movedTo = (at: Place, tool: Place, path = tool.path, around = at): Place => ({
  ...placed(at, path, around),
  about: tool.about ?? tool,
});

/** The place of a finding about something with a name: the name, else the call that constructs it. */
export function namePlace(node: CodeSyntaxNode, name: CodeSyntaxNode | undefined, path: string): Place {
  if (name?.kind !== 'string') return placed(node.at(), path, node.at());
  return placed(isPassed(node, name) ? name.at() : name.written(), path, node.at());
}

/** A function that creates one per call gets its name as an argument: each has its own place, at the call site. */
function isPassed({ factory }: CodeSyntaxNode, { offsets }: CodeSyntaxNode): boolean {
  if (!factory) return false;
  return offsets.file !== factory.file || offsets.start < factory.start || offsets.end > factory.end;
}

/** A call and its line, for a remedy that is read at another place: `graph.compile()` (desk.py:39). */
export function callAt(node: CodeSyntaxNode): string {
  const at = node.at();
  const callee = node.call?.callee ?? 'call';
  // Of a chain of calls, the last one is meant.
  const name = callee.includes('()') ? callee.slice(callee.lastIndexOf('.') + 1) : callee;
  return `${codeSpan(`${name}()`)} (${placeWords(at)})`;
}

/** A name as part of a path. */
export function pathName(name: string): string {
  return name.length > 80 ? name.slice(0, 80) : name;
}

/** Something that could not be resolved, at the place where it is referred to. */
export function lost(node: CodeSyntaxNode, what: string): Unresolved {
  return { what, why: node.why ?? 'no construction of the SDK', at: node.written() };
}

/** A member by its path: `usage_limits.request_limit` also in the arguments of a call: `UsageLimits(request_limit=4)`. */
export function memberAt(
  options: CodeSyntaxNode | undefined,
  path: string | undefined,
): CodeSyntaxNode | undefined {
  return path
    ?.split('.')
    .reduce<CodeSyntaxNode | undefined>((one, key) => (one?.call?.options ?? one)?.get(key), options);
}
