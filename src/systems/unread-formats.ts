import type { SyntaxNode } from '../syntax/node.js';
import data from './unread-formats.json' with { type: 'json' };

interface UnreadFormat {
  name: string;
  schema?: string;
  keys?: readonly string[];
}

const FORMATS: readonly UnreadFormat[] = data.formats;

/** Why no dialect claims a document, in words that name its format where it is one of agents that is known. */
export function unreadBecause(root: SyntaxNode): string {
  const schema = root.kind === 'object' ? root.get('$schema')?.scalar : undefined;
  const format = FORMATS.find(({ schema: mark, keys = [] }) =>
    mark === undefined
      ? root.kind === 'object' && keys.every((key) => root.get(key) !== undefined)
      : typeof schema === 'string' && schema.includes(mark),
  );
  return format
    ? `no dialect reads this: it is ${format.name}`
    : 'no dialect reads this: it has the form of none';
}
