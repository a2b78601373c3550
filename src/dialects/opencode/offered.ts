import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf } from '../agents/tool.js';

/** What settings say of tools, by pattern: the last one that fits decides. */
interface Offered {
  said: ReadonlyMap<string, { index: number; isOn: boolean }>;
  /** The last pattern that offers tools, by what stands before each of its underscores: servers may have one in their name. */
  lastOn: ReadonlyMap<string, number>;
}

/** Characters of a pattern in which the name of a server is looked for. */
const LONGEST_NAME = 200;

/** Reads what settings, or one agent, say in `tools` and, for the same patterns in its place, in `permission`. */
export function readOffered(node: SyntaxNode): Offered {
  const [tools, permission] = [node.get('tools'), node.get('permission')];
  const said = new Map<string, { index: number; isOn: boolean }>();
  const lastOn = new Map<string, number>();
  const add = (pattern: string, isOn: boolean): void => {
    const index = said.get(pattern)?.index ?? said.size;
    said.set(pattern, { index, isOn });
  };
  for (const pattern of tools?.keys() ?? []) {
    const isOn = tools?.get(pattern)?.scalar;
    if (typeof isOn === 'boolean') add(pattern, isOn);
  }
  const all = stringOf(permission);
  if (all !== undefined) add('*', all !== 'deny');
  for (const pattern of permission?.keys() ?? []) {
    const word = stringOf(permission?.get(pattern));
    if (word !== undefined) add(pattern, word !== 'deny');
  }
  for (const [pattern, { index, isOn }] of said) {
    const start = pattern.slice(0, LONGEST_NAME);
    for (let end = start.indexOf('_'); isOn && end > 0; end = start.indexOf('_', end + 1))
      lastOn.set(start.slice(0, end), index);
  }
  return { said, lastOn };
}

/** The patterns that fit every tool of a server. */
export const patternsFor = (server: string): readonly string[] => [`${server}_*`, `${server}*`, '*'];

/** Whether any tool of a server is offered; undefined where nothing is said of all of its tools. */
export function offersServer({ said, lastOn }: Offered, server: string): boolean | undefined {
  const last = patternsFor(server)
    .flatMap((pattern) => said.get(pattern) ?? [])
    .reduce<{ index: number; isOn: boolean } | undefined>(
      (found, one) => (found && found.index > one.index ? found : one),
      undefined,
    );
  return (lastOn.get(server) ?? -1) > (last?.index ?? -1) || last?.isOn;
}
