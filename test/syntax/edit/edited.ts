import type { Editor, Edits } from '../../../src/model/index.js';
import { editedText } from '../../../src/syntax/edit/apply.js';
import { formatOf, parseDocument, type SyntaxNode } from '../../../src/syntax/index.js';

/** The element at the end of a path of keys and indices. */
export function nodeAt(file: string, text: string, path: readonly (string | number)[]): SyntaxNode {
  let node = parseDocument(file, formatOf(file) ?? 'json', text).roots[0];
  for (const step of path) node = typeof step === 'number' ? node?.items()[step] : node?.get(step);
  if (!node) throw new Error(`nothing at ${path.join('.')}`);
  return node;
}

/** The text after an edit of the element at a path; undefined where it cannot be edited. */
export function edited(
  file: string,
  text: string,
  path: readonly (string | number)[],
  edit: (editor: Editor) => Edits,
): string | undefined {
  const editor = nodeAt(file, text, path).edit();
  const edits = editor && edit(editor);
  return edits && editedText(text, edits);
}
