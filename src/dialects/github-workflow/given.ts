import type { SyntaxNode } from '../../syntax/node.js';

/** What an action or a workflow of the project is given for its inputs. */
export type Given = ReadonlyMap<string, string>;

/** A node in which each expression that is an input has the value that it is given. */
export function withGiven(node: SyntaxNode, given: Given): SyntaxNode {
  const within = (one: SyntaxNode | undefined): SyntaxNode | undefined => one && withGiven(one, given);
  return {
    document: node.document,
    kind: node.kind,
    key: node.key,
    parent: node.parent,
    scalar: typeof node.scalar === 'string' ? filled(node.scalar, given) : node.scalar,
    why: node.why,
    get: (key) => within(node.get(key)),
    keys: () => node.keys(),
    items: () => node.items().map((item) => withGiven(item, given)),
    toValue: () => node.toValue(),
    path: () => node.path(),
    at: (part, named) => node.at(part, named),
    edit: () => node.edit(),
    within: (start, end) => node.within(start, end),
  };
}

const filled = (text: string, given: Given): string =>
  text.includes('${{')
    ? text.replaceAll(
        /\$\{\{\s*inputs\.([\w-]+)\s*\}\}/g,
        (whole, name: string) => given.get(name.toLowerCase()) ?? whole,
      )
    : text;

/** The values that a call states, and behind them what the inputs are without one. */
export function givenBy(inputs: SyntaxNode | undefined, stated: SyntaxNode | undefined): Given {
  return new Map(
    (inputs?.keys() ?? []).flatMap((name) => {
      const value = (stated?.get(name) ?? inputs?.get(name)?.get('default'))?.scalar;
      return value === undefined ? [] : [[name.toLowerCase(), String(value ?? '')] as const];
    }),
  );
}
