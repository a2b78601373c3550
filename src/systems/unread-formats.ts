import type { SyntaxNode } from '../syntax/node.js';
import data from './unread-formats.json' with { type: 'json' };

interface UnreadFormat {
  name: string;
  schema?: string;
  keys?: readonly string[];
}

const FORMATS: readonly UnreadFormat[] = data.formats;

/** Why no dialect claims a document: its known agent format, else the reason of the closest dialect. */
export function unreadBecause(root: SyntaxNode, refusal: string | undefined): string {
  const schema = root.kind === 'object' ? root.get('$schema')?.scalar : undefined;
  const format = FORMATS.find(({ schema: mark, keys = [] }) =>
    mark === undefined
      ? root.kind === 'object' && keys.every((key) => root.get(key) !== undefined)
      : typeof schema === 'string' && schema.includes(mark),
  );
  if (format) return `not read yet: ${format.name}`;
  return refusal ?? 'no dialect recognises its content';
}
