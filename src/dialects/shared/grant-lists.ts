import { type Edits, type GrantList, joinEdits } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { splitRules } from './permission-rules.js';
import { stringOf } from './tool.js';

/** A list of texts that a client runs without approval; `stated`: what the file calls it. */
export function grantListAt(list: SyntaxNode | undefined, stated: string, follows: string): GrantList {
  return { stated, follows, without: (texts) => withoutTexts(list, texts) };
}

/** `allow` of a map of permissions that has `ask` beside it: what is moved there requires approval. */
export function allowList(permissions: SyntaxNode | undefined): GrantList {
  const without = (texts: readonly string[]) => withoutTexts(permissions?.get('allow'), texts);
  const move = (texts: readonly string[]) => {
    const asked = permissions?.get('ask');
    const added = asked ? asked.edit()?.append(...texts) : permissions?.edit()?.set('ask', [...texts]);
    return joinEdits(without(texts), added);
  };
  return {
    stated: 'permissions.allow',
    follows: 'the client then asks for approval',
    without,
    asked: { stated: 'permissions.ask', move },
  };
}

/** Takes texts out of a list, or out of one text that `signs` part; without any such a text is left out. */
export function withoutTexts(node: SyntaxNode | undefined, texts: readonly string[], signs?: RegExp): Edits {
  const gone = new Set(texts);
  const text = stringOf(node);
  if (text === undefined) {
    const items = node?.items() ?? [];
    const indices = items.flatMap((item, index) => (gone.has(stringOf(item)?.trim() ?? '') ? [index] : []));
    const [only, ...others] = indices;
    if (only === undefined) return undefined;
    return others.length === 0 ? items[only]?.edit()?.remove() : node?.edit()?.drop(indices);
  }
  const rest = splitRules(text, signs)
    .map((part) => part.text)
    .filter((part) => !gone.has(part));
  if (rest.length === 0) return node?.edit()?.remove();
  return node?.edit()?.replace(rest.join(text.includes(',') ? ', ' : ' '));
}
