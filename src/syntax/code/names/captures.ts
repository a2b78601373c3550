import type { Node } from 'web-tree-sitter';
import type { Captures } from '../language.js';
import type { Cst, SourceTree } from '../tree/cst.js';
import { firstNameAt } from '../tree/words.js';

/**
 * What the query of a language finds in some statements of a tree, or in all. It runs on first use, and again where the
 * tree was freed since.
 */
export function captured(tree: SourceTree, canBeRead: () => boolean, within?: readonly number[]): Captures {
  const wrapped = new Map<string, readonly Cst[]>();
  let callsByName: Map<string, number[]> | undefined;
  const found = (name: string): readonly Node[] =>
    tree.isOpen || canBeRead() ? (tree.outlined(within).get(name) ?? []) : [];
  return {
    text: tree.text,
    all(name) {
      let nodes = wrapped.get(name);
      if (!nodes) {
        nodes = found(name).map((native) => tree.of(native));
        wrapped.set(name, nodes);
      }
      return nodes;
    },
    calls(wanted) {
      const calls: Cst[] = [];
      for (const native of found('call')) if (wanted(native.startIndex)) calls.push(tree.of(native));
      return calls;
    },
    callsFrom(name) {
      const natives = found('call');
      callsByName ??= byFirstName(tree.text, natives);
      return (callsByName.get(name) ?? [])
        .flatMap((index) => natives[index] ?? [])
        .map((one) => tree.of(one));
    },
  };
}

/** Where in a list of calls those stand that begin with a name, by the name. */
function byFirstName(text: string, calls: readonly Node[]): Map<string, number[]> {
  const byName = new Map<string, number[]>();
  for (const [index, { startIndex }] of calls.entries()) {
    const name = firstNameAt(text, startIndex);
    const known = byName.get(name);
    if (known) known.push(index);
    else byName.set(name, [index]);
  }
  return byName;
}

const NONE: readonly Cst[] = [];
const IMPORT = /(?:import|from(?!\s+__future__))\b/y;

/** Statements that only import or export: each is what the query would find, and nothing in them is looked for. */
export function capturedImports(
  tree: SourceTree,
  canBeRead: () => boolean,
  within: readonly number[],
): Captures {
  const known = new Map<string, readonly Cst[]>();
  const begins = (capture: 'import' | 'export', { startIndex }: Node): boolean => {
    if (capture === 'export') return tree.text.startsWith('export', startIndex);
    IMPORT.lastIndex = startIndex;
    return IMPORT.test(tree.text);
  };
  return {
    text: tree.text,
    all(name) {
      if (name !== 'import' && name !== 'export') return NONE;
      let nodes = known.get(name);
      if (!nodes) {
        const statements = tree.isOpen || canBeRead() ? tree.statements() : [];
        const natives = within.flatMap((number) => statements[number] ?? []);
        nodes = natives.filter((native) => begins(name, native)).map((native) => tree.of(native));
        known.set(name, nodes);
      }
      return nodes;
    },
    calls: () => [],
    callsFrom: () => NONE,
  };
}
